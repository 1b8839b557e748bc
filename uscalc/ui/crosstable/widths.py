"""Compute the widths of the crosstable's columns from their contents."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from PySide6.QtGui import QFontMetrics

from uscalc.document.model import Player
from uscalc.ui.crosstable.cells import BOLD, COUNT, split_cell
from uscalc.ui.crosstable.layout import NAME
from uscalc.ui.crosstable.model import CrosstableModel
from uscalc.ui.crosstable.table import format_range
from uscalc.ui.crosstable.what_if_marks import FRAME, GAP, SMALL
from uscalc.ui.session.session import Session
from uscalc.ui.theme.theme import UNIT, Theme


class WantedWidths(NamedTuple):
    """The widths to choose from, in pixels.

    `fixed` is the sum of all other columns. The width of the name is at least `tight`
    and at most `wide`; at `full` no name is cut. `usual` is its width if rounds are
    hidden anyway, unless fewer than `fewest` rounds would be left. `round` is the width
    of a round, and `next` that of the column that adds a round. `beside` is added to
    every round as far as there is room when no name is cut, and `spread` is the most
    that a round gets beyond that. `extra` is added to the new rating if there is room, and
    `least_extra` in any case.
    """

    fixed: int
    round: int
    next: int
    tight: int
    usual: int
    full: int
    wide: int
    extra: int
    least_extra: int
    fewest: int
    beside: int
    spread: int


class SharedWidth(NamedTuple):
    """The widths of the name, of each round and of the last one, and the number of visible rounds.

    `extra` is the width of the post-event rating beyond its digits.
    """

    name: int
    round: int
    last: int
    shown: int
    extra: int


def share_width(room: int, rounds: int, wanted: WantedWidths) -> SharedWidth:
    """Divide `room` pixels among the name and the rounds.

    `rounds` includes the column that adds a round, which is the first to be hidden. The
    name gets narrower before a round is hidden. If all rounds are shown, the last one
    takes the rest, so that the columns after the rounds are at the edge.
    """
    free = max(room - wanted.fixed - wanted.least_extra, 0)
    optional = wanted.extra - wanted.least_extra
    for shown in (rounds, rounds - 1):
        last = wanted.next if shown == rounds else wanted.round
        rest = free - (shown - 1) * wanted.round - last
        if shown > 0 and rest >= wanted.tight:
            name = min(rest, wanted.full)
            beside = min(wanted.beside, (rest - name) // max(rounds - 1, 1))
            rest -= beside * (rounds - 1)
            extra = optional if rest - name >= optional else 0
            name = max(name, min(rest - extra, wanted.wide))
            rest -= name + extra
            spread = min(rest // shown, wanted.spread)
            last += rest - spread * (shown - 1)
            if shown < rounds:
                last += beside
            extra += wanted.least_extra
            width = wanted.round + beside + spread
            return SharedWidth(name, width, last, shown, extra)
    name, extra = wanted.usual, optional
    shown = (free - name - extra) // wanted.round
    if shown < wanted.fewest:
        name, extra = wanted.tight, 0
        shown = max(min((free - name) // wanted.round, wanted.fewest), 1)
    rest = max(free - name - extra - shown * wanted.round, 0)
    more = min(rest, max(wanted.full - name, 0))
    spread = (rest - more) // shown
    width = wanted.round + spread
    last = max(free - name - more - extra - width * (shown - 1), width)
    return SharedWidth(name + more, width, last, shown, extra + wanted.least_extra)


MARGIN: Final = 5
"""The margin on both sides of a cell's text, in pixels."""
RESULT_END: Final = 2
"""The margin after a result in pixels; the next one begins with its own margin."""
TIGHT_NAME: Final = 9
USUAL_NAME: Final = 17
WIDEST_NAME: Final = 30
MOST_ROUND: Final = 12
MOST_SPREAD: Final = 3
FEWEST_ROUNDS: Final = 3
"""Widths in digits; only `FEWEST_ROUNDS` is a number of rounds."""
DECIMALS: Final = 3
DOT: Final = 4
"""The width, in pixels, of the dot that marks a problem in a cell."""


