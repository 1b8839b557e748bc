"""An entry of a rating supplement, as edits and look-ups share it."""

import datetime as dt
from dataclasses import dataclass
from typing import Final

from uscalc.engine.systems import System


@dataclass(frozen=True, slots=True)
class ListedRating:
    """A rating in a supplement.

    `rating` None: unrated. `games` None with a rating: the list gives no number of
    games, so the rating is established. `readable` False: the text is not a valid
    rating, and nothing is known. `as_of` is the day of the list if several lists are
    read.
    """

    rating: float | None = None
    games: int | None = None
    readable: bool = True
    as_of: dt.date | None = None

    def __str__(self) -> str:
        if not self.readable:
            return "not readable"
        if self.rating is None:
            return "unrated"
        return f"{self.rating:g}" + ("" if self.games is None else f"P{self.games}")


@dataclass(frozen=True, slots=True)
class ListEntry:
    """A member in a list; `ratings` has every system that the list carries."""

    id: str
    name: str
    ratings: tuple[tuple[System, ListedRating], ...] = ()
    state: str = ""
    expires: str = ""
    birth_year: int | None = None
    fide: float | None = None

    def get_rating(self, system: System) -> ListedRating | None:
        """Return what is listed in a system; None where the list does not carry it."""
        return next((listed for key, listed in self.ratings if key == system), None)


CHOICE: Final = "choice"
"""The way of finding a member whom the user selected: then the ID is filled in too."""


@dataclass(frozen=True, slots=True)
class FoundMember:
    """A member found for a player of an event, `by` ID, name or choice.

    `doubt` says why it may be another person; empty if it is certain. `name` is the
    list's full name if only beginnings were typed.
    """

    section: int
    row: int
    entry: ListEntry
    by: str
    doubt: str = ""
    name: str = ""
