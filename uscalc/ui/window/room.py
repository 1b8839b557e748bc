"""All commands in their order: those of the window, and those of the rooms.

The palette, the menus and the page of shortcuts use this table. To add a command, add a
row here, or in the `room.py` of the room that it belongs to.
"""

from functools import partial
from typing import TYPE_CHECKING, Final

from uscalc.ui.crosstable import room as crosstable
from uscalc.ui.diagnostics import room as trouble
from uscalc.ui.enter import room as clipboard
from uscalc.ui.explain import room as steps
from uscalc.ui.explorer import room as explorer
from uscalc.ui.files import room as files
from uscalc.ui.printing import room as printing
from uscalc.ui.rating_list import room as rating_list
from uscalc.ui.report import room as reporting
from uscalc.ui.rules import room as rules
from uscalc.ui.specs import CommandSpec, MenuPlace, call_later
from uscalc.ui.teach import room as teaching
from uscalc.ui.what_if import room as what_if
from uscalc.ui.window.views import SPACES, VIEWS, commands_of

if TYPE_CHECKING:
    from uscalc.ui.window.window import Window


def _next_pane(window: "Window", by: int) -> None:
    from uscalc.ui.widgets.focus import focus_next_pane

    focus_next_pane(window.list_panes(), by)


def _switch_space(window: "Window", name: str) -> None:
    window.spaces.switch_to(name)


