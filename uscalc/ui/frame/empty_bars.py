"""The bars above and below the table while they are empty: as high as they will be."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtWidgets import QFrame, QMenuBar, QToolButton, QWidget

from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.building import add_parts, make_column, make_row, name_widget

Margins = tuple[int, int, int, int]
ABOVE: Final[Margins] = (UNIT, UNIT // 2 + 2, UNIT, UNIT // 2 + 2)
BELOW: Final[Margins] = (UNIT, UNIT // 4, UNIT, UNIT // 4)


def make_empty_bar(name: str, margins: Margins) -> QFrame:
    """Return a bar with nothing in it but a button that nobody sees."""
    bar = name_widget(QFrame(), name)
    row = make_row(bar, margins, spacing=None)
    button = name_widget(QToolButton(), f"{name}Blank", look="tool")
    button.setText(" ")
    button.setEnabled(False)
    row.addWidget(button)
    return bar


class Header(QWidget):
    """Stands above the crosstable: the menu bar, the event's bar, and the tools."""

    def __init__(self, titles: Sequence[str]) -> None:
        super().__init__()
        name_widget(self, "header", "Header")
        self._column = make_column(self, spacing=0)
        self.menu_bar = name_widget(QMenuBar(), "menuBar", "Menus")
        # Without a menu in it the bar would be lower than it is going to be.
        for title in titles:
            self.menu_bar.addAction(title)
        self._bar: QWidget = make_empty_bar("topBar", ABOVE)
        add_parts(self._column, self.menu_bar, self._bar)

    def put_bar(self, bar: QWidget) -> None:
        """Put the event's bar in the place of the empty one."""
        self._column.removeWidget(self._bar)
        self._bar.deleteLater()
        self._bar = bar
        self._column.addWidget(bar)

    def put_tools(self, tools: QWidget) -> None:
        """Add a row of tools."""
        self._column.addWidget(tools)
