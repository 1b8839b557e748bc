"""The declaration of this view: every rule in force."""

from typing import TYPE_CHECKING, Final

from uscalc.ui.specs.view import PictureSpec, ViewSpec, prepare_nothing

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import MainFrame
    from uscalc.ui.rules.view import RulesView


def _make_rules_view(window: "MainFrame") -> "RulesView":
    from uscalc.ui.rules.view import RulesView

    return RulesView(window.session, window.theme)


def _show_rules(window: "MainFrame") -> None:
    """Give the keyboard to the table."""
    from uscalc.ui.rules.view import RulesView

    view = window.show_view(RULES_VIEW.name)
    assert isinstance(view, RulesView)
    view.table.setFocus()


RULES_VIEW: Final = ViewSpec(
    name="rulesView",
    title="Rules",
    where="below",
    action="rules",
    hint="Every rule in force, and its source",
    make=_make_rules_view,
    pictures=(PictureSpec("rules", "The rules in force", prepare_nothing),),
    keys=("Ctrl+R",),
    show=_show_rules,
    what_if="unmarked",
)
