"""A row of controls that wraps in a narrow view, and parts that can be folded."""

from typing import Final

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLayout, QLayoutItem, QSizePolicy, QToolButton, QWidget

from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.building import add_parts, make_column, name_widget

GAP: Final = UNIT // 2


class FlowLayout(QLayout):
    """Items from left to right, on as many lines as they need; each keeps its own size."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem) -> None:
        """Put an item at the end."""
        self._items.append(item)

    def count(self) -> int:
        """Return how many items there are."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """Return the item at an index; None beyond the last."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Remove and return the item at an index; None beyond the last."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """Return no direction, because the layout takes no more room than it needs."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """Return True, because a narrower layout is higher."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of all lines at a width."""
        return self._place_items(QRect(0, 0, width, 0), False)

    def setGeometry(self, rect: QRect) -> None:
        """Place the items."""
        super().setGeometry(rect)
        self._place_items(rect, True)

    def sizeHint(self) -> QSize:
        """Return the size of all items in one line."""
        sizes = [item.sizeHint() for item in self._list_visible_items()]
        wide = sum(size.width() + GAP for size in sizes) - GAP
        return QSize(max(wide, 0), max((s.height() for s in sizes), default=0))

    def minimumSize(self) -> QSize:
        """Return the width of the widest item, and the height of the highest."""
        sizes = [item.minimumSize() for item in self._list_visible_items()]
        return QSize(
            max((size.width() for size in sizes), default=0),
            max((size.height() for size in sizes), default=0),
        )

    def _list_visible_items(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _place_items(self, rect: QRect, move: bool) -> int:
        """Return the height of all lines; if `move` is True, also place the items."""
        lines: list[list[QLayoutItem]] = [[]]
        x = 0
        for item in self._list_visible_items():
            wide = item.sizeHint().width()
            if lines[-1] and x + wide > rect.width():
                lines.append([])
                x = 0
            lines[-1].append(item)
            x += wide + GAP
        y = rect.y()
        for line in lines:
            high = max((item.sizeHint().height() for item in line), default=0)
            x = rect.x()
            for item in line:
                size = item.sizeHint()
                wide = min(size.width(), rect.width())
                if move:
                    top = y + (high - size.height()) // 2
                    item.setGeometry(QRect(QPoint(x, top), QSize(wide, size.height())))
                x += wide + GAP
            y += high + GAP
        return max(y - GAP - rect.y(), 0)


class FoldButton(QToolButton):
    """The button of a fold; its title and note are shortened if there is no room."""

    def __init__(self) -> None:
        super().__init__()
        self._words = ""
        # A long note must not make the window wider than the screen.
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def set_words(self, words: str) -> None:
        """Show a text, shortened if there is no room."""
        self._words = words
        self._shorten_text()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shorten the text to the new width."""
        super().resizeEvent(event)
        self._shorten_text()

    def changeEvent(self, event: QEvent) -> None:
        """Shorten the text in the new type size."""
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
    """A title that shows and hides the part below it.

    `note` follows the title and describes the part, even while it is hidden.
    """

    def __init__(self, name: str, title: str, content: QWidget) -> None:
        super().__init__()
        self._title = title
        self._content = content
        name_widget(self, f"{name}Fold")
        self.button = name_widget(FoldButton(), f"{name}FoldButton", look="fold")
        self.button.setCheckable(True)
        self.button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.button.setArrowType(Qt.ArrowType.RightArrow)
        self.button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.button.toggled.connect(self._show_content)
        add_parts(make_column(self, spacing=UNIT // 2), self.button, content)
        content.setVisible(False)
        self.set_note("")

    def set_note(self, note: str) -> None:
        """Set the description of the part."""
        text = f"{self._title}: {note}" if note else self._title
        self.button.set_words(text)
        self.button.setAccessibleName(text)
        self.button.setToolTip(f"Show or hide: {text}")

    def _show_content(self, opened: bool) -> None:
        self._content.setVisible(opened)
        arrow = Qt.ArrowType.DownArrow if opened else Qt.ArrowType.RightArrow
        self.button.setArrowType(arrow)
