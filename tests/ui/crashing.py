"""Windows that receive typing and are killed: `python -m tests.ui.crashing FOLDER COUNT SEED`.

Everything is imported once; each window, and the one started after it, is a fork. A
window writes a diary: every state that it gave to its journal, and when the journal and
the event were written. It kills itself at a call that writes files, or is killed from
outside shortly after a given number of diary lines, so no clock decides. The output has
one JSON line for each window: what was recovered, and what was wrong.
"""

import importlib
import json
import os
import pkgutil
import random
import signal
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from msgspec.structs import replace

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# The offscreen plugin's missing features are expected.
os.environ.setdefault("QT_LOGGING_RULES", "*.warning=false")

from PySide6.QtCore import QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

import uscalc.ui
from tests.build import document, player, section
from tests.ui.keys import CONTROL, LEFT, Key
from uscalc.document.history import HistoryState
from uscalc.document.model import Document
from uscalc.formats import FormatError, open_event
from uscalc.formats.native.journal import JournalSnapshot
from uscalc.formats.native.journal_writing import JournalFile
from uscalc.formats.native.reader import save_event
from uscalc.monitor import UNMONITORED
from uscalc.rules.resolve import resolve_rules
from uscalc.ui.files.loading import read_event
from uscalc.ui.session.file_on_disk import FileWriter, Leftovers
from uscalc.ui.session.folders import Folders
from uscalc.ui.session.session import Session
from uscalc.ui.theme.theme import STYLE, Theme
from uscalc.ui.window.first_event import FirstEventLoader
from uscalc.ui.window.main_window import MainWindow

PLAYERS: Final = 400
MOST_EDITS: Final = 40
MOST_CALLS: Final = 40
CALLS: Final = ("open", "fsync", "replace", "unlink")
"""Calls of the operating system at which a window may kill itself."""
MOST_TOLD: Final = 60
LONGEST: Final = 0.3
"""The most seconds from the last diary line until the window is killed from outside."""


def event() -> Document:
    """Return an event of one round; the name of its first player counts the edits."""
    cells = (f"W{n + 1}" if n % 2 else f"L{n - 1}" for n in range(1, PLAYERS + 1))
    rows = (player(n, cell, rating=1000.0 + n) for n, cell in enumerate(cells, 1))
    return document(section(*rows))


def number_in(shown: Document) -> int:
    """Return the edit that a document comes from; 0 before the first."""
    name = shown.sections[0].players[0].name
    return int(name.split()[1]) if name.startswith("edit ") else 0


def differs_only_in_name(shown: Document) -> bool:
    """Return whether a document differs from the opened one only in the typed name."""
    section_now, section_was = shown.sections[0], event().sections[0]
    named = replace(section_now.players[0], name="")
    was = replace(section_was.players[0], name="")
    return (named, *section_now.players[1:]) == (was, *section_was.players[1:])


def comparable_history(past: HistoryState) -> dict[str, Any]:
    """Return the steps to undo and redo in a form that can be compared."""
    return {
        "edits": [number_in(one) for one in past.documents],
        "names": list(past.names),
        "place": past.place,
        "saved": past.saved,
    }


