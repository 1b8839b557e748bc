"""Check member IDs while typing: does the supplement have them under another name?"""

import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject

from uscalc.document.findings import Finding
from uscalc.document.model import Document
from uscalc.document.reporting.of_player import owner_findings
from uscalc.ratinglist.expiry import members_of, owners
from uscalc.ratinglist.store import ListError, RatingList, looking_up
from uscalc.ui.rating_list.lists import RatingLists, rating_lists
from uscalc.ui.scheduling.worker import Asked, Worker

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import Frame

Named = tuple[tuple[str | None, str], ...]
"""Every player's ID and name."""


class Checked(NamedTuple):
    """The findings of an event by a supplement."""

    document: Document
    findings: tuple[Finding, ...]


class Owners(QObject):
    """Check the event's member IDs in the background, whenever one has changed."""

    def __init__(self, window: "Frame", lists: RatingLists) -> None:
        super().__init__(window)
        self._session = window.session
        self._lists = lists
        self._looked: tuple[RatingList | None, Named] | None = None
        self._worker = Worker(self)
        self._worker.done.connect(self._came)
        lists.changed.connect(self.look)
        self._session.closing.connect(self._worker.close)

    def look(self) -> None:
        """Check the IDs, unless they and the supplement are those of the last check."""
        document, chosen = self._session.document, self._lists.chosen
        state = chosen, _named(document)
        if state == self._looked or not self._lists.ready:
            return
        self._looked = state
        if chosen is None:
            self._session.set_listed(())
            return
        self._worker.ask(lambda asked: _checked(document, chosen, asked))

    def _came(self, found: object) -> None:
        if isinstance(found, Checked):
            self._session.set_listed(found.findings)


def look_up_owners(window: "Frame") -> None:
    """Check the IDs of the event, if there is any supplement."""
    if has_lists(window.folders.lists):
        lists = rating_lists(window)
        window.one(Owners, lambda: Owners(window, lists)).look()


def has_lists(folder: Path) -> bool:
    """Return whether a folder contains anything."""
    try:
        with os.scandir(folder) as entries:
            return any(entries)
    except OSError:
        return False


def _named(document: Document) -> Named:
    return tuple((p.id, p.name) for one in document.sections for p in one.players)


def _checked(document: Document, one: RatingList, asked: Asked) -> Checked | None:
    ids = members_of(p.member for section in document.sections for p in section.players)
    try:
        with looking_up(one) as lookup:
            found = owners(lookup, ids, asked)
    except ListError:
        # The registration view shows the problem.
        return None
    return Checked(document, owner_findings(document, found))
