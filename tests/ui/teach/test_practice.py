"""Practice in the window: one question at a time, answered by keys, with a streak."""

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from tests.build import as_type
from tests.ui.driving import press_button
from tests.ui.keys import Key
from uscalc.ui.storage.preferences import Preferences
from uscalc.ui.teach.practice_view import HOW, MARKS, SOLVED, PracticeView
from uscalc.ui.widgets.controls import ChoiceControl
from uscalc.ui.window.main_window import MainWindow
from uscalc.worksheet.kinds import KINDS

SIZES = [(364, 606), (468, 638), (730, 900), (1200, 420)]
"""Pixels: the drawer of Teach at 1024x768, 1280x800 and 1920x1080, and a wide panel."""


def practice(qtbot: QtBot, window: MainWindow) -> PracticeView:
    window.named_actions["showExercise"].trigger()
    return ready(qtbot, as_type(window.get_view("view-practice"), PracticeView))


def ready(qtbot: QtBot, view: PracticeView) -> PracticeView:
    qtbot.waitUntil(lambda: view.exercise is not None and not view.behind)
    return view


def select(qtbot: QtBot, choice: ChoiceControl, key: str, view: PracticeView) -> None:
    place = choice.findData(key)
    choice.setCurrentIndex(place)
    choice.activated.emit(place)
    ready(qtbot, view)


def answer(view: PracticeView) -> str:
    return view.progress.blank.answer.replace("\N{MINUS SIGN}", "-")


def enter(view: PracticeView, text: str) -> None:
    line = view.page.line
    line.selectAll()
    QTest.keyClicks(line, text)
    QTest.keyClick(line, Key.Key_Return)


def said(view: PracticeView) -> str:
    return view.page.said.text()


def shown(view: PracticeView) -> str:
    labels = [label for label in view.findChildren(QLabel) if label.isVisibleTo(view)]
    return "\n".join(label.text() for label in labels)


def place_of(part: QWidget, view: PracticeView) -> QRect:
    port = view.area.viewport()
    return QRect(part.mapTo(port, QPoint()), part.size())


def test_it_begins_easy_and_a_mistake_gets_its_reason(qtbot, window):
    view = practice(qtbot, window)
    assert (view.kind.value, view.level.value) == ("expectation", "1")
    assert said(view) == HOW
    assert view.page.line.hasFocus()
    fields = [f for f in view.findChildren(QLineEdit) if f.isVisible()]
    assert fields == [view.page.line]
    label, line = place_of(view.page.ask, view), place_of(view.page.line, view)
    assert 0 < line.left() - label.right() < 20
    assert label.top() <= line.center().y() <= label.bottom()
    assert "Rules for this question" in shown(view)
    assert "The table gives it for multiples of 100" in shown(view)
    assert "E is the sum" not in shown(view), "a rule of another question"
    right = answer(view)
    other = f"{1 - float(right):.2f}"
    enter(view, other)
    side = "Too high" if float(other) > float(right) else "Too low"
    assert said(view).startswith(f"{side}: this is what the opponent expects")
    assert view.page.mark.text() == MARKS["wrong"]
    assert said(view) == view.page.line.accessibleDescription()
    assert view.progress.at == 0
    QTest.keyClicks(view.page.line, right[0])
    assert view.page.mark.text() == "", "typing takes the mark away"
    enter(view, right)
    assert view.progress.at == 1
    assert said(view) == "Right."
    assert right in shown(view).split()


def test_a_problem_that_comes_late_takes_no_keyboard(qtbot, window):
    window.named_actions["showExercise"].trigger()
    view = as_type(window.get_view("view-practice"), PracticeView)
    assert view.exercise is None
    window.rail.setFocus()
    ready(qtbot, view)
    assert not view.isAncestorOf(QApplication.focusWidget())


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("level", [1, 3])
def test_a_problem_of_every_type_is_solved_by_keys(qtbot, window, kind, level):
    view = practice(qtbot, window)
    select(qtbot, view.kind, kind, view)
    select(qtbot, view.level, str(level), view)
    view.page.line.setFocus()
    first = view.exercise
    count = len(view.progress.blanks)
    for place in range(count):
        assert view.progress.at == place
        assert view.page.line.hasFocus()
        assert view.page.line.text() == ""
        enter(view, answer(view))
    assert said(view) == f"Right. {SOLVED}"
    assert f"Streak: {count}" in view.score.text()
    assert QApplication.focusWidget() is view.another
    QTest.keyClick(view.another, Key.Key_Return)
    ready(qtbot, view)
    assert view.exercise != first
    assert (view.kind.value, view.level.value) == (kind, str(level))
    assert view.page.line.hasFocus()
    assert f"Streak: {count}" in view.score.text()


