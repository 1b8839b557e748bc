"""Describe a forecast: outcomes, chances, and whether a target is reached."""

from collections.abc import Callable, Sequence
from typing import Final

from uscalc.analysis.chances import USUAL_DRAWS
from uscalc.analysis.forecast_model import (
    Forecast,
    Line,
    OwnGame,
)
from uscalc.analysis.goals import Goals, Reach
from uscalc.analysis.intervals import Interval
from uscalc.analysis.spread import Chance
from uscalc.counted import agreeing, counted
from uscalc.engine.systems import System
from uscalc.explain.numbers import points, whole

OUTCOME_WORDS: Final = ("loss", "draw", "win")
OUTCOME_LETTERS: Final = ("L", "D", "W")
EVEN: Final = 0.5
FEW: Final = 25
"""The number of games that a rating is based on is not mentioned above this."""
MOST_NAMED: Final = 3
WAY_OUT: Final = (
    "the office\N{RIGHT SINGLE QUOTATION MARK}s starting rating or one of another "
    "system, or enter a result"
)
NEARLY: Final = 0.0005
"""A chance closer than this to none or all is not written as 0 or 100."""
RANGE_DASH: Final = "\N{EN DASH}"


def percent(share: float) -> str:
    """Format a chance: 42%, 0.4%; "under 0.1%" rather than a zero that isn't one."""
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
    """Format a chance with its standard error, if it has one."""
    if not chance.error:
        return percent(chance.share)
    if not NEARLY <= chance.share <= 1.0 - NEARLY:
        # Although none of the scenarios reached it, it may be possible.
        return percent(min(1.0 - NEARLY, max(NEARLY, chance.share)))
    return f"{percent(chance.share)} ± {100 * chance.error:.1f}"


def interval_words(interval: Interval) -> str:
    """Format a range of displayed ratings; a single number if both ends are equal."""
    if not interval.open:
        return str(interval.low)
    return f"{interval.low}{RANGE_DASH}{interval.high}"


def way_words(line: Line, own: Sequence[OwnGame]) -> str:
    """Describe a way: "draw", "win in round 6, loss in round 7", "1.5 of 2"."""
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
    """Describe whether a target is reached.

    "certain", "likely, 62%", "14 points short".
    """
    if reach.how == "certain":
        return "certain"
    if reach.how == "out of reach":
        return f"out of reach, {_points_short(reach.lacking)} at best"
    if reach.chance is None:
        return "possible"
    share = reach.chance.share
    if share >= 1.0:
        return "as good as certain"
    if share <= 0.0:
        return "very unlikely"
    word = "likely" if share >= EVEN else "unlikely"
    return f"{word}, {chance_words(reach.chance)}"


def _points_short(lacking: int) -> str:
    return "1 point short" if lacking == 1 else f"{lacking} points short"


def goal_sentence(found: Forecast, goals: Goals, name: str = "") -> str:
    """Describe the score that a target needs, and how likely it is then.

    "Ann Lee needs 2 of 3 for 1850: likely, 91%. ..."; without a name it says "you".
    """
    target = f"{goals.target:g}"
    own = found.own
    if not own:
        return f"{target}: {reach_words(goals.ways[0].reach)}."
    if goals.scores[0].reach.how == "certain":
        return f"{target} is certain, whatever the results."
    most = goals.scores[-1]
    best = _score_words(most.line.score, own)
    if goals.possible_score is None:
        short = _points_short(most.reach.lacking)
        return f"{target} is out of reach: even {best} is {short}."
    if goals.needed_score is None and most.reach.chance is not None:
        return f"Even with {best} {target} is {reach_words(most.reach)}."
    least = goals.needed_score
    if least is None:
        least = goals.possible_score
    reach = next(g.reach for g in goals.scores if g.line.score == least)
    sure = "that is certain" if reach.how == "certain" else reach_words(reach)
    who = f"{name} needs" if name else "You need"
    said = [f"{who} {_score_words(least, own)} for {target}: {sure}"]
    if goals.certain_score is not None and goals.certain_score > least:
        said.append(f"{_score_words(goals.certain_score, own)} makes it certain")
    below = [g for g in goals.scores if g.line.score < least]
    if below and below[-1].reach.how == "likely":
        less = _score_words(below[-1].line.score, own)
        said.append(f"{less} may do: {reach_words(below[-1].reach)}")
    return " ".join(f"{text[:1].upper()}{text[1:]}." for text in said)


