"""The text of a derivation in the window: words, drawings, hovers, and copying."""

from PySide6.QtCore import QEvent, QMimeData, QPoint, Qt, QUrl, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QHelpEvent,
    QHideEvent,
    QResizeEvent,
    QTextBlock,
    QTextCursor,
)
from PySide6.QtWidgets import QFrame, QTextBrowser, QTextEdit, QToolTip, QWidget

from uscalc.ui.explain.drawings import FormulaPiece, PageObjects
from uscalc.ui.explain.page import ExplanationPage
from uscalc.ui.explain.style import FOLD, HINT, iterate_blocks, iterate_fragments
from uscalc.ui.explain.terms import TermNotes
from uscalc.ui.theme.hints import escape_hint
from uscalc.ui.theme.theme import UNIT, Colors
from uscalc.ui.widgets.building import name_widget

OBJECT = "\N{OBJECT REPLACEMENT CHARACTER}"
BREAK = "\N{ZERO WIDTH SPACE}"


class ExplanationText(QTextBrowser):
    """Shows a page; `folded` asks for the walk of a chapter to be shown or hidden."""

    folded = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        name_widget(self, "derivationText", "Why this rating")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setOpenLinks(False)
        self.setAcceptDrops(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # A bar that comes and goes has every page laid out twice.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.document().setDocumentMargin(2 * UNIT)
        self._objects = PageObjects(self.document())
        self._hints: list[str] = []
        self._terms = TermNotes(self)
        self.anchorClicked.connect(self._handle_click)

    def show_page(self, page: ExplanationPage, colors: Colors) -> None:
        """Show another page, from its top."""
        self._hints = page.hints
        self._objects.set_drawings(page.drawn, colors)
        self.setExtraSelections([])
        self.setHtml(page.html)
        self._terms.underline_terms(colors)

    # Getting to a line

    def show_anchor(self, key: str, colors: Colors) -> bool:
        """Return scrolls to a line and marks it; false where the page has none such."""
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
        for block in iterate_blocks(self.document()):
            for fragment in iterate_fragments(block):
                if key in fragment.charFormat().anchorNames():
                    return block
        return None

    # Hovering

    def viewportEvent(self, event: QEvent) -> bool:
        """Return tells of an opponent's rating which step it is from."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            hint = self.hint_at(event.pos())
            if hint:
                QToolTip.showText(event.globalPos(), escape_hint(hint), self.viewport())
            else:
                QToolTip.hideText()
            return True
        if event.type() == QEvent.Type.Leave:
            self._terms.mouse_gone()
        return super().viewportEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Leave the focused word when the keyboard leaves the page."""
        self._terms.close_note()
        super().focusOutEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        """Nothing stays of a page that is not seen."""
        self._terms.close_note()
        super().hideEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Its lines move away from what lies beside them."""
        self._terms.close_note()
        super().resizeEvent(event)

    def hint_at(self, place: QPoint) -> str:
        """Return what a hover over a place of the viewport tells; mostly nothing."""
        return self._hint_of_link(self.anchorAt(place))

    def _hint_of_link(self, link: str) -> str:
        number = link.removeprefix(HINT)
        if not link.startswith(HINT) or not number.isdigit():
            return ""
        return self._hints[int(number)] if int(number) < len(self._hints) else ""

    def focusNextPrevChild(self, next: bool) -> bool:
        """Return goes to the next link, and tells the word that it is."""
        moved = super().focusNextPrevChild(next)
        self._terms.focus_term()
        return moved

    def _handle_click(self, url: QUrl) -> None:
        link = url.toString()
        if link.startswith(FOLD):
            self.folded.emit(link.removeprefix(FOLD))
            return
        hint = self._hint_of_link(link)
        if hint:
            where = self.viewport().mapToGlobal(self.cursorRect().bottomRight())
            QToolTip.showText(where, escape_hint(hint), self.viewport())

    # Copying

    def createMimeDataFromSelection(self) -> QMimeData:
        """Return the selection as text, its formulas written in one line."""
        cursor = self.textCursor()
        data = QMimeData()
        data.setText(self.text_between(cursor.selectionStart(), cursor.selectionEnd()))
        return data

    def toPlainText(self) -> str:
        """Return the whole page in words."""
        return self.text_between(0, self.document().characterCount())

    def text_between(self, start: int, end: int) -> str:
        """Return a part of the page as text, by its places in the document."""
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
