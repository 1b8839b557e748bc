"""Open the window, or print one line that says why it cannot open."""

import gc
import os
import sys
from pathlib import Path
from typing import Final

from uscalc.ui.diagnostics.display import display_problem, import_problem

REFUSED: Final = 2
KEPT: Final = "; the next start offers what was not saved"


def run_window(path: Path | None) -> int:
    """Show the window on a file, the last event or the start page; return the exit code.

    2 means that there is no window: then one line on standard error says why.
    """
    # Objects made at start live until the end, so collecting garbage meanwhile is useless;
    # afterwards the window collects it in its own thread.
    gc.disable()
    problem = display_problem(os.environ)
    if problem is not None:
        return _print_refusal(problem)
    try:
        # Imported only when a display is known to exist: Qt aborts without one.
        from uscalc.ui.diagnostics.report import troubles_of
        from uscalc.ui.scheduling.application import Application, InterruptHandler
        from uscalc.ui.scheduling.following import FirstPaint
        from uscalc.ui.theme.theme import Theme
        from uscalc.ui.window.beginning import FirstEventLoader, forget_sources
        from uscalc.ui.window.main_window import MainWindow
    except ImportError as error:
        return _print_refusal(import_problem(error))
    forget_sources()
    app = Application(sys.argv[:1])
    theme = Theme(app)
    window = MainWindow(None, theme)
    troubles = troubles_of(window)
    troubles.start_reporting()
    window.preferences.apply_theme(theme)
    window.show()
    interrupts = InterruptHandler(window)
    interrupts.came.connect(lambda: stop())
    refused = []

    def stop() -> None:
        kept = window.end_now()
        refused.append(_print_refusal(f"uscalc: stopped{KEPT if kept else ''}"))
        app.exit()

    def begun() -> None:
        forget_sources()
        gc.freeze()
        app.asked.connect(lambda path: window.files.opening.open_file(path))
        app.start_opening()

    def give_up(line: str, error: Exception | None) -> None:
        # A window without an event cannot continue.
        refused.append(
            _print_refusal(line if error is None else troubles.at_start(error))
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

    # The frame is shown before the event is read and the rest is made.
    FirstPaint(window, begin)
    code = app.exec()
    beginning.stop_loading()
    interrupts.close()
    troubles.stop_reporting()
    return refused[0] if refused else code


def _print_refusal(line: str) -> int:
    print(line, file=sys.stderr)
    return REFUSED
