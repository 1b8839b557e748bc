"""Registration: walk-ins, namesakes, re-entries, new players, and playing up."""

import datetime as dt
import itertools
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu, QWidget
from pytestqt.qtbot import QtBot

from tests.ratinglist import list_files as lists
from tests.ui import driving as ui
from tests.ui.keys import CONTROL, SHIFT, Key
from uscalc.document.model import Edit, Player, with_player
from uscalc.ratinglist.importing import ImportOrder
from uscalc.ratinglist.roles import Role
from uscalc.ratinglist.store import add_list
from uscalc.ui.rating_list.importing import ImportListDialog
from uscalc.ui.rating_list.lists import get_rating_lists
from uscalc.ui.rating_list.view import RatingListView
from uscalc.ui.window.main_window import MainWindow

DAY = dt.date(2025, 8, 1)
ROLES: tuple[Role, ...] = ("id", "name", "state", "expires", "R", "Q")
WANDA = lists.member(
    700007, MEM_NAME="WALKINA, WANDA", R_LPB_RAT="1806", Q_LPB_RAT="1500/7", STATE="OH"
)
EXPIRED = lists.member(700008, MEM_NAME="LATELY, LEO", EXPIRED="20250331")


def bring_list(
    qtbot: QtBot,
    window: MainWindow,
    *members: lists.Member,
    day: dt.date = DAY,
    roles: tuple[Role, ...] = ROLES,
) -> None:
    folder = window.folders.lists
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{day}.dbf"
    file.write_bytes(lists.dbf(members))
    add_list(ImportOrder(file, file.name, roles, day), folder)
    found = get_rating_lists(window)
    found.refresh()
    qtbot.waitUntil(lambda: any(one.date == day for one in found.lists))


@pytest.fixture
def desk(qtbot: QtBot, window: MainWindow, other_event: Path) -> RatingListView:
    """Open a window on two sections, with a supplement, and the focus in the crosstable."""
    window.resize(1280, 800)
    ui.open_file(qtbot, window, other_event)
    bring_list(qtbot, window, WANDA, EXPIRED, *lists.TWINS, *lists.members(300))
    ui.click(qtbot, window, 1, "name")
    return window.get_view("view-registration")


def ask(qtbot: QtBot, window: MainWindow, view: RatingListView, typed: str) -> None:
    """Press F4, type, and wait for the results."""
    ui.press_keys(qtbot, window, Key.Key_F4, typed)
    qtbot.waitUntil(lambda: not view.searching)


def register(qtbot, window, view: RatingListView, typed: str) -> None:
    ask(qtbot, window, view, typed)
    ui.press(qtbot, window, Key.Key_Return)


def players(window: MainWindow, section: int = 0) -> tuple[Player, ...]:
    return window.session.document.sections[section].players


def last(window: MainWindow, section: int = 0) -> Player:
    return players(window, section)[-1]


def test_a_walk_in_gets_a_row_with_all_data_of_the_supplement(qtbot, window, desk):
    before = window.session.document
    ask(qtbot, window, desk, "wand walk")
    assert "1 member found" in desk.status.text()
    ui.press(qtbot, window, Key.Key_Return)
    entered = last(window)
    told = entered.number, entered.name, entered.id
    assert told == (3, "Walkina, Wanda", "90700007")
    regular, quick = entered.facts("R"), entered.facts("Q")
    assert (regular.rating, regular.source, regular.as_of) == (1806.0, "official", DAY)
    assert (quick.rating, quick.games) == (1500.0, 7)
    shown = [ui.text(window, 3, what) for what in ("name", "rating")]
    assert shown == ["Walkina, Wanda", "1806"]
    # The row is visible, and the box is ready for the next player.
    view = window.crosstable.view
    rect = view.visualRect(view.model().index(2, 1))
    assert view.viewport().rect().contains(rect.center())
    assert ui.keyboard(window) is desk.search
    assert desk.search.text() == ""
    assert "Registered player 3: Walkina, Wanda" in desk.status.text()
    qtbot.waitUntil(lambda: window.session.up_to_date)
    assert window.session.findings == ()
    # Undo in the empty box removes the player in one step.
    ui.press(qtbot, window, Key.Key_Z, CONTROL)
    assert window.session.document is before
    qtbot.waitUntil(lambda: "player 3" not in desk.status.text())
    ask(qtbot, window, desk, "90700008")
    assert "! 3/31/2025" in str(desk.model.index(0, 3).data())
    assert "expired on 3/31/2025, before the event ended" in desk.preview.get_text()
    ui.press(qtbot, window, Key.Key_Return)
    assert last(window).name == "Lately, Leo"
    ui.type_at(qtbot, window, 1, "name", (Key.Key_F, CONTROL), "Player 1")
    register(qtbot, window, desk, "walkina")
    assert window.crosstable.model.rowCount() == 4


