"""Every space of the window with its views; each view says of itself what it is.

To add a view: its widget and its declaration in a `room.py`, and one line in a space
here. Its tab, its command with key and places, its page in the tour and its tests come
from that line.
"""

from typing import TYPE_CHECKING, Final

from uscalc.ui.enter import room as boards
from uscalc.ui.enter import room as player
from uscalc.ui.enter import room as problems
from uscalc.ui.estimate import room as estimator
from uscalc.ui.estimate import room as planner
from uscalc.ui.explain import room as steps
from uscalc.ui.explain import room as why
from uscalc.ui.explorer import room as idea
from uscalc.ui.explorer import room as solver
from uscalc.ui.printing import room as printing
from uscalc.ui.rating_list import room as rating_list
from uscalc.ui.report import room as reporting
from uscalc.ui.rules import room as rules
from uscalc.ui.specs import CommandSpec, SpaceSpec, ViewSpec
from uscalc.ui.teach import room as exercise
from uscalc.ui.teach import room as lesson
from uscalc.ui.what_if import room as forecast
from uscalc.ui.what_if import room as what_if

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from uscalc.ui.frame.frame import MainFrame

SPACES: "Final[tuple[SpaceSpec[MainFrame, QWidget], ...]]" = (
    SpaceSpec(
        "enter",
        "Enter",
        "Enter players and results",
        (
            player.PLAYER_VIEW,
            boards.RESULTS_VIEW,
            rating_list.LIST_VIEW,
            problems.PROBLEMS_VIEW,
        ),
        tools=(
            ("new", "open", "save"),
            ("undo", "redo"),
            ("desk", "boards", "wallSheets", "showReport"),
        ),
    ),
    SpaceSpec(
        "explain",
        "Explain",
        "See why a rating changed",
        (
            why.EXPLANATION_VIEW,
            idea.EXPLORER_VIEW,
            solver.KNOT_PATH_VIEW,
            steps.STEPS_VIEW,
            rules.RULES_VIEW,
        ),
        inspector_share=36,
    ),
    SpaceSpec(
        "what-if",
        "What if",
        "Try other results, and see what a target needs",
        (
            what_if.WHAT_IF_VIEW,
            forecast.FORECAST_VIEW,
            estimator.ESTIMATOR_VIEW,
            planner.PLANNER_VIEW,
        ),
        inspector_share=36,
    ),
    SpaceSpec(
        "report",
        "Report",
        "Post wall charts, write the rating report, compare with US Chess",
        (
            player.PLAYER_VIEW,
            printing.WALL_VIEW,
            reporting.REPORT_VIEW,
            reporting.COMPARE_VIEW,
        ),
    ),
    SpaceSpec(
        "teach",
        "Teach",
        "Show a class how ratings work",
        (
            idea.EXPLORER_VIEW,
            lesson.LESSON_VIEW,
            exercise.PRACTICE_VIEW,
            printing.WORKSHEETS_VIEW,
        ),
        inspector_share=60,
        has_crosstable=False,
    ),
)
VIEWS: "Final[tuple[ViewSpec[MainFrame, QWidget], ...]]" = tuple(
    dict.fromkeys(view for space in SPACES for view in space.views)
)

STEPS: Final = steps.STEPS_VIEW.name
FOLLOWING_STEPS: Final = (STEPS, why.EXPLANATION_VIEW.name, solver.KNOT_PATH_VIEW.name)
"""The views that show the step of the rating that is looked at."""


def commands_of(
    views: "tuple[ViewSpec[MainFrame, QWidget], ...]",
) -> "tuple[CommandSpec[MainFrame], ...]":
    """Return the commands that show the views."""
    return tuple(_make_command(view) for view in views)


def _make_command(
    view: "ViewSpec[MainFrame, QWidget]",
) -> "CommandSpec[MainFrame]":
    """Return the command that shows a view, wherever the person is."""
    return CommandSpec(
        view.action,
        view.title,
        view.hint,
        view.show or (lambda window: window.show_view(view.name)),
        view.keys,
        view.places,
    )
