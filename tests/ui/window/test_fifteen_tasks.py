"""Fifteen tasks of directors, players and teachers: at most three actions each, two ways."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6 import QtWidgets
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from tests.paired import paired
from tests.pdf_text import page_texts
from tests.ui import driving as ui
from tests.ui.enter.test_problems import contradict
from tests.ui.estimate.hands import WORKED
from tests.ui.explorer.test_rating_explorer import knob
from tests.ui.hand import Hand, Way
from tests.ui.rating_list.test_desk import WANDA, bring_list
from tests.ui.report.test_report_view import event, of_today
from tests.ui.teach.test_lesson_view import filled
from uscalc.formats.report2c.writer import FILE_NAMES
from uscalc.ui.printing.print_panel import PrintPanel
from uscalc.ui.rules.editions_model import FIRST
from uscalc.ui.scheduling import at_rest
from uscalc.ui.window.main_window import MainWindow

ENTER, EXPLAIN, WHAT_IF, REPORT, TEACH = range(1, 6)
MOST = 3


@pytest.fixture(params=["mouse", "keys"])
def hand(
    qtbot: QtBot, window: MainWindow, request: pytest.FixtureRequest
) -> Iterator[Hand]:
    """Return a hand that acts in one way, and check that it acted at most three times."""
    window.resize(1280, 800)
    QtWidgets.QApplication.processEvents()
    way: Way = request.param
    hand = Hand(window, way)
    yield hand
    assert 1 <= hand.actions <= MOST


Begin = Callable[[int], None]


@pytest.fixture
def begin(qtbot: QtBot, window: MainWindow, hand: Hand) -> Begin:
    """Return a function that goes to a task's space, which is not counted."""

    def go(space: int) -> None:
        # The event opens in Explain.
        ui.click(qtbot, window, 1, "name")
        hand.enter_space(space)
        qtbot.waitUntil(lambda: window.session.up_to_date and at_rest())
        hand.actions = 0

    return go


def is_whole(widget: QtWidgets.QWidget) -> bool:
    """Return whether no part of a widget is covered, cut off or scrolled out of sight."""
    return widget.visibleRegion().boundingRect() == widget.rect()


def read(widget: QtWidgets.QLabel | QtWidgets.QLineEdit | QtWidgets.QPushButton) -> str:
    """Return the text of a widget that is whole in sight, or an empty text."""
    return widget.text() if is_whole(widget) else ""


def read_cell(window: MainWindow, number: int, what: str | int) -> str:
    """Return a cell of the crosstable without scrolling; empty if it is out of sight."""
    view, model = window.crosstable.view, window.crosstable.model
    index = model.index(number - 1, ui.column_of(window, what))
    seen = view.viewport().rect().contains(view.visualRect(index))
    return str(index.data()) if seen else ""


def test_register_a_member_from_the_supplement(qtbot, window, hand, begin):
    bring_list(qtbot, window, WANDA)
    begin(ENTER)
    hand.use("F4", "deskButton")
    hand.type("wand walk")
    view = window.get_view("view-registration")
    qtbot.waitUntil(lambda: "1 member found" in read(view.status))
    hand.use("Return", "listEnter")
    said = "Registered player 13: Walkina, Wanda"
    qtbot.waitUntil(lambda: said in view.status.text())
    assert read_cell(window, 13, "name") == "Walkina, Wanda"
    assert read_cell(window, 13, "rating") == "1806"


def test_enter_the_results_of_a_round(qtbot, window, hand, begin):
    window.session.show_document(paired(8, 2), None)
    begin(ENTER)
    hand.use("Ctrl+B", "boardsButton")
    hand.type("10=+")
    assert read(window.get_view("view-results").heading) == "All results are in"
    results = [read_cell(window, number, 1) for number in range(1, 5)]
    assert results == ["W5w", "L6w", "D7w", "X8w"]


