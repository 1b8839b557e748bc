"""Describe a forecast: outcomes, chances, and whether a target is reached."""

from collections.abc import Callable, Sequence
from typing import Final

from uscalc.analysis.forecast_model import (
    USUAL_DRAWS,
    Forecast,
    ForecastLine,
    OwnPendingGame,
)
from uscalc.analysis.goals import GoalForecast, TargetReach
from uscalc.analysis.spread import EstimatedChance, RatingInterval
from uscalc.counted import choose_plural, count_in_words
from uscalc.engine.inputs import System
from uscalc.explain.numbers import format_points, format_whole_rating

OUTCOME_WORDS: Final = ("loss", "draw", "win")
OUTCOME_LETTERS: Final = ("L", "D", "W")
EVEN: Final = 0.5
MOST_GAMES_SHOWN: Final = 25
"""The number of games that a rating is based on is not mentioned above this."""
MOST_NAMED: Final = 3
RATING_FIX: Final = (
    "Enter a result, a starting rating from US Chess, or a rating in another system."
)
NEAR_CERTAIN: Final = 0.0005
"""A chance closer than this to 0 or 1 isn't shown as 0% or 100%."""


def format_percent(share: float) -> str:
    """Format a chance: 42%, 0.4%; "under 0.1%" rather than a zero that isn't one."""
    if share <= 0.0:
        return "0%"
    if share >= 1.0:
        return "100%"
    if share < NEAR_CERTAIN * 2:
        return "under 0.1%"
    if share > 1.0 - NEAR_CERTAIN * 2:
        return "over 99.9%"
    return (
        f"{100 * share:.1f}%" if share < 0.1 or share > 0.9 else f"{100 * share:.0f}%"
    )


def describe_chance(chance: EstimatedChance) -> str:
    """Format a chance with its standard error, if it has one."""
    if not chance.error:
        return format_percent(chance.share)
    if not NEAR_CERTAIN <= chance.share <= 1.0 - NEAR_CERTAIN:
        # Although none of the scenarios reached it, it may be possible.
        return format_percent(min(1.0 - NEAR_CERTAIN, max(NEAR_CERTAIN, chance.share)))
    return f"{format_percent(chance.share)} ± {100 * chance.error:.1f}"


def describe_interval(interval: RatingInterval) -> str:
    """Format a range of displayed ratings; a single number if both ends are equal."""
    return (
        str(interval.low)
        if not interval.open
        else f"{interval.low}\N{EN DASH}{interval.high}"
    )


def describe_way(line: ForecastLine, own: Sequence[OwnPendingGame]) -> str:
    """Describe a way: "draw", "win in round 6, loss in round 7", "1.5 of 2"."""
    if line.halves is None:
        return f"{format_points(line.score)} of {len(own)}"
    if not line.halves:
        return "current score"
    return (
        OUTCOME_WORDS[line.halves[0]]
        if len(own) == 1
        else ", ".join(
            f"{OUTCOME_WORDS[half]} in round {game.round}"
            for half, game in zip(line.halves, own, strict=True)
        )
    )


def describe_reach(reach: TargetReach) -> str:
    """Describe whether a target is reached: "certain", "likely, 62%", "14 points short"."""
    if reach.how == "certain":
        return "certain"
    if reach.how == "out of reach":
        return f"out of reach, {_count_missing_points(reach.lacking)} at best"
    if reach.chance is None:
        return "possible"
    share = reach.chance.share
    if share >= 1.0:
        return "as good as certain"
    if share <= 0.0:
        return "very unlikely"
    word = "likely" if share >= EVEN else "unlikely"
    return f"{word}, {describe_chance(reach.chance)}"


def _count_missing_points(lacking: int) -> str:
    return "1 point short" if lacking == 1 else f"{lacking} points short"


def make_goal_sentence(found: Forecast, goals: GoalForecast, name: str = "") -> str:
    """Describe the score that a target needs, and how likely it is then.

    "Ann Lee needs 2 of 3 for 1850: likely, 91%. 3 of 3 guarantees it."; without a name,
    it says "you".
    """
    target = f"{goals.target:g}"
    own = found.own
    if not own:
        return f"{target} is {describe_reach(goals.ways[0].reach)}."
    if goals.scores[0].reach.how == "certain":
        return f"{target} is guaranteed, whatever the results."
    most = goals.scores[-1]
    best = _describe_score(most.line.score, own)
    if goals.possible_score is None:
        short = _count_missing_points(most.reach.lacking)
        return f"{target} is out of reach. Even {best} falls {short}."
    if goals.needed_score is None and most.reach.chance is not None:
        return f"Even with {best}, {target} is {describe_reach(most.reach)}."
    needed = goals.needed_score
    least = goals.possible_score if needed is None else needed
    reach = next(g.reach for g in goals.scores if g.line.score == least)
    likely = "" if reach.how == "certain" else f": {describe_reach(reach)}"
    who = f"{name} needs" if name else "You need"
    sentences = [f"{who} {_describe_score(least, own)} for {target}{likely}"]
    if goals.certain_score is not None:
        sentences.append(f"{_describe_score(goals.certain_score, own)} guarantees it")
    below = [g for g in goals.scores if g.line.score < least]
    if below and below[-1].reach.how == "likely":
        less = _describe_score(below[-1].line.score, own)
        sentences.append(f"{less} might be enough: {describe_reach(below[-1].reach)}")
    return " ".join(f"{text[:1].upper()}{text[1:]}." for text in sentences)


def _describe_score(score: float, own: Sequence[OwnPendingGame]) -> str:
    return (
        f"a {OUTCOME_WORDS[round(2 * score)]}"
        if len(own) == 1
        else f"{format_points(score)} of {len(own)}"
    )


