"""Run a program with two screens: the window's own, and one to the right of it."""

import json
from pathlib import Path
from typing import Any

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from tests.cli.running import SAMPLE, run_python

SCREENS = [
    {"name": "own", "x": 0, "y": 0, "width": 1280, "height": 800},
    {"name": "wall", "x": 1280, "y": 0, "width": 1024, "height": 768},
]


def screen_of(widget: QWidget) -> str:
    """Return the screen that shows the middle of a window."""
    screen = QGuiApplication.screenAt(widget.mapToGlobal(widget.rect().center()))
    return screen.name() if screen is not None else ""


def run_on_two_screens(probe: str, folder: Path) -> Any:
    """Run a program of this folder on the sample, and return the JSON that it prints."""
    place, event = folder / "screens.json", folder / "event.uscalc"
    place.write_text(json.dumps({"screens": SCREENS}))
    event.write_bytes(SAMPLE.read_bytes())
    done = run_python(Path(__file__).with_name(probe), place, event, seconds=300)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
