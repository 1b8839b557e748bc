"""Edits write both sides of a game, keep what contradicts, and can be undone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import build
from uscalc.document.cells import BadCell, parse_cell
from uscalc.document.edit.cells import set_name, set_rating, set_result
from uscalc.document.history import History
from uscalc.document.model import Document, RatingFacts, SectionKind
from uscalc.document.rate.check import check_section


def event(*rows: tuple[str, ...], kind: SectionKind = "event") -> Document:
    return build.event(*build.players_of(*rows, games=30), kind=kind)


def results(document: Document) -> list[tuple[str, ...]]:
    return [player.results for player in document.sections[0].players]


def typed(document: Document, row: int, text: str, round_index: int = 0) -> Document:
    return set_result(document, 0, row, round_index, text).document


def test_a_result_writes_the_opponents_cell() -> None:
    edit = set_result(event((), (), ()), 0, 0, 1, " w3b ")
    assert results(edit.document) == [("", "W3b"), (), ("", "L1w")]
    assert edit.name == "Round 2: 1 beats 3"


def test_a_changed_result_changes_its_mirror() -> None:
    assert results(typed(event(("W2",), ("L1",)), 0, "d2")) == [("D2",), ("D1",)]


def test_a_cleared_result_clears_its_mirror() -> None:
    assert results(typed(event(("W2",), ("L1",)), 0, "")) == [("",), ("",)]


def test_a_game_against_another_opponent_clears_the_old_mirror() -> None:
    document = typed(event(("W2",), ("L1",), ()), 0, "W3")
    assert results(document) == [("W3",), ("",), ("L1",)]


def test_an_opponents_other_game_is_kept_and_found() -> None:
    document = typed(event((), ("W3",), ("L2",)), 0, "W2")
    assert results(document) == [("W2",), ("W3",), ("L2",)]
    assert [f.player for f in check_section(document.sections[0], 0)] == [1]


def test_a_contradicting_cell_is_kept_and_found() -> None:
    document = typed(event((), ("W1",)), 0, "W2")
    assert results(document) == [("W2",), ("W1",)]
    assert {f.player for f in check_section(document.sections[0], 0)} == {1, 2}


def test_an_opponents_bye_is_kept() -> None:
    assert results(typed(event((), ("B",)), 0, "W2")) == [("W2",), ("B",)]


def test_a_pairing_of_the_opponent_is_completed() -> None:
    assert results(typed(event((), ("?1w",)), 0, "D2")) == [("D2",), ("D1w",)]


def test_text_that_is_no_result_is_kept_and_found() -> None:
    document = typed(event(("W2",), ("L1",)), 0, "W2 ask!")
    assert results(document) == [("W2 ask!",), ("",)]
    assert [f.code for f in check_section(document.sections[0], 0)] == ["odd-token"]


@pytest.mark.parametrize("text", ["N2", "S2", "R2", "B", "H", "U", "?1400-1600"])
def test_one_sided_tokens_are_not_mirrored(text: str) -> None:
    assert results(typed(event((), ()), 0, text)) == [(text,), ()]


@pytest.mark.parametrize("kind", ["foreign-fide", "foreign-fide-youth", "estimate"])
def test_one_sided_kinds_are_not_mirrored(kind: SectionKind) -> None:
    assert results(typed(event((), (), kind=kind), 0, "W2")) == [("W2",), ()]


def test_several_games_of_a_round_are_mirrored_together() -> None:
    document = typed(event((), (), ()), 0, "w2|l2|d3")
    assert results(document) == [("W2|L2|D3",), ("L1|W1",), ("D1",)]
    assert results(typed(document, 0, "d3")) == [("D3",), ("",), ("D1",)]


def test_forfeits_are_mirrored() -> None:
    assert results(typed(event((), ()), 0, "x2")) == [("X2",), ("F1",)]


@pytest.mark.parametrize("text", ["W1", "W9"])
def test_a_game_against_nobody_or_oneself_is_found(text: str) -> None:
    document = typed(event((), ()), 0, text)
    assert results(document) == [(text,), ()]
    assert len(check_section(document.sections[0], 0)) == 1


def test_typing_the_same_result_changes_nothing() -> None:
    document = event(("W2",), ("L1",))
    assert set_result(document, 0, 0, 0, "w2").document is document


def test_a_name_is_cleaned() -> None:
    edit = set_name(event(()), 0, 0, "  Castle,\n Ada ")
    assert edit.document.sections[0].players[0].name == "Castle, Ada"


def test_a_rating_is_set_with_its_games() -> None:
    edit = set_rating(event(()), 0, 0, "Q", 1234.5, 12)
    player = edit.document.sections[0].players[0]
    assert player.facts("Q") == RatingFacts(1234.5, games=12, source="typed")
    assert player.facts("R").rating == 1500.0


def test_no_rating_makes_a_player_unrated() -> None:
    facts = set_rating(event(()), 0, 0, "R", None, 7).document.sections[0].players[0]
    assert (facts.facts("R").rating, facts.facts("R").games) == (None, None)


@pytest.mark.parametrize("rating", [99.9, 3000.1, float("nan"), float("inf"), -5.0])
def test_a_rating_outside_the_scale_is_refused(rating: float) -> None:
    document = event(())
    edit = set_rating(document, 0, 0, "R", rating, None)
    assert edit.refused == ("a rating lies between 100 and 3000",)
    assert edit.document is document


def test_the_saved_mark_follows_undo() -> None:
    history = History(event((), ()))
    history.apply_edit(set_result(history.document, 0, 0, 0, "W2"))
    assert not history.saved
    assert history.undo_name == "Round 1: 1 beats 2"
    history.undo()
    assert history.saved
    assert history.redo_name == "Round 1: 1 beats 2"
    history.redo()
    history.mark_saved()
    history.undo()
    assert not history.saved


PLAYERS = 5
TEXTS = st.one_of(
    st.sampled_from(["", "B", "U", "x", "W", "W2|L3", "W2|L2", "N3", "?1400-1500"]),
    st.builds(
        lambda code, number, colour: f"{code}{number}{colour}",
        st.sampled_from("wdlWDLxfz?"),
        st.integers(0, PLAYERS + 1),
        st.sampled_from(["", "w", "b"]),
    ),
)
ACTIONS = st.one_of(
    st.sampled_from(["undo", "redo"]),
    st.tuples(st.integers(0, PLAYERS - 1), st.integers(0, 2), TEXTS),
)


def stands_on_both_sides_or_is_found(document: Document) -> None:
    section = document.sections[0]
    found = {(f.player, f.round) for f in check_section(section, 0)}
    for player in section.players:
        for round_index, text in enumerate(player.results):
            cell = parse_cell(text)
            place = (player.number, round_index + 1)
            if isinstance(cell, BadCell):
                assert place in found
                continue
            for entry in cell:
                if not (entry.is_game and entry.opponent) or entry.one_sided:
                    continue
                if place in found:
                    continue
                opponent = section.players[entry.opponent - 1]
                there = parse_cell(opponent.results[round_index])
                mirrored = entry.to_opponent_entry()
                assert mirrored is not None
                assert not isinstance(there, BadCell)
                assert (mirrored.outcome, player.number) in [
                    (e.outcome, e.opponent) for e in there
                ]


@given(st.lists(ACTIONS, max_size=25))
def test_any_editing_keeps_both_sides_together_and_can_be_undone(
    actions: list[str | tuple[int, int, str]],
) -> None:
    start = event(*[()] * PLAYERS)
    history = History(start)
    seen, place = [start], 0
    for action in actions:
        if action == "undo":
            place -= history.undo()
        elif action == "redo":
            place += history.redo()
        else:
            row, round_index, text = action
            assert isinstance(row, int)
            assert isinstance(round_index, int)
            if history.apply_edit(
                set_result(history.document, 0, row, round_index, text)
            ):
                del seen[place + 1 :]
                seen.append(history.document)
                place += 1
        assert history.document is seen[place]
        stands_on_both_sides_or_is_found(history.document)
    while history.undo():
        pass
    assert history.document is start
    while history.redo():
        pass
    assert history.document is seen[-1]


def test_a_conflict_goes_away_when_the_other_cell_is_cleared() -> None:
    document = typed(event((), ("W3",), ("L2",)), 0, "W2")
    document = typed(document, 1, "")
    assert results(document) == [("W2",), ("",), ("",)]
    document = typed(document, 1, "L1")
    assert results(document) == [("W2",), ("L1",), ("",)]
    assert not check_section(document.sections[0], 0)
