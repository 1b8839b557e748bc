"""Define the error of reading and writing: the place, the problem and the fix."""

from pathlib import Path
from typing import Final

_LONGEST_PART: Final = 300


class FormatError(Exception):
    """A file that cannot be read or written.

    `place` names the place in the file, or is empty for the whole file. `str()` gives
    one line: "file: place: problem; fix".
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
        mark = "." if self.remedy[:1].isupper() else ";"
        return f"{where}{self.message}{mark} {self.remedy}"


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
