"""Slides of the guide of 2001: a worksheet with three tables."""

from collections.abc import Iterator
from math import ceil

from uscalc.counted import add_article
from uscalc.engine.guide import GuideAnswer, GuideWorksheet
from uscalc.engine.inputs import Entrant
from uscalc.explain.lesson.model import (
    AxisMark,
    LessonCase,
    LessonSlide,
    NumberAxis,
    NumberGuess,
    SlideAnswer,
    SlideQuestion,
    find_axis_bounds,
    make_growing_axis,
    make_moving_axis,
)
from uscalc.explain.lesson.steps import (
    make_bonus_axes,
    make_change_axes,
    make_columns,
)
from uscalc.explain.numbers import (
    find_sufficient_decimals,
    format_change,
    format_number,
    format_points,
    format_rating,
    format_whole_rating,
    parse_exact,
    rounds_to,
)


def make_guide_slides(
    case: LessonCase, worked: GuideWorksheet, found: GuideAnswer
) -> Iterator[LessonSlide]:
    """Yield the five steps of a worksheet that has an answer."""
    yield _make_expected_slide(case, worked, found)
    yield _make_k_factor_slide(worked.entrant, found)
    yield _make_change_slide(worked.entrant, found)
    if found.change > 0.0:
        yield _make_bonus_slide(found)
    yield _make_result_slide(case, found)


def _make_expected_slide(
    case: LessonCase, worked: GuideWorksheet, found: GuideAnswer
) -> LessonSlide:
    entrant = worked.entrant
    level, m = format_rating(found.before), entrant.m
    hidden, shown = make_columns(
        case,
        [game.rating for game in worked.games],
        [game.expected for game in worked.games],
    )
    return LessonSlide(
        "expected",
        SlideQuestion(
            "Worksheet, part 1",
            f"{case.name} is rated {level} and scored {format_points(entrant.score)} of {m}.",
            f"How many points out of {m} should {add_article(level)} player score?",
            NumberGuess(0.0, float(m), "Points expected", "points", 2),
            (hidden,),
            "The guide has a table. Equal ratings: one half. An opponent 200 points "
            "lower: about three out of four.",
        ),
        SlideAnswer(
            found.expected,
            f"{format_number(found.expected, 2)}, from Table 1. The actual score was "
            f"{format_points(entrant.score)}.",
            (shown,),
            "Between two rows of the table, interpolate.",
        ),
    )


def _make_k_factor_slide(entrant: Entrant, found: GuideAnswer) -> LessonSlide:
    k = format_number(found.k, 2)
    hidden, shown = make_growing_axis(
        NumberAxis(0.0, 200.0, "points"), 0.0, found.k, "accent", text=k
    )
    return LessonSlide(
        "k",
        SlideQuestion(
            "Worksheet, part 3",
            f"The player is rated {format_rating(found.before)} and played "
            f"{entrant.m} games.",
            "How many rating points is one point above expected worth?",
            NumberGuess(0.0, 200.0, "Rating points", "points", 1),
            (hidden,),
            "Should strong players' ratings move as far as beginners' ratings?",
        ),
        SlideAnswer(
            found.k,
            f"{k} rating points, from Table 2. This number is called K.",
            (shown,),
            "The higher the rating and the more games, the smaller K is.",
        ),
    )


def _make_change_slide(entrant: Entrant, found: GuideAnswer) -> LessonSlide:
    reach = max(100.0, ceil(found.k * entrant.m / 50.0) * 50.0)
    change = format_change(found.change)
    hidden, shown = make_change_axes(found.before, found.change, reach, change)
    delta, k = abs(found.delta), found.k
    moved = delta * k

    def multiplies(decimals: int) -> bool:
        product = parse_exact(format_number(delta, decimals)) * parse_exact(
            format_number(k, decimals)
        )
        return rounds_to(product, format_number(moved, 2))

    digits = find_sufficient_decimals(2, multiplies)
    half = ", and a half-K event counts half" if found.half_k else ""
    surplus = format_number(delta, digits)
    more = "above" if found.delta >= 0 else "below"
    return LessonSlide(
        "gain",
        SlideQuestion(
            "Worksheet, part 3",
            f"The score is {surplus} {more} expected; one point is worth "
            f"{format_number(k, digits)}{half}.",
            "How far does the rating move?",
            NumberGuess(-reach, reach, "Rating change", "points", 1),
            (hidden,),
            "Scoring less than expected loses points, so the answer can be negative.",
            (surplus, more, format_number(k, digits)),
        ),
        SlideAnswer(
            found.change,
            f"{change} points.",
            (shown,),
            "Points above expected, times K: this is the core of the worksheet.",
        ),
    )


def _make_bonus_slide(found: GuideAnswer) -> LessonSlide:
    cutoff, bonus = format_number(found.cutoff, 2), format_number(found.bonus, 2)
    hidden, shown, said = make_bonus_axes(
        found.change, found.cutoff, found.bonus, cutoff, bonus
    )
    return LessonSlide(
        "bonus",
        SlideQuestion(
            "Worksheet, part 4",
            f"The gain is {format_number(found.change, 2)}. The part above "
            f"{cutoff} counts twice.",
            "How many bonus points are there?",
            NumberGuess(0.0, hidden.high, "Bonus", "points", 1),
            (hidden,),
            "Why should a large gain count more?",
            (format_number(found.change, 2),),
        ),
        SlideAnswer(found.bonus, said, (shown,), "There is no bonus for a loss."),
    )


def _make_result_slide(case: LessonCase, found: GuideAnswer) -> LessonSlide:
    before = found.before
    low, high = find_axis_bounds([before], 200.0)
    axis = NumberAxis(
        low, high, "rating", (AxisMark(before, f"pre-event {format_rating(before)}"),)
    )
    hidden, shown = make_moving_axis(
        axis, before, found.result, format_whole_rating(found.result)
    )
    # The same text without a bonus, because a different one would reveal the answer.
    bonus = (
        f", and a bonus of {format_number(found.bonus, 2)}"
        if found.change > 0.0
        else ""
    )
    exact = case.player.post
    beside = (
        ""
        if exact is None
        else f" The exact rules of that time give {format_whole_rating(exact)}."
    )
    return LessonSlide(
        "printed",
        SlideQuestion(
            "Worksheet, part 5",
            f"A pre-event rating of {format_rating(before)}, a change of "
            f"{format_change(found.change)}{bonus}.",
            "What is the new rating?",
            NumberGuess(0.0, 3000.0, "The new rating"),
            (hidden,),
            "Work out the sum on the board.",
            (format_change(found.change), format_number(found.bonus, 2)),
        ),
        SlideAnswer(
            found.result,
            f"{format_whole_rating(found.result)}, from the tables.{beside}",
            (shown,),
            "The tables are an approximation for work on paper.",
        ),
    )
