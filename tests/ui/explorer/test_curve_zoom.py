"""The scene as a curve: bars become its pieces, and pieces name their bars."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.ui.driving import press, press_button
from tests.ui.explorer.test_shared_scene import explorer
from uscalc.ui.charts.scene import ChartArea, ChartRule
from uscalc.ui.explorer.curve_chart import CurveChart
from uscalc.ui.explorer.explorer_view import RatingExplorerView
from uscalc.ui.explorer.knot_path_view import KnotPathView
from uscalc.ui.explorer.room import explorer_of

Key = Qt.Key
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def curved(qtbot: QtBot, window) -> RatingExplorerView:
    view = explorer(qtbot, window)
    press_button(qtbot, window, "ideaCurve")
    qtbot.waitUntil(lambda: not view.morph.is_running)
    return view


def lit(chart: CurveChart) -> set[str]:
    return {m.hint for m in chart.overlay.marks if isinstance(m, ChartArea)}


def pixel(chart: CurveChart, r: float, f: float) -> QPoint:
    return chart.place_of(r, f).toPoint()


def test_bars_move_to_their_parts_of_the_curve_and_back(qtbot, window):
    view = explorer(qtbot, window)
    before = view.grab().toImage()
    press_button(qtbot, window, "ideaCurve")
    assert view.morph.isVisible()
    qtbot.waitUntil(lambda: view.morph.done > 0.2)
    half = view.morph.done
    # From the middle of the way they turn round.
    press_button(qtbot, window, "ideaBars")
    assert view.morph.isVisible()
    qtbot.waitUntil(lambda: view.morph.done < half)
    qtbot.waitUntil(lambda: not view.morph.isVisible())
    view.steps.button(5).setFocus()
    assert view.canvas.isVisible()
    assert not view.curve.isVisible()
    view.zooms.button(0).clearFocus()
    assert view.grab().toImage().size() == before.size()
    scene = view.scene
    press_button(qtbot, window, "ideaCurve")
    qtbot.waitUntil(lambda: not view.morph.isVisible())
    assert view.curve.isVisible()
    assert view.scene is scene
    # Nothing moves by itself where motion is reduced.
    window.theme.reduce_motion(True)
    press_button(qtbot, window, "ideaBars")
    assert not view.morph.isVisible()
    assert view.canvas.isVisible()
    window.theme.reduce_motion(False)


def test_the_parts_add_up_to_the_curve(curved):
    idea, chart = curved.scene.idea, curved.curve
    parts = [m for m in chart.chart.marks if isinstance(m, ChartArea)]
    # Without earlier games, there is a part for each game.
    assert len(parts) == 5
    assert {y for _, y in parts[0].lower} == {-3.5}
    for (r, y), (r2, below) in zip(parts[-1].upper, parts[-2].upper, strict=True):
        expected = [min(max((r - s + 400) / 800, 0), 1) for s in idea.done.strengths]
        assert r == r2
        assert y == pytest.approx(sum(expected) - 3.5)
        assert y - below == pytest.approx(expected[-1])


def test_a_piece_lights_its_bars_by_mouse_and_keys(qtbot, window, curved):
    chart, idea = curved.curve, curved.scene.idea
    r = 1500.0
    rising = [row for row in idea.rows[:5] if row.low < r < row.high]
    QTest.mousePress(chart, LEFT, pos=pixel(chart, r, 0.5))
    assert lit(chart) == {f"The part of {row.name}" for row in rising}
    assert all(row.name in curved.saying.text() for row in rising)
    assert "f rises by" in curved.saying.text()
    # Along the curve to a knot: the bars that begin or are full there are named.
    knot = next(k for k in idea.bends if k.r > r)
    QTest.mouseMove(chart, pixel(chart, knot.r, 0.5))
    QTest.mouseRelease(chart, LEFT, pos=pixel(chart, knot.r, 0.5))
    made = {idea.rows[i].name for i in (*knot.begins, *knot.full)}
    assert lit(chart) == {f"The part of {name}" for name in made}
    assert f"Knot at {knot.r:.2f}" in curved.saying.text()
    press(qtbot, window, Key.Key_Escape)
    assert not lit(chart)
    chart.setFocus()
    press(qtbot, window, Key.Key_Return)
    last = curved.scene.spot
    assert "Grabbed." in chart.property("announced")
    press(qtbot, window, Key.Key_Left)
    assert curved.scene.spot == last - 1
    assert chart.property("announced").startswith("Knot at")
    press(qtbot, window, Key.Key_Home)
    assert "Below 263.52, no bar fills" in chart.property("announced")
    press(qtbot, window, Key.Key_Escape)
    assert curved.scene.spot is None


def test_r_is_dragged_on_the_curve_and_named_in_its_picture(qtbot, window, curved):
    chart = curved.curve
    assert (
        curved._make_picture().title
        == "Tom Fianchetto scored 3.5 points in 5 games: rating 1762"
    )
    foot = pixel(chart, 1510.0, chart.chart.y.low) + QPoint(0, 12)
    QTest.mouseClick(chart, LEFT, pos=foot)
    assert curved.scene.at == pytest.approx(1510, abs=6)
    rules = [m for m in chart.overlay.marks if isinstance(m, ChartRule)]
    assert [rule.x for rule in rules] == [curved.scene.at]
    assert f"R = {curved.scene.at:.0f}" in curved.saying.text()
    assert f"(R at {curved.scene.at:.0f})" in curved._make_picture().title
    # The title of the chart names what is tried.
    window.session.scene.put(curved.scene.try_rating(0, 1500.0))
    assert chart.chart.title.endswith("rating 1770 (tried: 1 trial rating)")
    assert "R at" in curved._make_picture().title
    assert "tried: 1 trial rating" in curved._make_picture().title
    window.session.scene.reset_causes()
    chart.setFocus()
    press(qtbot, window, Key.Key_R)
    press(qtbot, window, Key.Key_PageDown)
    press(qtbot, window, Key.Key_PageDown)
    assert curved.scene.at == 1400.0
    assert "R is too low" in chart.property("announced")
    knot = window.show_view("view-knot-path")
    assert isinstance(knot, KnotPathView)
    assert "R = 1400" in knot.value.text()
    press_button(qtbot, window, "solverBars")
    assert curved.isVisible()
    qtbot.waitUntil(lambda: not curved.morph.isVisible())
    assert curved.canvas.isVisible()
    assert "(R at 1400)" in curved._make_picture().title


def test_the_teach_menu_opens_practice_and_the_curve_of_the_explorer(qtbot, window):
    window.session.select(row=11)
    entries = {
        action.objectName(): action for action in window.menus["teach"].actions()
    }
    entries["showExercise"].trigger()
    assert window.spaces.current.name == "teach"
    assert window.below.front == "view-practice"
    window.spaces.switch_to("explain")
    entries["zoomToKnotPath"].trigger()
    assert (window.spaces.current.name, window.right.front) == (
        "teach",
        "view-rating-explorer",
    )
    # In Teach, the curve appears after a guess.
    assert explorer_of(window).zooms.checkedButton().objectName() == "ideaBars"
    explorer_of(window).guess.click()
    assert explorer_of(window).zooms.checkedButton().objectName() == "ideaCurve"
