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
    GlossarySketch,
    SketchBox,
    SketchDot,
    SketchLabel,
    SketchStroke,
)
from uscalc.ui.theme.colours import Colors


def paint_sketch(
    painter: QPainter,
    sketch: GlossarySketch,
    rect: QRectF,
    colours: Colors,
    font: QFont,
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
        colour = _choose_color(shape.color, colours)
        if isinstance(shape, SketchStroke):
            dashes = Qt.PenStyle.DashLine if shape.dashed else Qt.PenStyle.SolidLine
            painter.setPen(QPen(colour, STROKE, dashes))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPolyline(QPolygonF([QPointF(x, y) for x, y in shape.points]))
        elif isinstance(shape, SketchBox):
            painter.fillRect(
                QRectF(shape.x, shape.y, shape.width, shape.height), colour
            )
        elif isinstance(shape, SketchDot):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour)
            painter.drawEllipse(QPointF(shape.x, shape.y), DOT, DOT)
        else:
            _draw_label(painter, shape, colour, QFontMetricsF(letters))
    painter.restore()


def _choose_color(role: str, colours: Colors) -> QColor:
    """Return the color of a role; a drawing lies on a raised card."""
    return QColor(getattr(colours, "surface" if role == "ground" else role))


def _draw_label(
    painter: QPainter, label: SketchLabel, colour: QColor, metrics: QFontMetricsF
) -> None:
    wide = metrics.horizontalAdvance(label.text)
    left = label.x - {"start": 0.0, "middle": wide / 2, "end": wide}[label.anchor]
    painter.setPen(colour)
    painter.drawText(QPointF(left, label.y), label.text)


def sketch_image(
    sketch: GlossarySketch, colours: Colors, font: QFont, scale: float
) -> QImage:
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
