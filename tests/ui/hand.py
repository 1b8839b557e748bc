"""A person's hand: it uses the mouse or the keys on what is in sight, and counts the actions."""

from typing import Literal

from PySide6.QtCore import QPoint
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QComboBox,
    QTabBar,
    QWidget,
)

from tests.ui.driving import find_part
from tests.ui.keys import LEFT, Key
from uscalc.ui.window.main_window import MainWindow
from uscalc.ui.window.views import SPACES

Way = Literal["mouse", "keys"]
STEPS = 10


class Hand:
    """Acts with the mouse or with the keys, never with both; a typed text is one action.

    It clicks only where a widget can be seen, and presses keys only where the focus is.
    Nothing else may change the window during a task.
    """

    def __init__(self, window: MainWindow, way: Way) -> None:
        self.window, self.way = window, way
        self.actions = 0

    # Keys

    def press(self, keys: str) -> None:
        """Press keys together, for example "Ctrl+B"."""
        assert self.way == "keys", keys
        self._count()
        combination = QKeySequence(keys)[0]
        QTest.keyClick(
            self._focus(), combination.key(), combination.keyboardModifiers()
        )
        QApplication.processEvents()

    def type(self, text: str) -> None:
        """Type a text where the focus is; a line end is Enter."""
        self._count()
        for letter in text:
            if letter == "\n":
                QTest.keyClick(self._focus(), Key.Key_Return)
            else:
                QTest.keyClicks(self._focus(), letter)
            QApplication.processEvents()

    # Mouse

    def click(self, part: QWidget | str, place: QPoint | None = None) -> None:
        """Click a part, which may be given by its object name, in its middle or at a place."""
        widget = (
            find_part(self.window, QWidget, part) if isinstance(part, str) else part
        )
        spot = widget.rect().center() if place is None else place
        self._count_mouse(widget, spot)
        top, at = widget.window(), widget.mapTo(widget.window(), spot)
        # The focused widget loses the focus on the press, and may react before the release.
        QTest.mousePress(top.windowHandle(), LEFT, pos=at)
        QApplication.processEvents()
        QTest.mouseRelease(top.windowHandle(), LEFT, pos=at)
        QApplication.processEvents()

    def click_tab(self, tabs: QTabBar, name: str) -> None:
        """Click the tab of a view by the view's name, or of a page by its title."""
        (tab,) = (
            i
            for i in range(tabs.count())
            if name in (tabs.tabData(i), tabs.tabText(i).replace("&", ""))
        )
        self.click(tabs, tabs.tabRect(tab).center())

    def click_view(self, name: str) -> None:
        """Click the tab of a view in its panel, or in the strip of a folded panel."""
        panel = self.window.panel_of(name)
        if self.window.places.folded and panel is self.window.right:
            self.click(f"{name}Folded")
        else:
            self.click_tab(panel.tabs, name)

    def click_cell(self, view: QAbstractItemView, row: int, column: int) -> None:
        """Click a cell of a table, or a line of a list."""
        rect = view.visualRect(view.model().index(row, column))
        self.click(view.viewport(), rect.center())

    def choose(self, box: QComboBox, text: str) -> None:
        """Open a list of choices, and click one: two actions."""
        self.click(box)
        self.click_cell(box.view(), box.findText(text), box.modelColumn())

    def drag(self, widget: QWidget, start: QPoint, end: QPoint) -> None:
        """Press the mouse on a part, move it in steps as a hand does, and release it."""
        self._count_mouse(widget, start)
        handle, shift = (
            widget.window().windowHandle(),
            widget.mapTo(widget.window(), QPoint(0, 0)),
        )
        QTest.mousePress(handle, LEFT, pos=start + shift)
        for step in range(1, STEPS + 1):
            QTest.mouseMove(handle, start + (end - start) * step / STEPS + shift)
            QApplication.processEvents()
        QTest.mouseRelease(handle, LEFT, pos=end + shift)
        QApplication.processEvents()

    # Either

    def use(self, keys: str, part: QWidget | str) -> None:
        """Press keys or click a part, depending on the way."""
        if self.way == "keys":
            self.press(keys)
        else:
            self.click(part)

    def use_view(self, keys: str, name: str) -> None:
        """Press the keys of a view, or click its tab."""
        if self.way == "keys":
            self.press(keys)
        else:
            self.click_view(name)

    def enter_space(self, place: int) -> None:
        """Go to a space, counted from 1."""
        self.use(f"Ctrl+{place}", f"space-{SPACES[place - 1].name}")

    def _count(self) -> None:
        self.actions += 1

    def _count_mouse(self, widget: QWidget, spot: QPoint) -> None:
        assert self.way == "mouse", widget.objectName()
        assert widget.visibleRegion().contains(spot), widget.objectName()
        self._count()

    def _focus(self) -> QWidget:
        """Return the widget that gets the keys: an open menu, or the focused widget."""
        focus = QApplication.activePopupWidget() or QApplication.focusWidget()
        assert focus is not None
        return focus
