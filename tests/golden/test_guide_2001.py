"""The guide of 2001: its tables and its worked example."""

import datetime as dt

import pytest
from msgspec.structs import replace

from uscalc.engine import guide
from uscalc.engine.inputs import Entrant, RatedGame, SectionInput
from uscalc.rules.resolve import load_rule_table

TABLES = load_rule_table().guide
DAY = dt.date(2001, 12, 1)


def section(rating, opponents, scores, games=50, half_k=False):
    player = entrant(1, rating, games, *enumerate(scores, 1))
    others = [Entrant((i,), opponent, None) for i, opponent in enumerate(opponents, 2)]
    return SectionInput("R", DAY, (player, *others), half_k=half_k)


def entrant(number, rating, games, *played):
    """Return an entrant with a game a round: the opponent's place and the score."""
    own = tuple(RatedGame(i, score, n) for n, (i, score) in enumerate(played, 1))
    return Entrant((number,), rating, games, own=own)


def look_up(*entrants):
    return guide.compute_worksheet(
        entrants[0], SectionInput("R", DAY, entrants), TABLES
    )


def worked(rating, opponents, scores, **more):
    made = section(rating, opponents, scores, **more)
    return guide.compute_worksheet(made.entrants[0], made, TABLES)


def test_2001_table_1_and_between_its_rows():
    for difference, higher in (
        *((0, 0.5), (30, 0.55), (70, 0.6), (100, 0.65), (150, 0.7), (200, 0.75)),
        *((300, 0.85), (400, 0.9), (500, 0.95), (800, 0.99), (1500, 0.99)),
        *((250, 0.8), (15, 0.525), (650, 0.97)),
    ):
        assert guide.look_up_expectancy(-difference, TABLES)[1] == pytest.approx(higher)
        assert guide.look_up_expectancy(difference, TABLES)[1] == pytest.approx(
            1 - higher if difference else 0.5
        )


def test_2001_table_2_and_between_its_rows():
    for rating, games, k in (
        *((600, 3, 63), (600, 9, 43), (1000, 5, 45), (1400, 6, 33), (2000, 3, 18)),
        *((2000, 6, 17), (2000, 9, 16), (2200, 3, 15), (2200, 9, 14), (2700, 4, 15)),
        *((1900, 4, 20), (1235, 6, 37.125)),
    ):
        assert guide.look_up_k_factor(rating, games, TABLES).y == pytest.approx(k)


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
    total = sum([0.97, 0.84, 0.21, 0.63, 0.45, 0.66])
    made = section(1235.0, EXAMPLE, [1.0] * 6)
    sheet = guide.finish_worksheet(made.entrants[0], total, False, TABLES)
    assert round(sheet.result) == 1377


def test_2001_half_k_and_the_number_of_games_are_respected():
    wins = (1500.0, [1500.0] * 4, [1.0] * 4)
    full, half = worked(*wins), worked(*wins, half_k=True)
    assert half.answer.half_k
    assert half.answer.change == pytest.approx(full.answer.change / 2)
    assert half.answer.bonus == pytest.approx(max(0, full.answer.change / 2 - 20))
    assert "50" in worked(*wins, games=49).problem
    sheet = worked(*wins, games=None)
    assert sheet.assumed_games
    assert sheet.result is not None
    assert worked(600.0, [700.0] * 3, [1.0] * 3).problem is None
    assert worked(1500.0, [1500.0] * 9, [1.0] * 9, games=50).problem is None


def test_2001_an_unrated_opponent_is_estimated_from_that_opponents_games():
    player = entrant(1, 1500.0, 50, (1, 1.0), (2, 0.5), (3, 0.0))
    new = entrant(2, None, None, (0, 0.0), (2, 1.0), (3, 0.5))
    game = look_up(player, new, Entrant((3,), 1400.0), Entrant((4,), 1600.0)).games[0]
    assert game.estimate == (1100.0, 1800.0, 1600.0)
    assert game.rating == pytest.approx(1500.0)


