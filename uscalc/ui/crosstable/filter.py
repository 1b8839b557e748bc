"""A quiet field over the crosstable that shows only players of a name."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QToolButton, QWidget

from uscalc.ui.widgets.building import name_widget


class FilterField(QLineEdit):
    """`left` asks to go back to the table; Escape clears and hides the field."""

    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        name_widget(self, "filterField", "Show only players whose name has")
        self.setPlaceholderText("Name, number or member id")
        self.setClearButtonEnabled(True)
        for button in self.findChildren(QToolButton):
            name_widget(button, "filterClear", "Clear the filter")
        self.hide()

    def open_field(self) -> None:
        """Show the field and takes the keyboard."""
        self.show()
        self.setFocus()
        self.selectAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape shows everybody again; Return and Down go into the table."""
        if event.key() == Qt.Key.Key_Escape:
            self.clear()
            self.hide()
            self.left.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Down):
            self.left.emit()
        else:
            super().keyPressEvent(event)
