"""One section of a ratings report: its systems, its players, what is doubtful."""

from typing import Final

from uscalc.counted import counted
from uscalc.document.findings import Finding
from uscalc.document.model import Player, RatingFacts
from uscalc.engine.systems import SYSTEM_NAMES, System
from uscalc.formats.report2c.cells import result_token
from uscalc.formats.shared import loose
from uscalc.formats.shared.pairing import Notes, in_all_systems

Row = dict[str, str]

SYSTEMS_OF: Final[dict[str, frozenset[System]]] = {
    "R": frozenset({"R"}),
    "D": frozenset({"R", "Q"}),
    "Q": frozenset({"Q"}),
    "B": frozenset({"B"}),
}


class SectionReader:
    """One section's players."""

    def __init__(
        self,
        name: str,
        index: int,
        systems: tuple[System, ...],
        rounds: list[str],
        notes: Notes,
    ) -> None:
        self.name = name
        self.index = index
        self.systems = systems
        self.rounds = rounds
        self.notes = notes
        self.one_of_two = False
        notes.systems.append(systems)

    def note(
        self, code: str, message: str, remedy: str, player: int | None = None
    ) -> None:
        """A doubt about the section."""
        self.notes.findings.append(
            Finding(code, "warns", message, remedy, self.index, self.name, player)
        )

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
            self.note(
                "system-letter",
                f"the report's letter is {letter}, and the time control \""
                f'{time_control}" means {names}',
                "correct the time control if the letter is right",
            )
        elif said and len(said) < len(derived):
            self.one_of_two = True
        if derived[0] != "R":
            self.notes.assumed.append(
                f'The ratings of section "{self.name}" are taken as '
                f"{SYSTEM_NAMES[derived[0]]} ratings; the report does not say of which "
                "system they are."
            )

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
                self.note(
                    "rounds-differ",
                    f"the report speaks of {counted(rounds, 'round')} and has results for "
                    "more",
                    "compare with the crosstable",
                )
        last = loose.whole(section.get("S_LST_PAIR", ""))
        highest = max((int(row["D_PAIR_NUM"]) for row in rows), default=0)
        if last is not None and last != highest:
            self.note(
                "player-count",
                f"the last pairing number is said to be {last} and is {highest}",
                "compare with the crosstable, and add who is missing",
            )
        return tuple(
            self._player(row, tokens) for row, tokens in zip(rows, results, strict=True)
        )

    def _player(self, row: Row, tokens: list[str]) -> Player:
        number = int(row["D_PAIR_NUM"])
        facts = self._rating(row["D_RATING"], number)
        return Player(
            number=number,
            name=" ".join(row["D_NAME"].split()),
            id=loose.member_id(row["D_MEM_ID"]),
            state=row.get("D_STATE") or None,
            ratings=in_all_systems({self.systems[0]: facts}),
            results=tuple(tokens),
        )

    def _rating(self, text: str, number: int) -> RatingFacts:
        if loose.is_blank_rating(text):
            return loose.UNKNOWN
        facts = loose.rating(text)
        if facts is None:
            self.note(
                "odd-rating",
                f'"{text}" is no rating; it is left unknown',
                "give the rating, or say that the player is unrated",
                number,
            )
        return facts or loose.UNKNOWN
