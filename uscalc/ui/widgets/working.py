"""How far long work of a view is, and Cancel; what is done soon shows nothing."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.building import make_progress_bar, make_row, name_widget
from uscalc.ui.widgets.buttons import plain_button

LONG: Final = 500
"""Milliseconds until it is shown."""


class Working(QWidget):
    """A bar and a button, for the end of a view's head line."""

    def __init__(
        self, name: str, counted: str, stop: str, cancel: Callable[[], object]
    ) -> None:
        """`counted` says what the bar counts, `stop` what the button does."""
        super().__init__()
        name_widget(self, f"{name}Working")
        self.bar = make_progress_bar(f"{name}Progress", counted)
        self.bar.setFixedSize(12 * UNIT, UNIT // 2)
        self.cancel = plain_button(f"{name}Cancel", "Cancel", stop, cancel)
        row = make_row(self)
        row.addWidget(self.bar)
        row.addWidget(self.cancel)
        self._long = QTimer(self)
        self._long.setSingleShot(True)
        self._long.setInterval(LONG)
        self._long.timeout.connect(self.show)
        self.hide()

    def begin(self) -> None:
        """The work has begun, or goes on."""
        if not self._long.isActive() and self.isHidden():
            self.advance(0, 1)
            self._long.start()

    def advance(self, done: int, of: int) -> None:
        """So much of so much is done."""
        self.bar.setRange(0, of)
        self.bar.setValue(done)

    def end(self) -> None:
        """The work is over, however it ended."""
        self._long.stop()
        self.hide()
