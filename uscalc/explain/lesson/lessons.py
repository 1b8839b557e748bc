"""The two lessons: one player's rating, and how ratings work in ten minutes.

The players of the second are invented; the engine computes every number.
"""

import datetime as dt
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from uscalc.engine.guide import GuideWorksheet
from uscalc.engine.inputs import (
    Entrant,
    FloorFacts,
    InitialRatingFacts,
    RatedGame,
    SectionInput,
)
from uscalc.engine.rules import Rules
from uscalc.engine.section import rate_section
from uscalc.engine.standard import compute_winning_expectancy
from uscalc.engine.trace import SectionTrace, StandardTrace, StepTrace
from uscalc.explain.lesson.after import make_after_slides, make_second_pass_slide
from uscalc.explain.lesson.floor import make_floor_slide
from uscalc.explain.lesson.guide import make_guide_slides
from uscalc.explain.lesson.model import (
    AxisStretch,
    BarChart,
    BarRow,
    Lesson,
    LessonCase,
    LessonSlide,
    NumberAxis,
    NumberGuess,
    ResultSwing,
    SlideAnswer,
    SlideQuestion,
    make_moving_axis,
)
from uscalc.explain.lesson.start import make_start_slides
from uscalc.explain.lesson.steps import (
    make_bonus_slide,
    make_expected_slide,
    make_gain_slide,
    make_search_slide,
    make_step_slides,
)
from uscalc.explain.numbers import (
    PlayerDirectory,
    format_number,
    format_points,
    format_rating,
)

TOO_LITTLE: Final = (
    "The lesson needs a player with a rated game in a section that is rated."
)
"""The message for a player without a game."""


def make_player_lesson(
    trace: SectionTrace,
    place: int,
    name_of: Callable[[int], str],
    about: str,
    swings: Sequence[ResultSwing] = (),
    worked: GuideWorksheet | None = None,
) -> Lesson | None:
    """Return the lesson of an entrant; None without a rated game."""
    people = PlayerDirectory(trace, name_of)
    case = LessonCase(people, place, tuple(swings))
    if case.player.formula == "none" or case.player.step5 is None:
        return None
    if worked is not None and worked.result is not None:
        slides = tuple(make_guide_slides(case, worked))
    else:
        slides = (
            *make_start_slides(case),
            *make_step_slides(case),
            *make_after_slides(case),
        )
        if worked is not None:
            about = f"{about}. By the exact rules: the guide has no answer"
    return Lesson(f"The rating of {people.get_name(place)}", about, slides)


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


def make_basics_lesson(rules: Rules, day: dt.date, about: str) -> Lesson:
    """Return the lesson on how ratings work; `rules` are those of `day`."""
    return Lesson(TITLE, about, tuple(_make_basics_slides(rules, day)))


def _make_basics_slides(rules: Rules, day: dt.date) -> Iterator[LessonSlide]:
    usual = _rate_invented_player(
        *(rules, day, Entrant((1,), 1800.0, 200)),
        ((1700.0, 1.0), (1800.0, 0.5), (1900.0, 0.5), (2000.0, 0.0)),
        USUAL,
    )
    done = usual.player.step4
    assert isinstance(done, StandardTrace)
    yield _make_forecast_slide()
    yield _prepare_slide(
        make_expected_slide(usual, 4, done),
        "A rating is a forecast",
        "Add up the forecasts of the games, and one has the forecast of the event. "
        "Everything else begins with this sum. A minute and a half.",
    )
    yield _prepare_slide(
        make_gain_slide(usual, 4, done),
        "More than forecast: it rises",
        "Who does better than the forecast was rated too low, and rises; who does worse "
        "falls. That is all. A minute.",
    )
    yield _make_newcomer_slide(usual, rules, day)
    adult = InitialRatingFacts(adult=True)
    newcomer = _rate_invented_player(
        *(rules, day, Entrant((1,), None, None, start=adult)),
        ((1400.0, 1.0), (1500.0, 1.0), (1600.0, 0.5), (1700.0, 0.0)),
        NEWCOMER,
    )
    yield _prepare_slide(
        make_search_slide(newcomer, 4),
        "Who has no rating",
        "Nobody can say what was to be expected of somebody without a rating. So the "
        "question is turned round: at which rating would just this be expected? Two "
        "minutes; let somebody push.",
        f"{newcomer.name} has no rating.",
    )
    loser, one, two = _make_second_pass_case(newcomer)
    yield _prepare_slide(
        make_second_pass_slide(loser, one, two, PASSES),
        "Why everything is computed twice",
        "The opponents' ratings are not right yet either: a loss against a newcomer who "
        "turns out strong was no bad loss. So it is all done once more, with better "
        "ratings of the opponents. A minute and a half.",
        f"{loser.name}, rated {format_rating(loser.player.start.r0)}, lost to {newcomer.name}.",
    )
    child = _rate_invented_player(
        *(rules, day, Entrant((1,), 1200.0, 30)),
        ((1300.0, 1.0), (1350.0, 1.0), (1400.0, 1.0), (1500.0, 0.5), (1600.0, 1.0)),
        CHILD,
    )
    surprise = child.player.step4
    assert isinstance(surprise, StandardTrace)
    yield _prepare_slide(
        make_bonus_slide(child, 4, surprise),
        "What a bonus is for",
        "Somebody trained a summer long. Chance hardly explains such a score: the rating "
        "was out of date, and is helped to catch up. A minute.",
        f"{child.name}, rated {format_rating(child.player.start.r0)}, scored {child.score} "
        "against stronger players.",
    )
    veteran = _rate_invented_player(
        *(rules, day, Entrant((1,), 1815.0, 300, floors=FloorFacts(peak=2010.0))),
        ((1700.0, 0.0), (1750.0, 0.0), (1800.0, 0.0), (1850.0, 0.5)),
        VETERAN,
    )
    assert veteran.player.floors is not None
    yield _prepare_slide(
        make_floor_slide(veteran, veteran.player.floors),
        "What a floor is for",
        "Without a floor one could lose on purpose, down to where prizes are easy. "
        "A minute, and time for questions.",
        f"{veteran.name}, rated {format_rating(veteran.player.start.r0)}, scored {veteran.score}.",
    )


