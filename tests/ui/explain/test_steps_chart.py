"""The slope chart without a window: its lines, its labels, and what a trace gives it."""

from itertools import combinations, pairwise

from hypothesis import given
from hypothesis import strategies as st

from tests.often import often
from tests.ui.drawing import measure
from uscalc.document.model import Player
from uscalc.ui.charts.layout import lay_out
from uscalc.ui.charts.scene import Chart, ChartDot, ChartLabel, ChartLine, ChartRule
from uscalc.ui.explain.scene import (
    CROWD,
    KINDS,
    MOVERS,
    PlayerSlope,
    crowd_words,
    kinds_of,
    nobody_sentence,
    ratings_at,
    short_names,
    slope_chart,
)
from uscalc.ui.session.session import POST

WIDE, HIGH = 800.0, 180.0
ROOM = 10

ratings = st.floats(100, 2900).map(lambda rating: round(rating, 2))
ways = st.lists(
    st.tuples(st.tuples(ratings, ratings, ratings, ratings, ratings), st.booleans()),
    min_size=1,
    max_size=60,
)


def slopes_of(found: list[tuple[tuple[float, ...], bool]]) -> list[PlayerSlope]:
    return [
        PlayerSlope(row, f"Player {row}", way, unrated)
        for row, (way, unrated) in enumerate(found)
    ]


def chart_of(
    slopes: list[PlayerSlope], chosen: int | None, step: int, room: int = ROOM
) -> Chart:
    return slope_chart(slopes, chosen, step, "Invented.", room)


def ways_of(chart: Chart, row: int) -> list[ChartLine]:
    """The solid line of a player; what is to come is a dashed level."""
    return [
        mark
        for mark in chart.marks
        if isinstance(mark, ChartLine) and mark.key == (row, 0) and mark.role != "line"
    ]


@often(40)
@given(ways, st.integers(1, POST), st.data())
def test_no_two_labels_overlap_and_the_selected_is_named(found, step, data):
    slopes = slopes_of(found)
    chosen = data.draw(st.integers(0, len(slopes) - 1))
    layout = lay_out(chart_of(slopes, chosen, step), WIDE, HIGH, measure)
    for one, other in combinations([placed.box for placed in layout.labels], 2):
        assert not one.overlaps(other)
    named = [p.label for p in layout.labels if p.label.place == "right"]
    (own,) = [label for label in named if label.strong]
    assert own.text.startswith(f"Player {chosen} ")
    assert own.role == "accent"


@often(40)
@given(ways, st.data())
def test_lines_are_changes_and_end_at_the_shown_step_and_no_axis_moves(found, data):
    slopes = slopes_of(found)
    row = data.draw(st.integers(0, len(slopes) - 1))
    way = slopes[row].ratings
    moves = [rating - way[0] for rating in way]
    axes = set()
    for step, upto in ((1, 1), (2, 1), (3, 2), (4, 3), (5, 4), (POST, 5)):
        chart = chart_of(slopes, row, step)
        axes.add((chart.x, chart.y))
        lines = ways_of(chart, row)
        if upto == 1:
            assert lines == []
        else:
            assert [y for _, y in lines[0].points] == moves[:upto]
        dots = [
            m for m in chart.marks if isinstance(m, ChartDot) and m.role == "accent"
        ]
        assert [dot.y for dot in dots] == moves[:upto]
        (own,) = [x for x in chart.labels if x.strong and x.place == "right"]
        assert own.x == upto - 1
        # No line strikes the names through, which begin where the lines end.
        ends = [x for m in chart.marks if isinstance(m, ChartLine) for x, _ in m.points]
        assert max(ends) == upto - 1
        assert not any(isinstance(mark, ChartRule) for mark in chart.marks)
        assert abs(int(own.text.split()[-1]) - way[upto - 1]) <= 0.5
    assert len(axes) == 1


