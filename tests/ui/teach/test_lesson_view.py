"""The lesson in its view: the slides, and the full screen."""

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QScrollBar, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from tests.build import as_type
from tests.ui.driving import click, press, press_button, quiet, show_alone
from tests.ui.keys import CONTROL, LEFT, SHIFT, Key
from uscalc.document.queries.scenario import Outcome
from uscalc.explain.lesson.lessons import TOO_LITTLE
from uscalc.ui.teach.layout import SlideLayout
from uscalc.ui.teach.lesson import LessonWindow, lesson_of
from uscalc.ui.teach.lesson_view import LessonView
from uscalc.ui.teach.presentation import presentation_of
from uscalc.ui.window.main_window import MainWindow


def ready(qtbot: QtBot, view: LessonView) -> None:
    qtbot.waitUntil(lambda: not view.behind)


@pytest.fixture
def view(qtbot: QtBot, window: MainWindow) -> LessonView:
    click(qtbot, window, 12, "name")
    window.named_actions["showLesson"].trigger()
    view = as_type(window.get_view("view-lesson"), LessonView)
    ready(qtbot, view)
    qtbot.waitUntil(view.slides.hasFocus)
    return view


def in_teach(qtbot: QtBot, window: MainWindow) -> LessonView:
    press(qtbot, window, Key.Key_5, CONTROL)
    view = as_type(window.show_view("view-lesson"), LessonView)
    ready(qtbot, view)
    return view


def choose_player(qtbot: QtBot, view: LessonView) -> None:
    qtbot.mouseClick(view.findChild(QToolButton, "lessonSubject2"), LEFT)
    ready(qtbot, view)


def filled(qtbot: QtBot, window: MainWindow) -> LessonWindow:
    lesson = lesson_of(window)
    qtbot.waitUntil(lesson.isActiveWindow)
    assert lesson.isFullScreen()
    return lesson


def list_titles(view: LessonView) -> list[str]:
    rows = range(view.slides.count())
    return [view.slides.item(row).text().split("  ", 1)[1] for row in rows]


def test_slides_of_both_lessons_are_listed_and_shown(qtbot, window, view):
    basics = view.preview.lesson
    assert basics.title == "How ratings work"
    assert list_titles(view) == [slide.question.title for slide in basics.slides]
    choose_player(qtbot, view)
    player = view.preview.lesson
    assert "Fianchetto" in player.title
    assert list_titles(view) == [slide.question.title for slide in player.slides]
    slides = view.preview.lesson.slides
    assert not view.previous.isEnabled()
    qtbot.keyClick(view.slides, Key.Key_Down)
    assert view.preview.view.slide == slides[1]
    # The next slide reveals the answer of this one, so it asks for a guess first.
    press_button(qtbot, window, "lessonNext")
    assert view.preview.view.slide == slides[1]
    assert view.preview.view.problem.startswith("Guess first")
    qtbot.keyClicks(view.preview.view.field, "2")
    qtbot.keyClick(view.preview.view.field, Key.Key_Return)
    press_button(qtbot, window, "lessonNext")
    assert view.preview.view.slide == slides[2]
    assert view.slides.currentRow() == 2
    press_button(qtbot, window, "lessonPrevious")
    assert view.preview.view.slide == slides[1]
    qtbot.keyClick(view.slides, Key.Key_End)
    assert view.preview.view.slide == slides[-1]
    assert not view.next.isEnabled()


def test_the_players_lesson_follows_the_selection_or_says_why_not(qtbot, window, view):
    choose_player(qtbot, view)
    view.slides.setFocus()
    window.session.select(row=0)
    qtbot.waitUntil(lambda: view.behind or "Ada" in view.preview.lesson.title)
    ready(qtbot, view)
    assert "Ada" in view.preview.lesson.title
    assert view.slides.hasFocus()
    window.named_actions["addPlayer"].trigger()
    window.session.pending.commit_all()
    qtbot.waitUntil(lambda: window.session.up_to_date)
    window.session.select(row=12)
    qtbot.waitUntil(view.empty.isVisible)
    assert view.empty.text() == TOO_LITTLE
    assert not view.slides.isVisible()
    assert not view.full_screen.isVisible()


