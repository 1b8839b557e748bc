"""Read the real screen: the pixels that a person sees, not those of a new painting."""

from PySide6.QtCore import QEvent, QPoint, QRect
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.ui.driving import quiet
from tests.ui.keys import LEFT
from uscalc.ui.what_if.slider import LETTERS, OutcomeSlider
from uscalc.ui.window.main_window import MainWindow


def on_screen(window: MainWindow) -> QImage:
    """Return the table as it is on the screen; `grab` would paint every cell again."""
    port = window.crosstable.view.viewport()
    origin = port.mapTo(window, QPoint(0, 0))
    shot = window.screen().grabWindow(
        window.winId(), origin.x(), origin.y(), port.width(), port.height()
    )
    return shot.toImage()


def wait_until_current(qtbot: QtBot, window: MainWindow) -> None:
    session = window.session
    table = window.crosstable

    def ready() -> bool:
        return (
            session.up_to_date
            and session.what_if.up_to_date
            and not session.looks_up_assumptions
            and quiet(table)
            and quiet(table.model)
            and not any(map(table.fading.find_strength, table.fading.rows))
        )

    qtbot.waitUntil(ready)
    paint_waiting(window)


def paint_waiting(window: MainWindow) -> None:
    """Paint all that is waiting to be painted."""
    QApplication.sendEvent(window, QEvent(QEvent.Type.UpdateRequest))


def stale_cells(qtbot: QtBot, window: MainWindow) -> list[tuple[int, str]]:
    """Return the cells, as row and column, whose pixels change when the table is repainted."""
    wait_until_current(qtbot, window)
    table, view = window.crosstable, window.crosstable.view
    before = on_screen(window)
    view.viewport().update()
    paint_waiting(window)
    after = on_screen(window)
    found = []
    port = view.viewport().rect()
    for row in range(table.model.rowCount()):
        for column in range(table.model.columnCount()):
            rect: QRect = view.visualRect(table.model.index(row, column))
            seen = rect.intersected(port)
            if not seen.isEmpty() and before.copy(seen) != after.copy(seen):
                found.append((row, table.model.columns.find_title(column)))
    return found


def drag(
    qtbot: QtBot, window: MainWindow, slider: OutcomeSlider, *letters: str
) -> None:
    part, middle = slider.width() // 6, slider.height() // 2
    stops = [2 * LETTERS.index(letter) + 1 for letter in letters]
    places = [QPoint(part * stop, middle) for stop in stops]
    QTest.mousePress(slider, LEFT, pos=places[0])
    for place in places[1:]:
        QTest.mouseMove(slider, place)
        wait_until_current(qtbot, window)
    QTest.mouseRelease(slider, LEFT, pos=places[-1])
