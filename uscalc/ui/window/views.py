"""All spaces of the window with their views; each view is declared by its room.

To add a view, write its widget and its declaration in a `room.py`, and add one line to
a space here. Its tab, its command, its pages in tour and help, and its tests use that
line.
"""

from operator import methodcaller
from typing import TYPE_CHECKING, Final

from uscalc.ui.enter import room as enter
from uscalc.ui.estimate import room as estimate
from uscalc.ui.explain import room as explain
from uscalc.ui.explorer import room as explorer
from uscalc.ui.printing import room as printing
from uscalc.ui.rating_list import room as rating_list
from uscalc.ui.report import room as report
from uscalc.ui.rules import room as rules
from uscalc.ui.season import room as season
from uscalc.ui.specs import CommandSpec, SpaceSpec, ViewSpec
from uscalc.ui.teach import room as teach
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
            enter.PLAYER_VIEW,
            enter.RESULTS_VIEW,
            rating_list.LIST_VIEW,
            enter.PROBLEMS_VIEW,
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
            explain.EXPLANATION_VIEW,
            explorer.EXPLORER_VIEW,
            explorer.KNOT_PATH_VIEW,
            explain.STEPS_VIEW,
            rules.RULES_VIEW,
        ),
        inspector_share=35,
    ),
    SpaceSpec(
        "what-if",
        "What if",
        "Try other results, and see what a target needs",
        (
            what_if.WHAT_IF_VIEW,
            what_if.FORECAST_VIEW,
            estimate.ESTIMATOR_VIEW,
            estimate.PLANNER_VIEW,
            season.SEASON_VIEW,
        ),
        inspector_share=34,
    ),
    SpaceSpec(
        "report",
        "Report",
        "Post wall charts, write the rating report, compare with US Chess",
        (
            enter.PLAYER_VIEW,
            printing.WALL_VIEW,
            report.REPORT_VIEW,
            report.COMPARE_VIEW,
        ),
        drawer_share=50,
    ),
    SpaceSpec(
        "teach",
        "Teach",
        "Show a class how ratings work",
        (
            explorer.EXPLORER_VIEW,
            teach.LESSON_VIEW,
            teach.PRACTICE_VIEW,
            printing.WORKSHEETS_VIEW,
            teach.CHALLENGES_VIEW,
        ),
        inspector_share=55,
        has_crosstable=False,
    ),
)
VIEWS: "Final[tuple[ViewSpec[MainFrame, QWidget], ...]]" = tuple(
    dict.fromkeys(view for space in SPACES for view in space.views)
)


def commands_of(
    views: "tuple[ViewSpec[MainFrame, QWidget], ...]",
) -> "tuple[CommandSpec[MainFrame], ...]":
    """Return the commands that show the views, whichever space is current."""
    return tuple(
        CommandSpec(
            view.action,
            view.title,
            view.hint,
            view.show or methodcaller("show_view", view.name),
            view.keys,
            view.places,
        )
        for view in views
    )
