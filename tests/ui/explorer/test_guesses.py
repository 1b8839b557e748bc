"""Guesses in Teach: typed or dropped, plotted, and compared with the answer."""

import re

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QApplication, QToolButton
from pytestqt.qtbot import QtBot

from tests.ui.drawing import svg_text
from tests.ui.driving import find_part, press, press_button, press_keys, type_text
from tests.ui.keys import LEFT, Key
from uscalc.explain.picture import SpecialPicture
from uscalc.explain.scene.scene import Scene
from uscalc.ui.charts.labels import stack_dots
from uscalc.ui.explorer.explorer_view import RatingExplorerView
from uscalc.ui.explorer.guesses import find_guess
from uscalc.ui.explorer.room import explorer_of
from uscalc.ui.frame.view import PagedView
from uscalc.ui.session.session import WITH
from uscalc.ui.teach.challenges_view import START
from uscalc.ui.window.first_steps import list_steps
from uscalc.ui.window.main_window import MainWindow

TOM = 12
"""The sample's player without a rating."""
IRIS = 5
"""A player with the standard formula: 1553 becomes 1541."""
CLASS = ("1500", "1600", "1605", "1850", "1495", "1510")


def open_teach(qtbot: QtBot, window: MainWindow, number: int) -> RatingExplorerView:
    window.resize(1280, 800)
    window.session.select(row=number - 1)
    window.spaces.switch_to("teach")
    view = explorer_of(window)
    qtbot.waitUntil(lambda: view.scene is not None and view.scene.waits)
    qtbot.waitUntil(lambda: scene(view).subject.place == number - 1)
    return view


def scene(view: RatingExplorerView) -> Scene:
    return view.scene


def guess(qtbot: QtBot, window: MainWindow, *typed: str) -> None:
    """Type guesses in quick succession, without touching the mouse."""
    field = explorer_of(window).typed.field
    if not field.hasFocus():
        field.setFocus()
    for text in typed:
        press_keys(qtbot, window, text, Key.Key_Return)


def shown_texts(view: RatingExplorerView) -> str:
    """Return all that the view says: labels, tooltips of rows, texts for screen readers."""
    labels = (view.heading, view.scope, view.saying, view.notes, view.verdict)
    said = [label.text() for label in labels if label.isVisible()]
    canvas = view.canvas
    layout = canvas.get_layout()
    said += [canvas.hint_at(QPointF(*place.words.middle)) for place in layout.places]
    said += [grip.accessibleName() for grip in (canvas.marker, *canvas.grips)]
    said += [canvas.accessibleName(), canvas.accessibleDescription()]
    said += [view.causes.toPlainText(), str(canvas.property("announced"))]
    return "\n".join(said)


def drawn_text(view: RatingExplorerView) -> str:
    """Return the texts of the exported picture."""
    return " ".join(re.findall(r">([^<]+)<", svg_text(view._make_picture(True))))


def test_a_class_guesses_by_keys_before_it_sees_the_answer(qtbot, window):
    view = open_teach(qtbot, window, TOM)
    for part in (view.canvas.marker, view.typed.field):
        part.setFocus()
        for key in (Key.Key_Space, Key.Key_Return, Key.Key_Space, Key.Key_P):
            press(qtbot, window, key)
        press(qtbot, window, Key.Key_Escape)
        view.typed.field.clear()
        assert scene(view).waits
        assert scene(view).guesses == ()
    guess(qtbot, window, *CLASS)
    assert scene(view).guesses == tuple(map(float, CLASS))
    assert view.typed.field.hasFocus()
    assert view.scope.text().startswith("6 guesses. Press Show answer")
    assert scene(view).waits
    assert "1762" not in shown_texts(view) + drawn_text(view)
    assert not view.verdict.isVisible()
    press_button(qtbot, window, "ideaNoIdea")
    assert view.verdict.text() == "Median 1555: 207 too low"
    for one in ("1500 is 262 too low", "1850 is 88 too high", "Answer: 1762"):
        assert one in view.verdict.toolTip()
        assert one in view.canvas.property("announced")
        assert one in view.canvas.accessibleDescription()
    assert "answer 1762" in drawn_text(view)
    # At the answer, the marker says it.
    window.session.scene.put(scene(view).to_solution())
    assert "answer" not in drawn_text(view)


INVALID = {"abc": "isn't a number", "99999": "out of range", "50": "out of range"}


@pytest.mark.parametrize("typed", INVALID)
def test_an_invalid_guess_gets_a_message_until_it_is_corrected(qtbot, window, typed):
    view = open_teach(qtbot, window, TOM)
    field = view.typed.field
    guess(qtbot, window, typed)
    assert INVALID[typed] in view.scope.text()
    assert "Type a number from 100 to 3000" in view.scope.text()
    assert field.property("marked")
    assert scene(view).guesses == ()
    # The text is selected, so that typing replaces it.
    press_keys(qtbot, window, "1,500", Key.Key_Return)
    assert scene(view).guesses == (1500.0,)
    assert INVALID[typed] not in view.scope.text()
    assert not field.property("marked")
    guess(qtbot, window, "99999")
    window.session.select(row=IRIS - 1)
    qtbot.waitUntil(lambda: scene(view).subject.place == IRIS - 1)
    assert field.text() == ""
    assert not field.property("marked")
    assert "out of range" not in view.scope.text()


