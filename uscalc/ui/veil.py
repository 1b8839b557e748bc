"""A veil over a widget that would give an answer away."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from uscalc.ui.theme import Theme


class Veil(QWidget):
    """Covers a widget, follows its size, and lets nothing through."""

    def __init__(self, theme: Theme, over: QWidget) -> None:
        super().__init__(over)
        self._theme = theme
        self._over = over
        self.setObjectName("veil")
        self.setAccessibleName("The answer is hidden until it is asked for")
        over.installEventFilter(self)
        self.setGeometry(over.rect())
        self.raise_()
        self.show()

    def lift(self) -> None:
        """Takes the veil away."""
        self._over.removeEventFilter(self)
        self.hide()
        self.deleteLater()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stays as large as what it covers, and on top of it."""
        if watched is self._over and event.type() in (
            QEvent.Type.Resize,
            QEvent.Type.ChildAdded,
        ):
            self.setGeometry(self._over.rect())
            self.raise_()
        return False

    def paintEvent(self, _event: QPaintEvent) -> None:
        """A calm ground and a question mark."""
        colours = self._theme.colours
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(colours.raised))
        painter.setFont(self._theme.font(3.0))
        painter.setPen(QColor(colours.disabled))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, "?")
        painter.end()
