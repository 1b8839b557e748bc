"""The rating supplements on this computer, which the window's views share, and the search."""

import datetime as dt
from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, Signal

from uscalc.counted import format_day
from uscalc.document.findings import Finding
from uscalc.document.merge.listed import ListEntry
from uscalc.document.model import Document
from uscalc.document.queries.rounds import find_home_state
from uscalc.document.reporting.of_player import check_all_owners
from uscalc.engine.inputs import SYSTEM_NAMES, SYSTEMS, System
from uscalc.ratinglist.importing import RatingList
from uscalc.ratinglist.matching import find_owners, list_distinct_ids
from uscalc.ratinglist.store import (
    ListError,
    ListStore,
    load_lists,
    open_lookup,
    order_lists,
    remove_list,
    search_lists,
)
from uscalc.ui.frame.frame import MainFrame
from uscalc.ui.rating_list.entering import matches_beginnings
from uscalc.ui.scheduling import JobMonitor, Worker, connect_each
from uscalc.ui.session.session import Session

NAME = "ratingLists"
NO_LISTS = (
    "No rating supplement imported yet. Download one from US Chess and import the DBF, "
    "ZIP, or text file (tabs or commas)."
)


class RatingLists(QObject):
    """The stored supplements; `changed` is emitted when another one is used first.

    `day` returns the end date of the shown section, which decides which supplement
    fits. `problem` is called with each damaged supplement, which is then ignored.
    """

    changed = Signal()
    problem = Signal(str)

    def __init__(
        self, folder: Path, day: Callable[[], dt.date], parent: QObject | None = None
    ) -> None:
        super().__init__(parent, objectName=NAME)
        self.folder = folder
        self.ready = False
        """True after the stored supplements were found."""
        self.lists: tuple[RatingList, ...] = ()
        self.day = day
        self._file: Path | None = None
        self._announced: RatingList | None = None
        self._worker = Worker(self, self._receive_lists)
        self.refresh()

    @property
    def chosen(self) -> RatingList | None:
        """The supplement that is used first."""
        return next(iter(self.list_in_order()), None)

    def list_in_order(self) -> tuple[RatingList, ...]:
        """Return all supplements in the order of use: the selected one first, then by date."""
        return order_lists(self.lists, self.day(), self._file)

    def refresh(self) -> None:
        """Look for the stored supplements again, in the background."""
        folder = self.folder
        self._worker.start_job(lambda asked: load_lists(folder, asked))

    def choose_first(self, file: Path | None) -> None:
        """Use this supplement first from now on, for this event; None resets the choice."""
        self._file = file
        self.update_chosen()

    def accept_import(self, imported: RatingList) -> None:
        """Use an imported supplement first, unless its date is after the event."""
        if imported.date <= self.day():
            self._file = imported.file
        self.refresh()

    def update_chosen(self) -> None:
        """Emit `changed` if another supplement is first for the current date."""
        if self.chosen != self._announced:
            self._announce_change()

    def _announce_change(self) -> None:
        self._announced = self.chosen
        self.changed.emit()

    def remove_list(self, one: RatingList) -> None:
        """Remove a supplement; its file can be imported again."""
        try:
            remove_list(one)
        except OSError as error:
            self.problem.emit(
                f"The supplement can't be removed right now: {error.strerror or error}."
            )
        self.refresh()

    def report_problem(self, error: ListError) -> None:
        """Report a supplement that can't be read, only once, and look for the others again."""
        if error.of in self.lists:
            self.lists = tuple(one for one in self.lists if one != error.of)
            self.problem.emit(str(error))
            self._announce_change()
            self.refresh()

    def stop_worker(self) -> None:
        """Stop the background work, and wait for its end."""
        self._worker.close()

    def _receive_lists(self, found: ListStore) -> None:
        self.lists, self.ready = found.lists, True
        for text in found.problems:
            self.problem.emit(text)
        self._announce_change()


def get_rating_lists(window: MainFrame) -> RatingLists:
    """Return the window's supplements, which are loaded on first use."""

    session = window.session

    def day() -> dt.date:
        document, section = session.document, session.section
        return document.end_date if section is None else document.end_date_of(section)

    def make() -> RatingLists:
        lists = RatingLists(window.folders.lists, day, window)
        lists.problem.connect(window.messages.show_message)
        session.closing.connect(lists.stop_worker)
        session.opened.connect(lambda: lists.choose_first(None))
        connect_each(lists.update_chosen, session.edited, session.selected)
        return lists

    return window.get_or_make(RatingLists, make)


def describe_list(one: RatingList) -> str:
    """Describe a supplement in a line: its date and its systems."""
    names = ", ".join(SYSTEM_NAMES[system] for system in one.systems)
    many = f"{len(one.systems)} rating systems"
    return (
        f"{format_day(one.date)} · {many if len(one.systems) > MOST_NAMED else names}"
    )


MOST_NAMED: Final = 3
"""If there are more rating systems than this, only their number is shown."""


