"""The wall chart as a value: order, heading, figures, and the notes below."""

import re
from decimal import ROUND_HALF_UP, Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.often import often
from tests.report.wall.make import (
    END,
    HOSTILE,
    crowd,
    player,
    rate,
    rated_facts,
    section,
    sheets,
)
from tests.shared_data import load_cases
from uscalc.document.model import RatingFacts, RulesChoice, Section
from uscalc.report.wall import model


def two(*results: tuple[str, ...], **more: object) -> Section:
    first, second = results
    return section(player(1, 1500, *first), player(2, 1400, *second), **more)


def chart_of_two(*results: tuple[str, ...], **more: object) -> model.WallSheet:
    return sheets(two(*results, **more))[0]


def test_players_are_ordered_by_score_without_games_to_play():
    rows = ((4, 1500, "L2", "W3"), (3, 1400, "W1", "L4"), (2, 1300, "W4", "W1"))
    players = [player(*row) for row in (*rows, (1, 1200, "L3", "L2"))]
    found = sheets(section(*players))[0].rows
    assert [row.number for row in found] == [2, 3, 4, 1]
    assert [row.points for row in found] == ["2", "1", "1", "0"]
    going = chart_of_two(("W2", "?2", "H"), ("L1", "?1", "B"))
    assert [row.points for row in going.rows] == ["1", "0"]
    over = chart_of_two(("W2", "D2", "H"), ("L1", "D1", "B"))
    assert [row.points for row in over.rows] == ["2", "1.5"]


def test_the_heading_describes_the_assumption():
    for first, second, said in (
        ("W2 W2 W2 ?2", "L1 L1 L1 ?1", "If the event ended after round 3"),
        ("W2 D2", "L1 D1", ""),
        ("?2", "?1", "Before round 1"),
        ("W2 H ?2", "L1 U ?1", "If the event ended after round 1"),
    ):
        sheet = chart_of_two(first.split(), second.split())
        assert sheet.condition == said
        assert sheet.status.endswith("Unofficial")
        assert sheet.status.startswith(said)


ENDED = "If the event ended after round 1"


def test_rounds_can_be_incomplete_stated_or_paired_elsewhere():
    rows = ((1, 1500, "W2", "W3"), (2, 1400, "L1", "?4"), (3, 1300, "W4", "L1"))
    players = [player(*row) for row in (*rows, (4, 1200, "L3", "?2"))]
    sheet = sheets(section(*players))[0]
    assert sheet.condition == f"{ENDED} and the finished games of round 2"
    here = two(("W2",), ("L1",), name="Here")
    assert sheets(here)[0].condition == ""
    later = sheets(here, more_rounds=True)[0]
    assert later.condition == ENDED
    assert any("can go down after a win" in line for line in later.footer)
    there = two(("W2", "?2"), ("L1", "?1"), name="There")
    elsewhen = replace(there, end_date=END.replace(day=28))
    assert sheets(here, there)[0].condition == ENDED
    assert sheets(here, elsewhen)[0].condition == ""
    ahead = two(("W2", "W2"), ("L1", "L1"), name="Ahead")
    assert sheets(ahead, there)[0].condition == ""


def test_marks_and_changes_appear_only_where_needed():
    made = section(
        player(1, 1500, "W2", "W3", "U"),
        player(2, 612, "L1", "U", "W3", games=4),
        player(3, None, "U", "L1", "L2"),
    )
    sheet = sheets(made)[0]
    rows = {row.number: row.figures[0] for row in sheet.rows}
    assert [rows[n].before for n in (1, 2, 3)] == ["1500", "612/4", "unr"]
    assert rows[2].after.endswith("/6")
    assert rows[2].official
    assert rows[3].after.endswith("/2")
    assert rows[3].marked == f"{rows[3].after}*"
    assert any("fewer than 4 games: not official" in line for line in sheet.footer)
    assert any("a provisional rating" in line for line in sheet.footer)
    footer = " ".join(chart_of_two(("W2",), ("L1",)).footer)
    assert "official." not in footer
    assert "provisional" not in footer
    idle = player(3, 1300, "B"), player(4, None, "U")
    made = section(*two(("W2",), ("L1",)).players, *idle)
    rows = {row.number: row.figures[0] for row in sheets(made)[0].rows}
    assert rows[3].shown == ("1300", "1300", "")
    assert rows[4].shown == ("unr", "\N{EN DASH}", "")


