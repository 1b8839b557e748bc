"""Changes of a linked file: whose they are, which are merged, and which stay."""

import datetime as dt
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests import build
from tests.often import often
from tests.shared_data import load_rows
from uscalc.document.edit.cells import set_result
from uscalc.document.edit.settings import set_facts
from uscalc.document.edit.structure import add_player, remove_section, rename_section
from uscalc.document.findings import Finding
from uscalc.document.merge import differences, facts
from uscalc.document.merge.merge import MergeResult, merge_file
from uscalc.document.merge.news import ORDER, News, summarize_news
from uscalc.document.model import (
    BirthDate,
    Document,
    ForeignRating,
    Player,
    PublishedRating,
    RatingFacts,
    Section,
)
from uscalc.formats.shared.pairing import mark_blanks_unrated

UNKNOWN = RatingFacts(unknown=True)


def player(number: int, *results: str, **more: object) -> Player:
    given: dict[str, object] = {
        "name": f"Inventa, Number{number}",
        "id": f"{90_000_000 + number}",
        "ratings": (("R", RatingFacts(1500.0 + number)), ("Q", UNKNOWN)),
        "results": results,
    }
    return Player(number, **(given | more))


event = partial(build.event, systems=None, time_control="G/90;d5")


PAIRED = event(player(1, "?2w"), player(2, "?1b"), player(3, "?4w"), player(4, "?3b"))


def with_players(document: Document, *players: Player) -> Document:
    return replace(document, sections=(replace(document.sections[0], players=players),))


def merged(document: Document, fresh: Document, base: Document = PAIRED) -> MergeResult:
    return merge_file(document, fresh, base, "SwissSys")


def test_a_game_that_both_changed_is_one_finding_though_it_has_two_cells():
    typed = set_result(PAIRED, 0, 0, 0, "W2").document
    fresh = with_players(
        PAIRED, player(1, "D2w"), player(2, "D1b"), *PAIRED.sections[0].players[2:]
    )
    found = merged(typed, fresh)
    assert found.edit.document is typed
    (finding,) = found.findings
    assert finding.place == 'section "Open", player 1, round 1'
    assert finding.message == 'The result is "W2w" here and "D2w" in the linked file'
    assert finding.severity == "warns"


def test_a_corrected_name_or_a_late_player_is_the_same_player():
    for more in ({"name": "Inventa, Renamed", "id": "90000001"}, {"id": "91111111"}):
        other = player(1, "W2w", **more)
        fresh = with_players(PAIRED, other, *PAIRED.sections[0].players[1:])
        (first, *others) = merged(PAIRED, fresh).edit.document.sections[0].players
        assert (len(others), first.id) == (3, more["id"])
    typed = add_player(PAIRED, 0, name="Late, Somebody").document
    typed = set_facts(typed, 0, 4, "R", rating=1333.5, games=9).document
    late = player(5, "H", name="LATE, Somebody", id="95000005")
    late = replace(late, ratings=(("R", UNKNOWN), ("Q", UNKNOWN)))
    found = merged(typed, with_players(PAIRED, *PAIRED.sections[0].players, late))
    players = found.edit.document.sections[0].players
    assert (len(players), players[4].id, players[4].results) == (5, "95000005", ("H",))
    assert players[4].facts("R").rating == 1333.5


def test_players_without_ids_are_found_by_name_and_by_their_games():
    base = event(player(1, "W2", id=None), player(2, "L1", id=None))
    corrected = {"id": None, "name": "Somebody, Corrected"}
    fresh = event(player(2, "W1", id=None), player(1, "L2", **corrected))
    # Number 2 is matched by name; the other player is new, because nothing else
    # matches.
    swapped = event(player(1, "W2", **corrected), player(2, "L1", id=None))
    first, second = merged(base, swapped, base).edit.document.sections[0].players
    assert (first.name, second.name) == ("Somebody, Corrected", "Inventa, Number2")
    typed = set_facts(base, 0, 0, "R", games=7).document
    kept = merged(typed, swapped, base).edit.document.sections[0].players[0]
    assert (kept.name, kept.facts("R").games) == ("Somebody, Corrected", 7)
    assert len(merged(base, fresh, base).edit.document.sections[0].players) == 2


