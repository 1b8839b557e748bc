"""Commands and views of teaching: lessons, practice and presentation."""

from typing import TYPE_CHECKING, Final

from uscalc.ui.specs import CommandSpec, MenuPlace, PictureSpec, ViewSpec

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import MainFrame
    from uscalc.ui.teach.lesson_view import LessonView, Subject
    from uscalc.ui.teach.practice_view import PracticeView
    from uscalc.ui.teach.slide_view import SlideView


def _start_lesson(window: "MainFrame", subject: "Subject") -> None:
    from uscalc.ui.teach.lesson_view import lesson_view_of

    lesson_view_of(window).start_lesson(subject)


def _toggle_presentation(window: "MainFrame") -> None:
    from uscalc.ui.teach.presentation import toggle_presentation

    toggle_presentation(window)


LESSONS: "Final[tuple[CommandSpec[MainFrame], ...]]" = (
    CommandSpec(
        "lesson",
        "Start the player's &lesson",
        "Lesson on this player's rating, full screen: guess, then see the answer",
        lambda window: _start_lesson(window, "player"),
        ("F9",),
        (MenuPlace("teach", 1),),
    ),
    CommandSpec(
        "basics",
        "Start the lesson on how ratings work",
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
    _toggle_presentation,
    ("F11",),
    (MenuPlace("layout", 1),),
)


def _make_lesson_view(window: "MainFrame") -> "LessonView":
    from uscalc.ui.teach.lesson_view import LessonView

    return LessonView(window)


def _show_lesson_example(window: "MainFrame") -> None:
    """Show a slide with its answer in the view."""
    from uscalc.ui.scheduling.following import wait_for
    from uscalc.ui.teach.lesson_view import lesson_view_of

    view = lesson_view_of(window)
    window.show_view(LESSON_VIEW.name)
    wait_for(lambda: not view.behind)
    view.preview.go_to_slide(1)
    # The answer, and then the end of its animation.
    view.preview.go_on()
    view.preview.go_on()


LESSON_VIEW: Final = ViewSpec(
    name="view-lesson",
    title="Lesson",
    where="below",
    action="showLesson",
    hint="Two lessons as slides: how ratings work, and the player's rating",
    make=_make_lesson_view,
    pictures=(PictureSpec("lesson", "The slides of a lesson", _show_lesson_example),),
    what_if="with",
)


def _make_slide(window: "MainFrame", at: int, basics: bool) -> "SlideView":
    """Return a slide with its answer, from the last player's lesson or the basics."""
    from uscalc.ui.teach.lesson import lesson_of

    section = window.session.section
    if section is not None and section.players:
        window.session.select(row=len(section.players) - 1)
    lesson = lesson_of(window)
    if not basics:
        _start_lesson(window, "player")
    if lesson.lesson is None:
        _start_lesson(window, "basics")
    # As large as the window, whatever the screen.
    lesson.showNormal()
    lesson.resize(window.width(), window.width() * 9 // 16)
    for _ in range(3 * at):
        lesson.go_on()
    if not basics:
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


def _make_practice_view(window: "MainFrame") -> "PracticeView":
    from uscalc.ui.teach.practice_view import PracticeView

    return PracticeView(window.session, window.theme)


def _show_practice_example(window: "MainFrame") -> None:
    """Show a player whose calculation is short enough to fit the picture."""
    from uscalc.ui.scheduling.following import wait_for
    from uscalc.ui.teach.practice_view import PracticeView

    window.session.select(row=5)
    view = window.show_view(PRACTICE_VIEW.name)
    assert isinstance(view, PracticeView)
    wait_for(lambda: not view.behind)


PRACTICE_VIEW: Final = ViewSpec(
    name="view-practice",
    title="Practice",
    where="below",
    action="showExercise",
    hint="Work out a rating yourself, with hints and answers",
    make=_make_practice_view,
    pictures=(
        PictureSpec(
            "practice", "A practice problem with values to type", _show_practice_example
        ),
    ),
)
