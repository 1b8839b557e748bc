"""An exercise while somebody works on it: what was typed, how it was judged, what was told."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from uscalc.worksheet.check import Judged, check
from uscalc.worksheet.model import Blank

State = Literal["open", "shown"] | Judged
"""A blank is open until it is checked; shown is one whose answer was told."""
SETTLED: Final = ("right", "shown")


@dataclass(frozen=True, slots=True)
class Entry:
    """What stands in a blank; `hinted` once its hint was given."""

    typed: str = ""
    state: State = "open"
    hinted: bool = False


@dataclass(frozen=True, slots=True)
class Work:
    """The blanks of an exercise in order, and what stands in each."""

    blanks: tuple[Blank, ...]
    entries: tuple[Entry, ...]

    def typed(self, place: int, text: str) -> "Work":
        """Return something else was typed: it is open again."""
        entry = self.entries[place]
        if text == entry.typed:
            return self
        return self._with(place, replace(entry, typed=text, state="open"))

    def checked(self, place: int) -> tuple["Work", str]:
        """Return what was typed is judged, and what is said of it."""
        entry = self.entries[place]
        if entry.state == "shown":
            return self, self._told(place)
        verdict = check(self.blanks[place], entry.typed)
        return self._with(place, replace(entry, state=verdict.judged)), verdict.words

    def helped(self, place: int) -> tuple["Work", str]:
        """Return the hint; asked for once more, the answer and how it is found."""
        entry, blank = self.entries[place], self.blanks[place]
        if not entry.hinted:
            return self._with(place, replace(entry, hinted=True)), blank.hint
        told = Entry(blank.answer, "shown", True)
        return self._with(place, told), self._told(place)

    def _told(self, place: int) -> str:
        blank = self.blanks[place]
        return f"{blank.answer}: {blank.working}."

    def settled(self, place: int) -> bool:
        """Return whether nothing is left to be done there."""
        return self.entries[place].state in SETTLED

    def next_open(self, place: int, among: Sequence[int]) -> int | None:
        """Return the next of these places that is not settled, from the top after the last."""
        start = among.index(place) + 1
        round_trip = (*among[start:], *among[:start])
        return next((other for other in round_trip if not self.settled(other)), None)

    def score(self, among: Sequence[int]) -> str:
        """Return how far these places are: "5 of 14 right, 1 shown"."""
        states = [self.entries[place].state for place in among]
        shown = states.count("shown")
        told = f", {shown} shown" if shown else ""
        return f"{states.count('right')} of {len(states)} right{told}"

    def _with(self, place: int, entry: Entry) -> "Work":
        entries = list(self.entries)
        entries[place] = entry
        return replace(self, entries=tuple(entries))


def begin(blanks: tuple[Blank, ...]) -> Work:
    """Return nothing is typed yet."""
    return Work(blanks, (Entry(),) * len(blanks))
