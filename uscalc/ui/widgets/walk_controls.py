"""Buttons with a drawn sign; the controls that play, step and scrub a search."""

from collections.abc import Callable
from typing import Final, Literal

from PySide6.QtCore import (
    QElapsedTimer,
    QEvent,
    QPointF,
    QRectF,
    QSignalBlocker,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen, QPolygonF
from PySide6.QtWidgets import (
    QSizePolicy,
    QSlider,
    QToolButton,
    QWidget,
)

from uscalc.counted import count_in_words
from uscalc.ui.scheduling import EventWatch, connect_pairs, make_timer
from uscalc.ui.theme.theme import UNIT, is_motion_reduced
from uscalc.ui.widgets.building import (
    add_parts,
    make_grid,
    make_plain_line,
    make_row,
    name_widget,
)
from uscalc.ui.widgets.controls import make_choice

Glyph = Literal["play", "pause", "back", "forward", "image"]
FRAME: Final = 16
"""The time in milliseconds between two images of the animation."""
MOVE: Final = 1.1
LONGEST: Final = 24.0
"""The time in seconds of one move, and the maximum time of the whole search, at normal speed."""
SLOWEST: Final = 0.1
"""The longest time that one frame may advance the animation, in seconds."""
SPEEDS: Final = (
    ("0.5", "½×"),
    ("1", "1×"),
    ("2", "2×"),
    ("4", "4×"),
)


class GlyphButton(QToolButton):
    """A button with a drawn symbol, which doesn't depend on the font."""

    def __init__(self, glyph: Glyph, name: str, words: str) -> None:
        super().__init__()
        self.glyph: Glyph = glyph
        """The shown symbol."""
        name_widget(self, name, look="tool")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.set_words(words)

    def set_words(self, words: str) -> None:
        """Set the tooltip and the accessible name."""
        self.setAccessibleName(words)
        self.setToolTip(words)

    def show_glyph(self, glyph: Glyph, words: str) -> None:
        """Show another symbol, with its tooltip."""
        if glyph != self.glyph:
            self.glyph = glyph
            self.set_words(words)
            self.update()

    def sizeHint(self) -> QSize:
        """Return a square that grows with the type size."""
        side = self.fontMetrics().height() + 10
        return QSize(side + 4, side)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the background, and the sign on it."""
        super().paintEvent(event)
        half = self.fontMetrics().height() * 0.34
        middle = QRectF(self.rect()).center()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            group = (
                QPalette.ColorGroup.Active
                if self.isEnabled()
                else QPalette.ColorGroup.Disabled
            )
            painter.setBrush(self.palette().color(group, QPalette.ColorRole.ButtonText))
            painter.setPen(Qt.PenStyle.NoPen)
            bar = half * 0.55
            if self.glyph == "image":
                self._paint_image_sign(painter, middle, half)
            elif self.glyph == "pause":
                for x in (-half * 0.75, half * 0.75 - bar):
                    painter.drawRect(
                        QRectF(middle.x() + x, middle.y() - half, bar, 2 * half)
                    )
            else:
                way = -1.0 if self.glyph == "back" else 1.0
                tip = half * (0.6 if self.glyph != "play" else 1.0)
                tail = half * 0.8
                painter.drawPolygon(
                    QPolygonF(
                        [
                            middle + QPointF(way * tip, 0),
                            middle + QPointF(-way * tail, -half),
                            middle + QPointF(-way * tail, half),
                        ]
                    )
                )
                if self.glyph != "play":
                    x = way * tip if way > 0 else way * tip - bar
                    painter.drawRect(
                        QRectF(middle.x() + x, middle.y() - half, bar, 2 * half)
                    )

    def _paint_image_sign(
        self, painter: QPainter, middle: QPointF, half: float
    ) -> None:
        """Paint a framed picture of a hill and the sun."""
        color = painter.brush().color()
        hill = ((-1.1, 0.75), (-0.35, -0.2), (0.1, 0.35), (0.45, 0.0), (1.1, 0.75))
        painter.drawPolygon(QPolygonF([middle + QPointF(x, y) * half for x, y in hill]))
        painter.drawEllipse(
            middle + QPointF(0.5, -0.45) * half, half * 0.22, half * 0.22
        )
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(color, 1.3))
        frame = QRectF(0, 0, 2.6 * half, 2 * half)
        frame.moveCenter(middle)
        painter.drawRoundedRect(frame, 2, 2)


class WalkControls(QWidget):
    """The controls of an animation with several stops; `moved` is emitted with the position.

    Position 2.5 is half the way from stop 2 to stop 3. `what` names what is played, and
    `stops` returns the words for a stop, if not its number. `flat` puts all controls on
    one line.
    """

    moved = Signal(float)

    def __init__(
        self,
        name: str,
        parent: QWidget | None = None,
        what: str = "search",
        stops: Callable[[int], str] | None = None,
        flat: bool = False,
    ) -> None:
        super().__init__(parent)
        self._what = what
        self._stops = stops
        self.moves = 0
        """The number of moves of the animation."""
        self.position = 0.0
        """The position in the animation."""
        self._clock = QElapsedTimer()
        self._waited = 0.0
        self._frames = make_timer(self, FRAME, self._advance_frame, repeats=True)
        self._frames.setTimerType(Qt.TimerType.PreciseTimer)
        name_widget(self, f"{name}Transport")
        self.back = GlyphButton("back", f"{name}Back", "Previous move")
        self.play = GlyphButton("play", f"{name}Play", f"Play the {what}")
        self.forward = GlyphButton("forward", f"{name}Forward", "Next move")
        self.slider = name_widget(
            QSlider(Qt.Orientation.Horizontal), f"{name}Slider", f"Move of the {what}"
        )
        self.slider.setPageStep(1)
        self.speed = make_choice(
            f"{name}Speed",
            f"Speed of the {what}",
            SPEEDS,
            shown="1",
            hint=f"Playback speed of the {what}",
            letters=3,
        )
        self.count = make_plain_line(f"{name}Count", "label")
        connect_pairs(
            (self.back.clicked, lambda: self.step_by(-1)),
            (self.forward.clicked, lambda: self.step_by(1)),
            (self.play.clicked, self.toggle_playing),
            (self.slider.valueChanged, lambda value: self.jump_to(float(value))),
        )
        EventWatch(self, self.pause_playing, QEvent.Type.Hide)
        self._lay_out_controls(flat)

    def _lay_out_controls(self, flat: bool) -> None:
        grid = make_grid(self, UNIT // 2, UNIT // 2)
        buttons = add_parts(make_row(spacing=0), self.back, self.play, self.forward)
        grid.addLayout(buttons, 0, 0)
        grid.addWidget(self.slider, 0, 1)
        grid.setColumnStretch(1, 1)
        if flat:
            grid.setSpacing(UNIT)
            grid.addWidget(self.count, 0, 2)
            grid.addWidget(self.speed, 0, 3)
            return
        grid.addWidget(self.count, 1, 0, 1, 2)
        grid.addWidget(self.speed, 1, 1, Qt.AlignmentFlag.AlignRight)
        self.count.setSizePolicy(
            QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred
        )

    # Position

    @property
    def stop(self) -> int:
        """The last stop that was reached."""
        return int(self.position)

    @property
    def playing(self) -> bool:
        """True while the animation runs."""
        return self._frames.isActive()

    def show_walk(self, moves: int, position: float) -> None:
        """Show an animation with this number of moves, at a position."""
        self.pause_playing()
        self.moves = moves
        with QSignalBlocker(self.slider):
            self.slider.setRange(0, moves)
        self.slider.setEnabled(moves > 0)
        self._set_position(min(position, float(moves)))

    def follow_walk(self, moves: int, position: float | None) -> None:
        """Show the stop that another control moved to; None if it left the search.

        `moved` isn't emitted.
        """
        if (moves, position or 0.0) != (self.moves, self.position):
            with QSignalBlocker(self):
                self.show_walk(moves, position or 0.0)
        self._write_count(position is None)

    def jump_to(self, position: float) -> None:
        """Go to a stop, and pause."""
        self.pause_playing()
        self._set_position(min(max(position, 0.0), float(self.moves)))

    def step_by(self, moves: int) -> None:
        """Go forward or back by some stops; between two stops, the nearest one counts as one."""
        here = self.position
        if moves < 0 and here != int(here):
            moves += 1
        self.jump_to(float(int(here) + moves))

    # Playing

    def toggle_playing(self) -> None:
        """Pause, or play on; at the end, play from the start."""
        if self.playing:
            self.pause_playing()
            return
        if not self.moves:
            return
        if self.position >= self.moves:
            self._set_position(0.0)
        self.play.show_glyph("pause", f"Pause the {self._what}")
        self._clock.start()
        self._frames.start()

    def pause_playing(self) -> None:
        """Pause at the present position."""
        self._frames.stop()
        self.play.show_glyph("play", f"Play the {self._what}")

    def _advance_frame(self) -> None:
        # If the computer was paused, continue from the same place instead of jumping
        # ahead.
        seconds = min(self._clock.restart() / 1000.0, SLOWEST)
        a_move = min(MOVE, LONGEST / max(self.moves, 1))
        speed = float(str(self.speed.currentData() or 1))
        way = seconds * speed / a_move
        if is_motion_reduced():
            # Jump to the next stop after the time of a move.
            self._waited += way
            way = float(self.stop + 1) - self.position if self._waited >= 1.0 else 0.0
        if way:
            self._waited = 0.0
            self._set_position(min(self.position + way, float(self.moves)))
        if self.position >= self.moves:
            self.pause_playing()

    def _set_position(self, position: float) -> None:
        self.position = position
        stop = self.stop
        with QSignalBlocker(self.slider):
            self.slider.setValue(stop)
        self._write_count()
        self.back.setEnabled(position > 0.0)
        self.forward.setEnabled(position < self.moves)
        self.play.setEnabled(self.moves > 0)
        self.moved.emit(position)

    def _write_count(self, off: bool = False) -> None:
        """Show which stop was reached, or how many moves there are."""
        says = self._stops or (lambda stop: f"move {stop} of {self.moves}")
        here = count_in_words(self.moves, "move") if off else says(self.stop)
        self.count.setText(here)
