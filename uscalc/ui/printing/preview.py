"""Preview pages as they will be printed, one below the other."""

from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from uscalc.ui.printing.page import PrintedPage, paint_page
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import name_widget

GAP: Final = 2 * UNIT
PAPER: Final = "#ffffff"


class PagePreview(QAbstractScrollArea):
    """Show pages in the width of the view; only visible ones are painted."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._empty = ""
        self.pages: tuple[PrintedPage, ...] = ()
        name_widget(self, "printPreview", "Preview")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.viewport().setAutoFillBackground(False)

    def show_pages(self, pages: tuple[PrintedPage, ...], empty: str = "") -> None:
        """Show other pages; `empty` is the text shown if there are none."""
        self.pages, self._empty = pages, empty
        about = "; ".join(page.about for page in pages) or empty
        self.setAccessibleDescription(about)
        self._update_scroll_range()
        self.viewport().update()

    @property
    def scale(self) -> float:
        """Pixels per tenth of a point."""
        widest = max((page.size[0] for page in self.pages), default=6120.0)
        return max(self.viewport().width() - 2 * GAP, UNIT) / widest

    def get_page_rect(self, number: int) -> QRectF:
        """Return the rectangle of a page, counted from 0, before scrolling."""
        scale, top = self.scale, float(GAP)
        for page in self.pages[:number]:
            top += page.size[1] * scale + GAP
        width, height = self.pages[number].size
        return QRectF(GAP, top, width * scale, height * scale)

    def _update_scroll_range(self) -> None:
        """Set the range of the scroll bar, and keep the position in the pages."""
        bar = self.verticalScrollBar()
        before = bar.value() / bar.maximum() if bar.maximum() else 0.0
        height = 0.0
        if self.pages:
            height = self.get_page_rect(len(self.pages) - 1).bottom() + GAP
        bar.setRange(0, max(round(height) - self.viewport().height(), 0))
        bar.setPageStep(self.viewport().height())
        bar.setSingleStep(5 * UNIT)
        bar.setValue(round(before * bar.maximum()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the pages to the new width."""
        super().resizeEvent(event)
        self._update_scroll_range()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Repaint after scrolling."""
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the visible pages, which look like paper in every theme."""
        port = self.viewport()
        painter = QPainter(port)
        colors = self._theme.colors
        painter.fillRect(port.rect(), QColor(colors.background))
        if not self.pages:
            painter.setPen(QColor(colors.soft))
            area = port.rect().adjusted(4 * UNIT, 4 * UNIT, -4 * UNIT, -4 * UNIT)
            flags = Qt.AlignmentFlag.AlignHCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(area, flags, self._empty)
            painter.end()
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
        scrolled = self.verticalScrollBar().value()
        for number, page in enumerate(self.pages):
            place = self.get_page_rect(number).translated(0, -scrolled)
            if place.bottom() < 0 or place.top() > port.height():
                continue
            painter.fillRect(place, QColor(PAPER))
            painter.save()
            painter.setClipRect(place)
            painter.translate(place.topLeft())
            painter.scale(self.scale, self.scale)
            paint_page(painter, page)
            painter.restore()
            painter.setPen(QPen(QColor(colors.line), 1))
            painter.drawRect(place)
        painter.end()