def test_the_last_guess_is_corrected_or_followed_and_all_are_kept(qtbot, window):
    view = open_teach(qtbot, window, TOM)
    guess(qtbot, window, "1500", "1600")
    press_keys(qtbot, window, Key.Key_Backspace, Key.Key_Return)
    assert scene(view).guesses == (1500.0,)
    assert view.typed.field.text() == "1500"
    # A click selects it, and a click into a number that is being typed corrects it.
    qtbot.mouseClick(view.typed.field, LEFT)
    type_text(qtbot, window, "1600")
    qtbot.mouseClick(view.typed.field, LEFT)
    assert not view.typed.field.hasSelectedText()
    press(qtbot, window, Key.Key_Return)
    assert scene(view).guesses == (1500.0, 1600.0)
    window.named_actions["addPlayer"].trigger()
    window.session.select(row=len(window.session.document.sections[0].players) - 1)
    qtbot.waitUntil(lambda: window.session.scene.value is None)
    window.session.select(row=TOM - 1)
    qtbot.waitUntil(lambda: view.scene is not None)
    assert scene(view).guesses == (1500.0, 1600.0)


def test_guesses_are_compared_only_with_the_answer_to_their_question(qtbot, window):
    view = open_teach(qtbot, window, TOM)
    guess(qtbot, window, "1500")
    press_button(qtbot, window, "ideaNoIdea")
    said = view.verdict.text()
    assert said == "Guess 1500: 262 too low"
    press_button(qtbot, window, "ideaStep3")
    assert "Guess" not in view.verdict.text()
    assert scene(view).guesses == ()
    press_button(qtbot, window, "ideaStep5")
    assert view.verdict.text() == said
    # A what-if result has another answer.
    view.canvas.grips[0].setFocus()
    press(qtbot, window, Key.Key_L)
    qtbot.waitUntil(lambda: scene(view).guesses == ())
    assert "Guess" not in view.verdict.text()
    press(qtbot, window, Key.Key_Delete)
    qtbot.waitUntil(lambda: view.verdict.text() == said)


def test_guesses_are_dots_above_the_axis_named_under_the_mouse(qtbot, window):
    view = open_teach(qtbot, window, TOM)
    canvas = view.canvas
    before = canvas.grab().toImage()
    axis = canvas.get_layout().axis
    guess(qtbot, window, *CLASS, "2600")
    layout = canvas.get_layout()
    # There was room for the plot already, so nothing has moved.
    assert layout.axis == axis
    assert layout.low <= 2600 <= layout.high
    assert canvas.grab().toImage() != before
    y = layout.plot.bottom - 2
    for typed in ("1850", "2600"):
        x = layout.pixel_of_rating(float(typed))
        assert find_guess(layout, scene(view), x, y) == float(typed)
        assert canvas.hint_at(QPointF(x, y)) == f"Guess {typed}"
    press_button(qtbot, window, "ideaNoIdea")
    layout = canvas.get_layout()
    place = QPointF(layout.pixel_of_rating(1850.0), layout.plot.bottom - 2)
    assert canvas.hint_at(place) == "Guess 1850: 88 too high"


def test_close_guesses_are_stacked_until_they_fit():
    radius, dots = stack_dots([10.0] * 12 + [80.0], 24.0, 5.0, 0.5)
    assert radius * 2 * 12 <= 24.0
    assert [dot.level for dot in dots[:12]] == list(range(12))
    assert dots[12] == (80.0, 0)
    wide, few = stack_dots([10.0, 80.0], 24.0, 5.0, 0.5)
    assert wide == 5.0
    assert [dot.level for dot in few] == [0, 0]


def test_the_new_rating_of_the_standard_formula_is_guessed_first(qtbot, window):
    view = open_teach(qtbot, window, IRIS)
    assert view.heading.text() == (
        "Iris Pawn, rated 1553, scored 2.5 of 5. What is the new rating?"
    )
    assert not view.guess.isVisible()
    hidden = ("1540.93", "1541", "12.1", "35.77", "becomes")
    drawn = drawn_text(view)
    assert "1553 → ?" in drawn
    assert not scene(view).shows_result
    # Keys that try values announce no result either.
    view.canvas.marker.setFocus()
    for key in (Key.Key_Return, Key.Key_Right, Key.Key_Left, Key.Key_Escape):
        press(qtbot, window, key)
    for text in (shown_texts(view), drawn):
        assert not [one for one in hidden if one in text]
    guess(qtbot, window, "1560")
    assert not [one for one in hidden if one in shown_texts(view)]
    press_button(qtbot, window, "ideaNoIdea")
    assert view.verdict.text() == "Guess 1560: 19 too high"
    assert "1553 becomes 1540.93" in view.saying.text()
    assert scene(view).shows_result
    assert "1553 → 1540.93" in drawn_text(view)
    assert view.heading.text().startswith("Iris Pawn scored 2.5 of 5. Is that more")
    # The dot stays on the scale when a result is tried, and the title says what is.
    view.canvas.grips[0].setFocus()
    press(qtbot, window, Key.Key_L)
    qtbot.waitUntil(lambda: window.session.what_if.outcomes != ())
    assert "(tried: 1 what-if result)" in view._make_picture().title
    assert scene(view).guesses == (1560.0,)


