"""The specification of the view of missing data."""

from typing import TYPE_CHECKING, Final

from uscalc.ui.specs.view import PictureSpec, ViewSpec, prepare_nothing

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import MainFrame
    from uscalc.ui.missing.paste import FillDialog
    from uscalc.ui.missing.view import MissingView


def _make_missing_view(window: "MainFrame") -> "MissingView":
    from uscalc.ui.missing.view import MissingView

    return MissingView(window.session, window.theme)


MISSING_VIEW: Final = ViewSpec(
    name="missingView",
    title="Missing facts",
    where="below",
    action="missing",
    hint="What is not known and matters",
    make=_make_missing_view,
    pictures=(PictureSpec("missing", "Missing facts", prepare_nothing),),
    keys=("Ctrl+M",),
)


def _open_fill_dialog(window: "MainFrame") -> "FillDialog":
    from uscalc.ui.missing.view import MissingView

    missing = window.show_view(MISSING_VIEW.name)
    assert isinstance(missing, MissingView)
    return missing.ask_rows()


MISSING_PICTURES: Final = (
    PictureSpec("fill", "Facts from pasted rows", _open_fill_dialog),
)