@often(25)
@given(st.integers(2, 12), st.integers(1, 5), st.integers(0, 10_000))
def test_figures_are_the_rating_rounded_half_up_and_add_up(count, rounds, seed):
    rated = rate(crowd(count, rounds, seed))
    sheet = model.make_wall_sheets(rated)[0]
    assert sorted(row.number for row in sheet.rows) == list(range(1, count + 1))
    for row in sheet.rows:
        trace = rated.sections[0].ratings[0].find_trace(row.number)
        figures, games = row.figures[0], trace.post_games
        new = trace.entrant.rating is None or not trace.entrant.m
        assert (figures.change == "") == new
        if trace.post is None:
            continue
        whole = Decimal(repr(trace.post)).to_integral_value(ROUND_HALF_UP)
        assert figures.after.split("/")[0] == str(whole)
        assert ("/" in figures.after) == (games is not None and games <= 25)
        assert figures.official == (games is None or games >= 4)
        if figures.change:
            before = int(figures.before.split("/")[0])
            assert before + int(figures.change.replace("\N{MINUS SIGN}", "-")) == whole


def test_footers_and_keys_name_their_sources():
    footer = chart_of_two(("W2",), ("L1",)).footer
    said = "Pre-event ratings: from the official rating supplement, 9/1/2025."
    assert said in footer
    assert "Rules: 2025 edition, by end date 9/21/2025." in footer
    assert not any("can go down" in line for line in footer)
    key = chart(("W2",), ("L1",)).footer[0]
    assert key == "W: win, D: draw, L: loss, followed by the opponent's number."
    sheet = chart(("zz" * 40,), ("L1",))
    cell = sheet.rows[0].results[0]
    assert cell.startswith("zzzz")
    assert len(cell) == 12
    assert sheet.problems == ()
    known = two(("W2",), ("L1",), planned_rounds=1, name="Known")
    other = replace(known, name="Other", planned_rounds=None)
    said = [
        sheet.condition for sheet in model.make_wall_sheets(rate(known, other), True)
    ]
    assert said == ["", ENDED]


def test_rating_sources_are_counted_and_unknown_facts_listed():
    typed = (("R", RatingFacts(1400.0, source="typed")),)
    second = replace(player(2, 1400, "L1"), ratings=typed)
    players = (player(1, 1500, "W2", "W3"), second, player(3, None, "F", "L1"))
    sheet = sheets(section(*players))[0]
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
    sheet = chart_of_two(("W2",), ("L1",), rules=RulesChoice("2009"))
    assert "Rules: 2009 edition, selected for this section." in sheet.footer
    first = two(("W2",), ("L1",), name="Rated")
    kept = replace(first, name="Casual", kind="unrated")
    assert [sheet.section for sheet in sheets(kept, first)] == ["Rated"]
    sheet = chart_of_two(("W2",), ("W1",))
    assert sheet.rows == sheet.footer == ()
    (said,) = sheet.problems
    assert said.startswith('Not rated: player 1, round 1: "W2" conflicts with')
    (sheet,) = sheets(Section("Empty", systems=("R",)))
    assert sheet.problems == ("Not rated: no players entered.",)
    chained = rate(first, replace(first, name="Extra games"), chained=True)
    earlier, later = model.make_wall_sheets(chained)
    assert any("from an earlier section of this event" in line for line in later.footer)
    assert {row.number: row.figures[0].before for row in later.rows} == {
        row.number: row.figures[0].after for row in earlier.rows
    }


