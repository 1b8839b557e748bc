"""Invisible sliders over the marker and the rows, for the keyboard and screen readers."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QPaintEvent
from PySide6.QtWidgets import QSlider, QWidget

from uscalc.explain.picture import HIGHEST, GameBar, SpecialPicture
from uscalc.explain.scene.scene import Scene
from uscalc.ui.explorer.layout import SCORES, ExplorerLayout, RowPlace
from uscalc.ui.explorer.paint import MARKER, Target, mark_at
from uscalc.ui.widgets.building import name_widget


class Grip(QSlider):
    """An invisible slider over the marker or a row, which ignores the mouse."""

    def __init__(
        self, name: str, pressed: Callable[[Target, QKeyEvent], bool], parent: QWidget
    ) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._pressed = pressed
        self.target: Target = "marker", None
        name_widget(self, name)
        self.setRange(-int(HIGHEST), 2 * int(HIGHEST))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def describe_grip(self, words: str, value: float) -> None:
        """Describe the slider and its value for screen readers."""
        if words != self.accessibleName():
            self.setAccessibleName(words)
        self.setValue(round(value))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw nothing: the picture below shows the slider and its focus."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let keys move the part; pass other keys to the window."""
        if not self._pressed(self.target, event):
            event.ignore()


NEAR: Final = 7.0
"""Within this many pixels, a dragged marker snaps to the solution, and its line can be grabbed."""
KNOT_NEAR: Final = 2.0
"""The marker moves to a knot if a drag ends within this many pixels of it."""


def target_at(
    layout: ExplorerLayout,
    scene: Scene,
    scroll: float,
    x: float,
    y: float,
    scale: float,
) -> Target | None:
    """Return the part at a position, where a part in front hides the ones behind it.

    In front is the marker, then a result's disc, the marker's line, and an opponent's
    bar. Anywhere else on the axis, the part is the marker.
    """
    special, view = isinstance(scene.picture, SpecialPicture), layout.view
    away = abs(x - layout.pixel_of_rating(scene.at))
    if y < view.y and away <= 2 * layout.em:
        return MARKER
    on_line = special and away <= NEAR * scale
    found = row_at(layout, scene, scroll, y)
    if found is not None:
        row, place = found
        if abs(y + scroll - place.middle) <= max(0.8 * layout.em, place.bar.height / 2):
            marked = abs(x - mark_at(row, place)) <= 0.75 * layout.em
            if marked and row.game is not None:
                return "mark", row.game
            if not on_line and _on_opponent(layout, special, row, place, x):
                return "row", row.game
    on_axis = special and layout.x0 <= x <= layout.x1
    return MARKER if (on_line or on_axis) and y < layout.sums.y else None


def row_at(
    layout: ExplorerLayout, scene: Scene, scroll: float, y: float
) -> tuple[GameBar, RowPlace] | None:
    """Return the row at a height, and its position; None if there is no row."""
    if not layout.view.y <= y <= layout.view.bottom:
        return None
    return next(
        (
            (row, place)
            for row, place in zip(scene.picture.rows, layout.places, strict=True)
            if place.box.y <= y + scroll < place.box.bottom
        ),
        None,
    )


def _on_opponent(
    layout: ExplorerLayout, special: bool, row: GameBar, place: RowPlace, x: float
) -> bool:
    """Return whether `x` is on an opponent's bar or, with the standard formula, on the dot."""
    return (
        place.bar.x <= x <= place.bar.right
        if special
        else abs(x - layout.pixel_of_rating(row.rating)) <= 0.9 * layout.em
    )


def score_at(place: RowPlace, x: float) -> float:
    """Return the result nearest to the position of a dragged disc."""
    part = (x - place.bar.x) / place.bar.width
    return min(SCORES, key=lambda score: abs(score - part))
