"""Boards: a round typed from the slips, one key a board, by keyboard alone."""

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.paired import paired
from tests.ui.driving import click, keyboard, press, text, type_text
from uscalc.document.model import Document
from uscalc.ui.enter.results_view import BoardsView
from uscalc.ui.window.main_window import MainWindow

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def event(window: MainWindow) -> Document:
    window.session.show_document(paired(8, 2), None)
    return window.session.document


def boards(qtbot: QtBot, window: MainWindow) -> BoardsView:
    press(qtbot, window, Qt.Key.Key_B, CONTROL)
    view = window.get_view("view-results")
    qtbot.waitUntil(lambda: keyboard(window) is view.table)
    return view


def lines(view: BoardsView) -> list[str]:
    model = view.model
    return [
        " | ".join(str(model.index(row, column).data()) for column in range(4))
        for row in range(model.rowCount())
    ]


def figures(view: BoardsView) -> list[str]:
    return [line.split(" | ")[2] for line in lines(view)]


def test_each_board_is_a_line_in_the_order_of_the_lowest_number(qtbot, window, event):
    view = boards(qtbot, window)
    assert lines(view)[0] == "1 | 1  Castle, Ada | · | 5  Pawn 005, Iris"
    assert len(lines(view)) == 4
    assert view.heading.text() == "4 of 4 boards open"
    assert view.rounds.currentText() == "Round 1"
    assert [view.model.columns[c].title for c in (1, 3)] == ["White", "Black"]


def test_one_key_a_board_writes_both_cells_as_the_table_does(qtbot, window, event):
    view = boards(qtbot, window)
    type_text(qtbot, window, "10=+")
    assert figures(view) == ["1 – 0", "0 – 1", "½ – ½", "+ – −"]
    assert [text(window, n, 1) for n in range(1, 9)] == [
        *("W5w", "L6w", "D7w", "X8w"),
        *("L1b", "W2b", "D3b", "F4b"),
    ]
    assert window.session.history.undo_name == "Round 1: 4 wins by forfeit against 8"
    assert view.heading.text() == "Every board has a result"


def test_a_double_forfeit_has_a_key_and_is_one_step(qtbot, window, event):
    view = boards(qtbot, window)
    type_text(qtbot, window, "-*")
    assert figures(view)[:2] == ["− – +", "F – F"]
    assert [text(window, n, 1) for n in (1, 5, 2, 6)] == ["F5w", "X1b", "F6w", "F2b"]
    press(qtbot, window, Qt.Key.Key_Z, CONTROL)
    assert [text(window, n, 1) for n in (2, 6)] == ["?6w", "?2b"]
    qtbot.waitUntil(lambda: view.place == 1)
    # Over another result as well, and away from a double forfeit again.
    press(qtbot, window, Qt.Key.Key_Up)
    type_text(qtbot, window, "*")
    assert [text(window, n, 1) for n in (1, 5)] == ["F5w", "F1b"]
    view.table.go_to(0)
    type_text(qtbot, window, "-")
    assert [text(window, n, 1) for n in (1, 5)] == ["F5w", "X1b"]
    assert "* double forfeit" in view.keys.toolTip()


def test_a_forfeit_typed_on_both_sides_of_the_crosstable_is_a_double_one(
    qtbot, window, event
):
    click(qtbot, window, 5, 1)
    type_text(qtbot, window, "f1")
    press(qtbot, window, Qt.Key.Key_Return)
    assert [text(window, n, 1) for n in (1, 5)] == ["X5w", "F1b"]
    click(qtbot, window, 1, 1)
    type_text(qtbot, window, "f5")
    press(qtbot, window, Qt.Key.Key_Return)
    assert [text(window, n, 1) for n in (1, 5)] == ["F5w", "F1b"]
    press(qtbot, window, Qt.Key.Key_Z, CONTROL)
    assert [text(window, n, 1) for n in (1, 5)] == ["X5w", "F1b"]


def test_a_color_stays_when_another_result_is_typed(qtbot, window, event):
    click(qtbot, window, 1, 1)
    for typed, mine, theirs in (("w5", "W5w", "L1b"), ("l5", "L5w", "W1b")):
        type_text(qtbot, window, typed)
        press(qtbot, window, Qt.Key.Key_Return)
        assert [text(window, n, 1) for n in (1, 5)] == [mine, theirs]
        click(qtbot, window, 1, 1)


def test_in_the_second_round_black_has_the_lower_number(qtbot, window, event):
    view = boards(qtbot, window)
    press(qtbot, window, Qt.Key.Key_Right)
    assert view.rounds.currentText() == "Round 2"
    assert lines(view)[0] == "1 | 6  Pawn 006, Iris | · | 1  Castle, Ada"
    type_text(qtbot, window, "w")
    assert (text(window, 6, 2), text(window, 1, 2)) == ("W1w", "L6b")


def test_a_mistake_is_mended_where_it_stands(qtbot, window, event):
    view = boards(qtbot, window)
    type_text(qtbot, window, "ww")
    press(qtbot, window, Qt.Key.Key_Backspace)
    assert view.place == 1
    type_text(qtbot, window, "d")
    assert figures(view) == ["1 – 0", "½ – ½", "·", "·"]
    assert view.place == 2
    press(qtbot, window, Qt.Key.Key_Up)
    press(qtbot, window, Qt.Key.Key_Up)
    press(qtbot, window, Qt.Key.Key_Delete)
    assert figures(view)[0] == "·"
    assert text(window, 1, 1) == "?5w"
    assert view.place == 0


