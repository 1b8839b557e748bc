"""A program that is told to end from outside ends at once, and loses nothing."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.screen import offscreen
from uscalc.formats.native.journal import list_journals, read_snapshot

ROOT = Path(__file__).parents[3]
START = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from uscalc.document.edit.cells import set_result
from uscalc.ui.window.main_window import MainWindow
from uscalc.cli import main

EDITS = int(sys.argv.pop())

def look():
    found = [w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow)]
    if found and found[0].filled:
        window = found[0]
        for round_index in range(EDITS):
            window.session.apply_edit(set_result, 0, 0, 4, f"W{round_index + 2}")
        print("ready", flush=True)
        timer.stop()

before = QApplication.exec
def run():
    global timer
    timer = QTimer()
    timer.timeout.connect(look)
    timer.start(10)
    return before()
QApplication.exec = staticmethod(run)
main(sys.argv[1:])
"""


def interrupted(state: Path, edits: int, sent: signal.Signals) -> tuple[int, str]:
    """The code and the words of a window that stands idle when the signal comes."""
    process = subprocess.Popen(
        [sys.executable, "-c", START, str(edits)],
        cwd=ROOT,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "QT_QPA_PLATFORM": offscreen(),
            "USCALC_STATE": str(state),
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        process.send_signal(sent)
        _, said = process.communicate(timeout=60)
    finally:
        process.kill()
    lines = [line for line in said.splitlines() if "This plugin does not" not in line]
    return process.returncode, "\n".join(lines)


@pytest.mark.skipif(os.name != "posix", reason="signals are sent otherwise there")
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_ends_an_idle_window(tmp_path, sent):
    assert interrupted(tmp_path, 0, sent) == (2, "uscalc: stopped")
    left = [p for p in tmp_path.rglob("*") if p.is_file()]
    assert [p.name for p in left] == ["window.ini"]


@pytest.mark.skipif(os.name != "posix", reason="signals are sent otherwise there")
def test_work_that_is_not_saved_is_there_at_the_next_start(tmp_path):
    code, said = interrupted(tmp_path, 3, signal.SIGINT)
    assert (code, said) == (
        2,
        "uscalc: stopped; the next start offers to restore unsaved work",
    )
    (journal,) = list_journals(tmp_path / "journals")
    snapshot = read_snapshot(journal)
    assert snapshot.document.sections[0].players[0].results[4] == "W4"
    assert not list(tmp_path.rglob("*.lock"))
