"""What the answer names: who, which knot, which floor, which limit."""

import pytest

from tests.engine.make import games, rules, section
from tests.explain.make import lines, told
from tests.explain.test_paths import PATHS
from uscalc.engine.inputs import Entrant
from uscalc.engine.section import rate_section
from uscalc.engine.special import compute_special_rating
from uscalc.engine.trace import SectionTrace
from uscalc.explain.model import find_full_key


def trace(path: str, edition: str = "2025") -> SectionTrace:
    return PATHS[path](rules(edition))


def test_a_plateau_where_nobody_is_near_is_told():
    found = trace("special across a flat piece")
    player = found.players[0]
    far = compute_special_rating(700.0, 0.0, (600.0, 2200.0), 1.0, start=1400.0)
    # The lower end is the knot of the player's own prior, though it counts no games.
    assert far.tie_break is not None
    changed = player._replace(step5=far, post=far.result)
    again = found._replace(players=(changed, *found.players[1:]))
    answer = told(again).answer
    assert answer.startswith("1100: every rating from 1100 to 1800 fits 1 point")
    assert "The starting rating, 700, is lower, so the lowest is the result" in answer
    assert lines(told(again))["step5.tie"].value == "1100"


def test_waived_floors_and_several_numbers_of_a_member_are_described():
    found = told(trace("match"), 1)
    assert "a request to lower the floor by 100" in found.answer
    assert "request to lower it by 100" in lines(found)["floor"].text
    me = Entrant((1, 3), 1500.0, 40, own=games((1, 1.0), (1, 0.0)))
    other = Entrant((2,), 1600.0, 40, own=games((0, 0.0), (0, 1.0)))
    found = rate_section(section((me, other)), rules("2025"))
    told_of = lines(told(found))
    assert "Pairing numbers 1 and 3 are one member" in told_of["reentry"].text
    assert "reentry" not in lines(told(found, 1))


@pytest.mark.parametrize(
    ("key", "found"),
    [
        ("step4", "step4"),
        ("result", "result"),
        ("step4.k", "step4.k"),
        ("k", "step5.k"),
        ("bonus", "step5.bonus"),
        ("floor", "floor"),
        ("move1", None),
        ("step6", None),
    ],
)
def test_a_key_means_a_line_or_a_chapter(key, found):
    assert find_full_key(told(trace("standard with bonus")), key) == found
