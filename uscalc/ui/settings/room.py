"""The specification of the view of settings."""

from typing import TYPE_CHECKING, Final

from uscalc.ui.specs.view import PictureSpec, ViewSpec, prepare_nothing

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import MainFrame
    from uscalc.ui.settings.view import SettingsPanel


def _make_settings_view(window: "MainFrame") -> "SettingsPanel":
    from uscalc.ui.settings.view import SettingsPanel

    return SettingsPanel(window.session, window.theme, window.show_rules)


SETTINGS_VIEW: Final = ViewSpec(
    name="settingsPanel",
    title="Settings",
    where="right",
    action="settings",
    hint="Settings of the event and the section",
    make=_make_settings_view,
    pictures=(PictureSpec("settings", "Event and section", prepare_nothing),),
    keys=("Ctrl+,",),
    what_if="unmarked",
)
