"""Share the supplements on this computer among the window's views."""

import datetime as dt
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, Signal

from uscalc.engine.systems import SYSTEM_NAMES
from uscalc.ratinglist.everywhere import in_order
from uscalc.ratinglist.importing import Imported
from uscalc.ratinglist.store import RatingList, StoredLists, remove, stored_lists
from uscalc.ui.scheduling.worker import Worker

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import Frame

NAME = "ratingLists"
NO_LISTS = (
    "No rating list is on this computer yet. Import a supplement or a combined list: "
    "a DBF, a zip of one, a tab-separated list or a CSV file."
)


class Trouble(NamedTuple):
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
        self._worker = Worker(self)
        self._worker.done.connect(self._came)
        self.refresh()

    @property
    def chosen(self) -> RatingList | None:
        """The supplement that is used first."""
        return next(iter(self.asked()), None)

    def asked(self) -> tuple[RatingList, ...]:
        """Return all supplements in the order in which the event uses them.

        That is the order of their dates, after one that a person selected.
        """
        return in_order(self.lists, self._day(), self._file)

    def refresh(self) -> None:
        """Look for the stored supplements again, in the background."""
        folder = self.folder
        self._worker.ask(lambda asked: stored_lists(folder, asked))

    def choose(self, file: Path) -> None:
        """Use another supplement first from now on, for this event."""
        self._file = file
        self.look_again()

    def came(self, imported: Imported) -> None:
        """Use an imported supplement first, unless it is later than the event."""
        if imported.date <= self._day():
            self._file = imported.file
        self.refresh()

    def forget_choice(self) -> None:
        """Drop the selection, because another event is shown."""
        self._file = None
        self.look_again()

    def look_again(self) -> None:
        """Announce a change if another date uses another supplement first."""
        if self.chosen != self._told:
            self._tell()

    def _tell(self) -> None:
        self._told = self.chosen
        self.changed.emit()

    def remove(self, one: RatingList) -> None:
        """Remove a supplement; its file can be imported again."""
        try:
            remove(one)
        except OSError as error:
            reason = error.strerror or error
            self.problem.emit(f"The list cannot be removed now: {reason}.")
        self.refresh()

    def report(self, trouble: Trouble) -> None:
        """Report a supplement that could not be read, once, and look for the others."""
        if trouble.one in self.lists:
            self.lists = tuple(one for one in self.lists if one != trouble.one)
            self.problem.emit(trouble.words)
            self._tell()
            self.refresh()

    def let_go(self) -> None:
        """Stop the background work, and wait for its end."""
        self._worker.close()

    def _came(self, found: object) -> None:
        if isinstance(found, StoredLists):
            self.lists, self.ready = found.lists, True
            for text in found.problems:
                self.problem.emit(text)
            self._tell()


def rating_lists(window: "Frame") -> RatingLists:
    """Return the window's supplements, which are loaded on first use."""

    session = window.session

    def day() -> dt.date:
        document, section = session.document, session.section
        return document.end_date if section is None else document.end_of(section)

    def make() -> RatingLists:
        lists = RatingLists(window.folders.lists, day, window)
        lists.problem.connect(window.report)
        session.closing.connect(lists.let_go)
        session.opened.connect(lists.forget_choice)
        session.edited.connect(lists.look_again)
        session.selected.connect(lists.look_again)
        return lists

    return window.one(RatingLists, make)


def list_words(one: RatingList) -> str:
    """Describe a supplement in a line: its date, its systems, its title."""
    systems = ", ".join(SYSTEM_NAMES[system] for system in one.systems)
    return f"{one.date} · {systems} · {one.title}"
