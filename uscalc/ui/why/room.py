"""What this room shows: how a rating comes about."""

from typing import TYPE_CHECKING, Final

from uscalc.ui.specs.picture import PictureSpec
from uscalc.ui.specs.view import ViewSpec, as_it_is

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import Frame
    from uscalc.ui.why.view import DerivationView


def _make(window: "Frame") -> "DerivationView":
    from uscalc.ui.why.view import DerivationView

    return DerivationView(window.session, window.theme)


VIEW: Final = ViewSpec(
    name="derivationView",
    title="Why",
    where="right",
    action="showWhy",
    hint="How the player's rating comes about",
    make=_make,
    pictures=(PictureSpec("why", "Why this rating", as_it_is),),
    what_if="with",
)
