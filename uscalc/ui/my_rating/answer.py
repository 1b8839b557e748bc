"""A sheet's answer as the window tells it: what is told, the cards, the text to copy."""

from typing import Final

from uscalc.analysis.forecast_model import Forecast, ForecastLine
from uscalc.analysis.intervals import make_displayed_interval
from uscalc.analysis.spread import RatingSpread
from uscalc.document.sheet.answer import EstimateAnswer
from uscalc.document.sheet.section import CrosstableAnswer
from uscalc.engine.rounding import round_for_display
from uscalc.explain.numbers import format_points
from uscalc.report.as_answer import AnswerFacts, make_answer_sentence
from uscalc.report.as_sheet import describe_line
from uscalc.report.forecast.words import describe_way
from uscalc.ui.cards.cards import FigureCardText
from uscalc.ui.cards.lines import line_card

MOST_CARDS: Final = 3
MOST_LINES: Final = 9
"""With more ways than these the scores stand for them."""
NOW: Final = "now"
"""The key of the card that tells where one stands; the others' are their ways."""


def lines_of(found: Forecast, most: int) -> tuple[ForecastLine, ...]:
    """Return the ways where they are few, else the scores."""
    return found.ways if len(found.ways) <= most else found.scores


def told_of(answer: EstimateAnswer, real: CrosstableAnswer | None) -> AnswerFacts:
    """Return what is told: of the crosstable where there is one, else of the sheet alone."""
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
    """Every way of the games to come, and where one stands; `beside` tells by which score."""
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
    """By which score one stands there: "2.5 of 4"; nothing before the first result."""
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
