"""The answer of an estimate: a sentence, cards and a strip."""

from collections.abc import Hashable
from typing import Final, NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from uscalc.analysis.forecast_model import (
    Forecast,
    ForecastLine,
    ForecastParameters,
    NothingToForecastError,
)
from uscalc.analysis.one_player import NoRatingError
from uscalc.analysis.spread import RatingSpread, make_displayed_interval
from uscalc.counted import make_sentence
from uscalc.document.sheet.answer import EstimateAnswer, answer_estimate
from uscalc.document.sheet.plan import GoalPlanAnswer
from uscalc.document.sheet.section import CrosstableAnswer
from uscalc.document.sheet.sheet import BadEstimateError, Estimate
from uscalc.engine.rounding import round_for_display
from uscalc.explain.numbers import format_points, format_whole_rating
from uscalc.monitor import CancelledError, Monitor
from uscalc.report.as_answer import (
    AnswerFacts,
    make_answer_sentence,
    make_uncertainty_sentence,
)
from uscalc.report.as_plan import make_chance_sentence, make_path_sentence
from uscalc.report.as_sheet import describe_line
from uscalc.report.forecast_words import OUTCOME_WORDS, describe_way, format_percent
from uscalc.rules.resolve import resolve_rules
from uscalc.ui.charts.picture_button import ExportImageButton
from uscalc.ui.charts.scene import (
    Axis,
    AxisTick,
    Chart,
    ChartArea,
    ChartBar,
    ChartDot,
    ChartLabel,
    ChartLine,
    ChartRule,
    Mark,
    Point,
)
from uscalc.ui.charts.view import ChartView
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import add_parts, make_column, make_row, name_widget
from uscalc.ui.widgets.cards import FigureCards, FigureCardText, least_width, line_card
from uscalc.ui.widgets.labels import (
    make_plain_button,
    make_running_text,
    show_or_hide,
)

MOST_BARS: Final = 90
FRINGE: Final = 0.001
"""Ratings with a smaller chance than this, at either end, are not drawn."""
LEAST_WIDTH: Final = 20
NEAR: Final = 60
"""A target further away than this is at the strip's end, with an arrow."""
PALEST: Final = 0.12


def strip_chart(told: AnswerFacts, target: float | None, source: str) -> Chart | None:
    """Return the chart of likely ratings; None if there are none."""
    spread = spread_of(told)
    if spread is None:
        return None
    bars = spread.make_columns(MOST_BARS, FRINGE, target)
    places = [
        *_place_marks(told),
        *([] if told.now is None else [("current score", told.now.value)]),
    ]
    low = min(float(bars[0][0]), *(at for _, at in places)) - 2
    high = max(float(bars[-1][1]), *(at for _, at in places)) + 2
    if target is not None and low - NEAR <= target <= high + NEAR:
        low, high = min(low, target - 2), max(high, target + 2)
    short = max(0.0, LEAST_WIDTH - (high - low)) / 2
    low, high = low - short, high + short
    top = max(share for _, _, share in bars)
    marks: list[Mark] = []
    for first, last, share in bars:
        reaches = target is None or first >= target
        words = str(first) if first == last else f"{first}\N{EN DASH}{last}"
        marks.append(
            ChartBar(
                first - 0.5,
                last + 0.5,
                0.0,
                1.0,
                "accent" if reaches else "pale",
                PALEST + (1.0 - PALEST) * share / top,
                hint=f"{words}: {format_percent(share)}",
            )
        )
    labels = [
        ChartLabel(
            at,
            1.0,
            f"{words} {format_whole_rating(at)}",
            "soft",
            place="top",
            priority=1.0,
        )
        for words, at in places
    ]
    if target is not None:
        at = min(max(target - 0.5, low), high)
        marks.append(ChartRule(x=at, role="text", width=1.5, dashed=False))
        arrow = "\N{LEFTWARDS ARROW} " if target < low else ""
        arrow_on = " \N{RIGHTWARDS ARROW}" if target - 0.5 > high else ""
        words = f"{arrow}{target:g}{arrow_on}"
        labels.append(
            ChartLabel(
                at, 0.0, words, "text", strong=True, place="bottom", priority=2.0
            )
        )
    return Chart(
        "Likely new ratings",
        Axis(low, high, grid=False),
        Axis(0.0, 1.0, grid=False, texts=False),
        tuple(marks),
        tuple(labels),
        _describe_strip(spread, told, target),
        source,
    )


