"""The one error of reading and writing: where, what is wrong, what to do."""

from pathlib import Path
from typing import Final

_LONGEST_PART: Final = 300


class FormatError(Exception):
    """A file that cannot be read or written.

    `place` is where in the file, in a person's words, or empty for the whole file.
    `str()` gives one line: "file: place: what is wrong; what to do".
    """

    def __init__(
        self, message: str, remedy: str, *, path: Path | None = None, place: str = ""
    ) -> None:
        self.path = path
        self.place = _one_line(place)
        self.message = _one_line(message)
        self.remedy = _one_line(remedy)
        super().__init__(message)

    def __str__(self) -> str:
        file = "" if self.path is None else _one_line(str(self.path))
        where = "".join(f"{part}: " for part in (file, self.place) if part)
        mark = "." if self.remedy[:1].isupper() else ";"
        return f"{where}{self.message}{mark} {self.remedy}"


class EndDateNeededError(FormatError):
    """The text says no date, and none was given: it can be read with `end_date`."""


def _one_line(text: str) -> str:
    """Text that keeps to one line and can be printed, whatever a file contained."""
    # A file may have a name of millions of letters.
    line = (
        " ".join(text[: 10 * _LONGEST_PART].split())
        .encode("utf-8", "backslashreplace")
        .decode("utf-8")
    )
    if len(line) > _LONGEST_PART:
        line = line[: _LONGEST_PART - 1] + "…"
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in line)
