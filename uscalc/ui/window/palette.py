"""The command palette: find any command by typing part of its name."""

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QPainter, QPainterStateGuard
from PySide6.QtWidgets import (
    QFrame,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)
from shiboken6 import isValid

from uscalc.ui.theme.menu_text import rank_names
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import add_parts, make_column, name_widget

WIDTH = 620
MOST_SHOWN = 10
MOST_LISTED = 200
SHORTEST_HINT = 4
"""The hints are searched if at least this many letters are typed."""
COMMAND = Qt.ItemDataRole.UserRole
MOVES = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
LIST_KEYS = (Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter, *MOVES)


class PaletteCommand(NamedTuple):
    """A command: its name, a longer description, its keys, and how to run it.

    If `searched` is True, it is listed only after something is typed. Its `former`
    names find it too.
    """

    name: str
    hint: str
    keys: str
    run: Callable[[], object]
    searched: bool = False
    former: tuple[str, ...] = ()


class CommandPalette(QFrame):
    """A text field with the matching commands below it, shown over the window."""

    def __init__(self, theme: Theme, window: QWidget) -> None:
        super().__init__(window, frameShape=QFrame.Shape.StyledPanel)
        self._theme = theme
        self._window = window
        self._commands: list[PaletteCommand] = []
        self._before: QWidget | None = None
        name_widget(self, "palette", "Commands")
        self.setAutoFillBackground(True)
        self.line = name_widget(
            QLineEdit(placeholderText="Type a command, a view or a player"),
            "paletteLine",
            "Command name",
        )
        self.line.textChanged.connect(self._list_matches)
        self.line.installEventFilter(self)
        self.list = name_widget(QListWidget(), "paletteList", "Matching commands")
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setItemDelegate(_CommandDelegate(theme, self.list))
        self.list.itemClicked.connect(self._run_item)
        add_parts(make_column(self, UNIT), self.line, self.list)
        self.setFocusProxy(self.line)
        window.installEventFilter(self)
        self.hide()

    def show_commands(
        self, commands: list[PaletteCommand], before: QWidget | None
    ) -> None:
        """Show the commands; the focus returns to `before` afterwards."""
        self._commands = commands
        if self.isHidden():
            self._before = before
        self.line.clear()
        self._list_matches()
        self._place_palette()
        self.show()
        self.raise_()
        self.line.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def hide_palette(self) -> None:
        """Hide the palette, and return the focus."""
        if self.isHidden():
            return
        before, self._before = self._before, None
        self.hide()
        # The widget may have been deleted, because its view was filled again.
        if before is not None and isValid(before):
            before.setFocus(Qt.FocusReason.OtherFocusReason)

    def _list_matches(self) -> None:
        typed = self.line.text()
        listed = [c for c in self._commands if typed.strip() or not c.searched]
        self.list.clear()
        for command in _rank_commands(typed, listed)[:MOST_LISTED]:
            item = QListWidgetItem(command.name)
            item.setData(COMMAND, command)
            item.setToolTip(command.hint)
            accessible = ", ".join(p for p in (command.name, command.keys) if p)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, accessible)
            self.list.addItem(item)
        if not self.list.count():
            item = QListWidgetItem("No matching commands")
            item.setFlags(Qt.ItemFlag.NoItemFlags)
            self.list.addItem(item)
        self.list.setCurrentRow(0)
        self._place_palette()

    def _place_palette(self) -> None:
        """Place the palette at the top center, as high as its lines need."""
        row = QFontMetrics(self._theme.make_font()).height() + 12
        self.list.setFixedHeight(row * min(max(self.list.count(), 1), MOST_SHOWN) + 4)
        window = self._window
        scale = self._theme.zoom / 100
        width = min(int(WIDTH * scale), window.width() - 4 * UNIT)
        self.setFixedWidth(width)
        self.adjustSize()
        self.move((window.width() - width) // 2, min(10 * UNIT, window.height() // 8))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Handle list keys typed in the text field, a lost focus, and a new size."""
        if event.type() == QEvent.Type.Resize and watched is self._window:
            if self.isVisible():
                self._place_palette()
        elif watched is self.line:
            if event.type() == QEvent.Type.FocusOut:
                self._before = None
                self.hide_palette()
            elif event.type() == QEvent.Type.ShortcutOverride:
                # While the text field is shown, it handles Esc and Enter.
                if isinstance(event, QKeyEvent) and event.key() in LIST_KEYS:
                    event.accept()
                    return True
            elif isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
                return self._handle_key(event)
        return super().eventFilter(watched, event)

    def _handle_key(self, event: QKeyEvent) -> bool:
        key = Qt.Key(event.key())
        count, row = self.list.count(), self.list.currentRow()
        if key == Qt.Key.Key_Escape:
            self.hide_palette()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._run_item(self.list.currentItem())
        elif key in MOVES:
            self.list.setCurrentRow((row + MOVES[key]) % count)
        elif key in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
            by = MOST_SHOWN if key == Qt.Key.Key_PageDown else -MOST_SHOWN
            self.list.setCurrentRow(min(max(row + by, 0), count - 1))
        else:
            return False
        return True

    def _run_item(self, item: QListWidgetItem | None) -> None:
        command = item.data(COMMAND) if item is not None else None
        if isinstance(command, PaletteCommand):
            self.hide_palette()
            command.run()


def _rank_commands(typed: str, commands: list[PaletteCommand]) -> list[PaletteCommand]:
    """Return the commands that match: first by name, then by description."""
    names = [(name, c) for c in commands for name in (c.name, *c.former)]
    ranked = [names[place][1] for place in rank_names(typed, (n for n, _ in names))]
    words = [f" {word}" for word in typed.casefold().split()]
    if words and len(typed.strip()) >= SHORTEST_HINT:
        ranked += [
            c for c in commands if all(w in f" {c.hint.casefold()}" for w in words)
        ]
    return list(dict.fromkeys(ranked))


class _CommandDelegate(QStyledItemDelegate):
    """Paint the name at the left and the keys at the right."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        super().paint(painter, option, index)
        command = index.data(COMMAND)
        if isinstance(command, PaletteCommand) and command.keys:
            with QPainterStateGuard(painter):
                painter.setFont(self._theme.make_font())
                painter.setPen(QColor(self._theme.colors.pale))
                right = option.rect.adjusted(0, 0, -2 * UNIT, 0)
                side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
                painter.drawText(right, side, command.keys)
