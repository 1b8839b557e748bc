"""Who is listed first, and in which order the rounds came, changes no rating."""

import random
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tests.engine.make import rules, section
from tests.engine.test_section_against_text import entrant, sections
from tests.often import often
from uscalc.engine.inputs import Entrant, RatedGame
from uscalc.engine.section import rate_section

usual = often(200)


def posts(entrants: tuple[Entrant, ...], edition: str) -> list[float | None]:
    made = section(entrants)
    return [player.post for player in rate_section(made, rules(edition)).players]


def same(one: list[float | None], other: list[float | None]) -> bool:
    return all(
        a == b or (a is not None and b is not None and abs(a - b) <= 1e-9)
        for a, b in zip(one, other, strict=True)
    )


@usual
@given(sections(), st.integers(0, 10**6))
def test_renumbering_the_players_changes_no_rating(people, seed):
    before = tuple(entrant(i, p) for i, p in enumerate(people, 1))
    order = list(range(len(before)))
    random.Random(seed).shuffle(order)
    place = {old: new for new, old in enumerate(order)}
    after = tuple(
        replace(
            before[old],
            numbers=(new + 1,),
            own=tuple(
                RatedGame(place[opponent], score, round_)
                for opponent, score, round_ in before[old].own
            ),
        )
        for new, old in enumerate(order)
    )
    moved = posts(after, "2025")
    assert same(posts(before, "2025"), [moved[place[i]] for i in range(len(before))])


@usual
@given(sections(), st.integers(0, 10**6), st.sampled_from(["2009", "2025"]))
def test_shuffling_the_rounds_changes_no_rating(people, seed, edition):
    before = tuple(entrant(i, p) for i, p in enumerate(people, 1))
    shuffler = random.Random(seed)
    after = []
    for player in before:
        own = list(player.own)
        shuffler.shuffle(own)
        after.append(replace(player, own=tuple(own)))
    assert same(posts(before, edition), posts(tuple(after), edition))
