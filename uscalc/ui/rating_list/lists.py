"""Share the supplements on this computer among the window's views."""

import datetime as dt
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, Signal

from uscalc.document.findings import Finding
from uscalc.document.model import Document
from uscalc.document.reporting.of_player import check_all_owners
from uscalc.engine.inputs import SYSTEM_NAMES
from uscalc.ratinglist.importing import ImportedList
from uscalc.ratinglist.matching import find_owners, list_distinct_ids
from uscalc.ratinglist.store import (
    ListError,
    ListStore,
    RatingList,
    load_lists,
    open_lookup,
    order_lists,
    remove_list,
)
from uscalc.ui.scheduling.following import connect_each
from uscalc.ui.scheduling.worker import JobMonitor, Worker

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import MainFrame


NAME = "ratingLists"
NO_LISTS = (
    "No rating list is on this computer yet. Import a supplement or a combined list: "
    "a DBF, a zip of one, a tab-separated list or a CSV file."
)


class ListProblem(NamedTuple):
    """A supplement that could not be read, and the reason."""

    one: RatingList
    words: str


class RatingLists(QObject):
    """The stored supplements, and which one is used first; `changed` if that changes.

    `day` returns the date for which they are used: the end of the section shown.
    Damaged supplements are set aside and reported by `problem`.
    """

    changed = Signal()
    problem = Signal(str)

    def __init__(
        self, folder: Path, day: Callable[[], dt.date], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName(NAME)
        self.folder = folder
        self.ready = False
        """True once the stored supplements are known."""
        self.lists: tuple[RatingList, ...] = ()
        self._day = day
        self._file: Path | None = None
        self._told: RatingList | None = None
        self._worker = Worker(self, self._receive_lists)
        self.refresh()

    @property
    def chosen(self) -> RatingList | None:
        """The supplement that is used first."""
        return next(iter(self.list_in_order()), None)

    def list_in_order(self) -> tuple[RatingList, ...]:
        """Return all supplements in the order in which the event uses them.

        That is the order of their dates, after one that a person selected.
        """
        return order_lists(self.lists, self._day(), self._file)

    def refresh(self) -> None:
        """Look for the stored supplements again, in the background."""
        folder = self.folder
        self._worker.start_job(lambda asked: load_lists(folder, asked))

    def choose_first(self, file: Path) -> None:
        """Use another supplement first from now on, for this event."""
        self._file = file
        self.update_chosen()

    def accept_import(self, imported: ImportedList) -> None:
        """Use an imported supplement first, unless it is later than the event."""
        if imported.date <= self._day():
            self._file = imported.file
        self.refresh()

    def forget_choice(self) -> None:
        """Drop the selection, because another event is shown."""
        self._file = None
        self.update_chosen()

    def update_chosen(self) -> None:
        """Announce a change if another date uses another supplement first."""
        if self.chosen != self._told:
            self._announce_change()

    def _announce_change(self) -> None:
        self._told = self.chosen
        self.changed.emit()

    def remove_list(self, one: RatingList) -> None:
        """Remove a supplement; its file can be imported again."""
        try:
            remove_list(one)
        except OSError as error:
            reason = error.strerror or error
            self.problem.emit(f"The list cannot be removed now: {reason}.")
        self.refresh()

    def report_problem(self, trouble: ListProblem) -> None:
        """Report a supplement that could not be read, once, and look for the others."""
        if trouble.one in self.lists:
            self.lists = tuple(one for one in self.lists if one != trouble.one)
            self.problem.emit(trouble.words)
            self._announce_change()
            self.refresh()

    def stop_worker(self) -> None:
        """Stop the background work, and wait for its end."""
        self._worker.close()

    def _receive_lists(self, found: object) -> None:
        if isinstance(found, ListStore):
            self.lists, self.ready = found.lists, True
            for text in found.problems:
                self.problem.emit(text)
            self._announce_change()


def get_rating_lists(window: "MainFrame") -> RatingLists:
    """Return the window's supplements, which are loaded on first use."""

    session = window.session

    def day() -> dt.date:
        document, section = session.document, session.section
        return document.end_date if section is None else document.end_date_of(section)

    def make() -> RatingLists:
        lists = RatingLists(window.folders.lists, day, window)
        lists.problem.connect(window.report_error)
        session.closing.connect(lists.stop_worker)
        session.opened.connect(lists.forget_choice)
        connect_each(lists.update_chosen, session.edited, session.selected)
        return lists

    return window.get_or_make(RatingLists, make)


def describe_list(one: RatingList) -> str:
    """Describe a supplement in a line: its date, its systems, its title."""
    systems = ", ".join(SYSTEM_NAMES[system] for system in one.systems)
    return f"{one.date} · {systems} · {one.title}"


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
        self._worker = Worker(self, self._receive_check, self._session.closing)
        lists.changed.connect(self.check_ids)

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
