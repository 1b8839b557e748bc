"""A slider with three stops, loss, draw and win, and a mark for the real result."""

from typing import Final

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QSlider, QWidget

from uscalc.document.model import Player, Section
from uscalc.document.queries.scenario import WhatIfGame
from uscalc.engine.inputs import System
from uscalc.ui.theme.figures import format_facts
from uscalc.ui.theme.menu_text import escape_hint
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import (
    add_parts,
    discard_widget,
    make_column,
    make_eliding_line,
    make_grid,
    make_page,
    make_plain_line,
    make_row,
    name_widget,
    set_ink,
)

LETTERS: Final = "LDW"
WORDS: Final = {"L": "loss", "D": "draw", "W": "win"}
_KEYS: Final = {Qt.Key.Key_L: "L", Qt.Key.Key_D: "D", Qt.Key.Key_W: "W"}
RADIUS: Final = 8


class OutcomeSlider(QSlider):
    """A slider for the result of one game.

    `chosen` is emitted with the letter of the result under the thumb, also during a
    drag; `taken_back` when the user resets the result. `real` is the result in the
    crosstable, None for an unplayed game; `letter` is the what-if result, None if there
    is none. `figures` are written below the stops.
    """

    chosen = Signal(str)
    taken_back = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._theme = theme
        self._real: str | None = None
        self._letter: str | None = None
        self.figures = ("", "", "")
        """The ratings written below loss, draw and win."""
        self.setRange(0, 2)
        self.setPageStep(1)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setToolTip("Drag, or press L, D or W; Delete restores the real result")

    @property
    def letter(self) -> str | None:
        """The letter of the result under the thumb; None if there is no thumb."""
        return self._letter or self._real

    def show_game(self, real: str | None, letter: str | None) -> None:
        """Set the actual and the what-if result, without emitting a signal."""
        if (real, letter) == (self._real, self._letter):
            return
        self._real, self._letter = real, letter
        quiet = self.blockSignals(True)
        self.setValue(LETTERS.index(self.letter) if self.letter else 1)
        self.blockSignals(quiet)
        self.update()

    def show_figures(self, figures: tuple[str, str, str]) -> None:
        """Write the ratings after a loss, draw and win below the stops."""
        if figures != self.figures:
            self.figures = figures
            self.update()

    def sizeHint(self) -> QSize:
        """Return a size with room for the track and the three ratings below it."""
        metrics = QFontMetrics(self._theme.make_font(strong=True))
        width = 3 * max(metrics.horizontalAdvance("0000"), 6 * UNIT) + 2 * UNIT
        return QSize(width, 3 * RADIUS + metrics.height() + 4)

    def minimumSizeHint(self) -> QSize:
        """Return the usual size, because the ratings must stay readable."""
        return self.sizeHint()

    # Mouse and keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let letters select a result, arrow keys the next one, and Delete reset it."""
        key = Qt.Key(event.key())
        if key in _KEYS:
            self._select_outcome(_KEYS[key])
        elif (
            key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)
            and self._letter is not None
        ):
            self.taken_back.emit()
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self._step_outcome(1 if key == Qt.Key.Key_Right else -1)
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self._select_outcome("L" if key == Qt.Key.Key_Home else "W")
        else:
            # Up and Down go to another game; the list of sliders handles them.
            event.ignore()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Move the thumb to the clicked result."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            self._select_outcome(self._letter_at(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move the thumb with the mouse, which updates the ratings."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._select_outcome(self._letter_at(event.position().x()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End the drag."""

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Reset the what-if result."""
        if self._letter is not None:
            self.taken_back.emit()

    def _step_outcome(self, by: int) -> None:
        place = 1 if self.letter is None else LETTERS.index(self.letter) + by
        self._select_outcome(LETTERS[min(max(place, 0), 2)])

    def _select_outcome(self, letter: str) -> None:
        if letter != self.letter:
            self.chosen.emit(letter)

    # Positions

    def _list_stops(self) -> tuple[float, float, float]:
        margin = self.width() / 6
        return margin, self.width() / 2, self.width() - margin

    def _letter_at(self, x: float) -> str:
        stops = self._list_stops()
        return LETTERS[min(range(3), key=lambda i: abs(stops[i] - x))]

    # Painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the track, the mark, the thumb and the figures."""
        colors, stops = self._theme.colors, self._list_stops()
        plain, strong = self._theme.make_font(), self._theme.make_font(strong=True)
        height, middle = QFontMetrics(strong).height(), 1.5 * RADIUS
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for place, x in enumerate(stops):
            here = LETTERS[place] == self.letter
            painter.setFont(strong if here else plain)
            painter.setPen(QColor(colors.text if here else colors.soft))
            left, top = x - self.width() / 6, middle + 1.5 * RADIUS
            room = QRectF(left, top, self.width() / 3, height)
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter, self.figures[place])
        solid, rounded = Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap
        painter.setPen(QPen(QColor(colors.edge), 4, solid, rounded))
        painter.drawLine(QPointF(stops[0], middle), QPointF(stops[2], middle))
        set_ink(painter, QPen(QColor(colors.pale), 1.5), QColor(colors.surface))
        for x in stops:
            painter.drawEllipse(QPointF(x, middle), 3, 3)
        if self._real is not None:
            x = stops[LETTERS.index(self._real)]
            painter.drawEllipse(QPointF(x, middle), RADIUS, RADIUS)
        if self.letter is not None:
            real = self._letter is None or self._letter == self._real
            set_ink(painter, None, QColor(colors.soft if real else colors.accent))
            x = stops[LETTERS.index(self.letter)]
            painter.drawEllipse(QPointF(x, middle), RADIUS, RADIUS)
        if self.hasFocus():
            set_ink(painter, QPen(QColor(colors.accent), 1), None)
            painter.drawRoundedRect(
                QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4
            )
        painter.end()


FAR: Final = 1000
MOVES: Final = {
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_PageUp: -FAR,
    Qt.Key.Key_PageDown: FAR,
}
"""The keys that go to another game, and how far."""


class GameSliders(QWidget):
    """A slider for each game of a player.

    `chosen` is emitted with a game and a letter, `taken_back` with a game whose result
    is reset, and `reached` with the slider that got the focus.
    """

    chosen = Signal(object, str)
    taken_back = Signal(object)
    reached = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._shown: object = None
        self.sliders: list[OutcomeSlider] = []
        name_widget(self, "gameSliders", look="page")
        self._grid = make_grid(self)
        self._grid.setColumnStretch(1, 4)
        self._grid.setColumnStretch(2, 5)
        self._words = make_page("whatIfWords")
        row = make_row(self._words, spacing=0)
        # Each word is centered over its stop, at 1/6, 1/2 and 5/6 of the width.
        for letter in LETTERS:
            word = make_plain_line(f"whatIfWord{letter}", "label", WORDS[letter])
            word.setAlignment(Qt.AlignmentFlag.AlignCenter)
            row.addWidget(word, 1)

    def show_games(
        self, games: tuple[WhatIfGame, ...], section: Section | None, system: System
    ) -> None:
        """Show a player's games; rows that need no change are kept."""
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
            if (widget := item.widget()) is not None and widget is not self._words:
                discard_widget(widget)
        self.sliders = []
        self._grid.addWidget(self._words, 0, 2)
        self._words.setVisible(bool(games))
        for place, game in enumerate(games, 1):
            self._add_game(place, game, players[game.opponent], system)

    def _add_game(
        self, place: int, game: WhatIfGame, opponent: Player, system: System
    ) -> None:
        metrics = QFontMetrics(self._theme.make_font())
        number = make_plain_line(f"whatIfRound{game.round}", "label", f"R{game.round}")
        number.setFixedWidth(metrics.horizontalAdvance("R00"))
        name = make_eliding_line(f"whatIfOpponent{game.round}", "", opponent.name)
        name.setToolTip(escape_hint(opponent.name))
        facts = f"{opponent.number} · {format_facts(opponent.facts(system))}"
        under = make_plain_line(f"whatIfFacts{game.round}", "note", facts)
        holder = make_page(f"whatIfGame{game.round}")
        add_parts(make_column(holder, spacing=0), name, under)
        slider = name_widget(
            OutcomeSlider(self._theme),
            f"whatIfSlider{game.round}",
            f"Round {game.round} against {opponent.name}",
        )
        slider.chosen.connect(lambda letter: self.chosen.emit(game, letter))
        slider.taken_back.connect(lambda: self.taken_back.emit(game))
        slider.installEventFilter(self)
        for column, part in enumerate((number, holder, slider)):
            self._grid.addWidget(part, place, column)
            # Show the new widget now, because the layout would show it later.
            part.show()
        self.sliders.append(slider)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Go to another game on Up and Down, and to the first or last on Page Up and Page Down."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            by = MOVES.get(Qt.Key(event.key()))
            if by is not None and isinstance(watched, OutcomeSlider):
                last = len(self.sliders) - 1
                place = min(max(self.sliders.index(watched) + by, 0), last)
                self.sliders[place].setFocus(Qt.FocusReason.OtherFocusReason)
                self.reached.emit(self.sliders[place])
                return True
        return False
