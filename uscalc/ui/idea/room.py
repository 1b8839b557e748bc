"""What this room shows: the idea of a rating, before any formula."""

from typing import TYPE_CHECKING, Final

from uscalc.ui.specs.picture import PictureSpec
from uscalc.ui.specs.view import ViewSpec

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import Frame
    from uscalc.ui.idea.view import IdeaView


def _make(window: "Frame") -> "IdeaView":
    from uscalc.ui.idea.view import IdeaView

    return IdeaView(window.session, window.theme)


def _special(window: "Frame") -> None:
    """A player without a rating, the handle on its way to the catch."""
    from uscalc.ui.idea.view import IdeaView

    window.session.select(row=11)
    view = window.show_view(VIEW.name)
    if isinstance(view, IdeaView):
        view.canvas.put(1600.0)


def _standard(window: "Frame") -> None:
    """A player whose surplus goes beyond the bonus mark."""
    window.session.select(row=10)


VIEW: Final = ViewSpec(
    name="ideaView",
    title="Idea",
    where="right",
    action="showIdea",
    hint="The idea of the player's rating, found with a finger",
    make=_make,
    pictures=(
        PictureSpec("idea", "The idea, found with a finger", _special),
        PictureSpec(
            "idea-standard", "A surplus, times K, and what counts twice", _standard
        ),
    ),
    what_if="with",
)
