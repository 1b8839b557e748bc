"""Paint and edit the cells of the crosstable, and highlight changed ratings for a moment."""

from PySide6.QtCore import (
    QEvent,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRect,
    Qt,
    QVariantAnimation,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QPainterPath,
    QPainterStateGuard,
    QPen,
    QPixmap,
    QStaticText,
)
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QLineEdit,
    QStyle,
    QStyleOptionViewItem,
    QWidget,
)

from uscalc.document.rate.rated import SystemRating
from uscalc.ui.crosstable.cells import (
    BOLD,
    COUNT,
    Index,
    PaintedCell,
    Weight,
    split_cell,
)
from uscalc.ui.crosstable.model import CrosstableModel
from uscalc.ui.crosstable.what_if_marks import (
    FRAME,
    GAP,
    SMALL,
    paint_audited,
    paint_direction,
    paint_mark,
    paint_small,
    paint_what_if,
)
from uscalc.ui.crosstable.widths import MARGIN, RESULT_END
from uscalc.ui.session.pending import TypingDelegate
from uscalc.ui.session.session import Session
from uscalc.ui.theme.figures import MINUS, format_whole
from uscalc.ui.theme.theme import UNIT, Theme, is_motion_reduced
from uscalc.ui.widgets.building import name_widget, set_ink
from uscalc.ui.widgets.plain_table import paint_background

MILLISECONDS = 150


class RatingFade(QObject):
    """The rows whose ratings changed last, and the strength of their highlight.

    `moved` is emitted when `rows` must be painted again.
    """

    moved = Signal()

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._faded: SystemRating | None = None
        """The rating that the rows belong to; a different section or system has no highlight."""
        self.rows: frozenset[int] = frozenset()
        self._run = QVariantAnimation(
            self, startValue=1.0, endValue=0.0, duration=MILLISECONDS
        )
        self._run.valueChanged.connect(self.moved)
        session.rated.connect(self._fade_changes)

    def find_strength(self, row: int) -> float:
        """Return the strength of a row's highlight: 1 right after the change, 0 at the end."""
        if (
            row not in self.rows
            or self._faded is not self._session.shown.rating
            or self._run.state() != QVariantAnimation.State.Running
        ):
            return 0.0
        return float(self._run.currentValue())

    def _fade_changes(self) -> None:
        session = self._session
        before, after, moved = session.shown_before, session.shown, session.moved
        old, new = before.rating, after.rating
        if (
            old is None
            or new is None
            or after.section is None
            or old.system != new.system
            or len(old.places) != len(new.places)
        ):
            return
        if moved is None:
            moved = frozenset(range(len(after.section.players)))
        rows = frozenset(
            row
            for row in moved
            if format_whole(before.find_post(row)) != format_whole(after.find_post(row))
        )
        if rows and not is_motion_reduced():
            self.rows, self._faded = rows, new
            self._run.stop()
            self._run.start()


STEPS = {
    Qt.Key.Key_Return: (1, 0),
    Qt.Key.Key_Enter: (1, 0),
    Qt.Key.Key_Down: (1, 0),
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Tab: (0, 1),
    Qt.Key.Key_Backtab: (0, -1),
}

EDITED = 4
"""The least width of an editor in digits, even in a narrow column."""
MOST_TEXTS = 4096
MOST_PIXELS = 1024
"""The most cells that are kept as images, of about 8 kB each."""


