"""The sentence of a sheet, read back: every word of it is true of the figures."""

import datetime as dt
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from uscalc.analysis.forecast_model import ForecastParameters
from uscalc.analysis.goals import evaluate_target
from uscalc.document.sheet.answer import answer_estimate
from uscalc.document.sheet.sheet import Estimate, EstimateLine
from uscalc.engine.rounding import round_for_display
from uscalc.report.as_answer import (
    LEAST_LUCK,
    AnswerFacts,
    make_answer_sentence,
    make_uncertainty_sentence,
)
from uscalc.report.forecast_words import describe_odds
from uscalc.rules.chances import load_chance_model
from uscalc.rules.resolve import resolve_rules

DAY = dt.date(2025, 9, 1)
PLAYED = (
    EstimateLine(1702, "W"),
    EstimateLine(1855, "D"),
    EstimateLine(1760, "W"),
    EstimateLine(1910, "L"),
)
WORKED = Estimate(1780.0, (*PLAYED, EstimateLine(1824)), DAY)


def told_of(sheet):
    answer = answer_estimate(
        sheet, resolve_rules, ForecastParameters(load_chance_model())
    )
    return AnswerFacts(sheet.rating, answer.now, answer.forecast)


def part(words):
    """The part that an odds phrase names, and whether it is a bound."""
    found = re.fullmatch(r"(about|less than|more than) ([\d]+) in (\d+)", words)
    assert found is not None, words
    return found[1], int(found[2]) / int(found[3])


@given(st.floats(0.0, 1.0))
@example(0.0004)
@example(0.9996)
@example(0.03)
def test_odds_are_near_the_chance(share):
    kind, said = part(describe_odds(share))
    if kind == "less than":
        assert share < said
    elif kind == "more than":
        assert share > said
    else:
        assert abs(said - share) <= 0.05
        rare = min(share, 1.0 - share)
        if rare < 0.1:
            assert min(said, 1.0 - said) == pytest.approx(rare, rel=0.25)


def test_odds_grow_with_the_chance():
    said = [part(describe_odds(at / 5000))[1] for at in range(5001)]
    assert said == sorted(said)
    assert describe_odds(1 / 3) == "about 1 in 3"
    assert describe_odds(0.0) == "less than 1 in 1000"
    assert describe_odds(1.0) == "more than 999 in 1000"


def test_the_worked_case_in_a_sentence():
    told = told_of(WORKED)
    stands = (
        "Your rating now would be 1800 (+20). With a loss: 1786. Draw: 1801. Win: 1830."
    )
    assert make_answer_sentence(told) == stands
    for target, words in (
        (1700, "1700 is guaranteed, whatever your score."),
        (1800, "For 1800, a draw should be enough: about "),
        (1830, "For 1830, you need a win: about "),
        (1840, "For 1840, even a win gives only 1830: about "),
        (1900, "1900 is out of reach: "),
    ):
        said = make_answer_sentence(told, target)
        assert said.startswith(f"{stands} {words}")
    several = told_of(Estimate(1780.0, (*PLAYED[:2], *[EstimateLine(1800)] * 3), DAY))
    said = make_answer_sentence(several, 1820)
    assert re.search(r"For 1820, you need 2 of your last 3.*: about \d+ in \d+\.", said)
    told = told_of(Estimate(1780.0, PLAYED, DAY))
    assert make_answer_sentence(told) == "Your rating now would be 1800 (+20)."
    assert make_answer_sentence(told, 1700).endswith("1700 is reached.")
    assert make_answer_sentence(told, 1900).endswith("points.")
    assert "depends on other players' games" in make_answer_sentence(told, 1800)
    new = told_of(Estimate(None, PLAYED, DAY))
    assert re.fullmatch(r"Your rating now would be \d+\.", make_answer_sentence(new))


LINES = st.builds(
    EstimateLine,
    st.integers(600, 2300).map(float),
    st.sampled_from(["W", "D", "L", None]),
)
SHEETS = st.builds(
    Estimate,
    st.integers(700, 2300).map(float),
    st.lists(LINES, min_size=1, max_size=5)
    .map(tuple)
    .filter(lambda lines: sum(line.result is None for line in lines) <= 3),
    st.just(DAY),
    games=st.one_of(st.none(), st.integers(1, 30)),
)


