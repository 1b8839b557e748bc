"""The look of a derivation's page: links, formulas, bars and gauges."""

from collections.abc import Sequence
from math import inf
from typing import Final

from msgspec import Struct
from PySide6.QtCore import QPointF, QRect, QRectF, QSizeF
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontInfo,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QPainterStateGuard,
    QPyTextObject,
    QTextDocument,
    QTextFormat,
)

from uscalc.explain.model import GaugeScale
from uscalc.ui.charts.chart_look import write_text
from uscalc.ui.charts.formula_boxes import FormulaBox, paint_formula
from uscalc.ui.session.session import Session
from uscalc.ui.theme.hints import describe_finding
from uscalc.ui.theme.theme import Colors

FOLD: Final = "fold:"
HINT: Final = "hint:"
TERM: Final = "word:"
SHOW: Final = "show:"
PLAYER: Final = "player:"
"""Links that show or hide details, have a tooltip, lead to a term's meaning, to the
moment of a line in the explorer, or to a player."""


class PageStyle(Struct, frozen=True):
    """The look of a page: colors, the font of its words, and the zoom.

    If `narrow` is True, there is no room for a table of games with all columns, or for
    values beside their formulas. Drawings wider than `room`, in pixels, are scaled
    down.
    """

    colors: Colors
    font: QFont
    scale: float
    narrow: bool = False
    room: float = inf

    @property
    def points(self) -> float:
        """The type size of the words, in points."""
        return QFontInfo(self.font).pointSizeF()

    def scaled_size(self, part: float) -> str:
        """Return a type size for the page's CSS; `part` is its ratio to the size of the words."""
        return f"{self.points * part:.1f}pt"

    @property
    def pixels(self) -> int:
        """The type size of the words, in pixels."""
        return QFontInfo(self.font).pixelSize()


NOBODY = "This section has no players yet. Press F4 to register members."
MOST = 4
"""The most reasons that are listed; further ones are only counted."""


def what_stops(session: Session) -> list[str]:
    """Return a sentence for each problem that prevents rating the selected section."""
    section, system = session.find_section_rating(), session.selection.system
    return [
        describe_finding(finding, session.document)
        for finding in (section.findings if section else ())
        if finding.stops_rating and finding.system in (None, system)
    ]


def why_not(session: Session) -> tuple[str, tuple[str, ...]]:
    """Return a title and sentences that explain why a selection has no rating."""
    if session.player is None or session.section is None:
        return "No players yet", (NOBODY,)
    stops = (
        ["Its section type is unrated, so it does not count for ratings."]
        if session.section.kind == "unrated"
        else [f"{reason}." for reason in what_stops(session)]
    )
    more = len(stops) - MOST
    tail = (f"And {more} more.",) if more > 0 else ()
    return "This section isn't rated", (*stops[:MOST], *tail)


BAR: Final = (56.0, 12.0)
GAUGE: Final = (208.0, 40.0)
"""The width and height at 100 percent, in pixels."""
SCENE: Final = (18.0, 10.0)
TRACK: Final = 6.0


class FormulaPiece(Struct, frozen=True):
    """A part of a typeset formula; `whole` is the formula as text, `group` the formula's number."""

    box: FormulaBox
    whole: str
    group: int

    @property
    def size(self) -> QSizeF:
        """The size in pixels."""
        return QSizeF(self.box.width, self.box.ascent + self.box.descent)


class BarMark(Struct, frozen=True):
    """The expected score of a game as a bar, with its result; `scale` is the zoom."""

    expected: float
    result: float
    scale: float

    @property
    def size(self) -> QSizeF:
        """The size in pixels."""
        return QSizeF(BAR[0] * self.scale, BAR[1] * self.scale)


class GaugeMark(Struct, frozen=True):
    """A gain compared with the bonus threshold, with labels."""

    scale_of: GaugeScale
    gain: str
    threshold: str
    font: QFont
    scale: float

    @property
    def size(self) -> QSizeF:
        """The size in pixels."""
        return QSizeF(GAUGE[0] * self.scale, GAUGE[1] * self.scale)


class SceneMark(Struct, frozen=True):
    """A small rating axis with a marker: the link that shows a line in the explorer."""

    scale: float

    @property
    def size(self) -> QSizeF:
        """The size in pixels."""
        return QSizeF(SCENE[0] * self.scale, SCENE[1] * self.scale)


Drawn = FormulaPiece | BarMark | GaugeMark | SceneMark


