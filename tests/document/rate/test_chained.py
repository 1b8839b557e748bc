"""Sections that start from each other's results."""

import datetime as dt

from tests.build import player, post, rate, section, trace

EARLY, LATE = dt.date(2025, 8, 30), dt.date(2025, 8, 31)


def one(name: str, end: dt.date | None = None, first: str = "W2", **more: object):
    other = {"W": "L", "L": "W", "D": "D"}[first[0]] + "1"
    return section(
        player(1, first, id="M1", **more),
        player(2, other, rating=1480.0),
        name=name,
        end_date=end,
    )


def pre(rated: object, index: int) -> float | None:
    return trace(rated.sections[index], 1).entrant.rating


def test_without_chaining_every_section_starts_from_the_file():
    rated = rate(one("A"), one("B"))
    assert pre(rated, 0) == pre(rated, 1) == 1500.0


def test_a_chained_section_starts_from_the_earlier_result():
    rated = rate(one("A"), one("B"), chain_sections=True)
    assert pre(rated, 0) == 1500.0
    assert pre(rated, 1) == post(rated.sections[0], 1)
    assert trace(rated.sections[1], 1).entrant.games == 51


def test_the_order_is_by_end_date():
    rated = rate(one("A", LATE), one("B", EARLY), chain_sections=True)
    assert pre(rated, 1) == 1500.0
    assert pre(rated, 0) == post(rated.sections[1], 1)


def test_equal_end_dates_keep_the_order_of_the_sections():
    rated = rate(one("A", LATE), one("B", LATE), chain_sections=True)
    assert pre(rated, 1) == post(rated.sections[0], 1)


def test_players_without_an_id_are_not_chained():
    rated = rate(one("A"), one("B"), chain_sections=True)
    assert trace(rated.sections[1], 2).entrant.rating == 1480.0


def test_a_section_that_is_not_rated_carries_nothing():
    broken = section(player(1, "W9", id="M1"), name="A")
    rated = rate(broken, one("B"), chain_sections=True)
    assert pre(rated, 1) == 1500.0


def test_a_player_without_a_game_carries_nothing():
    idle = section(player(1, "U", id="M1", rating=1700.0), player(2), name="A")
    rated = rate(idle, one("B"), chain_sections=True)
    assert pre(rated, 1) == 1500.0


def test_a_first_event_of_wins_only_makes_a_record():
    rated = rate(
        one("A", rating=None), one("B", rating=None, first="W2"), chain_sections=True
    )
    assert trace(rated.sections[1], 1).entrant.record == "all_wins"
    assert trace(rated.sections[1], 1).entrant.games == 1


def test_the_new_rating_is_a_source_for_another_system():
    quick = section(player(1, "W2", id="M1"), player(2, "L1"), systems=("Q",))
    rated = rate(one("A"), quick, chain_sections=True)
    (source,) = trace(rated.sections[1], 1, "Q").start.sources
    assert source.x == post(rated.sections[0], 1)
