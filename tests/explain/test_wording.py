"""What the answer names: who, which knot, which floor, which limit."""

import pytest

from tests.engine.make import games, rules, rules_on, section
from tests.explain.make import lines, told
from tests.explain.test_paths import PATHS
from uscalc.engine.inputs import Entrant
from uscalc.engine.section import rate_section
from uscalc.engine.special import compute_special_rating
from uscalc.engine.trace import SectionTrace, SpecialTrace
from uscalc.explain.model import find_full_key


def trace(path: str, edition: str = "2025") -> SectionTrace:
    return PATHS[path](rules(edition))


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("standard with bonus", ["bonus", "count twice", "above expectation"]),
        ("special on a knot", ["400 above Player 2", "1400"]),
        ("special on its own knot", ["400 above the player's own prior"]),
        ("special that stays", ["1480 stays"]),
        ("cap", ["2700 is the most"]),
        ("minimum", ["100: no result is below the minimum of 100", "−200 = 400 below"]),
        (
            "given floor",
            ["1490: the floor given for this player, 1490", "1422 ≈ 1500 − 77.8"],
        ),
        ("peak floor", ["highest rating, 1500", "without it"]),
        ("title floor", ["Life Master", "2200"]),
        ("ceiling", ["ceiling of 1510"]),
        ("match", ["1520: the limit for 180 days", "without it 1624"]),
        ("no match", ["Not rated as a match", "has not the rating"]),
        ("foreign", ["Not checked", "opted in"]),
        ("estimate", ["estimate"]),
        ("no game", ["No rated game: 1500 stays"]),
        ("no game, unrated", ["stays unrated"]),
    ],
)
def test_the_answer_says_what_decided(path, words):
    answer = told(trace(path)).answer
    for word in words:
        assert word in answer, answer


@pytest.mark.parametrize(
    ("path", "answer"),
    [
        (
            "special across a flat piece",
            "1000 = 400 above Player 2, who counts 600 from Step 1; the other game does "
            "not decide it. Every rating from 1000 to 1800 fits; this is the nearest to "
            "700, where the walk begins.",
        ),
        (
            "all wins",
            "1900 = 400 above Player 2 and Player 3, who count 1500 from Step 1; the "
            "rating before does not decide it. Every rating from 1900 on fits; this is "
            "the nearest to 1100, where the walk begins.",
        ),
        (
            "standard",
            "1500 stays: 1.5 points from 3 games is what the opponents' ratings predict.",
        ),
        (
            "reduced k",
            "2306 ≈ 2300 + 6.4: 0.5 points above expectation times K 12.8, reduced above "
            "2200, is +6.4.",
        ),
        (
            "all losses",
            "937 is where 0.5 points from 2 games and 10.8 earlier ones, counted as "
            "losses against 1300, are exactly what the opponents' ratings after Step 4 "
            "predict.",
        ),
    ],
)
def test_the_answer_of_a_path(path, answer):
    assert told(trace(path)).answer == answer


def test_a_knot_decides_only_where_nobody_else_has_a_say():
    # 1300 is 400 above Player 2, but Player 3, at the same 1300, is felt there too.
    assert told(trace("special, falling")).answer.startswith("1300 is where")


def test_a_plateau_where_nobody_is_near_is_told():
    found = trace("special across a flat piece")
    player = found.players[0]
    assert isinstance(player.step5, SpecialTrace)
    far = compute_special_rating(700.0, 0.0, (600.0, 2200.0), 1.0, start=1400.0)
    # The lower end is the knot of the player's own prior, though it counts no games.
    assert far.tie_break is not None
    changed = player._replace(step5=far, post=far.result)
    again = found._replace(players=(changed, *found.players[1:]))
    answer = told(again).answer
    assert answer.startswith("1100: every rating from 1100 to 1800 fits 1 point")
    assert "700, where the player started, is lower, so the lowest is taken" in answer
    assert lines(told(again))["step5.tie"].value == "1100"


def test_a_floor_that_a_match_waives_is_told():
    found = told(trace("match"), 1)
    assert "asks for the floor to be lowered" in found.answer
    assert "request to lower it by 100" in lines(found)["floor"].text


def test_limits_that_cannot_be_checked_are_listed():
    found = lines(told(trace("match")))
    assert found["match.3 years"].value == "not checked"
    assert found["match.180 days"].value == "cuts"


@pytest.mark.parametrize(
    ("path", "key", "words"),
    [
        ("repeats", "step5.bonus", "too often"),
        ("standard on two games", "step5.bonus", "Fewer than three"),
        ("match", "step5.bonus", "A match gives no bonus"),
        ("standard on three games with bonus", "step5.threshold", "count as four"),
        ("reduced k", "step5.k", "reduced above 2200"),
        ("all wins", "formula", "Every earlier game was won"),
        ("all losses", "formula", "Every earlier game was lost"),
        ("special", "formula", "N is 5, 8 or fewer"),
        ("standard, count unknown", "n_eff", "not known and taken as large"),
        ("unrated adult", "r0", "adult"),
        ("unrated by the office", "r0", "US Chess set this starting rating"),
        ("unrated by age", "r0", "By age"),
        ("unrated from sources", "r0", "average of the sources"),
        ("unrated from sources", "source.fide.converted", "FIDE 2160 as a US Chess"),
        (
            "unrated from sources",
            "source.fide.s",
            "has no date and is taken as current",
        ),
    ],
)
def test_a_line_says_why(path, key, words):
    assert words in lines(told(trace(path)))[key].text


def test_a_list_shows_each_line_it_passed():
    found = lines(told(trace("unrated by age", "2015")))
    assert [key for key in found if key.startswith("list.")] == [
        "list.1",
        "list.2",
        "list.3",
        "list.4",
    ]
    assert "no such rating" in found["list.1"].text
    assert "this decides" in found["list.4"].text


@pytest.mark.parametrize(
    ("edition", "sections"),
    [
        ("2009", {"n_eff": "2009, 2.1", "step5.k": "2009, 2.3", "floor": "2009, 2.4"}),
        ("2015", {"n_eff": "2015, 3", "step5.k": "2015, 4.2", "floor": "2015, 5"}),
        ("2020", {"n_eff": "2020, 3", "step5.k": "2020, 4.2", "post": "2020, 7"}),
        ("2025", {"n_eff": "2025, 3", "step5.k": "2025, 4.2", "floor": "2025, 5"}),
    ],
)
def test_lines_cite_their_document(edition, sections):
    found = lines(told(trace("standard", edition)))
    assert {key: found[key].section for key in sections} == sections


def test_rules_newer_than_the_document_in_force_cite_the_one_that_prints_them():
    found = lines(told(PATHS["standard"](rules_on("2014-10-01"))))
    assert found["n_eff"].section == "2015, 3"
    assert found["step5.k"].section == "2009, 2.3"
    assert found["post"].section == "2015, 7"


def test_the_era_of_whole_numbers_tells_its_rounding():
    assert "Rounded" in told(trace("standard with bonus", "2009")).answer or (
        "rounding" in lines(told(trace("standard with bonus", "2009")))
    )
    assert "rounding" not in lines(told(trace("standard with bonus", "2025")))


def test_several_numbers_of_one_member_are_told():
    me = Entrant((1, 3), 1500.0, 40, own=games((1, 1.0), (1, 0.0)))
    other = Entrant((2,), 1600.0, 40, own=games((0, 0.0), (0, 1.0)))
    found = rate_section(section((me, other)), rules("2025"))
    told_of = lines(told(found))
    assert "Numbers 1 and 3 are one member" in told_of["reentry"].text
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
