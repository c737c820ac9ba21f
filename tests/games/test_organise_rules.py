"""Seasons and rulesets: made, changed, offered at the tables; what has begun keeps what it began with."""

import uuid
from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

import rules
from games import rulebook
from games.correction.forms import GameForm
from games.forms import StartForm
from games.models import Ruleset, Season
from games.ruleset_form import RulesetForm

from .test_watch import text

SEASONS = "/riverside/organise/seasons/"
RULESETS = "/riverside/organise/rulesets/"


@pytest.fixture
def ken(signed_in, organiser):
    return signed_in(organiser)


def house(club, name="House", base="m_league", **changes):
    value = replace(rules.PRESETS[base], name=name, **changes)
    return club.rulesets.create(name=name, ruleset=rules.ruleset_to_full_json(value))


def season(browser, address="new/", **fields):
    form = {
        "name": "Spring",
        "starts": "2020-01-01",
        "ends": "2020-06-30",
        "rules": "wrc",
        "minimum_games": 5,
        "key": uuid.uuid4(),
    }
    return browser.post(SEASONS + address, form | fields, follow=True)


def filled(ruleset, club=None, **changes):
    """The form of a ruleset as a browser sends it untouched, with some answers changed."""
    form = RulesetForm(Ruleset(club=club), ruleset)
    data = {"name": ruleset.name or "House", "key": str(uuid.uuid4())}
    for key in form.fields:
        if key not in rules.OPTIONS or key == "name":
            continue
        value = getattr(ruleset, key)
        kind = rules.OPTIONS[key].kind
        if kind == "uma":
            floating = len(value) > 1
            if floating:
                data["uma-floating"] = "on"
            for count, row in enumerate(value):
                for place, figure in enumerate(row):
                    data[f"uma-{count}-{place}" if floating else f"uma-{place}"] = f"{figure / 10:g}"
        elif kind == "list":
            data[key] = list(value)
        elif kind == "flag":
            data |= {key: "on"} if value else {}
        else:
            data[key] = "" if value is None else value
    return data | changes


# Seasons


def test_a_season_is_added(ken, club):
    page = season(ken)
    assert "The season “Spring” is there." in text(page)
    assert "1 January 2020 to 30 June 2020, WRC, ranked from 5 games on" in text(page)
    assert club.seasons.get().rules == rules.PRESETS["wrc"]


def test_days_that_another_season_has_are_refused_and_kept(ken, club):
    season(ken)
    page = season(ken, name="Summer", starts="2020-06-30", ends="2020-09-30")
    assert "“Spring” (1 January 2020 to 30 June 2020) has some of these days." in text(page)
    assert 'value="Summer"' in page.content.decode() and 'value="2020-06-30"' in page.content.decode()
    assert club.seasons.count() == 1
    assert "is there" in text(season(ken, name="Summer", starts="2020-07-01", ends="2020-09-30"))


def test_the_latest_season_stands_first(ken, club):
    season(ken)
    season(ken, name="Summer", starts="2020-07-01", ends="2020-09-30")
    page = text(ken.get(SEASONS))
    assert page.index("Summer") < page.index("Spring")


def test_a_last_day_before_the_first_is_refused(ken, club):
    assert "The last day is before the first." in text(season(ken, ends="2019-12-31"))


def test_a_season_is_no_overlap_of_itself(ken, club):
    season(ken)
    page = season(ken, f"{club.seasons.get().pk}/", ends="2020-07-31", rules="kept")
    assert "is saved" in text(page)
    assert club.seasons.get().rules == rules.PRESETS["wrc"]


def test_a_season_s_new_rules_are_for_games_that_begin_after(ken, club, table, people):
    today = timezone.now().date()
    value = rules.ruleset_to_full_json(rules.PRESETS["wrc"])
    now = club.seasons.create(name="Now", starts=today, ends=today + timedelta(days=9), ruleset=value)
    game = table.begin(
        [person.name for person in people],
        [False] * 4,
        now.rules,
        draw=False,
        key=uuid.uuid4(),
        by={"table": table},
    )
    season(ken, f"{now.pk}/", starts=now.starts, ends=now.ends, rules="ema")
    assert club.current_season.rules == rules.PRESETS["ema"]
    game.refresh_from_db()
    assert game.rules == rules.PRESETS["wrc"]


def test_nonsense_is_refused(ken, club):
    page = season(ken, starts="yesterday", minimum_games="-1", rules="none")
    assert "Enter a valid date." in text(page)
    assert not club.seasons.exists()


# Rulesets


