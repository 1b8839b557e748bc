"""Select sections of the event with check boxes."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QStyle, QStyleOptionButton, QWidget

from uscalc.document.model import Document, Identity
from uscalc.report.wall.model import WallSheet
from uscalc.ui.theme.menu_text import escape_hint
from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.building import (
    add_parts,
    discard_widget,
    make_column,
    make_wrapped_label,
    name_widget,
    show_or_hide,
)
from uscalc.ui.widgets.controls import CheckControl

CHANGED: Final = "Changed since the last printout."


class SectionTick(CheckControl):
    """A check box with a section's name, which is shortened in the middle if it is too long."""

    def __init__(self, name: str) -> None:
        super().__init__("")
        self._name = name
        self.setMinimumWidth(1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as much of the name as fits the new width."""
        super().resizeEvent(event)
        self._show_name()

    def changeEvent(self, event: QEvent) -> None:
        """Show as much of the name as fits in the new font."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._show_name()

    def _show_name(self) -> None:
        option = QStyleOptionButton()
        self.initStyleOption(option)
        part = QStyle.SubElement.SE_CheckBoxContents
        room = self.style().subElementRect(part, option, self).width()
        middle = Qt.TextElideMode.ElideMiddle
        shown = self.fontMetrics().elidedText(self._name, middle, room)
        self.setText(shown.replace("&", "&&"))


class SectionTicks(QWidget):
    """A check box for each section, with its notes for the director.

    The notes say why the section has no list, or what is unknown about its ratings.
    `changed` is called after each click.
    """

    def __init__(self, prefix: str, changed: Callable[[], object]) -> None:
        super().__init__()
        name_widget(self, f"{prefix}Sections", "Sections")
        self._prefix = prefix
        self._changed = changed
        self._checks: dict[Identity, CheckControl] = {}
        self._notes: dict[Identity, QLabel] = {}
        self._list = make_column(self, spacing=UNIT // 4)

    @property
    def left_out(self) -> set[Identity]:
        """The sections without a check mark."""
        return {key for key, check in self._checks.items() if not check.isChecked()}

    def find_left_out(self, document: Document) -> frozenset[int]:
        """Return the positions of the sections without a check mark."""
        left_out = self.left_out
        return frozenset(
            place
            for place, section in enumerate(document.sections)
            if section.identity in left_out
        )

    def tick_all(self, left_out: Collection[Identity] = ()) -> None:
        """Select every section but these."""
        for key, check in self._checks.items():
            check.setChecked(key not in left_out)

    def show_sections(self, names: Mapping[Identity, str]) -> None:
        """Show the current sections; known ones keep their check marks."""
        shown = [(key, check.accessibleName()) for key, check in self._checks.items()]
        if list(names.items()) == shown:
            return
        left_out = self.left_out
        for widget in (*self._checks.values(), *self._notes.values()):
            self._list.removeWidget(widget)
            discard_widget(widget)
        self._checks, self._notes = {}, {}
        for place, (key, name) in enumerate(names.items(), 1):
            check = name_widget(
                SectionTick(name), f"{self._prefix}Section{place}", name
            )
            check.setToolTip(escape_hint(name))
            check.setChecked(key not in left_out)
            check.committed.connect(lambda _: self._changed())
            note = make_wrapped_label(f"{self._prefix}Remarks{place}", "note")
            note.hide()
            add_parts(self._list, check, note)
            self._checks[key], self._notes[key] = check, note

    def show_sheets(
        self,
        sheets: Sequence[WallSheet],
        document: Document,
        changed: Collection[int] = (),
    ) -> None:
        """Show the sections that have lists, each with its notes.

        `changed` are the positions of those that differ from the last printing.
        """
        firsts = {sheet.place: sheet for sheet in reversed(sheets)}
        keys = {place: document.sections[place].identity for place in sorted(firsts)}
        self.show_sections({key: firsts[place].section for place, key in keys.items()})
        for place, key in keys.items():
            sheet = firsts[place]
            self._checks[key].setEnabled(bool(sheet.rows))
            news = (CHANGED,) if place in changed else ()
            note = " ".join((*news, *sheet.about_director))
            show_or_hide(self._notes[key], note)
            self._notes[key].setToolTip(escape_hint(note))
