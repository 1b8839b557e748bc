"""Editions: a section under every edition, as table and chart, with the reasons."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QProgressBar,
    QScrollArea,
    QSplitter,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from uscalc.document.queries.compare import NotWantedError, SideBySide, side_by_side
from uscalc.rules.resolve import rule_table, rules_for
from uscalc.ui.charts.picture_button import PictureButton
from uscalc.ui.charts.view import ChartView
from uscalc.ui.editions.model import FIRST, OFF, EditionsModel
from uscalc.ui.editions.scene import editions_chart
from uscalc.ui.scheduling.following import following
from uscalc.ui.scheduling.worker import Wanted, Worker
from uscalc.ui.session.session import Session
from uscalc.ui.session.source import source_line
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.buttons import plain_button
from uscalc.ui.widgets.labels import ElidingLabel, text_label
from uscalc.ui.widgets.plain_table import PADDING, PlainDelegate, PlainTable
from uscalc.ui.wording.figures import change_text
from uscalc.ui.wording.hints import plain_hint

Index = QModelIndex | QPersistentModelIndex
DIGITS = (3, 12, 5, 5)
"""Number, name, before and by date: the columns before those of the editions."""
FIGURES = 7
"""Digits of a rating, and of how far it is from that of the date, which is smaller."""
FAR = 100
"""From so many points on that takes a digit more."""
WAIT = 150
"""Milliseconds without a change after which the editions are compared."""
WORKING = "Rating the section under every edition…"
NOT_RATED = "The section is not rated; the findings say why."
HEADING = "New ratings by edition. Choose a figure: which rules make it stands here."
TALL = 46 * UNIT
"""From this height on the reasons have a place though the table fills the rest."""
LINES = 12 * UNIT
"""The most that the reasons take from a table that would fill the height."""
FEW_LINES = 5 * UNIT
"""Less than this is no place for them."""
NARROW = 20 * UNIT
"""The least width of the chart."""


class EditionsView(QWidget):
    """Follows the selected section and player; compares beside the window."""

    _progress = Signal(int, int)

    def __init__(
        self, session: Session, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._theme = theme
        self._shown: object = None
        self._asked: object = None
        self.setObjectName("editionsView")
        self.setAccessibleName("Editions")
        self.setProperty("page", True)
        self.model = EditionsModel()
        self.model.setParent(self)
        self._system = session.selection.system
        self.table = PlainTable(
            "editions",
            "New ratings by edition",
            self.model,
            theme,
            self._digits,
            chosen=lambda: session.selection.row,
            texts=(1,),
        )
        self.table.setItemDelegate(EditionsDelegate(self.table, self.model))
        self.heading = ElidingLabel()
        self.heading.setObjectName("editionsHeading")
        self.heading.setProperty("role", "label")
        self.progress = QProgressBar()
        self.progress.setObjectName("editionsProgress")
        self.progress.setAccessibleName("Editions compared")
        self.progress.setTextVisible(False)
        self.progress.setFixedSize(12 * UNIT, UNIT // 2)
        self.stop = plain_button(
            "editionsStop", "&Stop", "Stop comparing the editions", self._cancel
        )
        self.chart = ChartView(theme, "editionsChart")
        self.picture = PictureButton(
            "editions", "Ratings by edition", self.chart.picture, self.chart
        )
        self.picture.failed.connect(session.refused)
        self.reasons = text_label("editionsReasons", "note")
        row = QHBoxLayout()
        row.setContentsMargins(UNIT + 2, UNIT // 4, UNIT, UNIT // 4)
        row.setSpacing(UNIT)
        row.addWidget(self.heading, 1)
        for widget in (self.progress, self.stop, self.picture):
            row.addWidget(widget)
        right = QWidget()
        right.setObjectName("editionsRight")
        right.setProperty("page", True)
        side = QVBoxLayout(right)
        side.setContentsMargins(0, 0, UNIT, UNIT)
        side.setSpacing(UNIT // 2)
        side.addWidget(self.chart, 1)
        left = QWidget()
        left.setObjectName("editionsLeft")
        left.setProperty("page", True)
        below = QVBoxLayout(left)
        below.setContentsMargins(0, 0, 0, 0)
        below.setSpacing(UNIT // 2)
        below.addWidget(self.table, 1)
        self._detail = self._lines()
        below.addWidget(self._detail)
        below.addStretch(0)
        split = self._split = QSplitter(Qt.Orientation.Horizontal)
        split.setObjectName("editionsSplitter")
        split.setChildrenCollapsible(False)
        split.addWidget(left)
        split.addWidget(right)
        split.setStretchFactor(0, 3)
        split.setStretchFactor(1, 2)
        split.setSizes([600, 400])
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        column.addWidget(split, 1)
        column.addStretch(0)
        split.hide()
        self._worker = Worker(self)
        self._worker.done.connect(self._came)
        self._progress.connect(self._advance)
        session.closing.connect(self._worker.close)
        self.setFocusProxy(self.table)
        self.table.selectionModel().currentChanged.connect(self._choose)
        self.chart.chosen.connect(self._choose_number)
        self.following = following(
            self,
            self.refresh,
            session.rated,
            session.selected,
            session.opened,
            theme.changed,
            wait=WAIT,
        )
        self._busy(False)

    def _lines(self) -> QScrollArea:
        """Return the reasons, which scroll rather than take the table's room."""
        area = QScrollArea()
        area.setObjectName("editionsReasonsArea")
        area.setAccessibleName("Why the editions differ for the chosen player")
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.reasons.setProperty("page", True)
        self.reasons.setContentsMargins(UNIT + 2, 0, UNIT, 0)
        self.reasons.setAlignment(Qt.AlignmentFlag.AlignTop)
        area.setWidget(self.reasons)
        area.hide()
        return area

    def _digits(self, column: int) -> int:
        """Return how wide a column is, in digits."""
        if column < len(DIGITS):
            return DIGITS[column]
        return FIGURES + (self.model.furthest >= FAR)

    @property
    def busy(self) -> bool:
        """Whether editions are being compared."""
        return self._worker.busy

    def refresh(self) -> None:
        """Compare the selected section, unless that was done already."""
        session, index = self._session, self._session.selection.section
        rating = session.section_rating()
        if rating is None or not rating.ratings:
            self._worker.forget()
            self._busy(False)
            self._asked = self._shown = None
            self._show(None)
            self._write(NOT_RATED)
            return
        if rating is self._asked:
            if self._shown is rating:
                self._show(self.model.compared)
            return
        self._asked = rating
        document, keys = session.document, tuple(rule_table().editions)
        told = self._progress

        def compare(wanted: Wanted) -> object:
            try:
                found = side_by_side(
                    document, index, keys, rules_for, wanted, told.emit
                )
            except NotWantedError:
                return None
            return rating, found

        self._busy(True)
        self._write(WORKING)
        self._worker.ask(compare)

    def _came(self, result: object) -> None:
        self._busy(False)
        if isinstance(result, tuple):
            self._shown, compared = result
            self._show(compared)

    def _show(self, compared: SideBySide | None) -> None:
        session, system = self._session, self._session.selection.system
        if (compared, system) != (self.model.compared, self._system):
            self._system = system
            self.model.show_section(compared, system)
        player = session.player
        number = player.number if player else None
        chart = None
        if compared is not None and self.model.columns:
            chart = editions_chart(self.model, number, source_line(session))
            self._explain()
        self.chart.show_chart(chart)
        self._split.setVisible(chart is not None)
        self.picture.setEnabled(chart is not None)
        self._share()
        self.table.go_to(session.selection.row)
        lines: list[str] = []
        if player is not None and compared is not None:
            lines = [
                self.model.because(player.number, column)
                for column in self.model.columns[1:]
            ]
        self.reasons.setText("\n".join(lines))
        self._share()

    def _busy(self, working: bool) -> None:
        self.progress.setVisible(working)
        self.stop.setVisible(working)

    def _advance(self, done: int, of: int) -> None:
        self.progress.setRange(0, of)
        self.progress.setValue(done)

    def _cancel(self) -> None:
        self._worker.forget()
        self._busy(False)
        self._write("Stopped. It begins again after the next change.")

    def _choose(self, index: QModelIndex, _before: QModelIndex) -> None:
        selection = self._session.selection
        if index.isValid() and index.row() != selection.row:
            self._session.select(row=index.row())
        self._explain()

    def _explain(self) -> None:
        """Says of the figure that the keyboard is on which rules make it."""
        index, compared = self.table.currentIndex(), self.model.compared
        if compared is None or not index.isValid() or index.column() < FIRST:
            self._write(HEADING if compared else self.heading.text())
            return
        player = compared.section.players[index.row()]
        column = self.model.columns[index.column() - FIRST]
        self._write(f"{player.name}. {self.model.because(player.number, column)}")

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The table, the reasons and the chart share the new size."""
        super().resizeEvent(event)
        self._share()

    def _share(self) -> None:
        """The table gets what its names and figures need, the chart the rest.

        The reasons stand below the table: in the room that few players leave, or where
        the view is high.
        """
        scrolls = self.table.verticalScrollBar().sizeHint().width()
        wide = self.table.needed + scrolls + UNIT
        table = min(wide, max(self.width() - NARROW, self.width() // 2))
        self._split.setSizes([table, self.width() - table])
        rows = self.table.verticalHeader().length()
        high = rows + self.table.horizontalHeader().height() + UNIT // 2
        if self.table.needed + scrolls > table:
            high += self.table.horizontalScrollBar().sizeHint().height()
        left = self._split.height() - high - UNIT // 2
        lines = self.reasons.heightForWidth(table - scrolls) + UNIT // 2
        roomy = left >= FEW_LINES
        shown = bool(self.reasons.text()) and (roomy or self.height() > TALL)
        self._detail.setVisible(shown)
        self._detail.setFixedHeight(min(lines, left if roomy else LINES))
        self.table.setMaximumHeight(max(high, UNIT * 5))

    def _choose_number(self, key: object) -> None:
        section = self._session.section
        for row, player in enumerate(section.players if section else ()):
            if player.number == key:
                self._session.select(row=row)

    def _write(self, text: str) -> None:
        self.heading.setText(text)
        self.heading.setToolTip(plain_hint(text))
        self.heading.setAccessibleName(text)


class EditionsDelegate(PlainDelegate):
    """Paints beside a rating how far it is from that of the date."""

    def __init__(self, table: PlainTable, model: EditionsModel) -> None:
        super().__init__(table)
        self.model = model

    def beside(
        self, painter: QPainter, option: QStyleOptionViewItem, index: Index
    ) -> int:
        """Return the points away, small and coloured."""
        if index.column() <= FIRST:
            return 0
        theme = self.table.theme
        small, off = theme.font(0.85), index.data(OFF)
        if isinstance(off, int) and off:
            colours = theme.colours
            painter.setFont(small)
            painter.setPen(QColor(colours.gain if off > 0 else colours.loss))
            inner = option.rect.adjusted(PADDING, 0, -PADDING, -1)
            side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(inner, side, change_text(off))
        widest = "000" if self.model.furthest >= FAR else "00"
        return QFontMetrics(small).horizontalAdvance(f"\N{MINUS SIGN}{widest} ")
