"""Slides of Step 5 and later: limits, floors, the printed rating, what-if results."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from uscalc.engine.floors import is_established
from uscalc.engine.rounding import shown
from uscalc.engine.section import MOST_GAMES_FOR_SPECIAL
from uscalc.engine.trace import MatchTrace, StepTrace
from uscalc.explain.answer import LIMIT_NAMES
from uscalc.explain.lesson.case import Case, Swing, goes_to, room, widened
from uscalc.explain.lesson.floor import ceiling_slide, floor_slide
from uscalc.explain.lesson.model import (
    Asked,
    Axis,
    Bars,
    Choice,
    Mark,
    Number,
    Role,
    Row,
    Slide,
    Span,
    Told,
)
from uscalc.explain.numbers import change, games, number, rating, whole

MOST_OPTIONS: Final = 4
LEAST_REACH: Final = 100.0
MOST_CHANGE: Final = 3000.0
GAMES_AXIS: Final = 30.0
MOST_GAMES: Final = 9999.0
"""The most that can be guessed, whatever the answer is."""
RESULTS: Final = {1.0: "Win over", 0.5: "Draw with", 0.0: "Loss to"}


def last_slides(case: Case) -> Iterator[Slide]:
    """Yield the printed rating; and the most important game, if the swings are known."""
    yield _printed(case)
    if len(case.swings) > 1 and any(_reach(case, swing) for swing in _offered(case)):
        yield _what_if(case)


def _printed(case: Case) -> Slide:
    """Return the last number: the printed change, or the number of games."""
    player, name = case.player, case.name
    post = player.post
    assert post is not None
    if player.entrant.rating is None:
        return _first_rating(case, post)
    before = player.entrant.rating
    off = shown(post) - shown(before)
    reach = max(LEAST_REACH, room([abs(post - before)])[1])
    axis = Axis(-reach, reach, "change", (Mark(0.0, whole(before)),))
    role: Role = "gain" if off >= 0 else "loss"
    asked, told = goes_to(axis, 0.0, off, change(off, 0), role)
    asked = replace(asked, marks=(*axis.marks, Mark(0.0, "", "accent", 0.0)))
    integers = case.section.rules.integer_ratings
    value = player.rounded_from if integers else post
    kept = rating(post if value is None else value)
    way = " (away from the old one)" if integers else ""
    notes = "Only what is printed is rounded; the decimals are kept for the next event."
    if integers:
        notes = "At that time the whole number was the rating: no decimals were kept."
    return Slide(
        "printed",
        Asked(
            "The result",
            f"{name} came with {rating(before)} and has {kept}; whole numbers are "
            f"printed{way}.",
            "Which change stands on the wall?",
            Number(-MOST_CHANGE, MOST_CHANGE, "The change"),
            (asked,),
            "Let the guesses of the first slide be read out again before this one is "
            "answered.",
            (kept,),
        ),
        Told(
            off,
            f"{change(off, 0)}: {whole(before)} becomes {whole(post)}.",
            (told,),
            notes,
        ),
    )


def _first_rating(case: Case, post: float) -> Slide:
    player = case.player
    count = player.post_games or player.entrant.m
    past = player.start.n or 0
    axis = Axis(0.0, GAMES_AXIS, "games")
    asked, told = goes_to(axis, 0.0, float(count), str(count))
    weight = "a rating of few games will still move far"
    notes = "Nobody need fear a bad first day: the next games weigh as much as these."
    if count > MOST_GAMES_FOR_SPECIAL:
        weight = "provisional up to 25, and still easy to move"
        notes = "From now on the old rating is moved; the more games, the less far."
        if is_established(count):
            weight = "an established rating, as it is more than 25"
    first = f"; the start counted as {games(past)}" if past else ""
    return Slide(
        "printed",
        Asked(
            "The result",
            f"{whole(post)} is printed with the number of games it stands on{first}.",
            "On how many games does this rating stand?",
            Number(0.0, MOST_GAMES, "Games", "games"),
            (asked,),
            "Let the guesses of the first slide be read out again before this one is "
            "answered.",
            (whole(post), *(() if not past else (str(past),))),
        ),
        Told(
            float(count),
            f"On {games(count)}: {weight}.",
            (told,),
            notes,
        ),
    )


def _reach(case: Case, swing: Swing) -> float:
    """Return the largest change of the rating by one game, as printed."""
    post = case.player.post
    assert post is not None
    return max(shown(swing.high) - shown(post), shown(post) - shown(swing.low))


def _offered(case: Case) -> list[Swing]:
    """Return a few games in their order, which must not reveal the answer."""
    order = sorted(case.swings, key=lambda swing: swing.game)
    last = len(order) - 1
    if last < MOST_OPTIONS:
        return order
    return [order[round(i * last / (MOST_OPTIONS - 1))] for i in range(MOST_OPTIONS)]


def _what_if(case: Case) -> Slide:
    """Return the slide on the game that could have moved the rating most."""
    player = case.player
    post, own = player.post, player.entrant.own
    assert post is not None
    some = _offered(case)
    reaches = {swing: _reach(case, swing) for swing in some}
    right = max(range(len(some)), key=lambda i: reaches[some[i]])
    best = some[right]
    also = tuple(
        i for i, one in enumerate(some) if i != right and reaches[one] == reaches[best]
    )
    names = tuple(
        f"{RESULTS[own[swing.game].score]} {case.opponent(swing.game)}"
        for swing in some
    )
    low, high = room([post], 200.0)
    asked = Bars(
        *("range", low, high),
        tuple(Row(name, post, start=post, end=post) for name in names),
        marks=(Mark(post, whole(post)),),
    )
    low, high = widened(low, high, [end for s in some for end in (s.low, s.high)])
    told = replace(
        asked,
        low=low,
        high=high,
        rows=tuple(
            Row(
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
    return Slide(
        "what-if",
        Asked(
            "What if",
            f"The new rating is {whole(post)}.",
            "Which of these games could have changed it most by ending otherwise?",
            Choice(names),
            (asked,),
            "Against whom does a point bring more: somebody stronger, or somebody weaker? "
            "And which result was furthest from what was expected?",
            (whole(post),),
        ),
        Told(
            right,
            f"{names[right]}: {whole(there)} instead, "
            f"{change(shown(there) - shown(post), 0)}{as_far}.",
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


def after_slides(case: Case) -> Iterator[Slide]:
    """Yield the slides from the second pass to the end."""
    player = case.player
    if player.step4 is not None and player.step5 is not None:
        yield second_slide(case, player.step4, player.step5)
    if player.match is not None and player.match.limited_by is not None:
        yield _limit(case, player.match)
    floors = player.floors
    if floors is not None:
        yield floor_slide(case, floors)
        if floors.capped and floors.ceiling is not None:
            yield ceiling_slide(case, floors, floors.ceiling)
    yield from last_slides(case)


def second_slide(
    case: Case,
    one: StepTrace,
    other: StepTrace,
    passes: tuple[str, str] = STEPS,
) -> Slide:
    """Return the slide of Step 5: the same games with the opponents' new strengths."""
    first, second = passes
    moved = [b - a for a, b in zip(one.strengths, other.strengths, strict=True)]
    off = other.result - one.result
    right = 2 if abs(off) < SAME else 0 if off > 0 else 1
    low, high = room([*one.strengths, one.result], 25.0)
    mark = Mark(one.result, f"{first}: {rating(one.result)}", "accent")
    asked = Bars(
        *("dots", low, high),
        tuple(Row(case.opponent(i), at) for i, at in enumerate(one.strengths)),
        marks=(mark,),
    )
    low, high = widened(low, high, [*other.strengths, other.result])
    told = replace(
        asked,
        low=low,
        high=high,
        rows=tuple(
            replace(row, at=at)
            for row, at in zip(asked.rows, other.strengths, strict=True)
        ),
        marks=(Mark(other.result, f"{second}: {rating(other.result)}", "accent"),),
    )
    furthest = max(range(len(moved)), key=lambda i: abs(moved[i]))
    because = "none of them counts for more or less than before"
    if abs(moved[furthest]) >= SAME:
        who = case.opponent(furthest)
        because = f"{who} now counts {rating(other.strengths[furthest])}"
    said = f"{rating(other.result)}, {change(off)}"
    if right == 2:
        said = f"The same, {rating(other.result)}"
    met = dict(zip(case.player.entrant.opponents, moved, strict=True))
    alone = len(met) == 1
    took = f"as {first.replace('The', 'the')} took"
    lead = (
        f"The dot is the opponent {took} it. Was that what the opponent proved to be?"
    )
    if not alone:
        lead = (
            f"The dots are the opponents {took} them. They played too, and some were not "
            "what their old rating said. Ask who of them did well."
        )
    return Slide(
        "second",
        Asked(
            second,
            f"{first} gave {rating(one.result)}, and "
            f"{'a new rating to the opponent' if alone else 'new ratings to the opponents'}.",
            f"Does the same score against {'that' if alone else 'those'} give more, or less?",
            Choice(PASSES),
            (asked,),
            lead,
            (rating(one.result),),
        ),
        Told(
            right,
            f"{said}: {because}.",
            (told,),
            f"{_proved(tuple(met.values()))}The player's own start is the same in both "
            "passes: only the opponents are looked at again.",
        ),
    )


