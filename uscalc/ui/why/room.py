"""What this room shows: how a rating comes about."""

from typing import TYPE_CHECKING, Final

from uscalc.ui.specs.view import PictureSpec, ViewSpec, prepare_nothing

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import MainFrame
    from uscalc.ui.why.view import ExplanationView


def _make_explanation_view(window: "MainFrame") -> "ExplanationView":
    from uscalc.ui.why.view import ExplanationView

    return ExplanationView(window.session, window.theme)


EXPLANATION_VIEW: Final = ViewSpec(
    name="derivationView",
    title="Why",
    where="right",
    action="showWhy",
    hint="How the player's rating comes about",
    make=_make_explanation_view,
    pictures=(PictureSpec("why", "Why this rating", prepare_nothing),),
    what_if="with",
)