def test_a_label_is_right_of_its_step():
    slopes = [
        PlayerSlope(
            row, f"P{row}", (1500.0, 1500.0, 1510.0 + row, 1520.0, 1500.0 + 9 * row)
        )
        for row in range(6)
    ]
    for step, stage in ((1, 0), (3, 1), (4, 2), (5, 3), (POST, 4)):
        layout = lay_out(chart_of(slopes, 2, step), WIDE, HIGH, measure)
        heads = [tick.at for tick in layout.x_ticks]
        ends = [p.box for p in layout.labels if p.label.place == "right"]
        assert ends
        for box in ends:
            assert heads[stage] < box.x < heads[stage] + 60


def test_of_sixty_four_players_the_selected_and_the_most_moved_are_named():
    slopes = [
        PlayerSlope(row, f"P{row}", (1500.0,) * 4 + (1500.0 + (row - 20) / 4,))
        for row in range(62)
    ]
    slopes += [
        PlayerSlope(62, "Up", (1400.0, 1400.0, 1450.0, 1470.0, 1480.0)),
        PlayerSlope(63, "Down", (1400.0, 1400.0, 1350.0, 1330.0, 1320.0)),
    ]
    chart = chart_of(slopes, 20, POST, 20)
    named = {x.text.split()[0] for x in chart.labels if x.place == "right"}
    assert {"P20", "Up", "Down"} <= named
    assert len(named) <= MOVERS + 1
    roles = {
        row: ways_of(chart, row)[0].role for row in range(64) if ways_of(chart, row)
    }
    assert roles[20] == "accent"
    assert (roles[62], roles[63]) == ("gain", "loss")
    grey = [row for row, role in roles.items() if role == "pale"]
    assert len(grey) == 64 - MOVERS - 1


def test_the_headline_says_who_moved_how_far():
    slopes = [
        PlayerSlope(0, "Mine", (1728.0, 1728.0, 1740.0, 1750.0, 1762.0)),
        PlayerSlope(1, "Other", (1500.0, 1500.0, 1490.0, 1470.0, 1460.0)),
    ]
    assert (
        chart_of(slopes, 0, POST).title == "Mine: 1728 \N{RIGHTWARDS ARROW} 1762 (+34)"
    )
    assert chart_of(slopes, 0, 4).title == (
        "Mine: 1728 \N{RIGHTWARDS ARROW} 1740 (+12) after Step 4"
    )
    assert chart_of(slopes, 0, 1).title == "Mine starts at 1728"
    assert chart_of(slopes, None, POST).title == (
        "Largest gain: Mine, +34; Largest loss: Other, \N{MINUS SIGN}40"
    )


def test_a_newcomer_far_away_leaves_the_others_their_room():
    slopes = [
        PlayerSlope(0, "Old", (1500.0, 1500.0, 1510.0, 1512.0, 1512.0)),
        PlayerSlope(1, "New", (700.0, 1300.0, 1500.0, 1510.0, 1510.0), unrated=True),
    ]
    chart = chart_of(slopes, 0, POST)
    assert chart.y.high < 100
    (text,) = [x.text for x in chart.labels if "New" in x.text]
    assert text == "▲ New new, 1510"
    assert chart_of(slopes, 1, POST).y.high > 810


def test_the_unrated_differ_in_stroke_and_the_selected_in_strength():
    slopes = [
        PlayerSlope(0, "Old", (1500.0,) * 5),
        PlayerSlope(1, "New", (750.0, 900.0, 950.0, 960.0, 960.0), unrated=True),
        PlayerSlope(2, "Mine", (1600.0, 1600.0, 1610.0, 1612.0, 1612.0)),
    ]
    chart = chart_of(slopes, 2, POST)
    (old,), (new,), (mine,) = (ways_of(chart, row) for row in range(3))
    assert (old.role, old.dashed) == ("pale", False)
    assert (new.role, new.dashed) == ("gain", True)
    assert mine.role == "accent"
    assert mine.width > new.width > old.width
    assert chart.marks.index(mine) > chart.marks.index(old)