@given(sheet=SHEETS, off=st.integers(-80, 80))
def test_the_sentence_is_true_of_the_figures(sheet, off):
    told = told_of(sheet)
    found = told.forecast
    centre = told.now.value if told.now else sheet.rating
    target = max(100.0, round(centre) + float(off))
    said = make_answer_sentence(told, target)

    stands = re.match(
        r"Your (rating now would be|pre-event rating is) (\d+)(?: \((.\d+|0)\))?\.",
        said,
    )
    if told.now is None:
        assert stands[1] == "pre-event rating is"
        assert int(stands[2]) == round_for_display(sheet.rating)
    else:
        assert int(stands[2]) == round_for_display(told.now.value)
        moved = int(stands[3].replace("\N{MINUS SIGN}", "-"))
        assert moved == round_for_display(told.now.value) - round_for_display(
            sheet.rating
        )
    if found is None:
        return

    figures = [int(round_for_display(way.value)) for way in found.ways]
    one = re.search(r"With a loss: (\d+)\. Draw: (\d+)\. Win: (\d+)\.", said)
    some = re.search(r"Lose your last (\d): (\d+)\. Win them all: (\d+)\.", said)
    if len(found.own) == 1:
        assert [int(one[at]) for at in (1, 2, 3)] == figures
    else:
        assert int(some[1]) == len(found.own)
        assert (int(some[2]), int(some[3])) == (figures[0], figures[-1])

    chance = found.compute_chance_of(target).share
    tail = said.rsplit(". ", 1)[1]
    goal = f"{target:g}"
    assert goal in tail
    odds = re.search(r": ((?:about|less than|more than) \d+ in \d+)\.", tail)
    if odds is None:
        # A sentence without odds tells what is certain.
        certain = found.range.low >= target
        assert certain is ("is guaranteed" in tail)
        if not certain:
            short = int(re.search(r"(\d+) points? short", tail)[1])
            assert found.range.high + short == target
        return
    assert odds[1] == describe_odds(chance)
    enough = [w.score for w in found.ways if round_for_display(w.value) >= target]
    names = {"a loss": 0.0, "a draw": 0.5, "a win": 1.0}
    needs = re.search(r"For \d+, (?:you need |even )?(.*?):", tail)[1]
    numbers = [
        float(n) for n in re.findall(r"(?<![\w.])(\d(?:\.5)?)(?= or| of|$)", needs)
    ]
    if "gives only" in tail:
        assert not enough
        assert str(max(figures)) in tail
        return
    least = (
        0.0
        if "losing" in needs
        else numbers[0]
        if numbers
        else next(score for name, score in names.items() if needs.startswith(name))
    )
    assert least == min(enough)
    if "is enough" in tail:
        assert evaluate_target(found.scores[1], target).how == "certain"
    # What is less than needed can do it with luck only where that is said.
    hopes = [
        line.score
        for line in found.scores
        if line.score < least
        and line.spread.compute_chance_of(target).share >= LEAST_LUCK
    ]
    assert bool(hopes) is ("with luck" in tail)


@given(sheet=SHEETS)
def test_other_games_move_the_rating_within_the_described_range(sheet):
    told = told_of(sheet)
    said = make_uncertainty_sentence(told, False)
    ends = [(round_for_display(line.value), line.open) for line in told.lines]
    usual = [
        (round_for_display(line.value), line.spread.find_middle_range(0.95))
        for line in told.lines
    ]
    most = max(max(now - low, high - now) for now, (low, high) in (*ends, *usual))
    if not most:
        assert "could change this" not in said
        return
    words = re.search(
        r"other games could change this by (\d+) points?"
        r"(?: either way, (\d+) at most| at most)\. For the exact rating, paste",
        said,
    )
    assert int(words[2] or words[1]) == most
    for now, (low, high) in usual:
        assert now - int(words[1]) <= low <= high <= now + int(words[1])


def test_unrated_players_have_no_chance_but_an_unknown_birth_year():
    new = told_of(Estimate(None, (EstimateLine(1500),), DAY))
    said = make_answer_sentence(new, 1400)
    assert said.endswith("No chances available: you are unrated and have no games yet.")
    assert "about" not in said
    met = told_of(Estimate(1500.0, (EstimateLine(1500, "W"), EstimateLine(None)), DAY))
    assert "No chances available: an opponent is unrated" in make_answer_sentence(
        met, 1510
    )
    # After a game there is one.
    then = told_of(Estimate(None, (EstimateLine(1500, "D"), EstimateLine(1500)), DAY))
    assert re.search(r": about \d+ in \d+\.$", make_answer_sentence(then, 1500))
    lines = tuple(EstimateLine(rating) for rating in (1710, 1450, 1500))
    young = told_of(Estimate(None, lines, DAY))
    assert (
        "Missing data (earlier games, birth years, the time control)"
        in make_uncertainty_sentence(young, False)
    )
    told = told_of(Estimate(None, lines, DAY, birth_year=1990))
    assert "not known" not in make_uncertainty_sentence(told, False)
