"""Rows and results of one section in three states: numbers, new players, removed players."""

from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace

from tests import build
from tests.build import END
from uscalc.document import model
from uscalc.document.merge.merge import MergeResult, merge_file
from uscalc.monitor import CancelledError, Monitor


def row(number: int, serial: int, *results: str, **more: Any) -> model.Player:
    given = {"name": f"Inventa, P{serial}", "id": f"{90_000_000 + serial}"} | more
    return model.Player(number, results=results, **given)


event = partial(build.event, systems=None)


def table(found: MergeResult | model.Document) -> list[tuple[Any, ...]]:
    document = found.edit.document if isinstance(found, MergeResult) else found
    return [
        (p.number, p.name.rpartition(" P")[2], *p.results)
        for p in document.sections[0].players
    ]


def messages_of(found: MergeResult) -> list[tuple[int | None, int | None, str]]:
    return [(f.player, f.round, f.message) for f in found.findings]


def read_event(text: str) -> model.Document:
    """Build an event of rows like "1A W2 .": number, letter of the player, results."""
    rows = (part.split() for part in text.split(" | "))
    return event(
        *(
            row(int(first[:-1]), ord(first[-1]) - 64, *(r.strip(".") for r in rest))
            for first, *rest in rows
        )
    )


def show_event(document: model.Document) -> str:
    """Return the rows as `read_event` takes them."""
    return " | ".join(
        " ".join((f"{number}{chr(64 + int(who))}", *(r or "." for r in results)))
        for number, who, *results in table(document)
    )


