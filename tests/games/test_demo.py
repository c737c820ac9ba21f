"""What somebody who looks around in the demo finds of a league."""

import re

import pytest
from django.core.management import call_command

from games import demo
from games.management.commands.build_demo import Demo
from games.management.commands.rebuild import rebuild
from games.models import Club, User

from .test_watch import text

pytestmark = pytest.mark.django_db


def test_the_demo_shows_a_league_with_all_that_belongs_to_one(client):
    call_command("build_demo", verbosity=0)
    club = Club.objects.get()
    assert club.games.finished().exclude(hands=None).distinct().count() == 300
    assert 20 <= club.players.count() < 30
    running, ended = club.seasons.all()
    assert running == club.current_season and ended.ends < running.starts
    assert club.games.running().count() == 2
    standings = text(client.get(f"/{club.slug}/standings/"))
    assert f"Fewer than {running.minimum_games} games, without a place" in standings
    assert "Points race" in standings and "Ratings" in standings
    assert "All points of the season add up to −20.0:" in standings and "came half an hour late" in standings
    assert "144 games on 24 days" in standings
    past = text(client.get(f"/{club.slug}/standings/{ended.pk}/"))
    assert "All points of the season add up to 0.0" in past
    page = text(client.get(f"/{club.slug}/"))
    assert "Playing now Live" in page and "Table 1 南3局 South 3" in page and "Latest games" in page
    assert "Yakuman" in text(client.get(f"/{club.slug}/players/{club.players.get(short_name='Marek').pk}/"))
    assert not club.changes.filter(user=None, table=None).exists()
    assert not list(rebuild(club))
    call_command("build_demo", verbosity=0)
    assert Club.objects.count() == 1


def test_anybody_is_the_demos_organiser(client, settings):
    club = Demo().club
    assert demo.password() not in client.get(f"/{club.slug}/").content.decode()
    settings.DEMO = True
    page = client.get(f"/{club.slug}/").content.decode()
    sent = re.findall(r'<input type="hidden" name="(username|password|next)" value="([^"]*)"', page)[:3]
    answer = client.post("/account/sign-in/", dict(sent), follow=True)
    assert "Organise Riverside Riichi Club" in text(answer)
    assert demo.password() not in client.get(f"/{club.slug}/").content.decode()


@pytest.mark.parametrize("somebody", [None, "noor@example.org"])
def test_a_club_of_somebody_else_is_not_opened(client, settings, somebody):
    settings.DEMO = True
    club = Club.objects.create(name="Harbour", slug="harbour")
    if somebody:
        club.memberships.create(user=User.objects.create_user(somebody, "x"), role="owner")
    assert demo.password() not in client.get("/harbour/").content.decode()
