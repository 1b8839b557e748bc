"""Edits write both sides of a game, keep conflicting cells, and can be undone."""

import datetime as dt
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests import build
from tests.build import document, player, section
from tests.shared_data import load_cases
from uscalc.document import model
from uscalc.document.edit import settings, structure
from uscalc.document.edit.cells import set_name, set_rating, set_result, withdraw_player
from uscalc.document.rate.check import check_section
from uscalc.engine.inputs import System


def event(*rows: tuple[str, ...], kind: model.SectionKind = "event") -> model.Document:
    return build.event(*build.players_of(*rows, games=30), kind=kind)


def results(document: model.Document) -> list[tuple[str, ...]]:
    return [player.results for player in document.sections[0].players]


def typed(document: model.Document, row: int, text: str, round_index: int = 0):
    return set_result(document, 0, row, round_index, text).document


def test_a_result_fills_the_other_cell_unless_it_contradicts():
    edit = set_result(event((), (), ()), 0, 0, 1, " w3b ")
    assert results(edit.document) == [("", "W3b"), (), ("", "L1w")]
    assert edit.name == "Round 2: 1 beats 3"
    document = typed(event((), ("W1",)), 0, "W2")
    assert results(document) == [("W2",), ("W1",)]
    assert {f.player for f in check_section(document.sections[0], 0)} == {1, 2}
    document = typed(event((), (), ()), 0, "w2|l2|d3")
    assert results(document) == [("W2|L2|D3",), ("L1|W1",), ("D1",)]
    assert results(typed(document, 0, "d3")) == [("D3",), ("",), ("D1",)]
    document = typed(event(("W2",), ("L1",)), 0, "W2 ask!")
    assert results(document) == [("W2 ask!",), ("",)]
    assert [f.code for f in check_section(document.sections[0], 0)] == ["odd-token"]


@pytest.mark.parametrize("text", ["N2", "S2", "R2", "B", "H", "U", "?1400-1600"])
def test_one_sided_tokens_are_not_mirrored(text):
    assert results(typed(event((), ()), 0, text)) == [(text,), ()]


@pytest.mark.parametrize("kind", ["foreign-fide", "foreign-fide-youth", "estimate"])
def test_one_sided_kinds_are_not_mirrored(kind):
    assert results(typed(event((), (), kind=kind), 0, "W2")) == [("W2",), ()]


@pytest.mark.parametrize("text", ["W1", "W9"])
def test_a_game_without_opponent_or_against_oneself_is_found(text):
    document = typed(event((), ()), 0, text)
    assert results(document) == [(text,), ()]
    assert len(check_section(document.sections[0], 0)) == 1


def test_a_name_is_cleaned_and_a_rating_set_with_its_games_or_removed():
    edit = set_name(event(()), 0, 0, "  Castle,\n Ada ")
    assert edit.document.sections[0].players[0].name == "Castle, Ada"
    edit = set_rating(event(()), 0, 0, "Q", 1234.5, 12)
    player = edit.document.sections[0].players[0]
    assert player.facts("Q") == model.RatingFacts(1234.5, games=12, source="typed")
    assert player.facts("R").rating == 1500.0
    facts = set_rating(event(()), 0, 0, "R", None, 7).document.sections[0].players[0]
    assert (facts.facts("R").rating, facts.facts("R").games) == (None, None)


@pytest.mark.parametrize("rating", [99.9, 3000.1, float("nan"), float("inf"), -5.0])
def test_a_rating_outside_the_scale_is_refused(rating):
    document = event(())
    edit = set_rating(document, 0, 0, "R", rating, None)
    assert edit.refused == ("a rating is from 100 to 3000",)
    assert edit.document is document


def test_a_conflict_can_be_cleared_and_a_withdrawal_needs_rounds():
    document = typed(typed(event((), ("W3",), ("L2",)), 0, "W2"), 1, "")
    assert results(document) == [("W2",), ("",), ("",)]
    document = typed(document, 1, "L1")
    assert results(document) == [("W2",), ("L1",), ("",)]
    assert not check_section(document.sections[0], 0)
    before = event(("W2",), ("L1",))
    edit = withdraw_player(before, 0, 0)
    assert edit.document is before
    assert "No unplayed round is left" in edit.refused[0]


