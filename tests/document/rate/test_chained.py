"""Sections that start from each other's results."""

import datetime as dt

import pytest

from tests.build import player, post, rate, section, trace

EARLY, LATE = dt.date(2025, 8, 30), dt.date(2025, 8, 31)


def one(name: str, end: dt.date | None = None, **more: object):
    first = player(1, "W2", id="M1", **more)
    return section(first, player(2, "L1", rating=1480.0), name=name, end_date=end)


def pre(rated: object, index: int) -> float | None:
    return trace(rated.sections[index], 1).entrant.rating


@pytest.mark.parametrize(
    ("first", "second", "later"),
    [(None, None, 1), (LATE, EARLY, 0), (LATE, LATE, 1)],
    ids=["without dates", "by end date", "equal dates in their order"],
)
def test_a_chained_section_starts_from_the_earlier_result(first, second, later):
    rated = rate(one("A", first), one("B", second), chain_sections=True)
    assert pre(rated, 1 - later) == 1500.0
    assert pre(rated, later) == post(rated.sections[1 - later], 1)
    assert trace(rated.sections[later], 1).entrant.games == 51
    # A player without an ID is not chained.
    assert trace(rated.sections[later], 2).entrant.rating == 1480.0


@pytest.mark.parametrize(
    ("first", "chained"),
    [
        (one("A"), False),
        (section(player(1, "W9", id="M1"), name="A"), True),
        (section(player(1, "U", id="M1", rating=1700.0), player(2), name="A"), True),
    ],
    ids=["without chaining", "a section that is not rated", "a player without a game"],
)
def test_what_carries_nothing_leaves_the_rating_of_the_file(first, chained):
    rated = rate(first, one("B"), chain_sections=chained)
    assert pre(rated, 1) == 1500.0


def test_a_first_event_makes_a_record_and_is_a_source_for_another_system():
    rated = rate(one("A", rating=None), one("B", rating=None), chain_sections=True)
    assert trace(rated.sections[1], 1).entrant.record == "all_wins"
    assert trace(rated.sections[1], 1).entrant.games == 1
    quick = section(player(1, "W2", id="M1"), player(2, "L1"), systems=("Q",))
    rated = rate(one("A"), quick, chain_sections=True)
    (source,) = trace(rated.sections[1], 1, "Q").start.sources
    assert source.x == post(rated.sections[0], 1)
