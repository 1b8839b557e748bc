"""The coach: at most four steps for each task, each completed by doing it."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QLineEdit, QListWidget, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.driving import click, find_part, keyboard, press, press_button, type_text
from tests.ui.keys import ALT, LEFT, Key
from uscalc.explain.idea import SpecialPicture
from uscalc.ui.explorer.explorer_view import RatingExplorerView
from uscalc.ui.start.page import StartPage
from uscalc.ui.teach.coach import MOST_STEPS
from uscalc.ui.teach.slide_view import SlideView
from uscalc.ui.window.first_steps import Task, list_steps
from uscalc.ui.window.main_window import MainWindow

TASKS: tuple[Task, ...] = ("tournament", "estimate", "ratings")


def step(window: MainWindow) -> str:
    """What the coach asks for; empty where it asks for nothing."""
    return window.coach.text.text() if window.coach.isVisible() else ""


def start_coach(window: MainWindow, task: Task) -> None:
    window.coach.start_task(task, list_steps(window, task))


def new_event(qtbot: QtBot, window: MainWindow) -> None:
    """Creates an event from the start page."""
    page = window.show_start_page()
    assert isinstance(page, StartPage)
    press_button(qtbot, window, "startNew")
    find_part(window, QLineEdit, "newName").setText("Quads")
    press_button(qtbot, window, "newAccept")
    qtbot.waitUntil(lambda: not page.isVisible())


def test_a_task_has_at_most_four_steps_and_says_the_keys(window):
    for task in TASKS:
        steps = list_steps(window, task)
        assert 3 <= len(steps) <= MOST_STEPS
        assert all("{" not in s.words() and s.words().endswith(".") for s in steps)


def test_a_tournaments_steps_are_completed_by_doing_them(qtbot, window, tmp_path: Path):
    new_event(qtbot, window)
    assert step(window).startswith("1 of 4   Register players: press F4")
    for name in ("Novice, Nan", "Other, Olga"):
        type_text(qtbot, window, name)
        press(qtbot, window, Key.Key_Return)
        press(qtbot, window, Key.Key_Down)
    qtbot.waitUntil(lambda: step(window).startswith("2 of 4   Enter the results"))
    click(qtbot, window, 1, 1)
    type_text(qtbot, window, "w2")
    press(qtbot, window, Key.Key_Return)
    qtbot.waitUntil(lambda: step(window).startswith("3 of 4   See the problems"))
    window.show_view("view-problems")
    qtbot.waitUntil(lambda: step(window).startswith("4 of 4   Save the event"))
    window.files.saving.write_file(tmp_path / "quads.uscalc")
    qtbot.waitUntil(lambda: step(window) == "")
    # It was finished, and is not shown again.
    new_event(qtbot, window)
    assert step(window) == ""


def test_the_estimates_steps_follow_what_is_typed(qtbot, window):
    start_coach(window, "estimate")
    assert step(window).startswith("1 of 4   Type your rating")
    press_button(qtbot, window, "coachShow")
    for name, typed, then in (
        ("myRatingBefore", "1500", "2 of 4   Type the rating of an opponent"),
        ("myOpponent1", "1600", "3 of 4   Select loss, draw or win"),
    ):
        line = find_part(window, QLineEdit, name)
        line.setFocus()
        qtbot.keyClicks(line, typed)
        qtbot.waitUntil(lambda then=then: step(window).startswith(then))
    find_part(window, QWidget, "myResult1W").click()
    qtbot.waitUntil(lambda: step(window).startswith("4 of 4"))
    qtbot.keyClicks(find_part(window, QLineEdit, "myTarget"), "1550")
    qtbot.waitUntil(lambda: step(window) == "")


def test_the_rating_is_found_before_the_lesson_and_the_practice(qtbot, window):
    window.session.select(row=11)
    window.named_actions["showIdea"].trigger()
    start_coach(window, "ratings")
    assert step(window).startswith("1 of 3   Drag the marker R")
    view = window.get_view("view-rating-explorer").page
    assert isinstance(view, RatingExplorerView)

    def special() -> SpecialPicture | None:
        idea = view.canvas.scene and view.canvas.scene.idea
        return idea if isinstance(idea, SpecialPicture) else None

    qtbot.waitUntil(lambda: special() is not None)
    idea = special()
    assert idea is not None
    view.canvas.put_marker(idea.catch_rating)
    qtbot.waitUntil(lambda: step(window).startswith("2 of 3   Read the lesson"))
    press_button(qtbot, window, "coachShow")
    slides = find_part(window, QListWidget, "lessonSlides")
    qtbot.waitUntil(lambda: slides.isVisible() and slides.count() > 1)
    slide = next(one for one in window.findChildren(SlideView) if one.isVisible())
    qtbot.mouseClick(slide.no_idea, LEFT)
    press_button(qtbot, window, "lessonAnswer")
    press_button(qtbot, window, "lessonNext")
    qtbot.waitUntil(lambda: step(window).startswith("3 of 3   Open Practice"))
    window.show_view("view-practice")
    qtbot.waitUntil(lambda: step(window) == "")


def test_a_step_that_is_done_already_is_left_out(window):
    start_coach(window, "tournament")
    assert step(window).startswith("1 of 2   See the problems")


def test_a_step_can_be_skipped_and_the_coach_closed_for_good(qtbot, window):
    start_coach(window, "ratings")
    press_button(qtbot, window, "coachNext")
    assert step(window).startswith("2 of 3")
    window.coach.close_button.setFocus()
    press_button(qtbot, window, "coachClose")
    assert step(window) == ""
    assert keyboard(window) is window.crosstable.view
    start_coach(window, "ratings")
    assert step(window) == ""
    start_coach(window, "estimate")
    assert step(window).startswith("1 of 4")


def test_the_coach_is_worked_by_its_letters(qtbot, window):
    start_coach(window, "ratings")
    for number in (2, 3):
        press(qtbot, window, Key.Key_K, ALT)
        # Qt shows a button pressed by its letter for a moment before it acts.
        qtbot.waitUntil(lambda n=number: step(window).startswith(f"{n} of 3"))
    press_button(qtbot, window, "coachClose")
    assert window.coach.isHidden()


def test_another_event_ends_the_steps_until_the_next_time(qtbot, window, other_event):
    new_event(qtbot, window)
    assert step(window)
    window.session.history.mark_saved()
    window.files.opening.open_file(other_event)
    qtbot.waitUntil(lambda: window.session.path == other_event)
    assert step(window) == ""
    new_event(qtbot, window)
    assert step(window).startswith("1 of 4")


@pytest.mark.parametrize(
    ("wide", "high", "zoom"), [(1280, 800, 100), (1920, 1080, 150)]
)
def test_the_coach_covers_no_row_of_the_crosstable(qtbot, window, wide, high, zoom):
    window.theme.set_zoom(zoom)
    window.resize(wide, high)
    start_coach(window, "ratings")
    coach = window.coach
    qtbot.waitUntil(coach.isVisible)
    parts = coach.text, coach.show_button, coach.close_button
    qtbot.waitUntil(
        lambda: all(coach.rect().contains(part.geometry()) for part in parts)
    )
    top = window.coach.mapTo(window, window.coach.rect().topLeft()).y()
    for part in (window.crosstable, window.right, window.below):
        assert part.mapTo(window, part.rect().bottomLeft()).y() < top
    assert window.coach.height() < 60
    assert window.statusBar().height() < 110 * zoom / 100
    assert window.coach.isVisible()
