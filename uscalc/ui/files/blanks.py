"""Ask about unknown ratings in the message bar, once for the whole event."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject

from uscalc.document.change import Edit
from uscalc.document.edit.unsaid import all_new, not_rated, open_systems, unknown_in
from uscalc.document.model import Document
from uscalc.engine.systems import SYSTEM_NAMES, SYSTEMS, System
from uscalc.formats.shared.blanks import blanks_among, blanks_as_unrated
from uscalc.ui.session.session import Session
from uscalc.ui.widgets.message_bar import MessageBar

BLANKS = "blank-ratings"


class Blanks(QObject):
    """Ask about entries without any rating, and systems in which nobody has one.

    Each is asked once for the event. `fill` goes to the rating of a row, and `look_up`
    opens the dialog that fills ratings in.
    """

    def __init__(
        self,
        session: Session,
        messages: MessageBar,
        fill: Callable[[int], object],
        look_up: Callable[[], object],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._messages = messages
        self._fill = fill
        self._look_up = look_up
        self._settled = 0
        self._asked: set[System] = set()
        self._demanded: set[System] = set()
        session.opened.connect(self._opened)

    def _opened(self) -> None:
        self._settled = 0
        self._messages.withdraw(BLANKS)
        for system in self._asked:
            self._messages.withdraw(_key(system))
        self._asked.clear()
        self._demanded.clear()

    # Entries without any rating

    @property
    def wanted(self) -> bool:
        """Return whether there are blank entries that were not asked about yet."""
        return blanks_among(self._session.document) > self._settled

    def ask(self) -> None:
        """Ask about blank entries, unless all of them were asked about."""
        if self.wanted:
            said = _entries_have(blanks_among(self._session.document))
            self._messages.ask(
                BLANKS,
                f"{said} no rating: new, or not looked up? The file does not say, and "
                "a section is not rated while it is not known.",
                (("New: unrated", self._new), ("Not looked up", self._later)),
            )

    def ask_again(self) -> None:
        """Ask everything that is open, also if the question was closed before."""
        self._settled = 0
        counted = self._session.counted()
        self._demanded = {
            system
            for system in SYSTEMS
            if any(unknown_in(self._session.document, counted, system))
        }
        for system in sorted(self._demanded, key=SYSTEMS.index, reverse=True):
            self._ask_of(system)
        if self.wanted:
            self.ask()
        elif not self._demanded:
            self._messages.tell("Every entry has a rating or is new.", error=False)

    def _new(self) -> None:
        self._session.pending.settle()
        count = blanks_among(self._session.document)
        entries = "1 entry" if count == 1 else f"{count} entries"
        name = f"{entries} without a rating: new"
        self._session.edit(lambda document: Edit(blanks_as_unrated(document), name))

    def _later(self) -> None:
        self._settled = blanks_among(self._session.document)

    # Systems without any rating

    def review(self) -> None:
        """Ask about systems that are open now, and withdraw answered questions."""
        asking = self._messages.asks(BLANKS)
        if asking and not blanks_among(self._session.document):
            self._messages.withdraw(BLANKS)
        document, counted = self._session.document, self._session.counted()
        still = open_systems(document, counted)
        for system in still:
            if system not in self._asked:
                self._ask_of(system)
        for system in self._asked.difference(still):
            left = any(unknown_in(document, counted, system))
            if not left:
                # The event has the answer; once it is undone, ask again.
                self._asked.discard(system)
            if not left or system not in self._demanded:
                self._messages.withdraw(_key(system))

    def _ask_of(self, system: System) -> None:
        self._asked.add(system)
        name, document = SYSTEM_NAMES[system], self._session.document
        counted = self._session.counted()
        if system in open_systems(document, counted):
            who = f"Nobody has a {name} rating yet"
            new = "All are new"
        else:
            count = len(list(unknown_in(document, counted, system)))
            who = f"{_entries_have(count)} no {name} rating"
            new = "New: unrated"
        self._messages.ask(
            _key(system),
            f"{who}, so {_counting(document, counted, system)} not rated in {name}.",
            (
                ("Enter them", lambda: self._enter(system)),
                ("Look up…", self._look_up),
                (new, lambda: self._session.edit(all_new, system)),
                ("Do not rate", lambda: self._leave_out(system)),
            ),
        )

    def _enter(self, system: System) -> None:
        """Go to the first unknown rating, of the shown section if it has one."""
        session = self._session
        here = session.selection.section
        entries = unknown_in(session.document, session.counted(), system)
        place = min(entries, key=lambda e: (e[0] != here, e), default=None)
        if place is not None:
            session.select(section=place[0])
            session.select(system=system)
            self._fill(place[1])

    def _leave_out(self, system: System) -> None:
        session = self._session
        session.edit(
            lambda document: not_rated(document, session.counted(document), system)
        )


def _key(system: System) -> str:
    return f"{BLANKS}-{system}"


def _entries_have(count: int) -> str:
    return "1 entry has" if count == 1 else f"{count} entries have"


def _counting(
    document: Document, counted: Sequence[Sequence[System]], system: System
) -> str:
    """Describe what is not rated in a system: the event, or its sections."""
    named = [
        section.name
        for section, systems in zip(document.sections, counted, strict=True)
        if system in systems
    ]
    if len(named) == len(document.sections):
        return "the event is"
    if len(named) > 2:
        return f"{len(named)} sections are"
    return f"{' and '.join(named)} {'is' if len(named) == 1 else 'are'}"
