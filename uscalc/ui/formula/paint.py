"""Paints formulas that are set, on the screen and in pictures."""

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from uscalc.ui.formula.boxes import FormulaBox, LetterMark
from uscalc.ui.formula.font import formula_font


def paint_formula(
    painter: QPainter,
    box: FormulaBox,
    x: float,
    baseline: float,
    colour: QColor,
    outlined: bool = False,
) -> None:
    """Paint a set formula with its left end at `x`; `outlined` turns letters into shapes."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colour))
    for mark in box.marks:
        if isinstance(mark, LetterMark):
            font = formula_font(mark.size)
            place = QPointF(x + mark.x, baseline + mark.y)
            if outlined:
                path = QPainterPath()
                path.addText(place, font, mark.text)
                painter.fillPath(path, colour)
            else:
                painter.setFont(font)
                painter.drawText(place, mark.text)
        else:
            painter.fillPath(
                mark.path.translated(x + mark.x, baseline + mark.y), colour
            )
    painter.restore()
