"""Whole sections compared with a second implementation of the five steps."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.make import rules, section
from tests.engine.section_oracle import Person, Text, rate
from tests.often import often
from uscalc.engine.inputs import Entrant, FloorFacts, InitialRatingFacts, RatedGame
from uscalc.engine.section import rate_section

TEXTS = {
    "2009": Text(False, 6.0, False, False, True, 1400, False, True),
    "2015": Text(True, 12.0, False),
    "2020": Text(True, 14.0, False),
    "2025": Text(True, 10.0, True),
}

levels = st.one_of(
    st.integers(100, 2650).map(float),
    st.floats(100, 2650, allow_nan=False),
    st.sampled_from([800.0, 1200.0, 1600.0, 2000.0, 2200.0, 2355.0, 2500.0]),
)
whole_levels = st.integers(100, 2650).map(float)
scores = st.sampled_from([0.0, 0.5, 1.0])
GAMES = {
    "established": st.integers(26, 999),
    "unknown": st.none(),
    "provisional": st.integers(9, 25),
    "few": st.integers(0, 8),
}


@st.composite
def people(draw: Callable[..., Any], whole: bool = False) -> Person:
    level = draw(whole_levels if whole else levels)
    counts = tuple(draw(st.integers(0, most)) for most in (15, 9, 9))
    kind = draw(st.sampled_from([*GAMES, "one-way", "new", "sourced"]))
    if kind == "new":
        return Person(None, None, start=(draw(levels), 0))
    if kind == "sourced":
        return Person(None, None, start=(level, draw(st.integers(1, 10))))
    if kind == "one-way":
        history = draw(st.sampled_from(["all_wins", "all_losses"]))
        return Person(level, draw(st.integers(0, 60)), history, counts=counts)
    peak = level + draw(st.sampled_from([0.0, 0.49, 0.5, 133.0]))
    known = peak if kind == "established" and draw(st.booleans()) else None
    return Person(level, draw(GAMES[kind]), peak=known, counts=counts)


@st.composite
def sections(draw: Callable[..., Any], whole: bool = False) -> list[Person]:
    """Generate people and games, with byes, repeated opponents and one-sided games."""
    found = draw(st.lists(people(whole), min_size=2, max_size=8))
    pairs = st.tuples(
        st.integers(0, len(found) - 1),
        st.integers(0, len(found) - 1),
        scores,
        st.sampled_from([True, True, True, False]),
    )
    for one, other, score, both in draw(st.lists(pairs, min_size=1, max_size=18)):
        if one == other:
            continue
        found[one].games.append((other, score))
        if both:
            found[other].games.append((one, 1.0 - score))
    return found


def entrant(number: int, person: Person) -> Entrant:
    wins, draws, events = person.counts
    return Entrant(
        (number,),
        person.rating,
        person.n,
        person.history,
        tuple(RatedGame(o, score, i) for i, (o, score) in enumerate(person.games, 1)),
        InitialRatingFacts(office=person.start),
        FloorFacts(peak=person.peak, wins=wins, draws=draws, events=events),
    )


def compare(found: list[Person], edition: str, dual: bool = False) -> None:
    made = section(tuple(entrant(i, p) for i, p in enumerate(found, 1)), dual=dual)
    players = rate_section(made, rules(edition)).players
    text = TEXTS[edition]
    if dual and edition != "2009":
        text = Text(text.newer_games_formula, text.bonus, text.three_games_repeat, True)
    rate(found, text)
    for got, want in zip(players, found, strict=True):
        assert got.effective.n_eff == pytest.approx(want.effective, abs=1e-9)
        for name in ("step3", "step4", "step5"):
            step, expected = getattr(got, name), getattr(want, name)
            if got.formula == "none" or expected is None:
                assert step is None
            else:
                assert step.result == pytest.approx(expected, abs=1e-6)
        if want.final is None:
            assert got.post is None
        else:
            assert got.post == pytest.approx(want.final, abs=1e-6)
        if want.games:
            count = None if want.n is None else want.n + len(want.games)
            assert got.post_games == count


@pytest.mark.parametrize("edition", ["2015", "2020", "2025"])
@often(250)
@given(found=sections())
def test_every_step_of_every_player_agrees(edition, found):
    compare(found, edition)


@often(250)
@given(found=sections())
def test_a_dual_rated_section_agrees(found):
    compare(found, "2025", dual=True)


@often(250)
@given(found=sections(whole=True))
def test_the_era_of_whole_numbers_agrees(found):
    compare(found, "2009")
