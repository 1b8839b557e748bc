"""Commands and view of the explanation: how a rating was computed."""

from typing import TYPE_CHECKING, Final

from uscalc.ui.specs import (
    CommandSpec,
    MenuPlace,
    PictureSpec,
    ViewSpec,
    prepare_nothing,
)

if TYPE_CHECKING:
    from uscalc.ui.explain.explanation_view import ExplanationView
    from uscalc.ui.explain.steps_view import StepsView
    from uscalc.ui.explain.table import Mode
    from uscalc.ui.frame.frame import MainFrame


def _make_explanation_view(window: "MainFrame") -> "ExplanationView":
    from uscalc.ui.explain.explanation_view import ExplanationView

    return ExplanationView(window.session, window.theme)


EXPLANATION_VIEW: Final = ViewSpec(
    name="view-explanation",
    title="Explanation",
    where="right",
    action="showWhy",
    hint="Explain this player's rating line by line",
    make=_make_explanation_view,
    pictures=(PictureSpec("explanation", "Why this rating", prepare_nothing),),
    what_if="with",
)


def _make_steps_view(window: "MainFrame") -> "StepsView":
    from uscalc.ui.explain.steps_view import make_view

    return make_view(window)


def _move_step(window: "MainFrame", by: int) -> None:
    """Go to the next or previous step; show Steps if no visible view follows it."""
    window.follow_steps()
    window.session.step.move_by(by)


def _show_steps_example(
    window: "MainFrame", mode: "Mode", step: int | None = None
) -> "StepsView":
    from uscalc.ui.explain.steps_view import StepsView
    from uscalc.ui.session.session import POST

    window.session.select(row=11)
    view = window.show_view(STEPS_VIEW.name)
    assert isinstance(view, StepsView)
    view.show_mode(mode)
    window.session.step.show_step(POST if step is None else step)
    return view


STEPS_VIEW: Final = ViewSpec(
    name="view-steps",
    title="Steps",
    where="below",
    action="showSteps",
    hint="The five steps of every player, as a table and a chart",
    make=_make_steps_view,
    pictures=(
        PictureSpec(
            "steps",
            "The five steps as a chart",
            lambda window: _show_steps_example(window, "chart"),
        ),
        PictureSpec(
            "steps-table",
            "The five steps as a table",
            lambda window: _show_steps_example(window, "table"),
        ),
        PictureSpec(
            "steps-to-4",
            "The steps up to Step 4",
            lambda window: _show_steps_example(window, "chart", 4),
        ),
    ),
    what_if="with",
)
STEPS_COMMANDS: "Final[tuple[CommandSpec[MainFrame], ...]]" = (
    CommandSpec(
        "nextStep",
        "Next step",
        "Show the next calculation step in Steps, Explanation, and Knot path",
        lambda window: _move_step(window, 1),
        ("Alt+Right",),
        (MenuPlace("space-explain", 3),),
    ),
    CommandSpec(
        "previousStep",
        "Previous step",
        "Show the previous calculation step in Steps, Explanation, and Knot path",
        lambda window: _move_step(window, -1),
        ("Alt+Left",),
        (MenuPlace("space-explain", 3),),
    ),
)
