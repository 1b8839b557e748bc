"""Which floors apply, which one raises the result, and that a ceiling applies last."""

import pytest

from tests.engine.make import field, rate_one, rules, rules_on, section
from uscalc.engine import floors
from uscalc.engine.inputs import Entrant, FloorFacts, MatchFacts, PrizeFloorFact
from uscalc.engine.match import describe_match_obstacle, limit_change
from uscalc.engine.section import rate_section
from uscalc.engine.trace import FloorTrace, SectionTrace


def candidates(rule_set, rating=None, count=100, system="R", **facts) -> dict[str, int]:
    entrant = Entrant((1,), rating, count, floors=FloorFacts(**facts))
    return dict(floors.list_applicable_floors(entrant, system, rule_set))


def floored(result: float, waived: bool = False, **facts: object) -> FloorTrace:
    entrant = Entrant((1,), 1500.0, 10, floors=FloorFacts(**facts))
    return floors.apply_floors(result, entrant, "R", rules(), waived)


@pytest.mark.parametrize(
    ("when", "system", "earned"),
    [
        *(("2009", "OQ", True), ("2015", "OQ", True), ("2020", "OQ", False)),
        *(("2009", "B", True), ("2015", "B", True), ("2020", "B", True)),
        *(("2008-08-06", "R", False), ("2008-08-07", "R", True)),
        *(("2015-05-31", "OB", False), ("2015-06-01", "OB", True)),
        *(("2020-05-31", "OQ", True), ("2020-06-01", "OQ", False)),
        *(("2025-06-01", "OR", False), ("2025-06-01", "B", True)),
    ],
)
def test_systems_with_a_personal_floor_by_edition_or_date(when, system, earned):
    rule_set = rules_on(when, system) if "-" in when else rules(when)
    found = candidates(rule_set, system=system, wins=5)
    assert found.get("personal") == (120 if earned else None)


def test_the_floor_by_peak_uses_the_rating_before_the_event_if_established():
    assert candidates(rules(), 1730.0, 26)["peak"] == 1500
    assert candidates(rules(), 1730.0, None)["peak"] == 1500
    assert "peak" not in candidates(rules(), 1730.0, 25)
    assert candidates(rules(), 1730.0, 26, peak=1899.6)["peak"] == 1700
    facts = {"rating": 1590.0, "games": 26, "floors": FloorFacts(peak=1590.0)}
    found = rate_one([1990.0] * 3, [1.0] * 3, **facts)
    assert found.post > 1700
    assert found.floors.floor == 1300
    found = candidates(rules(), 1950.0, given=1600)
    assert found["given"] == 1600
    assert "peak" not in found
    assert candidates(rules(), 1800.0, 50, peak=1500.0)["peak"] == 1600


@pytest.mark.parametrize(
    ("edition", "amount", "counts"),
    [
        *(("2009", 2000.0, False), ("2009", 2001.0, True), ("2015", 2000.0, False)),
        *(("2015", 2000.01, True), ("2020", 3999.99, False), ("2020", 4000.0, True)),
        *(("2025", 4000.0, True), ("2025", None, True)),
    ],
)
def test_how_large_a_prize_must_be(edition, amount, counts):
    found = candidates(rules(edition), prize=PrizeFloorFact(1800, amount))
    assert ("prize" in found) is counts


def test_a_prize_floor_follows_the_rule_of_its_day_up_to_2000():
    prize = PrizeFloorFact(1800, 2500.0, "over-2000-dollars")
    assert candidates(rules("2025"), prize=prize)["prize"] == 1800
    assert candidates(rules(), prize=PrizeFloorFact(2100))["prize"] == 2000
    assert candidates(rules(), prize=PrizeFloorFact(900))["prize"] == 900


@pytest.mark.parametrize(
    ("edition", "system", "holds"),
    [
        *(("2009", "Q", True), ("2015", "B", True), ("2020", "Q", False)),
        *(("2025", "OR", False), ("2025", "R", True)),
    ],
)
def test_the_floor_of_the_title(edition, system, holds):
    found = candidates(rules(edition), system=system, life_master=True)
    assert found.get("life-master") == (2200 if holds else None)


