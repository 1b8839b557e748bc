"""The specification of the view of settings."""

from typing import TYPE_CHECKING, Final

from uscalc.ui.specs.picture import PictureSpec
from uscalc.ui.specs.view import ViewSpec, as_it_is

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import Frame
    from uscalc.ui.settings.view import SettingsPanel


def _make(window: "Frame") -> "SettingsPanel":
    from uscalc.ui.settings.view import SettingsPanel

    return SettingsPanel(window.session, window.theme, window.show_rules)


VIEW: Final = ViewSpec(
    name="settingsPanel",
    title="Settings",
    where="right",
    action="settings",
    hint="Settings of the event and the section",
    make=_make,
    pictures=(PictureSpec("settings", "Event and section", as_it_is),),
    keys=("Ctrl+,",),
    what_if="unmarked",
)
