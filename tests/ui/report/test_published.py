"""The published page over the open event: laid, compared, taken over, and offered."""

import datetime as dt
import random
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from tests.document.overlay.garden import Garden
from tests.document.overlay.retype import retyped, told
from tests.made_files.samples import made
from tests.ui.driving import keyboard, press, press_button
from tests.ui.truncated import unreadable
from uscalc.document.edit.cells import set_name
from uscalc.document.model import Document, Edit, with_player
from uscalc.document.overlay.changes import PageDifference
from uscalc.formats import open_event
from uscalc.ui.report.published_view import LATE, STILL, ComparisonView
from uscalc.ui.report.published_work import NOTHING
from uscalc.ui.report.table import CAUSE, HERE, NUMBER, THERE, WHAT
from uscalc.ui.session.session import PublishedPage
from uscalc.ui.window.main_window import MainWindow

LONG = 20_000
NAME = "unrated-1.html"
FLOOR = "single-1.html"
"""One published rating of it comes out with a floor, and all the others without."""


@pytest.fixture
def page() -> Document:
    return open_event(made("msa", NAME)).document


@pytest.fixture
def garden(page: Document) -> Garden:
    """The event as typed, with three mistakes in it."""
    rng = random.Random(5)
    garden = Garden(retyped(page, rng, exact=True), page, rng)
    for kind in ("other way", "name", "rating"):
        assert garden.plant(kind)
    return garden


@pytest.fixture
def typed(window: MainWindow, garden: Garden) -> Document:
    window.session.show_document(garden.document, None, saved=False)
    return window.session.document


def published(window: MainWindow) -> ComparisonView:
    return window.get_view("publishedView")


def compared(qtbot: QtBot, window: MainWindow) -> ComparisonView:
    view = published(window)
    qtbot.waitUntil(lambda: view.complete and view.isVisible())
    return view


def laid(qtbot: QtBot, window: MainWindow, name: str = NAME) -> ComparisonView:
    window.named_actions["layPage"].trigger()
    dialog = window.findChild(QFileDialog, "layPageDialog")
    dialog.fileSelected.emit(str(made("msa", name)))
    dialog.close()
    return compared(qtbot, window)


def explained(qtbot: QtBot, window: MainWindow) -> ComparisonView:
    view = published(window)
    qtbot.waitUntil(lambda: view.explained and view.isVisible())
    return view


def typed_from(window: MainWindow, name: str) -> Document:
    page = open_event(made("msa", name), dt.date(2005, 1, 1)).document
    window.session.show_document(
        retyped(page, random.Random(2), exact=True), None, saved=False
    )
    return window.session.document


def rows(view: ComparisonView) -> list[tuple[str, str]]:
    model = view.model
    return [
        (str(model.index(row, WHAT).data()), str(model.index(row, NUMBER).data()))
        for row in range(model.rowCount())
    ]


def contradicting(view: ComparisonView) -> list[PageDifference]:
    return [row for row in view.model.rows if not row.adds and row.kind != "post"]


def go_to(qtbot: QtBot, view: ComparisonView, what: str) -> None:
    row = [text.split(",")[0] for text, _ in rows(view)].index(what)
    index = view.model.index(row, WHAT)
    view.table.scrollTo(index)
    place = view.table.visualRect(index).center()
    qtbot.mouseClick(view.table.viewport(), Qt.MouseButton.LeftButton, pos=place)


