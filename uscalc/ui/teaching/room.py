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
        "Lesson: how ratings wor&k",
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
    """A slide of the selected player's lesson with its answer."""
    from uscalc.ui.teaching.lesson import lesson_of

    window.session.select(row=11)
    (_basics if basics else _lesson)(window)
    lesson = lesson_of(window)
    for _ in range(3 * at + 2):
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
