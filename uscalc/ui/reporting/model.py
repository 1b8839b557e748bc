"""What the office would say as a table model: refusals first, each with the way out."""

from collections.abc import Container, Sequence
from typing import Final

from PySide6.QtCore import Qt

from uscalc.document.findings import Finding
from uscalc.document.model import Document
from uscalc.document.places import players_named
from uscalc.document.reporting.grades import GRADES
from uscalc.ui.widgets.plain_table import STRONG, TONE, Index, PlainModel, alignment
from uscalc.ui.wording.hints import plain_hint

COLUMNS: Final = (
    ("Report", "Refused: it will not be taken. Asked: somebody will look twice"),
    ("Where", "The event, a section, a player or a game"),
    ("What", "What would be said"),
    ("Way out", "What to do about it"),
)
GRADE, WHERE, WHAT, WAY_OUT = range(4)
WORDS: Final = (GRADE, WHERE, WHAT, WAY_OUT)


class ReportModel(PlainModel):
    """A line for each finding."""

    def __init__(self) -> None:
        super().__init__()
        self.findings: tuple[Finding, ...] = ()
        self._document: Document | None = None
        self._called: dict[int, dict[int, str]] = {}
        """The players of each section as they are called, by their numbers."""

    def show_findings(self, findings: tuple[Finding, ...], document: Document) -> None:
        """Show the findings of an event, those that will be refused first."""
        self._document = document
        self._called = {
            index: players_named(section)
            for index, section in enumerate(document.sections)
        }
        ordered = tuple(sorted(findings, key=lambda f: f.severity != "stops"))
        if ordered == self.findings:
            # A name may have changed.
            if ordered:
                last = self.index(len(ordered) - 1, WAY_OUT)
                self.dataChanged.emit(self.index(0, 0), last)
            return
        self.beginResetModel()
        self.findings = ordered
        self.endResetModel()

    def heads(self) -> Sequence[tuple[str, str]]:
        """Return the columns."""
        return COLUMNS

    def count(self) -> int:
        """Return one for each finding."""
        return len(self.findings)

    def words(self) -> Container[int]:
        """Return all of them."""
        return WORDS

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the words of a finding."""
        if not index.isValid():
            return None
        finding, column = self.findings[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(finding, column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_hint(self._whole(finding))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._whole(finding)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return alignment(column, WORDS)
        if role == STRONG:
            return column == GRADE and finding.severity == "stops"
        if role == TONE:
            if column == GRADE:
                return "loss" if finding.severity == "stops" else "soft"
            return "soft" if column == WAY_OUT else "text"
        return None

    def _whole(self, finding: Finding) -> str:
        where = self._text(finding, WHERE)
        return f"{GRADES[finding.severity]}: {where}: {finding.said}"

    def _text(self, finding: Finding, column: int) -> str:
        if column == GRADE:
            return "refused" if finding.severity == "stops" else "asked"
        if column == WHERE:
            return self._place(finding)
        return finding.message if column == WHAT else finding.remedy

    def _place(self, finding: Finding) -> str:
        """Return the player by name and number, the section where there are several."""
        document, index = self._document, finding.section
        if document is None or index is None:
            return "event"
        parts = [finding.section_name] if len(document.sections) > 1 else []
        if index < len(document.sections) and finding.player is not None:
            who = self._called[index].get(finding.player)
            number = finding.player
            parts.append(f"{who} (#{number})" if who else f"player {number}")
        if finding.round is not None:
            parts.append(f"round {finding.round}")
        return ", ".join(parts) or "section"
