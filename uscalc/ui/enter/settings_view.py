"""The settings of the event and of the selected section; each change is one edit."""

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from uscalc.document.edit.fields import Target, make_fields
from uscalc.document.edit.unknown_ratings import mark_new_systems_unknown
from uscalc.document.facts.event import KIND_WORDS
from uscalc.document.model import Edit
from uscalc.engine.table import RuleTable
from uscalc.rules.resolve import load_rule_table, resolve_rules
from uscalc.ui.frame.form import Form, FormSubject
from uscalc.ui.frame.form_panel import FormPanel
from uscalc.ui.scheduling.following import connect_each
from uscalc.ui.session.session import Session
from uscalc.ui.theme.figures import systems_words
from uscalc.ui.theme.theme import Theme
from uscalc.ui.widgets.building import add_parts
from uscalc.ui.widgets.controls import TextControl
from uscalc.ui.widgets.labels import make_plain_button, make_text_label

OF_EVENT = FormSubject(lambda target: "The event", lambda target: None)
"""Whatever is edited, it is the same event."""
OF_SECTION = FormSubject(
    lambda target: f'Section "{target.section.name}"', lambda target: target.section
)


def list_edition_choices(table: RuleTable) -> list[tuple[str, str]]:
    """Return the keys and words of the editions that a section can follow."""
    return [
        (key, "guide of 2001, by hand" if edition.by_hand else f"edition of {key}")
        for key, edition in table.editions.items()
    ]


class SettingsPanel(FormPanel):
    """The forms of the settings. `open_rules` shows the table of rules."""

    def __init__(
        self,
        session: Session,
        theme: Theme,
        open_rules: Callable[[], object],
        parent: QWidget | None = None,
    ) -> None:
        scrolled = "Settings of the event and the section"
        super().__init__("settings", "Settings", scrolled, theme, parent)
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
            ("The event", self.event_form),
            ("This section", self.section_form),
        ):
            part = make_text_label(f"{form.objectName()}Title", "part", title)
            add_parts(column, part, self.add_form(form))
        self.gives = make_text_label("sectionGives", "note")
        self.kind = make_text_label("sectionKindMeans", "note")
        self.rules = make_text_label("sectionRulesSay", "note")
        self.section_form.place_below("systems", self.gives)
        self.section_form.place_below("kind", self.kind)
        self.section_form.place_below("rules", self.rules)
        button = make_plain_button(
            "openRules",
            "Every r&ule and its source…",
            "Show the table of rules",
            open_rules,
        )
        column.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        control = self.section_form.get_control("timeControl")
        assert isinstance(control, TextControl)
        control.textChanged.connect(self._show_systems)

    def _mark_new_systems(self, edit: Edit) -> Edit:
        """Mark ratings as unknown in systems that a settings change has just added."""
        session = self._session
        return mark_new_systems_unknown(
            session.document, edit, session.list_counted_systems
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
            self.rules.setText(f"{rules} replaced by hand." if count else "")
        self.rules.setVisible(bool(self.rules.text()))
        self._show_systems()

    def _show_systems(self) -> None:
        """Show the rating systems of the time control while it is being typed."""
        section = self._session.section
        control = self.section_form.get_control("timeControl")
        if section is None or not isinstance(control, TextControl):
            self.gives.setText("")
            return
        typed = replace(section, time_control=control.text().strip() or None)
        end = self._session.document.end_date_of(section)
        self.gives.setText(systems_words(typed, end, resolve_rules))
