"""Outcomes set otherwise: what each would make of everybody's rating."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from uscalc.document.cells import BadCell, Entry, parse_cell
from uscalc.document.change import Edit
from uscalc.document.edit.cells import set_result
from uscalc.document.model import Document, Section
from uscalc.document.rate.rating import SystemRating

_SET = re.compile(r"\s*(\d+)\s*:\s*(\d+)\s*=\s*([WDLwdl])\s*")
OUTCOMES: Final = {"W": "win", "D": "draw", "L": "loss"}
LETTERS: Final = {"win": "W", "draw": "D", "loss": "L"}


@dataclass(frozen=True, slots=True)
class Outcome:
    """A result set otherwise: in a round (from 1), for a pairing number, W, D or L."""

    round: int
    player: int
    letter: str


def parse_outcome(text: str) -> Outcome | None:
    """Read `7:4=W`, player 4 wins in round 7; None: unreadable."""
    found = _SET.fullmatch(text)
    if found is None:
        return None
    return Outcome(int(found[1]), int(found[2]), found[3].upper())


def set_outcome(document: Document, section_index: int, outcome: Outcome) -> Edit:
    """Return the document with one game's result set, on both sides.

    Refused where the player has no game in that round.
    """
    section = document.sections[section_index]
    name = f"Round {outcome.round}: {outcome.player} {OUTCOMES[outcome.letter]}"
    row = next(
        (i for i, p in enumerate(section.players) if p.number == outcome.player), None
    )
    if row is None:
        return Edit(document, name, (f"there is no player {outcome.player}",))
    results = section.players[row].results
    if not 1 <= outcome.round <= len(results):
        return Edit(
            document, name, (f"player {outcome.player} has no round {outcome.round}",)
        )
    cell = parse_cell(results[outcome.round - 1])
    if isinstance(cell, BadCell) or len(cell) != 1 or not _is_against_somebody(cell[0]):
        return Edit(
            document,
            name,
            (f"player {outcome.player} has no single game in round {outcome.round}",),
        )
    (entry,) = cell
    letter = (
        {"W": "N", "D": "R", "L": "S"}[outcome.letter]
        if entry.one_sided
        else (outcome.letter)
    )
    text = f"{letter}{entry.opponent}{entry.color or ''}"
    return set_result(document, section_index, row, outcome.round - 1, text)


def game_of(
    document: Document, section_index: int, outcome: Outcome
) -> tuple[int, frozenset[int]]:
    """Return what tells a game from every other: its round and its two pairing numbers."""
    section = document.sections[section_index]
    player = next(p for p in section.players if p.number == outcome.player)
    cell = parse_cell(player.results[outcome.round - 1])
    opponent = None if isinstance(cell, BadCell) else cell[0].opponent
    return outcome.round, frozenset({outcome.player, opponent or 0})


@dataclass(frozen=True, slots=True)
class WhatIfGame:
    """A game of one player that can be imagined otherwise.

    `round` counts from 1, `opponent` is a pairing number, `letter` W, D or L as it
    stands; None while it is to be played.
    """

    round: int
    opponent: int
    letter: str | None


def list_own_games(section: Section, row: int) -> tuple[WhatIfGame, ...]:
    """Return the games of a row against somebody of the section, by round.

    Rounds with several games, byes and forfeits are left out, and cells that are broken.
    """
    numbers = {player.number for player in section.players}
    found = []
    for index, text in enumerate(section.players[row].results):
        cell = parse_cell(text)
        if isinstance(cell, BadCell) or len(cell) != 1:
            continue
        (entry,) = cell
        if entry.opponent not in numbers or entry.opponent is None:
            continue
        if entry.is_game or entry.outcome == "to-play":
            letter = LETTERS.get(entry.outcome)
            found.append(WhatIfGame(index + 1, entry.opponent, letter))
    return tuple(found)


def add_outcome(
    document: Document, section: int, outcomes: Sequence[Outcome], new: Outcome
) -> tuple[Outcome, ...]:
    """Return the outcomes with one more; it replaces what was said of the same game."""
    game = game_of(document, section, new)
    kept = [o for o in outcomes if game_of(document, section, o) != game]
    return (*kept, new)


def remove_outcome(
    document: Document,
    section: int,
    outcomes: Sequence[Outcome],
    player: int,
    round_: int,
) -> tuple[Outcome, ...]:
    """Return the outcomes without what is said of a player's game in a round."""
    game = game_of(document, section, Outcome(round_, player, "D"))
    return tuple(o for o in outcomes if game_of(document, section, o) != game)


def _is_against_somebody(entry: Entry) -> bool:
    playable = entry.is_game or entry.outcome == "to-play"
    return playable and entry.opponent is not None


@dataclass(frozen=True, slots=True)
class Ripple:
    """One player's rating before and after outcomes were set otherwise."""

    number: int
    before: float
    after: float

    @property
    def moved(self) -> float:
        """How far the rating moved, in points."""
        return self.after - self.before


def list_ripples(before: SystemRating, after: SystemRating) -> tuple[Ripple, ...]:
    """Return everybody whose rating moves, the furthest first."""
    found = []
    for number in before.places:
        one, other = before.find_trace(number).post, after.find_trace(number).post
        if one is not None and other is not None and one != other:
            found.append(Ripple(number, one, other))
    found.sort(key=lambda ripple: -abs(ripple.moved))
    return tuple(found)
