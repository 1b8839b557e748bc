"""The parts of an exercise, some values left blank, and the check of a student's entries.

An exercise must not ask for a value that another one on the same worksheet prints.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import floor
from typing import Final, Literal, NamedTuple

from uscalc.explain.numbers import MINUS

Group = Literal["effective", "expectation", "k", "gain", "walk", "result"]
GROUPS: Final[tuple[tuple[Group, str], ...]] = (
    ("effective", "Effective games"),
    ("expectation", "Expected scores"),
    ("k", "K"),
    ("gain", "Change and bonus"),
    ("walk", "Knot path"),
    ("result", "Results"),
)
"""The topics of blanks, in the order of a derivation, with their names."""
CLEAR: Final = 0.1
"""The least distance of an exact answer from a rounding boundary, in last places."""
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


@dataclass(frozen=True, slots=True)
class ExerciseBlank:
    """A value to be found, and the number of decimals asked."""

    key: str
    name: str
    group: Group
    exact: float
    decimals: int
    hint: str
    working: str
    signed: bool = False

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


@dataclass(frozen=True, slots=True)
class ExerciseTable:
    """A table; the first `words` columns hold words, the others numbers."""

    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    words: int = 1


@dataclass(frozen=True, slots=True)
class ExerciseLine:
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


@dataclass(frozen=True, slots=True)
class Exercise:
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


@dataclass(frozen=True, slots=True)
class WorksheetRule:
    """A rule in our words, its document, and the section there."""

    title: str
    text: str
    document: str
    place: str


@dataclass(frozen=True, slots=True)
class Worksheet:
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
        found = dict.fromkeys(rule.document for rule in self.rules)
        return f"From {'; '.join(found)}."

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
_NEAR: Final = 3.0
"""Errors up to this many units of the last place count as rounding errors."""


class BlankVerdict(NamedTuple):
    """The judgment of a typed value, and a message that does not reveal the answer."""

    judged: Judged
    words: str


def judge_answer(blank: ExerciseBlank, typed: str) -> BlankVerdict:
    """Judge the text typed into a blank; more decimals than asked are accepted."""
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
    if value and abs(value + blank.exact) <= unit / 2:
        return BlankVerdict("wrong", "Check the sign.")
    count = _count_decimals(typed)
    if count < blank.decimals and away <= 0.5 * 10.0**-count:
        return BlankVerdict("near", f"Right so far. Give {blank.digits}.")
    if away <= _NEAR * unit:
        return BlankVerdict("near", "Very close. Check your rounding.")
    return BlankVerdict("wrong", "Not quite.")


def parse_number(typed: str) -> float | None:
    """Parse a number; a comma may be the decimal point."""
    text = "".join(typed.split()).translate(_SIGNS)
    return float(text) if _NUMBER.fullmatch(text) else None


def _count_decimals(typed: str) -> int:
    return len("".join(typed.split()).replace(",", ".").partition(".")[2])


State = Literal["open", "shown"] | Judged
"""A blank is open until it is checked; shown means that its answer was revealed."""
SETTLED: Final = ("right", "shown")


@dataclass(frozen=True, slots=True)
class BlankEntry:
    """The content of a blank; `hinted` once its hint was given."""

    typed: str = ""
    state: State = "open"
    hinted: bool = False


@dataclass(frozen=True, slots=True)
class ExerciseProgress:
    """The blanks of an exercise in order, with their entries."""

    blanks: tuple[ExerciseBlank, ...]
    entries: tuple[BlankEntry, ...]

    def enter_text(self, place: int, text: str) -> "ExerciseProgress":
        """Return the state after typing; the blank is open again."""
        entry = self.entries[place]
        if text == entry.typed:
            return self
        return self._with_entry(place, replace(entry, typed=text, state="open"))

    def check_entry(self, place: int) -> tuple["ExerciseProgress", str]:
        """Return the state after judging an entry, and the message about it."""
        entry = self.entries[place]
        if entry.state == "shown":
            return self, self._reveal_answer(place)
        verdict = judge_answer(self.blanks[place], entry.typed)
        return self._with_entry(
            place, replace(entry, state=verdict.judged)
        ), verdict.words

    def give_help(self, place: int) -> tuple["ExerciseProgress", str]:
        """Return the hint; on the second request, the answer and its derivation."""
        entry, blank = self.entries[place], self.blanks[place]
        if not entry.hinted:
            return self._with_entry(place, replace(entry, hinted=True)), blank.hint
        answered = BlankEntry(blank.answer, "shown", True)
        return self._with_entry(place, answered), self._reveal_answer(place)

    def _reveal_answer(self, place: int) -> str:
        blank = self.blanks[place]
        return f"{blank.answer}: {blank.working}."

    def is_settled(self, place: int) -> bool:
        """Return whether the blank needs no further work."""
        return self.entries[place].state in SETTLED

    def find_next_open(self, place: int, among: Sequence[int]) -> int | None:
        """Return the next unsettled of these places, from the top after the last."""
        start = among.index(place) + 1
        round_trip = (*among[start:], *among[:start])
        return next((other for other in round_trip if not self.is_settled(other)), None)

    def describe_score(self, among: Sequence[int]) -> str:
        """Describe the progress of these places: "5 of 14 right, 1 shown"."""
        states = [self.entries[place].state for place in among]
        shown = states.count("shown")
        hinted = f", {shown} shown" if shown else ""
        return f"{states.count('right')} of {len(states)} right{hinted}"

    def _with_entry(self, place: int, entry: BlankEntry) -> "ExerciseProgress":
        entries = list(self.entries)
        entries[place] = entry
        return replace(self, entries=tuple(entries))


def start_progress(blanks: tuple[ExerciseBlank, ...]) -> ExerciseProgress:
    """Return the state before anything is typed."""
    return ExerciseProgress(blanks, (BlankEntry(),) * len(blanks))
