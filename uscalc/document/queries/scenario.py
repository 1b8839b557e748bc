"""Apply what-if results and facts, and list their effect on every rating."""

import re
from collections.abc import Mapping, Sequence
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from uscalc.document.cells import Outcome as CellOutcome
from uscalc.document.cells import format_cell, parse_entries, read_cell
from uscalc.document.edit.cells import set_rating, set_result
from uscalc.document.model import Document, Edit, Section, with_player
from uscalc.document.rate.rated import SystemRating
from uscalc.engine.inputs import System

_SET = re.compile(r"\s*(\d+)\s*:\s*(\d+)\s*=\s*([WDLwdl])\s*")
OUTCOMES: Final[Mapping[str, CellOutcome]] = {"W": "win", "D": "draw", "L": "loss"}
LETTERS: Final = {"win": "W", "draw": "D", "loss": "L"}


class Outcome(Struct, frozen=True):
    """A changed result: its round (from 1), a pairing number, and W, D or L.

    `game` is the position in a round with several games; None in a round with one.
    """

    round: int
    player: int
    letter: str
    game: int | None = None


def parse_outcome(text: str) -> Outcome | None:
    """Parse `7:4=W`: player 4 wins in round 7. Return None if unreadable."""
    found = _SET.fullmatch(text)
    if found is None:
        return None
    return Outcome(int(found[1]), int(found[2]), found[3].upper())


def set_outcome(document: Document, section_index: int, outcome: Outcome) -> Edit:
    """Return the document with one game's result set on both sides.

    It is refused if the player has no game in that round.
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
    entries = list(parse_entries(results[outcome.round - 1]))
    at = outcome.game or 0
    single = len(entries) == 1 if outcome.game is None else at < len(entries)
    if not single or entries[at].opponent is None or not entries[at].is_pairing:
        return Edit(
            document,
            name,
            (
                f"player {outcome.player} has no game in round {outcome.round}, or more than one",
            ),
        )
    entries[at] = replace(entries[at], outcome=OUTCOMES[outcome.letter])
    return set_result(
        document, section_index, row, outcome.round - 1, format_cell(tuple(entries))
    )


def get_game_key(
    document: Document, section_index: int, outcome: Outcome
) -> tuple[int, frozenset[int]]:
    """Return the key of an outcome's game: its round and its two pairing numbers."""
    players = document.sections[section_index].players
    cells = [
        parse_entries(read_cell(player, outcome.round - 1))
        for player in players
        if player.number == outcome.player
    ]
    # An edit may have removed the game or its player.
    opponent = cells[0][0].opponent if cells and cells[0] else None
    return outcome.round, frozenset({outcome.player, opponent or 0})


class WhatIfGame(Struct, frozen=True):
    """A game of one player whose result can be changed in What if.

    `round` counts from 1, `opponent` is a pairing number. `letter` is W, D or L as in
    the crosstable, None for an unplayed game. `game` is that of an `Outcome`.
    """

    round: int
    opponent: int
    letter: str | None
    game: int | None = None


def list_own_games(
    section: Section, row: int, several: bool = False
) -> tuple[WhatIfGame, ...]:
    """Return the games of a row against opponents in the section, by round.

    Byes, forfeits and cells with errors are left out, and rounds with several games
    unless `several` is true.
    """
    numbers = {player.number for player in section.players}
    found = []
    for index, text in enumerate(section.players[row].results):
        entries = parse_entries(text)
        if len(entries) > 1 and not several:
            continue
        for place, entry in enumerate(entries):
            other = entry.opponent
            if entry.is_pairing and other is not None and other in numbers:
                game = place if len(entries) > 1 else None
                found.append(
                    WhatIfGame(index + 1, other, LETTERS.get(entry.outcome), game)
                )
    return tuple(found)


