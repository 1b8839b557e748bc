"""Sweep: the resulting rating as a curve, while one cause goes through its whole range."""

from collections.abc import Callable
from functools import partial
from typing import Final

from PySide6.QtCore import QPointF, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QSlider, QStyle, QStyleOptionSlider, QWidget

from uscalc.explain.numbers import format_whole_rating
from uscalc.explain.scene.sweep import (
    Sweep,
    SweepCause,
    SweepPoint,
    choose_first_cause,
    compute_sweep,
    describe_point,
    describe_start,
    list_causes,
    make_causes,
)
from uscalc.ui.charts.scene import (
    Axis,
    AxisTick,
    Chart,
    ChartDot,
    ChartLabel,
    ChartLine,
    ChartRule,
    Mark,
    Overlay,
    Point,
    Role,
)
from uscalc.ui.charts.view import ChartView
from uscalc.ui.explorer.scene_view import SceneView
from uscalc.ui.scheduling import connect_each
from uscalc.ui.session.session import Session
from uscalc.ui.theme.theme import Theme
from uscalc.ui.widgets.building import (
    add_parts,
    make_plain_button,
    make_row,
    make_wrapped_label,
    name_widget,
)
from uscalc.ui.widgets.controls import make_choice
from uscalc.ui.widgets.grabbing import (
    COUNT_STEPS,
    RATING_STEPS,
    announce,
    move_to_multiple,
    read_step,
)

NOBODY: Final = "No rated games yet. Select a player with results to sweep a rating."
START: Final = (
    "The curve starts from {}. It ignores trial values. Click a point to explore it."
)
NEAR: Final = 6.0
"""Within this many pixels, the mouse reads a kink or a jump."""
LEAST_ROOM: Final = 5.0
"""The least room above and below the curve, in rating points."""
TALL: Final = 14
"""The least height of the chart, in lines of text."""
MARK_KEYS: Final = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
HOW: Final = (
    "Left/Right: 10 points, with Shift 1. Page Up/Down: 100 points. Ctrl+Left/Right: "
    "kinks and jumps. Enter: explore this point."
)


def draw_sweep(sweep: Sweep, source: str) -> Chart:
    """Return the chart of a sweep, with its kinks and jumps marked and labeled."""
    cause, smooth = sweep.cause, sweep.cause.step is None
    heights = [point.y for point in sweep.points]
    low, high = min(heights), max(heights)
    room = max(0.06 * (high - low), LEAST_ROOM)
    jumps = {mark.after.x for mark in sweep.marks if smooth and mark.is_jump}
    marks: list[Mark] = [ChartRule(x=cause.now, role="pale")]
    piece: list[Point] = []
    for point in sweep.points:
        if point.x in jumps:
            marks += [
                ChartLine(tuple(piece), "accent", 2.2),
                ChartLine((piece[-1], (point.x, point.y)), "warning", 1.6, dashed=True),
            ]
            piece = []
        piece.append((point.x, point.y))
    marks.append(ChartLine(tuple(piece), "accent", 2.2 if smooth else 1.0))
    if not smooth:
        marks += [ChartDot(x, y, "accent", 3.0) for x, y in piece]
    labels = []
    for mark in sweep.marks:
        sudden = mark.is_jump or not smooth
        role: Role = "warning" if sudden else "text"
        x, y = mark.after.x, mark.after.y
        marks.append(ChartDot(x, y, role, 4.0, hollow=not sudden, hint=mark.words))
        labels.append(
            ChartLabel(
                x, y, mark.name, role, optional=not sudden, priority=float(sudden)
            )
        )
    now = sweep.now
    marks.append(ChartDot(now.x, now.y, "text", 5.0))
    labels.append(
        ChartLabel(
            now.x, now.y, f"now {format_whole_rating(now.shown)}", "text", strong=True
        )
    )
    return Chart(
        sweep.title,
        Axis(cause.low, cause.high, cause.words, _list_ticks(cause)),
        Axis(low - room, high + room, "rating"),
        tuple(marks),
        tuple(labels),
        " ".join(mark.words for mark in sweep.marks) or "The curve has no kink.",
        source,
    )


def _list_ticks(cause: SweepCause) -> tuple[AxisTick, ...] | None:
    """Return ticks at whole numbers; None if the cause is a rating, which has any value."""
    if cause.step is None:
        return None
    size = max(1, round(cause.high / 10))
    return tuple(
        AxisTick(float(value), str(value))
        for value in range(round(cause.low), round(cause.high) + 1, size)
    )


