"""Slides of Step 5 and later: limits, floors, the printed rating, what-if results."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

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
"""The most that can be guessed, whatever the answer is."""
RESULTS: Final = {1.0: "Win over", 0.5: "Draw with", 0.0: "Loss to"}


def make_last_slides(case: LessonCase) -> Iterator[LessonSlide]:
    """Yield the printed rating; and the most important game, if the swings are known."""
    yield _make_printed_slide(case)
    if len(case.swings) > 1 and any(
        _compute_largest_change(case, swing) for swing in _choose_offered_games(case)
    ):
        yield _make_what_if_slide(case)


def _make_printed_slide(case: LessonCase) -> LessonSlide:
    """Return the last number: the printed change, or the number of games."""
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
    asked, told = make_moving_axis(axis, 0.0, off, format_change(off, 0), role)
    asked = replace(asked, marks=(*axis.marks, AxisMark(0.0, "", "accent", 0.0)))
    integers = case.section.rules.has_integer_ratings
    value = player.rounded_from if integers else post
    kept = format_rating(post if value is None else value)
    way = " (away from the old one)" if integers else ""
    notes = (
        "At that time the whole number was the rating: no decimals were kept."
        if integers
        else "Only what is printed is rounded; the decimals are kept for the next event."
    )
    return LessonSlide(
        "printed",
        SlideQuestion(
            "The result",
            f"{name} came with {format_rating(before)} and has {kept}; whole numbers are "
            f"printed{way}.",
            "Which change stands on the wall?",
            NumberGuess(-MOST_CHANGE, MOST_CHANGE, "The change"),
            (asked,),
            "Let the guesses of the first slide be read out again before this one is "
            "answered.",
            (kept,),
        ),
        SlideAnswer(
            off,
            f"{format_change(off, 0)}: {format_whole_rating(before)} becomes "
            f"{format_whole_rating(post)}.",
            (told,),
            notes,
        ),
    )


def _make_first_rating_slide(case: LessonCase, post: float) -> LessonSlide:
    player = case.player
    count = player.post_games or player.entrant.m
    past = player.start.n or 0
    axis = NumberAxis(0.0, GAMES_AXIS, "games")
    asked, told = make_moving_axis(axis, 0.0, float(count), str(count))
    weight = "a rating of few games will still move far"
    notes = "Nobody need fear a bad first day: the next games weigh as much as these."
    if count > MOST_GAMES_FOR_SPECIAL:
        weight = "provisional up to 25, and still easy to move"
        notes = "From now on the old rating is moved; the more games, the less far."
        if is_established(count):
            weight = "an established rating, as it is more than 25"
    first = f"; the start counted as {format_game_count(past)}" if past else ""
    return LessonSlide(
        "printed",
        SlideQuestion(
            "The result",
            f"{format_whole_rating(post)} is printed with the number of games it stands on{first}.",
            "On how many games does this rating stand?",
            NumberGuess(0.0, MOST_GAMES, "Games", "games"),
            (asked,),
            "Let the guesses of the first slide be read out again before this one is "
            "answered.",
            (format_whole_rating(post), *(() if not past else (str(past),))),
        ),
        SlideAnswer(
            float(count),
            f"On {format_game_count(count)}: {weight}.",
            (told,),
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
    """Return a few games in their order, which must not reveal the answer."""
    order = sorted(case.swings, key=lambda swing: swing.game)
    last = len(order) - 1
    if last < MOST_OPTIONS:
        return order
    return [order[round(i * last / (MOST_OPTIONS - 1))] for i in range(MOST_OPTIONS)]


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
    asked = BarChart(
        *("range", low, high),
        tuple(BarRow(name, post, start=post, end=post) for name in names),
        marks=(AxisMark(post, format_whole_rating(post)),),
    )
    low, high = widen_axis(low, high, [end for s in some for end in (s.low, s.high)])
    told = replace(
        asked,
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
        else "; another as much"
        if len(also) == 1
        else "; others as much"
    )
    there = best.high if best.high - post >= post - best.low else best.low
    return LessonSlide(
        "what-if",
        SlideQuestion(
            "What if",
            f"The new rating is {format_whole_rating(post)}.",
            "Which of these games could have changed it most by ending otherwise?",
            ChoiceGuess(names),
            (asked,),
            "Against whom does a point bring more: somebody stronger, or somebody weaker? "
            "And which result was furthest from what was expected?",
            (format_whole_rating(post),),
        ),
        SlideAnswer(
            right,
            f"{names[right]}: {format_whole_rating(there)} instead, "
            f"{format_change(round_for_display(there) - round_for_display(post), 0)}{as_far}.",
            (told,),
            "Each bar goes from the least to the most that the game could have given. The "
            "view What if has a slider for each of them.",
            also=also,
        ),
    )


SAME: Final = 0.005
"""Two ratings closer than this are printed alike."""
PASSES: Final = ("More", "Less", "The same")
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
    """Return the slide of Step 5: the same games with the opponents' new strengths."""
    first, second = passes
    moved = [b - a for a, b in zip(one.strengths, other.strengths, strict=True)]
    off = other.result - one.result
    right = 2 if abs(off) < SAME else 0 if off > 0 else 1
    low, high = find_axis_bounds([*one.strengths, one.result], 25.0)
    mark = AxisMark(one.result, f"{first}: {format_rating(one.result)}", "accent")
    asked = BarChart(
        *("dots", low, high),
        tuple(
            BarRow(case.get_opponent_name(i), at) for i, at in enumerate(one.strengths)
        ),
        marks=(mark,),
    )
    low, high = widen_axis(low, high, [*other.strengths, other.result])
    told = replace(
        asked,
        low=low,
        high=high,
        rows=tuple(
            replace(row, at=at)
            for row, at in zip(asked.rows, other.strengths, strict=True)
        ),
        marks=(
            AxisMark(
                other.result, f"{second}: {format_rating(other.result)}", "accent"
            ),
        ),
    )
    furthest = max(range(len(moved)), key=lambda i: abs(moved[i]))
    because = "none of them counts for more or less than before"
    if abs(moved[furthest]) >= SAME:
        who = case.get_opponent_name(furthest)
        because = f"{who} now counts {format_rating(other.strengths[furthest])}"
    said = (
        f"The same, {format_rating(other.result)}"
        if right == 2
        else f"{format_rating(other.result)}, {format_change(off)}"
    )
    met = dict(zip(case.player.entrant.opponents, moved, strict=True))
    alone = len(met) == 1
    took = f"as {first.replace('The', 'the')} took"
    lead = (
        f"The dot is the opponent {took} it. Was that what the opponent proved to be?"
        if alone
        else f"The dots are the opponents {took} them. They played too, and some were "
        "not what their old rating said. Ask who of them did well."
    )
    return LessonSlide(
        "second",
        SlideQuestion(
            second,
            f"{first} gave {format_rating(one.result)}, and "
            f"{'a new rating to the opponent' if alone else 'new ratings to the opponents'}.",
            f"Does the same score against {'that' if alone else 'those'} give more, or less?",
            ChoiceGuess(PASSES),
            (asked,),
            lead,
            (format_rating(one.result),),
        ),
        SlideAnswer(
            right,
            f"{said}: {because}.",
            (told,),
            f"{_describe_opponent_changes(tuple(met.values()))}The player's own "
            f"start is the same in both "
            "passes: only the opponents are looked at again.",
        ),
    )


