"""Edit the details of a rating report, and save its files to a folder."""

import datetime as dt
import os
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDialog, QFileDialog, QScrollArea, QWidget

from uscalc.document.edit.fields import Target, make_fields
from uscalc.document.edit.settings import set_event_report
from uscalc.document.findings import Finding
from uscalc.document.model import Document, Edit
from uscalc.document.rate.engine_input import RuleBook
from uscalc.document.rate.identity import SAME_ID
from uscalc.document.reporting.check import check_report
from uscalc.document.reporting.findings import (
    describe_unreported,
    list_reported_sections,
)
from uscalc.document.reporting.of_player import Expiries, Owners
from uscalc.formats.opened import FormatError
from uscalc.formats.report2c.writer import (
    FILE_NAMES,
    find_targets,
    make_report_files,
    make_targets,
    write_report,
)
from uscalc.monitor import UNMONITORED, Monitor
from uscalc.ui.frame.form import HELP, HINT_LINES, Form, FormSubject
from uscalc.ui.frame.home import open_in_event_folder
from uscalc.ui.scheduling.worker import JobMonitor, Worker
from uscalc.ui.session.session import Session
from uscalc.ui.storage.preferences import Preferences
from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.building import (
    DIALOG_MARGINS,
    add_parts,
    make_column,
    make_page,
    make_scroll_area,
    set_up_dialog,
)
from uscalc.ui.widgets.dialogs import CloseButton, make_file_dialog, resize_to
from uscalc.ui.widgets.labels import make_text_label
from uscalc.ui.widgets.message_bar import MessageBar

REMEMBERED = ("affiliate", "chief_td", "city", "state", "zip", "country")
"""Copied to the next event where its own details are blank."""
OF_EVENT = FormSubject(lambda target: "The rating report", lambda target: None)
OF_SECTION = FormSubject(
    lambda target: f'The rating report for "{target.section.name}"',
    lambda target: target.section,
)
INTRO = (
    "Saved with the event. Affiliate, chief TD, and location are remembered for your "
    "next event."
)


def copy_last_facts(document: Document, preferences: Preferences) -> Edit:
    """Return the event with blank details filled from the last event."""
    said = {
        name: text
        for name in REMEMBERED
        if not getattr(document.report, name)
        and (text := preferences.report_fact(name))
    }
    return set_event_report(document, **said)


