"""A chart in the window; it is kept as pixels, and moving parts are painted over it."""

from collections.abc import Callable, Iterable
from itertools import pairwise
from math import hypot, inf
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QPointF, QSize, Qt, Signal
from PySide6.QtGui import (
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPainterStateGuard,
    QPaintEvent,
    QPen,
    QPixmap,
    QPolygonF,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from uscalc.ui.charts.chart_look import (
    ChartImage,
    ChartLook,
    paint_chart,
    paint_marks,
    paint_moving,
    paint_overlay,
    paint_text,
)
from uscalc.ui.charts.labels import PixelBox
from uscalc.ui.charts.layout import (
    ChartLayout,
    PlacedLabel,
    in_lines,
    lay_out,
    lay_over,
)
from uscalc.ui.charts.scene import (
    NOTHING,
    Chart,
    ChartArea,
    ChartBand,
    ChartBar,
    ChartDot,
    ChartLabel,
    Key,
    Mark,
    Overlay,
    Point,
)
from uscalc.ui.theme.menu_text import escape_hint
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import name_widget
from uscalc.ui.widgets.grabbing import IMAGE

NEAR: Final = 10.0
"""A click selects a mark within this many pixels."""
Found = Mark | ChartLabel


def find_nearest(
    layout: ChartLayout,
    marks: Iterable[Mark],
    labels: Iterable[PlacedLabel],
    place: Point,
    wanted: Callable[[Found], bool],
) -> Found | None:
    """Return the wanted label at a position or, without one, the wanted mark nearest to it.

    A shaded area counts only if nothing else is near.
    """
    x, y = place
    for placed in labels:
        box = placed.box
        inside = box.x <= x <= box.right and box.y <= y <= box.bottom
        if inside and wanted(placed.label):
            return placed.label
    best: tuple[float, Mark] | None = None
    ground: Mark | None = None
    for mark in marks:
        if not wanted(mark):
            continue
        away = _measure_distance(layout, mark, place)
        if isinstance(mark, ChartBand | ChartArea):
            ground = mark if away == 0.0 else ground
        elif away <= NEAR * layout.scale and (best is None or away <= best[0]):
            best = away, mark
    return ground if best is None else best[1]


def _measure_distance(layout: ChartLayout, mark: Mark, place: Point) -> float:
    x, y = place
    if isinstance(mark, ChartBar | ChartBand):
        box = layout.box_of(mark)
        return hypot(
            max(box.x - x, x - box.right, 0.0), max(box.y - y, y - box.bottom, 0.0)
        )
    points = layout.outline_of(mark)
    if isinstance(mark, ChartArea):
        polygon = QPolygonF([QPointF(*point) for point in points])
        inside = polygon.containsPoint(QPointF(x, y), Qt.FillRule.OddEvenFill)
        return 0.0 if inside else inf
    if isinstance(mark, ChartDot):
        away = hypot(points[0][0] - x, points[0][1] - y)
        return max(0.0, away - mark.size * layout.scale)
    return min((_to_piece(x, y, a, b) for a, b in pairwise(points)), default=inf)


def _to_piece(x: float, y: float, a: Point, b: Point) -> float:
    wide, high = b[0] - a[0], b[1] - a[1]
    length = wide * wide + high * high
    part = (
        min(1.0, max(0.0, ((x - a[0]) * wide + (y - a[1]) * high) / length))
        if length
        else 0.0
    )
    return hypot(a[0] + part * wide - x, a[1] + part * high - y)


EDGE = 4
"""The margin around the chart in pixels, which has room for the focus frame."""


class ChartView(QWidget):
    """Shows one chart; `chosen` is emitted with the key of a clicked mark or label.

    The chart's title is above it as a headline, unless the view shows it elsewhere.
    """

    chosen = Signal(object)
    accessible_role = IMAGE
    lines_below = 8
    """The chart has a headline only if there is room for this many lines of text below it."""

    def __init__(
        self,
        theme: Theme,
        name: str,
        parent: QWidget | None = None,
        headline: bool = True,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._has_headline = headline
        self.chart: Chart | None = None
        """The shown chart."""
        self.overlay = NOTHING
        """The shown overlay."""
        self._layout: ChartLayout | None = None
        self._placed: tuple[PlacedLabel | None, ...] = ()
        self._still: QPixmap | None = None
        self._settled: tuple[tuple[Mark, ...], QPixmap | None] = (), None
        self._look = ChartLook.from_theme(theme)
        name_widget(self, name, "Empty chart")
        self.setMinimumSize(20 * UNIT, 12 * UNIT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        # A click also focuses the view, so that a presentation shows this view.
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        theme.changed.connect(self._apply_theme)

    # Content

    def show_chart(self, chart: Chart | None) -> None:
        """Show a chart without an overlay."""
        if chart is not None and chart == self.chart:
            return
        self.chart, self.overlay = chart, NOTHING
        self.setAccessibleName(chart.title if chart else "Empty chart")
        self.setAccessibleDescription(chart.description if chart else "")
        self._forget_pixels()

    def show_overlay(self, overlay: Overlay) -> None:
        """Show an overlay over the chart."""
        if overlay.labels is not self.overlay.labels:
            self._placed = ()
        self.overlay = overlay
        self.update()

    def sizeHint(self) -> QSize:
        """Return the smallest size; a chart takes the room that its view has left."""
        return QSize(48 * UNIT, self.minimumHeight())

    def _apply_theme(self) -> None:
        self._look = ChartLook.from_theme(self._theme)
        self._forget_pixels()

    def _forget_pixels(self) -> None:
        self._layout = self._still = None
        self._placed = ()
        self.update()

    # Layout

    def get_layout(self) -> ChartLayout | None:
        """Return the chart's layout at the current size; None without a chart."""
        size = (
            self.width() - 2 * EDGE,
            self.height() - 2 * EDGE - self._measure_headline(),
        )
        if self.chart is None:
            return None
        if self._layout is None or (self._layout.width, self._layout.height) != size:
            self._layout = lay_out(
                self.chart, *size, self._look.measure_text, self._look.scale
            )
            self._still = None
            self._placed = ()
        return self._layout

    def get_placed_labels(self) -> tuple[PlacedLabel | None, ...]:
        """Return the places of the overlay's labels."""
        layout = self.get_layout()
        if layout is not None and self.overlay.labels and not self._placed:
            self._placed = lay_over(layout, self.overlay, self._look.measure_text)
        return self._placed

    def place_of(self, x: float, y: float) -> QPointF:
        """Return the pixel of a point that is given in the units of the data."""
        layout = self.get_layout()
        return (
            QPointF()
            if layout is None
            else QPointF(*layout.point_to_pixel((x, y))) + self.get_origin()
        )

    def get_headline_lines(self) -> tuple[str, ...]:
        """Return the lines of the headline; none if there is no room for it."""
        if self.chart is None or not self._has_headline:
            return ()
        lines = in_lines(
            self.chart.title, self.width() - 2 * EDGE, self._look.measure_text
        )
        high = self._look.measure_text("0", True)[1]
        return (
            lines
            if self.height() - 2 * EDGE >= (self.lines_below + len(lines)) * high
            else ()
        )

    def _measure_headline(self) -> float:
        """Return the height of the headline."""
        lines = self.get_headline_lines()
        high = self._look.measure_text("0", True)[1]
        return round(len(lines) * high + (UNIT if lines else 0))

    def get_origin(self) -> QPointF:
        """Return the upper left corner of the chart's drawing."""
        return QPointF(EDGE, EDGE + self._measure_headline())

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the kept pixels, and the moving parts over them."""
        layout = self.get_layout()
        if layout is None:
            return
        with QPainter(self) as painter:
            painter.drawPixmap(0, 0, self._with_settled(layout))
            with QPainterStateGuard(painter):
                painter.translate(self.get_origin())
                paint_moving(
                    painter, layout, self._look, self.overlay, self.get_placed_labels()
                )
            if self.hasFocus():
                # Without antialiasing, which would take longer than painting the chart.
                painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(self._look.color_of("accent"), 1.0))
                painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    def _draw_pixels(self, layout: ChartLayout) -> QPixmap:
        ratio = self.devicePixelRatioF()
        if self._still is None or self._still.devicePixelRatio() != ratio:
            still = QPixmap(self.size() * ratio)
            still.setDevicePixelRatio(ratio)
            still.fill(Qt.GlobalColor.transparent)
            with QPainter(still) as painter:
                high = self._look.measure_text("0", True)[1]
                for place, line in enumerate(self.get_headline_lines()):
                    box = PixelBox(EDGE, EDGE + place * high, 0.0, high)
                    paint_text(painter, self._look, box, line, "text", strong=True)
                painter.translate(self.get_origin())
                paint_chart(painter, layout, self._look)
            self._still, self._settled = still, ((), None)
        return self._still

    def _with_settled(self, layout: ChartLayout) -> QPixmap:
        """Return the pixels of the chart with its settled marks; only new marks are painted."""
        still, settled = self._draw_pixels(layout), self.overlay.settled
        if not settled:
            return still
        known, there = self._settled
        if there is None or settled[: len(known)] != known:
            known, there = (), still.copy()
        if len(settled) > len(known):
            with QPainter(there) as painter:
                painter.translate(self.get_origin())
                paint_marks(painter, layout, self._look, settled[len(known) :])
        self._settled = settled, there
        return there

    # Pictures

    def make_image(self, light: bool = False) -> ChartImage | None:
        """Return the chart as an image; `light` asks for light colors even in a dark window."""
        chart, layout = self.chart, self.get_layout()
        if chart is None or layout is None:
            return None
        overlay, placed = self.overlay, self.get_placed_labels()

        def draw(painter: QPainter, look: ChartLook) -> None:
            paint_chart(painter, layout, look)
            paint_overlay(painter, layout, look, overlay, placed)

        return ChartImage(
            chart.title,
            chart.source,
            chart.description,
            layout.width,
            layout.height,
            ChartLook.from_theme(self._theme, light),
            draw,
        )

    # The mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Emit the key of the clicked mark or label."""
        super().mousePressEvent(event)
        key = self.key_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and key is not None:
            self.chosen.emit(key)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show with the pointer where a click has an effect, if the mouse is tracked."""
        super().mouseMoveEvent(event)
        chooses = self.key_at(event.position()) is not None
        shapes = Qt.CursorShape.ArrowCursor, Qt.CursorShape.PointingHandCursor
        self.setCursor(shapes[chooses])

    def key_at(self, place: QPointF | QPoint) -> Key | None:
        """Return the key of the nearest mark or label that has one; None if none is near."""
        found = self._find_at(place, lambda mark: mark.key is not None)
        return None if found is None else found.key

    def hint_at(self, place: QPointF | QPoint) -> str:
        """Return the tooltip of the nearest mark."""
        found = self._find_at(place, lambda mark: bool(getattr(mark, "hint", "")))
        return "" if found is None else str(getattr(found, "hint", ""))

    def event(self, event: QEvent) -> bool:
        """Show the tooltip of the mark under the mouse."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            # An empty text hides the tooltip.
            hint = escape_hint(self.hint_at(event.pos()))
            QToolTip.showText(event.globalPos(), hint, self)
            return True
        return super().event(event)

    def _find_at(
        self, place: QPointF | QPoint, wanted: Callable[[Found], bool]
    ) -> Found | None:
        layout = self.get_layout()
        if layout is None:
            return None
        shown = [label for label in self.get_placed_labels() if label is not None]
        origin = self.get_origin()
        return find_nearest(
            layout,
            (*layout.chart.marks, *self.overlay.settled, *self.overlay.marks),
            (*shown, *layout.labels),
            (float(place.x()) - origin.x(), float(place.y()) - origin.y()),
            wanted,
        )
