"""The special formula in words and figures, the walk move by move."""

from math import isfinite

from uscalc.engine.special import CAP, REACH, provisional_expectancy
from uscalc.engine.trace import Move, PlayerTrace, SpecialTrace
from uscalc.explain.answer_special import chosen_end, range_words
from uscalc.explain.formula import (
    Formula,
    call,
    equals,
    figure,
    listed,
    name,
    of,
    total,
)
from uscalc.explain.model import Line, line
from uscalc.explain.numbers import fine, number, points, rating
from uscalc.explain.people import People, knot_owners, knot_words


def special_lines(
    step: int, player: PlayerTrace, done: SpecialTrace, people: People
) -> tuple[Line, ...]:
    """Prior and score, the walk, and how it ends."""
    section = str(people.section.rules.citations.special)
    key = f"step{step}"
    lines = [*_prior_lines(step, player, done, section)]
    lines += [
        _move_line(f"{key}.move{i}", i, move, player, done, people, section)
        for i, move in enumerate(done.moves, 1)
    ]
    lines += [
        _pwe_line(key, player, done, people, section),
        _sum_line(key, done, section),
        line(f"{key}.end", _end_words(done), None, rating(done.end), section),
    ]
    if done.tie_break is not None:
        lines.append(_tie_line(key, player, done, section))
    if done.capped:
        lines.append(
            line(
                f"{key}.cap",
                "This formula gives 2700 at most.",
                call("min", figure("2700"), figure(rating(chosen_end(player, done)))),
                rating(CAP),
                section,
            )
        )
    return tuple(lines)


def _prior_lines(
    step: int, player: PlayerTrace, done: SpecialTrace, section: str
) -> tuple[Line, ...]:
    r0, n_eff = figure(rating(player.start.r0)), figure(fine(done.n_eff))
    score, reach = figure(points(done.score)), figure("400")
    if done.prior < player.start.r0:
        prior, target = r0 - reach, score + n_eff
        why = (
            "All earlier games were won: the prior is 400 lower, and they count as won."
        )
    elif done.prior > player.start.r0:
        prior, target = r0 + reach, score
        why = "All earlier games were lost: the prior is 400 higher, and they count as lost."
    else:
        prior, target = r0, score + n_eff / figure("2")
        why = "The prior counts like as many draws as there are effective games."
    if step == 3:
        why = "In Step 3 the starting rating counts like one drawn game."
    elif done.n_eff == 0:
        why = "The starting rating counts no games: it only says where the walk begins."
        target = score
    return (
        line(
            f"{step_key(step)}.prior",
            why,
            equals(name("R'0"), prior),
            rating(done.prior),
            section,
        ),
        line(
            f"{step_key(step)}.target",
            "The score to be explained.",
            equals(name("S'"), target),
            fine(done.target),
            section,
        ),
    )


def step_key(step: int) -> str:
    """The first part of the keys of a step's lines."""
    return f"step{step}"


def _move_line(
    key: str,
    i: int,
    move: Move,
    player: PlayerTrace,
    done: SpecialTrace,
    people: People,
    section: str,
) -> Line:
    m, knot = figure(rating(move.m)), figure(rating(move.knot))
    f, f_knot = figure(fine(move.f)), figure(fine(move.f_knot))
    formula: Formula
    if move.why == "root":
        formula = m - f * ((m - knot) / (f - f_knot))
    else:
        formula = listed(equals(of("f", m), f), equals(of("f", knot), f_knot))
    text = f"Move {i}: {move_sentence(move, player, done, people)}"
    return line(key, text, formula, rating(move.to), section, detail=True)


def _pwe_line(
    key: str, player: PlayerTrace, done: SpecialTrace, people: People, section: str
) -> Line:
    """The expectancy of the first game, as an example of the others."""
    strength, end = done.strengths[0], done.end
    apart = figure(rating(end)) - figure(rating(strength))
    inside = figure("0.5") + apart / figure("800")
    if end <= strength - REACH:
        formula = call("max", figure("0"), inside)
    elif end >= strength + REACH:
        formula = call("min", figure("1"), inside)
    else:
        formula = inside
    first = people.numbered(player.entrant.own[0].opponent)
    return line(
        f"{key}.pwe",
        "What can be expected of a game rises evenly, from 0 at 400 points below the "
        f"opponent to 1 at 400 above; here at {rating(end)} against {first}.",
        formula,
        number(provisional_expectancy(end, strength), 4),
        section,
    )


def _sum_line(key: str, done: SpecialTrace, section: str) -> Line:
    """f at the end, term by term: what a reader can check without the walk."""
    terms = [
        figure(number(provisional_expectancy(done.end, strength), 4))
        for strength in done.strengths
    ]
    text = "There the games predict so much, and S' is taken away"
    if done.n_eff:
        text = "There the games and the prior predict so much, and S' is taken away"
        own = figure(number(provisional_expectancy(done.end, done.prior), 4))
        terms.append(figure(fine(done.n_eff)) * own)
    return line(
        f"{key}.f",
        f"{text}: nothing is left.",
        equals(
            of("f", figure(rating(done.end))),
            total(terms) - figure(fine(done.target)),
        ),
        number(done.f_end, 4),
        section,
    )


def _end_words(done: SpecialTrace) -> str:
    walked = "The walk ends here at once"
    if done.moves:
        moves = "1 move" if len(done.moves) == 1 else f"{len(done.moves)} moves"
        walked = f"The walk from {rating(done.start)} ends here after {moves}"
    if done.p:
        return (
            f"{walked}; {done.p} of the {len(done.strengths) + 1} ratings, the player's "
            "own prior among them, are within 400 points, so it stands."
        )
    return (
        f"{walked}; no rating is within 400 points, so the prior chooses on the flat "
        "piece."
    )


def _tie_line(key: str, player: PlayerTrace, done: SpecialTrace, section: str) -> Line:
    tie = done.tie_break
    assert tie is not None
    r0 = rating(player.start.r0)
    chosen = {
        "prior": f"R0, {r0}, lies on the flat piece and is taken.",
        "below": f"R0, {r0}, lies below the flat piece; its lower end is taken.",
        "above": f"R0, {r0}, lies above the flat piece; its upper end is taken.",
    }[tie.why]
    ends = [figure(r0)]
    if isfinite(tie.below):
        ends = [call("max", figure(rating(tie.below)), *ends)]
    if isfinite(tie.above):
        ends = [call("min", figure(rating(tie.above)), *ends)]
    return line(
        f"{key}.tie",
        f"f is zero {range_words(tie)}. {chosen}",
        ends[0] if isfinite(tie.below) or isfinite(tie.above) else None,
        rating(chosen_end(player, done)),
        section,
    )


def move_sentence(
    move: Move, player: PlayerTrace, done: SpecialTrace, people: People
) -> str:
    """One move of the walk in a sentence."""
    down = move.f > 0
    state = (
        "more than was scored is expected" if down else "more was scored than expected"
    )
    owners = knot_owners(move.knot, player.entrant, done.strengths, done.prior)
    knot = f"{rating(move.knot)}, {knot_words(owners, people)}"
    way = "falls" if down else "rises"
    if move.why == "flat":
        return f"{state}, and f is flat here: M {way} to the next knot, {knot}."
    if move.why == "beyond":
        return f"{state}: M {way} to the next knot, {knot}."
    return f"{state}: on this straight piece f reaches zero, and M {way} there."