def test_see_and_fix_the_worst_problem(qtbot, window, hand, begin):
    contradict(qtbot, window)
    begin(ENTER)
    hand.use("F8", "problemsButton")
    words = "Round 1, Knightly and Gambit"
    view = ui.problems_view(window)
    qtbot.waitUntil(lambda: ui.problem_row(window, words) == 1 and is_whole(view.table))
    if hand.way == "keys":
        hand.press("Right")
        hand.press("Return")
    else:
        columns = range(view.model.columnCount())
        cells = [str(view.model.index(1, column).data()) for column in columns]
        hand.click_cell(view.table, 1, cells.index("Keep W8"))
    qtbot.waitUntil(lambda: words not in str(view.model.index(1, 0).data()))
    assert read_cell(window, 8, 1) == "L2"


def print_with(
    qtbot: QtBot, window: MainWindow, hand: Hand, name: str, out: Path
) -> list[str]:
    """Print a view, with the printer's dialog set to a file; return the text of each page."""
    view = window.get_view(name)
    assert isinstance(view, PrintPanel)
    ui.printable(qtbot, view)
    hand.use("Return", view.buttons["Print"])
    asks = ui.wait_for_printer(qtbot, window, out)
    (prints,) = (b for b in asks.findChildren(QtWidgets.QPushButton) if b.isDefault())
    hand.use("Return", prints)
    qtbot.waitUntil(lambda: out.exists() and not view.busy)
    return page_texts(out.read_bytes())


def test_print_standings_with_ratings(qtbot, window, hand, begin, tmp_path):
    begin(REPORT)
    hand.use_view("Ctrl+P", "view-wall-charts")
    pages = print_with(qtbot, window, hand, "view-wall-charts", tmp_path / "out.pdf")
    assert "By score" in pages[0]
    assert {"1611", "1630"} <= set(pages[0].split())


def test_write_the_rating_report(qtbot, window, hand, begin, tmp_path):
    window.session.show_document(of_today(event()), tmp_path / "event.uscalc")
    begin(REPORT)
    if hand.way == "keys":
        hand.press("Ctrl+Shift+E")
    else:
        hand.click_view("view-rating-report")
        hand.click("reportWrite")
    asks = ui.find_part(window, QtWidgets.QFileDialog, "reportFolderDialog")
    save = next(
        b for b in asks.findChildren(QtWidgets.QPushButton) if "Save" in b.text()
    )
    qtbot.waitUntil(save.isEnabled)
    hand.use("Return", save)
    qtbot.waitUntil(lambda: "Rating report saved" in window.messages.text)
    assert {path.name for path in tmp_path.iterdir()} >= set(FILE_NAMES.values())


def test_open_the_sample_and_read_why_a_rating_changed(qtbot, window, hand):
    page = window.show_start_page()
    qtbot.waitExposed(page)
    QtWidgets.QApplication.processEvents()
    hand.use("Alt+U", "sampleAutumnOpen")
    ui.arrived(qtbot, window)
    qtbot.waitUntil(lambda: page.isHidden() and window.session.up_to_date)
    if hand.way == "keys":
        hand.press("Down")
    else:
        hand.click_cell(window.crosstable.view, 1, 1)
    view = window.get_view("view-explanation")
    qtbot.waitUntil(lambda: "1717" in view.toPlainText())
    assert view.isVisible()
    assert window.session.player.name == "Knightly, Ben"
    answer = view.text.document().find("1717 ≈ 1702 + 15.4")
    assert view.text.viewport().rect().contains(view.text.cursorRect(answer))


