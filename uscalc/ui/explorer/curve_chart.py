"""The scene as the curve f, whose pieces can be selected, and the animation from bars to curve."""

from collections.abc import Callable
from typing import Final, NamedTuple

from msgspec.structs import replace
from PySide6.QtCore import (
    QAbstractAnimation,
    QEasingCurve,
    QEvent,
    QPointF,
    QRect,
    Qt,
    QVariantAnimation,
    Signal,
)
from PySide6.QtGui import (
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QWidget

from uscalc.explain.picture import SpecialPicture
from uscalc.explain.scene.scene import Scene
from uscalc.explain.scene.words import (
    add_scene_notes,
    describe_part,
    describe_spot,
    find_spot,
    list_spot_rows,
    stack_bars,
)
from uscalc.ui.charts.chart_look import ChartImage, ChartLook
from uscalc.ui.charts.layout import ChartLayout
from uscalc.ui.charts.scene import (
    ChartDot,
    ChartRule,
    Mark,
    Overlay,
)
from uscalc.ui.charts.view import ChartView
from uscalc.ui.explorer.canvas import ExplorerCanvas
from uscalc.ui.explorer.grip import KNOT_NEAR
from uscalc.ui.explorer.scene import (
    HOVERED,
    LIT,
    SolvedStep,
    make_bands,
    make_headline,
    solver_chart,
)
from uscalc.ui.session.shared_scene import SharedScene
from uscalc.ui.theme.theme import Theme, is_motion_reduced
from uscalc.ui.widgets.building import name_widget
from uscalc.ui.widgets.grabbing import GRAB, announce, read_step

NEAR: Final = 7.0
"""Within this many pixels, the mouse takes hold of R's line or selects a knot."""
HOW: Final = (
    "Left/Right: moves of the search. P: play. Enter or Space: grab the curve, then "
    "Left/Right for its pieces and knots. R: grab R, then arrow keys. Escape: cancel."
)
ALONG: Final = {
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Down: -1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Up: 1,
}


class CurveChart(ChartView):
    """Shows f(R) of the shared scene, with its search and R.

    `played` is emitted when the user starts or stops the search.
    """

    played = Signal()
    lines_below = 13
    """The labels of the knots and the axis may need seven lines."""

    def __init__(
        self,
        shared: SharedScene,
        theme: Theme,
        name: str,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme, name, parent)
        self._shared = shared
        self.solved: SolvedStep | None = None
        """The shown solution; None if nothing is shown."""
        self._source = ""
        self._dragged: str = ""
        self._hovered: int | None = None
        """The piece or knot under the mouse."""
        self._taken: tuple[str, Scene] | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setToolTip(HOW)

    # Display

    def show_solution(self, scene: Scene | None, source: str) -> None:
        """Show the curve and the search of a scene; if it has none, show nothing."""
        if scene is None or not isinstance(scene.picture, SpecialPicture):
            self.solved = None
            self.show_chart(None)
            return
        shown = self.solved
        if shown is None or source != self._source or not shown.is_of(scene):
            self.solved, self._source = SolvedStep(scene, scene.picture), source
            self._draw_solution(self.solved)
        # If the user has moved R, show R; otherwise show the search up to M.
        solved = self.solved
        assert solved is not None
        marks: list[Mark] = []
        for spot in dict.fromkeys((scene.spot, self._hovered)):
            rows = list_spot_rows(solved.picture, spot)
            if rows:
                lit = LIT if spot == scene.spot else HOVERED
                marks += make_bands(solved.picture, scene.bounds, rows, lit)
        if scene.marks_r:
            f = solved.picture.curve.compute_f(scene.at)
            marks += [
                ChartRule(x=scene.at, role="accent", width=1.6, dashed=False),
                ChartDot(scene.at, f, "accent", 5.0, hint="R"),
            ]
            self.show_overlay(Overlay(tuple(marks)))
            return
        search = solved.draw_search(scene.reached)
        self.show_overlay(replace(search, marks=(*marks, *search.marks)))

    def _draw_solution(self, solved: SolvedStep) -> None:
        scene = solved.scene
        self.show_chart(
            solver_chart(
                self._make_title(scene, shows_r=False),
                self._source,
                solved.picture.step,
                solved.picture.curve,
                solved.stops,
                solved.ghosts,
                solved.people,
                scene.bounds,
                solved.walk.raw if solved.walk.tie_break else None,
                solved.bands,
            )
        )

    def _make_title(self, scene: Scene, shows_r: bool) -> str:
        assert self.solved is not None
        name = self.solved.people.get_spoken_name(scene.subject.place)
        return add_scene_notes(scene, make_headline(self.solved, name), shows_r)

    def make_image(self, light: bool = False) -> ChartImage | None:
        """Return the chart as an image for a file; its title names R and the tried values."""
        image, scene = super().make_image(light), self._shared.value
        return (
            replace(image, title=self._make_title(scene, scene.marks_r))
            if image is not None and scene is not None
            else image
        )

    # The mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of R at its line or axis, or else select the piece or knot under the mouse."""
        super().mousePressEvent(event)
        scene, layout = self._shared.value, self.get_layout()
        is_left = event.button() == Qt.MouseButton.LeftButton
        if not is_left or layout is None or scene is None or self.solved is None:
            return
        place = event.position() - self.get_origin()
        event.accept()
        knot = self._knot_at(place)
        self._dragged = self._part_at(scene, layout, place)
        if knot is None:
            self._drag_to(place.x())
        else:
            # A click on a knot's label selects the knot and doesn't move R; a second click
            # clears the selection.
            self._shared.put(scene.select_spot(None if knot == scene.spot else knot))

    def _part_at(self, scene: Scene, layout: ChartLayout, place: QPointF) -> str:
        """Return what a drag from a position moves: "R", or the selection along the "curve"."""
        on_line = abs(layout.x_to_pixel(scene.at) - place.x()) <= NEAR * layout.scale
        on_axis = place.y() > layout.plot.bottom
        return "R" if on_axis or (on_line and scene.marks_r) else "curve"

    def _knot_at(self, place: QPointF) -> int | None:
        """Return the knot whose label is at a position, as a spot of the curve."""
        layout = self.get_layout()
        if layout is None or self.solved is None:
            return None
        x, y = place.x(), place.y()
        return next(
            (
                find_spot(self.solved.picture, item.label.x, 0.0)
                for item in layout.labels
                if item.label.place == "bottom"
                and item.box.x <= x <= item.box.right
                and item.box.y <= y <= item.box.bottom
            ),
            None,
        )

    def _hover(self, place: QPointF) -> None:
        """Show with the pointer what a click would do, and highlight the piece it would select."""
        scene, layout = self._shared.value, self.get_layout()
        if scene is None or layout is None or self.solved is None:
            return
        knot, shape = self._knot_at(place), Qt.CursorShape.PointingHandCursor
        if knot is None and self._part_at(scene, layout, place) == "R":
            shape = Qt.CursorShape.SizeHorCursor
        elif knot is None:
            r, reach = layout.value_at(place.x()), NEAR * layout.scale
            near = layout.value_at(place.x() + reach) - r
            knot = find_spot(self.solved.picture, r, near)
        self.setCursor(shape)
        if knot != self._hovered:
            self._hovered = knot
            self.show_solution(scene, self._source)

    def leaveEvent(self, event: QEvent) -> None:
        """Stop highlighting a piece of the curve when the mouse leaves."""
        super().leaveEvent(event)
        if self._hovered is not None:
            self._hovered = None
            self.show_solution(self._shared.value, self._source)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move R, or move the selection along the curve."""
        super().mouseMoveEvent(event)
        place = event.position() - self.get_origin()
        if self._dragged:
            event.accept()
            self._drag_to(place.x())
        else:
            self._hover(place)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Drop R, on a knot if one is near; a selected piece stays highlighted."""
        super().mouseReleaseEvent(event)
        scene, layout = self._shared.value, self.get_layout()
        dragged, self._dragged = self._dragged, ""
        if scene is None or layout is None or dragged != "R":
            return
        # After a click on a knot's label, R has not moved.
        if scene.spot is None:
            rest = layout.value_at(KNOT_NEAR * layout.scale) - layout.value_at(0.0)
            self._shared.put(scene.rest_on_knot(rest))

    def _drag_to(self, x: float) -> None:
        scene, layout = self._shared.value, self.get_layout()
        if scene is None or layout is None or self.solved is None:
            return
        r = layout.value_at(x)
        near = layout.value_at(x + NEAR * layout.scale) - r
        self._shared.put(
            scene.drag_marker(r, near)
            if self._dragged == "R"
            else scene.select_spot(find_spot(self.solved.picture, r, near))
        )

    # Keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move what a key has grabbed; if nothing is grabbed, move the search."""
        if not self._handle_key(event):
            super().keyPressEvent(event)

    def _handle_key(self, event: QKeyEvent) -> bool:
        scene, key = self._shared.value, Qt.Key(event.key())
        if scene is None or self.solved is None:
            return False
        if self._taken is not None:
            return self._move_taken(scene, event)
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        if key in GRAB:
            m = self.solved.stops[int(scene.reached)].m
            spot = find_spot(self.solved.picture, m, 0.0)
            self._take("curve", scene, scene.select_spot(spot))
        elif key == Qt.Key.Key_R:
            self._take("R", scene, scene.leave_search().put_marker(scene.at))
        elif key == Qt.Key.Key_P:
            self.played.emit()
        elif key == Qt.Key.Key_Escape and scene.spot is not None:
            self._shared.put(scene.select_spot(None))
        elif key in ALONG or key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self._move_search(scene, key)
        else:
            return False
        return True

    def _move_search(self, scene: Scene, key: Qt.Key) -> None:
        assert self.solved is not None
        here = scene.reached
        if key in ALONG:
            # Between two stops, the key goes to the nearest one in its direction.
            whole = int(here) + (ALONG[key] < 0 and here != int(here))
            there = float(whole + ALONG[key])
        else:
            there = 0.0 if key == Qt.Key.Key_Home else float(scene.moves)
        self._shared.put(scene.to_position(there))
        now = self._shared.value
        if now is not None:
            announce(self, self.solved.stops[int(now.reached)].sentence)

    def _take(self, what: str, before: Scene, scene: Scene) -> None:
        self._taken = what, before
        self._shared.put(scene)
        announce(self, f"Grabbed. {self._describe(scene)}")

    def _move_taken(self, scene: Scene, event: QKeyEvent) -> bool:
        """Move the grabbed part, drop it, or cancel; return False for any other key."""
        assert self._taken is not None
        assert self.solved is not None
        what, before = self._taken
        key, step = Qt.Key(event.key()), read_step(event)
        if key in GRAB or key == Qt.Key.Key_Escape:
            canceled = key == Qt.Key.Key_Escape
            self._taken = None
            self._shared.put(before if canceled else scene)
            said = "Canceled" if canceled else "Dropped"
            announce(self, f"{said}. {self._describe(before if canceled else scene)}")
            return True
        if step is None:
            return False
        if what == "R":
            scene = scene.nudge_marker(step)
        else:
            last = 2 * len(self.solved.picture.curve.knots)
            there = (scene.spot or 0) + (1 if step > 0 else -1)
            if key in (Qt.Key.Key_Home, Qt.Key.Key_End):
                there = 0 if step < 0 else last
            scene = scene.select_spot(min(max(there, 0), last))
        self._shared.put(scene)
        announce(self, self._describe(scene))
        return True

    def _describe(self, scene: Scene) -> str:
        return (
            describe_part(scene, None, marker=True)
            if self._taken is not None and self._taken[0] == "R"
            else describe_spot(scene) or describe_part(scene, None, marker=True)
        )

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Drop what a key grabbed."""
        super().focusOutEvent(event)
        self._taken = None


MILLISECONDS: Final = 450
MOST_POINTS: Final = 12
"""The most points on each edge of a moving bar; more would take longer than a frame."""
Direction = QAbstractAnimation.Direction


class MovedBar(NamedTuple):
    """The outline of a row's bar, and of the same row's part of the curve, point by point."""

    bar: tuple[tuple[float, float], ...]
    part: tuple[tuple[float, float], ...]

    def outline_at(self, done: float) -> QPolygonF:
        """Return the outline on the way from the bar (0) to the part of the curve (1)."""
        left, pairs = 1.0 - done, zip(self.bar, self.part, strict=True)
        return QPolygonF(
            [
                QPointF(left * x + done * to_x, left * y + done * to_y)
                for (x, y), (to_x, to_y) in pairs
            ]
        )


def match_bars(
    scene: Scene, canvas: ExplorerCanvas, chart: CurveChart, page: QWidget
) -> tuple[MovedBar, ...]:
    """Return the outlines of every bar and of its part of the curve, in pixels of the page."""
    layout, curve, picture = canvas.get_layout(), chart.get_layout(), scene.picture
    if layout is None or curve is None or not isinstance(picture, SpecialPicture):
        return ()
    above = canvas.mapTo(page, QPointF(0.0, -float(canvas.scrolled)))
    origin = chart.mapTo(page, chart.get_origin())
    found = []
    for row, place, (lower, upper) in zip(
        picture.rows, layout.places, stack_bars(picture, scene.bounds), strict=True
    ):
        if not row.worth:
            continue
        apart = 1 + len(lower) // MOST_POINTS
        lower, upper = ((*line[:-1:apart], line[-1]) for line in (lower, upper))
        pixels = [
            layout.pixel_of_rating(min(max(r, row.low), row.high)) for r, _ in lower
        ]
        bar = [
            *((x, place.bar.bottom) for x in pixels),
            *((x, place.bar.y) for x in reversed(pixels)),
        ]
        part = map(curve.point_to_pixel, (*lower, *reversed(upper)))
        found.append(
            MovedBar(
                tuple((x + above.x(), y + above.y()) for x, y in bar),
                tuple((x + origin.x(), y + origin.y()) for x, y in part),
            )
        )
    return tuple(found)


class Morph(QWidget):
    """Covers bars and curve during the animation that turns one into the other."""

    def __init__(self, theme: Theme, page: QWidget, name: str) -> None:
        super().__init__(page)
        self._theme = theme
        self._bars: tuple[MovedBar, ...] = ()
        name_widget(self, name)
        # Nothing below it is painted while it covers the bars and the curve.
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self._run = QVariantAnimation(
            self,
            startValue=0.0,
            endValue=1.0,
            duration=MILLISECONDS,
            easingCurve=QEasingCurve(QEasingCurve.Type.InOutCubic),
        )
        self._run.valueChanged.connect(lambda _value: self.update())
        self._run.finished.connect(self.hide)
        self.hide()

    @property
    def is_running(self) -> bool:
        """True while the bars move."""
        return self._run.state() == QAbstractAnimation.State.Running

    @property
    def done(self) -> float:
        """The progress of the animation: 0 shows the bars, 1 the curve."""
        return float(self._run.currentValue())

    def run(
        self, to_curve: bool, area: QRect, match: Callable[[], tuple[MovedBar, ...]]
    ) -> None:
        """Start the animation; if it is already running, reverse it."""
        if is_motion_reduced():
            return
        if not self.is_running:
            self._bars = match()
            self.setGeometry(area)
        self._run.setDirection(Direction.Forward if to_curve else Direction.Backward)
        if not self.is_running and self._bars:
            self._run.start()
            self.show()
            self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the bars at this moment of the animation."""
        look = ChartLook.from_theme(self._theme)
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), look.color_of("surface"))
            painter.translate(-self.pos())
            edge, done = QPen(look.color_of("surface"), 0.8), self.done
            for i, bar in enumerate(self._bars):
                outline = bar.outline_at(done)
                # Only the edge is smooth, because a smooth filling would take longer than
                # a frame.
                painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(look.color_of("accent", 0.75 - 0.2 * (i % 2)))
                painter.drawPolygon(outline)
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.setPen(edge)
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawPolygon(outline)
