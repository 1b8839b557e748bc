"""A player's own sheet: loss, draw and win with their ranges, and the real answer."""

import datetime as dt
import random
from dataclasses import replace

import pytest

from tests.analysis.by_hand import USUAL
from tests.build import document, player, section
from uscalc.analysis.forecast_model import NothingToForecastError
from uscalc.document.model import RatingFacts, RulesChoice
from uscalc.document.rate.whole import rate_document
from uscalc.document.sheet.answer import answer_estimate, answer_in_section
from uscalc.document.sheet.sheet import (
    BadEstimateError,
    Estimate,
    EstimateLine,
    find_numbers,
)
from uscalc.engine.rounding import round_for_display
from uscalc.report.as_sheet import make_sheet_text
from uscalc.rules.resolve import resolve_rules

DAY = dt.date(2025, 9, 1)
PLAYED = (
    EstimateLine(1702, "W"),
    EstimateLine(1855, "D"),
    EstimateLine(1760, "W"),
    EstimateLine(1910, "L"),
)
WORKED = Estimate(1780.0, (*PLAYED, EstimateLine(1824)), DAY)


def answer(sheet, **more):
    return answer_estimate(sheet, resolve_rules, USUAL, **more)


def test_the_worked_case():
    found = answer(WORKED)
    assert round_for_display(found.now.value) == 1800
    assert found.now.score == 2.5
    assert [round_for_display(way.value) for way in found.forecast.ways] == [
        1786,
        1801,
        1830,
    ]
    assert [round_for_display(line.value) for line in found.forecast.scores] == [
        1786,
        1801,
        1830,
    ]
    assert round_for_display(found.forecast.stopping.value) == 1800


def test_a_draw_probably_reaches_1800():
    goals = answer(WORKED).find_goals(1800)
    loss, draw, win = (goal.reach for goal in goals.ways)
    assert (loss.how, draw.how, win.how) == ("likely", "likely", "certain")
    assert loss.chance.share < 0.01
    assert 0.5 < draw.chance.share < 0.9
    assert goals.certain_score == 1.0


@pytest.mark.parametrize(
    "sheet",
    [
        WORKED,
        replace(WORKED, lines=(EstimateLine(1702, "W"), EstimateLine(1500))),
        Estimate(
            None, (EstimateLine(1700, "W"), EstimateLine(1500)), DAY, birth_year=2014
        ),
        Estimate(
            1450.0, (EstimateLine(1600, "W"), EstimateLine(1600)), DAY, 7, "all_wins"
        ),
        Estimate(
            1450.0, (EstimateLine(1600, "L"), EstimateLine(1600, None, None, 4)), DAY, 7
        ),
        Estimate(100.0, (EstimateLine(100, "W"), EstimateLine(2900)), DAY, 0),
    ],
    ids=["worked", "two games", "a newcomer", "all wins", "few games", "no game"],
)
def test_every_range_holds_its_rating(sheet):
    found = answer(sheet)
    for way in (found.now, *found.forecast.ways):
        usual = way.spread.find_middle_range(0.95)
        value = round_for_display(way.value)
        assert way.range.low <= way.open.low <= usual[0] <= value
        assert value <= usual[1] <= way.open.high <= way.range.high


def test_a_provisional_and_a_new_player():
    settled = replace(WORKED, games=100)
    few = replace(WORKED, games=5, record="mixed")
    new = replace(WORKED, rating=None, birth_year=2012)
    for sheet in (few, new):
        swing = [way.value for way in answer(sheet).forecast.ways]
        assert swing[2] - swing[0] > 75
        assert swing == sorted(swing)
    swing = [way.value for way in answer(settled).forecast.ways]
    assert swing[2] - swing[0] < 50


def test_an_unknown_record_opens_a_provisional_rating():
    known = answer(replace(WORKED, games=5, record="mixed")).forecast.ways[1]
    unknown = answer(replace(WORKED, games=5)).forecast.ways[1]
    assert unknown.range.high - unknown.range.low > known.range.high - known.range.low


def test_an_estimate_without_unplayed_games_gives_the_present_rating():
    found = answer(replace(WORKED, lines=PLAYED))
    assert found.forecast is None
    assert found.find_goals(1800) is None
    assert round_for_display(found.now.value) == 1800


def test_a_sheet_without_a_result_yet():
    found = answer(replace(WORKED, lines=(EstimateLine(1824), EstimateLine(1700))))
    assert found.now is None
    assert len(found.forecast.ways) == 9
    assert len(found.forecast.scores) == 5


def test_an_opponent_known_by_a_range():
    lines = (*PLAYED, EstimateLine(1724, rating_to=1924))
    wide, narrow = answer(replace(WORKED, lines=lines)), answer(WORKED)
    for one, other in zip(wide.forecast.ways, narrow.forecast.ways, strict=True):
        assert one.range.low < other.range.low
        assert one.range.high > other.range.high


def test_a_rating_without_decimals_is_the_same_as_one_with():
    """A newcomer and a player of one game, who are rated again between the rounds."""
    for own, games in ((None, None), (2036, 1)):
        two = []
        for kind in (int, float):
            lines = (
                EstimateLine(kind(1744), "W", None, 12),
                EstimateLine(kind(2034), None, None, 3),
                EstimateLine(kind(1617), None, kind(1717)),
            )
            rating = own if own is None else kind(own)
            two.append(answer(Estimate(rating, lines, DAY, games)).forecast)
        assert two[0].ways == two[1].ways