class ColumnWidths:
    """The widths of the columns in pixels.

    Only `measure_section` measures the texts, so that an edit alone doesn't move
    columns.
    """

    def __init__(self, session: Session, model: CrosstableModel, theme: Theme) -> None:
        self._session = session
        self._model = model
        self._theme = theme
        self._whose: object = None
        self._extra = 0
        self._tried = False
        self.measure_section()

    def measure_section(self) -> None:
        """Measure the section's texts in the current font."""
        self._plain = QFontMetrics(self._theme.make_font())
        self._strong = QFontMetrics(self._theme.make_font(strong=True))
        self._digit = self._plain.horizontalAdvance("0")
        self.row = self._plain.height() + 12
        self._highest = max((player.number for player in self._players), default=0)
        self._result = self._widest_result()
        self._names = {player.name for player in self._players}
        self._name = self._widest_of(self._names)
        self._decimals = self._has_decimals()
        self._extra = max(self._widest_extra(), self._kept_extra())
        self._tried = self._tried or self._session.what_if_overlay is not None

    @property
    def _players(self) -> tuple[Player, ...]:
        section = self._session.section
        return section.players if section else ()

    @property
    def name_grows(self) -> bool:
        """Return whether a name is longer than all that were measured."""
        names = {player.name for player in self._players}
        return self._widest_of(names - self._names) > self._name

    @property
    def range_grows(self) -> bool:
        """Return whether a range before a rating needs more room than the column has."""
        return self._widest_extra() > self._kept_extra()

    @property
    def lacks_what_if(self) -> bool:
        """Return whether there are the first what-if results, which need room."""
        return self._session.what_if_overlay is not None and not self._tried

    def _kept_extra(self) -> int:
        """Return the room before ratings; within a section it never shrinks."""
        whose = self._session.history, self._session.selection.section, self._theme.zoom
        if self._whose != whose:
            self._whose, self._extra, self._tried = whose, 0, False
        return self._extra

    def _widest_extra(self) -> int:
        """Return the room needed by the range or actual rating that is shown before a rating."""
        session, small = self._session, QFontMetrics(self._theme.make_font(SMALL))
        rows = range(len(self._players))
        found = {format_range(session.find_range(row)) for row in rows}
        return max(map(small.horizontalAdvance, (*found, "0000"))) + UNIT // 2

    def find_fixed(self, column: int) -> int:
        """Return the width of a column that doesn't depend on the window's width."""
        spec = self._model.columns.specs[column]
        title = self._strong.horizontalAdvance(self._model.columns.find_title(column))
        digits = (
            max(len(str(self._highest)), 2)
            if spec.kind == "number"
            else spec.width or 0
        )
        if spec.decimals and self._decimals:
            digits += DECIMALS
        wide = max(title, self._plain.horizontalAdvance("0" * digits))
        if spec.look == "rating":
            # Dot, rating, and the number of games of a provisional rating.
            end = QFontMetrics(self._theme.make_font(COUNT)).horizontalAdvance("/00")
            wide = max(wide, DOT + self._strong.horizontalAdvance("0000") + end)
        return wide + 2 * MARGIN + 1

    def find_wanted(self) -> WantedWidths:
        """Return the widths to choose from for names and rounds."""
        columns, digit = self._model.columns, self._digit
        others = (
            column
            for column in range(columns.count)
            if column != NAME and column not in columns.results
        )
        beside = 2 * MARGIN + 1
        full = self._name + beside
        fixed = sum(map(self.find_fixed, others))
        return WantedWidths(
            fixed=fixed,
            round=self._result + MARGIN + RESULT_END,
            next=self._strong.horizontalAdvance("+") + beside,
            tight=digit * TIGHT_NAME + beside,
            usual=digit * USUAL_NAME + beside,
            full=full,
            wide=max(digit * WIDEST_NAME + beside, full),
            extra=self._extra,
            # Once there are what-if results, the actual ratings always fit beside theirs.
            least_extra=self._extra if self._tried else 0,
            fewest=FEWEST_ROUNDS,
            beside=self._real_result() if self._tried else 0,
            spread=digit * MOST_SPREAD,
        )

    def _real_result(self) -> int:
        """Return the room for the letter of a real result beside a what-if result."""
        letter = QFontMetrics(self._theme.make_font(SMALL)).horizontalAdvance("W")
        return GAP + letter + FRAME

    def _widest_of(self, names: Iterable[str]) -> int:
        """Return the width of the longest of these names."""
        return max(map(self._plain.horizontalAdvance, names), default=0)

    def _widest_result(self) -> int:
        """Return the width of the longest result, but at least of a win against the last player."""
        texts = {f"W{max(self._highest, 10)}"}
        texts.update(*(player.results for player in self._players))
        return min(max(map(self._measure_result, texts)), self._digit * MOST_ROUND)

    def _measure_result(self, text: str) -> int:
        return sum(
            (self._strong if part.weight in BOLD else self._plain).horizontalAdvance(
                part.text
            )
            for part in split_cell(text)
        )

    def _has_decimals(self) -> bool:
        system = self._session.selection.system
        ratings = (player.facts(system).rating or 0 for player in self._players)
        return any(rating != int(rating) for rating in ratings)
