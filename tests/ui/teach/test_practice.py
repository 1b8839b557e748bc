"""An exercise in the window: blanks typed by keys, judged, helped, kept."""

import pytest
from PySide6.QtCore import QPoint, QRegularExpression, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QToolButton
from pytestqt.qtbot import QtBot

from tests.build import as_type
from tests.ui.driving import press_button
from uscalc.document.edit.cells import set_result
from uscalc.ui.teach.practice_page import (
    MARKS,
    BlankLine,
    BlankPlace,
    PairGrid,
    PracticePage,
)
from uscalc.ui.teach.practice_view import DONE, HOW, NO_BLANKS, NOBODY, PracticeView
from uscalc.ui.widgets.controls import ChoiceControl
from uscalc.ui.window.main_window import MainWindow
from uscalc.worksheet.model import ExerciseBlank

RIGHT, WRONG, SHOWN = (MARKS[state] for state in ("right", "wrong", "shown"))


def exercise(qtbot: QtBot, window: MainWindow, row: int = 5) -> PracticeView:
    window.session.select(row=row)
    window.named_actions["showExercise"].trigger()
    view = as_type(window.get_view("view-practice"), PracticeView)
    ready(qtbot, view)
    return view


def ready(qtbot: QtBot, view: PracticeView) -> None:
    qtbot.waitUntil(lambda: not view.behind)


def lines(view: PracticeView) -> list[BlankLine]:
    found = [line for line in view.findChildren(BlankLine) if line.isVisibleTo(view)]
    return sorted(
        found, key=lambda l: int(l.objectName().removeprefix("exerciseBlank"))
    )


def blanks(view: PracticeView) -> list[ExerciseBlank]:
    return list(view.exercise.iterate_blanks())


def here() -> BlankLine:
    return QApplication.focusWidget()


def begin(qtbot: QtBot, view: PracticeView) -> BlankLine:
    first = lines(view)[0]
    first.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(first.hasFocus)
    return first


def answer(view: PracticeView, line: QLineEdit) -> str:
    place = int(line.objectName().removeprefix("exerciseBlank")) - 1
    return blanks(view)[place].answer


def mark(view: PracticeView, line: QLineEdit) -> str:
    label = view.findChild(QLabel, f"{line.objectName()}Mark")
    return label.text()


def said(view: PracticeView) -> str:
    return view.said.text()


def test_a_right_value_is_marked_and_the_next_blank_has_the_focus(qtbot, window):
    view = exercise(qtbot, window)
    first = begin(qtbot, view)
    assert said(view)
    QTest.keyClicks(first, answer(view, first))
    QTest.keyClick(first, Qt.Key.Key_Return)
    assert mark(view, first) == RIGHT
    assert here() is lines(view)[1]
    assert said(view).startswith("Right. Next: N'")
    assert "right" in first.accessibleDescription()
    assert view.score.text().startswith("1 of ")


def test_a_wrong_value_is_marked_and_kept_and_can_be_corrected(qtbot, window):
    view = exercise(qtbot, window)
    first = begin(qtbot, view)
    QTest.keyClicks(first, "999")
    QTest.keyClick(first, Qt.Key.Key_Return)
    assert mark(view, first) == WRONG
    assert (first.text(), here()) == ("999", first)
    assert answer(view, first) not in said(view)
    assert "wrong" in first.accessibleDescription()
    for _ in range(3):
        QTest.keyClick(first, Qt.Key.Key_Backspace)
    assert mark(view, first) == ""
    QTest.keyClicks(first, answer(view, first))
    QTest.keyClick(first, Qt.Key.Key_Return)
    assert mark(view, first) == RIGHT


