"""Describe an estimate in a sentence: the present rating, unplayed games, the target.

The figures are those of the forecast. "With a win: 1801" is the figure on the win's
card, and "about 1 in 3" the chance of reaching the target.
"""

from itertools import takewhile
from typing import Final

from msgspec import Struct

from uscalc.analysis.forecast_model import Forecast, ForecastLine
from uscalc.analysis.goals import evaluate_target
from uscalc.analysis.spread import EstimatedChance, RatingInterval
from uscalc.counted import group_by_key
from uscalc.engine.rounding import round_for_display
from uscalc.explain.numbers import format_change, format_points, format_whole_rating
from uscalc.report.forecast_words import describe_odds

USUAL_SHARE: Final = 0.95
LEAST_LUCK: Final = 0.05
"""A lucky score is mentioned only if it has at least this chance."""
DRAW_SCORE: Final = 0.5
DECIMALS: Final = 1
"""An effect of unknown decimals on a rating is mentioned only above this many points."""
APOSTROPHE: Final = "\N{RIGHT SINGLE QUOTATION MARK}"


class AnswerFacts(Struct, frozen=True):
    """The facts of an answer: the pre-event rating, the present one, and the forecast.

    `before` is None for an unrated player, `now` before the first result, and
    `forecast` if there are no unplayed games.
    """

    before: float | None
    now: ForecastLine | None
    forecast: Forecast | None

    @property
    def lines(self) -> tuple[ForecastLine, ...]:
        """The lines that are shown as cards."""
        found = () if self.forecast is None else self.forecast.ways
        return found if self.now is None else (*found, self.now)


def describe_change(before: float | None, after: float) -> str:
    """Return the change of the displayed rating with its sign; empty if unrated before."""
    return (
        ""
        if before is None
        else format_change(round_for_display(after) - round_for_display(before), 0)
    )


def make_answer_sentence(facts: AnswerFacts, target: float | None = None) -> str:
    """Describe the answer in a few words, with the chance of the target last."""
    parts = [_describe_present(facts), _describe_unplayed(facts)]
    if target is not None:
        parts.append(_describe_target(facts, target))
    parts.append(_explain_missing_chance(facts))
    return " ".join(text for text in parts if text)


def _describe_present(facts: AnswerFacts) -> str:
    if facts.now is None:
        return (
            ""
            if facts.before is None
            else f"Your pre-event rating is {format_whole_rating(facts.before)}."
        )
    moved = describe_change(facts.before, facts.now.value)
    beside = f" ({moved})" if moved else ""
    return f"Your rating now would be {format_whole_rating(facts.now.value)}{beside}."


def _describe_unplayed(facts: AnswerFacts) -> str:
    found = facts.forecast
    if found is None or not found.own:
        return ""
    if len(found.own) == 1:
        loss, draw, win = (format_whole_rating(way.value) for way in found.ways)
        return f"With a loss: {loss}. Draw: {draw}. Win: {win}."
    games = len(found.own)
    worst, best = found.scores[0], found.scores[-1]
    return (
        f"Lose your last {games}: {format_whole_rating(worst.value)}. "
        f"Win them all: {format_whole_rating(best.value)}."
    )


def _explain_missing_chance(facts: AnswerFacts) -> str:
    """Return why there is no chance; empty if there is one."""
    found = facts.forecast
    if found is None or found.has_probabilities:
        return ""
    who = "you are" if found.place in found.without_strength else "an opponent is"
    has = "have" if found.place in found.without_strength else "has"
    return f"No chances available: {who} unrated and {has} no games yet."


# The score needed for a target


