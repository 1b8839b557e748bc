"""The two lessons: one player's rating, and how ratings work in ten minutes.

The players of the second are invented; the engine computes every number.
"""

import datetime as dt
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from uscalc.engine.guide import Worksheet
from uscalc.engine.inputs import Entrant, FloorFacts, Game, SectionInput, StartFacts
from uscalc.engine.rules import Rules
from uscalc.engine.section import rate_section
from uscalc.engine.standard import winning_expectancy
from uscalc.engine.trace import SectionTrace, StandardTrace, StepTrace
from uscalc.explain.lesson.after import after_slides, second_slide
from uscalc.explain.lesson.case import Case, Swing, goes_to
from uscalc.explain.lesson.floor import floor_slide
from uscalc.explain.lesson.guide import guide_slides
from uscalc.explain.lesson.model import (
    Asked,
    Axis,
    Bars,
    Lesson,
    Number,
    Row,
    Slide,
    Span,
    Told,
)
from uscalc.explain.lesson.start import start_slides
from uscalc.explain.lesson.steps import (
    bonus_slide,
    expected_slide,
    gain_slide,
    sought_slide,
    step_slides,
)
from uscalc.explain.numbers import People, number, points, rating

TOO_LITTLE: Final = (
    "The lesson needs a player with a rated game in a section that is rated."
)
"""The message for a player without a game."""


def player_lesson(
    trace: SectionTrace,
    place: int,
    name_of: Callable[[int], str],
    about: str,
    swings: Sequence[Swing] = (),
    worked: Worksheet | None = None,
) -> Lesson | None:
    """Return the lesson of an entrant; None without a rated game."""
    people = People(trace, name_of)
    case = Case(people, place, tuple(swings))
    if case.player.formula == "none" or case.player.step5 is None:
        return None
    if worked is not None and worked.result is not None:
        slides = tuple(guide_slides(case, worked))
    else:
        slides = (*start_slides(case), *step_slides(case), *after_slides(case))
        if worked is not None:
            about = f"{about}. By the exact rules: the guide has no answer"
    return Lesson(f"The rating of {people.name(place)}", about, slides)


TITLE: Final = "How ratings work"
NAMES: Final = (
    *("Ada Rookwell", "Ben Pawnley", "Cleo Castleford", "Dan Forkham"),
    *("Eve Gambitson", "Finn Knightly", "Gwen Bishopton", "Hal Checkland"),
    *("Ida Queensbury", "Jon Matewell", "Kay Pinborough", "Leo Skewerton"),
    *("Mia Zugzwang", "Ned Fianchetto"),
)
USUAL: Final = 2
NEWCOMER: Final = 7
CHILD: Final = 12
VETERAN: Final = 13
"""The index of the veteran's name: no name stands for two players."""
STRONGER, WEAKER = 1600.0, 1400.0
PASSES: Final = ("The first pass", "The second pass")
GAMES: Final = 100
SPAN: Final = 50.0


def basics_lesson(rules: Rules, day: dt.date, about: str) -> Lesson:
    """Return the lesson on how ratings work; `rules` are those of `day`."""
    return Lesson(TITLE, about, tuple(_slides(rules, day)))


def _slides(rules: Rules, day: dt.date) -> Iterator[Slide]:
    usual = _played(
        *(rules, day, Entrant((1,), 1800.0, 200)),
        ((1700.0, 1.0), (1800.0, 0.5), (1900.0, 0.5), (2000.0, 0.0)),
        USUAL,
    )
    done = usual.player.step4
    assert isinstance(done, StandardTrace)
    yield _forecast()
    yield _told(
        expected_slide(usual, 4, done),
        "A rating is a forecast",
        "Add up the forecasts of the games, and one has the forecast of the event. "
        "Everything else begins with this sum. A minute and a half.",
    )
    yield _told(
        gain_slide(usual, 4, done),
        "More than forecast: it rises",
        "Who does better than the forecast was rated too low, and rises; who does worse "
        "falls. That is all. A minute.",
    )
    yield _newcomer_moves(usual, rules, day)
    adult = StartFacts(adult=True)
    newcomer = _played(
        *(rules, day, Entrant((1,), None, None, start=adult)),
        ((1400.0, 1.0), (1500.0, 1.0), (1600.0, 0.5), (1700.0, 0.0)),
        NEWCOMER,
    )
    yield _told(
        sought_slide(newcomer, 4),
        "Who has no rating",
        "Nobody can say what was to be expected of somebody without a rating. So the "
        "question is turned round: at which rating would just this be expected? Two "
        "minutes; let somebody push.",
        f"{newcomer.name} has no rating.",
    )
    loser, one, two = _second_pass(newcomer)
    yield _told(
        second_slide(loser, one, two, PASSES),
        "Why everything is computed twice",
        "The opponents' ratings are not right yet either: a loss against a newcomer who "
        "turns out strong was no bad loss. So it is all done once more, with better "
        "ratings of the opponents. A minute and a half.",
        f"{loser.name}, rated {rating(loser.player.start.r0)}, lost to {newcomer.name}.",
    )
    child = _played(
        *(rules, day, Entrant((1,), 1200.0, 30)),
        ((1300.0, 1.0), (1350.0, 1.0), (1400.0, 1.0), (1500.0, 0.5), (1600.0, 1.0)),
        CHILD,
    )
    surprise = child.player.step4
    assert isinstance(surprise, StandardTrace)
    yield _told(
        bonus_slide(child, 4, surprise),
        "What a bonus is for",
        "Somebody trained a summer long. Chance hardly explains such a score: the rating "
        "was out of date, and is helped to catch up. A minute.",
        f"{child.name}, rated {rating(child.player.start.r0)}, scored {child.score} "
        "against stronger players.",
    )
    veteran = _played(
        *(rules, day, Entrant((1,), 1815.0, 300, floors=FloorFacts(peak=2010.0))),
        ((1700.0, 0.0), (1750.0, 0.0), (1800.0, 0.0), (1850.0, 0.5)),
        VETERAN,
    )
    assert veteran.player.floors is not None
    yield _told(
        floor_slide(veteran, veteran.player.floors),
        "What a floor is for",
        "Without a floor one could lose on purpose, down to where prizes are easy. "
        "A minute, and time for questions.",
        f"{veteran.name}, rated {rating(veteran.player.start.r0)}, scored {veteran.score}.",
    )


