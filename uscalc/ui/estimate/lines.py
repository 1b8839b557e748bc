"""The lines of an estimate, each an opponent and a result; typing adds the next line."""

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from uscalc.document.sheet.line import BadLine
from uscalc.document.sheet.message import MOST_LINES
from uscalc.document.sheet.sheet import EstimateLine, Result
from uscalc.ui.estimate.row import EstimateRow
from uscalc.ui.estimate.split_pane import give_focus
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import (
    discard_widget,
    make_grid,
    make_plain_line,
    name_widget,
)

FIRST: Final = 3
"""The number of lines in an empty estimate."""
FIRST_LINE: Final = (
    "Type your opponent\N{RIGHT SINGLE QUOTATION MARK}s rating and the result (w, d or "
    "l), "
    "for example 1702w, then press Enter. Leave off the letter if the game isn't "
    "played yet."
)
NEXT_LINE: Final = (
    "Type your next opponent, for example 1702w. Press Enter on this empty line to go "
    "to the "
    "target."
)
BETWEEN: Final = "Empty line (ignored). Press Enter for the next line."
LETTER: Final = (
    "Add w, d or l for the result; without a letter the game is unplayed. Press Enter "
    "for "
    "the next line."
)
MAY_BE_OWN: Final = (
    "A rating with its number of games, for example 1702/18, becomes your own rating "
    "if that "
    "is empty. Add w, d or l to make it an opponent. Press Enter to continue."
)
COMPLETE: Final = "Press Enter for the next line."
RESULT: Final = "Press w, d or l for the result, or Delete to make the game unplayed."

Content = tuple[str, Result | None]
"""The text of a line, and its selected result."""


