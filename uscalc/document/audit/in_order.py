"""Audit events in order, each with the known facts of members from earlier ones."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from uscalc.document.audit.passed_on import (
    CarriedEvent,
    CarryoverLedger,
    Disagreement,
    carry_in,
    carry_out,
    find_ledger_key,
)
from uscalc.document.audit.result import AuditFact, RatingAudit, apply_facts
from uscalc.document.audit.scene import measure_difference
from uscalc.document.model import Document
from uscalc.document.rate.engine_input import RuleBook
from uscalc.document.rate.rated import DocumentRating, SectionRating
from uscalc.document.rate.whole import rate_document
from uscalc.engine.inputs import System

Audited = tuple[Sequence[RatingAudit], Document]
Search = Callable[[DocumentRating, Collection[int]], Audited | None]
"""The audit of some sections, which applies the likeliest corrections."""


@dataclass(frozen=True, slots=True)
class CarriedAudit:
    """An event audited with the facts of earlier events.

    `rated` is the event with those facts, `adopted` with the best corrections too;
    `members` counts the members in each system for whom facts were known.
    """

    rated: DocumentRating
    adopted: Document
    audits: tuple[RatingAudit, ...]
    disagreements: tuple[Disagreement, ...]
    members: int


def audit_next_event(
    document: Document,
    ledger: CarryoverLedger,
    rulebook: RuleBook,
    search: Search,
    system: System | None = None,
) -> CarriedAudit | None:
    """Audit the next event by date, and note the facts of its members in the ledger.

    Sections are audited in the order of their end dates, in all systems or one. The
    best corrections are applied before the results are noted. A guess, or one value of
    several, is used in the next event only if more ratings match with it. Return None
    if the search was stopped.
    """
    members = {
        find_ledger_key(ledger, player)
        for section in document.sections
        for player in section.players
    }
    before: CarryoverLedger = {
        one: dict(ledger[one]) for one in members if one in ledger
    }
    of_section: dict[int, Sequence[RatingAudit]] = {}
    found: list[Disagreement] = []
    known = 0
    ends = [(document.end_date_of(one), at) for at, one in enumerate(document.sections)]
    for _, index in sorted(ends):
        rate = _SectionRater(index, rulebook, system)
        entered = _choose_carried_facts(document, ledger, before, rate)
        document = entered.document
        known += len(entered.members)
        found += entered.disagreements
        audited = search(rate(document), [index])
        if audited is None:
            return None
        of_section[index] = audited[0]
        _note_members(document, of_section[index], rate, ledger)
    audits = [audit for index in sorted(of_section) for audit in of_section[index]]
    there = document
    for audit in audits:
        if audit.best is not None:
            there = apply_facts(there, audit.section, audit.best.facts)
    rated = rate_document(
        document, rulebook, only=lambda _, of: system is None or of == system
    )
    return CarriedAudit(rated, there, tuple(audits), tuple(found), known)


@dataclass(frozen=True, slots=True)
class _SectionRater:
    """Rates a document as far as one section needs it."""

    index: int
    rulebook: RuleBook
    system: System | None

    def __call__(self, document: Document) -> DocumentRating:
        """Return the rating of the document."""
        chained = document.chain_sections

        def only(at: int, of: System) -> bool:
            return (chained or at == self.index) and self.system in (None, of)

        return rate_document(document, self.rulebook, only=only)

    def rate_section(self, document: Document) -> SectionRating:
        """Return the rating of the section."""
        return self(document).sections[self.index]


def _choose_carried_facts(
    document: Document,
    ledger: CarryoverLedger,
    before: CarryoverLedger,
    rate: _SectionRater,
) -> CarriedEvent:
    """Return the document with known facts; uncertain ones only if fewer ratings miss."""
    sure = carry_in(document, rate.index, ledger, before, unsure=False)
    every = carry_in(document, rate.index, ledger, before)
    if every.document == sure.document:
        return sure
    return min(
        (every, sure), key=lambda one: _count_missed(rate.rate_section(one.document))
    )


def _count_missed(section: SectionRating) -> int:
    """Count the published ratings of a section that don't match."""
    missed = 0
    for rating in section.ratings:
        for player in section.section.players:
            published = player.published_in(rating.system)
            post = rating.find_trace(player.number).post
            if published is not None and post is not None:
                missed += measure_difference(post, published.rating) != 0.0
    return missed


def _note_members(
    document: Document,
    audits: Sequence[RatingAudit],
    rate: _SectionRater,
    ledger: CarryoverLedger,
) -> None:
    """Note the facts of a section's members, with the corrections applied."""
    best = [audit.best for audit in audits if audit.best is not None]
    facts = [fact for one in best for fact in one.facts]
    section = rate.rate_section(apply_facts(document, rate.index, facts))
    unsure = {
        fact.number
        for one in best
        for fact in one.facts
        if fact.number is not None and (one.guess or _is_range(fact))
    }
    # Facts that were uncertain before this event stay uncertain.
    unsure |= {
        player.number
        for player in section.section.players
        for one in ledger.get(find_ledger_key(ledger, player), {}).values()
        if not one.sure
    }
    for audit in audits:
        rating = section.in_system(audit.system)
        if rating is None:
            continue
        came_out = {
            *audit.exact,
            *(one.number for one in audit.compared if one.rounding),
        }
        if audit.best is not None:
            came_out.update(audit.best.explained, audit.best.rounding)
            came_out.difference_update(audit.best.left)
        name = document.name
        carry_out(section, rating, name, frozenset(came_out), frozenset(unsure), ledger)


def _is_range(fact: AuditFact) -> bool:
    return fact.range is not None and fact.range.low != fact.range.high
