"""The network on the screen: it says what is under the mouse, and takes the keyboard."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QHelpEvent, QMouseEvent

from uscalc.ui.charts.view import ChartView
from uscalc.ui.theme.theme import Theme


class NetworkView(ChartView):
    """The chart of the network; `pointed` tells what is under the mouse."""

    pointed = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "networkChart", headline=False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Say what is under the mouse."""
        super().mouseMoveEvent(event)
        self.pointed.emit(self.hint_at(event.position()))

    def event(self, event: QEvent) -> bool:
        """Return the line above says what a hint would."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            return True
        return super().event(event)
