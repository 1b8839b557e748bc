"""The rating explorer's picture: dragged with the mouse, moved with keys, read aloud."""

from math import inf
from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QApplication,
    QScrollBar,
    QSizePolicy,
    QToolTip,
    QWidget,
)

from uscalc.explain.numbers import speak_name
from uscalc.explain.picture import HIGHEST, LOWEST, SpecialPicture
from uscalc.explain.picture_words import (
    describe_row,
    describe_sums,
    make_title,
    name_row,
)
from uscalc.explain.scene.guesses import describe_guesses, describe_one_guess
from uscalc.explain.scene.scene import Scene
from uscalc.explain.scene.words import add_scene_notes, describe_part
from uscalc.ui.charts.chart_look import ChartImage, ChartLook
from uscalc.ui.explorer.grip import KNOT_NEAR, NEAR, Grip, row_at, score_at, target_at
from uscalc.ui.explorer.guesses import find_guess
from uscalc.ui.explorer.layout import (
    ExplorerLayout,
    lay_out,
    least_height,
    type_growth,
)
from uscalc.ui.explorer.paint import MARKER, Target, paint_explorer
from uscalc.ui.explorer.strokes import em_of, enlarge_type
from uscalc.ui.session.shared_scene import SharedScene
from uscalc.ui.theme.menu_text import escape_hint
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import name_widget
from uscalc.ui.widgets.grabbing import GRAB, announce, move_to_multiple, read_step

UPRIGHT: Final = (
    Qt.Key.Key_Up,
    Qt.Key.Key_Down,
    Qt.Key.Key_PageUp,
    Qt.Key.Key_PageDown,
)
RESULTS: Final = {Qt.Key.Key_W: 1.0, Qt.Key.Key_D: 0.5, Qt.Key.Key_L: 0.0}
CURSORS: Final = {
    "": Qt.CursorShape.ArrowCursor,
    "mark": Qt.CursorShape.PointingHandCursor,
    "name": Qt.CursorShape.PointingHandCursor,
    "marker": Qt.CursorShape.SizeHorCursor,
    "row": Qt.CursorShape.SizeHorCursor,
}
KEYS: Final = (
    "Enter or Space: grab. Then Left/Right: 10 points, with Shift 1. Page Up/Down: 100. "
    "Home/End: the lowest and the highest. Enter: drop. Escape: cancel."
)
HOW_MARKER: Final = f"{KEYS} P: play the search. Backspace: reset."
HOW_ROW: Final = (
    f"{KEYS} W, D, L: result. Delete: reset this row. Backspace: reset everything. "
    "S: select this player."
)
SELECT: Final = "Click the name to select this player."