def test_the_hint_comes_before_the_answer(qtbot, window):
    view = exercise(qtbot, window)
    first = begin(qtbot, view)
    blank = blanks(view)[0]
    assert view.help.text() == "Hint"
    QTest.keyClicks(first, "?")
    assert said(view) == blank.hint
    assert first.text() == "", "the key types nothing"
    assert blank.hint in first.accessibleDescription()
    assert view.help.text() == "Answer"
    QTest.keyClicks(first, "?")
    assert first.text() == blank.answer
    assert blank.working in said(view)
    assert mark(view, first) == SHOWN
    assert "1 shown" in view.score.text()
    QTest.keyClick(first, Qt.Key.Key_Return)
    assert here() is lines(view)[1], "what was shown is settled"
    assert "0 of" in view.score.text(), "and not counted as found"


def test_buttons_do_what_the_keys_do(qtbot, window):
    view = exercise(qtbot, window)
    first = begin(qtbot, view)
    press_button(qtbot, window, "exerciseHelp")
    assert said(view) == blanks(view)[0].hint
    QTest.keyClicks(first, answer(view, first))
    press_button(qtbot, window, "exerciseCheck")
    assert mark(view, first) == RIGHT
    press_button(qtbot, window, "exerciseAgain")
    assert {line.text() for line in lines(view)} == {""}
    assert said(view) == HOW


@pytest.mark.parametrize("row", [5, 11])
def test_a_full_calculation_needs_only_the_keyboard(qtbot, window, row):
    view = exercise(qtbot, window, row)
    begin(qtbot, view)
    count = len(lines(view))
    for _ in range(count):
        line = here()
        assert line.text() == ""
        QTest.keyClicks(line, answer(view, line).replace("\N{MINUS SIGN}", "-"))
        QTest.keyClick(line, Qt.Key.Key_Return)
        assert mark(view, line) == RIGHT
    assert DONE in said(view)
    assert view.score.text() == f"{count} of {count} right"


def test_the_current_blank_is_visible_and_nothing_moves(qtbot, window):
    view = exercise(qtbot, window, 11)
    begin(qtbot, view)
    foot = view.foot.geometry()
    for line in lines(view):
        QTest.keyClicks(here(), "?")
        QTest.keyClick(here(), Qt.Key.Key_Down)
        port = view.area.viewport()
        top = line.mapTo(port, QPoint(0, 0)).y()
        assert -line.height() < top or line is not here()
        now = here().mapTo(port, QPoint(0, 0)).y()
        assert 0 <= now <= port.height() - here().height()
        assert view.foot.geometry() == foot


def test_only_selected_groups_are_blank(qtbot, window):
    view = exercise(qtbot, window)
    everything = len(lines(view))
    button = view.findChild(QToolButton, "exerciseGroupExpectation")
    first = begin(qtbot, view)
    QTest.keyClicks(first, answer(view, first))
    button.click()
    fewer = lines(view)
    asked = [blank for blank in blanks(view) if blank.group != "expectation"]
    assert len(fewer) == len(asked) < everything
    assert fewer[0].text() == asked[0].answer, "what was typed stays"
    shown = {label.text() for label in view.findChildren(QLabel, "exerciseGiven")}
    assert {b.answer for b in blanks(view) if b.group == "expectation"} <= shown
    # A click makes the lines and the buttons anew.
    names = [other.objectName() for other in view.findChildren(QToolButton)]
    for name in names:
        other = view.findChild(QToolButton, name)
        if name.startswith("exerciseGroup") and other is not None and other.isChecked():
            other.click()
    assert lines(view) == []
    assert said(view) == NO_BLANKS
    assert not view.check.isEnabled()


def test_what_was_typed_stays_with_its_player(qtbot, window):
    view = exercise(qtbot, window, 5)
    first = begin(qtbot, view)
    QTest.keyClicks(first, "12.3")
    window.session.select(row=8)
    ready(qtbot, view)
    assert {line.text() for line in lines(view)} == {""}
    window.session.select(row=5)
    ready(qtbot, view)
    assert lines(view)[0].text() == "12.3"


def test_the_exercise_follows_an_edit_of_the_event(qtbot, window, session):
    view = exercise(qtbot, window, 5)
    before = view.exercise
    session.apply_edit(set_result, 0, 5, 4, "W4")
    qtbot.waitUntil(lambda: session.up_to_date)
    ready(qtbot, view)
    assert view.exercise != before
    session.undo_edit()
    qtbot.waitUntil(lambda: session.up_to_date)
    ready(qtbot, view)
    assert view.exercise == before


