"""No two texts of a chart overlap, whatever is written; ticks are round."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QVBoxLayout, QWidget

from tests.often import often
from tests.ui.drawing import measure
from uscalc.ui.charts.chart_look import ChartLook
from uscalc.ui.charts.labels import spread_apart
from uscalc.ui.charts.layout import ChartLayout, lay_out, lay_over
from uscalc.ui.charts.scene import (
    Axis,
    AxisTick,
    Chart,
    ChartDot,
    ChartLabel,
    ChartRule,
    Overlay,
    nice_ticks,
)
from uscalc.ui.widgets.layouts import FlowLayout


def overlaps(layout: ChartLayout) -> list[tuple[str, str]]:
    boxes = [(p.text, p.box) for p in layout.labels]
    boxes += [(t.text, t.box) for t in (*layout.x_ticks, *layout.y_ticks) if t.text]
    boxes += list(layout.titles)
    return [
        (one, other)
        for i, (one, a) in enumerate(boxes)
        for other, b in boxes[:i]
        if a.overlaps(b)
    ]


numbers = st.integers(0, 1000).map(lambda n: n / 100)
near_labels = st.builds(
    ChartLabel,
    numbers,
    numbers,
    st.text("abcdefghij", min_size=1, max_size=12),
    place=st.sampled_from(["near", "near", "right", "left", "top", "bottom"]),
    optional=st.booleans(),
    priority=st.integers(0, 3).map(float),
    strong=st.booleans(),
)


@often(60)
@given(
    st.lists(near_labels, max_size=40),
    st.lists(st.builds(ChartDot, numbers, numbers), max_size=10),
    st.sampled_from([(320.0, 200.0), (480.0, 320.0), (900.0, 500.0)]),
)
def test_no_two_texts_ever_overlap(labels, dots, size):
    chart = Chart(
        "t", Axis(0.0, 10.0, "x"), Axis(0.0, 10.0, "y"), tuple(dots), tuple(labels)
    )
    layout = lay_out(chart, *size, measure)
    assert overlaps(layout) == []
    for placed in layout.labels:
        if placed.label.place == "near":
            assert placed.box.lies_within(layout.room.bounds)
    over = lay_over(layout, Overlay(labels=tuple(labels)), measure)
    taken = [p.box for p in layout.labels] + [p.box for p in over if p is not None]
    assert not any(a.overlaps(b) for i, a in enumerate(taken) for b in taken[:i])
    assert len(over) == len(labels)
    for label, placed_over in zip(labels, over, strict=True):
        assert placed_over is None or placed_over.label is label


def test_labels_are_moved_apart_or_left_out():
    ends = [1400.0 + i for i in range(12)] + [1900.0]
    labels = tuple(
        ChartLabel(4.0, end, f"Player {i} {end:.0f}", place="right")
        for i, end in enumerate(ends)
    )
    chart = Chart("t", Axis(0.0, 4.0), Axis(1000.0, 2000.0), (), labels)
    layout = lay_out(chart, 480.0, 300.0, measure)
    assert len(layout.labels) == 13
    assert overlaps(layout) == []
    by_y = sorted(layout.labels, key=lambda placed: -placed.box.y)
    assert [placed.label.y for placed in by_y] == ends
    alone = next(p for p in layout.labels if p.label.y == 1900.0)
    assert alone.leader is None
    assert any(placed.leader is not None for placed in layout.labels)
    assert all(placed.box.right <= 480.0 for placed in layout.labels)
    labels = tuple(
        ChartLabel(
            1.0, float(i), f"{i}", place="right", optional=i % 2 == 0, priority=i
        )
        for i in range(60)
    )
    chart = Chart("t", Axis(0.0, 1.0), Axis(0.0, 60.0), (), labels)
    layout = lay_out(chart, 300.0, 14.0 * 20 + 4.0, measure)
    kept = {int(placed.text) for placed in layout.labels}
    assert kept == set(range(21, 60, 2))
    sides = ("right", "above")
    label = ChartLabel(5.0, 5.0, "a label", sides=sides)
    axis = Axis(0.0, 10.0)
    free = lay_out(Chart("t", axis, axis, (), (label,)), 400.0, 300.0, measure)
    assert free.labels[0].box.middle[1] == free.y_to_pixel(5.0)
    struck = Chart("t", axis, axis, (ChartRule(y=5.0),), (label,))
    layout = lay_out(struck, 400.0, 300.0, measure)
    assert layout.labels[0].box.bottom < layout.y_to_pixel(5.0)


@often(80)
@given(st.lists(st.tuples(st.floats(-50, 350), st.integers(5, 20)), max_size=12))
def test_spreading_keeps_order_and_touches_nothing_that_fits(wanted):
    wanted.sort(key=lambda pair: pair[0])
    middles = [middle for middle, _ in wanted]
    sizes = [float(size) for _, size in wanted]
    placed = spread_apart(middles, sizes, 0.0, 300.0)
    edges = [
        (at - size / 2, at + size / 2) for at, size in zip(placed, sizes, strict=True)
    ]
    for (_, end), (start, _) in pairwise(edges):
        assert start >= end - 1e-9
    assert all(start >= -1e-9 and end <= 300.0 + 1e-9 for start, end in edges)
    fits = all(
        low >= 0.0 and high <= 300.0
        for low, high in (
            (m - s / 2, m + s / 2) for m, s in zip(middles, sizes, strict=True)
        )
    ) and all(
        b - a >= (s + t) / 2
        for a, b, s, t in zip(middles, middles[1:], sizes, sizes[1:], strict=False)
    )
    if fits:
        assert placed == pytest.approx(middles)


@often(80)
@given(st.floats(-3000, 3000), st.floats(0.01, 3000), st.integers(1, 12))
def test_ticks_are_round_evenly_apart_and_no_more_than_asked(low, wide, most):
    ticks = nice_ticks(low, low + wide, most)
    assert len(ticks) <= most
    values = [tick.value for tick in ticks]
    assert all(low - 1e-6 * wide <= v <= low + wide + 1e-6 * wide for v in values)
    gaps = [b - a for a, b in pairwise(values)]
    assert gaps == pytest.approx([gaps[0]] * len(gaps)) if gaps else True
    for tick in ticks:
        assert float(tick.text.replace("−", "-")) == pytest.approx(tick.value, abs=1e-9)
    assert len({tick.text for tick in ticks}) == len(ticks)


def test_axes_have_as_many_ticks_as_fit_and_can_be_turned():
    said = [tick.text for tick in nice_ticks(-800.0, 800.0, 3)]
    assert said == ["−500", "0", "500"]
    assert [tick.text for tick in nice_ticks(0.0, 1.0, 6)][1] == "0.2"
    assert [tick.text for tick in nice_ticks(0.0, 10.0, 4)] == ["0", "5", "10"]
    assert nice_ticks(5.0, 5.0, 4) == ()
    # Ratings and points are whole.
    ratings = [tick.text for tick in nice_ticks(1777.0, 1807.0, 13)]
    assert ratings == ["1780", "1785", "1790", "1795", "1800", "1805"]
    ticks = (AxisTick(0.0, "first"), AxisTick(1.0, "second"))
    chart = Chart("t", Axis(0.0, 1.0, ticks=ticks, far=True), Axis(10.0, 0.0))
    layout = lay_out(chart, 400.0, 300.0, measure)
    assert layout.y_to_pixel(0.0) < layout.y_to_pixel(10.0)
    assert [tick.text for tick in layout.x_ticks] == ["first", "second"]
    assert all(tick.box.bottom <= layout.plot.y for tick in layout.x_ticks)
    assert layout.value_at(layout.x_to_pixel(0.25)) == pytest.approx(0.25)


def test_the_look_follows_the_zoom(theme):
    usual = ChartLook.from_theme(theme).measure_text("1800", False)
    theme.set_zoom(200)
    try:
        large = ChartLook.from_theme(theme).measure_text("1800", False)
    finally:
        theme.set_zoom(100)
    assert large[0] == pytest.approx(2 * usual[0], rel=0.2)


def test_controls_go_on_in_the_next_line(qtbot):
    page = QWidget()
    qtbot.addWidget(page)
    column = QVBoxLayout(page)
    column.setContentsMargins(0, 0, 0, 0)
    holder = QWidget()
    column.addWidget(holder)
    column.addStretch(1)
    row = FlowLayout(holder)
    parts = [QWidget() for _ in range(4)]
    for part in parts:
        part.setFixedSize(QSize(100, 20))
        row.addWidget(part)
    for wide, lines in ((420, 1), (220, 2), (110, 4)):
        page.resize(wide, 300)
        page.show()
        qtbot.waitUntil(
            lambda lines=lines: len({part.y() for part in parts}) == lines  # type: ignore[misc]
        )
        assert row.heightForWidth(wide) == lines * 20 + (lines - 1) * 4
        assert all(part.geometry().right() < wide for part in parts)
