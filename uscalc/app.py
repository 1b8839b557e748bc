"""Opens the window, or says in one line why there is none."""

import gc
import linecache
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from uscalc.ui.display import display_problem, import_problem

if TYPE_CHECKING:
    from uscalc.ui.shell.main_window import MainWindow

SAMPLE: Final = ("samples", "autumn-open.uscalc")
REFUSED: Final = 2
KEPT: Final = "; the next start offers what was not saved"


def run_window(path: Path | None) -> int:
    """Shows the window on a file, or on the sample event; gives the exit code.

    2 means that there is no window: then one line on standard error says why.
    """
    # What a start makes stays for good: it is not worth looking through meanwhile.
    gc.disable()
    problem = display_problem(os.environ)
    if problem is not None:
        return _refuse(problem)
    try:
        # Only here, where a display is known to be there: Qt aborts without one.
        from PySide6.QtWidgets import QApplication

        from uscalc.ui.scheduling.first_paint import FirstPaint
        from uscalc.ui.scheduling.signals import Interrupts
        from uscalc.ui.shell.main_window import MainWindow
        from uscalc.ui.theme.theme import Theme
        from uscalc.ui.trouble.report import troubles_of
    except ImportError as error:
        return _refuse(import_problem(error))
    _forget_sources()
    app = QApplication(sys.argv[:1])
    app.setApplicationName("uscalc")
    app.setApplicationDisplayName("uscalc")
    app.setDesktopFileName("uscalc")
    theme = Theme(app)
    window = MainWindow(None, theme)
    troubles = troubles_of(window)
    troubles.begin()
    window.preferences.dress(theme)
    window.show()
    interrupts = Interrupts(window)
    interrupts.came.connect(lambda: stop())
    refused = []

    def stop() -> None:
        kept = window.end_now()
        refused.append(_refuse(f"uscalc: stopped{KEPT if kept else ''}"))
        app.exit()

    def fill() -> None:
        if window.gone:
            app.exit()
            return
        try:
            line = _fill(window, path)
        except Exception as error:
            # Of a window that is not filled there is nothing to go on with.
            line = troubles.at_start(error)
        finally:
            _forget_sources()
            gc.freeze()
            gc.enable()
        if line is not None:
            refused.append(_refuse(line))
            window.close()
            app.exit()

    # The frame is on the screen while the event is read and everything else is made.
    FirstPaint(window, fill)
    code = app.exec()
    interrupts.close()
    troubles.end()
    return refused[0] if refused else code


def _fill(window: "MainWindow", path: Path | None) -> str | None:
    """Fills the window with an event; gives the line that says why it cannot."""
    from uscalc.formats import EndDateNeededError, FormatError, open_event
    from uscalc.formats.native.journal import fingerprint
    from uscalc.resources import resource
    from uscalc.rules.data import RuleDataError
    from uscalc.rules.resolve import rules_for

    known = None if path is None else fingerprint(path)
    asking: Path | None = None
    try:
        try:
            opened = open_event(path or resource(*SAMPLE))
        except EndDateNeededError:
            # The window asks for the day, over the sample.
            opened, asking = open_event(resource(*SAMPLE)), path
        _forget_sources()
        from uscalc.ui.session.session import Session

        _forget_sources()
        window.fill(Session(opened.document, rules_for))
    except (FormatError, RuleDataError) as error:
        return str(error)
    except ImportError as error:
        return import_problem(error)
    if asking is not None:
        window.files.open(asking)
    elif path is not None:
        window.files.opening.adopt(opened, path, known)
    else:
        window.coach.begin()
    window.recovery.offer()
    window.clean_up()
    return None


def _forget_sources() -> None:
    """Lets the modules' sources go, which PySide's import reads and nobody needs again.

    Done several times in a start, so that what comes next finds the room.
    """
    linecache.clearcache()


def _refuse(line: str) -> int:
    print(line, file=sys.stderr)
    return REFUSED
