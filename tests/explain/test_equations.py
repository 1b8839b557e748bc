"""Every printed equation holds: "=" to the last digit, "≈" as far as the digits go.

The test reads the page as the command line prints it, and computes each side from the
printed figures alone.
"""

import random
import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

import pytest

from tests.engine.make import rules
from tests.explain import test_figures
from tests.explain.calculator import compute
from tests.explain.make import check_text, derive, name_of, rules_of
from tests.explain.reader import check_by_hand, printed
from tests.explain.test_curve import NOBODY
from tests.explain.test_paths import EDITIONS, PATHS
from tests.trace.sections import make_section_trace
from uscalc.engine.trace import SectionTrace, SpecialTrace, StandardTrace
from uscalc.explain.curve import make_objective_curve
from uscalc.explain.curves import draw_formula
from uscalc.explain.derive import derive_rating
from uscalc.explain.lesson.model import LessonCase
from uscalc.explain.lesson.steps import make_step_slides
from uscalc.explain.model import Derivation
from uscalc.explain.numbers import PlayerDirectory, parse_exact, rounds_to
from uscalc.explain.picture import make_picture
from uscalc.explain.picture_words import describe_state
from uscalc.explain.walk import compute_walk_from, list_walk_stops

DAYS = ("2012-01-01", "2014-01-01", "2016-03-01", "2022-01-01", "2026-03-01")
CITED = re.compile(r"\s*\[[^]]*\]$")
SIGNS = re.compile(r" ([=≈]) ")
NAMED = re.compile(r"(?!(?:min|max|exp)\b)[A-Za-z]")


def equations(text: str) -> Iterator[str]:
    for line in text.splitlines():
        tail = CITED.sub("", line.strip())
        if line.startswith("      ") and SIGNS.search(tail) and " ≤ " not in tail:
            yield re.sub(r" \(change .*\)$", "", tail)


def worked(side: str) -> Fraction | float | None:
    """Return the value of a side, exact where possible; None if it contains a name."""
    if NAMED.search(side):
        return None
    value = compute(side, Fraction)
    return value if isinstance(value, float) else Fraction(value)


MOST_DECIMALS = 10
"""The decimals of the operands; a result with more is checked to as many."""


def half_unit(side: str) -> float:
    """Return how far a figure may be from the number that it was rounded from."""
    return 0.5 * 10.0 ** -min(len(side.partition(".")[2]), MOST_DECIMALS) + 1e-12


def check(equation: str) -> Counter[str]:
    sides = SIGNS.split(equation)
    last = half_unit(sides[-1])
    seen: Counter[str] = Counter()
    for left, sign, right in zip(sides[::2], sides[1::2], sides[2::2], strict=False):
        one, two = worked(left), worked(right)
        if one is None or two is None:
            continue
        seen[sign] += 1
        if sign == "=":
            exact = isinstance(one, Fraction) and isinstance(two, Fraction)
            assert one == two if exact else abs(one - two) < 1e-12, equation
        else:
            bare = re.fullmatch(r"[+−]?[\d.]+", right) is not None
            assert one != two, equation
            assert abs(one - two) <= (half_unit(right) if bare else last), equation
    return seen


def check_derivation(derivation: Derivation) -> Counter[str]:
    seen: Counter[str] = Counter()
    for equation in equations(printed(derivation)):
        seen += check(equation)
    for chapter in derivation.chapters:
        columns = [
            [game.strength for game in chapter.games],
            [game.expectation for game in chapter.games],
        ]
        for table in chapter.tables:
            columns += zip(*table.rows, strict=True)
        for column in columns:
            figures = filter(re.compile(r"[+−]?\d+(\.\d+)?").fullmatch, column)
            decimals = {len(figure.partition(".")[2]) for figure in figures}
            assert len(decimals) <= 1, column
    return seen


def check_trace(trace: SectionTrace) -> Counter[str]:
    seen: Counter[str] = Counter()
    for place in range(len(trace.players)):
        seen += check_derivation(derive(trace, place))
    return seen


