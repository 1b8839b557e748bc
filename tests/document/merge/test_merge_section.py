"""Rows and results of one section from three sides: numbers, newcomers, those gone."""

from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from tests import build
from tests.build import END
from uscalc.document.merge.merge import MergeResult, merge_file
from uscalc.document.model import (
    BirthDate,
    Document,
    Link,
    Player,
    RatingFacts,
    Section,
)
from uscalc.monitor import CancelledError, Monitor


def row(number: int, serial: int, *results: str, **more: Any) -> Player:
    given = {"name": f"Inventa, P{serial}", "id": f"{90_000_000 + serial}"} | more
    return Player(number, results=results, **given)


event = partial(build.event, systems=None)


def table(found: MergeResult | Document) -> list[tuple[Any, ...]]:
    document = found.edit.document if isinstance(found, MergeResult) else found
    return [
        (p.number, p.name.rpartition(" P")[2], *p.results)
        for p in document.sections[0].players
    ]


def said(found: MergeResult) -> list[tuple[int | None, int | None, str]]:
    return [(f.player, f.round, f.message) for f in found.findings]


# Newcomers


def test_a_result_typed_against_a_number_that_comes_later_is_that_newcomers():
    base = event(row(1, 1), row(2, 2))
    typed = event(row(1, 1, "W3"), row(2, 2))
    named = event(row(1, 1, ""), row(2, 2, ""), row(3, 3, "L1"))
    found = merge_file(typed, replace(named, name="Lantern Open"), base)
    assert found.findings == ()
    assert table(found) == [(1, "1", "W3"), (2, "2", ""), (3, "3", "L1")]


def test_a_newcomers_number_means_him_though_others_get_other_numbers():
    base = event(row(1, 1, ""), row(2, 2, ""))
    typed = event(row(1, 1, "W3"), row(7, 2, ""))
    fresh = event(row(1, 1, "?3w"), row(2, 2, "B"), row(3, 3, "?1b"))
    found = merge_file(typed, fresh, base)
    assert found.findings == ()
    assert table(found) == [(1, "1", "W3"), (7, "2", "B"), (3, "3", "?1b")]


def test_a_number_that_somebody_here_has_does_not_mean_the_newcomer():
    base = event(row(1, 1, ""), row(2, 2, ""))
    typed = event(row(1, 1, "W3"), row(2, 2, ""), row(3, 9, "L1", name="Typed P9"))
    fresh = event(row(1, 1, "?3w"), row(2, 2, ""), row(3, 3, "?1b"))
    found = merge_file(typed, fresh, base)
    # Number 3 here is the typed one, who yields the number and keeps the game.
    assert table(found)[0] == (1, "1", "W4")
    assert (4, "9", "L1") in table(found)
    assert [(p, r) for p, r, _ in said(found)] == [(1, 1)]


def test_who_was_removed_here_is_no_newcomer():
    base = event(row(1, 1, ""), row(2, 2, ""), row(3, 3, ""))
    typed = event(row(1, 1, "W3"), row(2, 2, ""))
    fresh = event(row(1, 1, "H"), row(2, 2, "B"), row(3, 3, ""))
    found = merge_file(typed, fresh, base)
    # A number without a row: the typed game is nobody's, and differs from the bye.
    assert table(found) == [(1, "1", "W3"), (2, "2", "B")]
    assert [(p, r) for p, r, _ in said(found)] == [(1, 1)]


# Numbers


def test_numbers_typed_here_come_first_then_the_files_then_those_of_here():
    base = event(row(1, 1), row(2, 2))
    typed = event(row(5, 1), row(2, 2), row(6, 8, name="Typed P8"))
    fresh = event(row(1, 1), row(5, 2), row(6, 3))
    found = merge_file(typed, fresh, base)
    assert {who: number for number, who, *_ in table(found)} == {
        "1": 5,  # Given here.
        "2": 7,  # The file's 5 is taken; the next free one.
        "3": 6,
        "8": 8,  # Typed here, and the file took the number.
    }
    theirs = merge_file(typed, fresh, base, take_theirs=True)
    assert {who: number for number, who, *_ in table(theirs)}["1"] == 1


