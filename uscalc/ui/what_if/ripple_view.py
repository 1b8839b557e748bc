"""The ripple effect: step by step as a network, and as a list of all changes with causes."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QModelIndex, QObject, QSize, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QToolButton,
)

from uscalc.counted import count_in_words
from uscalc.ui.frame.view import View
from uscalc.ui.scheduling import RefreshSchedule, connect_each
from uscalc.ui.session.session import Session
from uscalc.ui.session.what_if_overlay import WhatIfOverlay
from uscalc.ui.theme.menu_text import escape_hint
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.what_if.graph import RippleGraph
from uscalc.ui.what_if.movers import MoversList, MoversModel
from uscalc.ui.what_if.network import NetworkView
from uscalc.ui.what_if.network_data import (
    TITLE,
    GameWeighing,
    PlayerNames,
    moves_of,
    reached_words,
    ripple_graph,
    ripple_headline,
    step_name,
    weight_graph,
    weight_headline,
)
from uscalc.ui.widgets.building import (
    STRETCH,
    add_parts,
    make_choice_button,
    make_column,
    make_eliding_line,
    make_plain_button,
    make_progress_bar,
    make_row,
    make_splitter,
    make_text_label,
    write_label,
)
from uscalc.ui.widgets.walk_controls import WalkControls

WAIT: Final = 250
"""The effect of each game is calculated after this many milliseconds without a change."""
SOON: Final = 40
"""The delay of the ripple effect in milliseconds, so that the rating is updated first."""
SHARES: Final = [3000, 2000]
"""The shares of the height that network and list get."""
NETWORK: Final = "network"
LIST: Final = "list"
BEGIN: Final = "Move a slider to see whose ratings change, step by step."
GAMES_ALONE: Final = "The games with what-if results"


class RippleView(View):
    """The ripple effect of what-if results or, without any, the effect of each game."""

    def __init__(self, session: Session, theme: Theme) -> None:
        super().__init__("whoMoves", "Ripple effect", session, theme)
        self.what_if = session.what_if
        self._wanted: str | None = None
        self._both = False
        self._people: PlayerNames | None = None
        self._shown: WhatIfOverlay | None = None
        self._headline = BEGIN
        self._seen: tuple[object, ...] = (None,) * 3
        self._look: object = None
        self.heading = make_text_label("whoMovesHeading", "part")
        self.sentence = make_eliding_line("whoMovesSaid", "note")
        self.transport = WalkControls(
            "wave", what="ripple effect", stops=self._stop_words, flat=True
        )
        self.network = NetworkView(session, theme)
        self.model = MoversModel(session)
        self.list = MoversList(self.model, theme)
        self.weighing = GameWeighing(self, session.closing)
        self._build_layout()
        self._connect_signals()

    def _build_layout(self) -> None:
        self.progress = make_progress_bar(
            "influenceProgress", "Calculating the effect of each game"
        )
        self.progress.setFixedHeight(UNIT // 2)
        self.progress.hide()
        self.stop = make_plain_button(
            "influenceStop",
            "Stop",
            "Stop the calculation",
            self.weighing.stop_weighing,
        )
        self.stop.hide()
        self.kinds = QButtonGroup(self)
        self.network_button = self._make_kind_button(
            NETWORK, "Network", "Players and games as dots and lines"
        )
        self.list_button = self._make_kind_button(
            LIST, "Causes", "Every changed rating with its causes"
        )
        self.picture = self.make_image_button(
            "whoMoves", TITLE, self.network.make_image, self.network
        )
        self.picture.setEnabled(False)
        row = add_parts(
            make_row(spacing=UNIT // 2),
            self.network_button,
            self.list_button,
            STRETCH,
            self.stop,
            self.picture,
        )
        top = add_parts(
            make_column(margins=(2 * UNIT, UNIT, 2 * UNIT, 0), spacing=UNIT // 2),
            self.heading,
            self.transport,
            row,
            self.sentence,
        )
        self._split = split = make_splitter(
            "whoMovesSplitter", self.network, self.list, way=Qt.Orientation.Vertical
        )
        split.setStretchFactor(0, 3)
        split.setStretchFactor(1, 2)
        split.setSizes(SHARES)
        add_parts(make_column(self, spacing=0), top, self.progress, (split, 1))

    def _make_kind_button(self, name: str, text: str, hint: str) -> QToolButton:
        button = make_choice_button(f"whoMoves{text}", text, hint, hint)
        button.clicked.connect(lambda _checked=False: self.select_kind(name))
        self.kinds.addButton(button)
        return button

    def _connect_signals(self) -> None:
        session, what_if = self._session, self.what_if
        self.transport.moved.connect(self._show_position)
        for part in (self.transport.slider, self.network, self._split):
            part.installEventFilter(self)
        self.network.pointed.connect(self._show_pointed)
        self.network.resized.connect(self._show_stop)
        # Queued, because showing and hiding parts would resize the network again.
        self.network.resized.connect(
            self._arrange_network, Qt.ConnectionType.QueuedConnection
        )
        connect_each(self._select_mover, self.list.clicked, self.list.activated)
        self.weighing.changed.connect(self._show_weights)
        self.weighing.advanced.connect(self._show_progress)
        what_if.stop_changed.connect(self._follow_effect)
        self.following = self.follow(
            what_if.changed,
            session.selected,
            self._theme.changed,
            wait=SOON,
        )
        self.weighs = RefreshSchedule(
            self,
            self._weigh_games,
            session.rated,
            session.selected,
            session.opened,
            wait=WAIT,
        )

    # Display

    def select_kind(self, kind: str) -> None:
        """Show the network or the list."""
        self._wanted = kind
        self._update_controls()

    def give_room(self, both: bool) -> None:
        """Show both network and list if there is room for both; otherwise, one of them."""
        if both != self._both:
            self._both = both
            self._arrange_network()

    def _share_room(self) -> None:
        """Show the list below the network, or instead of it if the network isn't readable."""
        moves, drawn = bool(self.model.rows), self.network.drawn is not None
        alone = moves and not (drawn and (self._both or self._wanted != LIST))
        self.list.setVisible(moves and (self._both or alone))
        if self.network.isHidden() and not alone:
            self.network.show()
            self._split.setSizes(SHARES)
        self.network.setVisible(not alone)
        for button in (self.network_button, self.list_button):
            button.setVisible(moves and not self._both)
        (self.list_button if alone else self.network_button).setChecked(True)

    def _measure_room(self) -> QSize:
        """Return the size of the network or, if it is hidden, the size it would have."""
        if not self.network.isHidden():
            return self.network.size()
        height = self._split.height()
        return QSize(self._split.width(), height * 3 // 5 if self._both else height)

    def _arrange_network(self) -> None:
        """Arrange a hidden network again, because it may have room now."""
        if self.network.isHidden():
            self.network.arrange_in(self._measure_room())
        self._update_controls()

    def refresh(self) -> None:
        """Show the current ripple effect."""
        if not self.what_if.up_to_date:
            return
        session, shown = self._session, self.what_if.shown
        section, rating = session.section, session.find_system_rating()
        seen = section, rating, self.what_if.find_rating()
        # Reserve two lines, so that the picture doesn't move with the headline.
        self.heading.setMinimumHeight(2 * self.heading.fontMetrics().height())
        look = self._theme.zoom, self._theme.colors
        same = all(a is b for a, b in zip(seen, self._seen, strict=True))
        if same and look == self._look:
            # Only the selected player has changed, which doesn't affect this view.
            return
        self._seen, self._look, self._shown = seen, look, shown
        self._people = (
            PlayerNames(section, rating)
            if section is not None and rating is not None
            else None
        )
        stops = 0 if shown is None else shown.stops
        then = None if shown is None else self.what_if.find_rating()
        self.model.show_pair(rating, then, self._people)
        self.transport.setVisible(shown is not None)
        self._update_graph()
        self.transport.show_walk(stops, float(stops if shown is None else shown.stop))

    def _update_graph(self) -> None:
        """Update the graph and the sentence above it."""
        shown, people, found = self._shown, self._people, self.weighing.found
        graph: RippleGraph | None = None
        if people is None:
            self._headline = self.weighing.message if self._session.section else BEGIN
        elif shown is not None:
            moves = moves_of(
                self._session.find_system_rating(), self.what_if.find_rating()
            )
            graph = ripple_graph(shown, people, moves)
            self._headline = ripple_headline(shown, people, moves)
        elif (
            found is not None
            and self.weighing.people is not None
            and self.weighing.rating is self._session.find_system_rating()
        ):
            # Use the players of this rating, because an edit may have added one since.
            people, rating = self.weighing.people, self.weighing.rating
            count = len(rating.trace.players) if rating else 0
            graph = weight_graph(found, people, count)
            self._headline = weight_headline(found, people)
        else:
            self._headline = self.weighing.message or BEGIN
        self.network.show_graph(graph, self._measure_room())
        self._update_controls()

    def _update_controls(self) -> None:
        """Update buttons, list and sentences, because the network may have become (un)readable."""
        drawn = self.network.drawn is not None
        self.network_button.setEnabled(drawn)
        self.picture.setEnabled(drawn)
        self._share_room()
        write_label(self.heading, self._headline)
        self._show_stop()
        self._show_pointed("")

    def _show_stop(self) -> None:
        position = self.transport.position if self._shown else 0.0
        self.network.show_stop(
            self._shown, position, self._headline, self._describe_stop()
        )

    def _describe_stop(self, fits: Callable[[str], bool] = lambda _text: True) -> str:
        """Describe the shown stage, with as many names as `fits` accepts."""
        shown, people = self._shown, self._people
        if shown is None or people is None:
            undrawn = (
                "The network needs more room. Press F11 to enlarge this view."
                if self.weighing.found
                else self.weighing.message
            )
            return (
                "Dots are players and lines are games. Thicker lines have more effect."
                if self.network.drawn
                else undrawn
            )
        return (
            reached_words(shown.effect.stops[shown.stop - 1], people, fits)
            if shown.stop
            else f"{GAMES_ALONE}; no rating has changed yet"
        )

    def _fits_line(self, text: str) -> bool:
        room = self.sentence.contentsRect().width()
        return self.sentence.fontMetrics().horizontalAdvance(text) <= room

    def _stop_words(self, stop: int) -> str:
        shown = self._shown
        if shown is None or not stop or stop > shown.stops:
            return GAMES_ALONE
        step = shown.effect.stops[stop - 1]
        player = "more player" if stop > 1 else "player"
        return f"{step_name(step.step)}: {count_in_words(len(step.reached), player)} affected"

    # The animation

    def _show_position(self, position: float) -> None:
        if self._shown is not None:
            self.what_if.show_stop(int(position))
            self.network.show_moment(position)

    def _follow_effect(self) -> None:
        shown, before = self.what_if.shown, self._shown
        if shown is None or before is None or shown.effect is not before.effect:
            # `refresh` will show the new ripple effect.
            return
        self._shown = shown
        if self.transport.stop != shown.stop:
            self.transport.jump_to(float(shown.stop))
        self._show_stop()
        self.transport.slider.setAccessibleDescription(self._describe_stop())
        self._show_pointed("")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Play or stop the animation on Space; move through it with arrow keys, Home and End."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return self._handle_key(event, watched is self.network)
        if watched is self._split and event.type() == QEvent.Type.Resize:
            self.network.resized.emit()
        return super().eventFilter(watched, event)

    def _handle_key(self, event: QKeyEvent, on_network: bool) -> bool:
        transport, key = self.transport, event.key()
        if key == Qt.Key.Key_Space and transport.moves:
            transport.toggle_playing()
        elif not on_network or not transport.moves:
            return False
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            transport.step_by(1 if key == Qt.Key.Key_Right else -1)
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            transport.jump_to(0.0 if key == Qt.Key.Key_Home else float(transport.moves))
        else:
            return False
        return True

    # Influence of each game

    def _weigh_games(self) -> None:
        rating = self._session.find_system_rating()
        self.weighing.weigh_section(self._session.section, rating)

    def _show_weights(self) -> None:
        self.progress.setVisible(self.weighing.busy)
        self.stop.setVisible(self.weighing.busy)
        self._update_graph()

    def _show_progress(self, done: int, of: int) -> None:
        self.progress.setRange(0, of)
        self.progress.setValue(done)

    # Texts for the mouse, and selecting a player

    def _show_pointed(self, text: str) -> None:
        whole = text or self._describe_stop()
        self.sentence.setText(text or self._describe_stop(self._fits_line))
        self.sentence.setToolTip(escape_hint(whole))
        self.sentence.setAccessibleName(whole)

    def _select_mover(self, index: QModelIndex) -> None:
        if (row := self.model.row_of(index.row())) is not None:
            self._session.select(row=row)
