"""The contents of the crosstable's cells, with their marks and tooltips."""

from functools import lru_cache
from typing import Final, Literal, NamedTuple

from PySide6.QtCore import QModelIndex, QPersistentModelIndex

from uscalc.counted import drop_direction_marks
from uscalc.document.cells import BadCell, parse_cell
from uscalc.document.findings import LINKED_FILE_DIFFERS, Finding
from uscalc.document.rate.members import ABOUT
from uscalc.engine.floors import is_established
from uscalc.ui.crosstable.table import CrosstableCell, Spec, format_range, make_cell
from uscalc.ui.session.session import Mark, Session
from uscalc.ui.session.window_ratings import MATTERS
from uscalc.ui.theme.hints import Places, findings_by_place, findings_text

Index = QModelIndex | QPersistentModelIndex


class WhatIfCell(NamedTuple):
    """The effect of the what-if results on a cell.

    `ghost` is the text of the actual value if the cell shows a what-if value. `result`
    is True for a what-if result. `way` is 1 or -1 if the rating of the row has gone up
    or down by the shown stage of the ripple effect, and `arrives` is True if it changes
    at this stage.
    """

    ghost: str
    result: bool
    way: int
    arrives: bool


class PaintedCell(NamedTuple):
    """Everything that the painter needs to know about a cell.

    `text` and `pale` are those of the what-if results, if there are any. `audited` is
    set in a row whose published rating does not match. `assumes` is True if missing
    data may change the rating noticeably, and `range` is the possible range if it is
    wide.
    """

    column: Spec
    text: str
    row: int
    marked: bool
    behind: bool = False
    pale: str = ""
    assumes: bool = False
    what_if: WhatIfCell | None = None
    audited: Mark | None = None
    range: str = ""


class CellContents:
    """The contents of the shown section's cells, always read from the session."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._found: tuple[Finding, ...] | None = None
        self._places: Places = {}

    def sort_findings(self) -> list[int]:
        """Sort the findings by place; return the rows whose findings changed."""
        session, system = self._session, self._session.selection.system
        rating, place = session.find_section_rating(), session.selection.section
        found = (
            *(f for f in session.differing if f.section == place),
            *(f for f in session.listed if f.section == place),
            *(rating.findings if rating else ()),
        )
        of_systems = any(finding.system is not None for finding in found)
        if found == self._found and not of_systems:
            return []
        before, self._places = self._places, findings_by_place(found, system)
        self._found = found
        changed = {number for (number, _), _ in before.items() ^ self._places.items()}
        players = session.section.players if session.section else ()
        return [row for row, player in enumerate(players) if player.number in changed]

    def make_painted(self, column: Spec, cell: CrosstableCell) -> PaintedCell:
        """Return everything that the painter needs to know about a cell."""
        session, row = self._session, cell.row
        overlay = session.what_if_overlay
        what_if = audited = None
        if overlay is not None and row in overlay.rows:
            now = column.text(cell)
            result = (row, cell.round) in overlay.cells
            cell = self._find_what_if_cell(column, cell) or cell
            what_if = WhatIfCell(
                now if column.text(cell) != now else "",
                result,
                overlay.find_direction(row),
                overlay.is_at_stop(row),
            )
        elif session.audit is not None and session.audit_marks is not None:
            audited = session.audit_marks.marks.get(row)
        text = (column.shown and column.shown(cell)) or column.text(cell)
        marked = bool(self._places) and bool(self.list_findings(column, cell))
        figure, rating = column.follows == "ratings", column.look == "rating"
        games = reach = ""
        assumes = False
        if rating:
            trace, moves = cell.trace, session.find_range(row)
            if trace is not None and trace.post is not None:
                count = trace.post_games
                games = "" if is_established(count) else f"/{count}"
            assumes = moves is not None and moves.points > MATTERS
            reach = format_range(moves) if assumes else ""
        return PaintedCell(
            column,
            drop_direction_marks(text),
            row,
            marked,
            # Ratings are pale while an edit or an error has made them out of date.
            figure and (session.late or session.shown.around),
            games,
            assumes,
            what_if,
            audited,
            reach,
        )

    def _find_what_if_cell(
        self, column: Spec, cell: CrosstableCell
    ) -> CrosstableCell | None:
        """Return the cell with the what-if results; None if they don't affect it."""
        overlay = cell.session.what_if_overlay
        if (
            overlay is None
            or column.follows not in ("results", "ratings")
            or (column.follows == "ratings" and not overlay.has_figures(cell.row))
        ):
            return None
        return make_cell(
            cell.session, overlay.section, overlay.shown, cell.row, cell.round
        )

    def list_findings(self, column: Spec, cell: CrosstableCell) -> tuple[Finding, ...]:
        """Return the findings of a cell."""
        number, kind = cell.player.number, column.kind
        if kind == "round":
            return self._places.get((number, cell.round + 1), ())
        found = self._places.get((number, None), ())
        if kind in ("rating", "name"):
            return tuple(f for f in found if _of_rating(f) == (kind == "rating"))
        if kind == "id":
            return tuple(f for f in found if f.about == ABOUT)
        return ()

    def describe_cell(self, column: Spec, cell: CrosstableCell) -> str:
        """Return the tooltip of a cell, with the findings of its place."""
        found = findings_text(self.list_findings(column, cell))
        own = column.words(cell) if column.words else column.hint
        audit, what_if = (
            self.describe_audit(column, cell),
            self.describe_what_if(column, cell),
        )
        text = "\n".join(filter(None, (audit, what_if, own)))
        return f"{text}\n\n{found}" if found else text

    def describe_what_if(self, column: Spec, cell: CrosstableCell) -> str:
        """Return the what-if result of a cell in words; empty if it has none."""
        there, now = self._find_what_if_cell(column, cell), column.text(cell)
        if there is None or column.text(there) == now:
            return ""
        return f"What-if: {column.text(there)} (actual: {now or 'empty'})"

    def describe_audit(self, column: Spec, cell: CrosstableCell) -> str:
        """Return how a rating compares with the published one, in words."""
        found = cell.session.audit_marks
        if found is None or column.follows != "ratings":
            return ""
        return found.words.get(cell.row, "")


