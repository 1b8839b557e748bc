"""A small drawing of the glossary, painted in the window's colors."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QImage,
    QPainter,
    QPen,
    QPolygonF,
)

from uscalc.explain.glossary import (
    DOT,
    LETTERS,
    STROKE,
    Box,
    Dot,
    Label,
    Sketch,
    Stroke,
)
from uscalc.ui.theme.colours import Colours


def paint_sketch(
    painter: QPainter, sketch: Sketch, rect: QRectF, colours: Colours, font: QFont
) -> None:
    """Paint the drawing as large as it fits into a rectangle, at its top left."""
    scale = min(rect.width() / sketch.width, rect.height() / sketch.height)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(rect.topLeft())
    painter.scale(scale, scale)
    letters = QFont(font)
    letters.setPixelSize(round(LETTERS))
    painter.setFont(letters)
    for shape in sketch.shapes:
        colour = _colour(shape.colour, colours)
        if isinstance(shape, Stroke):
            dashes = Qt.PenStyle.DashLine if shape.dashed else Qt.PenStyle.SolidLine
            painter.setPen(QPen(colour, STROKE, dashes))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPolyline(QPolygonF([QPointF(x, y) for x, y in shape.points]))
        elif isinstance(shape, Box):
            painter.fillRect(
                QRectF(shape.x, shape.y, shape.width, shape.height), colour
            )
        elif isinstance(shape, Dot):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour)
            painter.drawEllipse(QPointF(shape.x, shape.y), DOT, DOT)
        else:
            _write(painter, shape, colour, QFontMetricsF(letters))
    painter.restore()


def _colour(role: str, colours: Colours) -> QColor:
    """Return the color of a role; a drawing lies on a raised card."""
    return QColor(getattr(colours, "surface" if role == "ground" else role))


def _write(
    painter: QPainter, label: Label, colour: QColor, metrics: QFontMetricsF
) -> None:
    wide = metrics.horizontalAdvance(label.text)
    left = label.x - {"start": 0.0, "middle": wide / 2, "end": wide}[label.anchor]
    painter.setPen(colour)
    painter.drawText(QPointF(left, label.y), label.text)


def sketch_image(sketch: Sketch, colours: Colours, font: QFont, scale: float) -> QImage:
    """Return the drawing as a picture, a number of times its size."""
    image = QImage(
        round(sketch.width * scale),
        round(sketch.height * scale),
        QImage.Format.Format_ARGB32_Premultiplied,
    )
    image.fill(QColor(colours.raised))
    painter = QPainter(image)
    paint_sketch(painter, sketch, QRectF(image.rect()), colours, font)
    painter.end()
    return image
