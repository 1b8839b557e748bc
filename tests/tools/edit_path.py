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
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType
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


@dataclass
class Visits:
    """The calls of each function of uscalc, by its file and qualified name."""

    calls: Counter[tuple[str, str]] = field(default_factory=Counter)

    @property
    def functions(self) -> int:
        return len(self.calls)

    @property
    def files(self) -> int:
        return len({file for file, _ in self.calls})

    def record(self, frame: FrameType, event: str, _arg: object) -> None:
        if event == "call":
            self.calls[_place_of(frame.f_code)] += 1

    def drop_foreign(self) -> None:
        """Drop the calls outside uscalc, and comprehensions, which are no functions."""
        for file, name in list(self.calls):
            own = not file.startswith("<") and Path(file).is_relative_to(PACKAGE)
            if not own or name.rpartition(".")[2] in COMPREHENSIONS:
                del self.calls[file, name]


COMPREHENSIONS: Final = ("<genexpr>", "<listcomp>", "<dictcomp>", "<setcomp>")


def _place_of(code: CodeType) -> tuple[str, str]:
    return code.co_filename, getattr(code, "co_qualname", code.co_name)


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


def measure() -> Visits:
    """Type one result into the sample, and count until its rating is painted."""
    app = find_application()
    document = open_event(get_resource_path(*SAMPLE)).document
    with tempfile.TemporaryDirectory() as own:
        session = Session(document, resolve_rules)
        folders = Folders.within_folder(Path(own))
        window = MainWindow(session, Theme(app, "light"), folders)
        window.show()
        visits = _edit_cell(app, window)
        session.history.mark_saved()
        window.close()
    visits.drop_foreign()
    return visits


def _edit_cell(app: QApplication, window: MainWindow) -> Visits:
    """Change the result of one game twice, and count the second time."""
    watch = PaintWatch(window)
    visits = Visits()
    for counts in (False, True):
        window.crosstable.focus_cell(ROW, ROUND)
        wait_seconds(app, 0.4)
        cell = window.session.section.players[ROW].results[ROUND - 1]
        for letter in {"W": "D", "D": "L", "L": "W"}[cell[0]] + cell[1:]:
            QTest.keyClicks(QApplication.focusWidget() or window, letter)
        wait_seconds(app, 0.4)
        watch._seen, watch.waiting = False, True
        if counts:
            sys.setprofile(visits.record)
        QTest.keyClick(QApplication.focusWidget() or window, Qt.Key.Key_Return)
        for _ in range(TURNS):
            if not watch.waiting:
                break
            app.processEvents()
        sys.setprofile(None)
        assert not watch.waiting, "the new rating was not painted"
    return visits


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--list", action="store_true", help="list every function")
    parser.add_argument("--calls", type=int, default=0, help="the most called ones")
    options = parser.parse_args()
    visits = measure()
    if options.list:
        for (file, name), calls in sorted(visits.calls.items()):
            print(f"{Path(file).relative_to(PACKAGE)}:{name} {calls}")
    for (file, name), calls in visits.calls.most_common(options.calls):
        print(f"{calls:6} {Path(file).relative_to(PACKAGE)}:{name}")
    calls = sum(visits.calls.values())
    print(f"{visits.functions} functions in {visits.files} files, {calls} calls")


if __name__ == "__main__":
    main()
