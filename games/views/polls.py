"""How pages that follow what is played are answered, every two seconds each."""

from django.http import HttpResponse

from games import playing, rows


def poll(request, polled, games, load, show):
    """Nothing for a page that shows the tag it sends, by one query where anything is played that anybody may
    see: `polled` are these games. What `show` answers otherwise, of what `load` finds or refuses; `games`
    finds those that this reader may see.
    """
    tag = request.GET.get("tag")
    if polled and playing.tag(polled) == tag:
        return HttpResponse(status=204)
    about = load()
    if playing.tag(games().order_by("number").only(*playing.TAGGED)) == tag:
        return HttpResponse(status=204)
    with rows.of_one_moment():
        return show(about)
