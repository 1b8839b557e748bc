"""A view fills the screen in large type, and goes back."""

from PySide6.QtWidgets import QApplication, QWidget

from uscalc.ui.teach.presentation import presentation_of

LONG = 20_000


def test_closing_the_presentation_is_leaving_it(qtbot, window):
    window.named_actions["present"].trigger()
    presentation = presentation_of(window)
    presentation.close()
    qtbot.waitUntil(lambda: window.presenting is None)
    assert window.crosstable.isVisible()
    focus = QApplication.focusWidget()
    assert focus is None or not isinstance(focus, type(presentation))
    assert isinstance(window.right, QWidget)