def _proved(moved: tuple[float, ...]) -> str:
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


def _limit(case: Case, match: MatchTrace) -> Slide:
    """Return the slide on how far a match may move a rating."""
    assert match.limited_by is not None
    before = case.player.start.r0
    wanted = match.uncapped - before
    kept = abs(match.result - before)
    axis = Axis(
        *(0.0, max(LIMIT_AXIS, room([abs(wanted)])[1]), "change"),
        spans=(Span(0.0, abs(wanted), "soft", 0.5),),
    )
    asked, told = goes_to(axis, abs(wanted), kept, number(kept, 2), "warning")
    told = replace(told, spans=(Span(0.0, kept, "warning"),))
    return Slide(
        "limit",
        Asked(
            "A match",
            f"Two players met again and again, and {rating(before)} became "
            f"{rating(match.uncapped)}.",
            "How many points may it move at most?",
            Number(0.0, axis.high, "Points that it may move", "points", 1),
            (asked,),
            "Two friends could play as many games as they like. Ask what could be done "
            "with that.",
            (rating(match.uncapped),),
        ),
        Told(
            kept,
            f"{number(kept, 2)}: the limit for {LIMIT_NAMES[match.limited_by]} leaves "
            f"{rating(match.result)}.",
            (told,),
            "There are limits for one match, for 180 days and for three years.",
        ),
    )
