"""The rating estimator and the goal planner: views that need no event."""

from typing import TYPE_CHECKING, Final

from uscalc.ui.specs import PictureSpec, ViewSpec, call_later

if TYPE_CHECKING:
    from uscalc.ui.estimate.estimator_view import RatingEstimatorView
    from uscalc.ui.frame.frame import MainFrame

GAMES: Final = (
    ("1702", "W"),
    ("1855", "D"),
    ("1760", "W"),
    ("1910", "L"),
    ("1824", None),
)
"""The games of a made-up player, for the picture."""


def _get_estimator(window: "MainFrame") -> "RatingEstimatorView":
    view: RatingEstimatorView = window.get_view(ESTIMATOR_VIEW.name)
    return view


def _show_estimator(window: "MainFrame") -> None:
    """Show the rating estimator, with the focus in the next field to fill."""
    window.show_view(ESTIMATOR_VIEW.name)
    _get_estimator(window).focus_first_field()


def _show_planner(window: "MainFrame") -> None:
    """Show the goal planner, with the focus in the first field it needs."""
    window.show_view(PLANNER_VIEW.name)
    _get_estimator(window).planned.focus_first_field()


def _fill_example(window: "MainFrame") -> None:
    """Show four games played and one unplayed game."""
    from uscalc.ui.scheduling import wait_for

    _show_estimator(window)
    sheet = _get_estimator(window)
    sheet.own.rating.setText("1780")
    for place, (rating, letter) in enumerate(GAMES):
        row = sheet.lines.rows[place]
        row.rating.setText(rating)
        row.result.select_result(letter)
    sheet.target.setText("1800")
    wait_for(lambda: not sheet.busy)


def _fill_plan(window: "MainFrame") -> None:
    """Show a plan that starts from the example's current rating."""
    from uscalc.ui.scheduling import wait_for

    _fill_example(window)
    sheet = _get_estimator(window)
    sheet.target.setText("1850")
    sheet.planned.by.setText("6 months")
    sheet.planned.against.setText("1700")
    _show_planner(window)
    wait_for(lambda: not sheet.busy)


ESTIMATOR_VIEW: Final = ViewSpec(
    name="view-rating-estimator",
    title="Rating estimator",
    where="below",
    action="myRating",
    hint="Your new rating from a list of games, without an event",
    make=call_later("uscalc.ui.estimate.estimator_view:RatingEstimatorView"),
    pictures=(
        PictureSpec(
            "rating-estimator", "Your games and your new rating", _fill_example
        ),
    ),
    keys=("Ctrl+Shift+M",),
    show=_show_estimator,
    what_if="unmarked",
    full=True,
)
PLANNER_VIEW: Final = ViewSpec(
    name="view-goal-planner",
    title="Goal planner",
    where="below",
    action="myPlan",
    hint="The score needed to reach a target over several events",
    make=lambda window: _get_estimator(window).planned,
    pictures=(
        PictureSpec(
            "goal-planner", "A target, a date, and the events until then", _fill_plan
        ),
    ),
    keys=("Ctrl+Alt+M",),
    show=_show_planner,
    what_if="unmarked",
    full=True,
)
