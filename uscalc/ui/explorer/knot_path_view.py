"""Knot path: f(R) of the special formula, and the search for its zero."""

from typing import Final

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPainterStateGuard, QResizeEvent
from PySide6.QtWidgets import QWidget

from uscalc.document.model import Player, Section
from uscalc.document.rate.rated import SystemRating
from uscalc.explain.curve import make_objective_curve
from uscalc.explain.numbers import format_rating, speak_name
from uscalc.explain.picture import SpecialPicture
from uscalc.explain.picture_words import describe_state
from uscalc.explain.scene.scene import Scene
from uscalc.explain.scene.words import add_scene_notes
from uscalc.explain.walk import StartAt, explain_missing_solver, explain_special_choice
from uscalc.ui.charts.chart_look import ChartImage, ChartLook
from uscalc.ui.charts.picture_button import ExportImageButton
from uscalc.ui.charts.scene import Chart
from uscalc.ui.charts.view import ChartView
from uscalc.ui.explorer.curve_chart import CurveChart
from uscalc.ui.explorer.scene import SolvedStep, step_chart
from uscalc.ui.explorer.scene_view import STEPS, SearchView
from uscalc.ui.session.session import Session
from uscalc.ui.session.shared_scene import make_directory
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import (
    add_parts,
    make_column,
    make_page,
    make_plain_button,
    make_row,
    make_wrapped_label,
    name_widget,
    reserve_height,
    turn_box,
)
from uscalc.ui.widgets.controls import ChoiceControl, make_choice
from uscalc.ui.widgets.walk_controls import WalkControls

NARROWEST: Final = 28
"""The least width of a chart beside another one, in digits."""
LEAST_LINES: Final = 12
"""The least height of the chart, in lines of text, so that all texts are visible at 1024 x 768."""


def beside_charts(solved: SolvedStep, name: str, source: str) -> dict[int, Chart]:
    """Return a small chart for each step; all have the same axes."""
    curves = {
        step: make_objective_curve(done, solved.picture.player.entrant)
        for step, done in solved.steps.items()
    }
    bounds = (
        min(curve.low for curve in curves.values()),
        max(curve.high for curve in curves.values()),
        min(curve.knots[0].f for curve in curves.values()),
        max(curve.knots[-1].f for curve in curves.values()),
    )
    return {
        step: step_chart(
            f"f(R) of {name} in Step {step}",
            source,
            f"Step {step}: zero at {format_rating(solved.steps[step].end)}",
            curve,
            solved.steps[step].end,
            bounds,
            solved.people,
        )
        for step, curve in curves.items()
    }


