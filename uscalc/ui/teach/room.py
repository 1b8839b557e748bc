"""Commands and views of teaching: lessons, practice and presentation."""

from typing import TYPE_CHECKING, Final

from uscalc.ui.specs import CommandSpec, MenuPlace, PictureSpec, ViewSpec

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import MainFrame
    from uscalc.ui.teach.slide_view import SlideView
    from uscalc.ui.teach.view import ExerciseView


def _begin_lesson(window: "MainFrame") -> None:
    from uscalc.ui.teach.lesson import begin_player

    begin_player(window)


def _begin_basics_lesson(window: "MainFrame") -> None:
    from uscalc.ui.teach.lesson import begin_basics

    begin_basics(window)


def _toggle_presentation(window: "MainFrame") -> None:
    from uscalc.ui.teach.presentation import toggle_presentation

    toggle_presentation(window)


LESSONS: "Final[tuple[CommandSpec[MainFrame], ...]]" = (
    CommandSpec(
        "lesson",
        "&Lesson",
        "The player's rating as slides for a class: guess, then see",
        _begin_lesson,
        ("F9",),
        (MenuPlace("teach", 1),),
    ),
    CommandSpec(
        "basics",
        "Lesson: how ratings work",
        "Ten minutes for a class that needs no player",
        _begin_basics_lesson,
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


def _make_slide(window: "MainFrame", at: int, basics: bool) -> "SlideView":
    """Return a slide with its answer, of the last player's lesson or of that without one."""
    from uscalc.ui.teach.lesson import lesson_of

    section = window.session.section
    if section is not None and section.players:
        window.session.select(row=len(section.players) - 1)
    lesson = lesson_of(window)
    if not basics:
        _begin_lesson(window)
    if lesson.lesson is None:
        _begin_basics_lesson(window)
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
        "lesson",
        "A slide of a player's lesson",
        lambda window: _make_slide(window, 4, False),
    ),
    PictureSpec(
        "basics",
        "A slide of the lesson on ratings",
        lambda window: _make_slide(window, 1, True),
    ),
)


def _make_practice_view(window: "MainFrame") -> "ExerciseView":
    from uscalc.ui.teach.view import ExerciseView

    return ExerciseView(window.session, window.theme)


def _show_practice_example(window: "MainFrame") -> None:
    """Show a player whose calculation is short enough to fit the picture."""
    from uscalc.ui.scheduling.following import wait_for
    from uscalc.ui.teach.view import ExerciseView

    window.session.select(row=5)
    view = window.show_view(PRACTICE_VIEW.name)
    assert isinstance(view, ExerciseView)
    wait_for(lambda: not view.behind)


PRACTICE_VIEW: Final = ViewSpec(
    name="view-practice",
    title="Practice",
    where="below",
    action="showExercise",
    hint="Find the figures of a rating yourself, with hints and answers",
    make=_make_practice_view,
    pictures=(
        PictureSpec(
            "exercise", "An exercise with figures to be typed", _show_practice_example
        ),
    ),
)
