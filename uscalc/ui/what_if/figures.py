"""Figures computed when the sliders are at rest, and the rating range for each score."""

from itertools import takewhile
from typing import Final, NamedTuple

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from uscalc.analysis.one_player import ScoreRange, compute_score_ranges
from uscalc.analysis.spread import RatingInterval
from uscalc.counted import choose_plural, count_in_words
from uscalc.document.model import Document, Section
from uscalc.document.queries.scenario import (
    Outcome,
    WhatIfGame,
    apply_changes,
)
from uscalc.document.queries.ways import (
    LETTERS,
    FreeGames,
    compute_open_interval,
    find_free_games,
    rate_each_result,
)
from uscalc.document.rate.rated import SectionRating, SystemRating
from uscalc.engine.rounding import round_for_display
from uscalc.monitor import Monitor
from uscalc.rules.resolve import resolve_rules
from uscalc.ui.session.window_ratings import WindowRatings, rate_for_window
from uscalc.ui.theme.figures import format_whole, points_text
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import name_widget, set_ink


class WhatIfFigures(NamedTuple):
    """Ratings after a loss, draw and win of each game, for each score, and for missing data.

    `stops` has three texts for each game. `free` are the games that vary with the
    score; `lines` is None if there are too many. `open` is the range of the rating over
    all possible values of the missing data.
    """

    stops: tuple[tuple[str, ...], ...]
    lines: tuple[ScoreRange, ...] | None
    free: FreeGames | None
    open: RatingInterval | None


def compute_figures(
    document: Document,
    before: WindowRatings,
    index: int,
    section: Section,
    row: int,
    games: tuple[WhatIfGame, ...],
    section_rating: SectionRating | None,
    rating: SystemRating,
    monitor: Monitor,
) -> WhatIfFigures:
    """Return the figures of a row, whose computation takes longer than a frame.

    `before` are the ratings without the what-if results; `section_rating` and `rating`
    include them.
    """
    number = section.players[row].number

    def rate_fully(game: WhatIfGame, letter: str) -> str:
        """Rate the whole section with this result, and return the player's post-event rating."""
        monitor.check()
        edit = apply_changes(document, index, [Outcome(game.round, number, letter)])
        rated = rate_for_window(edit.document, resolve_rules, before).rating
        then = rated.sections[index].in_system(rating.system)
        return format_whole(find_displayed(then, number))

    made = rate_each_result(rating, section, row, games, monitor)
    three: tuple[tuple[str, ...], ...] = ()
    if made is not None:
        three = tuple(tuple(map(format_whole, posts)) for posts in made)
    elif not document.chain_sections:
        three = tuple(tuple(rate_fully(game, on) for on in LETTERS) for game in games)
    free = find_free_games(rating, section, row)
    lines = (
        None
        if free is None
        else compute_score_ranges(
            free.section, rating.trace.rules, free.place, free.free, monitor
        )
    )
    open_ = (
        None
        if section_rating is None
        else compute_open_interval(section_rating, rating, number, monitor)
    )
    return WhatIfFigures(three, lines, free, open_)


def find_displayed(rating: SystemRating | None, number: int) -> float | None:
    """Return a player's displayed post-event rating; None if the player has none."""
    if rating is None or number not in rating.places:
        return None
    post = rating.find_post(number)
    return None if post is None else float(round_for_display(post))


NARROWEST: Final = 4.0


class ScoreTable(QWidget):
    """A line for each score, with the ratings and a bar from the lowest to the highest."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.lines: tuple[ScoreRange, ...] = ()
        self._score: float | None = None
        name_widget(self, "scoreTable")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.show_lines((), None)

    def show_lines(self, lines: tuple[ScoreRange, ...], score: float | None) -> None:
        """Show the ratings for each score, and highlight the line of `score`."""
        self.lines, self._score = lines, score
        text = "; ".join(f"{points_text(x.score)}: {range_text(x)}" for x in lines)
        self.setAccessibleName(f"Ratings by score: {text}" if text else "No scores")
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return a size as high as all lines together."""
        return QSize(30 * UNIT, max(1, len(self.lines)) * self._measure_height())

    def minimumSizeHint(self) -> QSize:
        """Return a size with room for the ratings and a visible bar."""
        return QSize(20 * UNIT, self.sizeHint().height())

    def _measure_height(self) -> int:
        return QFontMetrics(self._theme.make_font()).height() + UNIT // 2

    def event(self, event: QEvent) -> bool:
        """Show a tooltip with the number of combinations of results that give a score."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            place = event.pos().y() // self._measure_height()
            if 0 <= place < len(self.lines):
                line = self.lines[place]
                text = (
                    f"{points_text(line.score)} {choose_plural(line.score, 'point')}, "
                    f"{count_in_words(line.ways, 'combination')} of results: "
                    f"{range_text(line)}"
                )
                QToolTip.showText(event.globalPos(), text, self)
            return True
        return super().event(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint all lines with bars on the same scale."""
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
            painter.drawText(
                QRectF(0, top, first - UNIT, height),
                Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter,
                points_text(line.score),
            )
            start = first + (line.low - low) * scale
            width = max((line.high - line.low) * scale, NARROWEST)
            start = min(start, first + room - width)
            bar = QRectF(start, top + height / 2 - 4, width, 8)
            set_ink(painter, None, QColor(colors.accent if here else colors.pale))
            painter.drawRoundedRect(bar, 2, 2)
            painter.setPen(QColor(colors.text))
            painter.drawText(
                QRectF(self.width() - last, top, last, height),
                Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter,
                range_text(line),
            )
        painter.end()


def describe_score_needed(
    lines: tuple[ScoreRange, ...], games: int, target: float, unplayed: bool
) -> str:
    """Return a sentence with the score in `games` varying games that gives the target rating.

    `lines` are the ranges of all scores, the highest score first.
    """
    of = f"of {count_in_words(games, 'unplayed game' if unplayed else 'game')}"
    base = lines[-1].score
    enough = list(takewhile(lambda line: line.low >= target, lines))
    possible = [line for line in lines if line.high >= target]
    if len(enough) == len(lines):
        return "Any score is enough."
    if not possible:
        most = points_text(lines[0].score - base)
        return f"Out of reach. {most} {of} gives {range_text(lines[0])}."
    least = possible[-1].score
    if not enough:
        return f"{points_text(least - base)} {of} might be enough."
    needed = enough[-1].score
    text = f"{points_text(needed - base)} {of}"
    if least < needed:
        text += f"; {points_text(least - base)} might be enough"
    return f"{text}."


def range_text(line: ScoreRange) -> str:
    """Return the lowest and highest rating of a score, or one rating if they are the same."""
    return str(line.low) if line.low == line.high else f"{line.low}–{line.high}"
