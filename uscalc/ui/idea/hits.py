"""What of the picture is meant by a place in it."""

from typing import Final

from uscalc.explain.idea import GameBar, SpecialPicture
from uscalc.ui.idea.hand import SCORES, ExplorerScene
from uscalc.ui.idea.layout import ExplorerLayout, RowPlace
from uscalc.ui.idea.paint import HANDLE, Target
from uscalc.ui.idea.rows import mark_at

NEAR: Final = 7.0
"""Pixels within which the handle catches, and its line is meant."""


def target_at(
    layout: ExplorerLayout,
    sight: ExplorerScene,
    scroll: float,
    x: float,
    y: float,
    scale: float,
) -> Target | None:
    """Return a result's mark, the handle or its line, a row's bar; else the axis: the handle."""
    special, view = isinstance(sight.idea, SpecialPicture), layout.view
    away = abs(x - layout.pixel_of_rating(sight.at))
    if y < view.y and away <= 2 * layout.em:
        return HANDLE
    on_line = special and away <= NEAR * scale
    found = row_at(layout, sight, scroll, y)
    if found is not None:
        row, place = found
        reach = max(0.8 * layout.em, place.bar.height / 2)
        if abs(y + scroll - place.middle) <= reach:
            marked = abs(x - mark_at(row, place)) <= 0.75 * layout.em
            if marked and row.game is not None:
                return "mark", row.game
            if not on_line and _on_opponent(layout, special, row, place, x):
                return "row", row.game
    on_axis = special and layout.x0 <= x <= layout.x1
    return HANDLE if (on_line or on_axis) and y < layout.sums.y else None


def row_at(
    layout: ExplorerLayout, sight: ExplorerScene, scroll: float, y: float
) -> tuple[GameBar, RowPlace] | None:
    """Return the row at a height."""
    if not layout.view.y <= y <= layout.view.bottom:
        return None
    for row, place in zip(sight.idea.rows, layout.places, strict=True):
        if place.box.y <= y + scroll < place.box.bottom:
            return row, place
    return None


def _on_opponent(
    layout: ExplorerLayout, special: bool, row: GameBar, place: RowPlace, x: float
) -> bool:
    """Return whether an opponent's bar, or dot on the axis, is at a place of its row."""
    if special:
        return place.bar.x <= x <= place.bar.right
    return abs(x - layout.pixel_of_rating(row.rating)) <= 0.9 * layout.em


def score_at(place: RowPlace, x: float) -> float:
    """Return the result that a mark is drawn to."""
    part = (x - place.bar.x) / place.bar.width
    return min(SCORES, key=lambda score: abs(score - part))
