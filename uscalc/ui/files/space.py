"""Choose the space in which an event opens."""

from typing import Final, Literal, get_args

from uscalc.document.model import Document

Space = Literal["enter", "explain", "what-if", "report", "teach"]
SPACES: Final[tuple[Space, ...]] = get_args(Space)
PAIRING_FORMATS: Final = frozenset(("swisssys", "swisssys-round", "wintd"))
"""The formats of files that SwissSys and WinTD write."""
NEW: Final = ""
"""The format of an event that was not read from a file."""


def choose_space(document: Document, source: str, remembered: str | None) -> Space:
    """Return the space for an event that was just opened.

    `source` is the key of the file's format, or NEW. `remembered` is the space in which
    this file was left; anything that is not a space is ignored. A director continues
    with a new event or a pairing program's file, and checks one with published ratings;
    any other event was opened to see why its ratings are what they are.
    """
    for space in SPACES:
        if space == remembered:
            return space
    if source == NEW or source in PAIRING_FORMATS:
        return "enter"
    if has_published_ratings(document):
        return "report"
    return "explain"


def has_published_ratings(document: Document) -> bool:
    """Return whether US Chess published a rating of any player of the event."""
    return any(
        player.published for section in document.sections for player in section.players
    )
