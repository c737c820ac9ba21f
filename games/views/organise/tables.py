"""A club's tables, and the cards whose codes open them."""

import uuid

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games import access, cards
from games.forms import KeyForm
from games.models import StillPlaying, Table
from games.organise_forms import TableForm


def index(request, slug):
    """The tables, and a form for another one."""
    club = access.organised(request, slug)
    form = TableForm(request.POST or None, instance=Table(club=club))
    if form.is_valid():
        form.keep(by={"user": request.user})
        messages.success(request, _("The table is there. Print its card, or open it on its tablet."))
        return redirect("organise-tables", slug)
    playing = set(club.games.running().values_list("table", flat=True))
    tables = [{"table": table, "is_playing": table.pk in playing} for table in club.tables.all()]
    return render(request, "organise/tables.html", {"club": club, "tables": tables, "form": form})


@never_cache
def table(request, slug, number):
    """A table: its card, its name, and what can be done with it."""
    table = access.organised_table(request, slug, number)
    form = TableForm(request.POST or None, instance=table)
    if form.is_valid():
        form.keep(by={"user": request.user})
        messages.success(request, _("The name is saved. A printed card shows the old one."))
        return _to(table)
    context = {"club": table.club, "table": table, "card": cards.card(request, table), "form": form}
    return render(request, "organise/table.html", context)


@require_safe
@never_cache
def card_sheet(request, slug):
    """The cards of all tables, to print and cut."""
    club = access.organised(request, slug)
    sheet = [cards.card(request, table) for table in club.tables.filter(is_retired=False)]
    return render(request, "organise/cards.html", {"club": club, "cards": sheet})


@never_cache
def renew(request, slug, number):
    """Make a new link, after saying what that does: the old one and its devices stop at once."""
    table = access.organised_table(request, slug, number)
    form = KeyForm(request.POST or None, initial={"key": uuid.uuid4()})
    if form.is_valid():
        table.renew(by={"user": request.user}, key=form.cleaned_data["key"])
        messages.success(
            request, _("The link is new: the old card opens nothing any more. Print the new one.")
        )
        return _to(table)
    return render(request, "organise/table_renew.html", {"club": table.club, "table": table, "form": form})


@require_POST
def retire(request, slug, number):
    """Put a table away."""
    table = access.organised_table(request, slug, number)
    try:
        table.retire(by={"user": request.user})
    except StillPlaying:
        messages.error(request, _("A game runs at this table. End or cancel it first."))
    else:
        messages.success(request, _("%(table)s is retired.") % {"table": table})
    return _to(table)


@require_POST
def take_back(request, slug, number):
    """Use a retired table again."""
    table = access.organised_table(request, slug, number)
    table.take_back(by={"user": request.user})
    messages.success(request, _("%(table)s is in use again, and its card opens it.") % {"table": table})
    return _to(table)


def _to(table):
    return redirect("organise-table", table.club.slug, table.number)
