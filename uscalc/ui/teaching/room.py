"""What this room does: leads through a rating, and fills the screen."""

from typing import TYPE_CHECKING, Final

from uscalc.ui.specs.command import CommandSpec, Place
from uscalc.ui.specs.picture import PictureSpec

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import Frame


def _lesson(window: "Frame") -> None:
    from uscalc.ui.teaching.lesson import lesson_of

    lesson_of(window).begin()


def _present(window: "Frame") -> None:
    from uscalc.ui.teaching.presentation import toggle

    toggle(window)


def _picture(window: "Frame") -> "Frame":
    """The second stop of the selected player's lesson, with its answer."""
    from uscalc.ui.teaching.lesson import lesson_of

    window.session.select(row=0)
    _lesson(window)
    for _ in range(3):
        lesson_of(window).strip.step()
    return window


LESSON: "Final[CommandSpec[Frame]]" = CommandSpec(
    "lesson",
    "&Lesson",
    "Be led through the player's rating",
    _lesson,
    ("F9",),
    (Place("menu", 5),),
)
PRESENT: "Final[CommandSpec[Frame]]" = CommandSpec(
    "present",
    "F&ill the screen",
    "One view in large type",
    _present,
    ("F11",),
    (Place("menu", 5),),
)
PICTURES: Final = (PictureSpec("lesson", "A lesson over the real views", _picture),)
