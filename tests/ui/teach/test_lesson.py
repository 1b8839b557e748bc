"""The lesson as a teacher gives it, and how its slides are painted."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice, pairwise

import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from tests.build import as_type
from tests.engine.make import rules
from tests.explain.lessons import (
    ASKED_OF_ALL,
    Taught,
    every_lesson,
    other_answer,
    taught,
)
from tests.explain.test_paths import PATHS
from tests.ui.driving import press, type_at
from tests.ui.keys import LEFT, Key
from tests.ui.pixels import colors_in, pixels
from tests.ui.two_screens import run_on_two_screens
from uscalc.explain.lesson import model
from uscalc.explain.lesson.lessons import TOO_LITTLE
from uscalc.report.lessons import prepare_basics_lesson
from uscalc.ui.teach.brush import SIZES, SlideBrush
from uscalc.ui.teach.layout import (
    NO_IDEA,
    OPTION,
    SlideLayout,
    game_columns,
    lay_out,
    lay_out_bars,
)
from uscalc.ui.teach.lesson import LessonWindow, lesson_of
from uscalc.ui.teach.paint import SlideScene, paint_before_answer, paint_with_answer
from uscalc.ui.teach.slide_view import SlideView
from uscalc.ui.theme.theme import DARK, LIGHT, Colors
from uscalc.ui.window.first_steps import list_steps
from uscalc.ui.window.main_window import MainWindow

ON = (Key.Key_Space, Key.Key_Right, Key.Key_PageDown, Key.Key_Return, Key.Key_Enter)
TAKE = (Key.Key_Return, Key.Key_Enter)
BACK = (Key.Key_Left, Key.Key_PageUp)


def open_lesson(qtbot: QtBot, window: MainWindow) -> LessonWindow:
    lesson = lesson_of(window)
    qtbot.waitUntil(lesson.isActiveWindow)
    qtbot.waitUntil(lambda: lesson.isAncestorOf(hand()))
    return lesson


def hand() -> QWidget:
    return QApplication.focusWidget()


def keys(*pressed: str | Key) -> None:
    for one in pressed:
        if isinstance(one, str):
            for letter in one:
                QTest.keyClicks(hand(), letter)
        else:
            QTest.keyClick(hand(), one)


@pytest.fixture
def special(qtbot: QtBot, window: MainWindow) -> LessonWindow:
    type_at(qtbot, window, 12, "name", Key.Key_F9)
    return open_lesson(qtbot, window)


def wait_until_still(qtbot: QtBot, lesson: LessonWindow) -> SlideView:
    qtbot.waitUntil(lambda: not lesson.view.moving)
    return lesson.view


def slide_of(lesson: LessonWindow) -> model.LessonSlide:
    return lesson.view.slide


def go_to(lesson: LessonWindow, wanted: str) -> None:
    for _ in range(60):
        if slide_of(lesson).key == wanted and not lesson.view.shows_answer:
            return
        if lesson.view.guesses is None:
            keys(Key.Key_Question)
        keys(Key.Key_PageDown)
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
    x0, x1, box = view.get_layout().place_axis(view.slide.question, view.make_brush())
    return QPointF(x0 + share * (x1 - x0), box.y + box.height / 2).toPoint()


def test_only_the_slide_is_visible_and_blank_hides_that_too(qtbot, window, special):
    assert special.isFullScreen()
    assert special.view.size() == special.size()
    shown = {w.objectName() for w in special.findChildren(QWidget) if w.isVisible()}
    options = {f"lessonOption{i}" for i in (1, 2, 3)}
    assert shown == {"lessonSlide", "lessonNoIdea"} | options
    for view in ("view-explanation", "view-steps", "view-knot-path"):
        assert not special.isAncestorOf(window.get_view(view))
    assert special.actions()
    assert not set(special.actions()) & set(window.named_actions.values())
    keys(Key.Key_N)
    qtbot.waitUntil(special.notes.isVisible)
    for again in (Key.Key_B, Key.Key_PageDown, Key.Key_Left):
        keys(Key.Key_B)
        assert special.blank.isVisible()
        assert colors_in(special.grab().toImage()) == {"#000000"}
        keys(again)
        assert not special.blank.isVisible()
        assert special.place == 0
        assert not special.view.shows_answer


@pytest.mark.parametrize(("row", "on"), [*zip((12, 12, 1, 9, 10), ON, strict=True)])
def test_a_clicker_shows_no_answer_before_its_time(qtbot, window, row, on):
    type_at(qtbot, window, row, "name", Key.Key_F9)
    lesson = open_lesson(qtbot, window)
    slides = lesson.lesson.slides
    for place, slide in enumerate(slides):
        assert lesson.place == place
        assert not lesson.view.shows_answer
        heard = to_be_heard(lesson)
        assert slide.question.text in heard
        assert slide.answer.text not in heard
        assert slide.answer.notes not in heard
        # Without a guess, no key of a clicker shows the answer.
        for _ in range(3):
            keys(Key.Key_Space if on in TAKE else on)
        assert not lesson.view.shows_answer
        assert lesson.view.problem.startswith("Guess first")
        assert lesson.view.problem in lesson.view.accessibleDescription()
        assert hand() in (lesson.view.field, lesson.view.options[0])
        assert slide.answer.text not in to_be_heard(lesson)
        keys(Key.Key_Question)
        assert lesson.view.no_idea.isChecked()
        keys(on)
        assert lesson.view.shows_answer
        assert slide.answer.text in to_be_heard(lesson)
        # A second key skips to the end of the animation.
        keys(on)
        assert not lesson.view.moving
        assert lesson.place == place
        keys(on)
    assert lesson.place == len(slides)
    assert lesson.blank.isVisible()
    keys(on)
    assert lesson.blank.isVisible()
    keys(Key.Key_Left)
    assert lesson.place == len(slides) - 1
    assert lesson.view.shows_answer
    keys(Key.Key_Escape)
    assert not lesson.isVisible()


@pytest.mark.parametrize("back", BACK)
def test_back_hides_the_answer_then_shows_the_slide_before(special, back):
    keys(Key.Key_2)
    go_to(special, "start")
    assert special.place == 1
    keys(Key.Key_Question, Key.Key_Space, back)
    assert special.place == 1
    assert not special.view.shows_answer
    keys(back)
    assert special.place == 0
    assert special.view.shows_answer
    assert special.view.guesses == (1,)
    assert not special.view.moving
    keys(back)
    assert not special.view.shows_answer
    keys(back)
    assert special.place == 0


@pytest.mark.parametrize("take", [Key.Key_Return, Key.Key_Enter])
def test_a_number_is_typed_and_marked_beside_the_answer(qtbot, special, take):
    go_to(special, "sought4")
    view, slide = special.view, slide_of(special)
    bare = view.grab().toImage()
    keys("1700", take)
    assert not view.shows_answer
    assert view.guesses == (1700.0,)
    assert view.grab().toImage() != bare
    assert "our guess: 1700" in view.accessibleDescription().lower()
    assert "at 1700 expected" in view.accessibleDescription()
    keys(Key.Key_Space)
    wait_until_still(qtbot, special)
    off = round(float(slide.answer.right)) - 1700
    assert f"{off} too low" in view.accessibleDescription()
    keys("5", Key.Key_Up)
    QTest.mouseClick(view, LEFT, pos=middle_of_axis(view, 0.9))
    assert view.guesses == (1700.0,)


def test_an_invalid_number_gets_a_message_on_the_slide(special):
    go_to(special, "start")
    view = special.view
    bare, box = view.grab().toImage(), view.get_layout().answer
    area = QRectF(box.x, box.y, box.width, box.height).toRect()
    for wrong in ("12x", "99999", "--"):
        view.field.selectAll()
        keys(wrong, Key.Key_PageDown)
        assert not view.shows_answer
        assert wrong in view.problem
        assert "Type a number from" in view.problem
        assert view.problem in view.accessibleDescription()
        assert view.grab().toImage().copy(area) != bare.copy(area)
        # A correction clears the message; the answer stays hidden until there is a
        # number.
        keys(Key.Key_Backspace)
        assert view.problem == ""
        keys(wrong[-1], Key.Key_PageDown, Key.Key_PageDown)
        assert not view.shows_answer
        assert view.guesses is None
    view.field.selectAll()
    keys("900", Key.Key_PageDown)
    assert view.shows_answer


def test_a_guess_is_dragged_and_the_bars_fill_under_the_hand(special):
    go_to(special, "sought4")
    view = special.view
    empty = view.grab().toImage()
    start, end = middle_of_axis(view, 0.2), middle_of_axis(view, 0.75)
    QTest.mousePress(view, LEFT, pos=start)
    first, here = view.guesses[-1], view.grab().toImage()
    QTest.mouseMove(view, end)
    QTest.mouseRelease(view, LEFT, pos=end)
    # The drag placed one marker, not two.
    assert len(view.guesses) == 1
    assert view.guesses[-1] > first
    part = model.find_guess_axis(slide_of(special).question.picture)
    there = part.low + 0.75 * (part.high - part.low)
    assert abs(view.guesses[-1] - there) < 2 * (part.high - part.low) / view.width()
    assert abs(first - part.low - 0.2 * (part.high - part.low)) < 5
    assert here != empty
    assert view.field.text() == str(round(view.guesses[-1]))
    keys(Key.Key_Up, Key.Key_Up, Key.Key_Down)
    QTest.mouseMove(view, start)
    assert view.guesses == (round(float(view.field.text())),)


def test_a_class_types_its_guesses_and_sees_them_around_the_answer(qtbot, special):
    go_to(special, "sought4")
    view, slide = special.view, slide_of(special)
    for number in ("1500", "1550", "1650", "1850"):
        keys(number, Key.Key_Return)
    assert view.guesses == (1500.0, 1550.0, 1650.0, 1850.0)
    # A click selects the last number, so that the next one replaces it.
    qtbot.mouseClick(view.field, LEFT)
    assert view.field.selectedText() == "1850"
    room, bare = view.get_layout().row, view.grab().toImage()
    keys(Key.Key_Space)
    wait_until_still(qtbot, special)
    right = float(slide.answer.right)
    said = view.accessibleDescription()
    assert f"1500 is {right - 1500:.0f} too low" in said
    assert f"1850 is {1850 - right:.0f} too high" in said
    assert f"Median 1600: {right - 1600:.0f} too low" in said
    assert not view.field.isVisible()
    # Each guess is a dot in the plot, at distances in proportion to the numbers.
    image = view.grab().toImage()
    assert image != bare
    em, dark = view.make_brush().em, QColor(view._theme.colors.soft)
    y, across = int(room.bottom - 0.45 * em), range(int(room.x), int(room.right))
    inked = [x for x in across if image.pixelColor(x, y) == dark]
    dots = [x for x in inked if x - 1 not in inked and x > room.x + 6 * em][:4]
    parts = [(x - dots[0]) / (dots[-1] - dots[0]) for x in dots]
    assert parts == pytest.approx([0.0, 1 / 7, 3 / 7, 1.0], abs=0.02)


def test_markers_are_dropped_one_after_the_other_and_all_stay(qtbot, special):
    go_to(special, "sought4")
    view = special.view
    for share in (0.3, 0.6, 0.8):
        QTest.mouseClick(view, LEFT, pos=middle_of_axis(view, share))
    assert len(view.guesses) == 3
    QTest.mouseClick(view, LEFT, pos=middle_of_axis(view, 0.805))
    assert len(view.guesses) == 3
    view.field.setFocus()
    keys(Key.Key_Backspace, Key.Key_Return)
    assert len(view.guesses) == 2
    keys(Key.Key_Space)
    wait_until_still(qtbot, special)
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
    keys("1500", Key.Key_Return)
    assert view.guesses == (1500.0,)
    assert not view.no_idea.isChecked()
    QTest.mouseClick(view.no_idea, LEFT)
    assert view.guesses == (1500.0,)


def test_neither_keys_of_the_lesson_nor_a_click_beside_the_axis_guess(special):
    go_to(special, "start")
    keys("15")
    for shown in (True, False):
        keys(Key.Key_B)
        assert special.blank.isVisible() is shown
    keys(Key.Key_Home)
    assert special.place == 1
    assert special.view.field.text() == "15"
    keys(Key.Key_Backspace, Key.Key_Backspace, "abc")
    assert special.view.field.text() == "abc"
    assert not special.blank.isVisible()
    view = special.view
    for place in (QPoint(3, 3), QPoint(view.width() - 3, view.height() - 30)):
        QTest.mouseClick(view, LEFT, pos=place)
        assert view.guesses is None


def test_type_is_large_and_the_game_that_mattered_most_is_chosen(qtbot, special):
    go_to(special, "start")
    for size in ((1280, 720), (1024, 768)):
        special.showNormal()
        special.resize(*size)
        qtbot.waitUntil(lambda s=size: special.view.height() == s[1])  # type: ignore[misc]
        field = special.view.field
        assert field.fontInfo().pixelSize() >= size[1] / 20
        assert field.fontMetrics().height() <= field.height() + 2
    go_to(special, "what-if")
    view = special.view
    names = [option.accessibleName() for option in view.options if option.isVisible()]
    assert len(names) == 4
    assert all("over" in n or "with" in n or "to" in n for n in names)
    QTest.mouseClick(view.options[int(slide_of(special).answer.right)], LEFT)
    keys(Key.Key_Space)
    assert "Right" in view.accessibleDescription()


def test_an_option_is_selected_by_click_or_digit(special):
    view = special.view
    QTest.mouseClick(view.options[1], LEFT)
    assert view.guesses == (1,)
    assert view.options[1].isChecked()
    keys(Key.Key_1)
    assert view.guesses == (0,)
    keys(Key.Key_9)
    assert view.guesses == (0,)
    keys(Key.Key_1)
    assert view.guesses is None
    keys(Key.Key_3, Key.Key_Space)
    assert "Not quite" in view.accessibleDescription()
    keys(Key.Key_1)
    assert view.guesses == (2,)


def test_choices_are_reached_by_tab(special):
    keys(Key.Key_Tab)
    assert hand() in special.view.options
    said = hand().accessibleName()
    keys(Key.Key_Return)
    assert special.view.guesses is not None
    assert said in special.view.accessibleDescription()
    # Space belongs to the clicker, whatever has the focus.
    keys(Key.Key_Space)
    assert special.view.shows_answer


def test_notes_say_how_to_ask_and_only_afterwards_what_to_say(qtbot, special):
    keys(Key.Key_N)
    qtbot.waitUntil(special.notes.isVisible)
    slide = slide_of(special)
    said = special.notes.text.text()
    assert slide.question.lead in said
    assert slide.answer.notes not in said
    assert slide.answer.text not in to_be_heard(special)
    keys(Key.Key_1)
    QTest.keyClick(special.notes, Key.Key_PageDown)
    assert slide.answer.notes in special.notes.text.text()
    QTest.keyClick(special.notes, Key.Key_N)
    assert not special.notes.isVisible()
    keys(Key.Key_N, Key.Key_Escape)
    assert not special.notes.isVisible()
    assert not special.isVisible()


def test_notes_cover_nothing_of_the_slide_and_controls_have_names(qtbot, special):
    for wanted in ("way", "sought4", "what-if"):
        go_to(special, wanted)
        keys(Key.Key_N)
        qtbot.waitUntil(special.notes.isVisible)
        notes, view = special.notes, special.view
        below = QRect(notes.mapToGlobal(QPoint(0, 0)), notes.size())
        slide = QRect(view.mapToGlobal(QPoint(0, 0)), view.size())
        assert not below.intersects(slide)
        assert special.geometry().contains(below)
        assert special.geometry().contains(slide)
        # The slide still handles the keys, and the notes are readable there.
        assert view is hand() or view.isAncestorOf(hand())
        assert notes.childAt(40, 30) is not None
        for widget in special.findChildren(QWidget):
            if widget.isVisible() and not widget.objectName().startswith("qt_"):
                assert widget.objectName(), widget
                control = widget.focusPolicy() != Qt.FocusPolicy.NoFocus
                assert not control or widget.accessibleName(), widget.objectName()
        keys(Key.Key_N)
        assert view.size() == special.size()


def test_slides_are_for_the_class_and_notes_for_the_teachers_screen(tmp_path):
    shown = run_on_two_screens("two_screens_probe.py", tmp_path)
    assert shown == {"window": "own", "slides": "wall", "notes": "own"}


@pytest.mark.parametrize("leave", [LessonWindow.close, lambda _: keys(Key.Key_Escape)])
def test_leaving_leaves_the_window_as_it_was(qtbot, window, leave):
    window.coach.start_task("tournament", list_steps(window, "tournament"))
    qtbot.waitUntil(window.coach.isVisible)

    def state() -> tuple[object, ...]:
        session = window.session
        shown = session.selection, session.step.step, window.theme.zoom
        return window.right.width(), window.below.height(), *shown

    before = state()
    press(qtbot, window, Key.Key_F9)
    lesson = open_lesson(qtbot, window)
    go_to(lesson, "what-if")
    leave(lesson)
    qtbot.waitUntil(lambda: not lesson.isVisible() and window.isActiveWindow())
    assert window.coach.isVisible()
    assert state() == before
    assert lesson.lesson is None


def test_a_lesson_begins_again_without_the_guesses_of_the_last(qtbot, window, special):
    keys(Key.Key_2, Key.Key_Space, Key.Key_Escape)
    qtbot.waitUntil(window.isActiveWindow)
    type_at(qtbot, window, 1, "name", Key.Key_F9)
    lesson = open_lesson(qtbot, window)
    assert lesson.place == 0
    assert lesson.view.guesses is None
    assert not lesson.view.shows_answer
    assert "Ada" in lesson.windowTitle()


def test_the_basics_lesson_needs_no_player_but_another_does(qtbot, window):
    window.named_actions["basics"].trigger()
    lesson = open_lesson(qtbot, window)
    assert lesson.windowTitle() == "How ratings work"
    assert slide_of(lesson).key == "forecast"
    keys("75", Key.Key_PageDown)
    assert "too low" in lesson.view.accessibleDescription()
    keys(Key.Key_Escape)
    window.named_actions["addPlayer"].trigger()
    qtbot.waitUntil(lambda: window.session.up_to_date)
    window.session.select(row=12)
    window.named_actions["lesson"].trigger()
    assert not lesson_of(window).isVisible()
    assert window.messages.text == TOO_LITTLE


def test_every_key_has_a_menu_entry(special):
    actions = {action.objectName(): action for action in special.actions()}
    blank, notes = special.blank, special.notes
    for name, part in (("lessonToBlank", blank), ("lessonShowNotes", notes)):
        for shown in (True, False):
            actions[name].trigger()
            assert part.isVisible() is shown
    keys(Key.Key_1)
    actions["lessonOn"].trigger()
    assert special.view.shows_answer
    actions["lessonBack"].trigger()
    assert not special.view.shows_answer
    actions["lessonLeave"].trigger()
    assert not special.isVisible()


NOTHING = SlideScene()
SMALL = QSize(640, 360)
SCREENS = (QSize(1280, 720), QSize(1920, 1080), QSize(1024, 768))


@pytest.fixture(scope="module")
def lessons() -> list[Taught]:
    return list(every_lesson())


def slides_of(lessons: list[Taught]) -> Iterator[tuple[Taught, model.LessonSlide]]:
    for made in lessons:
        for slide in made.lesson.slides:
            yield made, slide


def brush_of(size: QSize, colors: Colors = LIGHT) -> SlideBrush:
    return SlideBrush.from_colors(colors, size.height(), QApplication.font())


def painted(
    slide: model.LessonSlide,
    size: QSize = SMALL,
    told: float | None = None,
    scene: SlideScene = NOTHING,
    colors: Colors = LIGHT,
) -> QImage:
    """Paint the slide as it is seen; `told` is the progress of its answer."""
    brush = brush_of(size, colors)
    layout = lay_out(slide.question, size.width(), size.height(), brush)
    image = QImage(size, QImage.Format.Format_RGB32)
    image.fill(QColor(colors.surface))
    painter = QPainter(image)
    if told is None:
        paint_before_answer(painter, layout, slide.question, brush, scene)
    else:
        paint_with_answer(painter, layout, slide, brush, scene, told)
    painter.end()
    return image


def test_two_traces_that_differ_only_in_the_answer_give_the_same_pixels(qapp, lessons):
    tried: Counter[str] = Counter()
    for made, slide in slides_of(lessons):
        # A dozen of each kind; another test compares the values of all of them.
        if tried[slide.key] >= 12:
            continue
        if (other := other_answer(made, slide)) is None:
            continue
        tried[slide.key] += 1
        assert painted(slide) == painted(other), (made.path, slide.key)
        assert painted(slide, told=1.0) != painted(other, told=1.0), slide.key
    assert all(tried[key] >= 3 for key in ASKED_OF_ALL - {"printed"}), tried


def test_the_first_moment_of_the_answer_reveals_nothing(qapp, lessons):
    for _, slide in islice(slides_of(lessons), 40):
        assert painted(slide, told=0.0) == painted(slide), slide.key
    seen = set()
    for _, slide in slides_of(lessons):
        if slide.key in seen or slide.answer.right == 2:
            continue
        seen.add(slide.key)
        stages = [painted(slide, told=t) for t in (0.0, 0.3, 0.5, 1.0)]
        for one, other in pairwise(stages):
            assert one != other, slide.key
    assert seen == ASKED_OF_ALL


@pytest.mark.parametrize("size", SCREENS)
def test_every_word_is_as_high_as_it_must_be(qapp, lessons, size, monkeypatch):
    """Every letter is measured where it is drawn."""
    heights: list[float] = []
    draw = QPainter.drawText

    def drawn(painter: QPainter, *given: object) -> object:
        heights.append(painter.font().pixelSize())
        return draw(painter, *given)  # type: ignore[call-overload]

    monkeypatch.setattr(QPainter, "drawText", drawn)
    basics = prepare_basics_lesson().slides
    for slide in (*basics, *(s for _, s in islice(slides_of(lessons), 60))):
        painted(slide, size)
        painted(slide, size, told=1.0, scene=SlideScene((1,)))
    assert len(heights) > 2000
    assert min(heights) >= size.height() / 20


@pytest.mark.parametrize("size", [*SCREENS, QSize(464, 261)])
def test_all_words_have_their_room(qapp, lessons, size):
    """Texts are below each other, above the edge, and the answer is complete."""
    basics = [(None, slide) for slide in prepare_basics_lesson().slides]
    brush = brush_of(size)
    for made, slide in (*basics, *slides_of(lessons)):
        where = (made.path if made else "", slide.key)
        layout = lay_out(slide.question, size.width(), size.height(), brush)
        lines = brush.wrap_text(slide.answer.text, layout.answer.width, "strong")
        assert len(lines) <= layout.answer_lines, (*where, slide.answer.text)
        for line in lines:
            assert brush.measure_width(line, "strong") <= layout.answer.width, where
        for text in layout.question:
            assert brush.measure_width(text, "question") <= layout.answer.width, where
        boxes = *layout.picture, layout.row, layout.answer, *layout.options
        for box in (*boxes, layout.no_idea):
            assert box.x >= 0, where
            assert box.right <= size.width() + 1, where
            assert box.height > 0, where
        text_end = (len(layout.head) + SIZES["question"] * len(layout.question)) * 1.25
        first = min((box.y for box in layout.picture), default=layout.row.y)
        assert first >= text_end * brush.em, where
        bottoms = [box.bottom for box in layout.picture]
        assert max(bottoms, default=0.0) <= layout.row.y + 1, where
        assert layout.row.bottom <= layout.answer.y, where
        assert layout.answer.bottom <= layout.foot.y, where
        for part, box in zip(slide.question.picture, layout.picture, strict=True):
            if isinstance(part, model.LessonGames) and game_columns(part, box, brush):
                rows = -(-len(part.rows) // game_columns(part, box, brush))
                assert box.height / rows >= 1.09 * brush.em, where
            elif isinstance(part, model.LessonGames):
                lines = brush.wrap_text(part.words, box.width)
                assert len(lines) * 1.2 * brush.em <= box.height + 1, where
            elif (
                isinstance(part, model.BarChart)
                and lay_out_bars(part, box, brush).named
            ):
                assert lay_out_bars(part, box, brush).row >= 0.9 * brush.em, where
        assert layout.no_idea.bottom <= layout.foot.y, where
        # The option is beside the guess or right below it.
        assert layout.no_idea.y <= layout.row.bottom + 0.3 * brush.em, where
        below = layout.no_idea.y > layout.row.bottom
        assert not below or layout.no_idea.x == layout.left, where
        words = layout.no_idea.width - 2 * OPTION * brush.em
        assert brush.elide_text(NO_IDEA, words) == NO_IDEA, where
        for option in layout.options:
            apart = option.right <= layout.no_idea.x, option.bottom <= layout.no_idea.y
            assert any(apart), where
            assert option.bottom <= layout.answer.y, where


@pytest.mark.parametrize("name", ["W" * 300, "Ο\n\tΩ, " * 40, "", "<b>&amp;</b>"])
def test_any_name_has_its_room(qapp, name):
    for size in SCREENS:
        brush = brush_of(size)
        for path, make in PATHS.items():
            made = taught(path, make(rules()), 0, lambda _number: name)
            for slide in made.lesson.slides if made else ():
                layout = lay_out(slide.question, size.width(), size.height(), brush)
                width = layout.answer.width
                lines = brush.wrap_text(slide.answer.text, width, "strong")
                assert len(lines) <= layout.answer_lines, (path, slide.key)
                for text in (*layout.head[1:], *layout.question):
                    assert brush.measure_width(text) <= width, (path, slide.key)


def test_the_games_of_a_usual_event_have_their_names_on_every_screen(qapp, lessons):
    """Six rows have names; if there are too many rows for names, only bars remain."""
    for size in SCREENS:
        brush = brush_of(size)
        for made, slide in slides_of(lessons):
            boxes = lay_out(slide.question, size.width(), size.height(), brush).picture
            most = 4 if size.width() > 1.5 * size.height() else 3
            for part, box in zip(slide.question.picture, boxes, strict=True):
                if isinstance(part, model.BarChart) and len(part.rows) <= most:
                    assert lay_out_bars(part, box, brush).named, (made.path, slide.key)


def layout_of(slide: model.LessonSlide) -> SlideLayout:
    return lay_out(slide.question, SMALL.width(), SMALL.height(), brush_of(SMALL))


def blue(slide: model.LessonSlide, scene: SlideScene) -> int:
    image = painted(slide, scene=scene)
    bars = as_type(slide.question.picture[0], model.BarChart)
    laid = lay_out_bars(bars, layout_of(slide).picture[0], brush_of(SMALL))
    bottom = laid.top + laid.row * len(bars.rows)
    places = slice(int(laid.top), int(bottom), 2), slice(int(laid.x0), int(laid.x1), 2)
    colors = pixels(image)[places]
    blue, red = colors & 255, colors >> 16 & 255
    return int(((blue > 180) & (red < 110)).sum())


def test_bars_and_guesses_are_painted_as_far_as_they_say(qapp, lessons):
    for slide in [s for _, s in slides_of(lessons) if s.key == "sought4"][:8]:
        guess = as_type(slide.question.guess, model.NumberGuess)
        numbers = guess.low, (guess.low + guess.high) / 2, guess.high
        filled = [blue(slide, SlideScene((number,))) for number in numbers]
        assert filled[0] + 100 < filled[2]
        assert filled[0] < filled[1] < filled[2]
    basics = prepare_basics_lesson().slides
    for slide in (*basics, *(slide for _, slide in islice(slides_of(lessons), 40))):
        guess = slide.question.guess
        bare = painted(slide)
        if isinstance(guess, model.NumberGuess):
            scene = SlideScene(((guess.low + guess.high) / 2,))
            # Before the answer, a guess is visible above the field where it was made.
            if model.find_guess_axis(slide.question.picture) is not None:
                high = round(layout_of(slide).row.y)
                here, there = (
                    painted(slide, scene=one).copy(0, 0, 1280, high)
                    for one in (scene, SlideScene((guess.low,)))
                )
                assert here != there
        else:
            scene = SlideScene((0,))
        assert painted(slide, scene=scene) != bare
        told, quiet = painted(slide, told=1.0, scene=scene), painted(slide, told=1.0)
        assert told != quiet, slide.key


def test_both_themes_are_painted_in_their_own_colors(qapp):
    slide = prepare_basics_lesson().slides[1]
    light, dark = painted(slide), painted(slide, colors=DARK)
    assert light.pixelColor(2, 2) == QColor(LIGHT.surface)
    assert dark.pixelColor(2, 2) == QColor(DARK.surface)
