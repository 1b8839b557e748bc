"""Run as a program: project standings on a computer with two screens.

Arguments: a file for Qt's screens, an event. The output is JSON: the screens of the
window and of the standings, their sizes, which window has the focus, and whether an
edit in the window appears and Esc ends the projection.
"""

import sys
from pathlib import Path

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.ui.keys import Key
from tests.ui.probing import open_window, print_and_end, start_program
from tests.ui.two_screens import screen_of
from uscalc.document.edit.cells import set_result
from uscalc.ui.printing.page import TextItem
from uscalc.ui.printing.projector import ProjectorDialog, ProjectorWindow, projector_of
from uscalc.ui.scheduling import wait_for
from uscalc.ui.theme.theme import Theme


def list_texts(projector: ProjectorWindow) -> list[str]:
    return [
        item.text
        for screenful in projector.screenfuls
        for item in screenful.page.items
        if isinstance(item, TextItem)
    ]


app = start_program()
with open_window(Theme(app, "light"), Path(sys.argv[2])) as window:
    window.activateWindow()
    wait_for(window.isActiveWindow)
    window.named_actions["projector"].trigger()
    (dialog,) = window.findChildren(ProjectorDialog)
    QTest.keyClick(dialog, Key.Key_Return)
    projector = projector_of(window)
    wait_for(lambda: projector.isVisible() and bool(projector.screenfuls))
    wait_for(lambda: not window.findChildren(ProjectorDialog))
    wait_for(window.isActiveWindow)
    active = QApplication.activeWindow()
    shown = {
        "window": screen_of(window),
        "standings": screen_of(projector),
        "size": [projector.width(), projector.height()],
        "active": "" if active is None else active.objectName(),
    }
    before = list_texts(projector)
    window.session.apply_edit(set_result, 0, 0, 1, "L5")
    wait_for(lambda: list_texts(projector) != before)
    shown["edited"] = list_texts(projector) != before
    QTest.keyClick(projector, Key.Key_Escape)
    shown["ended"] = projector.isHidden()
    print_and_end(shown)
