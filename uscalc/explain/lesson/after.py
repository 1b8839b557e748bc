"""Slides of Step 5 and later: limits, floors, the printed rating, what-if results."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from uscalc.engine.floors import is_established
from uscalc.engine.rounding import round_for_display
from uscalc.engine.section import MOST_GAMES_FOR_SPECIAL
from uscalc.engine.trace import MatchTrace, StepTrace
from uscalc.explain.answer import LIMIT_NAMES
from uscalc.explain.lesson.floor import make_ceiling_slide, make_floor_slide
from uscalc.explain.lesson.model import (
    AxisMark,
    AxisStretch,
    BarChart,
    BarRow,
    ChoiceGuess,
    LessonCase,
    LessonSlide,
    NumberAxis,
    NumberGuess,
    ResultSwing,
    Role,
    SlideAnswer,
    SlideQuestion,
    find_axis_bounds,
    make_moving_axis,
    widen_axis,
)
from uscalc.explain.numbers import (
    format_change,
    format_game_count,
    format_number,
    format_rating,
    format_whole_rating,
)

MOST_OPTIONS: Final = 4
LEAST_REACH: Final = 100.0
MOST_CHANGE: Final = 3000.0
GAMES_AXIS: Final = 30.0
MOST_GAMES: Final = 9999.0
"""The highest number of games that can be guessed, the same for every answer."""
RESULTS: Final = {1.0: "Win over", 0.5: "Draw with", 0.0: "Loss to"}


def make_last_slides(case: LessonCase) -> Iterator[LessonSlide]:
    """Yield the slide on the printed rating and, if the swings are known, that on the top game."""
    yield _make_printed_slide(case)
    if len(case.swings) > 1 and any(
        _compute_largest_change(case, swing) for swing in _choose_offered_games(case)
    ):
        yield _make_what_if_slide(case)


def _make_printed_slide(case: LessonCase) -> LessonSlide:
    """Return the last slide with a number: the published change, or the number of games."""
    player, name = case.player, case.name
    post = player.post
    assert post is not None
    if player.entrant.rating is None:
        return _make_first_rating_slide(case, post)
    before = player.entrant.rating
    off = round_for_display(post) - round_for_display(before)
    reach = max(LEAST_REACH, find_axis_bounds([abs(post - before)])[1])
    axis = NumberAxis(
        -reach, reach, "change", (AxisMark(0.0, format_whole_rating(before)),)
    )
    role: Role = "gain" if off >= 0 else "loss"
    hidden, shown = make_moving_axis(axis, 0.0, off, format_change(off, 0), role)
    hidden = replace(hidden, marks=(*axis.marks, AxisMark(0.0, "", "accent", 0.0)))
    integers = case.section.rules.has_integer_ratings
    value = player.rounded_from if integers else post
    kept = format_rating(post if value is None else value)
    way = " (rounded away from the old rating)" if integers else ""
    return LessonSlide(
        "printed",
        SlideQuestion(
            "The result",
            f"{name} started at {format_rating(before)} and is now at {kept}. Wall "
            f"charts show whole numbers{way}.",
            "What rating change is posted on the wall chart?",
            NumberGuess(-MOST_CHANGE, MOST_CHANGE, "Rating change"),
            (hidden,),
            "Before you show the answer, remind the class of their guesses on the "
            "first slide.",
            (kept,),
        ),
        SlideAnswer(
            off,
            f"{format_change(off, 0)}: {format_whole_rating(before)} becomes "
            f"{format_whole_rating(post)}.",
            (shown,),
            "At that time a rating was a whole number, and US Chess kept no decimals."
            if integers
            else (
                "Only the printed rating is rounded. US Chess keeps the decimals for "
                "the next event."
            ),
        ),
    )


def _make_first_rating_slide(case: LessonCase, post: float) -> LessonSlide:
    player = case.player
    count = player.post_games or player.entrant.m
    past = player.start.n or 0
    hidden, shown = make_moving_axis(
        NumberAxis(0.0, GAMES_AXIS, "games"), 0.0, float(count), str(count)
    )
    weight = "a rating with few games still moves a lot"
    notes = "Don't worry about a bad first event. The next games count just as much."
    if count > MOST_GAMES_FOR_SPECIAL:
        weight = "it is provisional up to 25 games, and still moves easily"
        notes = (
            "From now on, each event adjusts this rating. The more games, the "
            "less it moves."
        )
        if is_established(count):
            weight = "with more than 25 games, the rating is established"
    first = (
        f"; the starting rating counted as {format_game_count(past)}" if past else ""
    )
    return LessonSlide(
        "printed",
        SlideQuestion(
            "The result",
            f"{format_whole_rating(post)} is posted with the number of games it is "
            f"based on{first}.",
            "How many games is this rating based on?",
            NumberGuess(0.0, MOST_GAMES, "Games", "games"),
            (hidden,),
            "Before you show the answer, remind the class of their guesses on the "
            "first slide.",
            (format_whole_rating(post), *(() if not past else (str(past),))),
        ),
        SlideAnswer(
            float(count),
            f"{format_game_count(count)}: {weight}.",
            (shown,),
            notes,
        ),
    )


def _compute_largest_change(case: LessonCase, swing: ResultSwing) -> float:
    """Return the largest change of the rating by one game, as printed."""
    post = case.player.post
    assert post is not None
    return max(
        round_for_display(swing.high) - round_for_display(post),
        round_for_display(post) - round_for_display(swing.low),
    )


def _choose_offered_games(case: LessonCase) -> list[ResultSwing]:
    """Return a few games in their order, so that the choice doesn't reveal the answer."""
    order = sorted(case.swings, key=lambda swing: swing.game)
    last = len(order) - 1
    return (
        order
        if last < MOST_OPTIONS
        else [order[round(i * last / (MOST_OPTIONS - 1))] for i in range(MOST_OPTIONS)]
    )


