"""Slides of the two formulas: expected score, K, gain, bonus, and the search for R."""

from collections.abc import Iterator, Sequence
from math import ceil

from msgspec.structs import replace

from uscalc.counted import add_article
from uscalc.engine.special import CAP
from uscalc.engine.standard import NUMERATOR, REDUCED_K
from uscalc.engine.trace import SpecialTrace, StandardTrace
from uscalc.explain.answer import StandardFigures, format_standard_figures
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
    find_past_slide_value,
    find_start_slide_value,
    make_growing_axis,
    shorten_name,
)
from uscalc.explain.numbers import (
    MINUS,
    find_sufficient_decimals,
    format_game_count,
    format_number,
    format_points,
    format_rating,
    format_whole_rating,
    parse_exact,
    rounds_to,
)
from uscalc.explain.picture import SpecialPicture, make_picture

LEAST_CHANGE = 100.0


def make_step_slides(case: LessonCase) -> Iterator[LessonSlide]:
    """Yield the slides of Steps 3 and 4, or of the only pass."""
    player = case.player
    if player.step3 is not None and player.formula == "special":
        yield make_search_slide(case, 3)
    step, done = (4, player.step4) if player.step4 is not None else (5, player.step5)
    if isinstance(done, SpecialTrace):
        if done.n_eff:
            yield _make_target_slide(case, step, done)
        yield make_search_slide(case, step)
    elif isinstance(done, StandardTrace):
        yield make_expected_slide(case, step, done)
        yield _make_k_factor_slide(case, step, done)
        asks_bonus = done.threshold is not None and done.gain > 0.0
        yield make_gain_slide(case, step, done, asks_bonus)
        if asks_bonus:
            yield make_bonus_slide(case, step, done)


# The special formula


def _make_target_slide(case: LessonCase, step: int, done: SpecialTrace) -> LessonSlide:
    """Return the slide on S': the points of earlier games are added to the event's."""
    player = case.player
    past = format_number(done.n_eff, 1)
    one = past == "1"
    what = {
        True: f"{past} earlier game{'' if one else 's'}, counted as "
        f"{'a draw' if one else 'draws'}",
        False: f"{past} earlier game{'' if one else 's'}, all "
        f"{'won' if done.prior < player.start.r0 else 'lost'}",
    }[done.prior == player.start.r0]
    worth = player.entrant.m + done.n_eff
    axis = NumberAxis(0.0, float(ceil(worth)), "points")
    hidden, shown = make_growing_axis(
        axis, 0.0, done.target, "accent", text=format_number(done.target, 2)
    )
    return LessonSlide(
        "explained",
        SlideQuestion(
            f"Step {step}: points to predict",
            f"{format_points(done.score)} of {format_game_count(player.entrant.m)} now, "
            f"and {what}.",
            "How many points in all must the new rating predict?",
            NumberGuess(0.0, axis.high, "Points to predict", "points", 2),
            (hidden,),
            "Work out the sum on the board: the score, plus the points from earlier "
            "games.",
            find_past_slide_value(case),
        ),
        SlideAnswer(
            done.target,
            f"{format_number(done.target, 2)} of {format_number(worth, 2)}: the "
            "earlier games count as if they were played again.",
            (shown,),
            "If all earlier games were won, they count as wins over a player 400 "
            "points lower. If all were lost, they count as losses to a player 400 "
            "points higher. The rating documents call this number S'.",
        ),
    )


