"""Check member IDs while typing: does the supplement have them under another name?"""

import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject

from uscalc.document.findings import Finding
from uscalc.document.model import Document
from uscalc.document.reporting.of_player import check_all_owners
from uscalc.ratinglist.expiry import find_owners, list_distinct_ids
from uscalc.ratinglist.store import ListError, RatingList, open_lookup
from uscalc.ui.rating_list.lists import RatingLists, get_rating_lists
from uscalc.ui.scheduling.worker import JobMonitor, Worker

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import MainFrame

NamedIds = tuple[tuple[str | None, str], ...]
"""Every player's ID and name."""


class OwnerCheck(NamedTuple):
    """The findings of an event by a supplement."""

    document: Document
    findings: tuple[Finding, ...]


class IdOwnerCheck(QObject):
    """Check the event's member IDs in the background, whenever one has changed."""

    def __init__(self, window: "MainFrame", lists: RatingLists) -> None:
        super().__init__(window)
        self._session = window.session
        self._lists = lists
        self._looked: tuple[RatingList | None, NamedIds] | None = None
        self._worker = Worker(self)
        self._worker.done.connect(self._receive_check)
        lists.changed.connect(self.check_ids)
        self._session.closing.connect(self._worker.close)

    def check_ids(self) -> None:
        """Check the IDs, unless they and the supplement are those of the last check."""
        document, chosen = self._session.document, self._lists.chosen
        state = chosen, _list_ids(document)
        if state == self._looked or not self._lists.ready:
            return
        self._looked = state
        if chosen is None:
            self._session.set_listed(())
            return
        self._worker.start_job(lambda asked: _check_owners(document, chosen, asked))

    def _receive_check(self, found: object) -> None:
        if isinstance(found, OwnerCheck):
            self._session.set_listed(found.findings)


def check_id_owners(window: "MainFrame") -> None:
    """Check the IDs of the event, if there is any supplement."""
    if has_entries(window.folders.lists):
        lists = get_rating_lists(window)
        window.get_or_make(
            IdOwnerCheck, lambda: IdOwnerCheck(window, lists)
        ).check_ids()


def has_entries(folder: Path) -> bool:
    """Return whether a folder contains anything."""
    try:
        with os.scandir(folder) as entries:
            return any(entries)
    except OSError:
        return False


def _list_ids(document: Document) -> NamedIds:
    return tuple((p.id, p.name) for one in document.sections for p in one.players)


def _check_owners(
    document: Document, one: RatingList, asked: JobMonitor
) -> OwnerCheck | None:
    ids = list_distinct_ids(
        p.member for section in document.sections for p in section.players
    )
    try:
        with open_lookup(one) as lookup:
            found = find_owners(lookup, ids, asked)
    except ListError:
        # The registration view shows the problem.
        return None
    return OwnerCheck(document, check_all_owners(document, found))
