"""The list of findings below the crosstable: a click goes to the cell."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import (
    QFrame,
    QListWidget,
    QListWidgetItem,
    QWidget,
)

from uscalc.document.findings import Finding
from uscalc.ui.scheduling.following import RefreshSchedule
from uscalc.ui.session.session import Session
from uscalc.ui.theme.hints import describe_finding, escape_hint
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import make_column, name_widget

MOST_SHOWN = 5
FINDING = Qt.ItemDataRole.UserRole


class FindingsList(QFrame):
    """Every finding of the event; `chosen` gives the one to go to."""

    chosen = Signal(object)

    def __init__(
        self, session: Session, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._theme = theme
        self._findings: tuple[Finding, ...] = ()
        name_widget(self, "findingsPanel", "Findings", "card")
        self.list = name_widget(
            QListWidget(), "findingsList", "Findings: choose one to go to its place"
        )
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemClicked.connect(self._emit_chosen)
        self.list.itemActivated.connect(self._emit_chosen)
        make_column(self, UNIT // 2, spacing=None).addWidget(self.list)
        theme.changed.connect(self._fit_height)
        RefreshSchedule(self, self.refresh, session.rated, session.differed)
        self.hide()

    def refresh(self) -> None:
        """List the findings, those that stop a rating first."""
        findings = tuple(
            sorted(self._session.findings, key=lambda f: f.severity != "stops")
        )
        if findings == self._findings:
            return
        self._findings = findings
        row, document = self.list.currentRow(), self._session.document
        self.list.clear()
        for finding in findings:
            sign = "●" if finding.severity == "stops" else "○"
            item = QListWidgetItem(f"{sign}  {describe_finding(finding, document)}")
            item.setData(FINDING, finding)
            item.setToolTip(escape_hint(describe_finding(finding, document)))
            self.list.addItem(item)
        self.list.setCurrentRow(min(row, len(findings) - 1))
        self._fit_height()
        if not findings:
            self.hide()

    def _fit_height(self) -> None:
        height = QFontMetrics(self._theme.make_font()).height() + 11
        for row in range(self.list.count()):
            self.list.item(row).setSizeHint(QSize(1, height))
        shown = min(max(len(self._findings), 1), MOST_SHOWN)
        self.setFixedHeight(height * shown + 2 * UNIT)

    def _emit_chosen(self, item: QListWidgetItem) -> None:
        self.chosen.emit(item.data(FINDING))
