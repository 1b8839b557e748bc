"""The table of what US Chess would object to in a rating report: errors first."""

from typing import NamedTuple

from uscalc.document.findings import Finding
from uscalc.document.model import Document
from uscalc.document.places import shorten_player_names
from uscalc.document.reporting.grades import GRADES
from uscalc.ui.widgets.column_table import ColumnTableModel, TableColumn


class ReportRow(NamedTuple):
    """A finding, and its place in words."""

    finding: Finding
    place: str


COLUMNS: tuple[TableColumn[ReportRow], ...] = (
    TableColumn(
        "Report",
        "Refused: it will not be taken. Asked: somebody will look twice",
        lambda row: "refused" if row.finding.severity == "stops" else "asked",
        digits=9,
        tone=lambda row: "loss" if row.finding.severity == "stops" else "soft",
        strong=lambda row: row.finding.severity == "stops",
    ),
    TableColumn(
        "Where",
        "The event, a section, a player or a game",
        lambda row: row.place,
        digits=10,
        fits=True,
        wraps=True,
    ),
    TableColumn(
        "What",
        "What would be said",
        lambda row: row.finding.message,
        digits=16,
        fits=True,
        wraps=True,
    ),
    TableColumn(
        "Way out",
        "What to do about it",
        lambda row: row.finding.remedy,
        digits=14,
        fits=True,
        wraps=True,
        stretches=True,
        tone="soft",
    ),
)


class ReportModel(ColumnTableModel[ReportRow]):
    """A row for each finding."""

    def __init__(self) -> None:
        # A player's name may change while the findings stay.
        super().__init__(
            COLUMNS,
            tooltip=lambda _column, row: describe_finding(row),
            spoken=lambda _column, row: describe_finding(row),
            key=lambda row: row.finding,
        )

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings in the order of the rows."""
        return tuple(row.finding for row in self.rows)

    def show_findings(self, findings: tuple[Finding, ...], document: Document) -> None:
        """Show the findings of an event, errors first."""
        names = [shorten_player_names(section) for section in document.sections]
        ordered = sorted(findings, key=lambda f: f.severity != "stops")
        rows = [ReportRow(f, describe_place(f, document, names)) for f in ordered]
        self.show_rows(rows)


def describe_finding(row: ReportRow) -> str:
    """Return a finding as one sentence, with its grade and place."""
    finding = row.finding
    return f"{GRADES[finding.severity]}: {row.place}: {finding.said}"


def describe_place(
    finding: Finding, document: Document, names: list[dict[int, str]]
) -> str:
    """Return the player by name and number, the section where there are several.

    `names` has the players' names of each section by pairing number.
    """
    index = finding.section
    if index is None:
        return "event"
    parts = [finding.section_name] if len(document.sections) > 1 else []
    if index < len(document.sections) and finding.player is not None:
        name = names[index].get(finding.player)
        number = finding.player
        parts.append(f"{name} (#{number})" if name else f"player {number}")
    if finding.round is not None:
        parts.append(f"round {finding.round}")
    return ", ".join(parts) or "section"
