"""Nothing has become several times slower, by ratios of processor time in one run.

The limits are three times the current values. Each is a ratio to similar work in the
same run, so that no test fails on a slow machine, and a busy one takes no processor
time. `run.py` measures in milliseconds how long a person waits.
"""

import time
from collections.abc import Callable
from functools import partial

import numpy as np
import pytest

from tests.build import END
from tests.tools.benchmarks.array_engine import last_round_to_come, rate_all
from tests.tools.benchmarks.audit import make_event, with_one_off
from tests.tools.benchmarks.rate_section import section
from tests.tools.benchmarks.what_if import GAMES, changes
from tests.tools.yardstick import field, rate
from uscalc.analysis.whatif import RatedBase, rerate_changed
from uscalc.document.audit.audit import audit_event
from uscalc.document.edit.cells import set_result
from uscalc.document.rate.whole import rate_document
from uscalc.engine.section import rate_section
from uscalc.rules.chances import load_correction_priors
from uscalc.rules.resolve import load_rule_table, resolve_rules

RUNS = 7
SECTION, GAME, SCENARIO, EVENT, EDIT, SEARCH = 11.0, 0.07, 0.09, 11.0, 0.12, 95.0
"""Three times the current values."""
RULES = load_rule_table().get_rules_of_edition("2025")


def best(ours: Callable[[], object], theirs: Callable[[], object]) -> float:
    """Return how many times as long each takes, by the best of several runs side by side."""
    times: tuple[list[float], list[float]] = ([], [])
    for work in (ours, theirs):
        work()
    for _ in range(RUNS):
        for work, spent in zip((ours, theirs), times, strict=True):
            begun = time.process_time()
            work()
            spent.append(time.process_time() - begun)
    return min(times[0]) / min(times[1])


@pytest.mark.parametrize(("players", "rounds"), [(64, 7), (500, 9)])
def test_rating_a_section_with_every_figure_kept(players, rounds):
    made = field(players, rounds)
    ours = partial(rate_section, section(*made), RULES)
    assert best(ours, partial(rate, *made)) < SECTION


def test_a_what_if_result_costs_a_game():
    given = section(*field(500, 9))
    base = RatedBase(rate_section(given, RULES))
    turned = changes(given)

    def all_games() -> None:
        for change in turned:
            rerate_changed(base, change)

    assert best(all_games, partial(rate_section, given, RULES)) / GAMES < GAME


def test_one_of_many_scenarios_costs_a_small_part_of_a_rating():
    made = field(64, 7)
    coming, pending = last_round_to_come(section(*made))
    scenarios = 2000
    halves = np.random.default_rng(1).integers(0, 3, (len(pending), scenarios))
    work = partial(rate_all, coming, pending, RULES, halves)
    assert best(work, partial(rate, *made)) / scenarios < SCENARIO


def test_an_event_costs_little_more_than_its_section_and_an_edit_little():
    """An event also needs a check of every cell, and its games and facts as engine input."""
    made = field(500, 9)
    document = make_event(*made, END, 40)
    alone = partial(rate_section, section(*made), RULES)
    assert best(partial(rate_document, document, resolve_rules), alone) < EVENT
    assert best(partial(set_result, document, 0, 303, 0, "H"), alone) < EDIT


def test_hidden_facts_are_found_at_the_cost_of_some_ratings():
    told = with_one_off(make_event(*field(64, 7), END, 40), 150.0)
    rated = rate_document(told, resolve_rules)

    def search() -> None:
        found = audit_event(rated, [0], resolve_rules, load_correction_priors())
        assert not found[0][0].left

    assert best(search, partial(rate_document, told, resolve_rules)) < SEARCH
