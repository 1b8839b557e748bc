"""Format a player's estimate as text, for a message or a note."""

from collections.abc import Iterator, Mapping
from math import ceil
from typing import Literal

from uscalc.analysis.forecast_model import USUAL_DRAWS, Forecast, ForecastLine
from uscalc.analysis.goals import TargetReach, evaluate_target
from uscalc.analysis.spread import RatingInterval
from uscalc.counted import format_day
from uscalc.document.sheet.answer import EstimateAnswer
from uscalc.document.sheet.sheet import Estimate, EstimateLine
from uscalc.engine.floors import ESTABLISHED_ABOVE, compute_peak_floor
from uscalc.engine.inputs import SYSTEM_NAMES
from uscalc.engine.rounding import round_for_display
from uscalc.engine.rules import Rules
from uscalc.engine.section import MOST_GAMES_FOR_SPECIAL
from uscalc.engine.standard import EFFECTIVE_GAMES
from uscalc.explain.numbers import format_points, format_rating, format_whole_rating
from uscalc.report.as_answer import AnswerFacts, make_answer_sentence
from uscalc.report.forecast_words import (
    describe_interval,
    describe_source,
    describe_way,
    format_percent,
)

RESULTS = {"W": "win", "D": "draw", "L": "loss", None: "to play"}
SHARE = 0.95
PROBABLE = 0.5


def make_sheet_text(answer: EstimateAnswer, target: float | None = None) -> str:
    """Return the whole estimate: the entered data, and the results."""
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
        for line in found.ways if len(found.ways) <= 9 else found.scores:
            yield f"{describe_way(line, found.own).capitalize()}: {describe_line(line)}"
        if target is not None:
            yield from make_target_lines(found, target)
    if answer.forecast is not None and answer.forecast.has_probabilities:
        draws = answer.forecast.settings.draws
        if sheet.system != "R" or draws != USUAL_DRAWS:
            yield describe_source(sheet.system, draws)
    yield ("Uses opponents' pre-event ratings. Ranges allow for their other games.")
    if any(line.rating is None for line in sheet.lines):
        yield (
            "Unrated opponents get an estimated rating from their games with you, as in "
            "the US Chess rules."
        )


def describe_own_rating(sheet: Estimate) -> str:
    """Describe the own rating: "1780, established", "1432, based on 6 games", "unrated"."""
    if sheet.rating is None:
        return "unrated"
    if sheet.games is None:
        return f"{format_rating(sheet.rating)}, established"
    games = "1 game" if sheet.games == 1 else f"{sheet.games} games"
    return f"{format_rating(sheet.rating)}, based on {games}"


def format_opponent_rating(line: EstimateLine) -> str:
    """Format an opponent's rating or range; "1450/7" means 7 games."""
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
    return (
        f"{text} (usually {describe_interval(usual)}, {limits})"
        if usual.open
        else f"{text} ({limits})"
    )


def make_target_lines(found: Forecast, target: float) -> Iterator[str]:
    """Yield one sentence for each way: "A draw probably reaches 1800 (73%)."."""
    for line in found.ways if len(found.ways) <= 9 else found.scores:
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
        return f"{who} doesn't reach {goal}: {short} short at best."
    if found.chance is None:
        return f"{who} may reach {goal}."
    share = found.chance.share
    chance_words = f" ({format_percent(share)})" if 0.0 < share < 1.0 else ""
    return (
        f"{who} probably reaches {goal}{chance_words}."
        if share >= PROBABLE
        else f"{who} probably doesn't reach {goal}{chance_words}."
    )


Control = Literal[
    "Games", "Record", "Floor", "Birth", "System", "End", "Draws", "Target"
]


def find_games_that_count(rating: float, rules: Rules) -> int:
    """Return the number of games from which a rating moves like an established one.

    It is at least N*, and more than the special formula allows.
    """
    return max(
        ceil(EFFECTIVE_GAMES[rules.effective_games](rating)), MOST_GAMES_FOR_SPECIAL + 1
    )


def describe_effects(
    sheet: Estimate, answer: EstimateAnswer | None, rules: Rules, few: int
) -> Mapping[Control, str]:
    """Describe the effect of every control of an estimate.

    `answer` is None before the first calculation. Up to `few` games, the number makes a
    difference to chances.
    """
    return {
        "Games": describe_games_effect(sheet, answer, rules, few),
        "Record": (
            "An unrated player has no earlier games, so the record has no effect."
            if sheet.rating is None
            else "Only all wins or all losses make a difference. Unknown is assumed to be "
            "mixed."
        ),
        "Floor": _describe_floor_effect(sheet, answer),
        "Birth": (
            "Your age sets your starting rating. Your results replace it immediately."
            if sheet.rating is None
            else f"No effect for rated players. Your rating is "
            f"{format_whole_rating(sheet.rating)}."
        ),
        "System": _describe_system_effect(sheet),
        "End": f"The {rules.edition} rating rules apply on {format_day(sheet.end_date)}.",
        "Draws": (
            "No unplayed games, so the setting has no effect on this event."
            if answer is not None and answer.forecast is None
            else "Affects chances only, not ratings."
        ),
        "Target": "The target changes no ratings. The results show how to reach it.",
    }


def describe_games_effect(
    sheet: Estimate, answer: EstimateAnswer | None, rules: Rules, few: int
) -> str:
    """Describe the highest number of games at which that number still makes a difference."""
    if sheet.rating is None:
        return "An unrated player has no earlier games, so the number has no effect."
    count = find_games_that_count(sheet.rating, rules)
    at = format_whole_rating(sheet.rating)
    words = f"At {at}, every number of games above {count - 1} gives the same rating"
    if count <= few:
        words += f", and every number above {few} the same chances"
    level = compute_peak_floor(sheet.rating, rules)
    low = _find_lowest(answer)
    if sheet.floor is None and level is not None and low is not None and low <= level:
        words += f". More than {ESTABLISHED_ABOVE} games give a floor of {level}"
    return f"{words}."


def _describe_system_effect(sheet: Estimate) -> str:
    words = "The rating system determines only the floors and rules"
    return (
        f"{words}."
        if sheet.system == "R"
        else f"{words}. Chances are based on Regular games."
    )


def _describe_floor_effect(sheet: Estimate, answer: EstimateAnswer | None) -> str:
    low = _find_lowest(answer)
    if low is None:
        return "The floor matters only if the rating would fall below it."
    if sheet.floor is None:
        return f"The lowest rating here is {low}, so a lower floor has no effect."
    if low <= sheet.floor:
        return f"The floor keeps the rating at {sheet.floor} here."
    return f"No effect here: the lowest rating is {low}."


def _find_lowest(answer: EstimateAnswer | None) -> int | None:
    """Return the lowest of all displayed figures."""
    if answer is None:
        return None
    lines = AnswerFacts(None, answer.now, answer.forecast).lines
    return min((round(round_for_display(line.value)) for line in lines), default=None)