def test_an_unrated_system_has_its_reason_next_to_the_rated_one():
    facts = (("R", rated_facts(1500)), ("Q", RatingFacts(unknown=True)))
    made = two(("W2",), ("L1",), systems=("R", "Q"))
    players = tuple(replace(p, ratings=facts) for p in made.players)
    sheet = sheets(replace(made, players=players))[0]
    assert sheet.systems == ("Regular",)
    assert sheet.problems == ("Not rated in Quick: all Quick ratings are missing.",)
    assert len(sheet.rows) == 2


def test_only_changed_sheets_are_printed_again():
    upper = two(("W2",), ("L1",), name="Upper")
    lower = replace(upper, name="Lower")
    first = sheets(upper, lower)
    hanging = {
        name: model.HangingList(model.make_sheet_mark(sheet))
        for name, sheet in zip(model.name_lists(first), first, strict=True)
    }
    assert model.find_changed_lists(first, {}) == first
    assert model.find_changed_lists(sheets(upper, lower), hanging) == ()
    corrected = two(("L2",), ("W1",), name="Lower")
    again = model.find_changed_lists(sheets(upper, corrected), hanging)
    assert [sheet.section for sheet in again] == ["Lower"]


names = st.text(max_size=30) | st.sampled_from(HOSTILE)
letters = st.text("abcXYZéÉøß '-.,", max_size=12)


@pytest.mark.parametrize(
    "in_order", load_cases("test_order", "names_stand_where_they_are_looked_up")
)
def test_names_are_sorted_where_people_look_for_them(in_order):
    assert sorted(set(in_order), key=model.make_name_key) == list(in_order)


@often(200)
@given(letters, letters)
def test_capitals_accents_and_apostrophes_make_no_difference(one, other):
    def folded(name: str) -> tuple[str, ...]:
        return model.make_name_key(name)[1]

    plain = one.replace("é", "e").replace("É", "E")
    assert folded(plain) == folded(one)
    assert folded(one.replace("'", "")) == folded(one)
    if "ß" not in one:
        assert folded(one.upper()) == folded(one)
    assert (model.make_name_key(one) == model.make_name_key(other)) == (one == other)


def read_rating(row: model.WallRow) -> int:
    """Return the printed pre-event rating as a sort key; unrated players come last."""
    found = re.match(r"\d+", row.figures[0].before) if row.figures else None
    return int(found.group()) if found else -1


def lists(count, rounds, seed, typed, content) -> tuple[model.WallSheet, ...]:
    made = crowd(count, rounds, seed)
    players = list(made.players)
    for place, name in enumerate(typed[:count]):
        players[place] = replace(players[place], name=name)
    rated = rate(replace(made, players=tuple(players)))
    return model.make_wall_sheets(
        rated, False, model.WallChoices(model.ORDERS, content)
    )


SORTED_BY = {
    "number": lambda row: row.number,
    "name": lambda row: (model.make_name_key(row.name), row.number),
    "rating": lambda row: -read_rating(row) if row.figures else 0,
    "score": lambda row: (-float(row.points), row.number),
}


@often(40)
@given(
    st.integers(1, 25),
    st.integers(1, 5),
    st.integers(0, 999),
    st.lists(names, max_size=8),
    st.sampled_from(model.CONTENTS),
)
def test_every_player_is_once_and_with_the_same_figures_in_each_list_in_its_order(
    count, rounds, seed, typed, content
):
    made = lists(count, rounds, seed, typed, content)
    rows = {row.number: row for row in made[0].rows}
    for sheet in made:
        assert {row.number: row for row in sheet.rows} == rows
        said = sheet.footer, sheet.condition
        assert said == (made[0].footer, made[0].condition)
        numbers = [row.number for row in sheet.rows]
        assert sorted(numbers) == list(range(1, count + 1))
        keys = [SORTED_BY[sheet.order](row) for row in sheet.rows]
        assert keys == sorted(keys)
        groups = sheet.count_groups()
        if sheet.order == "score":
            assert sum(groups) == count
            assert len(groups) == len({row.points for row in sheet.rows})
        else:
            assert set(groups) == {1}


