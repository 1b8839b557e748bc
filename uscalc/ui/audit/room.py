"""The view, commands and pictures of the audit of published ratings."""

from typing import TYPE_CHECKING, Final

from uscalc.ui.specs.view import CommandSpec, MenuPlace, PictureSpec, ViewSpec

if TYPE_CHECKING:
    from uscalc.ui.audit.view import AuditView
    from uscalc.ui.frame.frame import MainFrame


def _make_audit_view(window: "MainFrame") -> "AuditView":
    from uscalc.ui.audit.view import AuditView

    return AuditView(window.session, window.theme)


def _audit_view(window: "MainFrame") -> "AuditView":
    from uscalc.ui.audit.view import AuditView

    view = window.show_view(AUDIT_VIEW.name)
    assert isinstance(view, AuditView)
    return view


def _show_audit_example(window: "MainFrame") -> "MainFrame":
    from uscalc.ui.audit.pictures import make_audited_window

    return make_audited_window(window)


AUDIT_VIEW: Final = ViewSpec(
    name="auditView",
    title="Audit",
    where="below",
    action="showAudit",
    hint="Computed beside published ratings, and the facts that explain them",
    make=_make_audit_view,
    pictures=(
        PictureSpec(
            "audit", "Hidden facts behind published ratings", _show_audit_example
        ),
    ),
)
AUDIT_COMMANDS: "Final[tuple[CommandSpec[MainFrame], ...]]" = (
    CommandSpec(
        "auditPutFactsIn",
        "Put hidden facts in",
        "Write the facts that the audit shows into the event",
        lambda window: _audit_view(window).apply_facts(),
        ("Ctrl+Alt+F",),
        (MenuPlace("views", 4.5),),
    ),
    CommandSpec(
        "auditShowWhy",
        "Why the published rating",
        "Show the chosen player's derivation as the file stands, and with the facts",
        lambda window: _audit_view(window).show_why(),
        ("Ctrl+Alt+Y",),
        (MenuPlace("views", 4.5),),
    ),
)
