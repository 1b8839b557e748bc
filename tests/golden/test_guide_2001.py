"""The guide of 2001: its tables and its worked example."""

import datetime as dt

import pytest
from msgspec.structs import replace

from uscalc.engine.guide import (
    compute_worksheet,
    finish_worksheet,
    interpolate,
    look_up_expectancy,
    look_up_k_factor,
)
from uscalc.engine.inputs import Entrant, RatedGame, SectionInput
from uscalc.rules.resolve import load_rule_table

TABLES = load_rule_table().guide
DAY = dt.date(2001, 12, 1)


def section(rating, opponents, scores, games=50, half_k=False):
    own = tuple(RatedGame(i, score, i) for i, score in enumerate(scores, 1))
    player = Entrant((1,), rating, games, own=own)
    others = tuple(
        Entrant((i,), opponent, None) for i, opponent in enumerate(opponents, 2)
    )
    return SectionInput("R", DAY, (player, *others), half_k=half_k)


def worked(rating, opponents, scores, **more):
    made = section(rating, opponents, scores, **more)
    return compute_worksheet(made.entrants[0], made, TABLES)


@pytest.mark.parametrize(
    ("difference", "higher"),
    [
        *((0, 0.5), (30, 0.55), (70, 0.6), (100, 0.65), (150, 0.7), (200, 0.75)),
        *((300, 0.85), (400, 0.9), (500, 0.95), (800, 0.99), (1500, 0.99)),
        *((250, 0.8), (15, 0.525), (650, 0.97)),
    ],
)
def test_2001_table_1_and_between_its_rows(difference, higher):
    assert look_up_expectancy(-difference, TABLES)[1] == pytest.approx(higher)
    assert look_up_expectancy(difference, TABLES)[1] == pytest.approx(
        1 - higher if difference else 0.5
    )


@pytest.mark.parametrize(
    ("rating", "games", "k"),
    [
        *((600, 3, 63), (600, 9, 43), (1000, 5, 45), (1400, 6, 33), (2000, 3, 18)),
        *((2000, 6, 17), (2000, 9, 16), (2200, 3, 15), (2200, 9, 14), (2700, 4, 15)),
        *((1900, 4, 20), (1235, 6, 37.125)),
    ],
)
def test_2001_table_2_and_between_its_rows(rating, games, k):
    assert look_up_k_factor(rating, games, TABLES).y == pytest.approx(k)


@pytest.mark.parametrize(
    ("games", "cutoff"), [(3, 20), (4, 20), (5, 22), (6, 24), (7, 26), (8, 28), (9, 30)]
)
def test_2001_table_3(games, cutoff):
    sheet = worked(1500.0, [1500.0] * games, [1.0] * games)
    assert sheet.answer.cutoff == cutoff
    assert sheet.answer.bonus == pytest.approx(sheet.answer.change - cutoff)


EXAMPLE = [600.0, 950.0, 1458.0, 1144.0, 1263.0, 1121.0]


def test_2001_worked_example_is_1377():
    sheet = worked(1235.0, EXAMPLE, [1.0] * 6)
    assert sheet.result == pytest.approx(1377, abs=3)
    assert sheet.games[2].difference == 223
    made = section(1235.0, EXAMPLE, [1.0] * 6)
    expectations = [0.97, 0.84, 0.21, 0.63, 0.45, 0.66]
    total = sum(expectations)
    assert total == pytest.approx(3.76)
    sheet = finish_worksheet(made.entrants[0], total, False, TABLES)
    assert round(sheet.result) == 1377


def test_2001_half_k_and_the_number_of_games_are_respected():
    full = worked(1500.0, [1500.0] * 4, [1.0] * 4)
    half = worked(1500.0, [1500.0] * 4, [1.0] * 4, half_k=True)
    assert half.answer.change == pytest.approx(full.answer.change / 2)
    assert half.answer.bonus == pytest.approx(max(0, full.answer.change / 2 - 20))
    assert "50" in worked(1500.0, [1500.0] * 4, [1.0] * 4, games=49).problem
    sheet = worked(1500.0, [1500.0] * 4, [1.0] * 4, games=None)
    assert sheet.assumed_games
    assert sheet.result is not None
    assert worked(600.0, [700.0] * 3, [1.0] * 3).problem is None
    assert worked(1500.0, [1500.0] * 9, [1.0] * 9, games=50).problem is None


def test_2001_an_unrated_opponent_is_estimated_from_that_opponents_games():
    player = Entrant(
        (1,),
        1500.0,
        50,
        own=(RatedGame(1, 1.0, 1), RatedGame(2, 0.5, 2), RatedGame(3, 0.0, 3)),
    )
    new = Entrant(
        (2,),
        None,
        None,
        own=(RatedGame(0, 0.0, 1), RatedGame(2, 1.0, 2), RatedGame(3, 0.5, 3)),
    )
    made = SectionInput(
        "R", DAY, (player, new, Entrant((3,), 1400.0), Entrant((4,), 1600.0))
    )
    game = compute_worksheet(player, made, TABLES).games[0]
    assert game.estimate == (1100.0, 1800.0, 1600.0)
    assert game.rating == pytest.approx(1500.0)


