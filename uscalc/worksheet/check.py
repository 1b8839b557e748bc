"""Check what a student enters, and keep the state of an exercise in progress."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple

from uscalc.explain.numbers import MINUS
from uscalc.worksheet.model import ExerciseBlank, round_half_up

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
            "unread", "That is not a number; type digits, such as 12.5."
        )
    unit = 10.0**-blank.decimals
    away = abs(value - blank.exact)
    if round_half_up(value, blank.decimals) == round_half_up(
        blank.exact, blank.decimals
    ):
        return BlankVerdict("right", "Right.")
    if value and abs(value + blank.exact) <= unit / 2:
        return BlankVerdict("wrong", "Look at the sign.")
    if _has_too_few_decimals(
        typed, blank.decimals
    ) and away <= 0.5 * 10.0 ** -_count_decimals(typed):
        return BlankVerdict("near", f"So far right; {blank.digits} are asked.")
    if away <= _NEAR * unit:
        return BlankVerdict("near", "Very near; look at how you rounded.")
    return BlankVerdict("wrong", "Not that.")


def parse_number(typed: str) -> float | None:
    """Parse a number; a comma may be the decimal point."""
    text = "".join(typed.split()).translate(_SIGNS)
    if not _NUMBER.fullmatch(text):
        return None
    return float(text)


def _count_decimals(typed: str) -> int:
    return len("".join(typed.split()).replace(",", ".").partition(".")[2])


def _has_too_few_decimals(typed: str, asked: int) -> bool:
    return _count_decimals(typed) < asked


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
        told = BlankEntry(blank.answer, "shown", True)
        return self._with_entry(place, told), self._reveal_answer(place)

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
        told = f", {shown} shown" if shown else ""
        return f"{states.count('right')} of {len(states)} right{told}"

    def _with_entry(self, place: int, entry: BlankEntry) -> "ExerciseProgress":
        entries = list(self.entries)
        entries[place] = entry
        return replace(self, entries=tuple(entries))


def start_progress(blanks: tuple[ExerciseBlank, ...]) -> ExerciseProgress:
    """Return the state before anything is typed."""
    return ExerciseProgress(blanks, (BlankEntry(),) * len(blanks))
