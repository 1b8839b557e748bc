"""Run as a program: show every view on a screen, and print which texts can't be read.

Arguments: a file for Qt's screen, an event, the theme. The output is a JSON list: how a
view is shown, its image's name, and the problem.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QWidget

from tests.ui.probing import open_window, print_and_end, start_program
from tests.ui.truncated import unreadable
from uscalc.ui.scheduling import at_rest, wait_for
from uscalc.ui.teach.presentation import LARGE, presentation_of
from uscalc.ui.theme.theme import Theme
from uscalc.ui.window.main_window import MainWindow
from uscalc.ui.window.views import VIEWS

TURNS = 30


def settle(window: MainWindow) -> None:
    for _ in range(2):
        wait_for(lambda: window.session.up_to_date and at_rest())
        for _ in range(TURNS):
            QApplication.processEvents()


def looked_at(window: MainWindow) -> Iterator[tuple[str, str, list[str]]]:
    """Yield every picture in its panel, and then filling the screen in large type."""
    pictures = [(view.name, picture) for view in VIEWS for picture in view.pictures]
    for name, picture in pictures:
        picture.prepare(window)
        window.show_view(name)
        settle(window)
        yield "panel", picture.name, unreadable(window.panel_of(name))
    # Enlarge the type once, and not each time that the screen is filled.
    window.theme.set_zoom(LARGE)
    for name, picture in pictures:
        if name == "view-lesson":
            # The slides fill the screen in their own window.
            continue
        picture.prepare(window)
        window.show_view(name)
        window.named_actions["present"].trigger()
        settle(window)
        presentation = presentation_of(window)
        assert presentation.shown == name, (presentation.shown, name)
        faults = [*unreadable(presentation), *out_of_sight(presentation)]
        yield "screen", picture.name, faults
        window.named_actions["present"].trigger()


def out_of_sight(presentation: QWidget) -> Iterator[str]:
    """Yield buttons and fields that are outside the screen and can't be scrolled to."""
    screen = presentation.rect()
    for part in presentation.findChildren(QWidget):
        takes = part.focusPolicy() & Qt.FocusPolicy.TabFocus
        if not (takes and part.isVisible() and part.objectName()):
            continue
        scrolled = any(isinstance(one, QAbstractScrollArea) for one in parents_of(part))
        corner = part.mapTo(presentation, QPoint(0, 0))
        if not scrolled and not screen.contains(QRect(corner, part.size())):
            yield f"out of sight: {part.objectName()}"


def parents_of(part: QWidget) -> Iterator[QWidget]:
    above = part.parentWidget()
    while above is not None:
        yield above
        above = above.parentWidget()


app = start_program()
look = Theme(app, "dark" if sys.argv[3] == "dark" else "light")
with open_window(look, Path(sys.argv[2])) as window:
    window.showMaximized()
    settle(window)
    print_and_end(list(looked_at(window)))
