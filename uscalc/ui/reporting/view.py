"""Report: what US Chess would object to in the event's rating report, while it is entered."""

import datetime as dt
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QWidget

from uscalc.document.findings import Finding
from uscalc.document.reporting.grades import summary
from uscalc.ui.frame.view import View
from uscalc.ui.reporting.checking import Checked, checked
from uscalc.ui.reporting.facts import ReportFacts, as_last_time
from uscalc.ui.reporting.model import ReportModel
from uscalc.ui.reporting.writing import Writing
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import HEAD_MARGINS, add_parts, make_column, make_row
from uscalc.ui.widgets.buttons import plain_button
from uscalc.ui.widgets.labels import text_label
from uscalc.ui.widgets.plain_table import PlainTable

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import Frame

CHECKING = "Looking what would be said of the report…"


class ReportTable(PlainTable):
    """A line for each finding, all of whose words are read."""

    def __init__(self, model: ReportModel, theme: Theme) -> None:
        super().__init__(
            "report",
            "What would be said of the report: choose a line to go to its place",
            model,
            theme,
            lambda: self.currentIndex().row(),
        )


class ReportView(View):
    """The sum of it, the table, and what can be done."""

    def __init__(self, window: "Frame", parent: QWidget | None = None) -> None:
        super().__init__("reportView", "Report", window.session, window.theme, parent)
        self._window = window
        self.model = ReportModel()
        self.model.setParent(self)
        self.heading = text_label("reportHeading", "heading")
        self.heading.setText(CHECKING)
        self.left_out = text_label("reportLeftOut", "note")
        self.left_out.setContentsMargins(2 * UNIT, UNIT // 2, UNIT, UNIT // 2)
        self.again = plain_button(
            "reportAsLastTime",
            "As &last time",
            "Say the affiliate, director and place of the last event",
            self.say_as_last_time,
        )
        self.facts = plain_button(
            "reportAskFacts",
            "&Facts of the report…",
            "Affiliate, directors, place, and what a section's report says",
            self.ask_facts,
        )
        self.write = plain_button(
            "reportWrite",
            "&Write the report…",
            "Write THEXPORT, TSEXPORT and TDEXPORT into a folder",
            lambda: self.writing.ask(),
        )
        self.table = ReportTable(self.model, window.theme)
        self.table.clicked.connect(self._go)
        self.table.activated.connect(self._mend)
        self._build()
        self.writing = Writing(
            self._session,
            window.preferences,
            window.messages,
            self.checked_now,
            lambda: window.show_view("reportView"),
            self.ask_facts,
            window,
        )
        self._worker = self.make_worker(self._came)
        session = self._session
        self.following = self.follow(session.edited, session.opened)

    def _build(self) -> None:
        row = make_row(margins=HEAD_MARGINS)
        row.addWidget(self.heading, 1)
        for button in (self.again, self.facts, self.write):
            row.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        column = make_column(self, spacing=0)
        add_parts(column, row, self.left_out)
        column.addWidget(self.table, 1)
        column.addStretch()
        self.left_out.hide()
        self.table.hide()
        self.again.hide()

    # Content

    def refresh(self) -> None:
        """Have the event checked beside the window; until then the last stays."""
        session, lists = self._session, self._window.folders.lists
        document, rulebook, today = session.document, session.rulebook, dt.date.today()
        self._offer_again()
        self._worker.ask(lambda asked: checked(document, rulebook, lists, today, asked))

    def checked_now(self) -> Checked:
        """Return the findings of the current event."""
        session = self._session
        found = checked(
            session.document,
            session.rulebook,
            self._window.folders.lists,
            dt.date.today(),
        )
        self._came(found)
        return found

    def _came(self, found: object) -> None:
        assert isinstance(found, Checked)
        self.model.show_findings(found.findings, found.document)
        self.heading.setText(summary(found.findings))
        self.heading.setAccessibleName(self.heading.text())
        self.left_out.setText(" ".join(found.left_out))
        self.left_out.setVisible(bool(found.left_out))
        self.table.setVisible(bool(found.findings))
        self._offer_again()

    def _offer_again(self) -> None:
        document = self._session.document
        edit = as_last_time(document, self._window.preferences)
        self.again.setVisible(edit.document is not document)

    # Actions

    def say_as_last_time(self) -> None:
        """Copy the facts of the last event's report to this one."""
        preferences = self._window.preferences
        self._session.edit(lambda document: as_last_time(document, preferences))

    def ask_facts(self) -> ReportFacts:
        """Open the facts that only a report has."""
        dialog = ReportFacts(
            self._session, self._window.preferences, self._offer_again, self._window
        )
        dialog.open()
        return dialog

    def _finding(self, index: QModelIndex) -> Finding | None:
        row = self.model.read_row(index.row())
        return None if row is None else row.finding

    def _go(self, index: QModelIndex) -> None:
        """Go to a finding's place in the table."""
        finding = self._finding(index)
        if finding is not None:
            self._window.go_to(finding)

    def _mend(self, index: QModelIndex) -> None:
        """Go to where a finding can be fixed."""
        finding = self._finding(index)
        if finding is None:
            return
        self._window.go_to(finding)
        if finding.section is None and finding.about not in ("name", "dates"):
            self.ask_facts()
        elif finding.player is None:
            self._window.show_settings()
