"""Passes: a small chart of Steps 3, 4 and 5 for every player, with one slider for all."""

from functools import partial
from math import ceil
from typing import Final

from PySide6.QtCore import QSignalBlocker
from PySide6.QtGui import QResizeEvent

from uscalc.engine.trace import SectionTrace
from uscalc.explain.numbers import (
    PlayerDirectory,
    format_number,
    format_rating,
)
from uscalc.explain.scene.passes import (
    MANY,
    RULES,
    SectionPasses,
    describe_limit,
    explain_second_pass,
    has_two_passes,
    run_passes,
)
from uscalc.ui.charts.chart_look import ChartLook
from uscalc.ui.charts.layout import shorten_text
from uscalc.ui.charts.scene import (
    Axis,
    Chart,
    ChartBand,
    ChartDot,
    ChartLabel,
    ChartLine,
    Mark,
    Overlay,
    Point,
)
from uscalc.ui.charts.view import ChartView
from uscalc.ui.explorer.scene_view import SceneView
from uscalc.ui.session.session import Session
from uscalc.ui.session.shared_scene import make_directory
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import (
    STRETCH,
    add_parts,
    make_choice_button,
    make_row,
    make_wrapped_label,
)
from uscalc.ui.widgets.walk_controls import WalkControls

NOBODY: Final = "No rated games yet. Enter results to see the passes."
ONE: Final = "This section is rated in one pass, because the opponents' FIDE ratings don't change."
STEEP: Final = "A steep dashed line comes from a rating that is too far away to show."
NOT_RULES: Final = "Not the rules"
WIDEST: Final = 22
"""The least width of a small chart, in digits."""
TALL: Final = 4.6
"""The height of a small chart, in lines of text."""
LEFT, RIGHT, LOW, HIGH = 0.05, 0.93, 0.1, 0.6
"""The edges of the line within its cell, as parts of the cell's width or height."""


def name_stop(stop: int) -> str:
    """Return the name of a stop: "After Step 4", "Pass 3"."""
    return (
        f"Pass {stop}"
        if stop > RULES
        else ("Before Step 4", "After Step 4", "After Step 5")[stop]
    )


MEANINGS: Final = (
    "Before Step 4: pre-event ratings, and Step 3 for unrated players.",
    "After Step 4, the first pass.",
    "After Step 5, the second pass.",
)
"""A sentence for each stop that the rating rules have."""


class PassGrid:
    """The cells of the small charts: a cell is a place in `passes.rated`.

    A stop is a moment with a rating: 0 is before Step 4, and each pass ends with one.
    """

    def __init__(self, passes: SectionPasses, columns: int) -> None:
        self.passes = passes
        self.columns = columns
        self.rows = max(ceil(len(passes.rated) / columns), 1)
        self.span = max(passes.largest_move, 0.5)
        self.stops = len(passes.strengths)

    def corner_of(self, cell: int) -> Point:
        """Return the lower left corner of a cell; the first row of cells is at the top."""
        row, column = divmod(cell, self.columns)
        return float(column), float(self.rows - 1 - row)

    def point_of(self, cell: int, position: float) -> Point:
        """Return the point of a player's line at a position, where 0.5 is halfway to stop 1."""
        place, (x, y) = self.passes.rated[cell], self.corner_of(cell)
        stop = min(int(position), self.stops - 2)
        before, after = (self.passes.strengths[i][place] for i in (stop, stop + 1))
        now = before + (after - before) * (position - stop)
        away = (now - self.passes.strengths[-1][place]) / self.span
        away = min(max(away, -1.0), 1.0)
        middle, half = (LOW + HIGH) / 2, (HIGH - LOW) / 2
        along = LEFT + (RIGHT - LEFT) * position / (self.stops - 1)
        return x + along, y + middle + half * away

    def label_rating(self, cell: int, stop: int) -> ChartLabel:
        """Return a label at the top right of a cell: the player's rating at a stop."""
        x, y = self.corner_of(cell)
        text = format_rating(self.passes.strengths[stop][self.passes.rated[cell]])
        return ChartLabel(
            x + 0.96, y + 0.84, text, "soft", sides=("left",), gap=0.0, bare=True
        )

    def is_beyond(self, cell: int) -> bool:
        """Return whether the first rating is off the scale; the line from it is dashed."""
        place = self.passes.rated[cell]
        first, last = (self.passes.strengths[i][place] for i in (0, -1))
        return abs(first - last) > self.span


