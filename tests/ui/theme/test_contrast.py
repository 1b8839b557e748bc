"""Colors that can be told apart, and motion that can be reduced."""

import re
from collections.abc import Iterator
from string import Template

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QSlider,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from tests.ui.driving import make_every_view
from uscalc.document.edit.cells import set_result
from uscalc.ui.charts.scene import ChartDot, ChartLine
from uscalc.ui.charts.view import ChartView
from uscalc.ui.explorer.room import explorer_of
from uscalc.ui.session.preferences import Preferences
from uscalc.ui.theme import theme as sheet
from uscalc.ui.theme.theme import DARK, LIGHT, is_motion_reduced

READ, USED = 4.5, 3.0
GROUNDS = ("surface", "background", "raised", "selected")
MARKS = ("edge", "accent", "gain", "loss", "warning", "error")
"""Marks of the focus and the selection."""
WRITING = ("text", "soft", "pale", "accent", "gain", "loss", "warning", "error")
CONTROLS = (
    *("QLineEdit", "QComboBox", "QPushButton", "QPlainTextEdit", "::indicator"),
    *("::handle", "::groove", 'QToolButton[choice="true"]', "QToolButton#rulesChip"),
    *("QToolButton#linkChip", "QFrame#systemSwitch"),
)
BOTH = pytest.mark.parametrize("colors", [LIGHT, DARK], ids=["light", "dark"])
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")


def luminance(color: QColor) -> float:
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (color.redF(), color.greenF(), color.blueF())
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str | QColor, other: str | QColor) -> float:
    high, low = sorted((luminance(QColor(one)), luminance(QColor(other))), reverse=True)
    return (high + 0.05) / (low + 0.05)


def rules() -> Iterator[tuple[str, dict[str, str]]]:
    """Yield selectors with their colors by property, as in the style sheet."""
    template: Template = sheet._SHEET
    for selectors, body in RULE.findall(template.template.replace("${box}", "14")):
        pairs = [part.split(":", 1) for part in body.split(";") if ":" in part]
        values = {name.strip(): value.strip() for name, value in pairs}
        for selector in selectors.split(","):
            yield " ".join(selector.split()), values


def role(value: str) -> str:
    found = re.search(r"\$(\w+)", value)
    return found[1] if found else ""


@BOTH
def test_text_and_marks_have_contrast_on_every_background(colors):
    for one, ground, least in [
        *((writing, ground, READ) for writing in WRITING for ground in GROUNDS),
        *((mark, ground, USED) for mark in MARKS for ground in GROUNDS),
        *(
            ("warning", "warning_background", READ),
            ("text", "warning_background", READ),
        ),
        *(("soft", "warning_background", READ), ("error", "error_background", READ)),
        *(("text", "error_background", READ), ("on_accent", "accent", READ)),
        *(("pale", "line", READ), ("soft", "line", READ), ("accent", "line", READ)),
    ]:
        found = contrast(getattr(colors, one), getattr(colors, ground))
        assert found >= least, f"{one} on {ground}: {found:.2f}"


def test_the_marks_of_the_charts_have_contrast(qtbot, window, theme):
    make_every_view(window)
    for look in ("light", "dark"):
        theme.choose_look(look)
        ground = QColor(theme.colors.surface)
        charts = [c for c in window.findChildren(ChartView) if c.chart is not None]
        marks = {
            (chart.objectName(), mark.role, mark.strength)
            for chart in charts
            for mark in (*chart.chart.marks, *chart.overlay.marks)
            if isinstance(mark, ChartLine | ChartDot) and mark.key is not None
        }
        assert len(marks) > 3
        for chart, role, strength in marks:
            color = QColor(getattr(theme.colors, role))
            pairs = zip(color.getRgbF()[:3], ground.getRgbF()[:3], strict=True)
            parts = (one * strength + under * (1 - strength) for one, under in pairs)
            seen = contrast(QColor.fromRgbF(*parts), ground)
            assert seen >= USED, (look, chart, role, strength)


