"""Text that wraps inside what scrolls: as high as its width makes it, and no higher."""

from PySide6.QtWidgets import QLabel, QSizePolicy

from uscalc.ui.wrapped import text_label


def running_text(name: str, role: str) -> QLabel:
    """A label that wraps; its height follows from the width it gets, and no other."""
    label = text_label(name, role)
    label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    return label
