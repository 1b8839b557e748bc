"""Findings as a list of problems: their places in words, their order, their fixes."""

import pytest
from msgspec.structs import replace

from tests import build
from uscalc.document.findings import Finding
from uscalc.document.model import Document, with_player, with_players
from uscalc.document.queries.problems import Problem, list_problems
from uscalc.document.rate.whole import rate_document
from uscalc.rules.resolve import resolve_rules

NAMES = ("Castle, Ada", "Knightly, Ben", "Bishop, Alma", "Rook, Milo")


def event(*results: str, names: tuple[str, ...] = NAMES) -> Document:
    """Return an event with one round of four players."""
    players = [
        replace(build.player(place + 1, text), name=names[place])
        for place, text in enumerate(results)
    ]
    return build.document(build.section(*players))


def problems(document: Document) -> tuple[Problem, ...]:
    return list_problems(document, rate_document(document, resolve_rules).findings)


def fixed(document: Document, problem: Problem, label: str) -> Document:
    (fix,) = (fix for fix in problem.fixes if fix.label == label)
    assert fix.edit is not None
    edit = fix.edit(document)
    assert not edit.refused
    assert edit.name
    return edit.document


def cells(document: Document) -> list[str]:
    return [player.results[0] for player in document.sections[0].players]


@pytest.mark.parametrize(
    ("there", "labels", "kept"),
    [
        ("D1", ("Keep W2", "Keep D1"), (["W2", "L1"], ["D2", "D1"])),
        ("", ("Keep W2", "Clear W2"), (["W2", "L1"], ["", ""])),
        ("H", ("Keep W2", "Keep H"), (["W2", "L1"], ["", "H"])),
    ],
)
def test_a_contradiction_is_one_problem_and_each_side_can_be_kept(there, labels, kept):
    document = event("W2", there, "D4", "D3")
    (problem,) = [p for p in problems(document) if p.finding.code == "sides-disagree"]
    assert problem.place == "Round 1, Castle and Knightly"
    assert tuple(fix.label for fix in problem.fixes) == labels
    for label, after in zip(labels, kept, strict=True):
        then = fixed(document, problem, label)
        assert cells(then)[:2] == after
        if there == "D1":
            assert problem.text == "The results conflict: W2 and D1."
            assert problems(then) == ()


def test_a_problem_without_an_edit_leads_to_its_place():
    (problem,) = problems(event("W2", "D3", "D2", "H"))
    assert problem.place == "Round 1, Castle"
    (fix,) = problem.fixes
    assert (fix.label, fix.edit, fix.target) == ("Correct the result…", None, "typing")
    place = (0, "Open", 1)
    finding = Finding("floor-request", "warns", "it is so", "ask US Chess", *place)
    (problem,) = list_problems(event("W2", "L1"), [finding])
    assert [fix.label for fix in problem.fixes] == ["Show"]
    assert problem.text == "It is so. Ask US Chess."


def test_errors_come_before_warnings_then_section_row_and_round():
    findings = [
        Finding("a", "warns", "x", "y", 1, "Two", 1),
        Finding("b", "warns", "x", "y", 0, "One", 2, 2),
        Finding("c", "warns", "x", "y", 0, "One", 2, 1),
        Finding("d", "stops", "x", "y", 1, "Two", 1),
        Finding("e", "warns", "x", "y", 0, "One", 1),
        Finding("f", "warns", "x", "y"),
    ]
    section = event("", "").sections[0]
    sections = [replace(section, name=name) for name in ("One", "Two")]
    found = list_problems(build.document(*sections), findings)
    assert "".join(one.finding.code for one in found) == "dfecba"
    # The section is named because there are several.
    assert (found[0].place, found[1].place) == ("Two: Castle, Ada", "Event")
    assert found[-2].place == "One: Round 2, Knightly"


def test_shared_ids_and_unknown_ratings_can_be_corrected():
    document = event("W2", "L1", "D4", "D3")
    first, second, third, fourth = document.sections[0].players
    twice = replace(first, id="90000001"), second, replace(third, id="90000001"), fourth
    (problem,) = problems(with_players(document, 0, twice))
    assert problem.is_error
    assert problem.place == "Castle and Bishop"
    (fix,) = problem.fixes
    assert (fix.label, fix.column, fix.target) == ("Correct the ID…", "id", "typing")
    unknown = (("R", replace(first.facts("R"), rating=None, games=None, unknown=True)),)
    document = with_player(document, 0, 0, replace(first, ratings=unknown))
    (problem,) = problems(document)
    assert [fix.label for fix in problem.fixes] == ["Enter the rating…", "Unrated"]
    after = fixed(document, problem, "Unrated")
    assert not after.sections[0].players[0].facts("R").unknown
    assert problems(after) == ()


def test_an_empty_cell_of_a_full_round_can_be_marked_as_not_paired():
    document = event("W2", "L1", "D4", "D3")
    last = replace(build.player(5), name="Pawn, Iris")
    document = with_players(document, 0, (*document.sections[0].players, last))
    (problem,) = problems(document)
    assert not problem.is_error
    assert problem.place == "Round 1, Pawn"
    assert cells(fixed(document, problem, "Not paired"))[-1] == "U"
