"""A player's estimate: loss, draw and win with their ranges, and the exact answer."""

import datetime as dt
import random
from itertools import product

import pytest
from msgspec.structs import replace

from tests.analysis.by_hand import USUAL
from tests.build import document, player, post, rate_one, section
from uscalc.analysis.forecast_model import NothingToForecastError
from uscalc.analysis.goals import find_goals
from uscalc.document.model import Document, RatingFacts, RulesChoice
from uscalc.document.rate.whole import rate_document
from uscalc.document.sheet import section as crosstable
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
PLAYED = tuple(map(EstimateLine, (1702, 1855, 1760, 1910), "WDWL"))
WORKED = Estimate(1780.0, (*PLAYED, EstimateLine(1824)), DAY)


def answer(sheet, **more):
    return answer_estimate(sheet, resolve_rules, USUAL, **more)


def two_lines(rating, result, *to_play):
    return EstimateLine(rating, result), EstimateLine(*to_play)


def test_the_rating_moves_more_the_fewer_the_games():
    found = answer(WORKED)
    for figures in (found.forecast.ways, found.forecast.scores):
        assert [round_for_display(one.value) for one in figures] == [1786, 1801, 1830]
    assert 0.5 < find_goals(found.forecast, 1800).ways[1].reach.chance.share < 0.9
    settled, few = replace(WORKED, games=100), replace(WORKED, games=5, record="mixed")
    for sheet in (few, replace(WORKED, rating=None, birth_year=2012)):
        swing = [way.value for way in answer(sheet).forecast.ways]
        assert swing[2] - swing[0] > 75
        assert swing == sorted(swing)
    swing = [way.value for way in answer(settled).forecast.ways]
    assert swing[2] - swing[0] < 50


