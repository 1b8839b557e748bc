"""Rating a section with every figure kept, compared with the bare arithmetic of two passes."""

import datetime as dt
from functools import partial

from tests.tools import yardstick
from tests.tools.benchmarks.figures import Figure, compare
from uscalc.engine.inputs import Entrant, RatedGame, SectionInput
from uscalc.engine.section import rate_section
from uscalc.rules.resolve import load_rule_table

SHAPES = ((64, 7, 4.0), (1000, 9, 4.5), (4000, 9, 4.5))


def section(ratings: list[float], games: list[list[tuple[int, float]]]) -> SectionInput:
    """Return the yardstick's section as the engine's input."""
    entrants = []
    for i, (rating, played) in enumerate(zip(ratings, games, strict=True), 1):
        own = tuple(RatedGame(o, score, r) for r, (o, score) in enumerate(played, 1))
        entrants.append(Entrant((i,), rating, 100, own=own))
    return SectionInput("R", dt.date(2025, 9, 1), tuple(entrants))


def benchmarks() -> list[Figure]:
    rules = load_rule_table().get_rules_of_edition("2025")
    figures = []
    for players, rounds, limit in SHAPES:
        ratings, games = yardstick.field(players, rounds)
        ours = partial(rate_section, section(ratings, games), rules)
        theirs = partial(yardstick.rate, ratings, games)
        name = f"rate_section {players} x {rounds}"
        figures.append(compare(name, ours, theirs, limit))
    return figures
