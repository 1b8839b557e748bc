"""Steps: the five steps as a table and as a slope chart, up to the shown step."""

from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QResizeEvent

from uscalc.ui.charts.chart_look import SMALL
from uscalc.ui.charts.view import ChartView
from uscalc.ui.explain.model import COLUMNS
from uscalc.ui.explain.scene import (
    KINDS,
    PlayerSlope,
    crowd_words,
    kinds_of,
    nobody_sentence,
    ratings_at,
    short_names,
    slope_chart,
    stages_up_to,
)
from uscalc.ui.explain.table import RETURNS, Mode, StepsBar, StepsTable
from uscalc.ui.frame.frame import MainFrame
from uscalc.ui.frame.view import View
from uscalc.ui.scheduling import RefreshSchedule
from uscalc.ui.session.session import POST, Session, describe_source
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import (
    add_parts,
    make_column,
    make_page,
    make_plain_line,
    make_splitter,
    write_label,
)

SOON: Final = 20
"""The delay of the figures in milliseconds, so that the crosstable is painted first."""
CALM: Final = 250
"""Figures and chart follow what-if results after a pause of this many milliseconds."""
LATER: Final = 60
"""The delay of the chart in milliseconds, so that it doesn't slow down typing."""
NOT_RATED: Final = "This section isn't rated yet. See Problems (F8)."
NOBODY: Final = "This section has no players yet. Press F4 to register members."
GUIDE: Final = (
    "These steps use the exact rating rules by end date. Explanation shows the "
    "worksheet "
    "for calculation by hand."
)
LARGE: Final = 26
"""The least height of a view with the chart below the table, in lines of text."""
LOW: Final = 8
"""In a view lower than this many lines of text, the table is more useful than the chart."""
CHART: Final = 44
"""The least width of the chart beside the table, in digits."""
NAMED: Final = 84
"""The least width of a chart with names, in digits."""


