"""Labels whose size is right inside what scrolls, and beside a field."""

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.labels import text_label


def running_text(name: str, role: str) -> QLabel:
    """A label that wraps; its height follows from the width it gets, and no other."""
    label = text_label(name, role)
    label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    return label


class FieldLabel(QLabel):
    """The words beside a field, one letter of which is its key.

    Letters beside the underlined one stand wider apart than Qt reckons; without room
    for that the last one is cut.
    """

    def __init__(self, words: str, field: QWidget) -> None:
        super().__init__(words)
        self.setObjectName(f"{field.objectName()}Label")
        self.setProperty("role", "label")
        self.setBuddy(field)

    def sizeHint(self) -> QSize:
        """A little wider than Qt says."""
        size = super().sizeHint()
        return QSize(size.width() + UNIT // 2, size.height())

    def minimumSizeHint(self) -> QSize:
        """The same: nothing may be cut."""
        return self.sizeHint()
