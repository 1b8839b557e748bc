"""A line to type in beside a sheet's games: what is asked, and where Return goes."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent

from uscalc.ui.my_rating.pasting import PastingLine
from uscalc.ui.my_rating.result import ENDS


class SheetField(PastingLine):
    """A line of a sheet; `done` comes with Return and the arrows: 1, 2 on, -1 back.

    `words` say what is asked, `empty` what it is where nothing stands.
    """

    done = Signal(int)

    def __init__(self, name: str, words: str, empty: str, longest: int = 60) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setAccessibleName(words)
        self.setToolTip(words)
        self.setPlaceholderText(empty)
        self.setProperty("form", True)
        self.setMaxLength(longest)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return and down go on, up goes back."""
        key = Qt.Key(event.key())
        if key in ENDS:
            self.done.emit(2 if key == Qt.Key.Key_Down else 1)
        elif key == Qt.Key.Key_Up:
            self.done.emit(-1)
        else:
            super().keyPressEvent(event)