WINDOW_COMMANDS: "Final[tuple[CommandSpec[Window], ...]]" = (
    CommandSpec(
        "new",
        "&New…",
        "Create a new event",
        lambda window: window.ask_new(),
        ("Ctrl+N",),
        (MenuPlace("file", 1),),
    ),
    *files.START_COMMANDS,
    *files.FILES_COMMANDS,
    *printing.PRINTING_COMMANDS,
    CommandSpec(
        "undo",
        "&Undo",
        "Undo the last change",
        lambda window: window.session.undo_edit(),
        ("Ctrl+Z",),
        (MenuPlace("edit", 1),),
    ),
    CommandSpec(
        "redo",
        "&Redo",
        "Redo the last undone change",
        lambda window: window.session.redo_edit(),
        ("Ctrl+Shift+Z", "Ctrl+Y"),
        (MenuPlace("edit", 1),),
    ),
    *clipboard.PASTE_COMMANDS,
    *crosstable.CROSSTABLE_COMMANDS,
    *clipboard.RESULTS_COMMANDS,
    clipboard.SETTINGS_COMMAND,
    CommandSpec(
        "addSection",
        "Add section",
        "Add a section to this event",
        lambda window: crosstable.find_structure(window).add_section(),
        ("Ctrl+Shift+A",),
        (
            MenuPlace("rounds", 2),
            MenuPlace("section", 1),
        ),
    ),
    CommandSpec(
        "renameSection",
        "Rename section",
        "Rename the current section",
        lambda window: window.top.tabs.open_name_editor(),
        ("Shift+F2",),
        (
            MenuPlace("rounds", 2),
            MenuPlace("section", 1),
        ),
    ),
    CommandSpec(
        "removeSection",
        "Remove section",
        "Remove the current section (you can undo this)",
        lambda window: crosstable.find_structure(window).remove_section(),
        places=(
            MenuPlace("rounds", 2),
            MenuPlace("section", 1),
        ),
    ),
    CommandSpec(
        "moveSectionLeft",
        "Move section left",
        "Move this section's tab to the left",
        lambda window: crosstable.find_structure(window).move_section(-1),
        places=(
            MenuPlace("rounds", 2),
            MenuPlace("section", 2),
        ),
    ),
    CommandSpec(
        "moveSectionRight",
        "Move section right",
        "Move this section's tab to the right",
        lambda window: crosstable.find_structure(window).move_section(1),
        places=(
            MenuPlace("rounds", 2),
            MenuPlace("section", 2),
        ),
    ),
    CommandSpec(
        "zoomIn",
        "Zoom &in",
        "Make everything in the window larger",
        lambda window: window.theme.zoom_by(1),
        ("Ctrl++", "Ctrl+="),
        (MenuPlace("look", 1),),
    ),
    CommandSpec(
        "zoomOut",
        "Zoom &out",
        "Make everything in the window smaller",
        lambda window: window.theme.zoom_by(-1),
        ("Ctrl+-",),
        (MenuPlace("look", 1),),
    ),
    CommandSpec(
        "zoomReset",
        "&Reset zoom",
        "Show everything at its normal size, 100%",
        lambda window: window.theme.set_zoom(100),
        ("Ctrl+0",),
        (MenuPlace("look", 1),),
    ),
    CommandSpec(
        "themeSystem",
        "Use system setting",
        "Match the system's light or dark theme",
        lambda window: window.theme.choose_look("system"),
        places=(MenuPlace("look", 2),),
        group="theme",
    ),
    CommandSpec(
        "themeLight",
        "Light",
        "Use the light theme",
        lambda window: window.theme.choose_look("light"),
        places=(MenuPlace("look", 2),),
        group="theme",
    ),
    CommandSpec(
        "themeDark",
        "Dark",
        "Use the dark theme",
        lambda window: window.theme.choose_look("dark"),
        places=(MenuPlace("look", 2),),
        group="theme",
    ),
    CommandSpec(
        "reduceMotion",
        "Reduce &motion",
        "Stop or allow all animation in this program, for every event",
        lambda window: window.theme.reduce_motion(
            window.named_actions["reduceMotion"].isChecked()
        ),
        places=(MenuPlace("look", 3),),
        group="-",
    ),
    CommandSpec(
        "nextSection",
        "Next section",
        "Show the next section",
        lambda window: window.top.tabs.step_section(1),
        ("Ctrl+PgDown",),
        (MenuPlace("rounds", 3.2),),
    ),
    CommandSpec(
        "previousSection",
        "Previous section",
        "Show the previous section",
        lambda window: window.top.tabs.step_section(-1),
        ("Ctrl+PgUp",),
        (MenuPlace("rounds", 3.1),),
    ),
    CommandSpec(
        "switchSystem",
        "Next rating system",
        "Switch to the section's next rating system (Regular, Quick, Blitz)",
        lambda window: window.top.switch.select_next_system(),
        ("Ctrl+T",),
        (MenuPlace("rounds", 3.3),),
    ),
    CommandSpec(
        "memberIds",
        "Member IDs",
        "Show or hide the member IDs beside the names",
        lambda window: window.toggle_ids(),
        ("Ctrl+Shift+I",),
        (MenuPlace("players", 4),),
        group="-",
    ),
    CommandSpec(
        "performance",
        "Performance ratings",
        "Show or hide the performance ratings in the last column",
        lambda window: window.toggle_performance(),
        places=(MenuPlace("players", 4),),
        group="-",
    ),
    *rating_list.LIST_COMMANDS,
    files.BLANKS,
    CommandSpec(
        "nextPane",
        "Next panel",
        "Move the keyboard to the next panel",
        lambda window: _next_pane(window, 1),
        ("F6",),
        places=(MenuPlace("layout", 3),),
    ),
    *(
        CommandSpec(
            f"space-{space.name}",
            f"{space.title} space",
            space.hint,
            partial(_switch_space, name=space.name),
            (f"Ctrl+{place}",),
            (MenuPlace(f"space-{space.name}", 1),),
        )
        for place, space in enumerate(SPACES, 1)
    ),
    *commands_of(VIEWS),
    CommandSpec(
        "previousPane",
        "Previous panel",
        "Move the keyboard to the previous panel",
        lambda window: _next_pane(window, -1),
        ("Shift+F6",),
        places=(MenuPlace("layout", 3),),
    ),
    rules.COMPARE_EDITIONS,
    *steps.STEPS_COMMANDS,
    *explorer.EXPLORER_COMMANDS,
    *what_if.WHAT_IF_COMMANDS,
    *reporting.REPORT_COMMANDS,
    *reporting.COMPARE_COMMANDS,
    *teaching.LESSONS,
    *explorer.PAGE_COMMANDS,
    CommandSpec(
        "fillWindow",
        "Ma&ximize panel",
        "Maximize the active panel, or restore it",
        lambda window: window.places.fill_with(window.places.in_front()),
        ("Shift+F11",),
        (MenuPlace("layout", 1),),
    ),
    CommandSpec(
        "float",
        "Open in new &window",
        "Move the active panel to its own window, or dock it again",
        lambda window: window.places.toggle_floating(window.places.in_front()),
        ("Ctrl+F11",),
        (MenuPlace("layout", 1),),
    ),
    CommandSpec(
        "resetLayout",
        "Reset layout",
        "Reset the panels of every space to their original places and sizes",
        lambda window: window.spaces.reset_layout(),
        places=(MenuPlace("layout", 2),),
    ),
    teaching.PRESENT,
    CommandSpec(
        "commands",
        "Comman&ds…",
        "Search all commands, views and players",
        call_later("uscalc.ui.window.commands:ask_command"),
        ("Ctrl+K",),
        (MenuPlace("help", 2),),
    ),
    CommandSpec(
        "viewHelp",
        "Help for this &view",
        "Open the help page of the active view",
        lambda window: window.show_view_help(),
        ("F1",),
        (MenuPlace("help", 1),),
    ),
    CommandSpec(
        "guide",
        "Help &contents",
        "All help pages, with search: tutorials, how-to pages, reference",
        lambda window: window.show_guide(),
        ("Shift+F1",),
        (MenuPlace("help", 1),),
    ),
    CommandSpec(
        "shortcuts",
        "S&hortcuts",
        "Show all keyboard shortcuts",
        lambda window: window.show_shortcuts(),
        ("Ctrl+F1",),
        (MenuPlace("help", 1),),
    ),
    *trouble.TROUBLE_COMMANDS,
    CommandSpec(
        "quit",
        "&Quit",
        "Close the window",
        lambda window: window.close(),
        ("Ctrl+Q",),
        (MenuPlace("file", 6),),
    ),
)
