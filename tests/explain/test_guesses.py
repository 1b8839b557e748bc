"""What a reader of a derivation had to guess is said, where it is needed, and once."""

import re

import pytest

from tests import build
from tests.engine.make import games, rules, rules_on, section
from tests.explain.make import lines, name_of, told
from tests.explain.test_by_hand import real
from tests.explain.test_paths import EDITIONS, PATHS
from uscalc.document.cells import parse_cell
from uscalc.document.model import Section
from uscalc.document.queries.rounds import list_idle_rounds
from uscalc.engine.inputs import Entrant, FloorFacts
from uscalc.engine.rules import Rules
from uscalc.engine.section import rate_section
from uscalc.explain.derive import derive_rating
from uscalc.explain.model import Derivation, DerivationLine
from uscalc.rules.resolve import load_rule_table

DAYS = (
    *("2012-01-01", "2014-01-01", "2014-10-01"),
    *("2018-01-01", "2024-01-01", "2025-09-01"),
)


def derived(path: str, edition: str = "2025") -> Derivation:
    rule_set = rules_on(edition) if "-" in edition else rules(edition)
    return told(PATHS[path](rule_set))


def text_of(path: str, key: str, edition: str = "2025") -> str:
    return lines(derived(path, edition))[key].text


def event(*rows: str) -> Section:
    return build.section(*build.players_of(*map(str.split, rows), games=40))


def idle(place: int, *rows: str) -> tuple[tuple[int, str], ...]:
    made = event(*rows)
    own = tuple(
        game
        for i, cell in enumerate(made.players[place - 1].results, 1)
        for entry in parse_cell(cell)
        if not isinstance(entry, str) and entry.is_game
        for game in [games((0, entry.points))[0]._replace(round=i)]
    )
    return list_idle_rounds(made, Entrant((place,), 1500.0, 40, own=own))


def test_every_round_without_a_rated_game_is_listed_where_the_steps_begin():
    rows = ("W2 H B X2 U", "L1 U U F1 U")
    assert idle(1, *rows) == (
        (2, "half-point bye"),
        (3, "full-point bye"),
        (4, "won by forfeit"),
        (5, "not paired"),
    )
    assert [number for number, _ in idle(2, *rows)] == [2, 3, 4, 5]
    assert idle(2, *rows)[2] == (4, "lost by forfeit")
    assert idle(1, "W2 H", "L1 U") == ((2, "half-point bye"),)
    trace = PATHS["standard"](rules("2025"))
    said = (4, "half-point bye"), (5, "")
    found = lines(derive_rating(trace, 0, name_of, idle=said))
    assert found["idle"].text == (
        "Without a rated game, and not counted: rounds 4 (half-point bye), 5."
    )
    assert "idle" not in lines(told(trace))
    trace = PATHS["no game"](rules("2025"))
    derivation = derive_rating(trace, 0, name_of, idle=((1, "not paired"),))
    assert derivation.chapters[0].lines[-1].text == (
        "Without a rated game, and not counted: round 1 (not paired)."
    )


def test_repeats_manual_rules_and_personal_counts_are_described():
    me = Entrant((1,), 1500.0, 40, own=games((1, 1.0), (1, 1.0), (2, 1.0)))
    others = [Entrant((i,), None, fixed=1500.0) for i in (2, 3)]
    trace = rate_section(section((me, *others)), rules("2025"))
    text = lines(told(trace))["step5.bonus"].text
    assert "met one opponent twice in only three games" in text
    changed = load_rule_table().override_rules(
        rules_on("2018-01-01"), {"bonus_multiplier": 9.0}
    )
    found = lines(told(PATHS["standard with bonus"](changed)))
    said = "B = 9 set by hand; the 2015 edition prints 12."
    assert said in found["step5.threshold"].text
    assert "for sections that ended on or after 5/18/2013" in found["n_star"].text
    known = FloorFacts(wins=3, draws=1, events=10)
    me = Entrant((1,), 1500.0, 40, own=games((1, 1.0)), floors=known)
    trace = rate_section(
        section((me, Entrant((2,), None, fixed=1500.0))), rules("2025")
    )
    assert (
        "This event counts, and earlier ones too"
        in lines(told(trace))["floor.personal"].text
    )
    trace = PATHS["unrated among unrated"](rules("2025"))
    text = lines(told(trace, 1))["step3.skipped"].text
    assert "Step 3 estimates 2 of this player's opponents, for Step 4 below." in text


@pytest.mark.parametrize("edition", [*EDITIONS, *DAYS])
def test_the_rounding_of_every_edition_is_said(edition):
    rule_set: Rules = rules_on(edition) if "-" in edition else rules(edition)
    found = lines(derived("given floor", edition))
    if rule_set.has_integer_ratings:
        assert "rounded up if higher than the pre-event rating, 1500" in (
            found["rounding"].text
        )
        assert "this one is lower and is rounded down." in found["rounding"].text
        since = "before 8/31/2014" if "-" in edition else "the 2009 edition prints"
        assert since in found["rounding"].text
    else:
        assert (
            "displayed as the nearest whole number, .5 rounded up" in found["post"].text
        )
        since = "after 9/1/2014" if "-" in edition else f"the {edition} edition"
        assert since in found["post"].text


def computes_nothing(line: DerivationLine) -> bool:
    right = re.split(" [=≈] ", line.formula)[-1]
    return bool(line.formula) and right == line.value


@pytest.mark.parametrize("edition", [*EDITIONS, "2012-01-01", "2014-01-01"])
def test_no_line_computes_nothing(edition):
    rule_set = rules_on(edition) if "-" in edition else rules(edition)
    for path in PATHS:
        trace = PATHS[path](rule_set)
        for place in range(len(trace.players)):
            for line in told(trace, place).iterate_lines():
                assert not computes_nothing(line), line


def test_the_lines_of_real_players_compute_something_in_whole_sentences():
    count = 0
    for name, _, derivation, _ in real(every=53):
        count += 1
        for line in derivation.iterate_lines():
            assert not computes_nothing(line), (name, line)
    assert count > 30
    for path in PATHS:
        for line in derived(path).iterate_lines():
            assert line.text.endswith("."), line
            assert (
                line.text[0].isupper()
                or line.text[0].isdigit()
                or (line.text.startswith("f "))
            ), line
