"""The table of the view Steps: a row for each player, linked with the crosstable."""

from collections.abc import Mapping
from typing import Final, Literal

from PySide6.QtCore import QModelIndex, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QMouseEvent, QPalette
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QSlider, QToolButton, QWidget

from uscalc.ui.explain.model import COLUMNS, StepsModel
from uscalc.ui.explain.scene import KINDS, Kind
from uscalc.ui.session.session import FIRST, NAMES, POST, Session, ShownStep
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import (
    add_parts,
    make_choice_button,
    make_plain_line,
    make_row,
    name_widget,
)
from uscalc.ui.widgets.layouts import FlowLayout
from uscalc.ui.widgets.plain_table import ColumnTable

RETURNS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class StepsTable(ColumnTable):
    """The table; a selected row selects the player in every view.

    `asked` is emitted when a figure is clicked, or Enter is pressed on it. It has the
    keys of the lines of the derivation, and True if the line should get the focus.
    """

    asked = Signal(object, bool)

    def __init__(self, session: Session, theme: Theme) -> None:
        self._session = session
        self.figures = StepsModel(session)
        super().__init__(
            "steps",
            "The five steps of every player",
            self.figures,
            theme,
            lambda: self.figures.place_of(session.selection.row),
        )
        self.figures.setParent(self)
        self._place: int | None = None
        self.selectionModel().currentRowChanged.connect(self._handle_row)
        self.figures.modelReset.connect(self.follow_selection)
        self.follow_selection()

    def arrange_columns(self) -> None:
        """Give the names, and then all columns, the width that is left."""
        super().arrange_columns()
        digit = QFontMetrics(self.theme.make_font()).horizontalAdvance("0")
        columns = range(len(COLUMNS))
        free = self.viewport().width() - sum(map(self.columnWidth, columns))
        spread = max(min(free // len(COLUMNS), digit * 3), 0)
        for column in columns:
            self.setColumnWidth(column, self.columnWidth(column) + spread)

    @property
    def least_width(self) -> int:
        """The least width at which all figures are readable, in pixels."""
        return self.least + self.verticalScrollBar().sizeHint().width()

    @property
    def whole_width(self) -> int:
        """The least width at which all figures and names are readable, in pixels."""
        return self.needed + self.verticalScrollBar().sizeHint().width()

    # The shared selection

    def _handle_row(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if not current.isValid():
            return
        # Following the crosstable must not clear its selected round.
        row = self.figures.row_at(current.row())
        if row != self._session.selection.row:
            self._session.select(row=row)

    def follow_selection(self) -> None:
        """Show the selected player."""
        place = self.figures.place_of(self._session.selection.row)
        current = self.currentIndex()
        if place is not None and current.row() != place:
            self.setCurrentIndex(self.model().index(place, max(current.column(), 0)))
        if place != self._place:
            for painted in (self._place, place):
                self._update_row(painted)
            self._place = place

    def _update_row(self, place: int | None) -> None:
        if place is not None and place < self.model().rowCount():
            port = self.viewport()
            top, height = self.rowViewportPosition(place), self.rowHeight(place)
            port.update(0, top, port.width(), height)

    # To the derivation

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Emit `asked` for a clicked figure."""
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index == self.currentIndex():
            self._ask_derivation(index, False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Emit `asked` for a figure on which Enter was pressed."""
        if event.key() in RETURNS and self.currentIndex().isValid():
            self._ask_derivation(self.currentIndex(), True)
            return
        super().keyPressEvent(event)

    def _ask_derivation(self, index: QModelIndex, go: bool) -> None:
        lines = COLUMNS[index.column()].lines if index.isValid() else ()
        if lines and index.data():
            self.asked.emit(lines, go)


Mode = Literal["table", "chart", "both"]
MODES: Final[dict[Mode, str]] = {"table": "Table", "chart": "Chart", "both": "Both"}
_MODE_HINTS: Final[dict[Mode, str]] = {
    "table": "The ratings of every step as a table",
    "chart": "Rating changes as lines from step to step",
    "both": "Table and chart together",
}


class StepsBar(QWidget):
    """The controls above the table: what is shown, the step, and the filters.

    `chosen` is emitted with the mode that was clicked, `filtered` when other filters
    are on.
    """

    chosen = Signal(str)
    filtered = Signal()

    def __init__(self, shown: ShownStep, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._shown = shown
        name_widget(self, "stepsBar")
        self._modes = QButtonGroup(self)
        self.flow = FlowLayout(self)
        self.flow.addWidget(self._mode_switch())
        self.slider = QSlider(
            Qt.Orientation.Horizontal,
            tickPosition=QSlider.TickPosition.TicksBelow,
            tickInterval=1,
        )
        self.step = make_plain_line("stepsShownStep", "label")
        self.flow.addWidget(self._step_slider())
        self.chips: dict[Kind, QToolButton] = {}
        for kind, (title, hint, _) in KINDS.items():
            chip = make_choice_button(
                f"stepsOnly{kind.capitalize()}",
                title,
                f"Only {title.lower()}: {hint}",
                hint,
            )
            chip.toggled.connect(self.filtered)
            self.chips[kind] = chip
            self.flow.addWidget(chip)
        shown.changed.connect(self._show_step)
        self._show_step()

    # Table, chart or both

    def _mode_switch(self) -> QWidget:
        holder, row = _make_group("stepsModes", 2)
        for i, (mode, title) in enumerate(MODES.items()):
            button = make_choice_button(
                f"steps{title}", title, f"Steps: {_MODE_HINTS[mode]}", _MODE_HINTS[mode]
            )
            self._modes.addButton(button, i)
            row.addWidget(button)
        self._modes.idClicked.connect(lambda i: self.chosen.emit(tuple(MODES)[i]))
        return holder

    def show_mode(self, mode: Mode) -> None:
        """Press the button for the table, the chart or both."""
        self._modes.button(tuple(MODES).index(mode)).setChecked(True)

    # The step

    def _step_slider(self) -> QWidget:
        holder, row = _make_group("stepsShown", UNIT // 2)
        name_widget(self.slider, "stepsSlider", "Shown step")
        self.slider.setRange(FIRST, POST)
        self.slider.setPageStep(1)
        self.slider.setToolTip(
            "Show the calculation up to this step (Alt+Left, Alt+Right). The "
            "crosstable and printouts always show the final result."
        )
        self.slider.valueChanged.connect(self._shown.show_step)
        add_parts(row, self.slider, self.step)
        self.set_sizes()
        return holder

    def set_sizes(self) -> None:
        """Set sizes that depend on the type size; they are the same for every step."""
        self.slider.setFixedWidth(self.fontMetrics().horizontalAdvance("0") * 8)
        # Make sure that the slider's thumb is visible in dark colors.
        palette = QPalette()
        palette.setColor(QPalette.ColorRole.Button, QColor(self._theme.colors.accent))
        self.slider.setPalette(palette)
        said, widest = self.step.text(), 0
        # The label measures its text, including its margins, but not less than its own width.
        self.step.setMinimumWidth(0)
        self.step.ensurePolished()
        for name in NAMES:
            self.step.setText(name)
            widest = max(widest, self.step.sizeHint().width())
        self.step.setText(said)
        self.step.setFixedWidth(widest)

    def _show_step(self) -> None:
        with QSignalBlocker(self.slider):
            self.slider.setValue(self._shown.step)
        self.step.setText(self._shown.name)
        self.slider.setAccessibleDescription(self._shown.name)

    # Which players

    @property
    def kinds(self) -> frozenset[Kind]:
        """The selected filters."""
        return frozenset(kind for kind, chip in self.chips.items() if chip.isChecked())

    def show_counts(self, counts: Mapping[Kind, int]) -> None:
        """Show on each filter how many players match it."""
        for kind, chip in self.chips.items():
            title, hint, _ = KINDS[kind]
            chip.setText(f"{title}: {counts[kind]}")
            chip.setAccessibleName(f"Only {title.lower()}, {counts[kind]}: {hint}")


def _make_group(name: str, spacing: int) -> tuple[QWidget, QHBoxLayout]:
    holder = name_widget(QWidget(), name)
    return holder, make_row(holder, (0, 0, UNIT, 0), spacing=spacing)
