"""The influence of each game, computed in the background."""

from typing import Final

from PySide6.QtCore import QObject, Signal

from uscalc.analysis.ripple import GameInfluence, compute_influence
from uscalc.analysis.whatif import RatedBase
from uscalc.document.model import Section
from uscalc.document.rate.in_system import SystemRating
from uscalc.ui.scheduling.worker import Worker
from uscalc.ui.what_if.data import PlayerNames

MOST_CELLS: Final = 60_000
"""Players times games up to which anything of it can be read."""
WEIGHING: Final = "Weighing each game…"
STOPPED: Final = "Stopped. It begins again after the next change."
TOO_LARGE: Final = (
    "What each game weighs is shown for sections of up to some 90 players."
)
NOTHING: Final = "What each game weighs needs a rated section with games."


class GameWeighing(QObject):
    """Computes the influence of each game of a rating.

    `changed` is emitted when the result changes, `advanced` during the computation.
    `found` is the influence of the games of `rating`, among `people`; `said` explains
    why there is none.
    """

    changed = Signal()
    advanced = Signal(int, int)
    _told = Signal(int, int)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.rating: SystemRating | None = None
        self.people: PlayerNames | None = None
        self.found: GameInfluence | None = None
        self.said = NOTHING
        self.busy = False
        self._worker = Worker(self)
        self._worker.done.connect(self._receive_influence)
        self._told.connect(self._report_progress)

    def close(self) -> None:
        """End what is under way."""
        self._worker.close()

    def weigh_section(
        self, section: Section | None, rating: SystemRating | None
    ) -> None:
        """Look at a section's rating; at the same one no second time, stopped or not."""
        if rating is self.rating and rating is not None:
            return
        self.rating, self.found = rating, None
        self.people = PlayerNames(section, rating) if section and rating else None
        self._worker.drop_job()
        self.busy = False
        if rating is None or not any(p.entrant.own for p in rating.trace.players):
            self._set_message(NOTHING)
            return
        games = sum(player.entrant.m for player in rating.trace.players) // 2
        if games * len(rating.trace.players) > MOST_CELLS:
            self._set_message(TOO_LARGE)
            return
        self.busy = True
        self._set_message(WEIGHING)
        self.advanced.emit(0, games)
        trace, told = rating.trace, self._told
        self._worker.start_job(
            lambda monitor: compute_influence(
                RatedBase(trace), monitor.reporting_to(told.emit)
            )
        )

    def stop_weighing(self) -> None:
        """Leave it, until the next change."""
        self._worker.drop_job()
        self.busy = False
        self._set_message(STOPPED)

    def _report_progress(self, done: int, of: int) -> None:
        if self.busy:
            self.advanced.emit(done, of)

    def _receive_influence(self, result: object) -> None:
        self.busy = False
        if isinstance(result, GameInfluence):
            self.found = result
        self._set_message("" if self.found else STOPPED)

    def _set_message(self, text: str) -> None:
        self.said = text
        self.changed.emit()