def _score_words(score: float, own: Sequence[OwnGame]) -> str:
    if len(own) == 1:
        return f"a {OUTCOME_WORDS[round(2 * score)]}"
    return f"{points(score)} of {len(own)}"


def game_words(game: OwnGame, number: int | None, name_of: Callable[[int], str]) -> str:
    """Describe an unplayed game and its chances.

    "Round 5 against 3 Ann Lee (1702): ...".
    """
    who = opponent_words(game, number, name_of)
    rated = ""
    if game.strength is None:
        rated = " (unrated)"
    elif game.between is None:
        based = "" if game.games is None or game.games > FEW else f", {_on(game.games)}"
        rated = f" ({whole(game.strength)}{based})"
    text = f"Round {game.round} against {who}{rated}"
    if game.chances is None:
        return f"{text}: no chance is told"
    loss, draw, win = game.chances
    return f"{text}: loss {percent(loss)}, draw {percent(draw)}, win {percent(win)}"


def _on(games: int) -> str:
    return "on 1 game" if games == 1 else f"on {games} games"


def untold_words(found: Forecast, who: Callable[[int], str]) -> list[str]:
    """Explain why there is no chance, or which assumption was made.

    Empty if all is known.
    """
    if found.untold:
        return [
            f"No chance is told: {_are_unrated(found.untold, who)}. Give {WAY_OUT}."
        ]
    if found.alike:
        return [
            f"{_are_unrated(found.alike, who)}; wins, draws and losses count alike in "
            f"such games. Give {WAY_OUT}."
        ]
    return []


def _are_unrated(places: Sequence[int], who: Callable[[int], str]) -> str:
    names = [who(place) for place in places]
    if len(names) == 1:
        return f"{names[0]} is unrated and has no game yet"
    if len(names) > MOST_NAMED:
        names[MOST_NAMED - 1 :] = [f"{len(names) - MOST_NAMED + 1} others"]
    together = ", ".join(names[:-1]) + f" and {names[-1]}"
    return f"{together} are unrated and have no game yet"


def method_words(found: Forecast) -> str:
    """Describe how other players' games were taken into account."""
    if found.samples is None and not found.others:
        text = "No other game to come matters for this rating"
    elif found.samples is None:
        ways = 3**found.others
        they = agreeing(found.others, "it", "they")
        text = f"{_others(found.others)}; all {ways:,} ways {they} can end were rated"
    else:
        drawn = counted(found.samples, "scenario was", "scenarios were")
        text = (
            f"{_others(found.others)}; {drawn} drawn at random "
            f"(seed {found.settings.seed})"
        )
    if found.reason is not None:
        text += f"; rated one by one, because {found.reason}"
    return f"{text}."


def _others(games: int) -> str:
    """Count the games of other players that matter."""
    matter = agreeing(games, "matters", "matter")
    return f"{counted(games, 'game')} of other people {matter}"


def chances_words(found: Forecast) -> str:
    """Describe the source of a forecast's chances."""
    return source_words(found.system, found.settings.draws)


def source_words(system: System, draws: float) -> str:
    """Describe the source of chances, and how they were adjusted."""
    text = "Chances are as such games came out, with the ratings of the moment"
    if system != "R":
        text += " (counted in Regular games; other systems use the same figures)"
    if draws == USUAL_DRAWS:
        return f"{text}."
    return f"{text}; draws count {draws:g} times as much as they came out."


def draws_words(found: Forecast) -> str:
    """Describe the model's own share of draws in these games, and the one used."""
    if found.drawn is None:
        return ""
    drawn = percent(found.drawn)
    if found.settings.draws == USUAL_DRAWS or not found.told:
        return f"1 is usual: {drawn} drawn"
    taken = [game.chances.draw for game in found.own if game.chances is not None]
    return f"here {percent(sum(taken) / len(taken))} drawn, usual {drawn}"


def opponent_words(
    game: OwnGame, number: int | None, name_of: Callable[[int], str]
) -> str:
    """Describe the opponent of an unplayed game."""
    if number is None:
        low, high = game.between or (game.strength or 0.0, game.strength or 0.0)
        return f"somebody rated {interval_words(Interval(round(low), round(high)))}"
    name = name_of(number)
    return f"{number} {name}".rstrip()
