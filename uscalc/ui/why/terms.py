"""The words of the glossary in a derivation: hovered or focused, they tell their meaning."""

from PySide6.QtCore import QObject, QPoint, QRect, QUrl
from PySide6.QtGui import (
    QColor,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QTextBrowser

from uscalc.report.help.glossary import glossary
from uscalc.ui.glossary.note import WordNote, in_parent
from uscalc.ui.theme.colours import Colours
from uscalc.ui.why.fragments import fragments
from uscalc.ui.why.style import TERM


class Terms(QObject):
    """Shows the note of the word under the mouse, or the one that Tab has come to."""

    def __init__(self, text: QTextBrowser) -> None:
        super().__init__(text)
        self._text = text
        self._colours: Colours | None = None
        self._note: WordNote | None = None
        self._by_keys = False
        self._mouse = QPoint()
        text.highlighted.connect(self._hovered)
        text.verticalScrollBar().valueChanged.connect(self.close)

    def mark(self, colours: Colours) -> None:
        """Underline the words of a page that was just written."""
        self.close()
        self._colours = colours
        form = QTextCharFormat()
        form.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DotLine)
        form.setUnderlineColor(QColor(colours.soft))
        cursor = QTextCursor(self._text.document())
        cursor.beginEditBlock()
        for start, length in self._places():
            cursor.setPosition(start)
            cursor.setPosition(start + length, QTextCursor.MoveMode.KeepAnchor)
            cursor.mergeCharFormat(form)
        cursor.endEditBlock()

    def _places(self) -> list[tuple[int, int]]:
        """Return where the words stand in the document, and how long they are."""
        found = []
        block = self._text.document().begin()
        while block.isValid():
            found += [
                (fragment.position(), fragment.length())
                for fragment in fragments(block)
                if fragment.charFormat().anchorHref().startswith(TERM)
            ]
            block = block.next()
        return found

    def close(self) -> None:
        """Close the note, if one is shown."""
        if self._note is not None and self._note.isVisible():
            self._note.hide()

    def _gone(self) -> None:
        """The note was closed: a screen reader is told nothing more of the word."""
        if self._by_keys:
            self._by_keys = False
            self._text.setAccessibleDescription("")

    def focus(self) -> None:
        """Tell the word that the keyboard has come to; closes the note elsewhere."""
        cursor = self._text.textCursor()
        link = cursor.charFormat().anchorHref() if cursor.hasSelection() else ""
        self.close()
        if link.startswith(TERM):
            self.tell(link, cursor.selectionStart())
            entry = glossary()[link.removeprefix(TERM)]
            self._by_keys = True
            self._text.setAccessibleDescription(f"{entry.word}: {entry.meaning}")

    def tell(self, link: str, position: int) -> None:
        """Show the note of a word at a place of the document."""
        entry = glossary().get(link.removeprefix(TERM))
        if entry is None or self._colours is None:
            return
        window = self._text.window()
        if self._note is None or self._note.parentWidget() is not window:
            if self._note is not None:
                self._note.deleteLater()
            self._note = WordNote(window)
            self._note.gone.connect(self._gone)
        cursor = QTextCursor(self._text.document())
        cursor.setPosition(position + 1)
        row = self._text.cursorRect(cursor)
        viewport = self._text.viewport()
        lines = [
            in_parent(viewport, rect, window) for rect in (self._line(cursor), row)
        ]
        cursor.setPosition(position)
        left = viewport.mapTo(window, self._text.cursorRect(cursor).topLeft()).x()
        font = self._text.document().defaultFont()
        self._note.tell(entry, lines, left, font, self._colours)

    def _line(self, cursor: QTextCursor) -> QRect:
        """Return what a line of the derivation takes of the viewport: sentence and formula."""
        table = cursor.currentTable()
        if table is None:
            return self._block(cursor.block())
        cell = table.cellAt(cursor)
        first = self._block(cell.firstCursorPosition().block())
        return first.united(self._block(cell.lastCursorPosition().block()))

    def _block(self, block: QTextBlock) -> QRect:
        bounds = self._text.document().documentLayout().blockBoundingRect(block)
        scrolled = QPoint(
            self._text.horizontalScrollBar().value(),
            self._text.verticalScrollBar().value(),
        )
        return bounds.toAlignedRect().translated(-scrolled)

    def _hovered(self, url: QUrl) -> None:
        link = url.toString()
        if not link.startswith(TERM):
            if not self._by_keys:
                self.close()
            return
        viewport = self._text.viewport()
        at = self._text.cursorForPosition(
            viewport.mapFromGlobal(viewport.cursor().pos())
        )
        self.close()
        self.tell(link, self._start_of(at, link))

    def _start_of(self, cursor: QTextCursor, link: str) -> int:
        """Return where the word begins that a place lies in, or next to."""
        near = [
            start
            for start, length in self._places()
            if start <= cursor.position() <= start + length
            and self._href(start) == link
        ]
        return near[0] if near else cursor.position()

    def _href(self, position: int) -> str:
        cursor = QTextCursor(self._text.document())
        cursor.setPosition(position + 1)
        return cursor.charFormat().anchorHref()

    def mouse_at(self, place: QPoint) -> None:
        """Remember where the mouse is in the viewport, until it comes to a word."""
        self._mouse = place

    def mouse_gone(self) -> None:
        """Close the note of the word that the mouse was on."""
        if not self._by_keys:
            self.close()
