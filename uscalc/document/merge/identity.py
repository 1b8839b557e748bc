"""Whether a file still holds the tournament that was followed in it."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace

from uscalc.document.compare.people import name_key, person_key
from uscalc.document.model import Document, Player

SHARE = 0.5
"""Of the members known before, how many must stand in the file."""


@dataclass(frozen=True, slots=True)
class Compared:
    """What two states of a file have in common; `members` were known, `found` again.

    `known` is false where nothing was read before: whatever is there then is meant.
    """

    known: bool
    title: bool
    dates: bool
    members: int
    found: int

    @property
    def same(self) -> bool:
        """Whether they are one tournament.

        At least half of the members known before stand in the new file, and the title
        or the dates agree. The share is taken of those known before, and not of the
        smaller: entries come by the dozen and leave one by one, so a tournament holds
        on to its own, while a small one with two of a hundred guests is another. Where
        nobody was known before, title or dates say it alone.
        """
        if not self.known:
            return True
        return (self.title or self.dates) and self.found >= SHARE * self.members


def known_before(document: Document) -> Document:
    """Return what a followed file is compared with: what came of it last.

    Before anything came, that is the event itself, if anybody is in it.
    """
    if document.link is not None and document.link.base.sections:
        return document.link.base
    return document if _members(document) else replace(document, sections=())


def compared(before: Document, now: Document) -> Compared:
    """Return the tournament as the file had it, and what the file has now."""
    known, there = _members(before), _members(now)
    ids = {player.member for player in there if player.member}
    names = {name_key(player.name) for player in there}
    unnumbered = {name_key(player.name) for player in there if not player.member}
    # An ID may have been given since to who had none, or taken away again.
    found = sum(
        player.member in ids
        or name_key(player.name) in (unnumbered if player.member else names)
        for player in known
    )
    return Compared(
        bool(before.sections),
        name_key(before.name) == name_key(now.name),
        _days(before) == _days(now),
        len(known),
        found,
    )


def _days(document: Document) -> tuple[dt.date, dt.date]:
    """Return the first and the last day."""
    last = max((document.end_of(s) for s in document.sections), default=None)
    end = max(last or document.end_date, document.end_date)
    starts = (section.start_date or end for section in document.sections)
    return min(starts, default=end), end


def _members(document: Document) -> Sequence[Player]:
    """Return who plays, each once: by member ID, else by name."""
    people = {
        person_key(player): player
        for section in document.sections
        for player in section.players
    }
    return [player for person, player in people.items() if person]
