"""Matches, foreign FIDE events, estimates, and sections that are never rated."""

import datetime as dt
from typing import Any

import pytest
from msgspec.structs import replace

from tests.build import codes, player, post, rate, rate_one, section, trace
from tests.engine.make import rules
from uscalc.document.findings import Finding
from uscalc.document.model import (
    ForeignRating,
    MatchNetChanges,
    OfficialStartingRating,
    PrizeFloor,
    RatingFacts,
    RulesChoice,
)
from uscalc.engine.floors import compute_prize_floor
from uscalc.engine.trace import StandardTrace


def abroad(*results: str, games: int | None = 100, kind: str = "foreign-fide", **more):
    """One player against two with a FIDE rating and one without."""
    return rate_one(
        player(1, *results, rating=2100.0, games=games),
        player(2, rating=None, fide=2100.0),
        player(3, rating=None, fide=1900.0),
        player(4, rating=None),
        kind=kind,
        **more,
    )


def test_events_abroad_are_one_pass_against_converted_ratings():
    found = trace(abroad("W2", "D3", "W4", "W3"), 1)
    assert (found.formula, found.step4) == ("standard", None)
    assert isinstance(found.step5, StandardTrace)
    convert = rules("2025").fide_conversion
    assert found.step5.strengths == (convert(2100.0), convert(1900.0), convert(1900.0))
    assert (found.entrant.m, found.entrant.score) == (3, 2.5)
    found = trace(abroad("W3", kind="foreign-fide-youth"), 1)
    assert found.step5.strengths == (rules("2025").fide_youth_conversion(1900.0),)
    found = abroad("W2")
    assert [trace(found, number).post for number in (2, 3, 4)] == [None] * 3
    found = abroad("W2", systems=("Q",))
    assert codes(found) == ["regular-only"]
    assert [rating.system for rating in found.ratings] == ["R"]


def test_repeated_meetings_and_days_count_by_the_edition():
    assert trace(abroad("W2", "W3", "W4", "W4", "W4"), 1).no_bonus == "few-games"
    assert trace(abroad("W2", "W3", "W3"), 1).no_bonus == "repeats"
    older = abroad("W2", "W3", "W3", rules=RulesChoice("2020"))
    assert trace(older, 1).no_bonus is None
    end = dt.date(2015, 5, 31)
    assert codes(abroad("W2", end_date=end)) == ["no-foreign-events"]
    assert codes(abroad("W2", end_date=end + dt.timedelta(days=1))) == []


@pytest.mark.parametrize(
    ("edition", "games", "rated"),
    [
        *(("2015", 3, True), ("2015", 100, True), ("2020", 25, False)),
        *(("2020", 26, True), ("2025", 25, False), ("2025", None, True)),
        ("2009", 100, False),
    ],
)
def test_rated_players_of_events_abroad_by_edition(edition, games, rated):
    found = abroad("W2", "W3", games=games, rules=RulesChoice(edition))
    assert (trace(found, 1).formula == "standard") is rated
    assert (post(found, 1) != 2100.0) is rated
    assert ("no-foreign-events" in codes(found)) is (edition == "2009")


def test_a_fide_rating_dated_after_the_event_is_not_used():
    later = ForeignRating(2100.0, dt.date(2025, 10, 1))
    found = rate_one(
        player(1, "W2", "W3", rating=2100.0),
        player(2, rating=None, fide=1900.0),
        replace(player(3, rating=None), fide=later),
        kind="foreign-fide",
    )
    assert (codes(found), trace(found, 1).entrant.m) == (["dated-later"], 1)


def test_an_estimate_uses_the_opponents_ratings_as_given_or_as_they_start():
    found = rate_one(
        player(1, "W2", "D3"),
        player(2, rating=1712.0, games=3),
        player(3, rating=1390.0),
        kind="estimate",
    )
    mine = trace(found, 1)
    assert mine.step4.strengths == mine.step5.strengths == (1712.0, 1390.0)
    assert (post(found, 2), post(found, 3)) == (1712.0, 1390.0)
    young = player(2, rating=None, born="2013-09-01")
    step = trace(rate_one(player(1, "W2"), young, kind="estimate"), 1).step5
    days = (dt.date(2025, 9, 1) - dt.date(2013, 9, 1)).days
    assert step.strengths == (pytest.approx(50 * days / 365.25),)


