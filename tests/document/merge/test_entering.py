"""Players entered at the desk: from a list, as new, as a re-entry, in a higher section."""

import datetime as dt
from dataclasses import replace

import pytest

from tests.build import document, player, rate_one, section
from uscalc.document.edit.structure import add_player, is_empty
from uscalc.document.edit.unknown_ratings import UNKNOWN, with_rating
from uscalc.document.merge.listed import (
    ListedRating,
    ListEntry,
    can_move,
    enter_in_section,
    enter_listed,
    enter_new,
    find_next_number,
    move_up,
)
from uscalc.document.model import Document, PublishedRating, RatingFacts
from uscalc.engine.inputs import SYSTEMS, System

DAY = dt.date(2025, 8, 1)
OLDER = dt.date(2025, 6, 1)
MEMBER = ListEntry(
    "90000007",
    "WALKINA, WANDA",
    (
        ("R", ListedRating(1806.0)),
        ("Q", ListedRating(1500.0, 7)),
        ("B", ListedRating(1444.0, as_of=OLDER)),
        ("OB", ListedRating(readable=False)),
    ),
    "ZZ",
    "20261231",
    1990,
    1777.0,
)
IN_ALL = tuple((system, RatingFacts(1500.0, games=50)) for system in SYSTEMS)
UPPER = section(player(1), player(2), name="Upper")
OPEN = section(
    replace(player(1, "W2", ""), ratings=IN_ALL), player(2, "L1", ""), player(7, "", "")
)
EVENT = document(OPEN, UPPER)


def facts(event: Document, place: int, row: int, system: System) -> RatingFacts:
    return event.sections[place].players[row].facts(system)


def test_an_empty_row_is_used_unless_somebody_meets_it():
    waiting = add_player(document(section()), 0).document
    assert find_next_number(waiting.sections[0]) == 1
    ways = (
        enter_listed(waiting, 0, MEMBER, DAY),
        enter_new(waiting, 0, "Newman, Zoe", None),
        enter_in_section(add_player(EVENT, 1).document, 0, 0, 1),
    )
    for edit, at in zip(ways, (0, 0, 1), strict=True):
        players = edit.document.sections[at].players
        assert [p.number for p in players] == list(range(1, len(players) + 1))
        assert not any(map(is_empty, players))
        assert find_next_number(edit.document.sections[at]) == len(players) + 1
    met = document(section(player(1, "?2"), replace(player(2, ""), name="")))
    edit = enter_listed(met, 0, MEMBER, DAY)
    assert find_next_number(met.sections[0]) == 3
    assert [p.number for p in edit.document.sections[0].players] == [1, 2, 3]


def test_a_member_of_a_list_is_the_next_player_with_all_that_it_says():
    edit = enter_listed(EVENT, 0, MEMBER, DAY)
    *before, entered = edit.document.sections[0].players
    assert tuple(before) == OPEN.players
    assert edit.document.sections[1] is UPPER
    assert (entered.number, entered.name) == (8, "WALKINA, WANDA")
    assert (entered.id, entered.results) == ("90000007", ("", ""))
    assert (entered.birth.date.year, entered.birth.year_only) == (1990, True)
    assert entered.fide.rating == 1777.0
    assert entered.state == "ZZ"
    known = RatingFacts(1806.0, as_of=DAY, source="official")
    assert facts(edit.document, 0, 3, "R") == known
    quick = RatingFacts(1500.0, games=7, as_of=DAY, source="official")
    assert facts(edit.document, 0, 3, "Q") == quick
    # Of another list: of its own day.
    assert facts(edit.document, 0, 3, "B").as_of == OLDER
    assert "WALKINA, WANDA" in edit.name


