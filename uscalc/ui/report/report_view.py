"""Rating report: its errors and warnings, checked while the event is entered."""

import datetime as dt
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QWidget

from uscalc.document.findings import Finding, shorten_player_names
from uscalc.document.model import Document
from uscalc.document.reporting.findings import LABELS, summarize_findings
from uscalc.ui.frame.view import View
from uscalc.ui.report.comparison import capitalize_sentence
from uscalc.ui.report.writing import (
    CheckedReport,
    ReportFactsDialog,
    ReportWriting,
    copy_last_facts,
    find_report_problems,
)
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import HEAD_MARGINS, add_parts, make_column, make_row
from uscalc.ui.widgets.column_table import ColumnTableModel, TableColumn
from uscalc.ui.widgets.labels import make_plain_button, make_text_label, show_or_hide
from uscalc.ui.widgets.plain_table import ColumnTable

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import MainFrame


class ReportRow(NamedTuple):
    """A finding, and its place in words."""

    finding: Finding
    place: str


COLUMNS: tuple[TableColumn[ReportRow], ...] = (
    TableColumn(
        "Severity",
        "Error: US Chess will reject the report. Warning: you will be asked to confirm it.",
        lambda row: LABELS[row.finding.severity],
        digits=9,
        tone=lambda row: "loss" if row.finding.severity == "stops" else "soft",
        strong=lambda row: row.finding.severity == "stops",
    ),
    TableColumn(
        "Where",
        "Event, section, player or game",
        lambda row: capitalize_sentence(row.place),
        digits=10,
        fits=True,
        wraps=True,
    ),
    TableColumn(
        "Problem",
        "Reason for the error or warning",
        lambda row: capitalize_sentence(row.finding.message),
        digits=16,
        fits=True,
        wraps=True,
    ),
    TableColumn(
        "Fix",
        "Steps to take",
        lambda row: capitalize_sentence(row.finding.remedy),
        digits=14,
        fits=True,
        wraps=True,
        stretches=True,
        tone="soft",
    ),
)


class ReportModel(ColumnTableModel[ReportRow]):
    """A row for each finding."""

    def __init__(self, parent: QWidget | None = None) -> None:
        # A player's name may change while the findings stay.
        super().__init__(
            COLUMNS,
            parent,
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
        self.show_rows(
            [ReportRow(f, describe_place(f, document, names)) for f in ordered]
        )


def describe_finding(row: ReportRow) -> str:
    """Return a finding in words, with its severity and place."""
    return f"{LABELS[row.finding.severity]}: {row.place}: {row.finding.said}"


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
        number = finding.player
        name = names[index].get(number)
        parts.append(f"{name} (#{number})" if name else f"player {number}")
    if finding.round is not None:
        parts.append(f"round {finding.round}")
    return ", ".join(parts) or "section"


CHECKING = "Checking the rating report…"


class ReportTable(ColumnTable):
    """A row for each finding; long texts wrap."""

    def __init__(self, model: ReportModel, theme: Theme) -> None:
        super().__init__(
            "report",
            "Errors and warnings: select one to go to it",
            model,
            theme,
            lambda: self.currentIndex().row(),
        )


class ReportView(View):
    """The number of errors and warnings, their table, and the buttons."""

    def __init__(self, window: "MainFrame", parent: QWidget | None = None) -> None:
        super().__init__(
            "view-rating-report", "Rating report", window.session, window.theme, parent
        )
        self._window = window
        self.model = ReportModel(self)
        self.heading = make_text_label("reportHeading", "heading", CHECKING)
        self.left_out = make_text_label("reportLeftOut", "note")
        self.left_out.setContentsMargins(2 * UNIT, UNIT // 2, UNIT, UNIT // 2)
        self.again = make_plain_button(
            "reportAsLastTime",
            "Use details from &last event",
            "Copy the affiliate, TDs, and location from your last event",
            self.copy_last_facts,
        )
        self.facts = make_plain_button(
            "reportAskFacts",
            "Rating report &details…",
            "Affiliate ID, TDs, location, and section details",
            self.ask_facts,
        )
        self.write = make_plain_button(
            "reportWrite",
            "&Create rating report…",
            "Save the three upload files (THEXPORT, TSEXPORT, TDEXPORT) to a folder",
            lambda: self.writing.begin_writing(),
        )
        self.table = ReportTable(self.model, window.theme)
        self.table.clicked.connect(self._go_to_place)
        self.table.activated.connect(self._go_to_fix)
        self._lay_out()
        self.writing = ReportWriting(
            self._session,
            window.preferences,
            window.messages,
            self.checked_now,
            lambda: window.show_view("view-rating-report"),
            self.ask_facts,
            window,
        )
        self._worker = self.make_worker(self._show_checked)
        self.following = self.follow(self._session.edited, self._session.opened)

    def _lay_out(self) -> None:
        row = make_row(margins=HEAD_MARGINS)
        row.addWidget(self.heading, 1)
        for button in (self.again, self.facts, self.write):
            row.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        column = make_column(self, spacing=0)
        add_parts(column, row, self.left_out, (self.table, 1))
        column.addStretch()
        for widget in (self.left_out, self.table, self.again):
            widget.hide()

    # Content

    def refresh(self) -> None:
        """Check the event in the background; the last findings stay until it is done."""
        session, lists = self._session, self._window.folders.lists
        document, rulebook, today = session.document, session.rulebook, dt.date.today()
        self._offer_again()
        self._worker.start_job(
            lambda asked: find_report_problems(document, rulebook, lists, today, asked)
        )

    def checked_now(self) -> CheckedReport:
        """Return the findings of the current event."""
        found = find_report_problems(
            self._session.document,
            self._session.rulebook,
            self._window.folders.lists,
            dt.date.today(),
        )
        self._show_checked(found)
        return found

    def _show_checked(self, found: object) -> None:
        assert isinstance(found, CheckedReport)
        self.model.show_findings(found.findings, found.document)
        self.heading.setText(f"Report checks: {summarize_findings(found.findings)}")
        self.heading.setAccessibleName(self.heading.text())
        show_or_hide(self.left_out, " ".join(found.left_out))
        self.table.setVisible(bool(found.findings))
        self._offer_again()

    def _offer_again(self) -> None:
        document = self._session.document
        edit = copy_last_facts(document, self._window.preferences)
        self.again.setVisible(edit.document is not document)

    # Actions

    def copy_last_facts(self) -> None:
        """Copy the details of the last event's report to this one."""
        self._session.apply_edit(
            lambda document: copy_last_facts(document, self._window.preferences)
        )

    def ask_facts(self) -> ReportFactsDialog:
        """Open the details that only a rating report has."""
        dialog = ReportFactsDialog(
            self._session, self._window.preferences, self._offer_again, self._window
        )
        dialog.open()
        return dialog

    def _get_finding(self, index: QModelIndex) -> Finding | None:
        row = self.model.read_row(index.row())
        return None if row is None else row.finding

    def _go_to_place(self, index: QModelIndex) -> None:
        """Go to a finding's place in the table."""
        finding = self._get_finding(index)
        if finding is not None:
            self._window.go_to(finding)

    def _go_to_fix(self, index: QModelIndex) -> None:
        """Go to where a finding can be fixed."""
        finding = self._get_finding(index)
        if finding is None:
            return
        self._window.go_to(finding)
        if finding.section is None and finding.about not in ("name", "dates"):
            self.ask_facts()
        elif finding.player is None:
            self._window.show_settings()
