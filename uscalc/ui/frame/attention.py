"""The part of the window that a person turned to last."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QWidget

from uscalc.ui.frame.panel import ViewPanel


class AttentionTracker(QObject):
    """The table, or the panel that was last given the keyboard, clicked or turned.

    The keyboard alone does not say it: a click on a tab leaves it in the table. `gone`
    returns whether the window was closed finally.
    """

    def __init__(
        self,
        window: QWidget,
        table: QWidget,
        panels: tuple[ViewPanel, ...],
        gone: Callable[[], bool],
    ) -> None:
        super().__init__(window)
        self._table = table
        self._panels = panels
        self._gone = gone
        self._panel: ViewPanel | None = None
        for panel in panels:
            panel.used.connect(partial(self._turn_to, panel))
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._handle_focus_change)

    @property
    def panel(self) -> ViewPanel | None:
        """The panel, while it can be seen; None: the table."""
        panel = self._panel
        return panel if panel is not None and panel.isVisible() else None

    def _turn_to(self, panel: ViewPanel | None) -> None:
        self._panel = panel

    def _handle_focus_change(self, old: QWidget | None, now: QWidget | None) -> None:
        if self._gone() or now is None:
            return
        if old is not None and not (old.isVisible() and old.isEnabled()):
            # A control went away, and Qt looked for another: nobody turned anywhere.
            return
        for panel in self._panels:
            if panel is now or panel.isAncestorOf(now):
                self._turn_to(panel)
        if self._table.isAncestorOf(now):
            self._turn_to(None)
