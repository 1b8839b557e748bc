"""A line to type in that gives a text of several lines to whoever can take it."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
)
from PySide6.QtWidgets import QLineEdit


class PastingLine(QLineEdit):
    """`pasted` gives a text of several lines; a line alone goes in as anywhere else."""

    pasted = Signal(str)

    def take_clipboard(self) -> None:
        """Pastes what is on the clipboard."""
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