def test_undo_comes_back_to_the_board(qtbot, window, event):
    view = boards(qtbot, window)
    type_text(qtbot, window, "ww")
    press(qtbot, window, Qt.Key.Key_Z, CONTROL)
    qtbot.waitUntil(lambda: figures(view) == ["1 – 0", "·", "·", "·"])
    assert view.place == 1
    press(qtbot, window, Qt.Key.Key_Z, CONTROL)
    qtbot.waitUntil(lambda: view.place == 0)
    assert window.session.document is event


def test_return_skips_and_comes_round(qtbot, window, event):
    view = boards(qtbot, window)
    press(qtbot, window, Qt.Key.Key_Return)
    type_text(qtbot, window, "dd")
    assert view.place == 3
    press(qtbot, window, Qt.Key.Key_Return)
    assert view.place == 0
    assert figures(view) == ["·", "½ – ½", "½ – ½", "·"]


@pytest.mark.parametrize(
    ("keys", "place"),
    [("rook", 3), ("/bis", 2), ("#6", 1), ("/4", 3), ("/ada", 0), ("#8", 3)],
)
def test_a_name_or_number_leads_to_its_board(qtbot, window, event, keys, place):
    view = boards(qtbot, window)
    type_text(qtbot, window, keys)
    assert view.place == place
    press(qtbot, window, Qt.Key.Key_Return)
    assert keyboard(window) is view.table
    assert view.finder.text() == ""
    type_text(qtbot, window, "w")
    assert figures(view)[place] == "1 – 0"


def test_a_name_that_nobody_has_is_said(qtbot, window, event):
    view = boards(qtbot, window)
    type_text(qtbot, window, "/zug")
    assert view.heading.text() == 'No board of this round has "zug"'
    press(qtbot, window, Qt.Key.Key_Escape)
    assert view.heading.text() == "4 of 4 boards open"
    assert keyboard(window) is view.table


def test_the_table_comes_along_and_leads_here(qtbot, window, event):
    view = boards(qtbot, window)
    type_text(qtbot, window, "w")
    selection = window.session.selection
    assert (selection.row, selection.round) == (1, 1)
    click(qtbot, window, 8, 2)
    qtbot.waitUntil(lambda: view.rounds.currentText() == "Round 2")
    assert "8  Pawn 008" in lines(view)[view.place]


def test_a_key_that_is_held_down_gives_one_result(qtbot, window, event):
    view = boards(qtbot, window)
    type_text(qtbot, window, "w")
    held = QKeyEvent(
        QEvent.Type.KeyPress, Qt.Key.Key_W, Qt.KeyboardModifier.NoModifier, "w", True
    )
    QApplication.sendEvent(view.table, held)
    assert figures(view) == ["1 – 0", "·", "·", "·"]


def test_a_board_whose_cells_disagree_is_refused_in_one_line(qtbot, window, event):
    click(qtbot, window, 1, 1)
    type_text(qtbot, window, "w6")
    press(qtbot, window, Qt.Key.Key_Return)
    view = boards(qtbot, window)
    place = lines(view).index("1 | 1  Castle, Ada | ⚠ | 6  Pawn 006, Iris")
    view.table.go_to(place)
    before = window.session.document
    type_text(qtbot, window, "1")
    assert window.session.document is before
    assert "player 1 has W6, player 6 has ?2b" in window.messages.text
    assert view.place == place


def test_a_round_without_boards_says_what_to_do(qtbot, window, event):
    view = boards(qtbot, window)
    click(qtbot, window, 1, 3)
    type_text(qtbot, window, "b")
    press(qtbot, window, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not view.table.isVisible())
    assert "Nobody is paired in round 3" in view.empty.text()
    qtbot.mouseClick(view.rounds, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    qtbot.keyClick(view.rounds.view(), Qt.Key.Key_Home)
    qtbot.keyClick(view.rounds.view(), Qt.Key.Key_Return)
    assert view.table.isVisible()
    assert len(lines(view)) == 4


def test_200_boards_take_a_key_each(qtbot, window):
    """Every press is counted: the shortcut, the results, two mistakes mended."""
    window.session.show_document(paired(400, 1), None)
    typed = "wld10=" * 34
    pressed = 1
    view = boards(qtbot, window)
    for place, key in enumerate(typed[:200]):
        type_text(qtbot, window, key)
        pressed += 1
        if place in (40, 120):
            press(qtbot, window, Qt.Key.Key_Backspace)
            type_text(qtbot, window, key)
            pressed += 2
    expected = {"w": "1 – 0", "1": "1 – 0", "l": "0 – 1", "0": "0 – 1"}
    assert figures(view) == [expected.get(key, "½ – ½") for key in typed[:200]]
    assert view.heading.text() == "Every board has a result"
    assert pressed / 200 <= 1.2
    qtbot.waitUntil(lambda: window.session.up_to_date)
    assert not window.session.findings
