"""What a merge brought, by name."""

import datetime as dt
from dataclasses import replace

import pytest

from uscalc.document.merge.merge import merge_file
from uscalc.document.merge.news import ORDER, News, summarize_news
from uscalc.document.model import Document, Player, RatingFacts, Section

DAY = dt.date(2025, 5, 4)
NAMES = ("Ortiza, Ana", "Leemund, Bo", "Quillby, Cy", "Brandova, Di")


def event(*rows: str, names: tuple[str, ...] = NAMES, **more: object) -> Document:
    """A section of players with these results, as `W2,?3`."""
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


PAIRED = event("?2w", "?1b", "?4w", "?3b")
TWO = event("W2,?3", "L1,?4", "W4,?1", "L3,?2")


def brought(before: Document, now: Document) -> tuple[News, ...]:
    return merge_file(before, now, before, "SwissSys").news


def lines(before: Document, now: Document) -> list[str]:
    return sorted(map(str, brought(before, now)))


def short(before: Document, now: Document) -> str:
    return summarize_news(brought(before, now))


def test_news_has_results_by_name_and_counts_them_in_the_summary():
    now = event("W2w", "L1b", "D4w", "D3b")
    assert lines(PAIRED, now) == [
        "Open, round 1: Ortiza, Ana beats Leemund, Bo",
        "Open, round 1: Quillby, Cy draws with Brandova, Di",
    ]
    assert short(PAIRED, now) == "round 1: 2 results"


def test_the_summary_names_new_and_departed_players():
    before = event("?2w", "?1b", "?4w", "?3b", planned_rounds=2)
    now = event(
        *("W2w,?4", "L1b,U", "?4w,B", "?3b,?1", "U,H"),
        names=(*NAMES, "Tessaro, Ed"),
        planned_rounds=2,
    )
    assert short(before, now) == (
        "round 1: 1 result; round 2: 1 pairing, 1 bye; Tessaro entered; Leemund not paired"
    )
    assert "Open: Tessaro, Ed entered as number 5" in lines(before, now)
    assert "Open, round 2: Leemund, Bo is not paired" in lines(before, now)
    gone = event("?2w", "?1b", "", names=NAMES[:3])
    alone = event("?2w", "?1b", "", "", names=NAMES)
    assert lines(alone, gone) == ["Open: Brandova, Di is no longer in the file"]
    assert short(alone, gone) == "Brandova withdrew"


def test_a_player_unpaired_to_the_end_has_withdrawn():
    first = event("W2", "L1", "W4", "L3", planned_rounds=4)
    second = event("W2,?3", "L1,U", "W4,?1", "L3,B", planned_rounds=4)
    assert short(first, second).endswith("Leemund not paired")
    third = event("W2,W3,?4", "L1,U,U", "W4,L1,B", "L3,B,?1", planned_rounds=4)
    assert short(second, third).endswith("Leemund withdrew")
    fourth = event(
        *("W2,W3,W4,?3", "L1,U,U,U", "W4,L1,B,?1", "L3,B,L1,B"), planned_rounds=4
    )
    assert short(third, fourth).endswith("Leemund still not paired")
    # In the last round of all it may be a bye without points.
    last = event("W2,?3", "L1,U", "W4,?1", "L3,B", planned_rounds=2)
    assert short(replace(first, sections=last.sections), last) == ""
    only = event("W2", "L1", "W4", "L3", planned_rounds=2)
    assert short(only, last).endswith("Leemund not paired")
    # Who never stood anywhere has not left.
    late = event("W2", "L1", "B", "U", planned_rounds=4)
    later = event("W2,?2", "L1,?1", "B,B", "U,U", planned_rounds=4)
    assert short(late, later).endswith("Brandova still not paired")


def test_results_pairings_and_colors_are_news():
    before, now = event("W2", "L1", "W4", "L3"), event("L2", "W1", "W4", "L3")
    assert lines(before, now) == [
        "Open, round 1: corrected: Ortiza, Ana loses to Leemund, Bo"
    ]
    assert short(before, now) == "round 1: 1 corrected result"
    taken_back = event("", "", "W4", "L3")
    assert len(brought(before, taken_back)) == 1
    assert "Ortiza, Ana no longer has an entry" in lines(before, taken_back)[0]
    now = event("W2,?4", "L1,?3", "W4,?2", "L3,?1")
    assert short(TWO, now).startswith("round 2: ")
    assert "Open, round 2: Ortiza, Ana is to play Brandova, Di" in lines(TWO, now)
    before, now = event("W2", "L1"), event("W2w", "L1b")
    assert short(before, now) == "1 color"
    assert len(brought(before, now)) == 1
    player = replace(
        PAIRED.sections[0].players[0], ratings=(("R", RatingFacts(1612.0)),)
    )
    players = player, *PAIRED.sections[0].players[1:]
    now = replace(PAIRED, sections=(replace(PAIRED.sections[0], players=players),))
    assert lines(PAIRED, now) == ["Open: Ortiza, Ana: rating 1612, was 1500"]
    assert short(PAIRED, now) == "rating of Ortiza"


def test_the_files_finished_rounds_are_news():
    first = event("W2", "L1", planned_rounds=4)
    over = event("W2", "L1", planned_rounds=5, played_rounds=1)
    assert lines(first, over) == [
        "Open, round 1: round 1 is finished",
        "Open: planned rounds 5, was 4",
    ]
    assert short(first, over) == "round 1 is finished; planned rounds"


def test_the_list_goes_section_by_section_and_round_by_round():
    before = event("W2,?3", "L1,?4", "?4,?1", "?3,?2", played_rounds=0)
    now = event("L2,W3", "W1,D4", "W4,L1", "L3,D2", played_rounds=1)
    more = Section("Extra", players=(Player(1, "Vimmel, Fay", results=("B",)),))
    both = replace(before, sections=(*before.sections, more))
    later = replace(more, players=(replace(more.players[0], results=("B", "H")),))
    news = brought(both, replace(now, sections=(*now.sections, later)))
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
    more = replace(PAIRED, sections=(*PAIRED.sections, extra))
    assert lines(PAIRED, more) == ['section "Extra" with 1 player']
    assert short(PAIRED, more) == "section Extra new"
    assert short(more, PAIRED) == "section Extra gone"
    news = [News("entry", name=f"Leemund, {first}") for first in ("Ann", "Bo")]
    assert summarize_news(news) == "Leemund, Ann and Leemund, Bo entered"
    section = PAIRED.sections[0]
    turned = replace(section, players=section.players[::-1])
    assert brought(PAIRED, replace(PAIRED, sections=(turned,))) == (ORDER,)
    assert summarize_news((ORDER,)) == "the order"
    assert brought(PAIRED, PAIRED) == ()
    # What was typed here already is nothing new.
    typed = event("W2", "L1", "?4w", "?3b")
    now = event("W2w", "L1b", "?4w", "?3b")
    assert summarize_news(merge_file(typed, now, PAIRED).news) == "1 color"
    assert merge_file(now, now, PAIRED).news == ()


@pytest.mark.parametrize(
    ("count", "words"),
    [
        (1, "A entered"),
        (2, "A and B entered"),
        (4, "A, B, C and D entered"),
        (5, "A, B, C and 2 more entered"),
    ],
)
def test_many_names_become_a_number(count, words):
    news = [News("entry", name=f"{name}, Ann") for name in "ABCDE"[:count]]
    assert summarize_news(news) == words