# Each case has a title; the event at the last merge, here, and in the file; then the
# merged event, the findings as player/round, the event to remember, and if it matters
# the name.
CASES = """
a result against a number that comes later is the newcomer's
1A | 2B; 1A W3 | 2B; 1A . | 2B . | 3C L1
1A W3 | 2B . | 3C L1; ; 1A . | 2B . | 3C L1
a newcomer's number holds though others are renumbered
1A . | 2B .; 1A W3 | 7B .; 1A ?3w | 2B B | 3C ?1b
1A W3 | 7B B | 3C ?1b; ; 1A ?3w | 2B B | 3C ?1b
a number that somebody here has is not the newcomer's
1A . | 2B .; 1A W3 | 2B . | 3I L1; 1A ?3w | 2B . | 3C ?1b
1A W4 | 2B . | 3C ?1b | 4I L1; 1/1; 1A . | 2B . | 3C ?1b
a player removed here is no newcomer
1A . | 2B . | 3C .; 1A W3 | 2B .; 1A H | 2B B | 3C .
1A W3 | 2B B; 1/1; 1A . | 2B B | 3C .
numbers typed here come first, then the file's
1A | 2B; 5A | 2B | 6H; 1A | 5B | 6C
5A | 7B | 6C | 8H; ; 1A | 5B | 6C
the file's numbers come first if asked for (theirs)
1A | 2B; 5A | 2B | 6H; 1A | 5B | 6C
1A | 5B | 6C | 7H; ; 1A | 5B | 6C
numbers of players who left get out of the file's way
1A . | 2B . | 3C .; 1A W2 | 2B L1 | 3C D2; 1A . | 2C . | 3D .
1A W4 | 4B L1 | 2C D4 | 3D .; 4/-; 1A . | 2C . | 3D . | 4B
several who left are remembered under their own numbers
1A | 2B | 3C; 1A | 2B H | 3C H; 1A | 2D | 3E
1A | 2D | 3E | 4B H | 5C H; 4/- 5/-; 1A | 2D | 3E | 4B | 5C
a typed result keeps its opponent
1A . | 2B . | 3C .; 1A W2 | 2B . | 3C .; 1A . | 3C .
1A W2 | 2B | 3C .; 2/-; 1A . | 3C . | 2B
a typed result of one who left keeps the opponent too
1A | 2B | 4D; 1A | 2B W4 | 4D; 1A
1A | 2B W4 | 4D; 2/- 4/-; 1A | 2B | 4D
one who goes does not keep another who goes
1A ?3 | 2B ?4 | 3C ?1 | 4D ?2; 1A ?3 | 2B ?4 | 3C ?1 | 4D ?2; 1A ?3 | 3C ?1
1A ?3 | 3C ?1; ; 1A ?3 | 3C ?1; Changes from the file: 2 players removed
who left both sides is remembered nowhere
1A | 2B; 1A; 1A H
1A H; ; 1A H
a player removed here stays away
1A . | 2B H; 1A .; 1A B | 2B H
1A B; ; 1A B | 2B H
a player removed here stays away from the file's version (theirs)
1A . | 2B H; 1A .; 1A B | 2B H
1A B; ; 1A B | 2B H
rounds that the file took back are taken back
1A W2 ?2 | 2B L1 ?1; 1A W2 ?2 | 2B L1 ?1; 1A W2 | 2B L1
1A W2 | 2B L1; ; 1A W2 | 2B L1
a typed result of a round taken back stays
1A W2 ?2 | 2B L1 ?1; 1A W2 D2 | 2B L1 D1; 1A W2 | 2B L1
1A W2 D2 | 2B L1 D1; 1/2; 1A W2 ?2 | 2B L1 ?1
an empty round added here stays while the file goes on
1A . | 2B .; 1A . . | 2B . .; 1A W2 | 2B L1
1A W2 . | 2B L1 .; ; 1A W2 | 2B L1
an empty round goes with those that the file took back
1A ?2 ?2 | 2B ?1 ?1; 1A ?2 ?2 . | 2B ?1 ?1 .; 1A ?2 | 2B ?1
1A ?2 | 2B ?1; ; 1A ?2 | 2B ?1
a result kept after the file's last round leaves empty rounds
1A . . ?2 | 2B . . ?1; 1A . . D2 | 2B . . D1; 1A | 2B
1A . . D2 | 2B . . D1; 1/3; 1A . . ?2 | 2B . . ?1
a color that comes later is taken and not counted
1A ?2 | 2B ?1; 1A W2 | 2B L1; 1A W2w | 2B L1b
1A W2w | 2B L1b; ; 1A W2w | 2B L1b; Changes from the file
a game is reported once, in the row of the lower number
3A ?5 | 5B ?3; 3A W5 | 5B L3; 3A L5 | 5B W3
3A W5 | 5B L3; 3/1; 3A ?5 | 5B ?3
a game is reported in the lower number that stands below
5B ?3 | 3A ?5; 5B L3 | 3A W5; 5B W3 | 3A L5
5B L3 | 3A W5; 3/1; 5B ?3 | 3A ?5
two different opponents are reported where they differ
1A . | 2B . | 3C .; 1A W2 | 2B L1 | 3C H; 1A W3 | 2B B | 3C L1
1A W2 | 2B L1 | 3C H; 1/1; 1A . | 2B . | 3C .
a cell that differs alone is reported in its own row
1A ?2 | 2B ?1; 1A ?2 | 2B L1; 1A ?2 | 2B D1
1A ?2 | 2B L1; 2/1; 1A ?2 | 2B ?1
a cell that names its own row is reported
1A . | 2B .; 1A W1 | 2B .; 1A D1 | 2B .
1A W1 | 2B .; 1/1; 1A . | 2B .
a game with a newcomer is reported in the row that differs
2A .; 2A H; 1I W2 | 2A L1
1I W2 | 2A H; 2/1; 1I W2 | 2A .
a typed result stays where the file only pairs
1A . | 2B .; 1A W2 | 2B L1; 1A ?2w | 2B ?1b
1A W2 | 2B L1; ; 1A ?2w | 2B ?1b
a typed pairing gives way to the file's result
1A . | 2B .; 1A ?2 | 2B ?1; 1A L2w | 2B W1b
1A L2w | 2B W1b; ; 1A L2w | 2B W1b
the same result on both sides is no disagreement
1A ?2w | 2B ?1b; 1A w2 | 2B L1b; 1A W2w | 2B L1b
1A W2w | 2B L1b; ; 1A W2w | 2B L1b
a color typed here stays with the file's result
1A ?2 | 2B ?1; 1A ?2w | 2B ?1b; 1A W2 | 2B L1
1A W2w | 2B L1b; ; 1A W2 | 2B L1
a color typed here stays with a corrected result
1A W2 | 2B L1; 1A W2w | 2B L1b; 1A L2 | 2B W1
1A L2w | 2B W1b; ; 1A L2 | 2B W1
a color typed here goes with the opponent
1A ?2 | 2B ?1 | 3C .; 1A ?2w | 2B ?1b | 3C .; 1A ?3 | 2B . | 3C ?1
1A ?3 | 2B . | 3C ?1; ; 1A ?3 | 2B . | 3C ?1
a color of the file is the file's to take
1A W2w | 2B L1b; 1A W2w | 2B L1b; 1A L2 | 2B W1
1A L2 | 2B W1; ; 1A L2 | 2B W1
a player added here yields the number to the file's
1A ?2w | 2B ?1b; 1A ?2w L5 | 2B ?1b . | 5F . W1; 1A ?2w | 2B ?1b | 5E H
1A ?2w L6 | 2B ?1b . | 5E H | 6F . W1; ; 1A ?2w | 2B ?1b | 5E H
results from the file follow a number given here
1A ?2w | 2B ?1b; 1A ?22w | 22B ?1b; 1A W2w | 2B L1b
1A W22w | 22B L1b; ; 1A W2w | 2B L1b
typed results follow the file's numbers
1A | 2B | 3C; 1A W3 | 2B | 3C L1; 1C | 2A | 3B
1C L2 | 2A W1 | 3B; ; 1C | 2A | 3B; Changes from the file: 3 players renumbered
""".strip().split("\n")


