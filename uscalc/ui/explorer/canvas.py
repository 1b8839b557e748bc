"""The picture in the window: dragged by the mouse, moved by keys, read aloud."""

from collections.abc import Callable
from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QScrollBar, QSizePolicy, QToolTip, QWidget

from uscalc.explain.idea import GameBar, SpecialPicture
from uscalc.explain.idea_words import describe_row, describe_sums
from uscalc.ui.charts.look import ChartImage, ChartLook
from uscalc.ui.explorer.grip import NEAR, Grip, row_at, score_at, target_at
from uscalc.ui.explorer.layout import (
    ExplorerLayout,
    ExplorerState,
    RowPlace,
    lay_out,
    least_height,
    type_growth,
)
from uscalc.ui.explorer.paint import MARKER, Target, paint_idea
from uscalc.ui.explorer.strokes import em_of, enlarge_type
from uscalc.ui.theme.hints import escape_hint
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import name_widget

PAGE: Final = 25.0
KEYS: Final = {
    Qt.Key.Key_Left: -1.0,
    Qt.Key.Key_Down: -1.0,
    Qt.Key.Key_Right: 1.0,
    Qt.Key.Key_Up: 1.0,
    Qt.Key.Key_PageDown: -PAGE,
    Qt.Key.Key_PageUp: PAGE,
}
RESULTS: Final = {Qt.Key.Key_W: 1.0, Qt.Key.Key_D: 0.5, Qt.Key.Key_L: 0.0}
HOW_MARKER: Final = (
    "Left/Right: 1 point. Page Up/Down: 25 points. Home: start. Space: play. "
    "Backspace: reset."
)
HOW_ROW: Final = (
    "Left/Right: rating by 1 point. Page Up/Down: by 25. W, D, L: result. Home: reset "
    "this row. Backspace: reset everything."
)


