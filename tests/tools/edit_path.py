"""Count the functions and files that one cell edit visits until it is painted.

`python tests/tools/edit_path.py [--list] [--calls]` types one result into the sample
event, in the real window without a screen, and counts from the Enter key that ends the
edit until the player's new rating is painted.
"""

import argparse
import os
import sys
import tempfile
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Final

ROOT = Path(__file__).resolve().parents[2]
if __name__ == "__main__":
    sys.path.insert(0, os.environ.get("USCALC_ROOT", str(ROOT)))

from PySide6.QtCore import QEvent, QObject, Qt  # noqa: E402
from PySide6.QtGui import QPaintEvent  # noqa: E402
from PySide6.QtTest import QTest  # noqa: E402
from PySide6.QtWidgets import QApplication  # noqa: E402

import uscalc  # noqa: E402
from tests.tools.benchmarks.painting import find_application, wait_seconds  # noqa: E402
from uscalc.formats import open_event  # noqa: E402
from uscalc.resources import get_resource_path  # noqa: E402
from uscalc.rules.resolve import resolve_rules  # noqa: E402
from uscalc.ui.session.folders import Folders  # noqa: E402
from uscalc.ui.session.session import Session  # noqa: E402
from uscalc.ui.theme.theme import Theme  # noqa: E402
from uscalc.ui.window.main_window import MainWindow  # noqa: E402

PACKAGE: Final = Path(uscalc.__file__).parent
SAMPLE: Final = ("samples", "autumn-open.uscalc")
ROW: Final = 0
ROUND: Final = 1
TURNS: Final = 10_000
"""Turns of the event loop after which the edit counts as never painted."""

COMPREHENSIONS: Final = ("<genexpr>", "<listcomp>", "<dictcomp>", "<setcomp>")
Calls = Counter[tuple[str, str]]
"""The calls of each function of uscalc, by its file and qualified name."""


def _is_own_function(file: str, name: str) -> bool:
    """Tell whether it is in uscalc, and no comprehension, which is no function."""
    own = not file.startswith("<") and Path(file).is_relative_to(PACKAGE)
    return own and name.rpartition(".")[2] not in COMPREHENSIONS


class PaintWatch(QObject):
    """Stops the count when the edited row's new rating has been painted."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__()
        self._window = window
        self._seen = False
        self.waiting = False
        window.installEventFilter(self)
        window.crosstable.view.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Note a painting of the new rating, and the end of the window's update."""
        if not self.waiting:
            return False
        if isinstance(event, QPaintEvent):
            counted = sys.getprofile()
            sys.setprofile(None)
            table = self._window.crosstable
            post = table.model.index(ROW, table.model.columns.find_column("post"))
            cell = table.view.visualRect(post)
            rated = self._window.session.rating.document
            fresh = rated is self._window.session.history.document
            self._seen = self._seen or (fresh and event.region().contains(cell))
            sys.setprofile(counted)
        elif event.type() == QEvent.Type.UpdateRequest and watched is self._window:
            self._window.event(event)
            if self._seen:
                sys.setprofile(None)
                self.waiting = False
            return True
        return False


def measure() -> Calls:
    """Type one result into the sample, and count until its rating is painted."""
    app = find_application()
    document = open_event(get_resource_path(*SAMPLE)).document
    with tempfile.TemporaryDirectory() as own:
        session = Session(document, resolve_rules)
        folders = Folders.within_folder(Path(own))
        window = MainWindow(session, Theme(app, "light"), folders)
        window.show()
        calls = _edit_cell(app, window)
        session.history.mark_saved()
        window.close()
    return Counter({at: n for at, n in calls.items() if _is_own_function(*at)})


def _edit_cell(app: QApplication, window: MainWindow) -> Calls:
    """Change the result of one game twice, and count the second time."""
    watch = PaintWatch(window)
    calls: Calls = Counter()

    def record(frame: FrameType, event: str, _arg: object) -> None:
        if event == "call":
            code = frame.f_code
            calls[code.co_filename, getattr(code, "co_qualname", code.co_name)] += 1

    for counts in (False, True):
        window.crosstable.focus_cell(ROW, ROUND)
        wait_seconds(app, 0.4)
        cell = window.session.section.players[ROW].results[ROUND - 1]
        for letter in {"W": "D", "D": "L", "L": "W"}[cell[0]] + cell[1:]:
            QTest.keyClicks(QApplication.focusWidget() or window, letter)
        wait_seconds(app, 0.4)
        watch._seen, watch.waiting = False, True
        if counts:
            sys.setprofile(record)
        QTest.keyClick(QApplication.focusWidget() or window, Qt.Key.Key_Return)
        for _ in range(TURNS):
            if not watch.waiting:
                break
            app.processEvents()
        sys.setprofile(None)
        assert not watch.waiting, "the new rating was not painted"
    return calls


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--list", action="store_true", help="list every function")
    parser.add_argument("--calls", type=int, default=0, help="the most called ones")
    options = parser.parse_args()
    calls = measure()
    if options.list:
        for (file, name), count in sorted(calls.items()):
            print(f"{Path(file).relative_to(PACKAGE)}:{name} {count}")
    for (file, name), count in calls.most_common(options.calls):
        print(f"{count:6} {Path(file).relative_to(PACKAGE)}:{name}")
    files = {file for file, _ in calls}
    print(f"{len(calls)} functions in {len(files)} files, {calls.total()} calls")


if __name__ == "__main__":
    main()