@pytest.mark.parametrize(
    ("sides", "outcome", "theirs"),
    [
        pytest.param(sides, outcome, title.endswith("(theirs)"), id=title)
        for title, sides, outcome in zip(*[iter(CASES)] * 3, strict=True)
    ],
)
def test_a_section_is_merged_from_three_sides(sides, outcome, theirs):
    base, typed, fresh = map(read_event, sides.split("; "))
    found = merge_file(typed, fresh, base, take_theirs=theirs)
    merged, reported, remembered, *name = outcome.split("; ")
    assert show_event(found.edit.document) == merged
    places = [f"{p}/{'-' if r is None else r}" for p, r, _ in messages_of(found)]
    assert " ".join(places) == reported
    assert show_event(found.base) == remembered
    assert not name or [found.edit.name] == name


def test_unchanged_sections_give_back_what_was_given():
    base = event(row(1, 1, "?2"), row(2, 2, "?1"))
    both = event(row(3, 1, "?2"), row(2, 2, "?3"))
    found = merge_file(both, replace(both, name="X"), base)
    assert table(found) == [(3, "1", "?2"), (2, "2", "?3")]
    assert "renumbered" not in found.edit.name
    typed = event(row(1, 1, "W2"), row(2, 2, "L1"))
    found = merge_file(typed, base, base)
    assert found.edit.document is typed
    assert found.edit.name == "Changes from the file"
    assert (found.base, found.findings) == (base, ())
    named = replace(base, name="Other")
    assert merge_file(typed, named, base).edit.document.sections is typed.sections
    base = event(row(1, 1), row(2, 2))
    alone = merge_file(base, replace(base, name="X"), base)
    assert alone.linked is alone.edit.document
    linked = replace(base, link=model.Link("/invented/club.sjson", base))
    assert merge_file(linked, base, base).linked is linked
    moved = merge_file(linked, replace(base, name="X"), base)
    assert moved.linked.link == model.Link(
        "/invented/club.sjson", replace(base, name="X")
    )
    assert moved.base.link is None
    a, b, c = (("A", (row(1, 1),)), ("B", (row(1, 2),)), ("C", (row(1, 3),)))
    found = merge_file(sections(a), sections(a, c), sections(a, b))
    assert [s.name for s in found.edit.document.sections] == ["A", "C"]
    assert [s.name for s in found.base.sections] == ["A", "C"]
    assert found.edit.name == "Changes from the file: 1 new section"


