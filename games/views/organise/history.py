"""All that was done in the club."""

from django.core.paginator import Paginator
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import access, history

A_PAGE = 100


@require_safe
def page(request, slug):
    """The club's changes, the latest first."""
    club = access.organised(request, slug)
    page = Paginator(history.of(club), A_PAGE).get_page(request.GET.get("page"))
    context = {"club": club, "page": page, "changes": history.lines(club, page.object_list)}
    return render(request, "organise/history.html", context)