class CellDelegate(TypingDelegate):
    """Paints the crosstable's cells, and opens an editor for one of them.

    `left` is emitted after an edit, with the rows and columns to move by.
    """

    left = Signal(int, int)

    def __init__(
        self,
        session: Session,
        model: CrosstableModel,
        theme: Theme,
        fading: RatingFade,
        parent: QWidget,
    ) -> None:
        super().__init__(session.pending, parent)
        self._model = model
        self._fading = fading
        self._session = session
        self._theme = theme
        self._texts: dict[tuple[str, bool], tuple[QStaticText, int]] = {}
        self._pixels: dict[object, QPixmap] = {}
        theme.changed.connect(self._make_fonts)
        self._make_fonts()
        self.current = QPersistentModelIndex()
        """The current cell."""

    # Painting

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: Index
    ) -> None:
        """Paint a cell: its background, its mark, its text, and the frame of the current one."""
        colors = self._theme.colors
        rect: QRect = option.rect
        cell = self._model.make_painted(index.row(), index.column())
        if cell is None:
            return
        chosen = cell.row == self._session.selection.row
        marked = cell.marked
        fades = cell.column.follows == "ratings"
        strength = self._fading.find_strength(cell.row) if fades else 0.0
        selected = option.state & QStyle.StateFlag.State_Selected
        what_if, audited = cell.what_if, cell.audited
        plain = not (
            marked
            or strength
            or selected
            or what_if
            or audited
            or self.current == index
        )
        if plain and cell.column.look == "result":
            painter.drawPixmap(
                rect.topLeft(), self._paint_plain_result(painter, rect, cell, chosen)
            )
            return
        with QPainterStateGuard(painter):
            paint_background(painter, rect, colors, chosen)
            if strength:
                fresh = QColor(colors.accent)
                fresh.setAlphaF(0.3 * strength)
                painter.fillRect(rect.adjusted(0, 0, 0, -1), fresh)
            if marked:
                painter.fillRect(
                    rect.adjusted(1, 1, -1, -2), QColor(colors.warning_background)
                )
            if selected and self.current != index:
                tint = QColor(colors.accent)
                tint.setAlphaF(0.16)
                painter.fillRect(rect.adjusted(0, 0, 0, -1), tint)
            end = RESULT_END if cell.column.look == "result" else MARGIN
            inner = rect.adjusted(MARGIN, 0, -end, -1)
            first = index.column() == 0
            if audited:
                paint_audited(painter, rect, colors, audited, first, chosen)
                if cell.column.look == "change":
                    paint_mark(painter, rect, colors, audited)
            if what_if:
                paint_what_if(painter, rect, colors, what_if, first, chosen)
                if cell.column.look == "change":
                    paint_direction(painter, rect, colors, what_if.way)
            end = self._paint_text(painter, inner, cell)
            ghost = what_if.ghost if what_if else ""
            if ghost:
                self._paint_real_value(painter, inner, cell, ghost, end)
            if marked:
                self._paint_wave(painter, rect, inner.left(), end)
            if marked or (cell.assumes and not ghost):
                self._paint_dot(painter, rect, self._find_dot(rect, inner, cell))
            if self.current == index:
                set_ink(painter, QPen(QColor(colors.accent), 2), None)
                painter.drawRect(rect.adjusted(1, 1, -1, -2))

    def _paint_plain_result(
        self, painter: QPainter, rect: QRect, cell: PaintedCell, chosen: bool
    ) -> QPixmap:
        """Return the image of a result without marks; images are kept.

        There are few different results, but all visible cells are painted when an edit
        scrolls.
        """
        device = painter.device()
        ratio = 1.0 if device is None else device.devicePixelRatioF()
        key = (cell.text, chosen, rect.width(), rect.height(), ratio)
        found = self._pixels.get(key)
        if found is None:
            found = QPixmap(rect.size() * ratio)
            found.setDevicePixelRatio(ratio)
            with QPainter(found) as own:
                place = QRect(0, 0, rect.width(), rect.height())
                paint_background(own, place, self._theme.colors, chosen)
                inner = place.adjusted(MARGIN, 0, -RESULT_END, -1)
                self._paint_result(own, inner, cell.text)
            if len(self._pixels) >= MOST_PIXELS:
                self._pixels.clear()
            self._pixels[key] = found
        return found

    def _paint_text(self, painter: QPainter, rect: QRect, cell: PaintedCell) -> int:
        """Write the text, and return the x at which it ends."""
        colors, column, text = self._theme.colors, cell.column, cell.text
        look = column.look
        if look == "result":
            return self._paint_result(painter, rect, text)
        color, strong = colors.text, False
        if column.gap and look != "rating":
            # A long figure may use the margin before the next column.
            spare = max(0, rect.width() - self._laid_out(text, strong)[1])
            rect = rect.adjusted(0, 0, -min(self._digit * column.gap, spare), 0)
        if look == "quiet":
            color = colors.pale
        elif look == "rating":
            color = colors.pale if cell.behind else colors.text
            ghost = cell.what_if is not None and bool(cell.what_if.ghost)
            # A rating that missing data may change a lot is not bold.
            strong = not cell.behind and (ghost or not cell.range)
            if cell.range and not ghost:
                taken = self._laid_out(text, strong)[1] + self._count_room
                room = rect.adjusted(0, 0, -taken - UNIT // 2, 0)
                paint_small(painter, room, self._theme, (cell.range,))
            # Room for a count is kept at the right, so that figures stay in line.
            width = self._count_room
            if cell.pale:
                painter.setFont(self._count_font)
                painter.setPen(QColor(colors.pale))
                place = rect.adjusted(rect.width() - width, 0, 0, 0)
                painter.drawText(place, _LEFT, cell.pale)
            rect = rect.adjusted(0, 0, -width, 0)
        elif look == "change":
            color = colors.pale
            if text.startswith(("+", MINUS)) and not cell.behind:
                color = colors.gain if text.startswith("+") else colors.loss
        elif text in ("unr", "?"):
            color = colors.soft
        right = column.side == "right"
        return self._draw_text(painter, rect, text, color, strong, right)

    def _paint_real_value(
        self, painter: QPainter, rect: QRect, cell: PaintedCell, ghost: str, end: int
    ) -> None:
        """Write the real value: after a what-if result, or before a what-if rating."""
        if cell.column.look == "result":
            room = rect.adjusted(end + GAP - rect.left(), 0, -FRAME, 0)
            # If there is little room, show only the letter of the result.
            paint_small(painter, room, self._theme, (ghost, ghost[:1]), struck=True)
        elif cell.column.look == "rating":
            taken = self._laid_out(cell.text, True)[1] + self._count_room
            room = rect.adjusted(-GAP, 0, -taken - GAP, 0)
            paint_small(painter, room, self._theme, (ghost,), struck=True)

    def _make_fonts(self) -> None:
        """Make the fonts of the theme once, because making them for each cell is slow."""
        fonts = [self._theme.make_font(strong=strong) for strong in (False, True)]
        self._fonts = tuple((font, QFontMetrics(font)) for font in fonts)
        self._digit = self._fonts[False][1].horizontalAdvance("0")
        self._count_font = self._theme.make_font(COUNT)
        self._count_room = QFontMetrics(self._count_font).horizontalAdvance("/00")
        self._texts.clear()
        self._pixels.clear()

    def _paint_result(self, painter: QPainter, rect: QRect, text: str) -> int:
        colors = self._theme.colors
        pens: dict[Weight, str] = {
            "strong": colors.text,
            "soft": colors.soft,
            "pale": colors.pale,
            "to-come": colors.loss,
            "draft": colors.warning,
        }
        left = rect.left()
        for part in split_cell(text):
            room = QRect(rect)
            room.setLeft(left)
            if room.width() <= 0:
                break
            color, bold = pens[part.weight], part.weight in BOLD
            left = self._draw_text(painter, room, part.text, color, bold, False)
        return left

    def _draw_text(
        self,
        painter: QPainter,
        rect: QRect,
        text: str,
        color: str,
        strong: bool,
        right: bool,
    ) -> int:
        if not text:
            return rect.left()
        font, metrics = self._fonts[strong]
        words, width = self._laid_out(text, strong)
        if width > rect.width():
            text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
            words, width = self._laid_out(text, strong)
        painter.setFont(font)
        painter.setPen(QColor(color))
        left = rect.right() + 1 - width if right else rect.left()
        top = rect.top() + (rect.height() - metrics.height()) // 2
        painter.drawStaticText(left, top, words)
        return rect.left() + min(width, rect.width())

    def _laid_out(self, text: str, strong: bool) -> tuple[QStaticText, int]:
        """Return a text ready to paint, and its width; kept, because the same texts recur."""
        found = self._texts.get((text, strong))
        if found is None:
            font, metrics = self._fonts[strong]
            words = QStaticText(text)
            words.setTextFormat(Qt.TextFormat.PlainText)
            words.prepare(font=font)
            if len(self._texts) >= MOST_TEXTS:
                self._texts.clear()
            found = self._texts[text, strong] = words, metrics.horizontalAdvance(text)
        return found

    def _find_dot(self, rect: QRect, inner: QRect, cell: PaintedCell) -> float:
        """Return how far from the left of a cell its dot is: just before a rating or its range."""
        if cell.column.look != "rating":
            return MARGIN / 2
        taken = self._laid_out(cell.text, not cell.behind and not cell.range)[1]
        if cell.range:
            small = QFontMetrics(self._theme.make_font(SMALL))
            taken += UNIT // 2 + small.horizontalAdvance(cell.range)
        return max(
            inner.right() - self._count_room - taken - rect.left() - MARGIN, MARGIN
        )

    def _paint_dot(self, painter: QPainter, rect: QRect, x: float) -> None:
        """Paint the dot of a problem: a finding, or missing data that may change a rating."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        set_ink(painter, None, QColor(self._theme.colors.warning))
        painter.drawEllipse(QPointF(rect.left() + x, rect.center().y() + 0.5), 2.2, 2.2)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def _paint_wave(self, painter: QPainter, rect: QRect, start: int, end: int) -> None:
        """Draw a wavy line under the text."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self._theme.colors.warning), 1.2))
        y = rect.bottom() - 5.0
        path = QPainterPath()
        path.moveTo(start, y)
        x = float(start)
        while x < max(end, start + 16):
            path.quadTo(x + 1, y - 2.5, x + 2, y)
            path.quadTo(x + 3, y + 2.5, x + 4, y)
            x += 4
        painter.drawPath(path)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    # Editing

    def make_editor(self, parent: QWidget, index: Index) -> QWidget:
        """Return the text field in which cells are edited."""
        return name_widget(
            QLineEdit(parent, alignment=index.data(Qt.ItemDataRole.TextAlignmentRole)),
            "cellEditor",
            str(index.data(Qt.ItemDataRole.AccessibleTextRole)),
        )

    def fill_editor(self, editor: QWidget, index: Index) -> None:
        """Put the full text of the cell in the editor, because the painted text may be shorter."""
        if isinstance(editor, QLineEdit):
            editor.setText(str(index.data(Qt.ItemDataRole.EditRole) or ""))

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> None:
        """Place the editor over the cell; widen it if the typed text needs more room."""
        rect: QRect = option.rect.adjusted(0, 0, 0, -1)
        rect.setWidth(max(rect.width(), self._digit * EDITED + 2 * UNIT))
        room = editor.parentWidget()
        beyond = 0 if room is None else rect.right() - room.rect().right()
        editor.setGeometry(rect.translated(-max(beyond, 0), 0))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """End an edit on Enter, Tab, Up or Down, and move on."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            step = STEPS.get(Qt.Key(event.key()))
            if step is not None and isinstance(watched, QLineEdit):
                rows, columns = step
                if rows and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                    rows = -rows
                self.commitData.emit(watched)
                self.closeEditor.emit(watched, QAbstractItemDelegate.EndEditHint.NoHint)
                self.left.emit(rows, columns)
                return True
        return super().eventFilter(watched, event)


_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