class IdOwnerCheck(QObject):
    """Compares the event's member IDs with the supplement in the background, after each change."""

    def __init__(self, window: MainFrame, lists: RatingLists) -> None:
        super().__init__(window)
        self._session = window.session
        self._lists = lists
        self._looked: object = None
        self._worker = Worker(self, self._receive_check, self._session.closing)
        lists.changed.connect(self.check_ids)

    def check_ids(self) -> None:
        """Check the IDs, unless the IDs and the supplement are unchanged since the last check."""
        document, chosen = self._session.document, self._lists.chosen
        people = (player for one in document.sections for player in one.players)
        state = chosen, [(player.id, player.name) for player in people]
        if state == self._looked or not self._lists.ready:
            return
        self._looked = state
        if chosen is None:
            self._session.set_listed(())
            return
        self._worker.start_job(lambda asked: _check_owners(document, chosen, asked))

    def _receive_check(self, found: tuple[Finding, ...] | None) -> None:
        if found is not None:
            self._session.set_listed(found)


def check_id_owners(window: MainFrame) -> None:
    """Check the event's member IDs if there is a supplement."""
    if any(window.folders.lists.glob("*")):
        lists = get_rating_lists(window)
        window.get_or_make(
            IdOwnerCheck, lambda: IdOwnerCheck(window, lists)
        ).check_ids()


def _check_owners(
    document: Document, one: RatingList, monitor: JobMonitor
) -> tuple[Finding, ...] | None:
    ids = list_distinct_ids(
        p.member for section in document.sections for p in section.players
    )
    try:
        with open_lookup(one) as lookup:
            found = find_owners(lookup, ids, monitor)
    except ListError:
        # Registration shows the problem.
        return None
    return check_all_owners(document, found)


LOOKING: Final = "Loading rating supplements…"
MOST_MEMBERS: Final = 50
"""The most members that are shown."""

Question = tuple[str, tuple[RatingList, ...], str]
"""The typed text, the supplements, and the state whose members come first."""


class MemberSearch(QObject):
    """Searches for members.

    `found` is emitted with the members who match, `looking` while the supplements are
    still loaded.
    """

    found = Signal(object)
    looking = Signal()

    def __init__(self, session: Session, lists: RatingLists, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._lists = lists
        self._answered: Question | None = None
        self._entries: tuple[ListEntry, ...] = ()
        self._worker = Worker(
            self, self._receive_members, session.closing, expected=ListError
        )

    @property
    def searching(self) -> bool:
        """Return whether the last result belongs to an earlier question."""
        return self._answered is None

    @property
    def text(self) -> str:
        """The text that the last result belongs to."""
        return self._answered[0] if self._answered else ""

    def search_for(self, text: str) -> bool:
        """Search for a text; return whether its result is already there."""
        lists = self._lists.list_in_order()
        home = find_home_state(self._session.document)
        question = text, lists, home
        if self._answered == question and self._lists.ready:
            return True
        self._answered = None
        self._worker.drop_job()
        if not text.strip() or (not lists and self._lists.ready):
            self._publish_answer(question, ())
        elif lists:
            self._worker.start_job(
                lambda monitor: (
                    question,
                    search_lists(lists, text, MOST_MEMBERS, monitor, home),
                )
            )
        else:
            self.looking.emit()
        return False

    def _receive_members(self, result: object) -> None:
        if isinstance(result, ListError):
            self._lists.report_problem(result)
        elif isinstance(result, tuple):
            self._publish_answer(*result)

    def _publish_answer(
        self, question: Question, entries: tuple[ListEntry, ...]
    ) -> None:
        self._answered, self._entries = question, entries
        self.found.emit(entries)

    def list_systems(self) -> tuple[System, ...]:
        """Return the systems of the searched supplements, the event's own first."""
        asked = self._answered[1] if self._answered else ()
        held = {system for one in asked for system in one.systems}
        first = self._session.list_systems()
        order = sorted(SYSTEMS, key=lambda system: system not in first)
        return tuple(system for system in order if system in held)

    @property
    def is_near(self) -> bool:
        """Return whether the names found are only similar to the typed name."""
        entries = self._entries
        return bool(entries) and not any(
            matches_beginnings(entry, self.text) for entry in entries
        )

    def describe_result(self) -> str:
        """Return how many members were found, or why none were."""
        (text, asked, _), count = self._answered or ("", (), ""), len(self._entries)
        if not (asked or text.strip() or self._lists.ready):
            return LOOKING
        if not asked:
            return NO_LISTS
        if not text.strip():
            return "Type the beginning of a name, in any order, or a member ID."
        if not count:
            lists = (
                f"{format_day(asked[0].date)} supplement"
                if len(asked) == 1
                else "supplements"
            )
            return f"No match in the {lists}."
        if self.is_near:
            names = "1 name is" if count == 1 else f"{count} names are"
            return f"No exact match. {names} spelled similarly."
        if count == 1:
            return "1 member found."
        more = f"{count} or more" if count >= MOST_MEMBERS else count
        return f"{more} members found, best match first."
