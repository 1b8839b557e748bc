"""What opening a file gives, and what every reader of a format offers."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from uscalc.document.findings import Finding
from uscalc.document.model import Document


@dataclass(frozen=True, slots=True)
class Opened:
    """A document, and what a person should know about how it was read.

    `format` is a key, `format_name` its name for people. `understood`, `assumed` and
    `left_out` are whole sentences.
    """

    document: Document
    format: str
    format_name: str
    understood: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()


class Reader(Protocol):
    """A module that reads one format."""

    @property
    def KEY(self) -> str:  # noqa: N802 - a module's constant
        """The short name of the format."""

    @property
    def NAME(self) -> str:  # noqa: N802 - a module's constant
        """What people call the format."""

    @property
    def LIMIT(self) -> int:  # noqa: N802 - a module's constant
        """Bytes that a file of the format may have."""

    def recognises(self, head: bytes) -> bool:
        """Return whether a file that begins so is of this format."""

    def read(
        self, data: bytes, path: Path | None = None, end_date: dt.date | None = None
    ) -> Opened:
        """Return the event in the file.

        `end_date` serves formats that may lack it. Raises FormatError.
        """


class HoldingReader(Reader, Protocol):
    """A module that reads a format whose files may hold something else than an event."""

    def holds(self, data: bytes) -> bool:
        """Return whether a recognised file holds an event.

        It is asked where nobody named the file, as in a folder.
        """


class LeadingReader(Reader, Protocol):
    """A module that reads a format in which files stand behind others."""

    def leads(self, heads: Mapping[str, bytes]) -> frozenset[str]:
        """Return which of some recognised files of a folder stand for their events."""


class BundleReader(LeadingReader, Protocol):
    """A module that reads a format whose events are of several files."""

    def read_files(
        self,
        files: Mapping[str, bytes],
        path: Path | None = None,
        end_date: dt.date | None = None,
    ) -> Opened:
        """Return the event of some files, by name, all of them recognised.

        `path` is the folder or the archive they are from. Raises FormatError.
        """