@pytest.mark.parametrize("preset", rules.PRESETS)
def test_an_untouched_form_is_the_preset_under_a_name(club, preset):
    value = rules.PRESETS[preset]
    form = RulesetForm(Ruleset(club=club), value, filled(value, club))
    assert form.is_valid(), form.errors
    assert form.rules == replace(value, name="House")


def test_every_option_is_asked_for_but_what_the_base_decides(club):
    form = RulesetForm(Ruleset(club=club), rules.PRESETS["jpml"])
    assert {*form.fields} == {*rules.OPTIONS, "key"} - {"preset", "players"}
    asked = [field.name for _, fields in form.chapters for field in fields]
    assert {*asked} == {*rules.OPTIONS} - {"preset", "players", "name"}


def test_a_ruleset_is_made_from_a_preset(ken, club):
    value = rules.PRESETS["m_league"]
    form = filled(value, club, length="tonpuusen", time_limit="75", pao=["suukantsu"])
    page = ken.post(f"{RULESETS}new/?from=m_league", form, follow=True)
    assert "“House” is there" in text(page)
    assert "Made from M-League, with 3 changes." in text(page)
    assert "Preset: Hanchan (East and South)" in text(page) and "75 minutes" in text(page)
    own = club.rulesets.get()
    assert own.rules == replace(value, name="House", length="tonpuusen", time_limit=75, pao=("suukantsu",))
    assert "M-League with 3 changes" in text(ken.get(RULESETS))


def test_a_floating_uma_is_a_small_table(ken, club):
    form = filled(rules.PRESETS["jpml"], club) | {"uma-1-0": "12,5", "uma-1-1": "−1.5"}
    ken.post(f"{RULESETS}new/?from=jpml", form)
    assert club.rulesets.get().rules.uma[1] == (125, -15, -30, -80)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"uma-0": "31"}, "The uma must add up to zero."),
        ({"uma-0": "many"}, "Each place needs a number"),
        ({"uma-0": "1e999999"}, "Each place needs a number"),
        ({"uma-0": "NaN"}, "Each place needs a number"),
        ({"uma-0": ""}, "Each place needs a number"),
        ({"honba_points": "400"}, "A honba must split into hundreds among 3 payers."),
        ({"starting_points": "25050"}, "“Starting points” cannot be “25050”."),
        ({"starting_points": "0"}, "Players must begin with some points."),
        ({"time_limit": "0"}, "greater than or equal to 1"),
        ({"length": "forever"}, "Select a valid choice."),
        ({"abortive_draws": ["four_cats"]}, "Select a valid choice."),
        ({"name": ""}, "This field is required."),
        ({"name": "WRC"}, "A preset has this name."),
    ],
)
def test_what_cannot_be_is_a_sentence_and_what_was_typed_is_kept(ken, club, changes, sentence):
    form = filled(rules.PRESETS["wrc"], club, yakitori_points="4300") | changes
    page = ken.post(f"{RULESETS}new/?from=wrc", form)
    assert sentence in text(page)
    assert 'value="4300"' in page.content.decode()
    assert not club.rulesets.exists()


def test_a_refusal_stands_beside_its_question(club):
    form = RulesetForm(
        Ruleset(club=club), rules.PRESETS["wrc"], filled(rules.PRESETS["wrc"], return_points="30050")
    )
    assert [*form.errors] == ["return_points"]


def test_two_rulesets_do_not_share_a_name(ken, club):
    house(club)
    page = ken.post(f"{RULESETS}new/?from=wrc", filled(rules.PRESETS["wrc"], club))
    assert "Another ruleset has this name." in text(page)


def test_a_form_sent_twice_makes_one(ken, club):
    form = filled(rules.PRESETS["wrc"], club)
    for _ in range(2):
        ken.post(f"{RULESETS}new/?from=wrc", form)
    assert club.rulesets.count() == 1


def test_a_copy_begins_with_what_it_is_copied_from(ken, club):
    own = house(club, time_limit=60)
    page = ken.get(f"{RULESETS}new/?from=own-{own.pk}").content.decode()
    assert 'name="time_limit" value="60"' in page


def test_a_changed_ruleset_changes_nothing_that_has_begun(ken, club, table, people):
    own = house(club)
    today = timezone.now().date()
    now = club.seasons.create(name="Now", starts=today, ends=today, ruleset=own.ruleset)
    begun = own.rules
    names = [person.name for person in people]
    by = {"table": table}
    game = table.begin(names, [False] * 4, begun, draw=False, key=uuid.uuid4(), by=by)
    ken.post(f"{RULESETS}{own.pk}/change/", filled(begun, club, time_limit="60"))
    own.refresh_from_db()
    game.refresh_from_db()
    now.refresh_from_db()
    assert own.rules == replace(begun, time_limit=60)
    assert game.rules == now.rules == begun
    ken.post(f"{RULESETS}{own.pk}/remove/")
    game.refresh_from_db()
    assert game.rules == begun and not club.rulesets.exists()