def test_tried_values_neither_change_the_question_nor_the_verdict(qtbot, window):
    view = open_teach(qtbot, window, IRIS)
    guess(qtbot, window, "1560")
    asked = view.heading.text()
    view.canvas.marker.setFocus()
    for key in (Key.Key_Return, Key.Key_PageDown, Key.Key_Return):
        press(qtbot, window, key)
    assert scene(view).at == 1500
    assert view.heading.text() == asked
    # The answer is that of the player's own rating, and the picture shows it.
    press_button(qtbot, window, "ideaNoIdea")
    assert scene(view).at == 1553
    assert view.verdict.text() == "Guess 1560: 19 too high"
    # Another rating has another answer, so the verdict hides until a reset.
    for key in (Key.Key_Return, Key.Key_PageDown, Key.Key_Return):
        press(qtbot, window, key)
    assert not view.verdict.isVisible()
    press_button(qtbot, window, "ideaBack")
    assert view.verdict.isVisible()


def test_cards_and_the_coach_know_whether_a_guess_is_awaited(qtbot, window):
    view = open_teach(qtbot, window, TOM)
    (step, *_) = list_steps(window, "ratings")
    assert not step.done()
    view.canvas.put_marker(1762.0)
    assert scene(view).waits
    assert step.done()
    open_teach(qtbot, window, IRIS)
    cards = window.show_view("view-challenges")
    qtbot.waitUntil(lambda: cards.task is not None)
    assert "guess the new rating or press No idea" in cards.reason.text()
    press_button(qtbot, window, "ideaNoIdea")
    assert cards.reason.text() == START
    assert not scene(view).waits


def test_nothing_scrolls_in_teach_at_1280_by_800(qtbot, window):
    window.resize(1280, 800)
    window.spaces.switch_to("teach")
    pages: PagedView = window.get_view("view-rating-explorer")
    view = explorer_of(window)

    def check(state: object) -> None:
        QApplication.processEvents()
        assert view.verticalScrollBar().maximum() == 0, state

    for number in range(1, 13):
        window.session.select(row=number - 1)
        qtbot.waitUntil(lambda n=number: scene(view).subject.place == n - 1)
        check((number, "waits"))
        guess(qtbot, window, "1500", "1600")
        check((number, "guesses"))
        press_button(qtbot, window, "ideaNoIdea")
        check((number, "answer"))
        for step in scene(view).subject.steps:
            press_button(qtbot, window, f"ideaStep{step}")
            check((number, step))
        if isinstance(scene(view).picture, SpecialPicture):
            view.show_curve(True, moves=False)
            check((number, "curve"))
            window.session.scene.put(scene(view).to_solution())
            check((number, "solution"))
            view.show_curve(False, moves=False)
            check((number, "found"))
    cases = pages.show_page(3)
    for button in ("Games", "K", "Bonus", "Cap", "Editions"):
        find_part(window, QToolButton, f"cases{button}").click()
        qtbot.waitUntil(lambda: not cases.worker.busy)
        QApplication.processEvents()
        assert cases.verticalScrollBar().maximum() == 0, button


def test_the_mark_of_what_if_results_is_beside_the_tabs(qtbot, window):
    view = open_teach(qtbot, window, TOM)
    pages: PagedView = window.get_view("view-rating-explorer")
    press_button(qtbot, window, "ideaNoIdea")
    top = view.mapTo(window, view.rect().topLeft()).y()
    tabs = pages.tabs.mapTo(window, pages.tabs.rect().topLeft()).y()
    panel = window.right.tabs
    below = panel.mapTo(window, panel.rect().bottomLeft()).y()
    # No band is reserved between the tabs of the panel and those of the view.
    assert tabs - below < 12
    view.canvas.grips[0].setFocus()
    press(qtbot, window, Key.Key_L)
    mark = pages._mark
    qtbot.waitUntil(lambda: mark.isVisible() and mark.text() == WITH)
    assert mark.geometry().top() < pages.tabs.geometry().bottom()
    assert view.mapTo(window, view.rect().topLeft()).y() == top
    # In a narrow view, it is shorter, and all tabs stay visible.
    wide = mark.width()
    mark.fit_room(wide - 1)
    QApplication.processEvents()
    assert mark.width() < wide
    assert mark.accessibleName() == WITH
