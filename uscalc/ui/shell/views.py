"""Every view of the window, in the order of its tabs; each says of itself what it is.

To add a view: a folder with its widget and a `room.py`, and one line here. Its tab, its
command with key and places, its page in the tour and its tests come from that line.
"""

from typing import TYPE_CHECKING, Final

from uscalc.ui.audit import room as audit
from uscalc.ui.boards import room as boards
from uscalc.ui.curves import room as curves
from uscalc.ui.editions import room as editions
from uscalc.ui.exercise import room as exercise
from uscalc.ui.forecast import room as forecast
from uscalc.ui.idea import room as idea
from uscalc.ui.missing import room as missing
from uscalc.ui.player import room as player
from uscalc.ui.published import room as published
from uscalc.ui.rating_list import room as rating_list
from uscalc.ui.reporting import room as reporting
from uscalc.ui.rules import room as rules
from uscalc.ui.settings import room as settings
from uscalc.ui.solver import room as solver
from uscalc.ui.specs.command import CommandSpec, Place
from uscalc.ui.specs.view import ViewSpec, Where
from uscalc.ui.steps import room as steps
from uscalc.ui.what_if import room as what_if
from uscalc.ui.why import room as why

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from uscalc.ui.frame.frame import Frame

VIEWS: "Final[tuple[ViewSpec[Frame, QWidget], ...]]" = (
    idea.VIEW,
    player.VIEW,
    why.VIEW,
    solver.VIEW,
    what_if.VIEW,
    settings.VIEW,
    steps.VIEW,
    forecast.VIEW,
    editions.VIEW,
    audit.VIEW,
    missing.VIEW,
    rules.VIEW,
    curves.VIEW,
    rating_list.VIEW,
    boards.VIEW,
    exercise.VIEW,
    reporting.VIEW,
    published.VIEW,
)
FIRST: Final = idea.VIEW.name
"""The view that a first start brings to the front: the idea comes before the formula."""

STEPS: Final = steps.VIEW.name
FOLLOWING_STEPS: Final = (STEPS, why.VIEW.name, solver.VIEW.name)
"""The views that show the step of the rating that is looked at."""

_MODIFIER: Final[dict[Where, str]] = {"right": "Ctrl", "below": "Alt"}
_GROUP: Final[dict[Where, float]] = {"right": 1, "below": 2}


def views_in(
    where: Where, views: "tuple[ViewSpec[Frame, QWidget], ...]" = VIEWS
) -> "tuple[ViewSpec[Frame, QWidget], ...]":
    """Return the views of one panel, in the order of their tabs."""
    return tuple(view for view in views if view.where == where)


def commands_of(
    views: "tuple[ViewSpec[Frame, QWidget], ...]",
) -> "tuple[CommandSpec[Frame], ...]":
    """Return the commands that show the views."""
    return tuple(_command(view, views) for view in views)


def _command(
    view: "ViewSpec[Frame, QWidget]", views: "tuple[ViewSpec[Frame, QWidget], ...]"
) -> "CommandSpec[Frame]":
    """Return its own keys, and Ctrl or Alt with the number of its tab."""
    number = views_in(view.where, views).index(view) + 1
    numbered = (f"{_MODIFIER[view.where]}+{number}",) if number <= 9 else ()
    return CommandSpec(
        view.action,
        view.title,
        view.hint,
        view.show or (lambda window: window.show_view(view.name)),
        (*view.keys, *numbered),
        (Place("views", _GROUP[view.where]), *view.places),
    )
