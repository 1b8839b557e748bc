"""The view, commands and pictures of the audit of published ratings."""

from typing import TYPE_CHECKING, Final

from uscalc.ui.specs.command import CommandSpec, Place
from uscalc.ui.specs.picture import PictureSpec
from uscalc.ui.specs.view import ViewSpec

if TYPE_CHECKING:
    from uscalc.ui.audit.view import AuditView
    from uscalc.ui.frame.frame import Frame


def _make(window: "Frame") -> "AuditView":
    from uscalc.ui.audit.view import AuditView

    return AuditView(window.session, window.theme)


def _shown(window: "Frame") -> "AuditView":
    from uscalc.ui.audit.view import AuditView

    view = window.show_view(VIEW.name)
    assert isinstance(view, AuditView)
    return view


def _picture(window: "Frame") -> "Frame":
    from uscalc.ui.audit.pictures import audited

    return audited(window)


VIEW: Final = ViewSpec(
    name="auditView",
    title="Audit",
    where="below",
    action="showAudit",
    hint="Computed beside published ratings, and the facts that explain them",
    make=_make,
    pictures=(PictureSpec("audit", "Hidden facts behind published ratings", _picture),),
)
COMMANDS: "Final[tuple[CommandSpec[Frame], ...]]" = (
    CommandSpec(
        "auditPutFactsIn",
        "Put hidden facts in",
        "Write the facts that the audit shows into the event",
        lambda window: _shown(window).put_in(),
        ("Ctrl+Alt+F",),
        (Place("views", 4.5),),
    ),
    CommandSpec(
        "auditShowWhy",
        "Why the published rating",
        "Show the chosen player's derivation as the file stands, and with the facts",
        lambda window: _shown(window).show_why(),
        ("Ctrl+Alt+Y",),
        (Place("views", 4.5),),
    ),
)
