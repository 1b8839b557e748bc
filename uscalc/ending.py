"""End the program at once: at Ctrl-C, or with a last line that may not fail.

Ctrl-C raises no KeyboardInterrupt, because neither a module that is half imported nor Qt,
which calls Python from C++, can pass on an error that comes at any line: it crashes, or
loses the error. Instead, the signal's handler undoes what is not finished and ends the
process.
"""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Final, NoReturn

STOPPED: Final = 2
_LINE: Final = b"uscalc: stopped\n"

# Lists, because threads may change them at any time. A process has one of each.
_held: list[None] = []
_came: list[bool] = []
_ended: list[None] = []
_undone: list[Callable[[], object]] = []


def end_at_interrupt() -> None:
    """End at Ctrl-C with one line and code 2, unless Ctrl-C is ignored or handled."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, lambda number, frame: _receive(True))


def end_when_terminated() -> None:
    """End at the signal to terminate without a line; ignore Ctrl-C, for worker processes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda number, frame: _receive(False))


def ignore_interrupts() -> None:
    """Ignore Ctrl+C from now on, even one that was held back."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _came.clear()


@contextmanager
def hold_interrupts() -> Iterator[None]:
    """Delay Ctrl+C until work is done that must not stop halfway."""
    _held.append(None)
    try:
        yield
    finally:
        _held.pop()
        if _came and not _held:
            end_now(_came[0])


@contextmanager
def undo_at_interrupt(undo: Callable[[], object]) -> Iterator[None]:
    """Call a function if Ctrl-C ends the process during this block."""
    _undone.append(undo)
    try:
        yield
    finally:
        _undone.remove(undo)


def end_now(prints: bool = True) -> NoReturn:
    """Undo unfinished work, print a line if `prints` is True, and end with code 2."""
    if _ended:
        # A second Ctrl-C doesn't wait for the work that the first one started.
        os._exit(STOPPED)
    _ended.append(None)
    for undo in reversed(_undone):
        with suppress(Exception):
            undo()
    if prints and sys.stderr is not None:
        # Not through `sys.stderr`, which may be in the middle of a line.
        with suppress(OSError):
            os.write(2, _LINE)
    with suppress(Exception):
        sys.stdout.flush()
    os._exit(STOPPED)


def _receive(prints: bool) -> None:
    _came.append(prints)
    if not _held:
        end_now(prints)


def print_last_line(line: str) -> None:
    """Print a line to standard error, if that is open and not full."""
    if sys.stderr is not None:
        with suppress(OSError):
            sys.stderr.write(f"{line}\n")
            sys.stderr.flush()
        discard_failed_output()


def discard_failed_output() -> None:
    """Discard all further text of an output that can't be written, also at the exit."""
    for stream in filter(None, (sys.stdout, sys.stderr)):
        try:
            stream.flush()
        except (OSError, ValueError):
            with suppress(OSError, ValueError):
                nowhere = os.open(os.devnull, os.O_WRONLY)
                os.dup2(nowhere, stream.fileno())
                os.close(nowhere)
