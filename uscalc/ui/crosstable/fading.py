"""Highlight changed ratings for a moment, and let the highlight fade."""

from PySide6.QtCore import QObject, QVariantAnimation, Signal

from uscalc.document.rate.rated import SystemRating
from uscalc.ui.session.session import Session
from uscalc.ui.theme.figures import format_whole
from uscalc.ui.theme.theme import is_motion_reduced

MILLISECONDS = 150


class RatingFade(QObject):
    """The rows whose ratings changed last, and the strength of their highlight.

    `moved` is emitted when `rows` must be painted again.
    """

    moved = Signal()

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._faded: SystemRating | None = None
        """The rating that the rows belong to; a different section or system has no highlight."""
        self.rows: frozenset[int] = frozenset()
        self._run = QVariantAnimation(self)
        self._run.setStartValue(1.0)
        self._run.setEndValue(0.0)
        self._run.setDuration(MILLISECONDS)
        self._run.valueChanged.connect(self.moved)
        session.rated.connect(self._fade_changes)

    def find_strength(self, row: int) -> float:
        """Return the strength of a row's highlight: 1 right after the change, 0 at the end."""
        if (
            row not in self.rows
            or self._faded is not self._session.shown.rating
            or self._run.state() != QVariantAnimation.State.Running
        ):
            return 0.0
        return float(self._run.currentValue())

    def _fade_changes(self) -> None:
        session = self._session
        before, after, moved = session.shown_before, session.shown, session.moved
        old, new = before.rating, after.rating
        if old is None or new is None or after.section is None:
            return
        if old.system != new.system or len(old.places) != len(new.places):
            return
        if moved is None:
            moved = frozenset(range(len(after.section.players)))
        rows = frozenset(
            row
            for row in moved
            if format_whole(before.find_post(row)) != format_whole(after.find_post(row))
        )
        if rows and not is_motion_reduced():
            self.rows, self._faded = rows, new
            self._run.stop()
            self._run.start()
