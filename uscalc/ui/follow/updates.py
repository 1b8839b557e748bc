"""The updates from linked files since the program began, event by event."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from uscalc.document.merge.identity import compare_events
from uscalc.document.merge.news import News, summarize_news
from uscalc.document.model import Document, Link

MOST: Final = 1000
"""Updates of one event that are remembered; a day has some forty."""


@dataclass(frozen=True, slots=True)
class FileUpdate:
    """One save of the linked file: its time, the file, and its changes."""

    time: str
    file: str
    news: tuple[News, ...]

    @property
    def in_short(self) -> str:
        """All of it in a line."""
        return summarize_news(self.news)


@dataclass(slots=True)
class _FollowedEvent:
    """A linked event as it was after its last update."""

    path: str
    base: Document
    updates: list[FileUpdate] = field(default_factory=list)


class UpdateHistory:
    """Every event's updates; an event is found again by its file and what it is."""

    def __init__(self) -> None:
        self._events: list[_FollowedEvent] = []

    def get_updates(self, link: Link) -> Sequence[FileUpdate]:
        """Return an event's updates, the oldest first."""
        found = self._find_event(link)
        return () if found is None else found.updates

    def add_update(self, link: Link, base: Document, update: FileUpdate) -> None:
        """Add an update, and remember the file's state after it."""
        found = self._find_event(link)
        if found is None:
            found = _FollowedEvent(link.path, link.base)
            self._events.append(found)
        found.base = base
        found.updates.append(update)
        del found.updates[:-MOST]

    def _find_event(self, link: Link) -> _FollowedEvent | None:
        for event in self._events:
            if event.path == link.path and (
                event.base is link.base or compare_events(event.base, link.base).same
            ):
                return event
        return None
