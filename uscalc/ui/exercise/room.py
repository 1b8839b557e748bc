"""What this room shows: a derivation in which figures are to be found."""

from typing import TYPE_CHECKING, Final

from uscalc.ui.specs.view import PictureSpec, ViewSpec

if TYPE_CHECKING:
    from uscalc.ui.exercise.view import ExerciseView
    from uscalc.ui.frame.frame import MainFrame


def _make_practice_view(window: "MainFrame") -> "ExerciseView":
    from uscalc.ui.exercise.view import ExerciseView

    return ExerciseView(window.session, window.theme)


def _show_practice_example(window: "MainFrame") -> None:
    """A player whose way is short enough to be seen."""
    from uscalc.ui.exercise.view import ExerciseView
    from uscalc.ui.scheduling.waiting import wait_for

    window.session.select(row=5)
    view = window.show_view(PRACTICE_VIEW.name)
    assert isinstance(view, ExerciseView)
    wait_for(lambda: not view.behind)


PRACTICE_VIEW: Final = ViewSpec(
    name="exerciseView",
    title="Exercise",
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