def draw_passes(
    grid: PassGrid, names: list[str], selected: int | None, title: str, source: str
) -> Chart:
    """Return the small charts of all players."""
    marks: list[Mark] = []
    labels: list[ChartLabel] = []
    for cell, place in enumerate(grid.passes.rated):
        x, y = grid.corner_of(cell)
        points = [grid.point_of(cell, float(stop)) for stop in range(grid.stops)]
        last, start = points[-1][1], int(grid.is_beyond(cell))
        marks += [
            ChartBand(
                x + 0.01,
                x + 0.98,
                y + 0.04,
                y + 0.96,
                "selected" if place == selected else "raised",
                1.0,
                key=place,
            ),
            ChartLine(((x + LEFT, last), (x + RIGHT, last)), "pale", 1.0, True, 0.6),
        ]
        if start:
            marks.append(ChartLine(tuple(points[:2]), "pale", 1.2, dashed=True))
        marks.append(ChartLine(tuple(points[start:]), "accent", 1.6))
        marks += [
            ChartDot(*points[i], "warning" if i > RULES else "accent", 2.0, i > RULES)
            for i in range(start, grid.stops)
        ]
        labels.append(
            ChartLabel(
                x + 0.02, y + 0.84, names[cell], "text", sides=("right",), bare=True
            )
        )
    return Chart(
        title,
        Axis(0.0, float(grid.columns), ticks=(), grid=False, texts=False),
        Axis(0.0, float(grid.rows), ticks=(), grid=False, texts=False),
        tuple(marks),
        tuple(labels),
        title,
        source,
    )


