"""What this room shows: computed beside published ratings."""

from typing import TYPE_CHECKING, Final

from uscalc.ui.specs.picture import PictureSpec
from uscalc.ui.specs.view import ViewSpec, as_it_is

if TYPE_CHECKING:
    from uscalc.ui.audit.view import AuditView
    from uscalc.ui.frame.frame import Frame


def _make(window: "Frame") -> "AuditView":
    from uscalc.ui.audit.view import AuditView

    return AuditView(window.session, window.theme)


VIEW: Final = ViewSpec(
    name="auditView",
    title="Audit",
    where="below",
    action="showAudit",
    hint="Computed beside published ratings",
    make=_make,
    pictures=(PictureSpec("audit", "Computed beside published", as_it_is),),
)
