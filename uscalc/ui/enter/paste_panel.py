"""The panel that previews a paste: its valid cells and its rejected ones."""

import datetime as dt
from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QLineEdit,
    QListWidget,
    QPushButton,
)

from uscalc.document.dates import EXAMPLE
from uscalc.document.facts.typed import TypedError, parse_optional_date
from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.building import (
    STRETCH,
    add_parts,
    make_column,
    make_plain_line,
    make_progress_bar,
    make_row,
    name_widget,
    write_label,
)

MOST_LINES = 500
MOST_CHOICES = 3
HEIGHT = 26 * UNIT
LEAST_HEIGHT = 6 * UNIT
Choice = tuple[str, Callable[[], object]]


class PastePanel(QFrame):
    """Previews a paste, with a button for each way to continue; Esc closes it.

    `left` is emitted when it was closed and the preview is no longer needed.
    """

    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        name_widget(self, "pastePanel", "Preview of the paste", "card")
        self.title = make_plain_line("pasteTitle", "heading", wraps=True)
        self.lines = name_widget(
            QListWidget(), "pasteLines", "Cells to paste, and cells that are not valid"
        )
        self.lines.setWordWrap(True)
        self.progress = make_progress_bar("pasteProgress", "Reading progress")
        self.progress.setFixedHeight(UNIT // 2)
        self.date = name_widget(
            QLineEdit(placeholderText="9/1/2025"),
            "pasteDate",
            "End date of the event, for example 9/1/2025",
            "form",
        )
        self.date.setMaximumWidth(18 * UNIT)
        self.date.returnPressed.connect(lambda: self._take_choice(0))
        self.date.textChanged.connect(self._clear_problem)
        self.problem = make_plain_line("pasteDateProblem", "problem", wraps=True)
        self.problem.hide()
        self._buttons = [QPushButton() for _ in range(MOST_CHOICES)]
        for place, button in enumerate(self._buttons):
            name_widget(button, f"pasteChoice{place + 1}", "No other options")
            button.clicked.connect(
                lambda _=False, place=place: self._take_choice(place)
            )
        self.cancel = name_widget(QPushButton("Cancel"), "pasteCancel", "Cancel paste")
        self.cancel.clicked.connect(self.hide)
        ways = (*self._buttons, self.cancel)
        row = add_parts(make_row(), self.date, (self.problem, 1), STRETCH, *ways)
        add_parts(
            make_column(self, (2 * UNIT, UNIT, UNIT, UNIT)),
            self.title,
            self.lines,
            self.progress,
            row,
        )
        self._choices: Sequence[Choice] = ()
        self.hide()

    def show_reading(self, title: str) -> None:
        """Show that a long text is being read, until `show_question` or `hide` is called."""
        self._fill_panel(title, (), 0, (), False)
        self.progress.setRange(0, 0)
        self.progress.show()
        self.show()
        self.cancel.setFocus()

    def show_progress(self, done: int, of: int) -> None:
        """Show how many of the rows have been read."""
        if self.progress.maximum() != of:
            self.progress.setRange(0, of)
        self.progress.setValue(done)

    def show_question(
        self,
        title: str,
        lines: Sequence[str],
        choices: Sequence[Choice],
        date: bool = False,
        more: int = 0,
    ) -> None:
        """Show what the paste would do, and take the focus.

        `more` is the number of further lines that `lines` leaves out.
        """
        self._fill_panel(title, lines, more, choices, date)
        self.progress.hide()
        self.show()
        (self.date if date else self._buttons[0] if choices else self.lines).setFocus()

    def _fill_panel(
        self,
        title: str,
        lines: Sequence[str],
        more: int,
        choices: Sequence[Choice],
        date: bool,
    ) -> None:
        write_label(self.title, title)
        self.lines.clear()
        self.lines.addItems(list(lines[:MOST_LINES]))
        more += max(len(lines) - MOST_LINES, 0)
        if more:
            self.lines.addItem(f"And {more:,} more.")
        rows = range(min(self.lines.count(), HEIGHT // UNIT))
        high = sum(self.lines.sizeHintForRow(row) for row in rows) + UNIT
        # In a low window, the preview is lower, and scrolls.
        self.lines.setMinimumHeight(min(high, LEAST_HEIGHT))
        self.lines.setMaximumHeight(min(high, HEIGHT))
        self.lines.setVisible(bool(lines))
        self._choices = choices
        for place, button in enumerate(self._buttons):
            text = choices[place][0] if place < len(choices) else ""
            button.setText(text)
            button.setAccessibleName(text or "No other options")
            button.setVisible(bool(text))
        self.date.setVisible(date)
        self.date.clear()
        self._say_problem("")

    def given_date(self) -> dt.date | None:
        """Return the typed date; it is valid once the user has made a choice."""
        return parse_optional_date(self.date.text())

    def _wrong_date(self) -> str:
        """Return what is wrong with the date; empty if it is valid or not needed."""
        if self.date.isHidden():
            return ""
        try:
            if parse_optional_date(self.date.text()) is None:
                return f"Enter the end date, for example {EXAMPLE}."
        except TypedError as error:
            return f"{error}."
        return ""

    def _say_problem(self, text: str) -> None:
        write_label(self.problem, text)
        self.problem.setVisible(bool(text))

    def _clear_problem(self) -> None:
        """Hide the problem if the date is valid now."""
        if self.problem.text() and not self._wrong_date():
            self._say_problem("")

    def _take_choice(self, place: int) -> None:
        choices = self._choices
        wrong = self._wrong_date()
        self._say_problem(wrong)
        if wrong:
            self.date.setFocus()
        elif place < len(choices):
            self.hide()
            choices[place][1]()

    def hideEvent(self, event: QHideEvent) -> None:
        """Emit `left` if the panel was closed, but not if the window was minimized."""
        super().hideEvent(event)
        if self.isHidden():
            self.left.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Cancel on Esc."""
        if event.key() == Qt.Key.Key_Escape:
            self.hide()
        else:
            super().keyPressEvent(event)
