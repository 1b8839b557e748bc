"""Set formulas in the mathematical font, and paint them."""

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QPainterPathStroker,
    QPainterStateGuard,
    QTransform,
)

from uscalc.explain.latex import (
    PRIME,
    LatexAtom,
    LatexFence,
    LatexFraction,
    LatexRoot,
    LatexRow,
    LatexScript,
    Node,
)
from uscalc.ui.charts.chart_look import write_text

PACKAGE: Final = "ziamath"
FILE: Final = "STIXTwoMath-Regular.ttf"
_CAPITALS, _SMALL = 0x1D434, 0x1D44E


@cache
def formula_family() -> str:
    """Return the family of the mathematical font, or an empty text if it isn't installed.

    Only the font file is read; the Python package that contains it is not imported.
    """
    found = find_spec(PACKAGE)
    for folder in (found.submodule_search_locations or ()) if found else ():
        path = Path(folder, "fonts", FILE)
        if path.is_file():
            families = QFontDatabase.applicationFontFamilies(
                QFontDatabase.addApplicationFont(str(path))
            )
            if families:
                return families[0]
    return ""


@cache
def formula_font(pixels: float) -> QFont:
    """Return the font of formulas at a size in pixels."""
    font = QFont()
    family = formula_family()
    if family:
        font.setFamily(family)
    font.setPixelSize(max(round(pixels), 1))
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return font


def slant_letters(letters: str) -> str:
    """Return letters in the slanted type that formulas use for variables."""
    return (
        "".join(_slant_letter(letter) for letter in letters)
        if formula_family()
        else letters
    )


def _slant_letter(letter: str) -> str:
    if letter == "h":
        return "\N{PLANCK CONSTANT}"
    if "A" <= letter <= "Z":
        return chr(_CAPITALS + ord(letter) - ord("A"))
    return chr(_SMALL + ord(letter) - ord("a")) if "a" <= letter <= "z" else letter


# All lengths are relative to the size of the letters.
AXIS: Final = 0.26
RULE: Final = 0.055
GAP: Final = 0.14
IN_FRACTION: Final = 0.9
IN_SCRIPT: Final = 0.7
SMALLEST: Final = 0.62
"""The least type size of any part, relative to the whole formula's."""
SPACES: Final = {"binary": (0.22, 0.22), "relation": (0.28, 0.28), "comma": (0.0, 0.25)}
HEIGHTS: Final = {"number": (0.68, 0.02), "word": (0.7, 0.22), "comma": (0.1, 0.16)}
NAME_HEIGHTS: Final = (0.7, 0.2)
SIGN_HEIGHTS: Final = (0.52, 0.02)


class LetterMark(Struct, frozen=True):
    """A text of a formula: its start on the baseline, and its size in pixels."""

    x: float
    y: float
    text: str
    size: float


class ShapeMark(Struct, frozen=True):
    """A filled shape of a formula: its outline, and its position."""

    x: float
    y: float
    path: QPainterPath


Mark = LetterMark | ShapeMark


class FormulaBox(Struct, frozen=True):
    """A part of a formula, ready to paint: marks, and the size around the baseline in pixels."""

    width: float
    ascent: float
    descent: float
    marks: tuple[Mark, ...] = ()


@lru_cache(maxsize=4096)
def set_formula(piece: LatexRow, size: float) -> FormulaBox:
    """Typeset a formula, or a part of one, at a size in pixels."""
    return _FormulaSetter(size).set_row(piece, size)


def same_height(boxes: Sequence[FormulaBox]) -> list[FormulaBox]:
    """Return the parts of a formula with the height of the tallest, so that they fit in a row."""
    ascent = max((box.ascent for box in boxes), default=0.0)
    descent = max((box.descent for box in boxes), default=0.0)
    return [FormulaBox(box.width, ascent, descent, box.marks) for box in boxes]


@lru_cache(maxsize=4096)
def _measure_advance(text: str, size: float) -> float:
    return QFontMetricsF(formula_font(size)).horizontalAdvance(text)


def _move_marks(marks: Iterable[Mark], x: float, y: float) -> list[Mark]:
    return [
        LetterMark(mark.x + x, mark.y + y, mark.text, mark.size)
        if isinstance(mark, LetterMark)
        else ShapeMark(mark.x + x, mark.y + y, mark.path)
        for mark in marks
    ]


def _make_rectangle(x: float, y: float, width: float, height: float) -> ShapeMark:
    path = QPainterPath()
    path.addRect(QRectF(0.0, 0.0, width, height))
    return ShapeMark(x, y, path)


@lru_cache(maxsize=1024)
def _make_bracket(text: str, reach: float, size: float) -> FormulaBox:
    """Return a bracket stretched to the height of its contents, around the formula's axis."""
    width = _measure_advance(text, size)
    if reach <= 0.56 * size:
        return FormulaBox(
            width, 0.74 * size, 0.2 * size, (LetterMark(0.0, 0.0, text, size),)
        )
    path = QPainterPath()
    path.addText(0.0, 0.0, formula_font(size), text)
    bounds = path.boundingRect()
    axis = AXIS * size
    stretch = 2 * reach / bounds.height() if bounds.height() else 1.0
    moved = QTransform().translate(0.0, -axis).scale(1.0, stretch)
    moved.translate(0.0, -bounds.center().y())
    return FormulaBox(
        width, axis + reach, reach - axis, (ShapeMark(0.0, 0.0, moved.map(path)),)
    )


