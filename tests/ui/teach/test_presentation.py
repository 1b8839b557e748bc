"""A view fills the screen in large type, and goes back."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

from tests.ui.driving import press
from uscalc.ui.teach.presentation import presentation_of

LONG = 20_000


def test_a_view_fills_the_screen_in_large_type_and_goes_back(qtbot, window):
    view = window.show_view("view-steps")
    home = view.parentWidget()
    press(qtbot, window, Qt.Key.Key_F11)
    presentation = presentation_of(window)
    assert presentation.isFullScreen()
    assert presentation.isAncestorOf(view)
    assert window.theme.zoom == 150
    other = window.show_view("view-knot-path")
    assert presentation.isAncestorOf(other)
    assert view.parentWidget() is home
    qtbot.keyClick(presentation, Qt.Key.Key_Escape)
    assert presentation.isHidden()
    assert window.theme.zoom == 100
    assert not presentation.isAncestorOf(other)
    assert window.presenting is None


def test_closing_the_presentation_is_leaving_it(qtbot, window):
    window.named_actions["present"].trigger()
    presentation = presentation_of(window)
    presentation.close()
    qtbot.waitUntil(lambda: window.presenting is None)
    assert window.crosstable.isVisible()
    focus = QApplication.focusWidget()
    assert focus is None or not isinstance(focus, type(presentation))
    assert isinstance(window.right, QWidget)
