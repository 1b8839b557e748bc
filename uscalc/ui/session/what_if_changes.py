"""The cells of the crosstable that change with the what-if results."""

from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

from uscalc.ui.session.as_imagined import AsImagined


class Changed(NamedTuple):
    """The parts of the crosstable to paint again.

    `rows` are whole rows with a new background. In other rows, `cells` are results (row
    and round, both from 0), `points` and `figures` rows whose points or ratings change.
    """

    rows: set[int]
    cells: set[tuple[int, int]]
    points: set[int]
    figures: set[int]


def changed_cells(states: Iterable[AsImagined | None]) -> Changed:
    """Return what any step from one of these states to the next changes.

    A step that a later one takes back counts too, because the table may have been
    painted between them.
    """
    found = Changed(set(), set(), set(), set())
    for before, after in pairwise(states):
        if before is not after:
            _add(found, before, after)
    return found


def _add(found: Changed, before: AsImagined | None, after: AsImagined | None) -> None:
    old = before.rows if before else frozenset()
    new = after.rows if after else frozenset()
    for row in old | new:
        if _ground(before, row) != _ground(after, row):
            found.rows.add(row)
        if _figures(before, row) != _figures(after, row):
            found.figures.add(row)
    cells = (before.cells if before else frozenset()) | (
        after.cells if after else frozenset()
    )
    for row, place in cells:
        if _result(before, row, place) != _result(after, row, place):
            found.cells.add((row, place))
            found.points.add(row)


def _ground(state: AsImagined | None, row: int) -> tuple[int, bool] | None:
    """Return the glow of a row; None where no what-if result touches it."""
    if state is None or row not in state.rows:
        return None
    return state.way(row), state.arrives(row)


def _result(state: AsImagined | None, row: int, place: int) -> str | None:
    """Return the what-if result of a cell; None where it shows the real one."""
    if state is None or (row, place) not in state.cells:
        return None
    return state.section.players[row].results[place]


def _figures(state: AsImagined | None, row: int) -> object:
    """Return the what-if rating, change and games of a row; None for the real ones."""
    if state is None or not state.way(row):
        return None
    trace, shown = state.shown.trace(row), state.shown
    return shown.post(row), shown.change(row), trace and trace.post_games
