"""Opens the window, or says in one line why there is none."""

import os
import sys
import traceback
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from uscalc.formats import FormatError, open_event
from uscalc.formats.journal import fingerprint
from uscalc.resources import resource
from uscalc.rules.resolve import rules_for
from uscalc.ui.display import display_problem, import_problem

if TYPE_CHECKING:
    from uscalc.ui.main_window import MainWindow

SAMPLE = ("samples", "autumn-open.uscalc")


def run_window(path: Path | None) -> int:
    """Shows the window on a file, or on the sample event; gives the exit code.

    2 means that there is no window: then one line on standard error says why.
    """
    problem = display_problem(os.environ)
    if problem is not None:
        return _refuse(problem)
    known = None if path is None else fingerprint(path)
    try:
        opened = open_event(path or resource(*SAMPLE))
    except FormatError as error:
        return _refuse(str(error))
    try:
        # Only here, where a display is known to be there: Qt aborts without one.
        from PySide6.QtWidgets import QApplication

        from uscalc.ui.folders import Folders
        from uscalc.ui.main_window import MainWindow
        from uscalc.ui.preferences import Preferences
        from uscalc.ui.session import Session
        from uscalc.ui.theme import Theme
    except ImportError as error:
        return _refuse(import_problem(error))
    app = QApplication(sys.argv[:1])
    app.setApplicationName("uscalc")
    app.setApplicationDisplayName("uscalc")
    app.setDesktopFileName("uscalc")
    session = Session(opened.document, rules_for)
    folders = Folders.usual()
    theme = Theme(app)
    Preferences(folders.settings).dress(theme)
    window = MainWindow(session, theme, folders)
    _report_exceptions(window)
    if path is not None:
        window.files.adopt(opened, path, known)
    else:
        window.coach.begin()
    window.show()
    window.recovery.offer()
    return app.exec()


def _report_exceptions(window: "MainWindow") -> None:
    """Shows what goes wrong in a slot in the window, and goes on."""

    def hook(
        kind: type[BaseException],
        error: BaseException,
        trace: TracebackType | None,
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        traceback.print_exception(kind, error, trace)
        said = " ".join(str(error).split()) or kind.__name__
        window.report(
            f"Something went wrong inside the program ({said}). What was entered is "
            "kept; save it under another name to be safe."
        )

    sys.excepthook = hook


def _refuse(line: str) -> int:
    print(line, file=sys.stderr)
    return 2
