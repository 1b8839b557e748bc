"""The ratings of a document for the window; only changes are rated, and errors are left out."""

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec import Struct

from uscalc.document.model import Document, Section
from uscalc.document.rate.engine_input import RuleBook
from uscalc.document.rate.incremental import (
    REPLACED,
    CachedRating,
    Comparison,
    compare_section,
    count_reached,
)
from uscalc.document.rate.rated import DocumentRating, SectionRating, SystemRating
from uscalc.document.rate.whole import (
    make_document_rating,
    rate_document,
    rate_sections,
)
from uscalc.engine.rounding import round_for_display
from uscalc.engine.trace import PlayerTrace
from uscalc.monitor import UNMONITORED, Monitor

if TYPE_CHECKING:
    from uscalc.analysis.assumptions import RelevantAssumption


USUAL_PACE: Final = 0.01
"""The milliseconds that a full rating takes for a cell, until it is measured."""
LEAST_MEASURED: Final = 200
"""The pace is measured only in sections with at least this many cells."""
ONE_AGAIN: Final = 6
"""The time to rate one player again, relative to one cell of a full rating."""


class WindowRatings(Struct, frozen=True):
    """The ratings of a document as the window shows them.

    `around` has, by the section's position, the ratings of sections with errors in
    games, computed without these games. `worked` is the state that the next rating
    starts from. `pace` is the processor time in milliseconds for each cell of a full
    rating.
    """

    rating: DocumentRating
    around: Mapping[int, SectionRating]
    worked: tuple[CachedRating, ...]
    pace: float


def rate_for_window(
    document: Document,
    rulebook: RuleBook,
    before: WindowRatings | None,
    monitor: Monitor = UNMONITORED,
    pending: "PendingRating | None" = None,
) -> WindowRatings:
    """Rate the changed sections.

    `pending` is the result of `estimate_rating` for the two documents, if it is known.
    """
    pace = USUAL_PACE if before is None else before.pace
    known = before.worked if before else ()
    if pending is None:
        pending = estimate_rating(document, before)
    start = time.thread_time()
    compared = None if document.chain_sections else pending.compared
    worked = rate_sections(
        document, rulebook, known, monitor=monitor, compared=compared
    )
    full = pending.full
    if full >= LEAST_MEASURED and not document.chain_sections:
        pace = (time.thread_time() - start) * 1e3 / full
    rating = make_document_rating(document, worked)
    around = {i: one.around for i, one in enumerate(worked) if one.around is not None}
    if around and document.chain_sections:
        # Later sections start from the ratings of earlier ones without their errors.
        loose = rate_document(document, rulebook, lenient=True)
        around = {index: loose.sections[index] for index in around}
    return WindowRatings(rating, around, worked, pace)


class PendingRating(NamedTuple):
    """The changes since the last rating, and the work of the next one.

    `full` is the number of cells of the sections that are rated as a whole.
    `milliseconds` is the estimated time, including that for players who are rated
    again.
    """

    compared: tuple[Comparison, ...]
    full: int
    milliseconds: float


def estimate_rating(document: Document, before: WindowRatings | None) -> PendingRating:
    """Compare a document with its last rating, and estimate the time of the next one."""
    known = before.worked if before else ()
    compared: list[Comparison] = []
    full = again = 0
    for index, section in enumerate(document.sections):
        is_known = index < len(known)
        found = compare_section(known[index], document, index) if is_known else REPLACED
        compared.append(found)
        if found.unchanged:
            continue
        rows = found.rows
        reached = None if rows is None else count_reached(known[index], section, rows)
        if reached is None:
            full += _count_cells(section)
        else:
            again += reached * ONE_AGAIN
    cells = (
        2 * sum(map(_count_cells, document.sections))
        if document.chain_sections
        else full + again
    )
    pace = before.pace if before else USUAL_PACE
    return PendingRating(tuple(compared), full, pace * cells)


def _count_cells(section: Section) -> int:
    return sum(len(player.results) + 1 for player in section.players)


MATTERS: Final = 10
"""An assumption matters to a user if it may change a rating by more than this many points."""


class RatingRange(NamedTuple):
    """The lowest and highest value of a displayed rating if missing data is varied.

    One missing value is varied at a time.
    """

    low: int
    shown: int
    high: int

    @property
    def points(self) -> int:
        """Return the larger distance of the two values from the displayed rating."""
        return max(self.shown - self.low, self.high - self.shown)


