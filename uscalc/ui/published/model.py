"""The table of differences between an event and its published page."""

from collections.abc import Sequence

from uscalc.document.overlay.difference import CAUSES, PageDifference
from uscalc.engine.systems import SYSTEM_NAMES
from uscalc.ui.published.words import capitalize_sentence, describe_difference
from uscalc.ui.widgets.column_table import ColumnTableModel, TableColumn

SECTION, NUMBER, PLAYER, WHAT, HERE, THERE, CAUSE, WHY = range(8)


class ComparisonModel(ColumnTableModel[PageDifference]):
    """A row for each difference, in the order in which they are given."""

    def __init__(self) -> None:
        super().__init__(
            self._make_columns(),
            tooltip=lambda column, row: column.text(row),
            spoken=lambda column, row: f"{column.title}: {column.text(row) or 'none'}",
        )
        self._several_systems = False

    def _make_columns(self) -> tuple[TableColumn[PageDifference], ...]:
        return (
            TableColumn(
                "Section",
                "The section of this event",
                lambda row: row.section_name,
                digits=9,
                fits=True,
                tone="soft",
            ),
            TableColumn(
                "#",
                "Pairing number in this event",
                lambda row: "" if row.player is None else str(row.player),
                side="right",
                digits=3,
                tone="soft",
            ),
            TableColumn(
                "Player",
                "Whose it is",
                lambda row: row.name,
                digits=10,
                fits=True,
                tone=_tone,
            ),
            TableColumn(
                "What",
                "What the two have otherwise",
                self._name_difference,
                digits=12,
                fits=True,
                tone=_tone,
            ),
            TableColumn(
                "Here",
                "What stands in this event",
                lambda row: row.ours,
                digits=10,
                fits=True,
                tone=_tone,
            ),
            TableColumn(
                "On the page",
                "What was published",
                lambda row: row.theirs,
                digits=10,
                fits=True,
                tone=_tone,
            ),
            TableColumn(
                "Cause",
                "Whose it is most likely: theirs, ours, or a fact that neither shows",
                lambda row: CAUSES[row.cause],
                digits=7,
                tone=lambda row: (
                    "loss" if row.cause == "ours" and not row.adds else _tone(row)
                ),
            ),
            TableColumn(
                "Why",
                "Why the cause is thought so",
                lambda row: capitalize_sentence(row.because),
                digits=8,
                fits=True,
                stretches=True,
                tone="soft",
                tooltip=describe_difference,
                spoken=lambda row: f"Why: {describe_difference(row) or 'none'}",
            ),
        )

    def show_rows(
        self,
        rows: Sequence[PageDifference],
        columns: Sequence[TableColumn[PageDifference]] | None = None,
    ) -> None:
        """Show other differences."""
        self._several_systems = len({row.system for row in rows if row.system}) > 1
        super().show_rows(rows, columns)

    def _name_difference(self, row: PageDifference) -> str:
        """Name what differs; the rating system only where there are several."""
        if row.system is None or not self._several_systems:
            return row.what
        return f"{row.what}, {SYSTEM_NAMES[row.system]}"


def _tone(row: PageDifference) -> str:
    return "soft" if row.adds else "text"
