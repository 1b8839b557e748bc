"""Run as a program: open the window on a screen, and print the positions of its parts.

Arguments: a file for Qt's screen, then the zooms. The output is a JSON list.
"""

import json
import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

os.environ["QT_QPA_PLATFORM"] = f"offscreen:configfile={sys.argv[1]}"

from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QApplication, QWidget

from uscalc.formats import open_event
from uscalc.resources import get_resource_path
from uscalc.rules.resolve import resolve_rules
from uscalc.ui.session.folders import Folders
from uscalc.ui.session.session import Session
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


def main() -> None:
    app = QApplication([])
    theme = Theme(app, "light")
    told = []
    for zoom in map(int, sys.argv[2:]):
        theme.set_zoom(zoom)
        session = Session(
            open_event(get_resource_path("samples", "autumn-open.uscalc")).document,
            resolve_rules,
        )
        with TemporaryDirectory() as own:
            window = MainWindow(session, theme, Folders.within_folder(Path(own)))
            window.show()
            window.messages.show_message("The file cannot be read. Open another.")
            for view in VIEWS:
                window.show_view(view.name)
            window.spaces.switch_to("enter")
            window.crosstable.view.setFocus()
            for _ in range(TURNS):
                app.processEvents()
            outer, screen = window.frameGeometry(), window.screen().availableGeometry()
            told.append(
                {
                    "zoom": zoom,
                    "on_screen": screen.contains(outer),
                    "covers": outer.width() / screen.width(),
                    "window": [window.width(), window.height()],
                    "parts": {
                        name: place_of(part, window)
                        for name, part in parts_of(window).items()
                    },
                    "rounds": rounds_in_sight(window),
                    "rows": window.crosstable.count_page_rows(),
                    "outside": [
                        name
                        for name, part in parts_of(window).items()
                        if not window.rect().contains(QRect(*place_of(part, window)))
                    ],
                }
            )
            window.session.pending.commit_all()
            session.history.mark_saved()
            window.close()
    print(json.dumps(told))
    sys.stdout.flush()
    os._exit(0)


main()
