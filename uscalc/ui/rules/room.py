"""The declaration of this view: the rules in force, compared, and as graphs."""

from functools import partial
from typing import TYPE_CHECKING, Final, cast

from uscalc.ui.specs import CommandSpec, MenuPlace, PictureSpec, ViewSpec

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import MainFrame
    from uscalc.ui.frame.pages import PagedView


def _make_rules_view(window: "MainFrame") -> "PagedView":
    from uscalc.ui.frame.pages import PagedView, ViewPage
    from uscalc.ui.rules.editions_page import EditionsPage
    from uscalc.ui.rules.graphs_page import GraphsPage
    from uscalc.ui.rules.rules_page import RulesPage

    parts = window.session, window.theme
    return PagedView(
        RULES_VIEW.name,
        RULES_VIEW.title,
        *parts,
        (
            ViewPage(
                "&In force",
                "Every rule of this section, its source, and its value in each edition",
                partial(RulesPage, *parts),
            ),
            ViewPage(
                "&Compare",
                "The section's post-event ratings under every edition of the rules",
                partial(EditionsPage, *parts),
                "without",
            ),
            ViewPage(
                "&Graphs",
                "Graphs of the formulas, with the selected player marked",
                partial(GraphsPage, *parts),
                "with",
            ),
        ),
    )


def _show_page(place: int, window: "MainFrame") -> None:
    """Show a page of the rules, with a player whom a formula concerns."""
    window.session.select(row=5)
    _turn_to_page(place, window)


def _turn_to_page(place: int, window: "MainFrame") -> None:
    cast("PagedView", window.show_view(RULES_VIEW.name)).show_page(place)


RULES_VIEW: Final = ViewSpec(
    name="view-rating-rules",
    title="Rating rules",
    where="below",
    action="rules",
    hint="The rules in force and their sources, the editions compared, and the "
    "formulas as curves",
    make=_make_rules_view,
    pictures=(
        PictureSpec("rating-rules", "The rules in force", partial(_show_page, 0)),
        PictureSpec(
            "rating-rules-compare",
            "The section under every edition",
            partial(_show_page, 1),
        ),
        PictureSpec(
            "rating-rules-graphs", "The graphs of the formulas", partial(_show_page, 2)
        ),
    ),
    keys=("Ctrl+R",),
    what_if="unmarked",
)

COMPARE_EDITIONS: "Final[CommandSpec[MainFrame]]" = CommandSpec(
    "compareEditions",
    "&Compare editions",
    "Compare this section's ratings under every edition of the rating rules",
    partial(_turn_to_page, 1),
    places=(MenuPlace("space-explain", 3),),
)
