"""Controls of a slide for the keyboard and screen readers: the number and the choices."""

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QLineEdit, QWidget

from uscalc.ui.widgets.building import name_widget

OWN: Final = {Qt.Key.Key_Backspace, Qt.Key.Key_Delete}
TAKE: Final = {Qt.Key.Key_Return, Qt.Key.Key_Enter}
"""What takes the number that was typed; the keypad has one of its own."""
LONGEST: Final = 40
"""Letters that can be typed where a number belongs."""


def is_number_key(event: QKeyEvent) -> bool:
    """Return whether a key belongs to a number, or could be a slip on the way to one."""
    text = event.text()
    if not text or not text.isprintable() or text.isspace():
        return False
    # The keys of the lesson are letters too, and no number has any.
    return not event.modifiers() & Qt.KeyboardModifier.ControlModifier


class NumberField(QLineEdit):
    """The number of the class. Keys of a clicker go on to the lesson."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        name_widget(self, "lessonGuess")
        self.setFrame(False)
        self.setMaxLength(LONGEST)
        self.setStyleSheet(
            "QLineEdit { border: 0; background: transparent; padding: 0; }"
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Digits and what corrects them stay here, and Return while it has work here."""
        key = event.key()
        if key in TAKE:
            typed = self.isModified() and not self.isReadOnly()
            if typed:
                self.returnPressed.emit()
            event.setAccepted(typed)
            return
        copying = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if (
            key in OWN
            or copying
            or (is_number_key(event) and event.text() not in "bBnN")
        ):
            super().keyPressEvent(event)
        else:
            event.ignore()


class AnswerOption(QAbstractButton):
    """Lies over a choice that is painted below it."""

    focused = Signal()

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        name_widget(self, name)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw nothing: the slide shows the control and its focus."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return chooses it; Space is the clicker's."""
        if event.key() in TAKE:
            self.click()
        else:
            event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Says that the keyboard is here."""
        super().focusInEvent(event)
        self.focused.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Says that the keyboard is elsewhere."""
        super().focusOutEvent(event)
        self.focused.emit()
