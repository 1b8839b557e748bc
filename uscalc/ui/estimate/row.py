"""One line of an estimate: an opponent, the result, and the problem with them."""

from typing import Final, cast

from PySide6.QtCore import QObject, QRectF, QSignalBlocker, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFocusEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QLineEdit, QToolButton, QWidget

from uscalc.counted import make_sentence
from uscalc.document.sheet.line import BadLine, is_own_rating, read_line, remove_result
from uscalc.document.sheet.message import split_line
from uscalc.document.sheet.sheet import EstimateLine, Result
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import (
    make_choice_button,
    make_plain_line,
    make_row,
    make_running_text,
    name_widget,
    set_look,
    show_or_hide,
)
from uscalc.ui.widgets.grabbing import GROUP

WORDS: Final = {"L": "loss", "D": "draw", "W": "win"}
KEYS: Final = {
    "w": "W",
    "d": "D",
    "l": "L",
    "1": "W",
    "0": "L",
    "=": "D",
    "5": "D",
    "\N{VULGAR FRACTION ONE HALF}": "D",
}
GONE: Final = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace, Qt.Key.Key_Space)
ENDS: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Down)


class ResultControl(QWidget):
    """Three buttons for the result; if none is pressed, the game is unplayed.

    `changed` is emitted when the result changed, and `done` when the focus should go on
    (1) or back (-1).
    """

    changed = Signal()
    done = Signal(int)
    accessible_role = GROUP

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self._theme = theme
        self.letter: str | None = None
        self._words = "Result"
        name_widget(self, name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        row = make_row(self, (2, 2, 2, 2), spacing=UNIT // 4)
        self.buttons: dict[str, QToolButton] = {}
        for letter, words in WORDS.items():
            hint = f"{words.capitalize()} ({letter}). Click again for an unplayed game."
            button = make_choice_button(f"{name}{letter}", words, "", hint)
            # The control has the focus, not its buttons; a letter selects one of them.
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            button.clicked.connect(lambda _on=False, at=letter: self._handle_click(at))
            row.addWidget(button)
            self.buttons[letter] = button

    def set_name(self, words: str) -> None:
        """Name the control and its buttons."""
        self._words = words
        self._name_buttons()

    def _name_buttons(self) -> None:
        text = WORDS[self.letter] if self.letter else "unplayed"
        self.setAccessibleName(f"{self._words}: {text}")
        for letter, button in self.buttons.items():
            button.setAccessibleName(f"{self._words}: {WORDS[letter]}")

    def select_result(self, letter: str | None) -> None:
        """Select a result; None for an unplayed game."""
        for at, button in self.buttons.items():
            button.setChecked(at == letter)
        if letter != self.letter:
            self.letter = letter
            self._name_buttons()
            self.changed.emit()

    def _handle_click(self, letter: str) -> None:
        self.select_result(None if letter == self.letter else letter)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let a letter select a result and move on; Delete makes the game unplayed."""
        key, letter = Qt.Key(event.key()), KEYS.get(event.text().lower())
        if letter is not None:
            self.select_result(letter)
            self.done.emit(1)
        elif key in GONE:
            self.select_result(None)
        elif key in ENDS:
            self.done.emit(1)
        elif key == Qt.Key.Key_Up:
            self.done.emit(-1)
        else:
            event.ignore()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw a frame if the control has the focus."""
        if self.hasFocus():
            with QPainter(self) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.setPen(QPen(QColor(self._theme.colors.accent), 1))
                painter.drawRoundedRect(
                    QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5
                )


class PastingField(QLineEdit):
    """A field that emits `pasted` for a text of several lines.

    A single line is pasted as usual.
    """

    pasted = Signal(str)

    def take_clipboard(self) -> None:
        """Paste the text on the clipboard."""
        text = QGuiApplication.clipboard().text()
        if "\n" in text.strip():
            self.pasted.emit(text)
        else:
            self.insert(text)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle the keys of Paste, and all others as usual."""
        if event.matches(QKeySequence.StandardKey.Paste):
            self.take_clipboard()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Show the usual menu, whose Paste does the same as the keys."""
        menu = self.createStandardContextMenu()
        for action in menu.actions():
            if action.objectName() == "edit-paste":
                action.triggered.disconnect()
                action.triggered.connect(lambda _on=False: self.take_clipboard())
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())


class SheetField(PastingField):
    """A field of a sheet; `done` is emitted with 1 or 2 to go on, and -1 to go back.

    Enter and the arrow keys emit it. `words` describe the entry; `empty` is the text
    shown in an empty field, and `hint` says what it accepts.
    """

    done = Signal(int)

    def __init__(
        self, name: str, words: str, empty: str, hint: str, longest: int = 60
    ) -> None:
        super().__init__(placeholderText=empty, maxLength=longest)
        name_widget(self, name, words, "form")
        self.setProperty("hint", hint)
        self.setToolTip(words)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go on with Enter or Down, and back with Up."""
        key = Qt.Key(event.key())
        if key in ENDS:
            self.done.emit(2 if key == Qt.Key.Key_Down else 1)
        elif key == Qt.Key.Key_Up:
            self.done.emit(-1)
        else:
            super().keyPressEvent(event)


LETTERS: Final = "wdlWDL="
LONGEST: Final = 32_767
"""The most characters that Qt allows in a field, and so in a pasted game."""


class OpponentField(SheetField):
    """A field for an opponent and a result.

    `left` is emitted when the focus goes elsewhere. `pasted` is emitted with a text of
    several games that was pasted into the empty field; a typed text stays one line.
    """

    left = Signal()

    def __init__(self, name: str) -> None:
        super().__init__(name, "", "", "", LONGEST)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Add a result letter to a rating; go to other lines with Enter and the arrow keys."""
        typed = event.text()
        if typed and typed in LETTERS and self.hasSelectedText():
            # A result letter typed over the selected text must not remove the rating.
            read = read_line(self.text())
            whole = self.selectedText() == self.text()
            if whole and isinstance(read, EstimateLine) and read.result is None:
                self.end(False)
        super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Emit `left`, except when the line's own menu opens."""
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.left.emit()

    def take_clipboard(self) -> None:
        """Paste the text on the clipboard; several games get a line each."""
        text = QGuiApplication.clipboard().text()
        if not self.text().strip() and len(split_line(text)) > 1:
            self.pasted.emit(text)
        else:
            super().take_clipboard()


class EstimateRow(QObject):
    """The controls of a line; `changed` is emitted when its content changes."""

    changed = Signal()

    def __init__(self, theme: Theme, place: int, parent: QObject) -> None:
        super().__init__(parent)
        self.number = make_plain_line(f"myNumber{place + 1}", "label")
        self.rating = OpponentField(f"myOpponent{place + 1}")
        self.result = ResultControl(theme, f"myResult{place + 1}")
        self.wrong = make_running_text(f"myWrong{place + 1}", "problem")
        self.wrong.hide()
        self._result_typed = False
        """True if the result was typed in the text."""
        self._left_state: tuple[str, Result | None] = ("", None)
        """The content of the line when the focus left it, for undo."""
        self._is_setting_result = False
        """True while the row itself changes its result."""
        self.rating.textChanged.connect(self._handle_typing)
        self.rating.left.connect(self.update_state)
        self.result.changed.connect(self._apply_choice)

    @property
    def empty(self) -> bool:
        """True if the field is empty."""
        return not self.rating.text().strip()

    @property
    def letter(self) -> Result | None:
        """The selected or typed result."""
        return cast("Result | None", self.result.letter)

    @property
    def may_be_own(self) -> bool:
        """True if the text is only a rating with its games, as players write their own."""
        return self.letter is None and is_own_rating(self.rating.text())

    @property
    def marked(self) -> bool:
        """True if the line is marked as invalid."""
        return bool(self.rating.property("marked"))

    def set_names(self, number: str, opponent: str, result: str) -> None:
        """Set the number of the line, and the names of its controls."""
        self.number.setText(number)
        self.rating.setAccessibleName(opponent)
        self.result.set_name(result)

    def read_line(self) -> EstimateLine | BadLine | None:
        """Return the parsed line or its error; None for an empty line."""
        return (
            BadLine(
                "Not counted. Type the opponent's rating, or click the result again"
            )
            if self.empty and self.letter is not None
            else read_line(self.rating.text(), self.letter)
        )

    def fill_line(self, text: str, letter: Result | None = None) -> None:
        """Show a text and a result."""
        self._left_state = ("", None)
        self._select_result(letter)
        self._result_typed = False
        self.rating.setText(text)
        self.update_state()

    def update_state(self) -> None:
        """When the focus leaves the line, move a typed result to the buttons, and show problems."""
        if self._result_typed and isinstance(self.read_line(), EstimateLine):
            self._result_typed = False
            self.rating.setText(remove_result(self.rating.text()))
        if not self.empty:
            self._left_state = (self.rating.text(), self.letter)
        self._mark_invalid(self.read_line())

    def _handle_typing(self) -> None:
        read = read_line(self.rating.text())
        result = read.result if isinstance(read, EstimateLine) else None
        if result is not None or self._result_typed:
            self._select_result(result)
            self._result_typed = result is not None
        if self.empty:
            self._select_result(None)
        elif self.letter is None and self.rating.text() == self._left_state[0]:
            # Undo restores the opponent, so restore the result too.
            self._select_result(self._left_state[1])
        if self.marked and not isinstance(self.read_line(), BadLine):
            self._mark_invalid(None)
        self.changed.emit()

    def _select_result(self, letter: Result | None) -> None:
        self._is_setting_result = True
        self.result.select_result(letter)
        self._is_setting_result = False

    def _apply_choice(self) -> None:
        """Use the result that was selected with a button instead of the typed one."""
        if not self._is_setting_result:
            self._result_typed = False
            if (text := remove_result(self.rating.text())) != self.rating.text():
                with QSignalBlocker(self.rating):
                    self.rating.setText(text)
            if self.rating.text() == self._left_state[0]:
                self._left_state = (self._left_state[0], self.letter)
            if self.empty or not self.rating.hasFocus():
                self._mark_invalid(self.read_line())
        self.changed.emit()

    def _mark_invalid(self, read: EstimateLine | BadLine | None) -> None:
        reason = read.reason if isinstance(read, BadLine) else ""
        text = make_sentence(reason) if reason else ""
        if text == self.wrong.text() and self.marked is bool(text):
            return
        show_or_hide(self.wrong, text)
        self.rating.setAccessibleDescription(text)
        set_look(self.rating, "marked", bool(text))
