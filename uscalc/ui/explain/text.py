"""The text of a derivation in the window: notes on its terms, tooltips, and copying."""

from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, QRect, Qt, QUrl, Signal
from PySide6.QtGui import (
    QColor,
    QHelpEvent,
    QTextBlock,
    QTextCursor,
)
from PySide6.QtWidgets import QFrame, QTextBrowser, QTextEdit, QToolTip

from uscalc.report.data_pages import read_glossary
from uscalc.ui.charts.word_note import WordNote, in_parent
from uscalc.ui.explain.page import ExplanationPage
from uscalc.ui.explain.style import (
    FOLD,
    HINT,
    PLAYER,
    SHOW,
    TERM,
    FormulaPiece,
    PageObjects,
)
from uscalc.ui.frame.number_drag import (
    HOW_DRAG,
    HOW_TO_TRY,
    TRY,
)
from uscalc.ui.theme.menu_text import escape_hint
from uscalc.ui.theme.theme import UNIT, Colors
from uscalc.ui.widgets.building import name_widget
from uscalc.ui.widgets.text_pieces import (
    find_links,
    iterate_blocks,
    iterate_fragments,
)


class TermNotes(QObject):
    """Shows a note with the meaning of the term under the mouse, or of the focused term."""

    def __init__(self, text: QTextBrowser) -> None:
        super().__init__(text)
        self._text = text
        self._colors: Colors | None = None
        self._note: WordNote | None = None
        self._by_keys = False

        text.highlighted.connect(self._show_hovered)
        text.verticalScrollBar().valueChanged.connect(self.close_note)

    def follow_page(self, colors: Colors) -> None:
        """Close the note of the page before, and take the colors of a new page."""
        self.close_note()
        self._colors = colors

    def close_note(self) -> None:
        """Close the note, if one is shown."""
        if self._note is not None and self._note.isVisible():
            self._note.hide()

    def _forget_note(self) -> None:
        """After the note was closed, remove its text from the accessible description."""
        if self._by_keys:
            self._by_keys = False
            self._text.setAccessibleDescription("")

    def focus_term(self) -> None:
        """Show the meaning of the focused term; if no term has the focus, close the note."""
        cursor = self._text.textCursor()
        link = cursor.charFormat().anchorHref() if cursor.hasSelection() else ""
        self.close_note()
        if link.startswith(TERM):
            self.show_note(link, cursor.selectionStart())
            entry = read_glossary()[link.removeprefix(TERM)]
            self._by_keys = True
            self._text.setAccessibleDescription(f"{entry.word}: {entry.meaning}")
        elif link.startswith(tuple(HOW)):
            self._by_keys = True
            self._text.setAccessibleDescription(HOW[f"{link.partition(':')[0]}:"])

    def show_note(self, link: str, position: int) -> None:
        """Show the note for the term at a position in the document."""
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
        self._note.show_entry(
            entry, lines, left, self._text.document().defaultFont(), self._colors
        )

    def _line_bounds(self, cursor: QTextCursor) -> QRect:
        """Return the rectangle of a line of the derivation in the viewport, with its formula."""
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
        """Return the position where the link at or beside the cursor begins."""
        near = [
            start
            for found, start, length in find_links(self._text.document())
            if found == link and start <= cursor.position() <= start + length
        ]
        return near[0] if near else cursor.position()

    def mouse_gone(self) -> None:
        """Close the note that was opened with the mouse."""
        if not self._by_keys:
            self.close_note()


HOW = {
    TRY: HOW_TO_TRY,
    SHOW: "Show this line in Rating explorer",
    PLAYER: "Select this player",
}
OBJECT = "\N{OBJECT REPLACEMENT CHARACTER}"
BREAK = "\N{ZERO WIDTH SPACE}"