def test_sections_are_rated_one_by_one_and_those_kept_unrated_are_not_checked():
    found = rate_one(player(1, "W9", "nonsense"), kind="unrated")
    assert (found.ratings, found.findings) == ((), ())
    broken = section(player(1, "Q"), name="Broken")
    rated = rate(section(player(1, "W2"), player(2, "L1")), broken)
    assert post(rated.sections[0], 1) is not None
    assert rated.sections[1].ratings == ()
    assert [finding.section_name for finding in rated.findings] == ["Broken"]


def test_a_match_is_capped_also_by_earlier_matches_and_needs_two_players():
    loser = player(2, *["L1"] * 6, rating=1700.0)
    found = rate_one(player(1, *["W2"] * 6), loser, kind="match")
    assert (post(found, 1), codes(found)) == (1550.0, [])
    earlier = MatchNetChanges(net_180_days=70.0, net_3_years=0.0)
    facts = RatingFacts(1500.0, games=50, matches=earlier)
    found = rate_one(player(1, *["W2"] * 6, facts=facts), loser, kind="match")
    assert post(found, 1) == 1530.0
    found = rate_one(player(1, "W2"), player(2, "L1"), player(3), kind="match")
    assert codes(found) == ["no-match"]


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        (RatingFacts(1700.0, games=20), "ratings don't allow"),
        (RatingFacts(1950.0, games=50), "400 points apart"),
        (RatingFacts(1700.0, games=50, official=1901.0), "400 points apart"),
        (RatingFacts(), "ratings don't allow"),
    ],
)
def test_an_impossible_match_is_rated_as_an_ordinary_section(facts, said):
    one, other = player(1, *["W2"] * 6), player(2, *["L1"] * 6, facts=facts)
    found = rate_one(one, other, kind="match")
    (finding,) = found.findings
    assert (finding.code, finding.severity) == ("no-match", "warns")
    assert said in finding.message
    assert post(found, 1) == post(rate_one(one, other), 1)


@pytest.mark.parametrize("kind", ["foreign-fide", "foreign-fide-youth"])
def test_a_provisional_player_abroad_is_named_and_not_rated(kind):
    found = abroad("W2", games=20, kind=kind)
    assert codes(found) == ["not-eligible"]
    assert trace(found, 1).post == trace(found, 1).entrant.rating


# Findings for facts of a player that the rating documents don't allow.


def findings(**facts: Any) -> dict[str, Finding]:
    """Return the findings of a player by code."""
    own = {key: facts.pop(key) for key in ("fide", "cfc") if key in facts}
    made = RatingFacts(**({"rating": 1700.0, "games": 60} | facts))
    first = replace(player(1, "W2", facts=made), **own)
    rated = rate_one(first, player(2, "L1", rating=1600.0, games=60))
    return {found.code: found for found in rated.findings}


@pytest.mark.parametrize(
    ("limit", "level"), [(1750, 1800), (1799, 1800), (1800, 1800), (2150, 2000)]
)
def test_a_prize_sets_the_first_hundred_that_ends_eligibility(limit, level):
    assert compute_prize_floor(limit) == level


def test_a_prize_and_a_title_are_compared_with_the_documents():
    found = findings(prize_floor=PrizeFloor(1750))["prize-level"]
    assert "under-1750 section sets a floor of 1800, not 1750" in found.message
    assert "too high to play in that section" in found.message
    assert found.remedy.startswith("Enter 1800")
    found = findings(rating=2230.0, games=299, life_master=True)["life-master"]
    assert "for 300 rated games" in found.message
    assert "based on 299" in found.message
    assert "life-master" not in findings(rating=2230.0, games=300, life_master=True)
    assert "life-master" not in findings(rating=2230.0, games=None, life_master=True)


def test_a_start_set_by_us_chess_is_based_on_no_games():
    one, none = (
        findings(initial=OfficialStartingRating(1600.0, n), rating=None, games=None)
        for n in (5, 0)
    )
    said = "is based on 0 games, but this one is based on 5"
    assert said in one["initial-games"].message
    assert "initial-games" not in none


@pytest.mark.parametrize("key", ["fide", "cfc"])
def test_a_start_set_by_us_chess_leaves_no_room_for_a_rating_abroad(key):
    facts = {"rating": None, "games": None, "initial": OfficialStartingRating(1600.0)}
    found = findings(**facts, **{key: ForeignRating(1810.0)})["initial-abroad"]
    assert f"this player has a {key.upper()} rating" in found.message
    assert "initial-abroad" not in findings(**facts)