def dropped(widget: QWidget, path: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    event = QDropEvent(
        QPointF(QPoint(9, 9)),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    widget.dropEvent(event)


def test_without_a_page_a_sentence_says_what_to_do(window):
    view = window.show_view("publishedView")
    assert view.heading.text() == NOTHING
    assert not view.table.isVisible()
    assert not view.one.isVisible()
    assert view.open.isVisible()
    assert view.pasted.isVisible()


def test_the_differences_stand_in_one_table_and_nothing_is_changed(
    qtbot, window, typed, garden
):
    view = laid(qtbot, window)
    assert len(contradicting(view)) == len(garden.expected)
    assert view.heading.text().startswith(f"{NAME}: 3 differences, 1 addition.")
    assert window.session.document is typed
    assert keyboard(window) is view.table


def test_a_row_leads_to_its_place_and_return_takes_it_over(qtbot, window, typed):
    view = laid(qtbot, window)
    go_to(qtbot, view, "Name")
    player = window.session.player
    assert str(player.number) == dict(rows(view))["Name"]
    row = view.table.currentIndex().row()
    theirs = str(view.model.index(row, THERE).data())
    before = player.name
    assert str(view.model.index(row, HERE).data()) == before
    assert str(view.model.index(row, CAUSE).data()) == "ours"
    press(qtbot, window, Qt.Key.Key_Return)
    changed = window.session.player
    assert changed.name != before
    assert set(changed.name.upper().replace(",", "").split()) == set(theirs.split())
    compared(qtbot, window)
    assert "Name" not in dict(rows(view))
    window.session.undo_edit()
    compared(qtbot, window)
    assert window.session.document == typed
    assert "Name" in dict(rows(view))


def test_all_at_once_is_one_step(qtbot, window, typed, page):
    view = laid(qtbot, window)
    press_button(qtbot, window, "publishedTakeAll")
    assert told(window.session.document) == told(page)
    compared(qtbot, window)
    assert {one.kind for one in view.model.rows} == {"post"}
    assert view.heading.text().startswith(f"{NAME}: no difference.")
    window.session.undo_edit()
    assert window.session.document == typed


def test_the_fact_behind_a_rating_after_is_taken_over(qtbot, window):
    typed = typed_from(window, FLOOR)
    laid(qtbot, window, FLOOR)
    view = explained(qtbot, window)
    assert view.heading.text() == (
        f"{FLOOR}: no difference, 1 addition. "
        "1 rating after does not come out: facts explain it."
    )
    go_to(qtbot, view, "Rating after")
    player = window.session.player
    assert str(player.number) == dict(rows(view))["Rating after"]
    # A view that is narrow cuts the words in the table, and no others.
    assert view.detail.isVisible()
    assert "has a floor of 1700. To settle it, ask for the floor" in view.detail.text()
    assert unreadable(view.detail) == []
    # What is done elsewhere leaves it the chosen one.
    window.session.apply_edit(lambda now: _renamed(now))
    explained(qtbot, window)
    chosen = view.table.chosen
    assert chosen.kind == "post"
    window.session.undo_edit()
    explained(qtbot, window)
    press(qtbot, window, Qt.Key.Key_Return)
    name = f"Fact behind the rating after of player {player.number} put in"
    assert window.session.history.undo_name == name
    after = window.session.player
    assert after.facts("R").floor == 1700
    assert explained(qtbot, window).heading.text().endswith("ratings after come out.")
    assert "Rating after" not in dict(rows(view))
    window.session.undo_edit()
    assert window.session.document == typed
    # All at once: what the page says first, and then what nobody says.
    explained(qtbot, window)
    assert view.all.text() == "Take all"
    press_button(qtbot, window, "publishedTakeAll")
    explained(qtbot, window)
    assert [kind for kind, _ in rows(view)] == ["Rating after"]
    assert view.all.text() == "Take all facts"
    press_button(qtbot, window, "publishedTakeAll")
    assert window.session.history.undo_name == name
    explained(qtbot, window)
    assert rows(view) == []
    assert keyboard(window) is view.open


def test_what_no_fact_explains_leads_to_audit_with_the_published_ratings(qtbot, window):
    name = "dual-1.html"
    typed = typed_from(window, name)
    page = open_event(made("msa", name)).document
    first = page.sections[0].players[0]
    wrong = tuple((s, replace(p, rating=2999.0)) for s, p in first.published)
    page = with_player(page, 0, 0, replace(first, published=wrong))
    window.show_view("publishedView")
    window.session.show_page(PublishedPage(page, name))
    view = explained(qtbot, window)
    assert view.heading.text().endswith("and no fact was found that explains them.")
    lines = [row for row in view.model.rows if row.kind == "post"]
    assert [(row.system, row.theirs) for row in lines] == [("R", "2999"), ("Q", "2999")]
    go_to(qtbot, view, "Rating after")
    assert not view.one.isEnabled()
    press(qtbot, window, Qt.Key.Key_Return)
    audit = window.get_view("auditView")
    assert audit.isVisible()
    assert window.session.history.undo_name == "Published ratings as on the page"
    qtbot.waitUntil(lambda: audit.model.rowCount() > 0)
    window.session.undo_edit()
    assert window.session.document == typed


def test_a_long_search_for_facts_can_be_stopped(qtbot, window):
    typed_from(window, "big-1.html")
    view = laid(qtbot, window, "big-1.html")
    qtbot.waitUntil(view.working.isVisible)
    assert "looking for the facts behind them" in view.heading.text()
    before = rows(view)
    # What is not explained yet leads nowhere by itself.
    go_to(qtbot, view, "Rating after")
    press(qtbot, window, Qt.Key.Key_Return)
    assert window.messages.text == STILL
    assert view.isVisible()
    press_button(qtbot, window, "publishedCancel")
    assert not view.working.isVisible()
    assert view.heading.text().endswith("do not come out: Audit looks for the facts.")
    assert view.explained
    assert rows(view) == before
    assert keyboard(window) is view.table


def test_nothing_is_taken_from_what_was_compared_before_an_edit(qtbot, window, typed):
    view = laid(qtbot, window)
    said: list[str] = []
    window.session.refused.connect(said.append)
    window.crosstable.focus_cell(0, None)
    window.session.apply_edit(lambda now: _renamed(now))
    edited = window.session.document
    view.accept_all()
    assert said == [LATE]
    assert window.session.document is edited


def _renamed(document: Document) -> Edit:
    return set_name(document, 0, 0, "Somebody Else")


def test_a_file_dropped_on_the_view_is_laid_over(qtbot, window, typed):
    window.show_view("publishedView")
    dropped(published(window), made("msa", NAME))
    assert rows(compared(qtbot, window))
    assert window.session.document is typed


def test_copied_text_is_laid_over_with_the_day_of_the_event(qtbot, window, typed):
    text = made("msa", "unrated-1-pasted.txt").read_text("utf-8")
    QApplication.clipboard().setText(text)
    window.named_actions["layCopied"].trigger()
    view = compared(qtbot, window)
    assert len(contradicting(view)) == 3


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "There is no text to paste."),
        ("hello there", "It cannot be compared"),
        ("No.,Name,R1\n1,Ada,W2\n2,Bea,L1\n", "no page that was published"),
    ],
)
def test_what_is_no_page_is_refused_in_a_line(qtbot, window, typed, text, says):
    QApplication.clipboard().setText(text)
    window.named_actions["layCopied"].trigger()
    qtbot.waitUntil(lambda: says in window.messages.text)
    assert published(window).heading.text() == NOTHING


