"""Catch all errors in the program, log them, and show a message. The program continues."""

import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QGuiApplication

if TYPE_CHECKING:
    from uscalc.ui.diagnostics.error_log import ErrorLog
    from uscalc.ui.frame.frame import MainFrame

KEY: Final = "trouble"
MOST: Final = 5
"""The most errors whose details are copied, the latest ones."""
COPIED: Final = "Error details copied. They contain no player or file names."
NO_TROUBLE: Final = "No errors since the program started."


class ErrorReporter(QObject):
    """Hooks for errors that nothing else catches: in slots, threads and destructors.

    The log has no data of an event. An error that occurs again and again, for example
    in painting, is logged once, and isn't shown again while the message bar shows it.
    """

    _came = Signal(str, str)

    def __init__(self, window: "MainFrame") -> None:
        super().__init__(window)
        self._window = window
        self._folder = window.folders.state
        self._met: list[str] = []
        self._shown_details = ""
        self._kept = False
        # Show the message later, because the error may have happened during painting.
        self._came.connect(self._show_message, Qt.ConnectionType.QueuedConnection)
        self._before: list[Callable[..., object]] = []

    @cached_property
    def log(self) -> "ErrorLog":
        """The log, made when it is first needed."""
        from uscalc.ui.diagnostics.error_log import ErrorLog

        return ErrorLog(self._folder)

    # The hooks

    def start_reporting(self) -> None:
        """Replace Python's own handlers of such errors."""
        self._before = [sys.excepthook, threading.excepthook, sys.unraisablehook]
        sys.excepthook = self._in_slot
        threading.excepthook = self._in_thread
        sys.unraisablehook = self._in_destructor

    def stop_reporting(self) -> None:
        """Restore the replaced handlers, and close the log."""
        ours = (self._in_slot, self._in_thread, self._in_destructor)
        now = (sys.excepthook, threading.excepthook, sys.unraisablehook)
        if self._before and ours == now:
            sys.excepthook, threading.excepthook, sys.unraisablehook = self._before
        self._before = []
        if "log" in self.__dict__:
            self.log.close()

    def _in_slot(
        self,
        kind: type[BaseException],
        error: BaseException,
        trace: TracebackType | None,
    ) -> None:
        if not issubclass(kind, KeyboardInterrupt):
            self._write_log(error, trace)

    def _in_thread(self, hook: threading.ExceptHookArgs) -> None:
        if hook.exc_value is not None and not isinstance(hook.exc_value, SystemExit):
            self._write_log(hook.exc_value, hook.exc_traceback)

    def _in_destructor(self, hook: "sys.UnraisableHookArgs") -> None:
        if hook.exc_value is not None:
            self._write_log(hook.exc_value, hook.exc_traceback)

    def _write_log(self, error: BaseException, trace: TracebackType | None) -> None:
        from uscalc.ui.diagnostics.error_log import (
            about_the_program,
            details_of,
            name_of,
            to_terminal,
        )

        details = details_of(error, trace)
        if details not in self._met:
            to_terminal(details)
            self._kept = self.log.write_error(f"{about_the_program()}\n{details}")
        self._met = [*(met for met in self._met if met != details), details][-MOST:]
        # If the window is already gone, no message can be shown.
        with suppress(RuntimeError):
            self._came.emit(details, name_of(type(error)))

    def at_start(self, error: Exception) -> str:
        """Log an error that prevented opening the window; return the line to show."""
        from uscalc.ui.diagnostics.error_log import name_of

        self._write_log(error, error.__traceback__)
        where = f". Details are in {self.log.path}" if self._kept else ""
        return (
            f"something went wrong inside the program ({name_of(type(error))}){where}"
        )

    # Messages

    def _show_message(self, details: str, kind: str) -> None:
        window = self._window
        if not window.filled or window.gone:
            return
        if details == self._shown_details and window.messages.has_question(KEY):
            # An error in painting recurs each time the bar appears or disappears.
            return
        self._shown_details = details
        ways = [("Copy details", self.copy_details)]
        if self._kept:
            ways.append(("Open log folder", self.open_folder))
        ways += [
            ("Open recovery folder", self.open_journals),
            (
                "System information",
                lambda: window.named_actions["doctor"].trigger(),
            ),
        ]
        window.messages.ask_question(
            KEY,
            (
                f"Something went wrong ({kind}). Your work is still here. To be "
                "safe, save a copy."
            ),
            ways,
            error=True,
        )

    @property
    def details(self) -> str:
        """The last errors, and the versions of the program and its parts."""
        from uscalc.ui.diagnostics.error_log import about_the_program

        return "\n\n".join((about_the_program(), *(self._met or (NO_TROUBLE,)))) + "\n"

    def copy_details(self) -> None:
        """Copy the details to the clipboard."""
        QGuiApplication.clipboard().setText(self.details)
        self._window.messages.show_message(COPIED, error=False)

    def open_folder(self) -> None:
        """Open the log's folder in the file manager."""
        self._open_report(
            self._folder, "The error log will be in {}. No errors have been logged."
        )

    def open_journals(self) -> None:
        """Open the folder of unsaved work in the file manager."""
        self._open_report(
            self._window.folders.journals,
            "Recovery files will be in {}. There are none now.",
        )

    def _open_report(self, folder: Path, otherwise: str) -> None:
        url = QUrl.fromLocalFile(str(folder))
        if not folder.is_dir() or not QDesktopServices.openUrl(url):
            self._window.messages.show_message(otherwise.format(folder), error=False)


def troubles_of(window: "MainFrame") -> ErrorReporter:
    """Return the error reporter of a window's program."""
    return window.get_or_make(ErrorReporter, lambda: ErrorReporter(window))
