"""A part of a form that folds away under its title."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.building import add_parts, make_column, name_widget


class FoldButton(QToolButton):
    """The title and its note, shortened where there is no room for all of it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = ""
        # A long note must not make the window wider than the screen.
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def set_words(self, words: str) -> None:
        """Show these words, as many as there is room for."""
        self._words = words
        self._shorten_text()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shorten the text to the new width."""
        super().resizeEvent(event)
        self._shorten_text()

    def changeEvent(self, event: QEvent) -> None:
        """Shorten the text in the new type."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._shorten_text()

    def _shorten_text(self) -> None:
        metrics = self.fontMetrics()
        self.setText(self._words.replace("&", "&&"))
        beside = self.sizeHint().width() - metrics.horizontalAdvance(self._words)
        room = self.width() - beside
        shown = metrics.elidedText(self._words, Qt.TextElideMode.ElideRight, room)
        self.setText(shown.replace("&", "&&"))


class FoldingPart(QWidget):
    """A title that opens and closes what is below it.

    `note` says behind the title what is inside, so that a closed fold hides nothing.
    """

    def __init__(
        self, name: str, title: str, content: QWidget, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._title = title
        self._content = content
        name_widget(self, f"{name}Fold")
        column = make_column(self, spacing=UNIT // 2)
        self.button = name_widget(FoldButton(), f"{name}FoldButton", look="fold")
        self.button.setCheckable(True)
        self.button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.button.setArrowType(Qt.ArrowType.RightArrow)
        self.button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.button.toggled.connect(self._show_content)
        add_parts(column, self.button, content)
        content.setVisible(False)
        self.set_note("")

    def set_note(self, note: str) -> None:
        """Say what is inside."""
        text = f"{self._title}: {note}" if note else self._title
        self.button.set_words(text)
        self.button.setAccessibleName(text)
        self.button.setToolTip(f"Show or hide: {text}")

    def _show_content(self, opened: bool) -> None:
        self._content.setVisible(opened)
        arrow = Qt.ArrowType.DownArrow if opened else Qt.ArrowType.RightArrow
        self.button.setArrowType(arrow)
