"""The crosstable editor: players typed one after the other, with keys and mouse only."""

import datetime as dt
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QTimer
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from tests.paired import paired
from tests.ui.driving import (
    click,
    column_of,
    editor,
    enter,
    find_part,
    hint,
    keyboard,
    press,
    press_button,
    press_keys,
    remove,
    section_of,
    steps,
    text,
    type_at,
)
from tests.ui.keys import ALT, CONTROL, LEFT, PLAIN, SHIFT, Key
from tests.ui.watching import Watch
from uscalc.document.edit.structure import rename_section
from uscalc.document.model import Document, Player, Section
from uscalc.document.rate.rated import stops_rating
from uscalc.formats import open_event
from uscalc.rules.resolve import resolve_rules
from uscalc.ui.session.pending import open_editor
from uscalc.ui.session.session import Session
from uscalc.ui.window.main_window import MainWindow


@pytest.fixture
def watch(window: MainWindow) -> Iterator[Watch]:
    """Check the signals of every model of the window."""
    steps(window)
    watch = Watch()
    assert len(watch.all_in(window)) >= 2
    yield watch
    watch.end()


def names(window: MainWindow) -> list[str]:
    model = window.crosstable.model
    return [str(model.index(row, 1).data()) for row in range(model.rowCount())]


def rated(qtbot: QtBot, window: MainWindow) -> None:
    qtbot.waitUntil(lambda: window.session.up_to_date)


ROUNDS = (
    *(("w6", "w5", "w4"), ("d5", "w4", "l6"), ("w4", "d6", "w5"), ("w3", "w6", "l1")),
    ("w2", "l1", "w5"),
)


def test_an_event_is_entered_from_nothing_with_the_keyboard_alone(qtbot, window, watch):
    session = window.session
    section = Section("Open", systems=("R",))
    session.show_document(Document("New Open", dt.date(2025, 9, 1), (section,)), None)
    start = session.document
    for number in range(1, 7):
        press_keys(qtbot, window, Key.Key_Insert, f"Player {number}", Key.Key_Tab)
        press_keys(qtbot, window, f"3000000{number}", Key.Key_Tab)
        press_keys(qtbot, window, f"{1400 + 50 * number}/30", Key.Key_Tab)
    assert names(window) == [f"Player {number}" for number in range(1, 7)]
    for place, cells in enumerate(ROUNDS, 1):
        press(qtbot, window, Key.Key_Home, CONTROL)
        for _ in range(4 + place):
            press(qtbot, window, Key.Key_Right)
        for cell in cells:
            press_keys(qtbot, window, cell, Key.Key_Return)
    rated(qtbot, window)
    section = session.document.sections[0]
    assert (len(section.players), section.rounds) == (6, 5)
    assert not stops_rating(session.rating.sections[0].findings)
    assert [text(window, 1, n) for n in range(1, 6)] == ["W6", "D5", "W4", "W3", "W2"]
    assert text(window, 1, "post").isdecimal()
    entered = session.document
    while session.history.undo_name:
        press(qtbot, window, Key.Key_Z, CONTROL)
    assert session.document is start
    while session.history.redo_name:
        press(qtbot, window, Key.Key_Y, CONTROL)
    assert session.document is entered
    rated(qtbot, window)


def test_keys_go_where_a_spreadsheet_goes_and_blocks_are_copied(qtbot, window):
    for key, modifier, place in [
        *((Key.Key_Home, None, (2, 0)), (Key.Key_Home, CONTROL, (0, 0))),
        *((Key.Key_End, CONTROL, (11, 13)), (Key.Key_Down, None, (3, 6))),
        *((Key.Key_Up, CONTROL, (0, 6)), (Key.Key_Right, CONTROL, (2, 9))),
        *((Key.Key_Left, CONTROL, (2, 0)), (Key.Key_Tab, None, (2, 7))),
        *((Key.Key_Backtab, None, (2, 5)), (Key.Key_Return, None, (3, 6))),
        (Key.Key_Return, SHIFT, (1, 6)),
    ]:
        type_at(qtbot, window, 3, 2, (key, modifier or PLAIN))
        index = window.crosstable.at.index
        assert (index.row(), index.column()) == place
    cells = [[text(window, row, place) for place in (1, 2)] for row in (1, 2)]
    type_at(qtbot, window, 1, 1, (Key.Key_Right, SHIFT), (Key.Key_Down, SHIFT))
    press(qtbot, window, Key.Key_C, CONTROL)
    assert QApplication.clipboard().text() == "\n".join("\t".join(row) for row in cells)
    assert "<td>" in QApplication.clipboard().mimeData().html()
    press(qtbot, window, Key.Key_Delete)
    assert [text(window, row, place) for row in (1, 2) for place in (1, 2)] == [""] * 4
    assert window.session.history.undo_name == "4 cells cleared"
    press(qtbot, window, Key.Key_V, CONTROL)
    assert [[text(window, r, p) for p in (1, 2)] for r in (1, 2)] == cells
    rated(qtbot, window)


