"""A plan in the window: what is typed of it, and what it comes to."""

from collections.abc import Mapping
from functools import partial
from typing import Final, NamedTuple, cast

from PySide6.QtCore import Signal
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
from uscalc.monitor import CancelledError, Monitor
from uscalc.report.as_answer import describe_change
from uscalc.report.as_plan import (
    choose_event_title,
    make_chance_sentence,
    make_plan_notes,
)
from uscalc.report.forecast_words import describe_odds, format_percent
from uscalc.rules.chances import load_chance_model
from uscalc.rules.resolve import resolve_rules
from uscalc.ui.charts.picture_button import ExportImageButton
from uscalc.ui.charts.view import ChartView
from uscalc.ui.estimate.answered import fan_chart
from uscalc.ui.estimate.halves import give_focus, join_fields
from uscalc.ui.estimate.row import SheetField
from uscalc.ui.scheduling.following import make_timer
from uscalc.ui.scheduling.worker import Worker
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import add_parts, make_column, make_row, name_widget
from uscalc.ui.widgets.cards import FigureCards, FigureCardText
from uscalc.ui.widgets.controls import ChoiceControl
from uscalc.ui.widgets.labels import make_plain_button, make_running_text, show_or_hide
from uscalc.ui.widgets.layouts import FlowLayout

PATIENCE: Final = 400
"""Milliseconds after which one can stop it."""
SENTENCE: Final = 1.15
ROUNDS: Final = 5
CHART_LINES: Final = 15
SOURCE: Final = "Played through at random by the chances of games. Computed by uscalc."
NO_TARGET: Final = (
    "A plan needs a target: type the rating that you would like to reach."
)
NO_DAY: Final = "A plan needs a day: type by when, as June, or 6 months."
NO_OPPONENTS: Final = (
    "A plan needs to know against whom: type a rating, 1700, or a range, 1600-1800."
)
HINTS: Final = (
    "By when you would like to have the rating: June, 6 months, or a date.",
    "How many rounds each event has; nothing means 5.",
    "How strong your opponents are: a rating, or a range as 1600-1800.",
)
EVENTS: Final = "How often you play; the first event ends so long after this one."
STOPPED: Final = "Stopped before it was done."


class PlanInput(NamedTuple):
    """The player whose plan it is, the target, and the factor on draws."""

    sheet: Estimate
    target: float | None
    draws: float


