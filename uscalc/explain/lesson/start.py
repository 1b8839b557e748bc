"""Slides before the games: the direction, the start, earlier games, the formula."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from uscalc.engine.inputs import SOURCE_NAMES
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

WAYS: Final = ("It goes up", "It goes down", "It stays the same")
SIDES: Final = ("Above it", "Below it", "Exactly there")
FORMULAS: Final = ("Adjust the old one", "Solve for a new one")
ARROW: Final = 60.0
"""The length of the arrow that shows only a direction; the axis is 200 long."""
STAYS: Final = 8.0
FEWEST: Final = 20
"""The least length of an axis of games."""
MOST: Final = 120
"""The most games in the list; more would leave no room for the other parts."""
HIGHEST: Final = 2400.0
START_WORDS: Final = {
    "list": "the first available source on the list",
    "office": "US Chess set it",
    "adult": "the rule for an adult of unknown age",
    "child": "the rule when nothing is known",
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
    fact = f"{name} is rated {format_rating(level)} and scores {case.score}."
    question = "What happens to the rating?"
    before = f"pre-event {format_whole_rating(level)}"
    if player.entrant.rating is None:
        places = player.entrant.opponents
        total = sum(case.section.players[place].start.r0 for place in places)
        level, options = total / len(places), SIDES
        before = f"average {format_whole_rating(level)}"
        fact = f"{name} is unrated and scores {case.score}."
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
    hidden, shown = make_growing_axis(axis, level, end, role)
    if not off:
        # The mark doesn't move.
        shown = replace(
            shown, spans=(AxisStretch(level - STAYS, level + STAYS, "accent"),)
        )
    # A color would reveal the direction.
    hidden = replace(hidden, spans=(AxisStretch(level, level, "text"),))
    return LessonSlide(
        "way",
        SlideQuestion(
            "The question",
            fact,
            question,
            ChoiceGuess(options),
            (*make_game_list(case), hidden),
            "Give the class half a minute to look at the games, then count hands. "
            "Ask two students who disagree for their reasons. No formula is needed.",
        ),
        SlideAnswer(
            right,
            f"{options[right]}. The rest of this lesson shows how far, and why.",
            (*make_game_list(case), shown),
            "The length of the arrow means nothing yet. Keep the reasons on the "
            "board: most of them come back as steps.",
        ),
    )


def _make_start_slide(case: LessonCase) -> LessonSlide:
    """Return the slide of Step 1 for a player without a rating."""
    player = case.player
    start = player.start
    counted = "no games" if not start.n else format_game_count(start.n)
    hidden, shown = make_moving_axis(
        NumberAxis(0.0, HIGHEST, "rating"), 0.0, start.r0, format_rating(start.r0)
    )
    return LessonSlide(
        "start",
        SlideQuestion(
            "Step 1",
            f"{case.name} is unrated. {_describe_known_facts(player)}",
            "What rating do the other steps start from?",
            NumberGuess(0.0, 3000.0, "Starting rating"),
            (hidden,),
            "Ask what we could know about an unrated player: the age, another type "
            "of rating, a foreign rating.",
        ),
        SlideAnswer(
            start.r0,
            f"{format_rating(start.r0)}, which counts as {counted}: "
            f"{_explain_start(start)}.",
            (shown,),
            "New games soon outweigh this starting rating. The Explanation view "
            "shows how it is found, under Step 1.",
        ),
    )


def _describe_known_facts(player: PlayerTrace) -> str:
    """Describe the facts that Step 1 can use."""
    start = player.start
    sources = [
        f"{SOURCE_NAMES[one.key]} {format_rating(one.original)}"
        for one in start.sources[:3]
    ]
    if sources:
        return f"Other ratings: {', '.join(sources)}."
    if start.age is not None:
        return f"Age: {format_number(start.age, 1)} years."
    return (
        f"Another rating: {format_rating(start.exact_r0)}."
        if start.how == "list" and start.exact_r0 is not None
        else "The birth date is unknown."
    )


def _explain_start(start: StartTrace) -> str:
    if start.how == "blend":
        return (
            "the only other rating"
            if len(start.sources) == 1
            else "the weighted average of the others"
        )
    return "the rule for the age" if start.how == "age" else START_WORDS[start.how]


def _make_past_slide(case: LessonCase) -> LessonSlide:
    """Return the slide of N', if earlier games count in part."""
    player = case.player
    n, n_eff = player.start.n, player.effective.n_eff
    level = format_rating(player.start.r0)
    if n is None:
        fact = f"{case.name} is rated {level}; the number of games is unknown."
        end = float(MOST)
    else:
        fact = f"{case.name}, rated {level}, has played {format_game_count(n)} before."
        end = min(float(n), float(MOST))
    axis = NumberAxis(0.0, max(end, float(FEWEST)), "games")
    count = format_number(n_eff, 1)
    hidden, shown = make_moving_axis(axis, end, n_eff, count)
    # The colored part, the games that count, grows along all games.
    every = AxisStretch(0.0, end, "pale", 0.35)
    hidden = replace(hidden, spans=(every, AxisStretch(0.0, 0.0, "accent")))
    return LessonSlide(
        "past",
        SlideQuestion(
            "Step 2: games",
            fact,
            "Earlier games don't all count in full. How many effective games are "
            "there?",
            NumberGuess(0.0, float(max(n or 0, MOST)), "Effective games", "games", 1),
            (hidden,),
            "Ask who would trust a rating based on ten-year-old games as much as one "
            "from last month.",
            find_start_slide_value(case),
        ),
        SlideAnswer(
            n_eff,
            f"{count}: earlier games count as no more than this at a rating of "
            f"{level}.",
            (replace(shown, spans=(every, AxisStretch(0.0, n_eff, "accent"))),),
            "The higher the rating, the more games can count, up to 50. Strong "
            "players change slowly, but every rating can still move. The rating "
            "documents call this number N'.",
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
        else "no games"
    )
    record = {
        "all_wins": " and won every one",
        "all_losses": " and lost every one",
    }.get(player.why, "")
    why = {
        "few-games": "the special formula is for 8 earlier games or fewer",
        "many-games": "the standard formula is for more than 8 earlier games",
        "all_wins": "the special formula is for players with only wins",
        "all_losses": "the special formula is for players with only losses",
    }[player.why]
    end = min(float(n if n is not None else MOST), float(MOST))
    long = max(float(FEWEST), end)
    here = (
        ()
        if n is None
        else (AxisMark(end, format_game_count(n) if n else "no games", "accent"),)
    )
    axis = NumberAxis(0.0, long, "games", here, (AxisStretch(0.0, end, "accent"),))
    unknown = AxisMark(long, "", "warning", 0.0, wall=True)
    limit = AxisMark(MOST_GAMES_FOR_SPECIAL + 0.5, "8 or fewer", "warning", wall=True)
    return LessonSlide(
        "formula",
        SlideQuestion(
            "Step 2: formula",
            f"{case.name} has played {count} before{record}.",
            "Adjust the old rating, or solve for a new one that matches the score?",
            ChoiceGuess(FORMULAS),
            (replace(axis, marks=(*here, unknown)),),
            "There are two ways: correct what we know, or start over. Ask how many "
            "games a player needs before a rating means something.",
            find_start_slide_value(case),
        ),
        SlideAnswer(
            1 if special else 0,
            f"{FORMULAS[special]}: {why}.",
            (replace(axis, marks=(*here, limit)),),
            "The number of games played decides, not the number of effective games.",
        ),
    )
