"""The addresses of all pages."""

from django.urls import include, path

from .views import table, watch

at_table = [
    path("", table.board, name="table-board"),
    path("entry/", table.entry, name="table-entry"),
    path("hands/", table.record, name="table-record"),
    path("riichi/", table.riichi, name="table-riichi"),
    path("undo/", table.undo, name="table-undo"),
    path("log/", table.log_page, name="table-log"),
    path("start/", table.start, name="table-start"),
    path("next/", table.next_game, name="table-next"),
    path("end/", table.end, name="table-end"),
]

of_game = [
    path("", watch.game, name="game"),
    path("live/", watch.live, name="game-live"),
    path("record.json", watch.record, name="game-record"),
]

urlpatterns = [
    path("", watch.home, name="home"),
    path("t/<str:token>/", table.enter, name="table-enter"),
    path("<slug:club>/tables/<int:table>/", include(at_table)),
    path("<slug:slug>/games/<int:number>/", include(of_game)),
    path("<slug:slug>/", watch.club, name="club"),
]
