"""Matches: who may play one, how far it can move a rating, and what floors do."""

import pytest

from tests.engine.make import field, rules, rules_on, section
from uscalc.engine.inputs import Entrant, FloorFacts, MatchFacts
from uscalc.engine.match import describe_match_obstacle, limit_change
from uscalc.engine.section import rate_section
from uscalc.engine.trace import SectionTrace


def play(one, other, scores, rule_set=None) -> SectionTrace:
    entrants = field([one, other], [(0, 1, score) for score in scores])
    return rate_section(section(entrants, kind="match"), rule_set or rules())


def player(rating: float | None = 1500.0, count: int | None = 100, **facts: object):
    return {"rating": rating, "games": count} | facts


def test_a_match_has_no_bonus_and_changes_50_points_at_most():
    found = play(player(), player(1700.0), [1.0, 1.0, 1.0, 1.0, 1.0, 1.0])
    winner, loser = found.players
    assert (winner.no_bonus, winner.step5.bonus) == ("match", 0)
    assert winner.step5.gain > 50
    assert winner.match.uncapped == winner.step5.result
    assert (winner.match.limited_by, winner.post) == ("match", 1550.0)
    assert loser.post >= 1650.0


@pytest.mark.parametrize(
    ("edition", "count", "obstacle"),
    [
        ("2009", 5, None),
        ("2015", 25, "rating"),
        ("2015", 26, None),
        ("2025", 25, "rating"),
        ("2025", None, None),
    ],
)
def test_eligible_players_by_edition(edition, count, obstacle):
    made = section(field([player(), player(1500.0, count)], []), kind="match")
    assert describe_match_obstacle(made, rules(edition)) == obstacle


def test_only_two_rated_players_play_a_match():
    made = section(field([player(), player(None, None)], []), kind="match")
    assert describe_match_obstacle(made, rules("2009")) == "rating"
    made = section(field([player()] * 3, []), kind="match")
    assert describe_match_obstacle(made, rules()) == "players"
    scores = [1.0, 0.0, 1.0, 1.0, 1.0]
    one, other = player(1500.0, 20), player(1800.0)
    found = play(one, other, scores)
    entrants = field([one, other], [(0, 1, score) for score in scores])
    plain = rate_section(section(entrants), rules())
    assert found.notes == (("no-match", "rating"),)
    assert [p.post for p in found.players] == [p.post for p in plain.players]
    assert found.players[0].match is None


@pytest.mark.parametrize(("distance", "far"), [(400.0, False), (401.0, True)])
def test_400_points_apart_by_the_published_ratings(distance, far):
    published = MatchFacts(official=1500.0 + distance)
    made = section(
        field([player(), player(1500.0, matches=published)], []), kind="match"
    )
    assert (describe_match_obstacle(made, rules()) == "distance") is far


@pytest.mark.parametrize(
    ("net_180", "net_3y", "change", "limited_by"),
    [
        (None, None, 50.0, "match"),
        (0.0, 0.0, 50.0, "match"),
        (60.0, 60.0, 40.0, "180 days"),
        (100.0, 0.0, 0.0, "180 days"),
        (130.0, 0.0, 0.0, "180 days"),
        (-80.0, -80.0, 50.0, "match"),
        (0.0, 170.0, 30.0, "3 years"),
        (60.0, 190.0, 10.0, "3 years"),
    ],
)
def test_earlier_matches_leave_less_room_upwards(net_180, net_3y, change, limited_by):
    facts = MatchFacts(net_180_days=net_180, net_3_years=net_3y)
    entrant = Entrant((1,), 1500.0, 100, matches=facts)
    found = limit_change(entrant, 1570.0, rules())
    assert (found.result - 1500, found.limited_by) == (change, limited_by)
    mirrored = Entrant(
        (1,),
        1500.0,
        100,
        matches=MatchFacts(
            net_180_days=None if net_180 is None else -net_180,
            net_3_years=None if net_3y is None else -net_3y,
        ),
    )
    assert limit_change(mirrored, 1430.0, rules()).result - 1500 == -change


def test_limits_that_cannot_be_checked_are_listed_and_2009_has_one():
    found = limit_change(Entrant((1,), 1500.0, 100), 1510.0, rules())
    assert (found.limited_by, found.result) == (None, 1510.0)
    assert found.unchecked == ("180 days", "3 years")
    only = MatchFacts(net_3_years=0.0)
    found = limit_change(
        Entrant((1,), 1500.0, 100, matches=only), 1510.0, rules("2009")
    )
    assert found.unchecked == ()
    entrant = Entrant(
        (1,), 1500.0, 100, matches=MatchFacts(net_180_days=90.0, net_3_years=150.0)
    )
    assert limit_change(entrant, 1600.0, rules("2009")).result == 1550.0


@pytest.mark.parametrize(
    ("day", "cap"), [("2012-12-31", None), ("2013-01-01", 50.0), ("2025-01-01", 50.0)]
)
def test_the_cap_by_date(day, cap):
    assert rules_on(day).match_change_cap == cap


@pytest.mark.parametrize(
    ("day", "post", "waived"),
    [("2015-05-31", 1400.0, False), ("2015-06-01", None, True)],
)
def test_a_result_below_the_floor(day, post, waived):
    low = player(1410.0, floors=FloorFacts(given=1400))
    found = play(low, player(1500.0), [0.0, 0.0, 0.0, 0.0], rules_on(day)).players[0]
    assert found.floors.waived is waived
    assert found.post == (found.match.result if post is None else post)
    assert found.match.result < 1400


def test_whole_numbers_are_made_after_the_limit():
    found = play(
        player(), player(1700.0), [1.0] * 6, rules("2009", match_change_cap=50.0)
    )
    assert found.players[0].post == 1550.0