def test_list_facts_are_unknown_unless_the_list_says_unrated():
    edit = enter_listed(EVENT, 0, MEMBER, DAY)
    assert facts(edit.document, 0, 3, "OR").unknown
    assert facts(edit.document, 0, 3, "OB").unknown
    bare = ListEntry("90000008", "NORATINGA, NILO", (("Q", ListedRating(900.0)),))
    edit = enter_listed(EVENT, 0, bare, DAY)
    assert facts(edit.document, 0, 3, "R").unknown
    bare = ListEntry("90000008", "NORATINGA, NILO", (("R", ListedRating()),))
    edit = enter_listed(EVENT, 0, bare, DAY)
    assert facts(edit.document, 0, 3, "R") == RatingFacts()


def test_a_new_player_is_new_in_every_system_that_was_asked_about():
    edit = enter_new(EVENT, 0, "Nova, Nora", None)
    entered = edit.document.sections[0].players[-1]
    assert (entered.number, entered.name, entered.id) == (8, "Nova, Nora", None)
    assert facts(edit.document, 0, 3, "R") == RatingFacts()
    assert facts(edit.document, 0, 3, "Q") == RatingFacts()
    nobody = with_rating(player(1), "Q", UNKNOWN)
    not_asked = enter_new(document(section(nobody)), 0, "Nova, Nora", None).document
    assert facts(not_asked, 0, 1, "R") == RatingFacts()
    assert facts(not_asked, 0, 1, "Q").unknown
    with_id = enter_new(EVENT, 0, "Nova, Nora", "90000123").document
    assert with_id.sections[0].players[-1].id == "90000123"


def test_the_first_player_makes_a_section_and_numbers_run_out():
    edit = enter_listed(document(), 0, MEMBER, DAY)
    (made,) = edit.document.sections
    assert [one.name for one in made.players] == ["WALKINA, WANDA"]
    assert made.players[0].number == 1
    assert facts(edit.document, 0, 0, "R").rating == 1806.0
    full = document(section(player(99_999)))
    for edit in (
        enter_listed(full, 0, MEMBER, DAY),
        enter_new(full, 0, "Nova, Nora", None),
        enter_in_section(full, 0, 0, 0),
    ):
        assert edit.refused
        assert edit.document is full


def test_moved_and_late_players_take_their_data_along():
    event = document(section(player(1, "W2"), player(2, "L1")))
    edit = enter_listed(event, 0, MEMBER, DAY)
    rated = rate_one(*edit.document.sections[0].players)
    assert rated.findings == ()
    event = document(section(PERSON, player(6, "L5")), UPPER)
    edit = enter_in_section(event, 0, 0, 1)
    assert edit.document.sections[0] is event.sections[0]
    up = edit.document.sections[1].players[-1]
    assert (up.number, up.id, up.results, up.published) == (3, "90000005", (), ())
    assert up.ratings == PERSON.ratings
    assert 'also entered in "Upper"' in edit.name
    edit = enter_in_section(event, 0, 0, 0)
    again = edit.document.sections[0].players[-1]
    assert (again.number, again.id, again.results) == (7, "90000005", ("",))
    assert "re-entered" in edit.name
    edit = move_up(EVENT, 0, 2, 1)
    assert [p.number for p in edit.document.sections[0].players] == [1, 2]
    up = edit.document.sections[1].players[-1]
    assert (up.number, up.name) == (3, "Player 7")
    assert '"Upper"' in edit.name


PERSON = player(
    5, "W6", id="90000005", published=(("R", PublishedRating(1520.0)),), rating=1512.25
)


@pytest.mark.parametrize(
    "players",
    [
        (player(1, "W2"), player(2, "L1")),
        (player(1, ""), player(2, "L1")),
        (player(1, "H"), player(2, "")),
        (player(1, "?2"), player(2, "?1")),
    ],
)
def test_a_player_with_a_result_or_pairing_does_not_move(players):
    event = document(section(*players), UPPER)
    assert not can_move(event, 0, 0)
    edit = move_up(event, 0, 0, 1)
    assert edit.document is event
    assert "already has results" in edit.refused[0]
