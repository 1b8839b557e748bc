"""Slides of Step 5 and of what follows it: limits, floors, what is printed, what if."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from uscalc.engine.floors import ABSOLUTE, BELOW_PEAK, HIGHEST_PERSONAL
from uscalc.engine.rounding import shown
from uscalc.engine.trace import FloorTrace, MatchTrace, StepTrace
from uscalc.explain.answer import FLOOR_NAMES, LIMIT_NAMES, sentence_case
from uscalc.explain.lesson.case import Case, Swing, goes_to, room, widened
from uscalc.explain.lesson.model import Asked, Choice, Number, Slide, Told
from uscalc.explain.lesson.parts import Axis, Bars, Mark, Role, Row, Span
from uscalc.explain.numbers import change, games, number, rating, whole

SAME: Final = 0.005
"""Two ratings closer than this are printed alike."""
PASSES: Final = ("More", "Less", "The same")
MOST_OPTIONS: Final = 4
LIMIT_AXIS: Final = 400.0
LEAST_EVENT: Final = 3
"""An event of fewer rated games adds nothing to a floor."""
RESULTS: Final = {1.0: "Win over", 0.5: "Draw with", 0.0: "Loss to"}


def after_slides(case: Case) -> Iterator[Slide]:
    """From the second pass to the end."""
    player = case.player
    if player.step4 is not None and player.step5 is not None:
        yield second_slide(case, player.step4, player.step5)
    if player.match is not None and player.match.limited_by is not None:
        yield _limit(case, player.match)
    if player.floors is not None:
        yield floor_slide(case, player.floors)
        if player.floors.capped and player.floors.ceiling is not None:
            yield _ceiling(case, player.floors, player.floors.ceiling)
    yield _printed(case)
    if len(case.swings) > 1 and any(_reach(case, swing) for swing in _offered(case)):
        yield _what_if(case)


def second_slide(case: Case, one: StepTrace, other: StepTrace) -> Slide:
    """Step 5: the same games against what the opponents proved to be."""
    opponents = case.player.entrant.opponents
    moved = [b - a for a, b in zip(one.strengths, other.strengths, strict=True)]
    off = other.result - one.result
    right = 2 if abs(off) < SAME else 0 if off > 0 else 1
    low, high = room([*one.strengths, *other.strengths, one.result], 25.0)
    mark = Mark(one.result, f"Step 4: {rating(one.result)}", "accent")
    asked = Bars(
        *("dots", low, high),
        tuple(Row(case.opponent(i), at) for i, at in enumerate(one.strengths)),
        marks=(mark,),
    )
    low, high = widened(low, high, [other.result])
    told = replace(
        asked,
        low=low,
        high=high,
        rows=tuple(
            replace(row, at=at)
            for row, at in zip(asked.rows, other.strengths, strict=True)
        ),
        marks=(Mark(other.result, f"Step 5: {rating(other.result)}", "accent"),),
    )
    furthest = max(range(len(moved)), key=lambda i: abs(moved[i]))
    because = "nobody of them counts otherwise than before"
    if abs(moved[furthest]) >= SAME:
        who = case.opponent(furthest)
        because = f"{who} now counts {rating(other.strengths[furthest])}"
    said = f"{rating(other.result)}, {change(off)}"
    if right == 2:
        said = f"The same, {rating(other.result)}"
    rises = {
        True: "The opponents were mostly better than they seemed.",
        False: "",
    }[sum(moved) > 0]
    return Slide(
        "second",
        Asked(
            "Step 5",
            f"Step 4 gave {rating(one.result)}, and new ratings to the "
            f"{'opponent' if len(opponents) == 1 else 'opponents'}.",
            "Does the same score against those give more, or less?",
            Choice(PASSES),
            (asked,),
            "The dots are the opponents as Step 4 took them. They played as well, and some "
            "were not what their old rating said. Ask who of them did well.",
            (rating(one.result),),
        ),
        Told(
            right,
            f"{said}: {because}.",
            (told,),
            " ".join(
                part
                for part in (
                    rises,
                    "The player's own start is the same in both passes: only the "
                    "opponents are looked at again.",
                )
                if part
            ),
        ),
    )


def _limit(case: Case, match: MatchTrace) -> Slide:
    """How far a match may move a rating."""
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


def floor_slide(case: Case, floors: FloorTrace) -> Slide:
    """Below which level the rating cannot fall."""
    peak = case.player.entrant.floors.peak
    own = max(case.player.start.r0, peak or 0.0)
    high = room([own, floors.before], 50.0)[1]
    axis = Axis(
        *(0.0, high, "rating"),
        (Mark(floors.before, f"now {rating(floors.before)}"),),
    )
    asked = replace(axis, marks=(*axis.marks, Mark(0.0, "", "warning", 0.0, wall=True)))
    after = Mark(floors.before, rating(floors.before))
    acts = f"{rating(floors.before)} is not below it"
    if floors.acted:
        acts = f"it raises {rating(floors.before)}"
        after = Mark(float(floors.floor), "")
    elif floors.waived:
        acts = "after a match it does not hold by itself"
    told = replace(
        axis,
        marks=(
            after,
            Mark(float(floors.floor), f"floor {floors.floor}", "warning", wall=True),
        ),
    )
    return Slide(
        "floor",
        Asked(
            "Floors",
            _floor_fact(case, floors),
            f"Below which rating can {case.name} not fall?",
            Number(0.0, high, "The floor"),
            (asked,),
            "Ask what somebody strong could be after if there were no such level: prizes "
            "for lower classes.",
            (rating(floors.before),),
        ),
        Told(
            float(floors.floor),
            f"{sentence_case(FLOOR_NAMES[floors.name])}, {floors.floor}; {acts}.",
            (told,),
            "Floors come from the highest rating somebody had, from titles and prizes, "
            "and for everybody from wins, draws and events; 100 is the least.",
        ),
    )


def _floor_fact(case: Case, floors: FloorTrace) -> str:
    """What the floor that counts is made of."""
    entrant = case.player.entrant
    facts = entrant.floors
    if floors.name == "personal":
        wins = (facts.wins or 0) + entrant.wins
        draws = (facts.draws or 0) + entrant.draws
        events = (facts.events or 0) + (entrant.m >= LEAST_EVENT)
        return (
            f"{ABSOLUTE}, and 4 for a win, 2 for a draw, 1 for an event, {HIGHEST_PERSONAL} "
            f"at most: {_count(wins, 'win')}, {_count(draws, 'draw')}, "
            f"{_count(events, 'event')}."
        )
    if floors.name == "peak":
        peak = max(entrant.rating or 0.0, facts.peak or 0.0)
        return (
            f"{BELOW_PEAK} below the highest rating ever, and down to a full hundred: the "
            f"highest was {rating(peak)}."
        )
    if floors.name == "absolute":
        return "Nobody falls for ever: there is a level for everybody."
    return f"{sentence_case(FLOOR_NAMES[floors.name])} stands in the records."


def _count(number_: int, what: str) -> str:
    return f"{number_} {what}{'' if number_ == 1 else 's'}"


def _ceiling(case: Case, floors: FloorTrace, ceiling: float) -> Slide:
    before = float(floors.floor) if floors.acted else floors.before
    low, high = room([before, case.player.start.r0], 100.0)
    axis = Axis(low, high, "rating")
    asked, told = goes_to(axis, before, floors.after, rating(floors.after), "warning")
    asked = replace(asked, marks=(Mark(before, rating(before)),))
    return Slide(
        "ceiling",
        Asked(
            "Ceiling",
            f"{rating(before)} is more than {case.name} may have: matches set a ceiling.",
            "Where does the rating come to rest?",
            Number(low, high, "The ceiling"),
            (asked,),
            "A ceiling is the opposite of a floor, and rare.",
            (rating(before),),
        ),
        Told(
            floors.after,
            f"At the ceiling of {rating(ceiling)}.",
            (told,),
            "It holds for those whose rating came from many games with few people.",
        ),
    )


def _printed(case: Case) -> Slide:
    """The last figure: the change as it is printed, or how many games it stands on."""
    player, name = case.player, case.name
    post = player.post
    assert post is not None
    if player.entrant.rating is None:
        return _first_rating(case, post)
    before = player.entrant.rating
    off = shown(post) - shown(before)
    reach = max(LIMIT_AXIS / 4, room([abs(post - before)])[1])
    axis = Axis(-reach, reach, "change", (Mark(0.0, whole(before)),))
    role: Role = "gain" if off >= 0 else "loss"
    asked, told = goes_to(axis, 0.0, off, change(off, 0), role)
    asked = replace(asked, marks=(*axis.marks, Mark(0.0, "", "accent", 0.0)))
    value = player.rounded_from if case.section.rules.integer_ratings else post
    kept = rating(post if value is None else value)
    way = "" if not case.section.rules.integer_ratings else " (away from the old one)"
    return Slide(
        "printed",
        Asked(
            "The result",
            f"{name} came with {rating(before)} and has {kept}; whole numbers are "
            f"printed{way}.",
            "Which change stands on the wall?",
            Number(-reach, reach, "The change"),
            (asked,),
            "Let the guesses of the first slide be read out again before this one is "
            "answered.",
            (kept,),
        ),
        Told(
            off,
            f"{change(off, 0)}: {whole(before)} becomes {whole(post)}.",
            (told,),
            "Only what is printed is rounded; the decimals are kept for the next event.",
        ),
    )


def _first_rating(case: Case, post: float) -> Slide:
    player = case.player
    count = player.post_games or player.entrant.m
    past = player.start.n or 0
    axis = Axis(0.0, 30.0, "games")
    asked, told = goes_to(axis, 0.0, float(count), str(count))
    first = f"; the start counted as {games(past)}" if past else ""
    return Slide(
        "printed",
        Asked(
            "The result",
            f"{whole(post)} is printed with the number of games it stands on{first}.",
            "On how many games does this rating stand?",
            Number(0.0, 30.0, "Games", "games"),
            (asked,),
            "Let the guesses of the first slide be read out again before this one is "
            "answered.",
            (whole(post), *(() if not past else (str(past),))),
        ),
        Told(
            float(count),
            f"On {games(count)}: a rating of few games will still move far.",
            (told,),
            "Beginners need not fear a bad day: the next event weighs as much as this one.",
        ),
    )


def _reach(case: Case, swing: Swing) -> float:
    """How far a game could have moved the rating, as it is printed."""
    post = case.player.post
    assert post is not None
    return max(shown(swing.high) - shown(post), shown(post) - shown(swing.low))


def _offered(case: Case) -> list[Swing]:
    """A few games in their order; which of them they are must not tell which it is."""
    order = sorted(case.swings, key=lambda swing: swing.game)
    last = len(order) - 1
    if last < MOST_OPTIONS:
        return order
    return [order[round(i * last / (MOST_OPTIONS - 1))] for i in range(MOST_OPTIONS)]


def _what_if(case: Case) -> Slide:
    """The game that would have moved the rating most."""
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
    as_far = "; others as much" if also else ""
    there = best.high if best.high - post >= post - best.low else best.low
    return Slide(
        "what-if",
        Asked(
            "What if",
            f"The new rating is {whole(post)}.",
            "Which other result would have changed it most?",
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
