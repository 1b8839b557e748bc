"""Slides of floor and ceiling: below which level a rating cannot fall, and above which rise."""

from dataclasses import replace
from typing import Final

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
"""The most that can be guessed, whatever the answer is."""


def make_floor_slide(case: LessonCase, floors: FloorTrace) -> LessonSlide:
    """Return the slide on the level below which the rating cannot fall."""
    own = max(case.player.start.r0, case.player.entrant.floors.peak or 0.0)
    high = find_axis_bounds([own, floors.before], 50.0)[1]
    axis = NumberAxis(
        *(0.0, high, "rating"),
        (AxisMark(floors.before, f"now {format_rating(floors.before)}"),),
    )
    asked = replace(
        axis, marks=(*axis.marks, AxisMark(0.0, "", "warning", 0.0, wall=True))
    )
    after = AxisMark(floors.before, format_rating(floors.before))
    acts = f"{format_rating(floors.before)} is not below it"
    if floors.waived:
        acts = "after a match it does not hold by itself"
        if floors.acted:
            held_by, held = floors.held
            acts += f", but {FLOOR_NAMES[held_by]}, {held}, does"
            after = AxisMark(float(held), "")
    elif floors.acted:
        acts = f"it raises {format_rating(floors.before)}"
        after = AxisMark(float(floors.floor), "")
    wall = AxisMark(float(floors.floor), f"floor {floors.floor}", "warning", wall=True)
    low, high = widen_axis(0.0, high, [wall.at])
    told = replace(axis, low=low, high=high, marks=(after, wall))
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
            f"Below which rating can {case.name} not fall?",
            NumberGuess(0.0, HIGHEST, "The floor"),
            (asked,),
            "Ask what somebody strong could be after if there were no such level: prizes "
            "for lower classes.",
            (format_rating(floors.before),),
        ),
        SlideAnswer(
            float(floors.floor),
            f"{to_sentence_case(FLOOR_NAMES[floors.name])}, {floors.floor}"
            f"{' as far as known' if unsure else ''}; {acts}.",
            (told,),
            "Floors come from the highest rating somebody had, from titles and prizes, "
            "and for everybody from wins, draws and events; 100 is the least."
            + (" Not all that was won before is known here." if unsure else ""),
        ),
    )


def _describe_floor(case: LessonCase, floors: FloorTrace) -> str:
    """Describe the source of the floor that applies."""
    entrant = case.player.entrant
    if floors.name == "personal":
        return (
            f"{ABSOLUTE}, and 4 for a win, 2 for a draw, 1 for an event of three rated "
            f"games, {HIGHEST_PERSONAL} at most: {_describe_earned_counts(case)}."
        )
    if floors.name == "peak":
        peak = max(entrant.rating or 0.0, entrant.floors.peak or 0.0)
        nearest = PEAK_ROUNDING[case.section.rules.peak_rounding](peak)
        rounded = "" if nearest == peak else f", rounded {format_rating(nearest)}"
        return (
            f"The floor lies {BELOW_PEAK} below the highest established rating, down to a "
            f"full hundred, {HIGHEST_PEAK_FLOOR} at most: the highest was {format_rating(peak)}"
            f"{rounded}."
        )
    if floors.name == "absolute":
        return "Nobody falls for ever: there is a level for everybody."
    return f"{to_sentence_case(FLOOR_NAMES[floors.name])} stands in the records."


def _has_unknown_counts(case: LessonCase) -> bool:
    """Return whether some of the wins before the event are unknown."""
    entrant = case.player.entrant
    facts = entrant.floors
    past = entrant.rating is not None and entrant.games != 0
    return past and None in (facts.wins, facts.draws, facts.events)


def _describe_earned_counts(case: LessonCase) -> str:
    """Describe the counts of the personal floor; unknown earlier counts are left out."""
    entrant = case.player.entrant
    facts = entrant.floors
    counts = (
        _format_count((facts.wins or 0) + entrant.wins, "win"),
        _format_count((facts.draws or 0) + entrant.draws, "draw"),
        _format_count((facts.events or 0) + (entrant.m >= GAMES_OF_AN_EVENT), "event"),
    )
    known = "as far as known at least " if _has_unknown_counts(case) else ""
    return f"{known}{', '.join(counts)}"


def _format_count(number_: int, what: str) -> str:
    return f"{number_} {what}{'' if number_ == 1 else 's'}"


def make_ceiling_slide(
    case: LessonCase, floors: FloorTrace, ceiling: float
) -> LessonSlide:
    """Return the slide on the level above which the rating cannot rise."""
    before = float(floors.held[1]) if floors.acted else floors.before
    low, high = find_axis_bounds([before, case.player.start.r0], 100.0)
    axis = NumberAxis(low, high, "rating")
    asked, told = make_moving_axis(
        axis, before, floors.after, format_rating(floors.after), "warning"
    )
    asked = replace(asked, marks=(AxisMark(before, format_rating(before)),))
    return LessonSlide(
        "ceiling",
        SlideQuestion(
            "Ceiling",
            f"{format_rating(before)} is more than {case.name} may have: the office has set a "
            "ceiling.",
            "Where does the rating come to rest?",
            NumberGuess(0.0, HIGHEST, "The ceiling"),
            (asked,),
            "A ceiling is the opposite of a floor, and rare.",
            (format_rating(before),),
        ),
        SlideAnswer(
            floors.after,
            f"At the ceiling of {format_rating(ceiling)}.",
            (told,),
            "The office may set one when it reviews a rating. It acts last, after the "
            "floors.",
        ),
    )
