"""The part of the window that a person turned to last."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QWidget

from uscalc.ui.frame.panel import Panel

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import Frame


class Attention(QObject):
    """The table, or the panel that was last given the keyboard, clicked or turned.

    The keyboard alone does not say it: a click on a tab leaves it in the table.
    """

    def __init__(self, window: "Frame") -> None:
        super().__init__(window)
        self._window = window
        self._panel: Panel | None = None
        for panel in (window.right, window.below):
            panel.used.connect(partial(self._turn_to, panel))
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._keyboard_went)

    @property
    def panel(self) -> Panel | None:
        """The panel, while it can be seen; None: the table."""
        panel = self._panel
        return panel if panel is not None and panel.isVisible() else None

    def _turn_to(self, panel: Panel | None) -> None:
        self._panel = panel

    def _keyboard_went(self, old: QWidget | None, now: QWidget | None) -> None:
        window = self._window
        if window.gone or now is None:
            return
        if old is not None and not (old.isVisible() and old.isEnabled()):
            # A control went away, and Qt looked for another: nobody turned anywhere.
            return
        for panel in (window.right, window.below):
            if panel is now or panel.isAncestorOf(now):
                self._turn_to(panel)
        if window.crosstable.isAncestorOf(now):
            self._turn_to(None)
