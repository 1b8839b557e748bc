"""Results typed in the crosstable: one key a board, both sides, and every correction."""

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication

from tests.paired import paired
from tests.ui import driving as ui
from tests.ui.keys import CONTROL, PLAIN, SHIFT, Key
from uscalc.document.model import Document
from uscalc.ui.window.main_window import MainWindow


@pytest.fixture
def round_of_8(window: MainWindow) -> Document:
    """Return eight players; round 1 is paired 1-5, 2-6, 3-7, 4-8 with known colors."""
    window.session.show_document(paired(8, 1), None)
    return window.session.document


def number_and_round(window: MainWindow) -> tuple[int, int | None]:
    """Return the pairing number and the round of the current cell."""
    selection = window.session.selection
    return selection.row + 1, selection.round


def results(window: MainWindow, round_number: int = 1) -> list[str]:
    section = ui.section_of(window)
    return [ui.text(window, p.number, round_number) for p in section.players]


def test_one_key_enters_a_result_and_goes_to_the_next(qtbot, window, round_of_8):
    ui.type_at(qtbot, window, 2, 1, "w")
    assert (ui.text(window, 2, 1), ui.text(window, 6, 1)) == ("W6w", "L2b")
    assert number_and_round(window) == (3, 1)
    assert ui.editor(window) is None
    ui.type_text(qtbot, window, "l")
    assert number_and_round(window) == (4, 1)
    ui.type_text(qtbot, window, "d")
    # Player 1 was skipped; that board comes next, with the other player.
    assert number_and_round(window) == (5, 1)
    ui.type_text(qtbot, window, "-")
    assert results(window) == ["X5w", "W6w", "L7w", "D8w", "F1b", "L2b", "W3b", "D4b"]
    # No board is open, so the cell below is next, as usual.
    assert number_and_round(window) == (6, 1)
    assert window.session.history.undo_name == "Round 1: 5 loses by forfeit against 1"
    window.session.show_document(round_of_8, None)
    ui.type_at(qtbot, window, 8, 1, "w")
    assert number_and_round(window) == (1, 1)
    assert (ui.text(window, 8, 1), ui.text(window, 4, 1)) == ("W4b", "L8w")
    ui.type_at(qtbot, window, 1, 1, "f")
    assert ui.text(window, 1, 1) == "F5w"
    for number in (1, 5):
        said = ui.hint(window, number, 1)
        assert "A game in which one player made no move isn't rated" in said
        assert "not even if it was lost on time" in said
    ui.type_text(qtbot, window, "w")
    assert "no move" not in ui.hint(window, 2, 1)


def test_every_spelling_of_a_result_and_tab_beside_it(qtbot, window, round_of_8):
    for keys, one, five in (
        *(("wW1", "W5w", "L1b"), ("l0", "L5w", "W1b"), ("x", "X5w", "F1b")),
        *(("d5=\N{VULGAR FRACTION ONE HALF}", "D5w", "D1b"), ("-", "F5w", "X1b")),
    ):
        for key in keys:
            window.session.show_document(round_of_8, None)
            ui.type_at(qtbot, window, 1, 1, key)
            assert (ui.text(window, 1, 1), ui.text(window, 5, 1)) == (one, five), key
    window.session.show_document(paired(8, 2), None)
    ui.type_at(qtbot, window, 1, 1, "w", Key.Key_Tab)
    assert number_and_round(window) == (1, 2)
    ui.type_text(qtbot, window, "d")
    assert [ui.text(window, 1, r) for r in (1, 2)] == ["W5w", "D6b"]


