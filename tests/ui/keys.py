"""Short names of the keys and buttons that tests press."""

from typing import Final

from PySide6.QtCore import Qt

Key = Qt.Key
LEFT: Final = Qt.MouseButton.LeftButton
PLAIN: Final = Qt.KeyboardModifier.NoModifier
CONTROL: Final = Qt.KeyboardModifier.ControlModifier
SHIFT: Final = Qt.KeyboardModifier.ShiftModifier
ALT: Final = Qt.KeyboardModifier.AltModifier
