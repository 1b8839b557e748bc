"""The wall sheet as a value: order, heading, figures, and what stands below."""

from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.often import often
from tests.report.wall.make import (
    END,
    crowd,
    player,
    rate,
    rated_facts,
    section,
    sheets,
)
from uscalc.document.model import RatingFacts, RulesChoice, Section
from uscalc.report.wall.model import (
    HangingList,
    WallSheet,
    find_changed_lists,
    make_sheet_mark,
    make_wall_sheets,
    name_lists,
)


def two(first: tuple[str, ...], second: tuple[str, ...], **more: object) -> WallSheet:
    """The sheet of a section of two players."""
    made = section(player(1, 1500, *first), player(2, 1400, *second), **more)
    return sheets(made)[0]


def test_players_are_ordered_by_score_without_games_to_play():
    sheet = sheets(
        section(
            player(4, 1500, "L2", "W3"),
            player(3, 1400, "W1", "L4"),
            player(2, 1300, "W4", "W1"),
            player(1, 1200, "L3", "L2"),
        )
    )[0]
    assert [(row.number, row.points) for row in sheet.rows] == [
        (2, "2"),
        (3, "1"),
        (4, "1"),
        (1, "0"),
    ]
    results = (("W2", "?2", "H"), ("L1", "?1", "B"))
    going = two(*results)
    assert [row.points for row in going.rows] == ["1", "0"]
    over = two(("W2", "D2", "H"), ("L1", "D1", "B"))
    assert [row.points for row in over.rows] == ["2", "1.5"]


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        (
            ("W2", "W2", "W2", "?2"),
            ("L1", "L1", "L1", "?1"),
            "If the event ended after round 3",
        ),
        (("W2", "D2"), ("L1", "D1"), ""),
        (("?2",), ("?1",), "Before round 1"),
        (("W2", "H", "?2"), ("L1", "U", "?1"), "If the event ended after round 1"),
    ],
)
def test_the_heading_describes_the_assumption(first, second, said):
    sheet = two(first, second)
    assert sheet.condition == said
    assert sheet.status.endswith("Unofficial")
    assert sheet.status.startswith(said)


def test_rounds_can_be_incomplete_stated_or_paired_elsewhere():
    sheet = sheets(
        section(
            player(1, 1500, "W2", "W3"),
            player(2, 1400, "L1", "?4"),
            player(3, 1300, "W4", "L1"),
            player(4, 1200, "L3", "?2"),
        )
    )[0]
    assert sheet.condition == (
        "If the event ended after round 1 and the finished games of round 2"
    )
    made = section(player(1, 1500, "W2"), player(2, 1400, "L1"))
    assert sheets(made)[0].condition == ""
    later = sheets(made, more_rounds=True)[0]
    assert later.condition == "If the event ended after round 1"
    assert any("can go down after a win" in line for line in later.footer)
    here = section(player(1, 1500, "W2"), player(2, 1400, "L1"), name="Here")
    there = section(
        player(1, 1500, "W2", "?2"), player(2, 1400, "L1", "?1"), name="There"
    )
    elsewhen = replace(there, end_date=END.replace(day=28))
    assert sheets(here, there)[0].condition == "If the event ended after round 1"
    assert sheets(here, elsewhen)[0].condition == ""
    ahead = section(
        player(1, 1500, "W2", "W2"), player(2, 1400, "L1", "L1"), name="Ahead"
    )
    assert sheets(ahead, there)[0].condition == ""


def test_marks_and_changes_appear_only_where_needed():
    made = section(
        player(1, 1500, "W2", "W3", "U"),
        player(2, 612, "L1", "U", "W3", games=4),
        player(3, None, "U", "L1", "L2"),
    )
    sheet = sheets(made)[0]
    rows = {row.number: row.figures[0] for row in sheet.rows}
    assert rows[1].before == "1500"
    assert rows[2].before == "612/4"
    assert rows[2].after.endswith("/6")
    assert rows[2].official
    assert rows[3].before == "unr"
    assert rows[3].after.endswith("/2")
    assert rows[3].marked == f"{rows[3].after}*"
    assert any("fewer than 4 games: not official" in line for line in sheet.footer)
    assert any("a provisional rating" in line for line in sheet.footer)
    sheet = two(("W2",), ("L1",))
    assert not any(
        "official." in line or "provisional" in line for line in sheet.footer
    )
    made = section(
        player(1, 1500, "W2"),
        player(2, 1400, "L1"),
        player(3, 1300, "B"),
        player(4, None, "U"),
    )
    rows = {row.number: row.figures[0] for row in sheets(made)[0].rows}
    assert rows[3].shown == ("1300", "1300", "")
    assert rows[4].shown == ("unr", "\N{EN DASH}", "")


