"""Run as a program: open the window on a screen, and print the positions of its parts.

Arguments: a file for Qt's screen, then the zooms. The output is a JSON list.
"""

import sys

from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QWidget

from tests.ui.probing import open_window, print_and_end, start_program
from uscalc.resources import get_resource_path
from uscalc.ui.theme.theme import Theme
from uscalc.ui.window.main_window import MainWindow
from uscalc.ui.window.views import VIEWS

TURNS = 40


def place_of(part: QWidget, window: MainWindow) -> list[int]:
    corner = part.mapTo(window, QPoint(0, 0))
    return [corner.x(), corner.y(), part.width(), part.height()]


def rounds_in_sight(window: MainWindow) -> list[int]:
    table = window.crosstable
    view, columns = table.view, table.model.columns
    seen = []
    for number in range(1, columns.rounds + 1):
        column = columns.results[number - 1]
        start, end = view.columnViewportPosition(column), view.viewport().width()
        whole = start >= 0 and start + view.columnWidth(column) <= end
        if whole and not view.isColumnHidden(column):
            seen.append(number)
    return seen


def parts_of(window: MainWindow) -> dict[str, QWidget]:
    """Return every bar and panel, and every control of the bars at the top and the bottom."""
    parts: dict[str, QWidget] = {
        "top": window.top,
        "bottom": window.bottom,
        "problems": window.bottom.problems,
        "table": window.crosstable,
        "below": window.below,
        "right": window.right,
        "strip": window.strip,
        "messages": window.messages,
    }
    for bar in (window.top, window.bottom):
        for control in bar.findChildren(QWidget):
            if control.objectName() and control.parentWidget() is bar:
                parts[control.objectName()] = control
    return {name: part for name, part in parts.items() if part.isVisible()}


app = start_program()
theme = Theme(app, "light")
told = []
for zoom in map(int, sys.argv[2:]):
    theme.set_zoom(zoom)
    with open_window(
        theme, get_resource_path("samples", "autumn-open.uscalc")
    ) as window:
        window.messages.show_message("The file cannot be read. Open another.")
        for view in VIEWS:
            window.show_view(view.name)
        window.spaces.switch_to("enter")
        window.crosstable.view.setFocus()
        for _ in range(TURNS):
            app.processEvents()
        outer, screen = window.frameGeometry(), window.screen().availableGeometry()
        places = {name: place_of(one, window) for name, one in parts_of(window).items()}
        told.append(
            {
                "zoom": zoom,
                "on_screen": screen.contains(outer),
                "covers": outer.width() / screen.width(),
                "window": [window.width(), window.height()],
                "parts": places,
                "rounds": rounds_in_sight(window),
                "outside": [
                    name
                    for name, place in places.items()
                    if not window.rect().contains(QRect(*place))
                ],
            }
        )
        window.session.pending.commit_all()
        window.session.history.mark_saved()
        window.close()
print_and_end(told)
