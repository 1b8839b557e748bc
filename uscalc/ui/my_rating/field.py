"""Lines to type in: what is asked, where Return goes, and what is pasted."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
)
from PySide6.QtWidgets import QLineEdit

from uscalc.ui.my_rating.result import ENDS
from uscalc.ui.widgets.building import name_widget


class PastingField(QLineEdit):
    """`pasted` gives a text of several lines to whoever can take it.

    A line alone goes in as anywhere else.
    """

    pasted = Signal(str)

    def take_clipboard(self) -> None:
        """Paste what is on the clipboard."""
        text = QGuiApplication.clipboard().text()
        if "\n" in text.strip():
            self.pasted.emit(text)
        else:
            self.insert(text)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The keys of Paste; all others are the line's."""
        if event.matches(QKeySequence.StandardKey.Paste):
            self.take_clipboard()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """The usual menu, whose Paste is the one of the keys."""
        menu = self.createStandardContextMenu()
        for action in menu.actions():
            if action.objectName() == "edit-paste":
                action.triggered.disconnect()
                action.triggered.connect(lambda _on=False: self.take_clipboard())
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())


class SheetField(PastingField):
    """A line of a sheet; `done` comes with Return and the arrows: 1, 2 on, -1 back.

    `words` say what is asked, `empty` what it is where nothing stands.
    """

    done = Signal(int)

    def __init__(self, name: str, words: str, empty: str, longest: int = 60) -> None:
        super().__init__()
        name_widget(self, name, words, "form")
        self.setToolTip(words)
        self.setPlaceholderText(empty)
        self.setMaxLength(longest)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return and down go on, up goes back."""
        key = Qt.Key(event.key())
        if key in ENDS:
            self.done.emit(2 if key == Qt.Key.Key_Down else 1)
        elif key == Qt.Key.Key_Up:
            self.done.emit(-1)
        else:
            super().keyPressEvent(event)
