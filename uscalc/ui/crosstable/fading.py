"""Changed ratings stand out for a moment and fade, so that the eye finds them."""

from PySide6.QtCore import QObject, QVariantAnimation, Signal

from uscalc.ui.session.event import Selection
from uscalc.ui.session.session import Session
from uscalc.ui.theme.figures import format_whole

MILLISECONDS = 150


class RatingFade(QObject):
    """Which rows of the shown section changed last, and how far they have faded.

    `moved` asks for the figures of `rows` to be painted again.
    """

    moved = Signal()

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._shown = self._find_place()
        self._before = self._list_figures()
        self.rows: frozenset[int] = frozenset()
        self._run = QVariantAnimation(self)
        self._run.setStartValue(1.0)
        self._run.setEndValue(0.0)
        self._run.setDuration(MILLISECONDS)
        self._run.valueChanged.connect(self.moved)
        session.rated.connect(self._fade_changes)
        session.selected.connect(self._follow_selection)

    def find_strength(self, row: int) -> float:
        """Return 1 when a row's rating has just changed, 0 when that is long ago."""
        if row not in self.rows or self._run.state() != QVariantAnimation.State.Running:
            return 0.0
        return float(self._run.currentValue())

    def _find_place(self) -> tuple[int, str]:
        selection: Selection = self._session.selection
        return selection.section, selection.system

    def _list_figures(self) -> list[str]:
        """Return the ratings as shown; none while the section is not rated."""
        section = self._session.section
        if section is None or self._session.shown.rating is None:
            return []
        posts = map(self._session.shown.find_post, range(len(section.players)))
        return list(map(format_whole, posts))

    def _follow_selection(self) -> None:
        """Show another section or system without fading."""
        if self._find_place() != self._shown:
            self._shown, self._before = self._find_place(), self._list_figures()
            self.rows = frozenset()

    def _fade_changes(self) -> None:
        moved, before = self._session.moved, self._before
        if self._find_place() != self._shown:
            self._follow_selection()
            return
        section = self._session.section
        players = 0 if section is None else len(section.players)
        if moved is None or len(before) != players:
            # The last figures may be of a moment that was never rated.
            self._before = self._list_figures()
            if len(before) != len(self._before):
                self.rows = frozenset()
                return
            pairs = enumerate(zip(before, self._before, strict=True))
            rows = frozenset(row for row, (old, new) in pairs if old != new)
        else:
            after = {
                row: format_whole(self._session.shown.find_post(row)) for row in moved
            }
            rows = frozenset(row for row in moved if before[row] != after[row])
            for row in rows:
                before[row] = after[row]
        if rows:
            self.rows = rows
            self._run.stop()
            self._run.start()
