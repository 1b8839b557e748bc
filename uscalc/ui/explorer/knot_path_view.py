"""Knot path: f(R) of the special formula, and the search for its zero."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QToolButton,
    QWidget,
)

from uscalc.explain.numbers import format_number, format_rating
from uscalc.explain.walk import StartAt, explain_missing_solver, explain_special_choice
from uscalc.ui.charts.look import ChartImage
from uscalc.ui.charts.scene import ChartDot, ChartLabel
from uscalc.ui.charts.view import ChartView
from uscalc.ui.explorer.beside import STEPS, StepCharts, beside_charts
from uscalc.ui.explorer.scene import (
    SolvedStep,
    make_headline,
    people_of,
    solved_rows,
    solver_chart,
    special_steps,
    walk_dots,
    walk_labels,
    walk_overlay,
)
from uscalc.ui.frame.view import ScrolledView
from uscalc.ui.session.session import Session
from uscalc.ui.session.source import describe_source
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import add_parts, make_column, make_page, name_widget
from uscalc.ui.widgets.controls import ChoiceControl
from uscalc.ui.widgets.labels import (
    make_choice_button,
    make_plain_button,
    make_wrapped_label,
    reserve_height,
)
from uscalc.ui.widgets.layouts import FlowLayout
from uscalc.ui.widgets.transport import WalkControls

TOGETHER: Final = 0
"""The choice that shows all steps."""
STARTS: Final[tuple[tuple[StartAt, str], ...]] = (
    ("prior", "Start at the prior"),
    ("closed form", "Start at the closed form"),
)
LEGEND: Final = (
    'Knots are labeled by opponent: Castle+400 is Castle\'s rating plus 400; "prior" is '
    "the player's own rating. Darker shading means more opponents count exactly 0 or 1."
)
NOBODY: Final = "This section has no players yet. Press F4 to register members."
NOT_RATED: Final = "This section isn't rated. See Problems (F8)."
STEP_KEYS: Final = {
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Down: -1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Up: 1,
}
WAIT: Final = 40
"""Milliseconds after which the view follows the crosstable."""


class ShownSolution(NamedTuple):
    """A solution to show, and how to show it."""

    trace: object
    section: object
    how: tuple[object, ...]

    def is_same(self, other: "ShownSolution | None") -> bool:
        """Return whether it is of the very same values; comparing them would take long."""
        return (
            other is not None
            and self.trace is other.trace
            and self.section is other.section
            and self.how == other.how
        )


class KnotPathView(ScrolledView):
    """The selected player's equation, drawn and solved step by step."""

    def __init__(
        self, session: Session, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(
            "view-knot-path",
            "Knot path of the special formula",
            "Knot path",
            session,
            theme,
            parent,
        )
        self.solved: SolvedStep | None = None
        """The shown step; None if the rating was computed without the solver."""
        self._dots: tuple[ChartDot, ...] = ()
        self._labels: tuple[ChartLabel, ...] = ()
        self._whose: object = None
        self._shown_step = session.step
        self._step_seen = self._shown_step.step
        self._drawn: ShownSolution | None = None
        self.heading = make_wrapped_label("solverHeading", "heading")
        self.why = make_wrapped_label("solverWhy", "note")
        self.saying = make_wrapped_label("solverSentence", "")
        self.value = make_wrapped_label("solverValue", "heading")
        self.notes = make_wrapped_label("solverNotes", "note")
        self.legend = make_wrapped_label("solverLegend", "note", LEGEND)
        self.reason = make_wrapped_label("solverReason", "label")
        self.other = make_plain_button(
            "solverOther",
            "",
            "Show a player rated with the special formula",
            lambda: self._session.select(row=int(self.other.property("row"))),
        )
        self.chart = ChartView(theme, "solverChart")
        self.chart.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.transport = WalkControls("solver")
        self.start = ChoiceControl(STARTS)
        self.start.set_names("solverStart", "Start of the search")
        self.start.setToolTip("Start of the search")
        self.start.setSizeAdjustPolicy(ChoiceControl.SizeAdjustPolicy.AdjustToContents)
        self.start.show_text("prior")
        self.start.committed.connect(self._start_at)
        self.picture = self.make_image_button(
            "solver",
            "f(R) and the knot path",
            self._make_picture,
            self.chart,
            self._make_frames,
        )
        # The chart gets the focus, because its keys play and step.
        self.setFocusProxy(self.chart)
        self.steps = QButtonGroup(self)
        self.beside = StepCharts(session, theme)
        self._lay_out()
        self.transport.moved.connect(self._show_position)
        self.steps.idClicked.connect(lambda _step: self.refresh())
        for watched in (self.chart, self.transport.slider):
            watched.installEventFilter(self)
        self._follow = self.follow(
            session.opened,
            session.rated,
            session.tried,
            session.selected,
            self._shown_step.changed,
            wait=WAIT,
        )
        theme.changed.connect(self._set_heights)
        self._set_heights()

    # Building

    def _lay_out(self) -> None:
        page = make_page("solverPage")
        column = make_column(page, (2 * UNIT, UNIT, 2 * UNIT, 2 * UNIT))
        head = QHBoxLayout()
        head.addWidget(self.heading, 1, Qt.AlignmentFlag.AlignVCenter)
        head.addWidget(self.picture)
        add_parts(column, head, self.why)
        self.choices = name_widget(QWidget(), "solverChoices")
        row = FlowLayout(self.choices)
        for step in STEPS:
            hint = f"Show f(R) in Step {step}; the other steps stay visible in gray"
            row.addWidget(
                self._make_choice(step, f"solverStep{step}", f"Step {step}", hint)
            )
        hint = "Show f(R) in every step, side by side"
        together = self._make_choice(TOGETHER, "solverAllSteps", "Side by side", hint)
        add_parts(row, together, self.start)
        self.solving = (
            self.why,
            self.choices,
            self.chart,
            self.transport,
            self.value,
            self.saying,
            self.notes,
            self.legend,
            self.picture,
        )
        column.addWidget(self.choices)
        column.addWidget(self.chart, 1)
        column.addWidget(self.beside, 1)
        add_parts(
            column,
            self.transport,
            self.value,
            self.saying,
            self.notes,
            self.legend,
            self.reason,
        )
        column.addWidget(self.other, 0, Qt.AlignmentFlag.AlignLeft)
        self._end = name_widget(QWidget(), "solverEnd")
        column.addWidget(self._end, 1)
        self.setWidget(page)

    def _make_choice(self, key: int, name: str, text: str, hint: str) -> QToolButton:
        button = make_choice_button(name, text, hint, hint)
        self.steps.addButton(button, key)
        return button

    @property
    def together(self) -> bool:
        """True if all steps are shown side by side."""
        return self.steps.checkedId() == TOGETHER

    def _make_picture(self, light: bool = False) -> ChartImage | None:
        return (
            self.beside.make_picture(light)
            if self.together
            else self.chart.make_image(light)
        )

    def _make_frames(self, light: bool) -> Iterator[ChartImage]:
        """Yield an image for each stop of the search; then restore the shown stop."""
        stops = len(self.solved.stops) if self.solved else 0
        before = self.transport.position
        try:
            for stop in range(stops):
                self._show_position(float(stop))
                picture = self.chart.make_image(light)
                if picture is not None:
                    yield picture
        finally:
            self._show_position(before)

    def _set_heights(self) -> None:
        """Set heights that grow with the type size."""
        self.chart.setMinimumHeight(self.fontMetrics().height() * 17)
        self._reserve_height()

    # Following

    def _start_at(self, key: str) -> None:
        self.start.show_text(key)
        self.refresh()

    def refresh(self) -> None:
        """Show the selected player; a search that was at its end stays at the end."""
        session = self._session
        seen, player = session.would_be, session.player
        section, found = seen.section, seen.rating
        if section is None or player is None:
            self._say_nothing("No players yet", NOBODY)
            return
        if found is None or player.number not in found.places:
            self._say_nothing(player.name, NOT_RATED)
            return
        people = people_of(found.trace, section)
        place = found.places[player.number]
        trace = found.trace.players[place]
        steps = special_steps(trace)
        if not steps or trace.formula != "special":
            self._say_nothing(
                people.get_name(place), explain_missing_solver(trace, people, place)
            )
            self._offer_players(solved_rows(section, found))
            return
        selection = session.selection
        whose = selection.section, selection.system, selection.row
        same = whose == self._whose
        self._whose = whose
        step, shown = self.steps.checkedId(), self._shown_step.step
        if step not in steps or not same or shown != self._step_seen:
            # The step that is shown everywhere, or the last one before it.
            step = max((s for s in steps if s <= shown), default=min(steps))
        self._step_seen = shown
        if not same:
            self.start.show_text("prior")
        start: StartAt = (
            "closed form" if self.start.currentData() == "closed form" else "prior"
        )
        drawn = ShownSolution(
            trace,
            section,
            (step, self.together, start, describe_source(session, what_if=True)),
        )
        if self.solved is not None and drawn.is_same(self._drawn):
            # Another round of the same player changes nothing here.
            return
        self._drawn = drawn
        before, position = self.solved, self.transport.position
        at_end = before is None or not same or position >= len(before.stops) - 1
        solved = self.solved = SolvedStep(people, trace, step, start)
        self._draw_solution(solved, people.get_name(place), at_end, position)

    def _draw_solution(
        self, solved: SolvedStep, name: str, at_end: bool, position: float
    ) -> None:
        for step in STEPS:
            self.steps.button(step).setEnabled(step in solved.steps)
        self.heading.setText(name)
        self.why.setText(explain_special_choice(solved.player, solved.people))
        self.chart.show_chart(
            solver_chart(
                make_headline(solved, name),
                describe_source(self._session, what_if=True),
                solved.step,
                solved.curve,
                solved.stops,
                solved.ghosts,
                solved.people,
                solved.walk.raw if solved.walk.tie_break else None,
            )
        )
        several = len(solved.steps) > 1
        self.steps.button(TOGETHER).setEnabled(several)
        if not (self.together and several):
            self.steps.button(solved.step).setChecked(True)
        if self.together:
            source = describe_source(self._session, what_if=True)
            self.beside.show_charts(beside_charts(solved, name, source))
        self._dots, self._labels = walk_dots(solved.stops), walk_labels(solved.stops)
        self.notes.setText(" ".join(solved.notes))
        self._switch_page(True)
        self._reserve_height()
        moves = len(solved.stops) - 1
        self.transport.show_walk(moves, float(moves) if at_end else position)

    def _say_nothing(self, heading: str, reason: str) -> None:
        self.solved, self._whose, self._drawn = None, None, None
        self.transport.pause_playing()
        self.chart.show_chart(None)
        self.heading.setText(heading)
        self.reason.setText(reason)
        self.other.hide()
        self._switch_page(False)

    def _switch_page(self, solving: bool) -> None:
        for part in self.solving:
            part.setVisible(solving)
        together = solving and self.together
        self.beside.setVisible(together)
        if together:
            for part in (
                self.chart,
                self.transport,
                self.value,
                self.saying,
                self.start,
            ):
                part.hide()
        self.start.setVisible(not together)
        self.reason.setVisible(not solving)
        self._end.setVisible(not solving)
        if solving:
            self.other.hide()

    def _offer_players(self, rows: list[int]) -> None:
        section = self._session.section
        if not rows or section is None:
            self.reason.setText(
                f"{self.reason.text()} No player in this section is rated with the special formula."
            )
            return
        here = self._session.selection.row or 0
        row = next((row for row in rows if row > here), rows[0])
        name = section.players[row].name or f"Player {section.players[row].number}"
        self.other.setText(f"Show {name.replace('&', '&&')}")
        self.other.setAccessibleName(
            f"Show {name}, who is rated with the special formula"
        )
        self.other.setProperty("row", row)
        self.other.show()

    # The search

    def _show_position(self, position: float) -> None:
        solved = self.solved
        if solved is None:
            return
        self.chart.show_overlay(
            walk_overlay(solved.curve, solved.stops, self._dots, self._labels, position)
        )
        stop = solved.stops[self.transport.stop]
        value = f"M = {format_rating(stop.m)}   f(M) = {format_number(stop.f, 4)}"
        if self.value.text() != value or self.saying.text() != stop.sentence:
            self.value.setText(value)
            self.saying.setText(stop.sentence)
            # Screen readers read it where the focus is.
            self.transport.slider.setAccessibleDescription(stop.sentence)

    def _reserve_height(self) -> None:
        """Reserve height for the longest sentence, so that nothing below it moves."""
        if self.solved is None:
            return
        sentences = sorted((s.sentence for s in self.solved.stops), key=len)[-3:]
        reserve_height(
            self.saying, max(self.viewport().width() - 4 * UNIT, 1), sentences
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Reserve the height again for the new width."""
        super().resizeEvent(event)
        self._reserve_height()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Space plays; arrows, Home and End move, on the chart as on the slider."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return self._handle_key(event, watched is self.chart)
        return super().eventFilter(watched, event)

    def _handle_key(self, event: QKeyEvent, on_chart: bool) -> bool:
        moves = len(self.solved.stops) - 1 if self.solved else 0
        key = Qt.Key(event.key())
        if key == Qt.Key.Key_Space:
            self.transport.toggle_playing()
        elif on_chart and key in STEP_KEYS:
            self.transport.step_by(STEP_KEYS[key])
        elif on_chart and key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self.transport.jump_to(0.0 if key == Qt.Key.Key_Home else float(moves))
        else:
            return False
        return True
