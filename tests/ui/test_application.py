"""A file that the desktop passes to the running program is opened, before or after the start."""

import json

import pytest

from tests.cli.running import SAMPLE, run_python

ASKED = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication
from uscalc.ui.window.main_window import MainWindow
from uscalc import app as program

file, when = sys.argv[1:]
fill = MainWindow.fill_window

def ask():
    QApplication.sendEvent(QApplication.instance(), QFileOpenEvent(file))

def filled(self, *event):
    if when == "before":
        ask()
    fill(self, *event)
    if when == "after":
        QTimer.singleShot(0, ask)
    look(self)

def look(window):
    if window.session.path == Path(file):
        print(window.windowTitle())
        print(window.windowIcon().availableSizes())
        return window.close()
    QTimer.singleShot(10, lambda: look(window))

MainWindow.fill_window = filled
sys.exit(program.run_window(None))
"""


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_file_that_the_desktop_asks_for_is_opened(tmp_path, when):
    event = json.loads(SAMPLE.read_text(encoding="utf-8"))
    event["name"] = "Double Click"
    file = tmp_path / "an event ü.uscalc"
    file.write_text(json.dumps(event), encoding="utf-8")
    surroundings = {"USCALC_STATE": str(tmp_path / "state")}
    done = run_python(
        *("-c", ASKED, file, when), QT_QPA_PLATFORM="offscreen", **surroundings
    )
    assert done.returncode == 0, done.stderr
    title, icons = done.stdout.splitlines()
    assert title.startswith("Double Click")
    assert "16, 16" in icons
    assert "256, 256" in icons
