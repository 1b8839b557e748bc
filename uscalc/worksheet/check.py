"""Check what a student enters, and keep the state of an exercise in progress."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple

from uscalc.explain.numbers import MINUS
from uscalc.worksheet.model import Blank, rounded

Judged = Literal["right", "near", "wrong", "unread"]
_SIGNS: Final = str.maketrans({MINUS: "-", "\N{EN DASH}": "-", ",": "."})
_NUMBER: Final = re.compile(r"[+-]?(?:[0-9]{1,15}(?:\.[0-9]{0,15})?|\.[0-9]{1,15})")
_NEAR: Final = 3.0
"""Errors up to this many units of the last place count as rounding errors."""


class Verdict(NamedTuple):
    """The judgment of a typed value, and a message that does not reveal the answer."""

    judged: Judged
    words: str


def check(blank: Blank, typed: str) -> Verdict:
    """Judge the text typed into a blank; more decimals than asked are accepted."""
    value = read(typed)
    if value is None:
        return Verdict("unread", "That is not a number; type digits, such as 12.5.")
    unit = 10.0**-blank.decimals
    away = abs(value - blank.exact)
    if rounded(value, blank.decimals) == rounded(blank.exact, blank.decimals):
        return Verdict("right", "Right.")
    if value and abs(value + blank.exact) <= unit / 2:
        return Verdict("wrong", "Look at the sign.")
    if _fewer(typed, blank.decimals) and away <= 0.5 * 10.0 ** -_decimals(typed):
        return Verdict("near", f"So far right; {blank.digits} are asked.")
    if away <= _NEAR * unit:
        return Verdict("near", "Very near; look at how you rounded.")
    return Verdict("wrong", "Not that.")


def read(typed: str) -> float | None:
    """Parse a number; a comma may be the decimal point."""
    text = "".join(typed.split()).translate(_SIGNS)
    if not _NUMBER.fullmatch(text):
        return None
    return float(text)


def _decimals(typed: str) -> int:
    return len("".join(typed.split()).replace(",", ".").partition(".")[2])


def _fewer(typed: str, asked: int) -> bool:
    return _decimals(typed) < asked


State = Literal["open", "shown"] | Judged
"""A blank is open until it is checked; shown means that its answer was revealed."""
SETTLED: Final = ("right", "shown")


@dataclass(frozen=True, slots=True)
class Entry:
    """The content of a blank; `hinted` once its hint was given."""

    typed: str = ""
    state: State = "open"
    hinted: bool = False


@dataclass(frozen=True, slots=True)
class Work:
    """The blanks of an exercise in order, with their entries."""

    blanks: tuple[Blank, ...]
    entries: tuple[Entry, ...]

    def typed(self, place: int, text: str) -> "Work":
        """Return the state after typing; the blank is open again."""
        entry = self.entries[place]
        if text == entry.typed:
            return self
        return self._with(place, replace(entry, typed=text, state="open"))

    def checked(self, place: int) -> tuple["Work", str]:
        """Return the state after judging an entry, and the message about it."""
        entry = self.entries[place]
        if entry.state == "shown":
            return self, self._told(place)
        verdict = check(self.blanks[place], entry.typed)
        return self._with(place, replace(entry, state=verdict.judged)), verdict.words

    def helped(self, place: int) -> tuple["Work", str]:
        """Return the hint; on the second request, the answer and its derivation."""
        entry, blank = self.entries[place], self.blanks[place]
        if not entry.hinted:
            return self._with(place, replace(entry, hinted=True)), blank.hint
        told = Entry(blank.answer, "shown", True)
        return self._with(place, told), self._told(place)

    def _told(self, place: int) -> str:
        blank = self.blanks[place]
        return f"{blank.answer}: {blank.working}."

    def settled(self, place: int) -> bool:
        """Return whether the blank needs no further work."""
        return self.entries[place].state in SETTLED

    def next_open(self, place: int, among: Sequence[int]) -> int | None:
        """Return the next unsettled of these places, from the top after the last."""
        start = among.index(place) + 1
        round_trip = (*among[start:], *among[:start])
        return next((other for other in round_trip if not self.settled(other)), None)

    def score(self, among: Sequence[int]) -> str:
        """Describe the progress of these places: "5 of 14 right, 1 shown"."""
        states = [self.entries[place].state for place in among]
        shown = states.count("shown")
        told = f", {shown} shown" if shown else ""
        return f"{states.count('right')} of {len(states)} right{told}"

    def _with(self, place: int, entry: Entry) -> "Work":
        entries = list(self.entries)
        entries[place] = entry
        return replace(self, entries=tuple(entries))


def begin(blanks: tuple[Blank, ...]) -> Work:
    """Return the state before anything is typed."""
    return Work(blanks, (Entry(),) * len(blanks))
