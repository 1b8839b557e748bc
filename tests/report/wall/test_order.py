"""The lists of a wall: every player once, in the order in which people look."""

import re
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.often import often
from tests.report.wall.make import HOSTILE, crowd, player, rate, section
from tests.shared_data import load_cases
from uscalc.report.wall.model import (
    CONTENTS,
    ORDERS,
    WallChoices,
    WallRow,
    WallSheet,
    make_name_key,
    make_wall_sheets,
)

names = st.text(max_size=30) | st.sampled_from(HOSTILE)
letters = st.text("abcXYZéÉøß '-.,", max_size=12)


@pytest.mark.parametrize(
    "in_order", load_cases("test_order", "names_stand_where_they_are_looked_up")
)
def test_names_stand_where_they_are_looked_up(in_order):
    assert sorted(set(in_order), key=make_name_key) == list(in_order)


@often(200)
@given(letters, letters)
def test_capitals_accents_and_apostrophes_make_no_difference(one, other):
    def folded(name: str) -> tuple[str, ...]:
        return make_name_key(name)[1]

    plain = one.replace("é", "e").replace("É", "E")
    assert folded(plain) == folded(one)
    assert folded(one.replace("'", "")) == folded(one)
    if "ß" not in one:
        assert folded(one.upper()) == folded(one)
    assert (make_name_key(one) == make_name_key(other)) == (one == other), (
        "never by chance"
    )


def read_rating(row: WallRow) -> int:
    """The pre-event rating that is printed; unrated players come last."""
    found = re.match(r"\d+", row.figures[0].before) if row.figures else None
    return int(found.group()) if found else -1


def lists(count, rounds, seed, typed, content) -> tuple[WallSheet, ...]:
    made = crowd(count, rounds, seed)
    players = tuple(
        replace(p, name=typed[place] if place < len(typed) else p.name)
        for place, p in enumerate(made.players)
    )
    choices = WallChoices(ORDERS, content)
    return make_wall_sheets(rate(replace(made, players=players)), False, choices)


@often(40)
@given(
    st.integers(1, 25),
    st.integers(1, 5),
    st.integers(0, 999),
    st.lists(names, max_size=8),
    st.sampled_from(CONTENTS),
)
def test_every_player_stands_once_in_each_list_and_in_its_order(
    count, rounds, seed, typed, content
):
    for sheet in lists(count, rounds, seed, typed, content):
        numbers = [row.number for row in sheet.rows]
        assert sorted(numbers) == list(range(1, count + 1))
        for row, below in pairwise(sheet.rows):
            if sheet.order == "number":
                assert row.number < below.number
            elif sheet.order == "name":
                one, other = make_name_key(row.name), make_name_key(below.name)
                assert (one, row.number) < (other, below.number)
            elif sheet.order == "rating":
                assert not row.figures or read_rating(row) >= read_rating(below)
            else:
                mine, theirs = float(row.points), float(below.points)
                assert (-mine, row.number) < (-theirs, below.number)
        if sheet.order == "score":
            groups = sheet.count_groups()
            assert sum(groups) == count
            assert len(groups) == len({row.points for row in sheet.rows})
        else:
            assert set(sheet.count_groups()) == {1}


@often(20)
@given(st.integers(2, 20), st.integers(1, 5), st.integers(0, 999))
def test_what_a_player_did_is_the_same_in_every_list(count, rounds, seed):
    by_score, *others = lists(count, rounds, seed, [], "both")
    rows = {row.number: row for row in by_score.rows}
    for sheet in others:
        assert {row.number: row for row in sheet.rows} == rows
        assert sheet.footer == by_score.footer
        assert sheet.condition == by_score.condition


def chart(*texts: tuple[str, ...], **more: object) -> WallSheet:
    players = [player(n, 1400 + n, *cells) for n, cells in enumerate(texts, 1)]
    made = section(*players, **more)
    (sheet,) = make_wall_sheets(rate(made), False, WallChoices(("number",), "results"))
    return sheet


