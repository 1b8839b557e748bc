"""Every row, as it is seen, belongs to one player, and rows with games go after a question."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QApplication, QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from tests.often import often
from tests.ui.bar_font import bars_and_boxes, read
from tests.ui.driving import click, find_part, press, removal, text, type_text
from tests.ui.keys import CONTROL, LEFT, SHIFT, Key
from tests.ui.table_life import STEPS, check, event, screen, settle, take, written
from uscalc.document.edit import structure
from uscalc.document.model import Document
from uscalc.rules.resolve import resolve_rules
from uscalc.ui.session.session import Session
from uscalc.ui.theme.theme import Theme
from uscalc.ui.window.main_window import MainWindow


@pytest.fixture
def theme(qapp: QApplication, tmp_path: Path) -> Iterator[Theme]:
    """The window in a type that can be read off the screen."""
    with bars_and_boxes(qapp, tmp_path):
        theme = Theme(qapp, "light")
        yield theme
    theme.deleteLater()
    Theme(qapp, "light").deleteLater()


@pytest.fixture
def session(qapp: QApplication) -> Iterator[Session]:
    session = Session(event(60, 5), resolve_rules)
    session.threshold = 1e9
    yield session
    session.close()


class Painted(QObject):
    """The largest part of a widget that was painted at once, from 0 to 1."""

    def __init__(self, port: QObject) -> None:
        super().__init__(port)
        self.most = 0.0
        port.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        if isinstance(event, QPaintEvent):
            port = watched.parent().viewport()  # type: ignore[attr-defined]
            area = sum(rect.width() * rect.height() for rect in event.region())
            self.most = max(self.most, area / (port.width() * port.height()))
        return False


def test_rows_that_a_result_scrolls_are_moved_and_still_read_right(qtbot, window):
    settle(qtbot, window)
    table = window.crosstable
    view, bar = table.view, table.view.verticalScrollBar()
    last = view.rowAt(view.viewport().height() - 1) - 1
    for row in (last, last + 1, last + 2):
        # The click brings the row in sight; what follows is to scroll by itself.
        click(qtbot, window, row + 1, 2)
        settle(qtbot, window)
        letter = {"W": "d", "D": "l", "L": "w"}[text(window, row + 1, 2)[0]]
        type_text(qtbot, window, letter + text(window, row + 1, 2)[1:])
        settle(qtbot, window)
        painted, before = Painted(view.viewport()), bar.value()
        press(qtbot, window, Key.Key_Return)
        settle(qtbot, window)
        view.viewport().removeEventFilter(painted)
        if row > last:
            assert bar.value() > before
        assert painted.most < 0.5
        check(window)


Walk = st.lists(
    st.tuples(st.sampled_from(STEPS), st.integers(0, 10_000)), min_size=4, max_size=14
)


@often(
    25,
    suppress_health_check=[
        HealthCheck.function_scoped_fixture,
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
    ],
)
@given(
    players=st.sampled_from((3, 5, 16, 17, 18, 40, 150, 400)),
    rounds=st.integers(1, 11),
    walk=Walk,
)
def test_every_painted_row_is_one_players(qtbot, window, players, rounds, walk):
    window.session.show_document(event(players, rounds), None)
    settle(qtbot, window)
    check(window)
    for step, value in walk:
        take(qtbot, window, step, value)
        check(window)


def test_a_click_chooses_the_cell_whose_content_is_drawn_there(qtbot, window):
    chance = random.Random(11)
    table, port = window.crosstable, window.crosstable.view.viewport()
    clicks = 0
    for _ in range(40):
        take(qtbot, window, chance.choice(STEPS), chance.randrange(10_000))
        offset = port.mapTo(window, QPoint(0, 0))
        shot = screen(window)
        for _ in range(25):
            clicks += 1
            place = QPoint(
                chance.randrange(port.width()), chance.randrange(port.height())
            )
            index = table.view.indexAt(place)
            if not index.isValid():
                continue
            name = table.model.index(index.row(), 1)
            rects = [table.view.visualRect(i) for i in (index, name)]
            if not all(port.rect().contains(rect) for rect in rects):
                continue
            said, who = (read(shot, rect.translated(offset)) for rect in rects)
            qtbot.mouseClick(port, LEFT, pos=place)
            player = window.session.player
            assert player.name == who
            current, row = table.at.index, window.session.selection.row
            assert row is not None
            if table.model.columns.specs[current.column()].kind != "games":
                expected = written(window, player, row, current.column())
                assert said.split("/")[0] == expected
            shot = screen(window)
    assert clicks == 1000


def asked() -> QMessageBox:
    box = removal()
    assert box is not None
    return box


def answer(qtbot: QtBot, window: MainWindow, *keys: Qt.Key) -> None:
    """By the keyboard alone, as it is when the question appears."""
    box = asked()
    box.activateWindow()
    qtbot.waitUntil(box.isActiveWindow)
    for key in keys:
        widget = QApplication.focusWidget()
        assert widget is not None
        qtbot.keyClick(widget, key)
    qtbot.waitUntil(lambda: removal() is None)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)


def numbers(document: Document) -> list[int]:
    return [player.number for player in document.sections[0].players]


def test_the_question_names_games_once_or_counts_them(qtbot, window):
    before = window.session.document
    click(qtbot, window, 6, "name")
    press(qtbot, window, Key.Key_Delete, CONTROL)
    assert window.session.document is before
    box = asked()
    assert box.text() == "Remove player 6, King, Otto?"
    assert box.informativeText().splitlines()[:6] == [
        "These 5 games will be removed too:",
        "Round 1: loses to 12, Fianchetto, Tom",
        *("Round 2: loses to 2, Knightly, Ben", "Round 3: loses to 8, Gambit, Leo"),
        *("Round 4: draws with 5, Pawn, Iris", "Round 5: draws with 4, Rook, Milo"),
    ]
    answer(qtbot, window, Key.Key_Tab, Key.Key_Return)
    assert 6 not in numbers(window.session.document)
    assert window.session.history.undo_name == "Player 6 removed"
    # One step.
    press(qtbot, window, Key.Key_Z, CONTROL)
    assert window.session.document is before
    window.named_actions["removeSection"].trigger()
    lines = asked().informativeText().splitlines()
    count = int(lines[0].split()[1])
    named = [line for line in lines if line.startswith("Round ")]
    assert f"and {count - len(named)} more games" in lines
    answer(qtbot, window, Key.Key_Escape)
    click(qtbot, window, 1, 1)
    press(qtbot, window, Key.Key_Delete, CONTROL | SHIFT)
    lines = asked().informativeText().splitlines()
    assert lines[0] == "These 6 games will be removed too:"
    assert lines[1] == "Round 1: 1, Castle, Ada, beats 7, Queen, Vera"
    assert len([line for line in lines if line.startswith("Round 1: ")]) == 6
    answer(qtbot, window, Key.Key_Tab, Key.Key_Return)
    assert window.session.history.undo_name == "Round 1 removed"


@pytest.mark.parametrize("key", [Key.Key_Return, Key.Key_Escape])
def test_the_button_says_what_goes_and_keys_keep_everything(qtbot, window, key):
    before, said = window.session.document, []
    click(qtbot, window, 2, 3)
    press(qtbot, window, Key.Key_Down, SHIFT)
    for name in ("removePlayers", "removeRound", "removeSection"):
        window.named_actions[name].trigger()
        button = find_part(asked(), QPushButton, "removeAnswer")
        said.append((asked().text(), button.text().replace("&", "")))
        answer(qtbot, window, key)
        assert window.session.document is before
    assert said == [
        ("Remove 2 players?", "Remove 2 players"),
        ("Remove round 3?", "Remove round 3"),
        ('Remove section "Open" and its 12 players?', "Remove section"),
    ]


def test_no_question_comes_without_games(qtbot, window):
    session = window.session
    session.apply_edit(structure.add_player, 0, None, "Idle, Ida")
    session.apply_edit(structure.add_round, 0)
    before = session.document
    click(qtbot, window, 13, 6)
    press(qtbot, window, Key.Key_Delete, CONTROL)
    assert removal() is None
    assert numbers(session.document) == list(range(1, 13))
    session.undo_edit()
    click(qtbot, window, 13, 6)
    press(qtbot, window, Key.Key_Delete, CONTROL | SHIFT)
    assert removal() is None
    assert session.document.sections[0].rounds == 5
    session.undo_edit()
    assert session.document is before
    session.apply_edit(structure.add_section)
    session.select(section=len(session.document.sections) - 1)
    window.named_actions["removeSection"].trigger()
    assert removal() is None
    assert session.document == before


def test_the_right_player_is_removed_although_rows_moved(qtbot, window):
    session = window.session
    click(qtbot, window, 6, "name")
    press(qtbot, window, Key.Key_Delete, CONTROL)
    # As when a linked file is saved.
    session.apply_edit(structure.add_player, 0, 0, "Early, Ed")
    answer(qtbot, window, Key.Key_Tab, Key.Key_Return)
    assert numbers(session.document) == [13, 1, 2, 3, 4, 5, *range(7, 13)]


def test_a_block_stays_in_its_cells_when_a_column_goes(window):
    table = window.crosstable
    table.show_ids(True)
    last = table.model.columns.count - 1
    table.at.select_block((2, last), (1, last - 3))
    table.model.show_ids(False)
    assert table.at.list_block() == (range(1, 3), range(last - 4, last))
    QApplication.clipboard().clear()
    window.clipboard.copy_block()
    assert QApplication.clipboard().mimeData().hasHtml()
