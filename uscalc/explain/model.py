"""The parts of a derivation: an answer, then chapters of lines.

This module also has the positions in its small drawings, and compares two derivations
line by line.
"""

import re
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from msgspec import Struct, field
from msgspec.structs import replace

from uscalc.explain.formula import TypesetFormula
from uscalc.explain.latex import LatexRow
from uscalc.explain.numbers import (
    EMPTY_TEXT,
    MINUS,
    MarkedText,
    choose_equality_sign,
    make_marked_text,
    rounds_to,
)


class BonusGauge(Struct, frozen=True):
    """A gain and the bonus threshold, in points, for a drawing."""

    gain: float
    threshold: float


class DerivationLine(Struct, frozen=True):
    """One line: a sentence, the formula with this player's numbers, the value.

    `words` is the sentence with marked glossary terms, `text` the same as plain text.
    `formula` is plain text; empty if the sentence is enough. `typeset` is the same
    formula for typesetting, in pieces between which a line may break. `sign` is between
    formula and value: "=" if the printed figures give exactly this value, "≈" if they
    give it rounded, empty if the value is a word. `section` is the section of the rules
    that the line follows ("2025, 4.2"). `key` identifies the figure, so that links can
    find the line ("step5.k"). A short derivation omits a `detail`, and shows `brief`,
    unless it is empty, instead of `words`.
    """

    key: str
    words: MarkedText
    formula: str = ""
    value: str = ""
    section: str = ""
    typeset: tuple[LatexRow, ...] = ()
    gauge: BonusGauge | None = None
    detail: bool = False
    sign: str = ""
    brief: MarkedText = EMPTY_TEXT

    @property
    def text(self) -> str:
        """The sentence as plain text."""
        return str(self.words)


MOST_EXTRA: Final = 8
LEADING: Final = re.compile(rf"[+{MINUS}]?\d+(?:\.\d+)?(?= \(|$)")
"""The number at the beginning of a value: the whole value, or the part before a parenthesis."""


def make_line(
    key: str,
    text: MarkedText | str,
    formula: TypesetFormula | Callable[[int], TypesetFormula] | None = None,
    value: str = "",
    section: str = "",
    gauge: BonusGauge | None = None,
    detail: bool = False,
    brief: MarkedText | str = "",
) -> DerivationLine:
    """Return a line; its formula is given once for both forms."""
    sentence, short = make_marked_text(text), make_marked_text(brief)
    made = (
        formula
        if formula is None or isinstance(formula, TypesetFormula)
        else _find_sufficient_digits(formula, value)
    )
    if made is None or made.only == value:
        return DerivationLine(
            key, sentence, "", value, section, (), gauge, detail, "", short
        )
    return DerivationLine(
        key,
        sentence,
        made.plain,
        value,
        section,
        made.pieces,
        gauge,
        detail,
        _choose_relation_sign(made, value),
        short,
    )


def format_equation(build: Callable[[int], TypesetFormula], value: str) -> str:
    """Return a formula and its value as one line of text, with enough digits."""
    made = _find_sufficient_digits(build, value)
    return f"{made.plain} {_choose_relation_sign(made, value)} {value}"


def _find_sufficient_digits(
    build: Callable[[int], TypesetFormula], value: str
) -> TypesetFormula:
    """Return the formula with the fewest extra digits that give the printed value."""
    for extra in range(MOST_EXTRA):
        if _reproduces_value(made := build(extra), value):
            return made
    return build(MOST_EXTRA)


def _reproduces_value(formula: TypesetFormula, value: str) -> bool:
    """Return whether the printed numbers give the printed value, to its last digit."""
    shown = LEADING.match(value)
    return shown is None or (
        formula.fits and all(rounds_to(each, shown[0]) for each in formula.worked)
    )


def _choose_relation_sign(formula: TypesetFormula, value: str) -> str:
    """Return the sign that joins a formula to its value."""
    shown = LEADING.match(value)
    return (
        choose_equality_sign(formula.worked[-1], shown[0])
        if shown is not None and formula.worked
        else ""
    )


class DerivationGameRow(Struct, frozen=True):
    """One game in a table of games, formatted for its columns."""

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


class DerivationTable(Struct, frozen=True):
    """Numbers side by side; the first column has words, the others numbers.

    A short derivation omits tables whose `detail` is True.
    """

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str = ""
    detail: bool = False


class DerivationChapter(Struct, frozen=True):
    """A step: its title, its lines, and its games if it has any.

    `key` is "step1" to "step5", "result", or "guide" with the worksheet's step.
    `expected_at` is the player's rating that the expected scores of the games are for.
    If `games_last` is True, the games are below the lines, because the lines compute
    that rating.
    """

    words: MarkedText
    lines: tuple[DerivationLine, ...]
    games: tuple[DerivationGameRow, ...] = ()
    key: str = ""
    tables: tuple[DerivationTable, ...] = field(default=())
    expected_at: str = ""
    games_last: bool = False

    @property
    def title(self) -> str:
        """The title as plain text."""
        return str(self.words)

    @property
    def expected_heading(self) -> str:
        """The heading of the column with the expected scores."""
        return f"Expected at {self.expected_at}"


