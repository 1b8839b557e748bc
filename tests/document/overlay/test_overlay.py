"""Single differences between a page and the event, and which of the two is wrong."""

import datetime as dt
from typing import Any

import pytest
from msgspec.structs import replace

from tests.build import event
from uscalc.document.model import (
    Document,
    Player,
    PublishedRating,
    RatingFacts,
    Section,
    with_player,
)
from uscalc.document.names import are_names_similar, count_edits, is_same_name
from uscalc.document.overlay import changes
from uscalc.document.overlay.facts import format_name_like
from uscalc.document.overlay.lay import compare_with_page

NAMES = ("Ada Inventa", "Bea Novella", "Cleo Fabler", "Dora Quill", "Eve Storia")


def player(number, *results, name="", rating=1500.0, **more) -> Player:
    ratings = (("R", RatingFacts(rating, source="typed")),)
    known = {"id": f"9000000{number}", "ratings": ratings, "results": results}
    return Player(number, name or NAMES[number - 1], **(known | more))


def differences(ours: Document, theirs: Document) -> tuple[changes.PageDifference, ...]:
    counted = [section.systems or () for section in ours.sections]
    return compare_with_page(ours, theirs, counted).differences


FOUR = (
    player(1, "W4", "W2", "D3"),
    player(2, "W3", "L1", "W4"),
    player(3, "L2", "W4", "D1"),
    player(4, "L1", "L3", "L2"),
)


def single_difference(ours: Document, theirs: Document) -> changes.PageDifference:
    """Return the one difference of two events; once it is accepted, none is left."""
    found = differences(ours, theirs)
    assert len(found) == 1, found
    assert differences(changes.apply_differences(ours, found), theirs) == ()
    return found[0]


def with_row(document: Document, row: int, **more: object) -> Document:
    player = replace(document.sections[0].players[row], **more)
    return with_player(document, 0, row, player)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        *(("X", "X3"), ("F2", "U"), ("", "U"), ("U", ""), ("Z", "F"), ("W2w", "W2")),
        ("W2w", "W2b"),
    ],
)
def test_data_that_a_page_lacks_is_no_difference(ours, theirs):
    rows = player(1, ours), player(2, "L1" if "W" in ours else ""), player(3)
    pages = player(1, theirs), player(2, "L1" if "W" in theirs else ""), player(3)
    assert differences(event(*rows), event(*pages)) == ()


NAMESAKES = [replace(p, name="Ada Inventa", id=None) for p in FOUR[:2]]
RESERVE = replace(event(*FOUR).sections[0], name="Reserve", players=(player(5, "B"),))
AGAIN = player(5, "U", "U", "D3", name=NAMES[0], id="90000001")
SAME = {
    "rounds in another order": (
        event(*FOUR),
        event(*(replace(p, results=p.results[1:] + p.results[:1]) for p in FOUR)),
    ),
    "a player who never played": (event(*FOUR, player(5, "H", "U", "")), event(*FOUR)),
    "an empty row": (event(*FOUR, Player(5, results=("", "", ""))), event(*FOUR)),
    "a section that the page does not show": (
        replace(event(*FOUR), sections=(RESERVE, *event(*FOUR).sections)),
        event(*FOUR),
    ),
    "namesakes whose games differ": (
        event(*NAMESAKES, *FOUR[2:]),
        event(*FOUR[2:], *reversed(NAMESAKES)),
    ),
    "a member with two numbers on the page": (
        event(*FOUR),
        event(
            replace(FOUR[0], results=("W4", "W2", "U")),
            FOUR[1],
            replace(FOUR[2], results=("L2", "W4", "D5")),
            *(FOUR[3], AGAIN),
        ),
    ),
}


@pytest.mark.parametrize("name", SAME)
def test_equal_data_is_no_difference(name):
    assert differences(*SAME[name]) == ()


LOST = {"results": ("L4", "W2", "D3")}


def rated(rating: float | None, source: Any) -> dict[str, Any]:
    return {"ratings": (("R", RatingFacts(rating, source=source)),)}


@pytest.mark.parametrize(
    ("ours", "theirs", "kind", "cause"),
    [
        # Conflicting cells, in the event and on the page.
        (LOST, {}, "result", "ours"),
        ({}, LOST, "result", "theirs"),
        ({"id": "90000007"}, {}, "id", "ours"),
        ({"id": "12345678"}, {}, "id", "theirs"),
        ({"id": "90000002"}, {}, "id", "ours"),
        ({"id": None}, {}, "id", "theirs"),
        (rated(1540.0, "typed"), {}, "rating", "ours"),
        (rated(1540.0, "official"), {}, "rating", "theirs"),
        (rated(None, None), {}, "rating", "ours"),
    ],
)
def test_a_difference_is_reported_with_its_cause(ours, theirs, kind, cause):
    both = (with_row(event(*FOUR), 0, **one) for one in (ours, theirs))
    found = single_difference(*both)
    assert (found.kind, found.player, found.cause) == (kind, 1, cause)
    assert found.system == ("R" if kind == "rating" else None)
    assert ours is not LOST or "conflict" in found.because