def test_2001_few_games_give_an_estimate():
    own = (RatedGame(1, 1.0, 1), RatedGame(2, 0.5, 2), RatedGame(2, 0.0, 3))
    theirs = (RatedGame(0, 0.0, 1),)
    for games, rating in ((8, 1100.0), (9, 1300.0)):
        player = Entrant((1,), 1500.0, 50, own=own)
        few = Entrant((2,), 1300.0, games, own=theirs)
        made = SectionInput("R", DAY, (player, few, Entrant((3,), 1400.0)))
        assert compute_worksheet(player, made, TABLES).games[0].rating == rating
    own = tuple(RatedGame(1, 1.0, i) for i in (1, 2, 3))
    player = Entrant((1,), None, 50, own=own)
    few = Entrant((2,), 1300.0, 8, own=(RatedGame(0, 0.0, 1),))
    made = SectionInput(
        "R", DAY, (Entrant((1,), 1500.0, 50, own=own), Entrant((2,), 1300.0, 8))
    )
    game = compute_worksheet(made.entrants[0], made, TABLES).games[0]
    assert (game.rating, game.estimate) == (1300.0, None)
    assert (
        compute_worksheet(player, SectionInput("R", DAY, (player, few)), TABLES).games
        == ()
    )


def test_2001_a_look_up_names_its_rows():
    points = ((0.0, 0.5), (10.0, 0.7), (30.0, 0.9))
    assert tuple(interpolate(points, -5.0)) == (0.0, 0.5, 0.0, 0.5, -5.0, 0.5)
    assert tuple(interpolate(points, 0.0)) == (0.0, 0.5, 0.0, 0.5, 0.0, 0.5)
    assert tuple(interpolate(points, 30.0)) == (30.0, 0.9, 30.0, 0.9, 30.0, 0.9)
    assert tuple(interpolate(points, 99.0)) == (30.0, 0.9, 30.0, 0.9, 99.0, 0.9)
    between = interpolate(points, 20.0)
    assert between[:5] == (10.0, 0.7, 30.0, 0.9, 20.0)
    assert between.y == pytest.approx(0.8)
    assert interpolate(points, 10.0)[:4] == (10.0, 0.7, 30.0, 0.9)
    looked_up, expected = look_up_expectancy(250.0, TABLES)
    assert (looked_up.x, looked_up.y) == (250.0, pytest.approx(0.8))
    assert expected == pytest.approx(0.2)
    assert (
        look_up_expectancy(0.5, TABLES)[1] < 0.5 < look_up_expectancy(-0.5, TABLES)[1]
    )


def test_2001_a_worksheet_has_every_figure_or_the_whole_reason():
    sheet = worked(1500.0, [1400.0, 1600.0, 1500.0], [1.0, 0.5, 0.0])
    assert [game.opponent for game in sheet.games] == [1, 2, 3]
    assert [game.score for game in sheet.games] == [1.0, 0.5, 0.0]
    assert [game.rating for game in sheet.games] == [1400.0, 1600.0, 1500.0]
    assert [game.estimate for game in sheet.games] == [None] * 3
    assert [game.difference for game in sheet.games] == [-100.0, 100.0, 0.0]
    assert [game.expected for game in sheet.games] == pytest.approx([0.65, 0.35, 0.5])
    assert (sheet.problem, sheet.assumed_games, sheet.answer.half_k) == (
        None,
        False,
        False,
    )
    assert sheet.answer.expected == pytest.approx(1.5)
    assert sheet.answer.delta == pytest.approx(0.0)
    assert sheet.answer.k == sheet.answer.k_at.y
    assert (sheet.answer.bonus, sheet.result) == (0.0, pytest.approx(1500.0))
    assert worked(1500.0, [1500.0] * 4, [1.0] * 4, half_k=True).answer.half_k


PROBLEMS = [
    ((None, [1500.0] * 4, [1.0] * 4), {}, "the guide does not rate the unrated"),
    ((1500.0, [], []), {}, "no rated game"),
    (
        (1500.0, [1500.0] * 4, [1.0] * 4),
        {"games": 49},
        "the guide is for players with 50 games or more",
    ),
    ((1500.0, [1500.0] * 2, [1.0] * 2), {}, "its tables are for 3 to 9 games"),
    ((1500.0, [1500.0] * 10, [1.0] * 10), {}, "its tables are for 3 to 9 games"),
    ((599.0, [700.0] * 4, [1.0] * 4), {}, "its tables begin at a rating of 600"),
]


@pytest.mark.parametrize(("case", "more", "said"), PROBLEMS)
def test_2001_the_first_reason_is_given_and_no_figure_follows(case, more, said):
    sheet = worked(*case, **more)
    assert sheet.problem == said
    assert sheet.assumed_games is False
    assert (sheet.answer, sheet.result) == (None, None)
    # The games of every rated player are still looked up.
    assert len(sheet.games) == (0 if case[0] is None else len(case[1]))


def test_2001_an_opponent_without_an_estimate_is_skipped_with_a_note():
    player = Entrant(
        (1,),
        1500.0,
        50,
        own=(RatedGame(1, 1.0, 1), RatedGame(2, 0.5, 2), RatedGame(2, 0.5, 3)),
    )
    made = SectionInput(
        "R", DAY, (player, Entrant((2,), None), Entrant((3,), 1400.0, 60))
    )
    sheet = compute_worksheet(player, made, TABLES)
    assert sheet.problem == "the rating of player 2 cannot be estimated"
    assert [game.opponent for game in sheet.games] == [2, 2]
    early = compute_worksheet(replace(player, games=9), made, TABLES)
    assert "50 games" in early.problem
