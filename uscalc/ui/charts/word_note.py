"""A note beside a line of text, with the meaning of a word, and a drawing."""

from typing import Final

from PySide6.QtCore import (
    QEvent,
    QObject,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QHideEvent,
    QImage,
    QKeyEvent,
    QPainter,
    QPainterStateGuard,
    QPen,
    QPixmap,
    QPolygonF,
    QShowEvent,
)
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QWidget

from uscalc.explain.glossary import (
    DOT,
    LETTERS,
    STROKE,
    GlossaryEntry,
    GlossarySketch,
    SketchBox,
    SketchDot,
    SketchLabel,
    SketchStroke,
)
from uscalc.ui.theme.theme import UNIT, Colors
from uscalc.ui.widgets.building import add_parts, make_column, name_widget, set_ink


def paint_sketch(
    painter: QPainter,
    sketch: GlossarySketch,
    rect: QRectF,
    colors: Colors,
    font: QFont,
) -> None:
    """Paint a drawing at the top left of a rectangle, as large as fits."""
    scale = min(rect.width() / sketch.width, rect.height() / sketch.height)
    with QPainterStateGuard(painter):
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(rect.topLeft())
        painter.scale(scale, scale)
        letters = QFont(font)
        letters.setPixelSize(round(LETTERS))
        painter.setFont(letters)
        for shape in sketch.shapes:
            color = QColor(
                getattr(colors, "surface" if shape.color == "ground" else shape.color)
            )
            if isinstance(shape, SketchStroke):
                dashes = Qt.PenStyle.DashLine if shape.dashed else Qt.PenStyle.SolidLine
                set_ink(painter, QPen(color, STROKE, dashes), None)
                painter.drawPolyline(
                    QPolygonF([QPointF(x, y) for x, y in shape.points])
                )
            elif isinstance(shape, SketchBox):
                painter.fillRect(
                    QRectF(shape.x, shape.y, shape.width, shape.height), color
                )
            elif isinstance(shape, SketchDot):
                set_ink(painter, None, color)
                painter.drawEllipse(QPointF(shape.x, shape.y), DOT, DOT)
            else:
                _draw_label(painter, shape, color, QFontMetricsF(letters))


def _draw_label(
    painter: QPainter, label: SketchLabel, color: QColor, metrics: QFontMetricsF
) -> None:
    wide = metrics.horizontalAdvance(label.text)
    left = label.x - {"start": 0.0, "middle": wide / 2, "end": wide}[label.anchor]
    painter.setPen(color)
    painter.drawText(QPointF(left, label.y), label.text)


def sketch_image(
    sketch: GlossarySketch, colors: Colors, font: QFont, scale: float
) -> QImage:
    """Return the drawing as an image, `scale` times its natural size."""
    image = QImage(
        round(sketch.width * scale),
        round(sketch.height * scale),
        QImage.Format.Format_ARGB32_Premultiplied,
    )
    image.fill(QColor(colors.raised))
    with QPainter(image) as painter:
        paint_sketch(painter, sketch, QRectF(image.rect()), colors, font)
    return image


GAP: Final = 4
"""Pixels between the note and the line that it explains."""


class WordNote(QFrame):
    """A note over the window, beside a line of text; Esc or leaving the line closes it.

    The mouse acts through the note, so that it never blocks a click. `gone` is emitted
    when it closes.
    """

    gone = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._about = parent
        name_widget(self, "wordNote")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        plain = Qt.TextFormat.PlainText
        self._word, self._meaning = (
            name_widget(QLabel(self, textFormat=plain, wordWrap=True), name)
            for name in ("wordNoteWord", "wordNoteMeaning")
        )
        self._drawing = name_widget(QLabel(self), "wordDrawing")
        column = self._column = make_column(
            self, (UNIT + UNIT // 2,) * 4, spacing=UNIT // 2
        )
        add_parts(column, self._word, self._meaning, self._drawing)
        self.hide()

    def show_entry(
        self,
        entry: GlossaryEntry,
        lines: list[QRect],
        left: int,
        font: QFont,
        colors: Colors,
    ) -> None:
        """Show the meaning of a word beside the first of `lines` that leaves enough room.

        The note must not cover the line. The lines are in the parent's coordinates:
        first the whole line of the page, and then the row with the word as a second
        choice.
        """
        strong = QFont(font)
        strong.setWeight(QFont.Weight.DemiBold)
        scale = max(font.pointSizeF(), 1.0) / _base_points()
        self._word.setFont(strong)
        self._meaning.setFont(font)
        self._word.setText(entry.word)
        self._meaning.setText(entry.meaning)
        sharp = self.devicePixelRatioF()
        drawing = sketch_image(entry.sketch, colors, font, scale * sharp)
        drawing.setDevicePixelRatio(sharp)
        self._drawing.setPixmap(QPixmap.fromImage(drawing))
        self._drawing.setFixedSize(drawing.deviceIndependentSize().toSize())
        self._drawing.setAccessibleName(entry.sketch.alt)
        self.setAccessibleName(entry.word)
        self.setAccessibleDescription(f"{entry.meaning} {entry.sketch.alt}")
        self.setStyleSheet(
            f"#wordNote {{ background: {colors.raised}; border: 1px solid "
            f"{colors.pale}; border-radius: 6px; }}"
            f"#wordNote QLabel {{ color: {colors.text}; background: transparent; }}"
        )
        self.setGeometry(self._place_note(lines, left))
        self.show()
        self.raise_()

    def _place_note(self, lines: list[QRect], left: int) -> QRect:
        """Return the note's rectangle, below or above the line and, if possible, at the word."""
        room = self._about.rect().adjusted(UNIT, UNIT, -UNIT, -UNIT)
        margins = self._column.contentsMargins()
        wanted = self._drawing.width() + margins.left() + margins.right()
        width = min(wanted, room.width())
        height = self._column.totalHeightForWidth(width)
        x = min(max(left, room.left()), room.right() + 1 - width)
        for line in lines:
            below, above = line.bottom() + GAP, line.top() - GAP - height
            if below + height <= room.bottom() + 1:
                return QRect(x, below, width, height)
            if above >= room.top():
                return QRect(x, above, width, height)
        # If the window is too low, the note is beside the row, where there is more room.
        row = lines[-1]
        return (
            QRect(x, row.bottom() + GAP, width, height)
            if room.bottom() - row.bottom() >= row.top() - room.top()
            else QRect(x, row.top() - GAP - height, width, height)
        )

    def showEvent(self, event: QShowEvent) -> None:
        """Handle Esc while the note is shown, whichever widget has the focus."""
        super().showEvent(event)
        application = QApplication.instance()
        if application is not None:
            application.installEventFilter(self)

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop handling Esc, even if the whole window is hidden."""
        super().hideEvent(event)
        application = QApplication.instance()
        if application is not None:
            application.removeEventFilter(self)
        self.gone.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Close the note on Esc, and nothing else while it is shown."""
        kinds = QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress
        if (
            event.type() not in kinds
            or not isinstance(event, QKeyEvent)
            or event.key() != Qt.Key.Key_Escape
            or not self.isVisible()
        ):
            return False
        event.accept()
        if event.type() == QEvent.Type.KeyPress:
            self.hide()
        return True


def _base_points() -> float:
    """Return the type size in points at which a drawing has its natural size."""
    points = QApplication.font().pointSizeF()
    return points if points > 0 else 10.0


def in_parent(widget: QWidget, rect: QRect, parent: QWidget) -> QRect:
    """Return a rectangle of a widget in the coordinates of one of its parents."""
    return QRect(widget.mapTo(parent, QPoint(rect.topLeft())), rect.size())