def make_search_slide(case: LessonCase, step: int) -> LessonSlide:
    """Return the slide on which the marker moves until expected and actual score agree."""
    picture = make_picture(case.section, case.place, step, case.people)
    assert isinstance(picture, SpecialPicture)
    rows = tuple(
        BarRow(
            shorten_name(row.name)
            if row.game is not None
            else _describe_earlier_games(picture),
            row.rating,
            row.score,
            row.worth,
        )
        for row in picture.rows
        if row.worth
    )
    low, high = find_axis_bounds(
        [end for row in picture.rows for end in (row.low, row.high)]
    )
    hidden = BarChart("axis", low, high, rows, low, picture.scored, summed=True)
    walls: tuple[AxisMark, ...] = ()
    said = (
        f"{format_rating(picture.catch_rating)}: the expected score there is "
        f"{format_number(picture.scored, 2)} out of {format_number(picture.worth, 2)}."
    )
    if picture.done.capped:
        said += f" But the special formula gives {format_whole_rating(CAP)} at most."
        walls = (AxisMark(CAP, format_whole_rating(CAP), "warning", wall=True),)
    elif picture.done.result != picture.done.raw:
        said += (
            " But the lowest possible rating is "
            f"{format_whole_rating(picture.done.result)}."
        )
    fits, zeros = None, picture.curve.zeros
    if zeros.is_range:
        ends = max(low, zeros.low), min(high, zeros.high)
        fits = min(*ends, picture.catch_rating), max(*ends, picture.catch_rating)
        said = (
            f"{format_rating(picture.catch_rating)}, but the formula gives "
            f"{format_whole_rating(CAP)} at most."
            if picture.done.capped
            else f"{format_rating(picture.catch_rating)}. Other ratings fit as well; "
            f"from {format_rating(picture.done.start)} the search reaches this one "
            "first."
        )
    notes = (
        (
            "they match the score over a whole range, and the rules say which rating "
            "counts"
        )
        if zeros.is_range
        else "at one rating they match the score"
    )
    fact = f"{case.name} scored {format_points(picture.done.score)} of {picture.games}"
    carried: tuple[str, ...] = ()
    if step == 3:
        carried = (format_rating(picture.prior.rating),)
        fact = (
            f"Scored {format_points(picture.done.score)} of {picture.games}. We add one "
            f"pretend draw against a player rated {format_rating(picture.prior.rating)}."
        )
    elif picture.done.n_eff:
        carried = (
            format_number(picture.scored, 2),
            format_number(picture.worth, 2),
            *find_past_slide_value(case),
        )
        fact += (
            f", {format_number(picture.scored, 2)} of {format_number(picture.worth, 2)} in "
            "all."
        )
    else:
        fact += "."
    return LessonSlide(
        f"sought{step}",
        SlideQuestion(
            f"Step {step}",
            fact,
            f"For which rating would {format_number(picture.scored, 2)} of "
            f"{format_number(picture.worth, 2)} be exactly what we expect?",
            NumberGuess(low, high, "R"),
            (hidden,),
            "Each bar is a game, from 400 points below the opponent to 400 above. "
            "The bar fills up to R; the filled part is the expected score. The dot "
            "is the actual score. Have a student drag R (or use Up and Down) until "
            "the class says stop.",
            carried,
        ),
        SlideAnswer(
            picture.catch_rating,
            said,
            (replace(hidden, r=picture.catch_rating, marks=walls),),
            f"Nobody had to solve an equation: the bars fill, and {notes}. Everyone "
            "can try it in the Rating explorer. The Knot path view shows the quick "
            "way from knot to knot.",
            fits,
        ),
    )


def _describe_earlier_games(picture: SpecialPicture) -> str:
    return (
        "pretend draw"
        if picture.step == 3
        else f"{format_number(picture.done.n_eff, 1)} earlier"
    )


# The standard formula


def format_step_figures(case: LessonCase, done: StandardTrace) -> StandardFigures:
    """Return the printed numbers of the formula, the same on every slide."""
    r0 = case.player.start.r0
    surplus = case.player.entrant.score - done.expected
    gain = done.k * surplus
    beyond = 0.0 if done.threshold is None else max(0.0, gain - done.threshold)
    found = format_standard_figures(
        r0, done._replace(gain=gain, bonus=0.0), surplus, format_whole_rating(r0 + gain)
    )
    digits = len(found.gain.partition(".")[2]) or 1
    return found._replace(bonus=format_number(beyond, digits))


