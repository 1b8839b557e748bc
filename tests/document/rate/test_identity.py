"""Entries with the same member ID: one person, one person with a Warning, or two people."""

import random
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from tests.build import END, document, player, post, rate, rate_one, section, trace
from tests.shared_data import load_cases
from uscalc.document.model import Document, Player, with_player
from uscalc.document.names import rate_similarity
from uscalc.document.rate.incremental import rate_whole_section, rerate_section
from uscalc.document.rate.members import DOUBTFUL, SAME_ID
from uscalc.document.rate.rated import SectionRating
from uscalc.document.rate.whole import (
    make_document_rating,
    make_next_event,
    rate_document,
    rate_sections,
)
from uscalc.rules.resolve import resolve_rules

ID = "12345610"
APART = ("W2", "U"), ("U", "D2"), ("L1", "D3")
"""The rows of players 1, 3 and 2, in which 1 and 3 have no round in common."""
AT_ONCE = ("W2", "D4"), ("D4", "L2"), ("L1", "W3"), ("D3", "D1")


def named(number: int, name: str, *results: str, **more: object) -> Player:
    return replace(player(number, *results, **more), name=name)


def entries(one: str, other: str, *, shared: bool = False) -> SectionRating:
    """Rate two entries with the same ID, among other players."""
    rows = AT_ONCE if shared else APART
    return rate_one(
        named(1, one, *rows[0], id=ID),
        named(2, "Plain, Otto", *rows[2], id="90000002"),
        named(3, other, *rows[1], id=ID, rating=1700.0 if shared else 1500.0),
        *([named(4, "Extra, Emil", *rows[3])] if shared else []),
    )


def identity_findings(rated: SectionRating) -> list[tuple[str, str]]:
    codes = SAME_ID, DOUBTFUL
    return [(f.code, f.severity) for f in rated.findings if f.code in codes]


def one_player(rated: SectionRating) -> bool:
    return trace(rated, 1) is trace(rated, 3)


ERROR, WARNING = [(SAME_ID, "stops")], [(DOUBTFUL, "warns")]


def test_the_similarity_of_two_names():
    cases = load_cases("test_identity", "the_similarity_of_two_names")
    for similarity, pairs in cases.items():
        for one, other in pairs:
            assert rate_similarity(one, other) == similarity, (one, other)
            assert rate_similarity(other, one) == similarity, (one, other)


@pytest.mark.parametrize(
    ("other", "shared", "expected"),
    [
        *(("JONES, KAY", False, []), ("Kay Jones", True, WARNING), ("", False, [])),
        *(("Jones, K.", False, WARNING), ("Jones, K.", True, WARNING)),
        *(("Jonse, Kay", False, WARNING), ("Jonse, Kay", True, ERROR)),
        *(("Jones, Roy", False, WARNING), ("Jones, Roy", True, ERROR)),
        *(("King, Roy", False, ERROR), ("King, Roy", True, ERROR)),
        *(("Player 3", False, []), ("Player 3", True, WARNING)),
    ],
)
def test_entries_with_one_id(other, shared, expected):
    rated = entries("Jones, Kay", other, shared=shared)
    assert identity_findings(rated) == expected
    assert one_player(rated) == (expected != ERROR)
    assert rated.in_system("R") is not None


def test_errors_name_both_people_and_leave_out_third_entries():
    (finding,) = entries("Jones, Kay", "King, Roy").findings
    said = "Jones, Kay and King, Roy have the same member ID 12345610. Correct the ID "
    assert str(finding) == f'section "Open", player 1: {said}of one of them.'
    assert (finding.player, finding.also) == (1, (3,))
    rated = rate_one(
        named(1, "Jones, Kay", "W2", "U", "U", id=ID),
        named(2, "Plain, Otto", "L1", "W3", "L4"),
        named(3, "King, Roy", "U", "L2", "U", id=ID),
        named(4, "Jones, Kay", "U", "U", "W2", id=ID),
    )
    system = rated.in_system("R")
    assert system.find_trace(1) is system.find_trace(4)
    assert system.find_trace(1) is not system.find_trace(3)
    (finding,) = [f for f in rated.findings if f.code == SAME_ID]
    assert (finding.player, finding.also) == (1, (4, 3))


