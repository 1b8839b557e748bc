"""Slides of the guide of 2001: a worksheet with three tables."""

from collections.abc import Iterator
from dataclasses import replace
from math import ceil

from uscalc.engine.guide import Worksheet
from uscalc.explain.lesson.case import Case, called, goes_to, room, stretches
from uscalc.explain.lesson.model import (
    Asked,
    Axis,
    Bars,
    Mark,
    Number,
    Role,
    Row,
    Slide,
    Span,
    Told,
)
from uscalc.explain.numbers import (
    change,
    decimals_for,
    exact,
    gives,
    number,
    points,
    rating,
    whole,
)


def guide_slides(case: Case, worked: Worksheet) -> Iterator[Slide]:
    """Yield the five steps of a worksheet that has an answer."""
    yield _expected(case, worked)
    yield _k(case, worked)
    yield _change(case, worked)
    assert worked.change is not None
    if worked.change > 0.0:
        yield _bonus(worked)
    yield _result(case, worked)


def _expected(case: Case, worked: Worksheet) -> Slide:
    assert worked.expected is not None
    entrant = worked.entrant
    assert entrant.rating is not None
    level, m = rating(entrant.rating), entrant.m
    asked = Bars(
        *("column", 0.0, 1.0),
        tuple(
            Row(called(case.people.name(game.opponent)), game.rating, game.score)
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
    return Slide(
        "expected",
        Asked(
            "Worksheet, 1",
            f"{case.name} is rated {level} and scored {points(entrant.score)} of {m}.",
            f"How many of {m} should somebody rated {level} score?",
            Number(0.0, float(m), "Points expected", "points", 2),
            (asked,),
            "The guide has a table for it: an equal one half, 200 lower three of four.",
        ),
        Told(
            worked.expected,
            f"{number(worked.expected, 2)}, by Table 1; scored was "
            f"{points(entrant.score)}.",
            (told,),
            "Between two rows of the table one goes as far as the difference goes.",
        ),
    )


def _k(case: Case, worked: Worksheet) -> Slide:
    assert worked.k is not None
    entrant = worked.entrant
    assert entrant.rating is not None
    axis = Axis(0.0, 200.0, "rating points")
    asked, told = stretches(axis, 0.0, worked.k, "accent", text=number(worked.k, 2))
    return Slide(
        "k",
        Asked(
            "Worksheet, 3",
            f"A rating of {rating(entrant.rating)}, and {entrant.m} games in the event.",
            "How much is one point above what was expected worth?",
            Number(0.0, 200.0, "Rating points", "points", 1),
            (asked,),
            "Should the strong be moved as far as beginners?",
        ),
        Told(
            worked.k,
            f"{number(worked.k, 2)} rating points, by Table 2. It is called K.",
            (told,),
            "The higher the rating, and the more games there are, the smaller is K.",
        ),
    )


def _change(case: Case, worked: Worksheet) -> Slide:
    assert worked.delta is not None
    assert worked.k is not None
    assert worked.change is not None
    assert worked.entrant.rating is not None
    reach = max(100.0, ceil(worked.k * worked.entrant.m / 50.0) * 50.0)
    before = rating(worked.entrant.rating)
    axis = Axis(-reach, reach, "change", (Mark(0.0, before),))
    role: Role = "gain" if worked.change >= 0 else "loss"
    asked, told = stretches(axis, 0.0, worked.change, role, text=change(worked.change))
    asked = replace(
        asked,
        marks=(*axis.marks, Mark(0.0, "", "accent", 0.0)),
        spans=(replace(asked.spans[0], role="accent"),),
    )
    delta, k = abs(worked.delta), worked.k
    moved = delta * k

    def multiplies(decimals: int) -> bool:
        product = exact(number(delta, decimals)) * exact(number(k, decimals))
        return gives(product, number(moved, 2))

    digits = decimals_for(2, multiplies)
    half = ", and a half-K event counts half" if worked.half_k else ""
    more = "more" if worked.delta >= 0 else "less"
    return Slide(
        "gain",
        Asked(
            "Worksheet, 3",
            f"{number(delta, digits)} points {more} than expected, and each is "
            f"worth {number(k, digits)}{half}.",
            "How far does the rating move?",
            Number(-reach, reach, "Change of the rating", "points", 1),
            (asked,),
            "Less than expected takes away: a guess may have a minus.",
            (number(delta, digits), more, number(k, digits)),
        ),
        Told(
            worked.change,
            f"By {change(worked.change)}.",
            (told,),
            "Surplus times K: the heart of the worksheet.",
        ),
    )


def _bonus(worked: Worksheet) -> Slide:
    assert worked.cutoff is not None
    assert worked.bonus is not None
    assert worked.change is not None
    high = max(room([2.0 * worked.change, worked.cutoff])[1], 100.0)
    grown = stretches(Axis(0.0, high, ""), 0.0, worked.change, "gain")[1].spans
    mark = Mark(worked.cutoff, f"mark {number(worked.cutoff, 2)}", "warning", wall=True)
    axis = Axis(0.0, high, "gain", (mark,), grown)
    asked, told = stretches(
        axis, worked.change, worked.change + worked.bonus, "accent", 0.45
    )
    if not worked.bonus:
        # The points by which the gain misses the threshold.
        lacks = Span(worked.change, worked.cutoff, "warning", 0.45)
        told = replace(told, spans=(*axis.spans, lacks))
    said = "None: the gain does not reach the mark."
    if worked.bonus:
        said = f"{number(worked.bonus, 2)}: so much lies beyond the mark."
    return Slide(
        "bonus",
        Asked(
            "Worksheet, 4",
            f"The gain is {number(worked.change, 2)}. What lies beyond "
            f"{number(worked.cutoff, 2)} counts twice.",
            "How many points of bonus are there?",
            Number(0.0, high, "Bonus", "points", 1),
            (asked,),
            "Why should a large gain count more?",
            (number(worked.change, 2),),
        ),
        Told(worked.bonus, said, (told,), "There is none for a loss."),
    )


def _result(case: Case, worked: Worksheet) -> Slide:
    assert worked.result is not None
    assert worked.change is not None
    assert worked.bonus is not None
    before = worked.entrant.rating
    assert before is not None
    low, high = room([before], 200.0)
    axis = Axis(low, high, "rating", (Mark(before, f"before {rating(before)}"),))
    asked, told = goes_to(axis, before, worked.result, whole(worked.result))
    # Also said of none: whether there is one is an answer.
    bonus = ""
    if worked.change > 0.0:
        bonus = f", and a bonus of {number(worked.bonus, 2)}"
    exact = case.player.post
    beside = (
        "" if exact is None else f" The exact rules of the time give {whole(exact)}."
    )
    return Slide(
        "printed",
        Asked(
            "Worksheet, 5",
            f"{rating(before)} before, a change of {change(worked.change)}{bonus}.",
            "What is the new rating?",
            Number(0.0, 3000.0, "The new rating"),
            (asked,),
            "A sum on the board.",
            (change(worked.change), number(worked.bonus, 2)),
        ),
        Told(
            worked.result,
            f"{whole(worked.result)} by the tables.{beside}",
            (told,),
            "The tables are an approximation that can be worked on paper.",
        ),
    )