@pytest.mark.parametrize(
    ("mine", "theirs", "rounds", "after", "left", "said"),
    [
        (("W2", ""), ("L1", ""), None, ("W2", "U"), ("L1", ""), "U in round 2"),
        (
            *(("W2", "?2"), ("L1", "?1"), None, ("W2", "U"), ("L1", "")),
            "U in round 2; player 2 has no opponent in round 2",
        ),
        # The withdrawal includes planned rounds, and keeps a bye that was entered.
        (("H",), ("B",), 4, ("H", "U", "U", "U"), ("B",), "U in rounds 2 to 4"),
        # A round without a result before a round that was played stays empty.
        (("", "D2", ""), ("B", "D1", ""), None, ("", "D2", "U"), None, "U in round 3"),
    ],
)
def test_later_rounds_become_unplayed(mine, theirs, rounds, after, left, said):
    before = event(mine, theirs)
    section = replace(before.sections[0], planned_rounds=rounds)
    edit = withdraw_player(replace(before, sections=(section,)), 0, 0)
    found = results(edit.document)
    assert found[0] == after
    assert left is None or found[1] == left
    assert edit.name == f"Withdraw player 1: {said}"
    assert not edit.refused


# Players, rounds and sections are added, removed, moved and renumbered.


def four_players() -> model.Document:
    return document(
        section(
            player(1, "W2", "D3", "B"),
            player(2, "L1", "W4b", "L3|W3"),
            player(3, "D4", "D1", "W2|L2"),
            player(4, "D3", "L2w", "U"),
        )
    )


def numbers(made: model.Document) -> list[int]:
    return [p.number for p in made.sections[0].players]


def consistent(made: model.Document) -> bool:
    return all(not check_section(s, i) for i, s in enumerate(made.sections))


def test_a_player_is_added_or_moved_without_a_change_of_results():
    end = structure.add_player(four_players(), 0, name="  Newcomer,   Nora ")
    assert (numbers(end.document), end.name) == ([1, 2, 3, 4, 5], "Player 5 added")
    assert end.document.sections[0].players[4].name == "Newcomer, Nora"
    assert results(end.document)[4] == ("", "", "")
    second = structure.add_player(four_players(), 0, 1).document
    assert numbers(second) == [1, 5, 2, 3, 4]
    edit = structure.move_player(four_players(), 0, 0, 2)
    assert numbers(edit.document) == [2, 3, 1, 4]
    assert results(edit.document)[2] == results(four_players())[0]


def test_removing_a_player_removes_the_own_games_but_not_those_of_the_same_number():
    edit = structure.remove_players(four_players(), 0, [1])
    left = [("", "D3", "B"), ("D4", "D1", ""), ("D3", "", "U")]
    assert (results(edit.document), edit.name) == (left, "Player 2 removed")
    assert consistent(edit.document)
    both = structure.remove_players(four_players(), 0, [3, 0])
    assert both.name == "Players 1, 4 removed"
    assert consistent(both.document)
    twice = document(section(player(1, "W2"), player(2, "L1"), player(2)))
    assert results(structure.remove_players(twice, 0, [2]).document)[0] == ("W2",)


def test_renumbering_and_a_new_number_are_followed_in_every_cell():
    moved = structure.move_player(four_players(), 0, 3, 0).document
    edit = structure.renumber_players(moved, 0)
    assert numbers(edit.document) == [1, 2, 3, 4]
    assert results(edit.document)[0] == ("D4", "L3w", "U")
    assert results(edit.document)[3] == ("D1", "D2", "W3|L3")
    assert consistent(edit.document)
    draft = document(section(player(7, "w9 perhaps"), player(9)))
    (first, _) = results(structure.renumber_players(draft, 0).document)
    assert first == ("w9 perhaps",)
    edit = structure.set_number(four_players(), 0, 1, 12)
    assert results(edit.document)[0] == ("W12", "D3", "B")
    assert results(edit.document)[2] == ("D4", "D1", "W12|L12")
    assert consistent(edit.document)
    assert edit.name == "Player 2 becomes 12"
    twice = document(section(player(1, "W2"), player(2, "L1"), player(2)))
    made = structure.set_number(twice, 0, 2, 3).document
    assert (numbers(made), results(made)[0]) == ([1, 2, 3], ("W2",))


