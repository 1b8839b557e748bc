"""Step 2 in words: what earlier games are worth, and which formula follows."""

from collections.abc import Callable
from typing import Final

from uscalc.engine.trace import PlayerTrace, SectionTrace
from uscalc.explain.formula import Formula, call, equals, figure, name, root
from uscalc.explain.model import Line, line
from uscalc.explain.numbers import fine, rating
from uscalc.explain.since import holding
from uscalc.explain.words import Words, say


def effective_formula(r0: float, variant: str, extra: int = 0) -> tuple[Formula, bool]:
    """Return N* for a rating, and whether it lies beyond the curve, where N* is 50."""
    beyond, inner = _CURVES[variant]
    if r0 > beyond:
        return figure("50"), True
    return figure("50") / root(inner(figure(rating(r0, extra), r0))), False


def effective_rule(variant: str) -> str:
    """Return the rule for any rating R0, in a sentence."""
    beyond, inner = _CURVES[variant]
    formula = equals(name("N*"), figure("50") / root(inner(name("R0"))))
    return f"{formula.plain} for a rating R0 up to {rating(beyond)}, and 50 above it."


def _from_2200(r0: Formula) -> Formula:
    away = figure("2200") - r0
    return figure("1") + away ** figure("2") / figure("100000")


def _from_2569(r0: Formula) -> Formula:
    away = figure("2569") - r0
    return figure("0.662") + figure("0.00000739") * away ** figure("2")


_CURVES: Final[dict[str, tuple[float, Callable[[Formula], Formula]]]] = {
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
    variant = rules.effective_games
    beyond = r0 > _CURVES[variant][0]
    beginning = rating(_CURVES[rules.effective_games][0])
    since = holding("effective_games", rules)
    if rules.date is not None and rules.span("effective_games") is not None:
        since += f". This one ended on {rules.date}"
    chosen = str(rules.citations.steps)
    if player.why == "foreign":
        chosen = str(rules.citations.foreign)
    return (
        line(
            "n_star",
            say(
                "{n_star} says how many games a rating of {r0_here} can be worth at most"
                "{beyond}. This is the formula {since}.",
                r0_here=rating(r0),
                beyond=f": above {beginning} always so many" if beyond else "",
                since=since,
            ),
            lambda extra: equals(name("N*"), effective_formula(r0, variant, extra)[0]),
            fine(n_star),
            section,
        ),
        _n_eff_line(n, n_star, n_eff, section),
        line("formula", _why(player), None, player.formula, chosen),
    )


def _n_eff_line(n: int | None, n_star: float, n_eff: float, section: str) -> Line:
    star = fine(n_star)
    if n is None:
        text = say(
            "{n} is not known and taken as large, so {n_eff}, the number of "
            "{n_eff:effective games}, is {n_star} itself."
        )
        return line("n_eff", text, None, fine(n_eff), section)
    text = say(
        "{n_eff}, the number of {n_eff:effective games}, is the smaller of {n}, {count}, "
        "and {n_star}, {star}. It says how much the past weighs.",
        count=str(n),
        star=star,
    )
    smaller = call("min", figure(str(n)), figure(star, n_star))
    return line("n_eff", text, equals(name("N'"), smaller), fine(n_eff), section)


def _why(player: PlayerTrace) -> Words:
    """Return which games decide between the formulas, and how."""
    n = player.start.n
    count = "not known and taken as more than 8" if n is None else str(n)
    known = (
        count if n is None else f"{count}, {'8 or fewer' if n <= 8 else 'more than 8'}"
    )
    template = {
        "few-games": "{n} is {known}, so the {special:special formula} applies. {n} "
        "decides it, not {n_eff}.",
        "many-games": "{n} is {known}, so the {standard:standard formula} applies. {n} "
        "decides it, not {n_eff}.",
        "all_wins": "Every earlier game was won, so the {special:special formula} "
        "applies, however many they were.",
        "all_losses": "Every earlier game was lost, so the {special:special formula} "
        "applies, however many they were.",
        "foreign": "For events abroad the {standard:standard formula} applies, once: "
        "Steps 3 and 4 are left out.",
    }[player.why]
    return say(template, known=known)
