"""The lines of the explanation and the moments in the picture that they are about."""

import pytest
from PySide6.QtCore import QUrl
from pytestqt.qtbot import QtBot

from tests.ui.driving import press, press_button, quiet
from tests.ui.keys import Key
from uscalc.explain.scene import words
from uscalc.explain.scene.scene import Scene
from uscalc.ui.explain.style import SHOW
from uscalc.ui.explorer.room import explorer_of
from uscalc.ui.window.main_window import MainWindow

TOM, IRIS, MAX = 12, 5, 10
"""Players without a rating, with the standard formula, and with six earlier games."""


def show(qtbot: QtBot, window: MainWindow, number: int, key: str) -> Scene:
    """Follow a line's link to the picture."""
    window.session.select(row=number - 1)
    view = window.show_view("view-explanation")
    qtbot.waitUntil(lambda: quiet(view) and not window.session.busy)
    assert words.has_moment(key)
    view.text.anchorClicked.emit(QUrl(SHOW + key))
    assert explorer_of(window).isVisible()
    return window.session.scene.value


def test_each_step_has_its_moments_in_the_picture(qtbot, window):
    scene = show(qtbot, window, TOM, "r0")
    assert scene.at == scene.picture.player.start.r0
    assert words.points_at_marker(scene)
    assert words.points_at_marker(show(qtbot, window, IRIS, "r0"))
    scene = show(qtbot, window, MAX, "n_eff")
    assert scene.step >= 4
    (lit,) = words.list_lit_rows(scene)
    assert scene.picture.rows[lit].game is None
    scene = show(qtbot, window, IRIS, "n_eff")
    assert words.points_at_change(scene)
    assert words.list_lit_rows(scene) == ()
    for key in ("post", "floor"):
        scene = show(qtbot, window, TOM, key)
        assert (scene.step, scene.at) == (5, scene.picture.catch_rating)
        assert words.points_at_marker(scene)
        assert words.points_at_change(show(qtbot, window, IRIS, key))
    keys = ("r0", "unrated", "n_star", "formula", "step4.prior", "step5.move1", "post")
    assert all(map(words.has_moment, keys))
    assert not words.has_moment("step2")
    show(qtbot, window, TOM, "post")
    press_button(qtbot, window, "ideaStep4")
    assert window.session.scene.value.line == ""


@pytest.mark.parametrize("number", [TOM, IRIS, MAX])
def test_every_moment_leads_back_until_something_moves(qtbot, window, number):
    window.session.select(row=number - 1)
    view = window.show_view("view-explanation")
    qtbot.waitUntil(lambda: quiet(view) and not window.session.busy)
    keys = [line.key for line in view._derivation.iterate_lines()]
    for key in filter(words.has_moment, keys):
        assert words.find_line(show(qtbot, window, number, key)) == key
        window.named_actions["showInExplanation"].trigger()
        assert view.isVisible()
    explorer = explorer_of(window)
    explorer.canvas.marker.setFocus()
    for pressed in (Key.Key_Return, Key.Key_Right, Key.Key_Return):
        press(qtbot, window, pressed)
    assert explorer.scene.line == ""
