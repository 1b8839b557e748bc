"""A sheet filled from a crosstable, for the player whom the user selects."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from uscalc.document.cells import BadCell, Entry, parse_cell
from uscalc.document.model import Document, Player, RatingFacts, Section
from uscalc.document.sheet.line import format_line, read_line
from uscalc.document.sheet.section import FoundPlayer
from uscalc.document.sheet.sheet import SCORES, EstimateLine, Result
from uscalc.engine.inputs import System
from uscalc.explain.numbers import format_points

LETTERS: dict[str, Result] = {"win": "W", "draw": "D", "loss": "L"}


@dataclass(frozen=True, slots=True)
class FilledEstimate:
    """The contents of a sheet's controls for a player of a crosstable.

    `lines` are the opponents as typed, each with its result. `end_date` None: the user
    is asked for it.
    """

    system: System
    end_date: dt.date | None
    rating: str
    floor: int | None
    birth_year: int | None
    lines: tuple[tuple[str, Result | None], ...]


def list_players(document: Document) -> tuple[FoundPlayer, ...]:
    """List every player of every section, in the order of the rows."""
    return tuple(
        FoundPlayer(index, player.number, player.name, section.name)
        for index, section in enumerate(document.sections)
        for player in section.players
    )


def fill_estimate(
    document: Document, found: FoundPlayer, system: System
) -> FilledEstimate:
    """Fill a sheet with the player's rating, opponents and results.

    The system is another one if the player's section isn't rated in `system`.
    """
    section = document.sections[found.section]
    players = {player.number: player for player in section.players}
    me = players[found.number]
    system = _choose_system(section, me, system)
    facts = me.facts(system)
    lines = []
    for text in me.results:
        cell = parse_cell(text)
        for entry in () if isinstance(cell, BadCell) else cell:
            line = _make_line(entry, players, system)
            if line is not None:
                lines.append(line)
    return FilledEstimate(
        system,
        document.end_date_of(section),
        _format_own_rating(facts),
        facts.floor,
        None if me.birth is None else me.birth.date.year,
        tuple(lines),
    )


def _choose_system(section: Section, me: Player, wanted: System) -> System:
    """Return the system of the sheet: the wanted one if the section is rated in it."""
    known = tuple(system for system, _ in me.ratings)
    offered = section.systems or known
    if wanted in offered or not offered:
        return wanted
    return offered[0]


def _format_own_rating(facts: RatingFacts) -> str:
    if facts.unknown:
        return ""
    if facts.rating is None:
        return "new"
    return format_line(EstimateLine(facts.rating, games=facts.games))


def _make_line(
    entry: Entry, players: dict[int, Player], system: System
) -> tuple[str, Result | None] | None:
    """Return a game as a line; None for an entry that isn't a game against an opponent."""
    result = LETTERS.get(entry.outcome)
    if entry.rated_between is not None:
        low, high = entry.rated_between
        return format_line(EstimateLine(float(low), None, float(high))), None
    if entry.opponent is None or (result is None and entry.outcome != "to-play"):
        return None
    opponent = players.get(entry.opponent)
    facts = None if opponent is None else opponent.facts(system)
    if facts is None or facts.unknown:
        # No rating: the line is marked, and the user enters it.
        return f"{result or '?'}{entry.opponent}", None
    return format_line(EstimateLine(facts.rating, games=facts.games)), result


NAME: Final = "myName"
RATING: Final = "myRatingBefore"
GAMES: Final = "myGames"
END: Final = "myEnd"


@dataclass(frozen=True, slots=True)
class SavedEstimate:
    """The texts of the own facts by their controls, the lines, and the target."""

    own: Mapping[str, str] = field(default_factory=dict)
    lines: tuple[tuple[str, Result | None], ...] = ()
    target: str = ""

    @property
    def is_empty(self) -> bool:
        """True if nothing has been typed that is worth saving."""
        rating = self.own.get(RATING, "").strip()
        return not rating and not self.lines and not self.own.get(NAME, "").strip()

    @property
    def name(self) -> str:
        """The given name, else the rating, the score and the day."""
        given = self.own.get(NAME, "").strip()
        if given:
            return given
        read = [read_line(text, letter) for text, letter in self.lines]
        played = [
            SCORES[line.result]
            for line in read
            if isinstance(line, EstimateLine) and line.result is not None
        ]
        said = [self.own.get(RATING, "").strip() or "no rating"]
        if played:
            said.append(f"{format_points(sum(played))} of {len(played)}")
        said.append(self.own.get(END, "").strip())
        return ", ".join(one for one in said if one)

    @property
    def rating(self) -> str:
        """The player's own rating as typed in one field; empty without one."""
        rating = self.own.get(RATING, "").strip()
        games = self.own.get(GAMES, "").strip()
        if rating.isdecimal() and games.isdecimal():
            return f"{rating}/{games}"
        return rating
