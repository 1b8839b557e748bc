"""The answer of an estimate: a sentence, cards, a chart, and the window that explains it."""

from collections.abc import Hashable
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QStackedWidget, QWidget

from uscalc.analysis.forecast_model import (
    Forecast,
    ForecastLine,
    ForecastParameters,
    NothingToForecastError,
)
from uscalc.analysis.one_player import NoRatingError
from uscalc.analysis.spread import RatingSpread, make_displayed_interval
from uscalc.counted import make_sentence
from uscalc.document.model import Document
from uscalc.document.sheet.answer import EstimateAnswer, answer_estimate
from uscalc.document.sheet.section import (
    CrosstableAnswer,
    ExplainedPlayer,
    make_crosstable_event,
    make_estimate_event,
)
from uscalc.document.sheet.sheet import BadEstimateError, Estimate
from uscalc.engine.rounding import round_for_display
from uscalc.explain.numbers import format_points, format_whole_rating
from uscalc.monitor import Monitor
from uscalc.report.as_answer import (
    AnswerFacts,
    make_answer_sentence,
    make_uncertainty_sentence,
)
from uscalc.report.as_sheet import describe_line
from uscalc.report.forecast_words import (
    OUTCOME_LETTERS,
    OUTCOME_WORDS,
    describe_way,
    format_percent,
)
from uscalc.rules.resolve import resolve_rules
from uscalc.ui.charts.picture_button import ExportImageButton
from uscalc.ui.charts.scene import (
    Axis,
    Chart,
    ChartBar,
    ChartLabel,
    ChartRule,
    Mark,
)
from uscalc.ui.charts.view import ChartView
from uscalc.ui.frame.frame import MainFrame
from uscalc.ui.session.session import Session
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import (
    DIALOG_MARGINS,
    STRETCH,
    add_parts,
    make_choice_button,
    make_column,
    make_plain_button,
    make_row,
    make_running_text,
    name_widget,
    set_up_dialog,
    show_or_hide,
)
from uscalc.ui.widgets.cards import FigureCards, FigureCardText, least_width, line_card
from uscalc.ui.widgets.dialogs import resize_to

MOST_BARS: Final = 90
FRINGE: Final = 0.001
"""At either end of the chart, ratings with a smaller chance than this are left out."""
LEAST_WIDTH: Final = 20
NEAR: Final = 60
"""A target further away than this many points is at the end of the chart, with an arrow."""
PALEST: Final = 0.12


def strip_chart(facts: AnswerFacts, target: float | None, source: str) -> Chart | None:
    """Return the chart of likely ratings; None if there are none."""
    spread = find_spread(facts)
    if spread is None:
        return None
    bars = spread.make_columns(MOST_BARS, FRINGE, target)
    places = [
        *_place_marks(facts),
        *([] if facts.now is None else [("current score", facts.now.value)]),
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
        _describe_strip(spread, facts, target),
        source,
    )


def find_spread(facts: AnswerFacts) -> RatingSpread | None:
    """Return the chances of each new rating, over all outcomes or at the current score."""
    if facts.forecast is not None:
        return facts.forecast.spread
    return None if facts.now is None else facts.now.spread


def _place_marks(facts: AnswerFacts) -> list[tuple[str, float]]:
    """Return the marks on the strip: each result of one game, or the worst and the best."""
    found: Forecast | None = facts.forecast
    if found is None or not found.own:
        return []
    if len(found.own) == 1:
        return list(zip(OUTCOME_WORDS, [way.value for way in found.ways], strict=True))
    worst, best = found.scores[0], found.scores[-1]
    return [("all lost", worst.value), ("all won", best.value)]


def _describe_strip(
    spread: RatingSpread, facts: AnswerFacts, target: float | None
) -> str:
    low, high = spread.find_middle_range(0.8)
    if facts.forecast is not None and not facts.forecast.has_probabilities:
        return f"The new rating is from {spread.low} to {spread.high}. No chances available."
    text = f"The new rating is {format_whole_rating(spread.mean)} on average"
    text += f", with an 80% chance from {low} to {high}." if low < high else "."
    if target is not None:
        share = format_percent(spread.compute_chance_of(target).share)
        text += f" The chance of {target:g} or more is {share}."
    return text


