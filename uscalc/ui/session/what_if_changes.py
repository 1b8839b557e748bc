"""The cells of the crosstable that change with the what-if results."""

from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

from uscalc.ui.session.as_imagined import WhatIfOverlay


class ChangedCells(NamedTuple):
    """The parts of the crosstable to paint again.

    `rows` are whole rows with a new background. In other rows, `cells` are results (row
    and round, both from 0), `points` and `figures` rows whose points or ratings change.
    """

    rows: set[int]
    cells: set[tuple[int, int]]
    points: set[int]
    figures: set[int]


def find_changed_cells(states: Iterable[WhatIfOverlay | None]) -> ChangedCells:
    """Return what any step from one of these states to the next changes.

    A step that a later one takes back counts too, because the table may have been
    painted between them.
    """
    found = ChangedCells(set(), set(), set(), set())
    for before, after in pairwise(states):
        if before is not after:
            _add_changes(found, before, after)
    return found


def _add_changes(
    found: ChangedCells, before: WhatIfOverlay | None, after: WhatIfOverlay | None
) -> None:
    old = before.rows if before else frozenset()
    new = after.rows if after else frozenset()
    for row in old | new:
        if _find_background(before, row) != _find_background(after, row):
            found.rows.add(row)
        if _find_figures(before, row) != _find_figures(after, row):
            found.figures.add(row)
    cells = (before.cells if before else frozenset()) | (
        after.cells if after else frozenset()
    )
    for row, place in cells:
        if _find_result(before, row, place) != _find_result(after, row, place):
            found.cells.add((row, place))
            found.points.add(row)


def _find_background(state: WhatIfOverlay | None, row: int) -> tuple[int, bool] | None:
    """Return the glow of a row; None where no what-if result touches it."""
    if state is None or row not in state.rows:
        return None
    return state.find_direction(row), state.is_at_stop(row)


def _find_result(state: WhatIfOverlay | None, row: int, place: int) -> str | None:
    """Return the what-if result of a cell; None where it shows the real one."""
    if state is None or (row, place) not in state.cells:
        return None
    return state.section.players[row].results[place]


def _find_figures(state: WhatIfOverlay | None, row: int) -> object:
    """Return the what-if rating, change and games of a row; None for the real ones."""
    if state is None or not state.find_direction(row):
        return None
    trace, shown = state.shown.find_trace(row), state.shown
    return shown.find_post(row), shown.find_change(row), trace and trace.post_games
