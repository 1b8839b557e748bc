"""The specification of the view of missing data."""

from typing import TYPE_CHECKING, Final

from uscalc.ui.specs.picture import PictureSpec
from uscalc.ui.specs.view import ViewSpec, as_it_is

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import Frame
    from uscalc.ui.missing.paste import FillDialog
    from uscalc.ui.missing.view import MissingView


def _make(window: "Frame") -> "MissingView":
    from uscalc.ui.missing.view import MissingView

    return MissingView(window.session, window.theme)


VIEW: Final = ViewSpec(
    name="missingView",
    title="Missing facts",
    where="below",
    action="missing",
    hint="What is not known and matters",
    make=_make,
    pictures=(PictureSpec("missing", "Missing facts", as_it_is),),
    keys=("Ctrl+M",),
)


def _fill(window: "Frame") -> "FillDialog":
    from uscalc.ui.missing.view import MissingView

    missing = window.show_view(VIEW.name)
    assert isinstance(missing, MissingView)
    return missing.ask_rows()


PICTURES: Final = (PictureSpec("fill", "Facts from pasted rows", _fill),)
