"""A cell that is empty though the round is complete: told once, and not too soon."""

from dataclasses import replace

import pytest

from tests.build import player, rate_one, section
from tests.paired import paired
from uscalc.document.edit.cells import set_result
from uscalc.document.model import Document, Player, Section
from uscalc.document.rate.holes import hole_findings
from uscalc.document.rate.incremental import rate_whole_section, rerate_section
from uscalc.document.rate.members import find_members
from uscalc.document.rate.whole import rate_document
from uscalc.rules.resolve import resolve_rules


def places(of: Section) -> list[tuple[int | None, int | None]]:
    return [(f.player, f.round) for f in hole_findings(of, find_members(of), 0)]


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
def test_a_bye_typed_over_a_forfeit_leaves_a_hole_that_is_told(round_number):
    event = played(24, 3)
    one = with_cell(event, 5, round_number, f"F{17 + round_number - 1}")
    assert not hole_findings(one.sections[0], find_members(one.sections[0]), 0)
    after = with_cell(one, 5, round_number, "H")
    (finding,) = hole_findings(after.sections[0], find_members(after.sections[0]), 0)
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


def test_the_last_round_may_lack_a_board():
    event = played(24, 3)
    assert not places(with_cell(event, 5, 3, "").sections[0])


def test_before_the_last_round_a_missing_board_is_told():
    event = with_cell(played(24, 3), 5, 2, "")
    found = hole_findings(event.sections[0], find_members(event.sections[0]), 0)
    assert [(f.player, f.round) for f in found] == [(5, 2), (18, 2)]
    assert "nearly every other player" in found[0].message


def test_a_round_of_which_more_is_missing_is_still_being_entered():
    event = played(24, 3)
    for number in (1, 2, 3):
        event = with_cell(event, number, 2, "")
    assert not places(event.sections[0])


def test_byes_asked_for_beforehand_begin_no_round():
    event = with_cell(played(24, 3), 7, 5, "H")
    assert not places(event.sections[0])
    # So round 3 is the last that was begun, and may lack a board.
    assert not places(with_cell(event, 5, 3, "").sections[0])


def test_text_that_is_no_result_may_be_the_game_of_the_hole():
    event = with_cell(played(12, 2), 5, 2, "w3 or d3")
    assert not places(event.sections[0])


def test_whoever_is_named_by_a_cell_is_told_of_there():
    event = played(12, 2)
    players = list(event.sections[0].players)
    players[2] = replace(players[2], results=(players[2].results[0], ""))
    assert not places(replace(event.sections[0], players=tuple(players)))


def test_of_a_member_who_entered_again_one_row_is_empty():
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


def test_who_plays_in_no_round_is_only_listed():
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


def test_in_the_first_round_everybody_counts():
    four = [player(1, "W2"), player(2, "L1"), player(3, "H"), player(4, "")]
    assert places(section(*four)) == [(4, 1)]
    assert places(section(*four[:3], Player(4))) == []
    assert places(section(*four[:2], four[3])) == []


@pytest.mark.parametrize("kind", ["match", "foreign-fide", "estimate", "unrated"])
def test_only_events_are_looked_through(kind):
    four = [player(1, "W2"), player(2, "L1"), player(3, "H"), player(4, "")]
    assert places(section(*four, kind=kind)) == []
