"""Few places are named, more are named and counted."""

import datetime as dt
from dataclasses import replace

import pytest

from uscalc.document.findings import describe_place, join_names
from uscalc.document.merge.merge import merge_file
from uscalc.document.model import Document, Player, RatingFacts, Section, with_player
from uscalc.document.rate.check import find_repeated_numbers


def player(number: int, name: str, rating: float = 1500.0) -> Player:
    return Player(
        number, name, ratings=(("R", RatingFacts(rating)),), results=("U", "U")
    )


BASE = Document(
    "Club Night",
    dt.date(2026, 3, 1),
    (
        Section(
            "Open",
            systems=("R",),
            players=(
                player(1, "Ortiz, Ana"),
                player(2, "Lee, Bo"),
                player(3, "Lee, Cy"),
                player(4, ""),
            ),
        ),
    ),
)


@pytest.mark.parametrize(
    ("places", "said"),
    [
        (["a"], "a"),
        (["a", "b"], "a and b"),
        (["a", "b", "c"], "a, b and c"),
        (["a", "b", "c", "d"], "a, b and 2 more"),
        (list("abcdefg"), "a, b and 5 more"),
    ],
)
def test_up_to_three_are_named_and_of_more_the_first_two(places, said):
    assert join_names(places) == said


def changed(document: Document, row: int, result: str, rating: float) -> Document:
    old = document.sections[0].players[row]
    ratings = (("R", RatingFacts(rating)),)
    new = replace(old, results=("U", result), ratings=ratings)
    return with_player(document, 0, row, new)


def differing(*rows: int) -> str:
    """Where a file and what was typed differ in results and ratings of some rows."""
    ours = theirs = BASE
    for row in rows:
        ours = changed(ours, row, "H", 1600.0)
        theirs = changed(theirs, row, "B", 1700.0)
    findings = merge_file(ours, theirs, BASE).findings
    return join_names([describe_place(ours, finding) for finding in findings])


def test_players_have_the_shortest_unique_names_and_numbers():
    assert differing(0) == "Regular rating of Ortiz and round 2 of Ortiz"
    assert differing(1) == "Regular rating of Lee, Bo and round 2 of Lee, Bo"
    assert differing(3) == "Regular rating of player 4 and round 2 of player 4"
    assert differing(0, 1, 2).endswith(" and 4 more")
    section = BASE.sections[0]
    twice = [replace(p, number=7) for p in section.players[:2]]
    found = find_repeated_numbers(replace(section, players=tuple(twice)), 0)
    assert found[0].message == "Ortiz, Ana and Lee, Bo have the same number 7"


def test_other_facts_say_what_they_are_and_the_section_where_there_are_several():
    ours = replace(BASE, name="Ours", sections=(*BASE.sections, Section("Reserve")))
    theirs = replace(
        BASE, name="Theirs", sections=(*BASE.sections, Section("Reserve", online=True))
    )
    base = replace(BASE, sections=ours.sections)
    ours = with_player(ours, 0, 0, replace(ours.sections[0].players[0], id="1"))
    theirs = with_player(theirs, 0, 0, replace(theirs.sections[0].players[0], id="2"))
    found = merge_file(ours, theirs, base).findings
    said = [describe_place(ours, finding) for finding in found]
    assert said == ["the event's name", "member ID of Ortiz in Open"]
