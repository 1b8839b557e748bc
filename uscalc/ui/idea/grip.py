"""What the keyboard and a screen reader hold: the handle and every row, as sliders."""

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPaintEvent
from PySide6.QtWidgets import QSlider, QWidget

from uscalc.explain.idea import HIGHEST
from uscalc.ui.idea.paint import Target
from uscalc.ui.widgets.building import name_widget

Pressed = Callable[[Target, QKeyEvent], bool]


class Grip(QSlider):
    """Lies over what it stands for and paints nothing; the mouse goes through it."""

    focused = Signal()

    def __init__(self, name: str, pressed: Pressed, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._pressed = pressed
        self.target: Target = "handle", None
        name_widget(self, name)
        self.setRange(-int(HIGHEST), 2 * int(HIGHEST))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def describe_grip(self, words: str, value: float) -> None:
        """What it is and stands at, for those who listen."""
        if words != self.accessibleName():
            self.setAccessibleName(words)
        self.setValue(round(value))

    def paintEvent(self, event: QPaintEvent) -> None:
        """The picture below shows it, and who has the keyboard."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys move what it stands for; others go on to the window."""
        if not self._pressed(self.target, event):
            event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Says that the keyboard is here."""
        super().focusInEvent(event)
        self.focused.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Says that the keyboard is elsewhere."""
        super().focusOutEvent(event)
        self.focused.emit()
