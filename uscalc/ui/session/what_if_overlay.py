"""The selected section with its what-if results, row by row."""

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import NamedTuple

from msgspec import Struct

from uscalc.analysis.ripple import RippleEffect, trace_ripple
from uscalc.document.model import Section
from uscalc.document.rate.rated import SystemRating
from uscalc.ui.session.window_ratings import ShownRatings


class WhatIfOverlay(Struct, frozen=True):
    """The what-if results compared with the actual ones, up to a stop of the ripple effect.

    `real` is the section without what-if results; `section` and `shown` have them.
    `cells` are the changed results, as row and round, both from 0, and `rows` all rows
    with a change. For each row whose rating changes, `arrivals` has the stop of the
    ripple effect at which it changes, and `ways` has 1 or -1 for up or down. `level`
    has the rows whose steps change, but whose rating doesn't. `stop` is the last stop
    shown; 0 shows only the changed games. `stepped` is True if the user went to that
    stop, so that the rows that change there stand out.
    """

    real: Section
    section: Section
    shown: ShownRatings
    cells: frozenset[tuple[int, int]]
    rows: frozenset[int]
    effect: RippleEffect
    arrivals: Mapping[int, int]
    ways: Mapping[int, int]
    level: frozenset[int]
    stop: int
    stepped: bool = False

    @property
    def stops(self) -> int:
        """The number of the last stop of the ripple effect."""
        return len(self.effect.stops)

    def find_direction(self, row: int) -> int:
        """Return 1 or -1 if a row's rating has risen or fallen up to the shown stop, else 0."""
        return (
            self.ways[row] if self.arrivals.get(row, self.stop + 1) <= self.stop else 0
        )

    def has_figures(self, row: int) -> bool:
        """Return whether the figures of a row are those with the what-if results."""
        return row in self.level or self.find_direction(row) != 0

    def is_at_stop(self, row: int) -> bool:
        """Return whether the rating of a row changes at the shown stop."""
        return self.stepped and self.arrivals.get(row) == self.stop


def make_overlay(
    real: Section,
    with_what_if: Section,
    before: SystemRating | None,
    after: SystemRating | None,
) -> WhatIfOverlay:
    """Return the overlay at its last stop; if a rating is missing, only the results."""
    cells = frozenset(
        (row, place)
        for row, (one, two) in enumerate(
            zip(real.players, with_what_if.players, strict=True)
        )
        if one.results is not two.results
        for place, text in enumerate(two.results)
        if one.results[place : place + 1] != (text,)
    )
    found, arrivals, ways, level = RippleEffect((), ()), {}, {}, set()
    if before is not None and after is not None and before.places == after.places:
        moves = find_moves(before, after)
        places = {before.places[number] for number in moves}
        found = trace_ripple(before.trace, after.trace, places)
        for row, player in enumerate(real.players):
            moved = moves.get(player.number)
            if moved is not None:
                arrivals[row] = (
                    found.find_arrival_stage(before.places[player.number]) or 1
                )
                ways[row] = 1 if moved > 0 else -1
            elif before.find_trace(player.number) is not after.find_trace(
                player.number
            ):
                level.add(row)
    shown = ShownRatings(with_what_if, after, False)
    rows = frozenset(row for row, _ in cells).union(arrivals, level)
    return WhatIfOverlay(
        real,
        with_what_if,
        shown,
        cells,
        rows,
        found,
        arrivals,
        ways,
        frozenset(level),
        len(found.stops),
    )


def find_moves(before: SystemRating, after: SystemRating) -> dict[int, float]:
    """Return the change of each displayed post-event rating, by pairing number."""
    found = {}
    for number in before.places:
        same = before.find_trace(number) is after.find_trace(number)
        if same and before.guide is None:
            continue
        one, two = before.find_post(number), after.find_post(number)
        if one is not None and two is not None and one != two:
            found[number] = two - one
    return found


class ChangedCells(NamedTuple):
    """The parts of the crosstable to paint again.

    `rows` are whole rows with a new background. In other rows, `cells` are results (row
    and round, both from 0), and `points` and `figures` are rows whose points or ratings
    change.
    """

    rows: set[int]
    cells: set[tuple[int, int]]
    points: set[int]
    figures: set[int]


def find_changed_cells(states: Iterable[WhatIfOverlay | None]) -> ChangedCells:
    """Return all cells that change in any step from one of these states to the next.

    A step that a later one reverses counts too, because the table may have been painted
    between them.
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
    for row in old | (after.rows if after else frozenset()):
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
    """Return the background of a row; None if the what-if results don't affect it."""
    return (
        None
        if state is None or row not in state.rows
        else (state.find_direction(row), state.is_at_stop(row))
    )


def _find_result(state: WhatIfOverlay | None, row: int, place: int) -> str | None:
    """Return the what-if result of a cell; None if it shows the actual result."""
    return (
        None
        if state is None or (row, place) not in state.cells
        else state.section.players[row].results[place]
    )


def _find_figures(state: WhatIfOverlay | None, row: int) -> object:
    """Return all that the what-if figures of a row depend on; None if it shows the actual ones."""
    if state is None or not state.has_figures(row):
        return None
    shown = state.shown
    return id(shown.find_trace(row)), shown.find_post(row), shown.find_change(row)
