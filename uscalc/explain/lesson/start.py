"""Slides before any game counts: which way it goes, the start, the past, the formula."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from uscalc.engine.rounding import shown
from uscalc.engine.section import MOST_GAMES_FOR_SPECIAL
from uscalc.engine.trace import PlayerTrace, Start
from uscalc.explain.lesson.case import Case, games_of, goes_to, start_told, stretches
from uscalc.explain.lesson.model import (
    Asked,
    Axis,
    Choice,
    Mark,
    Number,
    Role,
    Slide,
    Span,
    Told,
)
from uscalc.explain.numbers import games, number, rating, whole
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


def start_slides(case: Case) -> Iterator[Slide]:
    """Yield the slides from the question to the choice of the formula."""
    player = case.player
    yield _way(case)
    if player.start.how not in ("rated", "fixed"):
        yield _start(case)
    if player.start.n is None or player.start.n > player.effective.n_eff:
        yield _past(case)
    if player.why != "foreign":
        yield _formula(case)


def _way(case: Case) -> Slide:
    """Return the slide with the games, and the question whether the rating rises."""
    player, name = case.player, case.name
    assert player.post is not None
    level, options = player.start.r0, WAYS
    fact = f"{name} comes with {rating(level)} and scores {case.score}."
    question = "What will the rating do?"
    before = f"before {whole(level)}"
    if player.entrant.rating is None:
        ratings = case.came[1:]
        level, options = sum(ratings) / len(ratings), SIDES
        before = f"average {whole(level)}"
        fact = f"{name} has no rating yet and scores {case.score}."
        question = (
            f"The opponents' average is {whole(level)}. Where will the first rating be?"
        )
    off = shown(player.post) - shown(level)
    right = 2 if not off else 0 if off > 0 else 1
    role: Role = "gain" if off > 0 else "loss"
    end = level + (0.0 if not off else ARROW if off > 0 else -ARROW)
    axis = Axis(level - 100.0, level + 100.0, "", (Mark(level, before),), ticks=False)
    asked, told = stretches(axis, level, end, role)
    if not off:
        # The mark is at its place.
        about = Span(level - STAYS, level + STAYS, "accent")
        told = replace(told, spans=(about,))
    # Its color would reveal the direction.
    asked = replace(asked, spans=(Span(level, level, "text"),))
    return Slide(
        "way",
        Asked(
            "The question",
            fact,
            question,
            Choice(options),
            (*games_of(case), asked),
            "Let the room look at the games for half a minute, then count hands. Ask two "
            "who differ for their reasons. Nobody needs a formula for it.",
        ),
        Told(
            right,
            f"{options[right]}. How far, and why, is the rest of this lesson.",
            (*games_of(case), told),
            "The length of the arrow says nothing yet. Keep the reasons on the board: "
            "most of them come back as a step.",
        ),
    )


def _start(case: Case) -> Slide:
    """Return the slide of Step 1 for a player without a rating."""
    player = case.player
    start = player.start
    counted = "no games" if not start.n else games(start.n)
    axis = Axis(0.0, HIGHEST, "rating")
    asked, told = goes_to(axis, 0.0, start.r0, rating(start.r0))
    return Slide(
        "start",
        Asked(
            "Step 1",
            f"{case.name} has no rating. {_known(player)}",
            "From which rating do the other steps start?",
            Number(0.0, 3000.0, "The rating to start from"),
            (asked,),
            "Ask what one could know of somebody who was never rated: the age, another "
            "kind of rating, a rating abroad.",
        ),
        Told(
            start.r0,
            f"From {rating(start.r0)}, which counts as {counted}: {_because(start)}.",
            (told,),
            "A past of so few games is soon outweighed by new ones. The view Why has "
            "every line of it under Step 1.",
        ),
    )


def _known(player: PlayerTrace) -> str:
    """Describe the facts that Step 1 can use."""
    start = player.start
    sources = [
        f"{SOURCES[one.key]} {rating(one.original)}" for one in start.sources[:3]
    ]
    if sources:
        return f"There is {', '.join(sources)}."
    if start.age is not None:
        return f"The age is {number(start.age, 1)} years."
    if start.how == "list" and start.exact_r0 is not None:
        return f"Elsewhere there is a {rating(start.exact_r0)}."
    return "A birth date is not known."


def _because(start: Start) -> str:
    if start.how == "blend":
        one = len(start.sources) == 1
        return "the only other rating" if one else "the others, blended by weight"
    if start.how == "age":
        return "by the rule for ages"
    return START_WORDS[start.how]


def _past(case: Case) -> Slide:
    """Return the slide of N', if earlier games count in part."""
    player = case.player
    n, n_eff = player.start.n, player.effective.n_eff
    level = rating(player.start.r0)
    if n is None:
        fact = f"{case.name} is rated {level}; on how many games is not known."
        end = float(MOST)
    else:
        fact = f"{case.name}, rated {level}, has played {games(n)} before."
        end = min(float(n), float(MOST))
    axis = Axis(0.0, max(end, float(FEWEST)), "games")
    count = number(n_eff, 1)
    asked, told = goes_to(axis, end, n_eff, count)
    # The part that counts stays; the rest fades.
    before = Span(0.0, end, "accent")
    asked = replace(asked, spans=(before, before))
    told = replace(
        told, spans=(Span(0.0, end, "pale", 0.35), Span(0.0, n_eff, "accent"))
    )
    return Slide(
        "past",
        Asked(
            "Step 2",
            fact,
            "A past does not count for ever. For how many games does it count here?",
            Number(0.0, float(max(n or 0, MOST)), "Games that count", "games", 1),
            (asked,),
            "Ask who would trust a rating that stands on games of ten years ago as much "
            "as one of last month.",
            start_told(case),
        ),
        Told(
            n_eff,
            f"For {count}: a rating of {level} is worth so many games at most.",
            (told,),
            "The higher the rating, the more it may be worth, up to 50 games: the strong "
            "change slowly, and everybody can still be moved. In the documents it is N'.",
        ),
    )


def _formula(case: Case) -> Slide:
    """Return the slide on the choice between the two formulas."""
    player = case.player
    n, special = player.start.n, player.formula == "special"
    count = "an unknown number of games" if n is None else games(n) if n else "no game"
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
    here = () if n is None else (Mark(end, games(n) if n else "no game", "accent"),)
    axis = Axis(0.0, long, "games", here, (Span(0.0, end, "accent"),))
    limit = MOST_GAMES_FOR_SPECIAL + 0.5
    asked = replace(axis, marks=(*here, Mark(long, "", "warning", 0.0, wall=True)))
    told = replace(axis, marks=(*here, Mark(limit, "8 at most", "warning", wall=True)))
    name = "special" if special else "standard"
    return Slide(
        "formula",
        Asked(
            "Step 2",
            fact,
            "Move the old rating, or seek a new one that explains the score?",
            Choice(FORMULAS),
            (asked,),
            "Two ways: to correct what is known, or to begin anew. Ask how many games "
            "somebody must have played before a rating means something.",
            start_told(case),
        ),
        Told(
            1 if special else 0,
            f"{FORMULAS[special]}, by the {name} formula: {why}.",
            (told,),
            "The number of games itself decides, not the number that they count for.",
        ),
    )
