"""Many scenarios at once, each compared with the scalar engine without its trace."""

import tracemalloc
from functools import partial

import numpy as np
from msgspec.structs import replace

from tests.tools import yardstick
from tests.tools.benchmarks.figures import Figure, ratio, side_by_side
from tests.tools.benchmarks.rate_section import section
from uscalc.analysis.arrays.engine import ArrayEngine
from uscalc.analysis.whatif import PendingGame
from uscalc.engine.inputs import SectionInput
from uscalc.rules.resolve import load_rule_table

PLAYERS, ROUNDS, SCENARIOS = 64, 7, 10_000
LIMIT = 1 / 30
REPEATED = 150
"""The scalar rating is repeated, so that a busy moment affects both."""
MOST_BYTES = 64e6


def last_round_to_come(made: SectionInput) -> tuple[SectionInput, list[PendingGame]]:
    last = max(game.round for entrant in made.entrants for game in entrant.own)
    pending = [
        PendingGame(place, game.opponent, last)
        for place, entrant in enumerate(made.entrants)
        for game in entrant.own
        if game.round == last and place < game.opponent
    ]
    entrants = tuple(
        replace(entrant, own=tuple(g for g in entrant.own if g.round < last))
        for entrant in made.entrants
    )
    return replace(made, entrants=entrants), pending


def rate_all(made, pending, rules, halves) -> None:
    engine = ArrayEngine(made, rules, pending)
    lanes = engine.compute_block_size()
    for first in range(0, halves.shape[1], lanes):
        engine.rate_block(np.ascontiguousarray(halves[:, first : first + lanes]))


def benchmarks() -> list[Figure]:
    ratings, games = yardstick.field(PLAYERS, ROUNDS)
    made, pending = last_round_to_come(section(ratings, games))
    rules = load_rule_table().get_rules_of_edition("2025")
    halves = np.random.default_rng(1).integers(0, 3, (len(pending), SCENARIOS))

    def scalar() -> None:
        for _ in range(REPEATED):
            yardstick.rate(ratings, games)

    ours, theirs = side_by_side(
        partial(rate_all, made, pending, rules, halves), scalar, runs=11
    )
    tracemalloc.start()
    rate_all(made, pending, rules, halves)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    name = f"array engine {PLAYERS} x {ROUNDS}"
    one = f"{name}, {SCENARIOS} scenarios, one of them"
    return [
        ratio(one, ours / SCENARIOS, theirs / REPEATED, LIMIT),
        Figure(f"memory of the {name}, in blocks", peak / 1e6, MOST_BYTES / 1e6, "MB"),
    ]