def test_sections_are_added_removed_and_keep_the_name_typed_here():
    extra = Section("Extra", players=(player(8), player(9)))
    two = replace(PAIRED, sections=(*PAIRED.sections, extra))
    typed = rename_section(two, 1, "Side games").document
    played = replace(extra, players=(player(8, "W9"), player(9, "L8")))
    fresh = replace(PAIRED, sections=(played, *PAIRED.sections))
    found = merged(typed, fresh, two)
    assert [s.name for s in found.edit.document.sections] == ["Side games", "Open"]
    assert found.edit.document.sections[0].players[0].results == ("W9",)
    stays = merged(remove_section(two, 1).document, fresh, two)
    assert [s.name for s in stays.edit.document.sections] == ["Open"]
    gone = merged(two, PAIRED, two)
    assert gone.edit.name == "Changes from SwissSys: 1 section removed"
    kept = merged(typed, PAIRED, two)
    assert [s.name for s in kept.edit.document.sections] == ["Open", "Side games"]
    assert kept.findings[0].place == 'section "Side games"'


def test_a_first_rating_follows_the_answer_new_without_a_finding():
    blank = {"ratings": (("R", UNKNOWN), ("Q", UNKNOWN))}
    base = event(player(1, **blank), player(2, **blank))
    typed = mark_blanks_unrated(base)
    rated = {"ratings": (("R", RatingFacts(1210.0)), ("Q", UNKNOWN))}
    found = merged(typed, event(player(1, **rated), player(2, **blank)), base)
    first, second = found.edit.document.sections[0].players
    assert found.findings == ()
    assert first.facts("R").rating == 1210.0
    # The answer stays, because the file still doesn't have the rating.
    assert not first.facts("Q").unknown
    assert second == typed.sections[0].players[1]
    # A typed rating isn't an answer to a blank, and stays.
    other = set_facts(base, 0, 0, "R", rating=1300.0, unknown=False).document
    found = merged(other, event(player(1, **rated), player(2, **blank)), base)
    assert len(found.findings) == 1
    assert found.edit.document.sections[0].players[0].facts("R").rating == 1300.0


# The cells of three states, compared by opponents.

ADA, BEN, COY = 10, 11, 12
"""The persons of a merge; in the state below they have the numbers 1, 2 and 3."""


def state(*results: str, numbers: tuple[int, ...] = (1, 2, 3)):
    """Return a state in which Ada has the results and the others have none."""
    rows = (results, (), ())
    return differences.make_state(
        {
            who: Player(number, results=tuple(row))
            for who, number, row in zip((ADA, BEN, COY), numbers, rows, strict=True)
        }
    )


def read(text: str):
    """Read a cell; `.` is an empty cell and `_` a space."""
    return state(text.replace("_", " ").strip(".")).read_cell(ADA, 0)


def test_colors_are_merged_from_both_cells():
    same = "W2w W2w", "W2w W2", "W2 W2b", ". .", "W2w|L3 W2|L3b", "w2__x_y w2_x_y"
    for case in same:
        assert differences.is_same_content(*map(read, case.split())), case
    for case in (
        *("W2w W2b", "W2 L2", "W2 W3", "W2w W3", "W2w L2", "H B", ". H", "W2|L3 W2"),
        *("W2 W2|L3", "W2w|L3w W2|L3b", "w2_x_y w2_x_z", "w2_x_y W2", "W2 w2_x_y"),
        *("y W2", "W2 y"),
    ):
        assert not differences.is_same_content(*map(read, case.split())), case
    for case in ("W2w W2", "W2|L3b W2w|L3"):
        assert differences.adds_color(*map(read, case.split())), case
    for case in ("W2w W2w", "W2 W2w", "W2 W2", "W2|L3 W2w|L3b", "w2_x W2", "W2w w2_x"):
        assert not differences.adds_color(*map(read, case.split())), case
    doubled = state("W2", numbers=(1, 2, 2))
    assert doubled.persons == {1: ADA}
    assert doubled.read_cell(ADA, 0)[0][1] == ("number", 2)
    assert read("  w2 x  y ") == "w2 x y"