class Diary:
    """The diary of a window; each line is written before the window continues."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def note(self, **said: Any) -> None:
        """Write one line with the time."""
        line = json.dumps({**said, "at": time.monotonic()})
        os.write(self._file, f"{line}\n".encode())

    def kill(self, why: str) -> None:
        """End the window here, as if the power failed."""
        self.note(killed=why)
        os.kill(os.getpid(), signal.SIGKILL)


def _watch_journal(diary: Diary) -> None:
    """Note every state before it may be in the journal, and when it is there."""
    given: list[JournalSnapshot] = []
    ask, write = FileWriter.write_soon, JournalFile.write

    def write_and_note(
        self: Any, snapshot: JournalSnapshot, at_once: Any = False
    ) -> None:
        given.append(snapshot)
        diary.note(state=comparable_history(snapshot.past))
        ask(self, snapshot, at_once)

    def written(self: JournalFile, snapshot: JournalSnapshot) -> None:
        write(self, snapshot)
        diary.note(journalled=next(i for i, one in enumerate(given) if one is snapshot))

    FileWriter.write_soon = write_and_note  # type: ignore[method-assign]
    JournalFile.write = written  # type: ignore[method-assign]


def _die_at_call(diary: Diary, names: Sequence[str], number: int, after: bool) -> None:
    """End the window before or after the n-th call of these names."""
    done = 0

    def dying(name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def called(*args: Any, **more: Any) -> Any:
            nonlocal done
            done += 1
            now = done == number
            if now and not after:
                diary.kill(f"before {name}")
            result = call(*args, **more)
            if now:
                diary.kill(f"after {name}")
            return result

        return called

    for name in names:
        setattr(os, name, dying(name, getattr(os, name)))


def type_into_window(folder: Path, seed: int) -> None:
    """Type numbered names, undo, redo and save, until the window is killed."""
    chance = random.Random(seed)
    app = QApplication(["crashing", *STYLE])
    path = folder / "event.uscalc"
    unsaved = seed % 4 == 0
    diary = Diary(folder / "diary")
    _watch_journal(diary)
    if unsaved:
        window = _window(app, folder, Session(event(), resolve_rules))
    else:
        save_event(event(), path)
        made = read_event(path, resolve_rules, UNMONITORED, lambda _: None)
        session = Session(made.history.document, resolve_rules, live=made.live)
        window = _window(app, folder, session)
        window.files.opening.adopt_shown(made)

    if seed % 4 == 1:
        after = chance.random() < 0.5
        _die_at_call(diary, CALLS, chance.randrange(1, MOST_CALLS), after)
    elif seed % 4 == 3:
        # The file was written, but has not replaced the old one yet.
        _die_at_call(diary, ("replace",), chance.randrange(1, 6), False)
    done = 0

    def edit() -> None:
        nonlocal done
        window.crosstable.focus_cell(0, None)
        for letter in f"edit {done + 1}":
            # The first letter opens the editor, which gets the others.
            QTest.keyClicks(QApplication.focusWidget(), letter)
        QTest.keyClick(QApplication.focusWidget(), Key.Key_Return)
        done += 1
        if number_in(window.session.document) != done:
            diary.kill("without its edit")
        if not unsaved and chance.random() < 0.3:
            window.files.saving.save_event()
        if chance.random() < 0.2:
            for key in (Key.Key_Z, Key.Key_Y)[: chance.choice((1, 2))]:
                QTest.keyClick(window, key, CONTROL)
        if done == MOST_EDITS:
            diary.kill("at the end")
        QTimer.singleShot(chance.choice((0, 5, 20, 60, 350)), edit)

    QTimer.singleShot(0, edit)
    app.exec()


def start_again(folder: Path) -> None:
    """Start again: clean up, and restore the work that is offered."""
    app = QApplication(["crashing", *STYLE])
    window = _window(app, folder, None)
    FirstEventLoader(window, None).start_loading()
    while not window.filled:
        app.processEvents()
    own = Folders.within_folder(folder / "own")
    cleaning = window.get_or_make(Leftovers, lambda: Leftovers(own, window))
    while cleaning.busy:
        app.processEvents()
    found: dict[str, Any] = {"orphans": orphans(folder), "restored": None}
    ways = {button.text(): button for button in window.findChildren(QPushButton)}
    if "Restore" in window.messages.ways:
        QTest.mouseClick(ways["Restore"], LEFT)
        while window.files.arriving.busy:
            app.processEvents()
        past = window.session.history.past
        found["restored"] = comparable_history(past)
        found["whole"] = all(map(differs_only_in_name, past.documents))
    (folder / "again").write_text(json.dumps(found))


def _window(app: QApplication, folder: Path, session: Session | None) -> MainWindow:
    own = Folders.within_folder(folder / "own")
    window = MainWindow(session, Theme(app, "light"), own)
    window.show()
    window.activateWindow()
    app.processEvents()
    return window


def orphans(folder: Path) -> list[str]:
    """Return temporary files that were left behind."""
    return sorted(path.name for path in folder.rglob("*.tmp*"))


def judge(folder: Path, killed: float, before: list[str]) -> dict[str, Any]:
    """Return what was recovered after a kill, and everything that was wrong with it."""
    told = [json.loads(line) for line in (folder / "diary").read_text().splitlines()]
    states = [(one["state"], one["at"]) for one in told if "state" in one]
    journalled = max((one.get("journalled", -1) for one in told), default=-1)
    ended = next((one for one in told if "killed" in one), {"killed": "", "at": killed})
    said: dict[str, Any] = {
        "folder": str(folder),
        "how": ended["killed"] or "from outside",
        "states": len(states),
        "journalled": journalled + 1,
        "orphans": len(before),
        "wrong": [],
    }
    wrong = said["wrong"]
    if said["how"] == "without its edit":
        wrong.append("what was typed did not arrive")
    if not (folder / "again").exists():
        return said | {"wrong": ["the next start fell over"]}
    again = json.loads((folder / "again").read_text())
    if again["orphans"]:
        wrong.append(f"left after the next start: {again['orphans']}")
    path, number = folder / "event.uscalc", 0
    if path.exists():
        try:
            saved = open_event(path).document
        except FormatError as error:
            return said | {"wrong": [f"the event cannot be read: {error}"]}
        number = number_in(saved)
        if not differs_only_in_name(saved):
            wrong.append("the event is not whole")
    restored = again["restored"]
    said["offered"] = restored is not None
    if restored is None:
        # The edit was saved, or is not in the journal yet.
        shown = [state["edits"][state["place"]] for state, _ in states]
        had = max((i for i, at in enumerate(shown) if at == number), default=-1)
        if number > max((max(s["edits"]) for s, _ in states), default=0):
            # An edit is saved before its state is given to the journal.
            had = len(states) - 1
        if had < journalled:
            wrong.append(f"state {journalled} is in the journal and is not offered")
    else:
        had = max((i for i, (s, _) in enumerate(states) if s == restored), default=-1)
        if had < journalled:
            wrong.append(f"state {journalled} was journalled, and {had} is had back")
        if not again["whole"]:
            wrong.append("what is offered is not whole")
        said["undone"] = restored["place"] < len(restored["names"])
        said["steps"] = len(restored["names"])
    lost = [at for _, at in states[had + 1 :]]
    said["lost"] = ended["at"] - lost[0] if lost else 0.0
    return said


def _forked(work: Callable[[], None]) -> int:
    child = os.fork()
    if child == 0:
        try:
            work()
        finally:
            os._exit(0)
    return child


def crash(folder: Path, seed: int) -> dict[str, Any]:
    """Kill one window, and start the next one."""
    folder.mkdir(parents=True)
    chance = random.Random(f"outside {seed}")
    most, moment = chance.randrange(1, MOST_TOLD), chance.uniform(0.0, LONGEST)
    child, ended = _forked(lambda: type_into_window(folder, seed)), False
    diary = folder / "diary"
    while not ended:
        ended = os.waitpid(child, os.WNOHANG)[0] == child
        said = diary.read_bytes() if diary.exists() else b""
        kept = seed % 4 == 2 or b'"journalled"' in said
        if not ended and not seed % 2 and kept and said.count(b"\n") >= most:
            time.sleep(moment)
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            ended = True
        time.sleep(0.002)
    killed, before = time.monotonic(), orphans(folder)
    os.waitpid(_forked(lambda: start_again(folder)), 0)
    return judge(folder, killed, before)


def main(root: Path, count: int, seed: int) -> None:
    """Kill some windows, one after the other."""
    # Import now what a window imports late, because every fork would import it again.
    for module in pkgutil.walk_packages(uscalc.ui.__path__, "uscalc.ui."):
        importlib.import_module(module.name)
    for number in range(count):
        print(json.dumps(crash(root / str(number), seed + number)), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
