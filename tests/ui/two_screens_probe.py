"""Run as a program: show a lesson with notes on a computer with two screens.

Arguments: a file for Qt's screens, an event. The output is JSON: the names of the
screens of the window, the slides and the notes.
"""

import sys
from pathlib import Path

from PySide6.QtTest import QTest

from tests.ui.keys import Key
from tests.ui.probing import open_window, print_and_end, start_program
from tests.ui.two_screens import screen_of
from uscalc.ui.scheduling import wait_for
from uscalc.ui.teach.lesson import lesson_of
from uscalc.ui.theme.theme import Theme

app = start_program()
with open_window(Theme(app, "light"), Path(sys.argv[2])) as window:
    window.named_actions["basics"].trigger()
    lesson = lesson_of(window)
    wait_for(lesson.isVisible)
    QTest.keyClick(lesson, Key.Key_N)
    wait_for(lesson.notes.isVisible)
    shown = {"window": window, "slides": lesson, "notes": lesson.notes}
    print_and_end({what: screen_of(part) for what, part in shown.items()})