@pytest.mark.parametrize(
    ("text", "numbers", "result"),
    [
        # The text stays unchanged if its meaning is the same.
        ("w2w", {BEN: 2}, "w2w"),
        ("W2w", {BEN: 7}, "W7w"),
        ("W2|d3", {BEN: 2, COY: 8}, "W2|D8"),
        ("W9", {BEN: 2}, "W9"),
        ("h", {}, "h"),
        ("w2 x y", {BEN: 7}, "w2 x y"),
    ],
)
def test_a_cell_is_written_with_the_current_numbers(text, numbers, result):
    assert differences.write_cell(text, read(text), numbers) == result


# The news of a merge by name.

DAY = dt.date(2025, 5, 4)
NAMES = ("Ortiza, Ana", "Leemund, Bo", "Quillby, Cy", "Brandova, Di")


def paired_event(*rows: str, names: tuple[str, ...] = NAMES, **more: object):
    """Return a section of players with these results, written as `W2,?3`."""
    players = tuple(
        Player(
            number,
            names[number - 1],
            f"{90000000 + number}",
            ratings=(("R", RatingFacts(1500.0)),),
            results=tuple(filter(None, row.split(","))),
        )
        for number, row in enumerate(rows, 1)
    )
    section = Section("Open", players=players)
    return Document("Lantern Open", DAY, (replace(section, **more),))


PAIRED_ROUNDS = paired_event("?2w", "?1b", "?4w", "?3b")
TWO = paired_event("W2,?3", "L1,?4", "W4,?1", "L3,?2")


def merge_news(before: Document, now: Document) -> tuple[News, ...]:
    return merge_file(before, now, before, "SwissSys").news


def lines(before: Document, now: Document) -> list[str]:
    return sorted(map(str, merge_news(before, now)))


def news_summary(before: Document, now: Document) -> str:
    return summarize_news(merge_news(before, now))


def test_news_and_its_summary_name_results_and_players():
    now = paired_event("W2w", "L1b", "D4w", "D3b")
    assert lines(PAIRED_ROUNDS, now) == [
        "Open, round 1: Ortiza, Ana beats Leemund, Bo",
        "Open, round 1: Quillby, Cy draws with Brandova, Di",
    ]
    assert news_summary(PAIRED_ROUNDS, now) == "round 1: 2 results"
    before = paired_event("?2w", "?1b", "?4w", "?3b", planned_rounds=2)
    now = paired_event(
        *("W2w,?4", "L1b,U", "?4w,B", "?3b,?1", "U,H"),
        names=(*NAMES, "Tessaro, Ed"),
        planned_rounds=2,
    )
    assert news_summary(before, now) == (
        "round 1: 1 result; round 2: 1 pairing, 1 bye; Tessaro entered; Leemund not paired"
    )
    assert "Open: Tessaro, Ed entered as number 5" in lines(before, now)
    assert "Open, round 2: Leemund, Bo is not paired" in lines(before, now)
    gone = paired_event("?2w", "?1b", "", names=NAMES[:3])
    alone = paired_event("?2w", "?1b", "", "", names=NAMES)
    assert lines(alone, gone) == ["Open: Brandova, Di is no longer in the file"]
    assert news_summary(alone, gone) == "Brandova withdrew"


