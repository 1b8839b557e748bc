"""The table of the five steps: a row for each player of the section."""

from collections.abc import Callable
from typing import Final, NamedTuple

from uscalc.document.model import Player
from uscalc.engine.trace import PlayerTrace
from uscalc.ui.explain.scene import Kind, kinds_of
from uscalc.ui.session.session import POST as RESULT
from uscalc.ui.session.session import Session
from uscalc.ui.theme.figures import (
    format_change,
    format_exact,
    format_rating,
    format_whole,
)
from uscalc.ui.widgets.column_table import ColumnTableModel, Side, TableColumn

LATER: Final = "This step comes after the shown step."


class StepsRow(NamedTuple):
    """A player with the trace of the steps; figures up to `step` are shown.

    `among` is True if the player matches the filters.
    """

    player: Player
    trace: PlayerTrace | None
    step: int
    among: bool


class StepsColumn(TableColumn[StepsRow], frozen=True, dict=True):
    """A column of figures that `step` gives; 0 is before all steps.

    `lines` are keys of lines of the derivation that may have the figure, the best
    first.
    """

    step: int = 0
    lines: tuple[str, ...] = ()


Figure = Callable[[PlayerTrace], str]


def _make_column(
    title: str,
    hint: str,
    figure: Figure,
    step: int,
    lines: tuple[str, ...],
    *,
    digits: int = 7,
    side: Side = "right",
    strong_at: int | None = None,
    strong: Callable[[PlayerTrace], bool] = lambda _trace: False,
    tone: str | Callable[[PlayerTrace], str] = "text",
    explain: Figure = lambda _trace: "",
) -> StepsColumn:
    """Make a column of figures from the traces.

    Its figures are bold at the step `strong_at`, and where `strong` returns True.
    `explain` returns a tooltip that says more than the column's hint, or an empty text.
    """

    def show_figure(row: StepsRow) -> str:
        return figure(row.trace) if row.trace and row.step >= step else ""

    def is_strong(row: StepsRow) -> bool:
        return row.step == strong_at or (row.trace is not None and strong(row.trace))

    def choose_tone(row: StepsRow) -> str:
        if not row.among:
            return "pale"
        if callable(tone):
            return tone(row.trace) if row.trace else "text"
        return "text" if is_strong(row) else tone

    def describe(row: StepsRow) -> str:
        return (
            LATER
            if row.step < step
            else (explain(row.trace) if row.trace else "") or hint
        )

    def speak(row: StepsRow) -> str:
        shown = "not shown yet" if row.step < step else show_figure(row) or "nothing"
        return f"{title} of {row.player.name}: {shown}"

    return StepsColumn(
        title,
        hint,
        show_figure,
        side,
        digits,
        tone=choose_tone,
        strong=is_strong,
        tooltip=describe,
        spoken=speak,
        step=step,
        lines=lines,
    )


def _tone_of_change(trace: PlayerTrace) -> str:
    change = trace.change
    return "text" if not change else "gain" if change > 0 else "loss"


def _explain_floor(trace: PlayerTrace) -> str:
    floors = trace.floors
    if floors is None:
        return ""
    hint = f"{floors.name} {floors.floor}"
    if floors.acted and floors.waived:
        held_by, held = floors.held
        return f"{hint}; {held_by} {held} raised the rating"
    return f"{hint}; this floor raised the rating" if floors.acted else hint