def chart(*texts: tuple[str, ...], **more: object) -> model.WallSheet:
    players = [player(n, 1400 + n, *cells) for n, cells in enumerate(texts, 1)]
    made = section(*players, **more)
    (sheet,) = model.make_wall_sheets(
        rate(made), False, model.WallChoices(("number",), "results")
    )
    return sheet


def test_a_chart_says_every_result_in_short():
    sheet = chart(
        *(("w2b", "H", "x3", "?4"), ("l1w", "d3", "B", "u")),
        *(("U", "d2", "f1"), ("Z", "", "-", "?1")),
    )
    assert [row.results for row in sheet.rows] == [
        *(("W2", "H", "X3", "v4"), ("L1", "D3", "B", "U")),
        *(("U", "D2", "F1", ""), ("Z", "", "U", "v1")),
    ]
    assert sheet.systems == ()
    assert all(row.figures == () for row in sheet.rows)
    # Nothing is said of ratings that are not shown.
    (key,) = sheet.footer
    for letter in "WDLHBXFUZv":
        assert f"{letter}: " in key
    assert "F: forfeit loss" in key


def test_a_chart_says_how_far_the_results_go():
    for planned, first, second, said in (
        (5, ("W2", "W2", "W2"), ("L1", "L1", "L1"), "After round 3 of 5"),
        (3, ("W2", "W2", "W2"), ("L1", "L1", "L1"), "Final results"),
        (None, ("W2",), ("L1",), "After round 1"),
        (4, ("?2",), ("?1",), "Before round 1 of 4"),
        (2, ("W2", "W2", "W2"), ("L1", "L1", "L1"), "After round 3"),
        (3, ("W2", "?2"), ("L1", "?1"), "After round 1 of 3"),
    ):
        assert chart(first, second, planned_rounds=planned).status == said


def test_known_planned_rounds_decide_what_the_ratings_assume():
    for planned, played, said in (
        (5, None, "If the event ended after round 2 of 5"),
        *((2, None, ""), (1, None, ""), (None, None, ""), (2, 2, "")),
        (5, 2, "If the event ended after round 2 of 5"),
    ):
        rounds = {"planned_rounds": planned, "played_rounds": played}
        (sheet,) = model.make_wall_sheets(
            rate(two(("W2", "W2"), ("L1", "L1"), **rounds))
        )
        assert sheet.condition == said
        falls = any("can go down after a win" in line for line in sheet.footer)
        assert falls == bool(said)


def test_chosen_systems_alone_are_shown():
    made = two(("W2",), ("L1",))
    players = tuple(
        replace(p, ratings=(*p.ratings, ("Q", p.ratings[0][1]))) for p in made.players
    )
    both = replace(made, systems=("R", "Q"), players=players)
    quick = model.WallChoices(systems=("Q",))
    (sheet,) = model.make_wall_sheets(rate(both), False, quick)
    assert sheet.systems == ("Quick",)
    assert all(len(row.figures) == 1 for row in sheet.rows)
    (none,) = model.make_wall_sheets(rate(made), False, quick)
    assert (none.rows, none.problems) == ((), ("Not rated in Quick.",))


def test_unrated_players_and_sections_have_their_place():
    rows = ((1, None, "W2"), (2, 1400, "L1", "W4"), (3, 1400), (4, 1900, "", "L2"))
    rated = rate(section(*(player(*row) for row in rows)))
    for content in model.CONTENTS:
        choices = model.WallChoices(("rating",), content)
        (sheet,) = model.make_wall_sheets(rated, False, choices)
        assert [row.number for row in sheet.rows] == [4, 2, 3, 1], content
        assert sheet.subtitle.startswith("By pre-event rating")
    kept = rate(two(("W2",), ("L1",), kind="unrated"))
    assert model.make_wall_sheets(kept) == ()
    (sheet,) = model.make_wall_sheets(kept, False, model.WallChoices(content="results"))
    assert [row.results for row in sheet.rows] == [("W2",), ("L1",)]
    assert sheet.problems == ()