def test_the_hint_comes_before_the_answer_and_ends_the_streak(qtbot, window):
    view = practice(qtbot, window)
    enter(view, answer(view))
    assert "Streak: 1, best: 1" in view.score.text()
    blank = view.progress.blank
    QTest.keyClicks(view.page.line, "?")
    assert said(view) == blank.hint
    assert view.page.line.text() == "", "the key types nothing"
    assert "Streak: 1" in view.score.text()
    assert view.help.text() == "Show answer"
    QTest.keyClicks(view.page.line, "?")
    assert said(view) == f"{blank.answer}: {blank.working}."
    assert view.progress.at == 2
    assert "Streak: 0, best: 1" in view.score.text()


def test_only_the_first_try_counts_and_a_slip_of_the_keys_does_not(qtbot, window):
    view = practice(qtbot, window)
    enter(view, "many")
    assert "isn't a number" in said(view)
    enter(view, answer(view))
    assert "Streak: 1" in view.score.text()
    enter(view, "9")
    enter(view, answer(view))
    assert "Streak: 0, best: 1" in view.score.text()


def test_buttons_do_what_the_keys_do(qtbot, window):
    view = practice(qtbot, window)
    press_button(qtbot, window, "exerciseHelp")
    assert said(view) == view.progress.blank.hint
    QTest.keyClicks(view.page.line, answer(view))
    press_button(qtbot, window, "exerciseCheck")
    assert view.progress.at == 1
    first = view.exercise
    press_button(qtbot, window, "exerciseAnother")
    ready(qtbot, view)
    assert view.exercise != first
    assert view.progress.at == 0


def test_choices_problem_and_streak_are_kept_for_the_next_start(qtbot, window):
    view = practice(qtbot, window)
    select(qtbot, view.kind, "k", view)
    select(qtbot, view.level, "2", view)
    press_button(qtbot, window, "exerciseAnother")
    ready(qtbot, view)
    enter(view, answer(view))
    window.preferences = Preferences(window.folders.settings)
    again = PracticeView(window)
    qtbot.addWidget(again)
    again.show()
    ready(qtbot, again)
    assert again.exercise == view.exercise
    assert (again.kind.value, again.level.value) == ("k", "2")
    assert "Streak: 1, best: 1" in again.score.text()


def test_no_problem_is_about_a_player_of_the_event(qtbot, window):
    """The rating explorer beside it shows the selected player's answers."""
    view = practice(qtbot, window)
    first = view.exercise
    window.session.select(row=3)
    qtbot.waitUntil(lambda: window.session.up_to_date)
    ready(qtbot, view)
    assert view.exercise == first
    names = {
        " ".join(reversed(p.name.split(", "))) for p in window.session.section.players
    }
    assert not any(name in first.question for name in names)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("kind", "level"), [("special-7", 1), ("two-passes", 3)])
def test_field_and_rules_are_seen_at_every_question(qtbot, window, size, kind, level):
    window.preferences.remember_choice("practice", "Kind", kind)
    window.preferences.remember_choice("practice", "Level", str(level))
    view = PracticeView(window)
    view.setParent(None)
    qtbot.addWidget(view)
    view.resize(*size)
    view.show()
    ready(qtbot, view)
    for _ in range(len(view.progress.blanks)):
        qtbot.waitUntil(lambda: sees(view, view.page.line))
        qtbot.waitUntil(lambda: sees(view, view.findChild(QLabel, "exerciseRule1")))
        assert not view.area.horizontalScrollBar().isVisible()
        top = place_of(view.page.said, view).bottom()
        enter(view, "12345")
        assert place_of(view.page.said, view).bottom() == top, "nothing moves"
        metrics = view.page.line.fontMetrics()
        room = view.page.line.width() - 16
        assert metrics.horizontalAdvance(view.progress.blank.answer) < room
        enter(view, answer(view))


def sees(view: PracticeView, part: QWidget) -> bool:
    return view.area.viewport().rect().contains(place_of(part, view))


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("zoom", [100, 200])
def test_marks_are_seen_in_both_themes_and_sizes(qtbot, window, theme, dark, zoom):
    view = practice(qtbot, window)
    theme.choose_look("dark" if dark else "light")
    theme.set_zoom(zoom)
    enter(view, "99")
    assert view.page.mark.text() == MARKS["wrong"]
    image = view.page.grab().toImage()
    error = QColor(theme.colors.error)
    found = sum(
        image.pixelColor(x, y) == error
        for x in range(image.width())
        for y in range(image.height())
    )
    assert found > view.page.line.height(), "the frame and the mark"
