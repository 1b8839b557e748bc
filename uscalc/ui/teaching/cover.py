"""A cover over a widget that would give an answer away."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QRect, Qt, SignalInstance
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from uscalc.ui.theme.theme import Theme


class Cover(QWidget):
    """Covers a widget or a part of it, follows its size, and lets nothing through.

    `part` tells which part; `moved` that it is another one.
    """

    def __init__(
        self,
        theme: Theme,
        over: QWidget,
        part: Callable[[], QRect] | None = None,
        moved: SignalInstance | None = None,
    ) -> None:
        super().__init__(over)
        self._theme = theme
        self._over = over
        self._part = part or over.rect
        self._moved = moved
        if moved is not None:
            moved.connect(self._lie)
        self.setObjectName("cover")
        self.setAccessibleName("The answer is hidden until it is asked for")
        over.installEventFilter(self)
        self._lie()
        self.show()

    def _lie(self) -> None:
        self.setGeometry(self._part())
        self.raise_()

    def lift(self) -> None:
        """Takes the cover away."""
        self._over.removeEventFilter(self)
        if self._moved is not None:
            self._moved.disconnect(self._lie)
        self.hide()
        self.deleteLater()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stays as large as what it covers, and on top of it."""
        if watched is self._over and event.type() in (
            QEvent.Type.Resize,
            QEvent.Type.ChildAdded,
        ):
            self._lie()
        return False

    def paintEvent(self, _event: QPaintEvent) -> None:
        """A calm background and a question mark."""
        colours = self._theme.colours
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(colours.raised))
        painter.setFont(self._theme.font(3.0))
        painter.setPen(QColor(colours.pale))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, "?")
        painter.end()
