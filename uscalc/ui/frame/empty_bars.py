"""The bars above and below the table while they are empty: as high as they will be."""

from typing import Final

from PySide6.QtWidgets import QFrame, QToolButton

from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.building import make_row, name_widget

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
