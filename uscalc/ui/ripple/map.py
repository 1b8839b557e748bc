"""The influence map: each column a game, each row a player, the stronger the colour the more."""

from typing import Final

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
)
from PySide6.QtWidgets import (
    QHBoxLayout,
    QProgressBar,
    QSizePolicy,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from uscalc.analysis.influence import Influence, Meeting, influence
from uscalc.analysis.whatif import Base
from uscalc.document.rate.rating import SystemRating
from uscalc.engine.inputs import Game
from uscalc.ui.charts.labels import Box
from uscalc.ui.charts.look import Look
from uscalc.ui.charts.paint import paint_text
from uscalc.ui.charts.picture import Picture
from uscalc.ui.charts.picture_button import PictureButton
from uscalc.ui.scheduling.following import following
from uscalc.ui.scheduling.worker import Wanted, Worker
from uscalc.ui.session.session import Session
from uscalc.ui.session.source import source_line
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.buttons import plain_button
from uscalc.ui.widgets.labels import ElidingLabel
from uscalc.ui.wording.figures import exact
from uscalc.ui.wording.hints import plain_hint

MOST_CELLS: Final = 60_000
"""Players times games up to which a map can be read at all."""
WAIT: Final = 250
RESULTS: Final = {1.0: "beat", 0.5: "drew with", 0.0: "lost to"}
TITLE: Final = "What each game weighs"
WHAT: Final = "Each column a game, each row a player: stronger colour moves further."
TOO_LARGE: Final = "The map is for sections of up to some 90 players."
NOTHING: Final = "The map needs a rated section with games."
KEYS: Final = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


class InfluencePanel(QWidget):
    """The map with what it says of the cell pointed at; made beside the window."""

    _progress = Signal(int, int)

    def __init__(
        self, session: Session, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._rating: SystemRating | None = None
        self.setObjectName("influencePanel")
        self.setAccessibleName("Influence of each game")
        self.setProperty("page", True)
        self.said = ElidingLabel()
        self.said.setObjectName("influenceSaid")
        self.said.setProperty("role", "label")
        self.progress = QProgressBar()
        self.progress.setObjectName("influenceProgress")
        self.progress.setAccessibleName("Weighing the games")
        self.progress.setTextVisible(False)
        self.progress.setFixedHeight(UNIT // 2)
        self.progress.hide()
        self.stop = plain_button(
            "influenceStop", "&Stop", "Stop weighing the games", self._cancel
        )
        self.stop.hide()
        self.map = InfluenceMap(theme)
        self.map.pointed.connect(self._say)
        self.map.chosen.connect(self._go)
        self.picture = PictureButton("influence", TITLE, self._picture, self.map)
        self.picture.failed.connect(session.refused)
        self.picture.setEnabled(False)
        row = QHBoxLayout()
        row.setContentsMargins(UNIT, 0, UNIT, 0)
        row.addWidget(self.said, 1)
        row.addWidget(self.stop)
        row.addWidget(self.picture)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        column.addWidget(self.progress)
        column.addWidget(self.map, 1)
        self._worker = Worker(self)
        self._worker.done.connect(self._came)
        self._progress.connect(self._advance)
        session.closing.connect(self._worker.close)
        self.following = following(
            self,
            self._ask,
            session.rated,
            session.selected,
            session.opened,
            wait=WAIT,
        )

    def _picture(self, light: bool) -> Picture | None:
        return self.map.picture(self.headline(), source_line(self._session), light)

    def headline(self) -> str:
        """The game that weighs most, and for whom."""
        found = self.map.influence
        swings = [
            (abs(swing), place, column)
            for column, moved in enumerate(found.swings if found else ())
            for place, swing in moved.items()
        ]
        if not swings:
            return TITLE
        _, place, column = max(swings, key=lambda swing: swing[0])
        game, _, moved = self.words(place, column).partition(". Its result ")
        return f"The game that weighs most: {game[0].lower()}{game[1:]}; it {moved.rstrip('.')}"

    def _ask(self) -> None:
        session = self._session
        rating = session.system_rating()
        if rating is self._rating and rating is not None:
            self.map.mark(self._place_of_selected())
            return
        self._rating = rating
        self._worker.forget()
        self._end()
        self.map.show_influence(None, rating)
        self.picture.setEnabled(False)
        if rating is None or not any(p.entrant.own for p in rating.trace.players):
            self._write(NOTHING)
            return
        games = sum(player.entrant.m for player in rating.trace.players) // 2
        if games * len(rating.trace.players) > MOST_CELLS:
            self._write(TOO_LARGE)
            return
        self.progress.setRange(0, games)
        self.progress.setValue(0)
        self.progress.show()
        self.stop.show()
        self._write("Weighing each game…")
        told = self._progress

        def weigh(wanted: Wanted) -> object:
            return influence(Base(rating.trace), wanted, told.emit)

        self._worker.ask(weigh)

    def _cancel(self) -> None:
        self._worker.forget()
        self._end()
        self._write("Stopped. It begins again after the next change.")

    def _end(self) -> None:
        self.progress.hide()
        self.stop.hide()

    def _advance(self, done: int, of: int) -> None:
        if self.progress.isVisible():
            self.progress.setRange(0, of)
            self.progress.setValue(done)

    def _came(self, result: object) -> None:
        self._end()
        if isinstance(result, Influence):
            self.map.show_influence(result, self._rating)
            self.picture.setEnabled(bool(result.meetings))
            self.map.mark(self._place_of_selected())
            self._write(f"{WHAT} Point at a cell; click to go there.")

    def _place_of_selected(self) -> int | None:
        player, rating = self._session.player, self._rating
        return rating.places.get(player.number) if player and rating else None

    def _say(self, cell: object) -> None:
        if isinstance(cell, tuple):
            self._write(self.words(*cell))

    def words(self, place: int, column: int) -> str:
        """What a cell says: the game, the player, and how far it can move the player."""
        rating, found = self._rating, self.map.influence
        section = self._session.section
        if rating is None or found is None or section is None:
            return ""
        names = {player.number: player.name for player in section.players}
        players = rating.trace.players

        def name(at: int) -> str:
            return names.get(players[at].entrant.number, "")

        meeting = found.meetings[column]
        swing = found.swings[column].get(place, 0.0)
        game = (
            f"Round {meeting.round}: {name(meeting.place)} {RESULTS[meeting.score]} "
            f"{name(meeting.opponent)}"
        )
        if not swing:
            return f"{game}. Its result cannot move {name(place)}."
        return f"{game}. Its result moves {name(place)} by {exact(swing)} points."

    def _go(self, cell: object) -> None:
        rating, found, section = self._rating, self.map.influence, self._session.section
        if (
            not isinstance(cell, tuple)
            or rating is None
            or found is None
            or not section
        ):
            return
        meeting: Meeting = found.meetings[cell[1]]
        entrant = rating.trace.players[meeting.place].entrant
        own: Game = entrant.own[meeting.own]
        for row, player in enumerate(section.players):
            if player.number in entrant.numbers:
                self._session.select(row=row, round_number=own.round)
                return

    def _write(self, text: str) -> None:
        self.said.setText(text)
        self.said.setToolTip(plain_hint(text))
        self.said.setAccessibleName(text)


class InfluenceMap(QWidget):
    """`pointed` and `chosen` give (player's place, game's column), or None."""

    pointed = Signal(object)
    chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.influence: Influence | None = None
        self._players = 0
        self._marked: int | None = None
        self._cell: tuple[int, int] | None = None
        self._still: QPixmap | None = None
        self.setObjectName("influenceMap")
        self.setAccessibleName("Influence map: games across, players down")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        theme.changed.connect(self._forget)

    def show_influence(
        self, found: Influence | None, rating: SystemRating | None
    ) -> None:
        """Shows another section's games; None: nothing yet."""
        self.influence = found
        self._players = len(rating.trace.players) if rating else 0
        self._cell = None
        self._forget()

    def mark(self, place: int | None) -> None:
        """Lets one player's row stand out."""
        if place != self._marked:
            self._marked = place
            self._forget()

    def minimumSizeHint(self) -> QSize:
        """Small enough for any panel."""
        return QSize(12 * UNIT, 8 * UNIT)

    def _forget(self) -> None:
        self._still = None
        self.update()

    # Places

    def _room(self) -> QRectF:
        height = Look.of(self._theme).measure("R", strong=False)[1]
        return QRectF(self.rect()).adjusted(UNIT, height + 4, -UNIT, -UNIT)

    def cell_at(self, point: QPoint) -> tuple[int, int] | None:
        """The player's place and the game's column under a point."""
        room = self._room()
        if self.influence is None or not room.contains(point.toPointF()):
            return None
        games = len(self.influence.meetings)
        column = int((point.x() - room.left()) / room.width() * games)
        place = int((point.y() - room.top()) / room.height() * self._players)
        return min(place, self._players - 1), min(column, games - 1)

    def cell_rect(self, place: int, column: int) -> QRectF:
        """Where a cell is painted."""
        room = self._room()
        games = len(self.influence.meetings) if self.influence else 1
        width, height = room.width() / games, room.height() / max(self._players, 1)
        return QRectF(
            room.left() + column * width, room.top() + place * height, width, height
        )

    # By hand

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Says what the cell under the mouse means."""
        self._point(self.cell_at(event.position().toPoint()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Goes to the game."""
        cell = self.cell_at(event.position().toPoint())
        if cell is not None and event.button() == Qt.MouseButton.LeftButton:
            self._point(cell)
            self.chosen.emit(cell)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows go from cell to cell, Return goes to the game."""
        found, key = self.influence, Qt.Key(event.key())
        if found is None or not found.meetings:
            event.ignore()
        elif key in KEYS:
            across, down = KEYS[key]
            place, column = self._cell or (0, -across)
            self._point(
                (
                    min(max(place + down, 0), self._players - 1),
                    min(max(column + across, 0), len(found.meetings) - 1),
                )
            )
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._cell:
            self.chosen.emit(self._cell)
        else:
            event.ignore()

    def _point(self, cell: tuple[int, int] | None) -> None:
        if cell != self._cell:
            self._cell = cell
            self.update()
            if cell is not None:
                self.pointed.emit(cell)

    def event(self, event: QEvent) -> bool:
        """The line above says what a hint would; none is shown over the map."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.hideText()
            return True
        return super().event(event)

    # Painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The map, and the cell that is pointed at."""
        if self.influence is None or not self.influence.meetings:
            return
        painter = QPainter(self)
        if self._still is None or self._still.size() != self.size():
            # Thousands of cells are painted once, and kept as pixels.
            self._still = QPixmap(self.size() * self.devicePixelRatioF())
            self._still.setDevicePixelRatio(self.devicePixelRatioF())
            self._still.fill(Qt.GlobalColor.transparent)
            own = QPainter(self._still)
            self._draw(own, Look.of(self._theme))
            own.end()
        painter.drawPixmap(0, 0, self._still)
        if self._cell is not None:
            painter.setPen(QColor(self._theme.colours.text))
            painter.drawRect(self.cell_rect(*self._cell))
        painter.end()

    def _draw(self, painter: QPainter, look: Look) -> None:
        """Every cell, the rounds above them, and the row that stands out."""
        found, room = self.influence, self._room()
        if found is None:
            return
        ground, strong = look.colour("raised"), look.colour("accent")
        painter.fillRect(room, ground)
        widest = found.widest or 1.0
        for column, swings in enumerate(found.swings):
            for place, swing in swings.items():
                # The square root lets small swings be seen beside large ones.
                shade = _between(ground, strong, (swing / widest) ** 0.5)
                painter.fillRect(self.cell_rect(place, column), shade)
        free = room.left()
        for column, meeting in enumerate(found.meetings):
            if column and found.meetings[column - 1].round == meeting.round:
                continue
            left = self.cell_rect(0, column).left()
            if column:
                painter.fillRect(
                    QRectF(left - 0.5, room.top(), 1.0, room.height()),
                    look.colour("surface"),
                )
            words = f"R{meeting.round}"
            width, height = look.measure(words, strong=False)
            if left >= free:
                box = Box(left, room.top() - height - 2, width, height)
                paint_text(painter, look, box, words, "pale")
                free = left + width + UNIT
        if self._marked is not None:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(look.colour("accent"))
            row = self.cell_rect(self._marked, 0)
            row.setRight(room.right())
            painter.drawRect(row)

    def picture(self, title: str, source: str, light: bool) -> Picture | None:
        """The same drawing for a file; None while there is no map."""
        if self.influence is None or not self.influence.meetings:
            return None
        look = Look.of(self._theme, light)
        size = float(self.width()), float(self.height())
        return Picture(title, source, WHAT, *size, look, self._draw)


def _between(one: QColor, other: QColor, part: float) -> QColor:
    return QColor.fromRgbF(
        one.redF() + (other.redF() - one.redF()) * part,
        one.greenF() + (other.greenF() - one.greenF()) * part,
        one.blueF() + (other.blueF() - one.blueF()) * part,
    )
