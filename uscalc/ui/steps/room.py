"""The declaration of this view: the five steps as a table and as lines."""

from typing import TYPE_CHECKING, Final

from uscalc.ui.specs.command import CommandSpec, Place
from uscalc.ui.specs.picture import PictureSpec
from uscalc.ui.specs.view import ViewSpec

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import Frame
    from uscalc.ui.steps.bar import Mode
    from uscalc.ui.steps.view import StepsView


def _make(window: "Frame") -> "StepsView":
    from uscalc.ui.steps.view import make_view

    return make_view(window)


def _move(window: "Frame", by: int) -> None:
    from uscalc.ui.steps.view import move_step

    move_step(window, by)


def _picture(window: "Frame", mode: "Mode", step: int | None = None) -> "StepsView":
    from uscalc.ui.session.step import POST
    from uscalc.ui.steps.view import StepsView

    window.session.select(row=11)
    view = window.show_view(VIEW.name)
    assert isinstance(view, StepsView)
    view.show_mode(mode)
    window.session.step.show(POST if step is None else step)
    return view


VIEW: Final = ViewSpec(
    name="stepsView",
    title="Steps",
    where="below",
    action="showSteps",
    hint="The five steps of every player",
    make=_make,
    pictures=(
        PictureSpec(
            "steps", "The five steps as lines", lambda window: _picture(window, "chart")
        ),
        PictureSpec(
            "steps-table",
            "The five steps in figures",
            lambda window: _picture(window, "table"),
        ),
        PictureSpec(
            "steps-to-4",
            "The steps up to Step 4",
            lambda window: _picture(window, "chart", 4),
        ),
    ),
    what_if="with",
)
COMMANDS: "Final[tuple[CommandSpec[Frame], ...]]" = (
    CommandSpec(
        "nextStep",
        "Next step",
        "Show one step more of the algorithm in Steps, Why and Solver",
        lambda window: _move(window, 1),
        ("Alt+Right",),
        (Place("views", 3),),
    ),
    CommandSpec(
        "previousStep",
        "Previous step",
        "Show one step less of the algorithm in Steps, Why and Solver",
        lambda window: _move(window, -1),
        ("Alt+Left",),
        (Place("views", 3),),
    ),
)
