"""What one event tells the next: what came out goes on, and what parts is told."""

import datetime as dt
from dataclasses import replace
from typing import Any

import pytest

from tests.build import player, require
from uscalc.document.audit.in_order import CarryoverLedger, carry_in, carry_out
from uscalc.document.model import Document, PublishedRating, RatingFacts, Section
from uscalc.document.rate.whole import rate_document
from uscalc.engine.rounding import round_for_display
from uscalc.rules.resolve import resolve_rules

EARLY, LATE = dt.date(2010, 5, 1), dt.date(2010, 6, 1)
DECIMALS = dt.date(2019, 5, 1)
EVERYBODY = frozenset({1, 2})


def event(day, first, second=None) -> Document:
    """Two members, of whom the first wins."""
    other = second or RatingFacts(1500.0, games=60)
    players = (
        player(1, "W2", facts=first, id="M1"),
        player(2, "L1", facts=other, id="M2"),
    )
    section = Section("Open", systems=("R",), players=players)
    return Document(f"Event of {day}", day, (section,))


def after(document, came_out=EVERYBODY, unsure=frozenset()) -> CarryoverLedger:
    """What is known after an event."""
    (section,) = rate_document(document, resolve_rules).sections
    rating = require(section.in_system("R"))
    known: CarryoverLedger = {}
    carry_out(section, rating, document.name, came_out, unsure, known)
    return known


def post(document: Document, number: int = 1) -> float:
    """The new rating."""
    rating = rate_document(document, resolve_rules).sections[0].in_system("R")
    found = require(rating.find_trace(number).post)
    return found


def with_published(document: Document, *ratings: float) -> Document:
    """The event with what was published."""
    section = document.sections[0]
    players = tuple(
        replace(one, published=(("R", PublishedRating(rating)),))
        for one, rating in zip(section.players, ratings, strict=True)
    )
    return replace(document, sections=(replace(section, players=players),))


def facts(document: Document) -> RatingFacts:
    """What a document says of the first player."""
    return document.sections[0].players[0].facts("R")


def test_games_a_record_and_an_unknown_rating_are_carried_if_the_ratings_agree():
    first = event(EARLY, RatingFacts(1400.0, games=3, record="all_wins"))
    known = after(first)
    printed = RatingFacts(round_for_display(post(first)))
    entered = carry_in(event(LATE, printed), 0, known, {})
    assert facts(entered.document).games == 4
    assert facts(entered.document).record == "all_wins"
    assert entered.members == {(1, "R")}
    # The second member's printed rating is the one from before.
    assert [one.number for one in entered.disagreements] == [2]
    first = event(EARLY, RatingFacts(1400.0, games=3))
    unknown = RatingFacts(unknown=True)
    entered = carry_in(event(LATE, unknown), 0, after(first), {})
    assert facts(entered.document).rating == post(first)
    assert not facts(entered.document).unknown


@pytest.mark.parametrize(
    ("printed", "key", "said"),
    [
        (RatingFacts(1399.0, games=3), "rating", 1399.0),
        (RatingFacts(1400.0, games=7), "games", 7),
        # Printed as established after few games; as unrated after a rating.
        (RatingFacts(1400.0, source="published"), "games", None),
        (RatingFacts(), "rating", None),
    ],
)
def test_a_disagreement_is_reported_and_the_file_is_used(printed, key, said):
    first = event(EARLY, RatingFacts(1400.0, games=3))
    passed = {"rating": post(first), "games": 4}
    if printed.rating == 1400.0:
        printed = replace(printed, rating=float(round_for_display(post(first))))
    entered = carry_in(event(LATE, printed), 0, after(first), {})
    held = facts(entered.document)
    assert (held.rating, held.games) == (printed.rating, printed.games)
    told = entered.disagreements[0]
    assert (told.key, told.filed, told.carried) == (key, said, passed[key])
    assert (told.event, told.day, told.name) == (first.name, EARLY, "Player 1")


def test_facts_that_did_not_match_are_forgotten():
    first = event(EARLY, RatingFacts(1400.0, games=3))
    first = with_published(first, 1999.0, post(first, 2))
    known = after(first, came_out=frozenset({2}))
    assert not known.get("M1")
    assert known["M2"]["R"].facts.games == 61
    first = event(EARLY, RatingFacts(1400.0, games=3))
    second = with_published(event(LATE, RatingFacts(1400.0)), 1999.0, 1999.0)
    (section,) = rate_document(second, resolve_rules).sections
    rating = require(section.in_system("R"))
    none: frozenset[int] = frozenset()
    known = after(first)
    carry_out(section, rating, "Later", none, none, known)
    assert not known["M1"]
    assert not known["M2"]


def test_decimals_are_carried_if_all_were_known_or_published():
    exact: dict[str, Any] = {"games": 60, "rounded": False}
    rounded = event(
        DECIMALS, RatingFacts(1400.0, games=60), RatingFacts(1500.0, **exact)
    )
    sure = event(DECIMALS, RatingFacts(1400.3, **exact), RatingFacts(1500.0, **exact))
    for first, goes_on in ((rounded, False), (sure, True)):
        printed = RatingFacts(round_for_display(post(first)))
        entered = carry_in(event(DECIMALS, printed), 0, after(first), {})
        found = facts(entered.document)
        assert found.rating == (post(first) if goes_on else printed.rating)
        assert found.rounded is (False if goes_on else None)
        assert found.games == 61
    first = event(DECIMALS, RatingFacts(1400.0, games=60))
    exact = round(post(first), 2)
    known = after(with_published(first, exact, 1480.5))
    printed = RatingFacts(round_for_display(exact))
    entered = carry_in(event(DECIMALS, printed), 0, known, {})
    assert facts(entered.document).rating == exact


def test_games_that_may_be_any_of_several_go_on_only_when_asked_for():
    first = event(EARLY, RatingFacts(2100.0, games=30))
    known = after(first, unsure=frozenset({1}))
    printed = event(
        LATE, RatingFacts(round_for_display(post(first)), source="published")
    )
    assert facts(carry_in(printed, 0, known, {}).document).games == 31
    sure = carry_in(printed, 0, known, {}, unsure=False)
    assert facts(sure.document).games is None
    assert not [one for one in sure.disagreements if one.number == 1]


def test_a_section_may_start_from_before_the_event_as_from_the_section_before():
    first = event(EARLY, RatingFacts(1400.0, games=3))
    before = after(first)
    printed = RatingFacts(round_for_display(post(first)))
    both = event(LATE, printed, RatingFacts(round_for_display(post(first, 2))))
    (section,) = rate_document(both, resolve_rules).sections
    rating = require(section.in_system("R"))
    known = after(first)
    carry_out(section, rating, "Same", EVERYBODY, frozenset(), known)
    entered = carry_in(both, 0, known, before)
    assert not entered.disagreements
    assert facts(entered.document).games == 4


def test_neither_a_peak_of_the_events_read_nor_a_player_without_id_is_carried():
    first = event(EARLY, RatingFacts(1400.0, games=60))
    assert after(first)["M1"]["R"].facts.peak is None
    told = event(EARLY, RatingFacts(1400.0, games=60, peak=1700.0))
    assert after(told)["M1"]["R"].facts.peak == 1700.0
    document = event(EARLY, RatingFacts(1400.0, games=3))
    section = document.sections[0]
    players = tuple(replace(one, id=None) for one in section.players)
    assert after(replace(document, sections=(replace(section, players=players),))) == {}