COLUMNS: Final[tuple[StepsColumn, ...]] = (
    StepsColumn(
        "#",
        "Pairing number",
        lambda row: str(row.player.number),
        "right",
        3,
        tone="pale",
        tooltip=lambda _row: "Pairing number",
    ),
    StepsColumn(
        "Name",
        "Name",
        lambda row: row.player.name,
        digits=14,
        fits=True,
        tone=lambda row: "text" if row.among else "pale",
        tooltip=lambda _row: "Name",
    ),
    _make_column(
        "R0",
        "Step 1: the rating that the calculation starts from",
        lambda trace: format_rating(trace.start.r0),
        1,
        ("r0", "step1"),
        strong_at=1,
    ),
    _make_column(
        "N",
        "Step 1: number of earlier games; 26+ if unknown and assumed established",
        lambda trace: "26+" if trace.start.n is None else str(trace.start.n),
        1,
        ("n", "r0", "step1"),
        digits=4,
        tone="pale",
    ),
    _make_column(
        "N′",
        "Step 2: the effective number of games",
        lambda trace: format_exact(trace.effective.n_eff) if _has_played(trace) else "",
        2,
        ("n_eff", "step2"),
        digits=5,
    ),
    _make_column(
        "Formula",
        "Step 2: the formula that applies with N games",
        lambda trace: trace.formula if _has_played(trace) else "no games",
        2,
        ("formula", "step2"),
        digits=8,
        side="left",
        tone="pale",
    ),
    _make_column(
        "Step 3",
        "Step 3: a first estimate for players with no earlier games",
        lambda trace: format_exact(trace.step3.result) if trace.step3 else "",
        3,
        ("step3.end", "step3.result", "step3"),
        strong_at=3,
    ),
    _make_column(
        "Step 4",
        "Step 4: an intermediate rating for every player",
        lambda trace: format_exact(trace.step4.result) if trace.step4 else "",
        4,
        ("step4.end", "step4.result", "step4"),
        strong_at=4,
    ),
    _make_column(
        "Step 5",
        "Step 5: the rating against the opponents' Step 4 ratings",
        lambda trace: format_exact(trace.step5.result) if trace.step5 else "",
        5,
        ("step5.end", "step5.result", "step5"),
        strong_at=5,
    ),
    _make_column(
        "Floor",
        "The highest floor that applies; bold where it raised the rating",
        lambda trace: str(trace.floors.floor) if trace.floors else "",
        RESULT,
        ("floor", "post", "result"),
        digits=4,
        strong=lambda trace: trace.floors is not None and trace.floors.acted,
        tone="pale",
        explain=_explain_floor,
    ),
    _make_column(
        "Post",
        "Post-event rating",
        lambda trace: format_whole(trace.post),
        RESULT,
        ("post", "result"),
        digits=5,
        strong_at=RESULT,
        explain=lambda trace: "" if trace.post is None else format_exact(trace.post, 4),
    ),
    _make_column(
        "Change",
        "Rating change",
        lambda trace: format_change(trace.change, 2),
        RESULT,
        ("post", "result"),
        tone=_tone_of_change,
    ),
)
POST: Final = next(at for at, column in enumerate(COLUMNS) if column.title == "Post")


def _has_played(trace: PlayerTrace) -> bool:
    return trace.formula != "none"


class StepsModel(ColumnTableModel[StepsRow]):
    """The players of the selected section, in the order of their numbers.

    With `filters`, only the players who match all of them, and the selected player.
    """

    def __init__(self, session: Session) -> None:
        super().__init__(COLUMNS, session)
        self._session = session
        self._step = session.step
        self._rows: tuple[int, ...] = ()
        self.found = 0
        """The number of players who match the filters."""
        self._people = 0
        self.filters: frozenset[Kind] = frozenset()
        """The selected filters; without any, all players are shown."""
        self._shown: tuple[int, str] = (-1, "")
        session.opened.connect(self._reset_rows)
        session.restructured.connect(self._handle_edit)
        session.switched.connect(self._handle_selection)
        self._reset_rows()

    # Which players

    def filter_by(self, kinds: frozenset[Kind]) -> None:
        """Show only the players who match all these filters."""
        if kinds != self.filters:
            self.filters = kinds
            self._reset_rows()

    def is_among(self, row: int) -> bool:
        """Return whether a player, given by the row in the section, matches all filters."""
        return not self.filters or (
            kinds_of(self._session.with_what_if.find_trace(row)) >= self.filters
        )

    def row_at(self, place: int) -> int:
        """Return the row in the section of a row of the table."""
        return self._rows[place]

    def place_of(self, row: int | None) -> int | None:
        """Return the row of the table for a row of the section; None if it isn't shown."""
        if row is None:
            return None
        if not self.filters:
            return row if row < len(self._rows) else None
        return self._rows.index(row) if row in self._rows else None

    def _find_wanted_rows(self) -> tuple[int, ...]:
        section, chosen = self._session.section, self._session.selection.row
        rows = tuple(range(len(section.players) if section else 0))
        self._people = len(rows)
        if not self.filters:
            self.found = len(rows)
            return rows
        among = {row for row in rows if self.is_among(row)}
        self.found = len(among)
        return tuple(row for row in rows if row in among or row == chosen)

    def _reset_rows(self) -> None:
        self.beginResetModel()
        selection = self._session.selection
        self._rows = self._find_wanted_rows()
        self._shown = selection.section, selection.system
        self.endResetModel()

    def _handle_edit(self) -> None:
        """Reset the rows if the number of players has changed; `refresh` updates the figures."""
        section = self._session.section
        if self._people != (len(section.players) if section else 0):
            self._reset_rows()

    def refresh(self) -> None:
        """Update all figures, and the rows if other players match the filters now."""
        if self.filters and self._find_wanted_rows() != self._rows:
            self._reset_rows()
        else:
            self.update_rows()

    def _handle_selection(self) -> None:
        selection = self._session.selection
        if (selection.section, selection.system) != self._shown:
            self._reset_rows()

    # Rows

    def count_rows(self) -> int:
        """Return the number of shown players."""
        return len(self._rows)

    def read_row(self, place: int) -> StepsRow | None:
        """Return the current figures of a row.

        Return None if the section was changed, and the rows are not yet updated.
        """
        section = self._session.section
        row = self._rows[place]
        if section is None or row >= len(section.players):
            return None
        return StepsRow(
            section.players[row],
            self._session.with_what_if.find_trace(row),
            self._step.step,
            self.is_among(row),
        )