@pytest.mark.parametrize(
    "sheet",
    [
        WORKED,
        replace(WORKED, lines=two_lines(1702, "W", 1500)),
        Estimate(None, two_lines(1700, "W", 1500), DAY, birth_year=2014),
        Estimate(1450.0, two_lines(1600, "W", 1600), DAY, 7, "all_wins"),
        Estimate(1450.0, two_lines(1600, "L", 1600, None, None, 4), DAY, 7),
        Estimate(100.0, two_lines(100, "W", 2900), DAY, 0),
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


def test_an_estimate_without_games_to_play_is_the_present_rating():
    found = answer(replace(WORKED, lines=PLAYED))
    assert (found.forecast, round_for_display(found.now.value)) == (None, 1800)
    found = answer(replace(WORKED, lines=(EstimateLine(1824), EstimateLine(1700))))
    assert (found.now, len(found.forecast.ways)) == (None, 9)
    assert len(found.forecast.scores) == 5
    known = answer(replace(WORKED, games=5, record="mixed")).forecast.ways[1]
    unknown = answer(replace(WORKED, games=5)).forecast.ways[1]
    assert unknown.range.high - unknown.range.low > known.range.high - known.range.low
    lines = (*PLAYED, EstimateLine(1724, rating_to=1924))
    wide, narrow = answer(replace(WORKED, lines=lines)), answer(WORKED)
    for one, other in zip(wide.forecast.ways, narrow.forecast.ways, strict=True):
        assert one.range.low < other.range.low
        assert one.range.high > other.range.high


def test_a_rating_without_decimals_is_the_same_as_one_with():
    """A newcomer and a player with one game, who are rated again between the rounds."""
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


def test_a_sheet_is_found_by_its_rating_and_games_under_the_rules_of_its_day():
    now = answer(WORKED).forecast.ways[2].value
    older = answer(replace(WORKED, end_date=dt.date(2018, 9, 1))).forecast.ways[2].value
    by_key = answer(replace(WORKED, rules=RulesChoice("2020"))).forecast.ways[2].value
    assert older != now
    assert by_key == pytest.approx(older)
    made, levels, results = round_robin(1)
    sheet = sheet_of(levels, results)
    assert find_numbers(sheet, made, 0, resolve_rules) == (1,)
    assert find_numbers(replace(sheet, rating=1781.0), made, 0, resolve_rules) == ()
    turned = {"W": "L", "L": "W", "D": "W", None: None}
    other = tuple(replace(line, result=turned[line.result]) for line in sheet.lines)
    assert find_numbers(replace(sheet, lines=other), made, 0, resolve_rules) == ()
    assert find_numbers(sheet, made, 4, resolve_rules) == ()
    made = document(section(player(1, "W2"), player(2, "L1")))
    with pytest.raises(NothingToForecastError, match="undecided"):
        answer_in_section(made, 0, "R", 1, resolve_rules, USUAL)
    with pytest.raises(NothingToForecastError):
        answer_in_section(made, 0, "Q", 1, resolve_rules, USUAL)


def round_robin(seed, rounds=5):
    """Return a section of established players with an unplayed last round."""
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
def test_the_exact_answer_is_within_the_estimates_range(seed):
    made, levels, results = round_robin(seed)
    sheet = sheet_of(levels, results)
    assert 1 in find_numbers(sheet, made, 0, resolve_rules)
    real = answer_in_section(made, 0, "R", 1, resolve_rules, USUAL)
    for one, other in zip(real.ways, answer(sheet).forecast.ways, strict=True):
        assert one.halves == other.halves
        assert other.range.low <= one.range.low
        assert one.range.high <= other.range.high
        assert one.range.high - one.range.low < other.range.high - other.range.low


@pytest.mark.parametrize(
    ("sheet", "word"),
    [
        (replace(WORKED, lines=()), "no opponent"),
        (replace(WORKED, rating=50.0), "50 isn't a valid rating"),
        (replace(WORKED, rating=float("nan")), "a valid rating"),
        (replace(WORKED, games=-1), "must be 0 or more"),
        (replace(WORKED, lines=(EstimateLine(5000),)), "line 1"),
        (replace(WORKED, lines=(*PLAYED, EstimateLine(1900, None, 1800))), "line 5"),
        (replace(WORKED, lines=(EstimateLine(1500, "W", 1600),)), "not a range"),
        (replace(WORKED, rules=RulesChoice("1899")), "1899"),
    ],
)
def test_an_impossible_estimate_is_refused_with_the_reason(sheet, word):
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
    assert "A win doesn't reach 2000" in make_sheet_text(answer(WORKED), 2000)
    assert "based on 6 games" in make_sheet_text(answer(replace(WORKED, games=6)))


def test_an_estimate_equals_the_programs_rating():
    me = player(1, "N2", "R3", "N4", "S5", "R6", rating=1780.0)
    levels = enumerate((1702, 1855, 1760, 1910, 1824), 2)
    others = (player(number, rating=rating) for number, rating in levels)
    exact = post(rate_one(me, *others, kind="estimate"), 1)
    assert answer(WORKED).forecast.ways[1].value == pytest.approx(exact, abs=1e-9)


SHEET = Estimate(1780.0, (EstimateLine(1702, "W"), EstimateLine(1655, "D")), DAY)


def played(*last: str, unknown: bool = False) -> Document:
    """Return four players over two rounds, or three if a third is given."""
    known = {"facts": RatingFacts(None, unknown=True)}
    fourth = known if unknown else {"rating": 1824.0}
    rows = (
        player(1, "W2", "D3", *last[:1], rating=1780.0),
        player(2, "L1", "W4", *last[1:2], rating=1702.0),
        player(3, "W4", "D1", *last[2:3], rating=1655.0),
        player(4, "L3", "L2", *last[3:4], **fourth),
    )
    other = section(player(1, "W2", rating=1780.0), player(2, "L1", rating=1500.0))
    return document(section(*rows), replace(other, name="Reserve"))


def test_the_player_of_a_sheet_is_found_in_one_section_and_answered():
    made = played()
    (found,) = crosstable.find_in_all_sections(SHEET, made, resolve_rules)
    assert found == crosstable.FoundPlayer(0, 1, "Player 1", "Open")
    rating = rate_document(made, resolve_rules).sections[0].in_system("R")
    answer = crosstable.answer_from_crosstable(SHEET, made, found, resolve_rules, USUAL)
    assert (answer.forecast, answer.added) == (None, 0)
    assert answer.post == rating.find_post(1)
    one_win = replace(SHEET, lines=(EstimateLine(1500, "W"),))
    (found,) = crosstable.find_in_all_sections(one_win, made, resolve_rules)
    assert found.section == 1
    other = replace(SHEET, rating=1779.0)
    assert crosstable.find_in_all_sections(other, made, resolve_rules) == ()


@pytest.mark.parametrize(
    ("line", "cell"),
    [
        (EstimateLine(1824), "?4"),
        # The opponent was met before, or nobody has that rating: use an unnamed player.
        (EstimateLine(1702), "?1702-1702"),
        (EstimateLine(1900), "?1900-1900"),
        (EstimateLine(1800, rating_to=1850), "?1800-1850"),
    ],
)
def test_an_unplayed_game_is_taken_from_the_estimate(line, cell):
    sheet = replace(SHEET, lines=(*SHEET.lines, line))
    made = played()
    (found,) = crosstable.find_in_all_sections(sheet, made, resolve_rules)
    completed, added = crosstable.add_unplayed_games(sheet, made, found)
    assert added == 1
    players = completed.sections[0].players
    assert players[0].results == ("W2", "D3", cell)
    if cell == "?4":
        assert players[3].results == ("L3", "L2", "?1")
    answer = crosstable.answer_from_crosstable(sheet, made, found, resolve_rules, USUAL)
    exact = answer_in_section(completed, 0, "R", 1, resolve_rules, USUAL)
    assert (answer.forecast, len(answer.forecast.ways)) == (exact, 3)


def test_a_section_not_rated_says_why_and_played_games_are_not_taken_twice():
    sheet = replace(SHEET, lines=(*SHEET.lines, EstimateLine(1824)))
    made = played("?4", "?3", "?2", "?1")
    (found,) = crosstable.find_in_all_sections(sheet, made, resolve_rules)
    completed, added = crosstable.add_unplayed_games(sheet, made, found)
    assert (completed, added) == (made, 0)
    answer = crosstable.answer_from_crosstable(sheet, made, found, resolve_rules, USUAL)
    # The other game of the round affects the answer too.
    assert answer.forecast.others == 1
    made = played(unknown=True)
    found = crosstable.FoundPlayer(0, 1, "", "Open")
    with pytest.raises(NothingToForecastError, match="No Regular rating entered"):
        crosstable.answer_from_crosstable(SHEET, made, found, resolve_rules, USUAL)


ONE_SIDED = {"W": "N", "D": "R", "L": "S"}
MIRROR = {"W": "L", "D": "D", "L": "W"}


def in_a_section(rating, lines):
    """Return the player's rating in a section with only these games.

    A rated opponent keeps the entered rating; an unrated one plays the same game and is
    rated.
    """
    mine, others = [], []
    for number, line in enumerate(lines, 2):
        if line.rating is None:
            mine.append(f"{line.result}{number}")
            theirs = f"{MIRROR[line.result]}1"
            others.append(player(number, *("",) * (number - 2), theirs, facts=UNRATED))
        else:
            mine.append(f"{ONE_SIDED[line.result]}{number}")
            others.append(player(number, rating=line.rating))
    source = None if rating is None else "official"
    me = player(1, *mine, facts=RatingFacts(rating, source=source))
    return post(rate_one(me, *others), 1)


UNRATED = RatingFacts()


@pytest.mark.parametrize("rating", [1780.0, 900.0, None])
@pytest.mark.parametrize("results", list(product("WDL", repeat=2)))
def test_the_figure_is_that_of_a_section_with_these_games(rating, results):
    lines = (EstimateLine(None, results[0]), EstimateLine(1500.0, results[1]))
    now = answer(Estimate(rating, lines, DAY)).now
    assert now.value == pytest.approx(in_a_section(rating, lines), abs=1e-9)


def test_games_to_play_and_new_opponents_widen_the_answer():
    lines = (EstimateLine(1700.0, "W"), EstimateLine(None))
    found = answer(Estimate(1780.0, lines, DAY))
    for way, letter in zip(found.forecast.ways, "LDW", strict=True):
        played = (lines[0], EstimateLine(None, letter))
        assert way.value == pytest.approx(in_a_section(1780.0, played), abs=1e-9)

    def width(games):
        lines = (EstimateLine(1700.0, "W", games=games), EstimateLine(1800.0, "W"))
        now = answer_estimate(Estimate(1780.0, lines, DAY), resolve_rules, USUAL).now
        return now.range.high - now.range.low

    assert width(6) > width(None)
    assert width(60) == width(None)


def test_a_loss_against_an_unrated_opponent_is_open_in_a_wide_range():
    unrated, two, same = (
        answer(Estimate(1780.0, lines, DAY)).now
        for lines in (
            (EstimateLine(None, "L"),),
            two_lines(None, "L", 1700.0, "D"),
            two_lines(1780.0, "L", 1700.0, "D"),
        )
    )
    assert unrated.range.low <= unrated.value + 0.5
    assert two.range.high - two.range.low > same.range.high - same.range.low
    for line in (unrated, two):
        low, high = line.spread.find_middle_range(0.95)
        assert line.range.low <= low <= high <= line.range.high


def test_a_sheet_with_an_unrated_opponent_is_found_in_its_crosstable():
    known = {"games": 100, "source": "official"}
    first, third = RatingFacts(1780.0, **known), RatingFacts(1500.0, **known)
    rows = (
        player(1, "W2", "D3", facts=first),
        player(2, "L1", facts=UNRATED),
        player(3, "", "D1", facts=third),
    )
    made = document(section(*rows))
    sheet = Estimate(1780.0, two_lines(None, "W", 1500.0, "D"), DAY)
    (found,) = crosstable.find_in_all_sections(sheet, made, resolve_rules)
    assert found.number == 1
    there = crosstable.answer_from_crosstable(sheet, made, found, resolve_rules, USUAL)
    assert there.post == post(rate_one(*rows), 1)
    # A rated opponent doesn't match an unrated one.
    other = Estimate(1780.0, two_lines(750.0, "W", 1500.0, "D"), DAY)
    assert crosstable.find_in_all_sections(other, made, resolve_rules) == ()