@pytest.mark.parametrize(
    "change",
    [
        {"birth": model.BirthDate(END)},
        {"ratings": (("Q", model.RatingFacts(1200.0)),)},
        {"adult": True},
        {"results": ("W1",)},
        {"results": ("H",)},
    ],
)
def test_a_player_removed_from_the_file_stays_with_typed_data(change):
    base = event(row(1, 1), row(2, 2))
    typed = event(row(1, 1), replace(row(2, 2), **change))
    found = merge_file(typed, event(row(1, 1)), base)
    assert [who for _, who, *_ in table(found)] == ["1", "2"]
    message = "Inventa, P2 is no longer in this section of the linked file. The player"
    assert messages_of(found) == [(2, None, f"{message} is kept because of your edits")]
    (finding,) = found.findings
    assert (finding.code, finding.severity) == ("file-differs", "warns")
    again = merge_file(found.edit.document, event(row(1, 1)), found.base)
    assert again.edit.document is found.edit.document
    assert again.findings == found.findings
    gone = merge_file(typed, event(row(1, 1)), base, take_theirs=True)
    assert [who for _, who, *_ in table(gone)] == ["1"]


def test_unnamed_players_have_numbers_and_games_are_counted_once():
    base = event(row(1, 1), row(2, 2, name=""))
    typed = event(row(1, 1), row(2, 2, "H", name=""))
    found = merge_file(typed, event(row(1, 1)), base)
    assert messages_of(found)[0][2].startswith("number 2 is no longer")

    def two_sections(one: str, other: str) -> model.Document:
        rows = (row(1, 1, one), row(2, 2, other))
        return sections(("A", rows), ("B", (row(1, 3, one), row(2, 4, other))))

    paired, played = two_sections("?2", "?1"), two_sections("W2", "L1")
    found = merge_file(paired, played, paired)
    assert found.edit.name == "Round 1 from the file: 2 results"
    found = merge_file(played, two_sections("", ""), played)
    assert found.edit.name == "Round 1 from the file: 2 corrected results"


def test_results_against_a_player_removed_here_are_not_merged():
    base = event(row(1, 1, "?2"), row(2, 2, "?1"), row(3, 3, "?4"), row(4, 4, "?3"))
    typed = event(row(1, 1, ""), row(3, 3, "?4"), row(4, 4, "?3"))
    fresh = event(row(1, 1, "W2"), row(2, 2, "L1"), row(3, 3, "W4"), row(4, 4, "L3"))
    found = merge_file(typed, fresh, base)
    assert table(found) == [(1, "1", ""), (3, "3", "W4"), (4, "4", "L3")]
    message = "Inventa, P2 was removed here but has new results in the linked file"
    assert messages_of(found) == [(None, None, message)]
    # The finding repeats as long as the two differ.
    again = merge_file(found.edit.document, fresh, found.base)
    assert messages_of(again) == messages_of(found)
    assert again.edit.document is found.edit.document
    # With the file's values, the player is back with the games.
    back = merge_file(found.edit.document, fresh, found.base, take_theirs=True)
    assert (table(back), back.findings) == (table(fresh), ())


@pytest.mark.parametrize(
    ("before", "now", "counted"),
    [
        *(("?2", "W2", "1 result"), ("", "W2", "1 result"), ("", "X2", "1 result")),
        *(("W2", "D2", "1 corrected result"), ("W2", "", "1 corrected result")),
        *(("?2", "w2 x", "1 corrected result"), ("H", "", "1 corrected result")),
        *(("w2 x", "W2", "1 result"), ("", "?2", "1 pairing"), ("", "H", "1 bye")),
        *(("", "B", "1 bye"), ("", "U", "1 not paired"), ("H", "U", "1 not paired")),
    ],
)
def test_changes_are_counted_by_their_kind(before, now, counted):
    base = event(row(1, 1, before), row(2, 2, "Z"))
    found = merge_file(base, event(row(1, 1, now), row(2, 2, "Z")), base)
    assert found.edit.name == f"Round 1 from the file: {counted}"


def test_findings_are_in_the_order_of_the_table_with_their_sections():
    def swapped_numbers(result: str, name: str) -> model.Document:
        rows = (row(2, 1, "", result), row(1, 2, result, ""))
        made = sections(("A", (row(1, 5, result),)), ("B", rows))
        return replace(made, name=name)

    found = merge_file(*map(swapped_numbers, "HBU", "ABC"))
    assert [(f.section, f.section_name, f.player, f.round) for f in found.findings] == [
        (None, "", None, None),
        (0, "A", 1, 1),
        (1, "B", 1, 1),
        (1, "B", 2, 2),
    ]


def sections(*named: tuple[str, tuple[model.Player, ...]]) -> model.Document:
    parts = tuple(model.Section(name, players=players) for name, players in named)
    return model.Document("Lantern Open", END, parts)