class StepCharts(QWidget):
    """The small charts, side by side or, in a narrow view, one below the other."""

    def __init__(self, session: Session, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        name_widget(self, "solverBeside")
        self.charts = {
            # The zero of each step is placed above its own axis.
            step: ChartView(theme, f"solverChart{step}", headline=False)
            for step in STEPS
        }
        self._row = make_row(self)
        for step, chart in self.charts.items():
            chart.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            # A small chart has no room for a button, so its menu opens on a right-click.
            menu = ExportImageButton(
                f"solverStep{step}", f"f(R) in Step {step}", chart.make_image, chart
            )
            menu.hide()
            menu.failed.connect(session.refused)
            self._row.addWidget(chart, 1)
        theme.changed.connect(self._set_heights)
        self._set_heights()

    def show_charts(self, charts: dict[int, Chart]) -> None:
        """Show these charts; a step without a chart leaves no gap."""
        for step, view in self.charts.items():
            view.show_chart(charts.get(step))
            view.setVisible(step in charts)

    def make_picture(self, light: bool = False) -> ChartImage | None:
        """Return an image of all charts as shown."""
        found = [
            (view, picture)
            for view in self.charts.values()
            if (picture := view.make_image(light)) is not None
        ]
        if not found:
            return None

        def draw(painter: QPainter, look: ChartLook) -> None:
            for view, picture in found:
                with QPainterStateGuard(painter):
                    painter.translate(view.pos())
                    picture.draw(painter, look)

        last = found[-1][1]
        return ChartImage(
            last.title.rpartition(" in Step ")[0],
            last.source,
            " ".join(picture.description for _, picture in found),
            self.width(),
            self.height(),
            last.look,
            draw,
        )

    def _set_heights(self) -> None:
        for view in self.charts.values():
            view.setMinimumHeight(self.fontMetrics().height() * 12)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the charts side by side if the width allows it, or else below each other."""
        super().resizeEvent(event)
        needed = self.fontMetrics().horizontalAdvance("0") * NARROWEST
        seen = sum(view.chart is not None for view in self.charts.values())
        turn_box(self._row, down=self.width() < needed * seen)


TOGETHER: Final = 0
"""The number of the choice that shows all steps."""
STARTS: Final[tuple[tuple[StartAt, str], ...]] = (
    ("prior", "Start at R'0"),
    ("closed form", "Start at the closed form"),
)
LEGEND: Final = (
    "A knot is labeled by its opponent: it is 400 points above (+400) or below (−400) "
    "that rating. R'0 is the rating of the earlier games. Darker shading means more "
    "opponents count exactly 0 or 1."
)
PLAY: Final = (QEvent.Type.KeyPress, Qt.Key.Key_Space)


class KnotPathView(SearchView):
    """The scene as the curve f, with the search step by step.

    `bars_wanted` is emitted to show the same scene as bars in the Rating explorer.
    """

    bars_wanted = Signal()

    def __init__(self, session: Session, theme: Theme) -> None:
        super().__init__(
            ("view-knot-path", "Knot path of the special formula", "Knot path"),
            session,
            theme,
            "solver",
            make_wrapped_label("solverHeading", "heading"),
            CurveChart(session.scene, theme, "solverChart"),
            WalkControls("solver", flat=True),
        )
        self.why = make_wrapped_label("solverWhy", "note")
        self.value = make_wrapped_label("solverValue", "heading")
        self.legend = make_wrapped_label("solverLegend", "note", LEGEND)
        self.other = make_plain_button(
            "solverOther",
            "",
            "Show a player rated with the special formula",
            self._show_other,
        )
        words = "Start of the search"
        self.start = make_choice(
            "solverStart", words, STARTS, shown="prior", hint=words
        )
        self.start.setSizeAdjustPolicy(ChoiceControl.SizeAdjustPolicy.AdjustToContents)
        self.start.committed.connect(self._start_at)
        self.bars = make_plain_button(
            "solverBars",
            "Bars",
            "Show this scene as bars",
            self.bars_wanted.emit,
            "Show the same scene as bars, in Rating explorer",
        )
        self.make_search_image_button("f(R) and the knot path", self.curve)
        # The chart gets the focus, because its keys play the search and move through it.
        self.setFocusProxy(self.curve)
        self.beside = StepCharts(session, theme)
        self._lay_out()
        self.steps.idClicked.connect(self._choose_step)
        self.transport.slider.installEventFilter(self)
        theme.changed.connect(self._set_height)
        self._set_height()

    def _lay_out(self) -> None:
        self._add_steps(
            {
                step: f"Show f(R) in Step {step}; the other steps stay visible in gray"
                for step in STEPS
            }
        )
        self._add_choice(
            self.steps,
            TOGETHER,
            "solverAllSteps",
            "Side by side",
            "Show f(R) in every step, side by side",
        )
        add_parts(self._choices, self.start, self.bars)
        head = make_row(spacing=None)
        head.addWidget(self.heading, 1, Qt.AlignmentFlag.AlignVCenter)
        head.addWidget(self.picture)
        page = make_page("solverPage")
        column = make_column(page, (2 * UNIT, UNIT, 2 * UNIT, UNIT))
        self._single = (
            self.curve,
            self.transport,
            self.value,
            self.saying,
            self.start,
        )
        add_parts(
            column,
            head,
            self.why,
            self.choices,
            (self.curve, 1),
            (self.beside, 1),
            self.transport,
            self.value,
            self.saying,
            self.notes,
            self.legend,
            self.reason,
        )
        column.addWidget(self.other, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self._end, 1)
        self.parts = self.why, self.choices, self.notes, self.legend, self.picture
        self.setWidget(page)

    @property
    def together(self) -> bool:
        """True if all steps are shown side by side."""
        return self.steps.checkedId() == TOGETHER

    def _make_picture(self, light: bool = False) -> ChartImage | None:
        if not self.together:
            return self.curve.make_image(light)
        picture, scene = self.beside.make_picture(light), self.scene
        if picture is None or scene is None:
            return picture
        return replace(
            picture, title=add_scene_notes(scene, picture.title, shows_r=False)
        )

    def _set_height(self) -> None:
        """Set a height that grows with the type size."""
        self.curve.setMinimumHeight(self.fontMetrics().height() * LEAST_LINES)

    # Following

    def _start_at(self, key: str) -> None:
        if self.scene is not None:
            self._shared.put(
                self.scene.start_from(
                    "closed form" if key == "closed form" else "prior"
                )
            )

    def _choose_step(self, step: int) -> None:
        super()._choose_step(step)
        # The choice that shows all steps doesn't change the scene's step.
        self._show_scene()

    def _can_show(self, scene: Scene) -> bool:
        return isinstance(scene.picture, SpecialPicture)

    @property
    def solved(self) -> SolvedStep | None:
        """The shown solution; None if the step doesn't use the special formula."""
        return self.curve.solved

    def _draw_scene(self, scene: Scene) -> None:
        source = self.source
        self.curve.show_solution(scene, source)
        solved = self.solved
        assert solved is not None
        if (solved, self.together) != self._drawn:
            self._drawn = solved, self.together
            name = solved.people.get_spoken_name(solved.scene.subject.place)
            self.heading.setText(name)
            self.why.setText(
                explain_special_choice(solved.picture.player, solved.people)
            )
            several = len(solved.steps) > 1
            self.steps.button(TOGETHER).setEnabled(several)
            if not (self.together and several):
                self.steps.button(solved.picture.step).setChecked(True)
            if self.together:
                self.beside.show_charts(beside_charts(solved, name, source))
            self.notes.setText(" ".join(solved.notes))
            self._switch_page(True)
            self.start.show_text(solved.scene.start)
            self._reserve_height()
        value, said = solved.describe(scene)
        self.value.setText(value)
        self.saying.setText(said)
        # Screen readers read the text of the focused widget.
        self.transport.slider.setAccessibleDescription(said)

    def _switch_page(self, showing: bool) -> None:
        super()._switch_page(showing)
        for part in self._single:
            part.setVisible(showing and not self.together)
        self.beside.setVisible(showing and self.together)
        self.other.setVisible(not showing and bool(self.other.text()))

    # Nothing to show

    def _explain_absence(self) -> None:
        self.curve.show_solution(None, "")
        self.other.setText("")
        super()._explain_absence()

    def _explain_rated(
        self, player: Player, section: Section, rating: SystemRating
    ) -> str:
        people, place = (
            make_directory(rating.trace, section),
            rating.places[player.number],
        )
        trace = (
            rating.trace.players[place]
            if self.scene is None
            else self.scene.picture.player
        )
        reason = explain_missing_solver(trace, people, place)
        row = rating.find_next_special_row(section, self._session.selection.row or 0)
        if row is None:
            return (
                f"{reason} No player in this section is rated with the special formula."
            )
        player = section.players[row]
        name = speak_name(player.name) or f"Player {player.number}"
        self.other.setText(f"Show {name.replace('&', '&&')}")
        self.other.setAccessibleName(
            f"Show {name}, who is rated with the special formula"
        )
        self.other.setProperty("row", row)
        return reason

    def _show_other(self) -> None:
        """Show the search of the player on the button, and focus the curve with its keys."""
        self._session.select(row=int(self.other.property("row")))
        self.refresh()
        self.curve.setFocus()

    # Sizes and keys

    def _reserve_height(self) -> None:
        solved, scene = self.solved, self.scene
        if solved is not None and scene is not None:
            longest = sorted((s.sentence for s in solved.stops), key=len)[-3:]
            state = describe_state(solved.picture, scene.at, caught=False)
            reserve_height(
                self.saying,
                self.text_width,
                (*longest, f"{state} {solved.longest_place}"),
            )

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Start or stop the search with Space on the slider."""
        if isinstance(event, QKeyEvent) and (event.type(), event.key()) == PLAY:
            self.transport.toggle_playing()
            return True
        return super().eventFilter(watched, event)
