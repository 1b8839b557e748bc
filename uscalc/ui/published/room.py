"""The view, commands and picture of the comparison with a page from US Chess."""

from typing import TYPE_CHECKING, Final

from uscalc.ui.specs.command import CommandSpec, Place
from uscalc.ui.specs.picture import PictureSpec
from uscalc.ui.specs.view import ViewSpec

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import Frame
    from uscalc.ui.published.view import PublishedView


def _make(window: "Frame") -> "PublishedView":
    from uscalc.ui.published.view import PublishedView

    return PublishedView(window.session, window.theme, window.show_audit)


def _shown(window: "Frame") -> "PublishedView":
    from uscalc.ui.published.view import PublishedView

    view = window.show_view(VIEW.name)
    assert isinstance(view, PublishedView)
    return view


def _picture(window: "Frame") -> "Frame":
    from uscalc.ui.published.pictures import laid_over

    return laid_over(window)


VIEW: Final = ViewSpec(
    name="publishedView",
    title="Published",
    where="below",
    action="published",
    hint="The published page over this event: what differs, whose it is, what to take",
    make=_make,
    pictures=(PictureSpec("published", "The published page over the event", _picture),),
)
COMMANDS: "Final[tuple[CommandSpec[Frame], ...]]" = (
    CommandSpec(
        "layPage",
        "Lay the pu&blished page over this event…",
        "Compare the event with the page that the federation published",
        lambda window: _shown(window).laying.ask_file(),
        ("Ctrl+Alt+P",),
        (Place("thisFile", 3.5),),
    ),
    CommandSpec(
        "layCopied",
        "Lay the copie&d page over this event",
        "Compare the event with the page on the clipboard",
        lambda window: _shown(window).laying.paste(),
        ("Ctrl+Alt+V",),
        (Place("thisFile", 3.5),),
    ),
    CommandSpec(
        "takeFromPage",
        "Take over from the page",
        "Write the chosen difference as the page has it, or the fact behind it",
        lambda window: _shown(window).take(),
        places=(Place("views", 4.6),),
    ),
    CommandSpec(
        "takeWholePage",
        "Take everything over from the page",
        "Write every difference as the page has it, as one step; then the facts",
        lambda window: _shown(window).take_all(),
        places=(Place("views", 4.6),),
    ),
)