def paint_drawn(
    painter: QPainter, drawn: Drawn, rect: QRectF, colors: Colors, outlined: bool
) -> None:
    """Paint one drawing into a rectangle."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if isinstance(drawn, FormulaPiece):
        baseline = rect.top() + drawn.box.ascent
        paint_formula(
            painter, drawn.box, rect.left(), baseline, QColor(colors.soft), outlined
        )
    elif isinstance(drawn, BarMark):
        _paint_bar(painter, drawn, rect, colors)
    elif isinstance(drawn, SceneMark):
        # Draw an axis with a marker, like the explorer's.
        scale, middle = drawn.scale, rect.center().y()
        left = rect.left() + 4 * scale
        axis = QRectF(left, middle - 0.75 * scale, 14 * scale, 1.5 * scale)
        _fill_rounded(painter, axis, colors.accent)
        knob = QRectF(left + 3 * scale, middle - 3.5 * scale, 7 * scale, 7 * scale)
        _fill_rounded(painter, knob, colors.accent, 3.5 * scale)
    else:
        _paint_gauge(painter, drawn, rect, colors, outlined)


def _fill_rounded(
    painter: QPainter, rect: QRectF, color: str, radius: float = 0.0
) -> None:
    path = QPainterPath()
    path.addRoundedRect(rect, radius, radius)
    painter.fillPath(path, QColor(color))


def _paint_bar(painter: QPainter, drawn: BarMark, rect: QRectF, colors: Colors) -> None:
    """Draw the expected score as a bar, the result as a mark, and a line between the two."""
    scale, expected, result = drawn.scale, drawn.expected, drawn.result
    high = TRACK * scale
    mark = 3.0 * scale
    left, width = rect.left() + mark / 2, rect.width() - mark
    top = rect.center().y() - high / 2
    _fill_rounded(painter, QRectF(left, top, width, high), colors.line, high / 3)
    reach = QRectF(left, top, width * expected, high)
    _fill_rounded(painter, reach, colors.edge, min(high / 3, reach.width() / 2))
    color = colors.gain if result >= expected else colors.loss
    start, end = sorted((left + width * expected, left + width * result))
    thin = 2.0 * scale
    middle = rect.center().y() - thin / 2
    _fill_rounded(painter, QRectF(start, middle, end - start, thin), color)
    at = left + width * result - mark / 2
    _fill_rounded(painter, QRectF(at, rect.top(), mark, rect.height()), color, mark / 3)


def _paint_gauge(
    painter: QPainter,
    drawn: GaugeMark,
    rect: QRectF,
    colors: Colors,
    outlined: bool,
) -> None:
    """Draw the gain from zero; the part beyond the threshold has another color."""
    scale, zoom = drawn.scale_of, drawn.scale
    high = TRACK * zoom
    metrics = QFontMetricsF(drawn.font)
    top = rect.top() + metrics.height() + 1.0 * zoom
    left, width = rect.left(), rect.width()

    def at(part: float) -> float:
        return left + part * width

    _fill_rounded(painter, QRectF(left, top, width, high), colors.line, high / 3)
    start, end = sorted((at(scale.zero), at(scale.gain)))
    fill = colors.loss if scale.gain < scale.zero else colors.edge
    _fill_rounded(painter, QRectF(start, top, end - start, high), fill)
    if scale.passed:
        beyond = QRectF(at(scale.threshold), top, end - at(scale.threshold), high)
        _fill_rounded(painter, beyond, colors.gain)
    thick = 2.0 * zoom
    _fill_rounded(
        painter,
        QRectF(at(scale.threshold) - thick / 2, top - 3 * zoom, thick, high + 6 * zoom),
        colors.text,
    )
    above = metrics.height() - metrics.descent() + rect.top() - 1.0 * zoom
    below = top + high + 2.0 * zoom + metrics.ascent()
    gain = colors.loss if scale.gain < scale.zero else colors.text
    for text, x, y, color in (
        (drawn.gain, at(scale.gain), above, gain),
        (drawn.threshold, at(scale.threshold), below, colors.pale),
    ):
        wide = metrics.horizontalAdvance(text)
        x = min(max(x - wide / 2, left), left + width - wide)
        write_text(painter, QPointF(x, y), text, drawn.font, QColor(color), outlined)


class PageObjects(QPyTextObject):
    """Draws the drawings of a page; the name of an image is the index of its drawing."""

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        self._drawn: Sequence[Drawn] = ()
        self._sizes: dict[str, QSizeF] = {}
        self._colors: Colors | None = None
        self.outlined = False
        document.documentLayout().registerHandler(
            QTextFormat.ObjectTypes.ImageObject.value, self
        )

    def set_drawings(self, drawn: Sequence[Drawn], colors: Colors) -> None:
        """Set the next page's drawings and colors."""
        self._drawn, self._colors = drawn, colors
        # Keep the sizes, because a layout asks for each of them many times.
        self._sizes = {str(i): each.size for i, each in enumerate(drawn)}

    def drawing_of(self, form: QTextFormat) -> Drawn | None:
        """Return the drawing of an image."""
        name = form.toImageFormat().name()
        return (
            None
            if not name.isdigit() or int(name) >= len(self._drawn)
            else self._drawn[int(name)]
        )

    def intrinsicSize(self, doc: QTextDocument, pos: int, form: QTextFormat) -> QSizeF:
        """Return the size of a drawing."""
        return self._sizes.get(form.toImageFormat().name(), QSizeF())

    def drawObject(
        self,
        painter: QPainter,
        rect: QRectF | QRect,
        doc: QTextDocument,
        pos: int,
        form: QTextFormat,
    ) -> None:
        """Paint a drawing at its place in the page."""
        found = self.drawing_of(form)
        if found is not None and self._colors is not None:
            with QPainterStateGuard(painter):
                paint_drawn(painter, found, QRectF(rect), self._colors, self.outlined)
