"""Players and sections are recognized, even a player whom the file has moved."""

import datetime as dt
import re

import pytest
from msgspec.structs import replace

from tests.shared_data import load_rows
from uscalc.document.edit.settings import set_facts
from uscalc.document.merge.alignment import (
    ThreeWay,
    align,
    compare_events,
    match_sections_by_name,
    merge_order,
)
from uscalc.document.merge.listed import move_up
from uscalc.document.merge.merge import MergeResult, merge_file
from uscalc.document.merge.news import summarize_news
from uscalc.document.merge.people import match_players
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


def news_texts(merged: MergeResult) -> tuple[str, list[str]]:
    return summarize_news(merged.news), list(map(str, merged.news))


def test_a_player_moved_by_the_file_keeps_typed_data_and_is_one_piece_of_news():
    ours = set_facts(BASE, 1, 2, "R", games=7).document
    merged = merge_file(ours, MOVED, BASE, "SwissSys")
    assert merged.edit.document == set_facts(MOVED, 0, 4, "R", games=7).document
    assert (merged.base, merged.findings) == (MOVED, ())
    assert merged.edit.name == "Changes from SwissSys: 1 player moved"
    assert news_texts(merged) == (
        "Reserve-Quillby moved to Open",
        ["Open: Reserve-Quillby, Cy moved here from Reserve, as number 5"],
    )
    # A missed round isn't news about a player who wasn't there yet.
    late = replace(MOVED.sections[0].players[4], results=("U",))
    missed = with_players(MOVED, 0, (*MOVED.sections[0].players[:4], late))
    (short, _) = news_texts(merge_file(ours, missed, BASE))
    assert short == "Reserve-Quillby moved to Open"
    # Merging the same file again changes nothing, and the way back is a move too.
    again = merge_file(merged.edit.document, MOVED, merged.base)
    assert again.edit.document is merged.edit.document
    back = merge_file(merged.edit.document, BASE, merged.base)
    games = {p.name: p.facts("R").games for p in back.edit.document.sections[1].players}
    assert games["Reserve-Quillby, Cy"] == 7
    assert news_texts(back)[0] == "Reserve-Quillby moved to Reserve"


def test_moves_are_reported_once_and_sections_can_be_joined():
    merged = merge_file(MOVED, MOVED, BASE)
    assert merged.edit.document is MOVED
    assert (merged.news, merged.findings) == ((), ())
    first, other = (section.players for section in BASE.sections)
    rows = (*first, *(replace(p, number=p.number + 4) for p in other))
    now = replace(BASE, sections=(replace(BASE.sections[0], players=rows),))
    merged = merge_file(set_facts(BASE, 1, 0, "R", floor=1200).document, now, BASE)
    assert merged.edit.document == set_facts(now, 0, 4, "R", floor=1200).document
    assert merged.findings == ()
    short, _ = news_texts(merged)
    assert short.endswith("and Reserve-Brandova moved to Open; section Reserve gone")
    found = align(["a", "typed", "new"], ["a", "b", "c"], ["b", "new", "x", "a"], equal)
    assert found == [
        ThreeWay(0, 0, 3),
        ThreeWay(None, 1, 0),
        ThreeWay(None, 2, None),
        ThreeWay(1, None, None),
        ThreeWay(2, None, 1),
        ThreeWay(None, None, 2),
    ]


def test_walk_ins_and_unread_tournaments_are_identified():
    walk_in = person(5, "Walkina, Wanda", member="92000001")
    ours = with_players(BASE, 0, (*BASE.sections[0].players, walk_in))
    merged = merge_file(ours, MOVED, BASE)
    numbers = {p.name: p.number for p in merged.edit.document.sections[0].players[4:]}
    assert numbers == {"Reserve-Quillby, Cy": 5, "Walkina, Wanda": 6}
    assert "Open: Walkina, Wanda now has number 6" in news_texts(merged)[1]
    assert compare_events(Document("Typed here", dt.date(2001, 1, 1)), KNOWN).same
    # Before any player is entered, title or dates decide.
    empty = event()
    assert compare_events(empty, KNOWN).same
    assert compare_events(replace(empty, name="River Classic"), KNOWN).same
    later = replace(empty, name="River Classic", end_date=dt.date(2025, 6, 1))
    assert not compare_events(later, KNOWN).same