def test_renumbered_on_both_sides_alike_is_nobodys_change():
    base = event(row(1, 1, "?2"), row(2, 2, "?1"))
    both = event(row(3, 1, "?2"), row(2, 2, "?3"))
    found = merge_file(both, replace(both, name="X"), base)
    assert table(found) == [(3, "1", "?2"), (2, "2", "?3")]
    assert "renumbered" not in found.edit.name


def test_numbers_remembered_of_who_left_do_not_meet_those_in_the_file():
    base = event(row(1, 1, ""), row(2, 2, ""), row(3, 3, ""))
    typed = event(row(1, 1, "W2"), row(2, 2, "L1"), row(3, 3, "D2"))
    # Number 2 has left; 2 and 3 are others now.
    fresh = event(row(1, 1, ""), row(2, 3, ""), row(3, 4, ""))
    found = merge_file(typed, fresh, base)
    remembered = {
        p.name.rpartition(" P")[2]: p.number for p in found.base.sections[0].players
    }
    assert remembered == {"1": 1, "3": 2, "4": 3, "2": 4}
    assert [n for n, *_ in table(found.base)] == [1, 2, 3, 4]
    left = [f for f in found.findings if "no longer" in f.message]
    assert [f.player for f in left] == [
        next(n for n, who, *_ in table(found) if who == "2")
    ]


# Who goes


@pytest.mark.parametrize(
    "change",
    [
        {"birth": BirthDate(END)},
        {"ratings": (("Q", RatingFacts(1200.0)),)},
        {"adult": True},
        {"results": ("W1",)},
        {"results": ("H",)},
    ],
)
def test_who_left_the_file_stays_for_anything_typed(change):
    base = event(row(1, 1), row(2, 2))
    typed = event(row(1, 1), replace(row(2, 2), **change))
    found = merge_file(typed, event(row(1, 1)), base)
    assert [who for _, who, *_ in table(found)] == ["1", "2"]
    assert said(found) == [
        (
            2,
            None,
            (
                "Inventa, P2 is no longer in this section of the linked file. "
                "The player is kept because of your edits"
            ),
        )
    ]
    assert found.findings[0].code == "file-differs"
    again = merge_file(found.edit.document, event(row(1, 1)), found.base)
    assert again.edit.document is found.edit.document
    assert again.findings == found.findings
    gone = merge_file(typed, event(row(1, 1)), base, take_theirs=True)
    assert [who for _, who, *_ in table(gone)] == ["1"]


def test_who_left_the_file_stays_where_a_typed_result_names_him():
    base = event(row(1, 1, ""), row(2, 2, ""), row(3, 3, ""))
    typed = event(row(1, 1, "W2"), row(2, 2, ""), row(3, 3, ""))
    found = merge_file(typed, event(row(1, 1, ""), row(3, 3, "")), base)
    assert [who for _, who, *_ in table(found)] == ["1", "2", "3"]
    assert [p for p, _, _ in said(found)] == [2]


def test_one_who_goes_does_not_keep_another_who_goes():
    base = event(row(1, 1, "?3"), row(2, 2, "?4"), row(3, 3, "?1"), row(4, 4, "?2"))
    fresh = event(row(1, 1, "?3"), row(3, 3, "?1"))
    found = merge_file(base, fresh, base)
    assert [who for _, who, *_ in table(found)] == ["1", "3"]
    assert found.edit.name.endswith("2 players removed")


def test_somebody_without_a_name_is_called_by_the_number():
    base = event(row(1, 1), row(2, 2, name=""))
    typed = event(row(1, 1), row(2, 2, "H", name=""))
    found = merge_file(typed, event(row(1, 1)), base)
    assert said(found)[0][2].startswith("number 2 is no longer")


def test_who_left_both_sides_is_remembered_nowhere():
    base = event(row(1, 1), row(2, 2))
    found = merge_file(event(row(1, 1)), event(row(1, 1, "H")), base)
    assert table(found) == [(1, "1", "H")]
    assert table(found.base) == [(1, "1", "H")]