def test_two_people_under_one_id_are_rated_as_with_two_ids_and_both_go_to_the_next_event():
    wrong = entries("Jones, Kay", "King, Roy", shared=True)
    assert [f.code for f in wrong.findings] == [SAME_ID]
    players = wrong.section.players
    right = rate_one(*(replace(p, id=f"9000000{p.number}") for p in players))
    assert right.findings == ()
    posts = [post(right, number) for number in (1, 2, 3, 4)]
    assert [post(wrong, number) for number in (1, 2, 3, 4)] == posts
    then = make_next_event(rate(section(*players)), "Next", END).sections[0].players
    assert [p.name for p in then] == [p.name for p in players]
    assert [p.facts("R").rating for p in then] == posts


@pytest.mark.parametrize("result", ["W3", "?3", "X3", "N3"])
def test_entries_that_are_paired_with_each_other_are_two_people(result):
    back = {"W3": "L1", "?3": "?1", "X3": "F1", "N3": "U"}[result]
    rated = rate_one(
        named(1, "Jones, Kay", "W2", result, id=ID),
        named(2, "Plain, Otto", "L1", "U"),
        named(3, "Jones, Kay", "U", back, id=ID),
    )
    assert identity_findings(rated) == ERROR
    assert not one_player(rated)
    assert "Jones, Kay (1) and Jones, Kay (3) have" in rated.findings[0].message


@pytest.mark.parametrize(
    ("column", "value"),
    [("name", "King, Roy"), ("id", "90000003"), ("results", ("U",))],
)
def test_an_edit_that_joins_two_people_is_rated_like_a_full_rating(column, value):
    before = document(section(*entries("Jones, Kay", "Jones, Kay").section.players))
    first = rate_whole_section(before, 0, resolve_rules)
    one, other, third = before.sections[0].players
    joined = document(section(one, other, replace(third, **{column: value})))
    for now in (joined, before):
        again = rerate_section(first, now, 0, resolve_rules)
        assert again.rating == rate_whole_section(now, 0, resolve_rules).rating
        first = again
    assert first.rating != rate_whole_section(joined, 0, resolve_rules).rating


def two_sections(name: str, *before: str) -> Document:
    """Return two sections with the same ID in both, under this name in the second."""
    first = section(named(1, "Jones, Kay", "W2", id=ID), named(2, "Plain, Otto", "L1"))
    second = section(
        named(1, name, *before, "W2", id=ID, rating=1900.0),
        named(2, "Extra, Emil", *before, "L1"),
        name="Blitz",
    )
    return document(first, second, chain_sections=True)


def test_different_people_in_two_sections_are_not_chained():
    rated = rate_document(two_sections("King, Roy"), resolve_rules)
    assert [identity_findings(one) for one in rated.sections] == [ERROR, ERROR]
    for one in rated.sections:
        (finding,) = one.findings
        found = finding.message
        assert found == "Jones, Kay and King, Roy have the same member ID 12345610"
    assert trace(rated.sections[1], 1).entrant.rating == 1900.0


@pytest.mark.parametrize(
    ("name", "expected"), [("JONES, KAY", []), ("Jonse, Kay", WARNING)]
)
def test_one_person_in_two_sections_is_chained(name, expected):
    rated = rate_document(two_sections(name, ""), resolve_rules)
    assert [identity_findings(one) for one in rated.sections] == [[], expected]
    assert trace(rated.sections[1], 1).entrant.rating == post(rated.sections[0], 1)


# Many

_FAMILIES = (
    "Abelson Barrowby Castellan Dovetail Eastbrook Fennimore Garrowitz Hollander "
    "Iversdal Jessamine Kowalczek Lindqvist Montefiore Nakashimo Ostrander "
    "Pemberley Quillfeather Ravensworth Santibanez Thornquist Underhall Villanueva "
    "Westergard Xanthakis Yarborough Zimmerlin Nguyenko O'Dunmore Smithson Wu Li"
)
_GIVEN = (
    "Ada Bartholomew Clementine Dashiell Esperanza Ferdinand Guinevere Humphrey "
    "Isolde Jeremiah Katarina Leopold Marguerite Nathaniel Octavia Percival "
    "Rosalind Sebastian Theodora Valentin Winifred Kay Roy Bo"
)
FAMILIES, GIVEN = _FAMILIES.split(), _GIVEN.split()
NICKNAMES = {"Nathaniel": "Nate", "Katarina": "Kat", "Theodora": "Thea"}


