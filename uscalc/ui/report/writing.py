"""Edit the details of a rating report, and check the report."""

import datetime as dt
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from PySide6.QtWidgets import QDialog, QWidget

from uscalc.document.edit.settings import Target, make_fields, set_event_report
from uscalc.document.findings import Finding
from uscalc.document.model import Document, Edit
from uscalc.document.rate.engine_input import RuleBook
from uscalc.document.reporting.check import check_report
from uscalc.document.reporting.findings import (
    describe_unreported,
    list_reported_sections,
)
from uscalc.document.reporting.of_player import Expiries, Owners
from uscalc.monitor import UNMONITORED, Monitor
from uscalc.ui.frame.form import Form, FormSubject
from uscalc.ui.frame.form_panel import FormPanel
from uscalc.ui.scheduling import connect_each
from uscalc.ui.session.preferences import Preferences
from uscalc.ui.session.session import Session
from uscalc.ui.theme.theme import Theme
from uscalc.ui.widgets.building import (
    DIALOG_MARGINS,
    add_parts,
    make_column,
    make_running_text,
    make_text_label,
    set_up_dialog,
)
from uscalc.ui.widgets.dialogs import CloseButton, resize_to

REMEMBERED = ("affiliate", "chief_td", "city", "state", "zip", "country")
"""The details that are copied to the next event if they are missing there."""


def copy_last_facts(document: Document, preferences: Preferences) -> Edit:
    """Return the event with missing details copied from the last event."""
    words = {
        name: text
        for name in REMEMBERED
        if not getattr(document.report, name)
        and (text := preferences.read_choice("report", name))
    }
    return set_event_report(document, **words)


class ReportFactsDialog(QDialog):
    """The forms of event and section for a report; each change edits the event immediately."""

    def __init__(
        self,
        session: Session,
        theme: Theme,
        preferences: Preferences,
        then: Callable[[], object],
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._session = session
        self._preferences = preferences
        self._then = then
        set_up_dialog(self, "reportFacts", "Rating report details")
        self.panel = ReportFactsPanel(session, theme, self)
        add_parts(
            make_column(self, DIALOG_MARGINS),
            (self.panel, 1),
            CloseButton(self, "reportFacts", "Close the rating report details"),
        )
        resize_to(self, 66, 50)
        session.opened.connect(self.reject)
        self.finished.connect(self._remember_facts)
        self.panel.event_form.get_control("affiliate").setFocus()

    def _remember_facts(self) -> None:
        """Remember the details as defaults for the next event."""
        self._session.pending.commit_all()
        for name in REMEMBERED:
            if text := getattr(self._session.document.report, name):
                self._preferences.remember_choice("report", name, text)
        self._then()


class ReportFactsPanel(FormPanel):
    """The forms of event and section."""

    def __init__(self, session: Session, theme: Theme, parent: QWidget) -> None:
        scrolled = "Details of the event and the section"
        super().__init__("reportFacts", scrolled, scrolled, theme, parent)
        self._session = session
        self.event_form = Form(
            "report",
            make_fields("event report"),
            session,
            FormSubject(lambda target: "The rating report", lambda target: None),
        )
        self.section_form = Form(
            "reportSection",
            make_fields("section report"),
            session,
            FormSubject(
                lambda target: f'The rating report for "{target.section.name}"',
                lambda target: target.section,
            ),
        )
        title = make_text_label("reportTitle", "part", "Event")
        self.section_title = make_text_label("reportSectionTitle", "part")
        intro = make_running_text(
            "reportFactsIntro",
            "note",
            "Saved with the event. Affiliate, chief TD, and location are remembered for "
            "your next event.",
        )
        add_parts(self.column, intro, title, self.add_form(self.event_form))
        add_parts(self.column, self.section_title, self.add_form(self.section_form))
        self.finish_building()
        connect_each(self.refresh, session.edited, session.selected)

    def refresh(self) -> None:
        """Show the details of the current event and section."""
        if self.idle:
            return
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


class CheckedReport(NamedTuple):
    """An event with the findings of its report, and the data that the report leaves out."""

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
    """Return the findings of the report, checked with the newest rating supplement in `lists`."""
    ends, names = _read_memberships(document, lists, monitor)
    found = check_report(document, rulebook, today, ends, monitor, names)
    return CheckedReport(document, found, tuple(describe_unreported(document)))


def _read_memberships(
    document: Document, lists: Path, monitor: Monitor
) -> tuple[Expiries, Owners]:
    """Return the expiration dates of memberships, and the owners of member IDs."""
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
        # Registration reports the damaged supplement, so skip the check of memberships here.
        return {}, {}