class KnownAssumptions(Struct, frozen=True):
    """The assumptions that matter for one rating of one section.

    `reach` has, by pairing number, the range of each displayed rating.
    """

    rating: SystemRating
    assumptions: "tuple[RelevantAssumption, ...]"
    by_number: Mapping[int, tuple[str, ...]]
    """The texts about a player's assumptions, by pairing number."""
    reach: Mapping[int, RatingRange]


def find_assumptions(
    section: SectionRating,
    rating: SystemRating,
    monitor: Monitor,
) -> KnownAssumptions | None:
    """Return the assumptions of a rating; None if the search was canceled.

    `monitor` receives the progress.
    """
    # Imported late, so that the first ratings appear sooner.
    from uscalc.document.queries.unknowns import find_relevant_assumptions

    found = find_relevant_assumptions(section, rating, monitor)
    if monitor.is_canceled():
        return None
    entrants = [player.entrant for player in rating.trace.players]
    lines: dict[int, list[str]] = {}
    for assumption in found:
        unknown = assumption.unknown
        if unknown.kind == "rounded":
            # Rounded ratings affect nearly every player by half a point, so leave them out.
            continue
        whose = (
            "" if unknown.place is None else f"player {entrants[unknown.place].number}"
        )
        for moved in assumption.moved:
            text = (
                f"{moved.low} to {moved.high}: {whose}, {unknown.taken}"
                if whose and unknown.place != moved.place
                else f"{moved.low} to {moved.high}: {unknown.taken}"
            )
            for number in entrants[moved.place].numbers:
                lines.setdefault(number, []).append(text)
    words = {number: tuple(of_one) for number, of_one in lines.items()}
    return KnownAssumptions(rating, found, words, _find_ranges(rating, found))


def _find_ranges(
    rating: SystemRating, found: "tuple[RelevantAssumption, ...]"
) -> dict[int, RatingRange]:
    """Return the range of each displayed rating that an assumption may change."""
    reach: dict[int, RatingRange] = {}
    for assumption in found:
        for moved in assumption.moved:
            for number in rating.trace.players[moved.place].entrant.numbers:
                low, shown, high = moved.low, moved.shown, moved.high
                known = reach.get(number, RatingRange(low, shown, high))
                reach[number] = RatingRange(
                    min(low, known.low), shown, max(high, known.high)
                )
    return reach


class ShownRatings(Struct, frozen=True):
    """A section with its ratings; `rating` is None if there is none.

    `around` is True if games with errors are left out.
    """

    section: Section | None
    rating: SystemRating | None
    around: bool

    def find_trace(self, row: int) -> PlayerTrace | None:
        """Return the trace of a row of the section."""
        rating, section = self.rating, self.section
        if rating is None or section is None or row >= len(section.players):
            return None
        place = rating.places.get(section.players[row].number)
        return None if place is None else rating.trace.players[place]

    def find_post(self, row: int) -> float | None:
        """Return the post-event rating of a row; under the 2001 guide, the guide's."""
        trace = self.find_trace(row)
        if self.rating is None or trace is None:
            return None
        return (
            trace.post
            if self.rating.guide is None
            else self.rating.find_post(trace.entrant.number)
        )

    def find_change(self, row: int) -> float | None:
        """Return the difference of a row's displayed ratings in points.

        The exact change is in the trace, but readers add up the displayed figures.
        Return None for unrated players, and without a rated game.
        """
        trace, post = self.find_trace(row), self.find_post(row)
        if trace is None or post is None:
            return None
        before = trace.entrant.rating
        return (
            None
            if before is None or not trace.entrant.m
            else round_for_display(post) - round_for_display(before)
        )


def find_moved_rows(before: ShownRatings, after: ShownRatings) -> frozenset[int] | None:
    """Return the rows whose figures may differ now; None if any row may."""
    old, new = before.rating, after.rating
    if old is None and new is None:
        return frozenset()
    if (
        old is None
        or new is None
        or after.section is None
        or before.around != after.around
        or old.system != new.system
        or old.places != new.places
        # In an event abroad, the trace also lists the opponents with known ratings.
        or len(old.trace.players) != len(new.trace.players)
        or old.guide is not None
        or new.guide is not None
    ):
        return None
    pairs = zip(old.trace.players, new.trace.players, strict=True)
    moved = {place for place, (one, other) in enumerate(pairs) if one is not other}
    if not moved:
        return frozenset()
    return frozenset(
        row
        for row, player in enumerate(after.section.players)
        if new.places.get(player.number) in moved
    )
