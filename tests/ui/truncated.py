"""Find unreadable parts of a widget: cut or elided texts, and labels crossed by lines.

Everything that a view paints is also painted into a drawing of lines and letters, which
shows where the letters are and which lines cross them.
"""

import re
from collections.abc import Iterator
from typing import Final
from xml.etree import ElementTree

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace
from PySide6 import QtWidgets
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPoint, QRect, Qt
from PySide6.QtGui import QFontMetrics, QImage, QPainter
from PySide6.QtSvg import QSvgGenerator

from tests.ui.pixels import apart
from uscalc.ui.charts.chart_look import paint_chart, paint_overlay
from uscalc.ui.charts.labels import PixelBox
from uscalc.ui.charts.layout import ChartLayout
from uscalc.ui.charts.view import ChartView
from uscalc.ui.enter.problems_table import ProblemsTable
from uscalc.ui.frame.panel import StripTab

DOTS: Final = "…"
CUT: Final = re.compile(r"\w ?…$")
STRUCK: Final = 0.2
"""The part of a text's width over which something else may be between its letters."""
FAINT: Final = 40
"""The color difference of the grid; a line exceeds it."""
SLACK: Final = 1
"""Pixels by which widths may differ after being rounded twice."""


def unreadable(widget: QtWidgets.QWidget) -> list[str]:
    """Return everything in a widget that a person can't read completely."""
    found = [*_elided(widget)]
    for part in (widget, *widget.findChildren(QtWidgets.QWidget)):
        if part.isVisible() and not part.visibleRegion().isEmpty():
            found += (f"{part.objectName()}: {fault}" for fault in _faults(part))
    return found


def _elided(widget: QtWidgets.QWidget) -> Iterator[str]:
    """Yield texts that end in an ellipsis which is not part of a command or a sentence."""
    own = {
        text.replace("&", "")
        for part in (widget, *widget.findChildren(QtWidgets.QWidget))
        for text in _own_texts(part)
    }
    for text in [
        "".join(text.itertext()).strip()
        for text in ElementTree.fromstring(svg_of(widget)).iter()
        if text.tag.endswith("text")
    ]:
        if CUT.search(text) and not any(had.endswith(text) for had in own):
            yield f"elided: {text}"


def _own_texts(part: QtWidgets.QWidget) -> Iterator[str]:
    if isinstance(
        part, QtWidgets.QAbstractButton | QtWidgets.QLabel | QtWidgets.QLineEdit
    ):
        yield part.text()
    if isinstance(part, QtWidgets.QLineEdit):
        yield part.placeholderText()
    if isinstance(part, QtWidgets.QComboBox):
        yield part.currentText()
    if isinstance(part, ProblemsTable):
        model = part.model()
        for row in range(model.rowCount()):
            for column in range(model.columnCount()):
                yield str(model.index(row, column).data() or "")


def svg_of(widget: QtWidgets.QWidget) -> bytes:
    """Return what a widget paints, as a drawing of lines and letters."""
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    drawing = QSvgGenerator()
    drawing.setOutputDevice(buffer)
    drawing.setSize(widget.size())
    drawing.setViewBox(QRect(QPoint(0, 0), widget.size()))
    widget.render(drawing, QPoint(0, 0))
    buffer.close()
    return bytes(data.data())


def _faults(part: QtWidgets.QWidget) -> Iterator[str]:
    if isinstance(part, ChartView):
        yield from _of_chart(part)
    elif isinstance(part, QtWidgets.QLabel) and part.text():
        yield from _of_label(part)
    elif isinstance(part, QtWidgets.QAbstractButton) and part.text():
        # The names on the strip of a folded panel are turned.
        turned = isinstance(part, StripTab)
        if not turned and part.sizeHint().width() > part.width() + SLACK:
            yield f"a button is narrower than its words: {part.text()}"
    elif isinstance(part, QtWidgets.QComboBox):
        wide = part.sizeHint().width() > part.width() + SLACK
        if wide and DOTS in part.currentText():
            yield f"a choice is cut: {part.currentText()}"
    elif isinstance(part, QtWidgets.QTableView):
        yield from _of_table(part)