@pytest.mark.parametrize("edition", [*EDITIONS, *DAYS])
def test_every_equation_in_every_path_is_true(edition):
    seen: Counter[str] = Counter()
    for path in PATHS.values():
        seen += check_trace(path(rules_of(edition)))
    assert seen["="] > 300
    assert seen["≈"] > 100


def test_every_equation_of_random_sections_is_true():
    seen: Counter[str] = Counter()
    for trace in map(make_section_trace, range(80)):
        seen += check_trace(trace)
    assert min(seen["="], seen["≈"]) > 1500


def test_derivations_of_real_players_and_of_a_worksheet_are_true():
    count, seen = 0, 0
    for name, player, derivation, trace in test_figures.real_players(every=12):
        try:
            known = test_figures.allowed(player, trace)
            text = test_figures.body(derivation)
            assert test_figures.unexplained_figures(text, known) == []
            check_text(derivation, player)
            check_by_hand(player, derivation)
            seen += check_derivation(derivation)["≈"] > 0
        except AssertionError as error:
            raise AssertionError(f"{name}: {derivation.heading}") from error
        count += 1
    assert count > 50
    assert seen > 40
    for trace, place, answered in test_figures.worksheets():
        seen = check_derivation(derive_rating(trace, place, name_of, answered))["≈"]
    assert seen


def test_wrong_digits_are_noticed_and_an_answers_figures_agree():
    assert check("K = 800 / (16 + 4) = 40") == {"=": 1}
    for wrong in ("800 / 3 = 266.67", "800 / 4 ≈ 200", "800 / 3 ≈ 266.68"):
        with pytest.raises(AssertionError):
            check(wrong)
    trace = PATHS["special"](rules("2025"))
    text = printed(derive_rating(trace, 0, lambda number: f"Anna Plainname {number}"))
    assert "against Anna Plainname 2 (no. 2)" in text
    seen: Counter[str | None] = Counter()
    for trace in map(make_section_trace, range(100)):
        for place in range(len(trace.players)):
            seen[check_answer(derive(trace, place).answer)] += 1
    for path in PATHS.values():
        trace = path(rules("2025"))
        seen[check_answer(derive(trace).answer)] += 1
    assert seen["≈"] > 100
    assert seen["="]


FIGURE = r"−?\d+(?:\.\d+)?"
ANSWER = re.compile(
    (
        r"(?P<new>#) (?P<sign>[=≈]) (?P<old>#) (?P<way>[+−]) (?P<gain>#)"
        r"(?: \+ (?P<bonus>#) bonus)?: (?P<surplus>#) points? (?:above|below) "
        r"expected, times K (?P<k>#)(?: \(reduced above 2200\))?, gives [+−](?P<again>#)"
        r"(?:, and the (?P<beyond>#) points above the bonus threshold, (?P<mark>#), "
        r"count twice)?"
    ).replace("#", FIGURE)
)
"""The one-sentence answer of a rating by the standard formula."""


def check_answer(answer: str) -> str | None:
    """Check that the parts of an answer agree, and return its sign if it has one."""
    found = ANSWER.search(answer)
    if found is None:
        return None
    part = {
        key: Fraction(text.replace("\N{MINUS SIGN}", "-"))
        for key, text in found.groupdict("0").items()
        if key not in ("sign", "way")
    }
    moved = part["gain"] if found["way"] == "+" else -part["gain"]
    total = part["old"] + moved + part["bonus"]
    assert part["again"] == part["gain"], answer
    product = float(part["surplus"] * part["k"] - part["gain"])
    assert abs(product) <= half_unit(found["gain"]), answer
    assert abs(float(total - part["new"])) <= half_unit(found["new"]), answer
    assert (found["sign"] == "=") is (total == part["new"]), answer
    if found["mark"]:
        beyond = float(part["gain"] - part["mark"] - part["bonus"])
        assert abs(beyond) <= half_unit(found["bonus"]), answer
        assert part["beyond"] == part["bonus"], answer
    return found["sign"]


