"""Who moves when results are imagined otherwise, as a table model, with the reasons."""

from collections.abc import Container, Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt

from uscalc.analysis.reasons import Reason, reasons
from uscalc.document.queries.scenario import Ripple, ripples
from uscalc.document.rate.rating import SystemRating
from uscalc.ui.session.imagination import Imagination
from uscalc.ui.session.session import Session
from uscalc.ui.widgets.plain_table import FREE, STRONG, TONE, PlainModel, alignment
from uscalc.ui.wording.figures import change_text, whole

Index = QModelIndex | QPersistentModelIndex
COLUMNS: tuple[tuple[str, str], ...] = (
    ("#", "Pairing number"),
    ("Name", "Name"),
    ("As it is", "The new rating with the results as they stand"),
    ("Then", "The new rating with the imagined results"),
    ("Moves", "By how many points the new rating moves"),
    ("Because", "What moved it most"),
)
NUMBER, NAME, NOW, THEN, MOVES, WHY = range(6)
WORDS = (NAME, WHY)
MOVED = FREE
"""The points moved, for the bar."""
MOST_REASONS = 3


class RippleModel(PlainModel):
    """Everybody whose new rating moves, the furthest first."""

    def __init__(self, session: Session, imagined: Imagination) -> None:
        super().__init__(session)
        self._session = session
        self._imagined = imagined
        self._names: dict[int, str] = {}
        self._pair: tuple[SystemRating, SystemRating] | None = None
        self.ripples: tuple[Ripple, ...] = ()

    @property
    def widest(self) -> float:
        """The furthest that anybody moves, in points."""
        return max((abs(ripple.moved) for ripple in self.ripples), default=0.0)

    def refresh(self) -> None:
        """Reads what is imagined now."""
        session = self._session
        real, then = session.system_rating(), self._imagined.rating()
        found: tuple[Ripple, ...] = ()
        if real is not None and then is not None and self._imagined.outcomes:
            found = ripples(real, then)
        section = session.section
        self.beginResetModel()
        self._pair = None if real is None or then is None else (real, then)
        self._names = {p.number: p.name for p in section.players} if section else {}
        self.ripples = found
        self.endResetModel()

    def because(self, place: int) -> str:
        """Who moves in a row, by how much, and why, in a sentence."""
        ripple = self.ripples[place]
        said = "; ".join(self._reasons(ripple))
        name = self._names.get(ripple.number, "")
        return f"{name}, {change_text(ripple.moved, 2)}: {said}."

    def row_of(self, place: int) -> int | None:
        """The row in the section of a row here."""
        section = self._session.section
        number = self.ripples[place].number
        for row, player in enumerate(section.players if section else ()):
            if player.number == number:
                return row
        return None

    def heads(self) -> Sequence[tuple[str, str]]:
        """The columns."""
        return COLUMNS

    def count(self) -> int:
        """One for each who moves."""
        return len(self.ripples)

    def words(self) -> Container[int]:
        """The columns of words."""
        return WORDS

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """A figure, a name, or the reasons."""
        if not index.isValid():
            return None
        ripple, column = self.ripples[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(ripple, column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._hint(ripple) if column == WHY else None
        if role == Qt.ItemDataRole.AccessibleTextRole:
            name = self._names.get(ripple.number, "")
            return f"{COLUMNS[column][0]} of {name}: {self._text(ripple, column)}"
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return alignment(column, WORDS)
        if role == MOVED and column == MOVES:
            return ripple.moved
        if role == STRONG:
            return column == THEN
        if role == TONE:
            moved = "gain" if ripple.moved > 0 else "loss"
            return {NAME: "text", THEN: "text", MOVES: moved}.get(column, "soft")
        return None

    def _text(self, ripple: Ripple, column: int) -> str:
        match column:
            case 0:
                return str(ripple.number)
            case 1:
                return self._names.get(ripple.number, "")
            case 2:
                return whole(ripple.before)
            case 3:
                return whole(ripple.after)
            case 4:
                return change_text(ripple.moved, 2)
            case _:
                said = self._reasons(ripple)
                return said[0] if said else ""

    def _hint(self, ripple: Ripple) -> str:
        said = self._reasons(ripple)
        if any("Step 4" in line for line in said):
            said.append("Step 5 uses the opponents' Step 4 ratings.")
        return "\n".join(said)

    def _reasons(self, ripple: Ripple) -> list[str]:
        if self._pair is None:
            return []
        real, then = self._pair
        place = real.places[ripple.number]
        found = reasons(real.trace, then.trace, place)
        said = [self._words(reason, real) for reason in found[:MOST_REASONS]]
        if len(found) > MOST_REASONS:
            said.append(f"and {len(found) - MOST_REASONS} more")
        return said

    def _words(self, reason: Reason, rating: SystemRating) -> str:
        if reason.place is None:
            return "a result of the player's own"
        number = rating.trace.players[reason.place].entrant.number
        name = self._names.get(number, f"player {number}")
        moved = f"{reason.before:.1f} \N{RIGHTWARDS ARROW} {reason.after:.1f}"
        return f"{name}\N{RIGHT SINGLE QUOTATION MARK}s Step 4 rating {moved}"