def test_a_moved_player_with_results_is_not_reported_as_withdrawn():
    reserve = section("Reserve", 91000000, *"HHHH").players
    before = with_players(BASE, 1, reserve)
    there = (*BASE.sections[0].players, replace(reserve[2], number=5, results=()))
    now = with_players(with_players(BASE, 1, (*reserve[:2], reserve[3])), 0, there)
    merged = merge_file(before, now, before)
    assert merged.edit.document == now
    assert news_texts(merged) == (
        "Reserve-Quillby moved to Open",
        [
            "Open: Reserve-Quillby, Cy entered as number 5",
            "Reserve: Reserve-Quillby, Cy is now in Open in the file",
        ],
    )


@pytest.mark.parametrize(
    ("typed", "there", "differs"),
    [
        ("WALKINA, WANDA", "Walkina, Wanda", False),
        ("Walkina Wanda", "Walkina, Wanda", False),
        ("Walkino, Wanda", "Walkina, Wanda", True),
    ],
)
def test_a_walk_in_with_different_case_is_the_same_name(typed, there, differs):
    here, now = (
        with_players(
            BASE, 0, (*BASE.sections[0].players, person(5, name, member="92000001"))
        )
        for name in (typed, there)
    )
    merged = merge_file(here, now, BASE)
    assert merged.edit.document.sections[0].players[4].name == typed
    assert [f.about for f in merged.findings] == ["name"] * differs
    # A different spelling in the file alone is news.
    assert merge_file(here, now, here).edit.document == now


def test_the_placeholder_id_does_not_join_players():
    def event(*names: tuple[str, ...]) -> Document:
        made = BASE
        for at, row in enumerate(names):
            rows = (person(*one, member=PLACEHOLDER_ID) for one in enumerate(row, 1))
            made = with_players(made, at, tuple(rows))
        return made

    before = event(("Ortiza, Ana", "Leemund, Bo"), ("Quillby, Cy",))
    # One player leaves and another enters in a different section, and with the same
    # number in one section.
    for now in (
        event(("Ortiza, Ana",), ("Quillby, Cy", "Brandova, Di")),
        event(("Brandova, Di", "Ortiza, Ana"), ("Quillby, Cy",)),
    ):
        merged = merge_file(before, now, before)
        assert merged.edit.document == now
        assert "Brandova entered; Leemund withdrew" in news_texts(merged)[0]


def read_row(text: str) -> Player:
    """Read `NUMBER NAME: RESULT ... #END OF ID`, where all but the name may be left out."""
    number, name, rest = re.match(r"(\d*) ?(.*?)(?::|(?= *#)|$)(.*)", text).groups()
    cells, _, member = rest.partition("#")
    results = tuple(cell.replace("_", " ") for cell in cells.split())
    member = f"900000{member}" if member else None
    return Player(int(number or 1), name, member, results=results)


def read_rows(text: str) -> tuple[Player, ...]:
    return tuple(map(read_row, text.split("; ")))


def read_sections(*texts: str) -> list[Section]:
    """Read sections of `NAME = PLAYER; ...`."""
    parts = (text.partition(" = ") for text in texts)
    return [Section(name, players=read_rows(r) if r else ()) for name, _, r in parts]


@pytest.mark.parametrize(
    ("before", "after", "same"), load_rows("test_moves", "one_person_if_more_agrees")
)
def test_two_players_with_one_number_are_one_person_if_more_agrees(before, after, same):
    found = match_players([read_row(before)], [read_row(after)])
    assert found == ({0: 0} if same else {})


@pytest.mark.parametrize(
    ("before", "after", "pairs"), load_rows("test_moves", "players_are_recognized")
)
def test_players_are_recognized(before, after, pairs):
    assert match_players(read_rows(before), read_rows(after)) == dict(pairs)


@pytest.mark.parametrize(
    ("before", "after", "pairs"), load_rows("test_moves", "sections_are_recognized")
)
def test_sections_are_recognized(before, after, pairs):
    found = match_sections_by_name(read_sections(*before), read_sections(*after))
    assert found == dict(pairs)


def equal(before: list[str], after: list[str]) -> dict[int, int]:
    return {i: after.index(x) for i, x in enumerate(before) if x in after}


