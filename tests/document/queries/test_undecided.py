"""Unplayed games of a document as questions for a forecast."""

import pytest

from tests.analysis.by_hand import USUAL
from tests.build import document, player, rate_one, section
from uscalc.analysis import forecast as answers
from uscalc.analysis.forecast_model import Forecast, NothingToForecastError
from uscalc.document.model import RatingFacts
from uscalc.document.queries.scenario import Outcome, set_outcome
from uscalc.document.queries.undecided import find_undecided, has_undecided_before
from uscalc.document.rate.whole import rate_document
from uscalc.engine.rounding import round_for_display
from uscalc.rules.resolve import resolve_rules


def forecast(question) -> Forecast:
    """Return the forecast with the usual chances."""
    return answers.compute_forecast(question, USUAL)


def open_games(*players, system="R", **more):
    rated = rate_one(*players, **more)
    return find_undecided(rated, rated.in_system(system))


FOUR = (
    player(1, "W2", "?3", rating=1500.0),
    player(2, "L1", "?4", rating=1600.0),
    player(3, "D4", "?1", rating=1450.0),
    player(4, "D3", "?2", rating=1700.0),
)


def test_a_game_counts_once_also_for_a_member_under_two_numbers():
    found = open_games(*FOUR)
    assert [(g.one, g.other, g.round) for g in found.pending] == [(0, 2, 2), (1, 3, 2)]
    assert found.numbers == (1, 2, 3, 4)
    found = open_games(
        player(1, "W2", "?3", id="A"),
        player(2, "L1", "?4"),
        player(3, "D4", "?1"),
        player(4, "D3", "?2", id="A"),
    )
    assert found.make_question(4) == found.make_question(1)
    assert [game.list_places() for game in found.pending] == [(0, 2), (1, 0)]
    assert (len(forecast(found.make_question(4)).own), found.numbers) == (2, (1, 2, 3))


def test_each_way_equals_the_rating_with_its_results_entered():
    found = forecast(open_games(*FOUR).make_question(3))
    made = document(section(*FOUR))
    for way, letter in zip(found.ways, "LDW", strict=True):
        posts = []
        for other in "LDW":
            one = set_outcome(made, 0, Outcome(2, 3, letter)).document
            both = set_outcome(one, 0, Outcome(2, 2, other)).document
            rated = rate_document(both, resolve_rules).sections[0].in_system("R")
            posts.append(rated.find_trace(3).post)
        assert way.open == tuple(map(round_for_display, (min(posts), max(posts))))


def test_an_opponent_known_by_a_range_is_an_additional_player_unless_it_is_one_rating():
    found = open_games(player(1, "W2", "?1400-1600"), player(2, "L1", ""))
    (game,) = found.pending
    assert found.between == {game.other: (1400.0, 1600.0)}
    assert found.number_at(game.other) is None
    answer = forecast(found.make_question(1))
    assert answer.own[0].between == (1400.0, 1600.0)
    assert all(way.open.open for way in answer.ways)
    found = open_games(player(1, "W2", "?1500-1500"), player(2, "L1", ""))
    assert found.between == {}
    assert not any(way.open.open for way in forecast(found.make_question(1)).ways)


def test_a_sheet_and_an_event_abroad_count_their_games_on_one_side():
    found = open_games(
        player(1, "N2", "R3", "?4", rating=1780.0, games=None),
        player(2, rating=1702.0),
        player(3, rating=1855.0),
        player(4, rating=1824.0),
        kind="estimate",
    )
    answer = forecast(found.make_question(1))
    assert [found.number_at(game.opponent) for game in answer.own] == [4]
    assert answer.own[0].strength == 1824.0
    found = open_games(
        player(1, "N2", "?3", "?4", rating=2200.0),
        player(2, rating=None, fide=2100.0),
        player(3, rating=None),
        player(4, rating=None, fide=2250.0),
        kind="foreign-fide",
    )
    assert [found.number_at(game.other) for game in found.pending] == [4]


def test_rounded_ratings_and_unknown_counts_widen_the_answer():
    known = RatingFacts(1500.0, games=30, rounded=False)
    doubtful = RatingFacts(1500.0, rounded=False)
    other = player(2, "?1", facts=known)
    exact, open_ = (
        open_games(player(1, "?2", facts=facts), other).make_question(1)
        for facts in (known, doubtful)
    )
    assert not forecast(exact).ways[2].range.open
    wide = forecast(open_).ways[2]
    assert wide.range.high - wide.range.low > 30

    def answer(rounded):
        me = RatingFacts(1780.2, games=100)
        them = RatingFacts(1824.0, games=100, rounded=rounded)
        rows = [player(i, facts=them) for i in range(2, 10)]
        games = ("N2", "N3", "R4", "N5", "R6", "N7", "R8", "?9")
        found = open_games(player(1, *games, facts=me), *rows, kind="estimate")
        return forecast(found.make_question(1)).ways[1]

    assert not answer(False).range.open
    assert answer(None).range == answer(True).range
    assert answer(True).range.open


def test_a_forecast_without_a_player_a_game_or_a_rating_is_refused_with_the_reason():
    rated = rate_one(
        player(1, "W2", "?3"),
        player(2, "L1"),
        player(3, "", "?1", facts=RatingFacts(unknown=True)),
    )
    with pytest.raises(NothingToForecastError, match="player 3 is unknown"):
        find_undecided(rated, rated.in_system("R"))
    done = open_games(player(1, "W2"), player(2, "L1"))
    with pytest.raises(NothingToForecastError, match=r"\?12"):
        done.make_question(1)
    with pytest.raises(NothingToForecastError, match="no player 9"):
        done.make_question(9)


def test_a_chained_section_is_forecast_from_the_earlier_result():
    def chain(cell, **more):
        one = section(player(1, cell, id="A"), player(2, mirror[cell]), name="Friday")
        two = section(player(1, "?2", id="A"), player(2, "?1"), name="Saturday")
        return document(one, two, **more)

    mirror = {"?2": "?1", "W2": "L1"}
    undecided = chain("?2", chain_sections=True)
    assert [has_undecided_before(undecided, at) for at in (0, 1)] == [False, True]
    assert not has_undecided_before(chain("?2"), 1)
    rated = rate_document(chain("W2", chain_sections=True), resolve_rules).sections
    start = rated[0].in_system("R").find_trace(1).post
    found = find_undecided(rated[1], rated[1].in_system("R"))
    assert found.section.entrants[0].rating == start
    assert forecast(found.make_question(1)).ways[1].value != pytest.approx(1500.0)
