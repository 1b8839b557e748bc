"""Search all supplements for the typed text, in the background."""

import datetime as dt
from typing import Final

from PySide6.QtCore import QObject, Signal

from uscalc.document.merge.listed import ListEntry
from uscalc.document.queries.rounds import home_state
from uscalc.engine.inputs import SYSTEMS, System
from uscalc.monitor import Monitor
from uscalc.ratinglist.store import ListError, RatingList, search_lists
from uscalc.ui.rating_list.lists import NO_LISTS, ListProblem, RatingLists
from uscalc.ui.rating_list.words import matches_beginnings
from uscalc.ui.scheduling.worker import Worker
from uscalc.ui.session.session import Session

TYPE_PROMPT: Final = (
    "Type a name (beginnings of its words, in any order) or a member ID."
)
LOOKING: Final = "Looking which lists are here…"
MOST_MEMBERS: Final = 50
"""Most members that are shown."""

Question = tuple[str, tuple[RatingList, ...], str]
"""The typed text, the supplements, and the state whose members come first."""


class MemberSearch(QObject):
    """Search for members.

    `found` gives the members who match; `looking` says that the supplements aren't
    known yet.
    """

    found = Signal(object)
    looking = Signal()

    def __init__(self, session: Session, lists: RatingLists, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._lists = lists
        self._answered: Question | None = None
        self._entries: tuple[ListEntry, ...] = ()
        self._worker = Worker(self, self._receive_members, session.closing)

    @property
    def searching(self) -> bool:
        """Return whether the last result is not for the present question."""
        return self._answered is None

    @property
    def text(self) -> str:
        """The text of the last result."""
        return self._answered[0] if self._answered else ""

    def search_for(self, text: str) -> bool:
        """Search for a text; return whether the result is there already."""
        question = self._make_question(text)
        _, asked, _ = question
        if self._answered == question and self._lists.ready:
            return True
        self._answered = None
        self._worker.drop_job()
        if not text.strip() or (not asked and self._lists.ready):
            self._publish_answer(question, ())
        elif asked:
            self._worker.start_job(lambda wanted: _search_members(question, wanted))
        else:
            self.looking.emit()
        return False

    def _make_question(self, text: str) -> Question:
        return text, self._lists.list_in_order(), home_state(self._session.document)

    def _receive_members(self, result: object) -> None:
        if isinstance(result, ListProblem):
            self._lists.report_problem(result)
        elif isinstance(result, tuple):
            self._publish_answer(*result)

    def _publish_answer(
        self, question: Question, entries: tuple[ListEntry, ...]
    ) -> None:
        self._answered, self._entries = question, entries
        self.found.emit(entries)

    def list_systems(self) -> tuple[System, ...]:
        """Return the systems of the supplements searched, the event's first."""
        asked = self._answered[1] if self._answered else ()
        held = {system for one in asked for system in one.systems}
        first = self._session.list_systems()
        order = sorted(SYSTEMS, key=lambda system: system not in first)
        return tuple(system for system in order if system in held)

    def get_first_day(self) -> dt.date:
        """Return the date of the supplement that is used first."""
        return self._make_question("")[1][0].date

    def describe_result(self) -> tuple[str, bool]:
        """Describe the result, and return whether the names are only similar."""
        entries, text = self._entries, self.text
        nearly = bool(entries) and not any(
            matches_beginnings(entry, text) for entry in entries
        )
        return self._describe_count(len(entries), nearly), nearly

    def _describe_count(self, count: int, nearly: bool) -> str:
        text, asked, _ = self._answered or ("", (), "")
        if not (asked or text.strip() or self._lists.ready):
            return LOOKING
        if not asked:
            return NO_LISTS
        if not text.strip():
            return TYPE_PROMPT
        if not count:
            lists = f"list of {asked[0].date}" if len(asked) == 1 else "lists"
            return f"Nobody in the {lists} fits."
        if nearly:
            they = "1 is" if count == 1 else f"{count} are"
            return f"Nobody fits; {they} spelled nearly so."
        if count == 1:
            return "1 member fits."
        more = f"{count} or more" if count >= MOST_MEMBERS else count
        return f"{more} members fit, the nearest first."


def _search_members(question: Question, monitor: Monitor) -> object:
    text, asked, home = question
    try:
        return question, search_lists(asked, text, MOST_MEMBERS, monitor, home)
    except ListError as error:
        return ListProblem(error.of or asked[0], str(error))
