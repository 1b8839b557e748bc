"""The sheet of My rating over the window of the other tests."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from tests.ui.driving import click, press
from uscalc.ui.estimate.dialog import RatingEstimator
from uscalc.ui.window.main_window import MainWindow

CONTROL_SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
END = "2025-09-01"


@pytest.fixture
def mine(qtbot: QtBot, window: MainWindow) -> Iterator[RatingEstimator]:
    """The sheet, opened with its keys; it has the keyboard."""
    click(qtbot, window, 1, "name")
    press(qtbot, window, Qt.Key.Key_M, CONTROL_SHIFT)
    sheet = window.findChild(RatingEstimator, "myRating")
    qtbot.waitUntil(sheet.isActiveWindow)
    # By the rules of a fixed day, whenever the test is run.
    sheet.own.end.setText(END)
    yield sheet
    QGuiApplication.clipboard().clear()
