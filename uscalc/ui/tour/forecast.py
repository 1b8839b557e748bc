"""Pictures of the forecast and of a sheet: a target, and an invented player's games."""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from PySide6.QtWidgets import QApplication, QWidget

from uscalc.ui.forecast.view import ForecastView
from uscalc.ui.my_rating.dialog import MyRating, my_rating

if TYPE_CHECKING:
    from uscalc.ui.shell.main_window import MainWindow

PATIENCE: Final = 20.0
"""Seconds to wait for figures."""
GAMES: Final = (
    ("1702", "W"),
    ("1855", "D"),
    ("1760", "W"),
    ("1910", "L"),
    ("1824", None),
)
ROUND: Final = 50
"""Targets that people set themselves are multiples of this."""


def picture_of_forecast(window: "MainWindow") -> QWidget:
    """The first player's forecast, with the next round rating as the target."""
    window.session.select(row=0)
    view = window.show_view("forecastView")
    assert isinstance(view, ForecastView)
    _wait(lambda: view.answer is not None or not view.empty.isHidden())
    if view.answer is not None:
        mean = view.answer.scores.spread.mean
        target = int(mean / ROUND + 1) * ROUND
        view.settings.fields["Target"].setText(str(target))
    return window.below


def picture_of_sheet(window: "MainWindow") -> QWidget:
    """A sheet with four games played and one to come."""
    sheet: MyRating = my_rating(window)
    sheet.own.rating.setText("1780")
    for place, (rating, letter) in enumerate(GAMES):
        row = sheet.lines.rows[place]
        row.rating.setText(rating)
        row.result.choose(letter)
    sheet.target.setText("1800")
    _wait(lambda: not sheet.busy)
    return sheet


def _wait(done: Callable[[], bool]) -> None:
    begun = time.monotonic()
    while not done() and time.monotonic() < begun + PATIENCE:
        QApplication.processEvents()
        time.sleep(0.005)
