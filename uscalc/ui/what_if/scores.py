"""From a score to the range of ratings it can give, as bars on one scale."""

from typing import Final

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from uscalc.analysis.one_player import ScoreRange
from uscalc.counted import choose_plural, count_in_words
from uscalc.ui.theme.figures import points_text
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import name_widget

NARROWEST: Final = 4.0


class ScoreTable(QWidget):
    """One line a score: the score, a bar from lowest to highest, and both in figures."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.lines: tuple[ScoreRange, ...] = ()
        self._score: float | None = None
        name_widget(self, "scoreTable")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.show_lines((), None)

    def show_lines(self, lines: tuple[ScoreRange, ...], score: float | None) -> None:
        """Show these scores; `score` is the one that stands out."""
        self.lines, self._score = lines, score
        said = "; ".join(f"{points_text(x.score)}: {range_text(x)}" for x in lines)
        self.setAccessibleName(f"Ratings by score: {said}" if said else "No scores")
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return a line of text for each score."""
        return QSize(30 * UNIT, max(1, len(self.lines)) * self._measure_height())

    def minimumSizeHint(self) -> QSize:
        """Return no narrower than the figures and a bar that can be seen."""
        return QSize(20 * UNIT, self.sizeHint().height())

    def _measure_height(self) -> int:
        return QFontMetrics(self._theme.make_font()).height() + UNIT // 2

    def event(self, event: QEvent) -> bool:
        """Say how many ways a score has when the mouse rests on it."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            place = event.pos().y() // self._measure_height()
            if 0 <= place < len(self.lines):
                line = self.lines[place]
                point = choose_plural(line.score, "point")
                text = (
                    f"{points_text(line.score)} {point} in {count_in_words(line.ways, 'way')}: "
                    f"{range_text(line)}"
                )
                QToolTip.showText(event.globalPos(), text, self)
            return True
        return super().event(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Every line on the scale that all share."""
        if not self.lines:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        metrics = QFontMetrics(self._theme.make_font())
        height = self._measure_height()
        first = metrics.horizontalAdvance("00.0") + UNIT
        last = metrics.horizontalAdvance("0000–0000") + UNIT
        low = min(line.low for line in self.lines)
        high = max(line.high for line in self.lines)
        room = max(self.width() - first - last, 8 * UNIT)
        scale = room / max(high - low, 1)
        colors = self._theme.colors
        for place, line in enumerate(self.lines):
            top = place * height
            here = line.score == self._score
            if here:
                painter.fillRect(0, top, self.width(), height, QColor(colors.selected))
            painter.setFont(self._theme.make_font(strong=here))
            painter.setPen(QColor(colors.text))
            number = QRectF(0, top, first - UNIT, height)
            painter.drawText(
                number,
                Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter,
                points_text(line.score),
            )
            start = first + (line.low - low) * scale
            width = max((line.high - line.low) * scale, NARROWEST)
            start = min(start, first + room - width)
            bar = QRectF(start, top + height / 2 - 4, width, 8)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colors.accent if here else colors.pale))
            painter.drawRoundedRect(bar, 2, 2)
            painter.setPen(QColor(colors.text))
            words = QRectF(self.width() - last, top, last, height)
            painter.drawText(
                words,
                Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter,
                range_text(line),
            )
        painter.end()


def range_text(line: ScoreRange) -> str:
    """Return the lowest and the highest rating; one figure where they are the same."""
    if line.low == line.high:
        return str(line.low)
    return f"{line.low}–{line.high}"