def make_expected_slide(
    case: LessonCase, step: int, done: StandardTrace
) -> LessonSlide:
    """Return the slide on the expected score."""
    player = case.player
    m, level = player.entrant.m, format_rating(player.start.r0)
    hidden, shown = make_columns(case, done.strengths, done.expectations)
    figures = format_step_figures(case, done)
    digits = len(figures.surplus.partition(".")[2])
    more = "above" if player.entrant.score >= done.expected else "below"
    return LessonSlide(
        "expected",
        SlideQuestion(
            f"Step {step}: expected score",
            f"{case.name} is rated {level} and scored {case.score} against these "
            "opponents.",
            f"How many points out of {m} should {add_article(level)} player score?",
            NumberGuess(0.0, float(m), "Points expected", "points", 2),
            (hidden,),
            "Against an equal opponent, one half. Against one rated 200 points "
            "lower, about three out of four; 400 lower, ten out of eleven. Go "
            "through the opponents one by one.",
            find_start_slide_value(case),
        ),
        SlideAnswer(
            done.expected,
            f"{format_number(done.expected, digits)}. The actual score was "
            f"{format_points(player.entrant.score)}: {figures.surplus} {more} "
            "expected.",
            (shown,),
            "This only compares a sum of forecasts with a sum of results. Nobody is "
            "good or bad here; the rating was too low or too high.",
        ),
    )


def _make_k_factor_slide(
    case: LessonCase, step: int, done: StandardTrace
) -> LessonSlide:
    player, section = case.player, case.section
    m, past = player.entrant.m, player.effective.n_eff
    numerator = (
        REDUCED_K[section.rules.reduced_k](player.start.r0)
        if section.section.dual and section.section.system == "R"
        else NUMERATOR
    )
    k = format_number(done.k, 2)
    whole_k = numerator / (past + m)
    hidden, shown = make_growing_axis(
        NumberAxis(0.0, 200.0, "points"), 0.0, done.k, "accent", text=k
    )

    def divides(decimals: int) -> bool:
        games = parse_exact(format_number(past + m, decimals))
        return rounds_to(
            parse_exact(format_number(numerator, 2)) / games, format_number(whole_k, 2)
        )

    digits = find_sufficient_decimals(1, divides, 8)
    return LessonSlide(
        "k",
        SlideQuestion(
            f"Step {step}: K",
            f"{format_number(numerator, 2)} rating points are divided among all games: "
            f"{format_number(past, digits)} earlier and {m} new.",
            "How many rating points is one point above expected worth?",
            NumberGuess(0.0, numerator, "Rating points", "points", 1),
            (hidden,),
            "Work out the division on the board. First ask whether a player with "
            "more earlier games would get more or less.",
            (format_number(past, digits), *find_past_slide_value(case)),
        ),
        SlideAnswer(
            done.k,
            f"{k} rating points: {format_number(numerator, 2)} divided by "
            f"{format_number(past + m, digits)}. This number is called K.",
            (shown,),
            "The more games, the less each point is worth.",
        ),
    )


def make_gain_slide(
    case: LessonCase, step: int, done: StandardTrace, asks_bonus: bool = False
) -> LessonSlide:
    """Return the slide on the points above expected times K.

    `asks_bonus` is True if the bonus is asked next.
    """
    player = case.player
    reach = max(LEAST_CHANGE, ceil(done.k * player.entrant.m / 50.0) * 50.0)
    figures = format_step_figures(case, done)
    gain = f"{'+' if done.gain >= 0 else MINUS}{figures.gain}"
    hidden, shown = make_change_axes(player.start.r0, done.gain, reach, gain)
    more = "above" if player.entrant.score >= done.expected else "below"
    becomes = "would become" if asks_bonus else "becomes"
    return LessonSlide(
        "gain",
        SlideQuestion(
            f"Step {step}: gain",
            f"The score is {figures.surplus} {more} expected; one point is worth "
            f"{figures.k} rating points.",
            "How far does the rating move?",
            NumberGuess(-reach, reach, "Rating change", "points", 1),
            (hidden,),
            "Scoring less than expected loses points, so the answer can be negative.",
            (figures.surplus, more, figures.k),
        ),
        SlideAnswer(
            done.gain,
            f"{gain} points: {figures.r0} {becomes} "
            f"{format_whole_rating(player.start.r0 + done.gain)}.",
            (shown,),
            "Points above expected, times K: this is the core of the standard "
            "formula. A large gain can earn a bonus on top.",
        ),
    )


