"""Every kind of broken cell is a finding with its place; `lenient` leaves the cell out."""

import pytest
from msgspec.structs import replace

from tests.build import codes, player, players_of, post, rate_one, section, trace
from tests.paired import paired
from uscalc.document.edit.cells import set_result
from uscalc.document.model import Document, Player, Section, with_player, with_players
from uscalc.document.rate.check import check_section
from uscalc.document.rate.facts import find_empty_cells
from uscalc.document.rate.incremental import rate_whole_section, rerate_section
from uscalc.document.rate.members import find_members
from uscalc.document.rate.rated import stops_rating
from uscalc.document.rate.whole import rate_document
from uscalc.rules.resolve import resolve_rules


def places(*players, **more) -> list[tuple[str, int | None, int | None]]:
    found = check_section(section(*players, **more), 0)
    return [(finding.code, finding.player, finding.round) for finding in found]


def test_consistent_or_unrated_sections_have_no_finding():
    one = player(1, "W2", "D2b", "B", "N2", "?2", "X2", "W2|L2")
    assert places(one, player(2, "L1w", "D1", "U", "", "?1", "F", "W1|L1")) == []
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
        (("W2", "W2"), ("L1",), ("sides-disagree", 1, 2)),  # The row has too few cells.
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
    assert places(player(1), player(1), player(2)) == [("number-twice", 1, None)]


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


# An empty cell in a complete round is reported once, and not too early.


def empty_cells(of: Section) -> list[tuple[int | None, int | None]]:
    return [(f.player, f.round) for f in find_empty_cells(of, find_members(of), 0)]


def played(players: int, rounds: int) -> Document:
    """Return a round robin in which every game is drawn."""
    event = paired(players, rounds)
    rows = event.sections[0].players
    results = (tuple(f"D{text[1:]}" for text in p.results) for p in rows)
    drawn = (replace(p, results=row) for p, row in zip(rows, results, strict=True))
    return with_players(event, 0, tuple(drawn))


def with_cell(event: Document, number: int, round_number: int, text: str) -> Document:
    return set_result(event, 0, number - 1, round_number - 1, text).document


@pytest.mark.parametrize("round_number", [1, 2, 3])
def test_a_bye_typed_over_a_forfeit_leaves_an_empty_cell_that_is_reported(round_number):
    one = with_cell(played(24, 3), 5, round_number, f"F{17 + round_number - 1}")
    assert not empty_cells(one.sections[0])
    after = with_cell(one, 5, round_number, "H")
    (one,) = find_empty_cells(after.sections[0], find_members(after.sections[0]), 0)
    assert (one.player, one.round) == (17 + round_number - 1, round_number)
    assert one.severity == "warns"
    assert one.message == "No result, but every other player has one"
    byes = "U (unpaired), B (full-point bye), or H (half-point bye)"
    assert one.remedy == f"Enter a result, {byes}"


def test_empty_cells_are_reported_also_after_an_edit():
    event = played(12, 2)
    before = rate_whole_section(event, 0, resolve_rules)
    after = with_cell(event, 5, 2, "H")
    found = rerate_section(before, after, 0, resolve_rules).rating.findings
    assert found == rate_document(after, resolve_rules).sections[0].findings
    assert [f.code for f in found] == ["hole"]
    assert rerate_section(before, after, 0, resolve_rules).rating.ratings
    event = with_cell(played(24, 3), 5, 2, "")
    found = find_empty_cells(event.sections[0], find_members(event.sections[0]), 0)
    assert [(f.player, f.round) for f in found] == [(5, 2), (18, 2)]
    assert "nearly every other player" in found[0].message
    event = played(12, 2)
    third = event.sections[0].players[2]
    event = with_player(event, 0, 2, replace(third, results=(third.results[0], "")))
    assert not empty_cells(event.sections[0])


@pytest.mark.parametrize(
    "cells",
    [
        [(5, 3, "")],
        [(1, 2, ""), (2, 2, ""), (3, 2, "")],
        [(7, 5, "H")],
        [(7, 5, "H"), (5, 3, "")],
        [(5, 3, "w3 or d3")],
    ],
    ids=[
        *("the last round may lack a board", "a round that is still being entered"),
        *("a bye asked for beforehand begins no round", "the last that was begun is 3"),
        "text that is no result may be the game of the hole",
    ],
)
def test_cells_that_may_be_empty_are_not_reported(cells):
    event = played(24, 3)
    for number, round_number, text in cells:
        event = with_cell(event, number, round_number, text)
    assert not empty_cells(event.sections[0])


def test_a_re_entered_member_may_have_one_empty_row():
    four = players_of(("W2", "W3"), ("L1", "W4"), ("W4", "L1"), ("L3", "L2"))
    once, again = player(5, "U", "", id="M1"), player(6, "", "U", id="M1")
    assert not empty_cells(section(*four, once, again))
    alone = replace(once, id=None)
    assert empty_cells(section(*four, alone, again)) == [(5, 2), (6, 1)]
    assert empty_cells(section(*four, alone)) == [(5, 2)]


def test_a_player_counts_from_the_first_round_on():
    rows = (("W2", "W3"), ("L1", "W4"), ("W4", "L1"), ("L3", "L2"), ())
    assert rate_one(*players_of(*rows)).findings == ()
    four = [player(1, "W2"), player(2, "L1"), player(3, "H"), player(4, "")]
    assert empty_cells(section(*four)) == [(4, 1)]
    assert empty_cells(section(*four[:3], Player(4))) == []
    assert empty_cells(section(*four[:2], four[3])) == []


@pytest.mark.parametrize("kind", ["match", "foreign-fide", "estimate", "unrated"])
def test_only_events_are_checked_for_empty_cells(kind):
    four = [player(1, "W2"), player(2, "L1"), player(3, "H"), player(4, "")]
    assert empty_cells(section(*four, kind=kind)) == []
