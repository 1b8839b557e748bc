"""Describe the effect of each fact of an estimate on the player's own figures."""

from collections.abc import Mapping
from math import ceil
from typing import Final, Literal

from uscalc.document.sheet.answer import EstimateAnswer
from uscalc.document.sheet.sheet import Estimate
from uscalc.engine.floors import ESTABLISHED_ABOVE, compute_peak_floor
from uscalc.engine.rounding import round_for_display
from uscalc.engine.rules import Rules
from uscalc.engine.section import MOST_GAMES_FOR_SPECIAL
from uscalc.engine.standard import EFFECTIVE_GAMES
from uscalc.explain.numbers import format_whole_rating

Control = Literal[
    "Games", "Record", "Floor", "Birth", "System", "End", "Draws", "Target"
]
FEWEST: Final = MOST_GAMES_FOR_SPECIAL + 1


def find_games_that_count(rating: float, rules: Rules) -> int:
    """Return the number of games from which a rating moves like an established one.

    It is at least N*, and more than the special formula allows.
    """
    return max(ceil(EFFECTIVE_GAMES[rules.effective_games](rating)), FEWEST)


def describe_effects(
    sheet: Estimate, answer: EstimateAnswer | None, rules: Rules, few: int
) -> Mapping[Control, str]:
    """Describe the effect of every control of an estimate.

    `answer` is None before there is one. Up to `few` games make a difference to
    chances.
    """
    return {
        "Games": describe_games_effect(sheet, answer, rules, few),
        "Record": _describe_record_effect(sheet),
        "Floor": _describe_floor_effect(sheet, answer),
        "Birth": _describe_birth_effect(sheet),
        "System": _describe_system_effect(sheet),
        "End": f"On {sheet.end_date} the rules of {rules.edition} hold.",
        "Draws": _describe_draws_effect(answer),
        "Target": "It changes no rating: it is looked for in what may come.",
    }


def describe_games_effect(
    sheet: Estimate, answer: EstimateAnswer | None, rules: Rules, few: int
) -> str:
    """Describe up to which number of games the number makes a difference."""
    if sheet.rating is None:
        return (
            "A player without a rating has no such games; the number changes nothing."
        )
    count, at = (
        find_games_that_count(sheet.rating, rules),
        format_whole_rating(sheet.rating),
    )
    if count > few:
        words = f"From {count} games on the number does not matter at {at}"
    else:
        words = (
            f"From {count} games on the number does not matter for the rating at {at}, "
            f"from {few + 1} on not for the chances"
        )
    level = compute_peak_floor(sheet.rating, rules)
    low = _find_lowest(answer)
    if sheet.floor is None and level is not None and low is not None and low <= level:
        words += f"; more than {ESTABLISHED_ABOVE} give a floor of {level}"
    return f"{words}."


def _describe_system_effect(sheet: Estimate) -> str:
    words = "It decides which floors and rules hold, and nothing else"
    if sheet.system == "R":
        return f"{words}."
    return f"{words}: chances are those counted in Regular games."


def _describe_record_effect(sheet: Estimate) -> str:
    if sheet.rating is None:
        return "A player without a rating has no earlier games; it changes nothing."
    return "All won or all lost counts; not known is taken as mixed."


def _describe_floor_effect(sheet: Estimate, answer: EstimateAnswer | None) -> str:
    low = _find_lowest(answer)
    if low is None:
        return "It matters where the rating would fall below it."
    if sheet.floor is None:
        return f"The lowest figure here is {low}; a lower floor changes nothing."
    if low <= sheet.floor:
        return f"It holds the rating at {sheet.floor} here."
    return f"It changes nothing here: the lowest figure is {low}."


def _describe_birth_effect(sheet: Estimate) -> str:
    if sheet.rating is None:
        return (
            "It decides what you start from; your results count in its place at once."
        )
    return (
        f"It changes nothing for a player who has a rating, as you have "
        f"{format_whole_rating(sheet.rating)}."
    )


def _describe_draws_effect(answer: EstimateAnswer | None) -> str:
    if answer is not None and answer.forecast is None:
        return "No game is to come: it changes nothing for this event."
    return "It changes chances, and no rating."


def _find_lowest(answer: EstimateAnswer | None) -> int | None:
    """Return the lowest of all displayed figures."""
    if answer is None:
        return None
    lines = [] if answer.forecast is None else list(answer.forecast.ways)
    if answer.now is not None:
        lines.append(answer.now)
    return min((round(round_for_display(line.value)) for line in lines), default=None)
