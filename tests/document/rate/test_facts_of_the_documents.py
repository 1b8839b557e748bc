"""Findings where a player's facts leave no room in the rating documents."""

import datetime as dt
from typing import Any

import pytest

from uscalc.document.findings import Finding
from uscalc.document.model import (
    Document,
    ForeignRating,
    OfficialStartingRating,
    Player,
    PrizeFloor,
    RatingFacts,
    Section,
)
from uscalc.document.rate.whole import rate_document
from uscalc.engine.floors import compute_prize_floor
from uscalc.rules.resolve import resolve_rules


def findings(**facts: Any) -> dict[str, Finding]:
    """The findings of a player, by code."""
    own = {key: facts.pop(key) for key in ("fide", "cfc") if key in facts}
    made = RatingFacts(**({"rating": 1700.0, "games": 60} | facts))
    players = (
        Player(1, "Abel Inventa", ratings=(("R", made),), results=("W2",), **own),
        Player(
            2,
            "Boris Madeup",
            ratings=(("R", RatingFacts(1600.0, games=60)),),
            results=("L1",),
        ),
    )
    section = Section("Open", systems=("R",), players=players)
    event = Document("Event", dt.date(2025, 9, 1), (section,))
    rated = rate_document(event, resolve_rules)
    return {found.code: found for found in rated.sections[0].findings}


@pytest.mark.parametrize(
    ("limit", "level"), [(1750, 1800), (1799, 1800), (1800, 1800), (2150, 2000)]
)
def test_a_prize_sets_the_first_hundred_that_ends_eligibility(limit, level):
    assert compute_prize_floor(limit) == level


def test_a_prize_and_a_title_are_compared_with_the_documents():
    found = findings(prize_floor=PrizeFloor(1750))["prize-level"]
    assert "under-1750 section sets a floor of 1800, not 1750" in found.message
    assert "no longer eligible" in found.message
    assert found.remedy.startswith("Enter 1800")
    found = findings(rating=2230.0, games=299, life_master=True)["life-master"]
    assert "for 300 rated games" in found.message
    assert "based on 299" in found.message
    assert "life-master" not in findings(rating=2230.0, games=300, life_master=True)
    assert "life-master" not in findings(rating=2230.0, games=None, life_master=True)


def test_a_start_set_by_us_chess_is_based_on_no_games():
    start = {"rating": None, "games": None}
    found = findings(initial=OfficialStartingRating(1600.0, 5), **start)[
        "initial-games"
    ]
    assert "counts as 0 games, but this one counts as 5" in found.message
    assert "initial-games" not in findings(
        initial=OfficialStartingRating(1600.0), **start
    )


@pytest.mark.parametrize("key", ["fide", "cfc"])
def test_a_start_set_by_us_chess_leaves_no_room_for_a_rating_abroad(key):
    facts = {"rating": None, "games": None, "initial": OfficialStartingRating(1600.0)}
    found = findings(**facts, **{key: ForeignRating(1810.0)})["initial-abroad"]
    assert f"this player has a {key.upper()} rating" in found.message
    assert "initial-abroad" not in findings(**facts)
