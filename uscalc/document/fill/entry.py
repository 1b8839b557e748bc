"""What a published rating list says of a member, as edits and look-ups share it."""

import datetime as dt
from dataclasses import dataclass
from typing import Final

from uscalc.engine.systems import System


@dataclass(frozen=True, slots=True)
class ListedRating:
    """A rating as it is listed.

    `rating` None: the list has the member unrated. `games` None with a rating: the
    list says no number of games, and so that the rating is established. `readable`
    False: something stands there that is no rating, and then nothing is known.
    `as_of` is the day of its list where several lists speak of one member.
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

    def rating_in(self, system: System) -> ListedRating | None:
        """Return what is listed in a system; None where the list does not carry it."""
        return next((listed for key, listed in self.ratings if key == system), None)


CHOICE: Final = "choice"
"""How a member was found whom a person chose: then the member ID is filled in too."""


@dataclass(frozen=True, slots=True)
class Found:
    """A member found for a player of an event, `by` ID, name or choice.

    `doubt` says why it may be somebody else; nothing where it is sure. `name` is what the
    list writes for a name of which only beginnings were typed.
    """

    section: int
    row: int
    entry: ListEntry
    by: str
    doubt: str = ""
    name: str = ""
