"""Step 2 in words: what earlier games are worth, and which formula follows."""

from collections.abc import Callable
from typing import Final

from uscalc.engine.trace import PlayerTrace, SectionTrace
from uscalc.explain.formula import Formula, call, equals, figure, name, root
from uscalc.explain.model import Line, line
from uscalc.explain.numbers import fine, rating


def effective_formula(r0: float, variant: str) -> tuple[Formula, bool]:
    """N* for a rating, and whether it lies beyond the curve, where N* is 50."""
    beyond, inner = _CURVES[variant]
    if r0 > beyond:
        return figure("50"), True
    return figure("50") / root(inner(r0)), False


def _from_2200(r0: float) -> Formula:
    away = figure("2200") - figure(rating(r0))
    return figure("1") + away ** figure("2") / figure("100000")


def _from_2569(r0: float) -> Formula:
    away = figure("2569") - figure(rating(r0))
    return figure("0.662") + figure("0.00000739") * away ** figure("2")


_CURVES: Final[dict[str, tuple[float, Callable[[float], Formula]]]] = {
    "2001": (2200.0, _from_2200),
    "2013": (2355.0, _from_2569),
}
"""Every variant of the engine's: where its curve ends, and what stands under the root."""


def effective_lines(player: PlayerTrace, trace: SectionTrace) -> tuple[Line, ...]:
    """Step 2: what the games so far are worth, and which formula follows."""
    rules = trace.rules
    r0, n = player.start.r0, player.start.n
    n_star, n_eff = player.effective
    section = str(rules.citations.effective)
    formula, beyond = effective_formula(r0, rules.effective_games)
    least, _ = _CURVES[rules.effective_games]
    text = f"A rating of {rating(r0)} is worth this many games at most"
    text += f": above {rating(least)} it is always so many." if beyond else "."
    known = "N is not known and taken as large" if n is None else f"N is {n}"
    smaller = figure(fine(n_star))
    if n is not None:
        smaller = call("min", figure(str(n)), smaller)
    why = {
        "few-games": "With 8 games or fewer the special formula applies.",
        "all_wins": "Every earlier game was won, so the special formula applies.",
        "all_losses": "Every earlier game was lost, so the special formula applies.",
        "many-games": "With more than 8 games the standard formula applies.",
        "foreign": "For events abroad the standard formula applies, once.",
    }[player.why]
    return (
        line("n_star", text, equals(name("N*"), formula), fine(n_star), section),
        line(
            "n_eff",
            f"{known}; the smaller of N and N* is the effective number of games.",
            equals(name("N'"), smaller),
            fine(n_eff),
            section,
        ),
        line("formula", why, None, player.formula, str(rules.citations.steps)),
    )
