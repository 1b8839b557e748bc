"""Read one section of a rating report: its systems and its players."""

from typing import Final

from uscalc.counted import counted
from uscalc.document.model import Player
from uscalc.engine.systems import SYSTEM_NAMES, System
from uscalc.formats.report2c.cells import result_token
from uscalc.formats.shared import loose
from uscalc.formats.shared.pairing import BaseSectionReader, Notes, in_all_systems

Row = dict[str, str]

SYSTEMS_OF: Final[dict[str, frozenset[System]]] = {
    "R": frozenset({"R"}),
    "D": frozenset({"R", "Q"}),
    "Q": frozenset({"Q"}),
    "B": frozenset({"B"}),
}


class SectionReader(BaseSectionReader):
    """Read one section's players."""

    def __init__(
        self,
        name: str,
        index: int,
        systems: tuple[System, ...],
        rounds: list[str],
        notes: Notes,
    ) -> None:
        super().__init__(name, index, notes)
        self.systems = systems
        self.rounds = rounds
        self.one_of_two = False
        notes.systems.append(systems)

    def letter(
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

    def players(
        self, rows: list[Row], rounds: int | None, double: bool, section: Row
    ) -> tuple[Player, ...]:
        """Return the section's players with their results."""
        results = [
            [result_token(row[name], double) for name in self.rounds] for row in rows
        ]
        if rounds is not None:
            if all(t in ("U", "") for tokens in results for t in tokens[rounds:]):
                results = [tokens[:rounds] for tokens in results]
            else:
                self.add_finding(
                    "rounds-differ",
                    f"the report speaks of {counted(rounds, 'round')} and has results for "
                    "more",
                    "compare with the crosstable",
                )
        last = loose.whole(section.get("S_LST_PAIR", ""))
        highest = max((int(row["D_PAIR_NUM"]) for row in rows), default=0)
        if last is not None and last != highest:
            self.add_finding(
                "player-count",
                f"the last pairing number is said to be {last} and is {highest}",
                "compare with the crosstable, and add who is missing",
            )
        return tuple(
            self._player(row, tokens) for row, tokens in zip(rows, results, strict=True)
        )

    def _player(self, row: Row, tokens: list[str]) -> Player:
        number = int(row["D_PAIR_NUM"])
        facts = self.read_rating(row["D_RATING"], number)
        return Player(
            number=number,
            name=" ".join(row["D_NAME"].split()),
            id=loose.member_id(row["D_MEM_ID"]),
            state=row.get("D_STATE") or None,
            ratings=in_all_systems({self.systems[0]: facts}),
            results=tuple(tokens),
        )
