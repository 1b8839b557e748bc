"""The layout of the network: players as dots on rings, and games as lines.

The players of the what-if games are in the middle, all others on a ring for the step in
which the ripple effect reaches them. The layout depends only on the names and the
available room, so that the same input always gives the same picture. `arrange_graph`
returns None if some names would be unreadable.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import hypot, sqrt
from typing import Final, NamedTuple

from uscalc.ui.charts.labels import PixelBox, place_beside
from uscalc.ui.charts.layout import Measure
from uscalc.ui.charts.scene import Side
from uscalc.ui.theme.figures import format_change

SMALL: Final = 4.0
LARGE: Final = 11.0
"""The least and the greatest radius of a dot: no rating change, and the largest one, in pixels."""
GAP: Final = 5.0
"""Pixels between a dot and its name."""
NARROW: Final = 4.5
"""The least half width of the outer ring, in heights of a line of text."""
FLAT: Final = 2.2
"""The greatest ratio of a ring's width to its height."""
APART: Final = 2.0
"""The least distance between two dots, and around a name, in pixels."""
MOST_DOTS: Final = 40
MOST_LINES: Final = 72
"""The most players and the most games that a readable graph can have."""
INNER: Final = 0.3
MIDDLE: Final = 0.5
"""The distance from the middle of the two players of one what-if game (INNER), and of
the players of several (MIDDLE), as a part of the outer ring's radius."""


class GraphNode(NamedTuple):
    """A player; `names` has the forms of the name, the longest first.

    `stop` is the stage at which the ripple effect arrives: 0 for the players of the
    what-if games, None without a ripple effect. `moved` is the rating change in points.
    """

    place: int
    names: tuple[str, ...]
    moved: float = 0.0
    stop: int | None = None
    hint: str = ""


class GraphLink(NamedTuple):
    """A game that carries the ripple effect from `source` to `target`, arriving at a stop.

    The what-if games have stop 0. `weight` is the effect of the game, relative to the
    largest. `round` is None if all games of the two players carry the effect.
    """

    source: int
    target: int
    stop: int
    weight: float = 1.0
    hint: str = ""
    text: str = ""
    round: int | None = None

    @property
    def pair(self) -> frozenset[int]:
        """The two players."""
        return frozenset((self.source, self.target))


class RippleGraph(NamedTuple):
    """A graph to draw. `captions` are the names of the stages, beginning with stage 1."""

    nodes: tuple[GraphNode, ...]
    links: tuple[GraphLink, ...]
    captions: tuple[str, ...] = ()


class DotSpot(NamedTuple):
    """The position of a player's dot in pixels, its radius, and the name with its box."""

    x: float
    y: float
    size: float
    text: str
    box: PixelBox
    side: Side


class Ring(NamedTuple):
    """An ellipse with its center, half width, half height and caption."""

    x: float
    y: float
    wide: float
    high: float
    caption: str


class ArrangedGraph(NamedTuple):
    """A graph with all positions in pixels. `spots` has each player's position, by place."""

    graph: RippleGraph
    width: float
    height: float
    spots: Mapping[int, DotSpot]
    rings: tuple[Ring, ...]


def arrange_graph(
    graph: RippleGraph,
    width: float,
    height: float,
    measure: Measure,
    scale: float = 1.0,
) -> ArrangedGraph | None:
    """Return the positions, with the longest form of names that fits; None if none fits."""
    if len(graph.nodes) > MOST_DOTS or len(graph.links) > MOST_LINES:
        return None
    for form in range(min((len(node.names) for node in graph.nodes), default=0)):
        found = _ArrangementTrial(graph, form, width, height, measure, scale).arrange()
        if found is not None:
            return found
    return None


def write_label(node: GraphNode, form: int, side: Side) -> str:
    """Return a player's name and rating change; the change is away from the middle."""
    name = node.names[form]
    if node.stop is None or not node.moved:
        return name
    sign = "▲" if node.moved > 0 else "▼"
    change = format_change(node.moved, 2)
    return f"{change} {sign} {name}" if side == "left" else f"{name} {sign} {change}"


