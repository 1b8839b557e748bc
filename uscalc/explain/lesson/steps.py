"""Slides of the two formulas: what is expected, what it is worth, where the sums meet."""

from collections.abc import Iterator
from dataclasses import replace
from math import ceil

from uscalc.engine.special import CAP
from uscalc.engine.standard import NUMERATOR, REDUCED_K
from uscalc.engine.trace import SpecialTrace, StandardTrace
from uscalc.explain.answer import StandardFigures, standard_figures
from uscalc.explain.idea import Special, idea_of
from uscalc.explain.lesson.case import (
    Case,
    called,
    goes_to,
    past_told,
    room,
    start_told,
    stretches,
)
from uscalc.explain.lesson.model import (
    Asked,
    Axis,
    Bars,
    Mark,
    Number,
    Role,
    Row,
    Slide,
    Span,
    Told,
)
from uscalc.explain.numbers import (
    MINUS,
    decimals_for,
    exact,
    gives,
    number,
    points,
    rating,
    whole,
)
from uscalc.explain.numbers import games as game_words

LEAST_CHANGE = 100.0
K_AXIS = 200.0


def step_slides(case: Case) -> Iterator[Slide]:
    """Yield the slides of Steps 3 and 4, or of the only pass."""
    player = case.player
    if player.step3 is not None and player.formula == "special":
        yield sought_slide(case, 3)
    step, done = (4, player.step4) if player.step4 is not None else (5, player.step5)
    if isinstance(done, SpecialTrace):
        if done.n_eff:
            yield _explained(case, step, done)
        yield sought_slide(case, step)
    elif isinstance(done, StandardTrace):
        yield from _standard(case, step, done)


# The special formula


def _explained(case: Case, step: int, done: SpecialTrace) -> Slide:
    """Return the slide of S': the points of earlier games added to the event's."""
    player = case.player
    past = number(done.n_eff, 1)
    one = past == "1"
    what = {
        True: f"{past} earlier game{'' if one else 's'}, taken as "
        f"{'a draw' if one else 'draws'}",
        False: f"{past} earlier game{'' if one else 's'}, all "
        f"{'won' if done.prior < player.start.r0 else 'lost'}",
    }[done.prior == player.start.r0]
    worth = player.entrant.m + done.n_eff
    axis = Axis(0.0, float(ceil(worth)), "points")
    asked, told = goes_to(axis, 0.0, done.target, number(done.target, 2))
    told = replace(told, spans=stretches(axis, 0.0, done.target, "accent")[1].spans)
    asked = replace(asked, spans=stretches(axis, 0.0, 0.0, "accent")[0].spans)
    return Slide(
        "explained",
        Asked(
            f"Step {step}",
            f"{points(done.score)} of {game_words(player.entrant.m)} now, and {what}.",
            "How many points must the new rating explain in all?",
            Number(0.0, axis.high, "Points to explain", "points", 2),
            (asked,),
            "A sum on the board: what was scored, and what the past brings along.",
            past_told(case),
        ),
        Told(
            done.target,
            f"{number(done.target, 2)} of {number(worth, 2)}: the past is as if it had "
            "been played again.",
            (told,),
            "A past of wins counts as wins against somebody 400 points lower; one of "
            "losses as losses against somebody 400 higher. In the documents it is S'.",
        ),
    )


