"""Windows that are typed into and killed: `python crashing.py FOLDER COUNT SEED`.

Everything is imported once; each window is a fork of that. For each it prints one line
of JSON: its folder, when it was killed, and the number and time of every edit.
"""

import importlib
import json
import os
import pkgutil
import random
import select
import signal
import sys
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

import uscalc.ui
from uscalc.document.model import Document
from uscalc.formats import open_event
from uscalc.formats.native.journal import fingerprint
from uscalc.formats.native.reader import save_event
from uscalc.resources import resource
from uscalc.rules.resolve import rules_for
from uscalc.ui.session.session import Session
from uscalc.ui.shell.main_window import MainWindow
from uscalc.ui.storage.folders import Folders
from uscalc.ui.theme.theme import Theme

AT_ONCE = 2
LONGEST = 2.2
"""Seconds that a window is typed into before it is killed."""


def number_in(document: Document) -> int:
    """Which edit a document is from; 0 before the first."""
    name = document.sections[0].players[0].name
    return int(name.split()[1]) if name.startswith("edit ") else 0


def type_into_window(folder: Path, seed: int, pipe: int) -> None:
    """Types numbered names, and saves now and then, until it is killed."""
    pauses = random.Random(seed)
    app = QApplication(["crashing"])
    path = folder / "event.uscalc"
    unsaved = seed % 3 == 0
    opened = open_event(resource("samples", "autumn-open.uscalc"))
    if not unsaved:
        save_event(opened.document, path)
    session = Session(opened.document, rules_for)
    window = MainWindow(session, Theme(app, "light"), Folders.within(folder / "own"))
    if not unsaved:
        window.files.opening.adopt(opened, path, fingerprint(path))
    window.show()
    window.activateWindow()
    app.processEvents()
    done = 0

    def tell(said: dict[str, object], at: float) -> None:
        """Writes what could be undone and redone at a moment, and what was saved."""
        past = session.history.past
        state = {
            "edits": [number_in(document) for document in past.documents],
            "names": past.names,
            "place": past.place,
            "saved": past.saved,
        }
        line = json.dumps({**said, "at": at, "state": state})
        os.write(pipe, f"{line}\n".encode())

    def edit() -> None:
        nonlocal done
        window.crosstable.focus_cell(0, None)
        for letter in f"edit {done + 1}":
            QTest.keyClicks(QApplication.focusWidget(), letter)
        now = time.monotonic()
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
        name = session.document.sections[0].players[0].name
        assert name == f"edit {done + 1}", name
        done += 1
        tell({"edit": done}, now)
        if not unsaved and pauses.random() < 0.05:
            window.files.save()
            tell({}, time.monotonic())
        if pauses.random() < 0.2:
            for key in (Qt.Key.Key_Z, Qt.Key.Key_Y)[: pauses.choice((1, 2))]:
                QTest.keyClick(window, key, Qt.KeyboardModifier.ControlModifier)
                tell({}, time.monotonic())
        QTimer.singleShot(pauses.choice((0, 5, 20, 60, 350)), edit)

    QTimer.singleShot(0, edit)
    app.exec()


def start(folder: Path, seed: int) -> tuple[int, int]:
    """Forks a window; gives its process and what to read its edits from."""
    folder.mkdir(parents=True)
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            type_into_window(folder, seed, writing)
        finally:
            os._exit(3)
    os.close(writing)
    return child, reading


def end(folder: Path, child: int, reading: int) -> None:
    """Kills a window and prints what it had done."""
    os.kill(child, signal.SIGKILL)
    killed = time.monotonic()
    os.waitpid(child, 0)
    with os.fdopen(reading, encoding="ascii") as pipe:
        told = [json.loads(line) for line in pipe if line.endswith("\n")]
    said = {
        "folder": str(folder),
        "killed": killed,
        "edits": [(one["edit"], one["at"]) for one in told if "edit" in one],
        "states": [(one["state"], one["at"]) for one in told],
    }
    print(json.dumps(said))


def main(root: Path, count: int, seed: int) -> None:
    """Keeps some windows going until so many are killed."""
    # What a window imports when it is first needed would be imported by every fork.
    for module in pkgutil.walk_packages(uscalc.ui.__path__, "uscalc.ui."):
        importlib.import_module(module.name)
    moments = random.Random(seed)
    waiting = list(range(count))
    running: list[tuple[float, Path, int, int]] = []
    while waiting or running:
        while waiting and len(running) < AT_ONCE:
            number = waiting.pop(0)
            folder = root / str(number)
            child, reading = start(folder, seed + number)
            running.append((0.0, folder, child, reading))
        for place, (due, folder, child, reading) in enumerate(running):
            # The clock starts with the first edit.
            if not due and select.select([reading], [], [], 0)[0]:
                running[place] = (
                    time.monotonic() + moments.uniform(0.0, LONGEST),
                    folder,
                    child,
                    reading,
                )
        now = time.monotonic()
        for entry in [entry for entry in running if entry[0] and now >= entry[0]]:
            running.remove(entry)
            end(*entry[1:])
        time.sleep(0.002)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
