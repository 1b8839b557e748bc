"""The special formula in words and figures."""

from typing import Final

from uscalc.engine.special import CAP, REACH, knots, provisional_expectancy
from uscalc.engine.trace import PlayerTrace, SpecialTrace
from uscalc.explain.answer_special import chosen_end
from uscalc.explain.formula import Formula, call, equals, figure, name
from uscalc.explain.model import Line, Table, line
from uscalc.explain.numbers import MINUS, People, even, fine, points, rating, say
from uscalc.explain.special_walk import walk_lines

KNOT_HEADS: Final = ("i", "R_i", "x_i", "y_i")


def special_lines(
    step: int, player: PlayerTrace, done: SpecialTrace, people: People, first: bool
) -> tuple[Line, ...]:
    """Explain prior and score, the search, and its end.

    `first` means that no earlier step had a search, so that its parts are explained
    here.
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
                lambda extra: call(
                    "min",
                    figure("2700"),
                    figure(rating(end := chosen_end(player, done), extra), end),
                ),
                rating(CAP),
                section,
            )
        )
    return tuple(lines)


def knot_table(player: PlayerTrace, done: SpecialTrace, people: People) -> Table:
    """Return the knots with the documents' names: x_i and y_i of each rating R_i."""
    ratings = [done.prior, *done.strengths]
    whose = [
        "0: R'0, the prior",
        *(
            f"{i}: {people.numbered(place)}"
            for i, place in enumerate(player.entrant.opponents, 1)
        ),
    ]
    columns = (
        whose,
        even(ratings),
        even([value - REACH for value in ratings]),
        even([value + REACH for value in ratings]),
    )
    count = len(knots(done.strengths, done.prior))
    return Table(
        KNOT_HEADS,
        tuple(zip(*columns, strict=True)),
        f"The knots: x_i = R_i {MINUS} 400 and y_i = R_i + 400. Q = {count} of them are "
        "different.",
        detail=True,
    )


def _prior_line(
    step: int, player: PlayerTrace, done: SpecialTrace, section: str
) -> Line:
    """Explain R'0: the earlier games' place among the games, and their weight."""
    weighs = fine(done.n_eff)
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
        text = say(
            "All earlier games were won. The {prior}, R'0, therefore lies 400 below {r0}, "
            "and counts like {n_eff} games, {weighs}, won against a player rated so.",
            weighs=weighs,
        )
    elif done.prior > player.start.r0:
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

    def made(extra: int) -> Formula:
        start, reach = player.start.r0, figure("400")
        r0 = figure(rating(start, extra), start)
        if step != 3 and done.n_eff and done.prior != start:
            r0 = r0 - reach if done.prior < start else r0 + reach
        return equals(name("R'0"), r0)

    return line(f"step{step}.prior", text, made, rating(done.prior), section)


def _target_line(
    step: int, player: PlayerTrace, done: SpecialTrace, section: str
) -> Line:
    """Explain S': the score, including that of earlier games."""
    if done.n_eff == 0:
        text = say("{s_prime}, the score to be explained, is the score {s}.")
    elif done.prior < player.start.r0:
        text = say("{s_prime}, the score to be explained: {s} and {n_eff} wins.")
    elif done.prior > player.start.r0:
        text = say(
            "{s_prime}, the score to be explained, is the score {s}: lost games add "
            "nothing."
        )
    else:
        text = say(
            "{s_prime}, the score to be explained: {s} and half a point for each of the "
            "{n_eff} games of the prior."
        )

    def made(extra: int) -> Formula:
        score = figure(points(done.score))
        n_eff = figure(fine(done.n_eff, extra), done.n_eff)
        if not done.n_eff or done.prior > player.start.r0:
            return equals(name("S'"), score)
        won = done.prior < player.start.r0
        return equals(name("S'"), score + (n_eff if won else n_eff / figure("2")))

    return line(f"step{step}.target", text, made, fine(done.target), section)


def _pwe_line(
    key: str, player: PlayerTrace, done: SpecialTrace, people: People, section: str
) -> Line:
    """Explain the expectancy of the first game at the search's start, as an example."""
    strength, at = done.strengths[0], done.start

    def formula(extra: int) -> Formula:
        apart = figure(rating(at, extra), at)
        apart -= figure(rating(strength, extra), strength)
        inside = figure("0.5") + apart / figure("800")
        if at <= strength - REACH:
            inside = call("max", figure("0"), inside)
        elif at >= strength + REACH:
            inside = call("min", figure("1"), inside)
        return equals(name("PWe"), inside)

    text = say(
        "What can be expected of a game, {pwe}, rises evenly with the player's rating, "
        "from 0 at 400 points below the opponent (or lower) to 1 at 400 above (or "
        "higher). Here at R = {at}, against {first}, whose R_i is {strength}.",
        at=rating(at),
        first=people.numbered(player.entrant.own[0].opponent),
        strength=rating(strength),
    )
    value = fine(provisional_expectancy(at, strength))
    return line(f"{key}.pwe", text, formula, value, section)
