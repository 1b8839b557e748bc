"""The network, and the map for what is too large for one: how both lead to the table."""

from typing import Final

from PySide6.QtCore import QPointF, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QStackedWidget

from uscalc.analysis.influence import Influence
from uscalc.document.rate.rating import SystemRating
from uscalc.ui.charts.look import Look
from uscalc.ui.charts.picture import Picture
from uscalc.ui.charts.scene import Label
from uscalc.ui.charts.view import EDGE
from uscalc.ui.session.as_imagined import AsImagined
from uscalc.ui.session.session import Session
from uscalc.ui.session.source import source_line
from uscalc.ui.theme.theme import Theme
from uscalc.ui.what_if.data import People, cell_words
from uscalc.ui.what_if.graph import Arranged, Graph, arrange
from uscalc.ui.what_if.map import InfluenceMap
from uscalc.ui.what_if.network import network_chart, network_names, wave_overlay
from uscalc.ui.what_if.network_view import NetworkView
from uscalc.ui.widgets.building import name_widget

NETWORK: Final = "network"
MAP: Final = "map"


class Pictures(QStackedWidget):
    """Shows the network where every name in it can be read, else the map.

    `pointed` tells what is under the mouse, `laid_out` that another size may have brought
    the other picture.
    """

    pointed = Signal(str)
    laid_out = Signal()

    def __init__(self, session: Session, theme: Theme) -> None:
        super().__init__()
        self._session = session
        self._theme = theme
        self._imagined = session.imagination
        self._people: People | None = None
        self._found: Influence | None = None
        self._graph: Graph | None = None
        self._names: tuple[Label, ...] = ()
        self.drawn: Arranged | None = None
        """Where everybody stands in the network; None where it cannot be read."""
        self.wanted = NETWORK
        self.network = NetworkView(theme)
        self.map = InfluenceMap(theme)
        name_widget(self, "whoMovesPictures")
        self.addWidget(self.network)
        self.addWidget(self.map)
        self.network.pointed.connect(self.pointed)
        self.network.chosen.connect(self._go)
        self.map.pointed.connect(self._point_at_cell)
        self.map.chosen.connect(self._go_to_cell)

    @property
    def shown(self) -> str:
        """`network` or `map`."""
        return NETWORK if self.currentWidget() is self.network else MAP

    @property
    def has_map(self) -> bool:
        """Whether it is known what the games weigh."""
        return self._found is not None

    def show_graph(self, graph: Graph | None, people: People | None) -> None:
        """What the network draws."""
        self._graph = graph
        self.lay_out()

    def show_weights(
        self, found: Influence | None, people: People | None, players: int
    ) -> None:
        """What the map draws."""
        self._found, self._people = found, people
        self.map.show_influence(found, people, players)

    def lay_out(self) -> None:
        """Find places for everybody at this size, and which picture is shown."""
        look = Look.of(self._theme)
        size = self.width() - 2 * EDGE, self.height() - 2 * EDGE
        self.drawn = None
        if self._graph is not None and self._graph.nodes:
            self.drawn = arrange(self._graph, *size, look.measure, look.scale)
        map_wanted = self.wanted == MAP and self.has_map
        network = self.drawn is not None and not map_wanted
        self.setCurrentWidget(self.network if network else self.map)

    def show_stop(
        self, shown: AsImagined | None, position: float, title: str, description: str
    ) -> None:
        """The network as it stands at the stop that is shown."""
        drawn = self.drawn
        if drawn is None:
            self.network.show_chart(None)
            return
        look = Look.of(self._theme)
        stop = 0 if shown is None else shown.stop
        self.network.show_chart(
            network_chart(
                drawn,
                stop,
                look.measure("0", False)[1],
                look.scale,
                title,
                source_line(self._session, what_if=True),
                description,
                shown is not None and shown.stepped,
            )
        )
        self._names = network_names(drawn, stop, look.scale)
        self.show_wave(position)

    def show_wave(self, position: float) -> None:
        """The wave on its way."""
        if self.drawn is not None:
            self.network.show_overlay(wave_overlay(self.drawn, self._names, position))

    def picture(self, title: str, light: bool) -> Picture | None:
        """Return what is shown, for a file."""
        if self.shown == NETWORK:
            return self.network.picture(light)
        return self.map.picture(title, source_line(self._session), light)

    def place_of_player(self, place: int) -> QPointF:
        """Return where a player's dot is in the network, in its pixels."""
        assert self.drawn is not None
        spot = self.drawn.spots[place]
        return self.network.place_of(spot.x, spot.y)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another size has room for other names."""
        super().resizeEvent(event)
        self.lay_out()
        self.laid_out.emit()

    # Pointing and going

    def _point_at_cell(self, cell: object) -> None:
        found, people = self._found, self._people
        if isinstance(cell, tuple) and found is not None and people is not None:
            place, column = cell
            self.pointed.emit(cell_words(found, place, column, people))

    def _go_to_cell(self, cell: object) -> None:
        if isinstance(cell, tuple) and self._found is not None:
            meeting = self._found.meetings[cell[1]]
            self._select(meeting.place, meeting.round)

    def _go(self, key: object) -> None:
        """Goes to the player of a dot, or to the game of a line."""
        match key:
            case ("player", int(place)):
                self._select(place, None)
            case ("game", int(place), int(opponent), round_number):
                rating = self._imagined.rating()
                entrant = rating.trace.players[place].entrant if rating else None
                for game in entrant.own if entrant else ():
                    meant = round_number in (None, game.round)
                    if game.opponent == opponent and meant:
                        self._select(place, game.round)
                        return

    def _select(self, place: int, round_number: int | None) -> None:
        rating: SystemRating | None = self._session.system_rating()
        section = self._session.section
        if rating is None or section is None:
            return
        numbers = rating.trace.players[place].entrant.numbers
        for row, player in enumerate(section.players):
            if player.number in numbers:
                self._session.select(row=row, round_number=round_number)
                return
