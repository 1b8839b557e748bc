"""The lesson as a teacher gives it: keys of a clicker, guesses, answers that move."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.driving import click, press
from tests.ui.keys import LEFT, Key
from tests.ui.two_screens import run_on_two_screens
from uscalc.explain.lesson.lessons import TOO_LITTLE
from uscalc.explain.lesson.model import (
    ChoiceGuess,
    LessonSlide,
    NumberGuess,
    find_guess_axis,
)
from uscalc.ui.teach.lesson import LessonWindow, lesson_of
from uscalc.ui.teach.slide_view import SlideView
from uscalc.ui.window.first_steps import list_steps
from uscalc.ui.window.main_window import MainWindow

ON = (Key.Key_Space, Key.Key_Right, Key.Key_PageDown, Key.Key_Return, Key.Key_Enter)
TAKE = (Key.Key_Return, Key.Key_Enter)
BACK = (Key.Key_Left, Key.Key_PageUp)
ROOT = Path(__file__).parents[3]
PROBE = ROOT / "tests" / "ui" / "two_screens_probe.py"


def begun(qtbot: QtBot, window: MainWindow) -> LessonWindow:
    lesson = lesson_of(window)
    qtbot.waitUntil(lesson.isActiveWindow)
    qtbot.waitUntil(lambda: lesson.isAncestorOf(hand()))
    return lesson


def hand() -> QWidget:
    return QApplication.focusWidget()


def key(which: Key) -> None:
    QTest.keyClick(hand(), which)


def typed(text: str) -> None:
    for letter in text:
        QTest.keyClicks(hand(), letter)


@pytest.fixture
def special(qtbot: QtBot, window: MainWindow) -> LessonWindow:
    click(qtbot, window, 12, "name")
    press(qtbot, window, Key.Key_F9)
    return begun(qtbot, window)


@pytest.fixture
def standard(qtbot: QtBot, window: MainWindow) -> LessonWindow:
    click(qtbot, window, 9, "name")
    press(qtbot, window, Key.Key_F9)
    return begun(qtbot, window)


def settled(qtbot: QtBot, lesson: LessonWindow) -> SlideView:
    qtbot.waitUntil(lambda: not lesson.view.moving)
    return lesson.view


def slide_of(lesson: LessonWindow) -> LessonSlide:
    return lesson.view.slide


def go_to(lesson: LessonWindow, wanted: str) -> None:
    for _ in range(60):
        if slide_of(lesson).key == wanted and not lesson.view.told:
            return
        if lesson.view.guesses is None:
            key(Key.Key_Question)
        key(Key.Key_PageDown)
    raise AssertionError(wanted)


def to_be_heard(lesson: LessonWindow) -> str:
    found = [lesson.windowTitle()]
    for widget in (lesson, *lesson.findChildren(QWidget)):
        if widget.isVisible():
            found += [widget.accessibleName(), widget.accessibleDescription()]
            if isinstance(widget, QLabel):
                found.append(widget.text())
    return "\n".join(found)


def middle_of_axis(view: SlideView, share: float) -> QPoint:
    layout, slide = view.laid_out(), view.slide
    found = layout.place_axis(slide.asked, view.make_brush())
    x0, x1, box = found
    return QPointF(x0 + share * (x1 - x0), box.y + box.height / 2).toPoint()


def test_only_the_slide_is_visible_and_blank_hides_that_too(qtbot, window, special):
    assert special.isFullScreen()
    assert special.view.size() == special.size()
    shown = [w for w in special.findChildren(QWidget) if w.isVisible()]
    assert {w.objectName() for w in shown} == {
        "lessonSlide",
        *(f"lessonOption{i}" for i in (1, 2, 3)),
        "lessonNoIdea",
    }
    for view in ("view-explanation", "view-steps", "view-knot-path"):
        assert not special.isAncestorOf(window.get_view(view))
    assert special.actions()
    assert not set(special.actions()) & set(window.named_actions.values())
    # The notes below the slide are hidden too.
    key(Key.Key_N)
    qtbot.waitUntil(special.notes.isVisible)
    for again in (Key.Key_B, Key.Key_PageDown, Key.Key_Left):
        key(Key.Key_B)
        assert special.blank.isVisible()
        picture = special.grab().toImage()
        wide, high = picture.width(), picture.height()
        places = {
            picture.pixel(x, y) for x in range(1, wide, 20) for y in range(1, high, 20)
        }
        assert places == {0xFF000000}
        key(again)
        assert not special.blank.isVisible()
        assert special.place == 0
        assert not special.view.told


@pytest.mark.parametrize("on", ON)
@pytest.mark.parametrize("row", [1, 9, 10, 12])
def test_a_clicker_goes_through_the_lesson_and_no_answer_shows_early(
    qtbot, window, row, on
):
    click(qtbot, window, row, "name")
    press(qtbot, window, Key.Key_F9)
    lesson = begun(qtbot, window)
    slides = lesson.lesson.slides
    for place, slide in enumerate(slides):
        assert lesson.place == place
        assert not lesson.view.told
        heard = to_be_heard(lesson)
        assert slide.asked.question in heard
        assert slide.told.answer not in heard
        assert slide.told.notes not in heard
        # Without a guess, no key of a clicker shows the answer.
        for _ in range(3):
            key(Key.Key_Space if on in TAKE else on)
        assert not lesson.view.told
        assert lesson.view.problem.startswith("Guess first")
        assert lesson.view.problem in lesson.view.accessibleDescription()
        assert hand() in (lesson.view.field, lesson.view.options[0])
        assert slide.told.answer not in to_be_heard(lesson)
        key(Key.Key_Question)
        assert lesson.view.no_idea.isChecked()
        key(on)
        assert lesson.view.told
        assert slide.told.answer in to_be_heard(lesson)
        # Who is in a hurry sees the end of it at once.
        key(on)
        assert not lesson.view.moving
        assert lesson.place == place
        key(on)
    assert lesson.place == len(slides)
    assert lesson.blank.isVisible()
    key(on)
    assert lesson.blank.isVisible()
    key(Key.Key_Left)
    assert lesson.place == len(slides) - 1
    assert lesson.view.told
    key(Key.Key_Escape)
    assert not lesson.isVisible()


@pytest.mark.parametrize("back", BACK)
def test_back_hides_the_answer_then_shows_the_slide_before(special, back):

    key(Key.Key_2)
    go_to(special, "start")
    assert special.place == 1
    key(Key.Key_Question)
    key(Key.Key_Space)
    key(back)
    assert special.place == 1
    assert not special.view.told
    key(back)
    assert special.place == 0
    assert special.view.told
    assert special.view.guesses == (1,)
    assert not special.view.moving
    key(back)
    assert not special.view.told
    key(back)
    assert special.place == 0


@pytest.mark.parametrize("take", [Key.Key_Return, Key.Key_Enter])
def test_a_number_is_typed_and_marked_beside_the_answer(qtbot, special, take):
    go_to(special, "sought4")
    view, slide = special.view, slide_of(special)
    bare = view.grab().toImage()
    typed("1700")
    key(take)
    assert not view.told
    assert view.guesses == (1700.0,)
    assert view.grab().toImage() != bare
    assert "our guess: 1700" in view.accessibleDescription().lower()
    assert "at 1700 expected" in view.accessibleDescription()
    key(Key.Key_Space)
    settled(qtbot, special)
    off = round(float(slide.told.right)) - 1700
    assert f"{off} too low" in view.accessibleDescription()
    # It cannot be bettered afterwards.
    typed("5")
    key(Key.Key_Up)
    QTest.mouseClick(view, LEFT, pos=middle_of_axis(view, 0.9))
    assert view.guesses == (1700.0,)


@pytest.mark.parametrize("wrong", ["12x", "99999", "--"])
def test_an_invalid_number_gets_a_message_on_the_slide(special, wrong):
    go_to(special, "start")
    view = special.view
    bare = view.grab().toImage()
    typed(wrong)
    key(Key.Key_PageDown)
    assert not view.told
    assert wrong in view.problem
    assert "Type a number from" in view.problem
    assert view.problem in view.accessibleDescription()
    below = view.laid_out()
    answer = below.answer
    area = (int(answer.x), int(answer.y), int(answer.width), int(answer.height))
    assert view.grab().toImage().copy(*area) != bare.copy(*area)
    # Another letter takes the words away; the answer stays hidden until it is a number.
    key(Key.Key_Backspace)
    assert view.problem == ""
    typed(wrong[-1])
    key(Key.Key_PageDown)
    key(Key.Key_PageDown)
    assert not view.told
    assert view.guesses is None
    view.field.selectAll()
    typed("900")
    key(Key.Key_PageDown)
    assert view.told


def test_a_guess_is_dragged_and_the_bars_fill_under_the_hand(special):
    go_to(special, "sought4")
    view = special.view
    empty = view.grab().toImage()
    start, end = middle_of_axis(view, 0.2), middle_of_axis(view, 0.75)
    QTest.mousePress(view, LEFT, pos=start)
    first, here = view.guesses[-1], view.grab().toImage()
    QTest.mouseMove(view, end)
    QTest.mouseRelease(view, LEFT, pos=end)
    # One marker was dropped, not two.
    assert len(view.guesses) == 1
    assert view.guesses[-1] > first
    part = find_guess_axis(slide_of(special).asked.picture)
    there = part.low + 0.75 * (part.high - part.low)
    assert abs(view.guesses[-1] - there) < 2 * (part.high - part.low) / view.width()
    assert abs(first - part.low - 0.2 * (part.high - part.low)) < 5
    assert here != empty
    assert view.field.text() == str(round(view.guesses[-1]))
    assert isinstance(slide_of(special).asked.guess, NumberGuess)
    key(Key.Key_Up)
    key(Key.Key_Up)
    key(Key.Key_Down)
    QTest.mouseMove(view, start)
    assert view.guesses == (round(float(view.field.text())),)


def test_a_class_types_its_guesses_and_sees_them_around_the_answer(qtbot, special):
    go_to(special, "sought4")
    view, slide = special.view, slide_of(special)
    for number in ("1500", "1550", "1650", "1850"):
        typed(number)
        key(Key.Key_Return)
    assert view.guesses == (1500.0, 1550.0, 1650.0, 1850.0)
    room, bare = view.laid_out().row, view.grab().toImage()
    key(Key.Key_Space)
    settled(qtbot, special)
    right = float(slide.told.right)
    said = view.accessibleDescription()
    assert f"1500 is {right - 1500:.0f} too low" in said
    assert f"1850 is {1850 - right:.0f} too high" in said
    assert f"Median 1600: {right - 1600:.0f} too low" in said
    assert not view.field.isVisible()
    # Each guess is a dot in the plot, as far apart as the numbers are.
    image = view.grab().toImage()
    assert image != bare
    y = int(room.bottom - 0.45 * view.make_brush().em)
    dark = QColor(view._theme.colors.soft)
    xs = [
        x
        for x in range(int(room.x), int(room.right))
        if image.pixelColor(x, y) == dark and image.pixelColor(x - 1, y) != dark
    ]
    dots = [x for x in xs if x > room.x + 6 * view.make_brush().em][:4]
    parts = [(x - dots[0]) / (dots[-1] - dots[0]) for x in dots]
    assert parts == pytest.approx([0.0, 1 / 7, 3 / 7, 1.0], abs=0.02)


def test_markers_are_dropped_one_after_the_other_and_all_stay(qtbot, special):
    go_to(special, "sought4")
    view = special.view
    for share in (0.3, 0.6, 0.8):
        QTest.mouseClick(view, LEFT, pos=middle_of_axis(view, share))
    assert len(view.guesses) == 3
    # Where the last marker is, it is taken hold of.
    QTest.mouseClick(view, LEFT, pos=middle_of_axis(view, 0.805))
    assert len(view.guesses) == 3
    # An emptied field takes the last one back.
    view.field.setFocus()
    key(Key.Key_Backspace)
    key(Key.Key_Return)
    assert len(view.guesses) == 2
    key(Key.Key_Space)
    settled(qtbot, special)
    said = view.accessibleDescription()
    assert said.count("too low") + said.count("too high") >= 3


def test_a_click_on_no_idea_counts_as_a_guess_until_a_number_is_typed(special):
    go_to(special, "sought4")
    view = special.view
    QTest.mouseClick(view.no_idea, LEFT)
    assert view.guesses == ()
    QTest.mouseClick(view.no_idea, LEFT)
    assert view.guesses is None
    QTest.mouseClick(view.no_idea, LEFT)
    view.field.setFocus()
    typed("1500")
    key(Key.Key_Return)
    assert view.guesses == (1500.0,)
    assert not view.no_idea.isChecked()
    # A guess isn't lost by a click beside it.
    QTest.mouseClick(view.no_idea, LEFT)
    assert view.guesses == (1500.0,)


def test_a_click_beside_the_axis_is_no_guess(qtbot, special):
    go_to(special, "start")
    view = special.view
    for place in (QPoint(3, 3), QPoint(view.width() - 3, view.height() - 30)):
        QTest.mouseClick(view, LEFT, pos=place)
        assert view.guesses is None


def test_b_is_a_key_where_a_number_is_typed_and_home_is_none(qtbot, special):
    go_to(special, "start")
    typed("15")
    for shown in (True, False):
        key(Key.Key_B)
        assert special.blank.isVisible() is shown
    key(Key.Key_Home)
    assert special.place == 1
    assert special.view.field.text() == "15"


def test_type_on_the_screen_is_a_twentieth_of_its_height(qtbot, special):
    go_to(special, "start")
    for size in ((1280, 720), (1024, 768)):
        special.showNormal()
        special.resize(*size)
        qtbot.waitUntil(lambda s=size: special.view.height() == s[1])  # type: ignore[misc]
        field = special.view.field
        assert field.fontInfo().pixelSize() >= size[1] / 20
        assert field.fontMetrics().height() <= field.height() + 2


def test_an_option_is_selected_by_click_or_digit(special):
    view = special.view
    assert isinstance(slide_of(special).asked.guess, ChoiceGuess)
    QTest.mouseClick(view.options[1], LEFT)
    assert view.guesses == (1,)
    assert view.options[1].isChecked()
    key(Key.Key_1)
    assert view.guesses == (0,)
    key(Key.Key_9)
    assert view.guesses == (0,)
    key(Key.Key_1)
    assert view.guesses is None
    key(Key.Key_3)
    key(Key.Key_Space)
    assert "Not quite" in view.accessibleDescription()
    key(Key.Key_1)
    assert view.guesses == (2,)


def test_choices_are_reached_by_tab(special):
    key(Key.Key_Tab)
    assert hand() in special.view.options
    said = hand().accessibleName()
    key(Key.Key_Return)
    assert special.view.guesses is not None
    assert said in special.view.accessibleDescription()
    # Space is the clicker's, whatever has the keyboard.
    key(Key.Key_Space)
    assert special.view.told


def test_the_game_that_mattered_most_is_chosen_in_the_picture(special):
    go_to(special, "what-if")
    view = special.view
    names = [option.accessibleName() for option in view.options if option.isVisible()]
    assert len(names) == 4
    assert all("over" in n or "with" in n or "to" in n for n in names)
    right = int(slide_of(special).told.right)
    QTest.mouseClick(view.options[right], LEFT)
    key(Key.Key_Space)
    assert "Right" in view.accessibleDescription()


def test_notes_say_how_to_ask_and_only_afterwards_what_to_say(qtbot, special):
    key(Key.Key_N)
    qtbot.waitUntil(special.notes.isVisible)
    slide = slide_of(special)
    said = special.notes.text.text()
    assert slide.asked.lead in said
    assert slide.told.notes not in said
    assert slide.told.answer not in to_be_heard(special)
    key(Key.Key_1)
    QTest.keyClick(special.notes, Key.Key_PageDown)
    assert slide.told.notes in special.notes.text.text()
    QTest.keyClick(special.notes, Key.Key_N)
    assert not special.notes.isVisible()
    key(Key.Key_N)
    key(Key.Key_Escape)
    assert not special.notes.isVisible()
    assert not special.isVisible()


def test_on_one_screen_the_notes_cover_nothing_of_the_slide(qtbot, special):
    for wanted in ("way", "sought4", "what-if"):
        go_to(special, wanted)
        key(Key.Key_N)
        qtbot.waitUntil(special.notes.isVisible)
        notes, view = special.notes, special.view
        below = QRect(notes.mapToGlobal(QPoint(0, 0)), notes.size())
        slide = QRect(view.mapToGlobal(QPoint(0, 0)), view.size())
        assert not below.intersects(slide)
        assert special.geometry().contains(below)
        assert special.geometry().contains(slide)
        # The keys are still the slide's, and the notes can be read there.
        assert view is hand() or view.isAncestorOf(hand())
        assert notes.childAt(40, 30) is not None
        key(Key.Key_N)
        assert view.size() == special.size()


def test_slides_are_for_the_class_and_notes_for_the_teachers_screen(tmp_path):
    assert run_on_two_screens("two_screens_probe.py", tmp_path) == {
        "window": "own",
        "slides": "wall",
        "notes": "own",
    }


def test_every_control_has_its_names(qtbot, special):
    key(Key.Key_N)
    qtbot.waitUntil(special.notes.isVisible)
    for wanted in ("way", "sought4", "what-if"):
        go_to(special, wanted)
        for widget in special.findChildren(QWidget):
            if widget.isVisible() and not widget.objectName().startswith("qt_"):
                assert widget.objectName(), widget
                control = widget.focusPolicy() != Qt.FocusPolicy.NoFocus
                assert not control or widget.accessibleName(), widget.objectName()


@pytest.mark.parametrize("leave", [LessonWindow.close, lambda _: key(Key.Key_Escape)])
def test_leaving_leaves_the_window_as_it_was(qtbot, window, leave):
    window.coach.start_task("tournament", list_steps(window, "tournament"))
    qtbot.waitUntil(window.coach.isVisible)
    sizes = window.right.width(), window.below.height()
    selection = window.session.selection
    step = window.session.step.step
    press(qtbot, window, Key.Key_F9)
    lesson = begun(qtbot, window)
    go_to(lesson, "what-if")
    leave(lesson)
    qtbot.waitUntil(lambda: not lesson.isVisible() and window.isActiveWindow())
    assert window.coach.isVisible()
    assert (window.right.width(), window.below.height()) == sizes
    assert window.session.selection == selection
    assert window.session.step.step == step
    assert window.theme.zoom == 100
    assert lesson.lesson is None


def test_a_lesson_begins_anew_without_the_guesses_of_the_last(qtbot, window, special):
    key(Key.Key_2)
    key(Key.Key_Space)
    key(Key.Key_Escape)
    qtbot.waitUntil(window.isActiveWindow)
    click(qtbot, window, 1, "name")
    press(qtbot, window, Key.Key_F9)
    lesson = begun(qtbot, window)
    assert lesson.place == 0
    assert lesson.view.guesses is None
    assert not lesson.view.told
    assert "Ada" in lesson.windowTitle()


def test_the_basics_lesson_needs_no_player(qtbot, window):
    window.named_actions["basics"].trigger()
    lesson = begun(qtbot, window)
    assert lesson.windowTitle() == "How ratings work"
    assert slide_of(lesson).key == "forecast"
    typed("75")
    key(Key.Key_PageDown)
    assert "too low" in lesson.view.accessibleDescription()
    key(Key.Key_Escape)


def test_a_player_without_a_lesson_gets_a_message(qtbot, window):
    window.named_actions["addPlayer"].trigger()
    qtbot.waitUntil(lambda: window.session.up_to_date)
    window.session.select(row=12)
    window.named_actions["lesson"].trigger()
    assert not lesson_of(window).isVisible()
    assert window.messages.text == TOO_LITTLE


def test_every_key_has_a_menu_entry(special):
    ways: dict[str, Callable[[], bool]] = {
        "lessonToBlank": special.blank.isVisible,
        "lessonShowNotes": special.notes.isVisible,
    }
    for action in special.actions():
        if action.objectName() in ways:
            action.trigger()
            assert ways[action.objectName()]()
            action.trigger()
            assert not ways[action.objectName()]()
    actions = {action.objectName(): action for action in special.actions()}
    key(Key.Key_1)
    actions["lessonOn"].trigger()
    assert special.view.told
    actions["lessonBack"].trigger()
    assert not special.view.told
    actions["lessonLeave"].trigger()
    assert not special.isVisible()