# Who was removed here


def test_results_against_one_removed_here_are_not_taken():
    base = event(row(1, 1, "?2"), row(2, 2, "?1"), row(3, 3, "?4"), row(4, 4, "?3"))
    typed = event(row(1, 1, ""), row(3, 3, "?4"), row(4, 4, "?3"))
    fresh = event(row(1, 1, "W2"), row(2, 2, "L1"), row(3, 3, "W4"), row(4, 4, "L3"))
    found = merge_file(typed, fresh, base)
    assert table(found) == [(1, "1", ""), (3, "3", "W4"), (4, "4", "L3")]
    assert said(found) == [
        (
            None,
            None,
            ("Inventa, P2 was removed here but has new results in the linked file"),
        )
    ]
    # It is said again as long as it is so.
    again = merge_file(found.edit.document, fresh, found.base)
    assert said(again) == said(found)
    assert again.edit.document is found.edit.document
    # The file has the word: the player is back with the games.
    back = merge_file(found.edit.document, fresh, found.base, take_theirs=True)
    assert table(back) == table(fresh)
    assert back.findings == ()


def test_who_was_removed_here_and_plays_nothing_new_stays_away_in_either_case():
    base = event(row(1, 1, ""), row(2, 2, "H"))
    typed = event(row(1, 1, ""))
    fresh = event(row(1, 1, "B"), row(2, 2, "H"))
    for take_theirs in (False, True):
        found = merge_file(typed, fresh, base, take_theirs=take_theirs)
        assert table(found) == [(1, "1", "B")]
        assert found.findings == ()
        assert found.base == fresh


# Results


def test_rounds_that_the_file_took_back_are_taken_back():
    base = event(row(1, 1, "W2", "?2"), row(2, 2, "L1", "?1"))
    fresh = event(row(1, 1, "W2"), row(2, 2, "L1"))
    assert merge_file(base, fresh, base).edit.document == fresh
    # A typed result of that round stays.
    typed = event(row(1, 1, "W2", "D2"), row(2, 2, "L1", "D1"))
    found = merge_file(typed, fresh, base)
    assert table(found) == table(typed)
    assert table(found.base) == table(base)
    assert [(p, r) for p, r, _ in said(found)] == [(1, 2)]


def test_an_empty_round_added_here_stays_while_the_file_goes_on():
    base = event(row(1, 1, ""), row(2, 2, ""))
    typed = event(row(1, 1, "", ""), row(2, 2, "", ""))
    found = merge_file(typed, event(row(1, 1, "W2"), row(2, 2, "L1")), base)
    assert table(found) == [(1, "1", "W2", ""), (2, "2", "L1", "")]


def test_a_color_that_comes_later_is_taken_and_not_counted():
    base = event(row(1, 1, "?2"), row(2, 2, "?1"))
    typed = event(row(1, 1, "W2"), row(2, 2, "L1"))
    fresh = event(row(1, 1, "W2w"), row(2, 2, "L1b"))
    found = merge_file(typed, fresh, base)
    assert table(found) == table(fresh)
    assert found.edit.name == "Changes from the file"
    assert found.findings == ()


@pytest.mark.parametrize(
    ("before", "now", "counted"),
    [
        ("?2", "W2", "1 result"),
        ("", "W2", "1 result"),
        ("", "X2", "1 result"),
        ("W2", "D2", "1 corrected result"),
        ("W2", "", "1 corrected result"),
        ("?2", "w2 x", "1 corrected result"),
        ("", "?2", "1 pairing"),
        ("", "H", "1 bye"),
        ("", "B", "1 bye"),
        ("", "U", "1 not paired"),
        ("H", "U", "1 not paired"),
        ("H", "", "1 corrected result"),
    ],
)
def test_what_came_is_counted_by_what_it_was(before, now, counted):
    base = event(row(1, 1, before), row(2, 2, "Z"))
    found = merge_file(base, event(row(1, 1, now), row(2, 2, "Z")), base)
    assert found.edit.name == f"Round 1 from the file: {counted}"


