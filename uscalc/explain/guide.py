"""Explain the worksheet of the 2001 guide: five steps to check by hand."""

from uscalc.engine.guide import GuideGame, GuideWorksheet, TableInterpolation
from uscalc.engine.trace import PlayerTrace
from uscalc.explain.formula import (
    TypesetFormula,
    join_equal,
    make_call,
    make_figure,
    make_name,
    make_number,
    make_rating,
    make_sum,
)
from uscalc.explain.model import (
    BonusGauge,
    DerivationChapter,
    DerivationLine,
    make_line,
)
from uscalc.explain.numbers import (
    PlayerDirectory,
    format_change,
    format_number,
    format_points,
    format_rating,
    format_whole_rating,
    make_marked_text,
)

CITED = "2001 guide"


def explain_guide_answer(worked: GuideWorksheet, player: PlayerTrace) -> str:
    """Return the rating by the guide and the exact one, or why the guide has none."""
    exact = (
        ""
        if player.post is None
        else f" The rating rules on the end date give {format_whole_rating(player.post)}."
    )
    return (
        f"The guide has no answer: {worked.problem}.{exact}"
        if worked.result is None
        else f"The tables of the guide give {format_whole_rating(worked.result)}.{exact}"
    )


def explain_worksheet(
    worked: GuideWorksheet, people: PlayerDirectory
) -> tuple[DerivationChapter, ...]:
    """Return the five steps of the worksheet or, without an answer, only the first."""
    return (
        _make_chapter(
            1,
            "the expected score, from Table 1",
            *(_explain_game(i, game, people) for i, game in enumerate(worked.games, 1)),
            _explain_sum(worked),
        ),
        *_explain_later_steps(worked),
    )


def _explain_sum(worked: GuideWorksheet) -> DerivationLine:
    """Explain the expected score, or why the guide has no answer."""
    if worked.answer is None:
        return make_line(
            "guide.problem", f"No answer: {worked.problem}.", section=CITED
        )
    return make_line(
        "guide.expected",
        "We, the expected score, is the sum over all games.",
        lambda extra: join_equal(
            make_name("We"),
            make_sum(make_number(game.expected, 4 + extra) for game in worked.games),
        ),
        format_number(worked.answer.expected, 4),
        f"{CITED}, Step 1",
    )


def _explain_game(i: int, game: GuideGame, people: PlayerDirectory) -> DerivationLine:
    text = f"{people.get_name_with_number(game.opponent)}, {format_rating(game.rating)}"
    if game.estimate is not None:
        text += (
            f", estimated as the mean of {', '.join(map(format_rating, game.estimate))}"
        )
    if game.difference:
        higher = "higher" if game.difference < 0 else "lower"
        apart = format_number(abs(game.difference), 2)
        text += f": the player is rated {apart} {higher}."
    else:
        text += ": equal ratings."

    def typeset_formula(extra: int) -> TypesetFormula:
        found = format_interpolation(game.looked_up, extra)
        return found if game.difference <= 0 else make_figure("1") - found

    return make_line(
        f"guide.game{i}",
        text,
        typeset_formula,
        format_number(game.expected, 4),
        f"{CITED}, Table 1",
    )


def format_interpolation(found: TableInterpolation, extra: int = 0) -> TypesetFormula:
    """Return a table value, interpolated between two rows."""
    low, high = make_number(found.y0, 4), make_number(found.y1, 4)
    if found.x0 == found.x1:
        return low
    x0, x1 = make_number(found.x0), make_number(found.x1)
    return low + (high - low) * ((make_number(found.x, 2 + extra) - x0) / (x1 - x0))


def _describe_exact_row(found: TableInterpolation) -> str:
    """Return the row of the table that fits exactly; empty between two rows."""
    return f", in the row of {format_number(found.x0)}" if found.x0 == found.x1 else ""


def _explain_later_steps(worked: GuideWorksheet) -> tuple[DerivationChapter, ...]:
    found, m = worked.answer, worked.entrant.m
    if found is None:
        return ()
    games, score = f"{m} games", make_figure(format_points(worked.entrant.score))
    cutoff = make_number(found.cutoff)

    def typeset_change(extra: int) -> TypesetFormula:
        product = make_number(found.k, 3 + extra) * make_number(found.delta, 4 + extra)
        made = product / make_figure("2") if found.half_k else product
        return join_equal(make_name("RatingChange"), made)

    def typeset_gain(extra: int) -> TypesetFormula:
        return make_number(abs(found.change), 2 + extra)

    def typeset_bonus(extra: int) -> TypesetFormula:
        beyond = make_call("max", make_figure("0"), typeset_gain(extra) - cutoff)
        return join_equal(make_name("Bonus"), beyond)

    def typeset_after(extra: int) -> TypesetFormula:
        before, gain = make_rating(found.before, extra), typeset_gain(extra)
        total = before - gain if found.change < 0 else before + gain
        if found.bonus:
            total = total + make_number(found.bonus, 2 + extra)
        return join_equal(make_name("NewRating"), total)

    unknown = "; the number of games is unknown and assumed to be sufficient"
    return (
        _make_chapter(
            2,
            "score minus expected score",
            make_line(
                "guide.delta",
                "Delta, the score W minus We. A positive value is better than expected.",
                lambda extra: join_equal(
                    make_name("Delta"), score - make_number(found.expected, 4 + extra)
                ),
                format_change(found.delta, 4),
                f"{CITED}, Step 2",
            ),
        ),
        _make_chapter(
            3,
            "K from Table 2, and the change",
            make_line(
                "guide.k",
                f"K for {format_rating(found.before)} and "
                f"{games}{_describe_exact_row(found.k_at)}.",
                lambda extra: join_equal(
                    make_name("K"), format_interpolation(found.k_at, extra)
                ),
                format_number(found.k),
                f"{CITED}, Table 2",
            ),
            make_line(
                "guide.change",
                "RatingChange, K times Delta"
                + (", halved in a half-K event." if found.half_k else "."),
                typeset_change,
                format_change(found.change),
                f"{CITED}, Step 3",
            ),
        ),
        _make_chapter(
            4,
            "the bonus, from Table 3",
            make_line(
                "guide.bonus",
                f"CutoffValue, the bonus threshold for {games}, is "
                f"{format_number(found.cutoff)} points. "
                f"{_describe_bonus(found.change, found.cutoff)}",
                typeset_bonus if found.change > 0 else None,
                format_number(found.bonus, 2),
                f"{CITED}, Table 3",
                BonusGauge(found.change, found.cutoff),
            ),
        ),
        _make_chapter(
            5,
            "the new rating",
            make_line(
                "guide.result",
                "NewRating: the old rating plus "
                f"{'RatingChange and Bonus' if found.bonus else 'RatingChange'}"
                f"{unknown if worked.assumed_games else ''}.",
                typeset_after,
                format_rating(found.result),
                f"{CITED}, Step 5",
            ),
        ),
    )


def _describe_bonus(change: float, cutoff: float) -> str:
    if change <= 0:
        return "No gain, so no bonus."
    return (
        "The change isn't above it: no bonus."
        if change <= cutoff
        else "The points above it count twice."
    )


def _make_chapter(step: int, title: str, *lines: DerivationLine) -> DerivationChapter:
    return DerivationChapter(
        make_marked_text(f"Worksheet, Step {step}: {title}"), lines, key=f"guide{step}"
    )