SENTENCE = 1.15
"""The type size of the sentence, relative to the text around it."""
STRIP_LINES = 6


LEGEND: Final = "Possible ratings: stronger color means more likely"
ENDS: Final = (
    "The bars at both ends of a range also count the chances beyond it, so one of them "
    "can be the darkest."
)
DIRECT: Final = Qt.FindChildOption.FindDirectChildrenOnly


class AnswerPanel(QWidget):
    """Shows an answer; `asked` is emitted with the key of the card to explain."""

    asked = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._keys: list[Hashable] = []
        name_widget(self, "myAnswered", look="page")
        self.sentence = make_running_text("mySaid", "heading")
        self.cards = FigureCards(theme, "myCards")
        self.strip = ChartView(theme, "myStrip", headline=False)
        self.legend = make_running_text("myStripLegend", "note")
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
        add_parts(
            make_column(self),
            self.sentence,
            self.cards,
            self.strip,
            self.legend,
            add_parts(make_row(), self.why, STRETCH, self.picture),
            self.open,
        )
        self.cards.chosen.connect(self.asked)
        self.clear_answer()

    def measure_width(self) -> None:
        """Set sizes that depend on the type size."""
        self.sentence.setFont(self._theme.make_font(SENTENCE, strong=True))
        self.strip.setFixedHeight(STRIP_LINES * self.fontMetrics().height() + UNIT)

    def clear_answer(self) -> None:
        """Remove the answer."""
        for part in self.findChildren(QWidget, options=DIRECT):
            part.hide()
        self._keys = []
        self.cards.show_cards(())

    def show_answer(
        self,
        facts: AnswerFacts,
        cards: list[FigureCardText],
        target: float | None,
        source: str,
        exact: bool,
    ) -> None:
        """Show an answer and its source; `exact` is True for that of a crosstable."""
        for part in self.findChildren(QWidget, options=DIRECT):
            part.show()
        self.sentence.setText(make_answer_sentence(facts, target))
        lines = max([1, *(len(card.lines) for card in cards)])
        self.cards.show_cards(cards, None, least_width(), lines)
        self._keys = [card.key for card in cards if card.key is not None]
        self.why.setEnabled(bool(self._keys))
        chart = strip_chart(facts, target, source)
        self.strip.show_chart(chart)
        self.strip.setVisible(chart is not None)
        one = facts.forecast is None and not exact
        self.legend.setText(f"{LEGEND}. {ENDS}" if one else LEGEND)
        show_or_hide(self.open, make_uncertainty_sentence(facts, exact))


def compute_answer(
    sheet: Estimate, settings: ForecastParameters, monitor: Monitor
) -> EstimateAnswer | str:
    """Return the answer to a sheet with games, or why there is none; raise CancelledError."""
    try:
        return answer_estimate(sheet, resolve_rules, settings, monitor)
    except (BadEstimateError, NothingToForecastError, NoRatingError) as error:
        return make_sentence(error)


MOST_CARDS: Final = 3
MOST_LINES: Final = 9
"""With more combinations of results than this, there is only one line for each score."""
NOW: Final = "now"
"""The key of the card for the current score; other cards have their results as key."""


def list_outcome_lines(found: Forecast, most: int) -> tuple[ForecastLine, ...]:
    """Return a line for each combination of results or, if there are many, for each score."""
    return found.ways if len(found.ways) <= most else found.scores


def make_answer_facts(
    answer: EstimateAnswer, real: CrosstableAnswer | None
) -> AnswerFacts:
    """Return the facts of the answer: from the crosstable or, without one, from the sheet."""
    before = answer.sheet.rating
    if real is None:
        return AnswerFacts(before, answer.now, answer.forecast)
    if real.forecast is not None:
        return AnswerFacts(before, real.forecast.stopping, real.forecast)
    return AnswerFacts(
        before, None if real.post is None else _is_settled(real.post), None
    )


