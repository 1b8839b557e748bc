"""What this room shows: a derivation in which figures are to be found."""

from typing import TYPE_CHECKING, Final

from uscalc.ui.specs.picture import PictureSpec
from uscalc.ui.specs.view import ViewSpec

if TYPE_CHECKING:
    from uscalc.ui.exercise.view import ExerciseView
    from uscalc.ui.frame.frame import Frame


def _make(window: "Frame") -> "ExerciseView":
    from uscalc.ui.exercise.view import ExerciseView

    return ExerciseView(window.session, window.theme)


def _picture(window: "Frame") -> None:
    """A player whose way is short enough to be seen."""
    from uscalc.ui.exercise.view import ExerciseView
    from uscalc.ui.scheduling.waiting import wait_for

    window.session.select(row=5)
    view = window.show_view(VIEW.name)
    assert isinstance(view, ExerciseView)
    wait_for(lambda: not view.behind)


VIEW: Final = ViewSpec(
    name="exerciseView",
    title="Exercise",
    where="below",
    action="showExercise",
    hint="Find the figures of a rating yourself, with hints and answers",
    make=_make,
    pictures=(
        PictureSpec("exercise", "An exercise with figures to be typed", _picture),
    ),
)
