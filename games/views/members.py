"""Who organises a club: its owners invite organisers, make owners, and remove either."""

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games import access, words
from games.account_forms import InvitationForm, RoleForm
from games.models import LastOwner


@require_safe
@never_cache
def members(request, slug):
    """Who organises the club; for its owners also the invitations that are open."""
    club = access.organised(request, slug)
    return _page(request, club, InvitationForm())


@require_POST
def invite(request, slug):
    """Make a link by which one person becomes an organiser."""
    club = access.owned(request, slug)
    form = InvitationForm(request.POST)
    if not form.is_valid():
        return _page(request, club, form)
    club.invite(**form.cleaned_data, by={"user": request.user})
    return redirect("members", slug)


@require_POST
def withdraw(request, slug, invitation):
    """Make an invitation's link stop. Where it has stopped already, all is well."""
    if found := access.open_invitation(request, slug, invitation):
        found.withdraw(by={"user": request.user})
        messages.success(request, _("The link does not work any more."))
    return redirect("members", slug)


@require_POST
def change_role(request, slug, member):
    """Make an organiser an owner, or the other way round."""
    part = access.member(request, slug, member)
    form = RoleForm(request.POST)
    if part and form.is_valid():
        _try(request, part.take_role, form.cleaned_data["role"])
    return redirect("members", slug)


@require_POST
def remove(request, slug, member):
    """Let somebody organise the club no more. Where that is so already, all is well."""
    part = access.member(request, slug, member)
    if part and _try(request, part.end):
        messages.success(request, _("%(name)s does not organise this club any more.") % {"name": part.user})
    return redirect("members", slug)


def _try(request, verb, *args):
    """Whether the model did it; where it did not, the next page says why."""
    try:
        verb(*args, by={"user": request.user})
    except LastOwner:
        messages.error(request, words.LAST_OWNER)
        return False
    return True


def _page(request, club, form):
    parts = list(club.memberships.select_related("user"))
    mine = next((part for part in parts if part.user_id == request.user.pk), None)
    owners = sum(part.is_owner for part in parts)
    if mine:
        mine.owners = owners
    manages = request.user.is_superuser or bool(mine and mine.is_owner)
    context = {
        "club": club,
        "parts": parts,
        "mine": mine,
        "manages": manages,
        "invitations": club.open_invitations if manages else [],
        "form": form,
    }
    return render(request, "organise/members.html", context)
