"""Commands of the rating estimator: a sheet for one player."""

from typing import TYPE_CHECKING, Final

from uscalc.ui.specs import CommandSpec, MenuPlace, PictureSpec

if TYPE_CHECKING:
    from uscalc.ui.estimate.dialog import RatingEstimator
    from uscalc.ui.frame.frame import MainFrame

GAMES: Final = (
    ("1702", "W"),
    ("1855", "D"),
    ("1760", "W"),
    ("1910", "L"),
    ("1824", None),
)
"""An invented player's, for the picture."""


def _show_estimate(window: "MainFrame") -> "RatingEstimator":
    """Show the window's sheet, made when it is first asked for."""
    from uscalc.ui.estimate.dialog import RatingEstimator

    sheet = window.get_or_make(
        RatingEstimator,
        lambda: RatingEstimator(window.theme, window, window.folders),
    )
    sheet.focus_first_field()
    return sheet


def _show_plan(window: "MainFrame") -> "RatingEstimator":
    sheet = _show_estimate(window)
    sheet.show_plan()
    return sheet


def _show_estimate_example(window: "MainFrame") -> "RatingEstimator":
    """Return a sheet with four games played and one to come."""
    from uscalc.ui.scheduling.following import wait_for

    sheet = _show_estimate(window)
    sheet.own.rating.setText("1780")
    for place, (rating, letter) in enumerate(GAMES):
        row = sheet.lines.rows[place]
        row.rating.setText(rating)
        row.result.select_result(letter)
    sheet.target.setText("1800")
    wait_for(lambda: not sheet.busy)
    return sheet


def _show_planner(window: "MainFrame") -> "RatingEstimator":
    """Show a plan that begins with the sheet's current rating."""
    from uscalc.ui.scheduling.following import wait_for

    sheet = _show_estimate_example(window)
    sheet.target.setText("1850")
    sheet.planned.by.setText("6 months")
    sheet.planned.against.setText("1700")
    sheet.asked.show_page("plan")
    wait_for(lambda: not sheet.busy)
    return sheet


ESTIMATE_COMMANDS: "Final[tuple[CommandSpec[MainFrame], ...]]" = (
    CommandSpec(
        "myRating",
        "M&y rating…",
        "A sheet for one player: loss, draw and win at once",
        _show_estimate,
        ("Ctrl+Shift+M",),
        (MenuPlace("space-what-if", 4),),
    ),
    CommandSpec(
        "myPlan",
        "Plan a rating…",
        "A target and a day: the score needed, the chance, and where the rating may go",
        _show_plan,
        ("Ctrl+Alt+M",),
        (MenuPlace("space-what-if", 4),),
    ),
)
ESTIMATE_PICTURES: Final = (
    PictureSpec("my-rating", "A sheet for one player", _show_estimate_example),
    PictureSpec("my-plan", "A target, a day, and the events until then", _show_planner),
)