class _FormulaSetter:
    """Typesets the parts of a formula; none gets smaller than `SMALLEST`."""

    def __init__(self, size: float) -> None:
        self._least = size * SMALLEST

    def set_row(self, row: LatexRow, size: float) -> FormulaBox:
        marks: list[Mark] = []
        x = ascent = descent = 0.0
        for place, part in enumerate(row.parts):
            kind = part.kind if isinstance(part, LatexAtom) else ""
            before, after = SPACES.get(kind, (0.0, 0.0))
            if not place and not row.joins:
                before = 0.0
            box = self._set_node(part, size)
            x += before * size
            marks += _move_marks(box.marks, x, 0.0)
            x += box.width + after * size
            ascent, descent = max(ascent, box.ascent), max(descent, box.descent)
        return FormulaBox(x, ascent, descent, tuple(marks))

    def _set_node(self, node: Node, size: float) -> FormulaBox:
        if isinstance(node, LatexAtom):
            return self._set_atom(node, size)
        if isinstance(node, LatexRow):
            return self.set_row(node, size)
        if isinstance(node, LatexFraction):
            return self._set_fraction(node, size)
        if isinstance(node, LatexRoot):
            return self._set_root(node, size)
        return (
            self._set_fence(node, size)
            if isinstance(node, LatexFence)
            else self._set_script(node, size)
        )

    def _set_atom(self, atom: LatexAtom, size: float) -> FormulaBox:
        text = slant_letters(atom.text) if atom.kind == "name" else atom.text
        ascent, descent = HEIGHTS.get(atom.kind, SIGN_HEIGHTS)
        if atom.kind == "name":
            ascent, descent = NAME_HEIGHTS if atom.text.islower() else (0.7, 0.03)
        return FormulaBox(
            _measure_advance(text, size),
            ascent * size,
            descent * size,
            (LetterMark(0.0, 0.0, text, size),),
        )

    def _set_fraction(self, node: LatexFraction, size: float) -> FormulaBox:
        inner = max(size * IN_FRACTION, self._least)
        above, below = self.set_row(node.above, inner), self.set_row(node.below, inner)
        side, thick = 0.1 * size, max(RULE * size, 1.0)
        width = max(above.width, below.width) + 4 * side
        axis, gap = AXIS * size, GAP * size
        up = axis + thick / 2 + gap + above.descent
        down = thick / 2 + gap + below.ascent - axis
        marks = [
            *_move_marks(above.marks, (width - above.width) / 2, -up),
            *_move_marks(below.marks, (width - below.width) / 2, down),
            _make_rectangle(side, -axis - thick / 2, width - 2 * side, thick),
        ]
        return FormulaBox(width, up + above.ascent, down + below.descent, tuple(marks))

    def _set_root(self, node: LatexRoot, size: float) -> FormulaBox:
        inner = self.set_row(node.inner, size)
        thick, sign = max(RULE * size, 1.0), 0.62 * size
        top = inner.ascent + 0.12 * size
        low = inner.descent + 0.06 * size
        hook = QPainterPath(QPointF(0.0, -0.26 * size))
        hook.lineTo(0.13 * size, -0.34 * size)
        hook.lineTo(0.32 * size, low)
        hook.lineTo(sign, -top)
        hook.lineTo(sign + inner.width + 0.08 * size, -top)
        stroker = QPainterPathStroker()
        stroker.setWidth(thick)
        stroker.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        marks = [
            ShapeMark(0.0, 0.0, stroker.createStroke(hook).simplified()),
            *_move_marks(inner.marks, sign + 0.04 * size, 0.0),
        ]
        width = sign + inner.width + 0.14 * size
        return FormulaBox(width, top + thick, low + thick / 2, tuple(marks))

    def _set_fence(self, node: LatexFence, size: float) -> FormulaBox:
        inner = self.set_row(node.inner, size)
        reach = max(inner.ascent - AXIS * size, inner.descent + AXIS * size)
        left, right = (_make_bracket(text, reach, size) for text in "()")
        marks = [
            *left.marks,
            *_move_marks(inner.marks, left.width, 0.0),
            *_move_marks(right.marks, left.width + inner.width, 0.0),
        ]
        return FormulaBox(
            left.width + inner.width + right.width,
            max(inner.ascent, left.ascent),
            max(inner.descent, left.descent),
            tuple(marks),
        )

    def _set_script(self, node: LatexScript, size: float) -> FormulaBox:
        base = self._set_node(node.base, size)
        small = max(size * IN_SCRIPT, self._least)
        marks = list(base.marks)
        width, ascent, descent = 0.0, base.ascent, base.descent
        if node.above is not None:
            # In this font, a prime is already raised.
            primed = node.above.parts[0] == PRIME
            above = self.set_row(node.above, size if primed else small)
            up = 0.0 if primed else max(0.36 * size, base.ascent - 0.3 * size)
            marks += _move_marks(above.marks, base.width + 0.02 * size, -up)
            width, ascent = above.width, max(ascent, up + above.ascent)
        if node.below is not None:
            below = self.set_row(node.below, small)
            down = 0.2 * size
            marks += _move_marks(below.marks, base.width, down)
            width, descent = max(width, below.width), max(descent, down + below.descent)
        return FormulaBox(
            base.width + width + 0.05 * size, ascent, descent, tuple(marks)
        )


def paint_formula(
    painter: QPainter,
    box: FormulaBox,
    x: float,
    baseline: float,
    color: QColor,
    outlined: bool = False,
) -> None:
    """Paint a typeset formula with its left end at `x`; `outlined` paints letters as shapes."""
    with QPainterStateGuard(painter):
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for mark in box.marks:
            if isinstance(mark, LetterMark):
                font = formula_font(mark.size)
                place = QPointF(x + mark.x, baseline + mark.y)
                write_text(painter, place, mark.text, font, color, outlined)
            else:
                painter.fillPath(
                    mark.path.translated(x + mark.x, baseline + mark.y), color
                )
