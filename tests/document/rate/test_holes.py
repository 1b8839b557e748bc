"""A cell that is empty though the round is complete: told once, and not too soon."""

from dataclasses import replace

import pytest

from tests.build import player, rate_one, section
from tests.paired import paired
from uscalc.document.edit.cells import set_result
from uscalc.document.model import Document, Player, Section
from uscalc.document.rate.facts import find_empty_cells
from uscalc.document.rate.incremental import rate_whole_section, rerate_section
from uscalc.document.rate.members import find_members
from uscalc.document.rate.whole import rate_document
from uscalc.rules.resolve import resolve_rules


def places(of: Section) -> list[tuple[int | None, int | None]]:
    return [(f.player, f.round) for f in find_empty_cells(of, find_members(of), 0)]


def played(players: int, rounds: int) -> Document:
    """Every board of every round drawn."""
    event = paired(players, rounds)
    drawn = [
        replace(p, results=tuple(f"D{text[1:]}" for text in p.results))
        for p in event.sections[0].players
    ]
    return replace(event, sections=(replace(event.sections[0], players=tuple(drawn)),))


def with_cell(event: Document, number: int, round_number: int, text: str) -> Document:
    return set_result(event, 0, number - 1, round_number - 1, text).document


@pytest.mark.parametrize("round_number", [1, 2, 3])
def test_a_bye_typed_over_a_forfeit_leaves_an_empty_cell_that_is_reported(round_number):
    event = played(24, 3)
    one = with_cell(event, 5, round_number, f"F{17 + round_number - 1}")
    assert not places(one.sections[0])
    after = with_cell(one, 5, round_number, "H")
    (finding,) = find_empty_cells(after.sections[0], find_members(after.sections[0]), 0)
    assert (finding.player, finding.round, finding.severity) == (
        17 + round_number - 1,
        round_number,
        "warns",
    )
    assert finding.message == "No result, but every other player has one"
    assert finding.remedy == (
        "Enter a result, U (unpaired), B (full-point bye), or H (half-point bye)"
    )


def test_an_edit_tells_what_a_rating_from_nothing_tells():
    event = played(12, 2)
    before = rate_whole_section(event, 0, resolve_rules)
    after = with_cell(event, 5, 2, "H")
    found = rerate_section(before, after, 0, resolve_rules).rating.findings
    assert found == rate_document(after, resolve_rules).sections[0].findings
    assert [f.code for f in found] == ["hole"]
    assert rerate_section(before, after, 0, resolve_rules).rating.ratings


def test_an_empty_cell_of_a_missing_board_is_reported_unless_another_cell_names_the_player():
    event = with_cell(played(24, 3), 5, 2, "")
    found = find_empty_cells(event.sections[0], find_members(event.sections[0]), 0)
    assert [(f.player, f.round) for f in found] == [(5, 2), (18, 2)]
    assert "nearly every other player" in found[0].message
    event = played(12, 2)
    players = list(event.sections[0].players)
    players[2] = replace(players[2], results=(players[2].results[0], ""))
    assert not places(replace(event.sections[0], players=tuple(players)))


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
    assert not places(event.sections[0])


def test_a_re_entered_member_may_have_one_empty_row():
    entries = (
        player(1, "W2", "W3"),
        player(2, "L1", "W4"),
        player(3, "W4", "L1"),
        player(4, "L3", "L2"),
        player(5, "U", "", id="M1"),
        player(6, "", "U", id="M1"),
    )
    assert not places(section(*entries))
    alone = replace(entries[4], id=None)
    assert places(section(*entries[:4], alone, entries[5])) == [(5, 2), (6, 1)]
    assert places(section(*entries[:4], replace(alone, results=("U", "")))) == [(5, 2)]


def test_a_player_counts_from_the_first_round_on():
    listed = player(5)
    assert (
        rate_one(
            player(1, "W2", "W3"),
            player(2, "L1", "W4"),
            player(3, "W4", "L1"),
            player(4, "L3", "L2"),
            listed,
        ).findings
        == ()
    )
    four = [player(1, "W2"), player(2, "L1"), player(3, "H"), player(4, "")]
    assert places(section(*four)) == [(4, 1)]
    assert places(section(*four[:3], Player(4))) == []
    assert places(section(*four[:2], four[3])) == []


@pytest.mark.parametrize("kind", ["match", "foreign-fide", "estimate", "unrated"])
def test_only_events_are_looked_through(kind):
    four = [player(1, "W2"), player(2, "L1"), player(3, "H"), player(4, "")]
    assert places(section(*four, kind=kind)) == []
