"""A document rated for the window: only what changed, and around broken games too."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from uscalc.analysis.assumptions import Assumption
from uscalc.document.engine_input import RuleBook
from uscalc.document.model import Document
from uscalc.document.rating import (
    DocumentRating,
    SectionRating,
    SystemRating,
    rate_document,
    rate_one,
)
from uscalc.document.unknowns import assumptions_of


@dataclass(frozen=True, slots=True)
class Live:
    """The ratings of a document as the window shows them.

    `around` holds, by the section's position, what a section gives that is not rated
    because of broken games, when those games are left out. `milliseconds` is what the
    computation took of one processor.
    """

    rating: DocumentRating
    around: Mapping[int, SectionRating]
    milliseconds: float


def rate_live(document: Document, rulebook: RuleBook, before: Live | None) -> Live:
    """Rates the sections that are not as they were before."""
    start = time.thread_time()
    chained = document.chain_sections or (
        before is not None and before.rating.document.chain_sections
    )
    if before is None or chained:
        rating = rate_document(document, rulebook)
    else:
        rating = DocumentRating(
            document,
            tuple(
                _section(document, index, before, rulebook)
                for index in range(len(document.sections))
            ),
        )
    around: dict[int, SectionRating] = {}
    if any(section.stopped for section in rating.sections):
        loose = (
            rate_document(document, rulebook, True) if document.chain_sections else None
        )
        for section in rating.sections:
            if section.stopped and document.chain_sections and loose is not None:
                around[section.index] = loose.sections[section.index]
            elif section.stopped:
                around[section.index] = _around(document, section, before, rulebook)
    return Live(rating, around, (time.thread_time() - start) * 1e3)


def _section(
    document: Document, index: int, before: Live, rulebook: RuleBook
) -> SectionRating:
    section = document.sections[index]
    sections = before.rating.sections
    if index < len(sections):
        old = sections[index]
        if old.section is section and old.end_date == document.end_of(section):
            return old
    return rate_one(document, section, index, rulebook)


def _around(
    document: Document, stopped: SectionRating, before: Live | None, rulebook: RuleBook
) -> SectionRating:
    index = stopped.index
    if before is not None and index < len(before.rating.sections):
        old = before.around.get(index)
        if old is not None and before.rating.sections[index] is stopped:
            return old
    return rate_one(document, stopped.section, index, rulebook, lenient=True)


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
