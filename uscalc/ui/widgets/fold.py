"""A part of a form that folds away under its title."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSizePolicy, QToolButton, QVBoxLayout, QWidget

from uscalc.ui.theme.theme import UNIT


class Fold(QWidget):
    """A title that opens and closes what is below it.

    `note` says behind the title what is inside, so that a closed fold hides nothing.
    """

    def __init__(
        self, name: str, title: str, content: QWidget, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._title = title
        self._content = content
        self.setObjectName(f"{name}Fold")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(UNIT // 2)
        self.button = QToolButton()
        self.button.setObjectName(f"{name}FoldButton")
        self.button.setProperty("fold", True)
        self.button.setCheckable(True)
        self.button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.button.setArrowType(Qt.ArrowType.RightArrow)
        self.button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.button.setSizePolicy(
            QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed
        )
        self.button.toggled.connect(self._toggled)
        column.addWidget(self.button)
        column.addWidget(content)
        content.setVisible(False)
        self.set_note("")

    def set_note(self, note: str) -> None:
        """Says what is inside."""
        text = f"{self._title}: {note}" if note else self._title
        self.button.setText(text.replace("&", "&&"))
        self.button.setAccessibleName(text)
        self.button.setToolTip(f"Show or hide: {self._title}")

    def _toggled(self, opened: bool) -> None:
        self._content.setVisible(opened)
        arrow = Qt.ArrowType.DownArrow if opened else Qt.ArrowType.RightArrow
        self.button.setArrowType(arrow)