def sought_slide(case: Case, step: int) -> Slide:
    """Return the slide on which the marker moves until expected and actual score agree."""
    idea = idea_of(case.section, case.place, step, case.people)
    assert isinstance(idea, Special)
    rows = tuple(
        Row(
            called(row.name) if row.game is not None else _earlier(idea),
            row.rating,
            row.score,
            row.worth,
        )
        for row in idea.rows
        if row.worth
    )
    low, high = room([end for row in idea.rows for end in (row.low, row.high)])
    asked = Bars("axis", low, high, rows, low, idea.scored, summed=True)
    walls: tuple[Mark, ...] = ()
    said = (
        f"At {rating(idea.catch)}: there {number(idea.scored, 2)} of "
        f"{number(idea.worth, 2)} is expected."
    )
    if idea.done.capped:
        said += f" But the special formula gives no more than {whole(CAP)}."
        walls = (Mark(CAP, whole(CAP), "warning", wall=True),)
    elif idea.done.result != idea.done.raw:
        said += f" But no rating is below {whole(idea.done.result)}."
    fits, zeros = None, idea.curve.zeros
    if zeros.wide:
        ends = (
            low if zeros.low is None else zeros.low,
            high if zeros.high is None else zeros.high,
        )
        fits = min(*ends, idea.catch), max(*ends, idea.catch)
        said = (
            f"At {rating(idea.catch)}. Other ratings fit as well; from "
            f"{rating(idea.done.start)} the search comes to this one first."
        )
        if idea.done.capped:
            said = f"At {rating(idea.catch)}; but no more than {whole(CAP)} is given."
    notes = "at one place they hold what was scored"
    if zeros.wide:
        notes = (
            "they hold what was scored on a whole stretch: the rules say which counts"
        )
    told = replace(asked, r=idea.catch, marks=walls)
    fact = f"{case.name} scored {points(idea.done.score)} of {idea.games}"
    carried: tuple[str, ...] = ()
    if step == 3:
        carried = (rating(idea.prior.rating),)
        fact = (
            f"Scored {points(idea.done.score)} of {idea.games}; a draw with "
            f"{rating(idea.prior.rating)} is lent."
        )
    elif idea.done.n_eff:
        carried = (number(idea.scored, 2), number(idea.worth, 2), *past_told(case))
        fact += f", with the past {number(idea.scored, 2)} of {number(idea.worth, 2)}."
    else:
        fact += "."
    return Slide(
        f"sought{step}",
        Asked(
            f"Step {step}",
            fact,
            "At which R is just that expected?",
            Number(low, high, "R"),
            (asked,),
            "Each bar is a game, from 400 below the opponent to 400 above: up to R it is "
            "filled, and so much is expected. The disc is what was scored. Let a pupil "
            "push R with the mouse (or Up and Down) until the room says stop.",
            carried,
        ),
        Told(
            idea.catch,
            said,
            (told,),
            f"Nobody solved an equation: the bars fill, and {notes}. The view Idea lets "
            "everybody try it, the Solver has the quick way from bend to bend.",
            fits,
        ),
    )


def _earlier(idea: Special) -> str:
    if idea.step == 3:
        return "a draw, lent"
    return f"{number(idea.done.n_eff, 1)} earlier"


# The standard formula


def figures_of(case: Case, done: StandardTrace) -> StandardFigures:
    """Return the printed numbers of the formula, the same on every slide."""
    r0 = case.player.start.r0
    surplus = case.player.entrant.score - done.expected
    gain = done.k * surplus
    beyond = 0.0 if done.threshold is None else max(0.0, gain - done.threshold)
    plain = done._replace(gain=gain, bonus=0.0)
    found = standard_figures(r0, plain, surplus, whole(r0 + gain))
    digits = len(found.gain.partition(".")[2]) or 1
    return found._replace(bonus=number(beyond, digits))


def _standard(case: Case, step: int, done: StandardTrace) -> Iterator[Slide]:
    yield expected_slide(case, step, done)
    yield _k(case, step, done)
    asks_bonus = done.threshold is not None and done.gain > 0.0
    yield gain_slide(case, step, done, asks_bonus)
    if asks_bonus:
        yield bonus_slide(case, step, done)


def expected_slide(case: Case, step: int, done: StandardTrace) -> Slide:
    """Return the slide on the expected score."""
    player = case.player
    own = player.entrant.own
    m, level = player.entrant.m, rating(player.start.r0)
    asked = Bars(
        *("column", 0.0, 1.0),
        tuple(
            Row(case.opponent(i), strength, own[i].score)
            for i, strength in enumerate(done.strengths)
        ),
        scored=player.entrant.score,
        summed=True,
    )
    told = replace(
        asked,
        rows=tuple(
            replace(row, fill=expected)
            for row, expected in zip(asked.rows, done.expectations, strict=True)
        ),
    )
    off = player.entrant.score - done.expected
    figures = figures_of(case, done)
    digits = len(figures.surplus.partition(".")[2])
    more = "more" if off >= 0 else "less"
    return Slide(
        "expected",
        Asked(
            f"Step {step}",
            f"{case.name} is rated {level} and scored {case.score} against these.",
            f"How many of {m} should somebody rated {level} score?",
            Number(0.0, float(m), "Points expected", "points", 2),
            (asked,),
            "Against an equal one half; against somebody 200 lower three of four, against "
            "somebody 400 lower ten of eleven. Go through the opponents one by one.",
            start_told(case),
        ),
        Told(
            done.expected,
            f"{number(done.expected, digits)}. Scored was "
            f"{points(player.entrant.score)}: {figures.surplus} {more}.",
            (told,),
            "Only a sum of forecasts beside a sum of results: nobody is good or bad here, "
            "the rating was too low or too high.",
        ),
    )


