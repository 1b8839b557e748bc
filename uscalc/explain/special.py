"""The special formula in words and figures, the walk move by move."""

from uscalc.engine.trace import Move, PlayerTrace, SpecialTrace
from uscalc.explain.model import Line
from uscalc.explain.numbers import MINUS, number, points, rating
from uscalc.explain.people import People, knot_owners, knot_words
from uscalc.explain.sections import cite


def special_lines(
    step: int, player: PlayerTrace, done: SpecialTrace, people: People
) -> tuple[Line, ...]:
    """Prior and score, the walk, and how it ends."""
    section = cite(people.section.rules, "special")
    key = f"step{step}"
    lines = [*_prior_lines(step, player, done, section)]
    for i, move in enumerate(done.moves, 1):
        lines.append(
            Line(
                f"{key}.move{i}",
                f"Move {i}: {move_sentence(move, player, done, people)}",
                f"M = {rating(move.m)}, f(M) = {number(move.f, 4)}",
                rating(move.to),
                section,
            )
        )
    lines.append(
        Line(
            f"{key}.end",
            "f is zero here"
            + (
                f", and {done.p} of the {len(done.strengths) + 1} ratings, the player's "
                "own prior among them, are within 400 points."
                if done.p
                else ", but no rating is within 400 points, so the prior chooses on the "
                "flat piece."
            ),
            f"f({rating(done.end)}) = {number(done.f_end, 4)}",
            rating(done.end),
            section,
        )
    )
    if done.tie_break is not None:
        chosen = {
            "prior": "R0 lies on the flat piece and is taken.",
            "below": "R0 lies below the flat piece; its lower end is taken.",
            "above": "R0 lies above the flat piece; its upper end is taken.",
        }[done.tie_break.why]
        lines.append(Line(f"{key}.tie", chosen, "", rating(done.raw), section))
    if done.capped:
        lines.append(
            Line(
                f"{key}.cap",
                "This formula gives 2700 at most.",
                "",
                rating(done.raw),
                section,
            )
        )
    return tuple(lines)


def _prior_lines(
    step: int, player: PlayerTrace, done: SpecialTrace, section: str
) -> tuple[Line, ...]:
    r0 = rating(player.start.r0)
    n_eff = number(done.n_eff)
    score = points(done.score)
    if done.prior < player.start.r0:
        prior, target = f"R'0 = {r0} {MINUS} 400", f"S' = {score} + {n_eff}"
        why = (
            "All earlier games were won: the prior is 400 lower, and they count as won."
        )
    elif done.prior > player.start.r0:
        prior, target = f"R'0 = {r0} + 400", f"S' = {score}"
        why = "All earlier games were lost: the prior is 400 higher, and they count as lost."
    else:
        prior, target = f"R'0 = {r0}", f"S' = {score} + {n_eff} / 2"
        why = "The prior counts like as many draws as there are effective games."
    if step == 3:
        why = "In Step 3 the starting rating counts like one drawn game."
    elif done.n_eff == 0:
        why = "The starting rating counts no games: it only says where the walk begins."
    return (
        Line(f"step{step}.prior", why, prior, rating(done.prior), section),
        Line(
            f"step{step}.target",
            "The score to be explained.",
            target,
            number(done.target, 4),
            section,
        ),
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
