"""The worksheet of the guide of 2001 in words: five steps that a person can check."""

from uscalc.engine.guide import GuideGame, LookUp, Worksheet
from uscalc.engine.trace import PlayerTrace
from uscalc.explain.model import Chapter, Line
from uscalc.explain.numbers import MINUS, change, number, points, rating, whole
from uscalc.explain.people import People

CITED = "2001 guide"


def guide_answer(worked: Worksheet, player: PlayerTrace) -> str:
    """The guide's rating beside the exact one, or why the guide has none."""
    exact = (
        ""
        if player.post is None
        else f" The exact rules of the date give {whole(player.post)}."
    )
    if worked.result is None:
        return f"The guide has no answer: {worked.problem}.{exact}"
    return f"By the tables of the guide {whole(worked.result)}.{exact}"


def guide_chapters(worked: Worksheet, people: People) -> tuple[Chapter, ...]:
    """The five steps of the worksheet, as far as the tables reach."""
    first = Chapter(
        "Worksheet, Step 1: the expected score, from Table 1",
        tuple(_game_line(i, game, people) for i, game in enumerate(worked.games, 1))
        + _problem_line(worked)
        + _sum_line(worked),
    )
    if worked.result is None:
        return (first,)
    return (first, *_later_steps(worked))


def _problem_line(worked: Worksheet) -> tuple[Line, ...]:
    if worked.problem is None:
        return ()
    return (Line("guide.problem", f"No answer: {worked.problem}.", "", "", CITED),)


def _sum_line(worked: Worksheet) -> tuple[Line, ...]:
    if worked.expected is None:
        return ()
    return (
        Line(
            "guide.expected",
            "The expected score is their sum.",
            " + ".join(number(game.expected, 4) for game in worked.games),
            number(worked.expected, 4),
            CITED,
        ),
    )


def _game_line(i: int, game: GuideGame, people: People) -> Line:
    who = people.numbered(game.opponent)
    text = f"{who}, {rating(game.rating)}"
    if game.estimate is not None:
        mean = ", ".join(rating(value) for value in game.estimate)
        text += f", estimated as the mean of {mean}"
    higher = "higher" if game.difference <= 0 else "lower"
    text += (
        f": the difference is {number(abs(game.difference), 2)}, the player is {higher} "
        "rated."
    )
    found = interpolation(game.looked_up)
    formula = found if game.difference <= 0 else f"1 {MINUS} ({found})"
    return Line(f"guide.game{i}", text, formula, number(game.expected, 4), CITED)


def interpolation(found: LookUp) -> str:
    """A table value with the rows it lies between."""
    if found.x0 == found.x1:
        return f"{number(found.y0, 4)} in the row of {number(found.x0)}"
    return (
        f"{number(found.y0, 4)} + ({number(found.y1, 4)} {MINUS} {number(found.y0, 4)})"
        f" · ({number(found.x, 2)} {MINUS} {number(found.x0)})"
        f" / ({number(found.x1)} {MINUS} {number(found.x0)})"
    )


def _later_steps(worked: Worksheet) -> tuple[Chapter, ...]:
    entrant = worked.entrant
    assert entrant.rating is not None
    assert worked.expected is not None
    assert worked.delta is not None
    assert worked.k_at is not None
    assert worked.k is not None
    assert worked.change is not None
    assert worked.cutoff is not None
    assert worked.bonus is not None
    assert worked.result is not None
    half = " / 2" if worked.half_k else ""
    games = f"{entrant.m} games"
    return (
        Chapter(
            "Worksheet, Step 2: score less expected score",
            (
                Line(
                    "guide.delta",
                    "Positive: better than expected.",
                    f"{points(entrant.score)} {MINUS} {number(worked.expected, 4)}",
                    change(worked.delta, 4),
                    CITED,
                ),
            ),
        ),
        Chapter(
            "Worksheet, Step 3: K from Table 2, and the change",
            (
                Line(
                    "guide.k",
                    f"K for {rating(entrant.rating)} and {games}.",
                    interpolation(worked.k_at),
                    number(worked.k),
                    CITED,
                ),
                Line(
                    "guide.change",
                    "K times the difference"
                    + (", halved in a half-K event." if worked.half_k else "."),
                    f"{number(worked.k)} · {number(worked.delta, 4)}{half}",
                    change(worked.change),
                    CITED,
                ),
            ),
        ),
        Chapter(
            "Worksheet, Step 4: the bonus, from Table 3",
            (
                Line(
                    "guide.bonus",
                    f"For {games} a bonus begins beyond {number(worked.cutoff)} points.",
                    f"max(0, {number(worked.change, 2)} {MINUS} {number(worked.cutoff)})",
                    number(worked.bonus, 2),
                    CITED,
                ),
            ),
        ),
        Chapter(
            "Worksheet, Step 5: the new rating",
            (
                Line(
                    "guide.result",
                    "Old rating, change and bonus"
                    + (
                        "; the number of games is not known and taken as enough."
                        if worked.assumed_games
                        else "."
                    ),
                    f"{rating(entrant.rating)} + {number(worked.change, 2)} + "
                    f"{number(worked.bonus, 2)}",
                    rating(worked.result),
                    CITED,
                ),
            ),
        ),
    )
