"""The parts of an exercise, some values left blank, and the check of a student's entries.

An exercise must not ask for a value that another one on the same worksheet prints.
"""

import re
from collections.abc import Iterable, Iterator
from math import floor
from typing import Final, Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from uscalc.explain.numbers import MINUS

CLEAR: Final = 0.1
"""The minimum distance of an exact answer from a rounding boundary, in units of the
last decimal.
"""
CLEAR_IN_COLUMN: Final = 0.02
"""The same for a column of values that earlier rounding can't change."""


def round_half_up(value: float, decimals: int) -> float:
    """Return the value rounded as written by hand: a half rounds up."""
    scale = 10.0**decimals
    return floor(value * scale + 0.5) / scale


def is_clear(value: float, decimals: int, margin: float = CLEAR) -> bool:
    """Return whether a value is far enough from a rounding boundary."""
    places = value * 10.0**decimals
    return abs(places - floor(places) - 0.5) >= margin


class Mistake(NamedTuple):
    """A wrong value, and the error that leads to it as a clause: "you left out K"."""

    value: float
    reason: str


class ExerciseBlank(Struct, frozen=True):
    """A value to be found, and the number of decimals asked.

    `topics` are the rules that it needs; `mistakes` are typical wrong values.
    """

    key: str
    name: str
    topics: tuple[str, ...]
    exact: float
    decimals: int
    hint: str
    working: str
    signed: bool = False
    mistakes: tuple[Mistake, ...] = ()

    @property
    def answer(self) -> str:
        """The value rounded as asked."""
        return format_figure(self.exact, self.decimals, self.signed)

    @property
    def figures(self) -> tuple[int, int]:
        """The number of places before the decimal point, and after it.

        A value that may be negative has one more place, for its sign.
        """
        whole = self.answer.partition(".")[0].lstrip(f"+{MINUS}")
        return len(whole) + self.signed, self.decimals

    @property
    def digits(self) -> str:
        """The precision asked for: "3 decimals"."""
        if not self.decimals:
            return "a whole number"
        return "1 decimal" if self.decimals == 1 else f"{self.decimals} decimals"


def format_figure(value: float, decimals: int, signed: bool = False) -> str:
    """Return a value with this many decimals, and with a plus sign if `signed`."""
    text = f"{round_half_up(value, decimals):.{decimals}f}"
    if not text.strip("-0."):
        return text.removeprefix("-")
    if text.startswith("-"):
        return MINUS + text[1:]
    return f"+{text}" if signed else text


Cell = str | ExerciseBlank


class ExerciseTable(Struct, frozen=True):
    """A table; the first `words` columns hold words, the others numbers."""

    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    words: int = 1


class ExerciseLine(Struct, frozen=True):
    """One line: a label and the blank."""

    label: str
    cell: Cell


Item = str | ExerciseTable | ExerciseLine
"""A sentence, a table, or a line with a blank."""


class PrintedFigure(NamedTuple):
    """A player's value that an exercise prints, by the key of its blank."""

    person: str
    key: str
    value: float


class Exercise(Struct, frozen=True):
    """One exercise; `topics` are the rules that it needs, `person` is rated in it.

    `given` are printed values that another exercise may ask for.
    """

    title: str
    question: str
    items: tuple[Item, ...]
    topics: tuple[str, ...]
    person: str = ""
    given: tuple[PrintedFigure, ...] = ()

    def iterate_blanks(self) -> Iterator[ExerciseBlank]:
        """Yield every blank, from the top."""
        for item in self.items:
            if isinstance(item, ExerciseLine):
                cells: tuple[Cell, ...] = (item.cell,)
            elif isinstance(item, ExerciseTable):
                cells = tuple(cell for row in item.rows for cell in row)
            else:
                continue
            yield from (cell for cell in cells if isinstance(cell, ExerciseBlank))


class WorksheetRule(Struct, frozen=True):
    """A rule in our words, its document, and the section there."""

    topic: str
    title: str
    text: str
    document: str
    place: str


class Worksheet(Struct, frozen=True):
    """A worksheet of exercises with the rules that they need."""

    title: str
    about: str
    mark: str
    rules: tuple[WorksheetRule, ...]
    table: ExerciseTable | None
    exercises: tuple[Exercise, ...]

    @property
    def documents(self) -> str:
        """The documents that print the rules, as one sentence."""
        return f"From {'; '.join(dict.fromkeys(rule.document for rule in self.rules))}."

    def cite_rule(self, rule: WorksheetRule) -> str:
        """Return the source of a rule; with the document, if the worksheet names several."""
        alone = all(other.document == rule.document for other in self.rules)
        return rule.place if alone else f"{rule.document}, {rule.place}"


_FIGURE: Final = re.compile(r"\d+(?:\.\d+)?")
_SEARCH_KEYS: Final = ("knot", "to")
"""Keys of search values; they are often equal to a printed rating by chance."""


def reveals_answer(exercise: Exercise, others: Iterable[Exercise]) -> bool:
    """Return whether an exercise prints an answer, its own or that of another one."""
    return _prints_own_answer(exercise) or any(
        _prints_answer_of(exercise, other) or _prints_answer_of(other, exercise)
        for other in others
    )


def _prints_answer_of(exercise: Exercise, other: Exercise) -> bool:
    """Return whether an exercise prints a player's value that another asks for."""
    asked = {
        (
            other.person,
            blank.key,
            round_half_up(blank.exact, blank.decimals),
        ): blank.decimals
        for blank in other.iterate_blanks()
    }
    return any(
        asked.get((given.person, given.key, round_half_up(given.value, decimals)))
        == decimals
        for given in exercise.given
        for decimals in set(asked.values())
    )


