"""An event with some of its facts otherwise.

A game, a rating before the event, its number of games or a floor may be otherwise;
`whole.work_document` rates again what that reaches.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from uscalc.document.change import Edit, with_player
from uscalc.document.edit.cells import set_rating
from uscalc.document.model import Document, RatingFacts
from uscalc.document.queries.scenario import OUTCOMES, Outcome, set_outcome
from uscalc.engine.systems import System

Fact = Literal["rating", "games", "floor"]

FACT_WORDS: Final = {
    "rating": "rating",
    "games": "number of games",
    "floor": "floor",
}
HIGHEST_FLOOR: Final = 2200
_SET = re.compile(r"\s*(\d+)\s*=\s*(\d+(?:\.\d+)?)\s*")


@dataclass(frozen=True, slots=True)
class FactSet:
    """A fact before the event set otherwise, of a pairing number in a system."""

    player: int
    system: System
    fact: Fact
    value: float


Change = Outcome | FactSet


def parse_fact(text: str, fact: Fact, system: System) -> FactSet | None:
    """Read `4=1850`, for player 4; None: unreadable."""
    found = _SET.fullmatch(text)
    if found is None:
        return None
    value = float(found[2])
    if fact != "rating" and value != int(value):
        return None
    return FactSet(int(found[1]), system, fact, value)


def apply_changes(
    document: Document, section_index: int, changes: Sequence[Change]
) -> Edit:
    """Return the document with every change, as one edit.

    Rejected with every reason where one of them is impossible, as when a game is gone.
    """
    made, name = document, "Results from What if"
    rejected: list[str] = []
    for change in changes:
        if isinstance(change, Outcome):
            edit = set_outcome(made, section_index, change)
            place = f"round {change.round}, player {change.player}"
            name = f"What if: {place}: {OUTCOMES[change.letter]}"
        else:
            edit = set_fact(made, section_index, change)
            place, name = f"player {change.player}", edit.name
        rejected += [f"{place}: {reason}" for reason in edit.refused]
        made = edit.document
    if len(changes) > 1:
        results = all(isinstance(change, Outcome) for change in changes)
        name = f"{len(changes)} {'results' if results else 'changes'} from What if"
    if rejected:
        return Edit(document, name, tuple(rejected))
    return Edit(made, name)


def set_fact(document: Document, section_index: int, change: FactSet) -> Edit:
    """Return the document with a fact before the event set otherwise."""
    section = document.sections[section_index]
    name = (
        f"What if: player {change.player}, {FACT_WORDS[change.fact]} {change.value:g}"
    )
    rows = [i for i, p in enumerate(section.players) if p.number == change.player]
    if not rows:
        return Edit(document, name, (f"there is no player {change.player}",))
    row = rows[0]
    facts = section.players[row].facts(change.system)
    if change.fact != "rating" and facts.rating is None:
        why = f"player {change.player} is unrated, and so has no {FACT_WORDS[change.fact]}"
        return Edit(document, name, (why,))
    if change.fact == "floor":
        if not 100 <= change.value <= HIGHEST_FLOOR:
            why = f"a floor is from 100 to {HIGHEST_FLOOR}; {change.value:g} is not"
            return Edit(document, name, (why,))
        new = replace(facts, floor=int(change.value))
        return Edit(_with_facts(document, section_index, row, change.system, new), name)
    rating, games = facts.rating, facts.games
    if change.fact == "rating":
        rating = change.value
    else:
        games = int(change.value)
    edit = set_rating(document, section_index, row, change.system, rating, games)
    return replace(edit, name=name)


def _with_facts(
    document: Document, section_index: int, row: int, system: System, facts: RatingFacts
) -> Document:
    player = document.sections[section_index].players[row]
    ratings = tuple(
        (name, facts if name == system else old) for name, old in player.ratings
    )
    return with_player(document, section_index, row, replace(player, ratings=ratings))