def test_invented_exercises_of_every_kind_and_another(qtbot, window):
    view = exercise(qtbot, window)
    kind = view.findChild(ChoiceControl, "exerciseKind")
    seen = set()
    for place in range(1, kind.count()):
        kind.setCurrentIndex(place)
        kind.activated.emit(place)
        ready(qtbot, view)
        assert lines(view)
        assert view.exercise is not None
        seen.add(view.exercise)
        press_button(qtbot, window, "exerciseAnother")
        ready(qtbot, view)
        seen.add(view.exercise)
    assert len(seen) == 2 * (kind.count() - 1)


def test_without_a_player_the_view_says_what_to_select(qtbot, window, session):
    view = exercise(qtbot, window)
    for place in range(5):
        session.apply_edit(set_result, 0, 0, place, "U")
    qtbot.waitUntil(lambda: session.up_to_date)
    session.select(row=0)
    ready(qtbot, view)
    assert view.empty.text() == NOBODY
    assert view.empty.isVisible()
    assert lines(view) == []


def figures_are_beside(grid: PairGrid) -> bool:
    labels = grid.findChildren(QLabel, QRegularExpression("exerciseLabel"))
    figures = grid.findChildren(BlankPlace)
    assert len(labels) == len(figures)
    end = max(label.geometry().right() for label in labels)
    near = 3 * grid.fontMetrics().horizontalAdvance("0")
    return all(
        0 < figure.x() - end < near and grid.rect().contains(figure.geometry())
        for figure in figures
    )


@pytest.mark.parametrize("row", [5, 11])
@pytest.mark.parametrize("size", [(900, 280), (1400, 320), (500, 700)])
def test_a_figure_is_next_to_its_label_and_nothing_scrolls_sideways(
    qtbot, window, size, row
):
    window.session.select(row=row)
    view = PracticeView(window.session, window.theme)
    qtbot.addWidget(view)
    view.resize(*size)
    view.show()
    ready(qtbot, view)
    assert not view.area.horizontalScrollBar().isVisible()
    grids = view.findChildren(PairGrid)
    assert grids
    qtbot.waitUntil(lambda: all(figures_are_beside(grid) for grid in grids))


def test_a_wide_view_has_what_is_asked_beside_what_is_given(qtbot, window):
    window.session.select(row=11)
    view = PracticeView(window.session, window.theme)
    qtbot.addWidget(view)
    view.resize(1400, 320)
    view.show()
    ready(qtbot, view)
    question = as_type(view.findChild(QLabel, "exerciseQuestion"), QLabel)
    first = lines(view)[0]
    page = as_type(view.area.widget(), PracticePage)
    assert first.mapTo(page, QPoint()).x() > question.geometry().right()
    view.resize(500, 700)
    qtbot.waitUntil(
        lambda: first.mapTo(page, QPoint()).y() > question.geometry().bottom()
    )


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("zoom", [100, 200])
def test_marks_are_seen_in_both_themes_and_sizes(qtbot, window, theme, dark, zoom):
    view = exercise(qtbot, window)
    first = begin(qtbot, view)
    QTest.keyClicks(first, "999")
    QTest.keyClick(first, Qt.Key.Key_Return)
    theme.choose_look("dark" if dark else "light")
    theme.set_zoom(zoom)
    ready(qtbot, view)
    line = lines(view)[0]
    assert (line.text(), mark(view, line)) == ("999", WRONG)
    place = line.parentWidget()
    image = place.grab().toImage()
    error = QColor(theme.colors.error)
    found = sum(
        image.pixelColor(x, y) == error
        for x in range(image.width())
        for y in range(image.height())
    )
    assert found > line.height(), "the frame and the mark"
    for other in lines(view):
        metrics = other.fontMetrics()
        assert metrics.horizontalAdvance(answer(view, other)) < other.width() - 8