def test_a_game_starts_by_the_season_s_rules_the_club_s_own_or_a_preset(ken, club, tablet, people, table):
    own = house(club)
    today = timezone.now().date()
    value = rules.ruleset_to_full_json(rules.PRESETS["ema"])
    club.seasons.create(
        name="Now", starts=today - timedelta(days=1), ends=today + timedelta(days=1), ruleset=value
    )
    keys = [key for key, _ in StartForm(club).fields["preset"].choices]
    assert keys[:3] == ["season", f"own-{own.pk}", "tenhou"] and "ema" not in keys
    form = {f"player_{seat}": person.name for seat, person in enumerate(people)}
    tablet.post(
        "/riverside/tables/1/start/",
        {**form, "preset": f"own-{own.pk}", "length": "hanchan", "key": uuid.uuid4()},
    )
    assert club.games.get().rules == own.rules


@pytest.fixture
def begins(club):
    """A season of today begins, played by this preset."""

    def begins(preset):
        full = rules.ruleset_to_full_json(rules.PRESETS[preset])
        return club.seasons.create(name="League", starts="2020-01-01", ends="2100-01-01", ruleset=full)

    return begins


def start(people, **fields):
    seated = {f"player_{seat}": person.name for seat, person in enumerate(people)}
    return seated | {"length": "hanchan", "key": uuid.uuid4(), **fields}


def test_a_game_starts_from_a_page_that_was_made_before_the_season_began(tablet, club, people, begins):
    begins("ema")
    tablet.post("/riverside/tables/1/start/", start(people, preset="ema"))
    assert club.games.get().rules == rules.PRESETS["ema"]


def test_rules_that_are_gone_with_their_season_are_asked_for_again(tablet, club, people):
    page = text(tablet.post("/riverside/tables/1/start/", start(people, preset="season")))
    assert "These rules are not offered any more. Choose others." in page
    assert not club.games.exists()


def test_the_rules_of_the_season_are_chosen_from_a_page_made_before_it_began(ken, club, begins):
    begins("wrc")
    older = club.seasons.create(
        name="Older", starts="2010-01-01", ends="2010-12-31", ruleset=house(club).ruleset
    )
    wrong = season(ken, f"{older.pk}/", starts="2010-01-01", ends="2009-12-31", rules="wrc").content.decode()
    assert '<option value="season" selected>' in wrong  # and not the first of the list
    season(ken, f"{older.pk}/", starts="2010-01-01", ends="2010-12-31", rules="wrc")
    older.refresh_from_db()
    assert older.rules == rules.PRESETS["wrc"]


def test_a_game_is_corrected_from_a_page_that_was_made_before_the_season_began(game, begins):
    begins("ema")
    form = GameForm(game, game.facts)
    words = [word for word, _ in form.fields["ruleset"].choices]
    assert "season" in words and "ema" not in words
    assert form.fields["ruleset"].clean("ema") == rules.PRESETS["ema"]


def test_own_rules_are_made_from_the_preset_that_the_season_is_played_by(ken, begins):
    begins("wrc")
    assert ken.get(f"{RULESETS}new/?from=wrc").status_code == 200


def test_a_three_player_ruleset_takes_three(club):
    own = house(club, base="tenhou_sanma")
    assert StartForm(club).three_players == [f"own-{own.pk}", "tenhou_sanma", "mahjong_soul_sanma"]


@pytest.mark.parametrize("preset", rules.PRESETS)
def test_a_preset_is_told_in_words_option_by_option(ken, club, preset):
    page = text(ken.get(f"{RULESETS}presets/{preset}/"))
    for key, option in rules.OPTIONS.items():
        if key not in ("preset", "name"):
            assert option.label in page
    assert not rulebook.differences(rules.PRESETS[preset])


def test_a_preset_that_there_is_not_is_not_found(ken, club):
    assert ken.get(f"{RULESETS}presets/nonsense/").status_code == 404
    assert ken.get(f"{RULESETS}new/?from=nonsense").status_code == 302


def test_the_lists_take_a_handful_of_queries(ken, club, django_assert_max_num_queries):
    today = timezone.now().date()
    for number in range(8):
        own = house(club, name=f"House {number}", kiriage_mangan=False)
        Season.objects.create(club=club, name=f"S{number}", starts=today, ends=today, ruleset=own.ruleset)
    for page in (SEASONS, RULESETS):
        with django_assert_max_num_queries(7):
            ken.get(page)
