"""Format a player's estimate as text, for a message or a note."""

from collections.abc import Iterator

from uscalc.analysis.chances import USUAL_DRAWS
from uscalc.analysis.forecast_model import Forecast, ForecastLine
from uscalc.analysis.goals import TargetReach, evaluate_target
from uscalc.analysis.intervals import RatingInterval
from uscalc.document.sheet.answer import EstimateAnswer
from uscalc.document.sheet.sheet import Estimate, EstimateLine
from uscalc.engine.systems import SYSTEM_NAMES
from uscalc.explain.numbers import format_points, format_rating, format_whole_rating
from uscalc.report.as_answer import AnswerFacts, make_answer_sentence
from uscalc.report.forecast.words import (
    describe_interval,
    describe_source,
    describe_way,
    format_percent,
)

RESULTS = {"W": "win", "D": "draw", "L": "loss", None: "to play"}
SHARE = 0.95
PROBABLE = 0.5


def make_sheet_text(answer: EstimateAnswer, target: float | None = None) -> str:
    """Return the whole estimate: what was entered, and the results."""
    return "\n".join(_make_lines(answer, target)) + "\n"


def _make_lines(answer: EstimateAnswer, target: float | None) -> Iterator[str]:
    sheet = answer.sheet
    yield make_answer_sentence(
        AnswerFacts(sheet.rating, answer.now, answer.forecast), target
    )
    yield f"{SYSTEM_NAMES[sheet.system]} rating: {describe_own_rating(sheet)}"
    for place, game in enumerate(sheet.lines, 1):
        yield f"{place}. {format_opponent_rating(game)}: {RESULTS[game.result]}"
    if answer.now is not None:
        played = sum(game.result is not None for game in sheet.lines)
        yield (
            f"So far {format_points(answer.now.score)} of {played}: {describe_line(answer.now)}"
        )
    if answer.forecast is not None:
        found = answer.forecast
        few = len(found.ways) <= 9
        for line in found.ways if few else found.scores:
            yield f"{describe_way(line, found.own).capitalize()}: {describe_line(line)}"
        if target is not None:
            yield from make_target_lines(found, target)
    if answer.forecast is not None and answer.forecast.has_probabilities:
        draws = answer.forecast.settings.draws
        if sheet.system != "R" or draws != USUAL_DRAWS:
            yield describe_source(sheet.system, draws)
    yield (
        "The opponents are taken at their ratings before the event; the ranges allow "
        "for their other games."
    )
    if any(line.rating is None for line in sheet.lines):
        yield (
            "An unrated opponent is rated from the games with you, as the documents do."
        )


def describe_own_rating(sheet: Estimate) -> str:
    """Describe the own rating: "1780, established", "1432, based on 6 games", "new"."""
    if sheet.rating is None:
        return "new"
    if sheet.games is None:
        return f"{format_rating(sheet.rating)}, established"
    games = "1 game" if sheet.games == 1 else f"{sheet.games} games"
    return f"{format_rating(sheet.rating)}, based on {games}"


def format_opponent_rating(line: EstimateLine) -> str:
    """Format an opponent's rating or range; "1450/7" is based on few games."""
    if line.rating is None:
        return "unrated"
    if line.rating_to is None:
        games = "" if line.games is None else f"/{line.games}"
        return format_rating(line.rating) + games
    return describe_interval(RatingInterval(round(line.rating), round(line.rating_to)))


def describe_line(line: ForecastLine) -> str:
    """Format the rating of a line, its usual range, and its limits."""
    usual = RatingInterval(*line.spread.find_middle_range(SHARE))
    text = format_whole_rating(line.value)
    if not line.range.open:
        return text
    limits = f"always {describe_interval(line.range)}"
    if usual.open:
        return f"{text} (usually {describe_interval(usual)}, {limits})"
    return f"{text} ({limits})"


def make_target_lines(found: Forecast, target: float) -> Iterator[str]:
    """Yield one sentence for each way: "A draw probably reaches 1800 (73%)."."""
    few = len(found.ways) <= 9
    for line in found.ways if few else found.scores:
        yield make_target_sentence(
            describe_way(line, found.own), evaluate_target(line, target), target
        )


def make_target_sentence(way: str, found: TargetReach, target: float) -> str:
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
    said = f" ({format_percent(share)})" if 0.0 < share < 1.0 else ""
    if share >= PROBABLE:
        return f"{who} probably reaches {goal}{said}."
    return f"{who} probably does not reach {goal}{said}."
