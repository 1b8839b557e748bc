"""Slides before any game counts: which way it goes, the start, the past, the formula."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from uscalc.engine.rounding import round_for_display
from uscalc.engine.section import MOST_GAMES_FOR_SPECIAL
from uscalc.engine.trace import PlayerTrace, StartTrace
from uscalc.explain.lesson.model import (
    AxisMark,
    AxisStretch,
    ChoiceGuess,
    LessonCase,
    LessonSlide,
    NumberAxis,
    NumberGuess,
    Role,
    SlideAnswer,
    SlideQuestion,
    find_start_slide_value,
    make_game_list,
    make_growing_axis,
    make_moving_axis,
)
from uscalc.explain.numbers import (
    format_game_count,
    format_number,
    format_rating,
    format_whole_rating,
)
from uscalc.explain.start import SOURCES

WAYS: Final = ("It rises", "It falls", "It stays")
SIDES: Final = ("Above it", "Below it", "Just there")
FORMULAS: Final = ("Move the old one", "Seek a new one")
ARROW: Final = 60.0
"""How long the arrow is that says only which way, where the axis has 200."""
STAYS: Final = 8.0
FEWEST: Final = 20
"""The least length of an axis of games."""
MOST: Final = 120
"""The most; a longer past would leave the rest of the picture without room."""
HIGHEST: Final = 2400.0
START_WORDS: Final = {
    "list": "the first source on the list that there is",
    "office": "the office set it so",
    "adult": "an adult whose birth date is not known",
    "child": "nothing else is known",
}


def make_start_slides(case: LessonCase) -> Iterator[LessonSlide]:
    """Yield the slides from the question to the choice of the formula."""
    player = case.player
    yield _make_direction_slide(case)
    if player.start.how not in ("rated", "fixed"):
        yield _make_start_slide(case)
    if player.start.n is None or player.start.n > player.effective.n_eff:
        yield _make_past_slide(case)
    if player.why != "foreign":
        yield _make_formula_slide(case)


def _make_direction_slide(case: LessonCase) -> LessonSlide:
    """Return the slide with the games, and the question whether the rating rises."""
    player, name = case.player, case.name
    assert player.post is not None
    level, options = player.start.r0, WAYS
    fact = f"{name} comes with {format_rating(level)} and scores {case.score}."
    question = "What will the rating do?"
    before = f"before {format_whole_rating(level)}"
    if player.entrant.rating is None:
        ratings = case.starting_strengths[1:]
        level, options = sum(ratings) / len(ratings), SIDES
        before = f"average {format_whole_rating(level)}"
        fact = f"{name} has no rating yet and scores {case.score}."
        question = (
            f"The opponents' average is {format_whole_rating(level)}. Where "
            f"will the first rating be?"
        )
    off = round_for_display(player.post) - round_for_display(level)
    right = 2 if not off else 0 if off > 0 else 1
    role: Role = "gain" if off > 0 else "loss"
    end = level + (0.0 if not off else ARROW if off > 0 else -ARROW)
    axis = NumberAxis(
        level - 100.0, level + 100.0, "", (AxisMark(level, before),), ticks=False
    )
    asked, told = make_growing_axis(axis, level, end, role)
    if not off:
        # The mark is at its place.
        about = AxisStretch(level - STAYS, level + STAYS, "accent")
        told = replace(told, spans=(about,))
    # Its color would reveal the direction.
    asked = replace(asked, spans=(AxisStretch(level, level, "text"),))
    return LessonSlide(
        "way",
        SlideQuestion(
            "The question",
            fact,
            question,
            ChoiceGuess(options),
            (*make_game_list(case), asked),
            "Let the room look at the games for half a minute, then count hands. Ask two "
            "who differ for their reasons. Nobody needs a formula for it.",
        ),
        SlideAnswer(
            right,
            f"{options[right]}. How far, and why, is the rest of this lesson.",
            (*make_game_list(case), told),
            "The length of the arrow says nothing yet. Keep the reasons on the board: "
            "most of them come back as a step.",
        ),
    )


def _make_start_slide(case: LessonCase) -> LessonSlide:
    """Return the slide of Step 1 for a player without a rating."""
    player = case.player
    start = player.start
    counted = "no games" if not start.n else format_game_count(start.n)
    axis = NumberAxis(0.0, HIGHEST, "rating")
    asked, told = make_moving_axis(axis, 0.0, start.r0, format_rating(start.r0))
    return LessonSlide(
        "start",
        SlideQuestion(
            "Step 1",
            f"{case.name} has no rating. {_describe_known_facts(player)}",
            "From which rating do the other steps start?",
            NumberGuess(0.0, 3000.0, "The rating to start from"),
            (asked,),
            "Ask what one could know of somebody who was never rated: the age, another "
            "kind of rating, a rating abroad.",
        ),
        SlideAnswer(
            start.r0,
            f"From {format_rating(start.r0)}, which counts as {counted}: {_explain_start(start)}.",
            (told,),
            "A past of so few games is soon outweighed by new ones. The view Why has "
            "every line of it under Step 1.",
        ),
    )


def _describe_known_facts(player: PlayerTrace) -> str:
    """Describe the facts that Step 1 can use."""
    start = player.start
    sources = [
        f"{SOURCES[one.key]} {format_rating(one.original)}" for one in start.sources[:3]
    ]
    if sources:
        return f"There is {', '.join(sources)}."
    if start.age is not None:
        return f"The age is {format_number(start.age, 1)} years."
    if start.how == "list" and start.exact_r0 is not None:
        return f"Elsewhere there is a {format_rating(start.exact_r0)}."
    return "A birth date is not known."


def _explain_start(start: StartTrace) -> str:
    if start.how == "blend":
        one = len(start.sources) == 1
        return "the only other rating" if one else "the others, blended by weight"
    return "by the rule for ages" if start.how == "age" else START_WORDS[start.how]


def _make_past_slide(case: LessonCase) -> LessonSlide:
    """Return the slide of N', if earlier games count in part."""
    player = case.player
    n, n_eff = player.start.n, player.effective.n_eff
    level = format_rating(player.start.r0)
    if n is None:
        fact = f"{case.name} is rated {level}; on how many games is not known."
        end = float(MOST)
    else:
        fact = f"{case.name}, rated {level}, has played {format_game_count(n)} before."
        end = min(float(n), float(MOST))
    axis = NumberAxis(0.0, max(end, float(FEWEST)), "games")
    count = format_number(n_eff, 1)
    asked, told = make_moving_axis(axis, end, n_eff, count)
    # The part that counts stays; the rest fades.
    before = AxisStretch(0.0, end, "accent")
    asked = replace(asked, spans=(before, before))
    told = replace(
        told,
        spans=(AxisStretch(0.0, end, "pale", 0.35), AxisStretch(0.0, n_eff, "accent")),
    )
    return LessonSlide(
        "past",
        SlideQuestion(
            "Step 2",
            fact,
            "A past does not count for ever. For how many games does it count here?",
            NumberGuess(0.0, float(max(n or 0, MOST)), "Games that count", "games", 1),
            (asked,),
            "Ask who would trust a rating that stands on games of ten years ago as much "
            "as one of last month.",
            find_start_slide_value(case),
        ),
        SlideAnswer(
            n_eff,
            f"For {count}: a rating of {level} is worth so many games at most.",
            (told,),
            "The higher the rating, the more it may be worth, up to 50 games: the strong "
            "change slowly, and everybody can still be moved. In the documents it is N'.",
        ),
    )