def test_the_rules_are_those_of_the_day_or_the_edition():
    now = answer(WORKED).forecast.ways[2].value
    older = answer(replace(WORKED, end_date=dt.date(2018, 9, 1))).forecast.ways[2].value
    by_key = answer(replace(WORKED, rules=RulesChoice("2020"))).forecast.ways[2].value
    assert older != now
    assert by_key == pytest.approx(older)


def round_robin(seed, rounds=5):
    """A section of established players, the last round still to come."""
    chance = random.Random(seed)
    levels = [1780.0] + [float(chance.randint(1500, 2000)) for _ in range(11)]
    results = [[] for _ in levels]
    for round_ in range(rounds):
        order = [0, *[1 + (i + round_) % 11 for i in range(11)]]
        for one, other in zip(order[:6], reversed(order[6:]), strict=True):
            letter = "?" if round_ == rounds - 1 else chance.choice("WDL")
            theirs = {"W": "L", "L": "W"}.get(letter, letter)
            results[one].append(f"{letter}{other + 1}")
            results[other].append(f"{theirs}{one + 1}")
    rows = [
        player(i + 1, *own, facts=RatingFacts(level, games=100, source="official"))
        for i, (level, own) in enumerate(zip(levels, results, strict=True))
    ]
    return document(section(*rows)), levels, results


def sheet_of(levels, results):
    lines = []
    for text in results[0]:
        result = None if text[0] == "?" else text[0]
        lines.append(EstimateLine(levels[int(text[1:]) - 1], result))
    return Estimate(1780.0, tuple(lines), DAY)


@pytest.mark.parametrize("seed", range(8))
def test_the_real_answer_lies_within_the_sheets_and_is_narrower(seed):
    made, levels, results = round_robin(seed)
    sheet = sheet_of(levels, results)
    assert 1 in find_numbers(sheet, made, 0, resolve_rules)
    real = answer_in_section(made, 0, "R", 1, resolve_rules, USUAL)
    rough = answer(sheet).forecast
    for one, other in zip(real.ways, rough.ways, strict=True):
        assert one.halves == other.halves
        assert other.range.low <= one.range.low
        assert one.range.high <= other.range.high
        width = one.range.high - one.range.low
        assert width < other.range.high - other.range.low


def test_a_sheet_is_found_by_its_rating_and_its_games():
    made, levels, results = round_robin(1)
    sheet = sheet_of(levels, results)
    assert find_numbers(sheet, made, 0, resolve_rules) == (1,)
    assert find_numbers(replace(sheet, rating=1781.0), made, 0, resolve_rules) == ()
    turned = {"W": "L", "L": "W", "D": "W", None: None}
    other = tuple(replace(line, result=turned[line.result]) for line in sheet.lines)
    assert find_numbers(replace(sheet, lines=other), made, 0, resolve_rules) == ()
    assert find_numbers(sheet, made, 4, resolve_rules) == ()


def test_a_section_in_which_nothing_is_undecided():
    made = document(section(player(1, "W2"), player(2, "L1")))
    with pytest.raises(NothingToForecastError, match="undecided"):
        answer_in_section(made, 0, "R", 1, resolve_rules, USUAL)
    with pytest.raises(NothingToForecastError):
        answer_in_section(made, 0, "Q", 1, resolve_rules, USUAL)


@pytest.mark.parametrize(
    ("sheet", "word"),
    [
        (replace(WORKED, lines=()), "no opponent"),
        (replace(WORKED, rating=50.0), "50 isn't a valid rating"),
        (replace(WORKED, rating=float("nan")), "a valid rating"),
        (replace(WORKED, games=-1), "must be 0 or more"),
        (replace(WORKED, lines=(EstimateLine(5000),)), "line 1"),
        (
            replace(WORKED, lines=(*PLAYED, EstimateLine(1900, rating_to=1800))),
            "line 5",
        ),
        (replace(WORKED, lines=(EstimateLine(1500, "W", 1600),)), "not a range"),
        (replace(WORKED, rules=RulesChoice("1899")), "1899"),
    ],
)
def test_what_is_no_sheet_is_said_in_plain_words(sheet, word):
    with pytest.raises(BadEstimateError, match=word):
        answer(sheet)


def test_the_sheet_as_text():
    text = make_sheet_text(answer(WORKED), 1800)
    assert "Regular rating: 1780, established" in text
    assert "5. 1824: to play" in text
    assert "So far 2.5 of 4: 1800 (usually" in text
    assert "Draw: 1801 (usually" in text
    assert "A draw probably reaches 1800 (" in text
    assert "A loss probably doesn't reach 1800" in text
    assert "A win reaches 1800." in text
    beyond = make_sheet_text(answer(WORKED), 2000)
    assert "A win doesn't reach 2000" in beyond
    few = make_sheet_text(answer(replace(WORKED, games=6)))
    assert "based on 6 games" in few


def test_an_estimate_equals_the_programs_rating():
    """The figures are those of the same sheet as an event."""
    rated = rate_document(
        document(
            section(
                player(1, "N2", "R3", "N4", "S5", "R6", rating=1780.0),
                *(
                    player(i, rating=rating)
                    for i, rating in enumerate((1702, 1855, 1760, 1910, 1824), 2)
                ),
                kind="estimate",
            )
        ),
        resolve_rules,
    ).sections[0]
    post = rated.in_system("R").find_trace(1).post
    assert answer(WORKED).forecast.ways[1].value == pytest.approx(post, abs=1e-9)