class StepsView(View):
    """The steps of the selected section, up to the shown step.

    `asked` is emitted when the user asks where a figure comes from. It has the keys of
    the lines of the derivation, and True if the line should get the focus.
    """

    asked = Signal(object, bool)

    def __init__(self, session: Session, theme: Theme):
        super().__init__("view-steps", "Steps", session, theme)
        self._step = session.step
        self._names = 0
        self._modes: dict[bool, Mode] = {}
        self._arranged: object = None
        self.bar = StepsBar(self._step, theme)
        self.bar.setContentsMargins(UNIT, UNIT // 2, UNIT, UNIT // 2)
        self.note = make_plain_line("stepsNote", "label", wraps=True)
        self.note.setContentsMargins(UNIT, UNIT // 2, UNIT, UNIT // 2)
        self.table = StepsTable(session, theme)
        self.chart = ChartView(theme, "stepsChart")
        self.chart.setMinimumSize(20 * UNIT, 6 * UNIT)
        self.chart.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.chart.installEventFilter(self)
        self.place = make_page("stepsChartPlace")
        make_column(self.place, (UNIT, 0, UNIT, 2), spacing=None).addWidget(self.chart)
        self.picture = self.make_image_button(
            "steps", "The slope chart", self.chart.make_image, self.chart
        )
        self.bar.flow.addWidget(self.picture)
        self.split = make_splitter("stepsSplitter", self.table, self.place)
        add_parts(make_column(self, spacing=0), self.bar, self.note, (self.split, 1))
        self.table.asked.connect(self.asked)
        self.chart.chosen.connect(self._handle_click)
        self.bar.chosen.connect(self.show_mode)
        self.bar.filtered.connect(self._apply_filter)
        theme.changed.connect(self._apply_theme)
        self._following = self.follow(
            session.opened,
            session.rated,
            session.stale,
            session.selected,
            self._step.changed,
            wait=SOON,
        )
        self._charting = RefreshSchedule(
            self.place,
            self._draw_chart,
            session.opened,
            session.rated,
            session.selected,
            self._step.changed,
            theme.changed,
            wait=LATER,
        )
        session.what_if_rated.connect(self._follow_what_if)
        session.overlay_changed.connect(self._wait_for_what_if)
        self._arrange_parts()

    def _follow_what_if(self) -> None:
        """Update after a pause, because moving the slider must stay fast."""
        self._following.debounce(CALM)
        self._charting.debounce(CALM)

    def _wait_for_what_if(self) -> None:
        """Extend the pause while another what-if result is being rated."""
        for follows in (self._following, self._charting):
            if follows.behind:
                follows.debounce(CALM)

    # Content

    def refresh(self) -> None:
        """Show the current figures, and the note about them."""
        self.table.figures.refresh()
        self.table.follow_selection()
        section, session = self._session.section, self._session
        rows = range(len(section.players) if section else 0)
        shown = session.with_what_if
        kinds = [kinds_of(shown.find_trace(row)) for row in rows]
        self.bar.show_counts(
            {kind: sum(kind in own for own in kinds) for kind in KINDS}
        )
        note = self._make_note()
        if note != self.note.text():
            write_label(self.note, note)
        self.note.setVisible(bool(note))

    def _make_note(self) -> str:
        session, section = self._session, self._session.section
        rating = session.with_what_if.rating
        if section is None or not section.players:
            return NOBODY
        if rating is None:
            return NOT_RATED
        said = [session.note, GUIDE if rating.guide is not None else ""]
        figures = self.table.figures
        if not self.place.isHidden():
            said.append(crowd_words(figures.found))
        if figures.filters and not figures.found:
            said.append(nobody_sentence(figures.filters))
            if session.player is not None:
                said.append(
                    f"Only the selected player, {session.player.name}, is shown."
                )
        return " ".join(sentence for sentence in said if sentence)

    def _apply_filter(self) -> None:
        self.table.figures.filter_by(self.bar.kinds)
        self.refresh()
        self._charting.refresh_later()

    # The chart

    def make_slopes(self) -> list[PlayerSlope]:
        """Return each player's line."""
        section, shown = self._session.section, self._session.with_what_if
        return [
            PlayerSlope(
                row,
                name,
                ratings_at(trace),
                trace.entrant.rating is None,
                self.table.figures.is_among(row),
            )
            for row, name in enumerate(short_names(section.players if section else ()))
            if (trace := shown.find_trace(row)) is not None
        ]

    def _draw_chart(self) -> None:
        self._names = self._count_names_with_room()
        chart = slope_chart(
            self.make_slopes(),
            self._session.selection.row,
            self._step.step,
            describe_source(self._session, what_if=True),
            self._names,
        )
        self.chart.show_chart(chart)
        self.picture.setEnabled(chart is not None)

    def _count_names_with_room(self) -> int:
        """Return how many names fit below each other."""
        high = QFontMetricsF(self._theme.make_font(SMALL)).height()
        return int(self.place.height() / high)

    def _handle_click(self, key: tuple[int, int]) -> None:
        row, step = key
        self._session.select(row=row)
        if step:
            self._ask_derivation(step, False)

    def _ask_derivation(self, step: int, go: bool) -> None:
        # The rating is in the first column of a step, and the second of the result.
        columns = [column for column in COLUMNS if column.step == step]
        self.asked.emit(columns[1 if step == POST else 0].lines, go)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Go to other players and steps with the arrow keys."""
        return (
            self._handle_key(event.key())
            if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent)
            else super().eventFilter(watched, event)
        )

    def _handle_key(self, key: int) -> bool:
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._select_neighbor(-1 if key == Qt.Key.Key_Up else 1)
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self._step.move_by(-1 if key == Qt.Key.Key_Left else 1)
        elif key in RETURNS:
            self._ask_derivation(self._step.step, True)
        else:
            return False
        return True

    def _select_neighbor(self, by: int) -> None:
        """Select the player whose line is next below (1) or above (-1) at the shown step."""
        at = stages_up_to(self._step.step) - 1
        chosen = self._session.selection.row
        lines = [
            s for s in self.make_slopes() if s.ratings and (s.among or s.row == chosen)
        ]
        rows = [s.row for s in sorted(lines, key=lambda s: -s.moves[at])]
        if not rows:
            return
        place = rows.index(chosen) + by if chosen in rows else 0
        self._session.select(row=rows[min(max(place, 0), len(rows) - 1)])

    # Table, chart or both

    @property
    def large(self) -> bool:
        """True if there is room for a chart below the table."""
        return self.height() >= self.fontMetrics().height() * LARGE

    @property
    def mode(self) -> Mode:
        """The visible parts: those that the user selected at this size, or those that fit."""
        if self.large in self._modes:
            return self._modes[self.large]
        if self.height() < self.fontMetrics().height() * LOW:
            return "table"
        beside = self.table.least_width + self._measure_digits(CHART) <= self.width()
        return "both" if self.large or beside else "chart"

    def _measure_digits(self, count: int) -> int:
        return self.fontMetrics().horizontalAdvance("0") * count

    def show_mode(self, mode: Mode) -> None:
        """Show table, chart or both, and remember it for views of this size."""
        self._modes[self.large] = mode
        self._arrange_parts()

    def _arrange_parts(self) -> None:
        """Show table, chart or both, side by side if there is room."""
        mode = self.mode
        # The width in pixels at which the names fit in both table and chart.
        whole = self.table.whole_width + self._measure_digits(NAMED)
        upright = mode == "both" and self.large and whole > self.width()
        if (mode, upright) == self._arranged:
            return
        self._arranged = mode, upright
        self.bar.show_mode(mode)
        self.table.setVisible(mode != "chart")
        self.place.setVisible(mode != "table")
        self.picture.setVisible(mode != "table")
        self.setFocusProxy(self.chart if mode == "chart" else self.table)
        self.split.setOrientation(
            Qt.Orientation.Vertical if upright else Qt.Orientation.Horizontal
        )
        self._share_space()
        self.refresh()

    def _share_space(self) -> None:
        """Give the table the size it needs, and the chart the rest, but at least half."""
        if self.split.orientation() == Qt.Orientation.Vertical:
            rows = self.table.verticalHeader().length() + 2
            all_of_it = self.height()
            needed = self.table.horizontalHeader().height() + rows
        else:
            all_of_it, needed = self.width(), self.table.least_width
            chart = self._measure_digits(CHART)
            if all_of_it - needed >= chart:
                needed = min(self.table.whole_width, all_of_it - chart)
                self.split.setSizes([needed + UNIT, all_of_it - needed - UNIT])
                return
        table = min(needed, all_of_it // 2)
        self.split.setSizes([table, all_of_it - table])

    def _apply_theme(self) -> None:
        self.bar.set_sizes()
        self._arranged = None
        self._arrange_parts()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arrange the parts for the new size."""
        super().resizeEvent(event)
        self._arrange_parts()
        if self._names != self._count_names_with_room():
            self._charting.refresh_later()


def make_view(window: MainFrame) -> StepsView:
    """Make the view of a window; when a figure is asked for, Explanation shows its line."""
    view = StepsView(window.session, window.theme)

    def show(places: tuple[str, ...], go: bool) -> None:
        keyboard = window.focusWidget()
        shown = window.show_view("view-explanation")
        any(shown.show_line(place) for place in places)
        # After a click, the table keeps the focus; after Enter, the explanation gets it.
        if not go and keyboard is not None and window.presenting is None:
            keyboard.setFocus()

    view.asked.connect(show)
    return view
