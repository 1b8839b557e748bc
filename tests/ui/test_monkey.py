"""After random typing and clicking, the event, its ratings and undo steps are consistent.

`python tests/tools/monkey.py STEPS [SEED...]` goes on for longer; `--minutes` limits
the time.
"""

import os
import shutil
import time
import traceback
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.monkey import Monkey, check
from tests.ui.overrides import wrap_overrides
from uscalc.ui.window.main_window import MainWindow

GIVEN = os.environ.get("USCALC_MONKEY", "")
"""Steps, seed and the most minutes (0 for no limit), as `5000 7 0`."""
STEPS, SEED, MINUTES = map(float, (GIVEN or "1000 20251109 0").split())


@pytest.fixture
def files(sample: Path, other_event: Path, tmp_path, monkeypatch) -> list[Path]:
    """Return files to name: events, a table, other files, and one that doesn't exist."""
    folder = tmp_path / "desk"
    folder.mkdir()
    monkeypatch.chdir(folder)
    own = folder / "own.uscalc"
    shutil.copy(sample, own)
    two = folder / "two.uscalc"
    shutil.copy(other_event, two)
    table = folder / "table.csv"
    table.write_text("Number,Name,Rating,Round 1\n1,Ada,1500,W2\n2,Bea,1400,L1\n")
    broken = folder / "broken.uscalc"
    broken.write_bytes(own.read_bytes()[:-40])
    return [own, two, table, broken, folder / "new.uscalc", folder / "new.pdf"]


@pytest.fixture
def left_behind(qtbot: QtBot, window: MainWindow) -> Iterator[None]:
    """Close everything that it left open, and clear the clipboard.

    Without a screen, Qt crashes at the end if the clipboard has anything but text.
    """
    yield
    QApplication.clipboard().setText("")
    for top in QApplication.topLevelWidgets():
        if top is not window and top.isVisible():
            QWidget.close(top)


@pytest.mark.usefixtures("left_behind")
# Without a desktop, keys may come to a disabled control, and a window may be activated
# while it closes.
@pytest.mark.qt_log_ignore(
    "This plugin does not",
    "Keyboard event not accepted",
    "connect .*focusObjectChanged",
)
def test_nothing_breaks_whatever_is_typed_and_clicked(qtbot, window, files):
    if GIVEN:
        wrap_overrides()
    monkey = Monkey(qtbot, window, int(SEED), files)
    begun = time.monotonic()

    def tired() -> bool:
        return MINUTES > 0 and time.monotonic() - begun > 60 * MINUTES

    with qtbot.captureExceptions() as raised:

        def look() -> None:
            check(qtbot, window)
            assert ["".join(traceback.format_exception(*one)) for one in raised] == []

        try:
            monkey.play(int(STEPS), look, tired)
        except BaseException:
            print("\n".join(monkey.trail))
            raise
