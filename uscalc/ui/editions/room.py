"""The declaration of this view: the section under every edition."""

from typing import TYPE_CHECKING, Final

from uscalc.ui.specs.picture import PictureSpec
from uscalc.ui.specs.view import ViewSpec, as_it_is

if TYPE_CHECKING:
    from uscalc.ui.editions.view import EditionsView
    from uscalc.ui.frame.frame import Frame


def _make(window: "Frame") -> "EditionsView":
    from uscalc.ui.editions.view import EditionsView

    return EditionsView(window.session, window.theme)


VIEW: Final = ViewSpec(
    name="editionsView",
    title="Editions",
    where="below",
    action="showEditions",
    hint="The section under every edition of the rules",
    make=_make,
    pictures=(PictureSpec("editions", "The section under every edition", as_it_is),),
)
