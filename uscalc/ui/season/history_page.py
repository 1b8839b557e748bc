"""The history of one member: a table of events, and a chart of one rating system."""

from collections.abc import Callable, Sequence
from math import ceil
from typing import Final, NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit

from uscalc.counted import format_day
from uscalc.document.findings import to_single_line
from uscalc.engine.inputs import SYSTEM_NAMES, SYSTEMS
from uscalc.explain.numbers import format_rating
from uscalc.report.seasons import describe_entry, format_difference, format_start
from uscalc.seasons import HistoryEntry
from uscalc.ui.charts.scene import (
    Axis,
    AxisTick,
    Chart,
    ChartDot,
    ChartLabel,
    ChartLine,
    Mark,
    Overlay,
    Role,
)
from uscalc.ui.charts.view import ChartView
from uscalc.ui.frame.view import View
from uscalc.ui.scheduling import connect_each
from uscalc.ui.season.folder import ReadSeason, SeasonFolder
from uscalc.ui.session.session import Session
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import (
    PAGE_MARGINS,
    add_parts,
    make_column,
    make_head,
    make_page,
    make_splitter,
    make_text_label,
    make_wrapped_label,
    name_widget,
    show_or_hide,
)
from uscalc.ui.widgets.column_table import ColumnTableModel, TableColumn
from uscalc.ui.widgets.controls import make_choice
from uscalc.ui.widgets.grabbing import COUNT_STEPS, announce, read_step
from uscalc.ui.widgets.plain_table import ColumnTable

LEAST_ROOM: Final = 5.0
"""The least room above and below a flat line, in rating points."""
DATES: Final = 5
"""The most dates below the chart."""
HOW: Final = "Left/Right: the event before or after. Enter: open the event."


class SeasonPage(View):
    """A page of the season; without a season, it says what is missing."""

    def __init__(
        self,
        name: str,
        label: str,
        folder: SeasonFolder,
        session: Session,
        theme: Theme,
    ) -> None:
        super().__init__(name, label, session, theme)
        self._folder = folder
        self._shown: ReadSeason | None = None
        self.empty = make_wrapped_label(f"{name}Empty", "label")
        self.empty.setContentsMargins(2 * UNIT, UNIT, 2 * UNIT, UNIT)
        self._content = make_page(f"{name}Content")

    def show_content(self) -> None:
        """Show the page's content, or why there is none, now and after each change."""
        add_parts(make_column(self, spacing=0), (self._content, 1), (self.empty, 1))
        connect_each(self._show, self._folder.changed)
        self._show()

    def _show(self) -> None:
        reason = self._folder.reason
        self.show_empty(reason)
        self._content.setVisible(not reason)
        self.page_head.setEnabled(not reason)
        if not reason and self._shown is not self._folder.read:
            self._shown = self._folder.read
            self.refresh()


class Member(NamedTuple):
    """A member of the season."""

    member: str
    name: str


def draw_history(entries: Sequence[HistoryEntry], source: str) -> Chart:
    """Return the chart of a member's ratings in one system; the events are at x = 1, 2, 3 …."""
    first, last = entries[0], entries[-1]
    points = [(float(at), one.post) for at, one in enumerate(entries, 1)]
    marks: list[Mark] = []
    if first.pre is not None:
        points.insert(0, (0.0, first.pre))
        hint = f"Pre-event rating {format_start(first.pre)}"
        marks.append(ChartDot(0.0, first.pre, "soft", 4.0, hollow=True, hint=hint))
    marks.insert(0, ChartLine(tuple(points), "accent", 2.0))
    for at, one in enumerate(entries, 1):
        change = one.change or 0.0
        role: Role = "gain" if change > 0 else "loss" if change < 0 else "accent"
        hint = describe_entry(one)
        marks.append(ChartDot(float(at), one.post, role, 4.0, key=at - 1, hint=hint))
    heights = [y for _, y in points]
    room = max(0.1 * (max(heights) - min(heights)), LEAST_ROOM)
    every = ceil(len(entries) / DATES)
    ticks = [
        AxisTick(float(at), format_day(one.date))
        for at, one in enumerate(entries, 1)
        if (len(entries) - at) % every == 0
    ]
    return Chart(
        f"{to_single_line(last.name)}: {SYSTEM_NAMES[last.system]} rating event by event",
        Axis(-0.3, len(entries) + 0.6, "", tuple(ticks)),
        Axis(min(heights) - room, max(heights) + room, "rating"),
        tuple(marks),
        (ChartLabel(*points[-1], format_rating(last.post), "text", strong=True),),
        f"First: {describe_entry(first)}. Last: {describe_entry(last)}. {HOW}",
        source,
    )


