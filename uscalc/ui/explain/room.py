"""Declare the views Explanation and Steps, and their commands."""

from typing import TYPE_CHECKING, Any, Final

from uscalc.ui.specs import (
    CommandSpec,
    MenuPlace,
    PictureSpec,
    ViewSpec,
    call_later,
    make_for_event,
    prepare_nothing,
)

if TYPE_CHECKING:
    from uscalc.ui.explain.steps_view import StepsView
    from uscalc.ui.explain.table import Mode
    from uscalc.ui.frame.frame import MainFrame


FOLLOWING_STEPS: Final = {"view-steps", "view-explanation", "view-knot-path"}
"""The views that show the step selected with the step commands."""


def _make_explanation_view(window: "MainFrame") -> Any:
    view = make_for_event("uscalc.ui.explain.explanation_view:ExplanationView")(window)
    view.scene_wanted.connect(lambda: window.show_view("view-rating-explorer"))
    return view


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


def _move_step(window: "MainFrame", by: int) -> None:
    """Go to the next or previous step; show Steps if no visible view shows the step.

    A view in full screen stays.
    """
    fronts = {window.right.front, window.below.front}
    following = FOLLOWING_STEPS
    if STEPS_VIEW.name not in dict(window.below.list_views()):
        # A space without Steps has the Rating explorer, which shows the step too.
        following = following | {"view-rating-explorer"}
    seen = any(window.get_view(name).isVisible() for name in fronts & following)
    if not seen and window.presenting is None:
        window.switch_to_space_of(STEPS_VIEW.name)
        window.below.show_view(STEPS_VIEW.name)
    window.session.step.move_by(by)


def _show_steps_example(
    window: "MainFrame", mode: "Mode", step: int | None = None
) -> "StepsView":
    from uscalc.ui.session.session import POST

    window.session.select(row=11)
    view: StepsView = window.show_view(STEPS_VIEW.name)
    view.show_mode(mode)
    window.session.step.show_step(POST if step is None else step)
    return view


STEPS_VIEW: Final = ViewSpec(
    name="view-steps",
    title="Steps",
    where="below",
    action="showSteps",
    hint="The five steps of every player, as a table and a chart",
    make=call_later("uscalc.ui.explain.steps_view:make_view"),
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
