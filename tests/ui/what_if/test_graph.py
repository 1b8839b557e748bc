"""The network's places: every name whole, nothing over anything, the same for the same."""

from itertools import combinations
from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.often import often
from tests.ui.drawing import measure
from uscalc.ui.charts.labels import PixelBox
from uscalc.ui.charts.layout import lay_out, lay_over
from uscalc.ui.what_if.graph import (
    ArrangedGraph,
    GraphLink,
    GraphNode,
    RippleGraph,
    arrange_graph,
)
from uscalc.ui.what_if.network import network_chart, network_names, wave_overlay
from uscalc.ui.what_if.network_data import ALWAYS

LINE = 14.0


def names(place: int, wide: int) -> tuple[str, ...]:
    return f"{'N' * wide}, Player {place}", "N" * (wide // 2), str(place)


@st.composite
def waves(draw: st.DrawFn) -> RippleGraph:
    """Up to three games at once, those whom they reach, and the games between them."""
    players = draw(st.integers(2, 5))
    others = draw(st.integers(0, 30))
    count = players + others
    moved = st.floats(-300, 300).map(lambda moved: round(moved, 2))
    stops = draw(st.integers(1, 3))
    nodes = tuple(
        GraphNode(
            place,
            names(place, draw(st.integers(2, 20))),
            draw(moved),
            0 if place < players else draw(st.integers(1, stops)),
        )
        for place in range(count)
    )
    games = tuple(GraphLink(0, place, 0, text="R1") for place in range(1, players))
    hops = tuple(
        GraphLink(draw(st.integers(0, place - 1)), place, nodes[place].stop or 1, 0.5)
        for place in range(players, count)
    )
    return RippleGraph(
        nodes, games + hops, tuple(f"Step {s}" for s in range(3, 3 + stops))
    )


def everybody(players: int, rounds: int) -> RippleGraph:
    nodes = tuple(GraphNode(place, names(place, 9)) for place in range(players))
    links = tuple(
        GraphLink(place, (place + number) % players, ALWAYS, 1 / number)
        for number in range(1, rounds + 1)
        for place in range(0, players, 2)
    )
    return RippleGraph(nodes, links)


def check(found: ArrangedGraph) -> None:
    """Every name is whole and in sight, and nothing lies over another thing."""
    bounds = PixelBox(0.0, 0.0, found.width, found.height)
    for node in found.graph.nodes:
        spot = found.spots[node.place]
        assert any(name in spot.text for name in node.names)
        assert spot.box.width == measure(spot.text, False)[0]
        assert spot.box.lies_within(bounds)
        room = PixelBox(spot.x, spot.y, 0.0, 0.0).grow_by(spot.size)
        assert room.lies_within(bounds)
    for one, other in combinations(found.spots.values(), 2):
        assert not one.box.overlaps(other.box)
        assert hypot(one.x - other.x, one.y - other.y) >= one.size + other.size
        for name, dot in ((one, other), (other, one)):
            assert not name.box.overlaps(PixelBox(dot.x, dot.y, 0, 0).grow_by(dot.size))


@often(150)
@given(waves(), st.integers(200, 1600), st.integers(100, 900))
def test_no_two_dots_or_names_ever_lie_over_each_other(graph, width, height):
    found = arrange_graph(graph, width, height, measure)
    assert found == arrange_graph(graph, width, height, measure)
    if found is not None:
        check(found)
        assert len(found.spots) == len(graph.nodes)


@often(60)
@given(waves())
def test_the_chart_writes_every_name_where_it_was_arranged(graph):
    found = arrange_graph(graph, 1200.0, 760.0, measure)
    if found is None:
        return
    for stop in range(len(graph.captions) + 1):
        chart = network_chart(found, stop, LINE, 1.0, "t", "s", "d")
        layout = lay_out(chart, 1200.0, 760.0, measure)
        for node in graph.nodes:
            spot = found.spots[node.place]
            assert layout.point_to_pixel((spot.x, spot.y)) == pytest.approx(
                (spot.x, spot.y)
            )
        labels = network_names(found, stop, 1.0)
        placed = lay_over(layout, wave_overlay(found, labels, stop + 0.5), measure)
        for node, label in zip(graph.nodes, placed, strict=False):
            spot = found.spots[node.place]
            assert label.box.lies_within(spot.box.grow_by(1.0))


@pytest.mark.parametrize(
    ("players", "rounds", "width", "height"),
    [(6, 5, 420, 200), (12, 5, 420, 300), (24, 5, 700, 500), (24, 5, 1100, 700)],
)
def test_a_section_of_up_to_24_players_can_be_read(players, rounds, width, height):
    found = arrange_graph(everybody(players, rounds), width, height, measure)
    check(found)


def test_the_longest_names_that_fit_are_written_and_nothing_overlaps():
    assert arrange_graph(everybody(64, 7), 1800, 1000, measure) is None
    assert arrange_graph(everybody(24, 7), 1800, 1000, measure) is None
    assert arrange_graph(everybody(24, 5), 300, 120, measure) is None
    graph = everybody(12, 3)
    wide, narrow = (arrange_graph(graph, width, 400, measure) for width in (900, 330))
    assert wide.spots[3].text == graph.nodes[3].names[0]
    assert narrow.spots[3].text in graph.nodes[3].names[1:]


def test_larger_changes_have_larger_dots_and_the_players_of_the_game_are_inside():
    nodes = (
        *(GraphNode(0, ("Ada",), 16.0, 0), GraphNode(1, ("Bea",), -4.0, 0)),
        *(GraphNode(2, ("Cy",), 1.0, 2), GraphNode(3, ("Di",), -0.25, 2)),
    )
    links = (GraphLink(0, 1, 0), GraphLink(0, 2, 2), GraphLink(1, 3, 2))
    found = arrange_graph(
        RippleGraph(nodes, links, ("Step 4", "Step 5")), 700, 400, measure
    )
    sizes = [found.spots[place].size for place in range(4)]
    assert sizes == sorted(sizes, reverse=True)
    middle = 350.0
    inside = [abs(found.spots[place].x - middle) for place in range(4)]
    assert max(inside[:2]) < min(inside[2:])
    # Beside whom they met.
    assert (found.spots[2].x < middle) == (found.spots[0].x < middle)
    assert (found.spots[3].x < middle) == (found.spots[1].x < middle)


def test_the_ripple_runs_along_games_from_players_whose_ratings_moved():
    nodes = (
        GraphNode(0, ("Ada",), 9.0, 0),
        GraphNode(1, ("Bea",), -9.0, 0),
        GraphNode(2, ("Cy",), 1.0, 2),
    )
    links = (GraphLink(0, 1, 0), GraphLink(0, 2, 2))
    found = arrange_graph(
        RippleGraph(nodes, links, ("Step 4", "Step 5")), 700, 400, measure
    )
    assert wave_overlay(found, (), 1.0).marks == ()
    (line, _) = wave_overlay(found, (), 1.25).marks
    start, end = found.spots[0], found.spots[2]
    assert line.points[0] == (start.x, start.y)
    assert line.points[1] == pytest.approx(
        (start.x + (end.x - start.x) / 4, start.y + (end.y - start.y) / 4)
    )
    # First it goes from the middle of the game to both its players.
    heads = wave_overlay(found, (), 0.999).marks[::2]
    ends = sorted(head.points[1][0] for head in heads)
    both = sorted((found.spots[0].x, found.spots[1].x))
    assert ends == pytest.approx(both, abs=1.0)