def test_registration_keeps_its_layout_with_any_message(qtbot, window, desk):
    # There is much to say about an expired member who is only in a later list.
    name = "FRESHLY, FERNANDA-FLORENTINA"
    fern = lists.member(700009, MEM_NAME=name, EXPIRED="20250331")
    bring_list(qtbot, window, fern, day=dt.date(2026, 2, 1))
    line, table = desk.fontMetrics().lineSpacing(), desk.table
    for size in ((1210, 600), (1024, 768), (1280, 800), (1920, 1080)):
        window.resize(*size)
        ui.press(qtbot, window, Key.Key_F4)
        QApplication.processEvents()
        before = window.crosstable.height(), desk.search.mapToGlobal(QPoint())
        for typed in ("walkina", "freshly", "twinne t") * 2:
            ask(qtbot, window, desk, typed)
            QApplication.processEvents()
            assert table.horizontalScrollBar().maximum() == 0
            assert not table.isColumnHidden(4)
            assert desk.preview.height() >= 3 * line
            ui.press(qtbot, window, Key.Key_Return)
            QApplication.processEvents()
            now = window.crosstable.height(), desk.search.mapToGlobal(QPoint())
            assert now == before
            desk.search.clear()


def test_a_supplement_after_the_events_end_is_used_last(qtbot, window, desk):
    later = {**WANDA, "R_LPB_RAT": "1999"}
    only = lists.member(900, MEM_NAME="FRESHLY, FERN")
    bring_list(qtbot, window, later, only, day=dt.date(2026, 2, 1))
    ask(qtbot, window, desk, "walkina")
    assert "Regular 1806" in desk.preview.get_text()
    desk.search.clear()
    ask(qtbot, window, desk, "freshly")
    said = "dated after the event ended (9/1/2025). Its ratings will be used"
    assert said in desk.preview.get_text()
    found = window.session.findings
    ui.press(qtbot, window, Key.Key_Return)
    assert said in desk.status.text()
    assert last(window).facts("R").as_of is None
    qtbot.waitUntil(lambda: window.session.up_to_date)
    assert window.session.findings == found


def test_registration_opens_anywhere_and_is_read_in_order(qtbot, window, desk):
    window.show_view("view-player-details")
    assert window.right.isAncestorOf(ui.keyboard(window))
    ui.press(qtbot, window, Key.Key_F4)
    assert ui.keyboard(window) is desk.search
    ui.type_at(qtbot, window, 1, "name", "Half, Typed", Key.Key_F4)
    assert ui.keyboard(window) is desk.search
    assert players(window)[0].name == "Half, Typed"
    # Esc clears the box, and then returns to the table.
    ui.press_keys(qtbot, window, "walk", Key.Key_Escape)
    assert desk.search.text() == ""
    ui.press(qtbot, window, Key.Key_Escape)
    assert ui.keyboard(window) is window.crosstable.view
    ask(qtbot, window, desk, "walkina")
    found = positions(qtbot, desk, desk.search)
    middle = desk.width() // 2
    left, right = found[:2], found[2:]
    assert all(place.x() < middle for place in left)
    assert len([place for place in right if place.x() > middle]) == len(right) >= 3
    assert as_read(left), left
    assert as_read(right), right


