"""Every view of the window, in the order of its tabs; each says of itself what it is.

To add a view: a folder with its widget and a `room.py`, and one line here. Its tab, its
command with key and places, its page in the tour and its tests come from that line.
"""

from typing import TYPE_CHECKING, Final

from uscalc.ui.enter import room as boards
from uscalc.ui.enter import room as missing
from uscalc.ui.enter import room as player
from uscalc.ui.enter import room as settings
from uscalc.ui.estimate import room as estimator
from uscalc.ui.estimate import room as planner
from uscalc.ui.explain import room as steps
from uscalc.ui.explain import room as why
from uscalc.ui.explorer import room as idea
from uscalc.ui.explorer import room as solver
from uscalc.ui.rating_list import room as rating_list
from uscalc.ui.report import room as audit
from uscalc.ui.report import room as published
from uscalc.ui.report import room as reporting
from uscalc.ui.rules import room as curves
from uscalc.ui.rules import room as editions
from uscalc.ui.rules import room as rules
from uscalc.ui.specs import CommandSpec, MenuPlace, ViewPlace, ViewSpec
from uscalc.ui.teach import room as exercise
from uscalc.ui.what_if import room as forecast
from uscalc.ui.what_if import room as what_if

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from uscalc.ui.frame.frame import MainFrame

VIEWS: "Final[tuple[ViewSpec[MainFrame, QWidget], ...]]" = (
    idea.EXPLORER_VIEW,
    player.PLAYER_VIEW,
    why.EXPLANATION_VIEW,
    solver.KNOT_PATH_VIEW,
    what_if.WHAT_IF_VIEW,
    settings.SETTINGS_VIEW,
    steps.STEPS_VIEW,
    forecast.FORECAST_VIEW,
    editions.EDITIONS_VIEW,
    audit.AUDIT_VIEW,
    missing.MISSING_VIEW,
    rules.RULES_VIEW,
    curves.GRAPHS_VIEW,
    rating_list.LIST_VIEW,
    boards.RESULTS_VIEW,
    exercise.PRACTICE_VIEW,
    reporting.REPORT_VIEW,
    published.PUBLISHED_VIEW,
    estimator.ESTIMATOR_VIEW,
    planner.PLANNER_VIEW,
)
FIRST: Final = idea.EXPLORER_VIEW.name
"""The view that a first start brings to the front: the idea comes before the formula."""

STEPS: Final = steps.STEPS_VIEW.name
FOLLOWING_STEPS: Final = (STEPS, why.EXPLANATION_VIEW.name, solver.KNOT_PATH_VIEW.name)
"""The views that show the step of the rating that is looked at."""

_MODIFIER: Final[dict[ViewPlace, str]] = {"right": "Ctrl", "below": "Alt"}
_GROUP: Final[dict[ViewPlace, float]] = {"right": 1, "below": 2}


def views_in(
    where: ViewPlace, views: "tuple[ViewSpec[MainFrame, QWidget], ...]" = VIEWS
) -> "tuple[ViewSpec[MainFrame, QWidget], ...]":
    """Return the views of one panel, in the order of their tabs."""
    return tuple(view for view in views if view.where == where)


def commands_of(
    views: "tuple[ViewSpec[MainFrame, QWidget], ...]",
) -> "tuple[CommandSpec[MainFrame], ...]":
    """Return the commands that show the views."""
    return tuple(_make_command(view, views) for view in views)


def _make_command(
    view: "ViewSpec[MainFrame, QWidget]",
    views: "tuple[ViewSpec[MainFrame, QWidget], ...]",
) -> "CommandSpec[MainFrame]":
    """Return its own keys, and Ctrl or Alt with the number of its tab."""
    number = views_in(view.where, views).index(view) + 1
    numbered = (f"{_MODIFIER[view.where]}+{number}",) if number <= 9 else ()
    return CommandSpec(
        view.action,
        view.title,
        view.hint,
        view.show or (lambda window: window.show_view(view.name)),
        (*view.keys, *numbered),
        (MenuPlace("views", _GROUP[view.where]), *view.places),
    )
