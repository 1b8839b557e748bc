"""What this room does: gives a lesson, and fills the screen."""

from typing import TYPE_CHECKING, Final

from uscalc.ui.specs.command import CommandSpec, Place
from uscalc.ui.specs.picture import PictureSpec

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import Frame
    from uscalc.ui.teaching.slide_view import SlideView


def _lesson(window: "Frame") -> None:
    from uscalc.ui.teaching.lesson import begin_player

    begin_player(window)


def _basics(window: "Frame") -> None:
    from uscalc.ui.teaching.lesson import begin_basics

    begin_basics(window)


def _present(window: "Frame") -> None:
    from uscalc.ui.teaching.presentation import toggle

    toggle(window)


LESSONS: "Final[tuple[CommandSpec[Frame], ...]]" = (
    CommandSpec(
        "lesson",
        "&Lesson",
        "The player's rating as slides for a class: guess, then see",
        _lesson,
        ("F9",),
        (Place("menu", 5),),
    ),
    CommandSpec(
        "basics",
        "Lesson: how ratings work",
        "Ten minutes for a class that needs no player",
        _basics,
        ("Shift+F9",),
        (Place("menu", 5),),
    ),
)
PRESENT: "Final[CommandSpec[Frame]]" = CommandSpec(
    "present",
    "F&ill the screen",
    "One view in large type",
    _present,
    ("F11",),
    (Place("menu", 5),),
)


def _slide(window: "Frame", at: int, basics: bool) -> "SlideView":
    """Return a slide with its answer, of the last player's lesson or of that without one."""
    from uscalc.ui.teaching.lesson import lesson_of

    section = window.session.section
    if section is not None and section.players:
        window.session.select(row=len(section.players) - 1)
    lesson = lesson_of(window)
    if not basics:
        _lesson(window)
    if lesson.lesson is None:
        _basics(window)
    # As large as the window, whatever the screen.
    lesson.showNormal()
    lesson.resize(window.width(), window.width() * 9 // 16)
    for _ in range(at):
        lesson.go_on()
        lesson.go_on()
        lesson.go_on()
    if not basics:
        lesson.view.nudge(1400.0)
    lesson.go_on()
    lesson.go_on()
    return lesson.view


PICTURES: "Final[tuple[PictureSpec[Frame, SlideView], ...]]" = (
    PictureSpec(
        "lesson",
        "A slide of a player's lesson",
        lambda window: _slide(window, 4, False),
    ),
    PictureSpec(
        "basics",
        "A slide of the lesson on ratings",
        lambda window: _slide(window, 1, True),
    ),
)
