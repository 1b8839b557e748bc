"""Results: enter the results of a round from the result slips, with one key for each board."""

from functools import partial
from typing import Final

from PySide6.QtCore import QModelIndex, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLineEdit,
    QMenu,
    QSizePolicy,
)

from uscalc.counted import count_in_words
from uscalc.document.edit.boards import (
    Board,
    BoardResult,
    count_open_boards,
    find_board,
    find_next_open_board,
    list_boards,
    set_board,
)
from uscalc.document.edit.cells import BARE_OUTCOMES, read_cell
from uscalc.document.model import Identity, Section
from uscalc.ui.enter.results_commands import (
    swap_selected_colors,
    withdraw_selected_player,
)
from uscalc.ui.enter.results_model import FIRST, SECOND, BoardsModel
from uscalc.ui.frame.frame import MainFrame
from uscalc.ui.frame.view import View
from uscalc.ui.session.open_event import Selection
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import (
    add_action,
    add_parts,
    make_column,
    make_eliding_line,
    make_row,
    make_text_label,
    name_widget,
    write_label,
)
from uscalc.ui.widgets.controls import make_choice
from uscalc.ui.widgets.plain_table import ColumnTable

KEYS = (
    "1 W: {0} wins · 0 L: {1} wins · 5 D =: draw · + X, - F: forfeit win or loss · "
    "*: double forfeit · ?: open · Enter: next · Backspace: back · ← →: round · /: find · "
    "Ctrl+Shift+B: swap colors · Ctrl+Shift+W: withdraw"
)
NOBODY = (
    "No pairings in round {}. Type ?12 in the crosstable for a game against player 12, "
    "or paste the pairings."
)
NO_ROUND = (
    "No rounds yet. Type ?12 in the crosstable for a game against player 12, or paste "
    "the pairings."
)


RESULTS: Final[dict[str, BoardResult]] = {
    **{key: value for key, value in BARE_OUTCOMES.items() if key != "Z"},
    "*": "double-forfeit",
}
"""The first player's result by key, or a double forfeit; `?` clears the result."""
CHOICES: Final[tuple[tuple[BoardResult, str, str], ...]] = (
    ("win", "1", "{0} wins"),
    ("draw", "5", "Draw"),
    ("loss", "0", "{1} wins"),
    ("forfeit-win", "+", "{0} wins by forfeit"),
    ("forfeit-loss", "-", "{1} wins by forfeit"),
    ("double-forfeit", "*", "Double forfeit"),
    ("to-play", "?", "No result yet"),
)
"""The results in the menu of a board, with their keys; {0} is the first player's color."""
_OTHERS = (
    Qt.KeyboardModifier.ControlModifier
    | Qt.KeyboardModifier.AltModifier
    | Qt.KeyboardModifier.MetaModifier
)
Key = Qt.Key


class BoardsTable(ColumnTable):
    """The boards of a round; one key enters the result of the current board."""

    def __init__(self, model: BoardsModel, theme: Theme, desk: "BoardsView") -> None:
        self._desk = desk
        super().__init__(
            "boards",
            "Boards of the round",
            model,
            theme,
            lambda: self.currentIndex().row(),
        )

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Select the current board in the crosstable, because commands act on the selection."""
        super().focusInEvent(event)
        self._desk.select_board()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter a result or move to another board; leave all other keys to Qt."""
        if event.modifiers() & _OTHERS or not self._handle_key(event):
            super().keyPressEvent(event)

    def _handle_key(self, event: QKeyEvent) -> bool:
        key, text = Key(event.key()), event.text()
        outcome = "to-play" if key == Key.Key_Delete else RESULTS.get(text.upper())
        if outcome is not None:
            # A key that is held down must not fill the whole round.
            if not event.isAutoRepeat():
                self._desk.enter_result(outcome)
        elif key in (Key.Key_Return, Key.Key_Enter):
            self._desk.skip_board()
        elif key == Key.Key_Backspace:
            self._desk.go_back()
        elif key in (Key.Key_Left, Key.Key_Right):
            self._desk.turn_round(1 if key == Key.Key_Right else -1)
        elif text and text.isprintable():
            self._desk.open_finder("" if text in "/ " else text)
        else:
            return False
        return True