def spread_of(told: AnswerFacts) -> RatingSpread | None:
    """Return the chances of the new rating: over all outcomes, or for the current score."""
    if told.forecast is not None:
        return told.forecast.spread
    return None if told.now is None else told.now.spread


def _place_marks(told: AnswerFacts) -> list[tuple[str, float]]:
    """Return the marks on the strip: each result of one game, or the worst and the best."""
    found: Forecast | None = told.forecast
    if found is None or not found.own:
        return []
    if len(found.own) == 1:
        return list(zip(OUTCOME_WORDS, [way.value for way in found.ways], strict=True))
    worst, best = found.scores[0], found.scores[-1]
    return [("all lost", worst.value), ("all won", best.value)]


def _describe_strip(
    spread: RatingSpread, told: AnswerFacts, target: float | None
) -> str:
    low, high = spread.find_middle_range(0.8)
    if told.forecast is not None and not told.forecast.has_probabilities:
        return f"The new rating is from {spread.low} to {spread.high}. No chances available."
    said = f"The new rating is {format_whole_rating(spread.mean)} on average"
    said += f", with an 80% chance from {low} to {high}." if low < high else "."
    if target is not None:
        share = format_percent(spread.compute_chance_of(target).share)
        said += f" The chance of {target:g} or more is {share}."
    return said


BANDS: Final = ((0.05, 0.95, 0.14), (0.25, 0.75, 0.22))
"""The shares of simulations between which a band lies, and its opacity."""
ENDS: Final = ((0.95, "5% above"), (0.75, "25% above"), (0.25, "25% below"))
LOWEST: Final = (0.05, "5% below")
ROOM: Final = 12.0


def fan_chart(answer: GoalPlanAnswer, source: str) -> Chart:
    """Return the bands of the simulations, their median, the target, and one bad event."""
    fan, begin = answer.outlook.fan, answer.begins_at
    target, bad = answer.outlook.target, answer.outlook.bad
    last = float(len(fan))

    def line(share: float) -> tuple[Point, ...]:
        found = [
            (float(at), float(s.find_quantile(share))) for at, s in enumerate(fan, 1)
        ]
        return ((0.0, begin), *found)

    low = min(y for _, y in line(BANDS[0][0]))
    high = max(y for _, y in line(BANDS[0][1]))
    low, high = min(low, target, bad.after) - ROOM, max(high, target) + ROOM
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
    marks.append(ChartRule(y=target, role="text", width=1.2, hint=f"Target {target:g}"))
    marks.append(
        ChartLine(
            line(0.5),
            "accent",
            2.5,
            hint="Median: half of the simulations are above this line",
        )
    )
    labels = [
        ChartLabel(0.0, target, f"target {target:g}", "text", strong=True, priority=3.0)
    ]
    for share, words in (*ENDS, LOWEST):
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
        marks.append(
            ChartLine(((0.0, begin), (1.0, bad.after)), "loss", 1.5, dashed=True)
        )
        marks.append(ChartDot(1.0, bad.after, "loss", hint=words))
        labels.append(ChartLabel(1.0, bad.after, words, "loss", priority=2.0))
    days = (f"{day:%m-%d}" for day in answer.days)
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


SENTENCE = 1.15
"""The type size of the sentence, relative to the text around it."""
STRIP_LINES = 6


LEGEND: Final = "Possible ratings: darker is more likely"


class ShownAnswer(NamedTuple):
    """The answer to show: its cards, the target, and its source.

    `exact` is True for the answer of a crosstable.
    """

    told: AnswerFacts
    cards: list[FigureCardText]
    target: float | None
    source: str
    exact: bool


