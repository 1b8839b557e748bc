"""Text that wraps: sentences and headings of panels and dialogs."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QSizePolicy


def text_label(
    name: str, role: str, form: Qt.TextFormat = Qt.TextFormat.PlainText
) -> QLabel:
    """A label that wraps, and never widens what it stands in."""
    label = QLabel()
    label.setObjectName(name)
    label.setTextFormat(form)
    label.setWordWrap(True)
    label.setMinimumWidth(1)
    label.setProperty("role", role)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
    return label