def test_2001_few_games_give_an_estimate():
    for games, rating in ((8, 1100.0), (9, 1300.0)):
        player = entrant(1, 1500.0, 50, (1, 1.0), (2, 0.5), (2, 0.0))
        few = entrant(2, 1300.0, games, (0, 0.0))
        assert look_up(player, few, Entrant((3,), 1400.0)).games[0].rating == rating
    played = [(1, 1.0)] * 3
    game = look_up(entrant(1, 1500.0, 50, *played), Entrant((2,), 1300.0, 8)).games[0]
    assert (game.rating, game.estimate) == (1300.0, None)
    unrated, few = entrant(1, None, 50, *played), entrant(2, 1300.0, 8, (0, 0.0))
    assert look_up(unrated, few).games == ()


def test_2001_a_look_up_names_its_rows():
    points = ((0.0, 0.5), (10.0, 0.7), (30.0, 0.9))
    for x, row in ((-5.0, points[0]), (0.0, points[0]), (30.0, points[2])):
        assert tuple(guide.interpolate(points, x)) == (*row, *row, x, row[1])
    assert tuple(guide.interpolate(points, 99.0)) == (*points[2], *points[2], 99.0, 0.9)
    between = guide.interpolate(points, 20.0)
    assert between[:5] == (*points[1], *points[2], 20.0)
    assert between.y == pytest.approx(0.8)
    assert guide.interpolate(points, 10.0)[:4] == (*points[1], *points[2])
    looked_up, expected = guide.look_up_expectancy(250.0, TABLES)
    assert (looked_up.x, looked_up.y) == (250.0, pytest.approx(0.8))
    assert expected == pytest.approx(0.2)
    low, high = (guide.look_up_expectancy(x, TABLES)[1] for x in (0.5, -0.5))
    assert low < 0.5 < high


def test_2001_a_worksheet_has_every_figure_or_the_whole_reason():
    sheet = worked(1500.0, [1400.0, 1600.0, 1500.0], [1.0, 0.5, 0.0])
    assert [
        (g.opponent, g.score, g.rating, g.estimate, g.difference) for g in sheet.games
    ] == [
        (1, 1.0, 1400.0, None, -100.0),
        (2, 0.5, 1600.0, None, 100.0),
        (3, 0.0, 1500.0, None, 0.0),
    ]
    assert [game.expected for game in sheet.games] == pytest.approx([0.65, 0.35, 0.5])
    assert sheet.problem is None
    assert not sheet.assumed_games
    assert not sheet.answer.half_k
    assert sheet.answer.expected == pytest.approx(1.5)
    assert sheet.answer.delta == pytest.approx(0.0)
    assert sheet.answer.k == sheet.answer.k_at.y
    assert (sheet.answer.bonus, sheet.result) == (0.0, pytest.approx(1500.0))


GAMES_49 = "the guide is for players with 50 games or more"
COUNT, LEVEL = "its tables are for 3 to 9 games", "its tables begin at a rating of 600"


def test_2001_the_first_reason_is_given_and_no_figure_follows():
    for rating, count, games, said in (
        (None, 4, 50, "the guide does not rate the unrated"),
        *((1500.0, 0, 50, "no rated game"), (1500.0, 4, 49, GAMES_49)),
        *((1500.0, 2, 50, COUNT), (1500.0, 10, 50, COUNT), (599.0, 4, 50, LEVEL)),
    ):
        sheet = worked(rating, [1500.0] * count, [1.0] * count, games=games)
        assert sheet.problem == said
        assert sheet.assumed_games is False
        assert (sheet.answer, sheet.result) == (None, None)
        assert len(sheet.games) == (0 if rating is None else count)


def test_2001_an_opponent_without_an_estimate_is_skipped_with_a_note():
    player = entrant(1, 1500.0, 50, (1, 1.0), (2, 0.5), (2, 0.5))
    others = Entrant((2,), None), Entrant((3,), 1400.0, 60)
    sheet = look_up(player, *others)
    assert sheet.problem == "the rating of player 2 cannot be estimated"
    assert [game.opponent for game in sheet.games] == [2, 2]
    assert "50 games" in look_up(replace(player, games=9), *others).problem
