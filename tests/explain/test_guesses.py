"""What a reader of a derivation had to guess is said, where it is needed, and once."""

import re
from collections.abc import Iterator

import pytest

from tests import build
from tests.engine.make import games, rules, rules_on, section
from tests.explain.calculator import reckon
from tests.explain.make import lines, name_of, told
from tests.explain.test_by_hand import real
from tests.explain.test_paths import EDITIONS, PATHS
from uscalc.document.cells import parse_cell
from uscalc.document.model import Section
from uscalc.document.queries.rounds import idle_rounds
from uscalc.engine.inputs import Entrant, FloorFacts
from uscalc.engine.rules import Rules
from uscalc.engine.section import rate_section
from uscalc.engine.special import compute_objective
from uscalc.engine.trace import SpecialTrace
from uscalc.explain.derive import derive_rating
from uscalc.explain.model import Derivation, DerivationLine
from uscalc.explain.numbers import format_multiplier, format_rating
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


# The walk


def specials() -> Iterator[tuple[str, str, SpecialTrace, dict[str, DerivationLine]]]:
    for path in PATHS:
        trace = PATHS[path](rules("2025"))
        for place, player in enumerate(trace.players):
            found = lines(told(trace, place))
            for step in (3, 4, 5):
                done = getattr(player, f"step{step}")
                if isinstance(done, SpecialTrace):
                    yield path, f"step{step}", done, found


def test_the_words_of_the_walk_are_said_where_it_begins_and_once():
    for path in ("special", "unrated by age", "all wins"):
        text = " ".join(line.text for line in derived(path).iterate_lines())
        assert (
            text.count("find the rating M at which the expected score equals S'") == 1
        )
        assert text.count("f(M) is the expected score at M") == 1
        assert (
            text.count("straight except at the knots, 400 points above and below") == 1
        )
    first = lines(derived("unrated by age"))["step3.walk"]
    assert {"s_prime", "m_walk", "f", "knot", "walk"} <= set(first.words.terms)


def test_f_is_written_out_at_the_first_two_points():
    seen = 0
    for path, key, done, found in specials():
        if not done.moves:
            assert f"{key}.f.start" not in found, path
            continue
        for name, at, value in (
            ("start", done.moves[0].m, done.moves[0].f),
            ("knot", done.moves[0].knot, done.moves[0].f_knot),
        ):
            line = found[f"{key}.f.{name}"]
            assert re.match(
                re.escape(f"f({format_rating(at)}) ") + "[=≈] ", line.formula
            )
            assert line.value == format_multiplier(value)
            terms = re.split(" [=≈] ", line.formula)[1]
            wanted = len(done.strengths) + 1 + bool(done.n_eff)
            assert len(re.split(r" [+−] ", terms)) == wanted
            by_hand = compute_objective(
                at, done.strengths, done.prior, done.n_eff, done.target
            )
            slack = 1e-5 * (wanted + done.n_eff)
            assert reckon(terms) == pytest.approx(by_hand, abs=slack)
        seen += 1
    assert seen > 20


def test_a_move_names_the_next_knot_whose_it_is_and_f_there():
    count = 0
    for _, key, done, found in specials():
        for i, move in enumerate(done.moves, 1):
            text = found[f"{key}.move{i}"].text
            assert (
                f"f({format_rating(move.m)}) is {format_multiplier(move.f)}, " in text
            )
            side = "below" if move.f > 0 else "above"
            assert f"The next knot {side} is {format_rating(move.knot)}, 400 " in text
            assert re.search(
                r"400 (above|below) (Player \d+|the player's own prior)", text
            )
            assert f"; f there is {format_multiplier(move.f_knot)}" in text
            count += 1
    assert count > 20


# The games


def test_expected_is_headed_with_the_rating_it_is_taken_at():
    for path in PATHS:
        trace = PATHS[path](rules("2025"))
        for chapter in told(trace).chapters:
            if not chapter.games:
                assert chapter.expected_at == ""
                continue
            step = getattr(trace.players[0], chapter.key)
            special = isinstance(step, SpecialTrace)
            at = step.end if special else trace.players[0].start.r0
            assert chapter.expected_heading == f"Expected at {format_rating(at)}"


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
    return idle_rounds(made, Entrant((place,), 1500.0, 40, own=own))


def test_every_round_without_a_rated_game_is_listed_with_what_there_was():
    rows = ("W2 H B X2 U", "L1 U U F1 U")
    assert idle(1, *rows) == (
        (2, "half-point bye"),
        (3, "full-point bye"),
        (4, "won by forfeit"),
        (5, "not paired"),
    )
    assert [number for number, _ in idle(2, *rows)] == [2, 3, 4, 5]
    assert idle(2, *rows)[2] == (4, "lost by forfeit")


