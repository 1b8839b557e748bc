"""Format a player's estimate as text, for a message or a note."""

from collections.abc import Iterator

from uscalc.analysis.chances import USUAL_DRAWS
from uscalc.analysis.forecast_model import Forecast, Line
from uscalc.analysis.goals import Reach, reach
from uscalc.analysis.intervals import Interval
from uscalc.document.sheet.answer import SheetAnswer
from uscalc.document.sheet.sheet import Sheet, SheetLine
from uscalc.engine.systems import SYSTEM_NAMES
from uscalc.explain.numbers import points, rating, whole
from uscalc.report.as_answer import Told, answer_sentence
from uscalc.report.forecast.words import (
    interval_words,
    percent,
    source_words,
    way_words,
)

RESULTS = {"W": "win", "D": "draw", "L": "loss", None: "to play"}
SHARE = 0.95
PROBABLE = 0.5


def sheet_text(answer: SheetAnswer, target: float | None = None) -> str:
    """Return the whole estimate: what was entered, and the results."""
    return "\n".join(_lines(answer, target)) + "\n"


def _lines(answer: SheetAnswer, target: float | None) -> Iterator[str]:
    sheet = answer.sheet
    yield answer_sentence(Told(sheet.rating, answer.now, answer.forecast), target)
    yield f"{SYSTEM_NAMES[sheet.system]} rating: {own_words(sheet)}"
    for place, game in enumerate(sheet.lines, 1):
        yield f"{place}. {opponent_rating(game)}: {RESULTS[game.result]}"
    if answer.now is not None:
        played = sum(game.result is not None for game in sheet.lines)
        yield (
            f"So far {points(answer.now.score)} of {played}: {figure_words(answer.now)}"
        )
    if answer.forecast is not None:
        found = answer.forecast
        few = len(found.ways) <= 9
        for line in found.ways if few else found.scores:
            yield f"{way_words(line, found.own).capitalize()}: {figure_words(line)}"
        if target is not None:
            yield from target_lines(found, target)
    if answer.forecast is not None and answer.forecast.told:
        draws = answer.forecast.settings.draws
        if sheet.system != "R" or draws != USUAL_DRAWS:
            yield source_words(sheet.system, draws)
    yield (
        "The opponents are taken at their ratings before the event; the ranges allow "
        "for their other games."
    )
    if any(line.rating is None for line in sheet.lines):
        yield (
            "An unrated opponent is rated from the games with you, as the documents do."
        )


def own_words(sheet: Sheet) -> str:
    """Describe the own rating: "1780, established", "1432, based on 6 games", "new"."""
    if sheet.rating is None:
        return "new"
    if sheet.games is None:
        return f"{rating(sheet.rating)}, established"
    games = "1 game" if sheet.games == 1 else f"{sheet.games} games"
    return f"{rating(sheet.rating)}, based on {games}"


def opponent_rating(line: SheetLine) -> str:
    """Format an opponent's rating or range; "1450/7" is based on few games."""
    if line.rating is None:
        return "unrated"
    if line.rating_to is None:
        games = "" if line.games is None else f"/{line.games}"
        return rating(line.rating) + games
    return interval_words(Interval(round(line.rating), round(line.rating_to)))


def figure_words(line: Line) -> str:
    """Format the rating of a line, its usual range, and its limits."""
    usual = Interval(*line.spread.within(SHARE))
    text = whole(line.value)
    if not line.range.open:
        return text
    limits = f"always {interval_words(line.range)}"
    if usual.open:
        return f"{text} (usually {interval_words(usual)}, {limits})"
    return f"{text} ({limits})"


def target_lines(found: Forecast, target: float) -> Iterator[str]:
    """Yield one sentence for each way: "A draw probably reaches 1800 (73%)."."""
    few = len(found.ways) <= 9
    for line in found.ways if few else found.scores:
        yield target_sentence(way_words(line, found.own), reach(line, target), target)


def target_sentence(way: str, found: Reach, target: float) -> str:
    """Describe whether a way reaches a target, and how likely that is."""
    who = f"A {way}" if way in ("loss", "draw", "win") else way.capitalize()
    goal = f"{target:g}"
    if found.how == "certain":
        return f"{who} reaches {goal}."
    if found.how == "out of reach":
        short = "1 point" if found.lacking == 1 else f"{found.lacking} points"
        return f"{who} does not reach {goal}: {short} short at best."
    if found.chance is None:
        return f"{who} may reach {goal}."
    share = found.chance.share
    said = f" ({percent(share)})" if 0.0 < share < 1.0 else ""
    if share >= PROBABLE:
        return f"{who} probably reaches {goal}{said}."
    return f"{who} probably does not reach {goal}{said}."
