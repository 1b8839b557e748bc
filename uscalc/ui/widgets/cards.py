"""Cards with large figures: one for loss, draw and win, or one for every score."""

from collections.abc import Hashable, Sequence
from functools import partial
from typing import Final, NamedTuple

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from uscalc.analysis.forecast_model import ForecastLine, OwnPendingGame
from uscalc.analysis.goals import TargetReach, evaluate_target
from uscalc.analysis.spread import RatingInterval
from uscalc.explain.numbers import MINUS, format_points, format_whole_rating
from uscalc.report.as_answer import describe_change
from uscalc.report.as_sheet import describe_line, make_target_sentence
from uscalc.report.forecast_words import (
    EVEN,
    describe_interval,
    describe_reach,
    describe_way,
    format_percent,
)
from uscalc.ui.theme.menu_text import escape_hint
from uscalc.ui.theme.theme import UNIT, Colors, Theme
from uscalc.ui.widgets.building import name_widget, set_ink
from uscalc.ui.widgets.layouts import FlowLayout

LARGE: Final = 1.9
MIDDLE: Final = 1.1
SMALL: Final = 0.9
ROUND: Final = 6


class FigureCardText(NamedTuple):
    """The content of a card.

    `title` has `beside` to its right. `change` is a difference with its sign, to the
    right of the large `figure`. Below are `lines`, and then `verdict`, in bold if it is
    `good`. A click emits `key`, if it is not None. Screen readers read `words`; `hint`
    is the tooltip.
    """

    title: str
    beside: str
    figure: str
    lines: tuple[str, ...]
    verdict: str
    good: bool
    words: str
    hint: str
    key: Hashable = None
    change: str = ""


class FigureCard(QAbstractButton):
    """A card; it looks pressed while it shows the selected result."""

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.card = FigureCardText("", "", "", (), "", False, "", "")
        self.marked = False
        self._least, self._lines = "", 2
        self._width = 0
        name_widget(self, name)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)

    def show_card(
        self, card: FigureCardText, marked: bool, least: str, lines: int
    ) -> None:
        """Show a content; the card is at least as wide as `least`, and `lines` lines high."""
        new = card, marked, least, lines
        if new == (self.card, self.marked, self._least, self._lines):
            return
        self.card, self.marked, self._least, self._lines = new
        self.setAccessibleName(card.words)
        self.setToolTip(escape_hint(card.hint))
        takes = card.key is not None
        self.setFocusPolicy(
            Qt.FocusPolicy.StrongFocus if takes else Qt.FocusPolicy.NoFocus
        )
        self.setCursor(
            Qt.CursorShape.PointingHandCursor if takes else Qt.CursorShape.ArrowCursor
        )
        self.updateGeometry()
        self.update()

    # Size

    def _measure_heights(self) -> tuple[int, int]:
        """Return the height of a line of small type, and of the figure."""
        small = QFontMetrics(self._theme.make_font(SMALL)).height()
        return small, QFontMetrics(self._theme.make_font(LARGE, strong=True)).height()

    def natural_width(self) -> int:
        """Return the width of the widest line."""
        small = QFontMetrics(self._theme.make_font(SMALL))
        strong = QFontMetrics(self._theme.make_font(SMALL, strong=True))
        large = QFontMetrics(self._theme.make_font(LARGE, strong=True))
        card = self.card
        head = strong.horizontalAdvance(card.title) + UNIT
        wide = max(
            head + small.horizontalAdvance(card.beside),
            large.horizontalAdvance(card.figure or "0000") + self._beside_figure(),
            strong.horizontalAdvance(card.verdict),
            small.horizontalAdvance(self._least),
            *(small.horizontalAdvance(line) for line in card.lines),
        )
        return wide + 3 * UNIT

    def _beside_figure(self) -> int:
        """Return the width of the change beside the figure, with the gap."""
        if not self.card.change:
            return 0
        middle = QFontMetrics(self._theme.make_font(MIDDLE, strong=True))
        return UNIT + middle.horizontalAdvance(self.card.change)

    def set_width(self, width: int) -> None:
        """Set the width, which is the same for all cards of a row."""
        if width != self._width:
            self._width = width
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Return its width, and the height of its lines."""
        line, figure = self._measure_heights()
        wide = max(self._width, self.natural_width())
        return QSize(wide, line * (2 + self._lines) + figure + 2 * UNIT)

    def minimumSizeHint(self) -> QSize:
        """Return the usual size, so that nothing is cut off."""
        return self.sizeHint()

    # Painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint title, figure, lines and verdict."""
        card, colors = self.card, self._theme.colors
        line, figure = self._measure_heights()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            active = self.marked or self.hasFocus() or (self.underMouse() and card.key)
            set_ink(
                painter,
                QPen(QColor(colors.accent if active else colors.line), 1),
                QColor(colors.selected if self.marked else colors.raised),
            )
            edge = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
            painter.drawRoundedRect(edge, ROUND, ROUND)
            room = edge.adjusted(1.5 * UNIT, UNIT, -1.5 * UNIT, -UNIT)
            small, strong = (
                self._theme.make_font(SMALL),
                self._theme.make_font(SMALL, strong=True),
            )
            left, right = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight
            top = QRectF(room.left(), room.top(), room.width(), line)
            _draw_text(painter, top, left, strong, colors.soft, card.title)
            _draw_text(painter, top, right, small, colors.pale, card.beside)
            large = self._theme.make_font(LARGE, strong=True)
            top.translate(0, line)
            top.setHeight(figure)
            _draw_text(painter, top, left, large, colors.text, card.figure)
            if card.change:
                behind = QFontMetrics(large).horizontalAdvance(card.figure) + UNIT
                tone = _choose_tone(card.change, colors)
                middle = self._theme.make_font(MIDDLE, strong=True)
                _draw_text(
                    painter,
                    top.adjusted(behind, 0, 0, 0),
                    left,
                    middle,
                    tone,
                    card.change,
                )
            top.translate(0, figure)
            top.setHeight(line)
            for text in card.lines:
                _draw_text(painter, top, left, small, colors.pale, text)
                top.translate(0, line)
            top.moveTop(room.bottom() - line)
            font = strong if card.good else small
            tone = colors.accent if card.good else colors.soft
            _draw_text(painter, top, left, font, tone, card.verdict)


