"""How wide the crosstable's columns want to be, from their contents."""

from typing import Final, NamedTuple

from PySide6.QtGui import QFontMetrics

from uscalc.ui.crosstable.cells import COUNT, split_cell
from uscalc.ui.crosstable.layout import NAME
from uscalc.ui.crosstable.model import CrosstableModel
from uscalc.ui.crosstable.otherwise import SMALL
from uscalc.ui.crosstable.table import format_range
from uscalc.ui.session.session import Session
from uscalc.ui.theme.theme import UNIT, Theme


class WantedWidths(NamedTuple):
    """The widths to choose between, in pixels.

    `fixed` is what all other columns take together; a name is never narrower than
    `tight` and never wider than `wide`; `usual` is what it has where rounds are out of
    sight anyhow, unless fewer than `fewest` would be left. `spread` is the most that a
    round gets beyond `round`.
    """

    fixed: int
    round: int
    tight: int
    usual: int
    wide: int
    fewest: int
    spread: int


class SharedWidth(NamedTuple):
    """The name's width, each round's, the last one's, and how many are in sight."""

    name: int
    round: int
    last: int
    shown: int


def share_width(room: int, rounds: int, wanted: WantedWidths) -> SharedWidth:
    """Share `room` pixels; `rounds` counts the column that begins the next one.

    The name gives way before a round is out of sight; the column that begins the next
    round is the first to go. Where all are in sight the last takes what is left over,
    so that the figures after the rounds are at the edge.
    """
    free = max(room - wanted.fixed, 0)
    for shown in (rounds, rounds - 1):
        rest = free - shown * wanted.round
        if shown > 0 and rest >= wanted.tight:
            name = min(rest, wanted.wide)
            spread = min((rest - name) // shown, wanted.spread)
            width = wanted.round + spread
            return SharedWidth(name, width, free - name - width * (shown - 1), shown)
    for name in (wanted.usual, wanted.tight):
        shown = (free - name) // wanted.round
        if shown >= wanted.fewest:
            break
    shown = max(shown, 1)
    spread = max(free - name - shown * wanted.round, 0) // shown
    width = wanted.round + spread
    rest = max(free - name - width * (shown - 1), width)
    return SharedWidth(name, width, rest, shown)


TIGHT_NAME: Final = 9
USUAL_NAME: Final = 17
WIDEST_NAME: Final = 30
LEAST_ROUND: Final = 4
MOST_ROUND: Final = 12
MOST_SPREAD: Final = 3
FEWEST_ROUNDS: Final = 3
"""Widths in digits, but for the last, which counts rounds."""
DECIMALS: Final = 3
DOT: Final = 4
"""Pixels that the dot of a rating takes of its own cell."""


class ColumnWidths:
    """Widths in pixels. `measure_section` measures anew: an edit alone must not move the table."""

    def __init__(self, session: Session, model: CrosstableModel, theme: Theme) -> None:
        self._session = session
        self._model = model
        self._theme = theme
        self._whose: object = None
        self._range = 0
        self.measure_section()

    def measure_section(self) -> None:
        """Measure the section's texts in the current font."""
        plain = QFontMetrics(self._theme.make_font())
        self._strong = QFontMetrics(self._theme.make_font(strong=True))
        self._digit = plain.horizontalAdvance("0")
        self.row = plain.height() + 12
        self._longest = self._longest_result()
        self._decimals = self._has_decimals()
        self._range = max(self._widest_range(), self._kept_range())

    @property
    def grows(self) -> bool:
        """Return whether a range of a rating needs more room than there is."""
        return self._widest_range() > self._kept_range()

    def _kept_range(self) -> int:
        """Return the room given to ranges in this section; an edit keeps it."""
        session = self._session
        whose = session.history, session.selection.section, self._theme.zoom
        if self._whose != whose:
            self._whose, self._range = whose, 0
        return self._range

    def _widest_range(self) -> int:
        """Return the pixels of the widest range of a rating; 0 where there is none."""
        session, small = self._session, QFontMetrics(self._theme.make_font(SMALL))
        section = session.section
        if section is None:
            return 0
        rows = range(len(section.players))
        found = {format_range(session.find_range(row)) for row in rows}
        return max(map(small.horizontalAdvance, found), default=0)

    def find_fixed(self, column: int) -> int:
        """Return the width of a column that never changes with the window."""
        spec = self._model.columns.specs[column]
        title = self._strong.horizontalAdvance(spec.title)
        digits = spec.width or 0
        if spec.decimals and self._decimals:
            digits += DECIMALS
        wide = max(title, self._digit * digits)
        if spec.look == "rating" and self._range:
            # Dot, range, rating, and the count of a provisional one.
            end = QFontMetrics(self._theme.make_font(COUNT)).horizontalAdvance("/00")
            rating = self._strong.horizontalAdvance("0000")
            wide = max(wide, DOT + self._range + UNIT // 2 + rating + end)
        return wide + 2 * UNIT + 1

    def find_wanted(self) -> WantedWidths:
        """Return what names and rounds choose between."""
        columns, digit = self._model.columns, self._digit
        others = (
            column
            for column in range(columns.count)
            if column != NAME and column not in columns.results
        )
        beside = 2 * UNIT + 1
        return WantedWidths(
            fixed=sum(map(self.find_fixed, others)),
            round=digit * self._longest + 2 * UNIT + digit // 2,
            tight=digit * TIGHT_NAME + beside,
            usual=digit * USUAL_NAME + beside,
            wide=digit * WIDEST_NAME + beside,
            fewest=FEWEST_ROUNDS,
            spread=digit * MOST_SPREAD,
        )

    def _longest_result(self) -> int:
        section = self._session.section
        longest = LEAST_ROUND
        for player in section.players if section else ():
            for text in player.results:
                size = sum(len(part.text) for part in split_cell(text))
                longest = max(longest, size)
        return min(longest, MOST_ROUND)

    def _has_decimals(self) -> bool:
        section, system = self._session.section, self._session.selection.system
        return any(
            rating is not None and rating != int(rating)
            for rating in (
                player.facts(system).rating
                for player in (section.players if section else ())
            )
        )