def _told(slide: Slide, title: str, notes: str, who: str = "") -> Slide:
    """Return a slide of a player's lesson, adapted to this lesson; `who` introduces a player."""
    fact = f"{who} {slide.asked.fact}".strip()
    return replace(
        slide,
        asked=replace(slide.asked, title=title, fact=fact),
        told=replace(slide.told, notes=notes),
    )


def _played(
    rules: Rules,
    day: dt.date,
    hero: Entrant,
    games: Sequence[tuple[float, float]],
    first: int = 0,
) -> Case:
    """Return the hero's games against experienced players, named from `first`."""
    own = tuple(Game(i, score, i) for i, (_, score) in enumerate(games, 1))
    others = tuple(
        Entrant((i + 1,), strength, 150, own=(Game(0, 1.0 - score, i),))
        for i, (strength, score) in enumerate(games, 1)
    )
    trace = rate_section(
        SectionInput("R", day, (replace(hero, own=own), *others)), rules
    )
    return Case(People(trace, lambda n: NAMES[(first + n - 1) % len(NAMES)]), 0)


def _second_pass(case: Case) -> tuple[Case, StepTrace, StepTrace]:
    """Return the case of a player who lost to the newcomer."""
    other = replace(case, place=2)
    one, two = other.player.step4, other.player.step5
    assert one is not None
    assert two is not None
    return other, one, two


def _forecast() -> Slide:
    """Return the slide on the meaning of a rating: a hundred games of two players."""
    right = GAMES * winning_expectancy(STRONGER, WEAKER)
    axis = Axis(0.0, float(GAMES), "points")
    asked, told = goes_to(axis, 0.0, right, number(right, 0))
    asked = replace(asked, spans=(Span(0.0, 0.0, "accent"),))
    told = replace(told, spans=(Span(0.0, right, "accent"),))
    one, other = NAMES[0], NAMES[1]
    return Slide(
        "forecast",
        Asked(
            "What a rating is",
            f"{one} is rated {rating(STRONGER)}, {other} {rating(WEAKER)}.",
            f"They play {GAMES} games. How many points does {one} score?",
            Number(0.0, float(GAMES), "Points", "points"),
            (asked,),
            "A rating is no prize and no measure of knowledge: it is a forecast. Two of "
            "the same rating share their points. Take guesses. A minute.",
        ),
        Told(
            right,
            f"About {number(right, 0)}: three of four go to who is 200 points stronger.",
            (told,),
            "400 points: ten of eleven. Only the difference counts, not how high both are.",
        ),
    )


def _newcomer_moves(usual: Case, rules: Rules, day: dt.date) -> Slide:
    """Return the same games of two players, one of whom has few earlier games."""
    entrant = usual.player.entrant
    assert entrant.rating is not None
    others = [usual.section.players[place].entrant for place in entrant.opponents]
    played = [
        (other.rating or 0.0, game.score)
        for other, game in zip(others, entrant.own, strict=True)
    ]
    fresh = _played(rules, day, Entrant((1,), entrant.rating, 9), played)
    one, two = usual.player.step4, fresh.player.step4
    assert isinstance(one, StandardTrace)
    assert isinstance(two, StandardTrace)
    rows = (
        Row("200 games", end=one.gain, role="soft"),
        Row("9 games", role="accent"),
    )
    asked = Bars("range", 0.0, SPAN, rows)
    told = replace(asked, rows=(rows[0], replace(rows[1], end=two.gain)))
    return Slide(
        "newcomers",
        Asked(
            "Why newcomers move more",
            f"Two rated {rating(entrant.rating)} score {points(entrant.score)} of "
            f"{entrant.m} each. With 200 games before, one gains {number(one.gain, 1)}.",
            "What does the other gain, with 9 games before?",
            Number(0.0, SPAN, "Points gained", "points", 1),
            (asked,),
            "Whose rating do we know better? A minute and a half.",
            (number(one.gain, 1),),
        ),
        Told(
            two.gain,
            f"{number(two.gain, 1)}: who has played little is known little, and moves "
            "more.",
            (told,),
            f"The factor is K: {number(one.k, 1)} for the one, {number(two.k, 1)} for the "
            "other. What was scored beyond the forecast, times K, is the change.",
        ),
    )
