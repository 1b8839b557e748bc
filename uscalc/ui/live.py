"""A document rated for the window: only what changed, and around broken games too."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from uscalc.analysis.assumptions import Assumption
from uscalc.document.engine_input import RuleBook
from uscalc.document.model import Document, Section
from uscalc.document.rating import (
    DocumentRating,
    SectionRating,
    SystemRating,
    rate_document,
)
from uscalc.document.rerating import Worked, reach, rework, work
from uscalc.document.unknowns import assumptions_of

USUAL_PACE: Final = 0.01
"""Milliseconds that a full rating takes for a cell, until that was measured."""
LEAST_MEASURED: Final = 200
"""Cells of a section that says something about the pace."""
ONE_AGAIN: Final = 6
"""What rating one player again costs, in cells of a full rating."""


@dataclass(frozen=True, slots=True)
class Live:
    """The ratings of a document as the window shows them.

    `around` holds, by the section's position, what a section gives that is not rated
    because of broken games, when those games are left out. `worked` is what the next
    rating starts from; empty with chained sections. `pace` is the milliseconds of one
    processor that a cell of a full rating takes.
    """

    rating: DocumentRating
    around: Mapping[int, SectionRating]
    worked: tuple[Worked, ...]
    pace: float


def rate_live(document: Document, rulebook: RuleBook, before: Live | None) -> Live:
    """Rates what is not as it was before."""
    pace = USUAL_PACE if before is None else before.pace
    if document.chain_sections:
        return _rate_chained(document, rulebook, pace)
    worked = []
    for index, section in enumerate(document.sections):
        old = None
        if before is not None and index < len(before.worked):
            old = before.worked[index]
        if old is not None and _stands(old, document, section, index):
            worked.append(old)
            continue
        full = old is None or reach(old, document, index) is None
        start = time.thread_time()
        if old is None:
            worked.append(work(document, index, rulebook))
        else:
            worked.append(rework(old, document, index, rulebook))
        if full:
            took, cells = time.thread_time() - start, _cells(section)
            pace = took * 1e3 / cells if cells >= LEAST_MEASURED else pace
    return Live(
        DocumentRating(document, tuple(one.rating for one in worked)),
        {
            index: one.around
            for index, one in enumerate(worked)
            if one.around is not None
        },
        tuple(worked),
        pace,
    )


def milliseconds_ahead(document: Document, before: Live) -> float:
    """About how long `rate_live` will take."""
    if document.chain_sections:
        return before.pace * 2 * sum(map(_cells, document.sections))
    cells = 0
    for index, section in enumerate(document.sections):
        if index < len(before.worked):
            old = before.worked[index]
            if _stands(old, document, section, index):
                continue
            reached = reach(old, document, index)
            if reached is not None:
                cells += reached * ONE_AGAIN
                continue
        cells += _cells(section)
    return before.pace * cells


def _stands(old: Worked, document: Document, section: Section, index: int) -> bool:
    """Whether a section is rated already."""
    rating = old.rating
    return (
        rating.section is section
        and rating.index == index
        and rating.end_date == document.end_of(section)
    )


def _cells(section: Section) -> int:
    return sum(len(player.results) + 1 for player in section.players)


def _rate_chained(document: Document, rulebook: RuleBook, pace: float) -> Live:
    rating = rate_document(document, rulebook)
    around: dict[int, SectionRating] = {}
    if any(section.stopped for section in rating.sections):
        loose = rate_document(document, rulebook, lenient=True)
        for section in rating.sections:
            if section.stopped:
                around[section.index] = loose.sections[section.index]
    return Live(rating, around, (), pace)


@dataclass(frozen=True, slots=True)
class Assumed:
    """The assumptions that matter for one rating of one section."""

    rating: SystemRating
    assumptions: tuple[Assumption, ...]
    by_number: Mapping[int, tuple[str, ...]]
    """What to say beside a displayed rating, by pairing number."""


def assume(
    section: SectionRating, rating: SystemRating, wanted: Callable[[], bool]
) -> Assumed | None:
    """What a rating assumes; None when nobody wants to know any more."""
    found = assumptions_of(section, rating, wanted)
    if not wanted():
        return None
    entrants = [player.entrant for player in rating.trace.players]
    lines: dict[int, list[str]] = {}
    for assumption in found:
        unknown = assumption.unknown
        if unknown.kind == "rounded":
            # Half a point of everybody's: true of nearly every rating, news of none.
            continue
        whose = (
            "" if unknown.place is None else f"player {entrants[unknown.place].number}"
        )
        for moved in assumption.moved:
            said = f"{moved.low} to {moved.high}: {unknown.taken}"
            if whose and unknown.place != moved.place:
                said = f"{moved.low} to {moved.high}: {whose}, {unknown.taken}"
            for number in entrants[moved.place].numbers:
                lines.setdefault(number, []).append(said)
    return Assumed(
        rating, found, {number: tuple(said) for number, said in lines.items()}
    )