def test_finished_rounds_and_withdrawals_are_news():
    first = paired_event("W2", "L1", "W4", "L3", planned_rounds=4)
    second = paired_event("W2,?3", "L1,U", "W4,?1", "L3,B", planned_rounds=4)
    assert news_summary(first, second).endswith("Leemund not paired")
    third = paired_event("W2,W3,?4", "L1,U,U", "W4,L1,B", "L3,B,?1", planned_rounds=4)
    assert news_summary(second, third).endswith("Leemund withdrew")
    rows = "W2,W3,W4,?3", "L1,U,U,U", "W4,L1,B,?1", "L3,B,L1,B"
    fourth = paired_event(*rows, planned_rounds=4)
    assert news_summary(third, fourth).endswith("Leemund still not paired")
    # In the last planned round, it may be a bye without points.
    last = paired_event("W2,?3", "L1,U", "W4,?1", "L3,B", planned_rounds=2)
    assert news_summary(replace(first, sections=last.sections), last) == ""
    only = paired_event("W2", "L1", "W4", "L3", planned_rounds=2)
    assert news_summary(only, last).endswith("Leemund not paired")
    # A player who was never paired has not withdrawn.
    late = paired_event("W2", "L1", "B", "U", planned_rounds=4)
    later = paired_event("W2,?2", "L1,?1", "B,B", "U,U", planned_rounds=4)
    assert news_summary(late, later).endswith("Brandova still not paired")
    first = paired_event("W2", "L1", planned_rounds=4)
    over = paired_event("W2", "L1", planned_rounds=5, played_rounds=1)
    assert lines(first, over) == [
        "Open, round 1: round 1 is finished",
        "Open: planned rounds 5, was 4",
    ]
    assert news_summary(first, over) == "round 1 is finished; planned rounds"


def test_results_pairings_and_colors_are_news():
    before = paired_event("W2", "L1", "W4", "L3")
    now = paired_event("L2", "W1", "W4", "L3")
    found = lines(before, now)
    assert found == ["Open, round 1: corrected: Ortiza, Ana loses to Leemund, Bo"]
    assert news_summary(before, now) == "round 1: 1 corrected result"
    taken_back = paired_event("", "", "W4", "L3")
    assert len(merge_news(before, taken_back)) == 1
    assert "Ortiza, Ana no longer has an entry" in lines(before, taken_back)[0]
    now = paired_event("W2,?4", "L1,?3", "W4,?2", "L3,?1")
    assert news_summary(TWO, now).startswith("round 2: ")
    assert "Open, round 2: Ortiza, Ana is to play Brandova, Di" in lines(TWO, now)
    before, now = paired_event("W2", "L1"), paired_event("W2w", "L1b")
    assert (news_summary(before, now), len(merge_news(before, now))) == ("1 color", 1)
    ana, *others = PAIRED_ROUNDS.sections[0].players
    ana = replace(ana, ratings=(("R", RatingFacts(1612.0)),))
    now = with_players(PAIRED_ROUNDS, ana, *others)
    assert lines(PAIRED_ROUNDS, now) == ["Open: Ortiza, Ana: rating 1612, was 1500"]
    assert news_summary(PAIRED_ROUNDS, now) == "rating of Ortiza"


def test_the_list_goes_section_by_section_and_round_by_round():
    before = paired_event("W2,?3", "L1,?4", "?4,?1", "?3,?2", played_rounds=0)
    now = paired_event("L2,W3", "W1,D4", "W4,L1", "L3,D2", played_rounds=1)
    more = Section("Extra", players=(Player(1, "Vimmel, Fay", results=("B",)),))
    both = replace(before, sections=(*before.sections, more))
    later = replace(more, players=(replace(more.players[0], results=("B", "H")),))
    news = merge_news(both, replace(now, sections=(*now.sections, later)))
    assert [(n.section, n.round, n.kind) for n in news] == [
        ("Open", 1, "correction"),
        ("Open", 1, "result"),
        ("Open", 1, "round-over"),
        ("Open", 2, "result"),
        ("Open", 2, "result"),
        ("Extra", 2, "bye"),
    ]


def test_sections_and_names_in_news_are_identified():
    extra = Section("Extra", players=(Player(1, "Vimmel, Fay", "90000099"),))
    more = replace(PAIRED_ROUNDS, sections=(*PAIRED_ROUNDS.sections, extra))
    assert lines(PAIRED_ROUNDS, more) == ['section "Extra" with 1 player']
    assert news_summary(PAIRED_ROUNDS, more) == "section Extra new"
    assert news_summary(more, PAIRED_ROUNDS) == "section Extra gone"
    news = [News("entry", name=f"Leemund, {first}") for first in ("Ann", "Bo")]
    assert summarize_news(news) == "Leemund, Ann and Leemund, Bo entered"
    turned = with_players(PAIRED_ROUNDS, *PAIRED_ROUNDS.sections[0].players[::-1])
    assert merge_news(PAIRED_ROUNDS, turned) == (ORDER,)
    assert summarize_news((ORDER,)) == "the order"
    assert merge_news(PAIRED_ROUNDS, PAIRED_ROUNDS) == ()
    # Data that was already typed here isn't news.
    typed = paired_event("W2", "L1", "?4w", "?3b")
    now = paired_event("W2w", "L1b", "?4w", "?3b")
    assert summarize_news(merge_file(typed, now, PAIRED_ROUNDS).news) == "1 color"
    assert merge_file(now, now, PAIRED_ROUNDS).news == ()


