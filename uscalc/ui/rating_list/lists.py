"""The rating lists on this computer, as the window's views share them."""

import datetime as dt
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, Signal

from uscalc.engine.systems import SYSTEM_NAMES
from uscalc.ratinglist.everywhere import in_order
from uscalc.ratinglist.store import RatingList, StoredLists, remove, stored_lists
from uscalc.ui.scheduling.worker import Worker

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import Frame

NAME = "ratingLists"
NO_LISTS = (
    "No rating list is on this computer yet. Import a supplement or a combined list: "
    "a DBF, a zip of one, or a tab-separated list."
)


class Trouble(NamedTuple):
    """A list that could not be read, and why."""

    one: RatingList
    words: str


class RatingLists(QObject):
    """Which lists there are, and which one is asked; `changed` when that is new.

    Damaged ones are set aside and told of by `problem`.
    """

    changed = Signal()
    problem = Signal(str)

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(NAME)
        self.folder = folder
        self.ready = False
        """Whether it is known which lists there are."""
        self.lists: tuple[RatingList, ...] = ()
        self._file: Path | None = None
        self._worker = Worker(self)
        self._worker.done.connect(self._came)
        self.refresh()

    @property
    def chosen(self) -> RatingList | None:
        """The list that is asked: the one that was chosen, or the newest."""
        same = (one for one in self.lists if one.file == self._file)
        return next(same, self.lists[0] if self.lists else None)

    def asked(self, day: dt.date) -> tuple[RatingList, ...]:
        """All lists in the order in which an event that ends on a day asks them."""
        return in_order(self.lists, day, self._file)

    def refresh(self) -> None:
        """Looks again which lists there are, beside the window."""
        folder = self.folder
        self._worker.ask(lambda asked: stored_lists(folder, asked.pause))

    def choose(self, file: Path) -> None:
        """Asks another list from now on."""
        before = self.chosen
        self._file = file
        if self.chosen != before:
            self.changed.emit()

    def remove(self, one: RatingList) -> None:
        """Removes a list; the file it came from can bring it back."""
        try:
            remove(one)
        except OSError as error:
            reason = error.strerror or error
            self.problem.emit(f"The list cannot be removed now: {reason}.")
        self.refresh()

    def report(self, trouble: Trouble) -> None:
        """Tells once of a list that could not be read, and looks which are left."""
        if trouble.one in self.lists:
            self.lists = tuple(one for one in self.lists if one != trouble.one)
            self.problem.emit(trouble.words)
            self.changed.emit()
            self.refresh()

    def let_go(self) -> None:
        """Looks no more, and waits until that has ended."""
        self._worker.close()

    def _came(self, found: object) -> None:
        if isinstance(found, StoredLists):
            self.lists, self.ready = found.lists, True
            for text in found.problems:
                self.problem.emit(text)
            self.changed.emit()


def rating_lists(window: "Frame") -> RatingLists:
    """The window's lists, looked for when they are first asked for."""

    def make() -> RatingLists:
        lists = RatingLists(window.folders.lists, window)
        lists.problem.connect(window.report)
        window.session.closing.connect(lists.let_go)
        return lists

    return window.one(RatingLists, make)


def list_words(one: RatingList) -> str:
    """A list in a line: its date, what it holds, its name."""
    systems = ", ".join(SYSTEM_NAMES[system] for system in one.systems)
    return f"{one.date} · {systems} · {one.title}"
