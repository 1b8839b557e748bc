"""An event with some of its facts otherwise, rated again only where that matters.

A game, a rating before the event, its number of games or a floor may be otherwise. The
result is what rating the whole event gives, to the bit, with chained sections too.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from uscalc.document.change import Edit, with_player, with_section
from uscalc.document.edits import set_rating
from uscalc.document.engine_input import RuleBook
from uscalc.document.model import Document, RatingFacts, Section
from uscalc.document.rating import (
    Carried,
    DocumentRating,
    SectionRating,
    carry_in,
    carry_out,
)
from uscalc.document.rerating import Worked, rework, work
from uscalc.document.scenario import Outcome, set_outcome
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
    """Reads `4=1850`, for player 4; None: unreadable."""
    found = _SET.fullmatch(text)
    if found is None:
        return None
    value = float(found[2])
    if fact != "rating" and value != int(value):
        return None
    return FactSet(int(found[1]), system, fact, value)


def apply(document: Document, section_index: int, changes: Sequence[Change]) -> Edit:
    """The document with every change, as one edit; refused with every reason."""
    made, name = document, "What if"
    refused: list[str] = []
    for change in changes:
        if isinstance(change, Outcome):
            edit = set_outcome(made, section_index, change)
        else:
            edit = set_fact(made, section_index, change)
        refused += edit.refused
        made, name = edit.document, edit.name
    if len(changes) != 1:
        name = f"{len(changes)} changes from What if"
    if refused:
        return Edit(document, name, tuple(refused))
    return Edit(made, name)


def set_fact(document: Document, section_index: int, change: FactSet) -> Edit:
    """The document with a fact before the event set otherwise."""
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


class WhatIf:
    """An event that has been rated, ready to be asked what would be otherwise."""

    def __init__(self, document: Document, rulebook: RuleBook) -> None:
        self.document = document
        self.rulebook = rulebook
        self.worked: dict[int, Worked] = {}
        self.rating = self._rated(document)

    def rate(self, changed: Document) -> DocumentRating:
        """The changed event rated; only what the change reaches is rated again."""
        return self._rated(changed)

    def _rated(self, document: Document) -> DocumentRating:
        """Rates in the order of the chain; the first time keeps what others build on."""
        first = not self.worked
        done: dict[int, SectionRating] = {}
        carried: Carried = {}
        for index in _order(document):
            section = document.sections[index]
            if document.chain_sections:
                section = carry_in(section, carried)
            before = None if first else self.worked.get(index)
            if before is not None:
                section = _as_before(section, before.rating.section)
            given = document
            if section is not document.sections[index]:
                given = with_section(document, index, section)
            if before is None:
                found = work(given, index, self.rulebook)
            elif section is before.rating.section and _same_end(before, given, section):
                found = before
            else:
                found = rework(before, given, index, self.rulebook)
            if first:
                self.worked[index] = found
            done[index] = found.rating
            if document.chain_sections:
                carry_out(found.rating, carried)
        rated = tuple(done[i] for i in range(len(document.sections)))
        return DocumentRating(document, rated)


def _order(document: Document) -> Iterator[int]:
    order = range(len(document.sections))
    if not document.chain_sections:
        return iter(order)
    return iter(sorted(order, key=lambda i: (document.end_of(document.sections[i]), i)))


def _same_end(before: Worked, document: Document, section: Section) -> bool:
    return before.rating.end_date == document.end_of(section)


def _as_before(section: Section, old: Section) -> Section:
    """The section with the very players of before where they are as they were.

    Whom a change does not reach is told by that.
    """
    if len(section.players) != len(old.players):
        return section
    players = tuple(
        was if was is now or was == now else now
        for was, now in zip(old.players, section.players, strict=True)
    )
    found = replace(section, players=players)
    return old if found == old else found