def test_return_waits_for_the_list_of_what_is_typed(qtbot, window, desk):
    ui.press(qtbot, window, Key.Key_F4)
    # All keys come at once, without a turn of the event loop between them.
    line = desk.search
    for typed in ("walkina w", "lately leo"):
        QTest.keyClicks(line, typed)
        QTest.keyClick(line, Key.Key_Return)
    assert len(players(window)) == 2
    qtbot.waitUntil(lambda: len(players(window)) == 4)
    assert [p.name for p in players(window)[2:]] == ["Walkina, Wanda", "Lately, Leo"]
    assert line.text() == ""


def test_no_member_is_registered_unseen(qtbot, window, desk):
    ui.press(qtbot, window, Key.Key_F4)
    line = desk.search
    for typed in ("twinne te", "lately leo"):
        QTest.keyClicks(line, typed)
        QTest.keyClick(line, Key.Key_Return)
    qtbot.waitUntil(lambda: not desk.searching)
    assert "10 members found" in desk.status.text()
    assert "Select one" in desk.status.text()
    assert line.text() == "twinne te"
    assert len(players(window)) == 2
    desk.search.clear()
    QTest.keyClicks(desk.search, "walkima")
    QTest.keyClick(desk.search, Key.Key_Return)
    qtbot.waitUntil(lambda: not desk.searching)
    assert [entry.name for entry in desk.model.entries] == ["Walkina, Wanda"]
    assert len(players(window)) == 2
    assert desk.status.text() == (
        "No exact match. 1 name is spelled similarly. Select one, then press Enter."
    )
    assert desk.status.property("warns") is True
    ui.press(qtbot, window, Key.Key_Return)
    assert last(window).name == "Walkina, Wanda"


def test_namesakes_are_settled_by_keys_alone(qtbot, window, desk):
    down, up, port = Key.Key_Down, Key.Key_Up, desk.table.viewport()
    for state, typed, *keys in (
        *((3, "twinne te", down, down, down), (9, "twinne te", up, up)),
        (1, "twinne te", Key.Key_PageDown, Key.Key_PageUp, down),
        *((1, "twinne tx"), (7, "twinne 97"), (6, "twinne 556")),
    ):
        ask(qtbot, window, desk, typed)
        for key in keys:
            ui.press(qtbot, window, key)
        assert ui.keyboard(window) is desk.search
        row = desk.table.currentIndex().row()
        # Everything that distinguishes them is visible beside the name.
        heads = [desk.model.headerData(i, Qt.Orientation.Horizontal) for i in range(6)]
        assert heads == ["Name", "State", "ID", "Expires", "Regular", "Quick"]
        for column in range(5):
            rect = desk.table.visualRect(desk.model.index(row, column))
            assert port.rect().contains(rect.center())
        assert desk.model.index(row, 1).data() == lists.STATES[state]
        assert desk.model.index(row, 4).data() == str(1000 + state)
        ui.press(qtbot, window, Key.Key_Return)
        assert last(window).id == lists.TWINS[state]["MEM_ID"]
        assert last(window).facts("R").rating == 1000.0 + state
        ui.press(qtbot, window, Key.Key_Z, CONTROL)


def test_the_selected_member_stays_selected_when_others_are_added(qtbot, window, desk):
    ask(qtbot, window, desk, "twinne te")
    for _ in range(3):
        ui.press(qtbot, window, Key.Key_Down)
    # From now on, members of the event's state come first.
    texan = replace(players(window)[0], state="TX")
    window.session.apply_edit(lambda now: Edit(with_player(now, 0, 0, texan), "TX"))
    qtbot.waitUntil(lambda: desk.model.entries[0].state == "TX")
    ui.press(qtbot, window, Key.Key_Return)
    assert last(window).id == lists.TWINS[3]["MEM_ID"]