class HistoryChart(ChartView):
    """A chart of a member's events.

    The arrow keys select an event; `moved` is emitted with the number of events to move
    by.
    """

    moved = Signal(float)
    entered = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "seasonChart")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Select another event, or open the selected one."""
        step = read_step(event, COUNT_STEPS)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit()
        elif step is not None:
            self.moved.emit(step)
        else:
            super().keyPressEvent(event)


COLUMNS: Final = (
    TableColumn[HistoryEntry](
        "Date",
        "End date of the section",
        lambda row: format_day(row.date),
        digits=10,
        spoken=describe_entry,
    ),
    TableColumn[HistoryEntry](
        "Event", "", lambda row: to_single_line(row.event), digits=10, fits=True
    ),
    TableColumn[HistoryEntry](
        "Section", "", lambda row: to_single_line(row.section), digits=7, fits=True
    ),
    TableColumn[HistoryEntry](
        "System", "", lambda row: SYSTEM_NAMES[row.system], fits=True
    ),
    TableColumn[HistoryEntry](
        "Pre", "Pre-event rating", lambda row: format_start(row.pre), "right", 7
    ),
    TableColumn[HistoryEntry](
        "Post", "Post-event rating", lambda row: format_rating(row.post), "right", 7
    ),
    TableColumn[HistoryEntry](
        "Change",
        "Change of the rating",
        lambda row: format_difference(row.pre, row.post),
        "right",
        7,
        tone=lambda row: choose_tone(row.change),
    ),
    TableColumn[HistoryEntry](
        "Games", "Rated games", lambda row: str(row.games), "right", stretches=False
    ),
)


def choose_tone(change: float | None) -> str:
    """Return the color of a change."""
    return "gain" if change and change > 0 else "loss" if change else "text"


class HistoryPage(SeasonPage):
    """The members, the selected member's history, and its chart.

    `open_entry` opens the event of an entry.
    """

    def __init__(
        self,
        folder: SeasonFolder,
        session: Session,
        theme: Theme,
        open_entry: Callable[[HistoryEntry], object],
    ) -> None:
        super().__init__("seasonHistory", "History", folder, session, theme)
        self._open_entry = open_entry
        self._all: tuple[Member, ...] = ()
        words = "Name or member ID"
        self.search = name_widget(
            QLineEdit(placeholderText=words), "seasonSearch", words, "form"
        )
        self.nobody = make_text_label("seasonNobody", "note")
        self._members = ColumnTableModel[Member](
            (
                TableColumn(
                    "Name",
                    "",
                    lambda row: row.name,
                    digits=12,
                    fits=True,
                    stretches=True,
                ),
                TableColumn(
                    "Member ID", "", lambda row: row.member, digits=8, tone="soft"
                ),
            ),
            self,
            spoken=lambda column, row: f"{column.title}: {column.text(row)}",
        )
        self.members = ColumnTable(
            "seasonMembers", "Members", self._members, theme, self._get_member_row
        )
        self.system = make_choice(
            "seasonSystem", "Rating system", (), self._choose_system
        )
        self._entries = ColumnTableModel[HistoryEntry](
            COLUMNS,
            self,
            tooltip=lambda _column, _row: (
                "Double-click an event, or press Enter, to open it in Explain."
            ),
            spoken=lambda column, row: f"{column.title}: {column.text(row)}",
        )
        self.history = ColumnTable(
            "seasonEntries", "History", self._entries, theme, self._get_row
        )
        self.chart = HistoryChart(theme)
        picture = self.make_image_button(
            "seasonChart", "The chart", self.chart.make_image, self.chart
        )
        self.page_head = make_head("seasonHistoryHead", self.system, picture)
        self._lay_out()
        self.setFocusProxy(self.search)
        self.search.textChanged.connect(self._show_members)
        self.search.returnPressed.connect(self.members.setFocus)
        self.members.selectionModel().currentRowChanged.connect(self._show_history)
        self.history.selectionModel().currentRowChanged.connect(self._show_entry)
        connect_each(self._open, self.history.activated, self.chart.entered)
        self.chart.chosen.connect(self._go_to_event)
        self.chart.moved.connect(self._move)
        self.show_content()

    def _lay_out(self) -> None:
        left, right = make_page("seasonLeft"), make_page("seasonRight")
        add_parts(
            make_column(left, PAGE_MARGINS), self.search, self.nobody, (self.members, 1)
        )
        add_parts(make_column(right, PAGE_MARGINS), (self.chart, 3), (self.history, 2))
        halves = make_splitter("seasonHalves", left, right)
        halves.setStretchFactor(1, 1)
        halves.setSizes([36 * UNIT, 90 * UNIT])
        add_parts(make_column(self._content), halves)

    # Members

    def refresh(self) -> None:
        """Show the members of the season."""
        read = self._folder.read
        histories = read.season.histories if read else {}
        found = (
            Member(key, to_single_line(one[-1].name)) for key, one in histories.items()
        )
        self._all = tuple(sorted(found, key=lambda one: one.name.casefold()))
        self._show_members()

    def _show_members(self) -> None:
        """Show the members that match the search; the selected one stays, if it does."""
        words = self.search.text().casefold().split()
        row = self._members.read_row(self._get_member_row())
        shown = [
            one
            for one in self._all
            if all(word in f"{one.name} {one.member}".casefold() for word in words)
        ]
        self._members.show_rows(shown)
        nobody = f"No member matches “{self.search.text()}”. Shorten the search."
        show_or_hide(self.nobody, "" if shown else nobody)
        self.members.go_to(shown.index(row) if row in shown else 0)
        self._show_history()

    def _get_member_row(self) -> int:
        return self.members.currentIndex().row()

    # History

    def _show_history(self) -> None:
        read = self._folder.read
        row = self._members.read_row(self._get_member_row())
        entries = read.season.histories.get(row.member, ()) if read and row else ()
        if tuple(entries) == tuple(self._entries.rows) and self._get_row() >= 0:
            return
        kept = self.system.value
        systems = [one for one in SYSTEMS if any(one == e.system for e in entries)]
        self.system.clear()
        for system in systems:
            self.system.addItem(SYSTEM_NAMES[system], system)
        self._entries.show_rows(entries)
        self.system.show_text(kept if kept in systems else "".join(systems[:1]))
        self._choose_system(self.system.value)

    def _choose_system(self, system: str) -> None:
        """Select the last event of a rating system."""
        rows = self._list_rows(system)
        self.history.go_to(rows[-1] if rows else None, 0)
        self._show_entry()

    @property
    def entry(self) -> HistoryEntry | None:
        """The selected entry of the history."""
        return self._entries.read_row(self._get_row())

    def _get_row(self) -> int:
        return self.history.currentIndex().row()

    def _list_rows(self, system: str) -> list[int]:
        return [at for at, one in enumerate(self._entries.rows) if one.system == system]

    def _show_entry(self) -> None:
        """Draw the rating system of the selected entry, and mark the entry."""
        entry = self._folder.entry = self.entry
        read = self._folder.read
        if entry is None or read is None:
            self.chart.show_chart(None)
            return
        self.system.show_text(entry.system)
        rows = self._list_rows(entry.system)
        source = f"Calculated by uscalc from the event files in {read.folder.name}."
        self.chart.show_chart(
            draw_history([self._entries.rows[row] for row in rows], source)
        )
        at = float(rows.index(self._get_row()) + 1)
        self.chart.show_overlay(
            Overlay((ChartDot(at, entry.post, "accent", 7.0, hollow=True),))
        )
        self.history.scrollTo(self.history.currentIndex())
        if self.chart.hasFocus():
            announce(self.chart, describe_entry(entry))

    def _go_to_event(self, place: object) -> None:
        if self.entry is not None and isinstance(place, int):
            self.history.go_to(self._list_rows(self.entry.system)[place])

    def _move(self, by: float) -> None:
        """Select the event `by` steps later in the same rating system."""
        if self.entry is not None:
            rows = self._list_rows(self.entry.system)
            at = rows.index(self._get_row()) + by
            self.history.go_to(rows[int(min(max(at, 0), len(rows) - 1))])

    def _open(self) -> None:
        if self.entry is not None:
            self._open_entry(self.entry)
