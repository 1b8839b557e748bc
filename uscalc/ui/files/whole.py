"""An event as a file has it, ready to be shown: read, linked and rated. No Qt here."""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from uscalc.document.history import History
from uscalc.document.model import Document
from uscalc.document.rate.engine_input import RuleBook
from uscalc.engine.pause import Pause
from uscalc.formats import Opened, open_event
from uscalc.formats.native.reader import KEY
from uscalc.formats.storage.fingerprint import fingerprint
from uscalc.ui.follow.followed import FOLLOWED, linked
from uscalc.ui.session.live import Live, rate_live

Say = Callable[[str], object]
"""Takes words for how far the work is."""


@dataclass(frozen=True, slots=True)
class Whole:
    """An event with its ratings, and the file of this content that it was read from.

    `opened` is how it was read; None where no file was.
    """

    history: History
    live: Live
    opened: Opened | None = None
    path: Path | None = None
    known: str | None = None

    @property
    def own(self) -> Path | None:
        """The file where Save writes it; None for what another program wrote."""
        return self.path if self.opened and self.opened.format == KEY else None


def read_whole(
    path: Path,
    rulebook: RuleBook,
    pause: Pause,
    say: Say,
    end: dt.date | None = None,
    control: str = "",
) -> Whole:
    """Read and rates an event. Raises FormatError, and whatever `pause` raises.

    `end` and `control` are the last day and the time control that a person gave,
    because the file lacks them.
    """
    # Looked at first: what is written meanwhile then counts as a change.
    known = fingerprint(path)
    opened = open_event(path, end)
    return whole_of(opened, path, known, rulebook, pause, say, end, control)


def whole_of(
    opened: Opened,
    path: Path | None,
    known: str | None,
    rulebook: RuleBook,
    pause: Pause,
    say: Say,
    end: dt.date | None = None,
    control: str = "",
) -> Whole:
    """Return the same of what was read already."""
    document = as_followed(opened, path, end, control)
    live = rated(document, rulebook, pause, say)
    return Whole(History(document), live, opened, path, known)


def rated(document: Document, rulebook: RuleBook, pause: Pause, say: Say) -> Live:
    """Return an event's first ratings."""
    players = sum(len(section.players) for section in document.sections)
    say(f"rating {players:,} player{'' if players == 1 else 's'}…")
    pause()
    return rate_live(document, rulebook, None, pause)


def as_followed(
    opened: Opened, path: Path | None, end: dt.date | None = None, control: str = ""
) -> Document:
    """Return the event, with a link where it is from a file that goes on being written."""
    document = opened.document
    if opened.format == KEY:
        return document
    if opened.format in FOLLOWED and path is not None:
        document = linked(document, path, end)
    return with_control(document, control)


def with_control(document: Document, control: str) -> Document:
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
