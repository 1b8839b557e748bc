"""Placeholders for the bars above and below the table, as high as the bars will be."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QFrame, QMenuBar, QToolButton, QWidget

from uscalc.ui.scheduling import EventWatch
from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.building import add_parts, make_column, make_row, name_widget

Margins = tuple[int, int, int, int]
ABOVE: Final[Margins] = (UNIT, UNIT // 2 + 2, UNIT, UNIT // 2 + 2)
BELOW: Final[Margins] = (UNIT, UNIT // 4, UNIT, UNIT // 4)


def make_empty_bar(name: str, margins: Margins) -> QFrame:
    """Return an empty bar, as high as a bar with an invisible button."""
    bar = name_widget(QFrame(), name)
    button = name_widget(QToolButton(), f"{name}Blank", look="tool")
    button.setText(" ")
    button.setEnabled(False)
    add_parts(make_row(bar, margins, spacing=None), button)
    return bar


LINES_WITH_TOOLS: Final = 40
"""The least height of a window with a row of tools, in lines of text."""


class Header(QWidget):
    """The part above the crosstable: the menu bar, the event's bar, and the tools of a space."""

    def __init__(self, titles: Sequence[str]) -> None:
        super().__init__()
        name_widget(self, "header", "Header")
        self._column = make_column(self, spacing=0)
        self.menu_bar = name_widget(QMenuBar(), "menuBar", "Menus")
        # The placeholder menu gives the bar the height that it will have.
        for title in titles:
            self.menu_bar.addAction(title)
        self._bar: QWidget = make_empty_bar("topBar", ABOVE)
        add_parts(self._column, self.menu_bar, self._bar)
        self._tools: dict[str, QWidget] = {}
        self._space = ""
        EventWatch(self, self.fit_tools, QEvent.Type.FontChange)

    def put_bar(self, bar: QWidget) -> None:
        """Replace the placeholder by the event's bar."""
        self._column.removeWidget(self._bar)
        self._bar.deleteLater()
        self._bar = bar
        self._column.addWidget(bar)

    def add_tools(self, space: str, tools: QWidget) -> None:
        """Add the row of tools of a space."""
        self._tools[space] = tools
        self._column.addWidget(tools)
        self.fit_tools()

    def show_tools(self, space: str) -> None:
        """Show the tools of a space."""
        self._space = space
        self.fit_tools()

    def fit_tools(self) -> None:
        """Show the tools of the space if the window is high enough for them."""
        high = self.window().height() >= LINES_WITH_TOOLS * self.fontMetrics().height()
        for space, tools in self._tools.items():
            tools.setVisible(high and space == self._space)
