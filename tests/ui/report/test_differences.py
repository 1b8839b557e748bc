"""A published page compared with the open event: differences, accepting, offering."""

import datetime as dt
import random
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from tests.document.overlay.garden import Garden
from tests.document.overlay.retype import facts_by_person, retyped
from tests.made_files.samples import made
from tests.ui.driving import keyboard, press, press_button, press_keys
from tests.ui.keys import ALT, CONTROL, LEFT, PLAIN, Key
from uscalc.document.edit.cells import set_name
from uscalc.document.model import Document, Edit, with_player
from uscalc.document.overlay.changes import PageDifference, accept_differences
from uscalc.formats import open_event
from uscalc.ui.report.compare_view import EMPTY, CompareView
from uscalc.ui.report.comparison import LATE
from uscalc.ui.report.differences_page import CAUSE, NUMBER, OURS, THEIRS, WHAT
from uscalc.ui.session.session import PublishedPage
from uscalc.ui.window.main_window import MainWindow

LONG = 20_000
NAME = "unrated-1.html"
FLOOR = "single-1.html"
"""One published rating on it matches only with a floor, and all others without it."""


@pytest.fixture
def page() -> Document:
    return open_event(made("msa", NAME)).document


@pytest.fixture
def garden(page: Document) -> Garden:
    """Return the event as typed, with three mistakes."""
    rng = random.Random(5)
    garden = Garden(retyped(page, rng, exact=True), page, rng)
    for kind in ("other way", "name", "rating"):
        assert garden.plant(kind)
    return garden


@pytest.fixture
def typed(window: MainWindow, garden: Garden) -> Document:
    window.session.show_document(garden.document, None, saved=False)
    return window.session.document


VIEW = "view-compare-with-us-chess"


def published(window: MainWindow) -> CompareView:
    return window.get_view(VIEW)


def shown(view: CompareView, done: bool) -> bool:
    """Return whether a view is visible, and the rows of the comparison."""
    found = view.comparison.found
    rows = () if found is None else found.list_rows(matches=False)
    return done and view.isVisible() and view.differences.model.rows == rows


def compared(qtbot: QtBot, window: MainWindow) -> CompareView:
    view = published(window)
    qtbot.waitUntil(lambda: shown(view, view.comparison.complete))
    return view


def compare_with_page(qtbot, window, name: str = NAME) -> CompareView:
    window.named_actions["layPage"].trigger()
    dialog = window.findChild(QFileDialog, "layPageDialog")
    dialog.fileSelected.emit(str(made("msa", name)))
    dialog.close()
    return compared(qtbot, window)


def explained(qtbot: QtBot, window: MainWindow) -> CompareView:
    view = published(window)
    qtbot.waitUntil(lambda: shown(view, view.comparison.explained))
    return view


def typed_from(window: MainWindow, name: str) -> Document:
    page = open_event(made("msa", name), dt.date(2005, 1, 1)).document
    typed = retyped(page, random.Random(2), exact=True)
    window.session.show_document(typed, None, saved=False)
    return window.session.document


def rows(view: CompareView) -> list[tuple[str, str]]:
    model = view.differences.model
    return [
        (str(model.index(row, WHAT).data()), str(model.index(row, NUMBER).data()))
        for row in range(model.rowCount())
    ]


def contradicting(view: CompareView) -> list[PageDifference]:
    rows = view.differences.model.rows
    return [row for row in rows if not row.adds and row.kind != "post"]


def go_to(qtbot: QtBot, view: CompareView, what: str) -> None:
    row = [text.split(",")[0] for text, _ in rows(view)].index(what)
    index = view.differences.model.index(row, WHAT)
    view.differences.table.scrollTo(index)
    place = view.differences.table.visualRect(index).center()
    qtbot.mouseClick(view.differences.table.viewport(), LEFT, pos=place)


