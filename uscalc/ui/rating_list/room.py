"""Declare the view, commands and pictures of registration and supplements."""

from typing import TYPE_CHECKING, Final

from uscalc.ui.specs import CommandSpec, MenuPlace, PictureSpec, ViewSpec, call_later

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import MainFrame


COMMANDS: Final = "uscalc.ui.rating_list.commands"
PICTURES: Final = "uscalc.ui.rating_list.pictures"

LIST_VIEW: Final = ViewSpec(
    name="view-registration",
    title="Registration",
    where="below",
    action="desk",
    hint="Register players: type a name or a member ID and press Enter",
    make=call_later(f"{COMMANDS}:make_registration_view"),
    pictures=(
        PictureSpec(
            "registration",
            "A walk-in at registration",
            call_later(f"{PICTURES}:show_walk_in"),
        ),
        PictureSpec(
            "registration-lookup",
            "A player looked up in the supplement",
            call_later(f"{PICTURES}:show_look_up"),
        ),
    ),
    keys=("F4",),
    places=(MenuPlace("players", 1), MenuPlace("cells", 2)),
    show=call_later(f"{COMMANDS}:start_registration"),
    what_if="unmarked",
)
LIST_COMMANDS: "Final[tuple[CommandSpec[MainFrame], ...]]" = (
    CommandSpec(
        "ratingList",
        "&Look up player",
        "Find the selected player in the rating supplement and update the row",
        call_later(f"{COMMANDS}:start_look_up"),
        ("Ctrl+L",),
        (
            MenuPlace("players", 1.1),
            MenuPlace("cells", 2),
        ),
    ),
    CommandSpec(
        "playUp",
        "Pla&y up…",
        "Move the selected player to another section, or enter the player there too",
        call_later(f"{COMMANDS}:ask_play_up"),
        ("Shift+F4",),
        (
            MenuPlace("players", 2.1),
            MenuPlace("cells", 3),
        ),
    ),
    CommandSpec(
        "importList",
        "&Import supplement…",
        "Import a US Chess rating supplement",
        call_later(f"{COMMANDS}:open_import_dialog"),
        places=(MenuPlace("supplement", 1),),
    ),
    CommandSpec(
        "removeList",
        "&Remove supplement…",
        "Delete the current rating supplement from this computer",
        call_later(f"{COMMANDS}:ask_remove_list"),
        places=(MenuPlace("supplement", 1),),
    ),
    CommandSpec(
        "fillSection",
        "Update &section from supplement…",
        "Preview and enter official ratings for this section",
        call_later(f"{COMMANDS}:open_fill_dialog", False),
        places=(MenuPlace("supplement", 2),),
    ),
    CommandSpec(
        "fillEvent",
        "Update &event from supplement…",
        "Preview and enter official ratings for the whole event",
        call_later(f"{COMMANDS}:open_fill_dialog", True),
        places=(MenuPlace("supplement", 2),),
    ),
)
