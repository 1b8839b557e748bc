"""The standard formula in words and figures."""

from uscalc.engine.trace import PlayerTrace, StandardTrace
from uscalc.explain.answer import step_surplus
from uscalc.explain.model import Line
from uscalc.explain.numbers import MINUS, change, number, points, rating
from uscalc.explain.people import People
from uscalc.explain.sections import cite

NO_BONUS = {
    "match": "A match gives no bonus.",
    "few-games": "Fewer than three games give no bonus.",
    "repeats": "An opponent was met too often for a bonus.",
}


def standard_lines(
    step: int, player: PlayerTrace, done: StandardTrace, people: People
) -> tuple[Line, ...]:
    """Expectation, K, gain, bonus test and result of one step."""
    rules = people.section.rules
    section = cite(rules, "standard")
    entrant, m = player.entrant, player.entrant.m
    key = f"step{step}"
    surplus = step_surplus(player, done)
    numerator = done.k * (player.effective.n_eff + m)
    reduced = numerator < 799.999
    if player.start.r0 >= 2500:
        above = "200"
    else:
        above = f"800 · (6.5 {MINUS} 0.0025 · {rating(player.start.r0)})"
    lines = [
        Line(
            f"{key}.expected",
            "The score that the ratings predict: the sum of the expectancies of the "
            "games in this step, each 1 / (1 + 10^((opponent − player) / 400)).",
            f"E = {' + '.join(number(e, 4) for e in done.expectations)}",
            number(done.expected, 4),
            section,
        ),
        Line(
            f"{key}.k",
            "K, the points that a whole point above expectation is worth"
            + (", reduced above 2200 in a dual-rated section." if reduced else "."),
            f"K = {above if reduced else '800'} / "
            f"({number(player.effective.n_eff)} + {m})",
            number(done.k),
            section,
        ),
        Line(
            f"{key}.gain",
            "The score less the expectation, times K.",
            f"K(S {MINUS} E) = {number(done.k)} · ({points(entrant.score)} {MINUS} "
            f"{number(done.expected, 4)}) = {number(done.k)} · {number(surplus, 4)}",
            change(done.gain),
            section,
        ),
    ]
    if player.no_bonus is not None:
        lines.append(Line(f"{key}.bonus", NO_BONUS[player.no_bonus], "", "0", section))
    elif done.threshold is not None:
        counted = max(m, 4)
        passed = "passes" if done.bonus else "does not pass"
        lines.append(
            Line(
                f"{key}.threshold",
                f"A bonus begins at B√m', with B {number(rules.bonus_multiplier)} and m' "
                f"{counted}{' (three games count as four)' if m == 3 else ''}.",
                f"{number(rules.bonus_multiplier)} · √{counted}",
                number(done.threshold, 2),
                section,
            )
        )
        lines.append(
            Line(
                f"{key}.bonus",
                f"The gain {passed} it.",
                f"max(0, {number(done.gain, 2)} {MINUS} {number(done.threshold, 2)})",
                number(done.bonus, 2),
                section,
            )
        )
    bonus = f" + {number(done.bonus, 2)}" if done.bonus else ""
    sign = MINUS if done.gain < 0 else "+"
    lines.append(
        Line(
            f"{key}.result",
            "The rating of this step.",
            f"{rating(player.start.r0)} {sign} {number(abs(done.gain), 2)}{bonus}",
            rating(done.raw),
            section,
        )
    )
    return tuple(lines)