def test_results_are_typed_by_return_and_held_keys(qtbot, window, round_of_8):
    ui.click(qtbot, window, 1, 1)
    for letter in "wld":
        ui.press_keys(qtbot, window, letter, Key.Key_Return)
    assert results(window)[:4] == ["W5w", "L6w", "D7w", "?8w"]
    assert number_and_round(window) == (4, 1)
    window.session.show_document(round_of_8, None)
    pane = ui.click(qtbot, window, 1, 1)
    ui.type_text(qtbot, window, "w")
    for _ in range(5):
        held = QKeyEvent(QEvent.Type.KeyPress, Key.Key_W, PLAIN, "w", True)
        QApplication.sendEvent(pane, held)
    assert results(window)[:4] == ["W5w", "?6w", "?7w", "?8w"]
    assert ui.editor(window) is None
    window.session.show_document(round_of_8, None)
    ui.type_at(qtbot, window, 1, 1, "w")
    ui.enter(qtbot, window, 5, 1, "d")
    assert (ui.text(window, 1, 1), ui.text(window, 5, 1)) == ("D5w", "D1b")
    assert number_and_round(window) == (6, 1)
    ui.enter(qtbot, window, 1, 1, "?")
    assert (ui.text(window, 1, 1), ui.text(window, 5, 1)) == ("?5w", "?1b")
    assert number_and_round(window) == (2, 1)
    window.session.show_document(round_of_8, None)
    window.crosstable.model.arrange_rows(None, "Castle")
    ui.click(qtbot, window, 1, 1)
    ui.type_text(qtbot, window, "w")
    assert number_and_round(window) == (1, 1)
    players = window.session.document.sections[0].players
    assert [p.results[0] for p in players[:4]] == ["W5w", "?6w", "?7w", "?8w"]


def test_escape_undo_and_backspace_take_a_typed_result_back(qtbot, window, round_of_8):
    ui.type_at(qtbot, window, 1, 1, "w7", Key.Key_Escape)
    assert window.session.document is round_of_8
    ui.type_text(qtbot, window, "w7")
    assert ui.editor(window).text() == "w7"
    assert number_and_round(window) == (1, 1)
    ui.press(qtbot, window, Key.Key_Return)
    # Player 7 was paired with 3; this is kept, and both cells show a finding.
    assert results(window)[:7] == ["W7", "?6w", "?7w", "?8w", "", "?2b", "?3b"]
    assert number_and_round(window) == (2, 1)
    ui.press(qtbot, window, Key.Key_Z, CONTROL)
    assert window.session.document is round_of_8
    ui.type_at(qtbot, window, 1, 1, "wl")
    assert number_and_round(window) == (3, 1)
    ui.press(qtbot, window, Key.Key_Z, CONTROL)
    assert number_and_round(window) == (2, 1)
    ui.press(qtbot, window, Key.Key_Z, CONTROL)
    assert number_and_round(window) == (1, 1)
    assert window.session.document is round_of_8
    ui.type_at(qtbot, window, 1, 1, (Key.Key_Down, SHIFT), "w")
    assert ui.editor(window) is not None
    ui.press(qtbot, window, Key.Key_Escape)
    assert window.session.document is round_of_8
    ui.type_at(qtbot, window, 1, 2, "w")
    assert ui.editor(window) is not None
    ui.press(qtbot, window, Key.Key_Escape)
    ui.type_at(qtbot, window, 1, 1, "w", Key.Key_Backspace)
    assert window.session.document is round_of_8
    assert number_and_round(window) == (1, 1)
    ui.type_text(qtbot, window, "l")
    assert ui.text(window, 1, 1) == "L5w"


def test_a_result_without_an_opponent_is_refused(qtbot, window, round_of_8):
    for standing in ("B", "H", "U", "W5|L5", "?1400-1600"):
        window.session.show_document(round_of_8, None)
        ui.enter(qtbot, window, 1, 1, standing)
        before = window.session.document
        ui.enter(qtbot, window, 1, 1, "w")
        assert window.session.document is before
        fix = "Retype the full entry" if "|" in standing else "Type a full result"
        for said in ('"w"', "Round 1, player 1", fix, f"({standing})"):
            assert said in window.messages.text
        assert "\n" not in window.messages.text


def test_an_opponents_result_and_pairing_are_changed(qtbot, window, round_of_8):
    ui.type_at(qtbot, window, 1, 1, "wld-")
    ui.enter(qtbot, window, 4, 1, "h")
    assert results(window)[3] == "H"
    assert results(window)[7] == ""
    assert window.problems.count_group("warning") == 1
    ui.press(qtbot, window, Key.Key_F8)
    view = ui.problems_view(window)
    qtbot.waitUntil(lambda: len(view.model.rows) > 1)
    said, name = str(view.model.rows), window.session.history.undo_name
    assert "Round 1, Pawn 008" in said
    assert "Enter a result, U (unpaired), B (full-point bye), or H (half-point" in said
    assert name == "Round 1: 4 has a half-point bye; 8 is now blank"
    ui.enter(qtbot, window, 8, 1, "u")
    assert window.problems.count_group("warning") == 0
    assert not window.session.findings
    window.session.show_document(round_of_8, None)
    ui.type_at(qtbot, window, 1, 1, "wldw")
    ui.enter(qtbot, window, 1, 1, "w6")
    qtbot.waitUntil(lambda: len(window.session.findings) == 2)
    ui.enter(qtbot, window, 2, 1, "l5")
    assert results(window) == ["W6", "L5", "D7w", "W8w", "W2", "L1", "D3b", "L4b"]
    assert not window.session.findings


