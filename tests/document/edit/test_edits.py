"""Edits write both sides of a game, keep what contradicts, and can be undone."""

from dataclasses import replace

import pytest

from tests import build
from uscalc.document.edit.cells import set_name, set_rating, set_result, withdraw_player
from uscalc.document.model import Document, RatingFacts, SectionKind
from uscalc.document.rate.check import check_section


def event(*rows: tuple[str, ...], kind: SectionKind = "event") -> Document:
    return build.event(*build.players_of(*rows, games=30), kind=kind)


def results(document: Document) -> list[tuple[str, ...]]:
    return [player.results for player in document.sections[0].players]


def typed(document: Document, row: int, text: str, round_index: int = 0) -> Document:
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
    assert player.facts("Q") == RatingFacts(1234.5, games=12, source="typed")
    assert player.facts("R").rating == 1500.0
    facts = set_rating(event(()), 0, 0, "R", None, 7).document.sections[0].players[0]
    assert (facts.facts("R").rating, facts.facts("R").games) == (None, None)


@pytest.mark.parametrize("rating", [99.9, 3000.1, float("nan"), float("inf"), -5.0])
def test_a_rating_outside_the_scale_is_refused(rating):
    document = event(())
    edit = set_rating(document, 0, 0, "R", rating, None)
    assert edit.refused == ("a rating is from 100 to 3000",)
    assert edit.document is document


def test_a_conflict_goes_away_when_the_other_cell_is_cleared():
    document = typed(event((), ("W3",), ("L2",)), 0, "W2")
    document = typed(document, 1, "")
    assert results(document) == [("W2",), ("",), ("",)]
    document = typed(document, 1, "L1")
    assert results(document) == [("W2",), ("L1",), ("",)]
    assert not check_section(document.sections[0], 0)


@pytest.mark.parametrize(
    ("mine", "theirs", "rounds", "after", "left", "said"),
    [
        (("W2", ""), ("L1", ""), None, ("W2", "U"), ("L1", ""), "U in round 2"),
        (
            *(("W2", "?2"), ("L1", "?1"), None, ("W2", "U"), ("L1", "")),
            "U in round 2; player 2 has no opponent in round 2",
        ),
        # Planned rounds are left, too, and a bye that was entered is not.
        (("H",), ("B",), 4, ("H", "U", "U", "U"), ("B",), "U in rounds 2 to 4"),
        # A round without a result before a later one was played stays a question.
        (("", "D2", ""), ("B", "D1", ""), None, ("", "D2", "U"), None, "U in round 3"),
    ],
)
def test_the_rounds_after_the_last_result_become_unplayed(
    mine, theirs, rounds, after, left, said
):
    before = event(mine, theirs)
    section = replace(before.sections[0], planned_rounds=rounds)
    edit = withdraw_player(replace(before, sections=(section,)), 0, 0)
    found = results(edit.document)
    assert found[0] == after
    assert left is None or found[1] == left
    assert edit.name == f"Withdraw player 1: {said}"
    assert not edit.refused


def test_a_player_without_remaining_rounds_cannot_withdraw():
    before = event(("W2",), ("L1",))
    edit = withdraw_player(before, 0, 0)
    assert edit.document is before
    assert "No unplayed round is left" in edit.refused[0]
