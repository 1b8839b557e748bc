"""Open the window, or print the reason in one line if it can't open."""

import gc
import os
import sys
from pathlib import Path
from typing import Final

from uscalc.ending import print_last_line
from uscalc.ui.diagnostics.display import display_problem, import_problem
from uscalc.ui.startup import import_qt

FAILED: Final = 2
KEPT: Final = "; the next start offers to restore unsaved work"


def run_window(path: Path | None) -> int:
    """Show the window with a file, the last event or the start page.

    Return the exit code. If it is 2, the reason is printed to standard error.
    """
    # Objects created at start live until the end, so there is no garbage to collect yet.
    # Later, the window collects garbage in its own thread.
    gc.disable()
    problem = display_problem(os.environ)
    if problem is not None:
        return _print_failure(problem)
    try:
        # Imported only when a display is known to exist: Qt aborts without one.
        import_qt()
        from uscalc.ui.application import Application, InterruptHandler
        from uscalc.ui.diagnostics.error_reporter import troubles_of
        from uscalc.ui.scheduling import FirstPaint
        from uscalc.ui.theme.theme import STYLE, Theme
        from uscalc.ui.window.first_event import FirstEventLoader
        from uscalc.ui.window.main_window import MainWindow
    except ImportError as error:
        return _print_failure(import_problem(error))
    app = Application([*sys.argv[:1], *STYLE])
    theme = Theme(app)
    window = MainWindow(None, theme)
    troubles = troubles_of(window)
    troubles.start_reporting()
    window.preferences.apply_theme(theme)
    window.show()
    interrupts = InterruptHandler(window)
    interrupts.came.connect(lambda: stop())
    failures: list[int] = []

    def stop() -> None:
        saved = window.end_now()
        failures.append(_print_failure(f"uscalc: stopped{KEPT if saved else ''}"))
        app.exit()

    def begun() -> None:
        gc.freeze()
        app.asked.connect(lambda path: window.files.opening.open_file(path))
        app.start_opening()

    def give_up(line: str, error: Exception | None) -> None:
        # A window without an event cannot continue.
        failures.append(
            _print_failure(line if error is None else troubles.at_start(error))
        )
        window.close()
        app.exit()

    def begin() -> None:
        if window.gone:
            app.exit()
        else:
            beginning.start_loading()

    beginning = FirstEventLoader(window, path)
    beginning.filled.connect(begun)
    beginning.refused.connect(give_up)

    # Show the frame before the event is read and the rest of the window is made.
    FirstPaint(window, begin)
    code = app.exec()
    beginning.stop_loading()
    interrupts.close()
    troubles.stop_reporting()
    return failures[0] if failures else code


def _print_failure(line: str) -> int:
    print_last_line(line)
    return FAILED
