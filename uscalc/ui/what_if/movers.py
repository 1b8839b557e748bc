"""The list of players whose ratings change with the what-if results, and the causes."""

from PySide6.QtCore import (
    QRect,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from uscalc.analysis.ripple import RatingChangeReason, explain_change
from uscalc.document.queries.scenario import Ripple, list_ripples
from uscalc.document.rate.rated import SystemRating
from uscalc.ui.session.session import Session
from uscalc.ui.theme.figures import format_change, format_whole
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.what_if.network_data import PlayerNames
from uscalc.ui.widgets.building import name_widget
from uscalc.ui.widgets.column_table import FREE, ColumnTableModel, Index, TableColumn

FIGURES = FREE
"""The role of three texts: the actual rating, the what-if rating, and the change."""
MOVED = FREE + 1
"""The role of the rating change in points, for the bar."""
CAUSES = FREE + 2
"""The role of the sentence with all causes."""
WRAPPED = int(Qt.TextFlag.TextWordWrap)


class MoversModel(ColumnTableModel[Ripple]):
    """The players whose ratings change, the largest change first."""

    def __init__(self, session: Session) -> None:
        column = TableColumn[Ripple](
            "Ripple effect",
            "",
            lambda ripple: f"{ripple.number}  {self._format_name(ripple)}",
            spoken=self._describe_aloud,
            roles={
                FIGURES: self._list_figures,
                MOVED: lambda ripple: ripple.moved,
                CAUSES: self.describe_causes,
            },
        )
        super().__init__((column,), session)
        self._session = session
        self._people: PlayerNames | None = None
        self._pair: tuple[SystemRating, SystemRating] | None = None
        self._causes: dict[int, str] = {}

    @property
    def widest(self) -> float:
        """The largest rating change, in points."""
        return max((abs(ripple.moved) for ripple in self.rows), default=0.0)

    def show_pair(
        self,
        real: SystemRating | None,
        then: SystemRating | None,
        people: PlayerNames | None,
    ) -> None:
        """Show the players whose ratings differ between `real` and `then`."""
        self._people, self._pair, self._causes = people, None, {}
        ripples: tuple[Ripple, ...] = ()
        if real is not None and then is not None and people is not None:
            self._pair = real, then
            ripples = list_ripples(real, then)
        self.show_rows(ripples)

    def row_of(self, place: int) -> int | None:
        """Return the row in the section of the player in a row of the list."""
        section = self._session.section
        numbers = [player.number for player in section.players] if section else []
        number = self.rows[place].number
        return numbers.index(number) if number in numbers else None

    def _list_figures(self, ripple: Ripple) -> tuple[str, str, str]:
        change = format_change(ripple.moved, 2)
        return format_whole(ripple.before), format_whole(ripple.after), change

    def _describe_aloud(self, ripple: Ripple) -> str:
        before, after, change = self._list_figures(ripple)
        return (
            f"{self._format_name(ripple)}: {before} becomes {after}, {change}. "
            f"{self.describe_causes(ripple)}"
        )

    def _format_name(self, ripple: Ripple) -> str:
        return (
            ""
            if self._pair is None or self._people is None
            else self._people.full_name_of(self._pair[0].places[ripple.number])
        )

    def describe_causes(self, ripple: Ripple) -> str:
        """Return the causes of a rating change, the strongest first; each text is made once."""
        if ripple.number not in self._causes:
            self._causes[ripple.number] = self._find_causes(ripple)
        return self._causes[ripple.number]

    def _find_causes(self, ripple: Ripple) -> str:
        if self._pair is None:
            return ""
        real, then = self._pair
        found = explain_change(real.trace, then.trace, real.places[ripple.number])
        strengths = [reason for reason in found if reason.place is not None]
        parts = []
        if len(strengths) < len(found):
            parts.append("the player\N{RIGHT SINGLE QUOTATION MARK}s own result")
        if strengths:
            words = "; ".join(map(self._describe_strength, strengths))
            parts.append(f"opponents whose Step 4 ratings changed: {words}")
        because = ", and ".join(parts)
        return (
            f"Because of {because}."
            if len(parts) > 1 or not strengths
            else (f"{because[0].upper()}{because[1:]}.")
        )

    def _describe_strength(self, reason: RatingChangeReason) -> str:
        name = (
            "" if self._people is None else self._people.full_name_of(reason.place or 0)
        )
        return f"{name} {reason.before:.1f} \N{RIGHTWARDS ARROW} {reason.after:.1f}"


class MoversList(QListView):
    """The list of players: a line of figures for each player, with the causes below it."""

    def __init__(self, model: MoversModel, theme: Theme) -> None:
        super().__init__(resizeMode=QListView.ResizeMode.Adjust)
        self.theme = theme
        self.movers = model
        name_widget(self, "movers", "Changed ratings, the largest change first")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        name_widget(
            self.verticalScrollBar(), "moversDown", "Scroll the changed ratings"
        )
        self.setMinimumSize(8 * UNIT, 6 * UNIT)
        self.setModel(model)
        self.setItemDelegate(MoversDelegate(self))
        theme.changed.connect(self.doItemsLayout)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Measure the rows again, because the causes may need more or fewer lines."""
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.scheduleDelayedItemsLayout()


class MoversDelegate(QStyledItemDelegate):
    """Paints the name, the ratings, the change with a bar, and the causes."""

    def __init__(self, view: MoversList) -> None:
        super().__init__(view)
        self._view = view
        self._heights: dict[str, int] = {}
        self._laid_out: tuple[int, str] | None = None

    def _measure_width(self) -> int:
        return max(self._view.viewport().width() - 3 * UNIT, 1)

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the height of a row: its figures and its causes."""
        theme = self._view.theme
        causes = self._measure_height(str(index.data(CAUSES)))
        lines = QFontMetrics(theme.make_font()).height() * (
            2 if self._has_folded_causes() else 1
        )
        return QSize(
            self._measure_width() + 3 * UNIT, lines + causes + UNIT + UNIT // 2
        )

    def _measure_height(self, causes: str) -> int:
        """Return the height of the causes at the current width and type size, measured once."""
        font = self._view.theme.make_font(0.9)
        now = self._measure_width(), font.key()
        if now != self._laid_out:
            self._laid_out, self._heights = now, {}
        if causes not in self._heights:
            needed = QFontMetrics(font).boundingRect(
                QRect(0, 0, self._measure_width(), 10_000), WRAPPED, causes
            )
            self._heights[causes] = needed.height()
        return self._heights[causes]

    def _has_folded_causes(self) -> bool:
        """Return whether the figures are on a line below the name."""
        digit = QFontMetrics(self._view.theme.make_font()).horizontalAdvance("0")
        return self._measure_width() < 42 * digit

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: Index
    ) -> None:
        """Paint the row of one player."""
        theme = self._view.theme
        colors = theme.colors
        painter.save()
        rect: QRect = option.rect
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect.adjusted(0, 0, 0, -1), QColor(colors.selected))
        painter.setPen(QColor(colors.line))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        inner = rect.adjusted(2 * UNIT, UNIT // 2, -UNIT, -UNIT // 2)
        font = theme.make_font()
        high = QFontMetrics(font).height()
        line = QRect(inner.left(), inner.top(), inner.width(), high)
        room = QRect(line)
        if self._has_folded_causes():
            line.translate(0, high)
        else:
            room.adjust(0, 0, -self._figures_wide(), 0)
        self._paint_figures(painter, line, index)
        name = QFontMetrics(font).elidedText(
            str(index.data()), Qt.TextElideMode.ElideRight, room.width()
        )
        _write_text(
            painter, font, colors.text, room, Qt.AlignmentFlag.AlignVCenter, name
        )
        below = inner.adjusted(0, line.bottom() + 1 - inner.top(), 0, 0)
        small, causes = theme.make_font(0.9), str(index.data(CAUSES))
        _write_text(painter, small, colors.soft, below, WRAPPED, causes)
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QColor(colors.accent))
            painter.drawRect(rect.adjusted(0, 0, -1, -2))
        painter.restore()

    def _figures_wide(self) -> int:
        metrics = QFontMetrics(self._view.theme.make_font(strong=True))
        return (
            metrics.horizontalAdvance("0000 \N{RIGHTWARDS ARROW} 0000  +000.00")
            + 9 * UNIT
        )

    def _paint_figures(self, painter: QPainter, line: QRect, index: Index) -> None:
        """Draw the two ratings, the change, and a bar to the left for a loss, right for a gain."""
        theme = self._view.theme
        colors = theme.colors
        before, after, change = index.data(FIGURES)
        moved = float(index.data(MOVED))
        metrics = QFontMetrics(theme.make_font(strong=True))
        tone = QColor(colors.gain if moved > 0 else colors.loss)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        bar = QRect(line.right() - 8 * UNIT, line.top(), 8 * UNIT, line.height())
        middle = bar.center()
        size = round(bar.width() / 2 * abs(moved) / (self._view.movers.widest or 1.0))
        left = middle.x() - (size if moved < 0 else 0)
        painter.fillRect(QRect(left, middle.y() - 3, max(size, 1), 7), tone)
        painter.setPen(QColor(colors.pale))
        painter.drawLine(middle.x(), bar.top() + 2, middle.x(), bar.bottom() - 2)
        size_of_change = metrics.horizontalAdvance("+000.00")
        place = QRect(
            bar.left() - UNIT - size_of_change,
            line.top(),
            size_of_change,
            line.height(),
        )
        _write_text(painter, theme.make_font(), tone, place, right, change)
        ratings = QRect(
            line.left(), line.top(), place.left() - UNIT - line.left(), line.height()
        )
        strong = theme.make_font(strong=True)
        _write_text(painter, strong, colors.text, ratings, right, after)
        ratings.adjust(0, 0, -metrics.horizontalAdvance(f"{after} "), 0)
        before = f"{before} \N{RIGHTWARDS ARROW}"
        _write_text(painter, theme.make_font(), colors.soft, ratings, right, before)


def _write_text(
    painter: QPainter,
    font: QFont,
    color: str | QColor,
    room: QRect,
    flags: int | Qt.AlignmentFlag,
    text: str,
) -> None:
    painter.setFont(font)
    painter.setPen(QColor(color))
    painter.drawText(room, flags, text)
