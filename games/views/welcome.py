"""The first visit of an empty installation: whoever has its setup code founds the club."""

import uuid

from django.contrib import messages
from django.contrib.auth import login
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from games import access, archive
from games.account_forms import FoundingForm, NewAccountForm
from games.models import installation
from games.welcome import BringForm, FirstSeasonForm

BACKEND = "django.contrib.auth.backends.ModelBackend"


@sensitive_post_parameters("you-password")
@never_cache
def welcome(request):
    """Found the club, its owner, its tables and its first season."""
    if not access.may_set_up(request):
        return _ask(request)
    account = _account(request)
    form = FoundingForm(request.POST or None, initial={"key": uuid.uuid4()})
    season = FirstSeasonForm(request.POST or None)
    try:
        with installation.founding():
            if _all_valid(account, form, season):
                owner = account.save() if account else request.user
                club = form.found(owner)
                season.add_to(club, by={"user": owner})
                return _enter(request, club, _("%(club)s is founded. Next, print the cards of its tables."))
    except installation.AlreadyFounded:
        return _enter(request, form.founded) if form.founded else _too_late(request)
    return _show(request, "welcome/found.html", account=account, form=form, season=season)


@sensitive_post_parameters("you-password")
@never_cache
def bring(request):
    """Found it from the archive of another installation."""
    if not access.may_set_up(request):
        return _ask(request)
    account = _account(request)
    form = BringForm(request.POST or None, request.FILES or None)
    try:
        with installation.founding():
            if _all_valid(account, form):
                owner = account.save() if account else request.user
                brought = archive.bring(form.cleaned_data["archive"], owner=owner)
                return _enter(
                    request, brought.club, _("%(club)s is here. Next, print the new cards of its tables.")
                )
    except installation.AlreadyFounded:
        return _too_late(request)
    except archive.Unreadable as refusal:
        form.add_error("archive", str(refusal))
    return _show(request, "welcome/bring.html", account=account, form=form)


def _account(request):
    """The form of a new account, None where somebody is signed in."""
    return None if request.user.is_authenticated else NewAccountForm(request.POST or None)


def _all_valid(*forms):
    return all([form.is_valid() for form in forms if form])


def _enter(request, club, said=""):
    """To the organiser's page of the new club, signed in as its owner."""
    if not request.user.is_authenticated:
        login(request, club.owners.get().user, BACKEND)
    if said:
        messages.success(request, said % {"club": club})
    return redirect("organise", club.slug)


def _show(request, template, **forms):
    wrong = any(form.errors for form in forms.values() if form)
    return render(request, template, {**forms, "wrong": wrong})


def _ask(request):
    """Ask for the setup code, where there is something to set up."""
    if not installation.is_empty():
        return redirect("home")
    code = request.GET.get("code", "")
    status = 403 if code or request.method == "POST" else 200
    return render(request, "welcome/code.html", {"code": code}, status=status)


def _too_late(request):
    return (
        render(request, "welcome/founded.html", status=409) if request.method == "POST" else redirect("home")
    )
