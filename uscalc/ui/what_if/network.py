"""The network as a chart: who moves as dots, games as lines, and the wave along them."""

from math import cos, pi, sin
from typing import Final

from uscalc.ui.charts.layout import GAP as EDGE
from uscalc.ui.charts.scene import (
    Axis,
    AxisTick,
    Chart,
    ChartDot,
    ChartLabel,
    ChartLine,
    Mark,
    Overlay,
    Point,
    Role,
)
from uscalc.ui.what_if.graph import (
    GAP,
    SMALL,
    ArrangedGraph,
    DotSpot,
    GraphLink,
    GraphNode,
)

POINTS: Final = 72
THIN: Final = 1.2
THICK: Final = 4.0
"""Pixels of a game's line that matters least, and most."""
HALO: Final = 5.0
"""Pixels around a dot at which the wave has just arrived."""


def network_chart(
    drawn: ArrangedGraph,
    stop: int,
    line: float,
    scale: float,
    title: str,
    source: str,
    description: str,
    fresh: bool = False,
) -> Chart:
    """Return the chart of the graph at a stop, without the names that move with the ripple.

    The chart's own numbers are pixels: `line` is the height of a line of text.
    """
    marks: list[Mark] = [
        _draw_ring(drawn, number) for number in range(len(drawn.rings))
    ]
    for link in _by_pair(drawn):
        marks.append(_draw_line(drawn, link, stop))
    for node in drawn.graph.nodes:
        marks += _draw_dots(drawn, node, stop, scale, fresh)
    edge = EDGE * scale / 2
    return Chart(
        title,
        Axis(
            edge,
            drawn.width - edge,
            ticks=(AxisTick(edge, ""),),
            grid=False,
            texts=False,
        ),
        Axis(drawn.height - line / 2, line / 2, ticks=(), grid=False, texts=False),
        tuple(marks),
        (),
        description,
        source,
    )


def network_names(
    drawn: ArrangedGraph, stop: int, scale: float
) -> tuple[ChartLabel, ...]:
    """Return Everybody's name, with the change where the wave has arrived.

    Rounds and steps are named where the names leave room.
    """
    names = [
        _draw_name(node, drawn.spots[node.place], stop, scale)
        for node in drawn.graph.nodes
    ]
    rounds = [
        ChartLabel(
            *_interpolate(drawn, link, 0.5),
            link.text,
            sides=("below", "above"),
            gap=4.0,
            optional=True,
        )
        for link in drawn.graph.links
        if link.text
    ]
    steps = [
        ChartLabel(
            ring.x,
            ring.y - ring.high,
            ring.caption,
            "pale",
            sides=("above", "below"),
            gap=2.0,
            optional=True,
        )
        for ring in drawn.rings
        if ring.caption
    ]
    return (*names, *rounds, *steps)


def wave_overlay(
    drawn: ArrangedGraph, names: tuple[ChartLabel, ...], position: float
) -> Overlay:
    """Return the wave on its way from one stop to the next, below the names."""
    stop = int(position)
    part = position - stop
    marks: list[Mark] = []
    for link in drawn.graph.links if part else ():
        ways: tuple[tuple[float, float], ...] = ()
        if link.stop == stop + 1:
            ways = ((0.0, part),)
        elif link.stop == 0 and stop == 0:
            # A game reaches its two players at once.
            ways = ((0.5, 0.5 - part / 2), (0.5, 0.5 + part / 2))
        for start, end in ways:
            head = _interpolate(drawn, link, end)
            marks.append(
                ChartLine((_interpolate(drawn, link, start), head), "warning", 3.0)
            )
            marks.append(ChartDot(*head, "warning", SMALL + 1.0))
    return Overlay(tuple(marks), names)


def _by_pair(drawn: ArrangedGraph) -> list[GraphLink]:
    """Return one line for each two players: that on which the wave comes first."""
    first: dict[frozenset[int], GraphLink] = {}
    for link in drawn.graph.links:
        known = first.get(link.pair)
        if known is None or link.stop < known.stop:
            first[link.pair] = link
    return sorted(first.values(), key=lambda link: (-link.stop, link.weight))


def _draw_line(drawn: ArrangedGraph, link: GraphLink, stop: int) -> ChartLine:
    here = link.stop <= stop
    # Without a wave the game that weighs most stands out, and no other.
    strong = here and (link.stop >= 0 or link.weight == 1.0)
    role: Role = "accent" if strong else "pale"
    width = THIN + (THICK - THIN) * link.weight if here else THIN
    strength = 0.35 + 0.5 * link.weight if here else 0.4
    ends = _interpolate(drawn, link, 0.0), _interpolate(drawn, link, 1.0)
    key = "game", link.source, link.target, link.round
    dashed = link.stop > 0 and not here
    return ChartLine(ends, role, width, dashed, strength, key=key, hint=link.hint)


def _draw_dots(
    drawn: ArrangedGraph, node: GraphNode, stop: int, scale: float, fresh: bool
) -> list[Mark]:
    spot, key = drawn.spots[node.place], ("player", node.place)
    if node.stop is None or not node.moved or _find_stop(node) > stop:
        # Nobody has moved yet, or will not; the ground hides the lines below.
        return [
            ChartDot(
                spot.x,
                spot.y,
                "soft",
                SMALL,
                node.stop is not None,
                key=key,
                hint=node.hint,
            )
        ]
    role: Role = "gain" if node.moved > 0 else "loss"
    size = spot.size / scale
    found: list[Mark] = []
    if fresh and _find_stop(node) == stop:
        found.append(ChartDot(spot.x, spot.y, role, size + HALO, strength=0.25))
    found.append(ChartDot(spot.x, spot.y, role, size, key=key, hint=node.hint))
    return found


def _find_stop(node: GraphNode) -> int:
    """Return the stop at which a player moves: those of the games with the first."""
    return max(node.stop or 0, 1)


def _draw_name(node: GraphNode, spot: DotSpot, stop: int, scale: float) -> ChartLabel:
    text = spot.text
    there = node.stop is not None and node.moved and _find_stop(node) <= stop
    if node.stop is not None and node.moved and not there:
        # The name stays where it is; what moves is written when the wave is there.
        name = next(name for name in node.names if name in text)
        text = name
    gap = spot.size / scale + GAP
    key = "player", node.place
    return ChartLabel(
        spot.x,
        spot.y,
        text,
        "text" if there else "soft",
        sides=(spot.side,),
        gap=gap,
        optional=True,
        priority=1.0,
        key=key,
    )


def _interpolate(drawn: ArrangedGraph, link: GraphLink, part: float) -> Point:
    one, other = drawn.spots[link.source], drawn.spots[link.target]
    return one.x + (other.x - one.x) * part, one.y + (other.y - one.y) * part


def _draw_ring(drawn: ArrangedGraph, number: int) -> ChartLine:
    ring = drawn.rings[number]
    turns = [2 * pi * at / POINTS for at in range(POINTS + 1)]
    points = tuple(
        (ring.x + ring.wide * cos(t), ring.y + ring.high * sin(t)) for t in turns
    )
    return ChartLine(points, "line", 1.0)
