"""The ratings of a section in one system, in all, and of a whole event."""

import datetime as dt
from collections.abc import Collection, Iterable

from msgspec import Struct
from msgspec.structs import replace

from uscalc.counted import group_by_key
from uscalc.document.findings import Finding
from uscalc.document.model import Document, Section
from uscalc.document.rate.systems import OtherDay
from uscalc.engine.guide import GuideWorksheet
from uscalc.engine.inputs import System
from uscalc.engine.special import PerformanceRating, compute_performance_rating
from uscalc.engine.trace import PlayerTrace, SectionTrace


class SystemRating(Struct, frozen=True):
    """One section rated in one system.

    `dual` is True if the section is rated in Regular and in Quick. (Whether K is
    reduced depends on the time control, and is in `trace.section`.) `places` maps
    pairing numbers to places. `guide` has the worksheets of the 2001 guide, in the
    order of the entrants, if its rules were selected. `other_days` are other days that
    may decide the rules.
    """

    system: System
    dual: bool
    trace: SectionTrace
    places: dict[int, int]
    guide: tuple[GuideWorksheet, ...] | None = None
    other_days: tuple[OtherDay, ...] = ()

    def find_trace(self, number: int) -> PlayerTrace:
        """Return the trace of a pairing number; re-entries share one."""
        return self.trace.players[self.places[number]]

    def find_next_special_row(self, section: Section, row: int) -> int | None:
        """Return the next row after `row` rated with the special formula, or the first one.

        Return None if no player is rated with it.
        """
        rows = [
            place
            for place, player in enumerate(section.players)
            if player.number in self.places
            and self.find_trace(player.number).formula == "special"
        ]
        return next((one for one in rows if one > row), rows[0] if rows else None)

    def find_worksheet(self, number: int) -> GuideWorksheet | None:
        """Return the guide's worksheet of a pairing number, under the guide's rules."""
        return None if self.guide is None else self.guide[self.places[number]]

    def find_post(self, number: int) -> float | None:
        """Return the new rating of a pairing number; under the guide, the guide's answer."""
        worked = self.find_worksheet(number)
        return self.find_trace(number).post if worked is None else worked.result

    def find_performance(self, number: int) -> PerformanceRating | None:
        """Return the performance rating of a pairing number; None without a game.

        The opponents count with their ratings after Step 4, as in Step 5.
        """
        trace = self.find_trace(number)
        return (
            None
            if trace.step5 is None
            else compute_performance_rating(
                trace.step5.strengths, trace.entrant.score, trace.start.r0
            )
        )


class SectionRating(Struct, frozen=True):
    """The outcome of one section: findings, and a rating for each system."""

    index: int
    section: Section
    end_date: dt.date
    findings: tuple[Finding, ...]
    ratings: tuple[SystemRating, ...]

    def in_system(self, system: System) -> SystemRating | None:
        """Return the rating in a system, or None."""
        return next((r for r in self.ratings if r.system == system), None)


class DocumentRating(Struct, frozen=True):
    """A rated event; sections are in the document's order.

    `log` says what the reader of the event's file doubted, changed or left out.
    """

    document: Document
    sections: tuple[SectionRating, ...]
    log: tuple[Finding, ...] = ()

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Every finding, section by section."""
        return tuple(f for section in self.sections for f in section.findings)

    def with_findings(self, found: Collection[Finding]) -> "DocumentRating":
        """Add each of a reader's findings to its section, or else to the first one."""
        if not found:
            return self
        by_section = group_by_key((f.section or 0, f) for f in found)
        sections = tuple(
            replace(one, findings=(*by_section.get(one.index, ()), *one.findings))
            for one in self.sections
        )
        return replace(self, sections=sections)


def stops_rating(findings: Iterable[Finding]) -> bool:
    """Return whether a finding keeps the whole section from being rated."""
    return any(f.stops_rating and f.system is None for f in findings)


def mark_as_excluded(finding: Finding) -> Finding:
    """Return a finding about a broken cell, reworded for a cell that is not rated."""
    if finding.round is None:
        return finding
    return replace(
        finding, severity="warns", remedy=f"This result is left out. {finding.remedy}"
    )
