"""A plan in the window: what is typed of it, and what it comes to."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple, cast

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QWidget

from uscalc.analysis.chances import BadSettingError
from uscalc.analysis.forecast_model import NothingToForecastError
from uscalc.analysis.one_player import NoRatingError
from uscalc.document.facts.typed import TypedError, typed_count
from uscalc.document.sheet.line import BadLine, read_line
from uscalc.document.sheet.plan import (
    EVERY,
    BadPlanError,
    Every,
    Plan,
    PlanAnswer,
    plan_answer,
    read_by,
)
from uscalc.document.sheet.sheet import BadSheetError, Sheet
from uscalc.explain.numbers import number, points, whole
from uscalc.monitor import CancelledError, Monitor
from uscalc.report.as_answer import change_words
from uscalc.report.as_plan import chance_sentence, event_title, plan_notes
from uscalc.report.forecast.odds import odds_words
from uscalc.report.forecast.words import percent
from uscalc.rules.chances import chance_model
from uscalc.rules.resolve import rules_for
from uscalc.ui.cards.cards import Card, FigureCards
from uscalc.ui.charts.picture_button import PictureButton
from uscalc.ui.charts.view import ChartView
from uscalc.ui.my_rating.asked import together
from uscalc.ui.my_rating.fan import fan_chart
from uscalc.ui.my_rating.field import SheetField
from uscalc.ui.my_rating.parts import give
from uscalc.ui.scheduling.worker import Worker
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import make_column, make_row, name_widget
from uscalc.ui.widgets.buttons import plain_button
from uscalc.ui.widgets.controls import ChoiceControl
from uscalc.ui.widgets.flow import Flow
from uscalc.ui.widgets.labels import running_text

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


class PlanSheet(NamedTuple):
    """The player whose plan it is, the target, and the factor on draws."""

    sheet: Sheet
    target: float | None
    draws: float


class Planned(QWidget):
    """`changed` comes when something was typed here."""

    changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.answer: PlanAnswer | None = None
        self._asked: tuple[PlanSheet, Plan] | None = None
        name_widget(self, "myPlan", look="page")
        self.by = SheetField("myPlanBy", "By when: a day, or a month", "June", 24)
        self.every = ChoiceControl([(name, name) for name in EVERY])
        self.every.call("myPlanEvery", "One event every")
        self.every.show_text("month")
        self.rounds = SheetField("myPlanRounds", "Rounds of an event", f"{ROUNDS}", 24)
        self.against = SheetField(
            "myPlanAgainst", "Opponents, a rating or a range", "1700, or 1600-1800", 24
        )
        self.problem = running_text("myPlanProblem", "problem")
        self.said = running_text("myPlanSaid", "heading")
        self.cards = FigureCards(theme, "myPlanCards")
        self.fan = ChartView(theme, "myFan")
        self.notes = running_text("myPlanNotes", "")
        self.stop = plain_button(
            "myPlanStop", "Stop", "Stop playing the plan through", self._stop
        )
        self.picture = PictureButton("myFan", "The plan", self.fan.picture, self.fan)
        self._arrange()
        self._worker = Worker(self)
        self._worker.done.connect(self._came)
        self._late = QTimer(self)
        self._late.setSingleShot(True)
        self._late.setInterval(PATIENCE)
        self._late.timeout.connect(lambda: self.stop.setVisible(True))
        self._show("")

    def _arrange(self) -> None:
        flow = Flow()
        for text, field in (
            ("B&y", self.by),
            ("One event e&very", self.every),
            ("Ro&unds", self.rounds),
            ("A&gainst", self.against),
        ):
            flow.addWidget(together(text, field))
        for place, line in enumerate(self.fields()):
            line.textChanged.connect(lambda _text: self.changed.emit())
            line.done.connect(lambda by, at=place: self._go(at + by))
        self.every.currentIndexChanged.connect(lambda _at: self.changed.emit())
        foot = make_row()
        foot.addWidget(self.stop)
        foot.addStretch(1)
        foot.addWidget(self.picture)
        column = make_column(self)
        column.addLayout(flow)
        for part in (self.problem, self.said, self.cards, self.fan):
            column.addWidget(part)
        column.addLayout(foot)
        column.addWidget(self.notes)
        self.stop.hide()

    def fields(self) -> tuple[SheetField, ...]:
        """Return every line to type in, in the order of the keyboard."""
        return self.by, self.rounds, self.against

    def begin(self) -> None:
        """Give the first line of the plan the keyboard."""
        self._go(0)

    def _go(self, place: int) -> None:
        fields = self.fields()
        give(fields[place % len(fields)])

    def said_at(self, widget: QWidget) -> str | None:
        """Return what can be typed at a widget; None: none of these."""
        if widget is self.every:
            return f"{EVENTS} The arrows choose."
        for field, words in zip(self.fields(), HINTS, strict=True):
            if widget is field:
                return f"{words} Return goes on."
        return None

    def measure(self) -> None:
        """Room that grows with the type."""
        digit = self.fontMetrics().horizontalAdvance("0")
        for field, digits in ((self.by, 11), (self.rounds, 3), (self.against, 18)):
            field.setFixedWidth(digit * digits + 2 * UNIT)
        self.said.setFont(self._theme.font(SENTENCE, strong=True))
        self.fan.setMinimumHeight(self.fontMetrics().height() * CHART_LINES)

    @property
    def busy(self) -> bool:
        """Whether it is still played through."""
        return self._worker.busy

    def let_go(self) -> None:
        """End what is being computed, and waits for that."""
        self._worker.close()

    def texts(self) -> dict[str, str]:
        """Return what stands in every control, by its name."""
        texts = {field.objectName(): field.text() for field in self.fields()}
        return texts | {self.every.objectName(): str(self.every.currentData())}

    def take(self, texts: Mapping[str, str]) -> None:
        """Take what stood in the controls once; what is not told is as at first."""
        for field in self.fields():
            field.setText(texts.get(field.objectName(), ""))
        self.every.show_text(texts.get(self.every.objectName(), "month"))

    # Asking

    def ask(self, of: PlanSheet | None) -> None:
        """Have the plan played through for a player, unless that is done already."""
        read = self._read(of)
        if isinstance(read, str) or of is None:
            self._forget()
            self._show(read if isinstance(read, str) else "")
            return
        if (of, read) == self._asked:
            return
        self._asked = of, read
        self._late.start()
        self._worker.ask(_job(of.sheet, read))

    def _read(self, of: PlanSheet | None) -> Plan | str:
        """Return the plan, or what it lacks."""
        if of is None:
            return ""
        if of.target is None:
            return NO_TARGET
        try:
            by = read_by(self.by.text(), of.sheet.end_date)
            rounds = typed_count(self.rounds.text())
        except (TypedError, BadPlanError) as error:
            return _sentence(error)
        if by is None:
            return NO_DAY
        against = read_line(self.against.text())
        if isinstance(against, BadLine):
            return f"{against.reason}."
        if against is None or against.rating is None:
            return NO_OPPONENTS
        return Plan(
            of.target,
            by,
            cast("Every", self.every.currentData()),
            ROUNDS if rounds is None else rounds,
            against.rating,
            against.rating_to or against.rating,
            of.draws,
        )

    def _forget(self) -> None:
        self._worker.forget()
        self._late.stop()
        self._asked = self.answer = None

    def _stop(self) -> None:
        self._forget()
        self._show(STOPPED)

    def _came(self, result: object) -> None:
        self._late.stop()
        self.answer = result if isinstance(result, PlanAnswer) else None
        self._show(result if isinstance(result, str) else "")

    # What is shown

    def _show(self, problem: str) -> None:
        found = self.answer
        self.stop.hide()
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))
        for part in (self.said, self.cards, self.fan, self.picture, self.notes):
            part.setVisible(found is not None)
        if found is None:
            self.cards.show_cards(())
            self.fan.show_chart(None)
            return
        self.said.setText(chance_sentence(found))
        self.cards.show_cards(plan_cards(found), None, "", 1)
        self.fan.show_chart(fan_chart(found, SOURCE))
        self.notes.setText("\n".join(plan_notes(found)))


def _job(sheet: Sheet, plan: Plan) -> Callable[[Monitor], object]:
    def work(monitor: Monitor) -> object:
        try:
            return plan_answer(sheet, plan, rules_for, chance_model(), monitor=monitor)
        except (
            BadPlanError,
            BadSheetError,
            BadSettingError,
            NothingToForecastError,
            NoRatingError,
        ) as error:
            return _sentence(error)
        except CancelledError:
            return None

    return work


def _sentence(error: Exception) -> str:
    text = str(error)
    return f"{text[:1].upper()}{text[1:]}."


def plan_cards(found: PlanAnswer) -> list[Card]:
    """Return the score it takes, the chance, and what one bad event costs."""
    look, plan = found.outlook, found.plan
    need, bad = look.need, look.bad
    score = "none" if need is None else points(need.score)
    of = f"of {look.games}" if need is not None else "is enough"
    made = f"{number(look.expected, 1)} on average"
    evenly = ("made evenly",) if need is not None and len(found.days) > 1 else ()
    share = percent(look.at_end.share)
    way = f"{percent(look.on_the_way.share)} on the way"
    moved = change_words(found.begins_at, bad.after)
    least = "" if bad.score in (0, plan.rounds) else " or less"
    of_bad = f"{points(bad.score)} of {plan.rounds}{least}"
    then = f"chance then {percent(bad.chance.share)}"
    odds = odds_words(look.at_end.share)
    return [
        _card("Score needed", f"{score} {of}", (*evenly, made)),
        _card(f"{look.target:g} at the end", share, (odds, way)),
        _card(event_title(found), whole(bad.after), (of_bad, then), moved),
    ]


def _card(title: str, figure: str, lines: tuple[str, ...], change: str = "") -> Card:
    said = ", ".join((f"{figure} {change}".strip(), *lines))
    words = f"{title}: {said}"
    return Card(title, "", figure, lines, "", False, words, words, None, change)
