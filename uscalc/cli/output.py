"""Print to a terminal or a pipe in its encoding, without control characters."""

import codecs
import errno
import io
import json
import os
import sys
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

import msgspec

from uscalc.ending import undo_at_interrupt

if TYPE_CHECKING:
    from rich.progress import Progress


DONE, WITH_FINDINGS, FAILED = 0, 1, 2


class CommandError(Exception):
    """A failure of a command; its text is the one line that the user sees."""


def require(condition: object, problem: str) -> None:
    """Raise CommandError with the problem if a condition doesn't hold."""
    if not condition:
        raise CommandError(problem)


STAND_INS: Final = "uscalc-stand-ins"
"""The name of Python's error handler for characters that an encoding lacks."""
_ASCII: Final = str.maketrans(
    {
        "\N{MINUS SIGN}": "-",
        "\N{EN DASH}": "-",
        "\N{EM DASH}": "-",
        "\N{RIGHTWARDS ARROW}": "->",
        "\N{HORIZONTAL ELLIPSIS}": "...",
        "\N{MULTIPLICATION SIGN}": "x",
        "\N{MIDDLE DOT}": ".",
        "\N{DOT OPERATOR}": "*",
        "\N{LEFT SINGLE QUOTATION MARK}": "'",
        "\N{RIGHT SINGLE QUOTATION MARK}": "'",
        "\N{LEFT DOUBLE QUOTATION MARK}": '"',
        "\N{RIGHT DOUBLE QUOTATION MARK}": '"',
        "\N{LESS-THAN OR EQUAL TO}": "<=",
        "\N{GREATER-THAN OR EQUAL TO}": ">=",
        "\N{NOT EQUAL TO}": "!=",
        "\N{ALMOST EQUAL TO}": "~=",
        "\N{GREEK SMALL LETTER EPSILON}": "epsilon",
        "\N{SQUARE ROOT}": "sqrt",
        "\N{SECTION SIGN}": "section ",
        "\N{BOX DRAWINGS LIGHT HORIZONTAL}": "-",
        "\N{BOX DRAWINGS HEAVY HORIZONTAL}": "-",
        "\N{NO-BREAK SPACE}": " ",
    }
)


def _replace_letters(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end].translate(_ASCII)
    plain = "".join(
        letter
        for letter in unicodedata.normalize("NFKD", lacking)
        if not unicodedata.combining(letter)
    )
    return plain.encode("ascii", "replace").decode("ascii"), error.end


class _ClosedStream(io.TextIOBase):
    """Takes the place of an output that was closed when the program started."""

    encoding = "utf-8"

    def writable(self) -> bool:
        """Return True."""
        return True

    def write(self, _text: str) -> int:
        """Raise OSError."""
        raise OSError(errno.EBADF, "it is closed")


def prepare_output() -> None:
    """Print a substitute for each character that the output's encoding lacks.

    Printing to a closed output raises OSError from now on.
    """
    codecs.register_error(STAND_INS, _replace_letters)
    # If another file got the descriptor of a closed output, it would receive the text
    # that libraries print.
    while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(number)
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, _ClosedStream())
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=STAND_INS)


def clean_text(text: str) -> str:
    """Return a text without control characters for the terminal, except line ends.

    An unprintable character becomes a space. An undecodable byte of a file name becomes
    a question mark.
    """
    if text.replace("\n", "").isprintable():
        return text
    return "".join(
        c if c.isprintable() or c == "\n" else "?" if "\ud800" <= c <= "\udfff" else " "
        for c in text
    )


def print_line(text: object, *, err: bool = False) -> None:
    """Print a text on one line. Raise OSError if the output is full or closed."""
    print_lines(str(text).replace("\n", " "), err=err)


def print_lines(text: str, *, err: bool = False) -> None:
    """Print a text of any number of lines, and a line end. Raise OSError as `print_line`."""
    print_text(f"{clean_text(text)}\n", err=err)


def print_text(text: str, *, err: bool = False) -> None:
    """Print text that is already clean. Raise OSError as `print_line` does."""
    stream = sys.stderr if err else sys.stdout
    stream.write(text)
    if err:
        stream.flush()


@contextmanager
def progress_bar() -> "Iterator[Progress]":
    """Show a progress bar on a terminal during the work; write nothing to a file or a pipe."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    bar = Progress(console=console, transient=True, disable=not console.is_terminal)
    with undo_at_interrupt(restore_terminal), bar:
        yield bar


def restore_terminal() -> None:
    """Remove a progress bar from the terminal, and show the cursor that it hid.

    At Ctrl-C the bar itself may be in the middle of a line.
    """
    if sys.stderr.isatty():
        os.write(sys.stderr.fileno(), b"\r\x1b[2K\x1b[?25h")


DELETE: Final = "\x7f"
"""The one control character that msgspec doesn't escape."""


def format_json(value: Any, indent: int = 0) -> str:
    """Return data as JSON in ASCII, without control characters for a terminal.

    It is one line if `indent` is 0. All numbers must be finite.
    """
    try:
        text = msgspec.json.format(msgspec.json.encode(value), indent=indent).decode()
    except UnicodeEncodeError:
        # A file name that isn't valid text becomes half a character.
        text = DELETE
    return (
        text
        if text.isascii() and DELETE not in text
        # Python's encoder escapes all other characters, but takes much longer.
        else json.dumps(value, indent=indent or None, allow_nan=False)
    )


def print_json(value: Any, indent: int = 0) -> None:
    """Print data as JSON; see `format_json`. Raise OSError as `print_text` does."""
    print_text(f"{format_json(value, indent)}\n")
