"""Players, rounds and sections added, removed, moved and renumbered."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.build import document, player, section
from uscalc.document.edit import structure
from uscalc.document.model import Document
from uscalc.document.rate.check import check_section


def event() -> Document:
    return document(
        section(
            player(1, "W2", "D3", "B"),
            player(2, "L1", "W4b", "L3|W3"),
            player(3, "D4", "D1", "W2|L2"),
            player(4, "D3", "L2w", "U"),
        )
    )


def results(made: Document) -> list[tuple[str, ...]]:
    return [p.results for p in made.sections[0].players]


def numbers(made: Document) -> list[int]:
    return [p.number for p in made.sections[0].players]


def consistent(made: Document) -> bool:
    return all(not check_section(s, i) for i, s in enumerate(made.sections))


def test_a_player_is_added_or_moved_without_a_change_of_results():
    end = structure.add_player(event(), 0, name="  Newcomer,   Nora ")
    assert (numbers(end.document), end.name) == ([1, 2, 3, 4, 5], "Player 5 added")
    assert end.document.sections[0].players[4].name == "Newcomer, Nora"
    assert results(end.document)[4] == ("", "", "")
    assert numbers(structure.add_player(event(), 0, 1).document) == [1, 5, 2, 3, 4]
    edit = structure.move_player(event(), 0, 0, 2)
    assert numbers(edit.document) == [2, 3, 1, 4]
    assert results(edit.document)[2] == results(event())[0]


def test_a_removed_player_takes_the_own_games_along_but_not_those_of_the_same_number():
    edit = structure.remove_players(event(), 0, [1])
    assert results(edit.document) == [
        ("", "D3", "B"),
        ("D4", "D1", ""),
        ("D3", "", "U"),
    ]
    assert edit.name == "Player 2 removed"
    assert consistent(edit.document)
    both = structure.remove_players(event(), 0, [3, 0])
    assert both.name == "Players 1, 4 removed"
    assert consistent(both.document)
    twice = document(section(player(1, "W2"), player(2, "L1"), player(2)))
    assert results(structure.remove_players(twice, 0, [2]).document)[0] == ("W2",)


def test_renumbering_and_a_new_number_are_followed_in_every_cell():
    moved = structure.move_player(event(), 0, 3, 0).document
    edit = structure.renumber_players(moved, 0)
    assert numbers(edit.document) == [1, 2, 3, 4]
    assert results(edit.document)[0] == ("D4", "L3w", "U")
    assert results(edit.document)[3] == ("D1", "D2", "W3|L3")
    assert consistent(edit.document)
    draft = document(section(player(7, "w9 perhaps"), player(9)))
    assert results(structure.renumber_players(draft, 0).document)[0] == ("w9 perhaps",)
    edit = structure.set_number(event(), 0, 1, 12)
    assert results(edit.document)[0] == ("W12", "D3", "B")
    assert results(edit.document)[2] == ("D4", "D1", "W12|L12")
    assert consistent(edit.document)
    assert edit.name == "Player 2 becomes 12"
    twice = document(section(player(1, "W2"), player(2, "L1"), player(2)))
    made = structure.set_number(twice, 0, 2, 3).document
    assert (numbers(made), results(made)[0]) == ([1, 2, 3], ("W2",))


def test_rounds_and_sections_are_added_renamed_moved_and_removed():
    more = structure.add_round(event(), 0)
    assert (more.name, more.document.sections[0].rounds) == ("Round 4 added", 4)
    less = structure.remove_round(event(), 0, 1)
    assert results(less.document)[0] == ("W2", "B")
    assert consistent(less.document)
    made = structure.add_round(document(section(player(1, "B"), player(2))), 0)
    assert results(made.document) == [("B", ""), ("", "")]
    made = structure.add_section(event()).document
    new = made.sections[1]
    assert (new.name, new.players, new.systems) == ("Section 2", (), ("R",))
    again = structure.add_section(
        structure.rename_section(made, 0, "Section 3").document
    )
    assert again.document.sections[2].name not in {"Section 2", "Section 3"}
    assert structure.add_section(document()).document.sections[0].name == "Section 1"
    assert structure.rename_section(made, 0, "  Upper   half ").document.sections[
        0
    ].name == ("Upper half")
    moved = structure.move_section(made, 0, 1).document
    assert [s.name for s in moved.sections] == ["Section 2", "Open"]
    gone = structure.remove_section(made, 0)
    assert [s.name for s in gone.document.sections] == ["Section 2"]
    assert gone.name == 'Section "Open" removed'


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["add", "remove", "move", "number", "renumber", "round"]),
        st.integers(0, 9),
        st.integers(0, 9),
    ),
    max_size=12,
)


@given(STEPS)
def test_no_sequence_breaks_a_game(steps):
    made = event()
    for what, a, b in steps:
        count = len(made.sections[0].players)
        if what == "add":
            made = structure.add_player(made, 0, b % (count + 1)).document
        elif not count:
            continue
        elif what == "remove":
            made = structure.remove_players(made, 0, [a % count]).document
        elif what == "move":
            made = structure.move_player(made, 0, a % count, b % count).document
        elif what == "number":
            made = structure.set_number(made, 0, a % count, b + 1).document
        elif what == "renumber":
            made = structure.renumber_players(made, 0).document
        else:
            made = structure.remove_round(made, 0, b).document
        assert consistent(made)
        assert len(set(numbers(made))) == len(numbers(made))


@given(st.data())
def test_two_persons_swap_places_and_results_stay(data):
    before = event()
    players = before.sections[0].players
    one, other = data.draw(st.permutations(range(len(players))))[:2]
    edit = structure.swap_places(before, 0, one, other)
    after = edit.document.sections[0].players
    assert [(p.number, p.results) for p in after] == [
        (p.number, p.results) for p in players
    ]
    persons = [replace(p, number=1, results=()) for p in players]
    persons[one], persons[other] = persons[other], persons[one]
    assert [replace(p, number=1, results=()) for p in after] == persons
    assert structure.swap_places(edit.document, 0, other, one).document == before


@pytest.mark.parametrize(
    ("change", "more"),
    [
        (structure.remove_players, ([],)),
        (structure.move_player, (1, 1)),
        (structure.renumber_players, ()),
        (structure.rename_section, ("Open",)),
    ],
)
def test_what_is_so_already_changes_nothing(change, more):
    before = event()
    edit = change(before, 0, *more)
    assert edit.document is before
    assert not edit.refused


FULL = document(section(player(structure.MAX_NUMBER)))
DANGLING = document(section(player(5, "W2"), player(9)))
NOBODY = 'round 1, player 5 has "W2", but no player has that number'


@pytest.mark.parametrize(
    ("before", "change", "more", "reason"),
    [
        (FULL, structure.add_player, (), ""),
        (DANGLING, structure.renumber_players, (), NOBODY),
        (document(section(player(3), player(3))), structure.renumber_players, (), ""),
        (event(), structure.set_number, (1, 1), ""),
        (event(), structure.set_number, (1, 0), ""),
        (event(), structure.set_number, (1, structure.MAX_NUMBER + 1), ""),
        (event(), structure.remove_round, (3,), ""),
        (document(section()), structure.add_round, (), ""),
        (event(), structure.rename_section, (" ",), ""),
        (event(), structure.swap_places, (1, 1), "Select two players"),
    ],
)
def test_what_cannot_be_done_is_refused(before, change, more, reason):
    edit = change(before, 0, *more)
    assert edit.document is before
    assert reason in edit.refused[0]