class SweepChart(ChartView):
    """The curve.

    `pointed` is emitted with the position of the mouse, and `picked` after a click.
    """

    pointed = Signal(QPointF)
    picked = Signal()
    resized = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "sweepChart")
        self.setMouseTracking(True)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Emit `resized`, so that the slider stays below the axis."""
        super().resizeEvent(event)
        self.resized.emit()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show the values of the point under the mouse."""
        super().mouseMoveEvent(event)
        self.pointed.emit(event.position())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Pick the point under the mouse."""
        super().mousePressEvent(event)
        if event.button() == Qt.MouseButton.LeftButton:
            self.pointed.emit(event.position())
            self.picked.emit()


class SweepSlider(QSlider):
    """Moves the point of the curve whose values are shown.

    `jumped` is emitted to go to the next (1) or previous (-1) kink or jump, and
    `picked` to explore the point.
    """

    jumped = Signal(int)
    picked = Signal()

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        name_widget(self, "sweepSlider", "Point of the curve")
        self.setToolTip(HOW)
        self.steps = RATING_STEPS

    @property
    def knob_width(self) -> int:
        """The width of the knob, in pixels."""
        option = QStyleOptionSlider()
        self.initStyleOption(option)
        parts, knob = QStyle.ComplexControl.CC_Slider, QStyle.SubControl.SC_SliderHandle
        return self.style().subControlRect(parts, option, knob, self).width()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move to round ratings, or with Ctrl to a kink or jump."""
        key, held = event.key(), event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        step = read_step(event, self.steps)
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.picked.emit()
        elif key in MARK_KEYS and held == Qt.KeyboardModifier.ControlModifier:
            self.jumped.emit(MARK_KEYS[Qt.Key(key)])
        elif step is None:
            super().keyPressEvent(event)
        else:
            ends = float(self.minimum()), float(self.maximum())
            self.setValue(round(move_to_multiple(float(self.value()), step, *ends)))


