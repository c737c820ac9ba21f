"""The addresses of all pages."""

from django.contrib import admin
from django.contrib.auth.decorators import login_required
from django.urls import include, path
from django.views.i18n import set_language

from .views import (
    account,
    correct,
    download,
    export,
    league,
    members,
    organise,
    table,
    tv,
    watch,
    welcome,
)

at_table = [
    path("", table.board, name="table-board"),
    path("entry/", table.entry, name="table-entry"),
    path("hands/", table.record, name="table-record"),
    path("riichi/", table.riichi, name="table-riichi"),
    path("time/", table.call_time, name="table-time"),
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
    path("correct/", correct.correct, name="game-correct"),
    path("history/", correct.past, name="game-history"),
    path("history/dismiss/", correct.dismiss, name="game-dismiss"),
]

of_download = [
    path("records.jsonl", download.records_of_club, name="download-records"),
    path("seasons/<int:pk>/records.jsonl", download.records_of_season, name="season-download-records"),
    path("<str:what>.<str:kind>", download.of_club, name="download"),
    path("seasons/<int:pk>/<str:what>.<str:kind>", download.of_season, name="season-download"),
]

of_person = [
    path("", account.account, name="account"),
    path("sign-in/", account.sign_in, name="sign-in"),
    path("sign-out/", account.sign_out, name="sign-out"),
    path("password/", account.password, name="password"),
    path("reset/", account.reset, name="password-reset"),
    path("reset/sent/", account.reset_sent, name="password-reset-sent"),
    path("reset/<uidb64>/<token>/", account.reset_new, name="password-reset-new"),
    path("clubs/<slug:slug>/leave/", account.leave, name="leave"),
]

of_members = [
    path("", members.members, name="members"),
    path("invitations/", members.invite, name="invite"),
    path("invitations/<int:invitation>/withdraw/", members.withdraw, name="invitation-withdraw"),
    path("<int:member>/role/", members.change_role, name="member-role"),
    path("<int:member>/remove/", members.remove, name="member-remove"),
]

of_organiser = [
    path("", organise.start.start, name="organise"),
    path("history/", organise.history.page, name="organise-history"),
    path("games/", organise.games.index, name="organise-games"),
    path("games/paper/", organise.enter.enter, name="organise-game-enter"),
    path("games/<int:number>/", organise.games.game, name="organise-game"),
    path("games/<int:number>/end/", organise.games.end, name="organise-game-end"),
    path("games/<int:number>/cancel/", organise.games.cancel, name="organise-game-cancel"),
    path("games/<int:number>/restore/", organise.games.restore, name="organise-game-restore"),
    path("tables/", organise.tables.index, name="organise-tables"),
    path("tables/cards/", organise.tables.card_sheet, name="organise-table-cards"),
    path("tables/<int:number>/", organise.tables.table, name="organise-table"),
    path("tables/<int:number>/renew/", organise.tables.renew, name="organise-table-renew"),
    path("tables/<int:number>/retire/", organise.tables.retire, name="organise-table-retire"),
    path("tables/<int:number>/take-back/", organise.tables.take_back, name="organise-table-take-back"),
    path("players/", organise.players.index, name="organise-players"),
    path("players/download.<str:kind>", download.roster, name="organise-players-download"),
    path("bring/", organise.bring.page, name="organise-bring"),
    path("bring/players/", organise.bring.players, name="organise-bring-players"),
    path("bring/games/", organise.bring.games, name="organise-bring-games"),
    path("bring/<int:pk>/", organise.bring.brought, name="organise-brought"),
    path("players/new/", organise.players.add, name="organise-player-add"),
    path("players/<int:pk>/", organise.players.player, name="organise-player"),
    path("players/<int:pk>/merge/", organise.merge.choose, name="organise-player-merge"),
    path("players/<int:pk>/merge/<int:other>/", organise.merge.merge, name="organise-player-merging"),
    path("history/<int:pk>/undo/", organise.merge.undo, name="organise-merge-undo"),
    path("history/<int:pk>/give-back/", organise.seasons.give_back, name="organise-season-give-back"),
    path("players/<int:pk>/forget/", organise.players.forget, name="organise-player-forget"),
    path("seasons/", organise.seasons.index, name="organise-seasons"),
    path("seasons/new/", organise.seasons.add, name="organise-season-add"),
    path("seasons/<int:pk>/", organise.seasons.season, name="organise-season"),
    path("seasons/<int:pk>/games/", organise.seasons.take_in, name="organise-season-take-in"),
    path("ratings/", organise.seasons.ratings, name="organise-ratings"),
    path("rulesets/", organise.rulesets.index, name="organise-rulesets"),
    path("rulesets/new/", organise.rulesets.add, name="organise-ruleset-add"),
    path("rulesets/<int:pk>/", organise.rulesets.ruleset, name="ruleset"),
    path("rulesets/<int:pk>/change/", organise.rulesets.change, name="organise-ruleset-change"),
    path("rulesets/<int:pk>/remove/", organise.rulesets.remove, name="organise-ruleset-remove"),
    path("rulesets/presets/<str:preset>/", organise.rulesets.preset, name="ruleset-preset"),
    path("members/", include(of_members)),
    path("export/", export.export, name="export"),
]

admin.site.login = login_required(admin.site.login)  # sign-in has one page, which is throttled

# What comes before a club's address is kept from clubs: see addresses.RESERVED.
urlpatterns = [
    path("", watch.home, name="home"),
    path("welcome/", welcome.welcome, name="welcome"),
    path("welcome/archive/", welcome.bring, name="welcome-archive"),
    path("account/", include(of_person)),
    path("new/", account.found, name="found"),
    path("new/address/", account.address, name="found-address"),
    path("join/<str:token>/", account.join, name="join"),
    path("language/", set_language, name="language"),
    path("admin/", admin.site.urls),
    path("t/<str:token>/", table.enter, name="table-enter"),
    path("<slug:club>/tables/<int:table>/", include(at_table)),
    path("<slug:slug>/organise/", include(of_organiser)),
    path("<slug:slug>/games/<int:number>/", include(of_game)),
    path("<slug:slug>/download/", include(of_download)),
    path("<slug:slug>/sheet/<int:players>/", download.blank, name="blank-sheet"),
    path("<slug:slug>/standings/", league.current, name="standings"),
    path("<slug:slug>/standings/<int:pk>/", league.season, name="season"),
    path("<slug:slug>/players/", league.players, name="players"),
    path("<slug:slug>/players/<int:pk>/", league.player, name="player"),
    path("<slug:slug>/games/", league.games, name="games"),
    path("<slug:slug>/tv/", tv.tables, name="tv"),
    path("<slug:slug>/tv/live/", tv.live, name="tv-live"),
    path("<slug:slug>/tv/<int:number>/", tv.table, name="tv-table"),
    path("<slug:slug>/tv/<int:number>/live/", tv.table_live, name="tv-table-live"),
    path("<slug:slug>/live/", watch.club_live, name="club-live"),
    path("<slug:slug>/", watch.club, name="club"),
]