def test_a_clean_paste_is_made_at_once_and_others_are_shown_first(qtbot, window):
    before = window.session.document
    QApplication.clipboard().setText("Rook, Ada\t1600\t12\nBishop, Bo\t1500\t9\n")
    type_at(qtbot, window, 1, "name", (Key.Key_V, CONTROL))
    assert names(window)[:2] == ["Rook, Ada", "Bishop, Bo"]
    assert window.messages.text == "Paste 6 cells: done."
    assert not window.paste_panel.isVisible()
    press_button(qtbot, window, "messageWayOut")
    assert window.session.document is before
    rated(qtbot, window)
    QApplication.clipboard().setText("Rook, Ada\tstrong\nBishop, Bo\t1500")
    type_at(qtbot, window, 12, "name", (Key.Key_V, CONTROL))
    panel = window.paste_panel
    assert panel.isVisible()
    assert window.session.document is before
    assert "3 valid cells, 1 new player, 1 not valid" in panel.title.text()
    assert "is not valid: not a valid rating" in panel.lines.item(0).text()
    press_button(qtbot, window, "pasteChoice1")
    assert names(window)[11:] == ["Rook, Ada", "Bishop, Bo"]
    press(qtbot, window, Key.Key_Z, CONTROL)
    assert window.session.document is before
    rated(qtbot, window)
    count = len(window.session.document.sections)
    QApplication.clipboard().setText(PAGE)
    click(qtbot, window, 1, "name")
    press(qtbot, window, Key.Key_V, CONTROL)
    panel = window.paste_panel
    # Both times, the page is read in the background.
    qtbot.waitUntil(panel.date.isVisible)
    press_keys(qtbot, window, "2025-06-01", Key.Key_Return)
    qtbot.waitUntil(lambda: "1 section" in panel.title.text())
    press_button(qtbot, window, "pasteChoice1")
    sections = window.session.document.sections
    assert len(sections) == count + 1
    assert sections[-1].end_date == dt.date(2025, 6, 1)
    assert window.session.selection.section == count
    assert window.top.tabs.currentIndex() == count
    rated(qtbot, window)


PAGE = """\
-----------------------------------------------------------------------------------
 Pair | Player Name                     |Total|Round|Round|
 Num  | USCF ID / Rtg (Pre->Post)       | Pts |  1  |  2  |
-----------------------------------------------------------------------------------
    1 | ADA ROOK                        |2.0  |W   2|B    |
   IL | 10000001 / R: 1500   ->1510     |     |W    |     |
-----------------------------------------------------------------------------------
    2 | BO BISHOP                       |0.0  |L   1|U    |
   IL | 10000002 / R: 1400   ->1390     |     |B    |     |
-----------------------------------------------------------------------------------
"""