def test_a_member_in_the_event_is_entered_again_by_enter(qtbot, window, desk):
    register(qtbot, window, desk, "walkina")
    ask(qtbot, window, desk, "walkina")
    assert desk.model.index(0, 0).data() == "Walkina, Wanda  (#3 here)"
    assert "Press Enter twice to re-enter" in desk.preview.get_text()
    ui.press(qtbot, window, Key.Key_Return)
    assert len(players(window)) == 3
    assert "Press Enter again" in desk.status.text()
    ui.press_keys(qtbot, window, Key.Key_Down, Key.Key_Up, Key.Key_Return)
    assert len(players(window)) == 3
    ui.press(qtbot, window, Key.Key_Return)
    assert [p.id for p in players(window)[2:]] == ["90700007", "90700007"]
    assert last(window).ratings == players(window)[2].ratings
    qtbot.waitUntil(lambda: window.session.up_to_date)
    assert window.session.findings == ()


def test_a_member_of_another_section_enters_this_one_too_or_moves(qtbot, window, desk):
    register(qtbot, window, desk, "walkina")
    ui.press(qtbot, window, Key.Key_PageDown, CONTROL)
    assert window.session.selection.section == 1
    ask(qtbot, window, desk, "walkina")
    assert desk.model.index(0, 0).data() == "Walkina, Wanda  (#3 in Upper)"
    assert "Shift+Enter to move this entry" in desk.preview.get_text()
    before = window.session.document
    ui.press(qtbot, window, Key.Key_Return, SHIFT)
    assert [p.number for p in players(window, 0)] == [1, 2]
    assert last(window, 1).id == "90700007"
    window.named_actions["undo"].trigger()
    assert window.session.document is before
    register(qtbot, window, desk, "walkina")
    ui.press(qtbot, window, Key.Key_Return)
    assert last(window, 0).id == last(window, 1).id == "90700007"


def test_a_namesake_without_an_id_is_reported_or_added_as_new(qtbot, window, desk):
    ui.type_at(qtbot, window, 2, "name", "Walkina, Wanda")
    ask(qtbot, window, desk, "walkina")
    assert desk.model.index(0, 0).data() == "Walkina, Wanda  (#2 here, no ID)"
    ui.press(qtbot, window, Key.Key_Return)
    assert len(players(window)) == 2
    ask(qtbot, window, desk, "walkina wi")
    assert desk.model.index((desk.model.rowCount() - 1), 0).data() == (
        "Add “Walkina Wi” as a new player, without an ID  (Ctrl+Enter)"
    )
    ui.press_keys(qtbot, window, Key.Key_Up, Key.Key_Return)
    assert (last(window).name, last(window).id) == ("Walkina Wi", None)
    assert (ui.text(window, 3, "rating"), desk.search.text()) == ("unr", "")


def test_one_key_adds_as_new_though_members_fit(qtbot, window, desk):
    ask(qtbot, window, desk, "Twinne, Tessa")
    ui.press(qtbot, window, Key.Key_Return, CONTROL)
    assert (last(window).name, last(window).id) == ("Twinne, Tessa", None)
    ui.type_text(qtbot, window, "de la o'nova, nora-mae 32123456")
    qtbot.waitUntil(lambda: not desk.searching)
    ui.press(qtbot, window, Key.Key_Return)
    entered = last(window)
    assert (entered.name, entered.id) == ("De La O'Nova, Nora-Mae", "32123456")
    # The same person is added again only if this is requested twice.
    for typed in ("nora-mae de la o'nova", "somebody else 32123456"):
        before = window.session.document
        ask(qtbot, window, desk, typed)
        assert "Possible duplicate: player 4 in this section" in desk.preview.get_text()
        ui.press(qtbot, window, Key.Key_Return, CONTROL)
        assert window.session.document is before
        assert "Press the same key again" in desk.status.text()
        desk.search.clear()
    ask(qtbot, window, desk, "nora-mae de la o'nova")
    for count in (4, 5):
        ui.press(qtbot, window, Key.Key_Return)
        assert len(players(window)) == count


