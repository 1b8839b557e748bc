"""The 2001 guide: a worksheet of five steps with three tables, for calculation by hand.

It approximates the exact rules of the same date. The result keeps every value looked up
and every interpolation.
"""

from bisect import bisect_right
from typing import NamedTuple

from msgspec import Struct

from uscalc.engine.inputs import Entrant, SectionInput


class GuideTables(Struct, frozen=True):
    """The three tables, and the limits for the players that they cover."""

    edition: str
    expectancy: tuple[tuple[float, float], ...]
    k_games: tuple[int, ...]
    k_rows: tuple[tuple[float, tuple[float, ...]], ...]
    cutoff: tuple[float, ...]
    least_games: int
    few_games: int
    swing: float


class TableInterpolation(NamedTuple):
    """A linear interpolation between (x0, y0) and (x1, y1): the value y at x."""

    x0: float
    y0: float
    x1: float
    y1: float
    x: float
    y: float


class GuideGame(NamedTuple):
    """One game of the worksheet.

    `rating` is the opponent's rating. If it is an estimate, `estimate` has the adjusted
    ratings that it is the mean of. `difference` is the opponent's rating minus the
    player's, `looked_up` the value of Table 1 for the size of the difference, and
    `expected` the player's expected score.
    """

    opponent: int
    score: float
    rating: float
    estimate: tuple[float, ...] | None
    difference: float
    looked_up: TableInterpolation
    expected: float


class GuideAnswer(NamedTuple):
    """The values of Steps 1 to 5 of the guide, from the rating `before` to the `result`.

    `k_at` is the interpolation of K by rating.
    """

    before: float
    expected: float
    delta: float
    k_at: TableInterpolation
    k: float
    half_k: bool
    change: float
    cutoff: float
    bonus: float
    result: float


class GuideWorksheet(NamedTuple):
    """The guide's five steps for one player.

    `problem` is the reason if the guide has no answer. `assumed_games` is True if N is
    unknown and assumed to be large enough.
    """

    entrant: Entrant
    problem: str | None
    assumed_games: bool
    games: tuple[GuideGame, ...]
    answer: GuideAnswer | None = None

    @property
    def result(self) -> float | None:
        """The guide's rating; None if it has no answer."""
        return None if self.answer is None else self.answer.result


def interpolate(
    points: tuple[tuple[float, float], ...], x: float
) -> TableInterpolation:
    """Interpolate linearly at `x`; beyond the points, return the value of the nearest one."""
    xs = [point[0] for point in points]
    if x <= xs[0]:
        return TableInterpolation(*points[0], *points[0], x, points[0][1])
    if x >= xs[-1]:
        return TableInterpolation(*points[-1], *points[-1], x, points[-1][1])
    i = bisect_right(xs, x)
    (x0, y0), (x1, y1) = points[i - 1], points[i]
    return TableInterpolation(x0, y0, x1, y1, x, y0 + (y1 - y0) * (x - x0) / (x1 - x0))


def look_up_expectancy(
    difference: float, tables: GuideTables
) -> tuple[TableInterpolation, float]:
    """Look up the expectancy against an opponent rated `difference` points higher (Table 1)."""
    looked_up = interpolate(tables.expectancy, abs(difference))
    return looked_up, looked_up.y if difference <= 0 else 1.0 - looked_up.y


def look_up_k_factor(
    rating: float, games: int, tables: GuideTables
) -> TableInterpolation:
    """Look up K for a rating and a number of games (Table 2)."""
    column = tables.k_games.index(games)
    return interpolate(tuple((row, ks[column]) for row, ks in tables.k_rows), rating)


def estimate_ratings_of_newcomer(
    entrant: Entrant, section: SectionInput, tables: GuideTables
) -> tuple[float, ...]:
    """Return the adjusted ratings whose mean is the rating of a player with few or no games."""
    return tuple(
        opponent + (game.score - 0.5) * 2.0 * tables.swing
        for game in entrant.own
        if (opponent := section.entrants[game.opponent].rating) is not None
    )


def compute_worksheet(
    entrant: Entrant, section: SectionInput, tables: GuideTables
) -> GuideWorksheet:
    """Return the guide's rating for one player, or the reason that it gives none."""
    problem = _describe_obstacle(entrant, tables)
    games: list[GuideGame] = []
    if entrant.rating is not None:
        for game in entrant.own:
            opponent = section.entrants[game.opponent]
            rating, adjusted = _estimate_opponent_rating(opponent, section, tables)
            if rating is None:
                problem = problem or (
                    f"the rating of player {opponent.number} cannot be estimated"
                )
                continue
            difference = rating - entrant.rating
            looked_up, expected = look_up_expectancy(difference, tables)
            games.append(
                GuideGame(
                    game.opponent,
                    game.score,
                    rating,
                    adjusted,
                    difference,
                    looked_up,
                    expected,
                )
            )
    assumed = entrant.rating is not None and entrant.games is None
    if problem is not None or entrant.rating is None:
        return GuideWorksheet(entrant, problem, assumed, tuple(games))
    expected = sum(game.expected for game in games)
    answer = finish_worksheet(entrant, expected, section.half_k, tables)
    return GuideWorksheet(entrant, None, assumed, tuple(games), answer)


def finish_worksheet(
    entrant: Entrant, expected: float, half_k: bool, tables: GuideTables
) -> GuideAnswer:
    """Complete Steps 2 to 5 of the guide from the expected score."""
    assert entrant.rating is not None
    delta = entrant.score - expected
    k_at = look_up_k_factor(entrant.rating, entrant.m, tables)
    change = k_at.y * delta / (2.0 if half_k else 1.0)
    cutoff = tables.cutoff[tables.k_games.index(entrant.m)]
    bonus = max(0.0, change - cutoff)
    return GuideAnswer(
        entrant.rating,
        expected,
        delta,
        k_at,
        k_at.y,
        half_k,
        change,
        cutoff,
        bonus,
        entrant.rating + change + bonus,
    )


def _describe_obstacle(entrant: Entrant, tables: GuideTables) -> str | None:
    """Return why the guide does not apply to this player, or None."""
    if entrant.rating is None:
        return "the guide does not rate the unrated"
    if entrant.m == 0:
        return "no rated game"
    if entrant.games is not None and entrant.games < tables.least_games:
        return f"the guide is for players with {tables.least_games} games or more"
    if entrant.m not in tables.k_games:
        low, high = tables.k_games[0], tables.k_games[-1]
        return f"its tables are for {low} to {high} games"
    if entrant.rating < tables.k_rows[0][0]:
        return f"its tables begin at a rating of {tables.k_rows[0][0]:g}"
    return None


def _estimate_opponent_rating(
    opponent: Entrant, section: SectionInput, tables: GuideTables
) -> tuple[float | None, tuple[float, ...] | None]:
    """Return an opponent's rating for Table 1, and the ratings it was estimated from."""
    few = opponent.games is not None and opponent.games <= tables.few_games
    if opponent.rating is not None and not few:
        return opponent.rating, None
    adjusted = estimate_ratings_of_newcomer(opponent, section, tables)
    if adjusted:
        return sum(adjusted) / len(adjusted), adjusted
    return opponent.rating, None