class PlanPanel(QWidget):
    """`changed` comes when something was typed here."""

    changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.answer: GoalPlanAnswer | None = None
        self._asked: tuple[PlanInput, GoalPlan] | None = None
        name_widget(self, "myPlan", look="page")
        self.by = SheetField("myPlanBy", "By when: a day, or a month", "June", 24)
        self.every = ChoiceControl([(name, name) for name in EVERY])
        self.every.set_names("myPlanEvery", "One event every")
        self.every.show_text("month")
        self.rounds = SheetField("myPlanRounds", "Rounds of an event", f"{ROUNDS}", 24)
        self.against = SheetField(
            "myPlanAgainst", "Opponents, a rating or a range", "1700, or 1600-1800", 24
        )
        self.problem = make_running_text("myPlanProblem", "problem")
        self.said = make_running_text("myPlanSaid", "heading")
        self.cards = FigureCards(theme, "myPlanCards")
        self.fan = ChartView(theme, "myFan")
        self.notes = make_running_text("myPlanNotes", "")
        self.stop = make_plain_button(
            "myPlanStop", "Stop", "Stop playing the plan through", self._stop_planning
        )
        self.picture = ExportImageButton(
            "myFan", "The plan", self.fan.make_image, self.fan
        )
        self._build_layout()
        self.worker = Worker(self, self._receive_plan)
        self._late = make_timer(self, PATIENCE, self.stop.show)
        self._show_plan("")

    def _build_layout(self) -> None:
        flow = FlowLayout()
        for text, field in (
            ("B&y", self.by),
            ("One event e&very", self.every),
            ("Ro&unds", self.rounds),
            ("A&gainst", self.against),
        ):
            flow.addWidget(join_fields(text, field))
        for place, line in enumerate(self.list_fields()):
            line.textChanged.connect(lambda _text: self.changed.emit())
            line.done.connect(lambda by, at=place: self._go_to_field(at + by))
        self.every.currentIndexChanged.connect(lambda _at: self.changed.emit())
        foot = make_row()
        foot.addWidget(self.stop)
        foot.addStretch(1)
        foot.addWidget(self.picture)
        parts = flow, self.problem, self.said, self.cards, self.fan, foot, self.notes
        add_parts(make_column(self), *parts)
        self.stop.hide()

    def list_fields(self) -> tuple[SheetField, ...]:
        """Return every line to type in, in the order of the keyboard."""
        return self.by, self.rounds, self.against

    def focus_first_field(self) -> None:
        """Give the first line of the plan the keyboard."""
        self._go_to_field(0)

    def _go_to_field(self, place: int) -> None:
        fields = self.list_fields()
        give_focus(fields[place % len(fields)])

    def said_at(self, widget: QWidget) -> str | None:
        """Return what can be typed at a widget; None: none of these."""
        if widget is self.every:
            return f"{EVENTS} The arrows choose."
        for field, words in zip(self.list_fields(), HINTS, strict=True):
            if widget is field:
                return f"{words} Return goes on."
        return None

    def measure_width(self) -> None:
        """Room that grows with the type."""
        digit = self.fontMetrics().horizontalAdvance("0")
        for field, digits in ((self.by, 11), (self.rounds, 3), (self.against, 18)):
            field.setFixedWidth(digit * digits + 2 * UNIT)
        self.said.setFont(self._theme.make_font(SENTENCE, strong=True))
        self.fan.setMinimumHeight(self.fontMetrics().height() * CHART_LINES)

    def collect_texts(self) -> dict[str, str]:
        """Return the text of every control, by its name."""
        texts = {field.objectName(): field.text() for field in self.list_fields()}
        return texts | {self.every.objectName(): str(self.every.currentData())}

    def restore_texts(self, texts: Mapping[str, str]) -> None:
        """Take what stood in the controls once; what is not told is as at first."""
        for field in self.list_fields():
            field.setText(texts.get(field.objectName(), ""))
        self.every.show_text(texts.get(self.every.objectName(), "month"))

    # Asking

    def request_plan(self, of: PlanInput | None) -> None:
        """Have the plan played through for a player, unless that is done already."""
        read = self._read_plan(of)
        if isinstance(read, str) or of is None:
            self._forget_plan()
            self._show_plan(read if isinstance(read, str) else "")
            return
        if (of, read) == self._asked:
            return
        self._asked = of, read
        self._late.start()
        self.worker.start_job(partial(_compute_plan, of.sheet, read))

    def _read_plan(self, of: PlanInput | None) -> GoalPlan | str:
        """Return the plan, or what it lacks."""
        if of is None:
            return ""
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
            return f"{against.reason}."
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
        for part in (self.said, self.cards, self.fan, self.picture, self.notes):
            part.setVisible(found is not None)
        if found is None:
            self.cards.show_cards(())
            self.fan.show_chart(None)
            return
        self.said.setText(make_chance_sentence(found))
        self.cards.show_cards(plan_cards(found), None, "", 1)
        self.fan.show_chart(fan_chart(found, SOURCE))
        self.notes.setText("\n".join(make_plan_notes(found)))


def _compute_plan(
    sheet: Estimate, plan: GoalPlan, monitor: Monitor
) -> GoalPlanAnswer | str | None:
    """Return the plan played through, or why it cannot be; None once it is canceled."""
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
    except CancelledError:
        return None


def plan_cards(found: GoalPlanAnswer) -> list[FigureCardText]:
    """Return the score it takes, the chance, and what one bad event costs."""
    look, plan = found.outlook, found.plan
    need, bad = look.need, look.bad
    score = "none" if need is None else format_points(need.score)
    of = f"of {look.games}" if need is not None else "is enough"
    made = f"{format_number(look.expected, 1)} on average"
    evenly = ("made evenly",) if need is not None and len(found.days) > 1 else ()
    share = format_percent(look.at_end.share)
    way = f"{format_percent(look.on_the_way.share)} on the way"
    moved = describe_change(found.begins_at, bad.after)
    least = "" if bad.score in (0, plan.rounds) else " or less"
    of_bad = f"{format_points(bad.score)} of {plan.rounds}{least}"
    then = f"chance then {format_percent(bad.chance.share)}"
    odds = describe_odds(look.at_end.share)
    return [
        _make_card("Score needed", f"{score} {of}", (*evenly, made)),
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
    said = ", ".join((f"{figure} {change}".strip(), *lines))
    words = f"{title}: {said}"
    return FigureCardText(
        title, "", figure, lines, "", False, words, words, None, change
    )