def heading(qtbot: QtBot, window: MainWindow, what: str | int) -> None:
    column = column_of(window, what)
    header = window.crosstable.view.horizontalHeader()
    place = QPoint(header.sectionViewportPosition(column) + 12, header.height() // 2)
    qtbot.mouseClick(header.viewport(), LEFT, pos=place)


def test_headings_sort_and_the_filter_narrows_the_view(qtbot, window, watch):
    document, paired = window.session.document, names(window)
    heading(qtbot, window, "name")
    assert names(window) == sorted(paired)
    heading(qtbot, window, "name")
    assert names(window) == sorted(paired, reverse=True)
    first = names(window)[0]
    enter(qtbot, window, 1, "rating", "1999")
    assert names(window)[0] == first
    (row,) = (p for p in section_of(window).players if p.name == first)
    assert row.facts("R").rating == 1999
    press(qtbot, window, Key.Key_Z, CONTROL)
    heading(qtbot, window, "name")
    assert names(window) == paired
    assert window.session.document is document
    rated(qtbot, window)
    everybody = names(window)
    type_at(qtbot, window, 1, 1, (Key.Key_F, CONTROL), everybody[4][:6].lower())
    assert everybody[4] in names(window)
    assert len(names(window)) < len(everybody)
    press(qtbot, window, Key.Key_Escape)
    assert names(window) == everybody
    assert not window.crosstable.field.isVisible()
    assert keyboard(window) is not window.crosstable.field


def test_sections_are_added_renamed_and_removed_to_the_last(qtbot, window):
    tabs, start = window.top.tabs, window.session.document
    count = tabs.count()
    press_button(qtbot, window, "addSectionButton")
    assert (tabs.count(), tabs.currentIndex()) == (count + 1, count)
    qtbot.mouseDClick(tabs, LEFT, pos=tabs.tabRect(count).center())
    line = find_part(tabs, QLineEdit, "sectionName")
    qtbot.keyClicks(line, "Blitz & more")
    qtbot.keyClick(line, Key.Key_Return)
    assert window.session.document.sections[count].name == "Blitz & more"
    assert tabs.tabText(count) == "Blitz && more"
    remove(qtbot, window, "removeSection")
    assert tabs.count() == count
    for _ in range(3):
        window.session.undo_edit()
    assert window.session.document is start
    rated(qtbot, window)
    while window.session.document.sections:
        remove(qtbot, window, "removeSection")
    empty = window.session.document
    window.crosstable.view.setFocus()
    press_keys(qtbot, window, Key.Key_Delete, Key.Key_Backspace)
    press(qtbot, window, Key.Key_X, CONTROL)
    window.named_actions["cut"].trigger()
    assert window.session.document is empty


def test_beside_the_window_no_stale_rating_is_shown(qtbot, window):
    session = window.session
    session.threshold = -1.0
    shown = []
    session.rated.connect(lambda: shown.append(session.up_to_date))
    for cell in ("w3", "d3", "l3"):
        type_at(qtbot, window, 1, 5, cell, Key.Key_Return)
    rated(qtbot, window)
    assert shown
    assert all(shown)
    direct = Session(session.document, resolve_rules)
    rating, other = session.find_system_rating(), direct.find_system_rating()
    assert rating.find_trace(1).post == other.find_trace(1).post
    direct.close()


def test_closing_leaves_no_timer_and_no_thread(qtbot, window):
    window.session.threshold = -1.0
    enter(qtbot, window, 1, 5, "w3")
    window.session.undo_edit()
    window.close()
    assert [t for t in window.session.findChildren(QTimer) if t.isActive()] == []
    assert not window.session.busy


def marked_rows(window: MainWindow, kind: str) -> list[int]:
    model, column = window.crosstable.model, column_of(window, kind)
    painted = [model.make_painted(row, column) for row in range(model.rowCount())]
    return [row for row, cell in enumerate(painted, 1) if cell and cell.marked]


def test_another_members_id_is_an_error_until_it_is_corrected(qtbot, window):
    click(qtbot, window, 4, "name")
    right, names = text(window, 4, "id"), [text(window, n, "name") for n in (1, 4)]
    before = [text(window, n, "post") for n in range(1, 13)]
    wrong = text(window, 1, "id")
    enter(qtbot, window, 4, "id", wrong)
    said = f"{names[0]} and {names[1]} have the same member ID {wrong}."
    qtbot.waitUntil(lambda: bool(window.session.findings))
    (finding,) = window.session.findings
    assert finding.severity == "stops"
    assert marked_rows(window, "name") == marked_rows(window, "id") == [1, 4]
    assert said in hint(window, 1, "name")
    assert said in hint(window, 4, "id")
    assert "Correct the ID of one of them" in hint(window, 4, "id")
    assert said in window.problems.rows[0].text
    assert window.problems.count_group("error") == 1
    assert [text(window, n, "post") for n in range(1, 13)] == before
    assert not window.session.shown.around
    enter(qtbot, window, 4, "id", right)
    qtbot.waitUntil(lambda: not window.session.findings)
    assert marked_rows(window, "name") == marked_rows(window, "id") == []
    assert window.problems.count_group("error") == 0
    assert [text(window, n, "post") for n in range(1, 13)] == before


def entered_names(window: MainWindow) -> list[str]:
    return [player.name for player in section_of(window).players]


def wait_for_names(qtbot: QtBot, window: MainWindow, *expected: str) -> None:
    qtbot.waitUntil(lambda: entered_names(window) == list(expected))


def test_a_name_and_return_add_a_player_that_undo_takes_back(qtbot, window):
    section = Section("Open", systems=("R",), players=(Player(1),))
    new = Document("New Open", window.session.document.end_date, (section,))
    window.session.show_document(new, None)
    window.crosstable.focus_cell(0, None)
    for name in ("Castle, Ada", "Knightly, Ben", "Bishop, Alma"):
        press_keys(qtbot, window, name, Key.Key_Return)
    # The second Enter removes the row that waits for the next name.
    assert entered_names(window) == ["Castle, Ada", "Knightly, Ben", "Bishop, Alma", ""]
    assert editor(window) is not None
    press(qtbot, window, Key.Key_Return)
    wait_for_names(qtbot, window, "Castle, Ada", "Knightly, Ben", "Bishop, Alma")
    assert editor(window) is None
    assert window.session.selection.row == 2
    assert window.session.history.undo_name == "Player 3 added"
    assert "Player 3 added" in window.named_actions["undo"].text()
    for left in (["Castle, Ada", "Knightly, Ben"], ["Castle, Ada"]):
        press(qtbot, window, Key.Key_Z, CONTROL)
        assert entered_names(window) == left
    press(qtbot, window, Key.Key_Z, CONTROL)
    assert window.session.document is new


def test_no_row_stays_empty_or_is_added_below_results(qtbot, window):
    one_key = [Key.Key_Escape], [Key.Key_Return], [Key.Key_Up]
    for keys in (*one_key, [Key.Key_Tab, Key.Key_Up], []):
        before = entered_names(window)
        type_at(qtbot, window, 12, "name", Key.Key_Return)
        assert window.session.selection.row == 12
        for key in keys:
            assert entered_names(window) == [*before, ""]
            press(qtbot, window, key)
        if not keys:
            click(qtbot, window, 3, 2)
        wait_for_names(qtbot, window, *before)
        assert window.session.selection.row == (11 if keys else 2)
        assert window.session.history.saved
    for what in (1, 5, 6, "points", "post"):
        before = window.session.document
        type_at(qtbot, window, 12, what, Key.Key_Return)
        assert window.session.document is before
        assert window.session.selection.row == 11
    before = window.session.document
    window.crosstable._sort_by(1)
    type_at(qtbot, window, 12, "name", Key.Key_Return)
    assert window.session.document is before


def test_rows_are_added_with_a_rating_first_or_left_empty(qtbot, window):
    fresh = window.session.document
    before = entered_names(window)
    click(qtbot, window, 12, "rating")
    press_keys(qtbot, window, Key.Key_Return, Key.Key_Tab, Key.Key_Tab, "1450")
    press(qtbot, window, Key.Key_Return)
    # The row is no longer empty, so another one is added.
    assert entered_names(window) == [*before, "", ""]
    assert text(window, 13, "rating") == "1450"
    press(qtbot, window, Key.Key_Escape)
    wait_for_names(qtbot, window, *before, "")
    window.session.show_document(fresh, None)
    press_keys(qtbot, window, Key.Key_Insert, Key.Key_Escape)
    for _ in range(3):
        press(qtbot, window, Key.Key_Return)
    click(qtbot, window, 2, 1)
    assert len(entered_names(window)) == 13
    window.session.show_document(fresh, None)
    session = window.session
    press_button(qtbot, window, "addSectionButton")
    session.select(section=0)
    window.named_actions["addPlayer"].trigger()
    place = len(session.document.sections) - 1
    session.select(section=place)
    session.apply_edit(rename_section, place, "Other")
    assert session.document.sections[place].name == "Other"


def test_after_ins_the_name_is_open_wherever_the_keyboard_was(qtbot, window):
    for go in (
        lambda: click(qtbot, window, 4, "name"),
        lambda: click(qtbot, window, 4, 3),
        lambda: window.show_view("view-explanation"),
        lambda: press(qtbot, window, Key.Key_I, CONTROL),
    ):
        go()
        press(qtbot, window, Key.Key_Insert)
        assert keyboard(window) is editor(window)
        press_keys(qtbot, window, "Rookie, Una", Key.Key_Return)
        assert text(window, 13, "name") == "Rookie, Una"
        press(qtbot, window, Key.Key_Escape)
        qtbot.waitUntil(lambda: len(entered_names(window)) == 13)
        assert window.session.history.undo_name == "Player 13 added"
        press(qtbot, window, Key.Key_Z, CONTROL)
        assert len(entered_names(window)) == 12


def test_rows_are_inserted_swapped_moved_and_renumbered(qtbot, window):
    before = window.session.document
    click(qtbot, window, 4, "name")
    press_keys(qtbot, window, (Key.Key_Insert, ALT), "Rookie, Una", Key.Key_Return)
    assert entered_names(window)[3:5] == ["Rookie, Una", "Rook, Milo"]
    press(qtbot, window, Key.Key_Z, CONTROL)
    assert window.session.document is before
    click(qtbot, window, 3, "name")
    window.named_actions["swapPlayers"].trigger()
    assert "Select the two players first" in window.messages.text
    for _ in range(2):
        press(qtbot, window, Key.Key_Down, SHIFT)
    window.named_actions["swapPlayers"].trigger()
    assert entered_names(window)[2:5] == ["Pawn, Iris", "Rook, Milo", "Bishop, Alma"]
    assert (text(window, 3, 1), text(window, 5, 1)) == ("W9", "W11")
    assert window.session.history.undo_name == "Players 3 and 5 swap places"
    window.named_actions["swapPlayers"].trigger()
    old, new = before.sections, window.session.document.sections
    assert old == new
    first, second = names(window)[:2]
    type_at(qtbot, window, 1, "name", (Key.Key_Down, ALT))
    assert names(window)[:2] == [second, first]
    assert window.session.selection.row == 1
    press(qtbot, window, Key.Key_Up, ALT)
    assert names(window)[:2] == [first, second]
    opponent = int(text(window, 1, 1)[1:])
    enter(qtbot, window, 1, "number", "77")
    assert text(window, opponent, 1)[1:] == "77"
    enter(qtbot, window, 1, "number", "2")
    assert "Player 2 already exists" in window.messages.text


def test_the_name_of_a_new_player_is_typed_in_sight(qtbot, window):
    """There are more players than fit on the screen."""
    window.session.show_document(paired(24, 5), None)
    press(qtbot, window, Key.Key_Insert)
    for name in ("Rookie, Una", "Newman, Noah", "Late, Lena"):
        press_keys(qtbot, window, name, Key.Key_Return)
        QApplication.processEvents()
        view, line = window.crosstable.view, editor(window)
        assert view.viewport().rect().contains(line.geometry())
        assert view.indexAt(line.geometry().center()) == window.crosstable.at.index


def test_an_open_editor_is_kept_and_not_opened_again(qtbot, window):
    table = window.crosstable
    click(qtbot, window, 3, "name")
    qtbot.keyClick(table.view, Key.Key_F2)
    opened = editor(window)
    open_editor(table.view, table.at.index)
    assert editor(window) is opened


def test_an_empty_row_is_not_saved_and_goes_later(qtbot, window, tmp_path):
    before = entered_names(window)
    window.session.path = tmp_path / "kept.uscalc"
    click(qtbot, window, 12, "name")
    press(qtbot, window, Key.Key_Return)
    assert len(entered_names(window)) == 13
    press(qtbot, window, Key.Key_S, CONTROL)
    kept = open_event(tmp_path / "kept.uscalc").document
    assert [player.name for player in kept.sections[0].players] == before
    assert entered_names(window) == before
    click(qtbot, window, 12, "name")
    press(qtbot, window, Key.Key_Return)
    type_at(qtbot, window, 1, 5, "d", Key.Key_Return)
    wait_for_names(qtbot, window, *before)
    assert (text(window, 1, 5), text(window, 3, 5)) == ("D3", "D1")
    assert window.session.history.undo_name == "Round 5: 1 draws with 3"
    press(qtbot, window, Key.Key_Z, CONTROL)
    assert window.session.history.saved
    type_at(qtbot, window, 12, "rating", Key.Key_Return)
    assert len(entered_names(window)) == 13
    press_keys(qtbot, window, Key.Key_Insert, "Rookie, Una", Key.Key_Tab)
    assert entered_names(window) == [*before, "Rookie, Una"]