def _prepare_slide(
    slide: LessonSlide, title: str, notes: str, who: str = ""
) -> LessonSlide:
    """Return a slide of a player's lesson, adapted to this lesson; `who` introduces a player."""
    fact = f"{who} {slide.asked.fact}".strip()
    return replace(
        slide,
        asked=replace(slide.asked, title=title, fact=fact),
        told=replace(slide.told, notes=notes),
    )


def _rate_invented_player(
    rules: Rules,
    day: dt.date,
    hero: Entrant,
    games: Sequence[tuple[float, float]],
    first: int = 0,
) -> LessonCase:
    """Return the hero's games against experienced players, named from `first`."""
    own = tuple(RatedGame(i, score, i) for i, (_, score) in enumerate(games, 1))
    others = tuple(
        Entrant((i + 1,), strength, 150, own=(RatedGame(0, 1.0 - score, i),))
        for i, (strength, score) in enumerate(games, 1)
    )
    trace = rate_section(
        SectionInput("R", day, (replace(hero, own=own), *others)), rules
    )
    return LessonCase(
        PlayerDirectory(trace, lambda n: NAMES[(first + n - 1) % len(NAMES)]), 0
    )


def _make_second_pass_case(case: LessonCase) -> tuple[LessonCase, StepTrace, StepTrace]:
    """Return the case of a player who lost to the newcomer."""
    other = replace(case, place=2)
    one, two = other.player.step4, other.player.step5
    assert one is not None
    assert two is not None
    return other, one, two


def _make_forecast_slide() -> LessonSlide:
    """Return the slide on the meaning of a rating: a hundred games of two players."""
    right = GAMES * compute_winning_expectancy(STRONGER, WEAKER)
    axis = NumberAxis(0.0, float(GAMES), "points")
    asked, told = make_moving_axis(axis, 0.0, right, format_number(right, 0))
    asked = replace(asked, spans=(AxisStretch(0.0, 0.0, "accent"),))
    told = replace(told, spans=(AxisStretch(0.0, right, "accent"),))
    one, other = NAMES[0], NAMES[1]
    return LessonSlide(
        "forecast",
        SlideQuestion(
            "What a rating is",
            f"{one} is rated {format_rating(STRONGER)}, {other} {format_rating(WEAKER)}.",
            f"They play {GAMES} games. How many points does {one} score?",
            NumberGuess(0.0, float(GAMES), "Points", "points"),
            (asked,),
            "A rating is no prize and no measure of knowledge: it is a forecast. Two of "
            "the same rating share their points. Take guesses. A minute.",
        ),
        SlideAnswer(
            right,
            f"About {format_number(right, 0)}: three of four go to who is 200 points stronger.",
            (told,),
            "400 points: ten of eleven. Only the difference counts, not how high both are.",
        ),
    )


def _make_newcomer_slide(usual: LessonCase, rules: Rules, day: dt.date) -> LessonSlide:
    """Return the same games of two players, one of whom has few earlier games."""
    entrant = usual.player.entrant
    assert entrant.rating is not None
    others = [usual.section.players[place].entrant for place in entrant.opponents]
    played = [
        (other.rating or 0.0, game.score)
        for other, game in zip(others, entrant.own, strict=True)
    ]
    fresh = _rate_invented_player(rules, day, Entrant((1,), entrant.rating, 9), played)
    one, two = usual.player.step4, fresh.player.step4
    assert isinstance(one, StandardTrace)
    assert isinstance(two, StandardTrace)
    rows = (
        BarRow("200 games", end=one.gain, role="soft"),
        BarRow("9 games", role="accent"),
    )
    asked = BarChart("range", 0.0, SPAN, rows)
    told = replace(asked, rows=(rows[0], replace(rows[1], end=two.gain)))
    return LessonSlide(
        "newcomers",
        SlideQuestion(
            "Why newcomers move more",
            f"Two rated {format_rating(entrant.rating)} score {format_points(entrant.score)} of "
            f"{entrant.m} each. With 200 games before, one gains {format_number(one.gain, 1)}.",
            "What does the other gain, with 9 games before?",
            NumberGuess(0.0, SPAN, "Points gained", "points", 1),
            (asked,),
            "Whose rating do we know better? A minute and a half.",
            (format_number(one.gain, 1),),
        ),
        SlideAnswer(
            two.gain,
            f"{format_number(two.gain, 1)}: who has played little is known little, and moves "
            "more.",
            (told,),
            f"The factor is K: {format_number(one.k, 1)} for the one, "
            f"{format_number(two.k, 1)} for the "
            "other. What was scored beyond the forecast, times K, is the change.",
        ),
    )