def test_a_round_in_which_nobody_has_anything_yet_is_not_listed():
    assert idle(1, "W2 H", "L1 U") == ((2, "half-point bye"),)


def test_rounds_without_a_rated_game_stand_where_the_steps_begin():
    trace = PATHS["standard"](rules("2025"))
    said = (4, "half-point bye"), (5, "")
    found = lines(derive_rating(trace, 0, name_of, idle=said))
    assert found["idle"].text == (
        "No rated game: rounds 4 (half-point bye), 5. Not counted."
    )
    assert "idle" not in lines(told(trace))


def test_a_player_without_a_rated_game_has_the_rounds_in_step_1():
    trace = PATHS["no game"](rules("2025"))
    derivation = derive_rating(trace, 0, name_of, idle=((1, "not paired"),))
    assert derivation.chapters[0].lines[-1].text == (
        "No rated game: round 1 (not paired). Not counted."
    )


# The bonus


def test_an_opponent_met_twice_in_three_games_is_said():
    me = Entrant((1,), 1500.0, 40, own=games((1, 1.0), (1, 1.0), (2, 1.0)))
    others = [Entrant((i,), None, fixed=1500.0) for i in (2, 3)]
    trace = rate_section(section((me, *others)), rules("2025"))
    text = lines(told(trace))["step5.bonus"].text
    assert "met one opponent twice in only three games" in text


@pytest.mark.parametrize("day", DAYS)
def test_b_is_told_with_the_days_it_holds(day):
    text = text_of("standard with bonus", "step5.threshold", day)
    parameter, rule_set = (
        load_rule_table().parameters["bonus_multiplier"],
        rules_on(day),
    )
    value = parameter.find_value_on(rule_set.date, "R")
    days = f"ended from {value.start} to {value.end}"
    if value.end is None:
        days = f"ended on or after {value.start}"
    assert f"B = {value.value:g} for sections that {days}" in text
    printed = parameter.editions[rule_set.edition].value
    instead = f"; the {rule_set.edition} edition prints {printed:g}"
    assert (instead in text) is (printed != value.value)


def test_a_rule_set_by_hand_has_no_days():
    changed = load_rule_table().override_rules(
        rules_on("2018-01-01"), {"bonus_multiplier": 9.0}
    )
    found = lines(told(PATHS["standard with bonus"](changed)))
    said = "B = 9 set by hand; the 2015 edition prints 12."
    assert said in found["step5.threshold"].text
    assert "for sections that ended on or after 2013-05-18" in found["n_star"].text


# Since when


@pytest.mark.parametrize("edition", [*EDITIONS, *DAYS])
def test_the_rounding_of_every_edition_is_said(edition):
    rule_set: Rules = rules_on(edition) if "-" in edition else rules(edition)
    found = lines(derived("given floor", edition))
    if rule_set.has_integer_ratings:
        assert "rounded up if higher than the pre-event rating, 1500" in (
            found["rounding"].text
        )
        assert "this one is lower and is rounded down." in found["rounding"].text
        since = "before 2014-08-31" if "-" in edition else "the 2009 edition prints"
        assert since in found["rounding"].text
    else:
        assert (
            "displayed as the nearest whole number, .5 rounded up" in found["post"].text
        )
        since = "after 2014-09-01" if "-" in edition else f"the {edition} edition"
        assert since in found["post"].text


# Floors


def test_the_counts_of_the_personal_floor_are_told():
    known = FloorFacts(wins=3, draws=1, events=10)
    me = Entrant((1,), 1500.0, 40, own=games((1, 1.0)), floors=known)
    trace = rate_section(
        section((me, Entrant((2,), None, fixed=1500.0))), rules("2025")
    )
    assert (
        "This event counts, and earlier ones too"
        in lines(told(trace))["floor.personal"].text
    )


# The steps


def test_step_3_counts_the_opponents_whom_it_estimates():
    trace = PATHS["unrated among unrated"](rules("2025"))
    text = lines(told(trace, 1))["step3.skipped"].text
    assert "It estimates 2 of this player's opponents, for Step 4 below." in text


# Figures


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


def test_the_lines_of_real_players_compute_something():
    count = 0
    for name, _, derivation, _ in real(every=53):
        count += 1
        for line in derivation.iterate_lines():
            assert not computes_nothing(line), (name, line)
    assert count > 30


# What else a reader stopped at


def test_every_sentence_is_a_whole_one():
    for path in PATHS:
        for line in derived(path).iterate_lines():
            assert line.text.endswith("."), line
            assert (
                line.text[0].isupper()
                or line.text[0].isdigit()
                or (line.text.startswith("f "))
            ), line
