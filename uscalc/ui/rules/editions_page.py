"""Compare: a section under every edition, as a table and a chart, with the reasons."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QScrollArea,
    QStyleOptionViewItem,
    QWidget,
)

from uscalc.document.queries.compare import EditionComparison, compare_editions
from uscalc.monitor import Monitor
from uscalc.rules.resolve import load_rule_table, resolve_rules
from uscalc.ui.charts.view import ChartView
from uscalc.ui.frame.view import View
from uscalc.ui.rules.editions_model import (
    FAR,
    FIRST,
    OFF,
    EditionsModel,
    editions_chart,
)
from uscalc.ui.session.session import Session, describe_source
from uscalc.ui.theme.figures import format_change
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import (
    add_parts,
    make_column,
    make_head,
    make_page,
    make_plain_button,
    make_progress_bar,
    make_splitter,
    make_text_label,
    set_up_scroll_area,
    show_text,
)
from uscalc.ui.widgets.grabbing import GROUP
from uscalc.ui.widgets.plain_table import PADDING, ColumnTable, ColumnTableDelegate

Index = QModelIndex | QPersistentModelIndex
WAIT = 150
"""The editions are compared after this many milliseconds without a change."""
NOT_RATED = "This section is not rated. Problems shows the reason."
TALL = 46 * UNIT
"""In a page at least this many pixels high, the reasons are always shown."""
LINES = 12 * UNIT
"""The greatest height of the reasons in pixels, if the table needs the rest."""
FEW_LINES = 5 * UNIT
"""The least height of the reasons, in pixels."""
NARROW = 20 * UNIT
"""The least width of the chart in pixels; a narrower one is hidden."""


class _ReasonsArea(QScrollArea):
    """An area that the keyboard scrolls."""

    accessible_role = GROUP


class EditionsPage(View):
    """The editions compared for the selected section and player, in the background."""

    _progress = Signal(int, int)

    def __init__(
        self, session: Session, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__("editionsPage", "Editions compared", session, theme, parent)
        self._shown: object = None
        self._asked: object = None
        self.model = EditionsModel(parent=self)
        self._system = session.selection.system
        self.table = ColumnTable(
            "editions",
            "Post-event ratings by edition",
            self.model,
            theme,
            lambda: session.selection.row,
        )
        self.table.setItemDelegate(EditionsDelegate(self.table, self.model))
        self.heading = make_text_label("editionsHeading", "label")
        self.heading.setMinimumHeight(1)
        self.progress = make_progress_bar("editionsProgress", "Editions compared")
        self.progress.setFixedSize(12 * UNIT, UNIT // 2)
        self.stop = make_plain_button(
            "editionsStop",
            "&Stop",
            "Stop comparing the editions",
            self._cancel_comparing,
        )
        self.chart = ChartView(theme, "editionsChart")
        self.picture = self.make_image_button(
            "editions", "Ratings by edition", self.chart.make_image, self.chart
        )
        self.reasons = make_text_label("editionsReasons", "note")
        self.page_head = make_head(
            "editionsHead", (self.heading, 1), self.progress, self.stop, self.picture
        )
        right = self._right = make_page("editionsRight")
        add_parts(
            make_column(right, (0, 0, UNIT, UNIT), spacing=UNIT // 2), (self.chart, 1)
        )
        left = make_page("editionsLeft")
        self._detail = self._make_reasons_area()
        add_parts(
            make_column(left, spacing=UNIT // 2), (self.table, 1), self._detail, 0
        )
        split = self._split = make_splitter("editionsSplitter", left, right)
        split.setStretchFactor(0, 3)
        split.setStretchFactor(1, 2)
        split.setSizes([600, 400])
        add_parts(make_column(self, spacing=0), (split, 1), 0)
        split.hide()
        self._worker = self.make_worker(self._show_result)
        self._progress.connect(self._advance_progress)
        self.setFocusProxy(self.table)
        self.table.selectionModel().currentChanged.connect(self._handle_cell)
        self.chart.chosen.connect(self._choose_number)
        self.following = self.follow(
            session.rated,
            session.selected,
            session.opened,
            theme.changed,
            wait=WAIT,
        )
        self._show_progress(False)

    def _make_reasons_area(self) -> QScrollArea:
        """Return the reasons in an area that scrolls, so that the table keeps its room."""
        area = set_up_scroll_area(
            _ReasonsArea(),
            "editionsReasonsArea",
            "Reasons why the editions differ for the selected player",
        )
        area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.reasons.setProperty("page", True)
        self.reasons.setContentsMargins(UNIT + 2, 0, UNIT, 0)
        self.reasons.setAlignment(Qt.AlignmentFlag.AlignTop)
        area.setWidget(self.reasons)
        area.hide()
        return area

    @property
    def busy(self) -> bool:
        """True if editions are being compared."""
        return self._worker.busy

    def refresh(self) -> None:
        """Compare the selected section, unless the result is already there."""
        session, index = self._session, self._session.selection.section
        rating = session.find_section_rating()
        if rating is None or not rating.ratings:
            self._worker.drop_job()
            self._show_progress(False)
            self._asked = self._shown = None
            self._show_comparison(None)
            show_text(self.heading, NOT_RATED)
            return
        if rating is self._asked:
            if self._shown is rating:
                self._show_comparison(self.model.compared)
            return
        self._asked = rating
        document, keys = session.document, tuple(load_rule_table().editions)
        advance = self._progress.emit

        def compare(monitor: Monitor) -> tuple[object, EditionComparison]:
            return rating, compare_editions(
                document, index, keys, resolve_rules, monitor.reporting_to(advance)
            )

        self._show_progress(True)
        show_text(self.heading, "Rating the section under every edition…")
        self._worker.start_job(compare)

    def _show_result(self, result: tuple[object, EditionComparison]) -> None:
        self._show_progress(False)
        self._shown, compared = result
        self._show_comparison(compared)

    def _show_comparison(self, compared: EditionComparison | None) -> None:
        session, system = self._session, self._session.selection.system
        if (compared, system) != (self.model.compared, self._system):
            self._system = system
            self.model.show_section(compared, system)
        player = session.player
        number = player.number if player else None
        chart = None
        if compared is not None and self.model.choices:
            chart = editions_chart(self.model, number, describe_source(session))
            self._explain_cell()
        self.chart.show_chart(chart)
        self._split.setVisible(chart is not None)
        self.picture.setEnabled(chart is not None)
        self._share_space()
        self.table.go_to(session.selection.row)
        lines = (
            []
            if player is None or compared is None
            else [
                self.model.explain_difference(player.number, column)
                for column in self.model.choices[1:]
            ]
        )
        self.reasons.setText("\n".join(lines))
        self._share_space()

    def _show_progress(self, working: bool) -> None:
        self.progress.setVisible(working)
        self.stop.setVisible(working)

    def _advance_progress(self, done: int, of: int) -> None:
        self.progress.setRange(0, of)
        self.progress.setValue(done)

    def _cancel_comparing(self) -> None:
        self._worker.drop_job()
        self._show_progress(False)
        show_text(self.heading, "Stopped. Restarts after your next change.")

    def _handle_cell(self, index: QModelIndex, _before: QModelIndex) -> None:
        if index.isValid() and index.row() != self._session.selection.row:
            self._session.select(row=index.row())
        self._explain_cell()

    def _explain_cell(self) -> None:
        """Explain which rules make the figure in the current cell."""
        index, compared = self.table.currentIndex(), self.model.compared
        if compared is None or not index.isValid() or index.column() < FIRST:
            show_text(
                self.heading,
                "Post-event ratings by edition. Select one to see why it differs."
                if compared
                else self.heading.text(),
            )
            return
        player = compared.section.players[index.row()]
        column = self.model.choices[index.column() - FIRST]
        show_text(
            self.heading,
            f"{player.name}. {self.model.explain_difference(player.number, column)}",
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the new size among the table, the reasons and the chart."""
        super().resizeEvent(event)
        self._share_space()

    def _share_space(self) -> None:
        """Give the table the width that its names and figures need, and the chart the rest.

        Without room for both, the chart is hidden. The reasons are below the table, if
        it leaves room there or the view is high.
        """
        scrolls = self.table.verticalScrollBar().sizeHint().width()
        wide = self.table.needed + scrolls + UNIT
        room = self.width() - wide
        self._right.setVisible(room >= NARROW)
        table = wide if room >= NARROW else self.width()
        self._split.setSizes([table, self.width() - table])
        rows = self.table.verticalHeader().length()
        high = rows + self.table.horizontalHeader().height() + UNIT // 2
        if self.table.needed + scrolls > table:
            high += self.table.horizontalScrollBar().sizeHint().height()
        left = self._split.height() - high - UNIT // 2
        lines = self.reasons.heightForWidth(table - scrolls) + UNIT // 2
        roomy = left >= FEW_LINES
        self._detail.setVisible(
            bool(self.reasons.text()) and (roomy or self.height() > TALL)
        )
        self._detail.setFixedHeight(min(lines, left if roomy else LINES))
        self.table.setMaximumHeight(max(high, UNIT * 5))

    def _choose_number(self, key: object) -> None:
        if isinstance(key, int):
            self._session.select_number(key)


class EditionsDelegate(ColumnTableDelegate):
    """Paints a rating and, beside it, its difference from the rating by end date."""

    def __init__(self, table: ColumnTable, model: EditionsModel) -> None:
        super().__init__(table)
        self.model = model

    def paint_beside(
        self, painter: QPainter, option: QStyleOptionViewItem, index: Index
    ) -> int:
        """Paint the difference in small, colored type, and return its width."""
        if index.column() <= FIRST:
            return 0
        theme = self.table.theme
        small, off = theme.make_font(0.85), index.data(OFF)
        if isinstance(off, int) and off:
            colors = theme.colors
            painter.setFont(small)
            painter.setPen(QColor(colors.gain if off > 0 else colors.loss))
            inner = option.rect.adjusted(PADDING, 0, -PADDING, -1)
            side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(inner, side, format_change(off))
        widest = "000" if self.model.furthest >= FAR else "00"
        return QFontMetrics(small).horizontalAdvance(f"\N{MINUS SIGN}{widest} ")
