"""Declare the rating explorer and the knot path, with their pages and commands."""

from functools import partial
from typing import TYPE_CHECKING, Any, Final, cast

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
    from uscalc.ui.explorer.explorer_view import RatingExplorerView
    from uscalc.ui.frame.frame import MainFrame
    from uscalc.ui.frame.view import ViewParts


EXPLORE, SWEEP, PASSES, CASES = range(4)
"""The positions of the rating explorer's pages."""


def _make_sweep_page(window: "MainFrame") -> "ViewParts":
    """Return the Sweep page; a clicked point is shown on the Explore page."""
    from uscalc.ui.explorer.sweep_page import SweepPage

    return SweepPage(window.session, window.theme, partial(_explore_point, window))


def _make_explore_page(window: "MainFrame") -> "ViewParts":
    """Return the Explore page, whose button leads back to the Sweep page."""
    from uscalc.ui.explorer.explorer_view import RatingExplorerView

    page = RatingExplorerView(window.session, window.theme)
    page.sweep_wanted.connect(partial(_turn_to_page, SWEEP, window))
    return page


PAGES: Final = (
    ViewPage(
        "E&xplore",
        "Drag ratings and results, and see the sums move",
        _make_explore_page,
    ),
    ViewPage(
        "S&weep",
        "Change one number across its range, and see the result as a curve",
        _make_sweep_page,
    ),
    ViewPage(
        "Pa&sses",
        "Every player's Steps 3, 4 and 5, and what more passes would do",
        make_for_event("uscalc.ui.explorer.passes_page:PassesPage"),
    ),
    ViewPage(
        "C&ases",
        "Two calculations side by side that differ in one fact",
        make_for_event("uscalc.ui.explorer.cases_page:CasesPage"),
    ),
)


def explorer_of(window: "MainFrame") -> "RatingExplorerView":
    """Show the Explore page of the rating explorer, and return it."""
    return cast("RatingExplorerView", _turn_to_page(EXPLORE, window))


def _explore_point(window: "MainFrame") -> None:
    """Show a point of Sweep on the Explore page, with the button that leads back."""
    view = explorer_of(window)
    view.sweep.show()
    view.verticalScrollBar().setValue(0)


def _turn_to_page(place: int, window: "MainFrame") -> Any:
    return window.show_view(EXPLORER_VIEW.name).show_page(place)


def _teach_page(place: int, window: "MainFrame") -> None:
    """Show a page in Teach."""
    from uscalc.ui.teach.room import LESSON_VIEW

    # Explain has the explorer too, and comes first.
    window.switch_to_space_of(LESSON_VIEW.name)
    _turn_to_page(place, window)


def _zoom_to_knot_path(window: "MainFrame") -> None:
    """Show the scene as a curve in Teach, or a message that explains why it has none."""
    from uscalc.ui.explorer.explorer_view import explain_missing_curve

    _teach_page(EXPLORE, window)
    view, missing = (
        explorer_of(window),
        explain_missing_curve(window.session.scene.follow()),
    )
    view.show_curve(True)
    if missing:
        window.messages.show_message(missing)


def _show_special_example(window: "MainFrame") -> None:
    """Show an unrated player, with the marker near the solution."""
    window.session.select(row=11)
    explorer_of(window).canvas.put_marker(1600.0)


def _show_standard_example(window: "MainFrame") -> None:
    """Show a player whose rating change is large enough for a bonus."""
    window.session.select(row=10)
    explorer_of(window)


def _show_sweep_example(window: "MainFrame") -> None:
    """Show how a player's result depends on the first opponent's rating."""
    _show_page_example(SWEEP, window)
    window.get_view(EXPLORER_VIEW.name).page.show_cause("opponent0")


def _show_page_example(place: int, window: "MainFrame") -> None:
    """Show a page in Teach, where it has more room, with an unrated player."""
    from uscalc.ui.scheduling import at_rest, wait_for

    window.session.select(row=11)
    _teach_page(place, window)
    # In Teach, the pages wait for a guess.
    window.session.scene.follow()
    window.session.scene.show_answer()
    wait_for(at_rest)


