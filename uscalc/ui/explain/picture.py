"""A derivation as an image: the page at a fixed width."""

from math import floor

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QFont,
    QPainter,
    QPainterPath,
    QPalette,
    QTextBlock,
    QTextCharFormat,
    QTextDocument,
    QTextTable,
    QTextTableCell,
)

from uscalc.explain.model import Derivation
from uscalc.ui.charts.chart_look import ChartImage, ChartLook
from uscalc.ui.explain.page import derivation_page
from uscalc.ui.explain.style import (
    PageObjects,
    PageStyle,
)
from uscalc.ui.explain.text import OBJECT
from uscalc.ui.widgets.text_pieces import iterate_blocks, iterate_fragments

NO_BRUSH = Qt.BrushStyle.NoBrush
WIDTH = 640.0
"""The width of the page at 100 percent, in pixels."""


def derivation_picture(
    derivation: Derivation, source: str, look: ChartLook
) -> ChartImage:
    """Return the whole derivation as an image, with every move of the search."""
    drawing = PageDrawing(derivation, look)
    return ChartImage(
        derivation.heading,
        source,
        derivation.answer,
        drawing.width,
        drawing.height,
        look,
        drawing.draw_page,
    )


class PageDrawing:
    """A page that is laid out for an image."""

    def __init__(self, derivation: Derivation, look: ChartLook) -> None:
        self.width = WIDTH * look.scale
        font = QFont(look.font)
        self._document = QTextDocument(documentMargin=0, defaultFont=font)
        self._objects = PageObjects(self._document)
        page = derivation_page(
            derivation,
            PageStyle(look.colors, font, look.scale),
            {chapter.key for chapter in derivation.chapters},
            folds=False,
        )
        self._objects.set_drawings(page.drawn, look.colors)
        self._document.setHtml(page.html)
        self._document.setTextWidth(self.width)
        self.height = self._document.size().height()

    def draw_page(self, painter: QPainter, look: ChartLook) -> None:
        """Paint the page at the origin."""
        self._objects.outlined = look.outlined
        if look.outlined:
            # Paint the tables' backgrounds and lines, then the text as shapes.
            for frame in self._document.rootFrame().childFrames():
                if isinstance(frame, QTextTable):
                    self._draw_table(painter, frame, look)
            for block in iterate_blocks(self._document):
                self._draw_block(painter, block, look)
            return
        context = QAbstractTextDocumentLayout.PaintContext()
        palette = QPalette()
        palette.setColor(QPalette.ColorRole.Text, look.color_of("text"))
        context.palette = palette
        self._document.documentLayout().draw(painter, context)

    def _draw_table(
        self, painter: QPainter, table: QTextTable, look: ChartLook
    ) -> None:
        bounds = snap_to_pixels(painter, self._bounds_of_table(table))
        ground = table.format().background()
        if ground.style() != NO_BRUSH:
            painter.fillRect(bounds, ground)
        for row in range(table.rows()):
            low = bounds.top()
            for column in range(table.columns()):
                cell = table.cellAt(row, column)
                low = max(low, self._bounds_of_block(cell, last=True).bottom())
                if cell.format().background().style() != NO_BRUSH:
                    edge = self._bounds_of_block(table.cellAt(row, 1)).left()
                    left = edge if column else bounds.left()
                    right = bounds.right() if column else edge
                    inside = QRectF(left, bounds.top(), right - left, bounds.height())
                    painter.fillRect(inside, cell.format().background())
            form = table.cellAt(row, 0).format().toTableCellFormat()
            if form.bottomBorder():
                rule = QRectF(bounds.left(), low, bounds.width(), form.bottomBorder())
                painter.fillRect(rule, look.color_of("line"))

    def _bounds_of_table(self, table: QTextTable) -> QRectF:
        """Return the rectangle of a table, from its first row down, over the whole width."""
        height = self._document.documentLayout().frameBoundingRect(table).height()
        height -= table.format().topMargin() + table.format().bottomMargin()
        # A cell that is lower than its row is vertically centered.
        first = [table.cellAt(0, column) for column in range(table.columns())]
        top = min(self._bounds_of_block(cell).top() for cell in first)
        return QRectF(0.0, top, self.width, height)

    def _bounds_of_block(self, cell: QTextTableCell, last: bool = False) -> QRectF:
        """Return the rectangle of a cell's first or last block, with the padding around it."""
        cursor = cell.lastCursorPosition() if last else cell.firstCursorPosition()
        block = self._document.documentLayout().blockBoundingRect(cursor.block())
        form = cell.format().toTableCellFormat()
        return block.adjusted(
            -form.leftPadding(),
            -form.topPadding(),
            form.rightPadding(),
            form.bottomPadding(),
        )

    def _draw_block(
        self, painter: QPainter, block: QTextBlock, look: ChartLook
    ) -> None:
        origin = self._document.documentLayout().blockBoundingRect(block).topLeft()
        lines = block.layout()
        for fragment in iterate_fragments(block):
            form = fragment.charFormat()
            start = fragment.position() - block.position()
            brush = form.foreground()
            color = (
                look.color_of("text") if brush.style() == NO_BRUSH else brush.color()
            )
            if OBJECT in fragment.text():
                self._draw_object(painter, block, start, origin)
                continue
            for run in lines.glyphRuns(start, fragment.length()):
                font = run.rawFont()
                for glyph, place in zip(
                    run.glyphIndexes(), run.positions(), strict=True
                ):
                    outline: QPainterPath = font.pathForGlyph(glyph)
                    painter.fillPath(outline.translated(origin + place), QColor(color))

    def _draw_object(
        self, painter: QPainter, block: QTextBlock, start: int, origin: QPointF
    ) -> None:
        line = block.layout().lineForTextPosition(start)
        # Qt returns a tuple: the x, and the position in the text that it belongs to.
        left = float(line.cursorToX(start)[0])  # type: ignore[index]
        form = next(
            f.charFormat()
            for f in iterate_fragments(block)
            if f.position() - block.position() == start
        )
        found = self._objects.drawing_of(form)
        if found is None:
            return
        size = found.size
        top = (
            line.y() + (line.height() - size.height()) / 2
            if form.verticalAlignment() == QTextCharFormat.VerticalAlignment.AlignMiddle
            else line.y() + line.ascent() - size.height()
        )
        rect = QRectF(
            origin.x() + left,
            origin.y() + top,
            size.width(),
            size.height(),
        )
        self._objects.drawObject(painter, rect, self._document, start, form)


def snap_to_pixels(painter: QPainter, rect: QRectF) -> QRectF:
    """Return the rectangle with its upper and lower edges on whole pixels, as Qt draws them."""
    shift = painter.worldTransform().dy()
    top, bottom = floor(rect.top() + shift), floor(rect.bottom() + shift)
    return QRectF(rect.left(), top - shift, rect.width(), bottom - top)
