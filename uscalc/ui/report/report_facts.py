"""The facts of a report that an event file has no other place for, asked for once."""

from collections.abc import Callable

from PySide6.QtWidgets import QDialog, QScrollArea, QWidget

from uscalc.document.edit.fields import Target, make_fields
from uscalc.document.edit.settings import set_event_report
from uscalc.document.model import Document, Edit
from uscalc.ui.frame.form import HELP, HINT_LINES, Form, FormSubject
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
from uscalc.ui.widgets.dialogs import CloseButton, resize_to
from uscalc.ui.widgets.labels import make_text_label

REMEMBERED = ("affiliate", "chief_td", "city", "state", "zip", "country")
"""What the next event will have too, unless it says otherwise."""
OF_EVENT = FormSubject(lambda target: "The report", lambda target: None)
OF_SECTION = FormSubject(
    lambda target: f'The report of "{target.section.name}"',
    lambda target: target.section,
)
INTRO = (
    "It is kept in the event's file. The affiliate, the director and the place are "
    "remembered on this computer for the next event."
)


def copy_last_facts(document: Document, preferences: Preferences) -> Edit:
    """Return the event with what the last one said, where it says nothing itself."""
    said = {
        name: text
        for name in REMEMBERED
        if not getattr(document.report, name)
        and (text := preferences.report_fact(name))
    }
    return set_event_report(document, **said)


class ReportFactsDialog(QDialog):
    """Two forms; every change is an edit of the event at once."""

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
        set_up_dialog(self, "reportFacts", "Facts of the report")
        column = make_column(self, DIALOG_MARGINS)
        intro = make_text_label("reportFactsIntro", "note")
        intro.setText(INTRO)
        column.addWidget(intro)
        column.addWidget(self._make_scroll_area(), 1)
        self.hint = make_text_label("reportFactsHint", "hint")
        self.hint.setText(HELP)
        self.hint.setFixedHeight(
            self.fontMetrics().lineSpacing() * (HINT_LINES - 1) + 2 * UNIT
        )
        add_parts(
            column, self.hint, CloseButton(self, "reportFacts", "End of the facts")
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
            "reportFactsScroll", "Facts of the event and the section"
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
        title = make_text_label("reportTitle", "part")
        title.setText("The event")
        for label, form in zip((title, self.section_title), forms, strict=True):
            form.set_label_width(width)
            form.explain.connect(self._show_hint)
            add_parts(column, label, form)
        column.addStretch(1)
        scroll.setWidget(page)
        return scroll

    def _show_hint(self, text: str) -> None:
        self.hint.setText(text)

    def refresh(self) -> None:
        """Show what the event says."""
        document, section = self._session.document, self._session.section
        self.event_form.show_target(Target(document, 0))
        index = self._session.selection.section
        self.section_form.show_target(
            None if section is None else Target(document, index)
        )
        self.section_title.setText(
            "" if section is None else f'Section "{section.name}"'
        )

    def _remember_facts(self) -> None:
        """Remember the facts as defaults for the next event."""
        self._session.pending.commit_all()
        report = self._session.document.report
        for name in REMEMBERED:
            text = getattr(report, name)
            if text:
                self._preferences.remember_report_fact(name, text)
        self._then()