def test_numbers_rounds_and_rounding_are_no_differences():
    ours = with_row(event(*FOUR), 0, results=("won", "W2", "D3"))
    assert single_difference(ours, event(*FOUR)).ours == '"won" isn\'t a valid result'
    ours = event(*FOUR)
    theirs = event(
        player(1, "W2", "W4", "W3", name=NAMES[1], id="90000002"),
        player(2, "L1", "W3", "D4", name=NAMES[2], id="90000003"),
        player(3, "L4", "L2", "L1", name=NAMES[3], id="90000004"),
        player(4, "W3", "L1", "D2", name=NAMES[0], id="90000001"),
    )
    assert [d.kind for d in differences(ours, theirs)] == ["result"]
    right = with_row(theirs, 3, results=("W3", "W1", "D2"))
    assert differences(ours, with_row(right, 0, results=("W2", "L4", "W3"))) == ()
    exact = RatingFacts(1500.37, source="official")
    ours = with_row(event(*FOUR), 0, ratings=(("R", exact),))
    assert differences(ours, event(*FOUR)) == ()
    counted = with_row(event(*FOUR), 0, ratings=(("R", RatingFacts(1500.0, games=7)),))
    found = single_difference(ours, counted)
    assert found.kind == "rating"
    after = changes.apply_differences(ours, [found]).sections[0].players[0].facts("R")
    assert (after.rating, after.games, after.source) == (1500.37, 7, "official")


def test_one_wrong_result_is_one_difference_of_two_cells():
    shifted = [replace(p, results=p.results[1:] + p.results[:1]) for p in FOUR]
    ours = with_row(event(*FOUR), 2, results=("L2", "W4", "L1"))
    ours = with_row(ours, 0, results=("W4", "W2", "W3"))
    found = single_difference(ours, event(*shifted))
    assert (found.kind, found.player, found.round) == ("result", 1, 3)
    ours = event(*FOUR)
    theirs = with_row(ours, 0, results=("L4", "W2", "D3"))
    found = single_difference(ours, with_row(theirs, 3, results=("W1", "L3", "L2")))
    assert (found.kind, found.player, found.round) == ("result", 1, 1)
    assert found.ours == "beats 4, Dora Quill"
    assert (found.theirs, found.cause) == ("loses to 4, Dora Quill", "ours")
    ours = with_row(event(*FOUR), 0, results=("L4b", "W2", "D3"))
    after = changes.apply_differences(ours, differences(ours, event(*FOUR)))
    assert after.sections[0].players[0].results == ("W4b", "W2", "D3")


def test_a_second_entry_without_an_id_belongs_to_the_member():
    again = player(5, "U", "U", "W4", name=NAMES[0], id="90000001")
    rows = [
        replace(FOUR[0], results=("W4", "W2", "U")),
        FOUR[1],
        replace(FOUR[2], results=("L2", "W4", "U")),
        replace(FOUR[3], results=("L1", "L3", "L5")),
    ]
    rows[1] = replace(rows[1], results=("W3", "L1", "U"))
    theirs = event(*rows, again)
    for id_, kinds in ((None, ["id"]), ("90000001", [])):
        ours = event(*rows, replace(again, id=id_))
        assert [d.kind for d in differences(ours, theirs)] == kinds


def test_players_of_one_side_are_reported_and_get_free_numbers():
    ours = event(
        replace(FOUR[0], number=2, results=("W4", "U", "D3")),
        replace(FOUR[2], results=("U", "W4", "D2")),
        replace(FOUR[3], results=("L2", "L3", "")),
    )
    found = single_difference(ours, event(*FOUR))
    assert found.player == 5
    after = changes.apply_differences(ours, [found]).sections[0]
    assert after.players[0].results == ("W4", "W5", "D3")
    ours = event(*FOUR, player(5, "U", "U", "W3"))
    ours = with_row(ours, 2, results=("L2", "W4", "L5"))
    theirs = with_row(event(*FOUR), 2, results=("L2", "W4", "U"))
    same = {"results": ("W4", "W2", "U")}
    ours, theirs = (with_row(one, 0, **same) for one in (ours, theirs))
    found = single_difference(ours, theirs)
    assert (found.kind, found.player, found.cause) == ("entry", 5, "ours")
    assert len(changes.apply_differences(ours, [found]).sections[0].players) == 4


def test_unplayed_and_missing_results_are_reported_by_round():
    still = zip(FOUR, ("?4", "?3", "?2", "?1"), strict=True)
    ours = event(*(replace(p, results=(*p.results[:2], text)) for p, text in still))
    found = single_difference(ours, event(*FOUR))
    assert (found.kind, found.round, found.adds) == ("open", 3, True)
    assert found.theirs == "2 results"
    theirs = with_row(event(*FOUR), 0, results=("W4", "W2", "U"))
    theirs = with_row(theirs, 2, results=("L2", "W4", "F"))
    found = single_difference(event(*FOUR), theirs)
    assert found.theirs == "is not paired"
    after = changes.apply_differences(event(*FOUR), [found]).sections[0]
    assert [p.results[2] for p in after.players] == ["U", "W4", "F", "L2"]


