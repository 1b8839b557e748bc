"""Read, link and rate an event, ready to be shown; no Qt."""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from uscalc.document.history import History
from uscalc.document.model import Document
from uscalc.document.rate.engine_input import RuleBook
from uscalc.formats import OpenedEvent, open_event
from uscalc.formats.native.reader import KEY
from uscalc.formats.storage.files import HEAD_SIZE, read_head
from uscalc.formats.storage.fingerprint import read_fingerprint
from uscalc.monitor import Monitor
from uscalc.ui.follow.reader import FOLLOWED, link_document
from uscalc.ui.session.live import WindowRatings, rate_for_window
from uscalc.ui.session.session import PublishedPage

ReportProgress = Callable[[str], object]
"""Reports the progress of the work."""


@dataclass(frozen=True, slots=True)
class LoadedEvent:
    """An event with its ratings, and the file of this content that it was read from.

    `opened` is how it was read; None if there is no file.
    """

    history: History
    live: WindowRatings
    opened: OpenedEvent | None = None
    path: Path | None = None
    known: str | None = None

    @property
    def own(self) -> Path | None:
        """The file that Save writes; None for another program's file."""
        return self.path if self.opened and self.opened.format == KEY else None


def read_event(
    path: Path,
    rulebook: RuleBook,
    monitor: Monitor,
    say: ReportProgress,
    end: dt.date | None = None,
    control: str = "",
) -> LoadedEvent:
    """Read and rate an event. Raises FormatError, and CancelledError.

    `end` and `control` are the end date and the time control that a person gave because
    the file lacks them.
    """
    # Taken first, so that a change during the reading is noticed.
    known = read_fingerprint(path)
    opened = open_event(path, end)
    return load_event(opened, path, known, rulebook, monitor, say, end, control)


def load_event(
    opened: OpenedEvent,
    path: Path | None,
    known: str | None,
    rulebook: RuleBook,
    monitor: Monitor,
    say: ReportProgress,
    end: dt.date | None = None,
    control: str = "",
) -> LoadedEvent:
    """Link and rate an event that was read already."""
    document = link_event(opened, path, end, control)
    live = rate_event(document, rulebook, monitor, say)
    return LoadedEvent(History(document), live, opened, path, known)


def rate_event(
    document: Document, rulebook: RuleBook, monitor: Monitor, say: ReportProgress
) -> WindowRatings:
    """Return an event's first ratings."""
    players = sum(len(section.players) for section in document.sections)
    say(f"rating {players:,} player{'' if players == 1 else 's'}…")
    monitor.check()
    return rate_for_window(document, rulebook, None, monitor)


def link_event(
    opened: OpenedEvent,
    path: Path | None,
    end: dt.date | None = None,
    control: str = "",
) -> Document:
    """Return the event, linked to its file if a pairing program keeps writing it."""
    document = opened.document
    if opened.format == KEY:
        return document
    if opened.format in FOLLOWED and path is not None:
        document = link_document(document, path, end)
    return set_missing_time_control(document, control)


def set_missing_time_control(document: Document, control: str) -> Document:
    """Return the event with this time control in the sections that have none."""
    if not control:
        return document
    return replace(
        document,
        sections=tuple(
            section
            if section.time_control or section.systems
            else replace(section, time_control=control)
            for section in document.sections
        ),
    )


PAGE_SUFFIXES: Final = frozenset((".html", ".htm", ".txt", ".json", ""))
"""The suffixes of pages that browsers save, and of copied text."""


def may_be_page(path: Path) -> bool:
    """Return whether a file's name could be a page's; its content is read later."""
    return path.suffix.lower() in PAGE_SUFFIXES


def read_page(path: Path, event: Document) -> PublishedPage | None:
    """Return the page in a file if it is of this event. Raises FormatError."""
    from uscalc.document.overlay.match import is_page_of
    from uscalc.formats.every import is_published

    if path.is_dir() or not is_published(read_head(path, HEAD_SIZE)):
        return None
    page = open_event(path, event.end_date).document
    return PublishedPage(page, path.name) if is_page_of(page, event) else None