class SheetLines(QWidget):
    """The lines of opponents and results.

    `changed` is emitted for every key; `above` when the focus goes back to the top;
    `below` when Enter is pressed on the empty line after the last game; `reached` with
    the widget that got the focus; `pasted` with a text of several lines.
    """

    changed = Signal()
    above = Signal()
    below = Signal()
    reached = Signal(object)
    pasted = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.rows: list[EstimateRow] = []
        self.own_taken: Callable[[str], bool] = lambda _text: False
        """Uses a line as the player's own rating; returns False if there already is one."""
        self._begun = ""
        """The text that a line had when it got the focus."""
        name_widget(self, "myLines", look="page")
        self._grid = make_grid(self, down=UNIT // 2)
        for column, words in ((1, "Opponent"), (2, "Result (optional)")):
            self._grid.addWidget(
                make_plain_line(f"myColumn{column}", "label", words), 0, column
            )
        self._grid.setColumnStretch(1, 1)
        for _ in range(FIRST):
            self._add_row()
        theme.changed.connect(self._measure_columns)
        self._measure_columns()

    # The lines

    def collect_lines(self) -> tuple[tuple[EstimateLine, ...], str]:
        """Return every valid line, and a sentence about lines that are not counted.

        A line that is still being typed is not reported.
        """
        filled = [(row.read_line(), row.marked) for row in self.rows if not row.empty]
        left_out = [
            str(number)
            for number, (read, marked) in enumerate(filled, 1)
            if isinstance(read, BadLine) and marked
        ]
        found = tuple(read for read, _ in filled if isinstance(read, EstimateLine))
        return found, _left_out(left_out)

    def collect_filled_lines(self) -> tuple[Content, ...]:
        """Return the contents of all lines that aren't empty."""
        return tuple(
            (row.rating.text(), row.letter) for row in self.rows if not row.empty
        )

    def fill_lines(self, contents: Sequence[Content]) -> None:
        """Replace all lines."""
        while len(self.rows) <= len(contents):
            self._add_row()
        for place, row in enumerate(self.rows):
            text, letter = contents[place] if place < len(contents) else ("", None)
            row.fill_line(text, letter)

    def put_lines(self, texts: Sequence[str]) -> None:
        """Write lines after the last filled one, in place of empty lines."""
        every: list[Content] = [(r.rating.text(), r.letter) for r in self.rows]
        filled = [at for at, (text, _) in enumerate(every) if text.strip()]
        at = max(filled, default=-1) + 1
        over = " ".join(texts[MOST_LINES:])
        kept = (*texts[:MOST_LINES], over) if over else texts
        new: list[Content] = [(text, None) for text in kept]
        self.fill_lines([*every[:at], *new, *every[at + len(new) :]])
        self._go_to_row(min(at + len(new), len(self.rows) - 1))

    def clear_lines(self) -> None:
        """Clear all lines, and remove all except the initial ones."""
        self.fill_lines(())
        for row in self.rows[FIRST:]:
            for widget in (row.number, row.rating, row.result, row.wrong):
                self._grid.removeWidget(widget)
                discard_widget(widget)
            row.deleteLater()
        del self.rows[FIRST:]
        self._number_rows()

    def focus_first_empty_line(self) -> None:
        """Focus the first empty line."""
        self._go_to_row(next(at for at, row in enumerate(self.rows) if row.empty))

    def find_hint(self, widget: QWidget | None) -> str | None:
        """Return the hint of a widget in a line: valid input, and what Enter does."""
        for place, row in enumerate(self.rows):
            if widget is row.result:
                return RESULT
            if widget is row.rating:
                return self._said_in(place, row)
        return None

    def _said_in(self, place: int, row: EstimateRow) -> str:
        if row.empty:
            if all(one.empty for one in self.rows):
                return FIRST_LINE
            return NEXT_LINE if all(one.empty for one in self.rows[place:]) else BETWEEN
        read = row.read_line()
        if isinstance(read, EstimateLine) and read.result is not None:
            return COMPLETE
        return MAY_BE_OWN if row.may_be_own else LETTER

    # Building

    def _add_row(self) -> None:
        place = len(self.rows)
        row = EstimateRow(self._theme, place, self)
        self.rows.append(row)
        line = 2 * place + 1
        self._grid.addWidget(row.number, line, 0)
        self._grid.addWidget(row.rating, line, 1)
        self._grid.addWidget(row.result, line, 2)
        self._grid.addWidget(row.wrong, line + 1, 1, 1, 2)
        if self.isVisible():
            # Show them now, so that the next key reaches the line.
            for widget in (row.number, row.rating, row.result):
                widget.show()
        row.changed.connect(self._handle_typing)
        row.rating.left.connect(self.changed)
        row.rating.done.connect(lambda by, at=row: self._finish_field(at, by))
        row.rating.pasted.connect(self.pasted)
        row.result.done.connect(lambda by, at=row: self._step_row(at, by))
        if place:
            QWidget.setTabOrder(self.rows[place - 1].result, row.rating)
        QWidget.setTabOrder(row.rating, row.result)
        self._number_rows()
        self._measure_columns()

    def _measure_columns(self) -> None:
        digit = self.fontMetrics().horizontalAdvance("0")
        for row in self.rows:
            row.rating.setMinimumWidth(digit * 10 + 2 * UNIT)

    def _handle_typing(self) -> None:
        if not self.rows[-1].empty:
            self._add_row()
        self._number_rows()
        self.changed.emit()

    def _number_rows(self) -> None:
        """Renumber the lines from the top; empty lines between others get no number."""
        filled = [at for at, row in enumerate(self.rows) if not row.empty]
        last, number = max(filled, default=-1), 0
        for place, row in enumerate(self.rows):
            if row.empty and place < last:
                name = f"mpty line after opponent {number}"
                row.set_names("", f"E{name}", f"Result of the e{name}")
            else:
                number += 1
                name = f"Opponent {number}"
                row.set_names(
                    f"{number}.", f"{name}: rating and result", f"{name}: result"
                )

    # Keys and focus

    def _finish_field(self, row: EstimateRow, by: int) -> None:
        """Go to another line; Enter never splits a typed text into several lines."""
        place = self.rows.index(row)
        last = all(one.empty for one in self.rows[place:])
        if by != 1:
            self._step_row(row, by)
        elif not last:
            self._go_to_row(place if self._take_own(row) else place + 1)
        elif not all(one.empty for one in self.rows):
            self.below.emit()

    def move_keyboard(self, old: QWidget | None, new: QWidget) -> None:
        """When a line loses the focus, use it as the own rating if it is one."""
        for row in self.rows:
            fields = (row.rating, row.result)
            left = old in fields and new not in fields
            if left and row.rating.text() != self._begun:
                self._take_own(row)
        for row in self.rows:
            if new is row.rating and old is not row.result:
                self._begun = row.rating.text()

    def _take_own(self, row: EstimateRow) -> bool:
        """Use a rating with its games as the player's own, unless there already is one."""
        if not row.may_be_own or not self.own_taken(row.rating.text().strip()):
            return False
        row.fill_line("")
        return True

    def _step_row(self, row: EstimateRow, by: int) -> None:
        self._go_to_row(self.rows.index(row) + (1 if by > 0 else -1))

    def _go_to_row(self, place: int) -> None:
        if place < 0:
            self.above.emit()
        elif place < len(self.rows):
            field = self.rows[place].rating
            give_focus(field)
            self.reached.emit(field)


def _left_out(numbers: Sequence[str]) -> str:
    if not numbers:
        return ""
    if len(numbers) == 1:
        return f"Line {numbers[0]} is not counted. See the note below it."
    *first, last = numbers
    return f"Lines {', '.join(first)} and {last} are not counted. See the notes below them."
