"""Every kind of broken cell becomes a finding with its place; lenient leaves it out."""

import pytest

from tests.build import codes, player, players_of, post, rate_one, section, trace
from uscalc.document.rate.check import check_section
from uscalc.document.rate.rated import stops_rating


def places(*players, **more) -> list[tuple[str, int | None, int | None]]:
    found = check_section(section(*players, **more), 0)
    return [(finding.code, finding.player, finding.round) for finding in found]


def test_what_agrees_or_is_not_rated_has_no_finding():
    one = player(1, "W2", "D2b", "B", "N2", "?2", "X2", "W2|L2")
    other = player(2, "L1w", "D1", "U", "", "?1", "F", "W1|L1")
    assert places(one, other) == []
    assert places(player(1, "W2", id="M1"), player(2, "L1", id="M1")) == []
    assert places(player(1, "Q9", "W7"), player(1), kind="unrated") == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *(("W2", "W1"), ("W2", "D1"), ("D2", "L1"), ("W2", ""), ("W2", "B")),
        *(("W2", "S1"), ("W2", "X1"), ("?2", ""), ("?2", "L1"), ("W2|W2", "L1")),
        ("W2|L2", "L1|L1"),
    ],
)
def test_sides_that_disagree(one, other):
    found = places(player(1, one), player(2, other))
    assert ("sides-disagree", 1, 1) in found
    assert all(code == "sides-disagree" for code, *_ in found)


@pytest.mark.parametrize(
    ("one", "other", "finding"),
    [
        (("W2", "W2"), ("L1",), ("sides-disagree", 1, 2)),  # The row is short.
        (("", "W7"), (), ("no-such-player", 1, 2)),
        (("N7",), (), ("no-such-player", 1, 1)),
        (("W1",), (), ("against-himself", 1, 1)),
        (("Q9",), (), ("odd-token", 1, 1)),
    ],
)
def test_what_is_wrong_with_a_cell_is_found_at_its_place(one, other, finding):
    assert places(player(1, *one), player(2, *other)) == [finding]


@pytest.mark.parametrize("kind", ["foreign-fide", "foreign-fide-youth", "estimate"])
def test_results_on_one_side_are_enough_for_some_kinds(kind):
    assert places(player(1, "W2"), player(2), kind=kind) == []
    assert places(player(1, "W9"), player(2), kind=kind) == [("no-such-player", 1, 1)]


def test_a_section_with_a_broken_cell_is_not_rated_and_the_finding_says_where_and_what_to_do():
    for finding in rate_one(player(1, "W7", "Q"), player(2, "L1")).findings:
        assert finding.severity == "stops"
        assert finding.remedy
        assert 'section "Open", player' in str(finding)
        assert "round" in str(finding)
    rated = rate_one(player(1, "W2", "W9"), player(2, "L1"))
    assert codes(rated) == ["no-such-player"]
    assert stops_rating(rated.findings)
    assert rated.ratings == ()


def test_lenient_leaves_the_broken_game_out_and_says_so_but_needs_unique_numbers():
    broken = rate_one(player(1, "W2", "W9"), player(2, "L1"), lenient=True)
    whole = rate_one(player(1, "W2"), player(2, "L1"))
    assert post(broken, 1) == post(whole, 1)
    (finding,) = broken.findings
    assert finding.severity == "warns"
    assert "left out" in finding.remedy
    rated = rate_one(player(1, "W2"), player(2, "L1"), player(2), lenient=True)
    assert "number-twice" in codes(rated)
    assert rated.ratings == ()
    found = places(player(1), player(1), player(2))
    assert found == [("number-twice", 1, None)]


@pytest.mark.parametrize(
    ("rows", "games"),
    [
        ((("W2", "W3"), ("W1", ""), ("", "L1")), [1, 0, 1]),
        ((("W2|W3",), ("W1",), ("L1",)), [0, 0, 0]),
    ],
)
def test_lenient_leaves_a_broken_game_out_on_both_sides(rows, games):
    rated = rate_one(*players_of(*rows), lenient=True)
    assert [trace(rated, n).entrant.m for n in (1, 2, 3)] == games