def test_rounds_and_sections_are_added_renamed_moved_and_removed():
    more = structure.add_round(four_players(), 0)
    assert (more.name, more.document.sections[0].rounds) == ("Round 4 added", 4)
    less = structure.remove_round(four_players(), 0, 1)
    assert results(less.document)[0] == ("W2", "B")
    assert consistent(less.document)
    made = structure.add_round(document(section(player(1, "B"), player(2))), 0)
    assert results(made.document) == [("B", ""), ("", "")]
    made = structure.add_section(four_players()).document
    new = made.sections[1]
    assert (new.name, new.players, new.systems) == ("Section 2", (), ("R",))
    renamed = structure.rename_section(made, 0, "Section 3").document
    again = structure.add_section(renamed).document
    assert again.sections[2].name not in {"Section 2", "Section 3"}
    assert structure.add_section(document()).document.sections[0].name == "Section 1"
    renamed = structure.rename_section(made, 0, "  Upper   half ").document
    assert renamed.sections[0].name == "Upper half"
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
def test_no_sequence_of_edits_breaks_a_game(steps):
    made = four_players()
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
    before = four_players()
    players = before.sections[0].players
    one, other = data.draw(st.permutations(range(len(players))))[:2]
    edit = structure.swap_places(before, 0, one, other)
    after = edit.document.sections[0].players
    assert numbers(edit.document) == numbers(before)
    assert results(edit.document) == results(before)
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
def test_an_edit_without_a_change_changes_nothing(change, more):
    before = four_players()
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
        (four_players(), structure.set_number, (1, 1), ""),
        (four_players(), structure.set_number, (1, 0), ""),
        (four_players(), structure.set_number, (1, structure.MAX_NUMBER + 1), ""),
        (four_players(), structure.remove_round, (3,), ""),
        (document(section()), structure.add_round, (), ""),
        (four_players(), structure.rename_section, (" ",), ""),
        (four_players(), structure.swap_places, (1, 1), "Select two players"),
    ],
)
def test_impossible_edits_are_refused(before, change, more, reason):
    edit = change(before, 0, *more)
    assert edit.document is before
    assert reason in edit.refused[0]


# Settings and facts change as typed; impossible values are refused, and the edit is
# named.

FORMS = ("person", "rating", "floors", "foreign", "office", "matches", "published")
ALL = tuple(field for form in FORMS for field in settings.make_fields(form))
EVENT = document(section(player(1, "W2"), player(2, "L1", rating=None)))


def facts_after(edit: model.Edit, row: int = 0, system: System = "R"):
    assert not edit.refused
    return edit.document.sections[0].players[row].facts(system)


def field(name: str) -> settings.Field:
    return next(field for field in ALL if field.name == name)


def edited(name: str, text: str, row: int = 0, before: Any = EVENT) -> model.Edit:
    return field(name).make_edit(settings.Target(before, 0, row, "R"), text)


def test_events_and_sections_have_names_and_ordered_dates():
    assert settings.set_event(EVENT, name="  ").refused == ("enter an event name",)
    assert settings.set_event(EVENT, name=" May  Open ").document.name == "May Open"
    late = document(section(player(1), start_date=dt.date(2025, 8, 30)))
    edit = settings.set_event(late, end_date=dt.date(2025, 8, 1))
    assert edit.refused == ('"Open" starts on 8/30/2025, after the event ends',)
    assert not settings.set_event(late, end_date=dt.date(2025, 8, 30)).refused
    assert settings.set_section(EVENT, 0, name="").refused
    assert settings.set_section(EVENT, 0, systems=()).refused
    assert settings.set_section(EVENT, 0, start_date=dt.date(2026, 1, 1)).refused
    edit = settings.set_section(EVENT, 0, start_date=dt.date(2025, 8, 30))
    assert edit.document.sections[0].start_date == dt.date(2025, 8, 30)
    assert settings.set_event(EVENT, name="Test Open").document is EVENT
    assert settings.set_section(EVENT, 0, name="Open").document is EVENT
    assert settings.set_player(EVENT, 0, 0, name="Player 1").document is EVENT
    assert settings.set_facts(EVENT, 0, 0, "R", rating=1500.0).document is EVENT
    assert settings.set_published(EVENT, 0, 0, "R", None).document is EVENT