def describe_game(
    game: OwnPendingGame, number: int | None, name_of: Callable[[int], str]
) -> str:
    """Describe an unplayed game and its chances: "Round 5 against 3 Ann Lee (1702): ..."."""
    who = describe_opponent(game, number, name_of)
    rated = ""
    if game.strength is None:
        rated = " (unrated)"
    elif game.between is None:
        based = (
            ""
            if game.games is None or game.games > MOST_GAMES_SHOWN
            else f", based on {count_in_words(game.games, 'game')}"
        )
        rated = f" ({format_whole_rating(game.strength)}{based})"
    text = f"Round {game.round} against {who}{rated}"
    if game.chances is None:
        return f"{text}: chances not available"
    loss, draw, win = game.chances
    return (
        f"{text}: loss {format_percent(loss)}, draw {format_percent(draw)}, win "
        f"{format_percent(win)}"
    )


def explain_missing_chances(found: Forecast, who: Callable[[int], str]) -> list[str]:
    """Explain why there are no chances, or what was assumed; empty if all is known."""
    if found.without_strength:
        return [
            f"No chances available: {_describe_unrated(found.without_strength, who)}. {RATING_FIX}"
        ]
    if found.assumed_equal:
        return [
            f"{_describe_unrated(found.assumed_equal, who)}, so a win, a draw and a loss are "
            f"assumed to be equally likely. {RATING_FIX}"
        ]
    return []


def _describe_unrated(places: Sequence[int], who: Callable[[int], str]) -> str:
    names = [who(place) for place in places]
    if len(names) == 1:
        return f"{names[0]} is unrated and has no games yet"
    if len(names) > MOST_NAMED:
        names[MOST_NAMED - 1 :] = [f"{len(names) - MOST_NAMED + 1} others"]
    together = ", ".join(names[:-1]) + f" and {names[-1]}"
    return f"{together} are unrated and have no games yet"


def describe_method(found: Forecast) -> str:
    """Describe how other players' games were taken into account."""
    if found.samples is None and not found.others:
        text = "No other unplayed game affects this rating"
    elif found.samples is None:
        ways = 3**found.others
        text = f"{_count_other_games(found.others)}; all {ways:,} outcomes were rated"
    else:
        drawn = count_in_words(
            found.samples, "random scenario was", "random scenarios were"
        )
        text = (
            f"{_count_other_games(found.others)}; {drawn} rated "
            f"(seed {found.settings.seed})"
        )
    if found.reason is not None:
        text += f"; this takes longer because {found.reason}"
    return f"{text}."


def _count_other_games(games: int) -> str:
    """Count the games of other players that affect the rating."""
    affect = choose_plural(games, "affects", "affect")
    games_of = count_in_words(games, "unplayed game")
    return f"{games_of} of other players {affect} this rating"


def describe_chances_source(found: Forecast) -> str:
    """Describe the source of a forecast's chances."""
    return describe_source(found.system, found.settings.draws)


def describe_source(system: System, draws: float) -> str:
    """Describe the source of chances, and how they were adjusted."""
    text = "Chances are based on past results of similar games, using current ratings"
    if system != "R":
        text += " (from Regular games; other rating systems use the same chances)"
    return (
        f"{text}."
        if draws == USUAL_DRAWS
        else f"{text}; draws are {draws:g} times as frequent as usual."
    )


def describe_draws(found: Forecast) -> str:
    """Describe the usual share of draws in these games, and the share used here."""
    if found.drawn is None:
        return ""
    drawn = format_percent(found.drawn)
    if found.settings.draws == USUAL_DRAWS or not found.has_probabilities:
        return f"1 = usual ({drawn} draws)"
    taken = [game.chances.draw for game in found.own if game.chances is not None]
    return f"{format_percent(sum(taken) / len(taken))} draws (usual: {drawn})"


def describe_opponent(
    game: OwnPendingGame, number: int | None, name_of: Callable[[int], str]
) -> str:
    """Describe the opponent of an unplayed game."""
    if number is None:
        low, high = game.between or (game.strength or 0.0, game.strength or 0.0)
        return f"an opponent rated {describe_interval(RatingInterval(round(low), round(high)))}"
    return f"{number} {name_of(number)}".rstrip()


FAMILIAR_ODDS: Final = (
    (1, 10),
    (1, 5),
    (1, 4),
    (3, 10),
    (1, 3),
    (2, 5),
    (1, 2),
    (3, 5),
    (2, 3),
    (7, 10),
    (3, 4),
    (4, 5),
    (9, 10),
)
"""Familiar odds; the difference between two neighbors is negligible."""
RARE: Final = 0.1
RAREST: Final = 1000


def describe_odds(share: float) -> str:
    """Describe a chance: "about 2 in 5", "about 1 in 40"; never as zero or certain."""
    if share < RARE:
        return _describe_rare(share, "less than 1 in {0}", "about 1 in {0}")
    if share > 1.0 - RARE:
        return _describe_rare(1.0 - share, "more than {1} in {0}", "about {1} in {0}")
    of, whole = min(FAMILIAR_ODDS, key=lambda part: abs(part[0] / part[1] - share))
    return f"about {of} in {whole}"


def _describe_rare(share: float, least: str, words: str) -> str:
    if share * RAREST < 1.0:
        return least.format(RAREST, RAREST - 1)
    count = _round_count(1.0 / share)
    return words.format(count, count - 1)


def _round_count(count: float) -> int:
    """Round a number as people state it: 12, 15, 40, 300."""
    step = 1 if count < 15 else 5 if count < 50 else 10 if count < 100 else 50
    return max(10, round(count / step) * step)
