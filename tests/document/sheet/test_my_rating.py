"""A player's own sheet: loss, draw and win with their ranges, and the real answer."""

import datetime as dt
import random
from dataclasses import replace

import pytest

from tests.analysis.by_hand import USUAL
from tests.build import document, player, section
from uscalc.analysis.forecast_model import NothingToForecastError
from uscalc.document.model import RatingFacts, RulesChoice
from uscalc.document.rate.rating import rate_document
from uscalc.document.sheet.answer import answer_in_section, answer_sheet
from uscalc.document.sheet.sheet import BadSheetError, Sheet, SheetLine, find_in
from uscalc.engine.rounding import shown
from uscalc.report.as_sheet import sheet_text
from uscalc.rules.resolve import rules_for

DAY = dt.date(2025, 9, 1)
PLAYED = (
    SheetLine(1702, "W"),
    SheetLine(1855, "D"),
    SheetLine(1760, "W"),
    SheetLine(1910, "L"),
)
WORKED = Sheet(1780.0, (*PLAYED, SheetLine(1824)), DAY)


def answer(sheet, **more):
    return answer_sheet(sheet, rules_for, USUAL, **more)


def test_the_worked_case():
    found = answer(WORKED)
    assert shown(found.now.value) == 1800
    assert found.now.score == 2.5
    assert [shown(way.value) for way in found.forecast.ways] == [1786, 1801, 1830]
    assert [shown(line.value) for line in found.forecast.scores] == [1786, 1801, 1830]
    assert shown(found.forecast.stopping.value) == 1800


def test_a_draw_probably_reaches_1800():
    goals = answer(WORKED).goals(1800)
    loss, draw, win = (goal.reach for goal in goals.ways)
    assert (loss.how, draw.how, win.how) == ("likely", "likely", "certain")
    assert loss.chance.share < 0.01
    assert 0.5 < draw.chance.share < 0.9
    assert goals.certain_score == 1.0


@pytest.mark.parametrize(
    "sheet",
    [
        WORKED,
        replace(WORKED, lines=(SheetLine(1702, "W"), SheetLine(1500))),
        Sheet(None, (SheetLine(1700, "W"), SheetLine(1500)), DAY, birth_year=2014),
        Sheet(1450.0, (SheetLine(1600, "W"), SheetLine(1600)), DAY, 7, "all_wins"),
        Sheet(1450.0, (SheetLine(1600, "L"), SheetLine(1600, None, None, 4)), DAY, 7),
        Sheet(100.0, (SheetLine(100, "W"), SheetLine(2900)), DAY, 0),
    ],
    ids=["worked", "two games", "a newcomer", "all wins", "few games", "no game"],
)
def test_every_range_holds_its_rating(sheet):
    found = answer(sheet)
    for way in (found.now, *found.forecast.ways):
        usual = way.spread.within(0.95)
        value = shown(way.value)
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


def test_a_sheet_without_a_game_to_play_says_where_it_stands():
    found = answer(replace(WORKED, lines=PLAYED))
    assert found.forecast is None
    assert found.goals(1800) is None
    assert shown(found.now.value) == 1800


def test_a_sheet_without_a_result_yet():
    found = answer(replace(WORKED, lines=(SheetLine(1824), SheetLine(1700))))
    assert found.now is None
    assert len(found.forecast.ways) == 9
    assert len(found.forecast.scores) == 5


def test_an_opponent_known_by_a_range():
    lines = (*PLAYED, SheetLine(1724, rating_to=1924))
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
                SheetLine(kind(1744), "W", None, 12),
                SheetLine(kind(2034), None, None, 3),
                SheetLine(kind(1617), None, kind(1717)),
            )
            rating = own if own is None else kind(own)
            two.append(answer(Sheet(rating, lines, DAY, games)).forecast)
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
        lines.append(SheetLine(levels[int(text[1:]) - 1], result))
    return Sheet(1780.0, tuple(lines), DAY)


@pytest.mark.parametrize("seed", range(8))
def test_the_real_answer_lies_within_the_sheets_and_is_narrower(seed):
    made, levels, results = round_robin(seed)
    sheet = sheet_of(levels, results)
    assert 1 in find_in(sheet, made, 0, rules_for)
    real = answer_in_section(made, 0, "R", 1, rules_for, USUAL)
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
    assert find_in(sheet, made, 0, rules_for) == (1,)
    assert find_in(replace(sheet, rating=1781.0), made, 0, rules_for) == ()
    turned = {"W": "L", "L": "W", "D": "W", None: None}
    other = tuple(replace(line, result=turned[line.result]) for line in sheet.lines)
    assert find_in(replace(sheet, lines=other), made, 0, rules_for) == ()
    assert find_in(sheet, made, 4, rules_for) == ()


def test_a_section_in_which_nothing_is_undecided():
    made = document(section(player(1, "W2"), player(2, "L1")))
    with pytest.raises(NothingToForecastError, match="undecided"):
        answer_in_section(made, 0, "R", 1, rules_for, USUAL)
    with pytest.raises(NothingToForecastError):
        answer_in_section(made, 0, "Q", 1, rules_for, USUAL)


@pytest.mark.parametrize(
    ("sheet", "word"),
    [
        (replace(WORKED, lines=()), "no opponent"),
        (replace(WORKED, rating=50.0), "50 is no rating"),
        (replace(WORKED, rating=float("nan")), "no rating"),
        (replace(WORKED, games=-1), "0 games or more"),
        (replace(WORKED, lines=(SheetLine(5000),)), "line 1"),
        (replace(WORKED, lines=(*PLAYED, SheetLine(1900, rating_to=1800))), "line 5"),
        (replace(WORKED, lines=(SheetLine(1500, "W", 1600),)), "not a range"),
        (replace(WORKED, rules=RulesChoice("1899")), "1899"),
    ],
)
def test_what_is_no_sheet_is_said_in_plain_words(sheet, word):
    with pytest.raises(BadSheetError, match=word):
        answer(sheet)


def test_the_sheet_as_text():
    text = sheet_text(answer(WORKED), 1800)
    assert "Regular rating: 1780, established" in text
    assert "5. 1824: to play" in text
    assert "So far 2.5 of 4: 1800 (usually" in text
    assert "Draw: 1801 (usually" in text
    assert "A draw probably reaches 1800 (" in text
    assert "A loss probably does not reach 1800" in text
    assert "A win reaches 1800." in text
    beyond = sheet_text(answer(WORKED), 2000)
    assert "A win does not reach 2000" in beyond
    few = sheet_text(answer(replace(WORKED, games=6)))
    assert "based on 6 games" in few


def test_a_sheet_stands_for_what_the_program_rates():
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
        rules_for,
    ).sections[0]
    post = rated.in_system("R").player(1).post
    assert answer(WORKED).forecast.ways[1].value == pytest.approx(post, abs=1e-9)


def test_a_newcomers_figure_stands_in_its_own_range():
    sheet = Sheet(None, (SheetLine(1500),), DAY)
    for line in answer_sheet(sheet, rules_for, USUAL).forecast.ways:
        assert line.open.low <= shown(line.value) <= line.open.high
        assert line.range.low <= shown(line.value) <= line.range.high
