"""Computed beside published ratings, and the likeliest cause of each difference.

A cause is looked for among the facts that the file leaves open: one that would bring
the published rating out, the player's own before anybody else's.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from uscalc.analysis.assumptions import Unknown, displayed
from uscalc.analysis.whatif import Base, rerate
from uscalc.document.queries.unknowns import unknowns_of
from uscalc.document.rate.rating import SectionRating, SystemRating
from uscalc.engine.systems import System
from uscalc.engine.trace import PlayerTrace

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
    wanted: Callable[[], bool] = lambda: True,
) -> tuple[Audited, ...] | None:
    """Every published rating of a section in one system, in the table's order.

    None once `wanted` says no; it is asked before each fact is tried otherwise.
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
                _off(rating.player(player.number), published.rating),
            )
        )
    if all(row.agrees for row in rows):
        return tuple(rows)
    base, unknowns = Base(rating.trace), tuple(unknowns_of(section, rating))
    outcomes = []
    for unknown in unknowns:
        if not wanted():
            return None
        outcomes.append(_outcomes(base, unknown))
    return tuple(
        row if row.agrees else _explained(row, rating, unknowns, outcomes)
        for row in rows
    )


def _off(trace: PlayerTrace, published: float) -> float:
    if published != int(published):
        difference = published - (trace.post or 0.0)
        return 0.0 if abs(difference) <= EXACT_DECIMALS else difference
    return published - (displayed(trace) or 0)


Outcome = Mapping[int, PlayerTrace]


def _outcomes(base: Base, unknown: Unknown) -> list[Outcome]:
    return [rerate(base, alternative) for alternative in unknown.alternatives]


def _explained(
    row: Audited,
    rating: SystemRating,
    unknowns: Sequence[Unknown],
    outcomes: Sequence[Sequence[Outcome]],
) -> Audited:
    """A difference with the open fact that would bring the published rating out."""
    place = rating.places[row.number]
    order = sorted(range(len(unknowns)), key=lambda i: unknowns[i].place != place)
    for i in order:
        unknown = unknowns[i]
        for outcome in outcomes[i]:
            there = outcome.get(place)
            if there is not None and _off(there, row.published) == 0.0:
                return _with_cause(row, unknown, rating, place)
    shown = [
        displayed(outcome[place]) or 0
        for found in outcomes
        for outcome in found
        if place in outcome
    ]
    if shown and min(shown) <= row.published <= max(shown):
        cause = "facts that are not known could move the rating this far"
        settle = "the facts listed as assumed, this player's first"
    elif shown:
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
