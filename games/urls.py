"""The addresses of all pages."""

from django.contrib import admin
from django.contrib.auth.decorators import login_required
from django.urls import include, path
from django.views.i18n import set_language

from .views import account, members, table, watch

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

admin.site.login = login_required(admin.site.login)  # sign-in has one page, which is throttled

# What comes before a club's address is kept from clubs: see addresses.RESERVED.
urlpatterns = [
    path("", watch.home, name="home"),
    path("account/", include(of_person)),
    path("new/", account.found, name="found"),
    path("new/address/", account.address, name="found-address"),
    path("join/<str:token>/", account.join, name="join"),
    path("language/", set_language, name="language"),
    path("admin/", admin.site.urls),
    path("t/<str:token>/", table.enter, name="table-enter"),
    path("<slug:club>/tables/<int:table>/", include(at_table)),
    path("<slug:slug>/organise/members/", include(of_members)),
    path("<slug:slug>/games/<int:number>/", include(of_game)),
    path("<slug:slug>/", watch.club, name="club"),
]