def test_a_chart_says_every_result_in_short():
    sheet = chart(
        ("w2b", "H", "x3", "?4"),
        ("l1w", "d3", "B", "u"),
        ("U", "d2", "f1"),
        ("Z", "", "-", "?1"),
    )
    assert [row.results for row in sheet.rows] == [
        ("W2", "H", "X3", "v4"),
        ("L1", "D3", "B", "U"),
        ("U", "D2", "F1", ""),
        ("Z", "", "U", "v1"),
    ]
    assert sheet.systems == ()
    assert all(row.figures == () for row in sheet.rows)
    key = sheet.footer[0]
    for letter in "WDLHBXFUZv":
        assert f"{letter}: " in key
    assert len(sheet.footer) == 1, "nothing is said of ratings that are not shown"


def test_the_key_and_odd_results_are_as_entered():
    key = chart(("W2",), ("L1",)).footer[0]
    assert key == "W: win, D: draw, L: loss, followed by the opponent's number."
    sheet = chart(("zz" * 40,), ("L1",))
    cell = sheet.rows[0].results[0]
    assert cell.startswith("zzzz")
    assert len(cell) == 12
    assert sheet.problems == ()


@pytest.mark.parametrize(
    ("planned", "first", "second", "said"),
    [
        (5, ("W2", "W2", "W2"), ("L1", "L1", "L1"), "After round 3 of 5"),
        (3, ("W2", "W2", "W2"), ("L1", "L1", "L1"), "Final results"),
        (None, ("W2",), ("L1",), "After round 1"),
        (4, ("?2",), ("?1",), "Before round 1 of 4"),
        (2, ("W2", "W2", "W2"), ("L1", "L1", "L1"), "After round 3"),
        (3, ("W2", "?2"), ("L1", "?1"), "After round 1 of 3"),
    ],
)
def test_a_chart_says_how_far_the_results_go(planned, first, second, said):
    assert chart(first, second, planned_rounds=planned).status == said


@pytest.mark.parametrize(
    ("planned", "played", "said"),
    [
        (5, None, "If the event ended after round 2 of 5"),
        (2, None, ""),
        (1, None, ""),
        (None, None, ""),
        (5, 2, "If the event ended after round 2 of 5"),
        (2, 2, ""),
    ],
)
def test_planned_rounds_say_by_themselves_what_the_ratings_suppose(
    planned, played, said
):
    made = section(
        player(1, 1500, "W2", "W2"),
        player(2, 1400, "L1", "L1"),
        planned_rounds=planned,
        played_rounds=played,
    )
    (sheet,) = make_wall_sheets(rate(made))
    assert sheet.condition == said
    falls = any("can go down after a win" in line for line in sheet.footer)
    assert falls == bool(said)


def test_what_a_person_says_counts_only_where_the_event_does_not_know():
    known = section(
        player(1, 1500, "W2"), player(2, 1400, "L1"), planned_rounds=1, name="Known"
    )
    other = replace(known, name="Other", planned_rounds=None)
    said = [sheet.condition for sheet in make_wall_sheets(rate(known, other), True)]
    assert said == ["", "If the event ended after round 1"]


def test_chosen_systems_alone_are_shown():
    made = section(player(1, 1500, "W2"), player(2, 1400, "L1"))
    both = replace(
        made,
        systems=("R", "Q"),
        players=tuple(
            replace(p, ratings=(*p.ratings, ("Q", p.ratings[0][1])))
            for p in made.players
        ),
    )
    quick = WallChoices(systems=("Q",))
    (sheet,) = make_wall_sheets(rate(both), False, quick)
    assert sheet.systems == ("Quick",)
    assert all(len(row.figures) == 1 for row in sheet.rows)
    (none,) = make_wall_sheets(rate(made), False, quick)
    assert none.rows == ()
    assert none.problems == ("Not rated in Quick.",)


def test_unrated_players_and_sections_have_their_place():
    made = section(
        player(1, None, "W2"),
        player(2, 1400, "L1", "W4"),
        player(3, 1400),
        player(4, 1900, "", "L2"),
    )
    for content in CONTENTS:
        choices = WallChoices(("rating",), content)
        (sheet,) = make_wall_sheets(rate(made), False, choices)
        assert [row.number for row in sheet.rows] == [4, 2, 3, 1], content
        assert sheet.subtitle.startswith("By pre-event rating")
    kept = section(player(1, 1500, "W2"), player(2, 1400, "L1"), kind="unrated")
    assert make_wall_sheets(rate(kept)) == ()
    (sheet,) = make_wall_sheets(rate(kept), False, WallChoices(content="results"))
    assert [row.results for row in sheet.rows] == [("W2",), ("L1",)]
    assert sheet.problems == ()
