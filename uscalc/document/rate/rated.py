"""The ratings of a section and of a whole event: findings, and the result in each system."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass, replace

from uscalc.document.findings import Finding
from uscalc.document.model import Document, Section
from uscalc.document.rate.in_system import SystemRating
from uscalc.engine.inputs import System


@dataclass(frozen=True, slots=True)
class SectionRating:
    """The outcome of one section: findings, and a rating for each system."""

    index: int
    section: Section
    end_date: dt.date
    findings: tuple[Finding, ...]
    ratings: tuple[SystemRating, ...]

    def in_system(self, system: System) -> SystemRating | None:
        """Return the rating in a system, if there is one."""
        return next((r for r in self.ratings if r.system == system), None)

    @property
    def stopped(self) -> bool:
        """True where a finding keeps the whole section from being rated."""
        return stops_rating(self.findings)


@dataclass(frozen=True, slots=True)
class DocumentRating:
    """A whole event rated; sections are in the document's order."""

    document: Document
    sections: tuple[SectionRating, ...]

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Every finding, section by section."""
        return tuple(f for section in self.sections for f in section.findings)


def stops_rating(findings: Iterable[Finding]) -> bool:
    """Return whether any of these keeps the whole section from being rated."""
    return any(f.stops_rating and f.system is None for f in findings)


def as_excluded(finding: Finding) -> Finding:
    """Return a finding of a broken cell, where the cell is left out of the rating."""
    if finding.round is None:
        return finding
    return replace(
        finding, severity="warns", remedy=f"This result is left out. {finding.remedy}"
    )
