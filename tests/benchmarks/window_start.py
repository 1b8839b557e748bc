"""Starting the window: its time and memory against an empty window of the same Qt."""

import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.benchmarks.figures import Figure

ROOT = Path(__file__).resolve().parents[2]
RUNS = 7
TIME_LIMIT = 1.5
MEMORY_LIMIT = 1.6
PLAYERS, ROUNDS = 64, 7

END = """
    def memory():
        for line in open("/proc/self/status"):
            if line.startswith("VmRSS"):
                return int(line.split()[1]) * 1024
    app.processEvents()
    while not window.isVisible() or not seen:
        app.processEvents()
    shown = time.monotonic()
    for _ in range(20):
        app.processEvents()
    print(json.dumps({"shown": shown, "memory": memory()}), flush=True)
    os._exit(0)
"""
EMPTY = """
import json, os, sys, time
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QMainWindow
seen = []
class Window(QMainWindow):
    def paintEvent(self, event):
        seen.append(True)
        super().paintEvent(event)
app = QApplication(["empty"])
window = Window()
window.resize(1280, 800)
window.show()
if True:
"""
OURS = """
import json, os, sys, time
from pathlib import Path
import uscalc.app
path = Path(sys.argv[1])
seen = []
from PySide6.QtWidgets import QApplication
import uscalc.ui.main_window as at
class Window(at.MainWindow):
    def paintEvent(self, event):
        seen.append(True)
        super().paintEvent(event)
at.MainWindow = Window
def run():
    app = QApplication.instance()
    window = next(w for w in app.topLevelWidgets() if isinstance(w, Window))
"""
START = """
QApplication.exec = staticmethod(run)
uscalc.app.run_window(path)
"""


def event(players: int = PLAYERS, rounds: int = ROUNDS) -> dict[str, object]:
    """An event in which everybody plays every round."""
    half = players // 2
    rows = []
    for i in range(players):
        results = []
        for r in range(rounds):
            if i < half:
                results.append(f"W{half + (i + r) % half + 1}")
            else:
                results.append(f"L{(i - half - r) % half + 1}")
        facts = {"R": {"rating": 1200 + 17 * i % 900, "games": 40}}
        row = {"number": i + 1, "name": f"Player {i + 1}", "ratings": facts}
        rows.append({**row, "results": results})
    section = {"name": "Open", "systems": ["R"], "players": rows}
    return {
        "format": "uscalc-event",
        "version": 1,
        "name": "Large",
        "end_date": "2025-09-01",
        "sections": [section],
    }


def run(code: str, *arguments: str) -> tuple[float, float]:
    """Seconds from starting the process to the painted window, and its bytes."""
    import time

    with tempfile.TemporaryDirectory() as own:
        begun = time.monotonic()
        done = subprocess.run(
            [sys.executable, "-c", code, *arguments],
            cwd=ROOT,
            env={
                **os.environ,
                "QT_QPA_PLATFORM": "offscreen",
                "PYTHONPATH": str(ROOT),
                "USCALC_STATE": own,
            },
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
        )
    said = json.loads(done.stdout.splitlines()[-1])
    return said["shown"] - begun, float(said["memory"])


def benchmarks() -> list[Figure]:
    """Interleaved runs, so that a busy moment falls on both alike."""
    empty, ours = [], []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.uscalc"
        path.write_text(json.dumps(event()), encoding="utf-8")
        for _ in range(RUNS + 1):
            empty.append(run(EMPTY + END))
            ours.append(run(OURS + END + START, str(path)))
    seconds = [statistics.median(r[0] for r in runs[1:]) for runs in (ours, empty)]
    memory = [statistics.median(r[1] for r in runs[1:]) for runs in (ours, empty)]
    return [
        Figure("window shown", seconds[0] / seconds[1], TIME_LIMIT, *seconds),
        # A thousandth of a second stands for a megabyte.
        Figure(
            f"memory with {PLAYERS} x {ROUNDS} open",
            memory[0] / memory[1],
            MEMORY_LIMIT,
            memory[0] / 1e9,
            memory[1] / 1e9,
        ),
    ]
