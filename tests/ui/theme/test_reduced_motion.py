"""Reduced motion stops every animation, and is kept for the next start."""

from PySide6.QtWidgets import QCheckBox

from tests.ui.keys import Key
from uscalc.document.edit.cells import set_result
from uscalc.ui.explorer.room import explorer_of
from uscalc.ui.storage.preferences import Preferences
from uscalc.ui.theme.theme import is_motion_reduced


def test_the_setting_stops_fading_and_gliding_and_is_kept(qtbot, window):
    window.named_actions["settings"].trigger()
    box = window.findChild(QCheckBox, "settingsReducedMotion")
    assert not box.isChecked()
    fading = window.crosstable.fading
    qtbot.keyClick(box, Key.Key_Space)
    try:
        assert is_motion_reduced()
        # Nothing fades.
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
        # It is there again at the next start.
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