def test_space_shows_the_answer_and_a_clicker_stops_at_the_end(qtbot, window, view):
    slide = view.preview.view.slide
    assert slide.answer.notes not in view.notes.text()
    qtbot.keyClick(view.slides, Key.Key_Space)
    assert not view.preview.view.shows_answer
    assert view.preview.view.field.hasFocus()
    assert "Guess first" in view.preview.view.accessibleDescription()
    press_button(qtbot, window, "lessonAnswer")
    assert not view.preview.view.shows_answer
    # Whatever has the focus, ? records that there is no idea, or undoes that.
    for part in (view.slides, view.previous, view.next, view.preview.view.field):
        before = view.preview.view.guesses
        part.setFocus()
        qtbot.keyClick(part, Key.Key_Question)
        assert view.preview.view.guesses == (() if before is None else None)
    qtbot.mouseClick(view.preview.view.no_idea, LEFT)
    place = view.next.geometry()
    press_button(qtbot, window, "lessonAnswer")
    assert view.preview.view.shows_answer
    assert slide.answer.notes in view.notes.text()
    assert view.answer.text() == "Hide answer"
    assert view.next.geometry() == place
    press_button(qtbot, window, "lessonAnswer")
    assert not view.preview.view.shows_answer
    assert slide.answer.notes not in view.notes.text()
    preview = view.preview
    QTest.mouseClick(preview.view, LEFT, pos=QPoint(5, 5))
    preview.view.setFocus()
    for _ in range(60):
        if preview.view.guesses is None:
            QTest.keyClick(QApplication.focusWidget(), Key.Key_Question)
        QTest.keyClick(QApplication.focusWidget(), Key.Key_PageDown)
        assert preview.isAncestorOf(QApplication.focusWidget())
    assert preview.place == len(preview.lesson.slides) - 1
    assert preview.view.shows_answer


@pytest.mark.parametrize("key", [None, Key.Key_F11, Key.Key_Return])
def test_full_screen_begins_and_ends_at_the_slide(qtbot, window, view, key):
    qtbot.keyClick(view.slides, Key.Key_Down)
    if key is None:
        press_button(qtbot, window, "lessonFullScreen")
    else:
        press(qtbot, window, key)
    lesson = filled(qtbot, window)
    assert lesson.place == 1
    assert window.presenting is None
    QTest.keyClick(lesson.view, Key.Key_Question)
    for _ in range(3):
        QTest.keyClick(lesson, Key.Key_PageDown)
    assert lesson.place == 2
    QTest.keyClick(lesson, Key.Key_F11 if key else Key.Key_Escape)
    qtbot.waitUntil(window.isActiveWindow)
    assert (view.preview.place, view.slides.currentRow()) == (2, 2)


def test_a_lesson_left_at_its_end_is_shown_at_its_last_slide(qtbot, window, view):
    qtbot.keyClick(view.slides, Key.Key_End)
    press_button(qtbot, window, "lessonFullScreen")
    lesson = filled(qtbot, window)
    QTest.keyClick(lesson.view, Key.Key_Question)
    for _ in range(4):
        QTest.keyClick(lesson, Key.Key_PageDown)
    assert lesson.blank.isVisible()
    QTest.keyClick(lesson, Key.Key_Escape)
    qtbot.waitUntil(window.isActiveWindow)
    assert view.slides.currentRow() == view.slides.count() - 1


def test_a_guess_made_in_the_preview_is_there_full_screen(qtbot, window, view):
    field = view.preview.view.field
    QTest.mouseClick(field, LEFT)
    QTest.keyClicks(field, "75")
    QTest.keyClick(field, Key.Key_Return)
    press_button(qtbot, window, "lessonFullScreen")
    lesson = filled(qtbot, window)
    assert lesson.view.guesses == (75,)
    lesson.leave_lesson()
    qtbot.waitUntil(window.isActiveWindow)
    view.slides.setFocus()
    qtbot.keyClick(view.slides, Key.Key_Down)
    press(qtbot, window, Key.Key_F9)
    lesson = filled(qtbot, window)
    assert lesson.place == 0
    assert "Fianchetto" in lesson.windowTitle()
    assert lesson.lesson is view.preview.lesson
    lesson.leave_lesson()