@pytest.mark.parametrize(
    ("ours", "base", "theirs", "order"),
    load_rows("test_moves", "the_order_is_that_of_the_side_that_moved"),
)
def test_the_order_is_that_of_the_side_that_moved(ours, base, theirs, order):
    them = align(list(ours), list(base), list(theirs), equal)
    sides = (("" if t.ours is None else ours[t.ours], t.theirs) for t in them)
    called = [own or ("" if at is None else theirs[at]) for own, at in sides]
    standing = {i for i, name in enumerate(called) if name}
    assert "".join(called[i] for i in merge_order(them, standing)) == order
    # Removed players are not in the order.
    without = {i for i in standing if called[i] != "a"}
    assert "a" not in [called[i] for i in merge_order(them, without)]


# Whether a file still has the linked tournament.

FIRST, LAST = dt.date(2025, 5, 3), dt.date(2025, 5, 4)


def section_of_members(*people: int, name: str = "Open") -> Section:
    players = tuple(
        Player(at, f"Inventa, No{who}", f"{90000000 + who}")
        for at, who in enumerate(people, 1)
    )
    return Section(name, start_date=FIRST, players=players)


def event(*people: int) -> Document:
    return Document("Lantern Open", LAST, (section_of_members(*people),))


KNOWN = event(1, 2, 3, 4)


@pytest.mark.parametrize(
    ("people", "same"),
    [
        *(((1, 2, 3, 4), True), (tuple(range(1, 13)), True), ((3, 4), True)),
        *(((3, 4, 11, 12, 13, 14), True), ((4,), False), ((4, 11, 12, 13), False)),
        ((), False),
    ],
)
def test_half_of_the_known_members_must_be_in_the_file(people, same):
    assert compare_events(KNOWN, event(*people)).same is same
    # They may play anywhere, because a section may be divided.
    parts = (
        section_of_members(*people[::2], name="A"),
        section_of_members(*people[1::2], name="B"),
    )
    assert compare_events(KNOWN, replace(KNOWN, sections=parts)).same is same


def test_small_events_with_shared_guests_are_different_events():
    many = event(*range(1, 101))
    assert not compare_events(many, event(1, 2)).same
    assert compare_events(event(1, 2), many).same
    twice = replace(
        KNOWN,
        sections=(section_of_members(1, 2, 3), section_of_members(1, 2, name="Blitz")),
    )
    assert compare_events(twice, event(1, 2)).members == 3
    assert compare_events(twice, event(1, 2)).found == 2
    longer = replace(KNOWN.sections[0], end_date=dt.date(2025, 5, 11))
    now = replace(KNOWN, name="River Classic", sections=(longer,))
    assert not compare_events(KNOWN, now).dates
    assert not compare_events(KNOWN, now).same


@pytest.mark.parametrize("title", ["Lantern Open", "lantern  OPEN", "River Classic"])
@pytest.mark.parametrize("first", [FIRST, dt.date(2025, 5, 2)])
@pytest.mark.parametrize("last", [LAST, dt.date(2025, 5, 11)])
def test_the_title_or_the_dates_must_agree(title, first, last):
    now = Document(title, last, (replace(KNOWN.sections[0], start_date=first),))
    agree = title != "River Classic" or (first, last) == (FIRST, LAST)
    assert compare_events(KNOWN, now).same is agree


def test_members_are_known_by_id_and_without_one_by_name():
    def with_player(**more: str | None) -> Document:
        player = replace(KNOWN.sections[0].players[0], **more)
        return replace(KNOWN, sections=(Section("Open", FIRST, players=(player,)),))

    nameless = with_player(id=None)
    assert compare_events(with_player(name="Another, Ann"), event(1)).found == 1
    assert compare_events(nameless, with_player(id=None, name="INVENTA No1")).found == 1
    assert compare_events(nameless, with_player(id=None, name="Other, Ann")).found == 0
    # A player who gets or loses an ID is the same; a different ID is a different
    # player.
    for known, there, found in ((None, "9", 1), ("9", None, 1), ("9", "8", 0)):
        same = compare_events(with_player(id=known), with_player(id=there))
        assert same.found == found
    # An ID that many players have identifies nobody.
    first, other = (
        with_players(
            KNOWN,
            0,
            tuple(Player(n, f"{name}, No{n}", PLACEHOLDER_ID) for n in (1, 2, 3)),
        )
        for name in ("Inventa", "Strangea")
    )
    found = compare_events(first, other)
    assert (found.members, found.found) == (3, 0)
    assert compare_events(first, first) == replace(found, found=3)
