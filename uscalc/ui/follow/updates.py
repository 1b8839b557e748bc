"""The updates from linked files since the program began, event by event."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from uscalc.document.merge.identity import compared
from uscalc.document.merge.news import News, in_short
from uscalc.document.model import Document, Link

MOST: Final = 1000
"""Updates of one event that are remembered; a day has some forty."""


@dataclass(frozen=True, slots=True)
class Update:
    """One save of the linked file: its time, the file, and its changes."""

    time: str
    file: str
    news: tuple[News, ...]

    @property
    def in_short(self) -> str:
        """All of it in a line."""
        return in_short(self.news)


@dataclass(slots=True)
class _Event:
    """A linked event as it was after its last update."""

    path: str
    base: Document
    updates: list[Update] = field(default_factory=list)


class Updates:
    """Every event's updates; an event is found again by its file and what it is."""

    def __init__(self) -> None:
        self._events: list[_Event] = []

    def of(self, link: Link) -> Sequence[Update]:
        """Return an event's updates, the oldest first."""
        found = self._find(link)
        return () if found is None else found.updates

    def add(self, link: Link, base: Document, update: Update) -> None:
        """Add an update, and remember the file's state after it."""
        found = self._find(link)
        if found is None:
            found = _Event(link.path, link.base)
            self._events.append(found)
        found.base = base
        found.updates.append(update)
        del found.updates[:-MOST]

    def _find(self, link: Link) -> _Event | None:
        for event in self._events:
            if event.path == link.path and (
                event.base is link.base or compared(event.base, link.base).same
            ):
                return event
        return None
