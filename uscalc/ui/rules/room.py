"""The declaration of this view: every rule in force."""

from typing import TYPE_CHECKING, Final, cast

from uscalc.ui.specs import PictureSpec, ViewSpec, prepare_nothing

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import MainFrame
    from uscalc.ui.rules.editions_view import EditionsView
    from uscalc.ui.rules.graphs_view import CurvesView
    from uscalc.ui.rules.rules_view import RulesView


def _make_rules_view(window: "MainFrame") -> "RulesView":
    from uscalc.ui.rules.rules_view import RulesView

    return RulesView(window.session, window.theme)


def _show_rules(window: "MainFrame") -> None:
    """Give the keyboard to the table."""
    cast("RulesView", window.show_view(RULES_VIEW.name)).table.setFocus()


RULES_VIEW: Final = ViewSpec(
    name="view-rating-rules",
    title="Rating rules",
    where="below",
    action="rules",
    hint="Every rule in force, and its source",
    make=_make_rules_view,
    pictures=(PictureSpec("rules", "The rules in force", prepare_nothing),),
    keys=("Ctrl+R",),
    show=_show_rules,
    what_if="unmarked",
)


def _make_graphs_view(window: "MainFrame") -> "CurvesView":
    from uscalc.ui.rules.graphs_view import CurvesView

    return CurvesView(window.session, window.theme)


def _show_graphs_example(window: "MainFrame") -> None:
    window.session.select(row=5)


GRAPHS_VIEW: Final = ViewSpec(
    name="curvesView",
    title="Curves",
    where="below",
    action="showCurves",
    hint="The formulas as curves, the player marked on each",
    make=_make_graphs_view,
    pictures=(
        PictureSpec("curves", "The curves of the formulas", _show_graphs_example),
    ),
    what_if="with",
)


def _make_editions_view(window: "MainFrame") -> "EditionsView":
    from uscalc.ui.rules.editions_view import EditionsView

    return EditionsView(window.session, window.theme)


EDITIONS_VIEW: Final = ViewSpec(
    name="editionsView",
    title="Editions",
    where="below",
    action="showEditions",
    hint="The section under every edition of the rules",
    make=_make_editions_view,
    pictures=(
        PictureSpec("editions", "The section under every edition", prepare_nothing),
    ),
)
