"""Labels: text that wraps, lines that never do, lines that end in dots."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget


def text_label(
    name: str, role: str, form: Qt.TextFormat = Qt.TextFormat.PlainText
) -> QLabel:
    """A label that wraps, and never widens what it stands in."""
    label = QLabel()
    label.setObjectName(name)
    label.setTextFormat(form)
    label.setWordWrap(True)
    label.setMinimumWidth(1)
    label.setProperty("role", role)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
    return label


class ElidingLabel(QLabel):
    """A line that ends in dots where there is no room, and never widens the window."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMinimumWidth(1)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The text as far as it goes."""
        painter = QPainter(self)
        rect = self.contentsRect()
        shown = self.fontMetrics().elidedText(
            self.text(), Qt.TextElideMode.ElideRight, rect.width()
        )
        painter.setPen(self.palette().windowText().color())
        painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter, shown)


def plain_line(name: str, role: str) -> QLabel:
    """A line of plain text that never wraps."""
    label = QLabel()
    label.setObjectName(name)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setProperty("role", role)
    return label