def test_without_a_supplement_or_another_section_registration_says_so(qtbot, window):
    ui.press(qtbot, window, Key.Key_F4)
    view = window.get_view("view-registration")
    qtbot.waitUntil(lambda: "No rating supplement imported yet" in view.status.text())
    ui.press_keys(qtbot, window, "nova nora", Key.Key_Return)
    qtbot.waitUntil(lambda: len(players(window)) == 13)
    assert last(window).name == "Nova Nora"
    ui.type_at(qtbot, window, 1, "name", (Key.Key_F4, SHIFT))
    assert "No other section" in window.messages.text
    ui.press(qtbot, window, Key.Key_Insert)
    assert not window.messages.text, "what was done is no longer refused"


def test_an_event_without_a_section_gets_one(qtbot, window, desk):
    for _ in range(2):
        ui.remove(qtbot, window, "removeSection")
    before = window.session.document
    register(qtbot, window, desk, "walkina")
    assert last(window).name == "Walkina, Wanda"
    window.named_actions["undo"].trigger()
    assert window.session.document is before


def test_a_name_just_typed_is_looked_up_by_one_key_and_filled(qtbot, window, desk):
    ui.click(qtbot, window, 2, "name")
    ui.press_keys(qtbot, window, Key.Key_Return, "walk wa", (Key.Key_L, CONTROL))
    assert ui.keyboard(window) is desk.search
    qtbot.waitUntil(lambda: not desk.searching)
    assert desk.player_label.text() == "Press Enter to update 3  walk wa"
    ui.press(qtbot, window, Key.Key_Return)
    filled = last(window)
    assert len(players(window)) == 3
    assert (filled.name, filled.id) == ("Walkina, Wanda", "90700007")
    assert filled.facts("R").rating == 1806.0
    assert ui.keyboard(window) is window.crosstable.view
    assert window.session.selection.row == 2


def test_the_name_above_the_waiting_row_is_used(qtbot, window, desk):
    ui.type_at(qtbot, window, 2, "name", Key.Key_Return, "Lately, Leo", Key.Key_Return)
    assert len(players(window)) == 4
    ui.press(qtbot, window, Key.Key_L, CONTROL)
    qtbot.waitUntil(lambda: not desk.searching)
    ui.press(qtbot, window, Key.Key_Return)
    assert len(players(window)) == 3
    assert (last(window).name, last(window).id) == ("Lately, Leo", "90700008")


def test_a_member_in_another_row_needs_a_second_enter(qtbot, window, desk):
    register(qtbot, window, desk, "walkina")
    ui.type_at(qtbot, window, 2, "name", "Walkina, Wanda", (Key.Key_L, CONTROL))
    qtbot.waitUntil(lambda: not desk.searching)
    assert "player 3 also has the ID 90700007" in desk.preview.get_text()
    ui.press(qtbot, window, Key.Key_Return)
    assert players(window)[1].id is None
    ui.press(qtbot, window, Key.Key_Return)
    assert players(window)[1].id == "90700007"


def test_f4_after_a_look_up_enters_again(qtbot, window, desk):
    ui.press(qtbot, window, Key.Key_L, CONTROL)
    qtbot.waitUntil(lambda: not desk.searching)
    assert desk.search.text() == "Player 1"
    ask(qtbot, window, desk, "walkina")
    assert desk.search.text() == "walkina"
    ui.press(qtbot, window, Key.Key_Return)
    assert players(window)[0].id is None
    assert last(window).id == "90700007"


