"""The network on the screen: it says what the mouse points at and leads to the table."""

from PySide6.QtCore import QEvent, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QMouseEvent, QResizeEvent

from uscalc.ui.charts.look import ChartLook
from uscalc.ui.charts.scene import ChartLabel
from uscalc.ui.charts.view import EDGE, ChartView
from uscalc.ui.session.as_imagined import WhatIfOverlay
from uscalc.ui.session.session import Session
from uscalc.ui.session.source import describe_source
from uscalc.ui.theme.theme import Theme
from uscalc.ui.what_if.graph import ArrangedGraph, RippleGraph, arrange_graph
from uscalc.ui.what_if.network import network_chart, network_names, wave_overlay


class NetworkView(ChartView):
    """The chart of the network, drawn where every name in it can be read.

    `pointed` gives the words for the place under the mouse; `resized` comes after
    another size may have made the network readable or unreadable.
    """

    pointed = Signal(str)
    resized = Signal()

    def __init__(self, session: Session, theme: Theme) -> None:
        super().__init__(theme, "networkChart", headline=False)
        self._session = session
        self._graph: RippleGraph | None = None
        self._names: tuple[ChartLabel, ...] = ()
        self.drawn: ArrangedGraph | None = None
        """Everybody's place in the network; None where it cannot be read."""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.chosen.connect(self._select_key)

    def show_graph(self, graph: RippleGraph | None, room: QSize) -> None:
        """Set the graph to draw, and find places for it in a room."""
        self._graph = graph
        self.arrange_in(room)

    def arrange_in(self, room: QSize) -> None:
        """Find places for everybody in a room of this size, in pixels."""
        look, graph = ChartLook.from_theme(self._theme), self._graph
        size = room.width() - 2 * EDGE, room.height() - 2 * EDGE
        self.drawn = None
        if graph is not None and graph.nodes:
            self.drawn = arrange_graph(graph, *size, look.measure_text, look.scale)

    def show_stop(
        self, shown: WhatIfOverlay | None, position: float, title: str, description: str
    ) -> None:
        """Show the network at the stop of the wave that is selected."""
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
        self.show_wave(position)

    def show_wave(self, position: float) -> None:
        """Show the wave on its way between two stops."""
        if self.drawn is not None:
            self.show_overlay(wave_overlay(self.drawn, self._names, position))

    def place_of_player(self, place: int) -> QPointF:
        """Return the middle of a player's dot, in pixels."""
        assert self.drawn is not None
        spot = self.drawn.spots[place]
        return self.place_of(spot.x, spot.y)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arrange the network anew: another size has room for other names."""
        super().resizeEvent(event)
        self.arrange_in(event.size())
        self.resized.emit()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Say what the mouse points at."""
        super().mouseMoveEvent(event)
        self.pointed.emit(self.hint_at(event.position()))

    def event(self, event: QEvent) -> bool:
        """Show no tooltip: the line above the network has the same words."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            return True
        return super().event(event)

    def _select_key(self, key: object) -> None:
        """Select the player of a dot, or the game of a line."""
        match key:
            case ("player", int(place)):
                self._select(place, None)
            case ("game", int(place), int(opponent), round_number):
                rating = self._session.imagination.find_rating()
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