def _describe_target(facts: AnswerFacts, target: float) -> str:
    goal, found = f"{target:g}", facts.forecast
    if found is None:
        return "" if facts.now is None else _describe_reached_target(facts.now, target)
    if not found.own:
        return f"{goal} or more{_describe_odds(found.compute_chance_of(target))}."
    if found.range.low >= target:
        return f"{goal} is guaranteed, whatever your score."
    if found.range.high < target:
        short = _count_points(int(-(-target // 1)) - found.range.high)
        return f"{goal} is out of reach: at best you fall {short} short."
    odds = _describe_odds(found.compute_chance_of(target))
    return f"For {goal}, {describe_needed_score(found, target)}{odds}."


def _describe_odds(chance: EstimatedChance | None) -> str:
    """Return a chance to append to the score for a target; empty if it is unknown."""
    return "" if chance is None else f": {describe_odds(chance.share)}"


def _describe_reached_target(now: ForecastLine, target: float) -> str:
    """Describe a target when there are no unplayed games."""
    goal, found = f"{target:g}", evaluate_target(now, target)
    if found.how == "certain":
        return f"{goal} is reached."
    return (
        f"{goal} is missed by {_count_points(found.lacking)}."
        if found.how == "out of reach"
        else f"{goal} depends on other players' games{_describe_odds(found.chance)}."
    )


def describe_needed_score(found: Forecast, target: float) -> str:
    """Describe the score needed in the unplayed games: "you need 2 of your last 3".

    The sentence also says if, depending on other players' games, at least a half point
    less can be enough.
    """
    games = len(found.own)
    least, enough = find_target_scores(found, target)
    if least is None:
        best = format_whole_rating(max(way.value for way in found.ways))
        all_of = "a win" if games == 1 else f"all of your last {games}"
        return f"even {all_of} gives only {best}"
    of = f" of your last {games}"
    if least == 0.0 and enough == 0.0:
        return f"even {'a loss' if games == 1 else 'losing' + of[3:]} should be enough"
    if games == 1 and least == DRAW_SCORE and enough == DRAW_SCORE:
        line = found.scores[1]
        sure = "is" if evaluate_target(line, target).how == "certain" else "should be"
        words = f"a draw {sure} enough"
    elif games == 1:
        words = "you need a win"
    elif enough is None or least == enough:
        words = f"you need {format_points(least)}{of}"
    else:
        words = (
            f"you need {format_points(least)} or {format_points(enough)}{of}, "
            "depending on the "
            "opponents"
        )
    lucky = _find_lucky_score(found, target, least)
    if lucky is None:
        return words
    less = (
        ("a loss", "a draw", "a win")[round(2 * lucky)]
        if games == 1
        else format_points(lucky)
    )
    return f"{words}, or {less} with luck"


def _find_lucky_score(found: Forecast, target: float, least: float) -> float | None:
    """Return the lowest score below the needed one that sometimes reaches the target."""
    lucky = (
        line.score
        for line in found.scores
        if line.score < least
        and line.spread.compute_chance_of(target).share >= LEAST_LUCK
    )
    return next(lucky, None)


def find_target_scores(
    found: Forecast, target: float
) -> tuple[float | None, float | None]:
    """Return the lowest score that can reach the target, and the lowest that always does."""
    by_score = group_by_key(
        (way.score, round_for_display(way.value) >= target) for way in found.ways
    )
    scores = sorted(by_score)
    least = next((score for score in scores if any(by_score[score])), None)
    sure = list(takewhile(lambda score: all(by_score[score]), reversed(scores)))
    return least, sure[-1] if sure else None


# Uncertainty


def make_uncertainty_sentence(facts: AnswerFacts, exact: bool) -> str:
    """Describe how far unknown facts may move the figures; empty if they cannot.

    `exact` is True if the figures come from a crosstable; then only unplayed games are
    uncertain.
    """
    lines = facts.lines
    usual = max(
        (
            _measure_move(
                line, RatingInterval(*line.spread.find_middle_range(USUAL_SHARE))
            )
            for line in lines
        ),
        default=0,
    )
    most = max((_measure_move(line, line.open) for line in lines), default=0)
    parts = []
    if most or usual:
        words = f"{_describe_cause(facts, exact)} could change this by "
        if 0 < usual < most:
            words += f"{_count_points(usual)} either way, {most} at most"
        else:
            words += f"{_count_points(max(usual, most))} at most"
        parts.append(
            words + ("." if exact else ". For the exact rating, paste the crosstable.")
        )
    down = max((line.open.low - line.range.low for line in lines), default=0)
    up = max((line.range.high - line.open.high for line in lines), default=0)
    if max(down, up) > DECIMALS:
        parts.append(
            "Missing data (earlier games, birth years, the time control) could change "
            "it "
            f"{_describe_directions(down, up)}{' more' if parts else ''}."
        )
    return " ".join(parts)


def _describe_cause(facts: AnswerFacts, exact: bool) -> str:
    if exact:
        return "Other players' unplayed games"
    own = () if facts.forecast is None else facts.forecast.own
    return (
        f"Your opponents{APOSTROPHE} ratings and their other games"
        if any(game.between is not None for game in own)
        else f"Your opponents{APOSTROPHE} other games"
    )


def _describe_directions(down: int, up: int) -> str:
    if not down or not up:
        return f"{_count_points(down or up)} {'down' if down else 'up'}"
    return (
        f"{_count_points(down)} down or {up} up"
        if down != up
        else f"{_count_points(up)} either way"
    )


def _measure_move(line: ForecastLine, of: RatingInterval) -> int:
    """Return how far the ends of a range are from the displayed figure, at most."""
    now = round(round_for_display(line.value))
    return max(0, now - of.low, of.high - now)


def _count_points(count: int) -> str:
    return "1 point" if count == 1 else f"{count} points"
