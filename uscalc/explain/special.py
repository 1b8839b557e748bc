"""The special formula in words and figures."""

from uscalc.engine.special import CAP, REACH, provisional_expectancy
from uscalc.engine.trace import PlayerTrace, SpecialTrace
from uscalc.explain.answer_special import chosen_end
from uscalc.explain.formula import Formula, call, equals, figure, name
from uscalc.explain.model import Line, line
from uscalc.explain.numbers import fine, points, rating
from uscalc.explain.people import People
from uscalc.explain.special_walk import walk_lines
from uscalc.explain.words import say


def special_lines(
    step: int, player: PlayerTrace, done: SpecialTrace, people: People, first: bool
) -> tuple[Line, ...]:
    """Prior and score, the walk, and how it ends.

    `first` says that no step before this one had a walk: what it is made of is said
    here, and once.
    """
    section = str(people.section.rules.citations.special)
    key = f"step{step}"
    lines = [
        _prior_line(step, player, done, section),
        _target_line(step, player, done, section),
        _pwe_line(key, player, done, people, section),
        *walk_lines(key, player, done, people, section, first),
    ]
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


def _prior_line(
    step: int, player: PlayerTrace, done: SpecialTrace, section: str
) -> Line:
    """R'0: where the past stands among the games, and what it weighs there."""
    r0, reach = figure(rating(player.start.r0)), figure("400")
    weighs = fine(done.n_eff)
    prior = r0
    if step == 3:
        text = say(
            "The {prior}, R'0, is the starting rating {r0}. In Step 3 alone {n_eff} is 1: "
            "it counts like one drawn game against a player rated so."
        )
    elif done.n_eff == 0:
        text = say(
            "The {prior}, R'0, is {r0}. As {n_eff} is 0 it counts no games: it only says "
            "where the walk begins."
        )
    elif done.prior < player.start.r0:
        prior = r0 - reach
        text = say(
            "All earlier games were won. The {prior}, R'0, therefore lies 400 below {r0}, "
            "and counts like {n_eff} games, {weighs}, won against a player rated so.",
            weighs=weighs,
        )
    elif done.prior > player.start.r0:
        prior = r0 + reach
        text = say(
            "All earlier games were lost. The {prior}, R'0, therefore lies 400 above {r0}, "
            "and counts like {n_eff} games, {weighs}, lost against a player rated so.",
            weighs=weighs,
        )
    else:
        text = say(
            "The {prior}, R'0, is {r0}. It counts like {n_eff} games, {weighs}, drawn "
            "against a player rated so.",
            weighs=weighs,
        )
    made = equals(name("R'0"), prior)
    return line(f"step{step}.prior", text, made, rating(done.prior), section)


def _target_line(
    step: int, player: PlayerTrace, done: SpecialTrace, section: str
) -> Line:
    """S': what was scored, the games of the past included."""
    score, n_eff = figure(points(done.score)), figure(fine(done.n_eff))
    target: Formula = score
    if done.n_eff == 0:
        text = say("{s_prime}, the score to be explained, is the score {s}.")
    elif done.prior < player.start.r0:
        target = score + n_eff
        text = say("{s_prime}, the score to be explained: {s} and {n_eff} wins.")
    elif done.prior > player.start.r0:
        text = say(
            "{s_prime}, the score to be explained, is the score {s}: lost games add "
            "nothing."
        )
    else:
        target = score + n_eff / figure("2")
        text = say(
            "{s_prime}, the score to be explained: {s} and half a point for each of the "
            "{n_eff} games of the prior."
        )
    made = equals(name("S'"), target)
    return line(f"step{step}.target", text, made, fine(done.target), section)


def _pwe_line(
    key: str, player: PlayerTrace, done: SpecialTrace, people: People, section: str
) -> Line:
    """The expectancy of the first game where the walk begins, as an example."""
    strength, at = done.strengths[0], done.start
    apart = figure(rating(at)) - figure(rating(strength))
    inside = figure("0.5") + apart / figure("800")
    if at <= strength - REACH:
        formula = call("max", figure("0"), inside)
    elif at >= strength + REACH:
        formula = call("min", figure("1"), inside)
    else:
        formula = inside
    text = say(
        "What can be expected of a game, {pwe}, rises evenly with the player's rating, "
        "from 0 at 400 points below the opponent (or lower) to 1 at 400 above (or "
        "higher). Here at {at}, against {first}, who counts {strength}.",
        at=rating(at),
        first=people.numbered(player.entrant.own[0].opponent),
        strength=rating(strength),
    )
    value = fine(provisional_expectancy(at, strength))
    return line(f"{key}.pwe", text, formula, value, section)