def test_one_game_of_two_cells_is_counted_once_and_two_sections_apart():
    def two(one: str, other: str) -> Document:
        rows = (row(1, 1, one), row(2, 2, other))
        others = (row(1, 3, one), row(2, 4, other))
        sections = (Section("A", players=rows), Section("B", players=others))
        return Document("Lantern Open", END, sections)

    found = merge_file(two("?2", "?1"), two("W2", "L1"), two("?2", "?1"))
    assert found.edit.name == "Round 1 from the file: 2 results"
    found = merge_file(two("W2", "L1"), two("", ""), two("W2", "L1"))
    assert found.edit.name == "Round 1 from the file: 2 corrected results"


def test_a_game_is_said_once_in_the_row_of_the_lower_number():
    base = event(row(3, 1, "?5"), row(5, 2, "?3"))
    typed = event(row(3, 1, "W5"), row(5, 2, "L3"))
    fresh = event(row(3, 1, "L5"), row(5, 2, "W3"))
    found = merge_file(typed, fresh, base)
    assert [(p, r) for p, r, _ in said(found)] == [(3, 1)]
    turned = [
        event(*reversed(document.sections[0].players))
        for document in (typed, fresh, base)
    ]
    assert [(p, r) for p, r, _ in said(merge_file(*turned))] == [(3, 1)]


def test_a_cell_that_differs_alone_is_said_in_its_own_row():
    base = event(row(1, 1, "?2"), row(2, 2, "?1"))
    typed = event(row(1, 1, "?2"), row(2, 2, "L1"))
    fresh = event(row(1, 1, "?2"), row(2, 2, "D1"))
    found = merge_file(typed, fresh, base)
    assert said(found) == [
        (2, 1, 'The result is "L1" here and "D1" in the linked file')
    ]


def test_two_different_opponents_are_two_findings_of_those_who_disagree():
    base = event(row(1, 1, ""), row(2, 2, ""), row(3, 3, ""))
    typed = event(row(1, 1, "W2"), row(2, 2, "L1"), row(3, 3, "H"))
    fresh = event(row(1, 1, "W3"), row(2, 2, "B"), row(3, 3, "L1"))
    found = merge_file(typed, fresh, base)
    assert found.edit.document is typed
    assert [p for p, _, _ in said(found)] == [1]


def test_findings_stand_in_the_order_of_the_table_with_their_sections():
    def two(first: str, second: str, name: str) -> Document:
        rows = (row(2, 1, "", first), row(1, 2, second, ""))
        sections = (
            Section("A", players=(row(1, 5, second),)),
            Section("B", players=rows),
        )
        return Document(name, END, sections)

    found = merge_file(two("H", "H", "A"), two("B", "B", "B"), two("U", "U", "C"))
    assert [(f.section, f.section_name, f.player, f.round) for f in found.findings] == [
        (None, "", None, None),
        (0, "A", 1, 1),
        (1, "B", 1, 1),
        (1, "B", 2, 2),
    ]


def test_a_file_that_says_the_same_gives_back_what_was_given():
    base = event(row(1, 1, "?2"), row(2, 2, "?1"))
    typed = event(row(1, 1, "W2"), row(2, 2, "L1"))
    found = merge_file(typed, base, base)
    assert found.edit.document is typed
    assert found.edit.name == "Changes from the file"
    assert (found.base, found.findings) == (base, ())
    named = replace(base, name="Other")
    assert merge_file(typed, named, base).edit.document.sections is typed.sections


def test_the_link_of_an_event_stays_itself_while_its_base_does():
    base = event(row(1, 1), row(2, 2))
    alone = merge_file(base, replace(base, name="X"), base)
    assert alone.linked is alone.edit.document
    linked = replace(base, link=Link("/invented/club.sjson", base))
    found = merge_file(linked, base, base)
    assert found.linked is linked
    moved = merge_file(linked, replace(base, name="X"), base)
    assert moved.linked.link == Link("/invented/club.sjson", replace(base, name="X"))
    assert moved.base.link is None


