"""How pages that follow what is played are answered, every two seconds each."""

from django.http import HttpResponse

from games import playing


def poll(request, games, load, show):
    """Nothing for a page that shows the tag it sends, by one query where anything is played at all; what
    `show` answers otherwise. `load` finds what the page is about, or refuses.
    """
    tag = playing.tag(games)
    about = None if tag else load()
    if request.GET.get("tag") == tag:
        return HttpResponse(status=204)
    return show(about or load())
