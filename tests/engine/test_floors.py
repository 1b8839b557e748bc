"""Which floors apply, which one acts, and that a ceiling acts last."""

import pytest

from tests.engine.make import rate_one, rules, rules_on
from uscalc.engine.floors import (
    apply_floors,
    is_valid_prize_floor,
    list_applicable_floors,
)
from uscalc.engine.inputs import Entrant, FloorFacts, PrizeFloorFact
from uscalc.engine.trace import FloorTrace


def candidates(rule_set, rating=None, count=100, system="R", **facts) -> dict[str, int]:
    entrant = Entrant((1,), rating, count, floors=FloorFacts(**facts))
    return dict(list_applicable_floors(entrant, system, rule_set))


def held(result: float, waived: bool = False, **facts: object) -> FloorTrace:
    entrant = Entrant((1,), 1500.0, 10, floors=FloorFacts(**facts))
    return apply_floors(result, entrant, "R", rules(), waived)


@pytest.mark.parametrize(
    ("edition", "online", "over_the_board"),
    [("2009", True, True), ("2015", True, True), ("2020", False, True)],
)
def test_systems_with_a_personal_floor_by_edition(edition, online, over_the_board):
    for system, earned in (("OQ", online), ("B", over_the_board)):
        found = candidates(rules(edition), system=system, wins=5)
        assert found.get("personal") == (120 if earned else None)


@pytest.mark.parametrize(
    ("day", "system", "earned"),
    [
        ("2008-08-06", "R", False),
        ("2008-08-07", "R", True),
        ("2015-05-31", "OB", False),
        ("2015-06-01", "OB", True),
        ("2020-05-31", "OQ", True),
        ("2020-06-01", "OQ", False),
        ("2025-06-01", "OR", False),
        ("2025-06-01", "B", True),
    ],
)
def test_systems_with_a_personal_floor_by_date(day, system, earned):
    found = candidates(rules_on(day, system), system=system, wins=5)
    assert ("personal" in found) is earned


def test_the_floor_by_peak_uses_the_rating_before_the_event_if_established():
    assert candidates(rules(), 1730.0, 26)["peak"] == 1500
    assert candidates(rules(), 1730.0, None)["peak"] == 1500
    assert "peak" not in candidates(rules(), 1730.0, 25)
    assert candidates(rules(), 1730.0, 26, peak=1899.6)["peak"] == 1700
    found = rate_one(
        [1990.0] * 3, [1.0] * 3, rating=1590.0, games=26, floors=FloorFacts(peak=1590.0)
    )
    assert found.post > 1700
    assert found.floors.floor == 1300
    found = candidates(rules(), 1950.0, given=1600)
    assert found["given"] == 1600
    assert "peak" not in found
    assert candidates(rules(), 1800.0, 50, peak=1500.0)["peak"] == 1600


@pytest.mark.parametrize(
    ("edition", "amount", "counts"),
    [
        ("2009", 2000.0, False),
        ("2009", 2001.0, True),
        ("2015", 2000.0, False),
        ("2015", 2000.01, True),
        ("2020", 3999.99, False),
        ("2020", 4000.0, True),
        ("2025", 4000.0, True),
        ("2025", None, True),
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
        ("2009", "Q", True),
        ("2015", "B", True),
        ("2020", "Q", False),
        ("2025", "OR", False),
        ("2025", "R", True),
    ],
)
def test_the_floor_of_the_title(edition, system, holds):
    found = candidates(rules(edition), system=system, life_master=True)
    assert found.get("life-master") == (2200 if holds else None)


def test_the_highest_floor_acts_unless_waived_and_a_ceiling_acts_last():
    found = held(1312.5, given=1400, prize=PrizeFloorFact(1600), wins=3)
    assert (found.name, found.floor, found.acted) == ("prize", 1600, True)
    assert (found.before, found.after) == (1312.5, 1600.0)
    assert ("given", 1400) in found.candidates
    found = held(1400.0, given=1400)
    assert (found.acted, found.after) == (False, 1400.0)
    found = held(1312.5, waived=True, given=1400)
    assert (found.acted, found.waived, found.after) == (False, True, 1312.5)
    found = held(1312.5, given=1400, ceiling=1350.0)
    assert (found.acted, found.capped, found.after) == (True, True, 1350.0)
    for below in (1340.0, 1350.0):
        free = held(below, ceiling=1350.0)
        assert (free.capped, free.after) == (False, below)
    found = held(80.0)
    assert dict(found.candidates) == {"absolute": 100, "personal": 100}
    assert (found.name, found.floor, found.after) == ("absolute", 100, 100.0)
    assert held(90.0, given=1200, prize=PrizeFloorFact(1200)).name == "given"


def test_a_match_never_takes_a_rating_below_an_absolute_floor():
    found = held(102.0, waived=True, wins=50)
    assert (found.name, found.acted, found.waived) == ("personal", True, False)
    assert (found.after, found.held) == (150.0, ("personal", 150))
    given = held(102.0, waived=True, given=140)
    assert (given.acted, given.waived, given.after) == (True, False, 140.0)
    both = held(102.0, waived=True, given=1200, wins=5)
    assert (both.name, both.floor, both.waived) == ("given", 1200, True)
    assert (both.acted, both.held, both.after) == (True, ("personal", 120), 120.0)


@pytest.mark.parametrize(
    ("level", "is_one"),
    [
        *((100, False), (200, True), (1400, True), (2000, True), (2100, False)),
        *((1450, False), (1401, False), (0, False), (-200, False)),
    ],
)
def test_a_prize_sets_a_floor_at_whole_hundreds_up_to_2000(level, is_one):
    assert is_valid_prize_floor(level) is is_one
