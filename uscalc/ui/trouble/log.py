"""The program's log: a file in the person's state folder that never grows large."""

import logging
import sys
from contextlib import suppress
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Final

NAME: Final = "uscalc.log"
MOST_BYTES: Final = 200_000
OLDER: Final = 2
"""Of each file so many bytes, and so many older files beside it."""
FORM: Final = "%(asctime)s %(levelname)s %(message)s"


class _QuietStream(RotatingFileHandler):
    """A log that cannot be written must not keep anybody from working."""

    failed = False

    def handleError(self, record: logging.LogRecord) -> None:
        self.failed = True


class ErrorLog:
    """The log of one start; the file is made with the first thing to say."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / NAME
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
        """Write a text; false where it cannot be kept."""
        with suppress(OSError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
        self._handler.failed = False
        self._logger.error("%s", text)
        return not self._handler.failed

    def close(self) -> None:
        """Lets go of the file."""
        with suppress(OSError, ValueError):
            self._handler.close()


def to_terminal(text: str) -> None:
    """The same for whoever started the program by hand."""
    # Of a program that was started from a menu everything said here is kept by others.
    if sys.stderr is not None and sys.stderr.isatty():
        with suppress(OSError, ValueError):
            print(text, file=sys.stderr)
