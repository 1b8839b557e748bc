"""Describe an estimate in a sentence: the present rating, unplayed games, the target.

Every figure is one of the forecast: "makes 1801" is what its card shows, and "about 1
in 3" is its chance of reaching the target.
"""

from dataclasses import dataclass
from typing import Final

from uscalc.analysis.forecast_model import Forecast, Line
from uscalc.analysis.goals import reach
from uscalc.analysis.intervals import Interval
from uscalc.analysis.spread import Chance
from uscalc.engine.rounding import shown
from uscalc.explain.numbers import change, points, whole
from uscalc.report.forecast.odds import odds_words

USUAL: Final = 0.95
LUCK: Final = 0.05
"""A smaller chance is not worth mentioning."""
DRAWN: Final = 0.5
DECIMALS: Final = 1
"""Points that the decimals of a rating may move; such a move is not mentioned."""
CROSSTABLE: Final = "; paste the crosstable for the exact figure."
APOSTROPHE: Final = "\N{RIGHT SINGLE QUOTATION MARK}"


@dataclass(frozen=True, slots=True)
class Told:
    """The facts of an answer: the pre-event rating, the present one, and the forecast.

    `before` is None for an unrated player, `now` before the first result, and
    `forecast` if there are no unplayed games.
    """

    before: float | None
    now: Line | None
    forecast: Forecast | None

    @property
    def lines(self) -> tuple[Line, ...]:
        """Every line that has a card."""
        found = () if self.forecast is None else self.forecast.ways
        return found if self.now is None else (*found, self.now)


def change_words(before: float | None, after: float) -> str:
    """Return the change of the displayed rating with its sign; empty if unrated before."""
    return "" if before is None else change(shown(after) - shown(before), 0)


def answer_sentence(told: Told, target: float | None = None) -> str:
    """Return the answer in a few words, with the target's chance last."""
    said = [_stand(told), _to_come(told)]
    if target is not None:
        said.append(_target(told, target))
    said.append(_untold(told))
    return " ".join(text for text in said if text)


def _stand(told: Told) -> str:
    if told.now is None:
        return "" if told.before is None else f"You begin at {whole(told.before)}."
    moved = change_words(told.before, told.now.value)
    beside = f" ({moved})" if moved else ""
    return f"You stand at {whole(told.now.value)}{beside}."


def _to_come(told: Told) -> str:
    found = told.forecast
    if found is None or not found.own:
        return ""
    if len(found.own) == 1:
        loss, draw, win = (whole(way.value) for way in found.ways)
        return f"A loss makes {loss}, a draw {draw}, a win {win}."
    games = len(found.own)
    worst, best = found.scores[0], found.scores[-1]
    return (
        f"Losing your last {games} makes {whole(worst.value)}, winning all of them "
        f"{whole(best.value)}."
    )


def _untold(told: Told) -> str:
    """Return why there is no chance; empty if there is one."""
    found = told.forecast
    if found is None or found.told:
        return ""
    who = "you are" if found.place in found.untold else "an opponent is"
    has = "have" if found.place in found.untold else "has"
    return f"No chance is told: {who} unrated and {has} no game yet."


# The score that a target takes