def test_see_what_a_win_in_the_last_round_does(qtbot, window, hand, begin):
    begin(WHAT_IF)
    view = window.get_view("view-what-if")
    if hand.way == "keys":
        hand.press("Alt+1")
        hand.press("PgDown")
        hand.press("W")
    else:
        slider = view.sliders[-1]
        hand.click(slider, QPoint(slider.width() * 5 // 6, slider.height() // 3))
    qtbot.waitUntil(lambda: read(view.post) == "1806")
    assert read(view.change) == "+12"


def test_find_the_score_needed_for_a_target(qtbot, window, hand, begin):
    begin(WHAT_IF)
    view = window.get_view("view-what-if")
    hand.use("Alt+C", view.target)
    hand.type("1800")
    qtbot.waitUntil(lambda: read(view.needed) == "1 of 1 unplayed game.")
    assert "1800" in read(view.target)


def test_estimate_from_a_typed_list(qtbot, window, hand, begin):
    begin(WHAT_IF)
    hand.use_view("Alt+3", "view-rating-estimator")
    view = window.get_view("view-rating-estimator")
    if hand.way == "mouse":
        hand.click(view.own.rating)
    hand.type(WORKED)
    qtbot.waitUntil(lambda: not view.busy)
    cards = [holder.card for holder in view.cards.cards if is_whole(holder)]
    assert [card.title for card in cards] == ["Loss", "Draw", "Win", "No more games"]


def test_compare_two_editions(qtbot, window, hand, begin):
    begin(EXPLAIN)
    hand.use_view("Ctrl+R", "view-rating-rules")
    view = window.get_view("view-rating-rules")
    if hand.way == "keys":
        hand.press("Alt+C")
    else:
        hand.click_tab(view.tabs, "Compare")
    page = view.page
    table = page.table
    area = table.viewport().rect
    qtbot.waitUntil(lambda: not page.busy and table.isVisible())
    newest = table.model().columnCount() - 1
    ends = [table.model().index(0, column) for column in (FIRST, newest)]
    qtbot.waitUntil(lambda: all(area().contains(table.visualRect(i)) for i in ends))
    assert [
        str(table.model().headerData(column, Qt.Orientation.Horizontal)).strip()
        for column in range(FIRST, newest + 1)
    ] == ["By date", "2001", "2009", "2015", "2020", "2025"]


def test_show_the_special_rating_by_dragging(qtbot, window, hand, begin):
    begin(TEACH)
    hand.use("Alt+N", "nextNewcomer")
    view = window.get_view("view-rating-explorer").page
    qtbot.waitUntil(lambda: "Skewer" in read(view.heading) and at_rest())
    before = read_rating(view.saying)
    if hand.way == "keys":
        hand.press("Return")
        hand.press("PgDown")
    else:
        hand.drag(view.canvas, knob(view), knob(view) - QPoint(60, 0))
    assert read_rating(view.saying) < before


def read_rating(label: QtWidgets.QLabel) -> float:
    """Return the rating at the beginning of a sentence such as "At 1600 expected 2 of 5"."""
    return float(read(label).split()[1])


def test_step_through_the_knot_path(qtbot, window, hand, begin):
    begin(EXPLAIN)
    hand.use_view("Alt+3", "view-knot-path")
    view = window.get_view("view-knot-path")
    qtbot.waitUntil(lambda: read(view.other) == "Show Max Skewer")
    hand.use("Space", view.other)
    qtbot.waitUntil(lambda: view.transport.isVisible() and view.transport.moves > 0)
    before = read(view.saying)
    hand.use("Right", view.transport.forward)
    qtbot.waitUntil(lambda: read(view.saying) not in ("", before))


def test_start_the_lesson_full_screen(qtbot, window, hand, begin):
    begin(TEACH)
    hand.use("Shift+F9", "lessonFullScreen")
    slides = filled(qtbot, window)
    assert is_whole(slides.view)
    assert "How many points should" in slides.view.slide.question.text
    slides.leave_lesson()


def test_print_a_worksheet_with_answers(qtbot, window, hand, begin, tmp_path):
    begin(TEACH)
    hand.use_view("Ctrl+Shift+K", "view-worksheets")
    pages = print_with(qtbot, window, hand, "view-worksheets", tmp_path / "out.pdf")
    answers = ["answers" in page for page in pages]
    assert answers == sorted(answers)
    assert (answers[0], answers[-1]) == (False, True)


def test_start_a_practice_problem(qtbot, window, hand, begin):
    begin(TEACH)
    hand.use_view("Alt+3", "view-practice")
    view = window.get_view("view-practice")
    qtbot.waitUntil(lambda: view.isVisible() and at_rest())
    hand.type("5")
    assert read(view.page.line) == "5"
    assert read(view.page.ask)
