"""The specification of the view of a player's facts."""

from typing import TYPE_CHECKING, Final

from uscalc.ui.specs.picture import PictureSpec
from uscalc.ui.specs.view import ViewSpec, as_it_is

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import Frame
    from uscalc.ui.player.view import PlayerPanel


def _make(window: "Frame") -> "PlayerPanel":
    from uscalc.ui.player.view import PlayerPanel

    return PlayerPanel(window.session, window.theme)


VIEW: Final = ViewSpec(
    name="playerPanel",
    title="Player",
    where="right",
    action="showPlayer",
    hint="Every fact of the player",
    make=_make,
    pictures=(PictureSpec("player", "Every fact of a player", as_it_is),),
    keys=("Ctrl+I",),
)