def _target(told: Told, target: float) -> str:
    goal, found = f"{target:g}", told.forecast
    if found is None:
        return "" if told.now is None else _stands_for(told.now, target)
    if not found.own:
        return f"{goal} or more{_odds(found.reaching(target))}."
    if found.range.low >= target:
        return f"{goal} is certain, whatever you score."
    if found.range.high < target:
        missing = int(-(-target // 1)) - found.range.high
        return f"{goal} is out of reach, {_points(missing)} short at best."
    odds = _odds(found.reaching(target))
    return f"For {goal} {needs_words(found, target)}{odds}."


def _odds(chance: Chance | None) -> str:
    """Return a chance to append to what a target takes; empty if there is none."""
    return "" if chance is None else f": {odds_words(chance.share)}"


def _stands_for(now: Line, target: float) -> str:
    """Describe a target when there are no unplayed games."""
    goal, found = f"{target:g}", reach(now, target)
    if found.how == "certain":
        return f"{goal} is reached."
    if found.how == "out of reach":
        return f"{goal} is missed by {_points(found.lacking)}."
    return f"For {goal} it depends on games of others{_odds(found.chance)}."


def needs_words(found: Forecast, target: float) -> str:
    """Describe the score needed in the unplayed games: "you need 2 of your last 3".

    If other players' games may make a half point or more unnecessary, the sentence says
    so.
    """
    games = len(found.own)
    least, enough = scores_for(found, target)
    if least is None:
        best = whole(max(way.value for way in found.ways))
        all_of = "a win" if games == 1 else f"all of your last {games}"
        return f"even {all_of} makes only {best}"
    of = f" of your last {games}"
    if least == 0.0 and enough == 0.0:
        return f"even {'a loss' if games == 1 else 'losing' + of[3:]} should be enough"
    if games == 1 and least == DRAWN and enough == DRAWN:
        line = found.scores[1]
        sure = "is" if reach(line, target).how == "certain" else "should be"
        words = f"a draw {sure} enough"
    elif games == 1:
        words = "you need a win"
    elif enough is None or least == enough:
        words = f"you need {points(least)}{of}"
    else:
        words = (
            f"you need {points(least)} or {points(enough)}{of}, depending on the "
            "opponents"
        )
    lucky = _with_luck(found, target, least)
    if lucky is None:
        return words
    less = _ONE_GAME[round(2 * lucky)] if games == 1 else points(lucky)
    return f"{words}, or {less} and luck"


_ONE_GAME: Final = ("a loss", "a draw", "a win")


def _with_luck(found: Forecast, target: float, least: float) -> float | None:
    """Return the least score below the needed one that sometimes reaches the target."""
    for line in found.scores:
        if line.score < least and line.spread.reaching(target).share >= LUCK:
            return line.score
    return None


def scores_for(found: Forecast, target: float) -> tuple[float | None, float | None]:
    """Return the least score that can reach the target, and the least that always does."""
    by_score: dict[float, list[bool]] = {}
    for way in found.ways:
        by_score.setdefault(way.score, []).append(shown(way.value) >= target)
    scores = sorted(by_score)
    least = next((score for score in scores if any(by_score[score])), None)
    enough = None
    for score in reversed(scores):
        if not all(by_score[score]):
            break
        enough = score
    return least, enough


# Uncertainty


def open_sentence(told: Told, exact: bool) -> str:
    """Return how far unknown facts may move the figures; empty if they cannot.

    `exact` says that the figures come from a crosstable: then only unplayed games are
    open.
    """
    lines = told.lines
    usual = max((_moved(line, _usual(line)) for line in lines), default=0)
    most = max((_moved(line, line.open) for line in lines), default=0)
    said = []
    if most or usual:
        words = f"{_what(told, exact)} may move this by "
        if 0 < usual < most:
            words += f"{_points(usual)} either way, {most} at the very most"
        else:
            words += f"{_points(max(usual, most))} at most"
        said.append(words + ("." if exact else CROSSTABLE))
    down = max((line.open.low - line.range.low for line in lines), default=0)
    up = max((line.range.high - line.open.high for line in lines), default=0)
    if max(down, up) > DECIMALS:
        said.append(
            "Missing data (earlier games, birth years, the time control) may move it "
            f"{_either(down, up)}{' more' if said else ''}."
        )
    return " ".join(said)


def _what(told: Told, exact: bool) -> str:
    if exact:
        return "Games of others that are still to come"
    own = () if told.forecast is None else told.forecast.own
    if any(game.between is not None for game in own):
        return f"Your opponents{APOSTROPHE} ratings and their other games"
    return f"Your opponents{APOSTROPHE} other games"


def _either(down: int, up: int) -> str:
    if not down or not up:
        return f"{_points(down or up)} {'down' if down else 'up'}"
    return (
        f"{_points(down)} down or {up} up"
        if down != up
        else f"{_points(up)} either way"
    )


def _usual(line: Line) -> Interval:
    return Interval(*line.spread.within(USUAL))


def _moved(line: Line, of: Interval) -> int:
    """Return how far the ends of a range are from the displayed figure, at most."""
    now = round(shown(line.value))
    return max(0, now - of.low, of.high - now)


def _points(count: int) -> str:
    return "1 point" if count == 1 else f"{count} points"
