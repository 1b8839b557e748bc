"""Explorer and knot path show one scene: what is done in one is seen in the other."""

from pytestqt.qtbot import QtBot

from tests.ui.driving import click, press
from tests.ui.keys import LEFT, Key
from uscalc.ui.explorer.explorer_view import RatingExplorerView
from uscalc.ui.explorer.room import explorer_of
from uscalc.ui.window.main_window import MainWindow

TOM = 12


def explorer(qtbot: QtBot, window: MainWindow) -> RatingExplorerView:
    click(qtbot, window, TOM, "name")
    view = explorer_of(window)
    assert isinstance(view, RatingExplorerView)
    qtbot.waitUntil(lambda: view.scene is not None)
    return view


def test_the_search_step_and_trial_ratings_are_shared(qtbot, window):
    document = window.session.document
    idea = explorer(qtbot, window)
    idea.transport.jump_to(3.0)
    idea.canvas.grips[0].setFocus()
    m = idea.scene.at
    knot = window.show_view("view-knot-path")
    qtbot.waitUntil(lambda: knot.transport.position == 3.0)
    assert knot.solved.stops[3].m == m
    qtbot.mouseClick(knot.transport.forward, LEFT)
    qtbot.mouseClick(knot.steps.button(4), LEFT)
    assert knot.transport.position == 4.0
    at_stop = knot.solved.stops[4].m
    explorer_of(window)
    assert idea.steps.checkedId() == 4
    assert idea.scene.at == at_stop
    assert idea.transport.position == 4.0
    before = idea.scene.idea.done.end
    idea.canvas.grips[0].setFocus()
    press(qtbot, window, Key.Key_Return)
    press(qtbot, window, Key.Key_PageUp)
    window.show_view("view-knot-path")
    assert knot.solved.idea.done is idea.scene.idea.done
    assert knot.solved.idea.done.end > before
    assert knot.curve.chart.x.low == idea.scene.bounds[0]
    assert knot.curve.chart.x.high == idea.scene.bounds[1]
    assert window.session.document is document