class SweepPage(SceneView):
    """A choice of the cause, its curve, and the values at one point.

    `explore` shows the Explore page of the rating explorer.
    """

    def __init__(
        self, session: Session, theme: Theme, explore: Callable[[], object]
    ) -> None:
        super().__init__("sweepPage", "Sweep a rating", "Sweep", session, theme)
        self._explore = explore
        self._causes: dict[str, SweepCause] = {}
        self._chosen = ""
        """The key of the cause that the user chose."""
        self._drawn: object = None
        self._asked: object = None
        self.sweep: Sweep | None = None
        """The shown sweep."""
        self.point: SweepPoint | None = None
        """The point whose values are shown."""
        self.empty = make_wrapped_label("sweepEmpty", "label")
        self.cause = make_choice("sweepCause", "Number to change", letters=18)
        pick = make_plain_button(
            "sweepPick",
            "Explore th&is point",
            "Show this point in the explorer, as trial values",
            self.pick_point,
        )
        self.chart = SweepChart(theme)
        self.slider = SweepSlider()
        self.saying = make_wrapped_label("sweepSentence", "")
        self.start = make_wrapped_label("sweepStart", "note")
        choices = name_widget(QWidget(), "sweepChoices")
        add_parts(make_row(choices), (self.cause, 1), pick)
        track = name_widget(QWidget(), "sweepTrack")
        self._track = add_parts(make_row(track), self.slider)
        self._parts = choices, self.chart, track, self.saying, self.start
        self.lay_out_page(
            "sweep",
            "The curve",
            self.chart.make_image,
            self.chart,
            self.empty,
            choices,
            (self.chart, 1),
            track,
            self.saying,
            self.start,
        )
        self.setFocusProxy(self.slider)
        self.worker = self.make_worker(self._show_sweep)
        self.cause.activated.connect(self._choose_cause)
        self.chart.pointed.connect(self._point_at)
        self.chart.resized.connect(self._align_slider)
        self.slider.valueChanged.connect(self._read_slider)
        self.slider.jumped.connect(self._go_to_mark)
        connect_each(self.pick_point, self.chart.picked, self.slider.picked)
        theme.changed.connect(self._set_sizes)
        self._set_sizes()

    def _set_sizes(self) -> None:
        line = self.fontMetrics().height()
        self.chart.setMinimumHeight(TALL * line)
        # Room for two sentences, so that nothing moves while the mouse moves.
        self.saying.setMinimumHeight(4 * line)

    # Following

    def _show_scene(self) -> None:
        """Start the sweep for the selected player and the shown step."""
        scene = self.scene
        missing = NOBODY if scene is None else self.explain_waiting()
        self.show_empty(missing)
        for part in self._parts:
            part.setVisible(not missing)
        if scene is not None:
            self.start.setText(START.format(describe_start(scene.subject)))
        if scene is None:
            self._drawn = self._asked = self.sweep = None
            self.worker.drop_job()
        elif self._drawn != (scene.subject, scene.step):
            self._drawn = scene.subject, scene.step
            causes = list_causes(scene.subject, scene.step)
            self._causes = {one.key: one for one in causes}
            self.cause.clear()
            for one in causes:
                self.cause.addItem(one.words, one.key)
            self.cause.show_text(
                self._chosen
                if self._chosen in self._causes
                else choose_first_cause(scene.subject, scene.step, causes).key
            )
            self._start_sweep()

    def _choose_cause(self) -> None:
        """Show the curve of the chosen cause, for the next players too."""
        self._chosen = self.cause.value
        self._start_sweep()

    def show_cause(self, key: str) -> None:
        """Show the curve of a cause."""
        self.cause.show_text(key)
        self._choose_cause()

    def _start_sweep(self) -> None:
        scene, cause = self._shared.follow(), self._causes.get(self.cause.value)
        if scene is None or cause is None:
            return
        asked = scene.subject, scene.step, cause
        if asked != self._asked:
            self._asked = asked
            self.worker.start_job(partial(compute_sweep, *asked))

    def _show_sweep(self, sweep: object) -> None:
        assert isinstance(sweep, Sweep)
        self.sweep = sweep
        cause = sweep.cause
        size = cause.step or 1.0
        with QSignalBlocker(self.slider):
            self.slider.setRange(round(cause.low / size), round(cause.high / size))
            self.slider.steps = COUNT_STEPS if cause.step else RATING_STEPS
        self.chart.show_chart(draw_sweep(sweep, self.source))
        self._align_slider()
        self.read_point(cause.now)

    def _align_slider(self) -> None:
        """Align the ends of the slider with the ends of the chart's axis."""
        layout, sweep = self.chart.get_layout(), self.sweep
        if layout is None or sweep is None:
            return
        half = self.slider.knob_width / 2
        start = self.chart.get_origin().x()
        low, high = (
            start + layout.x_to_pixel(x) for x in (sweep.cause.low, sweep.cause.high)
        )
        right = round(self.chart.width() - high - half)
        self._track.setContentsMargins(max(round(low - half), 0), 0, max(right, 0), 0)
        # Move the slider now, because the chart is painted before a later layout.
        self._track.activate()

    # The point that is read

    def read_point(self, x: float) -> None:
        """Show the values at `x`, and the reason of a kink or jump there."""
        sweep = self.sweep
        if sweep is None:
            return
        cause = sweep.cause
        x = min(max(x, cause.low), cause.high)
        self.point = point = sweep.compute_point(x)
        with QSignalBlocker(self.slider):
            self.slider.setValue(round(x / (cause.step or 1.0)))
        reasons = (mark.words for mark in sweep.marks if mark.after.x == x)
        said = " ".join((describe_point(sweep, point), *reasons))
        self.saying.setText(said)
        announce(self.slider, said)
        self.chart.show_overlay(
            Overlay(
                (
                    ChartRule(x=point.x, role="accent", dashed=False),
                    ChartDot(point.x, point.y, "accent", 5.0, hollow=True),
                )
            )
        )

    def _point_at(self, place: QPointF) -> None:
        layout, sweep = self.chart.get_layout(), self.sweep
        if layout is None or sweep is None:
            return
        at = place.x() - self.chart.get_origin().x()
        named = (*(mark.after.x for mark in sweep.marks), sweep.cause.now)
        x = min(named, key=lambda x: abs(layout.x_to_pixel(x) - at))
        if abs(layout.x_to_pixel(x) - at) > NEAR * layout.scale:
            size = sweep.cause.step or 1.0
            x = round(layout.value_at(at) / size) * size
        self.read_point(x)

    def _read_slider(self, place: int) -> None:
        if self.sweep is not None:
            self.read_point(place * (self.sweep.cause.step or 1.0))

    def _go_to_mark(self, way: int) -> None:
        """Show the values at the next (1) or previous (-1) kink or jump."""
        sweep, point = self.sweep, self.point
        if sweep is None or point is None:
            return
        here = point.x
        marks = (mark.after.x for mark in sweep.marks)
        beyond = [x for x in marks if (x - here) * way > 1e-9]
        if beyond:
            self.read_point(min(beyond, key=lambda x: abs(x - here)))

    def pick_point(self) -> None:
        """Show the point on the Explore page, as tried values."""
        shared, sweep, point = self._shared, self.sweep, self.point
        scene = shared.follow()
        if sweep is None or point is None or scene is None:
            return
        causes = make_causes(sweep.subject, sweep.step, sweep.cause, point.x)
        scene = scene.reset_causes().try_causes(causes)
        # Put R at the end of the search, where it follows later changes of results.
        end = float(scene.moves)
        shared.put(scene.to_solution() if scene.waits else scene.to_position(end))
        for game, _ in causes.scores:
            shared.share_result(game)
        self._explore()
