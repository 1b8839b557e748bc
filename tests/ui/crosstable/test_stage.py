"""Messages below the table hide no column heading and no row that is being edited."""

from itertools import product

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QRect
from PySide6.QtWidgets import QApplication, QWidget

from tests.ui.driving import click, editor, press, section_of, type_at, type_text
from tests.ui.keys import LEFT, Key
from tests.ui.large_event import large_event
from tests.ui.window.test_hands import choose, right_click
from uscalc.document.edit.cells import set_result
from uscalc.ui.widgets.message_bar import WAITS
from uscalc.ui.window.main_window import MainWindow

BARS = ("message", "question", "paste")
LONG = "The file cannot be read, and so it goes on for a while. " * 6


def say(window: MainWindow, what: str) -> QWidget:
    """Show one of the bars."""
    if what == "message":
        window.messages.show_message("The file cannot be read.")
        return window.messages
    ways = (("New", lambda: None),)
    if what == "question":
        window.messages.ask_question("key", "New, or not looked up?", ways)
        return window.messages
    window.paste_panel.show_question("Paste: 2 cells", ["One", "Two"], ways)
    return window.paste_panel


def rows(window: MainWindow) -> list[int]:
    """Return the y at which every row begins on the screen."""
    pane, count = window.crosstable.view, window.crosstable.model.rowCount()
    places = [QPoint(0, pane.rowViewportPosition(row)) for row in range(count)]
    return [pane.viewport().mapToGlobal(place).y() for place in places]


def span(window: MainWindow, row: int) -> tuple[int, int]:
    top = rows(window)[row]
    return top, top + window.crosstable.view.rowHeight(row)


def hides(bar: QWidget, window: MainWindow, row: int) -> bool:
    top, bottom = span(window, row)
    start = bar.mapToGlobal(QPoint(0, 0)).y()
    return start < bottom and start + bar.height() > top


def overlap(one: QWidget, other: QWidget) -> bool:
    rects = [QRect(w.mapToGlobal(QPoint(0, 0)), w.size()) for w in (one, other)]
    return rects[0].intersects(rects[1])


def scroll(window: MainWindow, part: float) -> None:
    bar = window.crosstable.view.verticalScrollBar()
    bar.setValue(round(bar.maximum() * part))


@pytest.mark.parametrize("height", [800, 648], ids=["all in sight", "scrolled"])
def test_the_current_row_stays_and_none_moves_without_need(qtbot, window, height):
    window.resize(1280, height)
    QApplication.processEvents()
    for row, part, what in product((0, 9, 11), (0, 0.5, 1), BARS):
        click(qtbot, window, row + 1, 1)
        scroll(window, part)
        before = rows(window)
        port = window.crosstable.view.viewport()
        top = port.mapToGlobal(QPoint(0, 0)).y()
        start, end = span(window, row)
        in_sight = start >= top and end <= top + port.height()
        bar = say(window, what)
        assert bar.isVisible()
        QApplication.processEvents()
        after, foot = rows(window), port.mapToGlobal(QPoint(0, port.height())).y()
        assert not overlap(bar, window.crosstable)
        if not in_sight or end <= foot:
            assert after == before
        for _ in range(5):
            QApplication.processEvents()
            assert rows(window) == after
        assert bar.height() > 20
        if in_sight:
            assert top <= span(window, row)[0]
            assert span(window, row)[1] <= foot
        bar.hide()
        for _ in range(5):
            QApplication.processEvents()
            assert rows(window) == after


@pytest.mark.parametrize("last", [False, True], ids=["first row", "last row"])
@pytest.mark.parametrize("size", [(1024, 768), (1280, 800)])
@pytest.mark.parametrize("players", [4, 12, 400])
def test_no_bar_covers_the_heads_or_the_edited_cell(qtbot, window, players, size, last):
    window.resize(*size)
    window.session.show_document(large_event(players, 5), None)
    type_at(qtbot, window, players if last else 1, "name", "Half")
    window.messages.ask_question("one", LONG, (("Yes", lambda: None),), order=WAITS)
    window.messages.ask_question("two", "Two?", (), order=WAITS)
    bar = window.messages
    qtbot.waitUntil(lambda: bar.height() >= bar.heightForWidth(bar.width()))
    QApplication.processEvents()
    view = window.crosstable.view
    port, head = view.viewport(), view.horizontalHeader()
    line = editor(window)
    assert line.text() == "Half"
    assert line.hasFocus()
    for part in (window.crosstable, port, head, line):
        assert not overlap(bar, part)
    assert port.rect().contains(line.geometry())
    cell = view.visualRect(window.crosstable.at.index)
    assert cell.contains(line.geometry().center())
    assert port.height() >= 2 * view.rowHeight(0)
    if not last:
        assert port.rect().contains(view.visualRect(view.model().index(0, 0)))
    shot = window.grab().toImage()
    place = line.mapTo(window, line.rect().topLeft() + QPoint(3, 3))
    assert shot.pixelColor(place).name() == window.theme.colors.surface


