"""A person's own pages: sign in, the password, the account; found a club, accept an invitation."""

import uuid

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth import views as auth
from django.db import IntegrityError, transaction
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from games import access, throttle, words
from games.account_forms import (
    AccountForm,
    ChangePasswordForm,
    FoundingForm,
    NewAccountForm,
    NewPasswordForm,
    ResetForm,
    SignInForm,
)
from games.models import Closed, Club, LastOwner, installation

BACKEND = "django.contrib.auth.backends.ModelBackend"


class _SignIn(auth.LoginView):
    template_name = "account/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True

    def get_context_data(self, **kwargs):
        return super().get_context_data(may_found=access.founding_is_open(self.request), **kwargs)


sign_in = _SignIn.as_view()
sign_out = auth.LogoutView.as_view()
reset = auth.PasswordResetView.as_view(
    form_class=ResetForm,
    template_name="account/reset.html",
    email_template_name="account/reset_mail.txt",
    subject_template_name="account/reset_subject.txt",
    success_url=reverse_lazy("password-reset-sent"),
)
reset_sent = auth.PasswordResetDoneView.as_view(template_name="account/reset_sent.html")


class _ResetConfirm(auth.PasswordResetConfirmView):
    """Set a new password by the link of a mail, which also ends a lock of the account."""

    form_class = NewPasswordForm
    template_name = "account/reset_new.html"
    success_url = reverse_lazy("account")
    post_reset_login = True
    post_reset_login_backend = BACKEND

    def form_valid(self, form):
        throttle.forgive(self.user)
        messages.success(self.request, _("Your new password is set, and you are signed in."))
        return super().form_valid(form)


reset_new = _ResetConfirm.as_view()


class _PasswordChange(auth.PasswordChangeView):
    form_class = ChangePasswordForm
    template_name = "account/password.html"
    success_url = reverse_lazy("account")

    def form_valid(self, form):
        messages.success(self.request, _("Your password is changed. Everywhere else you are signed out."))
        return super().form_valid(form)


password = _PasswordChange.as_view()


@never_cache
@sensitive_post_parameters("password")
def account(request):
    """Who I am, and my clubs."""
    user = access.user(request)
    form = AccountForm(request.POST or None, instance=user)
    if form.is_valid():
        form.save()
        messages.success(request, _("Saved."))
        return redirect("account")
    if form.is_bound:
        user.refresh_from_db()  # the page's head shows who is signed in, not what was refused
    context = {"form": form, "parts": user.parts, "may_found": access.founding_is_open(request)}
    return render(request, "account/account.html", context)


@require_POST
def leave(request, slug):
    """Organise this club no more. Where that is so already, all is well."""
    part = access.own_part(request, slug)
    if part is None:
        return redirect("account")
    try:
        part.end(by={"user": request.user})
    except LastOwner:
        messages.error(request, words.LAST_OWNER)
    else:
        messages.success(request, _("You do not organise %(club)s any more.") % {"club": part.club})
    return redirect("account")


@never_cache
@sensitive_post_parameters("you-password")
def found(request):
    """Found a club; where nobody is signed in, make the account of its owner too."""
    if installation.is_empty():
        return redirect("welcome")  # the first club takes the setup code
    access.check_founding(request)
    form = FoundingForm(request.POST or None, initial={"key": uuid.uuid4()})
    if form.founded:
        return _welcome(form.founded)
    account = _account_form(request)
    if _all_valid(form, account):
        try:
            with transaction.atomic():
                owner = account.save() if account else request.user
                club = form.found(owner)
        except IntegrityError:
            return found(request)  # a second tap, or somebody else, was faster: look again
        if account:
            login(request, owner, BACKEND)
        messages.success(request, _("%(club)s is founded, and you are its owner.") % {"club": club})
        return _welcome(club)
    return render(request, "account/found.html", {"form": form, "account": account})


@require_safe
def address(request):
    """The field of a new club's address, with what its name suggests where nothing was typed."""
    access.check_founding(request)
    form = FoundingForm(initial=request.GET.dict())
    if not request.GET.get("slug"):
        form.initial["slug"] = Club.free_address(request.GET.get("name", ""))
    return render(request, "account/_address.html", {"form": form})


@never_cache
@sensitive_post_parameters("you-password")
def join(request, token):
    """An invitation: accept it, with an account that is made for it where somebody has none."""
    invitation = access.invitation(token)
    if request.user.is_authenticated and request.user.part_in(invitation.club):
        return _welcome(invitation.club)
    if not invitation.is_open:
        return render(request, "account/closed.html", {"invitation": invitation}, status=410)
    account = _account_form(request)
    if request.method == "POST" and _all_valid(account):
        try:
            with transaction.atomic():
                user = account.save() if account else request.user
                invitation.accept(user)
        except (IntegrityError, Closed):
            return join(request, token)  # a second tap, or somebody else, was faster: look again
        if account:
            login(request, user, BACKEND)
        messages.success(request, _("Welcome: you organise %(club)s now.") % {"club": invitation.club})
        return _welcome(invitation.club)
    return render(request, "account/join.html", {"invitation": invitation, "account": account})


def _account_form(request):
    """The questions for a new account, None for somebody who has one."""
    return None if request.user.is_authenticated else NewAccountForm(request.POST or None)


def _all_valid(*forms):
    return all([form.is_valid() for form in forms if form])  # each is asked, so that each shows what is wrong


def _welcome(club):
    """Where an organiser begins."""
    return redirect("organise", club.slug)
