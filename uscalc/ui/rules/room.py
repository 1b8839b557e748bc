"""The declaration of this view: every rule in force."""

from typing import TYPE_CHECKING, Final

from uscalc.ui.specs.picture import PictureSpec
from uscalc.ui.specs.view import ViewSpec, as_it_is

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import Frame
    from uscalc.ui.rules.view import RulesView


def _make(window: "Frame") -> "RulesView":
    from uscalc.ui.rules.view import RulesView

    return RulesView(window.session, window.theme)


def _show(window: "Frame") -> None:
    """Give the keyboard to the table."""
    from uscalc.ui.rules.view import RulesView

    view = window.show_view(VIEW.name)
    assert isinstance(view, RulesView)
    view.table.setFocus()


VIEW: Final = ViewSpec(
    name="rulesView",
    title="Rules",
    where="below",
    action="rules",
    hint="Every rule in force, and its source",
    make=_make,
    pictures=(PictureSpec("rules", "The rules in force", as_it_is),),
    keys=("Ctrl+R",),
    show=_show,
    what_if="unmarked",
)