def mistyped(name: str, chance: random.Random) -> str:
    """Return a name with two letters of the first word swapped."""
    letters = list(name)
    place = chance.randrange(1, max(2, name.index(",") - 1))
    letters[place : place + 2] = reversed(letters[place : place + 2])
    return "".join(letters)


def written_otherwise(name: str, chance: random.Random) -> str:
    """Return the same person's name as another entry might spell it."""
    family, given = name.split(", ")
    forms = [
        name,
        name.upper(),
        f"{given} {family}",
        f"{family},{given}",
        f"{family}, {given[0]}.",
        f"{family}, {given} {chance.choice('ABCDE')}",
        f"{family}, {NICKNAMES.get(given, given)}",
        mistyped(name, chance),
        "",
    ]
    return chance.choice(forms)


def swiss(names: list[str], rounds: int, chance: random.Random) -> list[list[str]]:
    """Return a row of results for each player; everybody plays in every round."""
    rows: list[list[str]] = [[] for _ in names]
    for _ in range(rounds):
        order = chance.sample(range(len(names)), len(names))
        for one, other in zip(order[::2], order[1::2], strict=True):
            first, second = chance.choice(("WL", "LW", "DD"))
            rows[one].append(f"{first}{other + 1}")
            rows[other].append(f"{second}{one + 1}")
    return rows


def sections(seed: int, reentry: bool) -> Iterator[tuple[SectionRating, int, int]]:
    """Generate rated sections with a re-entry, or with an ID mistyped as another player's."""
    chance = random.Random(seed)
    people = [f"{family}, {given}" for family in FAMILIES for given in GIVEN]
    for _ in range(200):
        names = chance.sample(people, chance.choice((8, 10, 12)))
        rounds = chance.choice((4, 5, 6))
        rows = swiss(names, rounds, chance)
        ids = [str(chance.randrange(10_000_000, 99_999_999)) for _ in names]
        one, other = chance.sample(range(len(names)), 2)
        ids[other] = ids[one]
        if reentry:
            # The first entry stops playing; the second one plays from the next round
            # on.
            left = chance.randrange(1, rounds)
            again = written_otherwise(names[one], chance)
            for row in (one, other):
                for place in range(rounds):
                    out = place >= left if row == one else place < left
                    text = rows[row][place]
                    if out and text != "U":
                        rows[int(text[1:]) - 1][place] = "U"
                        rows[row][place] = "U"
            names[other] = again
        players = map(named, range(1, len(names) + 1), names)
        entered = zip(players, rows, ids, strict=True)
        rated = rate_one(*(replace(p, results=tuple(r), id=i) for p, r, i in entered))
        yield rated, one + 1, other + 1


@pytest.mark.parametrize("reentry", [True, False])
def test_two_hundred_entries_with_one_id_are_one_player_or_two(reentry):
    for rated, one, other in sections(1, reentry):
        system = rated.in_system("R")
        names = [rated.section.players[n - 1].name for n in (one, other)]
        same = system.find_trace(one) is system.find_trace(other)
        assert same is reentry, names
        also = [f.also for f in rated.findings if f.code == SAME_ID]
        assert also == ([] if reentry else [(max(one, other),)]), names


def test_the_whole_event_is_rated_again_as_from_the_beginning():
    before = two_sections("Jones, Kay")
    worked = rate_sections(before, resolve_rules)
    king = replace(before.sections[1].players[0], name="King, Roy")
    after = with_player(before, 1, 0, king)
    again = rate_sections(after, resolve_rules, worked)
    whole = make_document_rating(after, rate_sections(after, resolve_rules))
    assert make_document_rating(after, again) == whole
    assert trace(whole.sections[1], 1).entrant.rating == 1900.0