def add_outcome(
    document: Document, section: int, outcomes: Sequence[Outcome], new: Outcome
) -> tuple[Outcome, ...]:
    """Return the outcomes with one more; it replaces an earlier outcome of the same game."""
    game = get_game_key(document, section, new)
    return (*[o for o in outcomes if get_game_key(document, section, o) != game], new)


def remove_outcome(
    document: Document,
    section: int,
    outcomes: Sequence[Outcome],
    player: int,
    round_: int,
) -> tuple[Outcome, ...]:
    """Return the outcomes without the outcome of a player's game in a round."""
    game = get_game_key(document, section, Outcome(round_, player, "D"))
    return tuple(o for o in outcomes if get_game_key(document, section, o) != game)


class Ripple(Struct, frozen=True):
    """One player's rating with the real results and with the what-if results."""

    number: int
    before: float
    after: float

    @property
    def moved(self) -> float:
        """The change of the rating, in points."""
        return self.after - self.before


def list_ripples(before: SystemRating, after: SystemRating) -> tuple[Ripple, ...]:
    """Return the players whose ratings change, the largest change first."""
    posts = (
        (number, before.find_trace(number).post, after.find_trace(number).post)
        for number in before.places
    )
    found = (
        Ripple(number, one, other)
        for number, one, other in posts
        if one is not None and other is not None and one != other
    )
    return tuple(sorted(found, key=lambda ripple: -abs(ripple.moved)))


Fact = Literal["rating", "games", "floor"]

FACT_WORDS: Final = {
    "rating": "rating",
    "games": "number of games",
    "floor": "floor",
}
HIGHEST_FLOOR: Final = 2200
_SET_WHAT_IF = re.compile(r"\s*(\d+)\s*=\s*(\d+(?:\.\d+)?)\s*")


class FactSet(Struct, frozen=True):
    """A changed fact before the event, of a pairing number in a system."""

    player: int
    system: System
    fact: Fact
    value: float


Change = Outcome | FactSet


def parse_fact(text: str, fact: Fact, system: System) -> FactSet | None:
    """Parse `4=1850`: a fact of player 4. Return None if unreadable."""
    found = _SET_WHAT_IF.fullmatch(text)
    if found is None:
        return None
    value = float(found[2])
    return (
        None
        if fact != "rating" and value != int(value)
        else FactSet(int(found[1]), system, fact, value)
    )


def apply_changes(
    document: Document, section_index: int, changes: Sequence[Change]
) -> Edit:
    """Return the document with every change, as one edit.

    It is refused with all reasons if any change is impossible, for example if a game no
    longer exists.
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
    return Edit(document, name, tuple(rejected)) if rejected else Edit(made, name)


def set_fact(document: Document, section_index: int, change: FactSet) -> Edit:
    """Return the document with a changed pre-event fact."""
    section = document.sections[section_index]
    name = (
        f"What if: player {change.player}, {FACT_WORDS[change.fact]} {change.value:g}"
    )
    rows = [i for i, p in enumerate(section.players) if p.number == change.player]
    if not rows:
        return Edit(document, name, (f"there is no player {change.player}",))
    row = rows[0]
    player = section.players[row]
    facts = player.facts(change.system)
    if change.fact != "rating" and facts.rating is None:
        why = f"player {change.player} is unrated and has no {FACT_WORDS[change.fact]}"
        return Edit(document, name, (why,))
    if change.fact == "floor":
        if not 100 <= change.value <= HIGHEST_FLOOR:
            why = f"a floor is from 100 to {HIGHEST_FLOOR}; {change.value:g} is not"
            return Edit(document, name, (why,))
        new = replace(facts, floor=int(change.value))
        ratings = dict(player.ratings) | {change.system: new}
        changed = replace(player, ratings=tuple(ratings.items()))
        return Edit(with_player(document, section_index, row, changed), name)
    figure = (
        (change.value, facts.games)
        if change.fact == "rating"
        else (facts.rating, int(change.value))
    )
    return replace(
        set_rating(document, section_index, row, change.system, *figure), name=name
    )