def letter(one: int, round_number: int) -> str:
    """Return the result of the game of the player with the lower number."""
    return "wld"[(one + round_number) % 3]


def assert_all_in(window: MainWindow) -> None:
    """Check every result of 24 players in 5 rounds, on both sides."""
    for round_number in range(1, 6):
        for one in range(1, 13):
            other = 13 + (one - 1 + round_number - 1) % 12
            mine = letter(one, round_number).upper()
            theirs = {"W": "L", "L": "W"}.get(mine, mine)
            assert ui.text(window, one, round_number).rstrip("wb") == f"{mine}{other}"
            assert ui.text(window, other, round_number).rstrip("wb") == f"{theirs}{one}"


def test_five_rounds_of_24_paired_players_take_a_key_a_board(qtbot, window):
    window.session.show_document(paired(24, 5), None)
    window.crosstable.focus_cell(0, 1)
    for round_number in range(1, 6):
        for one in range(1, 13):
            assert number_and_round(window) == (one, round_number)
            ui.type_text(qtbot, window, letter(one, round_number))
        if round_number < 5:
            ui.press_keys(qtbot, window, Key.Key_Right, (Key.Key_Up, CONTROL))
    assert_all_in(window)
    qtbot.waitUntil(lambda: window.session.up_to_date)
    assert not window.session.findings


def one_line(window: MainWindow, *parts: str) -> None:
    """Check that the first problem has all of these words on one line."""
    said = window.problems.rows[0].text
    for part in parts:
        assert part.lower() in said.lower()
    assert "\n" not in said


def test_a_board_entered_twice_is_a_correction(qtbot, window, round_of_8):
    ui.click(qtbot, window, 1, 1)
    ui.type_text(qtbot, window, "w")
    ui.enter(qtbot, window, 5, 1, "w1")
    assert (ui.text(window, 1, 1), ui.text(window, 5, 1)) == ("L5w", "W1b")
    assert not window.session.findings
    ui.press(qtbot, window, Key.Key_Z, CONTROL)
    assert (ui.text(window, 1, 1), ui.text(window, 5, 1)) == ("W5w", "L1b")
    ui.enter(qtbot, window, 1, 1, "w5")
    ui.enter(qtbot, window, 2, 1, "w5")
    qtbot.waitUntil(lambda: bool(window.session.findings))
    assert ui.text(window, 5, 1) == "L1b"
    said = '"W5" conflicts with player 5\'s result ("L1b")'
    one_line(window, said, "Correct one of the two")
    window.session.show_document(round_of_8, None)
    for typed in ("fifteen", "w5", "1500x"):
        ui.enter(qtbot, window, 1, "rating", typed)
        assert window.session.document is round_of_8
        assert typed in window.messages.text
        assert "\n" not in window.messages.text
    ui.enter(qtbot, window, 1, 2, "1")
    assert ui.text(window, 1, 2) == "1"
    one_line(window, '"1" isn\'t a valid result', "Enter a result, for example W12")


def is_marked(window: MainWindow, number: int, round_number: int) -> bool:
    column = ui.column_of(window, round_number)
    painted = window.crosstable.model.make_painted(number - 1, column)
    return painted is not None and painted.marked