def _k(case: Case, step: int, done: StandardTrace) -> Slide:
    player, section = case.player, case.section
    m, past = player.entrant.m, player.effective.n_eff
    numerator = NUMERATOR
    reduced = section.section.dual and section.section.system == "R"
    if reduced:
        numerator = REDUCED_K[section.rules.reduced_k](player.start.r0)
    shared = f"{number(numerator, 2)} points are shared among all games"
    axis = Axis(0.0, K_AXIS, "rating points")
    k = number(done.k, 2)
    whole_k = numerator / (past + m)
    asked, told = stretches(axis, 0.0, done.k, "accent", text=k)

    def divides(decimals: int) -> bool:
        games = exact(number(past + m, decimals))
        return gives(exact(number(numerator, 2)) / games, number(whole_k, 2))

    digits = decimals_for(1, divides, 8)
    return Slide(
        "k",
        Asked(
            f"Step {step}",
            f"{shared}: {number(past, digits)} from before, {m} new.",
            "How much is one point above what was expected worth?",
            Number(0.0, numerator, "Rating points", "points", 1),
            (asked,),
            "A division on the board. Ask first whether somebody with a longer past would "
            "get more or less.",
            (number(past, digits), *past_told(case)),
        ),
        Told(
            done.k,
            f"{k} rating points: {number(numerator, 2)} divided by "
            f"{number(past + m, digits)}. It is called K.",
            (told,),
            "The more games there are, the less a point moves.",
        ),
    )


def gain_slide(
    case: Case, step: int, done: StandardTrace, asks_bonus: bool = False
) -> Slide:
    """Return the slide of the surplus times K; `asks_bonus` if a bonus is next."""
    player = case.player
    off = player.entrant.score - done.expected
    reach = max(LEAST_CHANGE, ceil(done.k * player.entrant.m / 50.0) * 50.0)
    axis = Axis(-reach, reach, "change", (Mark(0.0, rating(player.start.r0)),))
    role: Role = "gain" if done.gain >= 0 else "loss"
    figures = figures_of(case, done)
    gain = f"{'+' if done.gain >= 0 else MINUS}{figures.gain}"
    asked, told = stretches(axis, 0.0, done.gain, role, text=gain)
    asked = replace(
        asked,
        marks=(*axis.marks, Mark(0.0, "", "accent", 0.0)),
        spans=(replace(asked.spans[0], role="accent"),),
    )
    more = "more" if off >= 0 else "less"
    becomes = "would become" if asks_bonus else "becomes"
    return Slide(
        "gain",
        Asked(
            f"Step {step}",
            f"{figures.surplus} points {more} than expected, and each is worth "
            f"{figures.k} rating points.",
            "How far does the rating move?",
            Number(-reach, reach, "Change of the rating", "points", 1),
            (asked,),
            "Less than expected takes away: a guess may have a minus.",
            (figures.surplus, more, figures.k),
        ),
        Told(
            done.gain,
            f"By {gain}: {figures.r0} {becomes} {whole(player.start.r0 + done.gain)}.",
            (told,),
            "Surplus times K is the heart of the standard formula. To a large gain a "
            "bonus can come on top.",
        ),
    )


def bonus_slide(case: Case, step: int, done: StandardTrace) -> Slide:
    """Return the slide on the part of the gain above the threshold, added again."""
    assert done.threshold is not None
    figures = figures_of(case, done)
    high = max(room([2.0 * done.gain, done.threshold])[1], LEAST_CHANGE)
    axis = Axis(
        *(0.0, high, "gain"),
        (
            Mark(
                done.threshold,
                f"mark {figures.threshold}",
                "warning",
                wall=True,
            ),
        ),
        stretches(Axis(0.0, high, ""), 0.0, done.gain, "gain")[1].spans,
    )
    asked, told = stretches(axis, done.gain, done.gain + done.bonus, "accent", 0.45)
    if not done.bonus:
        # The points by which the gain misses the threshold.
        lacks = Span(done.gain, done.threshold, "warning", 0.45)
        told = replace(told, spans=(*axis.spans, lacks))
    said = (
        f"{figures.bonus}: so much of the gain lies beyond the mark."
        if done.bonus
        else "None: the gain does not reach the mark."
    )
    return Slide(
        "bonus",
        Asked(
            f"Step {step}",
            f"The gain is {figures.gain}. What lies beyond {figures.threshold} counts "
            "twice.",
            "How many points of bonus are there?",
            Number(0.0, high, "Bonus", "points", 1),
            (asked,),
            "Why should a large gain count more? Think of somebody who trained a summer "
            "long and has not played.",
            (figures.gain,),
        ),
        Told(
            done.bonus,
            said,
            (told,),
            "A bonus is never taken away from anybody, and there is none for a loss. "
            "Without it a fast learner's rating would lag behind for years.",
        ),
    )
