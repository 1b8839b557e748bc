"""Slides on floor and ceiling, the limits below and above a rating."""

from typing import Final

from msgspec.structs import replace

from uscalc.engine.floors import (
    ABSOLUTE,
    BELOW_PEAK,
    GAMES_OF_AN_EVENT,
    HIGHEST_PEAK_FLOOR,
    HIGHEST_PERSONAL,
    PEAK_ROUNDING,
)
from uscalc.engine.trace import FloorTrace
from uscalc.explain.answer import FLOOR_NAMES, to_sentence_case
from uscalc.explain.lesson.model import (
    AxisMark,
    LessonCase,
    LessonSlide,
    NumberAxis,
    NumberGuess,
    SlideAnswer,
    SlideQuestion,
    find_axis_bounds,
    make_moving_axis,
    widen_axis,
)
from uscalc.explain.numbers import format_rating

HIGHEST: Final = 3000.0
"""The highest rating that can be guessed, the same for every answer."""


def make_floor_slide(case: LessonCase, floors: FloorTrace) -> LessonSlide:
    """Return the slide on the level below which the rating cannot fall."""
    own = max(case.player.start.r0, case.player.entrant.floors.peak or 0.0)
    high = find_axis_bounds([own, floors.before], 50.0)[1]
    axis = NumberAxis(
        0.0,
        high,
        "rating",
        (AxisMark(floors.before, f"now {format_rating(floors.before)}"),),
    )
    hidden_floor = AxisMark(0.0, "", "warning", 0.0, wall=True)
    after = AxisMark(floors.before, format_rating(floors.before))
    acts = f"{format_rating(floors.before)} isn't below it"
    if floors.waived:
        acts = "in a match it doesn't apply by itself"
        if floors.acted:
            held_by, held = floors.held
            acts += f", but {FLOOR_NAMES[held_by]}, {held}, does"
            after = AxisMark(float(held), "")
    elif floors.acted:
        acts = f"it replaces {format_rating(floors.before)}"
        after = AxisMark(float(floors.floor), "")
    wall = AxisMark(float(floors.floor), f"floor {floors.floor}", "warning", wall=True)
    low, high = widen_axis(0.0, high, [wall.at])
    unsure = (
        floors.name == "personal"
        and wall.at < HIGHEST_PERSONAL
        and _has_unknown_counts(case)
    )
    return LessonSlide(
        "floor",
        SlideQuestion(
            "Floors",
            _describe_floor(case, floors),
            f"How low can {case.name}'s rating fall?",
            NumberGuess(0.0, HIGHEST, "The floor"),
            (replace(axis, marks=(*axis.marks, hidden_floor)),),
            "Ask what a strong player could do if there were no floors: lose on "
            "purpose, then win prizes in lower classes.",
            (format_rating(floors.before),),
        ),
        SlideAnswer(
            float(floors.floor),
            f"{to_sentence_case(FLOOR_NAMES[floors.name])}, "
            f"{floors.floor}{' or more' if unsure else ''}; {acts}.",
            (replace(axis, low=low, high=high, marks=(after, wall)),),
            "A floor comes from the player's highest rating, a title or a prize. "
            "Wins, draws and events give every player another one, of 100 or more."
            + (" Some earlier results are unknown here." if unsure else ""),
        ),
    )


def _describe_floor(case: LessonCase, floors: FloorTrace) -> str:
    """Return where the floor that applies comes from."""
    entrant = case.player.entrant
    if floors.name == "personal":
        return (
            f"{ABSOLUTE}, plus 4 for each win, 2 for each draw and 1 for each event "
            f"with three rated games, up to {HIGHEST_PERSONAL}: "
            f"{_describe_earned_counts(case)}."
        )
    if floors.name == "peak":
        peak = max(entrant.rating or 0.0, entrant.floors.peak or 0.0)
        nearest = PEAK_ROUNDING[case.section.rules.peak_rounding](peak)
        rounded = "" if nearest == peak else f", rounded to {format_rating(nearest)}"
        return (
            f"The highest established rating was {format_rating(peak)}{rounded}. The "
            f"floor is {BELOW_PEAK} below that, rounded down to a hundred; at most "
            f"{HIGHEST_PEAK_FLOOR}."
        )
    return (
        "Every player has a rating floor."
        if floors.name == "absolute"
        else f"{to_sentence_case(FLOOR_NAMES[floors.name])} is on record."
    )


def _has_unknown_counts(case: LessonCase) -> bool:
    """Return whether some of the wins before the event are unknown."""
    entrant = case.player.entrant
    facts = entrant.floors
    past = entrant.rating is not None and entrant.games != 0
    return past and None in (facts.wins, facts.draws, facts.events)


def _describe_earned_counts(case: LessonCase) -> str:
    """Return the counts of the personal floor; unknown earlier counts are left out."""
    entrant = case.player.entrant
    facts = entrant.floors
    counts = (
        _format_count((facts.wins or 0) + entrant.wins, "win"),
        _format_count((facts.draws or 0) + entrant.draws, "draw"),
        _format_count((facts.events or 0) + (entrant.m >= GAMES_OF_AN_EVENT), "event"),
    )
    known = "at least " if _has_unknown_counts(case) else ""
    return f"{known}{', '.join(counts)}"


def _format_count(number_: int, what: str) -> str:
    return f"{number_} {what}{'' if number_ == 1 else 's'}"


def make_ceiling_slide(
    case: LessonCase, floors: FloorTrace, ceiling: float
) -> LessonSlide:
    """Return the slide on the level above which the rating cannot rise."""
    before = float(floors.held[1]) if floors.acted else floors.before
    low, high = find_axis_bounds([before, case.player.start.r0], 100.0)
    hidden, shown = make_moving_axis(
        NumberAxis(low, high, "rating"),
        before,
        floors.after,
        format_rating(floors.after),
        "warning",
    )
    return LessonSlide(
        "ceiling",
        SlideQuestion(
            "Ceiling",
            f"{format_rating(before)} is too high: US Chess has set a ceiling for "
            f"{case.name}.",
            "What is the rating ceiling?",
            NumberGuess(0.0, HIGHEST, "The ceiling"),
            (replace(hidden, marks=(AxisMark(before, format_rating(before)),)),),
            "A ceiling is the opposite of a floor, and rare.",
            (format_rating(before),),
        ),
        SlideAnswer(
            floors.after,
            f"{format_rating(ceiling)}, and the rating stays there.",
            (shown,),
            "US Chess may set one when it reviews a rating. It applies last, after "
            "the floors.",
        ),
    )