class ReportFactsDialog(QDialog):
    """Two forms. Each change edits the event immediately."""

    def __init__(
        self,
        session: Session,
        preferences: Preferences,
        then: Callable[[], object],
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._session = session
        self._preferences = preferences
        self._then = then
        set_up_dialog(self, "reportFacts", "Rating report details")
        column = make_column(self, DIALOG_MARGINS)
        self.hint = make_text_label("reportFactsHint", "hint", HELP)
        self.hint.setFixedHeight(
            self.fontMetrics().lineSpacing() * (HINT_LINES - 1) + 2 * UNIT
        )
        add_parts(
            column,
            make_text_label("reportFactsIntro", "note", INTRO),
            (self._make_scroll_area(), 1),
            self.hint,
            CloseButton(self, "reportFacts", "Close the rating report details"),
        )
        resize_to(self, 66, 50)
        session.edited.connect(self.refresh)
        session.selected.connect(self.refresh)
        session.opened.connect(self.reject)
        self.finished.connect(self._remember_facts)
        self.refresh()
        self.event_form.get_control("affiliate").setFocus()

    def _make_scroll_area(self) -> QScrollArea:
        scroll = make_scroll_area(
            "reportFactsScroll", "Details of the event and the section"
        )
        page = make_page("reportFactsPage")
        column = make_column(page, (0, 0, UNIT, 0))
        session = self._session
        self.event_form = Form("report", make_fields("event report"), session, OF_EVENT)
        self.section_form = Form(
            "reportSection", make_fields("section report"), session, OF_SECTION
        )
        self.section_title = make_text_label("reportSectionTitle", "part")
        forms = self.event_form, self.section_form
        width = max(form.label_width() for form in forms)
        title = make_text_label("reportTitle", "part", "Event")
        for label, form in zip((title, self.section_title), forms, strict=True):
            form.set_label_width(width)
            form.explain.connect(self.hint.setText)
            add_parts(column, label, form)
        column.addStretch(1)
        scroll.setWidget(page)
        return scroll

    def refresh(self) -> None:
        """Show the details of the current event and section."""
        document, section = self._session.document, self._session.section
        self.event_form.show_target(Target(document, 0))
        self.section_form.show_target(
            None
            if section is None
            else Target(document, self._session.selection.section)
        )
        self.section_title.setText(
            "" if section is None else f'Section "{section.name}"'
        )

    def _remember_facts(self) -> None:
        """Remember the details as defaults for the next event."""
        self._session.pending.commit_all()
        for name in REMEMBERED:
            text = getattr(self._session.document.report, name)
            if text:
                self._preferences.remember_report_fact(name, text)
        self._then()


class CheckedReport(NamedTuple):
    """An event, the findings of its report, and the data it leaves out."""

    document: Document
    findings: tuple[Finding, ...]
    left_out: tuple[str, ...]


def find_report_problems(
    document: Document,
    rulebook: RuleBook,
    lists: Path,
    today: dt.date,
    monitor: Monitor = UNMONITORED,
) -> CheckedReport:
    """Check the report, with the newest rating supplement of a folder if there is one."""
    ends, names = _read_memberships(document, lists, monitor)
    found = check_report(document, rulebook, today, ends, monitor, names)
    return CheckedReport(document, found, tuple(describe_unreported(document)))


def _read_memberships(
    document: Document, lists: Path, monitor: Monitor
) -> tuple[Expiries, Owners]:
    """Return the expiration dates of memberships, and the owners of IDs."""
    from uscalc.ratinglist.matching import find_expiries, find_owners, list_distinct_ids
    from uscalc.ratinglist.store import ListError, load_lists, open_lookup

    found = load_lists(lists, monitor).lists
    if not found:
        return {}, {}
    ids = list_distinct_ids(
        p.id for _, section in list_reported_sections(document) for p in section.players
    )
    try:
        with open_lookup(found[0]) as lookup:
            return find_expiries(lookup, ids, monitor), find_owners(
                lookup, ids, monitor
            )
    except ListError:
        # Registration reports the damaged supplement. Without one, memberships are unchecked.
        return {}, {}


REJECTED = "report"
"""The key of the question about a report that US Chess will reject."""


class WriteOutcome(NamedTuple):
    """The outcome of writing a report; `problem` is empty on success."""

    folder: Path
    problem: str = ""


class ReportWriting(QObject):
    """Asks for a folder; `check` gives the findings, `show` shows them."""

    def __init__(
        self,
        session: Session,
        preferences: Preferences,
        messages: MessageBar,
        check: Callable[[], CheckedReport],
        show: Callable[[], object],
        ask_facts: Callable[[], object],
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._session = session
        self._preferences = preferences
        self._messages = messages
        self._check = check
        self._show = show
        self._ask_facts = ask_facts
        self._window = window
        self._worker = Worker(self)
        self._worker.done.connect(self._show_outcome)
        session.closing.connect(self._worker.close)
        session.opened.connect(lambda: messages.withdraw_question(REJECTED))

    def begin_writing(self) -> None:
        """Ask for the folder, and first whether to write a report with errors."""
        self._session.pending.commit_all()
        found = [f for f in self._check().findings if f.severity == "stops"]
        if not found:
            self.ask_folder()
            return
        wrong = next((f for f in found if f.code == SAME_ID), None)
        if wrong is not None:
            self._messages.ask_question(
                REJECTED,
                f"The report can't be written. {wrong.said}",
                (("Show errors", self._show),),
                error=True,
            )
            return
        many = "1 error" if len(found) == 1 else f"{len(found)} errors"
        first = f"{found[0].place}: " if found[0].place else ""
        facts = "Rating report details…", self._ask_facts
        self._messages.ask_question(
            REJECTED,
            f"US Chess will reject this report ({many}). First: {first}{found[0].message}.",
            (
                ("Show errors", self._show),
                ("Use last event's details", self._as_last_time)
                if self._is_known()
                else facts,
                ("Save anyway", self.ask_folder),
            ),
            error=True,
        )

    def _is_known(self) -> bool:
        """Return whether the last event has details that this one lacks."""
        document = self._session.document
        return copy_last_facts(document, self._preferences).document is not document

    def _as_last_time(self) -> None:
        """Copy the last event's details, and continue."""
        self._session.apply_edit(
            lambda document: copy_last_facts(document, self._preferences)
        )
        self.begin_writing()

    def ask_folder(self) -> None:
        """Ask for the folder to save the report in."""
        dialog = make_file_dialog(
            self._window,
            "reportFolderDialog",
            "Folder for the rating report",
            mode=QFileDialog.FileMode.Directory,
        )
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.setLabelText(QFileDialog.DialogLabel.Accept, "Save here")
        open_in_event_folder(dialog, self._session)
        dialog.fileSelected.connect(lambda path: self.write_report(Path(path)))
        dialog.open()

    def write_report(self, folder: Path) -> None:
        """Save the report in the background, in a folder that has none."""
        self._session.pending.commit_all()
        self._messages.withdraw_question(REJECTED)
        if self._worker.busy:
            self._messages.show_message(
                "A rating report is being saved. Try again in a moment.", error=False
            )
            return
        for path in make_targets(folder).values():
            self._preferences.about_to_write(path)
        document, today = self._session.document, dt.date.today()

        def written(_: JobMonitor) -> WriteOutcome:
            try:
                paths = find_targets(folder)
                there = [p.name for p in paths.values() if os.path.lexists(p)]
                if there:
                    return WriteOutcome(
                        folder, f"{folder} already has {', '.join(there)}"
                    )
                write_report(paths, make_report_files(document, today))
            except FormatError as error:
                return WriteOutcome(folder, str(error))
            return WriteOutcome(folder)

        self._worker.start_job(written)

    def _show_outcome(self, found: object) -> None:
        assert isinstance(found, WriteOutcome)
        if found.problem:
            self._messages.show_message(
                f"{found.problem}. Nothing was saved. Select another folder.",
                "Select folder…",
                self.ask_folder,
            )
            return
        names = ", ".join(FILE_NAMES.values())
        self._messages.show_message(
            f"Rating report saved to {found.folder}: {names}.", error=False
        )
