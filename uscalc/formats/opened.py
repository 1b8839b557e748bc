"""Define what a reader returns or raises, and what describes the reader of a format."""

import datetime as dt
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from msgspec import Struct

from uscalc.counted import clip_text, join_sentences
from uscalc.document.findings import Finding
from uscalc.document.model import Document


class OpenedEvent(Struct, frozen=True):
    """An event that was read, with notes for the user about the reading.

    `format` is a key and `format_name` the name shown to users. `understood`, `assumed`
    and `left_out` are complete sentences; `notes` are values that were changed or left
    out, with their places.
    """

    document: Document
    format: str
    format_name: str
    understood: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    notes: tuple[Finding, ...] = ()

    @property
    def log(self) -> tuple[Finding, ...]:
        """The import log: everything that the reader questioned, changed, assumed or left out."""
        said = (("assumed", self.assumed), ("left-out", self.left_out))
        return (
            *self.findings,
            *self.notes,
            *(
                Finding(code, "notes", sentence.rstrip("."), "")
                for code, sentences in said
                for sentence in sentences
            ),
        )


ReadFile = Callable[[bytes, Path | None, dt.date | None], OpenedEvent]
ReadFiles = Callable[[Mapping[str, bytes], Path | None, dt.date | None], OpenedEvent]


class FormatReader(Struct, frozen=True):
    """A format: its key, its name for people, its largest file in bytes, and its reading.

    `recognizes` tests whether a file that begins with some bytes is in the format.
    `read` returns the event in a file, from its content, its path, and the end date for
    formats that may lack it; it raises FormatError. `holds_event` tests whether a
    recognized file that the user did not name, for example one in a folder, contains an
    event. `find_leading_files` returns the files to open among the recognized files of
    a folder, by name, if one file leads the others. `read_files` returns the event in
    several recognized files of a folder or zip.
    """

    key: str
    name: str
    limit: int
    recognizes: Callable[[bytes], bool]
    read: ReadFile
    holds_event: Callable[[bytes], bool] | None = None
    find_leading_files: Callable[[Mapping[str, bytes]], frozenset[str]] | None = None
    read_files: ReadFiles | None = None


_LONGEST_PART: Final = 300


class FormatError(Exception):
    """A file that cannot be read or written.

    `place` names the place in the file, or is empty for the whole file. `str()` gives
    one line: "file: place: problem. Fix.".
    """

    def __init__(
        self, message: str, remedy: str, *, path: Path | None = None, place: str = ""
    ) -> None:
        self.path = path
        self.place = _make_one_line(place)
        self.message = _make_one_line(message)
        self.remedy = _make_one_line(remedy)
        super().__init__(message)

    def __str__(self) -> str:
        file = "" if self.path is None else _make_one_line(str(self.path))
        location = "".join(f"{part}: " for part in (file, self.place) if part)
        return (
            f"{location}{self.message}. {join_sentences(self.remedy)}"
            if location
            else join_sentences(self.message, self.remedy)
        )


class EndDateNeededError(FormatError):
    """The text has no end date; reading succeeds once `end_date` is given."""


def check(
    condition: object, problem: str, fix: str, place: str = "", path: Path | None = None
) -> None:
    """Raise FormatError with the problem and its fix if a condition doesn't hold."""
    if not condition:
        raise FormatError(problem, fix, path=path, place=place)


def _make_one_line(text: str) -> str:
    """Return the text on one printable line of limited length."""
    # A file may have a name of millions of letters.
    line = (
        " ".join(text[: 10 * _LONGEST_PART].split())
        .encode("utf-8", "backslashreplace")
        .decode("utf-8")
    )
    line = clip_text(line, _LONGEST_PART)
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in line)