@pytest.mark.parametrize(
    ("count", "words"),
    [(1, "A"), (2, "A and B"), (4, "A, B, C and D"), (5, "A, B, C and 2 more")],
)
def test_many_names_become_a_count(count, words):
    news = [News("entry", name=f"{name}, Ann") for name in "ABCDE"[:count]]
    assert summarize_news(news) == f"{words} entered"


# The name of a merge, its message about two values, and the value that is used.

END_DAY = dt.date(2011, 3, 4)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        *((None, "empty"), ("", "empty"), ((), "empty"), (True, "yes"), (False, "no")),
        *((1512.0, "1512"), (1512.25, "1512.25"), (0, "0"), (0.0, "0"), (26, "26")),
        (END_DAY, "3/4/2011"),
        (BirthDate(END_DAY), "3/4/2011"),
        (BirthDate(END_DAY, True), "2011"),
        (ForeignRating(1875.5), "1875.5"),
        ("Lantern  Open", '"Lantern Open"'),
        ("123456789012345678901234567", '"123456789012345678901234"'),
        (("R", "Q"), "R Q"),
        (("R", 2), "another value"),
        (PublishedRating(1500.0), "another value"),
    ],
)
def test_a_fact_in_a_word_or_two(value, words):
    assert facts.describe_value(value) == words


def test_a_disagreement_names_its_place_and_both_values():
    found = facts.make_disagreement("floor", 1400, None, "Open", 4, 3, "R")
    said = "The floor is 1400 here and empty in the linked file"
    place = (None, "Open", 4, 3, "R", "floor")
    assert found == Finding("file-differs", "warns", said, facts.REMEDY, *place)
    plain = facts.make_disagreement("event's name", "A", "B")
    place = plain.section_name, plain.player, plain.round, plain.system
    assert place == ("", None, None, None)


@pytest.mark.parametrize(
    ("kinds", "name"), load_rows("test_merge", "changes_are_named_in_one_order")
)
def test_changes_are_named_in_one_order(kinds, name):
    ledger = facts.MergeLedger()
    for kind in kinds:
        ledger.count_change(kind, kind)
    assert ledger.name_edit("SwissSys") == name


@pytest.mark.parametrize(
    ("rounds", "head"),
    [
        *(((), "Changes"), ((3,), "Round 3"), ((3, 3), "Round 3")),
        *(((4, 3), "Rounds 3 and 4"), ((1, 3), "Rounds 1 and 3")),
        *(((2, 1, 3), "Rounds 1 to 3"), ((5, 1, 2), "Rounds 1 to 5")),
    ],
)
def test_the_rounds_lead_the_name(rounds, head):
    ledger = facts.MergeLedger()
    for number in rounds:
        ledger.count_change("result", number, number)
    assert ledger.name_edit("x").startswith(f"{head} from x")


values = st.sampled_from([None, 0, 1, 2])


@often(200)
@given(values, values, values, st.booleans())
def test_a_change_on_one_side_alone_is_used(ours, base, theirs, take_theirs):
    ledger = facts.MergeLedger(take_theirs)
    said = []

    def disagree(one: object, other: object) -> Finding:
        said.append((one, other))
        return facts.make_disagreement("x", one, other)

    found = ledger.resolve(ours, base, theirs, "change", disagree)
    kept = len({ours, base, theirs}) == 3 and not take_theirs
    used = (ours, base) if kept else (ours if theirs == base else theirs, theirs)
    assert found == used
    assert said == [(ours, theirs)] * kept
    assert len(ledger.findings) == kept
    assert ledger.changes == ({"fact": {"change"}} if found[0] != ours else {})
