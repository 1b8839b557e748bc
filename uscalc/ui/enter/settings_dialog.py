"""The settings of the event and of the selected section; each change is one edit."""

from collections.abc import Callable

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QWidget

from uscalc.document.edit.settings import Target, make_fields
from uscalc.document.edit.unknown_ratings import mark_new_systems_unknown
from uscalc.document.facts.event import KIND_WORDS
from uscalc.document.model import Edit
from uscalc.engine.table import RuleTable
from uscalc.rules.resolve import load_rule_table, resolve_rules
from uscalc.ui.frame.form import Form, FormSubject
from uscalc.ui.frame.form_panel import FormPanel
from uscalc.ui.scheduling import connect_each
from uscalc.ui.session.session import Session
from uscalc.ui.theme.figures import systems_words
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import (
    STRETCH,
    add_parts,
    bring_to_front,
    make_column,
    make_plain_button,
    make_row,
    make_running_text,
    name_widget,
)
from uscalc.ui.widgets.controls import TextControl
from uscalc.ui.widgets.dialogs import resize_to
from uscalc.ui.widgets.focus import find_first_control

TITLE = "Event and section settings"
OF_EVENT = FormSubject(lambda target: "The event", lambda target: None)
"""The subject of the event's form, which always exists."""
OF_SECTION = FormSubject(
    lambda target: f'Section "{target.section.name}"', lambda target: target.section
)


def list_edition_choices(table: RuleTable) -> list[tuple[str, str]]:
    """Return the keys and names of the editions that a section can follow."""
    return [
        (key, "2001 guide (by hand)" if edition.by_hand else f"{key} edition")
        for key, edition in table.editions.items()
    ]


WIDTH, HEIGHT = 72, 40
"""The width of the dialog in digits, and its height in lines."""


class SettingsDialog(QDialog):
    """The settings beside the crosstable; each change is made immediately, and can be undone.

    The dialog stays open while you work in the window. `open_rules` shows the rating
    rules.
    """

    def __init__(
        self,
        session: Session,
        theme: Theme,
        open_rules: Callable[[], object],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        name_widget(self, "settingsDialog", TITLE)
        self.setWindowTitle(TITLE)
        self._open_rules = open_rules
        self.panel = SettingsPanel(session, theme, self._leave_for_rules, self)
        close = make_plain_button(
            "settingsClose", "&Close", "Close the settings", self.close
        )
        row = add_parts(
            make_row(margins=(2 * UNIT, UNIT, 2 * UNIT, UNIT)), STRETCH, close
        )
        add_parts(make_column(self, spacing=0), (self.panel, 1), row)
        resize_to(self, WIDTH, HEIGHT)

    def show_settings(self) -> None:
        """Show the dialog, and focus its first field."""
        bring_to_front(self)
        control = find_first_control(self.panel)
        if control is not None:
            control.setFocus(Qt.FocusReason.OtherFocusReason)

    def showEvent(self, event: QShowEvent) -> None:
        """Make the window's shortcuts, for example Undo, work here too."""
        super().showEvent(event)
        parent = self.parentWidget()
        if parent is not None:
            self.addActions(parent.actions())

    def _leave_for_rules(self) -> None:
        self.close()
        self._open_rules()


class SettingsPanel(FormPanel):
    """The forms for the settings. `open_rules` shows the rating rules."""

    def __init__(
        self,
        session: Session,
        theme: Theme,
        open_rules: Callable[[], object],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__("settings", TITLE, TITLE, theme, parent)
        self._session = session
        self._build_forms(open_rules)
        self.finish_building()
        connect_each(self.refresh, session.opened, session.edited, session.selected)

    def _build_forms(self, open_rules: Callable[[], object]) -> None:
        column = self.column
        session = self._session
        self.event_form = Form(
            "event", make_fields("event"), session, OF_EVENT, self._mark_new_systems
        )
        self.section_form = Form(
            "section",
            make_fields("section", list_edition_choices(load_rule_table())),
            session,
            OF_SECTION,
            self._mark_new_systems,
        )
        for title, form in (
            ("Event", self.event_form),
            ("Section", self.section_form),
        ):
            part = make_running_text(f"{form.objectName()}Title", "part", title)
            add_parts(column, part, self.add_form(form))
        self.gives = make_running_text("sectionGives", "note")
        self.kind = make_running_text("sectionKindMeans", "note")
        self.rules = make_running_text("sectionRulesSay", "note")
        self.section_form.place_below("systems", self.gives)
        self.section_form.place_below("kind", self.kind)
        self.section_form.place_below("rules", self.rules)
        button = make_plain_button(
            "openRules",
            "Rating r&ules…",
            "View all rating rules and their sources",
            open_rules,
        )
        column.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        control = self.section_form.get_control("timeControl")
        assert isinstance(control, TextControl)
        control.textChanged.connect(self._show_systems)

    def _mark_new_systems(self, edit: Edit) -> Edit:
        """Mark ratings as unknown in the systems that a change of settings has added."""
        return mark_new_systems_unknown(
            self._session.document, edit, self._session.list_counted_systems
        )

    def refresh(self) -> None:
        """Show the current settings."""
        if self.idle:
            return
        document, section = self._session.document, self._session.section
        index = self._session.selection.section
        self.event_form.show_target(Target(document, 0))
        self.section_form.show_target(
            None if section is None else Target(document, index)
        )
        if section is not None:
            self.kind.setText(KIND_WORDS[section.kind][1])
            count = len(section.rules.overrides)
            rules = "1 rule is" if count == 1 else f"{count} rules are"
            self.rules.setText(f"{rules} overridden." if count else "")
        self.rules.setVisible(bool(self.rules.text()))
        self._show_systems()

    def _show_systems(self) -> None:
        """Show the rating systems of the time control that the user is typing."""
        section = self._session.section
        control = self.section_form.get_control("timeControl")
        if section is None or not isinstance(control, TextControl):
            self.gives.setText("")
            return
        typed = replace(section, time_control=control.text().strip() or None)
        end = self._session.document.end_date_of(section)
        self.gives.setText(systems_words(typed, end, resolve_rules))
