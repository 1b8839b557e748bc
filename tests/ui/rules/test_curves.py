"""The curves follow the selected player, and their variables are live."""

from collections.abc import Iterator
from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from tests import build as make
from tests.ui.driving import click
from uscalc.document.model import Document
from uscalc.explain.curves import USED
from uscalc.ui.charts.chart_look import KINDS
from uscalc.ui.charts.scene import ChartDot, ChartLine
from uscalc.ui.frame.view import PagedView, ViewPage
from uscalc.ui.rules.graphs_page import GraphsPage
from uscalc.ui.session.session import Session
from uscalc.ui.theme.theme import Theme


@pytest.fixture
def curves(qtbot: QtBot, session: Session, theme: Theme) -> Iterator[GraphsPage]:
    session.select(row=5)
    pages = (ViewPage("Graphs", "", partial(GraphsPage, session, theme)),)
    view = PagedView("view-graphs", "Graphs", session, theme, pages)
    qtbot.addWidget(view)
    view.resize(840, 240)
    view.show()
    qtbot.waitExposed(view)
    yield view.page
    session.close()
    theme.set_zoom(100)


def choose(qtbot: QtBot, view: GraphsPage, key: str) -> None:
    button = view.page_head.findChild(QToolButton, f"curves{key.capitalize()}")
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert view.key == key


def dots(view: GraphsPage, own: bool) -> list[tuple[float, float]]:
    chart = view.chart.chart
    role = "loss" if own else "accent"
    return [
        (m.x, m.y) for m in chart.marks if isinstance(m, ChartDot) and m.role == role
    ]


def test_the_selected_player_is_marked_on_each(qtbot, session, curves):
    trace = session.shown.find_trace(5)
    assert trace.step5 is not None
    choose(qtbot, curves, "effective")
    assert dots(curves, True) == [(1490.0, trace.effective.n_star)]
    choose(qtbot, curves, "k")
    assert dots(curves, True)[0][0] == trace.effective.n_eff
    choose(qtbot, curves, "expectancy")
    assert len(dots(curves, True)) == trace.entrant.m
    session.select(row=1)
    choose(qtbot, curves, "bonus")
    qtbot.waitUntil(lambda: bool(dots(curves, True)))
    other = session.shown.find_trace(1)
    assert dots(curves, True) == [(other.entrant.m, other.step5.gain)]  # type: ignore[union-attr]


def test_a_variable_moves_the_mark_while_it_is_moved(qtbot, curves):
    choose(qtbot, curves, "effective")
    control = curves.controls["rating"]
    before = dots(curves, False)[0]
    control.slider.setFocus()
    qtbot.keyClick(control.slider, Qt.Key.Key_Right)
    assert control.value == 1491.0
    after = dots(curves, False)[0]
    assert after[0] == 1491.0
    assert after[1] > before[1]
    assert "1491" in curves.saying.text()
    control.field.setFocus()
    control.field.selectAll()
    qtbot.keyClicks(control.field, "2400")
    qtbot.keyClick(control.field, Qt.Key.Key_Return)
    assert dots(curves, False)[0] == (2400.0, 50.0)
    assert control.slider.value() == 2300
    # The player's own mark stays where it is.
    assert dots(curves, True)[0][0] == 1490.0


def test_the_way_back_to_the_player(qtbot, curves):
    choose(qtbot, curves, "effective")
    assert not curves.back.isEnabled()
    curves.controls["rating"].slider.setValue(500)
    assert curves.back.isEnabled()
    curves.ensureWidgetVisible(curves.back)
    qtbot.mouseClick(curves.back, Qt.MouseButton.LeftButton)
    assert curves.controls["rating"].value == 1490.0
    assert not curves.back.isEnabled()


def test_only_the_variables_of_the_formula_are_shown(qtbot, curves):
    for key, used in USED.items():
        choose(qtbot, curves, key)
        shown = {k for k, c in curves.controls.items() if c.isVisible()}
        assert shown == set(used)


def test_another_player_brings_other_values(qtbot, session, curves):
    curves.controls["rating"].slider.setValue(500)
    session.select(row=9)
    qtbot.waitUntil(lambda: curves.controls["rating"].value == 1181.0)
    assert curves.controls["games"].value == 6.0


def test_the_view_in_the_window(qtbot, window):
    view = window.show_view("view-rating-rules").show_page(2)
    click(qtbot, window, 10, "name")
    qtbot.waitUntil(lambda: view.controls["rating"].value == 1181.0)


@pytest.mark.parametrize("key", USED)
def test_a_formula_is_saved_as_a_picture(qtbot, curves, tmp_path, key):
    choose(qtbot, curves, key)
    path = tmp_path / "curve.svg"
    curves.picture.save_image(
        next(kind for kind in KINDS if kind.name == "svgText"), path
    )
    text = path.read_text(encoding="utf-8")
    chart = curves.chart.chart
    assert text.count("<circle") == sum(isinstance(m, ChartDot) for m in chart.marks)
    assert text.count("<polyline") >= sum(isinstance(m, ChartLine) for m in chart.marks)
    assert f"<title>{chart.title}</title>" in text
    assert "Autumn Open" in text


def nobody() -> Document:
    return make.document(make.section())


def no_games() -> Document:
    return make.document(make.section(make.player(1, "", rating=1500.0)))


def no_section() -> Document:
    return make.document()


def broken() -> Document:
    return make.document(make.section(make.player(1, "W2"), make.player(2, "W1")))


@pytest.mark.parametrize("event", [nobody, no_games, no_section, broken])
def test_the_formulas_are_there_without_a_rated_player(qtbot, session, curves, event):
    session.show_document(event(), None)
    curves.refresh()
    for key in USED:
        choose(qtbot, curves, key)
        assert dots(curves, False) or key == "expectancy"
        assert curves.saying.text()


@pytest.mark.parametrize("zoom", [100, 200])
def test_nothing_is_wider_than_the_view(qtbot, curves, theme, zoom):
    theme.set_zoom(zoom)
    for key in USED:
        choose(qtbot, curves, key)
        qtbot.waitUntil(
            lambda: curves.widget().width() <= curves.viewport().width(),
        )
        assert curves.chart.width() >= 160
        assert curves.chart.geometry().right() <= curves.viewport().width()


def test_the_formulas_of_the_effective_games_are_named_by_their_days(qtbot, curves):
    choose(qtbot, curves, "effective")
    shown = {label.text for label in curves.chart.chart.labels}
    assert {"until 2013", "from 2013"} <= shown