def _of_label(label: QtWidgets.QLabel) -> Iterator[str]:
    if label.wordWrap():
        if label.heightForWidth(label.width()) > label.height() + SLACK:
            yield f"lines are cut: {label.text()}"
    elif label.sizeHint().width() > label.width() + SLACK:
        yield f"a line is cut: {label.text()}"


def _of_table(table: QtWidgets.QTableView) -> Iterator[str]:
    """Yield the headings; cells are among the painted texts, and end in an ellipsis if cut."""
    header, model = table.horizontalHeader(), table.model()
    metrics = QFontMetrics(header.font())
    for column in range(model.columnCount() if model is not None else 0):
        if table.isColumnHidden(column) or header.isHidden():
            continue
        text = str(model.headerData(column, Qt.Orientation.Horizontal) or "")
        if metrics.horizontalAdvance(text) > table.columnWidth(column):
            yield f"a heading is cut: {text}"


def _of_chart(view: ChartView) -> Iterator[str]:
    layout = view.get_layout()
    if layout is None or view.chart is None:
        return
    lines = view.get_headline_lines()
    if lines and " ".join(lines) != " ".join(view.chart.title.split()):
        yield f"the headline is cut: {lines}"
    everywhere = PixelBox(0.0, 0.0, layout.width, layout.height).grow_by(4.0)
    every = (*layout.labels, *view.get_placed_labels())
    labels = [placed for placed in every if placed is not None]
    boxes = [(placed.text, placed.box) for placed in labels]
    boxes += layout.titles
    boxes += [(t.text, t.box) for t in (*layout.x_ticks, *layout.y_ticks) if t.text]
    for placed in labels:
        if placed.text != placed.label.text:
            yield f"a label is cut: {placed.label.text}"
    axes = layout.chart.y, layout.chart.x
    for (title, _), axis in zip(layout.titles, axes, strict=False):
        if title.endswith(DOTS) and title != axis.title:
            yield f"a title is cut: {axis.title}"
    for text, box in boxes:
        if not box.lies_within(everywhere):
            yield f"outside of the chart: {text}"
    for place, (text, box) in enumerate(boxes):
        for other, around in boxes[:place]:
            if box.grow_by(-1.5).overlaps(around.grow_by(-1.5)):
                yield f"one over the other: {text}, {other}"
    whole, alone = (_painted(view, layout, marks) for marks in (True, False))
    far = apart(whole, alone) > FAINT
    for text, box in boxes:
        if _foreign(far, box) > STRUCK:
            yield f"struck through: {text}"


def _painted(view: ChartView, layout: ChartLayout, marks: bool) -> QImage:
    """Paint a chart, or only its texts."""
    look, overlay = view._look, view.overlay
    if not marks:
        x, y = (replace(axis, grid=False) for axis in (layout.chart.x, layout.chart.y))
        layout = replace(layout, chart=replace(layout.chart, x=x, y=y, marks=()))
        overlay = replace(overlay, marks=(), settled=())
    wide, high = round(layout.width) + 1, round(layout.height) + 1
    image = QImage(wide, high, QImage.Format.Format_RGB32)
    image.fill(look.color_of("surface"))
    painter = QPainter(image)
    paint_chart(painter, layout, look)
    paint_overlay(painter, layout, look, overlay, view.get_placed_labels())
    painter.end()
    return image


def _foreign(far: npt.NDArray[np.bool_], box: PixelBox) -> float:
    """Return the part of a text's width over which something else is between its letters."""
    columns = slice(max(round(box.x), 0), max(round(box.right), 0))
    middle = slice(
        max(round(box.y + box.height / 3), 0),
        max(round(box.bottom - box.height / 4), 0),
    )
    seen = far[middle, columns].any(axis=0)
    return float(seen.sum() / max(len(seen), 1))
