"""The ratings of a document for the window: only changes are rated, and around broken games."""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

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
"""Milliseconds that a full rating takes for a cell, until measured."""
LEAST_MEASURED: Final = 200
"""Cells of the smallest section from which the pace is measured."""
ONE_AGAIN: Final = 6
"""The time to rate one player again, in units of the time for one cell of a full rating."""


@dataclass(frozen=True, slots=True)
class WindowRatings:
    """The ratings of a document as the window shows them.

    `around` has, by the section's position, the ratings of sections with broken games,
    computed without these games. `worked` is what the next rating starts from. `pace`
    is the time in milliseconds of one processor for each cell of a full rating.
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
        # Later sections start from what the earlier ones give around broken cells.
        loose = rate_document(document, rulebook, lenient=True)
        around = {index: loose.sections[index] for index in around}
    return WindowRatings(rating, around, worked, pace)


class PendingRating(NamedTuple):
    """A document compared with the last rated one, and the work of the next rating.

    `full` is the number of cells of the sections that are rated as a whole.
    `milliseconds` is the estimated time, including the players who are rated again.
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
        found = REPLACED
        if index < len(known):
            found = compare_section(known[index], document, index)
        compared.append(found)
        if found.unchanged:
            continue
        reached = None
        if found.rows is not None:
            reached = count_reached(known[index], section, found.rows)
        if reached is None:
            full += _count_cells(section)
        else:
            again += reached * ONE_AGAIN
    cells = full + again
    if document.chain_sections:
        cells = 2 * sum(map(_count_cells, document.sections))
    pace = before.pace if before else USUAL_PACE
    return PendingRating(tuple(compared), full, pace * cells)


def _count_cells(section: Section) -> int:
    return sum(len(player.results) + 1 for player in section.players)


MATTERS: Final = 10
"""Points at stake above which an assumption matters to a user."""


class RatingRange(NamedTuple):
    """The lowest and the highest value of a displayed rating if missing data is varied.

    One fact is varied at a time.
    """

    low: int
    shown: int
    high: int

    @property
    def points(self) -> int:
        """Return the larger distance of the two from the displayed rating."""
        return max(self.shown - self.low, self.high - self.shown)


@dataclass(frozen=True, slots=True)
class KnownAssumptions:
    """The assumptions that matter for one rating of one section.

    `reach` has, by pairing number, the range of each displayed rating.
    """

    rating: SystemRating
    assumptions: "tuple[RelevantAssumption, ...]"
    by_number: Mapping[int, tuple[str, ...]]
    """The words beside a displayed rating, by pairing number."""
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
            # Half a point for every player: true of nearly every rating, so not worth a line.
            continue
        whose = (
            "" if unknown.place is None else f"player {entrants[unknown.place].number}"
        )
        for moved in assumption.moved:
            text = f"{moved.low} to {moved.high}: {unknown.taken}"
            if whose and unknown.place != moved.place:
                text = f"{moved.low} to {moved.high}: {whose}, {unknown.taken}"
            for number in entrants[moved.place].numbers:
                lines.setdefault(number, []).append(text)
    words = {number: tuple(of_one) for number, of_one in lines.items()}
    return KnownAssumptions(rating, found, words, _find_ranges(rating, found))


def _find_ranges(
    rating: SystemRating, found: "tuple[RelevantAssumption, ...]"
) -> dict[int, RatingRange]:
    """Return the range of each displayed rating that an assumption may move."""
    reach: dict[int, RatingRange] = {}
    for assumption in found:
        for moved in assumption.moved:
            for number in rating.trace.players[moved.place].entrant.numbers:
                low, high = moved.low, moved.high
                if number in reach:
                    low, high = (
                        min(low, reach[number].low),
                        max(high, reach[number].high),
                    )
                reach[number] = RatingRange(low, moved.shown, high)
    return reach


@dataclass(frozen=True, slots=True)
class ShownRatings:
    """A section's players with their ratings; `rating` is None if there is none.

    `around` is True if games with broken cells are left out.
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
        """Return the new rating of a row; in a section rated by the guide, that of the guide."""
        trace = self.find_trace(row)
        if self.rating is None or trace is None:
            return None
        if self.rating.guide is None:
            return trace.post
        return self.rating.find_post(trace.entrant.number)

    def find_change(self, row: int) -> float | None:
        """Return the difference of the displayed ratings of a row, in points.

        Readers add up displayed figures; the exact change is in the trace. Return None
        for unrated players, and without a rated game.
        """
        trace, post = self.find_trace(row), self.find_post(row)
        if trace is None or post is None:
            return None
        before = trace.entrant.rating
        if before is None or not trace.entrant.m:
            return None
        return round_for_display(post) - round_for_display(before)


def find_moved_rows(before: ShownRatings, after: ShownRatings) -> frozenset[int] | None:
    """Return the rows whose figures may differ now; None if any row may."""
    old, new = before.rating, after.rating
    if old is None and new is None:
        return frozenset()
    if old is None or new is None or after.section is None:
        return None
    if (
        before.around != after.around
        or old.system != new.system
        or old.places != new.places
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
