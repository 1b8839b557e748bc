"""The rating report: its errors and warnings, checked after every edit, and its files."""

import datetime as dt
import os
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from uscalc.counted import count_in_words
from uscalc.document.findings import Finding, shorten_player_names
from uscalc.document.model import Document
from uscalc.document.rate.members import SAME_ID
from uscalc.document.reporting.findings import LABELS, summarize_findings
from uscalc.formats.opened import FormatError
from uscalc.formats.report2c.writer import (
    FILE_NAMES,
    find_targets,
    make_report_files,
    make_targets,
    write_report,
)
from uscalc.ui.frame.frame import MainFrame
from uscalc.ui.frame.view import View
from uscalc.ui.report.comparison import capitalize_sentence
from uscalc.ui.report.writing import (
    CheckedReport,
    ReportFactsDialog,
    copy_last_facts,
    find_report_problems,
)
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import (
    HEAD_MARGINS,
    add_parts,
    make_column,
    make_plain_button,
    make_row,
    make_text_label,
    open_dialog,
    show_or_hide,
    write_label,
)
from uscalc.ui.widgets.column_table import ColumnTableModel, TableColumn
from uscalc.ui.widgets.dialogs import ask_for_path, make_file_dialog
from uscalc.ui.widgets.plain_table import ColumnTable


class ReportRow(NamedTuple):
    """A finding with the text of its place."""

    finding: Finding
    place: str


