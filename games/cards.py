"""The cards that lie on the tables: a code that makes a device the table's."""

from dataclasses import dataclass

import segno
from django.http.request import split_domain_port
from django.urls import reverse
from django.utils.safestring import mark_safe

from .models import Table

HERE_ALONE = ("localhost", "127.0.0.1", "[::1]")


@dataclass(frozen=True)
class Card:
    """A table's card: its link, in full and as a code; `works_here_alone` where only this computer has
    the link's host.
    """

    table: Table
    link: str
    works_here_alone: bool

    @property
    def code(self):
        """The link as a drawing that phones read, with the quiet margin that they need."""
        return mark_safe(
            segno.make(self.link, error="m", micro=False).svg_inline(omitsize=True, light="#fff")
        )


def card(request, table):
    """The card of a table, with its link as it is reached now."""
    host, _port = split_domain_port(request.get_host())
    link = request.build_absolute_uri(reverse("table-enter", args=[table.token]))
    return Card(table, link, host in HERE_ALONE)