# Sections


def sections(*named: tuple[str, tuple[Player, ...]]) -> Document:
    return Document(
        "Lantern Open", END, tuple(Section(name, players=p) for name, p in named)
    )


def test_a_section_removed_here_stays_out_and_one_of_here_stays():
    a, b = ("A", (row(1, 1),)), ("B", (row(1, 2),))
    own = ("Own", (row(1, 9),))
    base = sections(a, b)
    fresh = sections(a, ("B", (row(1, 2, "H"),)))
    found = merge_file(sections(a, own), fresh, base)
    assert [s.name for s in found.edit.document.sections] == ["A", "Own"]
    assert found.base == fresh
    assert found.findings == ()


def test_a_section_gone_on_both_sides_is_gone():
    a, b, c = (("A", (row(1, 1),)), ("B", (row(1, 2),)), ("C", (row(1, 3),)))
    found = merge_file(sections(a), sections(a, c), sections(a, b))
    assert [s.name for s in found.edit.document.sections] == ["A", "C"]
    assert [s.name for s in found.base.sections] == ["A", "C"]
    assert found.edit.name == "Changes from the file: 1 new section"


def test_a_section_that_left_the_file_stays_for_what_was_typed():
    a, b = ("A", (row(1, 1),)), ("B", (row(1, 2),))
    typed = sections(("B", (row(1, 2, "H"),)), a)
    found = merge_file(typed, sections(a), sections(a, b))
    assert [s.name for s in found.edit.document.sections] == ["B", "A"]
    (finding,) = found.findings
    assert (finding.section, finding.section_name, finding.severity) == (
        0,
        "B",
        "warns",
    )
    assert finding.message == (
        "The section is no longer in the linked file. It is kept because of your edits"
    )
    assert [s.name for s in found.base.sections] == ["A", "B"]
    gone = merge_file(typed, sections(a), sections(a, b), take_theirs=True)
    assert [s.name for s in gone.edit.document.sections] == ["A"]
    assert gone.edit.name == "Changes from the file: 1 section removed"
    assert [s.name for s in gone.base.sections] == ["A"]


def test_one_section_typed_on_both_sides_is_one():
    a = ("A", (row(1, 1),))
    typed = sections(a, ("New", (row(1, 2, "H"),)))
    fresh = sections(a, ("New", (row(1, 2, "H"), row(2, 3))))
    found = merge_file(typed, fresh, sections(a))
    assert found.edit.document == fresh
    assert found.base == fresh


# Where it is close


def test_numbers_typed_for_everybody_give_way_in_the_results_too():
    base = event(row(1, 1, "?2"), row(2, 2, "?1"))
    typed = event(row(11, 1, "?12"), row(12, 2, "?11"))
    open_section = replace(base.sections[0], time_control="G/60;d5")
    fresh = replace(base, sections=(open_section,))
    found = merge_file(typed, fresh, base, take_theirs=True)
    assert table(found) == [(1, "1", "?2"), (2, "2", "?1")]


def test_several_who_left_are_remembered_under_numbers_of_their_own():
    base = event(row(1, 1), row(2, 2), row(3, 3))
    typed = event(row(1, 1), row(2, 2, "H"), row(3, 3, "H"))
    found = merge_file(typed, event(row(1, 1), row(2, 4), row(3, 5)), base)
    assert sorted(n for n, *_ in table(found.base)) == [1, 2, 3, 4, 5]


def test_who_left_and_stays_for_a_typed_game_keeps_the_opponent_too():
    base = event(row(1, 1), row(2, 2), row(4, 4))
    typed = event(row(1, 1), row(2, 2, "W4"), row(4, 4))
    found = merge_file(typed, event(row(1, 1)), base)
    assert [who for _, who, *_ in table(found)] == ["1", "2", "4"]
    assert [f.player for f in found.findings] == [2, 4]
    assert {f.severity for f in found.findings} == {"warns"}


