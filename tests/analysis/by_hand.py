"""Chances of unplayed games, written out from the formulas with the scalar engine alone.

This module uses none of the code that computes chances, so that the tests can compare
the two.
"""

from math import exp, log
from typing import Any

from uscalc.analysis.forecast_model import ForecastParameters
from uscalc.analysis.whatif import decide_games
from uscalc.engine.section import rate_section
from uscalc.engine.special import compute_special_rating
from uscalc.rules.chances import load_chance_model

MODEL = load_chance_model()
USUAL = ForecastParameters(MODEL)
EVEN = (1 / 3, 1 / 3, 1 / 3)


def transcribed(r1, n1, r2, n2, draws=1.0) -> tuple[float, float, float]:
    """Return the first player's chances of a loss, draw and win, by the printed formula."""

    def row(n: int | None) -> int:
        if n is None or n >= 26:
            return 4
        return 0 if n <= 3 else 1 if n <= 8 else 2 if n <= 15 else 3

    a = (-0.55, -0.30, -0.14, -0.09, 0.0)
    s = (-141.0, -58.0, 9.0, 19.0, 0.0)
    x = max(-1.2, min(1.2, ((r1 + r2) / 2 - 1500) / 1000))
    k = exp(-0.25 + 0.42 * x + 0.52 * x**2 + a[row(n1)] + a[row(n2)])
    d = (r1 + s[row(n1)]) - (r2 + s[row(n2)])
    z = k * d * log(10) / 400
    v = draws * exp(-0.90 + 0.99 * x + 0.51 * x**2 - 0.48 * min(abs(d), 800) / 400)
    win, loss = exp(z / 2), exp(-z / 2)
    total = win + v + loss
    return loss / total, v / total, win / total


def strength(section, rules, place) -> tuple[float, int | None] | None:
    """Return a player's rating before a game, and the number of games it is based on."""
    entrant = section.entrants[place]
    if entrant.fixed is not None:
        return entrant.fixed, entrant.games
    many = entrant.games is None or entrant.games >= 26
    if entrant.rating is not None and (many or not entrant.own):
        return entrant.rating, entrant.games
    player = rate_section(section, rules).players[place]
    start = player.start
    if not entrant.own:
        return None if start.how in ("age", "adult", "child") else (start.r0, 1)
    games = start.n + len(entrant.own)
    result = player.step5.result
    if player.formula == "special" and start.n == 0:
        levels = player.step5.strengths

        def f(r: float) -> float:
            shares = [max(0.0, min(1.0, 0.5 + (r - x) / 800)) for x in levels]
            return sum(shares) - entrant.score

        # f has more than one zero: a thousandth of a point beside the result, f is
        # still zero.
        if abs(f(result - 1e-3)) < 1e-9 or abs(f(result + 1e-3)) < 1e-9:
            result = compute_special_rating(start.r0, 1.0, levels, entrant.score).result
    return result, games


class ByHand:
    """The chances of each unplayed game, given the results of earlier rounds."""

    def __init__(self, section: Any, rules: Any, pending: Any, draws: float = 1.0):
        self.section = section
        self.rules = rules
        self.pending = pending
        self.draws = draws
        self.known: dict[Any, Any] = {}

    def chances(self, index: int, halves: Any) -> tuple[float, float, float]:
        """Return the first player's chances of a loss, draw and win in a game."""
        game = self.pending[index]
        before = [i for i, g in enumerate(self.pending) if g.round < game.round]
        key = (index, *(halves[i] for i in before))
        if key not in self.known:
            then = decide_games(
                self.section,
                [self.pending[i] for i in before],
                [int(halves[i]) for i in before],
            )
            one = strength(then, self.rules, game.one)
            other = strength(then, self.rules, game.other)
            self.known[key] = EVEN
            if one is not None and other is not None:
                self.known[key] = transcribed(*one, *other, self.draws)
        return self.known[key]
