"""The rating estimator in the window of the other tests."""

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from tests.ui.driving import click, press
from tests.ui.estimate.hands import give_whole_window
from tests.ui.keys import CONTROL, SHIFT, Key
from uscalc.ui.estimate.estimator_view import RatingEstimatorView
from uscalc.ui.window.main_window import MainWindow

CONTROL_SHIFT = CONTROL | SHIFT
END = "2025-09-01"


@pytest.fixture
def mine(qtbot: QtBot, window: MainWindow) -> Iterator[RatingEstimatorView]:
    """The rating estimator, opened with its keys; it has the keyboard."""
    click(qtbot, window, 1, "name")
    press(qtbot, window, Key.Key_M, CONTROL_SHIFT)
    sheet = window.findChild(RatingEstimatorView)
    give_whole_window(window)
    qtbot.waitUntil(sheet.own.rating.hasFocus)
    # By the rules of a fixed day, whenever the test is run.
    sheet.own.end.setText(END)
    yield sheet
    QGuiApplication.clipboard().clear()
