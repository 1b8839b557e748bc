"""What a derivation is made of: an answer, then chapters of lines."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Line:
    """One line: a sentence, the formula with this player's numbers, the value.

    `formula` is plain text; empty where the sentence says it all. `section` is the
    document section that the line follows ("2025, 4.2"). `key` names the figure, so
    that a click elsewhere can find the line ("step5.k").
    """

    key: str
    text: str
    formula: str = ""
    value: str = ""
    section: str = ""


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game in a table of games: everything as shown, ready for columns."""

    round: int
    opponent: int
    name: str
    result: str
    strength: str
    strength_from: str
    expectation: str


@dataclass(frozen=True, slots=True)
class Chapter:
    """A step: its title, lines, and its games where it has any."""

    title: str
    lines: tuple[Line, ...]
    games: tuple[GameRow, ...] = ()


@dataclass(frozen=True, slots=True)
class Derivation:
    """The way to one player's rating: the answer in a sentence, then the steps."""

    heading: str
    answer: str
    chapters: tuple[Chapter, ...]