EXPLORER_VIEW: Final = ViewSpec(
    name="view-rating-explorer",
    title="Rating explorer",
    where="right",
    action="showIdea",
    hint="See how this player's rating is calculated, by dragging",
    make=call_later(
        "uscalc.ui.frame.view:make_paged_view",
        "view-rating-explorer",
        "Rating explorer",
        PAGES,
        "with",
    ),
    pictures=(
        PictureSpec("rating-explorer", "The rating explorer", _show_special_example),
        PictureSpec(
            "rating-explorer-standard",
            "Points above expected, times K, and the bonus",
            _show_standard_example,
        ),
        PictureSpec(
            "rating-explorer-sweep",
            "The result across one opponent's rating",
            _show_sweep_example,
        ),
        PictureSpec(
            "rating-explorer-passes",
            "Every player's steps as small charts",
            partial(_show_page_example, PASSES),
        ),
        PictureSpec(
            "rating-explorer-cases",
            "8 against 9 earlier games",
            partial(_show_page_example, CASES),
        ),
    ),
    what_if="with",
)
PAGE_COMMANDS: "Final[tuple[CommandSpec[MainFrame], ...]]" = (
    CommandSpec(
        "zoomToKnotPath",
        "Zoom to &knot path",
        "Show how the special formula's search moves from knot to knot to the rating",
        _zoom_to_knot_path,
        places=(MenuPlace("teach", 3),),
    ),
    CommandSpec(
        "sweepRating",
        "Sweep a rating",
        "Change one number across its range, and see the result as a curve",
        partial(_teach_page, SWEEP),
        places=(MenuPlace("teach", 3),),
    ),
    CommandSpec(
        "comparePasses",
        "Compare passes",
        "See every player's Steps 3, 4 and 5 as small charts",
        partial(_teach_page, PASSES),
        places=(MenuPlace("teach", 3),),
    ),
    CommandSpec(
        "contrastCases",
        "Contrasting cases",
        "See two calculations side by side that differ in one fact",
        partial(_teach_page, CASES),
        places=(MenuPlace("teach", 3),),
    ),
)


def _make_knot_path_view(window: "MainFrame") -> Any:
    view = make_for_event("uscalc.ui.explorer.knot_path_view:KnotPathView")(window)
    view.bars_wanted.connect(lambda: _show_bars(window))
    return view


def _show_bars(window: "MainFrame") -> None:
    """Go from the curve to the bars of the same scene."""
    view = explorer_of(window)
    view.show_curve(True, moves=False)
    view.show_curve(False)
    view.canvas.setFocus()


def _show_whole_search(window: "MainFrame") -> None:
    """Show the finished search of an unrated player."""
    window.session.select(row=11)
    scene = window.session.scene.follow()
    if scene is not None:
        window.session.scene.put(scene.to_position(float(scene.moves)))


KNOT_PATH_VIEW: Final = ViewSpec(
    name="view-knot-path",
    title="Knot path",
    where="right",
    action="showSolver",
    hint="See how the special rating formula is solved, knot by knot",
    make=_make_knot_path_view,
    pictures=(
        PictureSpec(
            "knot-path",
            "The search of the special formula",
            _show_whole_search,
        ),
    ),
    what_if="with",
)


def _show_in_explanation(window: "MainFrame") -> None:
    """Show the line of the explanation that describes the current scene."""
    from uscalc.explain.scene.words import find_line

    scene = window.session.scene.follow()
    derivation = window.show_view("view-explanation")
    if scene is not None:
        derivation.show_line(find_line(scene))


EXPLORER_COMMANDS: "Final[tuple[CommandSpec[MainFrame], ...]]" = (
    CommandSpec(
        "showInExplanation",
        "Show in explanation",
        "Show the explanation of the step in Rating explorer or Knot path",
        _show_in_explanation,
        ("Ctrl+Shift+X",),
        (MenuPlace("space-explain", 3),),
    ),
)