def _describe_opponent_changes(moved: tuple[float, ...]) -> str:
    """Describe the overall change of the opponents, if there are several."""
    if len(moved) == 1:
        return ""
    for word, up in (("better", 1.0), ("weaker", -1.0)):
        if 2 * sum(up * off >= SAME for off in moved) > len(moved):
            return f"Most of the opponents were {word} than they seemed. "
    total = sum(moved)
    if abs(total) < SAME:
        return ""
    word = "better" if total > 0 else "weaker"
    return f"On the whole the opponents were {word} than they seemed. "


def _make_limit_slide(case: LessonCase, match: MatchTrace) -> LessonSlide:
    """Return the slide on how far a match may move a rating."""
    assert match.limited_by is not None
    before = case.player.start.r0
    wanted = match.uncapped - before
    kept = abs(match.result - before)
    axis = NumberAxis(
        *(0.0, max(LIMIT_AXIS, find_axis_bounds([abs(wanted)])[1]), "change"),
        spans=(AxisStretch(0.0, abs(wanted), "soft", 0.5),),
    )
    asked, told = make_moving_axis(
        axis, abs(wanted), kept, format_number(kept, 2), "warning"
    )
    told = replace(told, spans=(AxisStretch(0.0, kept, "warning"),))
    return LessonSlide(
        "limit",
        SlideQuestion(
            "A match",
            f"Two players met again and again, and {format_rating(before)} became "
            f"{format_rating(match.uncapped)}.",
            "How many points may it move at most?",
            NumberGuess(0.0, axis.high, "Points that it may move", "points", 1),
            (asked,),
            "Two friends could play as many games as they like. Ask what could be done "
            "with that.",
            (format_rating(match.uncapped),),
        ),
        SlideAnswer(
            kept,
            f"{format_number(kept, 2)}: the limit for {LIMIT_NAMES[match.limited_by]} leaves "
            f"{format_rating(match.result)}.",
            (told,),
            "There are limits for one match, for 180 days and for three years.",
        ),
    )