def _make_what_if_slide(case: LessonCase) -> LessonSlide:
    """Return the slide on the game that could have moved the rating most."""
    player = case.player
    post, own = player.post, player.entrant.own
    assert post is not None
    some = _choose_offered_games(case)
    reaches = {swing: _compute_largest_change(case, swing) for swing in some}
    right = max(range(len(some)), key=lambda i: reaches[some[i]])
    best = some[right]
    also = tuple(
        i for i, one in enumerate(some) if i != right and reaches[one] == reaches[best]
    )
    names = tuple(
        f"{RESULTS[own[swing.game].score]} {case.get_opponent_name(swing.game)}"
        for swing in some
    )
    low, high = find_axis_bounds([post], 200.0)
    hidden = BarChart(
        "range",
        low,
        high,
        tuple(BarRow(name, post, start=post, end=post) for name in names),
        marks=(AxisMark(post, format_whole_rating(post)),),
    )
    low, high = widen_axis(low, high, [end for s in some for end in (s.low, s.high)])
    shown = replace(
        hidden,
        low=low,
        high=high,
        rows=tuple(
            BarRow(
                name,
                post,
                start=swing.low,
                end=swing.high,
                role="accent" if i == right or i in also else "pale",
            )
            for i, (name, swing) in enumerate(zip(names, some, strict=True))
        ),
    )
    as_far = (
        ""
        if not also
        else "; another game ties"
        if len(also) == 1
        else "; other games tie"
    )
    there = best.high if best.high - post >= post - best.low else best.low
    return LessonSlide(
        "what-if",
        SlideQuestion(
            "What if",
            f"The new rating is {format_whole_rating(post)}.",
            "Which of these games, with a different result, would have changed it "
            "most?",
            ChoiceGuess(names),
            (hidden,),
            "Does a point gain more against a stronger or a weaker opponent? Which "
            "result was furthest from the expected score?",
            (format_whole_rating(post),),
        ),
        SlideAnswer(
            right,
            f"{names[right]}: {format_whole_rating(there)} instead, "
            f"{format_change(round_for_display(there) - round_for_display(post), 0)}{as_far}.",
            (shown,),
            "Each bar runs from the lowest to the highest rating that game could "
            "have given. The What if view has a slider for each game.",
            also=also,
        ),
    )


SAME: Final = 0.005
"""Two ratings closer than this are the same when printed."""
PASSES: Final = ("Higher", "Lower", "The same")
STEPS: Final = ("Step 4", "Step 5")
"""The names of the two passes."""
LIMIT_AXIS: Final = 400.0


def make_after_slides(case: LessonCase) -> Iterator[LessonSlide]:
    """Yield the slides from the second pass to the end."""
    player = case.player
    if player.step4 is not None and player.step5 is not None:
        yield make_second_pass_slide(case, player.step4, player.step5)
    if player.match is not None and player.match.limited_by is not None:
        yield _make_limit_slide(case, player.match)
    floors = player.floors
    if floors is not None:
        yield make_floor_slide(case, floors)
        if floors.capped and floors.ceiling is not None:
            yield make_ceiling_slide(case, floors, floors.ceiling)
    yield from make_last_slides(case)