def test_sections_removed_or_typed_here_are_respected():
    a, b = ("A", (row(1, 1),)), ("B", (row(1, 2),))
    own = ("Own", (row(1, 9),))
    base, fresh = sections(a, b), sections(a, ("B", (row(1, 2, "H"),)))
    found = merge_file(sections(a, own), fresh, base)
    assert [s.name for s in found.edit.document.sections] == ["A", "Own"]
    assert (found.base, found.findings) == (fresh, ())
    typed = sections(a, ("New", (row(1, 2, "H"),)))
    fresh = sections(a, ("New", (row(1, 2, "H"), row(2, 3))))
    found = merge_file(typed, fresh, sections(a))
    assert found.edit.document == found.base == fresh
    base = event(row(1, 1, "?2"), row(2, 2, "?1"))
    typed = event(row(11, 1, "?12"), row(12, 2, "?11"))
    fresh = replace(base, sections=(replace(base.sections[0], time_control="G/60;d5"),))
    found = merge_file(typed, fresh, base, take_theirs=True)
    assert table(found) == [(1, "1", "?2"), (2, "2", "?1")]
    typed = sections(("B", (row(1, 2, "H"),)), a)
    found = merge_file(typed, sections(a), sections(b, a))
    assert [s.name for s in found.base.sections] == ["A", "B"]


def test_a_section_that_left_the_file_stays_for_what_was_typed():
    a, b = ("A", (row(1, 1),)), ("B", (row(1, 2),))
    typed = sections(("B", (row(1, 2, "H"),)), a)
    found = merge_file(typed, sections(a), sections(a, b))
    assert [s.name for s in found.edit.document.sections] == ["B", "A"]
    message = "The section is no longer in the linked file. It is kept because of your"
    (one,) = found.findings
    assert (one.section, one.section_name, one.severity) == (0, "B", "warns")
    assert one.message == f"{message} edits"
    assert [s.name for s in found.base.sections] == ["A", "B"]
    gone = merge_file(typed, sections(a), sections(a, b), take_theirs=True)
    assert [s.name for s in gone.edit.document.sections] == ["A"]
    assert gone.edit.name == "Changes from the file: 1 section removed"
    assert [s.name for s in gone.base.sections] == ["A"]


def test_findings_of_a_section_come_before_those_of_its_rows():
    def one_section(control: str, games: int, *results: str, floor: int = 1000):
        known = model.RatingFacts(1500.0, games=games, source="typed", floor=floor)
        first = row(1, 1, *results, ratings=(("R", known),))
        return event(first, row(2, 2, "Z", "Z"), time_control=control)

    found = merge_file(
        one_section("G/30;d5", 5, "U", "H"),
        one_section("G/60;d5", 6, "H", "B"),
        one_section("G/90;d5", 7, "B", "U"),
    )
    places = [(f.player, f.round) for f in found.findings]
    assert places == [(None, None), (1, None), (1, 1), (1, 2)]

    def sourced(source: Any, result: str) -> model.Document:
        known = model.RatingFacts(1500.0, source=source)
        return event(row(1, 1, result, ratings=(("R", known),)), row(2, 2, "Z"))

    # "source" comes after "result" in the alphabet.
    sides = ("typed", "U"), ("official", "H"), ("latest", "B")
    found = merge_file(*(sourced(*side) for side in sides))
    assert [f.round for f in found.findings] == [None, 1]


def test_a_merge_pauses_for_every_player_it_numbers_merges_and_keeps():
    players = [row(n, n, "") for n in range(1, 9)]
    base, come = event(*players), event(*players[:6])
    changed = event(*(replace(p, results=("H",)) for p in players))

    def pauses(fresh: model.Document, end_at: int = 0) -> int:
        calls = 0

        def cancelled() -> bool:
            nonlocal calls
            calls += 1
            return calls == end_at

        merge_file(base, fresh, base, monitor=Monitor(cancelled))
        return calls

    assert pauses(changed) == 2 * 8
    # Before two players are removed, the games of the six that stay are checked.
    assert pauses(come) == 2 * 8 + 6
    for end_at in range(1, 2 * 8 + 6 + 1):
        with pytest.raises(CancelledError):
            pauses(come, end_at)
