"""The rating estimator in the window of the other tests."""

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from tests.ui.driving import click
from tests.ui.estimate.hands import open_estimator
from tests.ui.keys import CONTROL, SHIFT
from uscalc.ui.estimate.estimator_view import RatingEstimatorView
from uscalc.ui.window.main_window import MainWindow

CONTROL_SHIFT = CONTROL | SHIFT
END = "2025-09-01"


@pytest.fixture
def mine(qtbot: QtBot, window: MainWindow) -> Iterator[RatingEstimatorView]:
    """Open the rating estimator with its keys; it has the focus."""
    click(qtbot, window, 1, "name")
    sheet = open_estimator(qtbot, window)
    # Use a fixed day, so that the rules don't depend on when the test runs.
    sheet.own.end.setText(END)
    yield sheet
    QGuiApplication.clipboard().clear()
