"""Offer the sections of an event with check boxes and notes for the director."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QLabel,
    QStyle,
    QStyleOptionButton,
    QWidget,
)

from uscalc.report.wall.model import WallSheet
from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.building import make_column, name_widget
from uscalc.ui.widgets.controls import CheckControl
from uscalc.ui.widgets.labels import make_running_text
from uscalc.ui.wording.hints import escape_hint


class SectionTick(CheckControl):
    """A section's check box; a long name is elided in the middle."""

    def __init__(self, name: str) -> None:
        super().__init__("")
        self._name = name
        self.setMinimumWidth(1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as much of the name as fits."""
        super().resizeEvent(event)
        self._show_name()

    def changeEvent(self, event: QEvent) -> None:
        """Show as much of the name as fits in another font."""
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
    """A check box for every section, with its notes for the director.

    The notes say why it has no list, or what is unknown about its ratings.
    """

    def __init__(self, changed: Callable[[], object]) -> None:
        super().__init__()
        name_widget(self, "wallSections", "Sections")
        self._changed = changed
        self._checks: dict[int, CheckControl] = {}
        self._notes: dict[int, QLabel] = {}
        self._list = make_column(self, spacing=UNIT // 4)

    @property
    def ticked(self) -> frozenset[int]:
        """The positions of the selected sections."""
        return frozenset(p for p, check in self._checks.items() if check.isChecked())

    def tick_all(self) -> None:
        """Select every section."""
        for check in self._checks.values():
            check.setChecked(True)

    def show_sheets(self, sheets: Sequence[WallSheet]) -> None:
        """Show the present sections; known ones keep their check marks."""
        firsts = {sheet.place: sheet for sheet in reversed(sheets)}
        names = {place: firsts[place].section for place in sorted(firsts)}
        shown = {p: check.accessibleName() for p, check in self._checks.items()}
        if names != shown:
            self._rebuild_ticks(names)
        for place, sheet in firsts.items():
            self._checks[place].setEnabled(bool(sheet.rows))
            note = self._notes[place]
            note.setText("\n".join(sheet.about_director))
            note.setVisible(bool(sheet.about_director))

    def _rebuild_ticks(self, names: dict[int, str]) -> None:
        kept = {place: check.isChecked() for place, check in self._checks.items()}
        for widget in (*self._checks.values(), *self._notes.values()):
            self._list.removeWidget(widget)
            widget.hide()
            widget.deleteLater()
        self._checks, self._notes = {}, {}
        for place, name in names.items():
            check = name_widget(SectionTick(name), f"wallSection{place + 1}", name)
            check.setToolTip(escape_hint(name))
            check.setChecked(kept.get(place, True))
            check.committed.connect(lambda _: self._changed())
            note = make_running_text(f"wallRemarks{place + 1}", "note")
            self._list.addWidget(check)
            self._list.addWidget(note)
            self._checks[place], self._notes[place] = check, note
