"""Run as a program: show a lesson with notes on a computer with two screens.

Arguments: a file for Qt's screens, an event. The output is JSON: the names of the
screens of the window, the slides and the notes.
"""

import json
import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

os.environ["QT_QPA_PLATFORM"] = f"offscreen:configfile={sys.argv[1]}"

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.ui.two_screens import screen_of
from uscalc.formats import open_event
from uscalc.rules.resolve import resolve_rules
from uscalc.ui.scheduling import wait_for
from uscalc.ui.session.folders import Folders
from uscalc.ui.session.session import Session
from uscalc.ui.teach.lesson import lesson_of
from uscalc.ui.theme.theme import Theme
from uscalc.ui.window.main_window import MainWindow


def main() -> None:
    app = QApplication([])
    theme = Theme(app, "light")
    session = Session(open_event(Path(sys.argv[2])).document, resolve_rules)
    with TemporaryDirectory() as own:
        window = MainWindow(session, theme, Folders.within_folder(Path(own)))
        window.show()
        window.named_actions["basics"].trigger()
        lesson = lesson_of(window)
        wait_for(lesson.isVisible)
        QTest.keyClick(lesson, Qt.Key.Key_N)
        wait_for(lesson.notes.isVisible)
        shown = {"window": window, "slides": lesson, "notes": lesson.notes}
        print(json.dumps({what: screen_of(part) for what, part in shown.items()}))
        sys.stdout.flush()
        os._exit(0)


main()