class AnswerPanel(QWidget):
    """The answer; `asked` is emitted with the key of a card to explain."""

    asked = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._keys: list[Hashable] = []
        name_widget(self, "myAnswered", look="page")
        self.said = make_running_text("mySaid", "heading")
        self.cards = FigureCards(theme, "myCards")
        self.strip = ChartView(theme, "myStrip", headline=False)
        self.legend = make_running_text("myStripLegend", "note")
        self.legend.setText(LEGEND)
        self.open = make_running_text("myOpen", "note")
        self.why = make_plain_button(
            "myWhy",
            "&Why?",
            "Explain this rating with the rating explorer and the explanation",
            pressed=lambda: self.asked.emit(self._keys[-1]) if self._keys else None,
        )
        self.picture = ExportImageButton(
            "myStrip", "Likely new ratings", self.strip.make_image, self.strip
        )
        row = make_row()
        row.addWidget(self.why)
        row.addStretch(1)
        row.addWidget(self.picture)
        column = make_column(self)
        add_parts(column, self.said, self.cards, self.strip, self.legend, row)
        column.addWidget(self.open)
        self.cards.chosen.connect(self.asked)
        self.show_answer(None)

    def measure_width(self) -> None:
        """Set sizes that grow with the type size."""
        self.said.setFont(self._theme.make_font(SENTENCE, strong=True))
        self.strip.setFixedHeight(STRIP_LINES * self.fontMetrics().height() + UNIT)

    def show_answer(self, shown: ShownAnswer | None) -> None:
        """Show an answer, or clear the panel."""
        for part in (
            self.said,
            self.cards,
            self.strip,
            self.why,
            self.legend,
            self.picture,
            self.open,
        ):
            part.setVisible(shown is not None)
        if shown is None:
            self._keys = []
            self.cards.show_cards(())
            self.said.setText("")
            self.open.setText("")
            self.strip.show_chart(None)
            return
        told, cards = shown.told, shown.cards
        self.said.setText(make_answer_sentence(told, shown.target))
        lines = max((len(card.lines) for card in cards), default=1)
        self.cards.show_cards(cards, None, least_width(), max(lines, 1))
        self._keys = [card.key for card in cards if card.key is not None]
        self.why.setEnabled(bool(self._keys))
        chart = strip_chart(told, shown.target, shown.source)
        self.strip.show_chart(chart)
        self.strip.setVisible(chart is not None)
        show_or_hide(self.open, make_uncertainty_sentence(told, shown.exact))


def compute_answer(
    sheet: Estimate, settings: ForecastParameters, monitor: Monitor
) -> EstimateAnswer | str | None:
    """Return the answer to a sheet with games, or why there is none; None if canceled."""
    try:
        return answer_estimate(sheet, resolve_rules, settings, monitor)
    except (BadEstimateError, NothingToForecastError, NoRatingError) as error:
        return make_sentence(error)
    except CancelledError:
        return None


MOST_CARDS: Final = 3
MOST_LINES: Final = 9
"""With more combinations of results than this, only scores are shown."""
NOW: Final = "now"
"""The key of the card for the current score; other cards have their results as key."""


def lines_of(found: Forecast, most: int) -> tuple[ForecastLine, ...]:
    """Return all combinations of results if they are few, or else the scores."""
    return found.ways if len(found.ways) <= most else found.scores


def told_of(answer: EstimateAnswer, real: CrosstableAnswer | None) -> AnswerFacts:
    """Return the answer's facts: from the crosstable if there is one, else from the sheet."""
    before = answer.sheet.rating
    if real is None:
        return AnswerFacts(before, answer.now, answer.forecast)
    if real.forecast is not None:
        return AnswerFacts(before, real.forecast.stopping, real.forecast)
    return AnswerFacts(
        before, None if real.post is None else _is_settled(real.post), None
    )


def _is_settled(post: float) -> ForecastLine:
    """Return a rating that is final."""
    exact = make_displayed_interval(post, post)
    spread = RatingSpread(int(round_for_display(post)), (1.0,), post, None)
    return ForecastLine((), 0.0, 1.0, spread, exact, exact, True)


def cards_of(
    told: AnswerFacts, target: float | None, beside: str
) -> list[FigureCardText]:
    """Return cards for each outcome of the unplayed games and for the current score."""
    found, before, cards = told.forecast, told.before, []
    if found is not None:
        for line in lines_of(found, MOST_CARDS):
            key = line.halves or None
            cards.append(line_card(line, found.own, target, key, before=before))
    if told.now is not None:
        title = "No more games" if found is not None else beside or "New rating"
        card = line_card(told.now, (), target, NOW, title, before)
        cards.append(card._replace(beside=beside if found is not None else ""))
    return cards


def score_words(answer: EstimateAnswer) -> str:
    """Return the current score as text: "2.5 of 4"; empty before the first result."""
    if answer.now is None:
        return ""
    played = sum(line.result is not None for line in answer.sheet.lines)
    return f"{format_points(answer.now.score)} of {played}"


def real_text(told: AnswerFacts, source: str, target: float | None) -> str:
    """Return the real answer as text, below that of the sheet."""
    said = [source, make_answer_sentence(told, target)]
    if told.forecast is not None:
        for line in lines_of(told.forecast, MOST_LINES):
            way = describe_way(line, told.forecast.own)
            said.append(f"{way[:1].upper()}{way[1:]}: {describe_line(line)}")
    return "\n".join(said) + "\n"
