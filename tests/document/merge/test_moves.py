"""Somebody whom the file has in another section now: one person, with all that was typed."""

import datetime as dt
from dataclasses import replace

import pytest

from uscalc.document.edit.settings import set_facts
from uscalc.document.merge.listed import move_up
from uscalc.document.merge.merge import MergeResult, merge_file
from uscalc.document.merge.news import summarize_news
from uscalc.document.model import (
    PLACEHOLDER_ID,
    Document,
    Player,
    RatingFacts,
    Section,
    with_players,
)

NAMES = ("Ortiza, Ana", "Leemund, Bo", "Quillby, Cy", "Brandova, Di")


def person(number: int, name: str, *results: str, member: str = "") -> Player:
    ratings = (("R", RatingFacts(1500.0)),)
    return Player(number, name, member or None, ratings=ratings, results=results)


def section(name: str, first: int, *results: str) -> Section:
    rows = results or ("",) * len(NAMES)
    return Section(
        name,
        players=tuple(
            person(
                number,
                f"{name}-{NAMES[number - 1]}",
                *filter(None, row.split(",")),
                member=str(first + number),
            )
            for number, row in enumerate(rows, 1)
        ),
    )


BASE = Document(
    "Lantern Open",
    dt.date(2025, 5, 4),
    (section("Open", 90000000), section("Reserve", 91000000)),
)
MOVED = move_up(BASE, 1, 2, 0).document


def told(merged: MergeResult) -> tuple[str, list[str]]:
    return summarize_news(merged.news), list(map(str, merged.news))


def test_who_moves_is_told_as_one_and_takes_along_what_was_typed():
    ours = set_facts(BASE, 1, 2, "R", games=7).document
    merged = merge_file(ours, MOVED, BASE, "SwissSys")
    assert merged.edit.document == set_facts(MOVED, 0, 4, "R", games=7).document
    assert merged.base == MOVED
    assert merged.findings == ()
    assert merged.edit.name == "Changes from SwissSys: 1 player moved"
    assert told(merged) == (
        "Reserve-Quillby moved to Open",
        ["Open: Reserve-Quillby, Cy moved here from Reserve, as number 5"],
    )
    # A round that was missed is no news of who was not there.
    late = replace(MOVED.sections[0].players[4], results=("U",))
    missed = with_players(MOVED, 0, (*MOVED.sections[0].players[:4], late))
    assert told(merge_file(ours, missed, BASE))[0] == "Reserve-Quillby moved to Open"
    # The same once more brings nothing, and back again it is a move as well.
    again = merge_file(merged.edit.document, MOVED, merged.base)
    assert again.edit.document is merged.edit.document
    back = merge_file(merged.edit.document, BASE, merged.base)
    assert {p.name: p.facts("R").games for p in back.edit.document.sections[1].players}[
        "Reserve-Quillby, Cy"
    ] == 7
    assert told(back)[0] == "Reserve-Quillby moved to Reserve"


def test_who_was_moved_here_before_is_no_news():
    merged = merge_file(MOVED, MOVED, BASE)
    assert merged.edit.document is MOVED
    assert (merged.news, merged.findings) == ((), ())


def test_a_walk_in_with_the_number_of_who_moves_gets_another_and_it_is_told():
    walk_in = person(5, "Walkina, Wanda", member="92000001")
    ours = with_players(BASE, 0, (*BASE.sections[0].players, walk_in))
    merged = merge_file(ours, MOVED, BASE)
    players = merged.edit.document.sections[0].players
    assert {p.name: p.number for p in players[4:]} == {
        "Reserve-Quillby, Cy": 5,
        "Walkina, Wanda": 6,
    }
    assert "Open: Walkina, Wanda now has number 6" in told(merged)[1]


def test_who_has_results_leaves_and_enters_but_does_not_withdraw():
    before = replace(
        BASE,
        sections=(BASE.sections[0], section("Reserve", 91000000, "H", "H", "H", "H")),
    )
    mover = before.sections[1].players[2]
    there = (*before.sections[0].players, replace(mover, number=5, results=()))
    left = tuple(p for p in before.sections[1].players if p != mover)
    now = with_players(with_players(before, 1, left), 0, there)
    merged = merge_file(before, now, before)
    assert merged.edit.document == now
    assert told(merged) == (
        "Reserve-Quillby moved to Open",
        [
            "Open: Reserve-Quillby, Cy entered as number 5",
            "Reserve: Reserve-Quillby, Cy is now in Open in the file",
        ],
    )


def test_of_two_sections_made_one_everybody_moved():
    first, other = (section.players for section in BASE.sections)
    rows = (*first, *(replace(p, number=p.number + 4) for p in other))
    now = replace(BASE, sections=(replace(BASE.sections[0], players=rows),))
    ours = set_facts(BASE, 1, 0, "R", floor=1200).document
    merged = merge_file(ours, now, BASE)
    assert merged.edit.document == set_facts(now, 0, 4, "R", floor=1200).document
    assert merged.findings == ()
    short, _ = told(merged)
    assert short.endswith("and Reserve-Brandova moved to Open; section Reserve gone")


@pytest.mark.parametrize(
    ("typed", "there", "differs"),
    [
        ("WALKINA, WANDA", "Walkina, Wanda", False),
        ("Walkina Wanda", "Walkina, Wanda", False),
        ("Walkino, Wanda", "Walkina, Wanda", True),
    ],
)
def test_a_walk_in_in_other_letters_is_the_same_name(typed, there, differs):
    here, now = (
        with_players(
            BASE, 0, (*BASE.sections[0].players, person(5, name, member="92000001"))
        )
        for name in (typed, there)
    )
    merged = merge_file(here, now, BASE)
    assert merged.edit.document.sections[0].players[4].name == typed
    assert [f.about for f in merged.findings] == ["name"] * differs
    # In the file alone another spelling is news.
    assert merge_file(here, now, here).edit.document == now


def test_of_players_without_an_id_the_number_for_nobody_makes_no_two_one():
    def event(*names: tuple[str, ...]) -> Document:
        sections = tuple(
            Section(
                f"Section {at}",
                players=tuple(
                    person(n, name, member=PLACEHOLDER_ID)
                    for n, name in enumerate(row, 1)
                ),
            )
            for at, row in enumerate(names)
        )
        return replace(BASE, sections=sections)

    before = event(("Ortiza, Ana", "Leemund, Bo"), ("Quillby, Cy",))
    # One leaves and another comes, elsewhere; and with the same number in one section.
    now = event(("Ortiza, Ana",), ("Quillby, Cy", "Brandova, Di"))
    assert (
        told(merge_file(before, now, before))[0] == "Brandova entered; Leemund withdrew"
    )
    now = event(("Brandova, Di", "Ortiza, Ana"), ("Quillby, Cy",))
    merged = merge_file(before, now, before)
    assert merged.edit.document == now
    assert "Brandova entered; Leemund withdrew" in told(merged)[0]
