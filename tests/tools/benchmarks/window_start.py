"""Starting the program: its time and memory, compared with an empty window of the same Qt.

`window shown` is the time from the start of the process to the first paint of the
themed frame; `ratings in the table` is the time to the first paint of the table with
the event's ratings.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from tests.build import event_file
from tests.screen import offscreen
from tests.tools.benchmarks.figures import Figure, ratio

ROOT = Path(__file__).resolve().parents[3]
RUNS = 7
TIME_LIMIT = 1.3
CONTENT_LIMIT = 3.0
MEMORY_LIMIT = 1.95
PLAYERS, ROUNDS = 64, 7
SETTLED = 1.0
"""The seconds after which memory is measured; by then, every view in front is made."""

WATCH = """
import json, os, sys, time
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QMainWindow
class Watch(QObject):
    '''Notes when the painting in which a widget is painted first is at its end.'''
    at, used, seen = None, 0.0, False
    def __init__(self, widget):
        super().__init__()
        self.widget, self.window = widget, widget.window()
        for each in {self.widget, self.window}:
            each.installEventFilter(self)
    def note(self):
        if self.at is None:
            self.at, self.used = time.monotonic(), time.process_time()
            for each in {self.widget, self.window}:
                each.removeEventFilter(self)
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint and watched is self.widget:
            self.seen = True
            # The first painting of a window is not by an update request.
            QApplication.postEvent(self, QEvent(QEvent.Type.User))
        elif event.type() == QEvent.Type.UpdateRequest and watched is self.window:
            watched.event(event)
            if self.seen:
                self.note()
            return True
        return False
    def event(self, event):
        self.note()
        return True
def painted(widget):
    return seen(Watch(widget))
def seen(watch):
    app = QApplication.instance()
    while watch.at is None:
        app.processEvents()
    return watch.at, watch.used
def memory():
    app = QApplication.instance()
    end = time.monotonic() + float(os.environ["SETTLED"])
    while time.monotonic() < end:
        app.processEvents()
    for line in open("/proc/self/status"):
        if line.startswith("VmRSS"):
            return int(line.split()[1]) * 1024
def say(**figures):
    print(json.dumps(figures), flush=True)
    os._exit(0)
"""
EMPTY = f"""{WATCH}
app = QApplication(["empty"])
window = QMainWindow()
window.resize(1280, 800)
window.show()
shown, used = painted(window)
say(shown=shown, used=used, content=shown, memory=memory())
"""
OURS = f"""
import uscalc.app
# The program imports Qt in its own way; the watch must not import it before.
from uscalc.ui.startup import import_qt
import_qt(){WATCH}
def run():
    app = QApplication.instance()
    window = next(w for w in app.topLevelWidgets() if isinstance(w, QMainWindow))
    paint, watches = window.paint_ratings, []
    def watched():
        # It is on the screen when this returns.
        watch = Watch(window.crosstable.view.viewport())
        paint()
        assert watch.seen
        watch.note()
        watches.append(watch)
    window.paint_ratings = watched
    shown, used = painted(window)
    while not watches:
        app.processEvents()
    content, _ = seen(watches[0])
    row = int(os.environ["ROW"])
    post = window.session.shown.find_post(row)
    assert window.session.up_to_date and post is not None
    say(shown=shown, used=used, content=content, memory=memory())
QApplication.exec = staticmethod(run)
from uscalc.cli import main
main(sys.argv[1:])
"""


class Run(NamedTuple):
    """Seconds from the start of a process, and the bytes of memory that it used.

    `used` is the processor time in seconds until the window was shown.
    """

    shown: float
    used: float
    content: float
    memory: float


def event(players: int = PLAYERS, rounds: int = ROUNDS) -> dict[str, object]:
    half, rows = players // 2, []
    for i in range(players):
        results = [f"W{half + (i + r) % half + 1}" for r in range(rounds)]
        if i >= half:
            results = [f"L{(i - half - r) % half + 1}" for r in range(rounds)]
        facts = {"R": {"rating": 1200 + 17 * i % 900, "games": 40}}
        row = {"number": i + 1, "name": f"Player {i + 1}", "ratings": facts}
        rows.append({**row, "results": results})
    return event_file(*rows, systems=["R"])


def run(code: str, compiled: Path, *arguments: str) -> Run:
    with tempfile.TemporaryDirectory() as own:
        environment = {
            **os.environ,
            "QT_QPA_PLATFORM": offscreen(),
            "PYTHONPATH": str(ROOT),
            "PYTHONPYCACHEPREFIX": str(compiled),
            "SETTLED": str(SETTLED),
            "ROW": str(PLAYERS - 1),
            # Don't use the program's own variable, because it would skip the usual way.
            "XDG_STATE_HOME": own,
            "XDG_CONFIG_HOME": own,
        }
        for name in ("PYTHONDONTWRITEBYTECODE", "USCALC_STATE"):
            environment.pop(name, None)
        begun = time.monotonic()
        done = subprocess.run(
            [sys.executable, "-c", code, *arguments],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
        )
    said = json.loads(done.stdout.splitlines()[-1])
    shown, content = said["shown"] - begun, said["content"] - begun
    return Run(shown, said["used"], content, float(said["memory"]))


def benchmarks() -> list[Figure]:
    empty, ours = [], []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.uscalc"
        path.write_text(json.dumps(event()), encoding="utf-8")
        compiled = Path(folder) / "compiled"
        for _ in range(RUNS + 1):
            empty.append(run(EMPTY, compiled))
            ours.append(run(OURS, compiled, str(path)))
    # The first run of each compiled the modules.
    yardstick, own = (
        Run(*(statistics.median(values) for values in zip(*runs[1:], strict=True)))
        for runs in (empty, ours)
    )
    shape, empty_time = f"{PLAYERS} x {ROUNDS}", yardstick.shown
    name = f"window shown (of one processor {own.used / yardstick.used:.2f})"
    beside = f"{own.memory / 1e6:.0f} MB against {yardstick.memory / 1e6:.0f} MB"
    return [
        ratio(name, own.shown, empty_time, TIME_LIMIT),
        ratio(
            f"ratings of {shape} in the table", own.content, empty_time, CONTENT_LIMIT
        ),
        Figure(
            f"memory with {shape} open, against an empty window",
            *(own.memory / yardstick.memory, MEMORY_LIMIT, "times", beside),
        ),
    ]