def test_only_the_filtered_and_the_selected_have_a_line():
    slopes = [
        PlayerSlope(row, f"P{row}", (1000.0 + row,) * 5, among=row == 3)
        for row in range(5)
    ]
    assert {
        m.key
        for m in chart_of(slopes, 1, POST).marks
        if isinstance(m, ChartLine) and m.key
    } == {(1, 0), (3, 0)}
    assert slope_chart(slopes[:3], None, POST, "", ROOM) is None
    assert slope_chart([], 0, POST, "", ROOM) is None
    assert slope_chart([PlayerSlope(0, "Nobody", ())], 0, POST, "", ROOM) is None


def test_a_crowd_is_thinned_evenly_and_says_so():
    slopes = [
        PlayerSlope(
            row, f"P{row}", (1000.0 + row,) * 4 + (1000.0 + row + (row == 77) * 300,)
        )
        for row in range(1000)
    ]
    chart = chart_of(slopes, 500, POST)
    drawn = {m.key[0] for m in chart.marks if isinstance(m, ChartLine) and m.key}
    assert len(drawn) == CROWD
    assert {500, 77} <= drawn
    assert max(b - a for a, b in pairwise(sorted(drawn))) < 40
    names = [x for x in chart.labels if x.place == "right"]
    assert {name.text.split()[0] for name in names} == {"P500", "P77"}
    assert f"{CROWD} of 1,000 players" in crowd_words(1000)
    assert crowd_words(CROWD) == ""


def test_few_players_are_all_named_and_equal_ratings_lie_in_the_middle():
    slopes = [PlayerSlope(row, f"P{row}", (1500.0,) * 5) for row in range(ROOM)]
    chart = chart_of(slopes, 0, POST)
    assert len([x for x in chart.labels if x.place == "right"]) == ROOM
    crowded = chart_of(slopes, 0, POST, ROOM - 1)
    assert [x.text for x in crowded.labels if x.place == "right"] == ["P0 1500"]
    chart = chart_of([PlayerSlope(0, "One", (1500.0,) * 5)], 0, POST)
    assert chart.y.high - chart.y.low >= 20
    assert chart.y.low + chart.y.high == 0


def test_labels_lead_to_the_rating_they_name():
    slopes = [PlayerSlope(0, "One", (1500.0, 1500.0, 1520.0, 1530.0, 1540.0))]
    for step, stage in ((2, 1), (3, 3), (4, 4), (5, 5), (POST, POST)):
        (own,) = [x for x in chart_of(slopes, 0, step).labels if x.place == "right"]
        assert own.key == (0, stage)
        before = [x for x in chart_of(slopes, 0, step).labels if x.place == "near"]
        assert [x.key for x in before] == [(0, s) for s in (1, 3, 4, 5) if s < stage]
        assert all(isinstance(label, ChartLabel) for label in before)


def test_the_ratings_are_those_of_the_trace(session):
    section = session.section
    for row in range(len(section.players)):
        trace = session.shown.find_trace(row)
        r0, three, four, five, post = ratings_at(trace)
        assert r0 == trace.start.r0
        assert three == (trace.step3.result if trace.step3 else r0)
        assert (four, five) == (trace.step4.result, trace.step5.result)
        assert post == trace.post
    kinds = [kinds_of(session.shown.find_trace(row)) for row in range(12)]
    assert kinds[11] == {"unrated", "special"}
    assert kinds[9] == {"special"}
    assert kinds[10] == {"bonus"}
    assert kinds_of(None) == frozenset()


def test_names_are_short_and_a_sentence_says_that_no_player_is_selected():
    players = [
        *(Player(1, "Castle, Ada"), Player(2, "Rook, Milo"), Player(3, "Rook, Nora")),
        *(Player(4, ""), Player(5, "Single")),
    ]
    assert short_names(players) == [
        *("Castle", "Rook, Milo", "Rook, Nora", "Player 4", "Single")
    ]
    assert nobody_sentence(["bonus"]) == "No player in this section has a bonus."
    assert nobody_sentence(["floor", "unrated", "bonus"]) == (
        "No player in this section was unrated, has a bonus and was raised to a floor."
    )
    assert set(KINDS) == {"unrated", "special", "bonus", "floor"}
