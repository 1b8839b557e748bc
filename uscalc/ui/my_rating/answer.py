"""A sheet's answer as the window tells it: cards, sentences, and the text to copy."""

from uscalc.analysis.forecast_model import Forecast, Line
from uscalc.analysis.goals import reach
from uscalc.document.sheet.answer import SheetAnswer
from uscalc.document.sheet.section import RealAnswer
from uscalc.explain.numbers import points, whole
from uscalc.report.as_sheet import figure_words, target_sentence
from uscalc.report.forecast_words import way_words
from uscalc.ui.cards.cards import Card
from uscalc.ui.cards.lines import line_card

MOST_CARDS = 3
MOST_SENTENCES = 9
"""With more ways than these the scores stand for them."""


def lines_of(found: Forecast, most: int) -> tuple[Line, ...]:
    """The ways where they are few, else the scores."""
    return found.ways if len(found.ways) <= most else found.scores


def sheet_cards(answer: SheetAnswer, target: float | None) -> list[Card]:
    """Every way of the games to play, and the rating so far."""
    cards = _ways(answer.forecast, target) if answer.forecast is not None else []
    if answer.now is not None:
        played = sum(line.result is not None for line in answer.sheet.lines)
        words = f"{points(answer.now.score)} of {played}"
        title = "Stopping now" if answer.forecast else words
        card = line_card(answer.now, (), target, None, title)
        cards.append(card._replace(beside=words if answer.forecast else ""))
    return cards


def real_cards(real: RealAnswer, target: float | None) -> list[Card]:
    """The same from the crosstable."""
    if real.forecast is None:
        figure = "" if real.post is None else whole(real.post)
        words = f"New rating {figure}"
        return [Card("New rating", "", figure, (), "", False, words, words)]
    cards = _ways(real.forecast, target)
    if real.forecast.stopping is not None:
        cards.append(
            line_card(real.forecast.stopping, (), target, None, "Stopping now")
        )
    return cards


def _ways(found: Forecast, target: float | None) -> list[Card]:
    return [
        line_card(line, found.own, target, None) for line in lines_of(found, MOST_CARDS)
    ]


def goal_lines(found: Forecast | None, now: Line | None, target: float) -> str:
    """A sentence for each way: "A draw probably reaches 1800 (73%)."."""
    said = []
    if now is not None and found is None:
        said.append(target_sentence("this", reach(now, target), target))
    for line in lines_of(found, MOST_SENTENCES) if found is not None else ():
        way = way_words(line, found.own if found is not None else ())
        said.append(target_sentence(way, reach(line, target), target))
    return "\n".join(said)


def real_text(real: RealAnswer, source: str, target: float | None) -> str:
    """The real answer as text, below that of the sheet."""
    said = [source]
    if real.forecast is None:
        said.append(f"New rating: {'' if real.post is None else whole(real.post)}")
    else:
        for line in lines_of(real.forecast, MOST_SENTENCES):
            way = way_words(line, real.forecast.own)
            said.append(f"{way[:1].upper()}{way[1:]}: {figure_words(line)}")
        if target is not None:
            said.append(goal_lines(real.forecast, None, target))
    return "\n".join(said) + "\n"
