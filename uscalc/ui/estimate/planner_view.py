"""The goal planner: a target, a day, and the events until then."""

from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple, cast

from PySide6.QtCore import Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from uscalc.analysis.forecast_model import BadSettingError, NothingToForecastError
from uscalc.analysis.one_player import NoRatingError
from uscalc.counted import make_sentence
from uscalc.document.facts.typed import TypedError, parse_count
from uscalc.document.sheet.line import BadLine, read_line
from uscalc.document.sheet.plan import (
    EVERY,
    BadPlanError,
    Every,
    GoalPlan,
    GoalPlanAnswer,
    answer_plan,
    parse_target_day,
)
from uscalc.document.sheet.sheet import BadEstimateError, Estimate
from uscalc.explain.numbers import format_number, format_points, format_whole_rating
from uscalc.monitor import Monitor
from uscalc.report.as_answer import describe_change
from uscalc.report.as_plan import (
    choose_event_title,
    make_chance_sentence,
    make_path_sentence,
    make_plan_notes,
)
from uscalc.report.forecast_words import describe_odds, format_percent
from uscalc.rules.chances import load_chance_model
from uscalc.rules.resolve import resolve_rules
from uscalc.ui.charts.scene import (
    Axis,
    AxisTick,
    Chart,
    ChartArea,
    ChartDot,
    ChartLabel,
    ChartLine,
    ChartRule,
    Mark,
    Point,
)
from uscalc.ui.charts.view import ChartView
from uscalc.ui.estimate.row import SheetField
from uscalc.ui.estimate.split_pane import (
    GO_ON,
    SELECT,
    SplitPane,
    give_focus,
    make_draws_field,
    make_field_grid,
    make_target_field,
    restore_texts,
)
from uscalc.ui.frame.view import View
from uscalc.ui.scheduling import make_timer
from uscalc.ui.session.session import Session
from uscalc.ui.theme.theme import Theme
from uscalc.ui.widgets.building import (
    PAGE_MARGINS,
    STRETCH,
    add_parts,
    make_column,
    make_page,
    make_plain_button,
    make_row,
    make_running_text,
    set_look,
    show_or_hide,
)
from uscalc.ui.widgets.cards import FigureCards, FigureCardText
from uscalc.ui.widgets.controls import make_choice
from uscalc.ui.widgets.layouts import FlowLayout

PATIENCE: Final = 400
"""The button that stops the computation appears after this many milliseconds."""
SENTENCE: Final = 1.15
ROUNDS: Final = 5
CHART_LINES: Final = 12
NO_RATING: Final = "Enter your rating (or new if you have none) to plan several events."
NO_TARGET: Final = "Enter a target: the rating that you want to reach."
NO_DAY: Final = "Enter when you want to reach the target: June, 6 months, or a date."
NO_OPPONENTS: Final = (
    "Enter your opponents\N{RIGHT SINGLE QUOTATION MARK} rating (1700) or a range "
    "(1600-1800)."
)
EVENTS: Final = (
    "How often you play. The first event of the plan is that long after the event of your "
    "estimate."
)
STOPPED: Final = "Stopped. Change an entry to restart."


class PlanInput(NamedTuple):
    """The player of a plan, the target, and the draw factor."""

    sheet: Estimate
    target: float | None
    draws: float


