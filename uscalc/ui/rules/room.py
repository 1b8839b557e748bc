"""Declare the view of the rating rules, and its commands."""

from functools import partial
from typing import TYPE_CHECKING, Final

from uscalc.ui.specs import (
    CommandSpec,
    MenuPlace,
    PictureSpec,
    ViewPage,
    ViewSpec,
    call_later,
    make_for_event,
)

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import MainFrame


PAGES: Final = (
    ViewPage(
        "&In force",
        "Every rule of this section, its source, and its value in each edition",
        make_for_event("uscalc.ui.rules.rules_page:RulesPage"),
    ),
    ViewPage(
        "&Compare",
        "The section's post-event ratings under every edition of the rules",
        make_for_event("uscalc.ui.rules.editions_page:EditionsPage"),
        "without",
    ),
    ViewPage(
        "&Graphs",
        "Graphs of the formulas, with the selected player marked",
        make_for_event("uscalc.ui.rules.graphs_page:GraphsPage"),
        "with",
    ),
)


def _show_page(place: int, window: "MainFrame") -> None:
    """Show a page of the rules; for graphs, select a player whom the formula applies to."""
    window.session.select(row=5)
    _turn_to_page(place, window)


def _turn_to_page(place: int, window: "MainFrame") -> None:
    window.show_view(RULES_VIEW.name).show_page(place)


RULES_VIEW: Final = ViewSpec(
    name="view-rating-rules",
    title="Rating rules",
    where="below",
    action="rules",
    hint="The rules in force and their sources, the editions compared, and the "
    "formulas as curves",
    make=call_later(
        "uscalc.ui.frame.view:make_paged_view",
        "view-rating-rules",
        "Rating rules",
        PAGES,
    ),
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
