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
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

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


def print_json_line(value: Any) -> None:
    """Print data as JSON on one line. Raise OSError as `print_text` does."""
    print_text(f"{_make_encoder(', ').encode(value)}\n")


def print_indented_json(value: Any) -> None:
    """Print data as JSON with an indent of 1, as `json.dumps` does. Raise OSError."""
    for piece in format_indented_json(value):
        print_text(piece)
    print_text("\n")


def format_indented_json(value: Any, depth: int = 0) -> Iterator[str]:
    """Yield plain values as indented JSON text, piece by piece.

    Python's own indented output is ten times slower than its output in one line, and
    most values are lists of objects without inner objects. Such a list is written as
    one line, in which spaces between values are then replaced by line ends. JSON texts
    contain no line end, so this changes only the space between values.
    """
    if not value or not isinstance(value, dict | list):
        yield _make_encoder(", ").encode(value)
        return
    end, more, most = ("\n" + " " * (depth + deeper) for deeper in range(3))
    items = value.values() if isinstance(value, dict) else value
    if _HOLDERS.isdisjoint(map(type, items)):
        text = _make_encoder(f",{more}").encode(value)
        yield f"{text[0]}{more}{text[1:-1]}{end}{text[-1]}"
    elif isinstance(value, list) and _are_flat(value):
        text = _make_encoder(f",{most}").encode(value)
        text = text[2:-2].replace(f"}},{most}{{", f"{more}}},{more}{{{most}")
        yield f"[{more}{{{most}{text}{more}}}{end}]"
    elif isinstance(value, list):
        for at, item in enumerate(items):
            yield f",{more}" if at else f"[{more}"
            yield from format_indented_json(item, depth + 1)
        yield f"{end}]"
    else:
        for at, (key, item) in enumerate(value.items()):
            yield f"{',' if at else '{'}{more}{_make_encoder(', ').encode(key)}: "
            yield from format_indented_json(item, depth + 1)
        yield f"{end}}}"


_HOLDERS: Final = frozenset((dict, list))


def _are_flat(values: list[Any]) -> bool:
    """Return whether all values are objects without lists and objects in them."""
    return (
        set(map(type, values)) == {dict}
        and all(values)
        and _HOLDERS.isdisjoint(
            map(type, chain.from_iterable(map(dict.values, values)))
        )
    )


@cache
def _make_encoder(between: str) -> json.JSONEncoder:
    """Return a JSON encoder that writes ASCII, without control characters for a terminal."""
    return json.JSONEncoder(
        allow_nan=False, check_circular=False, separators=(between, ": ")
    )