def test_a_result_is_written_on_both_sides_and_contradictions_explained(qtbot, window):
    fresh = window.session.document
    ui.type_at(qtbot, window, 2, "games", Key.Key_Tab)
    assert window.session.selection.round == 1
    for _ in range(5):
        ui.press(qtbot, window, Key.Key_Tab)
    ui.press_keys(qtbot, window, "w4", Key.Key_Tab)
    assert (ui.text(window, 2, 6), ui.text(window, 4, 6)) == ("W4", "L2")
    assert window.crosstable.model.columns.rounds == 6
    window.session.show_document(fresh, None)
    ui.enter(qtbot, window, 1, 5, "w2")
    assert ui.text(window, 2, 5) == "W12"
    assert is_marked(window, 1, 5)
    assert not is_marked(window, 2, 5)
    assert 'conflicts with player 2\'s result ("W12")' in ui.hint(window, 1, 5)
    assert ui.text(window, 1, "post") == "1798"
    assert "Games in marked cells are not counted" in ui.hint(window, 1, "post")
    assert "Games with errors are skipped" in ui.why(window).toPlainText()
    ui.press(qtbot, window, Key.Key_Z, CONTROL)
    qtbot.waitUntil(lambda: window.session.up_to_date)
    assert not is_marked(window, 1, 5)
    assert ui.text(window, 1, "post") == "1798"
    assert ui.text(window, 1, "change") == "+4"
    assert ui.text(window, 5, "change") == "−12"
    assert ui.text(window, 12, "change") == ""
    before = ui.text(window, 1, "post"), ui.text(window, 3, "post")
    ui.enter(qtbot, window, 1, 5, "w3")
    assert (ui.text(window, 1, 5), ui.text(window, 3, 5)) == ("W3", "L1")
    assert ui.text(window, 1, "points") == "4"
    after = ui.text(window, 1, "post"), ui.text(window, 3, "post")
    assert int(after[0]) > int(before[0])
    assert int(after[1]) < int(before[1])
    assert window.session.history.undo_name == "Round 5: 1 beats 3"
    ui.type_at(qtbot, window, 1, 1, Key.Key_Delete)
    assert (ui.text(window, 1, 1), ui.text(window, 7, 1)) == ("", "")


def test_edits_are_undone_rated_once_and_fade(qtbot, window):
    fresh = window.session.document
    window.spaces.switch_to("enter")
    start = window.session.document
    post = ui.text(window, 1, "post")
    ui.enter(qtbot, window, 1, 5, "w3")
    changed = ui.text(window, 1, "post")
    ui.press(qtbot, window, Key.Key_Z, CONTROL)
    qtbot.waitUntil(lambda: window.session.up_to_date)
    assert window.session.document is start
    assert (ui.text(window, 1, 5), ui.text(window, 1, "post")) == ("?3", post)
    ui.press_button(qtbot, window, "redoButton")
    qtbot.waitUntil(lambda: window.session.up_to_date)
    assert ui.text(window, 1, "post") == changed
    window.session.show_document(fresh, None)
    rated = []
    window.session.rated.connect(lambda: rated.append(1))
    for _ in range(3):
        window.session.undo_edit()
        window.session.redo_edit()
    ui.enter(qtbot, window, 1, 5, "w3")
    window.session.undo_edit()
    window.session.redo_edit()
    window.session.undo_edit()
    qtbot.waitUntil(lambda: window.session.up_to_date)
    assert len(rated) <= 2
    window.session.show_document(fresh, None)
    fading = window.crosstable.fading
    assert fading.find_strength(0) == 0
    ui.enter(qtbot, window, 1, 5, "w3")
    assert fading.find_strength(0) > 0
    assert fading.find_strength(11) == 0
    qtbot.waitUntil(lambda: fading.find_strength(0) == 0)


def test_no_result_is_a_draft_and_a_rating_off_the_scale_is_refused(qtbot, window):
    ui.enter(qtbot, window, 1, 5, "w3 or d3")
    assert ui.text(window, 1, 5) == "w3 or d3"
    assert is_marked(window, 1, 5)
    assert window.problems.count_group("error") == 1
    ui.enter(qtbot, window, 1, 5, "q")
    ui.click(qtbot, window, 9, "name")
    ui.press_button(qtbot, window, "problemsButton")
    ui.click_fix(qtbot, window, "Round 5, Castle")
    assert (window.session.selection.row, window.session.selection.round) == (0, 5)
    ui.press_keys(qtbot, window, "?3", Key.Key_Return)
    qtbot.waitUntil(lambda: window.session.up_to_date)
    view = ui.problems_view(window)
    qtbot.waitUntil(lambda: "Round 5" not in str(view.model.rows))
    for typed, *shown in (
        *(("1650", "1650", "26+"), ("554.22", "554.22", "26+")),
        ("1450/12", "1450", "12"),
    ):
        ui.enter(qtbot, window, 12, "rating", typed)
        assert [ui.text(window, 12, what) for what in ("rating", "games")] == shown
        assert ui.text(window, 12, "change")
    ui.enter(qtbot, window, 1, "rating", "9999")
    assert ui.text(window, 1, "rating") == "1794"
    assert "a rating is from 100 to 3000" in window.messages.text
