"""The two lessons: one player's rating, and how ratings work in ten minutes.

The players of the second are invented; the engine computes every number.
"""

import datetime as dt
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from msgspec.structs import replace

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
from uscalc.engine.trace import SectionTrace, StandardTrace
from uscalc.explain.lesson.after import make_after_slides, make_second_pass_slide
from uscalc.explain.lesson.floor import make_floor_slide
from uscalc.explain.lesson.guide import make_guide_slides
from uscalc.explain.lesson.model import (
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
    make_growing_axis,
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

TOO_LITTLE: Final = "Select a player with a rated game in a rated section."
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
    if worked is not None and worked.answer is not None:
        slides = tuple(make_guide_slides(case, worked, worked.answer))
    else:
        slides = (
            *make_start_slides(case),
            *make_step_slides(case),
            *make_after_slides(case),
        )
        if worked is not None:
            about = f"{about}. By the exact rules, because the guide has no answer"
    return Lesson(f"The rating of {people.get_spoken_name(place)}", about, slides)


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
"""The index of the veteran's name; two players never have the same name."""
STRONGER, WEAKER = 1600.0, 1400.0
PASSES: Final = ("The first pass", "The second pass")
GAMES: Final = 100
SPAN: Final = 50.0


def make_basics_lesson(rules: Rules, day: dt.date, about: str) -> Lesson:
    """Return the lesson on how ratings work; `rules` are those of `day`."""
    return Lesson(TITLE, about, tuple(_make_basics_slides(rules, day)))


def _make_basics_slides(rules: Rules, day: dt.date) -> Iterator[LessonSlide]:
    usual = _rate_invented_player(
        rules,
        day,
        Entrant((1,), 1800.0, 200),
        ((1700.0, 1.0), (1800.0, 0.5), (1900.0, 0.5), (2000.0, 0.0)),
        USUAL,
    )
    done = usual.player.step4
    assert isinstance(done, StandardTrace)
    yield _make_forecast_slide()
    yield _prepare_slide(
        make_expected_slide(usual, 4, done),
        "A rating is a forecast",
        "Add the expected scores of the games to get the expected score for the "
        "event. Everything else builds on this. (1.5 minutes)",
    )
    yield _prepare_slide(
        make_gain_slide(usual, 4, done),
        "Score more, gain points",
        "Score more than expected, and your rating goes up. Score less, and it goes "
        "down. That is all. (1 minute)",
    )
    yield _make_newcomer_slide(usual, rules, day)
    newcomer = _rate_invented_player(
        rules,
        day,
        Entrant((1,), None, None, start=InitialRatingFacts(adult=True)),
        ((1400.0, 1.0), (1500.0, 1.0), (1600.0, 0.5), (1700.0, 0.0)),
        NEWCOMER,
    )
    yield _prepare_slide(
        make_search_slide(newcomer, 4),
        "Unrated players",
        "An unrated player has no expected score. So turn the question around: what "
        "rating would predict this score? (2 minutes; let a student drag the marker.)",
        f"{newcomer.name} is unrated.",
    )
    loser = replace(newcomer, place=2)
    one, two = loser.player.step4, loser.player.step5
    assert one is not None
    assert two is not None
    yield _prepare_slide(
        make_second_pass_slide(loser, one, two, PASSES),
        "Why everything is computed twice",
        "The opponents' ratings aren't right yet, either: a loss to a newcomer who "
        "turns out to be strong wasn't a bad loss. So everything is computed again, "
        "with better ratings for the opponents. (1.5 minutes)",
        f"{loser.name}, rated {format_rating(loser.player.start.r0)}, lost to {newcomer.name}.",
    )
    child = _rate_invented_player(
        rules,
        day,
        Entrant((1,), 1200.0, 30),
        ((1300.0, 1.0), (1350.0, 1.0), (1400.0, 1.0), (1500.0, 0.5), (1600.0, 1.0)),
        CHILD,
    )
    surprise = child.player.step4
    assert isinstance(surprise, StandardTrace)
    yield _prepare_slide(
        make_bonus_slide(child, 4, surprise),
        "Why there is a bonus",
        "A player studied all summer. Luck alone doesn't explain a score like this: "
        "the old rating was out of date, and the bonus helps it catch up. (1 minute)",
        f"{child.name}, rated {format_rating(child.player.start.r0)}, scored {child.score} "
        "against stronger players.",
    )
    veteran = _rate_invented_player(
        rules,
        day,
        Entrant((1,), 1815.0, 300, floors=FloorFacts(peak=2010.0)),
        ((1700.0, 0.0), (1750.0, 0.0), (1800.0, 0.0), (1850.0, 0.5)),
        VETERAN,
    )
    assert veteran.player.floors is not None
    yield _prepare_slide(
        make_floor_slide(veteran, veteran.player.floors),
        "Why there are floors",
        "Without floors, players could lose on purpose to win prizes in lower "
        "classes (sandbagging). (1 minute, plus questions)",
        f"{veteran.name}, rated {format_rating(veteran.player.start.r0)}, scored {veteran.score}.",
    )


def _prepare_slide(
    slide: LessonSlide, title: str, notes: str, who: str = ""
) -> LessonSlide:
    """Return a slide of a player's lesson, adapted to this lesson; `who` introduces a player."""
    fact = f"{who} {slide.question.fact}".strip()
    return replace(
        slide,
        question=replace(slide.question, title=title, fact=fact),
        answer=replace(slide.answer, notes=notes),
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


def _make_forecast_slide() -> LessonSlide:
    """Return the slide on the meaning of a rating: a hundred games of two players."""
    right = GAMES * compute_winning_expectancy(STRONGER, WEAKER)
    hidden, shown = make_growing_axis(
        NumberAxis(0.0, float(GAMES), "points"),
        0.0,
        right,
        "accent",
        text=format_number(right, 0),
    )
    one, other = NAMES[0], NAMES[1]
    return LessonSlide(
        "forecast",
        SlideQuestion(
            "The meaning of a rating",
            f"{one} is rated {format_rating(STRONGER)}, {other} {format_rating(WEAKER)}.",
            f"They play {GAMES} games. How many points should {one} score?",
            NumberGuess(0.0, float(GAMES), "Points", "points"),
            (hidden,),
            "A rating isn't a prize or a test score; it's a forecast. Equally rated "
            "players should score 50%. Take guesses. (1 minute)",
        ),
        SlideAnswer(
            right,
            f"About {format_number(right, 0)}: a player rated 200 points higher "
            "scores about three out of four.",
            (shown,),
            "With 400 points, it is about 10 out of 11. Only the difference counts, "
            "not how high both ratings are.",
        ),
    )


def _make_newcomer_slide(usual: LessonCase, rules: Rules, day: dt.date) -> LessonSlide:
    """Return the slide on the same games of two players, one of whom has few earlier games."""
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
    hidden = BarChart("range", 0.0, SPAN, rows)
    return LessonSlide(
        "newcomers",
        SlideQuestion(
            "Why newcomers move more",
            f"Two players rated {format_rating(entrant.rating)} each score "
            f"{format_points(entrant.score)} of {entrant.m}. The one with 200 earlier "
            f"games gains {format_number(one.gain, 1)}.",
            "How much does the other one gain, with 9 earlier games?",
            NumberGuess(0.0, SPAN, "Points gained", "points", 1),
            (hidden,),
            "Whose rating do we know better? (1.5 minutes)",
            (format_number(one.gain, 1),),
        ),
        SlideAnswer(
            two.gain,
            f"{format_number(two.gain, 1)}: with fewer games, we know less about the "
            "player, so the rating moves more.",
            (replace(hidden, rows=(rows[0], replace(rows[1], end=two.gain))),),
            f"The factor is K: {format_number(one.k, 1)} with 200 games, "
            f"{format_number(two.k, 1)} with 9. Points above expected, times K, is "
            "the change.",
        ),
    )
