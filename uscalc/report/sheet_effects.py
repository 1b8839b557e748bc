"""Describe the effect of each fact of an estimate on the player's own figures."""

from collections.abc import Mapping
from math import ceil
from typing import Final, Literal

from uscalc.document.sheet.answer import SheetAnswer
from uscalc.document.sheet.sheet import Sheet
from uscalc.engine.floors import ESTABLISHED_ABOVE, peak_floor
from uscalc.engine.rounding import shown
from uscalc.engine.rules import Rules
from uscalc.engine.section import MOST_GAMES_FOR_SPECIAL
from uscalc.engine.standard import EFFECTIVE_GAMES
from uscalc.explain.numbers import whole

Control = Literal[
    "Games", "Record", "Floor", "Birth", "System", "End", "Draws", "Target"
]
FEWEST: Final = MOST_GAMES_FOR_SPECIAL + 1


def games_that_count(rating: float, rules: Rules) -> int:
    """Return the number of games from which a rating moves like an established one.

    It is at least N*, and more than the special formula allows.
    """
    return max(ceil(EFFECTIVE_GAMES[rules.effective_games](rating)), FEWEST)


def effects(
    sheet: Sheet, answer: SheetAnswer | None, rules: Rules, few: int
) -> Mapping[Control, str]:
    """Describe the effect of every control of an estimate.

    `answer` is None before there is one. Up to `few` games make a difference to
    chances.
    """
    return {
        "Games": games_effect(sheet, answer, rules, few),
        "Record": _record(sheet),
        "Floor": _floor(sheet, answer),
        "Birth": _birth(sheet),
        "System": _system(sheet),
        "End": f"On {sheet.end_date} the rules of {rules.edition} hold.",
        "Draws": _draws(answer),
        "Target": "It changes no rating: it is looked for in what may come.",
    }


def games_effect(
    sheet: Sheet, answer: SheetAnswer | None, rules: Rules, few: int
) -> str:
    """Describe up to which number of games the number makes a difference."""
    if sheet.rating is None:
        return (
            "A player without a rating has no such games; the number changes nothing."
        )
    count, at = games_that_count(sheet.rating, rules), whole(sheet.rating)
    if count > few:
        words = f"From {count} games on the number does not matter at {at}"
    else:
        words = (
            f"From {count} games on the number does not matter for the rating at {at}, "
            f"from {few + 1} on not for the chances"
        )
    level = peak_floor(sheet.rating, rules)
    low = _lowest(answer)
    if sheet.floor is None and level is not None and low is not None and low <= level:
        words += f"; more than {ESTABLISHED_ABOVE} give a floor of {level}"
    return f"{words}."


def _system(sheet: Sheet) -> str:
    words = "It decides which floors and rules hold, and nothing else"
    if sheet.system == "R":
        return f"{words}."
    return f"{words}: chances are those counted in Regular games."


def _record(sheet: Sheet) -> str:
    if sheet.rating is None:
        return "A player without a rating has no earlier games; it changes nothing."
    return "All won or all lost counts; not known is taken as mixed."


def _floor(sheet: Sheet, answer: SheetAnswer | None) -> str:
    low = _lowest(answer)
    if low is None:
        return "It matters where the rating would fall below it."
    if sheet.floor is None:
        return f"The lowest figure here is {low}; a lower floor changes nothing."
    if low <= sheet.floor:
        return f"It holds the rating at {sheet.floor} here."
    return f"It changes nothing here: the lowest figure is {low}."


def _birth(sheet: Sheet) -> str:
    if sheet.rating is None:
        return (
            "It decides what you start from; your results count in its place at once."
        )
    return f"It changes nothing for a player who has a rating, as you have {whole(sheet.rating)}."


def _draws(answer: SheetAnswer | None) -> str:
    if answer is not None and answer.forecast is None:
        return "No game is to come: it changes nothing for this event."
    return "It changes chances, and no rating."


def _lowest(answer: SheetAnswer | None) -> int | None:
    """Return the lowest of all displayed figures."""
    if answer is None:
        return None
    lines = [] if answer.forecast is None else list(answer.forecast.ways)
    if answer.now is not None:
        lines.append(answer.now)
    return min((round(shown(line.value)) for line in lines), default=None)