def _is_settled(post: float) -> ForecastLine:
    """Return a line for a rating that is final."""
    exact = make_displayed_interval(post, post)
    spread = RatingSpread(int(round_for_display(post)), (1.0,), post, None)
    return ForecastLine((), 0.0, 1.0, spread, exact, exact, True)


def make_cards(
    facts: AnswerFacts, target: float | None, beside: str
) -> list[FigureCardText]:
    """Return a card for each outcome of the unplayed games, and one for the current score."""
    found, before, cards = facts.forecast, facts.before, []
    if found is not None:
        cards = [
            line_card(line, found.own, target, line.halves or None, before=before)
            for line in list_outcome_lines(found, MOST_CARDS)
        ]
    if facts.now is not None:
        title = "No more games" if found is not None else beside or "New rating"
        card = line_card(facts.now, (), target, NOW, title, before)
        cards.append(card._replace(beside=beside if found is not None else ""))
    return cards


def format_score_so_far(answer: EstimateAnswer) -> str:
    """Return the current score, for example "2.5 of 4"; empty before the first result."""
    if answer.now is None:
        return ""
    played = sum(line.result is not None for line in answer.sheet.lines)
    return f"{format_points(answer.now.score)} of {played}"


def describe_real_answer(facts: AnswerFacts, source: str, target: float | None) -> str:
    """Return the answer from the crosstable as text, which follows the sheet's answer."""
    parts = [source, make_answer_sentence(facts, target)]
    if facts.forecast is not None:
        for line in list_outcome_lines(facts.forecast, MOST_LINES):
            way = describe_way(line, facts.forecast.own)
            parts.append(f"{way[:1].upper()}{way[1:]}: {describe_line(line)}")
    return "\n".join(parts) + "\n"


def make_player_to_explain(
    answer: EstimateAnswer,
    real: CrosstableAnswer | None,
    document: Document | None,
    way: tuple[int, ...],
) -> ExplainedPlayer:
    """Return the player whose figure is explained, from the sheet or its crosstable.

    `way` has the results that the figure assumes for the unplayed games, in half
    points.
    """
    if real is None or document is None:
        return make_estimate_event(answer.sheet, way, resolve_rules)
    own = () if real.forecast is None else real.forecast.own
    games = [
        (game.round, OUTCOME_LETTERS[half])
        for game, half in zip(own, way, strict=bool(way))
    ]
    return make_crosstable_event(answer.sheet, document, real.found, games)


class ExplanationWindow(QDialog):
    """A window with an explanation, and its own event; the main window's event is unchanged."""

    def __init__(
        self, shown: ExplainedPlayer, words: str, window: MainFrame, over: QWidget
    ) -> None:
        super().__init__(over)
        set_up_dialog(self, "myBecause", "Why this rating")
        self.session = Session(shown.document, resolve_rules, self)
        players = shown.document.sections[shown.section].players
        row = next(i for i, p in enumerate(players) if p.number == shown.number)
        self.session.select(section=shown.section, row=row)
        text = make_running_text("myBecauseOf", "heading", words)
        self.stack = QStackedWidget()
        self.choices = []
        head = make_row()
        for title, view in window.views_of(self.session):
            button = make_choice_button(
                f"myBecause{title.replace(' ', '')}", f"&{title}", title
            )
            place = self.stack.addWidget(view)
            button.clicked.connect(lambda _on=False, at=place: self.show_page(at))
            head.addWidget(button)
            self.choices.append(button)
        add_parts(
            head,
            (text, 1),
            make_plain_button("myBecauseClose", "Close", "", self.reject),
        )
        add_parts(make_column(self, DIALOG_MARGINS), head, (self.stack, 1))
        self.finished.connect(self.session.close)
        self.show_page(0)
        resize_to(self, 112, 38)

    def show_page(self, place: int) -> None:
        """Show one of the two pages."""
        self.stack.setCurrentIndex(place)
        for at, button in enumerate(self.choices):
            button.setChecked(at == place)
