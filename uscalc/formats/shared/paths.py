"""Names of files that are no text: kept in files, and shown to people.

A name that is not in the system's encoding has halves of characters in Python, which no
UTF-8 can hold. No name has a NUL, so one marks them where a name is written.
"""

import re
from pathlib import Path
from typing import Final

_HALF: Final = re.compile("[\ud800-\udfff]")
_KEPT: Final = re.compile("\0(d[89a-f][0-9a-f]{2})")


def encode_path(path: str) -> str:
    """Return a path as text that any file can hold; `decode_path` gives the path back."""
    return _HALF.sub(lambda found: f"\0{ord(found[0]):x}", path)


def decode_path(text: str) -> str:
    """Return the path that `encode_path` made the text of."""
    return _KEPT.sub(lambda found: chr(int(found[1], 16)), text)


def title_of(path: Path | None, otherwise: str) -> str:
    """Return what an event is called that does not say its name: as its file."""
    if path is None:
        return otherwise
    stem = _HALF.sub("\N{REPLACEMENT CHARACTER}", path.stem)
    shown = "".join(c if c.isprintable() else " " for c in stem)
    return " ".join(shown.split()) or otherwise
