"""What goes into a rating: what follows from an entrant's games, and what is usual."""

import datetime as dt
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uscalc.engine.inputs import Entrant, RatedGame, SectionInput

GAMES = tuple(RatedGame(*game) for game in ((2, 1.0, 1), (3, 0.5, 2), (2, 0.0, 3)))


@given(st.lists(st.tuples(st.integers(2, 6), st.sampled_from([0.0, 0.5, 1.0]))))
def test_what_follows_from_the_games(own: list[tuple[int, float]]) -> None:
    entrant = Entrant((1,), 1500.0, own=tuple(RatedGame(*game, 1) for game in own))
    assert entrant.opponents == tuple(place for place, _ in own)
    assert entrant.m == len(own)
    assert entrant.score == sum(score for _, score in own)
    assert entrant.wins == sum(score == 1.0 for _, score in own)
    assert entrant.draws == sum(score == 0.5 for _, score in own)
    met = Counter(place for place, _ in own)
    assert entrant.most_meetings == max(met.values(), default=0)


@pytest.mark.parametrize("count", [19, 20, 21])
def test_meetings_are_counted_alike_in_short_events_and_long(count: int) -> None:
    own = tuple(RatedGame(2 + place // 3, 1.0, place) for place in range(count))
    assert Entrant((1,), 1500.0, own=own).most_meetings == 3


def test_another_fact_leaves_the_games_as_they_are() -> None:
    entrant = Entrant((1, 4), 1500.0, 10, own=GAMES)
    other = entrant.with_facts(rating=1600.0, games=None)
    assert other == replace(entrant, rating=1600.0, games=None)
    assert (other.own, other.score, other.most_meetings) == (GAMES, 1.5, 2)
    assert (entrant.rating, entrant.games) == (1500.0, 10)
    assert entrant.with_facts() == entrant
    every = {
        name: getattr(entrant, name)
        for name in vars(entrant)
        if name not in ("own", "opponents", "score", "m", "most_meetings")
        and name not in ("wins", "draws")
    }
    assert entrant.with_facts(**every) == entrant


@pytest.mark.parametrize("name", ["own", "score", "opponents", "colour"])
def test_what_is_no_fact_cannot_be_changed(name: str) -> None:
    with pytest.raises(TypeError, match=f"^{name} is no fact of an entrant$"):
        Entrant((1,), 1500.0, own=GAMES).with_facts(**{name: ()})


def test_the_lowest_number_stands_for_a_member() -> None:
    assert Entrant((3, 7), None).number == 3


def test_a_section_is_an_event_in_one_system_with_the_whole_k() -> None:
    section = SectionInput("R", dt.date(2025, 3, 2), ())
    assert (section.kind, section.dual, section.half_k) == ("event", False, False)