def _make_formula_slide(case: LessonCase) -> LessonSlide:
    """Return the slide on the choice between the two formulas."""
    player = case.player
    n, special = player.start.n, player.formula == "special"
    count = (
        "an unknown number of games"
        if n is None
        else format_game_count(n)
        if n
        else "no game"
    )
    fact = f"{case.name} brings {count} from before."
    if player.why == "all_wins":
        fact = f"{case.name} brings {count} from before, every one of them won."
    elif player.why == "all_losses":
        fact = f"{case.name} brings {count} from before, every one of them lost."
    why = {
        "few-games": "with 8 games or fewer a past says too little to be moved",
        "many-games": "a past of more than 8 games is worth moving",
        "all_wins": "who has only won has no rating that could be trusted",
        "all_losses": "who has only lost has no rating that could be trusted",
    }[player.why]
    end = min(float(n if n is not None else MOST), float(MOST))
    long = max(float(FEWEST), end)
    here = (
        ()
        if n is None
        else (AxisMark(end, format_game_count(n) if n else "no game", "accent"),)
    )
    axis = NumberAxis(0.0, long, "games", here, (AxisStretch(0.0, end, "accent"),))
    limit = MOST_GAMES_FOR_SPECIAL + 0.5
    asked = replace(axis, marks=(*here, AxisMark(long, "", "warning", 0.0, wall=True)))
    told = replace(
        axis, marks=(*here, AxisMark(limit, "8 at most", "warning", wall=True))
    )
    name = "special" if special else "standard"
    return LessonSlide(
        "formula",
        SlideQuestion(
            "Step 2",
            fact,
            "Move the old rating, or seek a new one that explains the score?",
            ChoiceGuess(FORMULAS),
            (asked,),
            "Two ways: to correct what is known, or to begin anew. Ask how many games "
            "somebody must have played before a rating means something.",
            find_start_slide_value(case),
        ),
        SlideAnswer(
            1 if special else 0,
            f"{FORMULAS[special]}, by the {name} formula: {why}.",
            (told,),
            "The number of games itself decides, not the number that they count for.",
        ),
    )
