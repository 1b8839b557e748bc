"""The bars above and below the table while they are empty: as high as they will be."""

from typing import Final

from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton

from uscalc.ui.theme.theme import UNIT

Margins = tuple[int, int, int, int]
ABOVE: Final[Margins] = (UNIT, UNIT // 2 + 2, UNIT, UNIT // 2 + 2)
BELOW: Final[Margins] = (UNIT, UNIT // 4, UNIT, UNIT // 4)


def empty_bar(name: str, margins: Margins) -> QFrame:
    """Return a bar with nothing in it but a button that nobody sees."""
    bar = QFrame()
    bar.setObjectName(name)
    row = QHBoxLayout(bar)
    row.setContentsMargins(*margins)
    button = QToolButton()
    button.setObjectName(f"{name}Blank")
    button.setProperty("tool", True)
    button.setText(" ")
    button.setEnabled(False)
    row.addWidget(button)
    return bar
