"""The page of an exercise: its text, tables and lines, with blanks to fill in."""

from collections.abc import Callable, Collection, Sequence
from itertools import groupby
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QLineEdit, QToolButton, QWidget

from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.building import (
    add_parts,
    make_column,
    make_grid,
    make_row,
    name_widget,
    set_look,
    turn_box,
)
from uscalc.ui.widgets.controls import ChoiceControl
from uscalc.ui.widgets.labels import (
    make_choice_button,
    make_plain_button,
    make_plain_line,
    make_text_label,
    make_wrapped_label,
)
from uscalc.ui.widgets.layouts import FlowLayout, FoldingPart
from uscalc.worksheet.kinds import KINDS, LEVELS, Kind, Level
from uscalc.worksheet.model import (
    GROUPS,
    BlankEntry,
    Cell,
    ExerciseBlank,
    ExerciseLine,
    ExerciseTable,
    Group,
    Item,
    State,
    Worksheet,
)

MARKS: Final[dict[State, str]] = {
    "open": "",
    "right": "\N{CHECK MARK}",
    "shown": "\N{LEFTWARDS ARROW}",
    "near": "\N{ALMOST EQUAL TO}",
    "wrong": "\N{MULTIPLICATION SIGN}",
    "unread": "?",
}
SAID: Final[dict[State, str]] = {
    "open": "",
    "right": "right",
    "shown": "the answer was shown",
    "near": "near",
    "wrong": "wrong",
    "unread": "not a number",
}
LABEL: Final = 24
"""The least width of a label, in digits."""
BESIDE: Final = 112
"""The least width for questions beside the given facts, in digits."""
HELP: Final = "?"
"""The key that shows the hint, and then the answer."""


class BlankLine(QLineEdit):
    """The entry field of a blank: Enter checks it, ? helps, Up and Down move on."""

    wanted = Signal()
    helped = Signal()
    stepped = Signal(int)
    entered = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle the keys of an exercise; other keys type."""
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.wanted.emit()
        elif event.text() == HELP:
            self.helped.emit()
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.stepped.emit(-1 if key == Qt.Key.Key_Up else 1)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Report that this field has the focus."""
        super().focusInEvent(event)
        self.entered.emit()