class _ArrangementTrial:
    """An attempt to arrange the graph with one form of names in the given size."""

    def __init__(
        self,
        graph: RippleGraph,
        form: int,
        width: float,
        height: float,
        measure: Measure,
        scale: float,
    ) -> None:
        self.graph, self.form, self.measure, self.scale = graph, form, measure, scale
        self.width, self.height = width, height
        self.line = measure("0", False)[1]
        self.widest = max((abs(node.moved) for node in graph.nodes), default=0.0)
        self.spots: dict[int, DotSpot] = {}
        self.centre = width / 2, height / 2
        self.half = 0.0, 0.0

    def arrange(self) -> ArrangedGraph | None:
        groups = self._find_groups()
        stop, outer = groups[-1]
        faces = stop == 0 and len(outer) <= 2
        if not self._share_room(() if faces else outer):
            return None
        rings = []
        for number, (stop, nodes) in enumerate(groups):
            if stop == 0 and (faces or len(groups) > 1):
                self._put_players(nodes)
                if len(nodes) == 2 and self.graph.captions:
                    rings.append(self._place_around(nodes))
                continue
            part = self._find_component(number, len(groups), stop)
            self._put_ring(nodes, part, outermost=number == len(groups) - 1)
            caption = self.graph.captions[stop - 1] if stop else ""
            wide, high = (half * part for half in self.half)
            rings.append(Ring(*self.centre, wide, high, caption))
        return (
            ArrangedGraph(self.graph, self.width, self.height, self.spots, tuple(rings))
            if self._is_readable()
            else None
        )

    def _find_groups(self) -> list[tuple[int | None, tuple[GraphNode, ...]]]:
        """Return the players at each stage, in the order of the stages."""
        stops = {node.stop for node in self.graph.nodes}
        return [
            (stop, tuple(node for node in self.graph.nodes if node.stop == stop))
            for stop in sorted(stops, key=lambda stop: -1 if stop is None else stop)
        ]

    def _find_component(self, number: int, count: int, stop: int | None) -> float:
        """Return the radius of a ring, as a part of the outermost ring's."""
        inside = 1 if stop is not None and number else 0
        rings = count - inside
        return (
            1.0
            if rings <= 1
            else MIDDLE + (1.0 - MIDDLE) * (number - inside + 1) / rings
        )

    def _measure_label(self, node: GraphNode, side: Side) -> float:
        """Return the width of a player's label."""
        return self.measure(write_label(node, self.form, side), False)[0]

    def _size_dots(self, node: GraphNode) -> float:
        share = sqrt(abs(node.moved) / self.widest) if node.moved else 0.0
        return (SMALL + (LARGE - SMALL) * share) * self.scale

    def _share_room(self, outer: Sequence[GraphNode]) -> bool:
        """Divide the width among the rings and the names beside them; False if it is too small."""
        sides: tuple[Side, Side] = ("left", "right")
        beside_ring = [
            max((self._measure_label(node, side) for node in nodes), default=0.0)
            for nodes, side in zip(self._split_halves(outer), sides, strict=True)
        ]
        edge = (LARGE + GAP + APART) * self.scale
        free = self.width - sum(beside_ring) - 2 * edge
        high = self.height / 2 - self.line * 1.6
        wide = min(free / 2, high * FLAT)
        if wide < self.line * NARROW or high < self.line * 2:
            return False
        spare = free / 2 - wide
        self.centre = edge + beside_ring[0] + wide + spare, self.height / 2
        self.half = wide, high
        return True

    # Placing

    def _place_dot(self, node: GraphNode, x: float, y: float, side: Side) -> None:
        text, size = write_label(node, self.form, side), self._size_dots(node)
        gap = size + GAP * self.scale
        box = place_beside(x, y, *self.measure(text, False), side, gap)
        self.spots[node.place] = DotSpot(x, y, size, text, box, side)

    def _put_players(self, nodes: Sequence[GraphNode]) -> None:
        """Place the players of the what-if games.

        The players of one game are side by side. With several games, the player with
        the most of them is in the middle.
        """
        (x, y), (wide, _) = self.centre, self.half
        if len(nodes) == 2:
            one, other = nodes
            names = sum(self._measure_label(node, "above") for node in nodes)
            away = max(wide * INNER, names / 4 + 3 * GAP * self.scale)
            self._place_dot(one, x - away, y, "above")
            self._place_dot(other, x + away, y, "above")
            return
        played = Counter(
            place for link in self.graph.links if not link.stop for place in link.pair
        )
        hub = max(nodes, key=lambda node: (played[node.place], -node.place))
        self._place_dot(hub, x, y, "above")
        others = [node for node in nodes if node is not hub]
        self._put_ring(others, MIDDLE, outermost=False, side="below")

    def _place_around(self, nodes: Sequence[GraphNode]) -> Ring:
        """Return the ring around the two players of the only what-if game."""
        away = max(abs(self.spots[n.place].x - self.centre[0]) for n in nodes)
        beyond = 1.5 * LARGE * self.scale
        high = min(self.line * 2.7 + beyond, self.half[1] * 0.75)
        return Ring(*self.centre, away + beyond, high, self.graph.captions[0])

    def _put_ring(
        self,
        nodes: Sequence[GraphNode],
        part: float,
        outermost: bool,
        side: Side = "above",
    ) -> None:
        (x, y), (wide, high) = self.centre, self.half
        for way, half in zip((-1, 1), self._split_halves(nodes), strict=True):
            for at, node in enumerate(half):
                down = ((2 * at + 1) / len(half) - 1.0) * 0.94
                out = way * sqrt(1.0 - 0.85 * down * down)
                outside: Side = "left" if way < 0 else "right"
                place = x + out * wide * part, y + down * high * part
                self._place_dot(node, *place, outside if outermost else side)

    def _split_halves(
        self, nodes: Sequence[GraphNode]
    ) -> tuple[list[GraphNode], list[GraphNode]]:
        """Split the players into left and right so that the lines to their opponents are short."""
        x = self.centre[0]

        def leans(node: GraphNode) -> float:
            met = [
                self.spots[place].x - x
                for link in self.graph.links
                if node.place in link.pair
                for place in link.pair
                if place in self.spots
            ]
            return sum(met) / len(met) if met else 0.0

        ordered = sorted(nodes, key=lambda node: (leans(node), node.place))
        middle = len(ordered) // 2
        return sorted(ordered[:middle]), sorted(ordered[middle:])

    # Checking

    def _is_readable(self) -> bool:
        """Return whether all names are inside the picture, and none overlaps a name or a dot."""
        bounds = PixelBox(0.0, 0.0, self.width, self.height)
        spots = list(self.spots.values())
        for at, one in enumerate(spots):
            room = one.box.grow_by(APART * self.scale / 2)
            if not one.box.lies_within(bounds):
                return False
            for other in spots[:at] + spots[at + 1 :]:
                near = PixelBox(other.x, other.y, 0.0, 0.0).grow_by(other.size + APART)
                if room.overlaps(other.box) or room.overlaps(near):
                    return False
                away = hypot(one.x - other.x, one.y - other.y)
                if away < one.size + other.size + APART:
                    return False
        return True
