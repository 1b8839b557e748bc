"""Every view of the window in one table; each is made when it is first shown.

To add a view: write its widget (objectName as in the table), one row here, one recipe
in `tour.py`. Its action, its place in the menu and in the palette come from the row.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from uscalc.ui.shell.window import Window

Where = Literal["right", "below"]


class ViewSpec(NamedTuple):
    """One view: its widget's objectName, its tab, its action, and how it is made.

    The modules of a view are imported by `make`, so that a start pays for none that is
    not shown.
    """

    name: str
    title: str
    where: Where
    action: str
    hint: str
    keys: tuple[str, ...]
    make: "Callable[[Window], QWidget]"


def _why(window: "Window") -> QWidget:
    from uscalc.ui.why.view import DerivationView

    return DerivationView(window.session, window.theme)


def _player(window: "Window") -> QWidget:
    from uscalc.ui.player.view import PlayerPanel

    return PlayerPanel(window.session, window.theme)


def _settings(window: "Window") -> QWidget:
    from uscalc.ui.settings.view import SettingsPanel

    return SettingsPanel(window.session, window.theme, window.show_rules)


def _what_if(window: "Window") -> QWidget:
    from uscalc.ui.what_if.view import WhatIfView

    return WhatIfView(window.session, window.theme)


def _solver(window: "Window") -> QWidget:
    from uscalc.ui.solver.view import SolverView

    return SolverView(window.session, window.theme)


def _steps(window: "Window") -> QWidget:
    from uscalc.ui.steps.view import make_view

    return make_view(window)


def _ripple(window: "Window") -> QWidget:
    from uscalc.ui.ripple.view import RippleView

    return RippleView(window.session, window.theme)


def _forecast(window: "Window") -> QWidget:
    from uscalc.ui.forecast.view import ForecastView

    def show_what_if() -> None:
        # A view that fills the screen stays; What if follows without it.
        if window.presenting is None:
            window.right.show_view("whatIfView")

    return ForecastView(window.session, window.theme, show_what_if)


def _editions(window: "Window") -> QWidget:
    from uscalc.ui.editions.view import EditionsView

    return EditionsView(window.session, window.theme)


def _audit(window: "Window") -> QWidget:
    from uscalc.ui.audit.view import AuditView

    return AuditView(window.session, window.theme)


def _missing(window: "Window") -> QWidget:
    from uscalc.ui.missing.view import MissingView

    return MissingView(window.session, window.theme)


def _rules(window: "Window") -> QWidget:
    from uscalc.ui.rules.view import RulesView

    return RulesView(window.session, window.theme)


def _rating_list(window: "Window") -> QWidget:
    from uscalc.ui.rating_list.commands import make_view

    return make_view(window)


def _curves(window: "Window") -> QWidget:
    from uscalc.ui.curves.view import CurvesView

    return CurvesView(window.session, window.theme)


def _boards(window: "Window") -> QWidget:
    from uscalc.ui.boards.view import BoardsView

    return BoardsView(window.session, window.theme)


FIRST: Final = "derivationView"
"""The view that a first start brings to the front: the answer comes before the form."""

VIEWS: Final[tuple[ViewSpec, ...]] = (
    ViewSpec(
        "playerPanel",
        "Player",
        "right",
        "showPlayer",
        "Every fact of the player",
        ("Ctrl+I",),
        _player,
    ),
    ViewSpec(
        "derivationView",
        "Why",
        "right",
        "showWhy",
        "How the player's rating comes about",
        (),
        _why,
    ),
    ViewSpec(
        "solverView",
        "Solver",
        "right",
        "showSolver",
        "How the special formula's equation is solved",
        (),
        _solver,
    ),
    ViewSpec(
        "whatIfView",
        "What if",
        "right",
        "showWhatIf",
        "What other results would do",
        (),
        _what_if,
    ),
    ViewSpec(
        "settingsPanel",
        "Settings",
        "right",
        "settings",
        "Settings of the event and the section",
        ("Ctrl+,",),
        _settings,
    ),
    ViewSpec(
        "stepsView",
        "Steps",
        "below",
        "showSteps",
        "The five steps of every player",
        (),
        _steps,
    ),
    ViewSpec(
        "rippleView",
        "Ripple",
        "below",
        "showRipple",
        "Who else moves when results are imagined otherwise",
        (),
        _ripple,
    ),
    ViewSpec(
        "forecastView",
        "Forecast",
        "below",
        "showForecast",
        "What games to come can make of the player's rating",
        (),
        _forecast,
    ),
    ViewSpec(
        "editionsView",
        "Editions",
        "below",
        "showEditions",
        "The section under every edition of the rules",
        (),
        _editions,
    ),
    ViewSpec(
        "auditView",
        "Audit",
        "below",
        "showAudit",
        "Computed beside published ratings",
        (),
        _audit,
    ),
    ViewSpec(
        "missingView",
        "Missing facts",
        "below",
        "missing",
        "What is not known and matters",
        ("Ctrl+M",),
        _missing,
    ),
    ViewSpec(
        "rulesView",
        "Rules",
        "below",
        "rules",
        "Every rule in force, and its source",
        ("Ctrl+R",),
        _rules,
    ),
    ViewSpec(
        "curvesView",
        "Curves",
        "below",
        "showCurves",
        "The formulas as curves, the player marked on each",
        (),
        _curves,
    ),
    ViewSpec(
        "ratingListView",
        "Rating list",
        "below",
        "ratingList",
        "Look a member up in a rating list, and fill the player",
        ("Ctrl+L",),
        _rating_list,
    ),
    ViewSpec(
        "boardsView",
        "Boards",
        "below",
        "boards",
        "A round's results typed board by board, one key a board",
        ("Ctrl+B",),
        _boards,
    ),
)


_MODIFIER: Final[dict[Where, str]] = {"right": "Ctrl", "below": "Alt"}


def views_in(where: Where) -> tuple[ViewSpec, ...]:
    """The views of one panel, in the order of their tabs."""
    return tuple(view for view in VIEWS if view.where == where)


def keys_of_view(view: ViewSpec) -> tuple[str, ...]:
    """Its own keys, and Ctrl or Alt with the number of its tab."""
    number = views_in(view.where).index(view) + 1
    numbered = (f"{_MODIFIER[view.where]}+{number}",) if number <= 9 else ()
    return (*view.keys, *numbered)
