"""What tells a file's content from any other."""

from pathlib import Path
from typing import Final

from uscalc.formats.errors import FormatError
from uscalc.formats.shared.digest import compute_digest
from uscalc.formats.shared.files import read_bytes

NO_EVENT: Final = "no event"
"""The fingerprint of what is too large, or no file of data."""


def read_fingerprint(path: Path) -> str | None:
    """Return what tells a file's content from any other; None where there is no such file.

    What is no file of an event any more, a pipe in its place, is another content.
    """
    try:
        return compute_digest(read_bytes(path))
    except FormatError as error:
        return None if isinstance(error.__cause__, OSError) else NO_EVENT
