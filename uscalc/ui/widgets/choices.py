"""Small parts of the solver: words that wrap, and buttons of which one holds."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QSizePolicy, QToolButton


def wrapped_label(name: str, role: str) -> QLabel:
    """A label whose words take as many lines as they need."""
    label = QLabel()
    label.setObjectName(name)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    if role:
        label.setProperty("role", role)
    label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
    label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.MinimumExpanding)
    return label


def choice_button(name: str, text: str, hint: str) -> QToolButton:
    """A button that stays pressed while its choice holds."""
    button = QToolButton()
    button.setObjectName(name)
    button.setText(text)
    button.setAccessibleName(hint)
    button.setToolTip(hint)
    button.setCheckable(True)
    button.setProperty("choice", True)
    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    return button