def test_the_highest_floor_acts_unless_waived_and_a_ceiling_acts_last():
    found = floored(1312.5, given=1400, prize=PrizeFloorFact(1600), wins=3)
    assert (found.name, found.floor, found.acted) == ("prize", 1600, True)
    assert (found.before, found.after) == (1312.5, 1600.0)
    assert ("given", 1400) in found.candidates
    found = floored(1400.0, given=1400)
    assert (found.acted, found.after) == (False, 1400.0)
    found = floored(1312.5, waived=True, given=1400)
    assert (found.acted, found.waived, found.after) == (False, True, 1312.5)
    found = floored(1312.5, given=1400, ceiling=1350.0)
    assert (found.acted, found.capped, found.after) == (True, True, 1350.0)
    for below in (1340.0, 1350.0):
        free = floored(below, ceiling=1350.0)
        assert (free.capped, free.after) == (False, below)
    found = floored(80.0)
    assert dict(found.candidates) == {"absolute": 100, "personal": 100}
    assert (found.name, found.floor, found.after) == ("absolute", 100, 100.0)
    assert floored(90.0, given=1200, prize=PrizeFloorFact(1200)).name == "given"


def test_matches_respect_absolute_floors_and_limits():
    found = floored(102.0, waived=True, wins=50)
    assert (found.name, found.acted, found.waived) == ("personal", True, False)
    assert (found.after, found.held) == (150.0, ("personal", 150))
    given = floored(102.0, waived=True, given=140)
    assert (given.acted, given.waived, given.after) == (True, False, 140.0)
    both = floored(102.0, waived=True, given=1200, wins=5)
    assert (both.name, both.floor, both.waived) == ("given", 1200, True)
    assert (both.acted, both.held, both.after) == (True, ("personal", 120), 120.0)
    found = play(player(), player(1700.0), [1.0, 1.0, 1.0, 1.0, 1.0, 1.0])
    winner, loser = found.players
    assert (winner.no_bonus, winner.step5.bonus) == ("match", 0)
    assert winner.step5.gain > 50
    assert winner.match.uncapped == winner.step5.result
    assert (winner.match.limited_by, winner.post) == ("match", 1550.0)
    assert loser.post >= 1650.0
    old = rules("2009", match_change_cap=50.0)
    assert play(player(), player(1700.0), [1.0] * 6, old).players[0].post == 1550.0


@pytest.mark.parametrize(
    ("level", "is_one"),
    [
        *((100, False), (200, True), (1400, True), (2000, True), (2100, False)),
        *((1450, False), (1401, False), (0, False), (-200, False)),
    ],
)
def test_a_prize_sets_a_floor_at_whole_hundreds_up_to_2000(level, is_one):
    assert floors.is_valid_prize_floor(level) is is_one


# Matches: who may play one, the limits of the change, and the effect of floors.


def play(one, other, scores, rule_set=None) -> SectionTrace:
    entrants = field([one, other], [(0, 1, score) for score in scores])
    return rate_section(section(entrants, kind="match"), rule_set or rules())


def player(rating: float | None = 1500.0, count: int | None = 100, **facts: object):
    return {"rating": rating, "games": count} | facts


@pytest.mark.parametrize(
    ("edition", "count", "obstacle"),
    [
        *(("2009", 5, None), ("2015", 25, "rating"), ("2015", 26, None)),
        *(("2025", 25, "rating"), ("2025", None, None)),
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
    other = player(1500.0, matches=MatchFacts(official=1500.0 + distance))
    made = section(field([player(), other], []), kind="match")
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
    found = limit_change(Entrant((1,), 1500.0, 100, matches=facts), 1570.0, rules())
    assert (found.result - 1500, found.limited_by) == (change, limited_by)
    turned = (None if net is None else -net for net in (net_180, net_3y))
    facts = MatchFacts(
        **dict(zip(("net_180_days", "net_3_years"), turned, strict=True))
    )
    mirrored = Entrant((1,), 1500.0, 100, matches=facts)
    assert limit_change(mirrored, 1430.0, rules()).result - 1500 == -change


def test_limits_that_cannot_be_checked_are_listed_and_2009_has_one():
    found = limit_change(Entrant((1,), 1500.0, 100), 1510.0, rules())
    assert (found.limited_by, found.result) == (None, 1510.0)
    assert found.unchecked == ("180 days", "3 years")
    only = Entrant((1,), 1500.0, 100, matches=MatchFacts(net_3_years=0.0))
    assert limit_change(only, 1510.0, rules("2009")).unchecked == ()
    facts = MatchFacts(net_180_days=90.0, net_3_years=150.0)
    entrant = Entrant((1,), 1500.0, 100, matches=facts)
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