class ExplorerCanvas(QWidget):
    """Paints the shared scene, and lets the user change it with the mouse or keys.

    `played` is emitted when the user starts or stops the search, `turned` when another
    game gets the focus; `game` is that game.
    """

    played = Signal()
    turned = Signal()

    def __init__(
        self, shared: SharedScene, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._shared = shared
        self._theme = theme
        self._look = self._drawn = ChartLook.from_theme(theme)
        self._layout: ExplorerLayout | None = None
        self._held: Target | None = None
        self._named: int | None = None
        """The game on whose opponent's name the mouse was pressed."""
        self._hovered: Target | None = None
        self._grabbed = 0.0, 0.0
        self._taken: tuple[Target, Scene] | None = None
        """The part that a key has grabbed, and the scene before that."""
        self._laid: tuple[object, object, object] = None, None, None
        self._name = self.source = ""
        self.game: int | None = 0
        """The game whose row had the focus last, by its index; the first one at the start."""
        name_widget(self, "ideaCanvas")
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.marker = Grip("ideaMarker", self._handle_key, self)
        self.marker.setAccessibleDescription(HOW_MARKER)
        self.grips: list[Grip] = []
        self.setFocusProxy(self.marker)
        self.bar = name_widget(
            QScrollBar(Qt.Orientation.Vertical, self),
            "ideaRowsScroll",
            "Scroll the games",
        )
        self.bar.valueChanged.connect(self._place_grips)
        self.bar.hide()
        theme.changed.connect(self._apply_style)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._handle_focus)

    # Display

    @property
    def has_focus(self) -> bool:
        """True if the marker or a row has the focus."""
        return self._focused_target() is not None

    @property
    def is_dragging(self) -> bool:
        """True while the user drags a part."""
        return self._held is not None

    @property
    def scene(self) -> Scene | None:
        """The shown scene; None if there is nothing to show."""
        return self._shared.value

    @property
    def title(self) -> str:
        """The title of an image of the scene; it names the values that are tried."""
        scene = self.scene
        return (
            ""
            if scene is None
            else add_scene_notes(scene, make_title(scene.picture, self._name))
        )

    def show_subject(self, name: str, source: str) -> None:
        """Show another player, whose name is `name`, or another step."""
        scene = self.scene
        self._name, self.source = name, source
        self._held = self._taken = None
        self.setAccessibleName(self.title)
        self._set_grips(len(scene.picture.rows) if scene else 0)
        focused = self._focused_target()
        self.game = 0 if focused is None else focused[1] or 0
        self._fit_layout()
        self.show_scene()

    def show_scene(self) -> None:
        """Redraw after the scene has changed."""
        scene = self.scene
        if scene is None:
            return
        picture, bounds, plots = self._laid
        if plots != scene.plots_guesses:
            self._fit_layout()
        elif picture is not scene.picture or bounds != scene.bounds:
            self._layout = None
            self._place_grips()
        self._place_marker()
        picture, at = scene.picture, scene.at
        name = "R" if isinstance(picture, SpecialPicture) else "R0"
        self.marker.describe_grip(f"{name}: {describe_sums(picture, at)}", at)
        for grip, row in zip(self.grips, picture.rows, strict=False):
            # While the mouse moves a part, only that part's text is updated; the rest
            # follows on release.
            if self._held is None or self._held[1] == row.game:
                grip.describe_grip(describe_row(picture, row, at), row.rating)
        said = describe_sums(picture, at)
        if scene.guesses:
            said = f"{said}. {describe_guesses(scene)}"
        self.setAccessibleDescription(said)
        self.update()

    def _set_grips(self, count: int) -> None:
        before: QWidget = self.marker
        while len(self.grips) < count:
            grip = Grip(f"ideaRow{len(self.grips) + 1}", self._handle_key, self)
            grip.setAccessibleDescription(HOW_ROW)
            self.grips.append(grip)
        for i, grip in enumerate(self.grips):
            if i < count and self.scene is not None:
                grip.target = "row", self.scene.picture.rows[i].game
                QWidget.setTabOrder(before, grip)
                before = grip
            grip.setVisible(i < count)

    # Layout

    @property
    def em(self) -> float:
        """The height of the type in pixels; larger if the picture has much room."""
        return em_of(self._drawn)

    def get_layout(self) -> ExplorerLayout | None:
        """Return the positions of all parts; None if there is nothing to show."""
        scene = self.scene
        if scene is None:
            return None
        if self._layout is None:
            picture, bounds, plots = scene.picture, scene.bounds, scene.plots_guesses
            size = float(self.width()), float(self.height())
            self._layout = lay_out(picture, bounds, *size, self.em, plots)
            self._laid = picture, bounds, plots
        return self._layout

    @property
    def scrolled(self) -> int:
        """The number of pixels by which the rows are scrolled down."""
        return self.bar.value() if not self.bar.isHidden() else 0

    def _apply_style(self) -> None:
        self._look = ChartLook.from_theme(self._theme)
        self._fit_layout()

    def _fit_layout(self) -> None:
        """Lay out the picture for its current size."""
        self._layout = None
        if self.scene is not None:
            picture, em = self.scene.picture, em_of(self._look)
            least = least_height(picture, em, self.scene.plots_guesses)
            self.setMinimumHeight(round(least))
            times = type_growth(picture, float(self.width()), float(self.height()), em)
            self._drawn = enlarge_type(self._look, times)
        self._place_grips()

    def _place_grips(self) -> None:
        layout = self.get_layout()
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
        self.update()

    def _place_marker(self) -> None:
        layout, em = self.get_layout(), self.em
        if layout is not None and self.scene is not None:
            x, side = layout.pixel_of_rating(self.scene.at), round(2 * em)
            self.marker.setGeometry(
                QRect(round(x - em), round(layout.axis - em), side, side)
            )

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out the picture for its new size."""
        super().resizeEvent(event)
        self._fit_layout()

    def sizeHint(self) -> QSize:
        """Return the smallest size; the layout gives the canvas all remaining room."""
        return QSize(48 * UNIT, self.minimumHeight())

    def _handle_focus(self) -> None:
        """Scroll to the focused row; drop a grabbed part that has lost the focus."""
        target = self._focused_target()
        if self._taken is not None and self._taken[0] != target:
            self._drop(None)
        if target is not None and target[1] is not None and target[1] != self.game:
            self.game = target[1]
            self.turned.emit()
        layout = self.get_layout()
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
        layout, scene = self.get_layout(), self.scene
        if layout is None or scene is None:
            return
        with QPainter(self) as painter:
            paint_explorer(
                painter,
                layout,
                scene,
                self._drawn,
                self.scrolled,
                self._held or (self._taken and self._taken[0]) or self._hovered,
                self._focused_target(),
            )

    def _focused_target(self) -> Target | None:
        return (
            MARKER
            if self.marker.hasFocus()
            else next((grip.target for grip in self.grips if grip.hasFocus()), None)
        )

    def make_image(self, light: bool = False) -> ChartImage | None:
        """Return the picture as an image for a file, with all rows."""
        scene = self.scene
        if scene is None:
            return None
        layout = lay_out(
            scene.picture,
            scene.bounds,
            float(self.width()),
            None,
            self.em,
            scene.plots_guesses,
        )

        def draw(painter: QPainter, look: ChartLook) -> None:
            paint_explorer(painter, layout, scene, look)

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
        """Return the part of the picture at a position; None if there is none."""
        layout, scene = self.get_layout(), self.scene
        if layout is None or scene is None:
            return None
        return target_at(
            layout, scene, self.scrolled, place.x(), place.y(), self._drawn.scale
        )

    def name_at(self, place: QPointF) -> int | None:
        """Return the game whose opponent's name is at a place of the picture."""
        layout, scene = self.get_layout(), self.scene
        if layout is None or scene is None:
            return None
        found = row_at(layout, scene, self.scrolled, place.y())
        if found is None or found[0].game is None:
            return None
        row, box = found[0], found[1].words
        metrics = QFontMetricsF(self._drawn.font)
        wide = metrics.horizontalAdvance(name_row(scene.picture, row))
        high, middle = metrics.height(), box.y + box.height / 2 - self.scrolled
        inside = box.x <= place.x() <= box.x + min(wide, box.width)
        return row.game if inside and abs(place.y() - middle) <= high / 2 else None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Grab the part under the mouse; elsewhere on the axis, move the marker there."""
        scene, layout = self.scene, self.get_layout()
        if event.button() != Qt.MouseButton.LeftButton or scene is None:
            super().mousePressEvent(event)
            return
        self._named = self.name_at(event.position())
        if self._named is not None:
            return
        target = self.target_at(event.position())
        if target is None or layout is None:
            self._shared.put(scene.select_spot(None))
            return
        self._held = target
        scene = scene.select_spot(None)
        kind, game = target
        row = scene.find_row(game)
        self._grip_of(target).setFocus(Qt.FocusReason.MouseFocusReason)
        x = event.position().x()
        self._grabbed = x, (row.rating if kind == "row" and row is not None else 0.0)
        self._shared.put(scene.hold_axis(True))
        if kind == "marker" and abs(x - layout.pixel_of_rating(scene.at)) > 2 * self.em:
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
        if self.name_at(event.position()) is None:
            self._hover(self.target_at(event.position()))
        else:
            self._hover(None)
            self.setCursor(CURSORS["name"])

    def _hover(self, target: Target | None) -> None:
        """Show with the pointer and a frame that the part under the mouse can be dragged."""
        self.setCursor(CURSORS["" if target is None else target[0]])
        if target != self._hovered:
            self._hovered = target
            self.update()

    def leaveEvent(self, event: QEvent) -> None:
        """Remove the frame, because the mouse has left the picture."""
        super().leaveEvent(event)
        self._hover(None)

    def _drag_to(self, x: float) -> None:
        scene, layout = self.scene, self.get_layout()
        if scene is None or layout is None or self._held is None:
            return
        kind, game = self._held
        near = NEAR * self._drawn.scale * layout.points
        if kind == "marker":
            scene = scene.drag_marker(layout.rating_at_pixel(x), near)
        elif kind == "row":
            grabbed, start = self._grabbed
            rating = start + (x - grabbed) * layout.points
            row = scene.find_row(game)
            rating = (
                row.true_rating
                if row is not None and abs(rating - row.true_rating) <= 0.5 * near
                else float(round(rating))
            )
            scene = scene.try_rating(game, rating)
        elif game is not None:
            rows = zip(scene.picture.rows, layout.places, strict=True)
            place = next(place for row, place in rows if row.game == game)
            scene = scene.try_score(game, score_at(place, x))
        self._shared.put(scene)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Drop the dragged part; the axis adapts to the new values."""
        named, self._named = self._named, None
        if event.button() != Qt.MouseButton.LeftButton or self._held is None:
            super().mouseReleaseEvent(event)
            if named is not None and named == self.name_at(event.position()):
                self._shared.select_opponent(named)
            return
        kind, game = self._held
        layout = self.get_layout()
        if kind == "marker" and layout is not None and self.scene is not None:
            rest = KNOT_NEAR * self._drawn.scale * layout.points
            self._shared.put(self.scene.rest_on_knot(rest))
        self._let_go()
        if kind == "mark" and game is not None:
            self._shared.share_result(game)

    def _let_go(self) -> None:
        """End a drag, and fit the axis to the new values."""
        self._held = None
        if self.scene is not None:
            self._shared.put(self.scene.hold_axis(False))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll the rows if not all of them fit."""
        if self.bar.isHidden():
            event.ignore()
            return
        self.bar.setValue(self.bar.value() - event.angleDelta().y() // 2)
        event.accept()

    def hint_at(self, place: QPointF) -> str:
        """Return the tooltip of the marker or of a row at a position."""
        layout, scene = self.get_layout(), self.scene
        if layout is None or scene is None:
            return ""
        named = self.name_at(place) is not None
        guess = find_guess(layout, scene, place.x(), place.y())
        if guess is not None:
            return describe_one_guess(scene, guess)
        if not named and self.target_at(place) == MARKER:
            return (
                "Drag it. To move it by 1 point: press Enter, then Shift+Left or "
                "Shift+Right."
            )
        found = row_at(layout, scene, self.scrolled, place.y())
        if found is None:
            return ""
        row, words = found[0], describe_row(scene.picture, found[0], scene.at)
        if row.source:
            words = f"{words}. Rating used for {speak_name(row.name)}: {row.source}."
        return f"{words} {SELECT}" if named else words

    def event(self, event: QEvent) -> bool:
        """Show the tooltip of a row; end a drag when the canvas is hidden."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            # An empty text hides the tooltip.
            hint = "" if self._held else self.hint_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), escape_hint(hint), self)
            return True
        if event.type() == QEvent.Type.Hide and self._held is not None:
            self._let_go()
        return super().event(event)

    # Keys

    def _handle_key(self, target: Target, event: QKeyEvent) -> bool:
        scene, key = self.scene, Qt.Key(event.key())
        if scene is None:
            return False
        step = read_step(event)
        if self._taken is not None:
            if key in GRAB:
                self._drop(None)
            elif key == Qt.Key.Key_Escape:
                self._drop(self._taken[1])
            elif step is not None:
                self._change(target, _move_part(scene, target, step))
            else:
                return False
            return True
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        if key in GRAB:
            self._taken = target, scene
            self._shared.put(scene.leave_search())
            announce(self, f"Grabbed. {self._describe(target)}")
            self.update()
        elif step is not None:
            # Down moves to the next part, as in a list.
            self._focus_part(-step if key in UPRIGHT else step)
        elif key == Qt.Key.Key_P:
            self.played.emit()
        elif key == Qt.Key.Key_Escape and scene.spot is not None:
            self._shared.put(scene.select_spot(None))
        elif key == Qt.Key.Key_Backspace:
            self._shared.reset_causes()
            if not scene.is_changed:
                self._shared.put(scene.to_start())
            announce(self, f"Reset. {self._describe(target)}")
        else:
            return self._set_row(scene, target, key)
        return True

    def _set_row(self, scene: Scene, target: Target, key: Qt.Key) -> bool:
        """Try a result in a row, or reset the row; return False for any other key."""
        game = target[1]
        row = scene.find_row(game)
        if target == MARKER or row is None:
            return False
        if key == Qt.Key.Key_S and game is not None:
            self._shared.select_opponent(game)
            return True
        if key in RESULTS and game is not None:
            self._change(target, scene.try_score(game, RESULTS[key]))
        elif key == Qt.Key.Key_Delete:
            self._change(target, scene.reset_row(row))
        else:
            return False
        if game is not None:
            self._shared.share_result(game)
        return True

    def _change(self, target: Target, scene: Scene) -> None:
        """Show a scene that a key has changed, and announce the change."""
        self._shared.put(scene)
        announce(self, self._describe(target))

    def _drop(self, scene: Scene | None) -> None:
        """Drop the grabbed part; if `scene` is given, return to it, because the user canceled."""
        assert self._taken is not None
        target, self._taken = self._taken[0], None
        if scene is not None:
            self._shared.put(scene)
        said = "Dropped" if scene is None else "Canceled"
        announce(self, f"{said}. {self._describe(target)}")
        self.update()

    def _describe(self, target: Target) -> str:
        scene = self.scene
        assert scene is not None
        return describe_part(scene, target[1], target == MARKER)

    def _focus_part(self, step: float) -> None:
        """Focus the next or previous part; an infinite step focuses the last or first one."""
        parts = [self.marker, *(grip for grip in self.grips if not grip.isHidden())]
        here = next((i for i, part in enumerate(parts) if part.hasFocus()), 0)
        place = min(max(here + (1 if step > 0 else -1), 0), len(parts) - 1)
        if abs(step) == inf:
            place = 0 if step < 0 else len(parts) - 1
        parts[place].setFocus(Qt.FocusReason.TabFocusReason)

    def put_marker(self, r: float) -> None:
        """Move the marker to a rating."""
        if self.scene is not None:
            self._shared.put(self.scene.put_marker(r))


def _move_part(scene: Scene, target: Target, step: float) -> Scene:
    """Return the scene after a key has moved the grabbed part."""
    if target == MARKER:
        return scene.nudge_marker(step)
    row = scene.find_row(target[1])
    assert row is not None
    return scene.try_rating(
        target[1], move_to_multiple(row.rating, step, LOWEST, HIGHEST)
    )
