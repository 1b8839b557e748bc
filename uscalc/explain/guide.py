"""The worksheet of the guide of 2001 in words: five steps that a person can check."""

from uscalc.engine.guide import GuideGame, LookUp, Worksheet
from uscalc.engine.trace import PlayerTrace
from uscalc.explain.formula import Formula, call, equals, figure, name, total
from uscalc.explain.model import Chapter, Gauge, Line, line
from uscalc.explain.numbers import People, change, number, points, rating, whole, words

CITED = "2001 guide"
TABLE_1 = f"{CITED}, Table 1"
TABLE_2 = f"{CITED}, Table 2"
TABLE_3 = f"{CITED}, Table 3"
STEP_1 = f"{CITED}, Step 1"
STEP_2 = f"{CITED}, Step 2"
STEP_3 = f"{CITED}, Step 3"
STEP_5 = f"{CITED}, Step 5"


def guide_answer(worked: Worksheet, player: PlayerTrace) -> str:
    """Return the guide's rating beside the exact one, or why the guide has none."""
    exact = (
        ""
        if player.post is None
        else f" The exact rules of the date give {whole(player.post)}."
    )
    if worked.result is None:
        return f"The guide has no answer: {worked.problem}.{exact}"
    return f"By the tables of the guide {whole(worked.result)}.{exact}"


def guide_chapters(worked: Worksheet, people: People) -> tuple[Chapter, ...]:
    """Return the five steps of the worksheet, as far as the tables reach."""
    first = Chapter(
        words("Worksheet, Step 1: the expected score, from Table 1"),
        tuple(_game_line(i, game, people) for i, game in enumerate(worked.games, 1))
        + _problem_line(worked)
        + _sum_line(worked),
        key="guide1",
    )
    if worked.result is None:
        return (first,)
    return (first, *_later_steps(worked))


def _problem_line(worked: Worksheet) -> tuple[Line, ...]:
    if worked.problem is None:
        return ()
    text = f"No answer: {worked.problem}."
    return (line("guide.problem", text, None, "", CITED),)


def _sum_line(worked: Worksheet) -> tuple[Line, ...]:
    if worked.expected is None:
        return ()
    return (
        line(
            "guide.expected",
            "We, the expected score, is their sum.",
            lambda extra: equals(
                name("We"),
                total(
                    figure(number(game.expected, 4 + extra), game.expected)
                    for game in worked.games
                ),
            ),
            number(worked.expected, 4),
            STEP_1,
        ),
    )


def _game_line(i: int, game: GuideGame, people: People) -> Line:
    who = people.numbered(game.opponent)
    text = f"{who}, {rating(game.rating)}"
    if game.estimate is not None:
        mean = ", ".join(rating(value) for value in game.estimate)
        text += f", estimated as the mean of {mean}"
    if game.difference:
        higher = "higher" if game.difference < 0 else "lower"
        apart = number(abs(game.difference), 2)
        text += f": the difference is {apart}, the player is {higher} rated."
    else:
        text += ": no difference."

    def formula(extra: int) -> Formula:
        found = interpolation(game.looked_up, extra)
        return found if game.difference <= 0 else figure("1") - found

    return line(f"guide.game{i}", text, formula, number(game.expected, 4), TABLE_1)


def interpolation(found: LookUp, extra: int = 0) -> Formula:
    """Return a table value with the rows it lies between."""
    low, high = figure(number(found.y0, 4)), figure(number(found.y1, 4))
    if found.x0 == found.x1:
        return low
    x0 = figure(number(found.x0))
    along = figure(number(found.x, 2 + extra), found.x) - x0
    return low + (high - low) * (along / (figure(number(found.x1)) - x0))


def _row_words(found: LookUp) -> str:
    """Describe the table row that was met exactly; nothing between two rows."""
    return f", in the row of {number(found.x0)}" if found.x0 == found.x1 else ""


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
    games = f"{entrant.m} games"
    k, delta, change_, bonus = worked.k, worked.delta, worked.change, worked.bonus
    expected, before = worked.expected, entrant.rating
    k_at, cutoff = worked.k_at, figure(number(worked.cutoff))

    def difference(extra: int) -> Formula:
        predicted = figure(number(expected, 4 + extra), expected)
        return equals(name("Delta"), figure(points(entrant.score)) - predicted)

    def moved(extra: int) -> Formula:
        found = figure(number(k, 3 + extra), k)
        found = found * figure(number(delta, 4 + extra), delta)
        half = found / figure("2")
        return equals(name("RatingChange"), half if worked.half_k else found)

    def beyond(extra: int) -> Formula:
        found = call("max", figure("0"), gained(extra) - cutoff)
        return equals(name("Bonus"), found)

    def gained(extra: int) -> Formula:
        return figure(number(abs(change_), 2 + extra), abs(change_))

    def after(extra: int) -> Formula:
        found = figure(rating(before, extra), before)
        found = found - gained(extra) if change_ < 0 else found + gained(extra)
        if bonus:
            found = found + figure(number(bonus, 2 + extra), bonus)
        return equals(name("NewRating"), found)

    unknown = "; the number of games is not known and taken as enough"
    return (
        _chapter(
            2,
            "score less expected score",
            line(
                "guide.delta",
                "Delta, the score W less We. Positive: better than expected.",
                difference,
                change(worked.delta, 4),
                STEP_2,
            ),
        ),
        _chapter(
            3,
            "K from Table 2, and the change",
            line(
                "guide.k",
                f"K for {rating(entrant.rating)} and {games}{_row_words(worked.k_at)}.",
                lambda extra: equals(name("K"), interpolation(k_at, extra)),
                number(worked.k),
                TABLE_2,
            ),
            line(
                "guide.change",
                "RatingChange, K times Delta"
                + (", halved in a half-K event." if worked.half_k else "."),
                moved,
                change(worked.change),
                STEP_3,
            ),
        ),
        _chapter(
            4,
            "the bonus, from Table 3",
            line(
                "guide.bonus",
                f"For {games} a bonus begins beyond {number(worked.cutoff)} points, the "
                "CutoffValue. "
                f"{_bonus_words(worked.change, worked.cutoff)}",
                beyond if worked.change > 0 else None,
                number(worked.bonus, 2),
                TABLE_3,
                Gauge(worked.change, worked.cutoff),
            ),
        ),
        _chapter(
            5,
            "the new rating",
            line(
                "guide.result",
                "NewRating: the old rating"
                f"{', RatingChange and Bonus' if worked.bonus else ' and RatingChange'}"
                f"{unknown if worked.assumed_games else ''}.",
                after,
                rating(worked.result),
                STEP_5,
            ),
        ),
    )


def _bonus_words(change: float, cutoff: float) -> str:
    if change <= 0:
        return "There is no gain, and so no bonus."
    if change <= cutoff:
        return "The change does not pass that: no bonus."
    return "What is beyond counts twice."


def _chapter(step: int, title: str, *lines: Line) -> Chapter:
    heading = words(f"Worksheet, Step {step}: {title}")
    return Chapter(heading, lines, key=f"guide{step}")