class ExplanationText(QTextBrowser):
    """The text of a page.

    `shown` is emitted with the key of a line to show in the explorer, and `chosen` with
    the number of a player to select.
    """

    folded = Signal(str)
    shown = Signal(str)
    chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__(openLinks=False)
        name_widget(self, "derivationText", "Why this rating")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAcceptDrops(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # With a scroll bar that appears as needed, each page would be laid out twice.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.document().setDocumentMargin(2 * UNIT)
        self._objects = PageObjects(self.document())
        self._hints: list[str] = []
        self._terms = TermNotes(self)
        self.anchorClicked.connect(lambda url: self.follow_link(url.toString()))

    def show_page(self, page: ExplanationPage, colors: Colors) -> None:
        """Show another page."""
        self._hints = page.hints
        self._objects.set_drawings(page.drawn, colors)
        self.setExtraSelections([])
        self._terms.follow_page(colors)
        self.setHtml(page.html)

    # Going to a line

    def show_anchor(self, key: str, colors: Colors) -> bool:
        """Scroll to a line and mark it; return False if the page has none."""
        block = self._block_of(key)
        if block is None:
            return False
        self.scrollToAnchor(key)
        mark = QTextEdit.ExtraSelection()
        cursor = QTextCursor(block)
        table = cursor.currentTable()
        if table is None:
            cursor.movePosition(
                QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor
            )
        else:
            last = table.cellAt(cursor).lastCursorPosition()
            cursor.setPosition(last.position(), QTextCursor.MoveMode.KeepAnchor)
        mark.cursor = cursor
        mark.format.setBackground(QColor(colors.selected))
        self.setExtraSelections([mark])
        return True

    def _block_of(self, key: str) -> QTextBlock | None:
        return next(
            (
                block
                for block in iterate_blocks(self.document())
                for fragment in iterate_fragments(block)
                if key in fragment.charFormat().anchorNames()
            ),
            None,
        )

    # Tooltips

    def viewportEvent(self, event: QEvent) -> bool:
        """Show the tooltip of a link; close a note when the mouse leaves or the size changes."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            # An empty text hides the tooltip.
            hint = escape_hint(self.hint_at(event.pos()))
            QToolTip.showText(event.globalPos(), hint, self.viewport())
            return True
        if event.type() == QEvent.Type.Leave:
            self._terms.mouse_gone()
        elif event.type() == QEvent.Type.Resize:
            # The lines move, so the note would be in the wrong place.
            self._terms.close_note()
        return super().viewportEvent(event)

    def event(self, event: QEvent) -> bool:
        """Close the note when the page loses the focus or is hidden."""
        if event.type() in (QEvent.Type.FocusOut, QEvent.Type.Hide):
            self._terms.close_note()
        return super().event(event)

    def hint_at(self, place: QPoint) -> str:
        """Return the tooltip at a position in the viewport; empty if there is none."""
        return self._hint_of_link(self.anchorAt(place))

    def _hint_of_link(self, link: str) -> str:
        if link.startswith((SHOW, PLAYER)):
            return HOW[f"{link.partition(':')[0]}:"]
        how = HOW_DRAG if link.startswith(TRY) else ""
        number = link.rpartition("/")[2].removeprefix(HINT)
        if not link.startswith((HINT, TRY)) or not number.isdigit():
            return how
        hint = self._hints[int(number)] if int(number) < len(self._hints) else ""
        return f"{hint} {how}".strip()

    def focusNextPrevChild(self, next: bool) -> bool:
        """Move the focus to the next link; if it is a term, show its meaning."""
        moved = super().focusNextPrevChild(next)
        self._terms.focus_term()
        return moved

    def follow_link(self, link: str) -> None:
        """Do what a click on a link does, for example show its tooltip at the text cursor."""
        if link.startswith(FOLD):
            self.folded.emit(link.removeprefix(FOLD))
        elif link.startswith(SHOW):
            self.shown.emit(link.removeprefix(SHOW))
        elif link.startswith(PLAYER):
            self.chosen.emit(int(link.removeprefix(PLAYER)))
        elif hint := self._hint_of_link(link):
            where = self.viewport().mapToGlobal(self.cursorRect().bottomRight())
            QToolTip.showText(where, escape_hint(hint), self.viewport())

    # Copying

    def createMimeDataFromSelection(self) -> QMimeData:
        """Return the selection as plain text; formulas are in one line."""
        cursor = self.textCursor()
        data = QMimeData()
        data.setText(self.text_between(cursor.selectionStart(), cursor.selectionEnd()))
        return data

    def toPlainText(self) -> str:
        """Return the whole page as plain text."""
        return self.text_between(0, self.document().characterCount())

    def text_between(self, start: int, end: int) -> str:
        """Return the text between two positions in the document, with formulas in words."""
        lines = []
        block = self.document().findBlock(start)
        last: int | None = None
        while block.isValid() and block.position() < max(end, start + 1):
            parts = []
            for fragment in iterate_fragments(block):
                text = fragment.text()
                first = max(start - fragment.position(), 0)
                text = text[first : max(end - fragment.position(), 0)]
                if OBJECT not in text:
                    parts.append(text)
                    continue
                drawn = self._objects.drawing_of(fragment.charFormat())
                if isinstance(drawn, FormulaPiece) and drawn.group != last:
                    last = drawn.group
                    parts.append(drawn.whole)
            lines.append("".join(parts).replace(BREAK, ""))
            block = block.next()
        return "\n".join(line.strip() for line in lines if line.strip())