def test_a_guess_beside_the_full_screen_is_not_kept_for_another_slide(
    qtbot, window, view
):
    press_button(qtbot, window, "lessonFullScreen")
    lesson = filled(qtbot, window)
    lesson.go_to_slide(3)
    field = view.preview.view.field
    QTest.keyClicks(field, "75")
    QTest.keyClick(field, Key.Key_Return)
    assert view.preview.view.guesses == (75,)
    assert lesson.progress.guesses == {}
    lesson.leave_lesson()


def test_everything_has_its_room_in_a_drawer(qtbot, window):
    for size in ((900, 280), (600, 280), (400, 640), (540, 780), (1400, 320)):
        view = LessonView(window)
        show_alone(qtbot, view, *size)
        ready(qtbot, view)
        for part in view.findChildren(QWidget):
            if part.isVisible() and not isinstance(part, QScrollBar):
                parent = as_type(part.parentWidget(), QWidget)
                assert parent.rect().contains(part.geometry()), part.objectName()
        assert not [bar for bar in view.findChildren(QScrollBar) if bar.isVisible()]
        slide = view.preview.view.size()
        assert slide.width() > (450 if size == (540, 780) else 250)
        assert slide.width() / slide.height() == pytest.approx(16 / 9, abs=0.1)
        view.hide()


def test_the_lower_edge_of_a_slide_is_seen_and_a_question_moves_nothing(qtbot, window):
    window.resize(1280, 781)
    view = in_teach(qtbot, window)
    qtbot.waitUntil(lambda: view.notes.isVisible() and view.height() < 600)
    for place in range(view.slides.count()):
        view.slides.setCurrentRow(place)
        slide = view.preview.view
        laid = as_type(slide.get_layout(), SlideLayout)
        assert laid.answer.bottom + 0.3 * laid.em < laid.foot.y
        picture = view.grab().toImage()
        for part in (0.1, 0.5, 0.9):
            below = QPoint(round(slide.width() * part), slide.height())
            seen = picture.pixelColor(slide.mapTo(view, below)).name()
            assert seen == window.theme.colors.edge, place
    window.session.what_if.set_result(Outcome(5, 1, "W"))
    window.resize(1280, 781)
    view = in_teach(qtbot, window)
    qtbot.waitUntil(lambda: view.notes.isVisible() and view.height() < 600)
    before, place = view.height(), view.preview.x()
    press(qtbot, window, Key.Key_Escape)
    assert window.messages.isVisible()
    qtbot.waitUntil(lambda: view.height() < before)
    assert view.notes.isVisible()
    assert view.preview.x() == view.slides.x() == place


def test_notes_that_do_not_fit_end_with_a_whole_line(qtbot, window):
    window.resize(1024, 700)
    view = in_teach(qtbot, window)
    line, cut = view.notes.fontMetrics().lineSpacing(), 0
    for high in range(500, 530, 3):
        view.resize(view.width(), high)
        QApplication.processEvents()
        for place in range(view.slides.count()):
            view.slides.setCurrentRow(place)
            view.preview.go_on()
            QApplication.processEvents()
            room = view._notes.viewport().height() - view.notes.y()
            if view._notes.isVisible() and view.notes.height() > room:
                cut += 1
                assert room % line == 0
    assert cut


def test_the_slide_grows_with_the_panel_that_fills_the_window(qtbot, window, view):
    window.resize(1440, 880)
    before = view.preview.view.width()
    press(qtbot, window, Key.Key_F11, SHIFT)
    qtbot.waitUntil(lambda: view.width() > 1200)
    qtbot.waitUntil(lambda: view.preview.view.width() > max(before, 600))
    press(qtbot, window, Key.Key_F11, SHIFT)
    window.resize(1280, 800)
    window.spaces.switch_to("teach")
    parts = view.slides, view.preview, view._notes
    qtbot.waitUntil(lambda: quiet(view) and view.width() < 700)
    before = [part.geometry() for part in parts]
    for _ in range(2):
        press_button(qtbot, window, "rightPanelFill")
        QApplication.processEvents()
    qtbot.waitUntil(view.isVisible)
    qtbot.waitUntil(lambda: [part.geometry() for part in parts] == before)


def test_closing_the_presentation_is_leaving_it(qtbot, window):
    window.named_actions["present"].trigger()
    presentation = presentation_of(window)
    presentation.close()
    qtbot.waitUntil(lambda: window.presenting is None)
    assert window.crosstable.isVisible()
    assert not isinstance(QApplication.focusWidget(), type(presentation))