@often(25)
@given(st.integers(2, 12), st.integers(1, 5), st.integers(0, 10_000))
def test_figures_are_the_rating_rounded_half_up_and_add_up(count, rounds, seed):
    rated = rate(crowd(count, rounds, seed))
    sheet = make_wall_sheets(rated)[0]
    assert sorted(row.number for row in sheet.rows) == list(range(1, count + 1))
    for row in sheet.rows:
        trace = rated.sections[0].ratings[0].find_trace(row.number)
        figures = row.figures[0]
        assert (figures.change == "") == (
            trace.entrant.rating is None or not trace.entrant.m
        )
        if trace.post is None:
            continue
        whole = Decimal(repr(trace.post)).to_integral_value(ROUND_HALF_UP)
        assert figures.after.split("/")[0] == str(whole)
        games = trace.post_games
        assert ("/" in figures.after) == (games is not None and games <= 25)
        assert figures.official == (games is None or games >= 4)
        if figures.change:
            before = int(figures.before.split("/")[0])
            moved = int(figures.change.replace("\N{MINUS SIGN}", "-"))
            assert before + moved == whole


def test_the_footer_names_source_date_and_rules():
    sheet = two(("W2",), ("L1",))
    assert (
        "Pre-event ratings: from the official rating supplement, 9/1/2025."
        in sheet.footer
    )
    assert "Rules: 2025 edition, by end date 9/21/2025." in sheet.footer
    assert not any("can go down" in line for line in sheet.footer)


def test_rating_sources_are_counted_and_unknown_facts_listed():
    one = player(1, 1500, "W2", "W3")
    two_ = replace(
        player(2, 1400, "L1"), ratings=(("R", RatingFacts(1400.0, source="typed")),)
    )
    sheet = sheets(section(one, two_, player(3, None, "F", "L1")))[0]
    line = next(line for line in sheet.footer if line.startswith("Pre-event"))
    assert line == (
        "Pre-event ratings: 1 from the official rating supplement, 9/1/2025; "
        "1 typed in; 1 unrated."
    )
    assert sheet.remarks == (
        "Pre-event ratings: the date of 1 rating is missing.",
        "Pre-event ratings: the number of earlier games of 1 player is unknown and assumed "
        "to be 26 or more.",
    )


def test_sections_without_ratings_say_why():
    sheet = two(("W2",), ("L1",), rules=RulesChoice("2009"))
    assert "Rules: 2009 edition, selected for this section." in sheet.footer
    rated = section(player(1, 1500, "W2"), player(2, 1400, "L1"), name="Rated")
    kept = replace(rated, name="Casual", kind="unrated")
    assert [sheet.section for sheet in sheets(kept, rated)] == ["Rated"]
    sheet = two(("W2",), ("W1",))
    assert sheet.rows == ()
    assert len(sheet.problems) == 1
    assert sheet.problems[0].startswith(
        'Not rated: player 1, round 1: "W2" conflicts with'
    )
    assert sheet.footer == ()
    assert sheets(Section("Empty", systems=("R",)))[0].problems == (
        "Not rated: no players entered.",
    )
    first = section(player(1, 1500, "W2"), player(2, 1400, "L1"), name="First")
    second = replace(first, name="Extra games")
    rated = rate(first, second, chained=True)
    later = make_wall_sheets(rated)[1]
    assert any("from an earlier section of this event" in line for line in later.footer)
    assert {row.number: row.figures[0].before for row in later.rows} == {
        row.number: row.figures[0].after for row in make_wall_sheets(rated)[0].rows
    }


def test_an_unrated_system_has_its_reason_next_to_the_rated_one():
    facts = (("R", rated_facts(1500)), ("Q", RatingFacts(unknown=True)))
    made = section(
        replace(player(1, 1500, "W2"), ratings=facts),
        replace(player(2, 1400, "L1"), ratings=facts),
        systems=("R", "Q"),
    )
    sheet = sheets(made)[0]
    assert sheet.systems == ("Regular",)
    assert sheet.problems == ("Not rated in Quick: all Quick ratings are missing.",)
    assert len(sheet.rows) == 2


def test_only_sheets_that_say_something_else_are_printed_again():
    upper = section(player(1, 1500, "W2"), player(2, 1400, "L1"), name="Upper")
    lower = replace(upper, name="Lower")
    first = sheets(upper, lower)
    hanging = {
        name: HangingList(make_sheet_mark(sheet))
        for name, sheet in zip(name_lists(first), first, strict=True)
    }
    assert find_changed_lists(first, {}) == first
    assert find_changed_lists(sheets(upper, lower), hanging) == ()
    corrected = section(player(1, 1500, "L2"), player(2, 1400, "W1"), name="Lower")
    again = find_changed_lists(sheets(upper, corrected), hanging)
    assert [sheet.section for sheet in again] == ["Lower"]
