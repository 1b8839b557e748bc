"""Systems, rules and facts that a section asks for, and what is said about them."""

import datetime as dt
from dataclasses import replace

import pytest

from tests.build import codes, player, post, rate_one
from uscalc.document.model import (
    BirthDate,
    ForeignRating,
    OfficialStartingRating,
    PrizeFloor,
    RatingFacts,
    RulesChoice,
)
from uscalc.document.rate.rated import stops_rating
from uscalc.engine.inputs import System
from uscalc.rules.resolve import resolve_rules

ONE, OTHER = player(1, "W2"), player(2, "L1")


def systems(**more: object) -> list[System]:
    rated = rate_one(ONE, OTHER, **{"systems": None} | more)
    return [rating.system for rating in rated.ratings]


def test_the_time_control_decides_the_systems_by_the_rules_in_force():
    assert systems(time_control="G/90;d5") == ["R"]
    assert systems(time_control="G/45;d5") == ["R", "Q"]
    assert systems(time_control="G/5;d0") == ["B"]
    assert systems(time_control="G/45;d5", online=True) == ["OR"]
    old = dt.date(2012, 8, 10)
    assert systems(time_control="G/60;d10", end_date=old) == ["R", "Q"]
    assert systems(time_control="G/60;d10") == ["R"]
    assert systems(time_control="G/5;d0", systems=("R",)) == ["R"]
    assert systems(systems=("R", "Q")) == ["R", "Q"]
    rated = rate_one(ONE, OTHER, systems=("R", "Q"), time_control="G/90;d5")
    assert [rating.dual for rating in rated.ratings] == [True, True]
    assert not rate_one(ONE, OTHER).ratings[0].dual
    chosen = RulesChoice("2009")
    assert systems(time_control="G/28;d5") == ["R", "Q"]
    assert systems(time_control="G/28;d5", rules=chosen) == ["Q"]


@pytest.mark.parametrize("control", [None, "", "abc", "G/2"])
def test_without_a_usable_time_control_nothing_is_rated(control):
    rated = rate_one(ONE, OTHER, systems=None, time_control=control)
    assert codes(rated) == ["systems"]
    assert rated.ratings == ()


@pytest.mark.parametrize(
    ("system", "day", "existed"),
    [
        ("B", "2013-02-28", False),
        ("B", "2013-03-01", True),
        ("OB", "2014-09-30", False),
        ("OB", "2014-10-01", True),
        ("OQ", "2015-02-28", False),
        ("OQ", "2015-03-01", True),
        ("OR", "2020-05-31", False),
        ("OR", "2020-06-01", True),
    ],
)
def test_a_system_before_it_existed_is_a_finding_and_still_rated(system, day, existed):
    end = dt.date.fromisoformat(day)
    rated = rate_one(ONE, OTHER, systems=(system,), end_date=end)
    assert codes(rated) == ([] if existed else ["no-such-system"])
    assert post(rated, 1, system) is not None


def test_an_unknown_rating_matters_if_the_player_or_an_opponent_plays():
    unknown = replace(OTHER, ratings=(*OTHER.ratings, ("Q", RatingFacts(unknown=True))))
    rated = rate_one(ONE, unknown, systems=("R", "Q"))
    assert [rating.system for rating in rated.ratings] == ["R"]
    (finding,) = rated.findings
    assert (finding.code, finding.system, finding.player) == ("rating-unknown", "Q", 2)
    assert not stops_rating(rated.findings)
    idle = player(3, "U", facts=RatingFacts(unknown=True))
    rated = rate_one(ONE, OTHER, idle)
    assert codes(rated) == []
    assert post(rated, 1) is not None
    rated = rate_one(player(1, "N2"), player(2, "", facts=RatingFacts(unknown=True)))
    assert codes(rated) == ["rating-unknown"]


