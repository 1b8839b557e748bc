"""Slides of the guide of 2001: a worksheet with three tables."""

from collections.abc import Iterator
from dataclasses import replace
from math import ceil

from uscalc.engine.guide import GuideWorksheet
from uscalc.explain.lesson.model import (
    AxisMark,
    AxisStretch,
    BarChart,
    BarRow,
    LessonCase,
    LessonSlide,
    NumberAxis,
    NumberGuess,
    Role,
    SlideAnswer,
    SlideQuestion,
    find_axis_bounds,
    make_growing_axis,
    make_moving_axis,
    shorten_name,
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
    case: LessonCase, worked: GuideWorksheet
) -> Iterator[LessonSlide]:
    """Yield the five steps of a worksheet that has an answer."""
    yield _make_expected_slide(case, worked)
    yield _make_k_factor_slide(case, worked)
    yield _make_change_slide(case, worked)
    assert worked.change is not None
    if worked.change > 0.0:
        yield _make_bonus_slide(worked)
    yield _make_result_slide(case, worked)


def _make_expected_slide(case: LessonCase, worked: GuideWorksheet) -> LessonSlide:
    assert worked.expected is not None
    entrant = worked.entrant
    assert entrant.rating is not None
    level, m = format_rating(entrant.rating), entrant.m
    asked = BarChart(
        *("column", 0.0, 1.0),
        tuple(
            BarRow(
                shorten_name(case.people.get_name(game.opponent)),
                game.rating,
                game.score,
            )
            for game in worked.games
        ),
        scored=entrant.score,
        summed=True,
    )
    told = replace(
        asked,
        rows=tuple(
            replace(row, fill=game.expected)
            for row, game in zip(asked.rows, worked.games, strict=True)
        ),
    )
    return LessonSlide(
        "expected",
        SlideQuestion(
            "Worksheet, part 1",
            f"{case.name} is rated {level} and scored {format_points(entrant.score)} of {m}.",
            f"How many points out of {m} should a {level} player score?",
            NumberGuess(0.0, float(m), "Points expected", "points", 2),
            (asked,),
            "The guide has a table. Equal ratings: one half. An opponent 200 points "
            "lower: about three out of four.",
        ),
        SlideAnswer(
            worked.expected,
            f"{format_number(worked.expected, 2)}, from Table 1. The actual score was "
            f"{format_points(entrant.score)}.",
            (told,),
            "Between two rows of the table, interpolate.",
        ),
    )


def _make_k_factor_slide(case: LessonCase, worked: GuideWorksheet) -> LessonSlide:
    assert worked.k is not None
    entrant = worked.entrant
    assert entrant.rating is not None
    axis = NumberAxis(0.0, 200.0, "points")
    asked, told = make_growing_axis(
        axis, 0.0, worked.k, "accent", text=format_number(worked.k, 2)
    )
    return LessonSlide(
        "k",
        SlideQuestion(
            "Worksheet, part 3",
            f"The player is rated {format_rating(entrant.rating)} and played "
            f"{entrant.m} games.",
            "How many rating points is one point above expected worth?",
            NumberGuess(0.0, 200.0, "Rating points", "points", 1),
            (asked,),
            "Should strong players' ratings move as far as beginners' ratings?",
        ),
        SlideAnswer(
            worked.k,
            f"{format_number(worked.k, 2)} rating points, from Table 2. This number "
            "is called K.",
            (told,),
            "The higher the rating and the more games, the smaller K is.",
        ),
    )