class GoalPlannerView(View):
    """The goal planner: the score needed for a target by a date, and the chance to reach it.

    `changed` is emitted for every key, and `turned` when the view is shown or hidden.
    The plan starts from the estimate; `mirror_fields` keeps equal the fields that both
    views have.
    """

    changed = Signal()
    turned = Signal()

    def __init__(
        self,
        session: Session,
        theme: Theme,
        score_needed: Callable[[], object],
        parent: QWidget,
    ) -> None:
        super().__init__("view-goal-planner", "Goal planner", session, theme, parent)
        self.answer: GoalPlanAnswer | None = None
        self._asked: tuple[PlanInput, GoalPlan] | None = None
        self.rating = SheetField(
            "myPlanRating",
            "Your rating",
            "1780, or new",
            f"Your current rating, or new. It is shared with the Rating estimator. {GO_ON}",
        )
        self.games = SheetField(
            "myPlanGames",
            "Games your rating is based on",
            "established",
            "Number of games your rating is based on. Leave blank if established (26 or "
            f"more). {GO_ON}",
        )
        self.target = make_target_field("myPlan", "The rating that you want to reach.")
        self.draws = make_draws_field("myPlan", GO_ON)
        self.by = SheetField(
            "myPlanBy",
            "Target date or month",
            "June",
            f"When you want to reach it: June, 6 months, or a date. {GO_ON}",
            24,
        )
        self.every = make_choice(
            "myPlanEvery", "One event every", [(name, name) for name in EVERY]
        )
        self.every.setProperty("hint", f"{EVENTS} {SELECT}")
        self.rounds = SheetField(
            "myPlanRounds",
            "Rounds per event",
            f"{ROUNDS}",
            f"Rounds per event [default: {ROUNDS}]. {GO_ON}",
            24,
        )
        self.against = SheetField(
            "myPlanAgainst",
            "Opponents' rating or range",
            "1700, or 1600-1800",
            f"Your opponents' rating (1700) or a range (1600-1800). {GO_ON}",
            24,
        )
        self.saved = self.by, self.rounds, self.against, self.every
        """The controls that only the planner has."""
        restore_texts(self.saved, {})
        self.sentence = make_running_text("myPlanSaid", "heading")
        self.cards = FigureCards(theme, "myPlanCards")
        self.fan = ChartView(theme, "myFan")
        self.notes = make_running_text("myPlanNotes", "")
        self.this_event = make_plain_button(
            "myPlanThisEvent",
            "S&core needed in the open event",
            "Show What if, with the score that the selected player needs for a rating",
            score_needed,
        )
        self.stop = make_plain_button(
            "myPlanStop", "Stop", "Stop the goal planner", self._stop_planning
        )
        self.picture = self.make_image_button(
            "myFan", "The plan", self.fan.make_image, self.fan
        )
        self.buttons = FlowLayout()
        self._build_layout()
        self.worker = self.make_worker(self._receive_plan)
        self._late = make_timer(self, PATIENCE, self.stop.show)
        theme.changed.connect(self._measure_width)
        self._measure_width()
        self._show_plan("")

    def _build_layout(self) -> None:
        entries = make_field_grid(
            "myPlanEntries",
            (
                ("R&ating", self.rating),
                ("&Based on", self.games),
                ("Tar&get", self.target),
                ("Reach it by", self.by),
                ("One event every", self.every),
                ("Ro&unds", self.rounds),
                ("Aga&inst", self.against),
                ("&Draw factor", self.draws),
            ),
            1,
        )
        for place, line in enumerate(self.list_fields()):
            line.textChanged.connect(lambda _text: self.changed.emit())
            line.done.connect(lambda by, at=place: self._go_to_field(at + by))
        self.every.currentIndexChanged.connect(lambda _at: self.changed.emit())
        foot = make_page("myPlanFoot")
        add_parts(make_row(foot), self.stop, self.this_event, STRETCH, self.picture)
        parts = self.sentence, self.cards, self.fan, foot, self.notes
        self.panes = SplitPane("myPlan", (entries,), parts)
        self.hint, self.problem = self.panes.hint, self.panes.problem
        self.panes.source.hide()
        add_parts(make_column(self, PAGE_MARGINS), (self.panes, 1), self.buttons)
        self.stop.hide()

    def mirror_fields(self, others: tuple[SheetField, ...]) -> None:
        """Keep rating, games, target and draws equal to those in the rating estimator."""
        own = self.rating, self.games, self.target, self.draws
        for one, other in zip(own, others, strict=True):
            one.setText(other.text())
            one.textChanged.connect(partial(_write_text, other))
            other.textChanged.connect(partial(_write_text, one))

    def showEvent(self, event: QShowEvent) -> None:
        """Compute the plan when it is visible."""
        super().showEvent(event)
        self.turned.emit()

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop computing, because the plan is hidden."""
        super().hideEvent(event)
        self.turned.emit()

    def list_fields(self) -> tuple[SheetField, ...]:
        """Return the fields in the order of the keyboard."""
        first = self.rating, self.games, self.target
        return (*first, self.by, self.rounds, self.against, self.draws)

    def focus_first_field(self) -> None:
        """Focus the first field that is still needed."""
        needed = self.rating, self.target, self.by, self.against
        give_focus(next((f for f in needed if not f.text().strip()), self.by))

    def _go_to_field(self, place: int) -> None:
        fields = self.list_fields()
        give_focus(fields[place % len(fields)])

    def _measure_width(self) -> None:
        """Set sizes that depend on the type size."""
        self.sentence.setFont(self._theme.make_font(SENTENCE, strong=True))
        self.fan.setMinimumHeight(self.fontMetrics().height() * CHART_LINES)
        self.panes.measure_width()

    # Asking

    def request_plan(self, of: PlanInput | str) -> None:
        """Compute the plan for a player, or show why there is none."""
        read = of if isinstance(of, str) else self._read_plan(of)
        if isinstance(of, str) or isinstance(read, str):
            self._forget_plan()
            self._show_plan(read if isinstance(read, str) else "")
            return
        if (of, read) == self._asked:
            return
        self._asked = of, read
        self._late.start()
        self.worker.start_job(partial(_compute_plan, of.sheet, read))

    def _read_plan(self, of: PlanInput) -> GoalPlan | str:
        """Return the plan, or what is wrong with the entries."""
        if of.target is None:
            return NO_TARGET
        try:
            by = parse_target_day(self.by.text(), of.sheet.end_date)
            rounds = parse_count(self.rounds.text())
        except (TypedError, BadPlanError) as error:
            return make_sentence(error)
        if by is None:
            return NO_DAY
        against = read_line(self.against.text())
        if isinstance(against, BadLine):
            return make_sentence(against.reason)
        if against is None or against.rating is None:
            return NO_OPPONENTS
        return GoalPlan(
            of.target,
            by,
            cast("Every", self.every.currentData()),
            ROUNDS if rounds is None else rounds,
            against.rating,
            against.rating_to or against.rating,
            of.draws,
        )

    def _forget_plan(self) -> None:
        self.worker.drop_job()
        self._late.stop()
        self._asked = self.answer = None

    def _stop_planning(self) -> None:
        self._forget_plan()
        self._show_plan(STOPPED)

    def _receive_plan(self, result: object) -> None:
        self._late.stop()
        self.answer = result if isinstance(result, GoalPlanAnswer) else None
        self._show_plan(result if isinstance(result, str) else "")

    # Display

    def _show_plan(self, problem: str) -> None:
        found = self.answer
        self.stop.hide()
        show_or_hide(self.problem, problem)
        # At the start, missing entries are not an error.
        set_look(self.problem, "role", "note" if problem == NO_RATING else "problem")
        for part in (self.sentence, self.cards, self.fan, self.picture, self.notes):
            part.setVisible(found is not None)
        self.this_event.setVisible(found is None)
        if found is None:
            self.cards.show_cards(())
            self.fan.show_chart(None)
            return
        self.sentence.setText(make_chance_sentence(found))
        self.cards.show_cards(plan_cards(found), None, "", 1)
        self.fan.show_chart(
            fan_chart(found, "Based on random simulations. Calculated by uscalc.")
        )
        self.notes.setText("\n".join(make_plan_notes(found)))


def _write_text(field: SheetField, text: str) -> None:
    """Write a text into a field; if it is already there, keep the cursor and the undo steps."""
    if field.text() != text:
        field.setText(text)


def _compute_plan(
    sheet: Estimate, plan: GoalPlan, monitor: Monitor
) -> GoalPlanAnswer | str:
    """Return the simulated plan, or why there is none; raise CancelledError."""
    try:
        return answer_plan(
            sheet, plan, resolve_rules, load_chance_model(), monitor=monitor
        )
    except (
        BadPlanError,
        BadEstimateError,
        BadSettingError,
        NothingToForecastError,
        NoRatingError,
    ) as error:
        return make_sentence(error)


def plan_cards(found: GoalPlanAnswer) -> list[FigureCardText]:
    """Return cards for the score needed, the chance, and the cost of one bad event."""
    look, plan = found.outlook, found.plan
    need, bad = look.need, look.bad
    score = (
        "no score is enough"
        if need is None
        else f"{format_points(need.score)} of {look.games}"
    )
    made = f"{format_number(look.expected, 1)} expected"
    evenly = ("spread evenly",) if need is not None and len(found.days) > 1 else ()
    share = format_percent(look.at_end.share)
    way = f"{format_percent(look.on_the_way.share)} at some point"
    moved = describe_change(found.begins_at, bad.after)
    least = "" if bad.score in (0, plan.rounds) else " or less"
    of_bad = f"{format_points(bad.score)} of {plan.rounds}{least}"
    then = f"chance after that: {format_percent(bad.chance.share)}"
    odds = describe_odds(look.at_end.share)
    return [
        _make_card("Score needed", score, (*evenly, made)),
        _make_card(f"{look.target:g} at the end", share, (odds, way)),
        _make_card(
            choose_event_title(found),
            format_whole_rating(bad.after),
            (of_bad, then),
            moved,
        ),
    ]


def _make_card(
    title: str, figure: str, lines: tuple[str, ...], change: str = ""
) -> FigureCardText:
    text = ", ".join((f"{figure} {change}".strip(), *lines))
    words = f"{title}: {text}"
    return FigureCardText(
        title, "", figure, lines, "", False, words, words, None, change
    )


BANDS: Final = ((0.05, 0.95, 0.14), (0.25, 0.75, 0.22))
"""For each band, the shares of simulations below its two edges, and its opacity."""
ENDS: Final = (
    (0.95, "5% above"),
    (0.75, "25% above"),
    (0.25, "25% below"),
    (0.05, "5% below"),
)
ROOM: Final = 12.0


def fan_chart(answer: GoalPlanAnswer, source: str) -> Chart:
    """Return the chart of the simulations: bands, median, target, and one bad event."""
    fan, begin = answer.outlook.fan, answer.begins_at
    target, bad = answer.outlook.target, answer.outlook.bad
    last = float(len(fan))

    def line(share: float) -> tuple[Point, ...]:
        found = [
            (float(at), float(s.find_quantile(share))) for at, s in enumerate(fan, 1)
        ]
        return ((0.0, begin), *found)

    low = min(target, bad.after, *(y for _, y in line(BANDS[0][0]))) - ROOM
    high = max(target, *(y for _, y in line(BANDS[0][1]))) + ROOM
    marks: list[Mark] = [
        ChartArea(
            line(lower),
            line(upper),
            "accent",
            strength,
            hint=f"{round(100 * (upper - lower))}% of simulations",
        )
        for lower, upper, strength in BANDS
    ]
    marks += [
        ChartRule(y=target, role="text", width=1.2, hint=f"Target {target:g}"),
        ChartLine(
            line(0.5),
            "accent",
            2.5,
            hint="Median: half of the simulations are above this line",
        ),
    ]
    labels = [
        ChartLabel(0.0, target, f"target {target:g}", "text", strong=True, priority=3.0)
    ]
    for share, words in ENDS:
        at = float(fan[-1].find_quantile(share))
        labels.append(ChartLabel(last, at, f"{words} {at:.0f}", "pale", place="right"))
    middle = float(fan[-1].find_quantile(0.5))
    labels.append(
        ChartLabel(
            last, middle, f"median {middle:.0f}", "accent", strong=True, place="right"
        )
    )
    if len(fan) > 1:
        words = f"after one bad event {format_whole_rating(bad.after)}"
        marks += [
            ChartLine(((0.0, begin), (1.0, bad.after)), "loss", 1.5, dashed=True),
            ChartDot(1.0, bad.after, "loss", hint=words),
        ]
        labels.append(ChartLabel(1.0, bad.after, words, "loss", priority=2.0))
    days = (f"{day.month}/{day.day}" for day in answer.days)
    ticks = tuple(AxisTick(float(at), text) for at, text in enumerate(("now", *days)))
    return Chart(
        f"Possible ratings on the way from {format_whole_rating(begin)} to {target:g}",
        Axis(0.0, last, ticks=ticks, grid=False),
        Axis(low, high, "rating after each event"),
        tuple(marks),
        tuple(labels),
        f"{make_chance_sentence(answer)} {make_path_sentence(answer)}",
        source,
    )
