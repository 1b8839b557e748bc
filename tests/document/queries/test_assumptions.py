"""Assumptions are named where they move a displayed rating, and nowhere else."""

import datetime as dt
from dataclasses import replace

import pytest

from uscalc.document.model import (
    BirthDate,
    Document,
    Player,
    RatingFacts,
    RulesChoice,
    Section,
)
from uscalc.document.queries.unknowns import assumptions_of, summarize_assumptions
from uscalc.document.rate.whole import rate_document
from uscalc.rules.resolve import resolve_rules

END = dt.date(2025, 3, 2)
EXACT = {"games": 60, "rounded": False, "floor": 100, "source": "typed"}


def player(number, rating, *results, **facts):
    ratings = () if rating is None else (("R", RatingFacts(rating, **facts)),)
    return Player(number, f"Player {number}", ratings=ratings, results=results)


def assumed(*players, end=END, edition=None):
    section = Section(systems=("R",), players=players, rules=RulesChoice(edition))
    rated = rate_document(Document("Event", end, (section,)), resolve_rules)
    (found,) = rated.sections
    return assumptions_of(found, found.ratings[0])


def kinds(assumptions):
    return [a.unknown.kind for a in assumptions]


def test_nothing_is_assumed_where_everything_is_known():
    assert (
        assumed(player(1, 1700.0, "W2", **EXACT), player(2, 1600.0, "L1", **EXACT))
        == ()
    )


def test_an_unknown_game_count_matters_with_the_range_it_can_cause():
    facts = {**EXACT, "games": None}
    (found,) = assumed(
        player(1, 1700.0, "W2", "W3", **facts),
        player(2, 1750.0, "L1", "U", **EXACT),
        player(3, 1800.0, "U", "L1", **EXACT),
    )
    assert (found.unknown.kind, found.unknown.place) == ("games", 0)
    own = next(moved for moved in found.moved if moved.place == 0)
    assert own.low <= own.shown < own.high
    # With N = 1 the special formula makes two wins worth hundreds of points.
    assert own.high > 2000


@pytest.mark.parametrize(("rating", "matters"), [(1900.0, False), (2150.0, True)])
def test_an_official_rating_without_count_is_established(rating, matters):
    """Below 1928 an established rating has N* of at most 26: nothing can change."""
    facts = {**EXACT, "games": None, "source": "official"}
    found = assumed(
        player(1, rating, "W2", "W3", **facts),
        player(2, rating, "L1", "U", **EXACT),
        player(3, rating, "U", "L1", **EXACT),
    )
    assert (kinds(found) == ["games"]) is matters


def test_rounded_ratings_are_one_assumption_for_all():
    facts = {**EXACT, "rounded": None}
    found = assumed(player(1, 1700.0, "W2", **facts), player(2, 1600.0, "L1", **facts))
    assert kinds(found) == ["rounded"]
    assert found[0].points == 1
    assert summarize_assumptions(found) == [
        "rounded pre-event ratings could change 2 ratings by up to 1 point"
    ]


@pytest.mark.parametrize("edition", ["2015", "2025"])
def test_the_day_says_how_the_ratings_were_kept_that_players_bring(edition):
    facts = {**EXACT, "rounded": None}
    two = player(1, 1700.0, "W2", **facts), player(2, 1600.0, "L1", **facts)
    first = dt.date(2014, 9, 1)
    assert kinds(assumed(*two, end=first, edition=edition)) == ["rounded"]
    last = first - dt.timedelta(days=1)
    assert assumed(*two, end=last, edition=edition) == ()


def test_an_unknown_birth_date_of_an_unrated_player_matters_and_a_known_one_does_not():
    new = player(1, None, "W2", "L3")
    rest = player(2, 300.0, "L1", "U", **EXACT), player(3, 1500.0, "U", "W1", **EXACT)
    found = assumed(new, *rest)
    assert kinds(found) == ["start"]
    known = replace(new, birth=BirthDate(dt.date(2010, 1, 1)))
    assert "start" not in kinds(assumed(known, *rest))
