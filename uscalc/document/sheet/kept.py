"""A saved sheet: the texts of its controls, word for word."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from uscalc.document.sheet.line import read_line
from uscalc.document.sheet.sheet import SCORES, EstimateLine, Result
from uscalc.explain.numbers import format_points

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