class BlankPlace(QWidget):
    """The field of one blank, as wide as its value, with a mark after it.

    `place` is the blank's index in the exercise; `description` is for screen readers.
    """

    def __init__(self, blank: ExerciseBlank, place: int) -> None:
        super().__init__()
        self.blank, self.place = blank, place
        name = f"exerciseBlank{place + 1}"
        name_widget(self, f"{name}Place")
        self.line = name_widget(BlankLine(), name, blank.name, "form")
        self.line.setToolTip(f"{blank.name}: {blank.digits}")
        self.line.setMaxLength(30)
        self.line.setAlignment(Qt.AlignmentFlag.AlignRight)
        before, after = blank.figures
        digits = before + after + bool(after)
        pattern = "_" * (before - blank.signed)
        self.line.setPlaceholderText(f"{pattern}.{'_' * after}" if after else pattern)
        metrics = self.line.fontMetrics()
        self.line.setFixedWidth(
            metrics.horizontalAdvance("0") * (digits + 2) + 2 * UNIT
        )
        self.mark = make_plain_line(f"{name}Mark", "mark")
        widest = max(metrics.horizontalAdvance(mark) for mark in MARKS.values())
        self.mark.setFixedWidth(widest + UNIT // 2)
        add_parts(make_row(self, spacing=UNIT // 2), self.line, self.mark)
        self.show_entry(BlankEntry())

    def show_entry(self, entry: BlankEntry) -> None:
        """Show an entry and its result, also for screen readers."""
        if self.line.text() != entry.typed:
            self.line.setText(entry.typed)
        said = SAID[entry.state]
        self.description = f"{self.blank.digits}; {said}" if said else self.blank.digits
        self.line.setAccessibleDescription(self.description)
        self.mark.setText(MARKS[entry.state])
        for widget in (self.line, self.mark):
            set_look(widget, "judged", entry.state)


class PairGrid(QWidget):
    """Labels, each with its value next to it; a label that is too long wraps."""

    def __init__(self, name: str, pairs: Sequence[tuple[QLabel, QWidget]]) -> None:
        super().__init__()
        name_widget(self, name)
        grid = make_grid(self, UNIT, UNIT)
        self._labels = [label for label, _figure in pairs]
        self._widest = max(label.sizeHint().width() for label in self._labels)
        self._figures = max(figure.sizeHint().width() for _label, figure in pairs)
        side = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        for row, (label, figure) in enumerate(pairs):
            label.setWordWrap(True)
            grid.addWidget(label, row, 0, side)
            grid.addWidget(figure, row, 1, side)
        grid.setColumnStretch(2, 1)

    def minimumSizeHint(self) -> QSize:
        """Return a width in which labels wrap once or twice."""
        least = LABEL * self.fontMetrics().horizontalAdvance("0")
        wide = min(self._widest, least) + UNIT + self._figures
        return QSize(wide, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap labels if there is little room."""
        super().resizeEvent(event)
        room = self.width() - self._figures - UNIT
        for label in self._labels:
            label.setFixedWidth(max(min(self._widest, room), 1))


class PracticePage(QWidget):
    """One exercise; `places` are its blanks in order.

    Only values of `groups` are blank; the others are shown.
    """

    def __init__(self, sheet: Worksheet, groups: Collection[str]) -> None:
        super().__init__()
        self._groups = groups
        self._row = self._blank = 0
        self.places: list[BlankPlace] = []
        (exercise,) = sheet.exercises
        name_widget(self, "exercisePage", look="page")
        whole = make_column(self, (2 * UNIT, 0, UNIT, 2 * UNIT))
        self._column = whole
        self._write_text(exercise.title, "exerciseTitle", "heading")
        given, asked = self._given, self._asked = make_column(), make_column()
        self._halves = make_row(spacing=4 * UNIT)
        add_parts(self._halves, (given, 2), (asked, 3))
        whole.addLayout(self._halves)
        self._column = given
        self._write_text(exercise.question, "exerciseQuestion", "")
        for paired, items in groupby(exercise.items, _is_line):
            blocks = list(items)
            if paired:
                self._column = asked
                self._write_lines([b for b in blocks if isinstance(b, ExerciseLine)])
                continue
            for block in blocks:
                if _has_blanks(block):
                    self._column = asked
                self._add_block(block)
        given.addStretch(1)
        asked.addStretch(1)
        add_parts(whole, _make_rules(sheet), 1)

    def minimumSizeHint(self) -> QSize:
        """Return the width with the questions below the given facts."""
        halves = max(half.minimumSize().width() for half in (self._given, self._asked))
        return QSize(halves + 3 * UNIT, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the questions beside the given facts, or below them in a narrow view."""
        super().resizeEvent(event)
        digit = self.fontMetrics().horizontalAdvance("0")
        down = self.width() < BESIDE * digit
        turn_box(self._halves, down=down)
        self._halves.setSpacing(UNIT if down else 4 * UNIT)

    def _write_text(self, text: str, name: str, role: str) -> None:
        self._column.addWidget(make_wrapped_label(name, role, text))

    def _add_block(self, item: Item) -> None:
        self._row += 1
        if isinstance(item, str):
            self._write_text(item, f"exerciseText{self._row}", "")
        elif isinstance(item, ExerciseTable):
            self._column.addWidget(
                _make_table(item, f"exerciseTable{self._row}", self._write_cell)
            )

    def _write_lines(self, lines: Sequence[ExerciseLine]) -> None:
        """Add lines, each value next to its label."""
        pairs = []
        for line in lines:
            self._row += 1
            label = make_plain_line(f"exerciseLabel{self._row}", "", line.label)
            pairs.append((label, self._write_cell(line.cell)))
        self._column.addWidget(PairGrid(f"exerciseLines{self._row}", pairs))

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


def _is_line(item: Item) -> bool:
    return isinstance(item, ExerciseLine)


def _has_blanks(item: Item) -> bool:
    """Return whether a block has a blank."""
    return isinstance(item, ExerciseTable) and any(
        isinstance(cell, ExerciseBlank) for row in item.rows for cell in row
    )


def _make_rules(sheet: Worksheet) -> FoldingPart:
    """Return the rules for the exercise, folded away."""
    content = name_widget(QWidget(), "exerciseRules")
    column = make_column(content, (UNIT, 0, 0, 0))
    for place, rule in enumerate(sheet.rules, 1):
        said = f"{rule.title}. {rule.text} [{sheet.cite_rule(rule)}]"
        column.addWidget(make_text_label(f"exerciseRule{place}", "", said))
    if sheet.table is not None:
        table = _make_table(
            sheet.table,
            "exerciseWeTable",
            lambda cell: make_plain_line(
                "exerciseGiven", "", cell if isinstance(cell, str) else cell.answer
            ),
        )
        column.addWidget(table)
    column.addWidget(
        make_text_label("exerciseSource", "note", f"{sheet.documents} {sheet.about}")
    )
    return FoldingPart("exerciseRules", "Rules for this problem", content)


def break_head(words: str) -> str:
    """Return a column head with its number of decimals on a second line."""
    return words.replace(" (", "\n(")


def _make_table(
    grid: ExerciseTable, name: str, cell: Callable[[Cell], QWidget]
) -> QWidget:
    """Return a table with words aligned left and numbers aligned right."""
    widget = name_widget(QWidget(), name)
    layout = make_grid(widget, UNIT, UNIT // 2)
    rows: Sequence[Sequence[Cell]] = (grid.heads, *grid.rows)
    for row, cells in enumerate(rows):
        for column, one in enumerate(cells):
            made = (
                make_plain_line(f"{name}Head", "label", break_head(str(one)))
                if not row
                else cell(one)
            )
            side = (
                Qt.AlignmentFlag.AlignLeft
                if column < grid.words
                else Qt.AlignmentFlag.AlignRight
            )
            if isinstance(made, QLabel):
                made.setAlignment(side)
            layout.addWidget(made, row, column, side | Qt.AlignmentFlag.AlignVCenter)
    layout.setColumnStretch(len(grid.heads), 1)
    return widget


PLAYER: Final = "player"


class PracticeHead(QWidget):
    """The options above an exercise.

    `changed` is emitted when another exercise is selected, `regrouped` when other
    values of the same exercise become blank.
    """

    changed = Signal()
    regrouped = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.seed = 1
        name_widget(self, "exerciseHead")
        invented = [
            (key, f"Made-up player: {spec.words}") for key, spec in KINDS.items()
        ]
        self._kind = ChoiceControl([(PLAYER, "The selected player"), *invented])
        self._kind.set_names("exerciseKind", "Problem")
        self._kind.show_text(PLAYER)
        self._level = ChoiceControl([(str(n), f"{n}: {words}") for n, words in LEVELS])
        self._level.set_names("exerciseLevel", "Level")
        self._level.show_text("1")
        for choice in (self._kind, self._level):
            choice.setSizeAdjustPolicy(ChoiceControl.SizeAdjustPolicy.AdjustToContents)
            choice.committed.connect(choice.show_text)
            choice.committed.connect(self._apply_choice)
        self._another = make_plain_button(
            "exerciseAnother",
            "Another",
            "Another problem of this type",
            self._show_next,
        )
        self._groups: dict[Group, QToolButton] = {}
        for key, words in GROUPS:
            hint = f"Hide: {words}"
            button = make_choice_button(
                f"exerciseGroup{key.capitalize()}", words, hint, hint
            )
            button.setChecked(True)
            button.toggled.connect(self.regrouped)
            self._groups[key] = button
        column = make_column(self, (2 * UNIT, 0, 2 * UNIT, 0))
        for row, parts in (
            ("exerciseChoices", (self._kind, self._level, self._another)),
            ("exerciseGroups", tuple(self._groups.values())),
        ):
            widget = name_widget(QWidget(), row)
            add_parts(FlowLayout(widget), *parts)
            column.addWidget(widget)
        self._apply_choice()

    @property
    def invented(self) -> tuple[Kind, Level] | None:
        """The type and level of a made-up exercise; None for the selected player."""
        kind = next((k for k in KINDS if k == self._kind.said), None)
        return None if kind is None else (kind, LEVELS[self._level.currentIndex()][0])

    @property
    def asked(self) -> frozenset[Group]:
        """The groups of values that are left blank."""
        return frozenset(k for k, button in self._groups.items() if button.isChecked())

    def show_choices(self, groups: Collection[Group]) -> None:
        """Show the buttons of these groups only."""
        for key, button in self._groups.items():
            button.setVisible(key in groups)

    def _apply_choice(self) -> None:
        for part in (self._level, self._another):
            part.setVisible(self.invented is not None)
        self.changed.emit()

    def _show_next(self) -> None:
        self.seed += 1
        self.changed.emit()
