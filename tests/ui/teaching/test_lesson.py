"""The lesson over the real views, and a view that fills the screen."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from uscalc.ui.teaching.strip import LessonStrip

from tests.ui.driving import click, press, press_button, why
from uscalc.explain.lesson import TOO_LITTLE
from uscalc.ui.shell.main_window import MainWindow
from uscalc.ui.teaching.lesson import Lesson, lesson_of
from uscalc.ui.teaching.presentation import presentation_of

LONG = 20_000


@pytest.fixture
def lesson(qtbot: QtBot, window: MainWindow) -> Lesson:
    click(qtbot, window, 12, "name")
    press(qtbot, window, Qt.Key.Key_F9)
    return lesson_of(window)


def covered(window: MainWindow) -> set[str]:
    """The objectNames of what is covered now."""
    names = set()
    for cover in window.findChildren(QWidget, "cover"):
        parent = cover.parentWidget()
        if cover.isVisible() and parent is not None:
            names.add(parent.objectName())
    return names


def space(qtbot: QtBot, strip: LessonStrip) -> None:
    qtbot.keyClick(strip.on, Qt.Key.Key_Space)


def test_an_answer_is_hidden_until_a_key_is_pressed(
    qtbot: QtBot, window: MainWindow, lesson: Lesson
) -> None:
    strip = lesson.strip
    assert strip.isVisible()
    assert "Guess the new rating" in strip.question.text()
    assert strip.answer.text() == ""
    assert {"derivationView", "stepsView"} <= covered(window)
    space(qtbot, strip)
    assert strip.answer.text().startswith("1762 is where")
    assert covered(window) == set()


@pytest.mark.parametrize("row", [0, 10, 11])
def test_every_stop_points_at_a_view_and_has_its_answer(
    qtbot: QtBot, window: MainWindow, row: int
) -> None:
    window.session.select(row=row)
    lesson = lesson_of(window)
    lesson.begin()
    strip = lesson.strip
    seen = []
    while strip.isVisible():
        stop = strip.stop
        assert stop is not None
        assert strip.answer.text() == ""
        space(qtbot, strip)
        assert strip.answer.text() == stop.answer
        assert stop.answer
        seen.append(stop.title)
        if stop.view == "why":
            assert why(window).isVisible()
        elif stop.view != "table":
            name = {"steps": "stepsView", "solver": "solverView"}.get(
                stop.view, "whatIfView"
            )
            assert window.view(name).isVisible()
        space(qtbot, strip)
    assert 8 <= len(seen) <= 12
    assert len(set(seen)) == len(seen)
    assert covered(window) == set()


def test_every_figure_of_the_lesson_is_one_of_the_derivation(
    qtbot: QtBot, window: MainWindow, lesson: Lesson
) -> None:
    derivation = why(window).derivation
    assert derivation is not None
    values = {line.value for line in derivation.lines()}
    for stop in lesson._stops():
        if stop.key in {line.key for line in derivation.lines()}:
            line = next(x for x in derivation.lines() if x.key == stop.key)
            assert line.text.removesuffix(".") in stop.answer
            assert stop.key == "formula" or line.value in stop.answer
    assert "1762" in values


def test_left_goes_back_and_escape_leaves(
    qtbot: QtBot, window: MainWindow, lesson: Lesson
) -> None:
    strip = lesson.strip
    space(qtbot, strip)
    space(qtbot, strip)
    assert strip.count.text().startswith("2 of")
    qtbot.keyClick(strip, Qt.Key.Key_Left)
    assert strip.count.text().startswith("1 of")
    qtbot.keyClick(strip, Qt.Key.Key_Escape)
    assert strip.isHidden()
    assert covered(window) == set()


def test_answers_need_not_be_hidden(
    qtbot: QtBot, window: MainWindow, lesson: Lesson
) -> None:
    lesson.strip.hide_answers.setChecked(False)
    assert lesson.strip.answer.text().startswith("1762 is where")
    assert covered(window) == set()


def test_another_player_is_taught_the_same_stop(
    qtbot: QtBot, window: MainWindow, lesson: Lesson
) -> None:
    strip = lesson.strip
    space(qtbot, strip)
    space(qtbot, strip)
    click(qtbot, window, 1, "name")
    assert strip.count.text().startswith("2 of")
    space(qtbot, strip)
    assert "1794" in strip.answer.text()


def test_nothing_to_teach_is_said(qtbot: QtBot, window: MainWindow) -> None:
    window.named_actions["addPlayer"].trigger()
    qtbot.waitUntil(lambda: window.session.up_to_date, timeout=LONG)
    window.session.select(row=12)
    lesson_of(window).begin()
    assert lesson_of(window).strip.question.text() == TOO_LITTLE


def test_a_view_fills_the_screen_in_large_type_and_goes_back(
    qtbot: QtBot, window: MainWindow
) -> None:
    view = window.show_view("stepsView")
    home = view.parentWidget()
    press(qtbot, window, Qt.Key.Key_F11)
    presentation = presentation_of(window)
    assert presentation.isFullScreen()
    assert presentation.isAncestorOf(view)
    assert window.theme.zoom == 150
    other = window.show_view("solverView")
    assert presentation.isAncestorOf(other)
    assert view.parentWidget() is home
    qtbot.keyClick(presentation, Qt.Key.Key_Escape)
    assert presentation.isHidden()
    assert window.theme.zoom == 100
    assert not presentation.isAncestorOf(other)
    assert window.presenting is None


def test_the_lesson_comes_along_onto_the_screen(
    qtbot: QtBot, window: MainWindow, lesson: Lesson
) -> None:
    strip = lesson.strip
    press_button(qtbot, window, "lessonPresent")
    presentation = presentation_of(window)
    assert presentation.isAncestorOf(strip)
    for _ in range(4):
        space(qtbot, strip)
    assert presentation.shown == "derivationView"
    assert presentation.isAncestorOf(why(window))
    presentation.leave()
    assert not presentation.isAncestorOf(strip)
    assert strip.isVisible()
    assert window.crosstable.isVisible()


def test_closing_the_presentation_is_leaving_it(
    qtbot: QtBot, window: MainWindow
) -> None:
    window.named_actions["present"].trigger()
    presentation = presentation_of(window)
    presentation.close()
    qtbot.waitUntil(lambda: window.presenting is None, timeout=LONG)
    assert window.crosstable.isVisible()
    focus = QApplication.focusWidget()
    assert focus is None or not isinstance(focus, type(presentation))
    assert isinstance(window.right, QWidget)


def test_leaving_the_lesson_leaves_the_window_as_it_was(
    qtbot: QtBot, window: MainWindow
) -> None:
    window.coach.begin()
    qtbot.waitUntil(window.coach.isVisible, timeout=LONG)
    height = window.below.height()
    press(qtbot, window, Qt.Key.Key_F9)
    strip = lesson_of(window).strip
    assert strip.isVisible()
    assert not window.coach.isVisible()
    assert window.below.height() == height
    qtbot.keyClick(strip, Qt.Key.Key_Escape)
    assert window.coach.isVisible()