def _prints_own_answer(exercise: Exercise) -> bool:
    """Return whether the text of an exercise has one of its answers."""
    labels = (item.label for item in exercise.items if isinstance(item, ExerciseLine))
    printed = set(_FIGURE.findall(" ".join((exercise.question, *labels))))
    return any(
        blank.answer.lstrip(f"+{MINUS}") in printed
        for blank in exercise.iterate_blanks()
        if not blank.key.startswith(_SEARCH_KEYS)
    )


Judged = Literal["right", "near", "wrong", "unread"]
_SIGNS: Final = str.maketrans({MINUS: "-", "\N{EN DASH}": "-", ",": "."})
_NUMBER: Final = re.compile(r"[+-]?(?:[0-9]{1,15}(?:\.[0-9]{0,15})?|\.[0-9]{1,15})")
_SAME: Final = 1e-9
"""Values this close are the same."""
_NEAR: Final = 3.0
"""Errors up to this many units of the last place count as rounding errors."""


class BlankVerdict(NamedTuple):
    """The judgment of a typed value, and a message that does not reveal the answer."""

    judged: Judged
    words: str


def judge_answer(blank: ExerciseBlank, typed: str) -> BlankVerdict:
    """Judge the text typed into a blank; more decimals than asked are accepted.

    A wrong value is too high or too low, and the reason is the mistake that leads to it.
    """
    value = parse_number(typed)
    if value is None:
        return BlankVerdict(
            "unread", "That isn't a number. Type digits, for example 12.5."
        )
    unit = 10.0**-blank.decimals
    away = abs(value - blank.exact)
    if round_half_up(value, blank.decimals) == round_half_up(
        blank.exact, blank.decimals
    ):
        return BlankVerdict("right", "Right.")
    count = len("".join(typed.split()).replace(",", ".").partition(".")[2])
    judged: Judged = "near" if away <= _NEAR * unit else "wrong"
    side = "Too high" if value > blank.exact else "Too low"
    if reasons := _find_reasons(blank, value, count):
        return BlankVerdict(judged, f"{side}: {reasons}.")
    if count < blank.decimals and away <= 0.5 * 10.0**-count:
        return BlankVerdict("near", f"Right so far. Give {blank.digits}.")
    if judged == "near":
        return BlankVerdict(judged, f"{side}, but very close. Check your rounding.")
    return (
        BlankVerdict(judged, f"{side}: check the sign.")
        if value and abs(value + blank.exact) <= unit / 2
        else BlankVerdict(judged, f"{side}. {blank.hint}")
    )


def _find_reasons(blank: ExerciseBlank, value: float, count: int) -> str:
    """Return the mistakes that lead to a value typed with `count` decimals, if any."""
    # One decimal less than asked still shows which mistake it is, and so does a last
    # digit that was rounded the other way.
    places = min(max(count, blank.decimals - 1), blank.decimals)
    unit = 10.0**-blank.decimals + _SAME
    reach = max(0.5 * 10.0**-places, unit)
    near = [
        (abs(value - mistake.value), mistake.reason)
        for mistake in blank.mistakes
        if abs(value - mistake.value) <= reach
    ]
    best = min(near, default=(0.0, ""))[0]
    reasons = dict.fromkeys(words for away, words in near if away <= best + unit)
    return ", or ".join(reasons)


def parse_number(typed: str) -> float | None:
    """Parse a number; a comma may be the decimal point."""
    text = "".join(typed.split()).translate(_SIGNS)
    return float(text) if _NUMBER.fullmatch(text) else None


class PracticeProgress(Struct, frozen=True):
    """The progress through an exercise, one blank at a time, and the streak.

    `at` is the place of the current blank. The streak is the number of answers right at
    the first try, in a row; `missed` says that the current one was not, `hinted` that
    its hint was given.
    """

    blanks: tuple[ExerciseBlank, ...] = ()
    streak: int = 0
    best: int = 0
    at: int = 0
    hinted: bool = False
    missed: bool = False

    @property
    def blank(self) -> ExerciseBlank | None:
        """The current blank; None once all are settled."""
        return self.blanks[self.at] if self.at < len(self.blanks) else None

    def start_exercise(self, exercise: Exercise) -> "PracticeProgress":
        """Return the start of an exercise, with the same streak."""
        return PracticeProgress(
            tuple(exercise.iterate_blanks()), self.streak, self.best
        )

    def check_entry(self, typed: str) -> tuple["PracticeProgress", BlankVerdict]:
        """Return the progress after a typed value, and the verdict on it."""
        blank = self.blank
        assert blank is not None
        verdict = judge_answer(blank, typed)
        if verdict.judged == "right":
            streak = self.streak + (not self.missed)
            return self._go_on(streak, max(self.best, streak)), verdict
        wrong = verdict.judged == "wrong"
        return replace(self, streak=0, missed=True) if wrong else self, verdict

    def give_help(self) -> tuple["PracticeProgress", str]:
        """Return the hint; on the second request, the answer and its derivation."""
        blank = self.blank
        assert blank is not None
        return (
            (self._go_on(0, self.best), f"{blank.answer}: {blank.working}.")
            if self.hinted
            else (replace(self, hinted=True), blank.hint)
        )

    def _go_on(self, streak: int, best: int) -> "PracticeProgress":
        return PracticeProgress(self.blanks, streak, best, self.at + 1)
