"""An outcome set otherwise goes where its game goes, and never to another one."""

from dataclasses import replace

import pytest

from tests.build import document, player, section
from uscalc.document.edit.cells import set_name, set_rating, set_result
from uscalc.document.edit.structure import (
    add_player,
    add_round,
    move_player,
    move_section,
    remove_players,
    remove_round,
    rename_section,
    renumber_players,
    set_number,
    swap_places,
)
from uscalc.document.model import Document
from uscalc.document.queries.games import select_applicable
from uscalc.document.queries.scenario import Outcome

FOUR = document(
    section(
        player(3, "L4", "W7"),
        player(4, "W3", "D9"),
        player(7, "W9", "L3"),
        player(9, "L7", "D4"),
    )
)
FIRST = Outcome(1, 4, "L")
SECOND = Outcome(2, 9, "W")
UNNAMED = replace(
    FOUR,
    sections=(
        replace(
            FOUR.sections[0],
            players=tuple(replace(p, name="") for p in FOUR.sections[0].players),
        ),
    ),
)


def kept(before: Document, now: Document, *outcomes: Outcome) -> tuple[Outcome, ...]:
    assert now != before
    return select_applicable(before, now, 0, outcomes)


@pytest.mark.parametrize("before", [FOUR, UNNAMED], ids=["named", "unnamed"])
def test_another_number_is_another_player(before):
    now = renumber_players(before, 0).document
    assert [p.number for p in now.sections[0].players] == [1, 2, 3, 4]
    # Both 3 and 4 are still there, and have played: others.
    assert kept(before, now, FIRST, Outcome(1, 3, "D"), SECOND) == ()
    other = set_number(before, 0, 0, 12).document
    assert kept(before, other, FIRST, SECOND) == (SECOND,)
    assert kept(other, before, Outcome(1, 12, "D"), SECOND) == (SECOND,)


def test_players_who_swap_places_and_other_opponents_have_other_games():
    for before in (FOUR, UNNAMED):
        rated = set_rating(before, 0, 0, "R", 1300.0, 10).document
        now = swap_places(rated, 0, 0, 2).document
        assert kept(rated, now, FIRST, SECOND) == (SECOND,)
    now = set_result(FOUR, 0, 1, 0, "W9").document
    assert kept(FOUR, now, FIRST, SECOND) == (SECOND,)


@pytest.mark.parametrize("before", [FOUR, UNNAMED], ids=["named", "unnamed"])
def test_a_round_taken_out_moves_nothing_imagined(before):
    now = remove_round(before, 0, 0).document
    assert kept(before, now, FIRST, SECOND) == ()
    # Brought back, too.
    assert kept(now, before, Outcome(1, 9, "W")) == ()
    assert kept(before, remove_round(before, 0, 1).document, FIRST, SECOND) == (FIRST,)


def test_two_who_meet_again_and_again_have_a_game_a_round():
    match = document(section(player(1, "W2", "W2", "L2"), player(2, "L1", "L1", "W1")))
    imagined = tuple(Outcome(r, 1, "D") for r in (1, 2, 3))
    for taken, left in ((0, 0), (1, 0), (2, 2)):
        now = remove_round(match, 0, taken).document
        assert kept(match, now, *imagined) == imagined[:left]
        assert kept(now, match, *imagined[:2]) == imagined[:left]


def test_edits_elsewhere_keep_a_what_if_result():
    both = FIRST, SECOND
    edits = [
        add_round(FOUR, 0),
        add_player(FOUR, 0),
        set_name(FOUR, 0, 1, "Quentin Other"),
        set_rating(FOUR, 0, 1, "R", 1234.0, 9),
        set_result(FOUR, 0, 0, 1, "L7"),
        move_player(FOUR, 0, 0, 3),
        rename_section(FOUR, 0, "Reserve"),
    ]
    for edit in edits:
        assert not edit.refused
        assert kept(FOUR, edit.document, *both) == both
        assert kept(edit.document, FOUR, *both) == both
    assert select_applicable(FOUR, FOUR, 0, both) == both
    assert kept(FOUR, remove_players(FOUR, 0, [0]).document, *both) == (SECOND,)


def test_a_section_in_the_place_of_another_keeps_nothing():
    one = FOUR.sections[0]
    played = set_result(FOUR, 0, 0, 1, "L7").document.sections[0]
    twice = document(one, played)
    moved = move_section(twice, 0, 1).document
    for index in (0, 1):
        assert select_applicable(twice, moved, index, (FIRST, SECOND)) == ()
    others = tuple(
        replace(p, name=f"Other {p.number}") for p in FOUR.sections[0].players
    )
    same_name = replace(FOUR.sections[0], players=others)
    assert kept(FOUR, replace(FOUR, sections=(same_name,)), FIRST, SECOND) == ()
    other_name = replace(
        set_result(FOUR, 0, 0, 1, "L7").document.sections[0], name="Reserve"
    )
    assert kept(FOUR, replace(FOUR, sections=(other_name,)), FIRST, SECOND) == ()
    assert select_applicable(FOUR, document(), 0, (FIRST, SECOND)) == ()