def test_a_result_kept_before_the_end_of_the_file_leaves_the_rounds_before_empty():
    base = event(row(1, 1, "", "", "?2"), row(2, 2, "", "", "?1"))
    typed = event(row(1, 1, "", "", "D2"), row(2, 2, "", "", "D1"))
    found = merge_file(typed, event(row(1, 1), row(2, 2)), base)
    assert table(found) == table(typed)
    assert table(found.base) == table(base)


def test_an_empty_round_goes_with_those_that_the_file_took_back():
    base = event(row(1, 1, "?2", "?2"), row(2, 2, "?1", "?1"))
    typed = event(row(1, 1, "?2", "?2", ""), row(2, 2, "?1", "?1", ""))
    found = merge_file(typed, event(row(1, 1, "?2"), row(2, 2, "?1")), base)
    assert table(found) == [(1, "1", "?2"), (2, "2", "?1")]


def test_a_cell_that_names_its_own_row_is_said_as_well():
    base = event(row(1, 1, ""), row(2, 2, ""))
    typed = event(row(1, 1, "W1"), row(2, 2, ""))
    found = merge_file(typed, event(row(1, 1, "D1"), row(2, 2, "")), base)
    assert [(p, r) for p, r, _ in said(found)] == [(1, 1)]


def test_a_game_with_a_newcomer_of_a_lower_number_is_said_in_the_row_that_differs():
    base = event(row(2, 1, ""))
    fresh = event(row(1, 9, "W2"), row(2, 1, "L1"))
    found = merge_file(event(row(2, 1, "H")), fresh, base)
    assert [(p, r) for p, r, _ in said(found)] == [(2, 1)]


def test_findings_of_a_section_stand_before_its_rows_and_those_of_a_row_by_round():
    def one(control: str, games: int, *results: str, floor: int = 1000) -> Document:
        known = RatingFacts(1500.0, games=games, source="typed", floor=floor)
        first = row(1, 1, *results, ratings=(("R", known),))
        rows = (first, row(2, 2, "Z", "Z"))
        return Document(
            "Lantern Open", END, (Section("Open", time_control=control, players=rows),)
        )

    found = merge_file(
        one("G/30;d5", 5, "U", "H"),
        one("G/60;d5", 6, "H", "B"),
        one("G/90;d5", 7, "B", "U"),
    )
    assert [(f.player, f.round) for f in found.findings] == [
        (None, None),
        (1, None),
        (1, 1),
        (1, 2),
    ]

    def sourced(source: Any, result: str) -> Document:
        known = RatingFacts(1500.0, source=source)
        return event(row(1, 1, result, ratings=(("R", known),)), row(2, 2, "Z"))

    # "source" comes after "result" in the alphabet.
    found = merge_file(
        sourced("typed", "U"), sourced("official", "H"), sourced("latest", "B")
    )
    assert [f.round for f in found.findings] == [None, 1]


def test_sections_that_left_the_file_are_remembered_after_the_others():
    a, b = ("A", (row(1, 1),)), ("B", (row(1, 2),))
    typed = sections(("B", (row(1, 2, "H"),)), a)
    found = merge_file(typed, sections(a), sections(b, a))
    assert [s.name for s in found.base.sections] == ["A", "B"]


# Ended on the way


def test_a_merge_pauses_for_every_player_it_numbers_merges_and_keeps():
    players = [row(n, n, "") for n in range(1, 9)]
    base = event(*players)
    come = event(*players[:6])
    changed = event(*(replace(p, results=("H",)) for p in players))

    def pauses(fresh: Document, end_at: int = 0) -> int:
        calls = 0

        def cancelled() -> bool:
            nonlocal calls
            calls += 1
            return calls == end_at

        merge_file(base, fresh, base, monitor=Monitor(cancelled))
        return calls

    assert pauses(changed) == 2 * 8
    # Before two are taken out, the games of the six that stay are looked at.
    assert pauses(come) == 2 * 8 + 6
    for end_at in range(1, 2 * 8 + 6 + 1):
        with pytest.raises(CancelledError):
            pauses(come, end_at)