class FigureCards(QWidget):
    """Cards in rows; `chosen` is emitted with the key of a clicked card."""

    chosen = Signal(object)

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self._theme = theme
        self.cards: list[FigureCard] = []
        name_widget(self, name, look="page")
        self._flow = FlowLayout(self)
        policy = self.sizePolicy()
        policy.setHeightForWidth(True)
        policy.setVerticalPolicy(QSizePolicy.Policy.Minimum)
        self.setSizePolicy(policy)

    def show_cards(
        self,
        cards: Sequence[FigureCardText],
        marked: Hashable = None,
        least: str = "",
        lines: int = 2,
    ) -> None:
        """Show these cards; the one with the key `marked` looks pressed."""
        while len(self.cards) < len(cards):
            place = len(self.cards)
            made = FigureCard(self._theme, f"{self.objectName()}{place + 1}", self)
            made.clicked.connect(partial(self._emit_chosen, made))
            self._flow.addWidget(made)
            self.cards.append(made)
        for place, holder in enumerate(self.cards):
            if place < len(cards):
                card = cards[place]
                chosen = marked is not None and card.key == marked
                holder.show_card(card, chosen, least, lines)
            holder.setVisible(place < len(cards))
        seen = self.cards[: len(cards)]
        widest = max((holder.natural_width() for holder in seen), default=0)
        for holder in seen:
            holder.set_width(widest)
        self.updateGeometry()

    def list_shown(self) -> list[FigureCardText]:
        """Return the contents of the visible cards."""
        return [holder.card for holder in self.cards if not holder.isHidden()]

    def _emit_chosen(self, holder: FigureCard, _checked: bool = False) -> None:
        if holder.card.key is not None:
            self.chosen.emit(holder.card.key)


def _choose_tone(change: str, colors: Colors) -> str:
    """Return the color of a change, which repeats what its sign says."""
    if change.startswith("+"):
        return colors.gain
    return colors.loss if change.startswith(MINUS) else colors.soft


def _draw_text(
    painter: QPainter,
    room: QRectF,
    side: Qt.AlignmentFlag,
    font: QFont,
    color: str,
    text: str,
) -> None:
    painter.setFont(font)
    painter.setPen(QColor(color))
    painter.drawText(room, side | Qt.AlignmentFlag.AlignVCenter, text)


SHARE: Final = 0.95
"""The "usual" ratings are those with this share of the chances."""


def line_card(
    line: ForecastLine,
    own: Sequence[OwnPendingGame],
    target: float | None,
    key: Hashable,
    title: str = "",
    before: float | None = None,
) -> FigureCardText:
    """Return the card of a combination or a score; if `title` is given, it shows no chance.

    `before` is the rating from which the change is counted; None if there is none.
    """
    name = title or describe_way(line, own)
    beside = (
        format_percent(line.chance)
        if own and not title and line.chance is not None
        else ""
    )
    usual = RatingInterval(*line.spread.find_middle_range(SHARE))
    lines = []
    if usual.open and usual != line.range:
        lines.append(f"usually {describe_interval(usual)}")
    if line.range.open:
        lines.append(f"always {describe_interval(line.range)}")
    verdict, good = "", False
    if target is not None:
        found = evaluate_target(line, target)
        verdict, good = verdict_words(found), found.how == "certain"
    moved = describe_change(before, line.value)
    words = f"{name}: {describe_line(line)}"
    if moved:
        words += f", a change of {moved}"
    if beside:
        words += f"; chance {beside}"
    hint = words
    if target is not None:
        words += f"; {target:g} {describe_reach(evaluate_target(line, target))}"
        hint = (
            f"{words}."
            if title
            else f"{make_target_sentence(name, found, target)} {hint}."
        )
    return FigureCardText(
        f"{name[:1].upper()}{name[1:]}",
        beside,
        format_whole_rating(line.value),
        tuple(lines),
        verdict,
        good,
        words,
        hint,
        key,
        moved,
    )


def verdict_words(found: TargetReach) -> str:
    """Return whether a target is reached, in a few words that fit on a card."""
    if found.how == "out of reach":
        return f"out of reach by {found.lacking}"
    share = 0.0 if found.chance is None else found.chance.share
    return (
        describe_reach(found)
        if found.how == "certain" or not 0.0 < share < 1.0
        else f"{'likely' if share >= EVEN else 'unlikely'}, {format_percent(share)}"
    )


def score_title(line: ForecastLine, own: Sequence[OwnPendingGame]) -> str:
    """Return the score in the unplayed games, for example "1.5 of 2"."""
    return f"{format_points(line.score)} of {len(own)}"


def least_width() -> str:
    """Return a text as wide as usual contents, so that cards rarely change their width."""
    return "usually 0000\N{EN DASH}0000"
