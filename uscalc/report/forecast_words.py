"""A forecast in words: outcomes, chances, and whether a target is reached."""

from collections.abc import Callable, Sequence
from typing import Final

from uscalc.analysis.forecast_model import (
    Forecast,
    Line,
    OwnGame,
)
from uscalc.analysis.goals import Goals, Reach
from uscalc.analysis.intervals import Interval
from uscalc.analysis.spread import Chance
from uscalc.explain.numbers import points

OUTCOME_WORDS: Final = ("loss", "draw", "win")
OUTCOME_LETTERS: Final = ("L", "D", "W")
NEARLY: Final = 0.0005
RANGE_DASH: Final = "\N{EN DASH}"
"""A chance nearer than this to none or all is not written as 0 or 100."""


def percent(share: float) -> str:
    """A chance: 42%, 0.4%; "under 0.1%" rather than a nought that is none."""
    if share <= 0.0:
        return "0%"
    if share >= 1.0:
        return "100%"
    if share < NEARLY * 2:
        return "under 0.1%"
    if share > 1.0 - NEARLY * 2:
        return "over 99.9%"
    if share < 0.1 or share > 0.9:
        return f"{100 * share:.1f}%"
    return f"{100 * share:.0f}%"


def chance_words(chance: Chance) -> str:
    """A chance with its standard error, where it has one."""
    if not chance.error:
        return percent(chance.share)
    return f"{percent(chance.share)} ± {100 * chance.error:.1f}"


def interval_words(interval: Interval) -> str:
    """A range of displayed ratings; one of them where it is no range."""
    if not interval.open:
        return str(interval.low)
    return f"{interval.low}{RANGE_DASH}{interval.high}"


def way_words(line: Line, own: Sequence[OwnGame]) -> str:
    """Which way: "draw", "win in round 6, loss in round 7", "1.5 of 2"."""
    if line.halves is None:
        return f"{points(line.score)} of {len(own)}"
    if not line.halves:
        return "as it stands"
    if len(own) == 1:
        return OUTCOME_WORDS[line.halves[0]]
    return ", ".join(
        f"{OUTCOME_WORDS[half]} in round {game.round}"
        for half, game in zip(line.halves, own, strict=True)
    )


def reach_words(reach: Reach) -> str:
    """Whether a target is reached: "certain", "likely, 62%", "14 points short"."""
    if reach.how == "certain":
        return "certain"
    if reach.how == "out of reach":
        short = "1 point" if reach.lacking == 1 else f"{reach.lacking} points"
        return f"out of reach, {short} short at best"
    share = reach.chance.share
    if share >= 1.0:
        return "as good as certain; only what is not known of ratings is against it"
    if share <= 0.0:
        return "hardly; only what is not known, or a rare chance, is for it"
    word = "likely" if share >= 0.5 else "unlikely"
    return f"{word}, {chance_words(reach.chance)}"


def goal_sentence(found: Forecast, goals: Goals) -> str:
    """The one sentence about a target: what is enough, and how sure that is."""
    target = f"{goals.target:g}"
    own = found.own
    if not own:
        return f"{target}: {reach_words(goals.ways[0].reach)}."
    if goals.scores[0].reach.how == "certain":
        return f"{target} is certain, whatever the results."
    if goals.possible_score is None:
        lacking = goals.scores[-1].reach.lacking
        short = "1 point" if lacking == 1 else f"{lacking} points"
        return f"{target} is out of reach: even the best results leave {short} missing."
    parts = []
    if goals.certain_score is not None:
        parts.append(
            f"{_score_words(goals.certain_score, own)} reaches {target} for sure"
        )
    if goals.possible_score != goals.certain_score:
        goal = next(g for g in goals.scores if g.line.score == goals.possible_score)
        said = reach_words(goal.reach)
        parts.append(
            f"{_score_words(goals.possible_score, own)} may reach {target}: {said}"
        )
    text = "; ".join(parts)
    return f"{text[:1].upper()}{text[1:]}."


def _score_words(score: float, own: Sequence[OwnGame]) -> str:
    if len(own) == 1:
        return f"a {OUTCOME_WORDS[round(2 * score)]}"
    return f"{points(score)} of {len(own)}"


def method_words(found: Forecast) -> str:
    """How other people's games were looked at."""
    if found.samples is None and not found.others:
        text = "No other game to come matters for this rating"
    elif found.samples is None:
        ways = 3**found.others
        games = "1 game" if found.others == 1 else f"{found.others} games"
        text = (
            f"{games} of other people matter; all {ways} ways they can end were rated"
        )
    else:
        games = "1 game" if found.others == 1 else f"{found.others} games"
        text = (
            f"{games} of other people matter; {found.samples} scenarios were drawn at "
            f"random (seed {found.settings.seed})"
        )
    if found.reason is not None:
        text += f"; rated one by one, because {found.reason}"
    return f"{text}."


def chances_words(found: Forecast) -> str:
    """Where the chances come from."""
    return (
        "Chances follow the winning expectancy of the ratings before the event; between "
        f"equals {percent(found.settings.draw_rate)} of the games are drawn."
    )


def opponent_words(
    game: OwnGame, number: int | None, name_of: Callable[[int], str]
) -> str:
    """Who is met in a game to come."""
    if number is None:
        low, high = game.between or (game.strength, game.strength)
        return f"somebody rated {interval_words(Interval(round(low), round(high)))}"
    name = name_of(number)
    return f"{number} {name}".rstrip()
