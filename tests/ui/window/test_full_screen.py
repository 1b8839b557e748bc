"""Nothing is cut on a large screen: every picture of every view, in panel and filled."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.large_event import saved
from tests.ui.truncated import unreadable
from uscalc.ui.widgets.building import ElidingLabel
from uscalc.ui.window.views import VIEWS

ROOT = Path(__file__).parents[3]
PROBE = ROOT / "tests" / "ui" / "full_screen_probe.py"
LOW = {"view-rating-rules"}
"""Views whose table in a low panel has one line a row, and says the rest beside it."""


def test_of_sixty_four_players_every_view_can_be_read_whole(tmp_path):
    screen = {"name": "one", "x": 0, "y": 0, "width": 1920, "height": 1080}
    place = tmp_path / "screen.json"
    place.write_text(json.dumps({"screens": [screen]}))
    event = saved(tmp_path / "large.uscalc")
    done = subprocess.run(
        [sys.executable, str(PROBE), str(place), str(event), "light"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    pictures = {picture.name: view.name for view in VIEWS for picture in view.pictures}
    assert {name for _, name, _ in told} == set(pictures)
    assert {how for how, _, _ in told} == {"panel", "screen"}
    found = {
        f"{how}, {name}": faults
        for how, name, faults in told
        if faults and not (how == "panel" and pictures[name] in LOW)
    }
    assert found == {}


def shown(qtbot: QtBot, part: QWidget, width: int) -> QWidget:
    holder = QWidget()
    qtbot.addWidget(holder)
    row = QHBoxLayout(holder)
    row.addWidget(part)
    part.setObjectName("part")
    part.setFixedWidth(width)
    holder.show()
    qtbot.waitExposed(holder)
    return holder


@pytest.mark.parametrize(
    "make",
    [lambda: ElidingLabel(), lambda: QLabel(), lambda: QPushButton()],
    ids=["dots", "line", "button"],
)
def test_what_is_cut_is_found(qtbot, theme, make):
    part = make()
    part.setText("Bartholomew Featherstone")
    assert unreadable(shown(qtbot, part, 60))
    wide = make()
    wide.setText("Bartholomew Featherstone")
    assert unreadable(shown(qtbot, wide, 400)) == []


def test_dots_that_belong_to_a_command_are_none(qtbot, theme):
    button = QPushButton("Paste &rows…")
    assert unreadable(shown(qtbot, button, 200)) == []
    lines = QLabel("One line, and then another one, and one more")
    lines.setWordWrap(True)
    lines.setFixedHeight(14)
    lines.setAlignment(Qt.AlignmentFlag.AlignTop)
    assert unreadable(shown(qtbot, lines, 60))
