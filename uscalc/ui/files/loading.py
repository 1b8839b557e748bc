"""Load one event or page at a time in the background, and choose the space that shows it."""

import datetime as dt
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Literal, get_args

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtWidgets import QApplication

from uscalc.document.history import History
from uscalc.document.model import Document, Link
from uscalc.document.rate.engine_input import RuleBook
from uscalc.formats import OpenedEvent, open_event
from uscalc.formats.native.reader import KEY
from uscalc.formats.opened import FormatError
from uscalc.formats.shared.files import HEAD_SIZE, read_fingerprint, read_head
from uscalc.monitor import Monitor
from uscalc.ui.frame.frame import MainFrame, WindowController
from uscalc.ui.scheduling import JobMonitor, Worker
from uscalc.ui.session.session import PublishedPage
from uscalc.ui.session.window_ratings import WindowRatings, rate_for_window
from uscalc.ui.widgets.message_bar import ProgressMessage

ReportProgress = Callable[[str], object]
"""Receives a text about the progress of the work."""


class LoadedEvent(Struct, frozen=True):
    """An event with its ratings, and the file that it was read from.

    `opened` is the result of reading, and `known` the state of the file on disk; None
    if there is no file.
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
    """Read and rate an event; raise FormatError or CancelledError.

    `end` and `control` are the end date and the time control that the user typed
    because the file lacks them.
    """
    # Noted before reading, so that a change during the reading is noticed.
    known = read_fingerprint(path)
    return load_event(
        open_event(path, end), path, known, rulebook, monitor, say, end, control
    )


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
    """Return an event that was already read, with its link and its ratings."""
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
    """Return the event, linked to its file if that belongs to a pairing program."""
    document = opened.document
    if opened.format == KEY:
        return document
    # Imported here, because event files don't need it.
    from uscalc.ui.files.reader import FOLLOWED

    if opened.format in FOLLOWED and path is not None:
        document = replace(document, link=Link(str(path.absolute()), document, end))
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
"""The suffixes of web pages saved by browsers, and of copied text."""


def read_page(path: Path, event: Document) -> PublishedPage | None:
    """Return the page in a file if it is about this event, or None; raise FormatError."""
    from uscalc.document.overlay.table import is_page_of
    from uscalc.formats.every import is_published

    if path.is_dir() or not is_published(read_head(path, HEAD_SIZE)):
        return None
    page = open_event(path, event.end_date).document
    return PublishedPage(page, path.name) if is_page_of(page, event) else None


Space = Literal["enter", "explain", "what-if", "report", "teach"]
SPACES: Final[tuple[Space, ...]] = get_args(Space)
PAIRING_FORMATS: Final = frozenset(("swisssys", "swisssys-round", "wintd"))
"""The formats of files that SwissSys and WinTD write."""
NEW: Final = ""
"""The format key of an event that was not read from a file."""


def choose_space(document: Document, source: str, remembered: str | None) -> Space:
    """Return the space in which to show an event that was just opened.

    `source` is the key of the file's format, or NEW. `remembered` is the space in which
    the file was left; an unknown space is ignored. New events and files of pairing
    programs open in Enter, events with published ratings in Report, and all others in
    Explain.
    """
    for space in SPACES:
        if space == remembered:
            return space
    if source == NEW or source in PAIRING_FORMATS:
        return "enter"
    return "report" if has_published_ratings(document) else "explain"


def has_published_ratings(document: Document) -> bool:
    """Return whether any player of the event has a rating published by US Chess."""
    return any(
        player.published for section in document.sections for player in section.players
    )


LOADING_KEY = "coming"
"""The key of the message that appears if loading takes long."""
READY_KEY = "ready"
"""The key of the question that asks whether to show a loaded file despite newer changes."""

Continuation = Callable[[], object]


class LoadRequest(Struct, frozen=True):
    """A request to load something in the background, and then to show it.

    `take` is called with the result of `make`, or `refused` with its FormatError.
    `says` is shown during the loading, and `ready` if the result cannot be shown
    immediately. `before` asks the questions that must be answered first.
    """

    says: str
    ready: str
    make: Callable[[JobMonitor], object]
    take: Callable[[Any], object]
    refused: Callable[[FormatError], object]
    before: Callable[[Continuation], object] = lambda go_on: go_on()


class LoadQueue(WindowController):
    """Loads one file or page at a time; a new request replaces the previous one.

    The user's decision about unsaved work applies to the event as it was then. If the
    user typed more meanwhile, or a text or a question is unfinished, the message bar
    asks before anything is shown.
    """

    def __init__(self, window: MainFrame) -> None:
        super().__init__(window)
        self._wish: LoadRequest | None = None
        self._decided: Document | None = None
        self._worker = Worker(self, self._receive_result, expected=Exception)
        self._progress = ProgressMessage(
            LOADING_KEY, self._messages, self._worker, self.cancel, self
        )
        self._session.opened.connect(self.cancel)

    @property
    def busy(self) -> bool:
        """Return whether something is being loaded."""
        return self._worker.busy

    @property
    def free(self) -> bool:
        """Return whether the user is neither typing nor asked anything."""
        deciding = QApplication.activeModalWidget() is not None
        return not deciding and not self._session.pending.typing

    def request_load(self, wish: LoadRequest) -> None:
        """Load this and drop any earlier request; the user has decided about unsaved work."""
        self.cancel()
        self._wish, self._decided = wish, self._session.document
        self._progress.begin_work(wish.says)
        self._worker.start_job(wish.make)

    def cancel(self) -> None:
        """Drop the request, and keep the open event."""
        self._worker.drop_job()
        self._progress.end_work()
        self._messages.withdraw_question(READY_KEY)
        self._wish = self._decided = None

    def close(self) -> None:
        """Stop the background work, and wait until it has ended."""
        self.cancel()
        self._worker.close()

    def _receive_result(self, made: object) -> None:
        wish = self._wish
        assert wish is not None
        self._progress.end_work()
        if isinstance(made, Exception):
            self._wish = self._decided = None
            if not isinstance(made, FormatError):
                raise made
            wish.refused(made)
        elif self.free and (
            self._session.history.saved or self._session.document is self._decided
        ):
            self._take_result(wish, made)
        else:
            self._messages.ask_question(
                READY_KEY,
                wish.ready,
                (
                    (
                        "Continue",
                        lambda: wish.before(lambda: self._take_result(wish, made)),
                    ),
                    ("Cancel", self.cancel),
                ),
            )

    def _take_result(self, wish: LoadRequest, made: object) -> None:
        self._wish = self._decided = None
        wish.take(made)
