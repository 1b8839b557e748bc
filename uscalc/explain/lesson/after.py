"""Slides of Step 5 and of what follows it: limits, floors, what is printed, what if."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from uscalc.engine.trace import MatchTrace, StepTrace
from uscalc.explain.answer import LIMIT_NAMES
from uscalc.explain.lesson.case import Case, goes_to, room, widened
from uscalc.explain.lesson.floor import ceiling_slide, floor_slide
from uscalc.explain.lesson.last import last_slides
from uscalc.explain.lesson.model import Asked, Choice, Number, Slide, Told
from uscalc.explain.lesson.parts import Axis, Bars, Mark, Row, Span
from uscalc.explain.numbers import change, number, rating

SAME: Final = 0.005
"""Two ratings closer than this are printed alike."""
PASSES: Final = ("More", "Less", "The same")
STEPS: Final = ("Step 4", "Step 5")
"""What the two passes are called."""
LIMIT_AXIS: Final = 400.0


def after_slides(case: Case) -> Iterator[Slide]:
    """From the second pass to the end."""
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
    """Step 5: the same games against what the opponents proved to be."""
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
    """Return what the opponents proved to be as a whole, where there are several."""
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
    """Return how far a match may move a rating."""
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
