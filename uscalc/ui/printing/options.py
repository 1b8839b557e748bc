"""Offer the choices of wall charts: lists, content, systems, type size."""

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QStyle, QStyleOptionButton, QWidget

from uscalc.engine.inputs import SYSTEM_NAMES, System
from uscalc.report.wall.model import ListOrder, WallChoices, WallContent, WallSheet
from uscalc.ui.printing.output import make_check, make_choice
from uscalc.ui.theme.hints import escape_hint
from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.building import add_parts, make_column, name_widget
from uscalc.ui.widgets.controls import CheckControl, ChoiceControl
from uscalc.ui.widgets.labels import FieldLabel, make_running_text, make_text_label

LISTS: Final[dict[str, tuple[tuple[ListOrder, ...], str]]] = {
    "score": (("score",), "By score"),
    "name": (("name",), "By name"),
    "number": (("number",), "By number"),
    "name score": (("name", "score"), "By name, and by score"),
    "number score": (("number", "score"), "By number, and by score"),
    "name number": (("name", "number"), "By name, and by number"),
}
CONTENT: Final[dict[WallContent, str]] = {
    "ratings": "Ratings",
    "results": "Wall chart",
    "both": "Wall chart and ratings",
}
BY_ITSELF: Final = "auto"
SIZES: Final = (9, 10, 11, 12, 13, 14, 15, 16, 18, 20, 22, 24, 28, 32, 36, 42, 48)


class WallOptions(QWidget):
    """The choices, one below the other; `changed` is called after each change."""

    def __init__(self, changed: Callable[[], object]) -> None:
        super().__init__()
        name_widget(self, "wallChoices")
        self._changed = changed
        self._systems: dict[System, CheckControl] = {}
        column = make_column(self, spacing=UNIT // 2)
        grid = QGridLayout()
        grid.setHorizontalSpacing(UNIT)
        grid.setVerticalSpacing(UNIT // 2)
        grid.setColumnStretch(1, 1)
        column.addLayout(grid)
        lists = [(key, words) for key, (_, words) in LISTS.items()]
        sizes = [(BY_ITSELF, "As large as fits")]
        sizes += [(f"{size:g}", f"{size} pt") for size in SIZES]
        self.lists = self._make_choice(grid, 0, "Lis&ts", "Lists", lists)
        self.content = self._make_choice(
            grid, 1, "S&how", "Show", list(CONTENT.items())
        )
        self.letters = self._make_choice(grid, 2, "L&etters", "Letters", sizes)
        self.why = make_text_label("wallWhy", "note")
        column.addWidget(self.why)
        self._row = QGridLayout()
        self._row.setContentsMargins(0, 0, 0, 0)
        column.addLayout(self._row)

    def _make_choice(
        self,
        grid: QGridLayout,
        row: int,
        words: str,
        name: str,
        of: "list[tuple[str, str]] | list[tuple[WallContent, str]]",
    ) -> ChoiceControl:
        choice = make_choice(f"wall{name}", name, [(str(k), said) for k, said in of])
        choice.committed.connect(lambda _: self._changed())
        grid.addWidget(FieldLabel(words, choice), row, 0)
        grid.addWidget(choice, row, 1)
        return choice

    def offer_systems(self, systems: tuple[System, ...]) -> None:
        """Offer the systems in which something is rated, if there are several."""
        shown = systems if len(systems) > 1 else ()
        if tuple(self._systems) == shown:
            return
        chosen = self.systems
        for check in self._systems.values():
            self._row.removeWidget(check)
            check.deleteLater()
        self._systems = {}
        for place, system in enumerate(shown):
            name = SYSTEM_NAMES[system]
            check = make_check(f"wallSystem{system}", name, self._changed)
            check.setChecked(not chosen or system in chosen)
            self._row.addWidget(check, place // 2, place % 2)
            self._systems[system] = check

    def show_choices(self, choices: WallChoices, points: float | None) -> None:
        """Show earlier choices."""
        known = {lists: key for key, (lists, _) in LISTS.items()}
        self.lists.show_text(known.get(choices.lists, "score"))
        self.content.show_text(choices.content)
        size = BY_ITSELF if points is None else f"{points:g}"
        self.letters.show_text(size if self.letters.findData(size) >= 0 else BY_ITSELF)
        for system, check in self._systems.items():
            check.setChecked(not choices.systems or system in choices.systems)

    @property
    def systems(self) -> tuple[System, ...]:
        """The selected systems; none means all."""
        ticked = tuple(s for s, check in self._systems.items() if check.isChecked())
        return () if len(ticked) == len(self._systems) else ticked

    @property
    def nothing(self) -> bool:
        """Return whether systems are offered and none is selected."""
        boxes = self._systems.values()
        return bool(boxes) and not any(box.isChecked() for box in boxes)

    @property
    def choices(self) -> WallChoices:
        """The selected lists, content and systems."""
        content = next(key for key in CONTENT if key == self.content.said)
        return WallChoices(LISTS[self.lists.said][0], content, self.systems)

    @property
    def points(self) -> float | None:
        """The selected type size; None means as large as fits."""
        return None if self.letters.said == BY_ITSELF else float(self.letters.said)

    def enable_systems(self) -> None:
        """Disable the systems if no rating is shown."""
        for check in self._systems.values():
            check.setEnabled(self.content.said != "results")


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
            add_parts(self._list, check, note)
            self._checks[place], self._notes[place] = check, note
