"""A sheet has its answer found beside the window."""

from typing import Final

from PySide6.QtCore import QObject, Signal

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
from uscalc.document.sheet.section import CrosstableAnswer
from uscalc.document.sheet.sheet import BadEstimateError, Estimate
from uscalc.engine.rounding import round_for_display
from uscalc.explain.numbers import format_points
from uscalc.monitor import CancelledError, Monitor
from uscalc.report.as_answer import AnswerFacts, make_answer_sentence
from uscalc.report.as_sheet import describe_line
from uscalc.report.forecast_words import describe_way
from uscalc.rules.resolve import resolve_rules
from uscalc.ui.scheduling.worker import Worker
from uscalc.ui.widgets.cards import FigureCardText, line_card


class EstimateWorker(QObject):
    """The answer to the last sheet; `problem` says why there is none."""

    came = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.answer: EstimateAnswer | None = None
        self.problem = ""
        self._worker = Worker(self)
        self._worker.done.connect(self._receive_answer)

    @property
    def busy(self) -> bool:
        """True while an answer is being computed."""
        return self._worker.busy

    def request_answer(self, sheet: Estimate, settings: ForecastParameters) -> None:
        """Have a sheet with games answered; until then the last answer stays."""

        def work(monitor: Monitor) -> object:
            try:
                return answer_estimate(sheet, resolve_rules, settings, monitor)
            except (BadEstimateError, NothingToForecastError, NoRatingError) as error:
                return make_sentence(error)
            except CancelledError:
                return None

        self._worker.start_job(work)

    def cancel_request(self, problem: str = "") -> None:
        """There is nothing to answer, and perhaps something wrong."""
        self._worker.drop_job()
        self.answer, self.problem = None, problem
        self.came.emit()

    def let_go(self) -> None:
        """End what is being computed, and waits for that."""
        self._worker.close()

    def _receive_answer(self, result: object) -> None:
        self.answer = result if isinstance(result, EstimateAnswer) else None
        self.problem = result if isinstance(result, str) else ""
        self.came.emit()


MOST_CARDS: Final = 3
MOST_LINES: Final = 9
"""With more ways than these the scores stand for them."""
NOW: Final = "now"
"""The key of the card that tells where one stands; the others' are their ways."""


def lines_of(found: Forecast, most: int) -> tuple[ForecastLine, ...]:
    """Return the ways where they are few, else the scores."""
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
    """Return a rating that nothing can change any more."""
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
        title = "Stopping now" if found is not None else beside or "New rating"
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
