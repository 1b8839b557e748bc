"""A row for each game of a player: the round, the opponent, and a slider."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from uscalc.document.model import Player, Section
from uscalc.document.queries.scenario import WhatIfGame
from uscalc.engine.systems import System
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.what_if.slider import OutcomeSlider
from uscalc.ui.widgets.building import make_column, make_page, name_widget
from uscalc.ui.widgets.labels import ElidingLabel, make_plain_line
from uscalc.ui.wording.figures import format_facts
from uscalc.ui.wording.hints import escape_hint

MOVES: Final = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class GameSliders(QWidget):
    """`chosen` gives a game and a letter, `taken_back` a game.

    `reached` gives the slider that the keyboard came to.
    """

    chosen = Signal(object, str)
    taken_back = Signal(object)
    reached = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._shown: object = None
        self.sliders: list[OutcomeSlider] = []
        name_widget(self, "gameSliders", look="page")
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(UNIT)
        self._grid.setVerticalSpacing(UNIT)
        self._grid.setColumnStretch(1, 4)
        self._grid.setColumnStretch(2, 5)

    def show_games(
        self, games: tuple[WhatIfGame, ...], section: Section | None, system: System
    ) -> None:
        """Make the rows anew, but only where they are other ones."""
        players = {p.number: p for p in section.players} if section else {}
        who = [(g.round, players[g.opponent]) for g in games if g.opponent in players]
        shown = (
            self._theme.zoom,
            [(number, p.number, p.name, p.facts(system)) for number, p in who],
        )
        if shown == self._shown:
            return
        self._shown = shown
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.sliders = []
        for place, game in enumerate(games):
            self._add_game(place, game, players[game.opponent], system)

    def _add_game(
        self, place: int, game: WhatIfGame, opponent: Player, system: System
    ) -> None:
        metrics = QFontMetrics(self._theme.make_font())
        number = make_plain_line(f"whatIfRound{game.round}", "label")
        number.setText(f"R{game.round}")
        number.setFixedWidth(metrics.horizontalAdvance("R00"))
        name = name_widget(ElidingLabel(), f"whatIfOpponent{game.round}")
        name.setText(opponent.name)
        name.setToolTip(escape_hint(opponent.name))
        under = make_plain_line(f"whatIfFacts{game.round}", "note")
        under.setText(f"{opponent.number} · {format_facts(opponent.facts(system))}")
        holder = make_page(f"whatIfGame{game.round}")
        names = make_column(holder, spacing=0)
        names.addWidget(name)
        names.addWidget(under)
        slider = name_widget(
            OutcomeSlider(self._theme),
            f"whatIfSlider{game.round}",
            f"Round {game.round} against {opponent.name}",
        )
        slider.chosen.connect(self._make_chooser(game))
        slider.taken_back.connect(lambda: self.taken_back.emit(game))
        slider.installEventFilter(self)
        self._grid.addWidget(number, place, 0)
        self._grid.addWidget(holder, place, 1)
        self._grid.addWidget(slider, place, 2)
        for part in (number, holder, slider):
            # A layout shows what it is given only a turn later.
            part.show()
        self.sliders.append(slider)

    def _make_chooser(self, game: WhatIfGame) -> Callable[[str], None]:
        return lambda letter: self.chosen.emit(game, letter)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Up and down go from game to game."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            by = MOVES.get(Qt.Key(event.key()))
            if by is not None and isinstance(watched, OutcomeSlider):
                place = self.sliders.index(watched) + by
                if 0 <= place < len(self.sliders):
                    self.sliders[place].setFocus(Qt.FocusReason.OtherFocusReason)
                    self.reached.emit(self.sliders[place])
                return True
        return False
