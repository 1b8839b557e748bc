"""Rates a document: every section in every system it counts for, with findings."""

import datetime as dt
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from uscalc.document.findings import Finding
from uscalc.document.model import Document, Player, RatingFacts, Section
from uscalc.document.rate.after import facts_after
from uscalc.document.rate.check import broken_cells, check_section
from uscalc.document.rate.engine_input import RuleBook
from uscalc.document.rate.facts import check_facts
from uscalc.document.rate.holes import hole_findings
from uscalc.document.rate.in_system import SystemRating as SystemRating
from uscalc.document.rate.in_system import rate_system
from uscalc.document.rate.members import members_of
from uscalc.document.rate.namesakes import not_chained
from uscalc.document.rate.systems import section_systems as section_systems
from uscalc.engine.systems import System


@dataclass(frozen=True, slots=True)
class SectionRating:
    """What came of one section: findings, and a rating for each system."""

    index: int
    section: Section
    end_date: dt.date
    findings: tuple[Finding, ...]
    ratings: tuple[SystemRating, ...]

    def in_system(self, system: System) -> SystemRating | None:
        """The rating in a system, if there is one."""
        return next((r for r in self.ratings if r.system == system), None)

    @property
    def stopped(self) -> bool:
        """Whether something keeps the whole section from being rated."""
        return stops(self.findings)


@dataclass(frozen=True, slots=True)
class DocumentRating:
    """A whole event rated; sections stand in the document's order."""

    document: Document
    sections: tuple[SectionRating, ...]

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Every finding, section by section."""
        return tuple(f for section in self.sections for f in section.findings)


Carried = dict[tuple[str, System], RatingFacts]


def rate_document(
    document: Document,
    rulebook: RuleBook,
    lenient: bool = False,
    only: Callable[[int, System], bool] | None = None,
) -> DocumentRating:
    """Rates every section.

    `lenient` leaves broken cells out instead of stopping. `only` chooses sections (by
    position) and systems; with chained sections the earlier ones are rated all the
    same, because the later start from them.
    """
    carried: Carried = {}
    done: dict[int, SectionRating] = {}
    for index in chain_order(document):
        section = document.sections[index]
        if document.chain_sections:
            section = carry_in(section, carried)
        rated = rate_one(document, section, index, rulebook, lenient, only)
        done[index] = rated
        if document.chain_sections:
            carry_out(rated, carried)
    return together(document, [done[i] for i in range(len(done))])


def chain_order(document: Document) -> tuple[int, ...]:
    """The sections' positions, each after those that it may start from."""
    order = range(len(document.sections))
    if not document.chain_sections:
        return tuple(order)
    return tuple(
        sorted(order, key=lambda i: (document.end_of(document.sections[i]), i))
    )


def together(document: Document, rated: Sequence[SectionRating]) -> DocumentRating:
    """The rated sections as one event, with what only all of them together show."""
    sections = list(rated)
    if document.chain_sections:
        for index, finding in not_chained(document, chain_order(document)).items():
            findings = *sections[index].findings, finding
            sections[index] = replace(sections[index], findings=findings)
    return DocumentRating(document, tuple(sections))


def rate_one(
    document: Document,
    section: Section,
    index: int,
    rulebook: RuleBook,
    lenient: bool = False,
    only: Callable[[int, System], bool] | None = None,
) -> SectionRating:
    """Rates one section of a document."""
    end = document.end_of(section)
    if section.kind == "unrated":
        return SectionRating(index, section, end, (), ())
    findings = list(check_section(section, index))
    broken = broken_cells(section) if lenient else frozenset()
    if lenient:
        findings = [left_aside(finding) for finding in findings]
    findings += check_facts(section, index, end)
    findings += hole_findings(section, index)
    systems, problem = section_systems(section, index, end, rulebook)
    if problem is not None:
        findings.append(problem)
    ratings: list[SystemRating] = []
    if not stops(findings):
        members = members_of(section)
        for system in systems:
            if only is not None and not only(index, system):
                continue
            found = rate_system(
                section, members, broken, system, systems, index, end, rulebook
            )
            findings += found.findings
            if found.rating is not None:
                ratings.append(found.rating)
    return SectionRating(index, section, end, tuple(findings), tuple(ratings))


def stops(findings: Iterable[Finding]) -> bool:
    """Whether any of these keeps the whole section from being rated."""
    return any(f.severity == "stops" and f.system is None for f in findings)


def left_aside(finding: Finding) -> Finding:
    """A finding of a broken cell, where the cell is left out of the rating."""
    if finding.round is None:
        return finding
    return replace(finding, severity="warns", remedy=f"left out; {finding.remedy}")


def carry_in(section: Section, carried: Carried) -> Section:
    """A section whose members start from what earlier sections made of them."""
    if not carried:
        return section

    def update(player: Player) -> Player:
        if player.id is None:
            return player
        ratings = dict(player.ratings)
        for (member, system), facts in carried.items():
            if member == player.id:
                ratings[system] = facts
        return replace(player, ratings=tuple(ratings.items()))

    ids = {member for member, _ in carried}
    return replace(
        section,
        players=tuple(update(p) if p.id in ids else p for p in section.players),
    )


def carry_out(rated: SectionRating, carried: Carried) -> None:
    """Notes what the members of a rated section start the next one from."""
    for rating in rated.ratings:
        # A re-entered member is carried once, by the row that stands for it.
        for player in (member.player for member in members_of(rated.section)):
            if player.id is None:
                continue
            trace = rating.player(player.number)
            if trace.formula != "none":
                carried[player.id, rating.system] = facts_after(
                    player.facts(rating.system), trace, rated.end_date
                )