def _make_change_slide(case: LessonCase, worked: GuideWorksheet) -> LessonSlide:
    assert worked.delta is not None
    assert worked.k is not None
    assert worked.change is not None
    assert worked.entrant.rating is not None
    reach = max(100.0, ceil(worked.k * worked.entrant.m / 50.0) * 50.0)
    before = format_rating(worked.entrant.rating)
    axis = NumberAxis(-reach, reach, "change", (AxisMark(0.0, before),))
    role: Role = "gain" if worked.change >= 0 else "loss"
    asked, told = make_growing_axis(
        axis, 0.0, worked.change, role, text=format_change(worked.change)
    )
    asked = replace(
        asked,
        marks=(*axis.marks, AxisMark(0.0, "", "accent", 0.0)),
        spans=(replace(asked.spans[0], role="accent"),),
    )
    delta, k = abs(worked.delta), worked.k
    moved = delta * k

    def multiplies(decimals: int) -> bool:
        product = parse_exact(format_number(delta, decimals)) * parse_exact(
            format_number(k, decimals)
        )
        return rounds_to(product, format_number(moved, 2))

    digits = find_sufficient_decimals(2, multiplies)
    half = ", and a half-K event counts half" if worked.half_k else ""
    surplus = format_number(delta, digits)
    more = "above" if worked.delta >= 0 else "below"
    return LessonSlide(
        "gain",
        SlideQuestion(
            "Worksheet, part 3",
            f"The score is {surplus} {more} expected; one point is worth "
            f"{format_number(k, digits)}{half}.",
            "How far does the rating move?",
            NumberGuess(-reach, reach, "Rating change", "points", 1),
            (asked,),
            "Scoring less than expected loses points, so the answer can be negative.",
            (surplus, more, format_number(k, digits)),
        ),
        SlideAnswer(
            worked.change,
            f"{format_change(worked.change)} points.",
            (told,),
            "Points above expected, times K: this is the core of the worksheet.",
        ),
    )


def _make_bonus_slide(worked: GuideWorksheet) -> LessonSlide:
    assert worked.cutoff is not None
    assert worked.bonus is not None
    assert worked.change is not None
    high = max(find_axis_bounds([2.0 * worked.change, worked.cutoff])[1], 100.0)
    grown = make_growing_axis(NumberAxis(0.0, high, ""), 0.0, worked.change, "gain")[
        1
    ].spans
    mark = AxisMark(
        worked.cutoff,
        f"threshold {format_number(worked.cutoff, 2)}",
        "warning",
        wall=True,
    )
    axis = NumberAxis(0.0, high, "gain", (mark,), grown)
    asked, told = make_growing_axis(
        axis, worked.change, worked.change + worked.bonus, "accent", 0.45
    )
    if not worked.bonus:
        # The points by which the gain misses the threshold.
        lacks = AxisStretch(worked.change, worked.cutoff, "warning", 0.45)
        told = replace(told, spans=(*axis.spans, lacks))
    said = (
        f"{format_number(worked.bonus, 2)}, the part of the gain above the threshold."
        if worked.bonus
        else "None: the gain doesn't reach the threshold."
    )
    return LessonSlide(
        "bonus",
        SlideQuestion(
            "Worksheet, part 4",
            f"The gain is {format_number(worked.change, 2)}. The part above "
            f"{format_number(worked.cutoff, 2)} counts twice.",
            "How many bonus points are there?",
            NumberGuess(0.0, high, "Bonus", "points", 1),
            (asked,),
            "Why should a large gain count more?",
            (format_number(worked.change, 2),),
        ),
        SlideAnswer(worked.bonus, said, (told,), "There is no bonus for a loss."),
    )


def _make_result_slide(case: LessonCase, worked: GuideWorksheet) -> LessonSlide:
    assert worked.result is not None
    assert worked.change is not None
    assert worked.bonus is not None
    before = worked.entrant.rating
    assert before is not None
    low, high = find_axis_bounds([before], 200.0)
    axis = NumberAxis(
        low, high, "rating", (AxisMark(before, f"pre-event {format_rating(before)}"),)
    )
    asked, told = make_moving_axis(
        axis, before, worked.result, format_whole_rating(worked.result)
    )
    # Also said of none: whether there is one is an answer.
    bonus = (
        f", and a bonus of {format_number(worked.bonus, 2)}"
        if worked.change > 0.0
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
            f"{format_change(worked.change)}{bonus}.",
            "What is the new rating?",
            NumberGuess(0.0, 3000.0, "The new rating"),
            (asked,),
            "Work out the sum on the board.",
            (format_change(worked.change), format_number(worked.bonus, 2)),
        ),
        SlideAnswer(
            worked.result,
            f"{format_whole_rating(worked.result)}, from the tables.{beside}",
            (told,),
            "The tables are an approximation for work on paper.",
        ),
    )