class ExplorerCanvas(QWidget):
    """Paints an explorer state, and lets the user change it.

    `moved` is emitted after any change, `handled` before the user moves R, and `played`
    when the user starts or stops the search. `scored` has a game and its new score, or
    None for the actual result; `cleared` is emitted when everything is reset.
    """

    moved = Signal()
    handled = Signal()
    played = Signal()
    scored = Signal(int, object)
    cleared = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._look = self._drawn = ChartLook.from_theme(theme)
        self.hand: ExplorerState | None = None
        """The shown state; None if there is nothing to show."""
        self._layout: ExplorerLayout | None = None
        self._held: Target | None = None
        self._grabbed = 0.0, 0.0
        self._laid: tuple[object, object] = None, None
        self.title = ""
        self.source = ""
        name_widget(self, "ideaCanvas")
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.marker = Grip("ideaMarker", self._handle_key, self)
        self.marker.setAccessibleDescription(HOW_MARKER)
        self.marker.focused.connect(self.update)
        self.grips: list[Grip] = []
        self.setFocusProxy(self.marker)
        self.bar = name_widget(
            QScrollBar(Qt.Orientation.Vertical, self),
            "ideaRowsScroll",
            "Scroll the games",
        )
        self.bar.valueChanged.connect(self._handle_scroll)
        self.bar.hide()
        theme.changed.connect(self._apply_style)

    # Display

    @property
    def is_dragging(self) -> bool:
        """True while the user drags a part."""
        return self._held is not None

    def show_hand(self, hand: ExplorerState | None, title: str, source: str) -> None:
        """Show another player, or another step."""
        self.hand, self.title, self.source = hand, title, source
        self._held = None
        self.setAccessibleName(title)
        self._set_grips(len(hand.idea.rows) if hand else 0)
        self._fit_layout()
        self.show_moved()

    def show_moved(self) -> None:
        """Redraw after the state has changed."""
        hand = self.hand
        if hand is None:
            return
        idea, at = hand.idea, hand.at
        name = "R" if isinstance(idea, SpecialPicture) else "R0"
        self.marker.describe_grip(f"{name}: {describe_sums(idea, at)}", at)
        for grip, row in zip(self.grips, idea.rows, strict=False):
            # While the mouse moves a part, only that part's text is updated; the rest
            # follows on release.
            if self._held is None or self._held[1] == row.game:
                grip.describe_grip(describe_row(idea, row, at), row.rating)
        self.setAccessibleDescription(describe_sums(idea, at))
        self.update()
        self.moved.emit()

    def _set_grips(self, count: int) -> None:
        before: QWidget = self.marker
        while len(self.grips) < count:
            grip = Grip(f"ideaRow{len(self.grips) + 1}", self._handle_key, self)
            grip.setAccessibleDescription(HOW_ROW)
            grip.focused.connect(self._row_focused)
            self.grips.append(grip)
        for i, grip in enumerate(self.grips):
            if i < count and self.hand is not None:
                grip.target = "row", self.hand.idea.rows[i].game
                QWidget.setTabOrder(before, grip)
                before = grip
            grip.setVisible(i < count)

    # Layout

    @property
    def em(self) -> float:
        """The height of the type, larger where there is much room."""
        return em_of(self._drawn)

    def laid_out(self) -> ExplorerLayout | None:
        """Return where everything lies; None without a picture."""
        hand = self.hand
        if hand is None:
            return None
        if self._layout is None:
            width, height = float(self.width()), float(self.height())
            idea, bounds = hand.idea, hand.bounds
            self._layout = lay_out(idea, bounds, width, height, self.em)
            self._laid = idea, bounds
        return self._layout

    @property
    def scrolled(self) -> int:
        """How many pixels of rows are above those that show."""
        return self.bar.value() if not self.bar.isHidden() else 0

    def _apply_style(self) -> None:
        self._look = ChartLook.from_theme(self._theme)
        self._fit_layout()

    def _fit_layout(self) -> None:
        """Arrange the picture for its size."""
        self._layout = None
        if self.hand is not None:
            idea, em = self.hand.idea, em_of(self._look)
            self.setMinimumHeight(round(least_height(idea, em)))
            times = type_growth(idea, float(self.width()), float(self.height()), em)
            self._drawn = enlarge_type(self._look, times)
        self._place_grips()
        self.update()

    def _place_grips(self) -> None:
        layout = self.laid_out()
        if layout is None:
            return
        view = layout.view
        over = round(layout.content - view.height)
        self.bar.setRange(0, max(over, 0))
        self.bar.setPageStep(max(round(view.height), 1))
        self.bar.setSingleStep(round(2 * self.em))
        wide = self.bar.sizeHint().width()
        self.bar.setGeometry(
            self.width() - wide, round(view.y), wide, round(view.height)
        )
        self.bar.setVisible(over > 0)
        self._place_marker()
        for grip, place in zip(self.grips, layout.places, strict=False):
            box = place.box
            grip.setGeometry(
                0, round(box.y - self.scrolled), self.width(), round(box.height)
            )

    def _place_marker(self) -> None:
        layout, em = self.laid_out(), self.em
        if layout is not None and self.hand is not None:
            x, side = layout.pixel_of_rating(self.hand.at), round(2 * em)
            self.marker.setGeometry(
                QRect(round(x - em), round(layout.axis - em), side, side)
            )

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arrange everything for the new size."""
        super().resizeEvent(event)
        self._fit_layout()

    def sizeHint(self) -> QSize:
        """Return the smallest size; the canvas takes the room that is left."""
        return QSize(48 * UNIT, self.minimumHeight())

    def _handle_scroll(self, _value: int) -> None:
        self._place_grips()
        self.update()

    def _row_focused(self) -> None:
        """Scroll to the focused row."""
        layout = self.laid_out()
        for grip, place in zip(
            self.grips, layout.places if layout else (), strict=False
        ):
            if grip.hasFocus() and layout is not None:
                top = place.box.y - layout.view.y
                bottom = top + place.box.height - layout.view.height
                self.bar.setValue(round(min(max(self.bar.value(), bottom), top)))
        self.update()

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the picture in its current state."""
        layout, hand = self.laid_out(), self.hand
        if layout is None or hand is None:
            return
        painter = QPainter(self)
        paint_idea(
            painter,
            layout,
            hand.sight,
            self._drawn,
            self.scrolled,
            self._held,
            self._focused_target(),
        )
        painter.end()

    def _focused_target(self) -> Target | None:
        return (
            MARKER
            if self.marker.hasFocus()
            else next((grip.target for grip in self.grips if grip.hasFocus()), None)
        )

    def make_picture(self, light: bool = False) -> ChartImage | None:
        """Return the same drawing for a file, with every row."""
        hand = self.hand
        if hand is None:
            return None
        sight, width = hand.sight, float(self.width())
        layout = lay_out(sight.idea, hand.bounds, width, None, self.em)

        def draw(painter: QPainter, look: ChartLook) -> None:
            paint_idea(painter, layout, sight, look)

        return ChartImage(
            self.title,
            self.source,
            self.accessibleDescription(),
            layout.width,
            layout.height,
            enlarge_type(
                ChartLook.from_theme(self._theme, light),
                self._drawn.scale / self._look.scale,
            ),
            draw,
        )

    # The mouse

    def target_at(self, place: QPointF) -> Target | None:
        """Return the part at a place of the picture."""
        layout, hand = self.laid_out(), self.hand
        if layout is None or hand is None:
            return None
        at = place.x(), place.y()
        return target_at(layout, hand.sight, self.scrolled, *at, self._drawn.scale)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Grab the part under the mouse; elsewhere on the axis, move the marker there."""
        hand, layout = self.hand, self.laid_out()
        if event.button() != Qt.MouseButton.LeftButton or hand is None:
            super().mousePressEvent(event)
            return
        target = self.target_at(event.position())
        if target is None or layout is None:
            return
        self._held = target
        kind, game = target
        row = hand.row_of_game(game)
        self._grip_of(target).setFocus(Qt.FocusReason.MouseFocusReason)
        x = event.position().x()
        self._grabbed = x, (row.rating if kind == "row" and row is not None else 0.0)
        hand.hold_axis(True)
        self.handled.emit()
        if kind == "marker" and abs(x - layout.pixel_of_rating(hand.at)) > 2 * self.em:
            self._drag_to(x)
        self.update()

    def _grip_of(self, target: Target) -> Grip:
        return (
            self.marker
            if target == MARKER
            else next(grip for grip in self.grips if grip.target[1] == target[1])
        )

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move the held part with the mouse."""
        if self._held is not None:
            self._drag_to(event.position().x())
            return
        target = self.target_at(event.position())
        shape = Qt.CursorShape.ArrowCursor
        if target is not None:
            shape = (
                Qt.CursorShape.PointingHandCursor
                if target[0] == "mark"
                else Qt.CursorShape.SizeHorCursor
            )
        if self.cursor().shape() != shape:
            self.setCursor(shape)

    def _drag_to(self, x: float) -> None:
        hand, layout = self.hand, self.laid_out()
        if hand is None or layout is None or self._held is None:
            return
        kind, game = self._held
        if kind == "marker":
            hand.drag_marker(
                layout.rating_at_pixel(x), NEAR * self._drawn.scale * layout.points
            )
        elif kind == "row":
            grabbed, start = self._grabbed
            rating = start + (x - grabbed) * layout.points
            row = hand.row_of_game(game)
            near = 0.5 * NEAR * self._drawn.scale * layout.points
            rating = (
                row.true_rating
                if row is not None and abs(rating - row.true_rating) <= near
                else float(round(rating))
            )
            hand.try_rating(game, rating)
        elif game is not None:
            hand.try_score(game, score_at(self._place_of_game(game), x))
        self._redraw_scene()

    def _place_of_game(self, game: int) -> RowPlace:
        layout, hand = self.laid_out(), self.hand
        assert layout is not None
        assert hand is not None
        rows = zip(hand.idea.rows, layout.places, strict=True)
        return next(spot for row, spot in rows if row.game == game)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Drop the dragged part; the axis adapts to the new values."""
        if event.button() != Qt.MouseButton.LeftButton or self._held is None:
            super().mouseReleaseEvent(event)
            return
        (kind, game), self._held = self._held, None
        if self.hand is not None:
            found = self.hand.found
            self.hand.hold_axis(False)
            self.hand.found = found
        self._redraw_scene()
        if kind == "mark" and game is not None:
            self._announce_score(game)

    def _announce_score(self, game: int) -> None:
        """Announce a result that the user has set."""
        row = None if self.hand is None else self.hand.row_of_game(game)
        if row is not None:
            actual = row.score == row.true_score
            self.scored.emit(game, None if actual else row.score)

    def _redraw_scene(self) -> None:
        """Redraw after the user has changed something."""
        idea, bounds = self._laid
        if self.hand is not None and (
            idea is not self.hand.idea or bounds != self.hand.bounds
        ):
            self._layout = None
            self._place_grips()
        self._place_marker()
        self.show_moved()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll the rows, if there are more than show."""
        if self.bar.isHidden():
            event.ignore()
            return
        self.bar.setValue(self.bar.value() - event.angleDelta().y() // 2)
        event.accept()

    def hint_at(self, place: QPointF) -> str:
        """Describe a row, and the source of the opponent's rating."""
        layout, hand = self.laid_out(), self.hand
        if layout is None or hand is None:
            return ""
        found = row_at(layout, hand.sight, self.scrolled, place.y())
        if found is None:
            return ""
        row, words = found[0], describe_row(hand.idea, found[0], hand.at)
        return (
            f"{words}. Rating used for {row.name}: {row.source}."
            if row.source
            else words
        )

    def event(self, event: QEvent) -> bool:
        """Show the tooltip of a row; end a drag when the canvas is hidden."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            hint = self.hint_at(QPointF(event.pos()))
            if hint and self._held is None:
                QToolTip.showText(event.globalPos(), escape_hint(hint), self)
            else:
                QToolTip.hideText()
            return True
        if event.type() == QEvent.Type.Hide and self._held is not None:
            self._held = None
            if self.hand is not None:
                self.hand.hold_axis(False)
        return super().event(event)

    # Keys

    def _handle_key(self, target: Target, event: QKeyEvent) -> bool:
        hand, key = self.hand, Qt.Key(event.key())
        modified = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if hand is None or modified != Qt.KeyboardModifier.NoModifier:
            return False
        if key == Qt.Key.Key_Backspace and hand.is_changed:
            self.reset_causes()
        elif key == Qt.Key.Key_Space:
            self.played.emit()
        else:
            move = self._move_of(hand, target, key)
            if move is None:
                return False
            self.handled.emit()
            move()
            self._redraw_scene()
            if target[1] is not None and (key in RESULTS or key == Qt.Key.Key_Home):
                self._announce_score(target[1])
        return True

    def _move_of(
        self, hand: ExplorerState, target: Target, key: Qt.Key
    ) -> Callable[[], None] | None:
        """Return the action of a key for the focused part."""
        kind, game = target
        if kind == "marker":
            if key == Qt.Key.Key_Home:
                return hand.to_start
            return partial(hand.nudge_marker, KEYS[key]) if key in KEYS else None
        row = hand.row_of_game(game)
        if row is None:
            return None
        if key in KEYS:
            return partial(hand.try_rating, game, float(round(row.rating)) + KEYS[key])
        if key in RESULTS and game is not None:
            return partial(hand.try_score, game, RESULTS[key])
        if key == Qt.Key.Key_Home:
            return partial(_reset_row, hand, row)
        return None

    def reset_causes(self) -> None:
        """Reset everything to the event's own values."""
        if self.hand is not None:
            self.handled.emit()
            self.hand.reset_causes()
            self._redraw_scene()
        self.cleared.emit()

    def put_marker(self, r: float) -> None:
        """Put R there, as the search does."""
        if self.hand is not None:
            self.hand.put_marker(r)
            self._redraw_scene()


def _reset_row(hand: ExplorerState, row: GameBar) -> None:
    """Reset the rating of a row and its result."""
    hand.reset_causes(row.game, everything=False)
    if row.game is not None and row.true_score is not None:
        hand.try_score(row.game, row.true_score)
