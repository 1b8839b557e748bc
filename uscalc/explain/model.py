"""What a derivation is made of: an answer, then chapters of lines."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

from uscalc.explain.formula import Formula
from uscalc.explain.latex import Row
from uscalc.explain.numbers import MINUS, gives, relation
from uscalc.explain.words import Words, words


@dataclass(frozen=True, slots=True)
class Gauge:
    """What was gained against what must be passed, in points, to be drawn."""

    gain: float
    threshold: float


@dataclass(frozen=True, slots=True)
class Line:
    """One line: a sentence, the formula with this player's numbers, the value.

    `words` is the sentence with the words of the glossary marked, `text` the same plain.
    `formula` is plain text; empty where the sentence says it all. `typeset` is the
    same to be typeset, in pieces between which a row may break. `sign` joins it to the
    value: "=" where the printed figures give exactly that, "≈" where they give it
    rounded, nothing where the value is a word. `section` is the document
    section that the line follows ("2025, 4.2"). `key` names the figure, so that a
    click elsewhere can find the line ("step5.k"). `detail` says that the line is one
    of many alike, which a reader may want folded away.
    """

    key: str
    words: Words
    formula: str = ""
    value: str = ""
    section: str = ""
    typeset: tuple[Row, ...] = ()
    gauge: Gauge | None = None
    detail: bool = False
    sign: str = ""

    @property
    def text(self) -> str:
        """The sentence without its marks."""
        return str(self.words)


MOST_EXTRA: Final = 8
LEADING: Final = re.compile(rf"[+{MINUS}]?\d+(?:\.\d+)?(?= \(|$)")
"""The figure at the start of a value: all of it, or the part before a bracket."""


def line(
    key: str,
    text: Words | str,
    formula: Formula | Callable[[int], Formula] | None = None,
    value: str = "",
    section: str = "",
    gauge: Gauge | None = None,
    detail: bool = False,
) -> Line:
    """Return a line whose formula is given once for both its forms.

    A formula that computes nothing, being the value itself, is left out: the sentence
    says it all. One whose figures are rounded is given as a function of how many extra
    digits they have: it gets as many as a pocket calculator needs for the value.
    """
    sentence = words(text)
    made = (
        formula
        if formula is None or isinstance(formula, Formula)
        else _enough(formula, value)
    )
    if made is None or made.only == value:
        return Line(key, sentence, "", value, section, (), gauge, detail)
    sign = _sign(made, value)
    return Line(
        key, sentence, made.plain, value, section, made.pieces, gauge, detail, sign
    )


def equation(build: Callable[[int], Formula], value: str) -> str:
    """Return a formula and its value as one line of text, with digits enough."""
    made = _enough(build, value)
    return f"{made.plain} {_sign(made, value)} {value}"


def _enough(build: Callable[[int], Formula], value: str) -> Formula:
    """Return the formula with as few extra digits as give the printed value."""
    for extra in range(MOST_EXTRA):
        if _gives(made := build(extra), value):
            return made
    return build(MOST_EXTRA)


def _gives(formula: Formula, value: str) -> bool:
    """Return whether the printed figures give the printed value, as far as its digits go."""
    shown = LEADING.match(value)
    if shown is None:
        return True
    return formula.fits and all(gives(each, shown[0]) for each in formula.worked)


def _sign(formula: Formula, value: str) -> str:
    """Return the sign that joins a formula to its value."""
    shown = LEADING.match(value)
    if shown is None or not formula.worked:
        return ""
    return relation(formula.worked[-1], shown[0])


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game in a table of games: everything as shown, ready for columns.

    `score` and `expected` are the same two figures unrounded, for a drawing; `hint`
    tells the ratings of the opponent at every step.
    """

    round: int
    opponent: int
    name: str
    result: str
    strength: str
    strength_from: str
    expectation: str
    score: float = 0.0
    expected: float = 0.0
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """Figures side by side; the first column holds words, the others figures.

    A column has one number of decimals. `title` says what it shows; `detail` that a
    reader may want it folded away.
    """

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str = ""
    detail: bool = False


@dataclass(frozen=True, slots=True)
class Chapter:
    """A step: its title, lines, and its games where it has any.

    `key` is "step1" to "step5", "result", or "guide" with the worksheet's step.
    `expected_at` is the player's rating at which the games' expectations are taken.
    """

    words: Words
    lines: tuple[Line, ...]
    games: tuple[GameRow, ...] = ()
    key: str = ""
    tables: tuple[Table, ...] = field(default=())
    expected_at: str = ""

    @property
    def title(self) -> str:
        """The title without its marks."""
        return str(self.words)

    @property
    def expected_head(self) -> str:
        """What stands over the expectations of its games."""
        return f"Expected at {self.expected_at}"


@dataclass(frozen=True, slots=True)
class Derivation:
    """The way to one player's rating: the answer in a sentence, then the steps.

    `note` says what a reader must know before anything else; mostly it is empty. `rules`
    says which rules are followed.
    """

    heading: str
    answer: str
    chapters: tuple[Chapter, ...]
    note: str = ""
    rules: str = ""

    def lines(self) -> Iterator[Line]:
        """Yield every line, from the top."""
        for chapter in self.chapters:
            yield from chapter.lines


def place_of(derivation: Derivation, key: str) -> str | None:
    """Return the full key of the chapter or line that a key means; None where there is none.

    A key is that of a line ("step5.k") or of a chapter ("step4"), or the last part of
    a line's ("k", "bonus", "floor"): then the last step that has it is meant, because
    that is the one the rating comes from.
    """
    chapters = [chapter.key for chapter in derivation.chapters]
    keys = [line.key for line in derivation.lines()]
    if key in keys or key in chapters:
        return key
    ends = [found for found in keys if found.endswith(f".{key}")]
    exact = [found for found in ends if not found.startswith("guide.")]
    chosen = exact or ends
    return chosen[-1] if chosen else None
