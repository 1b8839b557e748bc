"""The view, commands and picture of the comparison with a page from US Chess."""

from typing import TYPE_CHECKING, Final

from uscalc.ui.specs.view import CommandSpec, MenuPlace, PictureSpec, ViewSpec

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import MainFrame
    from uscalc.ui.published.view import ComparisonView


def _make_published_view(window: "MainFrame") -> "ComparisonView":
    from uscalc.ui.published.view import ComparisonView

    return ComparisonView(window.session, window.theme, window.show_audit)


def _published_view(window: "MainFrame") -> "ComparisonView":
    from uscalc.ui.published.view import ComparisonView

    view = window.show_view(PUBLISHED_VIEW.name)
    assert isinstance(view, ComparisonView)
    return view


def _show_published_example(window: "MainFrame") -> "MainFrame":
    from uscalc.ui.published.pictures import make_compared_window

    return make_compared_window(window)


PUBLISHED_VIEW: Final = ViewSpec(
    name="publishedView",
    title="Published",
    where="below",
    action="published",
    hint="The published page over this event: what differs, whose it is, what to take",
    make=_make_published_view,
    pictures=(
        PictureSpec(
            "published", "The published page over the event", _show_published_example
        ),
    ),
)
PUBLISHED_COMMANDS: "Final[tuple[CommandSpec[MainFrame], ...]]" = (
    CommandSpec(
        "layPage",
        "Lay the pu&blished page over this event…",
        "Compare the event with the page that the federation published",
        lambda window: _published_view(window).laying.ask_file(),
        ("Ctrl+Alt+P",),
        (MenuPlace("thisFile", 3.5),),
    ),
    CommandSpec(
        "layCopied",
        "Lay the copie&d page over this event",
        "Compare the event with the page on the clipboard",
        lambda window: _published_view(window).laying.paste_page(),
        ("Ctrl+Alt+V",),
        (MenuPlace("thisFile", 3.5),),
    ),
    CommandSpec(
        "takeFromPage",
        "Take over from the page",
        "Write the chosen difference as the page has it, or the fact behind it",
        lambda window: _published_view(window).accept_selected(),
        places=(MenuPlace("views", 4.6),),
    ),
    CommandSpec(
        "takeWholePage",
        "Take everything over from the page",
        "Write every difference as the page has it, as one step; then the facts",
        lambda window: _published_view(window).accept_all(),
        places=(MenuPlace("views", 4.6),),
    ),
)