def test_every_row_can_be_reached_while_a_message_or_question_is_shown(qtbot, window):
    window.resize(1280, 620)
    click(qtbot, window, 12, 1)
    bar = say(window, "message")
    seen = set()
    for _ in range(11):
        press(qtbot, window, Key.Key_Up)
        row = window.crosstable.at.index.row()
        assert not hides(bar, window, row)
        seen.add(bar.mapToGlobal(QPoint(0, 0)).y() > span(window, row)[0])
    # On the way up, the row made room by moving down.
    assert True in seen
    click(qtbot, window, 2, 1)
    bar = say(window, "question")
    qtbot.waitUntil(lambda: not overlap(bar, window.crosstable))
    scroll(window, 1)
    assert not hides(bar, window, 11)
    for row in range(12):
        click(qtbot, window, row + 1, 1)
        assert not hides(bar, window, row)


def test_typing_goes_on_below_messages_and_layout_is_stable(qtbot, window):
    window.resize(1280, 800)
    type_at(qtbot, window, 11, "name", "Half")
    bar = say(window, "message")
    shown = rows(window)
    type_text(qtbot, window, " Typed")
    window.messages.close_message()
    press(qtbot, window, Key.Key_Return)
    assert rows(window) == shown
    assert not bar.isVisible()
    assert window.crosstable.model.index(10, 1).data() == "Half Typed"
    say(window, "paste")
    say(window, "message")
    for _ in range(20):
        QApplication.processEvents()
    requests, bars = Requests(), window.findChild(QWidget, "stageBars")
    bars.installEventFilter(requests)
    for _ in range(20):
        QApplication.processEvents()
    assert requests.seen == 0


class Requests(QObject):
    """Counts the requests for a layout."""

    def __init__(self) -> None:
        super().__init__()
        self.seen = 0

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802
        self.seen += event.type() == QEvent.Type.LayoutRequest
        return False


def test_a_half_visible_row_is_clicked_completely_and_has_its_menu(qtbot, window):
    window.session.show_document(large_event(60, 5), None)
    view = window.crosstable.view
    bar = view.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 200)
    height = view.rowHeight(0)
    bar.setValue(10 * height + height // 2)
    top = view.rowAt(1)
    seen = view.visualRect(view.model().index(top, 1))
    assert seen.top() < 0
    at = QPoint(seen.center().x(), seen.bottom() - 3)
    qtbot.mouseClick(view.viewport(), LEFT, pos=at)
    assert view.currentIndex().row() == top
    assert view.visualRect(view.currentIndex()).top() >= 0
    for end in ("top", "bottom"):
        window.session.show_document(large_event(60, 5), None)
        view, port = window.crosstable.view, window.crosstable.view.viewport()
        bar = view.verticalScrollBar()
        qtbot.waitUntil(lambda bar=bar: bar.maximum() > 200)
        bar.setValue(10 * view.rowHeight(0) + view.rowHeight(0) // 2)
        row = view.rowAt(1 if end == "top" else port.height() - 2)
        seen = view.visualRect(view.model().index(row, 1))
        part = seen & port.rect()
        assert part.height() < seen.height()
        people = section_of(window).players
        choose(qtbot, right_click(qtbot, port, part.center()), "removePlayers")
        left = [p.name for p in people if p is not people[row]]
        assert [p.name for p in section_of(window).players] == left


def test_the_status_bar_keeps_its_parts_in_place(qtbot, window):
    bar = window.bottom
    window.session.apply_edit(lambda shown: set_result(shown, 0, 0, 0, "?7"))
    qtbot.waitUntil(lambda: "2 unplayed games" in bar.games.text())
    before = bar.problems.text()
    places = [part.mapTo(bar, QPoint()) for part in (bar.games, bar.link)]
    window.session.apply_edit(lambda shown: set_result(shown, 0, 0, 0, "zz"))
    qtbot.waitUntil(lambda: bar.problems.text() != before)
    assert "2 unplayed games" not in bar.games.text()
    QApplication.processEvents()
    assert [part.mapTo(bar, QPoint()) for part in (bar.games, bar.link)] == places
