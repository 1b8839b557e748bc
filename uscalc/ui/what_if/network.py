"""The network: players as dots, games as lines, and the ripple effect along them."""

from math import cos, pi, sin
from typing import Final

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QResizeEvent

from uscalc.ui.charts.chart_look import ChartLook
from uscalc.ui.charts.layout import GAP as AXIS_GAP
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
from uscalc.ui.charts.view import EDGE, ChartView
from uscalc.ui.session.session import Session, describe_source
from uscalc.ui.session.what_if_overlay import WhatIfOverlay
from uscalc.ui.theme.theme import Theme
from uscalc.ui.what_if.graph import (
    GAP,
    SMALL,
    ArrangedGraph,
    DotSpot,
    GraphLink,
    GraphNode,
    Ring,
    RippleGraph,
    arrange_graph,
)

POINTS: Final = 72
THIN: Final = 1.2
THICK: Final = 4.0
"""The width of the lines of the games with the least and the most effect, in pixels."""
HALO: Final = 5.0
"""The width in pixels of the ring around a dot that the ripple effect has just reached."""


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
    """Return the chart of the graph at a stop, without names; `network_names` makes those.

    The units of the chart are pixels; `line` is the height of a line of text. If
    `fresh` is True, players who have just been reached have a halo.
    """
    marks: list[Mark] = [
        *map(_draw_ring, drawn.rings),
        *(_draw_line(drawn, link, stop) for link in _by_pair(drawn)),
    ]
    for node in drawn.graph.nodes:
        marks += _draw_dots(drawn, node, stop, scale, fresh)
    edge = AXIS_GAP * scale / 2
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
    """Return the labels: each player's name, with the change once the ripple effect has arrived.

    Rounds and steps have labels too, if the names leave room.
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


def ripple_overlay(
    drawn: ArrangedGraph, names: tuple[ChartLabel, ...], position: float
) -> Overlay:
    """Return the ripple effect on its way between two stops of the animation, with the names."""
    stop = int(position)
    part = position - stop
    marks: list[Mark] = []
    for link in drawn.graph.links if part else ():
        ways: tuple[tuple[float, float], ...] = ()
        if link.stop == stop + 1:
            ways = ((0.0, part),)
        elif link.stop == 0 and stop == 0:
            # From a what-if game, the effect reaches both players at once.
            ways = ((0.5, 0.5 - part / 2), (0.5, 0.5 + part / 2))
        for start, end in ways:
            tail, head = (_interpolate(drawn, link, part) for part in (start, end))
            marks += [
                ChartLine((tail, head), "warning", 3.0),
                ChartDot(*head, "warning", SMALL + 1.0),
            ]
    return Overlay(tuple(marks), names)


def _by_pair(drawn: ArrangedGraph) -> list[GraphLink]:
    """Return one line for each pair of players: the one with the earliest stop."""
    first: dict[frozenset[int], GraphLink] = {}
    for link in drawn.graph.links:
        if (known := first.get(link.pair)) is None or link.stop < known.stop:
            first[link.pair] = link
    return sorted(first.values(), key=lambda link: (-link.stop, link.weight))


def _draw_line(drawn: ArrangedGraph, link: GraphLink, stop: int) -> ChartLine:
    here = link.stop <= stop
    # Without a ripple effect, only the game with the most effect is highlighted.
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
        # The rating has not changed yet, or never will. The dot covers the lines below it.
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
    """Return the stop at which a player's rating changes; for the what-if games' players, 1."""
    return max(node.stop or 0, 1)


def _draw_name(node: GraphNode, spot: DotSpot, stop: int, scale: float) -> ChartLabel:
    text = spot.text
    there = node.stop is not None and node.moved and _find_stop(node) <= stop
    if node.stop is not None and node.moved and not there:
        # The name keeps its place; the change is added when the ripple effect arrives.
        text = next(name for name in node.names if name in text)
    return ChartLabel(
        spot.x,
        spot.y,
        text,
        "text" if there else "soft",
        sides=(spot.side,),
        gap=spot.size / scale + GAP,
        optional=True,
        priority=1.0,
        key=("player", node.place),
    )


def _interpolate(drawn: ArrangedGraph, link: GraphLink, part: float) -> Point:
    one, other = drawn.spots[link.source], drawn.spots[link.target]
    return one.x + (other.x - one.x) * part, one.y + (other.y - one.y) * part


def _draw_ring(ring: Ring) -> ChartLine:
    turns = [2 * pi * at / POINTS for at in range(POINTS + 1)]
    points = tuple(
        (ring.x + ring.wide * cos(t), ring.y + ring.high * sin(t)) for t in turns
    )
    return ChartLine(points, "line", 1.0)


class NetworkView(ChartView):
    """The chart of the network; it is drawn only if all names are readable.

    `pointed` is emitted with the description of the part under the mouse, and `resized`
    when a new size may have made the network readable or unreadable.
    """

    pointed = Signal(str)
    resized = Signal()

    def __init__(self, session: Session, theme: Theme) -> None:
        super().__init__(theme, "networkChart", headline=False)
        self._session = session
        self._graph: RippleGraph | None = None
        self._names: tuple[ChartLabel, ...] = ()
        self.drawn: ArrangedGraph | None = None
        """The network with its positions; None if it is not readable."""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.chosen.connect(self._select_key)

    def show_graph(self, graph: RippleGraph | None, room: QSize) -> None:
        """Show a graph, arranged in `room`."""
        self._graph = graph
        self.arrange_in(room)

    def arrange_in(self, room: QSize) -> None:
        """Arrange the graph again in a room of this size, in pixels."""
        look, graph = ChartLook.from_theme(self._theme), self._graph
        size = room.width() - 2 * EDGE, room.height() - 2 * EDGE
        self.drawn = (
            arrange_graph(graph, *size, look.measure_text, look.scale)
            if graph is not None and graph.nodes
            else None
        )

    def show_stop(
        self, shown: WhatIfOverlay | None, position: float, title: str, description: str
    ) -> None:
        """Show the network at a stop of the ripple effect."""
        drawn = self.drawn
        if drawn is None:
            self.show_chart(None)
            return
        look = ChartLook.from_theme(self._theme)
        stop = 0 if shown is None else shown.stop
        self.show_chart(
            network_chart(
                drawn,
                stop,
                look.measure_text("0", False)[1],
                look.scale,
                title,
                describe_source(self._session, what_if=True),
                description,
                shown is not None and shown.stepped,
            )
        )
        self._names = network_names(drawn, stop, look.scale)
        self.show_moment(position)

    def show_moment(self, position: float) -> None:
        """Show a moment of the animation; 1.5 is halfway from stop 1 to stop 2."""
        if self.drawn is not None:
            self.show_overlay(ripple_overlay(self.drawn, self._names, position))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Emit `resized`, because the size decides whether the names are readable."""
        super().resizeEvent(event)
        self.arrange_in(event.size())
        self.resized.emit()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Emit the description of the part under the mouse."""
        super().mouseMoveEvent(event)
        self.pointed.emit(self.hint_at(event.position()))

    def event(self, event: QEvent) -> bool:
        """Suppress the tooltip, because the line above the network has the same text."""
        return event.type() == QEvent.Type.ToolTip or super().event(event)

    def _select_key(self, key: object) -> None:
        """Select the player of a clicked dot, or the game of a clicked line."""
        match key:
            case ("player", int(place)):
                self._select(place, None)
            case ("game", int(place), int(opponent), round_number):
                rating = self._session.what_if.find_rating()
                entrant = rating.trace.players[place].entrant if rating else None
                for game in entrant.own if entrant else ():
                    meant = round_number in (None, game.round)
                    if game.opponent == opponent and meant:
                        self._select(place, game.round)
                        return

    def _select(self, place: int, round_number: int | None) -> None:
        rating, section = self._session.find_system_rating(), self._session.section
        if rating is None or section is None:
            return
        numbers = rating.trace.players[place].entrant.numbers
        for row, player in enumerate(section.players):
            if player.number in numbers:
                self._session.select(row=row, round_number=round_number)
                return
