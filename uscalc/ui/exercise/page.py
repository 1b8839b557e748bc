"""The page of an exercise: its sentences, tables and lines, some figures to be typed."""

from collections.abc import Callable, Collection, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from uscalc.ui.exercise.line import BlankPlace
from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.building import make_column, make_row, name_widget
from uscalc.ui.widgets.fold import FoldingPart
from uscalc.ui.widgets.labels import (
    make_plain_line,
    make_text_label,
    make_wrapped_label,
)
from uscalc.worksheet.model import (
    Cell,
    ExerciseBlank,
    ExerciseLine,
    ExerciseTable,
    Item,
    Worksheet,
)


class ExercisePage(QWidget):
    """One exercise; `places` has the figures that are to be typed, in order.

    Only figures of the `groups` are; the others stand there.
    """

    def __init__(self, sheet: Worksheet, groups: Collection[str]) -> None:
        super().__init__()
        self._groups = groups
        self._row = self._blank = 0
        self.places: list[BlankPlace] = []
        (exercise,) = sheet.exercises
        name_widget(self, "exercisePage", look="page")
        self._column = make_column(self, (2 * UNIT, 0, 2 * UNIT, 2 * UNIT))
        self._write_text(exercise.title, "exerciseTitle", "heading")
        self._write_text(exercise.question, "exerciseQuestion", "")
        for item in exercise.items:
            self._add_block(item)
        self._column.addWidget(_make_rules(sheet))
        self._column.addStretch(1)

    def _write_text(self, text: str, name: str, role: str) -> None:
        label = make_wrapped_label(name, role)
        label.setText(text)
        self._column.addWidget(label)

    def _add_block(self, item: Item) -> None:
        self._row += 1
        if isinstance(item, str):
            self._write_text(item, f"exerciseText{self._row}", "")
        elif isinstance(item, ExerciseTable):
            self._column.addWidget(
                _make_table(item, f"exerciseTable{self._row}", self._write_cell)
            )
        else:
            self._column.addWidget(self._write_line(item))

    def _write_line(self, ask: ExerciseLine) -> QWidget:
        widget = name_widget(QWidget(), f"exerciseLine{self._row}")
        row = make_row(widget)
        label = make_wrapped_label(f"exerciseLabel{self._row}", "")
        label.setText(ask.label)
        label.setAlignment(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
        row.addWidget(label, 1)
        row.addWidget(self._write_cell(ask.cell))
        return widget

    def _write_cell(self, cell: Cell) -> QWidget:
        if isinstance(cell, ExerciseBlank):
            self._blank += 1
            if cell.group in self._groups:
                place = BlankPlace(cell, self._blank - 1)
                self.places.append(place)
                return place
        text = cell.answer if isinstance(cell, ExerciseBlank) else cell
        return make_plain_line(
            "exerciseGiven", "given" if isinstance(cell, ExerciseBlank) else "", text
        )


def _make_rules(sheet: Worksheet) -> FoldingPart:
    """Return the rules that are needed, folded away."""
    content = name_widget(QWidget(), "exerciseRules")
    column = make_column(content, (UNIT, 0, 0, 0))
    for place, rule in enumerate(sheet.rules, 1):
        label = make_text_label(f"exerciseRule{place}", "")
        label.setText(f"{rule.title}. {rule.text} [{sheet.cite_rule(rule)}]")
        column.addWidget(label)
    if sheet.table is not None:
        column.addWidget(_make_table(sheet.table, "exerciseWeTable", _strip_marks))
    source = make_text_label("exerciseSource", "note")
    source.setText(f"{sheet.documents} {sheet.about}")
    column.addWidget(source)
    return FoldingPart("exerciseRules", "The rules that are needed", content)


def _strip_marks(cell: Cell) -> QWidget:
    return make_plain_line(
        "exerciseGiven", "", cell if isinstance(cell, str) else cell.answer
    )


def _make_table(
    grid: ExerciseTable, name: str, cell: Callable[[Cell], QWidget]
) -> QWidget:
    """Word on the left, figures on the right."""
    widget = name_widget(QWidget(), name)
    layout = QGridLayout(widget)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setHorizontalSpacing(2 * UNIT)
    layout.setVerticalSpacing(UNIT // 2)
    rows: Sequence[Sequence[Cell]] = (grid.heads, *grid.rows)
    for row, cells in enumerate(rows):
        for column, one in enumerate(cells):
            made = (
                make_plain_line(f"{name}Head", "label", str(one))
                if not row
                else cell(one)
            )
            side = (
                Qt.AlignmentFlag.AlignLeft
                if column < grid.words
                else Qt.AlignmentFlag.AlignRight
            )
            layout.addWidget(made, row, column, side | Qt.AlignmentFlag.AlignVCenter)
    layout.setColumnStretch(len(grid.heads), 1)
    return widget