@BOTH
def test_no_rule_of_the_sheet_writes_what_cannot_be_read(colors):
    seen = 0
    for selector, values in rules():
        ink = role(values.get("color", ""))
        if not ink or ":disabled" in selector:
            continue
        own = role(values.get("background", ""))
        for ground in (own,) if own else GROUNDS:
            found = contrast(getattr(colors, ink), getattr(colors, ground))
            if ink == "on_accent" and not own:
                continue
            seen += 1
            assert found >= READ, f"{selector}: {ink} on {ground}, {found:.2f}"
    assert seen > 60


@BOTH
def test_every_border_and_thumb_of_a_control_has_contrast(colors):
    seen = 0
    for selector, values in rules():
        wanted = any(control in selector for control in CONTROLS)
        # A drop-down list has the window's border, not a control's.
        if not wanted or ":disabled" in selector or "QAbstractItemView" in selector:
            continue
        edge = role(values.get("border", "") + values.get("border-color", ""))
        if not edge and ("::handle" in selector or "::groove" in selector):
            edge = role(values.get("background", ""))
        if not edge:
            continue
        for ground in GROUNDS[:3]:
            seen += 1
            found = contrast(getattr(colors, edge), getattr(colors, ground))
            assert found >= USED, f"{selector}: {edge} on {ground}, {found:.2f}"
    assert seen > 40


def controls() -> list[QWidget]:
    line, combo, box = QLineEdit("1500"), QComboBox(), QCheckBox("Choose")
    combo.addItem("First")
    for widget in (line, combo, box):
        widget.setProperty("form", True)
    choice = QToolButton()
    choice.setText("Step 4")
    choice.setProperty("choice", True)
    slider = QSlider(Qt.Orientation.Horizontal)
    return [line, combo, box, QPushButton("Do it"), choice, QPlainTextEdit(), slider]


@pytest.mark.parametrize("look", ["light", "dark"])
def test_on_the_screen_a_control_has_bounds_that_are_seen(qtbot, theme, look):
    theme.choose_look(look)
    page = QWidget()
    page.setProperty("page", True)
    column = QVBoxLayout(page)
    found = controls()
    for widget in found:
        column.addWidget(widget, 0, Qt.AlignmentFlag.AlignLeft)
    qtbot.addWidget(page)
    page.resize(500, 500)
    page.show()
    qtbot.waitExposed(page)
    image: QImage = page.grab().toImage()
    ground = image.pixelColor(2, 2)
    for widget in found:
        corner = widget.mapTo(page, QPoint(0, 0))
        if isinstance(widget, QSlider | QCheckBox):
            # Look down the left part of the widget, where the thumb or the box is.
            x = corner.x() + 7
            column_of = range(corner.y(), corner.y() + widget.height())
        else:
            x = corner.x() + widget.width() // 2
            column_of = range(corner.y(), corner.y() + 2)
        best = max(contrast(image.pixelColor(x, y), ground) for y in column_of)
        assert best >= USED, f"{type(widget).__name__}: {best:.2f}"


def test_the_setting_stops_fading_and_gliding_and_is_kept(qtbot, window):
    command = window.named_actions["reduceMotion"]
    assert not command.isChecked()
    fading = window.crosstable.fading
    command.trigger()
    try:
        assert is_motion_reduced()
        # There is no fading.
        with qtbot.waitSignal(window.session.rated):
            window.session.apply_edit(set_result, 0, 11, 4, "W2")
        assert not fading.rows
        # The search goes from stop to stop.
        window.session.select(row=11)
        view = explorer_of(window)
        qtbot.waitUntil(lambda: view.scene is not None)
        places: list[float] = []
        view.transport.moved.connect(places.append)
        view.transport.speed.show_text("4")
        view.transport.toggle_playing()
        qtbot.waitUntil(lambda: not view.transport.playing)
        assert places[-1] == view.transport.moves
        assert all(place == int(place) for place in places)
        # The setting is restored at the next start.
        window.preferences.write()
        window.theme.changed.disconnect(window._remember_look)
        window.theme.reduce_motion(False)
        window.theme.changed.connect(window._remember_look)
        Preferences(window.folders.settings).apply_theme(window.theme)
        assert is_motion_reduced()
    finally:
        window.theme.reduce_motion(False)
    with qtbot.waitSignal(window.session.rated):
        window.session.apply_edit(set_result, 0, 11, 4, "L2")
    assert fading.rows
