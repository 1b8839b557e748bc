"""What each game weighs, worked out beside the window."""

from typing import Final

from PySide6.QtCore import QObject, Signal

from uscalc.analysis.ripple import Influence, influence
from uscalc.analysis.whatif import Base
from uscalc.document.model import Section
from uscalc.document.rate.rating import SystemRating
from uscalc.monitor import Monitor
from uscalc.ui.scheduling.worker import Worker
from uscalc.ui.what_if.data import People

MOST_CELLS: Final = 60_000
"""Players times games up to which anything of it can be read."""
WEIGHING: Final = "Weighing each game…"
STOPPED: Final = "Stopped. It begins again after the next change."
TOO_LARGE: Final = (
    "What each game weighs is shown for sections of up to some 90 players."
)
NOTHING: Final = "What each game weighs needs a rated section with games."


class Weighing(QObject):
    """`changed` comes when something else is known, `advanced` while it is worked out.

    `found` is what the games of `rating`, among `people`, weigh; `said` why that is
    not known.
    """

    changed = Signal()
    advanced = Signal(int, int)
    _told = Signal(int, int)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.rating: SystemRating | None = None
        self.people: People | None = None
        self.found: Influence | None = None
        self.said = NOTHING
        self.busy = False
        self._worker = Worker(self)
        self._worker.done.connect(self._came)
        self._told.connect(self._advance)

    def close(self) -> None:
        """End what is under way."""
        self._worker.close()

    def weigh(self, section: Section | None, rating: SystemRating | None) -> None:
        """Look at a section's rating; at the same one no second time, stopped or not."""
        if rating is self.rating and rating is not None:
            return
        self.rating, self.found = rating, None
        self.people = People(section, rating) if section and rating else None
        self._worker.forget()
        self.busy = False
        if rating is None or not any(p.entrant.own for p in rating.trace.players):
            self._say(NOTHING)
            return
        games = sum(player.entrant.m for player in rating.trace.players) // 2
        if games * len(rating.trace.players) > MOST_CELLS:
            self._say(TOO_LARGE)
            return
        self.busy = True
        self._say(WEIGHING)
        self.advanced.emit(0, games)
        told = self._told

        def work(monitor: Monitor) -> object:
            return influence(Base(rating.trace), monitor.reporting_to(told.emit))

        self._worker.ask(work)

    def stop(self) -> None:
        """Leave it, until the next change."""
        self._worker.forget()
        self.busy = False
        self._say(STOPPED)

    def _advance(self, done: int, of: int) -> None:
        if self.busy:
            self.advanced.emit(done, of)

    def _came(self, result: object) -> None:
        self.busy = False
        if isinstance(result, Influence):
            self.found = result
        self._say("" if self.found else STOPPED)

    def _say(self, text: str) -> None:
        self.said = text
        self.changed.emit()