def _of_rating(finding: Finding) -> bool:
    """Return whether a finding of a player is about the pre-event rating."""
    differs = finding.code == LINKED_FILE_DIFFERS and finding.system is not None
    return differs or finding.code == "rating-unknown"


COUNT: Final = 0.85
"""The type size of the games after a provisional rating, as a part of the usual size."""
Weight = Literal["strong", "soft", "pale", "to-come", "draft"]
BOLD: Final = ("strong", "to-come")
"""The weights that are written in bold type."""


class ResultPart(NamedTuple):
    """A piece of a cell's text, and how it is written."""

    text: str
    weight: Weight


@lru_cache(maxsize=4096)
def split_cell(text: str) -> tuple[ResultPart, ...]:
    """Return the pieces of a cell's text, in order; a text that isn't a result is one piece."""
    cell = parse_cell(text)
    if isinstance(cell, BadCell):
        return (ResultPart(text, "draft"),)
    parts: list[ResultPart] = []
    for entry in cell:
        if parts:
            parts.append(ResultPart("  ", "pale"))
        letter, opponent = str(entry)[0], f"{entry.opponent or ''}"
        if entry.rated_between is not None or entry.outcome == "to-play":
            opponent = "-".join(map(str, entry.rated_between or (opponent,)))
            parts += ResultPart("? ", "to-come"), ResultPart(opponent, "pale")
        elif entry.outcome == "win":
            parts += ResultPart(f"{letter} ", "strong"), ResultPart(opponent, "soft")
        elif entry.is_game:
            parts += ResultPart(f"{letter} ", "soft"), ResultPart(opponent, "pale")
        else:
            beside = f" {opponent}" if opponent else ""
            parts += ResultPart(letter, "pale"), ResultPart(beside, "pale")
        if entry.color:
            parts.append(ResultPart(f" {entry.color}", "pale"))
    return tuple(parts)