class Derivation(Struct, frozen=True):
    """The derivation of a player's rating: the answer in a sentence, then the steps.

    `note` is a warning to show first; it is usually empty. `rules` names the rules in
    force.
    """

    heading: str
    answer: str
    chapters: tuple[DerivationChapter, ...]
    note: str = ""
    rules: str = ""

    def iterate_lines(self) -> Iterator[DerivationLine]:
        """Yield all lines in order."""
        for chapter in self.chapters:
            yield from chapter.lines


def shorten_derivation(derivation: Derivation) -> Derivation:
    """Return the derivation without details; every result can still be computed from it."""
    return replace(
        derivation, chapters=tuple(map(shorten_chapter, derivation.chapters))
    )


def shorten_chapter(chapter: DerivationChapter) -> DerivationChapter:
    """Return a step without details and repeated citations, with brief sentences."""
    lines: list[DerivationLine] = []
    cited = ""
    for line in chapter.lines:
        if line.detail:
            continue
        section = "" if line.section == cited else line.section
        cited = line.section or cited
        words = line.brief if line.brief.pieces else line.words
        lines.append(replace(line, words=words, section=section))
    tables = tuple(table for table in chapter.tables if not table.detail)
    return replace(chapter, lines=tuple(lines), tables=tables)


def find_full_key(derivation: Derivation, key: str) -> str | None:
    """Return the full key of the chapter or line that a key refers to, or None."""
    keys = [line.key for line in derivation.iterate_lines()]
    if key in keys or key in [chapter.key for chapter in derivation.chapters]:
        return key
    ends = [found for found in keys if found.endswith(f".{key}")]
    chosen = [found for found in ends if not found.startswith("guide.")] or ends
    return chosen[-1] if chosen else None


class GaugeScale(NamedTuple):
    """A gain compared with a threshold; fields except `passed` are parts of the whole length."""

    zero: float
    gain: float
    threshold: float
    passed: bool


def make_scale(gauge: BonusGauge) -> GaugeScale:
    """Return a scale that includes zero, the gain and the threshold, with a margin."""
    low = min(0.0, gauge.gain)
    high = max(gauge.threshold, gauge.gain, 1.0)
    room = (high - low) * 0.08
    start, length = (low - room if low < 0 else low), high - low + room
    length += room if low < 0 else 0.0

    def place(value: float) -> float:
        return (value - start) / length

    return GaugeScale(
        place(0.0),
        place(gauge.gain),
        place(gauge.threshold),
        gauge.gain > gauge.threshold,
    )


class LineDifference(NamedTuple):
    """A line or a game that differs between two derivations; None if one doesn't have it."""

    before: DerivationLine | None
    after: DerivationLine | None

    @property
    def common_sentence(self) -> str:
        """The sentence if it is the same in both, or an empty text."""
        if self.before is None or self.after is None:
            return ""
        return self.before.text if self.before.text == self.after.text else ""


class ChapterDifference(NamedTuple):
    """A step with differences between two derivations."""

    title: str
    lines: tuple[LineDifference, ...]


def compare_derivations(
    before: Derivation, after: Derivation
) -> tuple[ChapterDifference, ...]:
    """Return all steps that differ, with the lines that differ, in their order."""
    olds = {chapter.key: chapter for chapter in before.chapters}
    news = {chapter.key: chapter for chapter in after.chapters}
    found = []
    for key in _merge_orders(list(olds), list(news)):
        old, new = olds.get(key), news.get(key)
        lines = tuple(_compare_chapters(old, new))
        shown = new or old
        if lines and shown is not None:
            found.append(ChapterDifference(shown.title, lines))
    return tuple(found)


def _compare_chapters(
    before: DerivationChapter | None, after: DerivationChapter | None
) -> Iterator[LineDifference]:
    olds = {line.key: line for line in _list_items(before)}
    news = {line.key: line for line in _list_items(after)}
    for key in _merge_orders(list(olds), list(news)):
        old, new = olds.get(key), news.get(key)
        if (
            old is None
            or new is None
            or _get_comparable_text(old) != _get_comparable_text(new)
        ):
            yield LineDifference(old, new)


def _list_items(chapter: DerivationChapter | None) -> Iterator[DerivationLine]:
    """Yield the games of a step, each as a line, and its lines."""
    if chapter is None:
        return
    for at, game in enumerate(chapter.games):
        yield DerivationLine(
            f"game.{game.round}.{at}",
            make_marked_text(
                f"Round {game.round}: {game.result} vs. {game.opponent} "
                f"{game.name} ({game.strength}); expected score"
            ),
            value=game.expectation,
        )
    yield from chapter.lines


def _get_comparable_text(line: DerivationLine) -> tuple[str, str, str]:
    return line.text, line.formula, line.value


def _merge_orders(one: list[str], other: list[str]) -> list[str]:
    """Merge two orders; an item that is only in the first stays after its predecessor."""
    found = list(dict.fromkeys(other))
    for at, key in enumerate(one):
        if key not in found:
            found.insert(0 if at == 0 else found.index(one[at - 1]) + 1, key)
    return found
