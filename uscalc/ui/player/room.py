"""The specification of the view of a player's facts."""

from typing import TYPE_CHECKING, Final

from uscalc.ui.specs.view import PictureSpec, ViewSpec, prepare_nothing

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import MainFrame
    from uscalc.ui.player.view import PlayerPanel


def _make_player_view(window: "MainFrame") -> "PlayerPanel":
    from uscalc.ui.player.view import PlayerPanel

    return PlayerPanel(window.session, window.theme)


PLAYER_VIEW: Final = ViewSpec(
    name="playerPanel",
    title="Player",
    where="right",
    action="showPlayer",
    hint="Every fact of the player",
    make=_make_player_view,
    pictures=(PictureSpec("player", "Every fact of a player", prepare_nothing),),
    keys=("Ctrl+I",),
)