class BoardsView(View):
    """The boards of a round with their results, which can be entered and corrected.

    The view follows the current cell of the crosstable, and the crosstable follows the
    current board.
    """

    def __init__(self, window: MainFrame) -> None:
        session, theme = window.session, window.theme
        super().__init__("view-results", "Results", session, theme)
        self._window = window
        self._round = 0
        self._entered: list[Identity] = []
        """The first players of the boards whose results were entered in this round, in
        this order."""
        self._current: Identity | None = None
        """The first player of the current board."""
        self._chosen = False
        """True if the user selected the current board in the crosstable."""
        self._seen: Selection | None = None
        self.model = BoardsModel()
        self.model.setParent(self)
        self.rounds = make_choice(
            "boardsRound", "Round", picked=lambda key: self._turn_to(int(key))
        )
        self.heading = make_eliding_line("boardsHeading", "label")
        self.finder = BoardFinder()
        self.finder.textChanged.connect(self._find_board)
        self.finder.left.connect(self._go_to_found)
        self.table = BoardsTable(self.model, theme, self)
        self.table.selectionModel().currentChanged.connect(self._follow_board)
        self.empty = make_text_label("boardsEmpty", "note")
        # Its height is set when the width is known, so it doesn't make the panel higher.
        self.empty.setMinimumHeight(1)
        self.keys = make_text_label("boardsKeys", "note")
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.table.customContextMenuRequested.connect(self._open_menu)
        self._build_layout()
        self.setFocusProxy(self.table)
        self.following = self.follow(session.edited, session.selected, session.opened)
        session.opened.connect(self._forget_board)
        self._choose_round()

    def _forget_board(self) -> None:
        """Forget the current board, because another event is shown."""
        self._seen = None

    def _build_layout(self) -> None:
        row = add_parts(
            make_row(margins=(UNIT + 2, UNIT // 2, UNIT, UNIT // 2)),
            self.rounds,
            (self.heading, 1),
            self.finder,
        )
        policy = QSizePolicy.Policy
        self.finder.setSizePolicy(policy.Preferred, policy.Fixed)
        self.empty.setContentsMargins(UNIT + 2, UNIT, UNIT, UNIT)
        self.keys.setContentsMargins(UNIT + 2, UNIT // 2, UNIT, UNIT // 2)
        add_parts(
            make_column(self, spacing=0), row, self.empty, (self.table, 1), self.keys
        ).addStretch()

    # Shown boards

    def refresh(self) -> None:
        """Show the round, or another one if the crosstable's current cell has moved there."""
        selection, before = self._session.selection, self._seen
        self._seen = selection
        if before is None or before.section != selection.section:
            self._choose_round()
            return
        section = self._session.section
        last = max(section.rounds - 1, 0) if section is not None else 0
        if self._round > last:
            # The round was removed.
            self._turn_to(last)
            return
        followed = before != selection and self._turn_to_cell()
        self._show_boards(go=not followed)
        if followed:
            place = self._board_of(selection.row)
            self._chosen = place is not None
            self._go_to(place)

    def showEvent(self, event: QShowEvent) -> None:
        """Go to the first open board if the view appears with the focus."""
        super().showEvent(event)
        self._choose_round()

    def start_at_open_board(self) -> None:
        """Go to the first open board, unless the user selected one in the crosstable."""
        if not self._chosen:
            self._go_to(find_next_open_board(self.model.boards, -1))
        self._chosen = False

    def _choose_round(self) -> None:
        """Show the crosstable's round if it has open boards, or else the first round that has."""
        section, selection = self._session.section, self._session.selection
        self._seen = selection
        still = count_open_boards(section) if section is not None else {}
        last = max(section.rounds - 1, 0) if section is not None else 0
        chosen = (selection.round or 0) - 1
        self._turn_to(chosen if chosen in still else next(iter(still), last))

    def _turn_to(self, round_index: int) -> None:
        self._round = round_index
        self._entered.clear()
        self._show_boards(go=False)
        self._go_to(find_next_open_board(self.model.boards, -1) or 0)

    def _turn_to_cell(self) -> bool:
        """Show the round of the crosstable's current cell; return False if it has no round."""
        section, wanted = self._session.section, self._session.selection.round
        if section is None or wanted is None or wanted > section.rounds:
            return False
        if wanted - 1 != self._round:
            self._turn_to(wanted - 1)
        return True

    def _show_boards(self, go: bool) -> None:
        """Show the boards; if `go` is True, select the only board whose result changed."""
        section, before = self._session.section, self.model.boards
        current = self._current
        boards = list_boards(section, self._round) if section is not None else ()
        self.model.show_boards(section or Section(), boards)
        self._describe_boards(boards)
        changed = [
            place
            for place, (old, new) in enumerate(zip(before, boards, strict=False))
            if old.outcome != new.outcome
        ]
        if not self.table.currentIndex().isValid():
            # If the boards changed, the current board stays current, wherever it is.
            kept = self._board_with(current)
            self._go_to(find_next_open_board(boards, -1) or 0 if kept is None else kept)
        elif go and len(changed) == 1 and len(before) == len(boards):
            self._go_to(changed[0])

    def _describe_boards(self, boards: tuple[Board, ...]) -> None:
        section, number = self._session.section, self._round + 1
        rounds = section.rounds if section is not None else 0
        apart = count_not_paired(section, self._round, boards) if section else 0
        write_label(self.heading, describe_progress(boards, apart))
        for widget in (self.table, self.keys, self.finder):
            widget.setVisible(bool(boards))
        nothing = NOBODY.format(number) if rounds else NO_ROUND
        self.show_empty("" if boards else nothing)
        if self.rounds.count() != rounds:
            self.rounds.clear()
            for index in range(rounds):
                self.rounds.addItem(f"Round {index + 1}", str(index))
        titles = self.model.columns[FIRST].title, self.model.columns[SECOND].title
        keys = KEYS.format(*titles).replace(" ", "\N{NO-BREAK SPACE}")
        # Allow line breaks only between two keys.
        self.keys.setText(keys.replace("\N{NO-BREAK SPACE}·\N{NO-BREAK SPACE}", " · "))
        self.rounds.setEnabled(rounds > 0)
        self.rounds.show_text(str(self._round))

    # The current board

    @property
    def place(self) -> int:
        """The row of the current board; -1 in a round without boards."""
        return self.table.currentIndex().row()

    def _go_to(self, place: int | None) -> None:
        if place is not None and 0 <= place < len(self.model.boards):
            self.table.go_to(place)
            # Scroll so that boards before and after it are visible.
            middle = QAbstractItemView.ScrollHint.PositionAtCenter
            self.table.scrollTo(self.model.index(place, 0), middle)

    def _board_of(self, row: int | None) -> int | None:
        boards = enumerate(self.model.boards)
        found = (at for at, board in boards if row in (board.first, board.second))
        return next(found, None)

    def _board_with(self, player: Identity | None) -> int | None:
        """Return the row of a player's board; None if the player has none."""
        section = self._session.section
        if player is None or section is None:
            return None
        rows = (
            row for row, one in enumerate(section.players) if one.identity is player
        )
        return self._board_of(next(rows, -1))

    def _first_at(self, place: int) -> Identity | None:
        """Return the first player of the board in a row."""
        section, boards = self._session.section, self.model.boards
        return (
            None
            if section is None or not 0 <= place < len(boards)
            else section.players[boards[place].first].identity
        )

    def _follow_board(self, index: QModelIndex, _before: QModelIndex) -> None:
        """Select the board in the crosstable too, while this view has the focus."""
        self._current = self._first_at(index.row())
        if not index.isValid() or not self.isVisible():
            return
        self.table.viewport().update()
        if self.table.hasFocus() or self.finder.hasFocus():
            self.select_board()

    def select_board(self) -> None:
        """Select the current board in the crosstable."""
        if 0 <= self.place < len(self.model.boards):
            board = self.model.boards[self.place]
            self._session.select(row=board.row, round_number=self._round + 1)
            self._seen = self._session.selection

    # Keys

    def enter_result(self, outcome: BoardResult) -> None:
        """Enter the result of the current board, and go to the next open one."""
        self._session.pending.commit_all()
        self.following.refresh_now()
        place, session = self.place, self._session
        if not 0 <= place < len(self.model.boards):
            return
        board = self.model.boards[place]
        edit = set_board(
            session.document, session.selection.section, self._round, board, outcome
        )
        session.apply_edit(lambda _: edit)
        if edit.refused:
            return
        entered = self._first_at(place)
        if entered is not None:
            self._entered.append(entered)
        self.following.refresh_now()
        if outcome != "to-play":
            self._go_to(find_next_open_board(self.model.boards, place))

    def _open_menu(self, place: QPoint) -> None:
        """Open a menu with the commands that also have keys."""
        section = self._session.section
        if section is None or not 0 <= self.place < len(self.model.boards):
            return
        board = self.model.boards[self.place]
        menu = name_widget(QMenu(self), "boardMenu", f"Board {board.number}")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        titles = self.model.columns[FIRST].title, self.model.columns[SECOND].title
        for outcome, key, text in CHOICES:
            words = f"{text.format(*titles)}\t{key}"
            enter = partial(self.enter_result, outcome)
            add_action(menu, f"board-{outcome}", words, enter)
        menu.addSeparator()
        swap = partial(swap_selected_colors, self._window)
        add_action(menu, "board-swap-colors", "Swap colors\tCtrl+Shift+B", swap)
        menu.addSeparator()
        for row in (board.first, board.second):
            player = section.players[row]
            name = player.name.replace("&", "&&")
            add_action(
                menu,
                f"board-withdraw-{player.number}",
                f"Withdraw {player.number} {name}",
                partial(withdraw_selected_player, self._window, row),
            )
        menu.popup(self.table.viewport().mapToGlobal(place))

    def skip_board(self) -> None:
        """Go to the next open board, or one row down if none is open."""
        following = find_next_open_board(self.model.boards, self.place)
        self._go_to(self.place + 1 if following is None else following)

    def go_back(self) -> None:
        """Go to the board of the last entered result, or one row up."""
        place = self._board_with(self._entered.pop()) if self._entered else None
        self._go_to(self.place - 1 if place is None else place)

    def turn_round(self, by: int) -> None:
        """Show the previous or the next round."""
        section = self._session.section
        if section is not None and 0 <= self._round + by < section.rounds:
            self._turn_to(self._round + by)

    def open_finder(self, begun: str) -> None:
        """Open the field that searches for a board; it begins with the text `begun`."""
        self.finder.setFocus()
        self.finder.setText(begun)

    def _find_board(self, text: str) -> None:
        section = self._session.section
        if section is None or not text.strip():
            self._describe_boards(self.model.boards)
            return
        place = find_board(section, self.model.boards, text)
        if place is None:
            self.heading.setText(f'No board in this round matches "{text.strip()}"')
        else:
            self._describe_boards(self.model.boards)
        self._go_to(place)

    def _go_to_found(self) -> None:
        self.table.setFocus()
        self.finder.clear()


def count_not_paired(
    section: Section, round_index: int, boards: tuple[Board, ...]
) -> int:
    """Return the number of players without a game or a bye in a round."""
    paired = {row for board in boards for row in (board.first, board.second)}
    return sum(
        row not in paired and not read_cell(player, round_index).strip()
        for row, player in enumerate(section.players)
    )


def describe_progress(boards: tuple[Board, ...], not_paired: int) -> str:
    """Return how many boards of a round have no result, and how many results conflict.

    If every board has a result, the text names the players who are not paired.
    """
    count, still = len(boards), sum(board.is_open for board in boards)
    conflicts = sum(bool(board.doubt) for board in boards)
    parts = [f"{still} of {count} board{'s'[: count != 1]} open"] if still else []
    if conflicts:
        parts.append(count_in_words(conflicts, "result conflicts", "results conflict"))
    if parts or not boards:
        return ", ".join(parts)
    if not not_paired:
        return "All results are in"
    said = count_in_words(count, "board"), count_in_words(not_paired, "player")
    return f"{said[0]}, all results in; {said[1]} not paired"


def show_results(window: MainFrame) -> None:
    """Show the view, at the first open board if the focus was elsewhere."""
    focus, view = window.focusWidget(), window.get_view("view-results")
    assert isinstance(view, BoardsView)
    inside = focus is not None and view.isAncestorOf(focus)
    # First use the cell that was just selected in the crosstable.
    view.following.refresh_now()
    window.show_view("view-results")
    if not inside:
        view.start_at_open_board()


class BoardFinder(QLineEdit):
    """The field that searches for a board by name or number; `left` is emitted when it closes."""

    left = Signal()

    def __init__(self) -> None:
        super().__init__(placeholderText="Name, #player or board")
        name_widget(
            self,
            "boardsFinder",
            "Find a board: a name, #player or a board's number",
            "form",
        )

    def sizeHint(self) -> QSize:
        """Return a width with room for the placeholder."""
        wide = self.fontMetrics().horizontalAdvance(self.placeholderText())
        return QSize(wide + 4 * UNIT, super().sizeHint().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to the list with Enter, Esc, Up or Down."""
        keys = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape)
        if event.key() in (*keys, Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.left.emit()
        else:
            super().keyPressEvent(event)
