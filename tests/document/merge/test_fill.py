"""Missing facts filled in one by one or from pasted rows; nothing is guessed."""

import datetime as dt
from dataclasses import replace

import pytest

from tests.build import document, player, section
from uscalc.document.merge.missing import PastePlan, fill_in, plan_pasted_fill
from uscalc.document.model import BirthDate, MatchNetChanges, Player, RatingFacts

EVENT = document(
    section(
        player(1, "W2", games=None, id="99000001"),
        player(2, "L1", rating=None, id="99000002"),
        player(3),
        player(4, id="99000001"),
    )
)


def after(plan: PastePlan, row: int) -> Player:
    return plan.edit.document.sections[0].players[row]


@pytest.mark.parametrize(
    ("kind", "text", "known"),
    [
        ("games", "12", {"games": 12}),
        ("record", "all_wins", {"record": "all_wins"}),
        ("counts", "14 5 8", {"wins": 14, "draws": 5, "events": 8}),
        ("floor", "1720", {"peak": 1720.0}),
        ("floor", "floor 1400", {"floor": 1400}),
        ("official", "1640", {"official": 1640.0}),
        ("net", "-10 40", {"matches": MatchNetChanges(-10.0, 40.0)}),
    ],
)
def test_each_kind_is_filled_in(kind, text, known):
    edit = fill_in(EVENT, 0, 0, "R", kind, text)
    facts = edit.document.sections[0].players[0].facts("R")
    assert {key: getattr(facts, key) for key in known} == known


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("games", "many"),
        ("record", "good"),
        ("counts", "14 5"),
        ("floor", "floor high"),
        ("start", "young"),
        ("adult", "perhaps"),
        ("official", "high"),
        ("net", "40"),
        ("prize", "4000"),
        ("rounded", "no"),
        ("days", "2025-01-05"),
    ],
)
def test_what_cannot_be_read_is_refused(kind, text):
    edit = fill_in(EVENT, 0, 0, "R", kind, text)
    assert edit.refused
    assert edit.document is EVENT


def test_rows_for_an_event_without_sections_are_refused():
    empty = replace(EVENT, sections=())
    plan = plan_pasted_fill(empty, 0, "R", "99000001\t1510\t12\t1999\n")
    assert plan.matched == 0
    assert [row.refused for row in plan.rows] == [
        "no player has this member ID or name"
    ]
    assert plan.edit.document is empty


def test_rows_match_by_member_or_name_and_every_entry_of_a_member():
    plan = plan_pasted_fill(EVENT, 0, "R", "99000001\t1510\t12\t1999\nplayer  3\t\t7\n")
    assert plan.matched == 2
    assert after(plan, 0).facts("R") == RatingFacts(1510.0, games=12, source="typed")
    assert after(plan, 3).facts("R").games == 12
    assert after(plan, 2).facts("R").games == 7
    assert after(plan, 2).facts("R").rating == 1500.0
    assert plan.edit.name == "Missing data of 2 players filled in"


def test_an_id_that_two_people_have_fills_nobody():
    first, *others = EVENT.sections[0].players
    two = document(
        section(
            replace(first, name="Example, Kay"),
            *others[:2],
            replace(others[2], name="Invented, Roy"),
        )
    )
    plan = plan_pasted_fill(two, 0, "R", "99000001\t1510\t12\nExample, Kay\t1520\t12\n")
    assert plan.rows[0].refused == "2 players have this member ID. Use the name"
    assert after(plan, 0).facts("R").rating == 1520.0
    assert after(plan, 3).facts("R").rating == 1500.0


def test_titles_give_another_order():
    plan = plan_pasted_fill(EVENT, 0, "R", "Born;Games;Member ID\n2009;;99000002\n")
    birth = after(plan, 1).birth
    assert birth.year_only
    assert plan.rows[0].fills == ("born 2009",)


@pytest.mark.parametrize("day", ["5/17/2009", "5-17-09", "May 17, 2009", "2009-05-17"])
def test_a_birth_date_is_filled_in_as_people_write_it(day):
    born = BirthDate(dt.date(2009, 5, 17))
    edit = fill_in(EVENT, 0, 1, "R", "start", day)
    assert edit.document.sections[0].players[1].birth == born
    plan = plan_pasted_fill(EVENT, 0, "R", f"Born;Games;Member ID\n{day};;99000002\n")
    assert after(plan, 1).birth == born
    wrong = fill_in(EVENT, 0, 1, "R", "start", "17/5/2009")
    assert wrong.document is EVENT
    assert "Write the month first: 5/17/2009" in wrong.refused[0]


def test_rows_without_tabs_end_in_their_figures():
    named = document(section(replace(player(1), name="Novice, Nan")))
    plan = plan_pasted_fill(named, 0, "R", "Novice, Nan, 1450, 9, 2001\n")
    assert plan.rows[0].fills == ("rating 1450", "9 games", "born 2001")
    # Where the name itself ends in a figure nothing is guessed.
    assert plan_pasted_fill(EVENT, 0, "R", "Player 3, 1450, 9").edit.document is EVENT


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ("99009999\t1500", "no player has this"),
        ("\t1500", "no member ID"),
        ("99000001\tabc", "a valid rating"),
        ("99000001\t1500\tabc", "a whole number"),
        ("99000001\t1500\t5\tyoung", "isn't a date"),
        ("99000001\t5000", "from 100 to 3000"),
        ("99000002\t\t12", "no rating"),
    ],
)
def test_a_row_is_refused_as_a_whole(row, why):
    plan = plan_pasted_fill(EVENT, 0, "R", row)
    assert plan.edit.document is EVENT
    assert why in (plan.rows[0].refused or "")


def test_a_player_is_filled_in_once():
    plan = plan_pasted_fill(EVENT, 0, "R", "99000001\t\t5\nPlayer 1\t\t9\n")
    assert plan.rows[1].refused == "the player is in a row above"
    assert after(plan, 0).facts("R").games == 5


def test_two_of_one_name_are_not_told_apart():
    twins = document(section(player(1), player(1)))
    plan = plan_pasted_fill(twins, 0, "R", "Player 1\t1400")
    assert plan.rows[0].refused == "2 players have this name. Use the member ID"