def make_second_pass_slide(
    case: LessonCase,
    one: StepTrace,
    other: StepTrace,
    passes: tuple[str, str] = STEPS,
) -> LessonSlide:
    """Return the slide of Step 5: the same games with the opponents' new ratings."""
    first, second = passes
    moved = [b - a for a, b in zip(one.strengths, other.strengths, strict=True)]
    off = other.result - one.result
    right = 2 if abs(off) < SAME else 0 if off > 0 else 1
    low, high = find_axis_bounds([*one.strengths, one.result], 25.0)
    mark = AxisMark(one.result, f"{first}: {format_rating(one.result)}", "accent")
    hidden = BarChart(
        "dots",
        low,
        high,
        tuple(
            BarRow(case.get_opponent_name(i), at) for i, at in enumerate(one.strengths)
        ),
        marks=(mark,),
    )
    low, high = widen_axis(low, high, [*other.strengths, other.result])
    shown = replace(
        hidden,
        low=low,
        high=high,
        rows=tuple(
            replace(row, at=at)
            for row, at in zip(hidden.rows, other.strengths, strict=True)
        ),
        marks=(
            AxisMark(
                other.result, f"{second}: {format_rating(other.result)}", "accent"
            ),
        ),
    )
    furthest = max(range(len(moved)), key=lambda i: abs(moved[i]))
    because = "no opponent's rating has changed"
    if abs(moved[furthest]) >= SAME:
        because = (
            f"{case.get_opponent_name(furthest)} now counts as "
            f"{format_rating(other.strengths[furthest])}"
        )
    said = (
        f"The same, {format_rating(other.result)}"
        if right == 2
        else f"{format_rating(other.result)}, {format_change(off)}"
    )
    met = dict(zip(case.player.entrant.opponents, moved, strict=True))
    alone = len(met) == 1
    took = f"in {first.replace('The', 'the')}"
    lead = (
        (
            f"The dot is the opponent's rating {took}. Did the opponent play at that "
            "level?"
        )
        if alone
        else f"The dots are the opponents' ratings {took}. They played other games "
        "too, and some were stronger or weaker than their old ratings. Ask "
        "which of them did well."
    )
    return LessonSlide(
        "second",
        SlideQuestion(
            second,
            f"{first} gave {format_rating(one.result)}. "
            f"{'The opponent has a new rating' if alone else 'The opponents have new ratings'} "
            "now, too, so everything is computed again with "
            f"{'it' if alone else 'them'}.",
            f"Does {second.replace('The', 'the')} give a higher or lower rating?",
            ChoiceGuess(PASSES),
            (hidden,),
            lead,
            (format_rating(one.result),),
        ),
        SlideAnswer(
            right,
            f"{said}: {because}.",
            (shown,),
            f"{_describe_opponent_changes(tuple(met.values()))}The player's own "
            "starting rating is the same in both passes; only the opponents' ratings "
            "change.",
        ),
    )


def _describe_opponent_changes(moved: tuple[float, ...]) -> str:
    """Describe the overall change of the opponents, if there are several."""
    if len(moved) == 1:
        return ""
    for word, up in (("stronger", 1.0), ("weaker", -1.0)):
        if 2 * sum(up * off >= SAME for off in moved) > len(moved):
            return f"Most opponents were {word} than their old ratings. "
    total = sum(moved)
    if abs(total) < SAME:
        return ""
    word = "stronger" if total > 0 else "weaker"
    return f"On average, the opponents were {word} than their old ratings. "


def _make_limit_slide(case: LessonCase, match: MatchTrace) -> LessonSlide:
    """Return the slide on how far a match may move a rating."""
    assert match.limited_by is not None
    before = case.player.start.r0
    wanted = match.uncapped - before
    kept = abs(match.result - before)
    axis = NumberAxis(
        0.0,
        max(LIMIT_AXIS, find_axis_bounds([abs(wanted)])[1]),
        "change",
        spans=(AxisStretch(0.0, abs(wanted), "soft", 0.5),),
    )
    hidden, shown = make_moving_axis(
        axis, abs(wanted), kept, format_number(kept, 2), "warning"
    )
    return LessonSlide(
        "limit",
        SlideQuestion(
            "A match",
            f"Two players met many times, and {format_rating(before)} would become "
            f"{format_rating(match.uncapped)}.",
            "What is the most that the rating may move?",
            NumberGuess(0.0, axis.high, "Most points", "points", 1),
            (hidden,),
            "Two friends could play as many games as they like. Ask how they could "
            "abuse that.",
            (format_rating(match.uncapped),),
        ),
        SlideAnswer(
            kept,
            f"{format_number(kept, 2)}: with the limit for "
            f"{LIMIT_NAMES[match.limited_by]}, the rating is "
            f"{format_rating(match.result)}.",
            (replace(shown, spans=(AxisStretch(0.0, kept, "warning"),)),),
            "There are limits for one match, for 180 days, and for three years.",
        ),
    )
