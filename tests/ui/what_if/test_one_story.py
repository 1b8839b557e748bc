"""While results are tried out, a view shows them or says that it does not."""

import re

import pytest
from PySide6.QtCore import QAbstractListModel, QModelIndex, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractItemView, QLabel, QTextEdit, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from tests.build import as_type
from tests.ui.driving import click, press_button, quiet
from tests.ui.what_if.on_screen import settled
from tests.ui.what_if.trying import try_result
from uscalc.ui.charts.view import ChartView
from uscalc.ui.explain.explanation_view import ExplanationView
from uscalc.ui.explorer.canvas import ExplorerCanvas
from uscalc.ui.printing.room import ask_player_page
from uscalc.ui.session.session import WITH, WITHOUT
from uscalc.ui.teach.lesson import LessonScreen, lesson_of
from uscalc.ui.teach.presentation import presentation_of
from uscalc.ui.window.main_window import MainWindow
from uscalc.ui.window.views import VIEWS

MARKED = {"with": [WITH], "without": [WITHOUT], "unmarked": []}
NEWCOMER = 12
MARKS_THEM = "ideaScope"
"""The line of the rating explorer that says where what-if results apply."""


def marks(widget: QWidget) -> list[str]:
    labels = widget.findChildren(QLabel)
    seen = [label for label in labels if label.isVisible()]
    return [label.text() for label in seen if label.property("role") == "whatIf"]


def words(view: QWidget) -> list[str]:
    found = []
    for label in view.findChildren(QLabel):
        if label.isVisible() and label.objectName() != MARKS_THEM:
            found.append(label.text())
    for page in view.findChildren(QTextEdit):
        # The label of a what-if result goes when it is applied.
        found.append(page.toPlainText().replace(" (what if)", ""))
    for table in view.findChildren(QAbstractItemView):
        found += cells(table)
    for chart in view.findChildren(ChartView):
        # So does the title's note of what is tried.
        written = re.sub(r" \(tried: [^)]*\)", "", repr(chart.chart))
        found.append(written if chart.isVisible() else "")
    for slides in view.findChildren(LessonScreen):
        found.append(repr(slides.lesson.slides) if slides.lesson else "")
    for canvas in view.findChildren(ExplorerCanvas):
        hand = canvas.scene
        found.append(repr(hand and (hand.r, hand.idea.done)))
    return found


def cells(table: QAbstractItemView) -> list[str]:
    model = table.model()
    if model is None or not table.isVisible():
        return []
    nowhere = QModelIndex()
    is_list = isinstance(model, QAbstractListModel)
    columns = 1 if is_list else model.columnCount(nowhere)
    return [
        str(model.index(row, column).data(Qt.ItemDataRole.DisplayRole))
        for row in range(model.rowCount(nowhere))
        for column in range(columns)
    ]


def shown(qtbot: QtBot, window: MainWindow, name: str) -> QWidget:
    """A view in front, once it is in step with everything."""
    view = window.show_view(name)
    settled(qtbot, window)
    qtbot.waitUntil(lambda: quiet(view) and not window.session.busy)
    qtbot.waitUntil(lambda: not getattr(view, "behind", False))
    # Pages for the printer are made beside the window.
    qtbot.waitUntil(lambda: not getattr(view, "busy", False))
    coming = ("Looking", "Checking")
    qtbot.waitUntil(
        lambda: any(words(view)) and not any(w.startswith(coming) for w in words(view))
    )
    return view


def panel_of(window: MainWindow, name: str) -> QWidget:
    return window.right if window.right.has_view(name) else window.below


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: view.name)
def test_the_panel_says_whether_a_view_shows_them(qtbot, window, view):
    name, what_if = view.name, view.what_if  # type: ignore[attr-defined]
    shown(qtbot, window, name)
    assert marks(panel_of(window, name)) == []
    try_result(qtbot, window, 1, 1, "L")
    shown(qtbot, window, name)
    assert marks(panel_of(window, name)) == MARKED[what_if]
    window.session.what_if.clear_results()
    settled(qtbot, window)
    assert marks(panel_of(window, name)) == []


@pytest.mark.parametrize(
    "name", [view.name for view in VIEWS if view.what_if == "with"]
)
def test_a_view_with_what_if_results_shows_the_same_after_apply(qtbot, window, name):
    view = shown(qtbot, window, name)
    for choice in ("curvesExpectancy", "lessonSubject2"):
        for button in view.findChildren(QToolButton, choice):
            button.click()
    try_result(qtbot, window, NEWCOMER, 1, "L")
    shown(qtbot, window, name)
    before = [w.replace(f", {WITH.lower()}", "") for w in words(view)]
    shown(qtbot, window, "view-what-if")
    press_button(qtbot, window, "whatIfApply")
    view = shown(qtbot, window, name)
    assert before == words(view)
    # And it says something else without them.
    window.session.undo_edit()
    shown(qtbot, window, name)
    assert before != words(view)


@pytest.mark.parametrize(
    "name", [view.name for view in VIEWS if view.what_if == "without"]
)
def test_a_view_without_what_if_results_does_not_change(qtbot, window, name):
    click(qtbot, window, NEWCOMER, "name")
    before = words(shown(qtbot, window, name))
    try_result(qtbot, window, NEWCOMER, 1, "L")
    assert [
        said for said in words(shown(qtbot, window, name)) if said != WITHOUT
    ] == before


def test_a_view_that_is_open_follows_the_thumb(qtbot, window):
    try_result(qtbot, window, 1, 1, "D")
    settled(qtbot, window)
    steps = shown(qtbot, window, "view-steps")
    qtbot.waitUntil(lambda: quiet(steps))
    rating = window.session.what_if.find_rating()
    post = rating.find_post(1)
    assert any(f"\N{RIGHTWARDS ARROW} {round(post)}" in said for said in words(steps))


def test_the_full_screen_names_what_if_results_too(qtbot, window):
    try_result(qtbot, window, 1, 1, "L")
    screen = presentation_of(window)
    for name, said in (
        ("view-explanation", WITH),
        ("view-compare-with-us-chess", WITHOUT),
    ):
        window.show_view(name)
        screen.present_view(name)
        qtbot.waitUntil(lambda said=said: marks(screen) == [said])
    screen.leave_presentation()
    assert marks(screen) == []


def test_printed_pages_say_that_they_have_no_what_if_results(qtbot, window):
    try_result(qtbot, window, 1, 1, "L")
    dialog = ask_player_page(window)
    assert marks(dialog) == [WITHOUT]
    dialog.close()


def test_what_is_copied_is_without_them_and_what_is_taught_is_with_them(qtbot, window):
    try_result(qtbot, window, 1, 1, "L")
    for name in ("copy", "copyTable"):
        window.messages.clear()
        window.named_actions[name].trigger()
        assert WITHOUT.lower() in window.messages.text
    window.named_actions["lesson"].trigger()
    lesson = lesson_of(window)
    assert WITH in lesson.lesson.about
    post = window.session.with_what_if.find_post(0)
    assert str(round(post)) in repr(lesson.lesson.slides)
    lesson.leave_lesson()


def test_a_copied_derivation_and_a_picture_say_it(qtbot, window):
    view = as_type(shown(qtbot, window, "view-explanation"), ExplanationView)
    view.copy_text()
    assert WITH not in QGuiApplication.clipboard().text()
    try_result(qtbot, window, 1, 1, "L")
    shown(qtbot, window, "view-explanation")
    view.copy_text()
    assert QGuiApplication.clipboard().text().startswith(f"{WITH}.\n")
    picture = view._make_picture(True)
    assert WITH.lower() in picture.source
