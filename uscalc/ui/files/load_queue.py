"""Load one file or page at a time in the background, and show it when the user is free."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from uscalc.document.model import Document
from uscalc.formats.opened import FormatError
from uscalc.monitor import CancelledError
from uscalc.ui.scheduling.following import JobMonitor, Worker
from uscalc.ui.session.session import Session
from uscalc.ui.widgets.message_bar import MessageBar, ProgressMessage

LOADING_KEY = "coming"
"""The key of the message that appears if loading takes long."""
READY_KEY = "ready"
"""The key of the question that asks whether to show a loaded file despite newer changes."""

Continuation = Callable[[], object]


@dataclass(frozen=True, slots=True)
class LoadRequest:
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


class LoadQueue(QObject):
    """Loads one file or page at a time; a new request replaces the previous one.

    The user's decision about unsaved work applies to the event as it was then. If the
    user typed more meanwhile, or a text or a question is unfinished, the message bar
    asks before anything is shown.
    """

    def __init__(self, session: Session, messages: MessageBar, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._messages = messages
        self._wish: LoadRequest | None = None
        self._decided: Document | None = None
        self._worker = Worker(self, self._receive_result)
        self._progress = ProgressMessage(
            LOADING_KEY, messages, self._worker, self.cancel, self
        )
        session.opened.connect(self.cancel)

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

        def made(monitor: JobMonitor) -> object:
            try:
                return wish.make(monitor)
            except CancelledError:
                raise
            except Exception as error:
                return error

        self._worker.start_job(made)

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
        elif self.free and self._is_as_decided():
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

    def _is_as_decided(self) -> bool:
        session = self._session
        return session.history.saved or session.document is self._decided

    def _take_result(self, wish: LoadRequest, made: object) -> None:
        self._wish = self._decided = None
        wish.take(made)