def menu(window: MainWindow) -> QMenu:
    return next(m for m in window.findChildren(QMenu, "playUpMenu") if m.isVisible())


def test_players_play_up_and_move_up_only_without_results(qtbot, window, desk):
    before = window.session.document
    ui.press(qtbot, window, Key.Key_F4, SHIFT)
    offered = menu(window)
    assert [a.text() for a in offered.actions()] == ["Also enter in Lower && last"]
    qtbot.keyClick(offered, Key.Key_Return)
    assert window.session.selection.section == 1
    up = last(window, 1)
    assert (up.number, up.name, up.results) == (3, "Player 1", ("",))
    assert up.ratings == before.sections[0].players[0].ratings
    window.named_actions["undo"].trigger()
    assert window.session.document is before
    window.session.select(section=0)
    register(qtbot, window, desk, "walkina")
    before = window.session.document
    cell_menu = ui.find_part(window, QMenu, "cellMenu")
    assert "playUp" in [a.objectName() for a in cell_menu.actions()]
    ui.click(qtbot, window, 3, "name")
    window.named_actions["playUp"].trigger()
    offered = menu(window)
    ways = [a.text() for a in offered.actions() if not a.isSeparator()]
    assert ways == ["Move to Lower && last", "Also enter in Lower && last"]
    qtbot.keyClick(offered, Key.Key_Return)
    assert len(players(window, 0)) == 2
    assert last(window, 1).id == "90700007"
    assert (window.session.selection.section, window.session.selection.row) == (1, 2)
    window.named_actions["undo"].trigger()
    assert window.session.document is before


def positions(qtbot: QtBot, within: QWidget, first: QWidget) -> list[QPoint]:
    """Return the places that Tab visits, from a control until it returns or leaves."""
    first.setFocus()
    found: list[QPoint] = []
    seen: list[QWidget] = []
    while True:
        focus = QApplication.focusWidget()
        if focus is None or focus in seen or not within.isAncestorOf(focus):
            return found
        seen.append(focus)
        found.append(focus.mapTo(within, QPoint(0, 0)))
        qtbot.keyClick(focus, Key.Key_Tab)


def as_read(found: list[QPoint], line: int = 16) -> bool:
    """Return whether places go from top to bottom, and within a line from left to right."""
    pairs = itertools.pairwise(found)
    return all(
        below.y() > above.y() + line
        or (abs(below.y() - above.y()) <= line and below.x() > above.x())
        for above, below in pairs
    )


def examine_list(qtbot: QtBot, dialog: ImportListDialog, file: Path) -> None:
    """Give the dialog a list, and name the content of its last column."""
    file.write_bytes(lists.dbf([lists.member(1)]))
    dialog.examine_file(file)
    qtbot.waitUntil(lambda: not dialog.looking)
    qtbot.keyClick(ui.find_part(dialog, QWidget, "importRole5"), Key.Key_End)


def test_the_import_is_gone_through_and_left_by_keys(qtbot, window, tmp_path):
    window.named_actions["importList"].trigger()
    dialog = ui.find_part(window, ImportListDialog)
    qtbot.waitUntil(dialog.choose_file.hasFocus)
    QTest.keyClick(dialog.choose_file, Key.Key_Return)
    asks = dialog.findChild(QFileDialog, "importFileDialog")
    assert asks is not None, "the first button of an empty dialog"
    asks.reject()
    ui.activate(qtbot, dialog)
    examine_list(qtbot, dialog, tmp_path / "LIST.DBF")
    assert dialog.import_button.isDefault()
    found = positions(qtbot, dialog, dialog.choose_file)
    assert len(found) >= 9
    assert as_read(found), found
    dialog.cancel_button.setFocus()
    QTest.keyClick(dialog.cancel_button, Key.Key_Return)
    assert not dialog.isVisible()
    assert not any(window.folders.lists.glob("*")), "left, and nothing imported"
