"""Read one section of a rating report: its systems and its players."""

import re
from typing import Final

from uscalc.counted import count_in_words
from uscalc.document.cells import parse_cell
from uscalc.document.model import Player
from uscalc.engine.inputs import SYSTEM_NAMES, System
from uscalc.formats.shared import loose
from uscalc.formats.shared.pairing import (
    BaseSectionReader,
    ReadingNotes,
    fill_all_systems,
)

_CELL: Final = re.compile(r"([A-Z$#%])\s*(\d{0,5})\s*([WB]?)", re.ASCII)
_GAMES: Final = frozenset("WLDNSR")
_ALONE: Final = frozenset("BHUXFZ")
_FORFEITS: Final = frozenset("XFZ")
_TWO_GAMES: Final = {
    "$": "WW",
    "#": "WD",
    "W": "WL",
    "%": "DD",
    "D": "DL",
    "L": "LL",
}
"""Results of a double Swiss, two games a round.

2-0, 1.5-.5, 1-1 by a win each, two draws, .5-1.5, 0-2.
"""


def parse_result(text: str, double: bool = False) -> str:
    """Return a cell such as `W9B` or `H0`; one that isn't understood is kept.

    `double` reads the letters as those of two games, whose colors are unknown.
    """
    found = _CELL.fullmatch(text.strip().upper())
    if found is None:
        return text.strip()
    code, opponent, color = found[1], int(found[2] or 0), found[3].lower()
    if double and code in _TWO_GAMES and opponent:
        return "|".join(f"{letter}{opponent}" for letter in _TWO_GAMES[code])
    token = text.strip()
    if (code in _GAMES and opponent) or (code in _FORFEITS and opponent):
        token = f"{code}{opponent}{color}"
    elif code in _ALONE and not opponent:
        token = code
    return token if isinstance(parse_cell(token), tuple) else text.strip()


Row = dict[str, str]

SYSTEMS_OF: Final[dict[str, frozenset[System]]] = {
    "R": frozenset({"R"}),
    "D": frozenset({"R", "Q"}),
    "Q": frozenset({"Q"}),
    "B": frozenset({"B"}),
}


class ReportSectionReader(BaseSectionReader):
    """Read one section's players."""

    def __init__(
        self,
        name: str,
        index: int,
        systems: tuple[System, ...],
        rounds: list[str],
        notes: ReadingNotes,
    ) -> None:
        super().__init__(name, index, notes)
        self.systems = systems
        self.rounds = rounds
        self.one_of_two = False
        notes.systems.append(systems)

    def check_system_letter(
        self,
        letter: str,
        said: frozenset[System],
        derived: tuple[System, ...],
        time_control: str | None,
    ) -> None:
        """Compare the letter of the rating system with the time control."""
        if not derived:
            if said:
                self.notes.assumed.append(
                    f'Section "{self.name}" is rated as the report\'s letter {letter} '
                    "says: its time control says nothing."
                )
            return
        if said and not said <= set(derived):
            names = " and ".join(SYSTEM_NAMES[system] for system in derived)
            self.add_finding(
                "system-letter",
                f"the report's letter is {letter}, and the time control \""
                f'{time_control}" means {names}',
                "correct the time control if the letter is right",
            )
        elif said and len(said) < len(derived):
            self.one_of_two = True
        self.assume_rating_system(derived[0], "report")

    def make_players(
        self, rows: list[Row], rounds: int | None, double: bool, section: Row
    ) -> tuple[Player, ...]:
        """Return the section's players with their results."""
        results = [
            [parse_result(row[name], double) for name in self.rounds] for row in rows
        ]
        if rounds is not None:
            if all(t in ("U", "") for tokens in results for t in tokens[rounds:]):
                results = [tokens[:rounds] for tokens in results]
            else:
                self.add_finding(
                    "rounds-differ",
                    f"the report speaks of {count_in_words(rounds, 'round')} and has results for "
                    "more",
                    "compare with the crosstable",
                )
        last = loose.parse_whole_number(section.get("S_LST_PAIR", ""))
        highest = max((int(row["D_PAIR_NUM"]) for row in rows), default=0)
        if last is not None and last != highest:
            self.add_finding(
                "player-count",
                f"the last pairing number is said to be {last} and is {highest}",
                "compare with the crosstable, and add who is missing",
            )
        return tuple(
            self._make_player(row, tokens)
            for row, tokens in zip(rows, results, strict=True)
        )

    def _make_player(self, row: Row, tokens: list[str]) -> Player:
        number = int(row["D_PAIR_NUM"])
        facts = self.read_rating(row["D_RATING"], number)
        return Player(
            number=number,
            name=" ".join(row["D_NAME"].split()),
            id=loose.parse_member_id(row["D_MEM_ID"]),
            state=row.get("D_STATE") or None,
            ratings=fill_all_systems({self.systems[0]: facts}),
            results=tuple(tokens),
        )
