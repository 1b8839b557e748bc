"""The words of the glossary in a derivation: hovered or focused, they tell their meaning."""

from PySide6.QtCore import QObject, QPoint, QRect, QUrl
from PySide6.QtGui import (
    QColor,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QTextBrowser

from uscalc.report.data_pages import read_glossary
from uscalc.ui.charts.note import WordNote, in_parent
from uscalc.ui.explain.style import TERM, iterate_blocks, iterate_fragments
from uscalc.ui.theme.theme import Colors


class TermNotes(QObject):
    """Shows the note of the word under the mouse, or the one that Tab has come to."""

    def __init__(self, text: QTextBrowser) -> None:
        super().__init__(text)
        self._text = text
        self._colors: Colors | None = None
        self._note: WordNote | None = None
        self._by_keys = False

        text.highlighted.connect(self._show_hovered)
        text.verticalScrollBar().valueChanged.connect(self.close_note)

    def underline_terms(self, colors: Colors) -> None:
        """Underline the words of a page that was just written."""
        self.close_note()
        self._colors = colors
        form = QTextCharFormat()
        form.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DotLine)
        form.setUnderlineColor(QColor(colors.soft))
        cursor = QTextCursor(self._text.document())
        cursor.beginEditBlock()
        for start, length in self._find_terms():
            cursor.setPosition(start)
            cursor.setPosition(start + length, QTextCursor.MoveMode.KeepAnchor)
            cursor.mergeCharFormat(form)
        cursor.endEditBlock()

    def _find_terms(self) -> list[tuple[int, int]]:
        """Return the positions and lengths of the words in the document."""
        return [
            (fragment.position(), fragment.length())
            for block in iterate_blocks(self._text.document())
            for fragment in iterate_fragments(block)
            if fragment.charFormat().anchorHref().startswith(TERM)
        ]

    def close_note(self) -> None:
        """Close the note, if one is shown."""
        if self._note is not None and self._note.isVisible():
            self._note.hide()

    def _forget_note(self) -> None:
        """Remove the word's note from the accessible text after the note was closed."""
        if self._by_keys:
            self._by_keys = False
            self._text.setAccessibleDescription("")

    def focus_term(self) -> None:
        """Tell the word that the keyboard has come to; closes the note elsewhere."""
        cursor = self._text.textCursor()
        link = cursor.charFormat().anchorHref() if cursor.hasSelection() else ""
        self.close_note()
        if link.startswith(TERM):
            self.show_note(link, cursor.selectionStart())
            entry = read_glossary()[link.removeprefix(TERM)]
            self._by_keys = True
            self._text.setAccessibleDescription(f"{entry.word}: {entry.meaning}")

    def show_note(self, link: str, position: int) -> None:
        """Show the note of a word at a place of the document."""
        entry = read_glossary().get(link.removeprefix(TERM))
        if entry is None or self._colors is None:
            return
        window = self._text.window()
        if self._note is None or self._note.parentWidget() is not window:
            if self._note is not None:
                self._note.deleteLater()
            self._note = WordNote(window)
            self._note.gone.connect(self._forget_note)
        cursor = QTextCursor(self._text.document())
        cursor.setPosition(position + 1)
        row = self._text.cursorRect(cursor)
        viewport = self._text.viewport()
        lines = [
            in_parent(viewport, rect, window)
            for rect in (self._line_bounds(cursor), row)
        ]
        cursor.setPosition(position)
        left = viewport.mapTo(window, self._text.cursorRect(cursor).topLeft()).x()
        font = self._text.document().defaultFont()
        self._note.show_entry(entry, lines, left, font, self._colors)

    def _line_bounds(self, cursor: QTextCursor) -> QRect:
        """Return what a line of the derivation takes of the viewport: sentence and formula."""
        table = cursor.currentTable()
        if table is None:
            return self._block_bounds(cursor.block())
        cell = table.cellAt(cursor)
        first = self._block_bounds(cell.firstCursorPosition().block())
        return first.united(self._block_bounds(cell.lastCursorPosition().block()))

    def _block_bounds(self, block: QTextBlock) -> QRect:
        bounds = self._text.document().documentLayout().blockBoundingRect(block)
        scrolled = QPoint(
            self._text.horizontalScrollBar().value(),
            self._text.verticalScrollBar().value(),
        )
        return bounds.toAlignedRect().translated(-scrolled)

    def _show_hovered(self, url: QUrl) -> None:
        link = url.toString()
        if not link.startswith(TERM):
            if not self._by_keys:
                self.close_note()
            return
        viewport = self._text.viewport()
        at = self._text.cursorForPosition(
            viewport.mapFromGlobal(viewport.cursor().pos())
        )
        self.close_note()
        self.show_note(link, self._start_of(at, link))

    def _start_of(self, cursor: QTextCursor, link: str) -> int:
        """Return where the word begins that a place lies in, or next to."""
        near = [
            start
            for start, length in self._find_terms()
            if start <= cursor.position() <= start + length
            and self._link_at(start) == link
        ]
        return near[0] if near else cursor.position()

    def _link_at(self, position: int) -> str:
        cursor = QTextCursor(self._text.document())
        cursor.setPosition(position + 1)
        return cursor.charFormat().anchorHref()

    def mouse_gone(self) -> None:
        """Close the note of the word that the mouse was on."""
        if not self._by_keys:
            self.close_note()