def test_dates_systems_and_sections_are_reported_once():
    quick = [replace(p, ratings=(*p.ratings, ("Q", RatingFacts(1400.0)))) for p in FOUR]
    ours = event(*FOUR, systems=("R", "Q"))
    found = single_difference(ours, event(*quick, systems=("R", "Q")))
    assert (found.kind, found.system, found.theirs) == ("new-ratings", "Q", "4 players")
    assert found.adds
    theirs = replace(event(*FOUR, systems=("R", "Q")), end_date=dt.date(2025, 9, 2))
    found = differences(event(*FOUR), theirs)
    assert {d.kind for d in found} == {"settings"}
    assert [d.theirs for d in found] == ["Regular and Quick", "ended 9/2/2025"]
    assert differences(changes.apply_differences(event(*FOUR), found), theirs) == ()
    two = player(1, "W2", "W2"), player(2, "L1", "L1")
    assert single_difference(event(*two), event(*two, kind="match")).theirs == "a match"
    theirs = event(*FOUR)
    more = Section("Blitz", systems=("B",), players=(player(5, "B", name="Zoe Else"),))
    theirs = replace(theirs, sections=(*theirs.sections, more))
    found = single_difference(event(*FOUR), theirs)
    assert found.adds
    assert (found.kind, found.section_name) == ("new-section", "Blitz")


def test_published_ratings_are_merged_together_and_others_reported_singly():
    out = [replace(p, published=(("R", PublishedRating(1510.0, 9)),)) for p in FOUR]
    found = single_difference(event(*FOUR), event(*out))
    assert (found.kind, found.adds) == ("new-published", True)
    before = with_row(event(*out), 1, published=(("R", PublishedRating(1512.0, 9)),))
    again = single_difference(before, event(*out))
    assert (again.kind, again.player, again.cause) == ("published", 2, "theirs")


def test_a_player_of_another_section_is_reported_with_it():
    five = player(5, "W3", name="Eve Storia")
    low = player(1, "W2", name="Ian Low", id="91")
    two = low, player(2, "L1", name="Joy Low", id="92")

    def with_reserve(one: Document, *players: Player) -> Document:
        low = Section("Reserve", systems=("R",), players=players)
        return replace(one, sections=(*one.sections, low))

    ours = with_reserve(event(*FOUR), *two, five)
    found = differences(ours, with_reserve(event(*FOUR, five), *two))
    entry = next(d for d in found if d.kind == "entry" and d.section == 0)
    assert entry.because.endswith('here in "Reserve"')


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("Inventa, Ada", "ADA INVENTA"),
        ("Inventa, Ada M.", "ADA MAY INVENTA"),
        ("O'Neil, José Jr.", "JOSE ONEIL"),
        ("de la Cruz-Vega, Ana", "ANA DE LA CRUZ VEGA"),
        (
            "Inventa-Longername, Maximiliana Josephine",
            "MAXIMILIANA JOSEPHINE INVENTA L",
        ),
    ],
)
def test_the_spelling_style_of_a_name_is_no_difference(ours, theirs):
    assert is_same_name(ours, theirs)
    assert is_same_name(theirs, ours)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("Inventa, Ada", "ADA INVENTO"),
        ("Inventa, Ada", "BEA INVENTA"),
        ("Inventa", "ADA INVENTA"),
        ("", "ADA INVENTA"),
        ("Player 001", "PLAYER 002"),
    ],
)
def test_a_different_name_is_a_difference(ours, theirs):
    assert not is_same_name(ours, theirs)


def test_names_are_accepted_as_written_and_slips_are_one():
    assert format_name_like("ADA MAY INVENTA", "Invento, Ada") == "Inventa, Ada May"
    assert format_name_like("ANA DE LA CRUZ", "de la Kruz, Ana") == "De La Cruz, Ana"
    assert format_name_like("ADA INVENTA", "ADA INVENTO") == "ADA INVENTA"
    assert format_name_like("SEAN O'NEIL", "Sean O'Niel") == "Sean O'Neil"
    assert format_name_like("ADA INVENTA JR", "Invento, Ada") == "Inventa, Ada Jr"
    assert format_name_like("ADA INVENTA III", "Invento III, Ada") == "Inventa, Ada III"
    assert count_edits("inventa", "ivnenta") == 1
    assert count_edits("", "abc") == 3
    assert are_names_similar("Inventa, Ada", "ADA NOVELLA")
    assert not are_names_similar("Bo Li", "Kim Ng")
    ours = with_row(event(*FOUR), 0, id="90000007", name="Ada Inventi")
    found = differences(ours, event(*FOUR))
    assert changes.accept_differences(ours, found).name == "2 US Chess values accepted"
    (only, _) = found
    said = "Member ID of player 1: US Chess value accepted"
    assert changes.accept_differences(ours, [only]).name == said
    assert changes.accept_differences(ours, ()).document is ours