def make_columns(
    case: LessonCase, strengths: Sequence[float], expectations: Sequence[float]
) -> tuple[BarChart, BarChart]:
    """Return the games as empty bars, and filled to their expected scores."""
    entrant = case.player.entrant
    rows = tuple(
        BarRow(case.get_opponent_name(i), strength, entrant.own[i].score)
        for i, strength in enumerate(strengths)
    )
    filled = tuple(
        replace(row, fill=expected)
        for row, expected in zip(rows, expectations, strict=True)
    )
    hidden = BarChart("column", 0.0, 1.0, rows, scored=entrant.score, summed=True)
    return hidden, replace(hidden, rows=filled)


def make_change_axes(
    before: float, change: float, reach: float, text: str
) -> tuple[NumberAxis, NumberAxis]:
    """Return an axis for a question, without a direction, and the same axis with the change."""
    axis = NumberAxis(-reach, reach, "change", (AxisMark(0.0, format_rating(before)),))
    role: Role = "gain" if change >= 0 else "loss"
    hidden, shown = make_growing_axis(axis, 0.0, change, role, text=text)
    hidden = replace(
        hidden,
        marks=(*axis.marks, AxisMark(0.0, "", "accent", 0.0)),
        spans=(replace(hidden.spans[0], role="accent"),),
    )
    return hidden, shown


def make_bonus_axes(
    gain: float, threshold: float, bonus: float, mark: str, points: str
) -> tuple[NumberAxis, NumberAxis, str]:
    """Return an axis of a gain and its threshold without and with the bonus, and the answer."""
    high = max(find_axis_bounds([2.0 * gain, threshold])[1], LEAST_CHANGE)
    axis = NumberAxis(
        0.0,
        high,
        "gain",
        (AxisMark(threshold, f"threshold {mark}", "warning", wall=True),),
        make_growing_axis(NumberAxis(0.0, high, ""), 0.0, gain, "gain")[1].spans,
    )
    hidden, shown = make_growing_axis(axis, gain, gain + bonus, "accent", 0.45)
    if bonus:
        return hidden, shown, f"{points}, the part of the gain above the threshold."
    # The points by which the gain is below the threshold.
    lacks = AxisStretch(gain, threshold, "warning", 0.45)
    shown = replace(shown, spans=(*axis.spans, lacks))
    return hidden, shown, "None: the gain doesn't reach the threshold."


def make_bonus_slide(case: LessonCase, step: int, done: StandardTrace) -> LessonSlide:
    """Return the slide on the part of the gain above the threshold, added again."""
    assert done.threshold is not None
    figures = format_step_figures(case, done)
    hidden, shown, said = make_bonus_axes(
        done.gain, done.threshold, done.bonus, figures.threshold, figures.bonus
    )
    return LessonSlide(
        "bonus",
        SlideQuestion(
            f"Step {step}: bonus",
            f"The gain is {figures.gain}. The part above {figures.threshold} counts "
            "twice.",
            "How many bonus points are there?",
            NumberGuess(0.0, hidden.high, "Bonus", "points", 1),
            (hidden,),
            "Why should a large gain count more? Think of a player who studied all "
            "summer and played no events.",
            (figures.gain,),
        ),
        SlideAnswer(
            done.bonus,
            said,
            (shown,),
            "The bonus takes points from nobody, and there is none for a loss. "
            "Without it, a fast learner's rating would lag behind for years.",
        ),
    )
