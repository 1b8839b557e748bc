"""Define what a reader returns or raises, and what every reader module offers."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from uscalc.counted import join_sentences
from uscalc.document.findings import Finding
from uscalc.document.model import Document


@dataclass(frozen=True, slots=True)
class OpenedEvent:
    """An event that was read, and what the person should know about the reading.

    `format` is a key and `format_name` the name shown to people. `understood`,
    `assumed` and `left_out` are complete sentences.
    """

    document: Document
    format: str
    format_name: str
    understood: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()


class FormatReader(Protocol):
    """A module that reads one format."""

    @property
    def KEY(self) -> str:  # noqa: N802 - a module's constant
        """The short name of the format."""

    @property
    def NAME(self) -> str:  # noqa: N802 - a module's constant
        """The name of the format that people see."""

    @property
    def LIMIT(self) -> int:  # noqa: N802 - a module's constant
        """The largest file of the format, in bytes."""

    def recognizes(self, head: bytes) -> bool:
        """Return whether a file that begins with `head` is in this format."""

    def read(
        self, data: bytes, path: Path | None = None, end_date: dt.date | None = None
    ) -> OpenedEvent:
        """Return the event in the file.

        `end_date` is used for formats that may lack it. Raises FormatError.
        """


class ContentCheckingReader(FormatReader, Protocol):
    """A module that reads a format whose files may contain no event."""

    def holds_event(self, data: bytes) -> bool:
        """Return whether a recognized file contains an event.

        This is asked where nobody named the file, as in a folder.
        """


class LeadingFileReader(FormatReader, Protocol):
    """A module that reads a format in which one file leads the others."""

    def find_leading_files(self, heads: Mapping[str, bytes]) -> frozenset[str]:
        """Return the files to open among the recognized files of a folder, by name."""


class BundleReader(LeadingFileReader, Protocol):
    """A module that reads a format whose events consist of several files."""

    def read_files(
        self,
        files: Mapping[str, bytes],
        path: Path | None = None,
        end_date: dt.date | None = None,
    ) -> OpenedEvent:
        """Return the event in some files, given by name, all of them recognized.

        `path` is the folder or the zip that they come from. Raises FormatError.
        """


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
        where = "".join(f"{part}: " for part in (file, self.place) if part)
        if not where:
            return join_sentences(self.message, self.remedy)
        return f"{where}{self.message}. {join_sentences(self.remedy)}"


class EndDateNeededError(FormatError):
    """The text has no end date; reading succeeds once `end_date` is given."""


def _make_one_line(text: str) -> str:
    """Return the text on one printable line of limited length, whatever it contained."""
    # A file may have a name of millions of letters.
    line = (
        " ".join(text[: 10 * _LONGEST_PART].split())
        .encode("utf-8", "backslashreplace")
        .decode("utf-8")
    )
    if len(line) > _LONGEST_PART:
        line = line[: _LONGEST_PART - 1] + "…"
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in line)
