"""Declare the views and commands of teaching: lessons, practice, challenges, presentation."""

from typing import TYPE_CHECKING, Final

from uscalc.ui.specs import (
    CommandSpec,
    MenuPlace,
    PictureSpec,
    ViewSpec,
    call_later,
)

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import MainFrame
    from uscalc.ui.teach.challenges_view import ChallengesView
    from uscalc.ui.teach.lesson_view import LessonView, Subject
    from uscalc.ui.teach.practice_view import PracticeView
    from uscalc.ui.teach.slide_view import SlideView


def _start_lesson(window: "MainFrame", subject: "Subject") -> None:
    window.get_view(LESSON_VIEW.name).start_lesson(subject)


LESSONS: "Final[tuple[CommandSpec[MainFrame], ...]]" = (
    CommandSpec(
        "lesson",
        "&Lesson: this player",
        "Lesson on this player's rating, full screen: guess, then see the answer",
        lambda window: _start_lesson(window, "player"),
        ("F9",),
        (MenuPlace("teach", 1),),
    ),
    CommandSpec(
        "basics",
        "Lesson: how ratings work",
        "Lesson on how ratings work, full screen: ten minutes, no player needed",
        lambda window: _start_lesson(window, "basics"),
        ("Shift+F9",),
        (MenuPlace("teach", 1),),
    ),
)
PRESENT: "Final[CommandSpec[MainFrame]]" = CommandSpec(
    "present",
    "F&ill the screen",
    "One view in large type",
    call_later("uscalc.ui.teach.presentation:toggle_presentation"),
    ("F11",),
    (MenuPlace("layout", 1),),
)


def _guess_as_class(view: "SlideView") -> None:
    """Enter several guesses on a slide, as a class would."""
    for text in ("2", "2.5", "3", "3", "3.5", "2.5", "1.5", "3"):
        view.field.setText(text)
        view.field.setModified(True)
        view.take_number()


def _show_lesson_example(window: "MainFrame") -> None:
    """Show a slide with its answer in the view."""
    from uscalc.ui.scheduling import wait_for

    view: LessonView = window.show_view(LESSON_VIEW.name)
    wait_for(lambda: not view.behind)
    view.preview.go_to_slide(1)
    _guess_as_class(view.preview.view)
    # The first step shows the answer, the second ends its animation.
    view.preview.go_on()
    view.preview.go_on()


LESSON_VIEW: Final = ViewSpec(
    name="view-lesson",
    title="Lesson",
    where="below",
    action="showLesson",
    hint="Two lessons as slides: how ratings work, and the player's rating",
    make=call_later("uscalc.ui.teach.lesson_view:LessonView"),
    pictures=(PictureSpec("lesson", "The slides of a lesson", _show_lesson_example),),
    what_if="with",
)


def _make_slide(window: "MainFrame", at: int, basics: bool) -> "SlideView":
    """Return a slide with its answer, from the basics or from the last player's lesson."""
    from uscalc.ui.teach.lesson import lesson_of

    section = window.session.section
    if section is not None and section.players:
        window.session.select(row=len(section.players) - 1)
    lesson = lesson_of(window)
    if not basics:
        _start_lesson(window, "player")
    if lesson.lesson is None:
        _start_lesson(window, "basics")
    # Make it as large as the window, so that the screen doesn't matter.
    lesson.showNormal()
    lesson.resize(window.width(), window.width() * 9 // 16)
    lesson.go_to_slide(at)
    if basics:
        _guess_as_class(lesson.view)
    else:
        lesson.view.nudge_number(1400.0)
    lesson.go_on()
    lesson.go_on()
    return lesson.view


LESSON_PICTURES: "Final[tuple[PictureSpec[MainFrame, SlideView], ...]]" = (
    PictureSpec(
        "lesson-slide",
        "A slide of a player's lesson",
        lambda window: _make_slide(window, 4, False),
    ),
    PictureSpec(
        "lesson-basics",
        "A slide of the lesson on ratings",
        lambda window: _make_slide(window, 1, True),
    ),
)


def _show_practice_example(window: "MainFrame") -> None:
    """Show a practice problem."""
    from uscalc.ui.scheduling import wait_for

    view: PracticeView = window.show_view(PRACTICE_VIEW.name)
    wait_for(lambda: not view.behind)


def _show_challenge_example(window: "MainFrame") -> None:
    """Show a card that is solved by the values tried in the explorer."""
    from uscalc.ui.scheduling import wait_for

    window.session.select(row=0)
    view: ChallengesView = window.show_view(CHALLENGES_VIEW.name)
    wait_for(lambda: view.task is not None)
    scene = window.session.scene.value
    if scene is not None:
        window.session.scene.put(scene.try_rating(0, 900.0).try_rating(1, 900.0))


CHALLENGES_VIEW: Final = ViewSpec(
    name="view-challenges",
    title="Challenges",
    where="below",
    action="showChallenges",
    hint="Cards with one question each, solved by dragging in the rating explorer",
    make=call_later("uscalc.ui.teach.challenges_view:ChallengesView"),
    pictures=(
        PictureSpec(
            "challenges", "A challenge card and its verdict", _show_challenge_example
        ),
    ),
    what_if="unmarked",
    places=(MenuPlace("teach", 1),),
)
PRACTICE_VIEW: Final = ViewSpec(
    name="view-practice",
    title="Practice",
    where="below",
    action="showExercise",
    hint="Problems about made-up players, with hints and a reason for each mistake",
    make=call_later("uscalc.ui.teach.practice_view:PracticeView"),
    pictures=(
        PictureSpec(
            "practice",
            "A practice problem with its question and rules",
            _show_practice_example,
        ),
    ),
    places=(MenuPlace("teach", 1),),
)