def dropped(widget: QWidget, path: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    copy = Qt.DropAction.CopyAction
    widget.dropEvent(QDropEvent(QPointF(9, 9), copy, data, LEFT, PLAIN))


def test_without_a_page_of_the_event_a_sentence_says_so(window, qtbot, typed):
    view = window.show_view(VIEW)
    assert view.heading.text() == EMPTY
    assert not view.differences.table.isVisible()
    assert not view.differences.one.isVisible()
    assert view.open.isVisible()
    assert view.pasted.isVisible()
    window.show_view(VIEW)
    published(window).load_page(made("msa", "single-1.html"))
    view = published(window)
    qtbot.waitUntil(lambda: "different event" in view.heading.text())
    assert not view.differences.table.isVisible()
    text = made("msa", "unrated-1-pasted.txt").read_text("utf-8")
    QApplication.clipboard().setText(text)
    window.named_actions["layCopied"].trigger()
    qtbot.waitUntil(lambda: len(contradicting(view)) == 3)


def test_differences_are_accepted_singly_or_all(qtbot, window, typed, garden, page):
    view = compare_with_page(qtbot, window)
    assert len(contradicting(view)) == len(garden.expected)
    assert view.heading.text().startswith(f"{NAME}: 3 differences, 1 addition.")
    assert window.session.document is typed
    assert keyboard(window) is view.differences.table
    go_to(qtbot, view, "Name")
    player = window.session.player
    assert str(player.number) == dict(rows(view))["Name"]
    row = view.differences.table.currentIndex().row()
    theirs = str(view.differences.model.index(row, THEIRS).data())
    before = player.name
    assert str(view.differences.model.index(row, OURS).data()) == before
    assert str(view.differences.model.index(row, CAUSE).data()) == "this event"
    press(qtbot, window, Key.Key_Return)
    changed = window.session.player
    assert changed.name != before
    assert set(changed.name.upper().replace(",", "").split()) == set(theirs.split())
    compared(qtbot, window)
    assert "Name" not in dict(rows(view))
    window.session.undo_edit()
    compared(qtbot, window)
    assert window.session.document == typed
    assert "Name" in dict(rows(view))
    press_button(qtbot, window, "differencesAcceptAll")
    assert facts_by_person(window.session.document) == facts_by_person(page)
    compared(qtbot, window)
    assert {one.kind for one in view.differences.model.rows} == {"post"}
    assert view.heading.text().startswith(f"{NAME}: no differences.")
    window.session.undo_edit()
    assert window.session.document == typed


def test_matches_are_listed_and_accepting_all_leaves_corrections(qtbot, window):
    typed_from(window, FLOOR)
    compare_with_page(qtbot, window, FLOOR)
    view = explained(qtbot, window)
    before, count = rows(view), view.comparison.found.posts.count
    press_button(qtbot, window, "differencesMatches")
    listed = view.differences.model.rows
    ratings = [row for row in listed if row.kind == "post"]
    assert len(ratings) == count
    matching = [row for row in ratings if row.cause == "match"]
    assert len(matching) == count - 1
    assert all(row.ours == row.theirs for row in matching if not row.because)
    press_button(qtbot, window, "differencesMatches")
    assert rows(view) == before
    typed = window.session.document
    press_button(qtbot, window, "differencesAcceptAll")
    explained(qtbot, window)
    assert [kind for kind, _ in rows(view)] == ["Post-event rating"]
    assert not view.differences.all.isVisible()
    window.named_actions["auditPutFactsIn"].trigger()
    qtbot.waitUntil(lambda: view.comparison.explained)
    assert view.heading.text().endswith("All post-event ratings match.")
    explained(qtbot, window)
    assert rows(view) == []
    window.session.undo_edit()
    window.session.undo_edit()
    assert window.session.document == typed
    explained(qtbot, window)
    press_button(qtbot, window, "differencesAcceptAll")
    explained(qtbot, window)
    assert keyboard(window) is view.differences.table
    window.session.apply_edit(accept_differences, view.comparison.list_corrections())
    explained(qtbot, window)
    assert keyboard(window) is view.open


def test_what_explains_a_rating_is_applied_from_corrections(qtbot, window):
    typed = typed_from(window, FLOOR)
    compare_with_page(qtbot, window, FLOOR)
    view = explained(qtbot, window)
    said = view.heading.text()
    assert said.startswith(f"{FLOOR}: no differences, 1 addition. 1 of ")
    assert said.endswith(" doesn't match. Corrections explain it.")
    go_to(qtbot, view, "Post-event rating")
    player = window.session.player
    assert str(player.number) == dict(rows(view))["Post-event rating"]
    assert "has a floor of 1700" in view.differences.table.selected.because
    window.session.apply_edit(lambda now: _renamed(now))
    explained(qtbot, window)
    assert view.differences.table.selected.kind == "post"
    window.session.undo_edit()
    explained(qtbot, window)
    press(qtbot, window, Key.Key_Return)
    assert view.page.objectName() == "correctionsPage"
    assert window.session.document == typed
    corrections = view.page
    qtbot.waitUntil(lambda: keyboard(window) is corrections.table)
    press_button(qtbot, window, "correctionsApply")
    name = f"Correction of the post-event rating of player {player.number}"
    assert window.session.history.undo_name == name
    assert window.session.player.facts("R").floor == 1700
    qtbot.waitUntil(lambda: view.comparison.explained)
    assert view.heading.text().endswith("All post-event ratings match.")
    qtbot.waitUntil(lambda: not corrections.table.isVisible())
    window.session.undo_edit()
    assert window.session.document == typed


def test_a_rating_without_corrections_says_that_none_were_found(qtbot, window):
    name = "dual-1.html"
    typed_from(window, name)
    page = open_event(made("msa", name)).document
    first = page.sections[0].players[0]
    wrong = tuple((s, replace(p, rating=2999.0)) for s, p in first.published)
    page = with_player(page, 0, 0, replace(first, published=wrong))
    window.show_view(VIEW)
    window.session.show_page(PublishedPage(page, name))
    view = explained(qtbot, window)
    assert view.heading.text().endswith("No corrections found.")
    lines = [row for row in view.differences.model.rows if row.kind == "post"]
    assert [(row.system, row.theirs) for row in lines] == [("R", "2999"), ("Q", "2999")]
    go_to(qtbot, view, "Post-event rating")
    press(qtbot, window, Key.Key_Return)
    assert not view.corrections.table.isVisible()
    assert not view.corrections.one.isVisible()


def test_a_long_search_for_corrections_can_be_stopped(qtbot, window):
    typed_from(window, "big-1.html")
    view = compare_with_page(qtbot, window, "big-1.html")
    qtbot.waitUntil(view.working.isVisible)
    assert view.heading.text().endswith("searching for corrections…")
    before = rows(view)
    press_button(qtbot, window, "compareCancel")
    assert not view.working.isVisible()
    assert view.heading.text().endswith("Restarts after your next change.")
    assert view.comparison.explained
    assert rows(view) == before
    assert keyboard(window) is view.differences.table


def test_nothing_is_accepted_from_before_an_edit(qtbot, window, typed):
    view = compare_with_page(qtbot, window)
    said: list[str] = []
    window.session.refused.connect(said.append)
    window.crosstable.focus_cell(0, None)
    window.session.apply_edit(lambda now: _renamed(now))
    edited = window.session.document
    view.differences.accept_all()
    assert said == [LATE]
    assert window.session.document is edited


def _renamed(document: Document) -> Edit:
    return set_name(document, 0, 0, "Somebody Else")


def test_a_page_is_compared_until_another_event_is_open(qtbot, window, typed, sample):
    for text, says in [
        ("", "Nothing to paste."),
        ("hello there", "Couldn't compare"),
        ("No.,Name,R1\n1,Ada,W2\n2,Bea,L1\n", "isn't a US Chess page"),
    ]:
        QApplication.clipboard().setText(text)
        window.named_actions["layCopied"].trigger()
        qtbot.waitUntil(lambda says=says: says in window.messages.text)
        assert published(window).heading.text() == EMPTY
    window.show_view(VIEW)
    dropped(published(window), made("msa", NAME))
    assert rows(compared(qtbot, window))
    assert window.session.document is typed
    view = published(window)
    window.session.show_document(open_event(sample).document, None)
    qtbot.waitUntil(lambda: view.heading.text() == EMPTY)
    qtbot.waitUntil(lambda: view.differences.model.rowCount() == 0)


@pytest.fixture
def report(qtbot: QtBot, window: MainWindow, typed: Document) -> CompareView:
    """Show another view of the space, and put the page on the clipboard."""
    text = made("msa", "unrated-1-pasted.txt").read_text("utf-8")
    QApplication.clipboard().setText(text)
    window.show_view("view-rating-report")
    return published(window)


def test_all_values_of_us_chess_are_accepted_with_three_clicks(qtbot, window, report):
    tabs = window.below.tabs
    titles = [tabs.tabText(place) for place in range(tabs.count())]
    place = tabs.tabRect(titles.index("Compare with US Chess")).center()
    qtbot.mouseClick(tabs, LEFT, pos=place)
    press_button(qtbot, window, "comparePaste")
    assert len(contradicting(compared(qtbot, window))) == 3
    press_button(qtbot, window, "differencesAcceptAll")
    compared(qtbot, window)
    assert contradicting(report) == []


def test_values_and_corrections_are_a_few_keys_away(qtbot, window, report):
    press(qtbot, window, Key.Key_V, (CONTROL | ALT))
    compared(qtbot, window)
    press(qtbot, window, Key.Key_C, ALT)
    assert report.page.objectName() == "correctionsPage"
    press(qtbot, window, Key.Key_D, ALT)
    assert report.page.objectName() == "differencesPage"
    assert len(contradicting(compared(qtbot, window))) == 3
    assert keyboard(window) is report.differences.table
    press_keys(qtbot, window, Key.Key_Down, Key.Key_Return)
    compared(qtbot, window)
    assert len(contradicting(report)) == 2


def test_a_dropped_page_is_compared_or_opened(qtbot, window, typed, garden, page):
    dropped(window, made("msa", NAME))
    qtbot.waitUntil(lambda: "looks like" in window.messages.text)
    assert window.messages.ways == ("Compare", "Open as a separate event")
    # It is compared without a question about unsaved changes.
    press_button(qtbot, window, "messageWayOut")
    assert len(compared(qtbot, window).differences.model.rows) >= 3
    assert window.session.document is typed
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
def test_a_pasted_page_of_the_event_can_be_compared(qtbot, window, typed, name):
    QApplication.clipboard().setText(made("msa", name).read_text("utf-8"))
    window.crosstable.focus_cell(0, None)
    press(qtbot, window, Key.Key_V, CONTROL)
    first = window.findChild(QPushButton, "pasteChoice1")
    qtbot.waitUntil(lambda: first.isVisible() and first.text() == "Compare")
    press_button(qtbot, window, "pasteChoice1")
    assert len(compared(qtbot, window).differences.model.rows) >= 3
    assert window.session.document is typed


def test_a_pasted_page_of_the_open_event_can_be_added_by_its_day(qtbot, window, typed):
    text = made("msa", "unrated-1-pasted.txt").read_text("utf-8")
    QApplication.clipboard().setText(text)
    window.crosstable.focus_cell(0, None)
    press(qtbot, window, Key.Key_V, CONTROL)
    second = window.findChild(QPushButton, "pasteChoice2")
    qtbot.waitUntil(lambda: second.isVisible() and "Add" in second.text())
    press_button(qtbot, window, "pasteChoice2")
    assert window.paste_panel.date.isVisible()
