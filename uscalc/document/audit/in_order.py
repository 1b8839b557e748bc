"""Events audited one after the other, each with what the earlier ones tell of members."""

from collections.abc import Callable
from dataclasses import dataclass

from uscalc.document.audit.passed_on import (
    Disagreement,
    Entered,
    Ledger,
    pass_in,
    pass_out,
)
from uscalc.document.audit.put import put_in
from uscalc.document.audit.result import Fact, RatingAudit
from uscalc.document.audit.scene import off_by
from uscalc.document.model import Document
from uscalc.document.rate.engine_input import RuleBook
from uscalc.document.rate.rating import DocumentRating, rate_document
from uscalc.engine.systems import System

Search = Callable[[DocumentRating, int, System], RatingAudit | None]
"""The audit of one section in one system, with the search for facts."""


@dataclass(frozen=True, slots=True)
class Followed:
    """An event audited with what was known before it.

    `rated` is the event with that put in, but without any fact that was found;
    `members` counts the members, each in one system, of whom something was known.
    """

    rated: DocumentRating
    audits: tuple[RatingAudit, ...]
    disagreements: tuple[Disagreement, ...]
    members: int


def follow(
    document: Document, ledger: Ledger, rulebook: RuleBook, search: Search
) -> Followed:
    """The next event by date; what it tells of its members is noted in the ledger.

    Sections are taken in the order of their end dates. Facts that are more than a
    guess are put in before it is noted what comes out.
    """
    members = {p.id for section in document.sections for p in section.players if p.id}
    before: Ledger = {one: dict(ledger[one]) for one in members if one in ledger}
    audits: list[tuple[RatingAudit, ...]] = [() for _ in document.sections]
    found: list[Disagreement] = []
    known = 0
    ends = [(document.end_of(one), at) for at, one in enumerate(document.sections)]
    for _, index in sorted(ends):
        entered = _with_fewest_missed(document, index, ledger, before, rulebook)
        document = entered.document
        known += len(entered.members)
        found += entered.disagreements
        rated = _rate(document, index, rulebook)
        systems = [rating.system for rating in rated.sections[index].ratings]
        audits[index] = tuple(
            audit
            for system in systems
            if (audit := search(rated, index, system)) is not None
        )
        _note(document, index, audits[index], rulebook, ledger)
    return Followed(
        rate_document(document, rulebook),
        tuple(audit for of_section in audits for audit in of_section),
        tuple(found),
        known,
    )


def adopted(audit: RatingAudit) -> tuple[Fact, ...]:
    """The facts that are taken for true: the best ones, unless they are a guess."""
    best = audit.best
    return () if best is None or best.guess else best.facts


def _rate(document: Document, index: int, rulebook: RuleBook) -> DocumentRating:
    """The document rated as far as a section needs it."""
    chained = document.chain_sections
    return rate_document(
        document, rulebook, only=lambda at, _: chained or at == index
    )


def _with_fewest_missed(
    document: Document, index: int, ledger: Ledger, before: Ledger, rulebook: RuleBook
) -> Entered:
    """What is known put in; a number of games out of several only if it serves."""
    sure = pass_in(document, index, ledger, before, unsure=False)
    every = pass_in(document, index, ledger, before)
    if every.document == sure.document:
        return sure
    return min(
        (every, sure), key=lambda one: _missed(one.document, index, rulebook)
    )


def _missed(document: Document, index: int, rulebook: RuleBook) -> int:
    """How many published ratings of a section do not come out."""
    section = _rate(document, index, rulebook).sections[index]
    missed = 0
    for rating in section.ratings:
        for player in section.section.players:
            published = player.published_in(rating.system)
            post = rating.player(player.number).post
            if published is not None and post is not None:
                missed += off_by(post, published.rating) != 0.0
    return missed


def _note(
    document: Document,
    index: int,
    audits: tuple[RatingAudit, ...],
    rulebook: RuleBook,
    ledger: Ledger,
) -> None:
    """Notes what a section tells of its members, with the facts put in."""
    for audit in audits:
        facts = adopted(audit)
        there = put_in(document, index, facts)
        section = _rate(there, index, rulebook).sections[index]
        rating = section.in_system(audit.system)
        if rating is None:
            continue
        came_out = {*audit.exact, *audit.rounding}
        if facts:
            came_out.update(audit.explained)
            came_out.difference_update(audit.left)
        ranged = {
            fact.number
            for fact in facts
            if fact.number is not None
            and fact.range is not None
            and fact.range.low != fact.range.high
        }
        pass_out(
            section,
            rating,
            document.name,
            frozenset(came_out),
            frozenset(ranged),
            ledger,
        )