COLUMNS: tuple[TableColumn[ReportRow], ...] = (
    TableColumn(
        "Severity",
        "Error: US Chess will reject the report. Warning: you will be asked to confirm "
        "it.",
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
        # A player's name may change while the findings stay the same.
        super().__init__(
            COLUMNS,
            parent,
            tooltip=lambda _column, row: describe_finding(row),
            spoken=lambda _column, row: describe_finding(row),
            key=lambda row: row.finding,
        )

    def show_findings(self, findings: tuple[Finding, ...], document: Document) -> None:
        """Show the findings of an event, errors first."""
        names = [shorten_player_names(section) for section in document.sections]
        ordered = sorted(findings, key=lambda f: f.severity != "stops")
        self.show_rows(
            [ReportRow(f, describe_place(f, document, names)) for f in ordered]
        )


def describe_finding(row: ReportRow) -> str:
    """Return a finding in words, with its severity and place."""
    return f"{LABELS[row.finding.severity]}: {row.place}: {row.finding.text}"


def describe_place(
    finding: Finding, document: Document, names: list[dict[int, str]]
) -> str:
    """Return the player's name and number and, if there are several sections, the section.

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


REJECTED = "report"
"""The key of the question about a report that US Chess will reject."""


class ReportTable(ColumnTable):
    """A row for each finding; long texts take several lines."""

    def __init__(self, model: ReportModel, theme: Theme) -> None:
        super().__init__(
            "report",
            "Errors and warnings: select one to go to it",
            model,
            theme,
            lambda: self.currentIndex().row(),
        )


class WriteOutcome(NamedTuple):
    """The outcome of writing a report; `problem` is empty on success."""

    folder: Path
    problem: str = ""


class ReportView(View):
    """The number of errors and warnings, their table, and the buttons that save the report."""

    def __init__(self, window: MainFrame, parent: QWidget | None = None) -> None:
        super().__init__(
            "view-rating-report", "Rating report", window.session, window.theme, parent
        )
        self._window = window
        self.model = ReportModel(self)
        self.heading = make_text_label(
            "reportHeading", "heading", "Checking the rating report…"
        )
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
            self.begin_writing,
        )
        self.table = ReportTable(self.model, window.theme)
        self.table.clicked.connect(self._go_to_place)
        self.table.activated.connect(self._go_to_fix)
        self._lay_out()
        self._messages = window.messages
        self._worker = self.make_worker(self._show_checked)
        self._writer = self.make_worker(self._show_outcome)
        self._session.opened.connect(lambda: self._messages.withdraw_question(REJECTED))
        self.following = self.follow(self._session.edited, self._session.opened)

    def _lay_out(self) -> None:
        row = make_row(margins=HEAD_MARGINS)
        row.addWidget(self.heading, 1)
        for button in (self.again, self.facts, self.write):
            row.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        # While the table is hidden, the stretch fills the space below.
        add_parts(
            make_column(self, spacing=0), row, self.left_out, (self.table, 1)
        ).addStretch()
        for widget in (self.left_out, self.table, self.again):
            widget.hide()

    # Content

    def refresh(self) -> None:
        """Check the event in the background; show the last findings until the check is done."""
        session, lists = self._session, self._window.folders.lists
        document, rulebook, today = session.document, session.rulebook, dt.date.today()
        self._offer_again()
        self._worker.start_job(
            lambda asked: find_report_problems(document, rulebook, lists, today, asked)
        )

    def checked_now(self) -> CheckedReport:
        """Return the findings of the current event, checking it if necessary."""
        found = find_report_problems(
            self._session.document,
            self._session.rulebook,
            self._window.folders.lists,
            dt.date.today(),
        )
        self._show_checked(found)
        return found

    def _show_checked(self, found: CheckedReport) -> None:
        self.model.show_findings(found.findings, found.document)
        write_label(
            self.heading, f"Report checks: {summarize_findings(found.findings)}"
        )
        show_or_hide(self.left_out, " ".join(found.left_out))
        self.table.setVisible(bool(found.findings))
        self._offer_again()

    def _offer_again(self) -> None:
        self.again.setVisible(self._lacks_last_facts())

    def _lacks_last_facts(self) -> bool:
        """Return whether the last event has report details that this one lacks."""
        event, preferences = self._session.document, self._window.preferences
        return copy_last_facts(event, preferences).document is not event

    # Actions

    def copy_last_facts(self) -> None:
        """Copy the last event's report details to this event."""
        self._session.apply_edit(
            lambda document: copy_last_facts(document, self._window.preferences)
        )

    def ask_facts(self) -> ReportFactsDialog:
        """Open the dialog for details that only a rating report has."""
        return open_dialog(
            ReportFactsDialog(
                self._session,
                self._window.theme,
                self._window.preferences,
                self._offer_again,
                self._window,
            )
        )

    def _go_to_place(self, index: QModelIndex) -> Finding | None:
        """Go to a finding's place in the table, and return the finding."""
        row = self.model.read_row(index.row())
        if row is None:
            return None
        self._window.go_to(row.finding)
        return row.finding

    def _go_to_fix(self, index: QModelIndex) -> None:
        """Go to where a finding can be fixed."""
        finding = self._go_to_place(index)
        if finding is None or finding.player is not None:
            return
        if finding.section is None and finding.about not in ("name", "dates"):
            self.ask_facts()
        else:
            self._window.show_settings()

    # The files of the report

    def begin_writing(self) -> None:
        """Ask for the folder; if the report has errors, first ask whether to save it."""
        self._session.pending.commit_all()
        found = [f for f in self.checked_now().findings if f.severity == "stops"]
        if not found:
            self.ask_folder()
            return
        show = "Show errors", lambda: self._window.show_view("view-rating-report")
        if (wrong := next((f for f in found if f.code == SAME_ID), None)) is not None:
            text = f"The report can't be written. {wrong.text}"
            self._messages.ask_question(REJECTED, text, (show,), error=True)
            return
        many = count_in_words(len(found), "error")
        first = f"{found[0].place}: " if found[0].place else ""
        self._messages.ask_question(
            REJECTED,
            f"US Chess will reject this report ({many}). First: "
            f"{first}{found[0].message}.",
            (
                show,
                ("Use last event's details", self._write_as_last_time)
                if self._lacks_last_facts()
                else ("Rating report details…", self.ask_facts),
                ("Save anyway", self.ask_folder),
            ),
            error=True,
        )

    def _write_as_last_time(self) -> None:
        """Copy the last event's details, and continue saving."""
        self.copy_last_facts()
        self.begin_writing()

    def ask_folder(self) -> None:
        """Ask for the folder to save the report in."""
        dialog = make_file_dialog(
            self._window,
            "reportFolderDialog",
            "Folder for the rating report",
            mode=QFileDialog.FileMode.Directory,
            folder=self._session.folder,
        )
        dialog.setLabelText(QFileDialog.DialogLabel.Accept, "Save in this folder")
        ask_for_path(dialog, self.write_report)

    def write_report(self, folder: Path) -> None:
        """Save the report in the background, in a folder that has no report yet."""
        self._session.pending.commit_all()
        self._messages.withdraw_question(REJECTED)
        if self._writer.busy:
            self._messages.show_message(
                "A rating report is being saved. Try again in a moment.", error=False
            )
            return
        for path in make_targets(folder).values():
            self._window.preferences.about_to_write(path)
        document, today = self._session.document, dt.date.today()
        self._writer.start_job(lambda _: _write_files(document, today, folder))

    def _show_outcome(self, outcome: WriteOutcome) -> None:
        if outcome.problem:
            self._messages.show_message(
                f"{outcome.problem}. Nothing was saved. Select another folder.",
                "Select folder…",
                self.ask_folder,
            )
        else:
            names = ", ".join(FILE_NAMES.values())
            self._messages.show_message(
                f"Rating report saved to {outcome.folder}: {names}.", error=False
            )


def _write_files(document: Document, today: dt.date, folder: Path) -> WriteOutcome:
    try:
        paths = find_targets(folder)
        if there := [p.name for p in paths.values() if os.path.lexists(p)]:
            return WriteOutcome(folder, f"{folder} already has {', '.join(there)}")
        write_report(paths, make_report_files(document, today))
    except FormatError as error:
        return WriteOutcome(folder, str(error))
    return WriteOutcome(folder)
