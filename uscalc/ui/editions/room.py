"""The declaration of this view: the section under every edition."""

from typing import TYPE_CHECKING, Final

from uscalc.ui.specs.view import PictureSpec, ViewSpec, prepare_nothing

if TYPE_CHECKING:
    from uscalc.ui.editions.view import EditionsView
    from uscalc.ui.frame.frame import MainFrame


def _make_editions_view(window: "MainFrame") -> "EditionsView":
    from uscalc.ui.editions.view import EditionsView

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
