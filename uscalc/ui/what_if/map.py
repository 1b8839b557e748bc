"""The influence map: each column a game, each row a player, the stronger the colour the more.

It can be enlarged; players and games are named wherever there is room for a name.
"""

from typing import Final

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from uscalc.analysis.influence import Influence
from uscalc.ui.charts.labels import Box
from uscalc.ui.charts.layout import shorten
from uscalc.ui.charts.look import Look
from uscalc.ui.charts.paint import paint_text
from uscalc.ui.charts.picture import Picture
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.what_if.data import People
from uscalc.ui.widgets.building import name_widget

WHAT: Final = "Each column a game, each row a player: stronger colour moves further."
KEYS: Final = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
LARGER: Final = (Qt.Key.Key_Plus, Qt.Key.Key_Equal)
SHADES: Final = 64
"""How many strengths of the colour there are."""
STEP: Final = 1.5
"""How much larger each time."""
TALLEST: Final = 2.0
BROADEST: Final = 4.0
"""Heights of a line that a row and a column reach before it gets no larger."""
WIDEST: Final = 0.3
"""The part of the width that names have at most."""
STILL: Final = 4
"""Pixels that the mouse moves before it drags."""


class InfluenceMap(QWidget):
    """`pointed` and `chosen` give (player's place, game's column), or None."""

    pointed = Signal(object)
    chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.influence: Influence | None = None
        self._people: People | None = None
        self._players = 0
        self._marked: int | None = None
        self._cell: tuple[int, int] | None = None
        self._still: QPixmap | None = None
        self.zoom = 1.0
        """How many times as large as if all of it were in sight."""
        self._longest: float | None = None
        self._high: float | None = None
        self._room: QRectF | None = None
        self._first = QPointF(0.0, 0.0)
        self._pressed: QPointF | None = None
        self._dragged = False
        name_widget(self, "influenceMap", "Influence map: games across, players down")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        theme.changed.connect(self._restyle)

    def show_influence(
        self, found: Influence | None, people: People | None, players: int
    ) -> None:
        """Show another section's games; None: nothing yet."""
        self.influence = found
        self._people = people
        self._players = players
        self._longest = self._room = None
        self._cell = None
        self.set_zoom(1.0)
        self._forget()

    def mark(self, place: int | None) -> None:
        """Let one player's row stand out."""
        if place != self._marked:
            self._marked = place
            self._forget()

    def minimumSizeHint(self) -> QSize:
        """Small enough for any panel."""
        return QSize(12 * UNIT, 8 * UNIT)

    def _restyle(self) -> None:
        self._longest = self._high = self._room = None
        self._forget()

    def _forget(self) -> None:
        self._still = None
        self.update()

    # Places

    def _line(self) -> float:
        if self._high is None:
            self._high = Look.of(self._theme).measure("R", strong=False)[1]
        return self._high

    def room(self) -> QRectF:
        """Return where the cells are: right of the names and below the games."""
        # Asked for by every cell that is painted.
        if self._room is None:
            line = self._line()
            names = min(self.width() * WIDEST, self._longest_name() + 2 * UNIT)
            edges = names, 2 * line + 4, -UNIT, -UNIT
            self._room = QRectF(self.rect()).adjusted(*edges)
        return self._room

    def _longest_name(self) -> float:
        if self._longest is None:
            look, places = Look.of(self._theme), range(self._players)
            wide = (look.measure(self._named(place), True)[0] for place in places)
            self._longest = max(wide, default=0.0)
        return self._longest

    def _named(self, place: int) -> str:
        people = self._people
        return "" if people is None else f"{people.number(place)} {people.name(place)}"

    def _cell_size(self) -> tuple[float, float]:
        room = self.room()
        games = len(self.influence.meetings) if self.influence else 1
        return (
            room.width() / max(games, 1) * self.zoom,
            room.height() / max(self._players, 1) * self.zoom,
        )

    def cell_at(self, point: QPoint) -> tuple[int, int] | None:
        """Return the player's place and the game's column under a point."""
        room = self.room()
        if self.influence is None or not room.contains(point.toPointF()):
            return None
        wide, high = self._cell_size()
        games = len(self.influence.meetings)
        column = int((point.x() - room.left() + self._first.x()) / wide)
        place = int((point.y() - room.top() + self._first.y()) / high)
        return min(place, self._players - 1), min(column, games - 1)

    def cell_rect(self, place: int, column: int) -> QRectF:
        """Return where a cell is painted."""
        room, (wide, high) = self.room(), self._cell_size()
        return QRectF(
            room.left() + column * wide - self._first.x(),
            room.top() + place * high - self._first.y(),
            wide,
            high,
        )

    # Larger and smaller

    def largest(self) -> float:
        """Return the zoom at which a row has room for its name, a column for its game."""
        line = self._line()
        wide, high = (size / self.zoom for size in self._cell_size())
        most = max(TALLEST * line / max(high, 0.1), BROADEST * line / max(wide, 0.1))
        return max(most, 1.0)

    def set_zoom(self, zoom: float, around: QPointF | None = None) -> None:
        """Show it so much larger; a point of the view stays where it is."""
        room = self.room()
        point = (around or room.center()) - room.topLeft()
        zoom = min(max(zoom, 1.0), self.largest())
        there = (self._first + point) * (zoom / self.zoom)
        self.zoom = zoom
        self._go(there - point)

    def larger(self) -> None:
        """One step larger, about the cell that is pointed at."""
        self.set_zoom(self.zoom * STEP, self._middle_of_cell())

    def smaller(self) -> None:
        """One step smaller."""
        self.set_zoom(self.zoom / STEP, self._middle_of_cell())

    def _middle_of_cell(self) -> QPointF | None:
        return None if self._cell is None else self.cell_rect(*self._cell).center()

    def _go(self, first: QPointF) -> None:
        room = self.room()
        most = QPointF(
            room.width() * (self.zoom - 1.0), room.height() * (self.zoom - 1.0)
        )
        self._first = QPointF(
            min(max(first.x(), 0.0), most.x()), min(max(first.y(), 0.0), most.y())
        )
        self._forget()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """What is in sight stays in sight."""
        super().resizeEvent(event)
        self._room = None
        self.set_zoom(self.zoom)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Larger and smaller about the mouse; sideways and with Shift, along."""
        turned = event.angleDelta()
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier or turned.x():
            self._go(self._first - QPointF(turned.x() or turned.y(), 0.0))
        elif turned.y():
            self.set_zoom(self.zoom * STEP ** (turned.y() / 120), event.position())
        event.accept()

    # By hand

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Say what the cell under the mouse means; held, it drags the map."""
        place = event.position()
        if self._pressed is not None and event.buttons() & Qt.MouseButton.LeftButton:
            way = place - self._pressed
            if self._dragged or way.manhattanLength() > STILL:
                self._dragged = True
                self._pressed = place
                self._go(self._first - way)
                return
        self._point(self.cell_at(place.toPoint()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click goes to the game, once the button is let go."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed, self._dragged = event.position(), False
            self.setFocus(Qt.FocusReason.MouseFocusReason)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Goes to the game, unless the map was dragged."""
        cell = self.cell_at(event.position().toPoint())
        held, self._pressed = self._pressed is not None, None
        if held and not self._dragged and cell is not None:
            self._point(cell)
            self.chosen.emit(cell)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows go from cell to cell, Return goes to the game; + and - enlarge."""
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
            self._bring_in_sight()
        elif key in LARGER:
            self.larger()
        elif key == Qt.Key.Key_Minus:
            self.smaller()
        elif key == Qt.Key.Key_0:
            self.set_zoom(1.0)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._cell:
            self.chosen.emit(self._cell)
        else:
            event.ignore()

    def _bring_in_sight(self) -> None:
        if self._cell is None:
            return
        room, cell = self.room(), self.cell_rect(*self._cell)
        x = min(cell.left() - room.left(), 0.0) + max(cell.right() - room.right(), 0.0)
        y = min(cell.top() - room.top(), 0.0) + max(cell.bottom() - room.bottom(), 0.0)
        if x or y:
            self._go(self._first + QPointF(x, y))

    def _point(self, cell: tuple[int, int] | None) -> None:
        if cell != self._cell:
            self._cell = cell
            self.update()
            if cell is not None:
                self.pointed.emit(cell)

    def event(self, event: QEvent) -> bool:
        """Return the line above says what a hint would; none is shown over the map."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.hideText()
            return True
        return super().event(event)

    # Painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The map, and the cell that is pointed at with its names."""
        if self.influence is None or not self.influence.meetings:
            return
        painter = QPainter(self)
        look = Look.of(self._theme)
        if self._still is None or self._still.size() != self.size():
            # Thousands of cells are painted once, and kept as pixels.
            self._still = QPixmap(self.size() * self.devicePixelRatioF())
            self._still.setDevicePixelRatio(self.devicePixelRatioF())
            self._still.fill(Qt.GlobalColor.transparent)
            own = QPainter(self._still)
            self._draw(own, look)
            own.end()
        painter.drawPixmap(0, 0, self._still)
        if self._cell is not None:
            self._name_row(painter, look, self._cell[0], True)
            self._name_game(painter, look, self._cell[1], True)
            painter.setClipRect(self.room())
            painter.setPen(QColor(self._theme.colours.text))
            painter.drawRect(self.cell_rect(*self._cell))
        painter.end()

    def _draw(self, painter: QPainter, look: Look) -> None:
        """Every cell, the games above them, the players beside them."""
        found, room = self.influence, self.room()
        if found is None:
            return
        ground, strong = look.colour("raised"), look.colour("accent")
        painter.save()
        painter.setClipRect(room)
        painter.fillRect(room, ground)
        widest, (wide, high) = found.widest or 1.0, self._cell_size()
        shades = [_between(ground, strong, n / SHADES) for n in range(SHADES + 1)]
        left, top = room.left() - self._first.x(), room.top() - self._first.y()
        for column, swings in enumerate(found.swings):
            x = left + column * wide
            if x + wide < room.left() or x > room.right():
                continue
            for place, swing in swings.items():
                # The square root lets small swings be seen beside large ones.
                shade = shades[round((swing / widest) ** 0.5 * SHADES)]
                painter.fillRect(QRectF(x, top + place * high, wide, high), shade)
        for column in range(1, len(found.meetings)):
            if found.meetings[column - 1].round != found.meetings[column].round:
                left = self.cell_rect(0, column).left()
                line = QRectF(left - 0.5, room.top(), 1.0, room.height())
                painter.fillRect(line, look.colour("surface"))
        if self._marked is not None:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(look.colour("accent"))
            row = self.cell_rect(self._marked, 0)
            row.setRight(self.cell_rect(self._marked, len(found.meetings) - 1).right())
            painter.drawRect(row)
        painter.restore()
        self._name_games(painter, look)
        for place in range(self._players):
            row = self.cell_rect(place, 0)
            if row.height() >= self._line() * 0.85:
                self._name_row(painter, look, place, place == self._marked)
        if self._marked is not None and self._cell_size()[1] < self._line() * 0.85:
            self._name_row(painter, look, self._marked, True)

    def _name_games(self, painter: QPainter, look: Look) -> None:
        """The rounds, and under them who plays whom where there is room."""
        found, people, room = self.influence, self._people, self.room()
        if found is None or people is None:
            return
        line, free = self._line(), room.left()
        for column, meeting in enumerate(found.meetings):
            self._name_game(painter, look, column, False)
            if column and found.meetings[column - 1].round == meeting.round:
                continue
            words = f"R{meeting.round}"
            width = look.measure(words, strong=False)[0]
            left = max(self.cell_rect(0, column).left(), room.left())
            last = column
            while last + 1 < len(found.meetings) and (
                found.meetings[last + 1].round == meeting.round
            ):
                last += 1
            end = min(self.cell_rect(0, last).right(), room.right())
            if left >= free and end >= left + width:
                box = Box(left, room.top() - 2 * line - 2, width, line)
                paint_text(painter, look, box, words, "soft")
                free = left + width + UNIT

    def _name_game(
        self, painter: QPainter, look: Look, column: int, strong: bool
    ) -> None:
        """Who plays whom above a column, where there is room; if `strong`, always."""
        found, people, room = self.influence, self._people, self.room()
        if found is None or people is None:
            return
        meeting, line = found.meetings[column], self._line()
        cell = self.cell_rect(0, column)
        pair = f"{people.number(meeting.place)}–{people.number(meeting.opponent)}"
        width = look.measure(pair, strong)[0]
        left = cell.center().x() - width / 2
        inside = room.left() <= left and left + width <= room.right()
        if strong:
            left = min(max(left, room.left()), room.right() - width)
        elif cell.width() < width + 4 or not inside:
            return
        box = Box(left, room.top() - line - 2, width, line)
        if strong:
            ground = QRectF(box.x - 4, box.y, width + 8, line)
            painter.fillRect(ground, look.colour("surface"))
        paint_text(painter, look, box, pair, "text" if strong else "pale", strong)

    def _name_row(
        self, painter: QPainter, look: Look, place: int, strong: bool
    ) -> None:
        """A player beside the row, the name as long as there is room."""
        room, row, line = self.room(), self.cell_rect(place, 0), self._line()
        middle = row.center().y()
        if self._people is None or not room.top() <= middle <= room.bottom():
            return
        text = shorten(self._named(place), room.left() - 2 * UNIT, look.measure, strong)
        width = look.measure(text, strong)[0]
        top = min(max(middle - line / 2, room.top()), room.bottom() - line)
        box = Box(room.left() - UNIT - width, top, width, line)
        if strong:
            ground = QRectF(0.0, box.y, room.left() - 2, line)
            painter.fillRect(ground, look.colour("surface"))
        paint_text(painter, look, box, text, "text" if strong else "soft", strong)

    def picture(self, title: str, source: str, light: bool) -> Picture | None:
        """Return the same drawing for a file; None while there is no map."""
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
