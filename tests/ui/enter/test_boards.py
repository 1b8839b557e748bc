"""Results by board: a round typed from the slips, one key a board, by keyboard alone."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QPoint
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from tests.paired import paired
from tests.ui import driving as ui
from tests.ui.keys import CONTROL, LEFT, PLAIN, SHIFT, Key
from uscalc.document.model import Document
from uscalc.ui.enter.results_view import RESULTS, BoardsView
from uscalc.ui.window.main_window import MainWindow


@pytest.fixture
def event(window: MainWindow) -> Document:
    window.session.show_document(paired(8, 2), None)
    return window.session.document


def boards(qtbot: QtBot, window: MainWindow) -> BoardsView:
    ui.press(qtbot, window, Key.Key_B, CONTROL)
    view = window.get_view("view-results")
    qtbot.waitUntil(lambda: ui.keyboard(window) is view.table)
    return view


def lines(view: BoardsView) -> list[str]:
    model = view.model
    return [
        " | ".join(str(model.index(row, column).data()) for column in range(4))
        for row in range(model.rowCount())
    ]


def both(window: MainWindow, *numbers: int) -> str:
    """Return the results of players in the first round."""
    return " ".join(ui.text(window, number, 1) for number in numbers)


def figures(view: BoardsView) -> list[str]:
    return [line.split(" | ")[2] for line in lines(view)]


def test_boards_are_in_the_order_of_the_lowest_number(qtbot, window, event):
    view = boards(qtbot, window)
    assert lines(view)[0] == "1 | 1  Castle, Ada | ? | 5  Pawn 005, Iris"
    assert len(lines(view)) == 4
    assert view.heading.text() == "4 of 4 boards open"
    assert view.rounds.currentText() == "Round 1"
    assert [view.model.columns[c].title for c in (1, 3)] == ["White", "Black"]
    ui.press(qtbot, window, Key.Key_Right)
    assert view.rounds.currentText() == "Round 2"
    assert lines(view)[0] == "1 | 6  Pawn 006, Iris | ? | 1  Castle, Ada"
    ui.type_text(qtbot, window, "w")
    assert (ui.text(window, 6, 2), ui.text(window, 1, 2)) == ("W1w", "L6b")


def test_results_and_double_forfeits_have_a_key_each(qtbot, window, event):
    view = boards(qtbot, window)
    ui.type_text(qtbot, window, "10=+")
    assert figures(view) == ["1 – 0", "0 – 1", "½ – ½", "+ – −"]
    assert [ui.text(window, n, 1) for n in range(1, 9)] == [
        *("W5w", "L6w", "D7w", "X8w"),
        *("L1b", "W2b", "D3b", "F4b"),
    ]
    assert window.session.history.undo_name == "Round 1: 4 wins by forfeit against 8"
    assert view.heading.text() == "All results are in"
    window.session.show_document(event, None)
    view = boards(qtbot, window)
    ui.type_text(qtbot, window, "-*")
    assert figures(view)[:2] == ["− – +", "F – F"]
    assert [ui.text(window, n, 1) for n in (1, 5, 2, 6)] == ["F5w", "X1b", "F6w", "F2b"]
    ui.press(qtbot, window, Key.Key_Z, CONTROL)
    assert both(window, 2, 6) == "?6w ?2b"
    qtbot.waitUntil(lambda: view.place == 1)
    # Overwrite another result too, and correct a double forfeit.
    ui.press_keys(qtbot, window, Key.Key_Up, "*")
    assert both(window, 1, 5) == "F5w F1b"
    view.table.go_to(0)
    ui.type_text(qtbot, window, "-")
    assert both(window, 1, 5) == "F5w X1b"
    assert "double\N{NO-BREAK SPACE}forfeit" in view.keys.text()


def test_forfeits_on_both_sides_and_colors_stay_as_typed(qtbot, window, event):
    for typed, after in (("w5", "W5w L1b"), ("l5", "L5w W1b")):
        ui.enter(qtbot, window, 1, 1, typed)
        assert both(window, 1, 5) == after
    ui.enter(qtbot, window, 5, 1, "f1")
    assert both(window, 1, 5) == "X5w F1b"
    ui.enter(qtbot, window, 1, 1, "f5")
    assert both(window, 1, 5) == "F5w F1b"
    ui.press(qtbot, window, Key.Key_Z, CONTROL)
    assert both(window, 1, 5) == "X5w F1b"


def test_undo_returns_to_the_board_and_a_mistake_is_corrected(qtbot, window, event):
    view = boards(qtbot, window)
    ui.press_keys(qtbot, window, "ww", (Key.Key_Z, CONTROL))
    qtbot.waitUntil(lambda: figures(view) == ["1 – 0", "?", "?", "?"])
    assert view.place == 1
    ui.press(qtbot, window, Key.Key_Z, CONTROL)
    qtbot.waitUntil(lambda: view.place == 0)
    assert window.session.document is event
    ui.press_keys(qtbot, window, "ww", Key.Key_Backspace)
    assert view.place == 1
    ui.type_text(qtbot, window, "d")
    assert figures(view) == ["1 – 0", "½ – ½", "?", "?"]
    assert view.place == 2
    ui.press_keys(qtbot, window, Key.Key_Up, Key.Key_Up, Key.Key_Delete)
    assert figures(view)[0] == "?"
    assert ui.text(window, 1, 1) == "?5w"
    assert view.place == 0


def test_boards_are_found_by_name_and_have_all_keys(qtbot, window, event):
    view = boards(qtbot, window)
    said = view.keys.text()
    for key in (*RESULTS, "?", "/", "Enter", "Backspace", "←", "→"):
        if key != "½":
            assert key in said, key
    for name in ("swapColors", "withdraw"):
        assert window.named_actions[name].shortcut().toString() in said
    assert view.keys.height() >= view.keys.heightForWidth(view.keys.width())
    ui.type_text(qtbot, window, "/zug")
    assert view.heading.text() == 'No board in this round matches "zug"'
    ui.press(qtbot, window, Key.Key_Escape)
    assert view.heading.text() == "4 of 4 boards open"
    assert ui.keyboard(window) is view.table
    ui.press_keys(qtbot, window, Key.Key_Return, "dd")
    assert view.place == 3
    ui.press(qtbot, window, Key.Key_Return)
    assert view.place == 0
    assert figures(view) == ["?", "½ – ½", "½ – ½", "?"]


def test_a_name_or_number_leads_to_its_board(qtbot, window, event):
    for keys, place in (
        *(("rook", 3), ("/bis", 2), ("#6", 1), ("/4", 3), ("/ada", 0), ("#8", 3)),
    ):
        view = boards(qtbot, window)
        ui.type_text(qtbot, window, keys)
        assert view.place == place
        ui.press(qtbot, window, Key.Key_Return)
        assert ui.keyboard(window) is view.table
        assert view.finder.text() == ""
        ui.type_text(qtbot, window, "w")
        assert figures(view)[place] == "1 – 0"


def test_one_key_gives_one_result_in_the_crosstable_too(qtbot, window, event):
    view = boards(qtbot, window)
    ui.type_text(qtbot, window, "w")
    held = QKeyEvent(QEvent.Type.KeyPress, Key.Key_W, PLAIN, "w", True)
    QApplication.sendEvent(view.table, held)
    assert figures(view) == ["1 – 0", "?", "?", "?"]
    selection = window.session.selection
    assert (selection.row, selection.round) == (1, 1)
    ui.click(qtbot, window, 8, 2)
    qtbot.waitUntil(lambda: view.rounds.currentText() == "Round 2")
    assert "8  Pawn 008" in lines(view)[view.place]


def test_a_board_whose_cells_disagree_is_refused_in_one_line(qtbot, window, event):
    ui.enter(qtbot, window, 1, 1, "w6")
    view = boards(qtbot, window)
    place = lines(view).index("1 | 1  Castle, Ada | ⚠ | 6  Pawn 006, Iris")
    view.table.go_to(place)
    before = window.session.document
    ui.type_text(qtbot, window, "1")
    assert window.session.document is before
    assert "player 1 has W6, player 6 has ?2b" in window.messages.text
    assert view.place == place


def test_a_round_without_boards_says_what_to_do(qtbot, window, event):
    view = boards(qtbot, window)
    ui.enter(qtbot, window, 1, 3, "b")
    qtbot.waitUntil(lambda: not view.table.isVisible())
    assert "No pairings in round 3" in view.empty.text()
    qtbot.mouseClick(view.rounds, LEFT, pos=QPoint(5, 5))
    qtbot.keyClick(view.rounds.view(), Key.Key_Home)
    qtbot.keyClick(view.rounds.view(), Key.Key_Return)
    assert view.table.isVisible()
    assert len(lines(view)) == 4


@pytest.mark.parametrize("way", ["undo", "removeRound"])
def test_after_a_round_is_removed_the_last_one_is_shown(qtbot, window, event, way):
    view = boards(qtbot, window)
    ui.enter(qtbot, window, 1, 3, "w2")
    qtbot.waitUntil(lambda: view.rounds.currentText() == "Round 3")
    assert view.heading.text() == "1 board, all results in; 6 players not paired"
    if way == "undo":
        ui.press(qtbot, window, Key.Key_Z, CONTROL)
    else:
        ui.remove(qtbot, window, way)
    qtbot.waitUntil(lambda: view.rounds.currentText() == "Round 2")
    assert view.table.isVisible()
    assert len(lines(view)) == 4
    ui.press_keys(qtbot, window, (Key.Key_B, CONTROL), "1")
    assert figures(view)[0] == "1 – 0"


def test_results_opens_at_the_first_open_board_or_a_chosen_one(qtbot, window, event):
    view = boards(qtbot, window)
    ui.type_text(qtbot, window, "1")
    for _ in range(2):
        ui.press(qtbot, window, Key.Key_Down)
    assert view.place == 3
    ui.click(qtbot, window, 1, "name")
    boards(qtbot, window)
    assert view.place == 1
    ui.press(qtbot, window, Key.Key_Down)
    # If the list has the focus, the shortcut keeps its current board.
    boards(qtbot, window)
    assert view.place == 2
    ui.click(qtbot, window, 8, 1)
    boards(qtbot, window)
    assert view.place == 3
    ui.type_text(qtbot, window, "0")
    assert figures(view) == ["1 – 0", "?", "?", "0 – 1"]


def test_colors_and_forfeits_are_one_step_on_both_sides(qtbot, window, event):
    view = boards(qtbot, window)
    ui.press_keys(qtbot, window, "1", Key.Key_Up, (Key.Key_B, CONTROL | SHIFT))
    swapped = "1 | 5  Pawn 005, Iris | 0 – 1 | 1  Castle, Ada"
    qtbot.waitUntil(lambda: lines(view)[0] == swapped)
    assert both(window, 1, 5) == "W5b L1w"
    assert window.session.history.undo_name == "Round 1: 5 has White against 1"
    assert (view.place, ui.keyboard(window)) == (0, view.table)
    ui.press(qtbot, window, Key.Key_Z, CONTROL)
    assert both(window, 1, 5) == "W5w L1b"
    window.session.show_document(event, None)
    ui.click(qtbot, window, 7, 2)
    window.named_actions["swapColors"].trigger()
    assert [ui.text(window, n, 2) for n in (2, 7)] == ["?7w", "?2b"]
    window.named_actions["doubleForfeit"].trigger()
    assert [ui.text(window, n, 2) for n in (2, 7)] == ["F7w", "F2b"]
    ui.click(qtbot, window, 7, "name")
    before = window.session.document
    window.named_actions["doubleForfeit"].trigger()
    assert window.session.document is before
    assert "Select a game first" in window.messages.text


def test_colors_are_beside_the_names_where_only_some_are_known(qtbot, window):
    window.session.show_document(without_colors(paired(4, 1)), None)
    view = boards(qtbot, window)
    assert [view.model.columns[c].title for c in (1, 3)] == ["First", "Second"]
    assert lines(view)[0] == "1 | 1  Castle, Ada | ? | 3  Bishop, Alma"
    # With unknown colors, the first player gets White, and then the second.
    for first in (
        "1 | 1  Castle, Ada (White) | ? | 3  Bishop, Alma (Black)",
        "1 | 3  Bishop, Alma (White) | ? | 1  Castle, Ada (Black)",
    ):
        ui.press(qtbot, window, Key.Key_B, CONTROL | SHIFT)
        qtbot.waitUntil(lambda first=first: lines(view)[0] == first)
        assert lines(view)[1] == "2 | 2  Knightly, Ben | ? | 4  Rook, Milo"
    ui.press_keys(qtbot, window, Key.Key_Down, (Key.Key_B, CONTROL | SHIFT))
    qtbot.waitUntil(lambda: view.model.columns[1].title == "White")
    assert lines(view)[0] == "1 | 3  Bishop, Alma | ? | 1  Castle, Ada"


def without_colors(document: Document) -> Document:
    """Return the same pairings without any colors."""
    (section,) = document.sections
    players = tuple(
        replace(player, results=tuple(cell.rstrip("wb") for cell in player.results))
        for player in section.players
    )
    return replace(document, sections=(replace(section, players=players),))


def test_a_withdrawn_player_is_unpaired_from_then_on(qtbot, window, event):
    view = boards(qtbot, window)
    ui.type_text(qtbot, window, "1")
    ui.type_at(qtbot, window, 5, "name", (Key.Key_W, CONTROL | SHIFT))
    assert [ui.text(window, 5, n) for n in (1, 2)] == ["L1b", "U"]
    assert ui.text(window, 4, 2) == ""
    assert window.messages.text == (
        "Pawn 005, Iris is withdrawn: U in round 2. Player 4 has no opponent in round 2."
    )
    after = window.session.document
    ui.press(qtbot, window, Key.Key_W, CONTROL | SHIFT)
    assert window.session.document is after
    assert "No unplayed round is left" in window.messages.text
    ui.press(qtbot, window, Key.Key_Z, CONTROL)
    assert (ui.text(window, 5, 2), ui.text(window, 4, 2)) == ("?4w", "?5b")
    assert view.model.boards


def test_the_menu_of_a_board_does_as_the_keys(qtbot, window, event):
    view = boards(qtbot, window)
    place = view.table.visualRect(view.model.index(1, 1)).center()
    for name, after in (
        *(("win", "W6w L2b"), ("draw", "D6w D2b"), ("forfeit-loss", "F6w X2b")),
        *(("double-forfeit", "F6w F2b"), ("swap-colors", "?6b ?2w")),
        ("withdraw-6", " U"),
    ):
        qtbot.mouseClick(view.table.viewport(), LEFT, pos=place)
        view.table.customContextMenuRequested.emit(place)
        menu = ui.shown_dialog(view, QMenu)
        assert "Withdraw 6 Pawn 006, Iris" in [a.text() for a in menu.actions()]
        action = next(a for a in menu.actions() if a.objectName() == f"board-{name}")
        qtbot.mouseClick(menu, LEFT, pos=menu.actionGeometry(action).center())
        assert both(window, 2, 6) == after, name
        window.session.show_document(event, None)
