"""Fingerprints that show whether a file's content has changed."""

from pathlib import Path
from typing import Final

from uscalc.formats.errors import FormatError
from uscalc.formats.shared.digest import compute_digest
from uscalc.formats.shared.files import read_bytes

NO_EVENT: Final = "no event"
"""The fingerprint of what is too large, or no file of data."""


def read_fingerprint(path: Path) -> str | None:
    """Return a fingerprint of a file's content; None if the file doesn't exist.

    A pipe or folder in the file's place has a fingerprint that differs from every
    file's.
    """
    try:
        return compute_digest(read_bytes(path))
    except FormatError as error:
        return None if isinstance(error.__cause__, OSError) else NO_EVENT