IN_A_SENTENCE = re.compile(r"[\d(√][\d.+−·/()√² ]*(?: [=≈] [\d.+−·/()√² ]*[\d)])+")
"""An equation of figures within a sentence."""


def check_sentence(sentence: str) -> Counter[str]:
    seen: Counter[str] = Counter()
    for equation in IN_A_SENTENCE.findall(sentence):
        seen += check(equation.strip())
    return seen


@pytest.mark.parametrize("key", ["k", "bonus", "age"])
def test_the_equations_under_a_chart_hold(key):
    chance = random.Random(key)
    seen: Counter[str] = Counter()
    for _ in range(200):
        values = {
            **{"rating": chance.uniform(100.0, 2700.0), "games": chance.randint(0, 60)},
            **{"m": chance.randint(1, 20), "opponent": chance.uniform(100.0, 2700.0)},
            "multiplier": chance.choice((6.0, 10.0, 12.0, 14.0)),
            **{"gain": chance.uniform(-50.0, 150.0), "age": chance.uniform(2.0, 60.0)},
        }
        curve = draw_formula(key, values, NOBODY, rules("2025"))
        seen += check_sentence(curve.sentence)
    assert seen["≈"] + seen["="] > 50


def test_the_equations_of_the_walk_from_the_closed_form_hold():
    seen: Counter[str] = Counter()
    for trace in map(make_section_trace, range(150)):
        people = PlayerDirectory(trace, name_of)
        for player in trace.players:
            if isinstance(player.step4, SpecialTrace) and player.effective.n_eff:
                walk = compute_walk_from("closed form", player, player.step4)
                curve = make_objective_curve(player.step4, player.entrant)
                first = list_walk_stops(walk, "closed form", curve, people)[0]
                seen += check_sentence(first.sentence)
    assert seen["≈"] > 30


SUMS = re.compile(
    r"[Ee]xpected (?P<expected>[\d.]+) of [\d.]+, scored (?P<scored>[\d.]+)"
    r"(?:: |\. R is too (?:low|high): the expected score is )"
    r"(?P<off>[\d.]+) (?:points|short|over)"
)


def test_the_two_sums_of_a_picture_differ_by_the_stated_amount():
    count = 0
    for trace in map(make_section_trace, range(60)):
        people = PlayerDirectory(trace, name_of)
        for place, player in enumerate(trace.players):
            if player.step5 is None:
                continue
            picture = make_picture(trace, place, 5, people)
            for r in (300.5, 1234.56, 2001.7):
                found = SUMS.search(describe_state(picture, r, False))
                if found is None:
                    continue
                expected, scored, off = (Fraction(text) for text in found.groups())
                digits = half_unit(found["off"]) * 2
                assert abs(abs(expected - scored) - off) <= digits, found[0]
                count += abs(expected - scored) == off
    assert count > 200


def test_the_figures_of_a_lesson_follow_from_each_other():
    count = 0
    for trace in map(make_section_trace, range(60)):
        people = PlayerDirectory(trace, name_of)
        for place, player in enumerate(trace.players):
            if not isinstance(player.step4, StandardTrace):
                continue
            slides = [*make_step_slides(LessonCase(people, place))]
            (k,) = (one for one in slides if one.key == "k")
            (gain,) = (one for one in slides if one.key == "gain")
            found, above, below = FIGURES.findall(k.answer.text)[:3]
            assert rounds_to(parse_exact(above) / parse_exact(below), found)
            off, worth = FIGURES.findall(gain.question.fact)
            said = FIGURES.findall(gain.answer.text)[0].lstrip("+−")
            assert rounds_to(parse_exact(off) * parse_exact(worth), said)
            count += 1
    assert count > 100


FIGURES = re.compile(r"[+−]?\d+(?:\.\d+)?")