class PassesPage(SceneView):
    """Small charts of all players, one slider for all, and a switch from two passes to ten."""

    def __init__(self, session: Session, theme: Theme) -> None:
        super().__init__("passesPage", "Compare passes", "Passes", session, theme)
        self._grid: PassGrid | None = None
        self._trace: SectionTrace | None = None
        self._asked: tuple[SectionTrace, PlayerDirectory] | None = None
        """The section whose passes are being computed, and its players' names."""
        self._people: PlayerDirectory | None = None
        self._drawn: object = None
        self._labeled: object = None
        self._labels: tuple[ChartLabel, ...] = ()
        self.empty = make_wrapped_label("passesEmpty", "label")
        self.saying = make_wrapped_label("passesSentence", "")
        self.why = make_wrapped_label("passesWhy", "")
        self.chart = ChartView(theme, "passesChart")
        self.chart.setMouseTracking(True)
        self.transport = WalkControls("passes", None, "passes", name_stop, flat=True)
        for button, way in (
            (self.transport.back, -MANY),
            (self.transport.forward, MANY),
        ):
            button.clicked.connect(lambda _on, by=way: self.transport.step_by(by))
            button.set_words("Before Step 4" if way < 0 else "The last pass")
        self.ten = make_choice_button(
            "passesTen",
            "What &if there were ten passes?",
            "What if there were ten passes? This is not the rules.",
        )
        self.ten.setAutoExclusive(False)
        self._parts = self.transport, self.saying, self.why, self.ten, self.chart
        line = add_parts(make_row(), self.ten, STRETCH)
        self.lay_out_page(
            "passes",
            "The passes",
            self.chart.make_image,
            self.chart,
            self.empty,
            line,
            self.why,
            self.transport,
            self.saying,
            (self.chart, 1),
        )
        self.setFocusProxy(self.transport.slider)
        self.worker = self.make_worker(self._show_passes)
        self.transport.moved.connect(self._handle_move)
        self.ten.toggled.connect(self._show_scene)
        self.chart.chosen.connect(self._choose_player)
        session.step.changed.connect(self._follow_step)

    @property
    def count(self) -> int:
        """The number of passes shown."""
        return MANY if self.ten.isChecked() else RULES

    def _choose_player(self, row: int) -> None:
        """Select a player, who needs no guess any more: the result is on this page."""
        self._shared.skip_guess(row)
        self._session.select(row=row)

    # Following

    def _show_scene(self) -> None:
        """Show the section's passes, which are computed in the background."""
        session = self._session
        rating, section = session.with_what_if.rating, session.section
        if (
            rating is None
            or section is None
            or not any(player.formula != "none" for player in rating.trace.players)
        ):
            self._say_nothing(NOBODY)
        elif waiting := self.explain_waiting():
            self._say_nothing(waiting)
        elif not has_two_passes(rating.trace):
            self._say_nothing(ONE)
        else:
            known = 0 if self._grid is None else self._grid.stops - 1
            if rating.trace is self._trace and known == self.count:
                self.worker.drop_job()
                self._draw_grid()
                return
            # The old names stay until the new charts are ready.
            self._asked = rating.trace, make_directory(rating.trace, section)
            self.worker.start_job(partial(run_passes, rating.trace, self.count))

    def _say_nothing(self, reason: str) -> None:
        self.worker.drop_job()
        self._asked = self._trace = self._grid = self._drawn = None
        self.show_empty(reason)
        self.chart.show_chart(None)
        for part in self._parts:
            part.hide()

    def _show_passes(self, passes: object) -> None:
        assert isinstance(passes, SectionPasses)
        assert self._asked is not None
        self._trace, self._people = self._asked
        self.show_empty("")
        for part in self._parts:
            part.show()
        position = self.transport.position
        self._grid = PassGrid(passes, self._count_columns())
        stops = self._grid.stops - 1
        first = not self.transport.moves
        with QSignalBlocker(self.transport):
            self.transport.show_walk(stops, float(stops) if first else position)
        self._draw_grid()

    def _count_columns(self) -> int:
        digit = self.fontMetrics().horizontalAdvance("0")
        return max(1, int(self.viewport().width() - 4 * UNIT) // (digit * WIDEST))

    def _draw_grid(self) -> None:
        grid, people, section = self._grid, self._people, self._session.section
        if grid is None or people is None or section is None:
            return
        row, look = self._session.selection.row, ChartLook.from_theme(self._theme)
        room = self.viewport().width()
        wanted = grid.passes, people, row, room, look, self.source
        if wanted == self._drawn:
            return
        self._drawn = wanted
        self._grid = grid = PassGrid(grid.passes, self._count_columns())
        self.chart.setMinimumHeight(
            round(self.fontMetrics().height() * (TALL * grid.rows + 2))
        )
        wide = room / grid.columns * 0.62
        names = [
            shorten_text(people.get_name(i), wide, look.measure_text)
            for i in grid.passes.rated
        ]
        what = (
            f"{NOT_RULES}: {self.count} passes for every player"
            if self.count > RULES
            else "Steps 3, 4 and 5 of every player"
        )
        title = f"{what}, each on a scale of ±{format_number(grid.span, 1)} points"
        why = explain_second_pass(grid.passes, people, row)
        beyond = any(map(grid.is_beyond, range(len(names))))
        self.why.setText(f"{why} {STEEP if beyond else ''}".strip())
        self.chart.show_chart(draw_passes(grid, names, row, title, self.source))
        # Reserve room for the longest sentence, so that the charts don't move.
        self.saying.setMinimumHeight(0)
        longest = 0
        for stop in range(grid.stops):
            self.saying.setText(self._describe_stop(grid, people, stop))
            longest = max(longest, self.saying.heightForWidth(self.saying.width()))
        self.saying.setMinimumHeight(longest)
        self._show_position(self.transport.position)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arrange the small charts for the new width."""
        super().resizeEvent(event)
        if self._grid is not None and self._count_columns() != self._grid.columns:
            self._draw_grid()

    # The slider

    def _follow_step(self) -> None:
        """Move the slider to the step that the other views show."""
        stop = min(max(self._session.step.step - 3, 0), RULES)
        if self._grid is not None and min(self.transport.stop, RULES) != stop:
            with QSignalBlocker(self.transport):
                self.transport.jump_to(float(stop))
            self._show_position(float(stop))

    def _handle_move(self, position: float) -> None:
        """Show the slider's position, and its step in all other views."""
        self._show_position(position)
        if self._grid is not None and position == int(position):
            self._session.step.show_step(min(int(position), RULES) + 3)

    def _show_position(self, position: float) -> None:
        grid, people = self._grid, self._people
        if grid is None or people is None or position > grid.stops - 1:
            return
        self.chart.show_overlay(self._make_overlay(grid, position))
        self.saying.setText(self._describe_stop(grid, people, self.transport.stop))

    def _describe_stop(self, grid: PassGrid, people: PlayerDirectory, stop: int) -> str:
        """Return what the ratings at a stop mean, and the selected player's rating there."""
        said = (
            f"{MEANINGS[stop]} "
            if stop <= RULES
            else f"After pass {stop}. {NOT_RULES}. "
        )
        here = self._session.selection.row
        if here in grid.passes.rated:
            now, last = (grid.passes.strengths[i][here] for i in (stop, -1))
            said += f"{people.get_spoken_name(here)} is at {format_number(now, 2)}. "
            away = format_number(abs(last - now), 2)
            if away != "0":
                way = "up" if last > now else "down"
                said += f"The later passes move this rating {way} by {away}. "
        if self.count > RULES:
            said += describe_limit(grid.passes, people)
        return said

    def _make_overlay(self, grid: PassGrid, position: float) -> Overlay:
        """Return a dot on each player's line at a position, and the ratings at the last stop."""
        cells, stop = range(len(grid.passes.rated)), int(position)
        if self._labeled != (grid, stop):
            self._labeled = grid, stop
            self._labels = tuple(grid.label_rating(cell, stop) for cell in cells)
        return Overlay(
            tuple(
                ChartDot(*grid.point_of(cell, position), "text", 4.0) for cell in cells
            ),
            self._labels,
        )
