"""The error log: its file, and the text of an error in it."""

import logging
import platform
import sys
from collections.abc import Iterator
from contextlib import suppress
from logging.handlers import RotatingFileHandler
from pathlib import Path
from traceback import walk_tb
from types import TracebackType
from typing import Final

from PySide6 import __version__ as qt

from uscalc import __version__
from uscalc.ui.session.folders import LOG_NAME

MOST_BYTES: Final = 200_000
OLDER: Final = 2
"""The maximum size of a log file in bytes, and the number of older log files to keep."""
FORM: Final = "%(asctime)s %(levelname)s %(message)s"


class _QuietStream(RotatingFileHandler):
    """A log handler that ignores a log file that can't be written."""

    failed = False

    def handleError(self, record: logging.LogRecord) -> None:
        self.failed = True


class ErrorLog:
    """The log of one start of the program; its file is made when the first error is written."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / LOG_NAME
        self._handler = _QuietStream(
            self.path,
            maxBytes=MOST_BYTES,
            backupCount=OLDER,
            encoding="utf-8",
            delay=True,
            errors="backslashreplace",
        )
        self._handler.setFormatter(logging.Formatter(FORM))
        self._logger = logging.Logger("uscalc")
        self._logger.addHandler(self._handler)

    def write_error(self, text: str) -> bool:
        """Write a text to the log; return False if it could not be written."""
        with suppress(OSError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
        self._handler.failed = False
        self._logger.error("%s", text)
        return not self._handler.failed

    def close(self) -> None:
        """Close the file."""
        with suppress(OSError, ValueError):
            self._handler.close()


def to_terminal(text: str) -> None:
    """Write the same text to the terminal if the program was started from one."""
    # If the program was started from a menu, the desktop would log everything that is
    # printed here.
    if sys.stderr is not None and sys.stderr.isatty():
        with suppress(OSError, ValueError):
            print(text, file=sys.stderr)


MOST_PLACES = 40
"""The most code locations shown for an error, from its end; an endless recursion has a thousand."""


def details_of(error: BaseException, trace: TracebackType | None = None) -> str:
    """Return an error with its code locations, and the errors that caused it."""
    lines: list[str] = []
    seen: list[BaseException] = []
    at: BaseException | None = error
    while at is not None and not any(at is other for other in seen):
        seen.append(at)
        lines.append(f"{'from ' if lines else ''}{name_of(type(at))}")
        taken = trace if at is error and trace is not None else at.__traceback__
        places = list(_list_places(taken))
        if len(places) > MOST_PLACES:
            lines.append(f"  {len(places) - MOST_PLACES} more places")
        lines += [f"  {place}" for place in places[-MOST_PLACES:]]
        at = at.__cause__ or (None if at.__suppress_context__ else at.__context__)
    return "\n".join(lines)


def name_of(kind: type[BaseException]) -> str:
    """Return the name of a kind of error, with its module unless it is built into Python."""
    return (
        kind.__qualname__
        if kind.__module__ == "builtins"
        else f"{kind.__module__}.{kind.__qualname__}"
    )


def _list_places(trace: TracebackType | None) -> Iterator[str]:
    for frame, line in walk_tb(trace):
        module = frame.f_globals.get("__name__", "?")
        yield f"{module}, line {line}, in {frame.f_code.co_qualname}"


def about_the_program() -> str:
    """Return the versions of the program, Python, Qt and the operating system."""
    return (
        f"uscalc {__version__}, Python {platform.python_version()}, PySide6 {qt}, "
        f"{platform.system()} {platform.machine()}"
    )