def test_the_page_of_another_event_is_said_to_be_one(qtbot, window, typed):
    window.show_view("publishedView")
    published(window).laying.load_page(made("msa", "single-1.html"))
    view = published(window)
    qtbot.waitUntil(lambda: "another event" in view.heading.text())
    assert not view.table.isVisible()


def test_another_event_takes_the_page_away(qtbot, window, typed, sample):
    view = laid(qtbot, window)
    window.session.show_document(open_event(sample).document, None)
    qtbot.waitUntil(lambda: view.heading.text() == NOTHING)
    assert view.model.rowCount() == 0


# Offered


def test_a_page_of_the_open_event_that_is_dropped_is_offered_to_be_compared(
    qtbot, window, typed
):
    dropped(window, made("msa", NAME))
    qtbot.waitUntil(lambda: "looks like" in window.messages.text)
    assert window.messages.ways == ("Compare", "Open it")
    # It is compared without a word about what is not saved.
    press_button(qtbot, window, "messageWayOut")
    assert len(compared(qtbot, window).model.rows) >= 3
    assert window.session.document is typed


def test_a_page_that_is_offered_can_be_opened_all_the_same(qtbot, window, garden, page):
    window.session.show_document(garden.document, None)
    window.files.opening.open_file(made("msa", NAME))
    qtbot.waitUntil(lambda: "looks like" in window.messages.text)
    press_button(qtbot, window, "messageWayOut2")
    qtbot.waitUntil(lambda: window.session.document == page)


def test_a_page_of_another_event_is_opened_without_a_question(qtbot, window):
    path = made("msa", NAME)
    window.files.opening.open_file(path)
    expected = open_event(path).document
    qtbot.waitUntil(lambda: window.session.document == expected)


@pytest.mark.parametrize("name", [NAME, "unrated-1-pasted.txt"])
def test_a_page_of_the_open_event_that_is_pasted_is_offered_to_be_compared(
    qtbot, window, typed, name
):
    QApplication.clipboard().setText(made("msa", name).read_text("utf-8"))
    window.crosstable.focus_cell(0, None)
    press(qtbot, window, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    first = window.findChild(QPushButton, "pasteChoice1")
    qtbot.waitUntil(lambda: first.isVisible() and first.text() == "Compare")
    press_button(qtbot, window, "pasteChoice1")
    assert len(compared(qtbot, window).model.rows) >= 3
    assert window.session.document is typed


def test_a_pasted_page_of_the_open_event_can_be_added_by_its_day(qtbot, window, typed):
    text = made("msa", "unrated-1-pasted.txt").read_text("utf-8")
    QApplication.clipboard().setText(text)
    window.crosstable.focus_cell(0, None)
    press(qtbot, window, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    second = window.findChild(QPushButton, "pasteChoice2")
    qtbot.waitUntil(lambda: second.isVisible() and "Add" in second.text())
    press_button(qtbot, window, "pasteChoice2")
    assert window.paste_panel.date.isVisible()