def test_a_rating_is_entered_with_its_games_and_without_facts_of_the_old_one():
    old = {"as_of": dt.date(2025, 1, 1), "rounded": False, "source": "official"}
    before = settings.set_facts(EVENT, 0, 0, "R", **old).document
    facts = facts_after(settings.set_facts(before, 0, 0, "R", rating=1600.0))
    assert facts == model.RatingFacts(1600.0, games=50, source="typed")
    unknown = edited("state", "unknown")
    assert facts_after(unknown) == model.RatingFacts(unknown=True)
    unrated = edited("state", "unrated", before=unknown.document)
    assert facts_after(unrated) == model.RatingFacts()
    assert facts_after(edited("rating", "?")) == model.RatingFacts(unknown=True)
    assert facts_after(edited("rating", "new")) == model.RatingFacts()
    assert edited("state", "rated", 1).refused == ("enter the rating above",)
    assert edited("rating", "new").document.sections[0].players[0].ratings == ()
    facts = facts_after(edited("rating", "1450p12"))
    assert (facts.rating, facts.games) == (1450.0, 12)
    assert facts_after(edited("games", "")).games is None


@pytest.mark.parametrize(
    ("name", "text"), load_cases("test_settings", "what_cannot_be_is_refused_in_words")
)
def test_impossible_values_are_refused_in_words(name, text):
    edit = edited(name, text)
    assert edit.document is EVENT
    assert edit.refused
    assert all(len(reason) > 12 and "_" not in reason for reason in edit.refused)


EXAMPLES = load_cases("test_settings", "examples")
AFTER = {
    "prizeAmount": ("prizeLevel", "4000"),
    "prizeDate": ("prizeLevel", "5/1/2024"),
    "fideAsOf": ("fideRating", "8/1/2025"),
    "cfcAsOf": ("cfcRating", "8/1/2025"),
    "initialGames": ("initialRating", "4"),
    "publishedGames": ("publishedRating", "33"),
}


@pytest.mark.parametrize("name", [field.name for field in ALL])
def test_every_field_shows_what_was_typed_and_can_be_emptied(name):
    before, text = EVENT, EXAMPLES.get(name, "")
    if name in AFTER:
        first, text = AFTER[name]
        before = edited(first, EXAMPLES[first]).document
    edit = edited(name, text, before=before)
    assert not edit.refused
    assert edit.document is not before
    target = settings.Target(edit.document, 0, 0, "R")
    assert field(name).read(target) == text
    assert field(name).make_edit(target, text).document is edit.document
    if name not in ("name", "state", "lifeMaster", "initialGames"):
        emptied = field(name).make_edit(target, "")
        assert not emptied.refused
        assert field(name).read(settings.Target(emptied.document)) == ""


def test_parts_make_larger_facts_and_edits_are_named():
    edit = edited("prizeAmount", "4000", before=edited("prizeLevel", "1800").document)
    assert facts_after(edit).prize_floor == model.PrizeFloor(1800, 4000.0)
    edit = edited("initialRating", "406", 1)
    assert facts_after(edit, 1).initial == model.OfficialStartingRating(406.0, 0)
    edit = edited("net180", "-5", before=edit.document)
    assert facts_after(edit).matches == model.MatchNetChanges(-5.0, None)
    assert facts_after(edited("net180", "", before=edit.document)).matches is None
    rated = edited("fideRating", "1810").document
    edit = edited("fideAsOf", "2025-08-01", before=rated)
    target = settings.Target(edit.document, 0, 0, "R")
    assert field("fideRating").make_edit(target, "1810").document is edit.document
    changed = field("fideRating").make_edit(target, "1820").document
    assert changed.sections[0].players[0].fide == model.ForeignRating(1820.0)
    edit = settings.set_published(EVENT, 0, 0, "B", model.PublishedRating(1400.0))
    edit = settings.set_published(
        edit.document, 0, 0, "R", model.PublishedRating(1501.5, 51)
    )
    published = edit.document.sections[0].players[0].published
    assert [system for system, _ in published] == ["R", "B"]
    assert edited("birth", "2009").name == "Player 1: birth date"
    for name, text, said in (
        ("peak", "1700", "highest rating"),
        ("rating", "1450/12", "rating, number of games"),
        ("rating", "?", "rating"),
    ):
        assert edited(name, text).name == f"Player 1, Regular: {said}"
