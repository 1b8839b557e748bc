"""Computed beside published ratings, and the likeliest cause of each difference.

A cause is looked for among the facts that the file leaves open: one that would bring
the published rating out, the player's own before anybody else's.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Final

from uscalc.analysis.alternatives import Line, outcomes_of
from uscalc.analysis.arrays_sections import CLOSE
from uscalc.analysis.assumptions import Case, Unknown
from uscalc.analysis.progress import Done, Wanted, always, nobody
from uscalc.analysis.whatif import Base, rerate
from uscalc.document.queries.unknowns import unknowns_of
from uscalc.document.rate.rating import SectionRating, SystemRating
from uscalc.engine.rounding import shown
from uscalc.engine.systems import System

EXACT_DECIMALS: Final = 0.01
"""Published decimals are rounded to the hundredth, before the event and after it."""


@dataclass(frozen=True, slots=True)
class Audited:
    """One published rating beside the computed one.

    `off` is published minus computed, in points as they are published (whole, or with
    decimals). `cause` and `settle` say in words what may lie behind a difference and
    what would settle it; both are empty where the two agree.
    """

    section: int
    system: System
    number: int
    name: str
    computed: float
    published: float
    off: float
    cause: str = ""
    settle: str = ""

    @property
    def agrees(self) -> bool:
        """Whether the published rating came out."""
        return self.off == 0.0


SETTLE: Final[Mapping[str, str]] = {
    "games": "the number of games before the event",
    "record": "whether every earlier game was won or lost",
    "start": "the birth date",
    "source": "the date and the games of the other ratings",
    "counts": "the wins, draws and events before this one",
    "floor": "the floor, or the highest established rating",
    "rounded": "the ratings before the event with their decimals",
}


def audit_system(
    section: SectionRating,
    rating: SystemRating,
    wanted: Wanted = always,
    done: Done = nobody,
) -> tuple[Audited, ...] | None:
    """Every published rating of a section in one system, in the table's order.

    None once `wanted` says no; `done` is told how many other facts have been tried.
    """
    rows = []
    for player in section.section.players:
        published = player.published_in(rating.system)
        post = rating.player(player.number).post
        if published is None or post is None:
            continue
        rows.append(
            Audited(
                section.index,
                rating.system,
                player.number,
                player.name,
                post,
                published.rating,
                _off(post, int(shown(post)), published.rating),
            )
        )
    differing = [row for row in rows if not row.agrees]
    if not differing:
        return tuple(rows)
    places = {rating.places[row.number] for row in differing}
    unknowns = takewhile(lambda _: wanted(), unknowns_of(section, rating))
    tried = _Tried(Base(rating.trace), tuple(unknowns))
    tried.look(places, wanted, done)
    if not wanted():
        return None
    return tuple(row if row.agrees else _explained(row, rating, tried) for row in rows)


def _off(post: float, whole: int, published: float) -> float:
    """Published minus computed; `whole` is the computed rating as it is shown."""
    if published != int(published):
        difference = published - post
        return 0.0 if abs(difference) <= EXACT_DECIMALS else difference
    return published - whole


class _Tried:
    """What becomes of some ratings if open facts are otherwise, one at a time."""

    def __init__(self, base: Base, unknowns: tuple[Unknown, ...]) -> None:
        self.base = base
        self.unknowns = unknowns
        self.changes = [change for u in unknowns for change in u.alternatives]
        self.whose = [at for at, u in enumerate(unknowns) for _ in u.alternatives]
        self.lines: dict[int, list[Line]] = {}

    def look(self, places: Collection[int], wanted: Wanted, done: Done) -> None:
        """Tries every fact for those places."""
        self.lines = outcomes_of(Case(self.base, self.changes), places, wanted, done)

    def causes(self, place: int, published: float) -> Iterator[Unknown]:
        """The facts that bring a published rating out, the player's own first."""
        found = [self.whose[at] for at in self._that_give(place, published)]
        found.sort(key=lambda at: self.unknowns[at].place != place)
        return (self.unknowns[at] for at in found)

    def _that_give(self, place: int, published: float) -> Iterator[int]:
        for at, post, whole in self.lines[place]:
            if abs(abs(published - post) - EXACT_DECIMALS) < CLOSE:
                post = rerate(self.base, self.changes[at])[place].post or 0.0
            if _off(post, whole, published) == 0.0:
                yield at


def _explained(row: Audited, rating: SystemRating, tried: _Tried) -> Audited:
    """A difference with the open fact that would bring the published rating out."""
    place = rating.places[row.number]
    likely = next(tried.causes(place, row.published), None)
    if likely is not None:
        return _with_cause(row, likely, rating, place)
    found = [line.shown for line in tried.lines[place]]
    if found and min(found) <= row.published <= max(found):
        cause = "facts that are not known could move the rating this far"
        settle = "the facts listed as assumed, this player's first"
    elif found:
        cause = "no single open fact explains it; several together may"
        settle = "the facts listed as assumed, this player's first"
    elif abs(row.off) == 1.0:
        cause = "one point: the ratings before the event are rounded"
        settle = SETTLE["rounded"]
    else:
        cause = "no open fact of this file explains it"
        settle = "the games, the ratings before the event and the end date"
    return replace(row, cause=cause, settle=settle)


def _with_cause(
    row: Audited, unknown: Unknown, rating: SystemRating, place: int
) -> Audited:
    if unknown.place is None:
        whose = "the event"
    elif unknown.place == place:
        whose = "this player"
    else:
        whose = f"player {rating.trace.players[unknown.place].entrant.number}"
    return replace(row, cause=f"{whose}: {unknown.taken}", settle=SETTLE[unknown.kind])
