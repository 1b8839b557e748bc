"""The page of shortcuts, made from the table of actions."""

from collections.abc import Mapping

from markupsafe import Markup
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QTextBrowser,
    QWidget,
)

from uscalc.ui.theme.menu_text import strip_menu_marks
from uscalc.ui.theme.theme import Theme
from uscalc.ui.widgets.building import (
    DIALOG_MARGINS,
    add_parts,
    make_column,
    name_widget,
    set_up_dialog,
)
from uscalc.ui.widgets.dialogs import CloseButton

IN_THE_TABLE = (
    (
        "W12, D3, L7",
        "A win, draw or loss against that number; the opponent gets the opposite result",
    ),
    ("B, H, U", "A full-point bye, a half-point bye, not paired"),
    (
        "X12, F12",
        "Win or loss by forfeit; F on both sides is a double forfeit. A game without a "
        "move by one player is not rated, even if it was lost on time",
    ),
    ("?5", "Paired, not yet played"),
    (
        "W, L, D, 1, 0, 5, =, +, −",
        "On a paired cell, type only the result. If the game was open, uscalc enters the "
        "result and goes to the next cell. For another opponent, type a number after the "
        "letter. Backspace removes the result",
    ),
    ("Enter on the last name or rating", "Add a player"),
    ("Enter, Shift+Enter", "Keep the entry and go down or up"),
    ("Tab, Shift+Tab", "Keep the entry and go right or left"),
    ("F2", "Edit the cell"),
    ("Delete", "Clear the cell, for both players"),
    ("Esc", "Cancel the entry"),
    ("Home, End", "Go to the first or last column"),
    ("Ctrl+Home, Ctrl+End", "Go to the first or last player"),
    ("PgUp, PgDown", "Go up or down one page"),
    ("Ctrl+arrows", "Go to the edge of the table"),
)
ON_THE_BOARDS = (
    ("1 or W, 0 or L, 5 or D or =", "First player wins, second player wins, draw"),
    ("+ or X, − or F", "First player wins by forfeit, second player wins by forfeit"),
    ("*", "Double forfeit: both players lose"),
    ("? or Delete", "Clear the result"),
    ("Enter", "Go to the next open board"),
    ("Backspace", "Go back to the board entered before"),
    ("Left, Right", "Show the previous or next round"),
    ("/, # or a letter", "Find a board: a name, #player, or its number"),
)
EVERYWHERE = (
    ("Alt+M", "Open the menu"),
    ("Tab, Shift+Tab", "Go to the next or previous control"),
)


class ShortcutPage(QDialog):
    """A page with all keyboard shortcuts, and the commands without a key."""

    def __init__(
        self, actions: Mapping[str, QAction], theme: Theme, window: QWidget
    ) -> None:
        super().__init__(window)
        self._actions = actions
        self._theme = theme
        set_up_dialog(self, "shortcutPage", "Shortcuts")
        self.page = name_widget(QTextBrowser(), "shortcutText", "Keyboard shortcuts")
        self.page.document().setDefaultFont(theme.make_font())
        add_parts(
            make_column(self, DIALOG_MARGINS, spacing=None),
            self.page,
            CloseButton(self, "shortcut", "Close the page"),
        )
        self.page.setHtml(self._make_html())
        scale = theme.zoom / 100
        self.resize(
            min(int(600 * scale), window.width()),
            min(int(640 * scale), window.height()),
        )

    def _make_html(self) -> Markup:
        native = QKeySequence.SequenceFormat.NativeText
        with_keys = [
            (
                ", ".join(key.toString(native) for key in action.shortcuts()),
                action.whatsThis() or strip_menu_marks(action.text()),
            )
            for action in self._actions.values()
            if not action.shortcut().isEmpty()
        ]
        names = [
            (strip_menu_marks(action.text()), action.whatsThis())
            for action in self._actions.values()
            if action.shortcut().isEmpty()
        ]
        return Markup().join(
            (
                self._make_table("In the window", (*with_keys, *EVERYWHERE)),
                self._make_table("In the crosstable", IN_THE_TABLE),
                self._make_table("In Results", ON_THE_BOARDS),
                self._make_table("Commands without a key (Ctrl+K)", names),
            )
        )

    def _make_table(
        self, title: str, rows: tuple[tuple[str, str], ...] | list[tuple[str, str]]
    ) -> Markup:
        colors = self._theme.colors
        line = Markup(
            '<tr><td style="color:%s; padding:3px 24px 3px 0">%s</td>'
            '<td style="padding:3px 0">%s</td></tr>'
        )
        lines = (line % (colors.accent, keys, words) for keys, words in rows)
        return Markup(
            '<p style="color:%s; margin-top:12px; font-weight:600">%s</p>'
            "<table>%s</table>"
        ) % (colors.soft, title, Markup().join(lines))