def test_an_edition_or_a_single_rule_replaces_that_of_the_date():
    by_date = rate_one(ONE, OTHER)
    by_key = rate_one(ONE, OTHER, rules=RulesChoice("2009"))
    assert by_date.ratings[0].trace.rules.edition == "2025"
    assert by_key.ratings[0].trace.rules.edition == "2009"
    assert by_key.ratings[0].trace.rules.date is None
    assert post(by_date, 1) != post(by_key, 1)
    strong = [player(1, "W2", "W3", "W4"), *(player(n, *_lost(n)) for n in (2, 3, 4))]
    bonus = rate_one(*strong, rules=RulesChoice("2025", (("bonus_multiplier", 0.0),)))
    plain = rate_one(*strong, rules=RulesChoice("2025"))
    rules = bonus.ratings[0].trace.rules
    assert rules.overridden == ("bonus_multiplier",)
    assert rules.edition == "2025"
    by_date = RulesChoice(None, (("bonus_multiplier", 0.0),))
    assert post(rate_one(*strong, rules=by_date), 1) == post(bonus, 1)
    before, after = post(plain, 1), post(bonus, 1)
    assert after > before
    choice = RulesChoice("2025", (("match_change_cap", None),))
    rules = resolve_rules(choice, dt.date(2025, 9, 1), "R")
    assert rules.match_change_cap is None
    rated = rate_one(ONE, OTHER, half_k=True)
    assert codes(rated) == ["half-k"]
    assert post(rated, 1) == post(rate_one(ONE, OTHER), 1)


def _lost(number: int) -> list[str]:
    return ["L1" if round_ == number - 1 else "U" for round_ in (1, 2, 3)]


@pytest.mark.parametrize(
    ("choice", "words"),
    [
        (RulesChoice("1999"), ["'1999'"]),
        (RulesChoice("2025", (("bonus", 3.0),)), ["'bonus'", "bonus_multiplier"]),
        (RulesChoice("2025", (("edition", "2009"),)), ["'edition'"]),
        (RulesChoice("2025", (("age_formula", 3.0),)), ["'age_formula'"]),
        (RulesChoice("2025", (("bonus_multiplier", "x"),)), ["bonus_multiplier", "x"]),
        (RulesChoice("2025", (("storage", "big"),)), ["storage", "integer, float"]),
        (RulesChoice("2025", (("bonus_multiplier", None),)), ["bonus_multiplier"]),
    ],
)
def test_rules_that_do_not_exist_are_a_finding(choice, words):
    rated = rate_one(ONE, OTHER, rules=choice)
    assert rated.ratings == ()
    (finding,) = rated.findings
    assert (finding.code, finding.severity) == ("rules", "stops")
    for word in words:
        assert word in finding.message


def test_dates_after_the_event_are_not_used():
    late = replace(
        player(1, "W2", rating=None), birth=BirthDate(dt.date(2025, 9, 2)), adult=True
    )
    rated = rate_one(late, OTHER)
    assert codes(rated) == ["born-later"]
    assert rated.ratings[0].find_trace(1).start.r0 == 1300.0
    tomorrow = dt.date(2025, 9, 2)
    late = replace(
        player(1, "W2", rating=None, born="2010-09-01"),
        ratings=(("Q", RatingFacts(1800.0, games=50, as_of=tomorrow)),),
        fide=ForeignRating(2100.0, tomorrow),
        cfc=ForeignRating(1900.0, tomorrow),
    )
    rated = rate_one(late, OTHER)
    assert codes(rated) == ["dated-later"] * 3
    assert all(finding.severity == "warns" for finding in rated.findings)
    assert rated.ratings[0].find_trace(1).start.sources == ()
    assert rated.ratings[0].find_trace(1).start.how == "age"
    today = dt.date(2025, 9, 1)
    new = replace(
        player(1, "W2", rating=None),
        ratings=(("Q", RatingFacts(1800.0, games=50, as_of=today)),),
    )
    rated = rate_one(new, OTHER)
    assert codes(rated) == []
    assert rated.ratings[0].find_trace(1).start.r0 == 1800.0


def test_unknown_systems_are_no_source_and_an_official_start_comes_first():
    new = replace(
        player(1, "W2", rating=None),
        ratings=(("Q", RatingFacts(unknown=True)), ("B", RatingFacts())),
    )
    assert rate_one(new, OTHER).ratings[0].find_trace(1).start.sources == ()
    facts = RatingFacts(initial=OfficialStartingRating(406.0, 0))
    start = rate_one(player(1, "W2", facts=facts), OTHER).ratings[0].find_trace(1).start
    assert (start.r0, start.n, start.how) == (406.0, 0, "office")


@pytest.mark.parametrize(
    ("amount", "day", "floored"),
    [
        (2500.0, "2019-01-01", True),
        (2500.0, "2021-01-01", False),
        (4000.0, "2021-01-01", True),
    ],
)
def test_the_day_of_a_prize_says_whether_it_sets_a_floor(amount, day, floored):
    prize = PrizeFloor(1500, amount, dt.date.fromisoformat(day))
    facts = RatingFacts(1500.0, games=50, prize_floor=prize)
    rated = rate_one(player(1, "L2", facts=facts), player(2, "W1"))
    assert (post(rated, 1) == 1500.0) is floored
