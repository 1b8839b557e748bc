"""Every command of the window in its order: the shell's own, and those of the rooms.

Palette, menus and the page of shortcuts are made of this table. To add a command: a row
here, or in the `room.py` of the room that it belongs to.
"""

from functools import partial
from typing import TYPE_CHECKING, Final

from uscalc.ui.crosstable import room as crosstable
from uscalc.ui.diagnostics import room as trouble
from uscalc.ui.enter import room as clipboard
from uscalc.ui.explain import room as steps
from uscalc.ui.files import room as files
from uscalc.ui.printing import room as printing
from uscalc.ui.rating_list import room as rating_list
from uscalc.ui.report import room as reporting
from uscalc.ui.specs import CommandSpec, MenuPlace
from uscalc.ui.start import room as start
from uscalc.ui.teach import room as teaching
from uscalc.ui.what_if import room as what_if
from uscalc.ui.window.views import SPACES, VIEWS, commands_of

if TYPE_CHECKING:
    from uscalc.ui.window.window import Window


def _next_pane(window: "Window", by: int) -> None:
    from uscalc.ui.widgets.focus import focus_next_pane

    focus_next_pane(window.list_panes(), by)


def _show_palette(window: "Window") -> None:
    from uscalc.ui.window.commands import ask_command

    ask_command(window)


def _switch_space(window: "Window", name: str) -> None:
    window.spaces.switch_to(name)


WINDOW_COMMANDS: "Final[tuple[CommandSpec[Window], ...]]" = (
    CommandSpec(
        "new",
        "&New…",
        "Begin a new event",
        lambda window: window.ask_new(),
        ("Ctrl+N",),
        (MenuPlace("file", 1),),
    ),
    *start.START_COMMANDS,
    *files.FILES_COMMANDS,
    *printing.PRINTING_COMMANDS,
    CommandSpec(
        "undo",
        "&Undo",
        "Take the last edit back",
        lambda window: window.session.undo_edit(),
        ("Ctrl+Z",),
        (MenuPlace("edit", 1),),
    ),
    CommandSpec(
        "redo",
        "&Redo",
        "Make the undone edit again",
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
        "One more section",
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
        "Another name here",
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
        "Remove the section; undo brings it back",
        lambda window: crosstable.find_structure(window).remove_section(),
        places=(
            MenuPlace("rounds", 2),
            MenuPlace("section", 1),
        ),
    ),
    CommandSpec(
        "moveSectionLeft",
        "Move section left",
        "Show the section earlier",
        lambda window: crosstable.find_structure(window).move_section(-1),
        places=(
            MenuPlace("rounds", 2),
            MenuPlace("section", 2),
        ),
    ),
    CommandSpec(
        "moveSectionRight",
        "Move section right",
        "Show the section later",
        lambda window: crosstable.find_structure(window).move_section(1),
        places=(
            MenuPlace("rounds", 2),
            MenuPlace("section", 2),
        ),
    ),
    CommandSpec(
        "zoomIn",
        "Larger",
        "Zoom in: show everything larger",
        lambda window: window.theme.zoom_by(1),
        ("Ctrl++", "Ctrl+="),
        (MenuPlace("look", 1),),
    ),
    CommandSpec(
        "zoomOut",
        "Smaller",
        "Zoom out: show everything smaller",
        lambda window: window.theme.zoom_by(-1),
        ("Ctrl+-",),
        (MenuPlace("look", 1),),
    ),
    CommandSpec(
        "zoomReset",
        "Normal size",
        "No zoom: show everything at 100%",
        lambda window: window.theme.set_zoom(100),
        ("Ctrl+0",),
        (MenuPlace("look", 1),),
    ),
    CommandSpec(
        "themeSystem",
        "As the system",
        "Light or dark, as the system",
        lambda window: window.theme.choose_look("system"),
        places=(MenuPlace("look", 2),),
        group="theme",
    ),
    CommandSpec(
        "themeLight",
        "Light",
        "Light colors",
        lambda window: window.theme.choose_look("light"),
        places=(MenuPlace("look", 2),),
        group="theme",
    ),
    CommandSpec(
        "themeDark",
        "Dark",
        "Dark colors",
        lambda window: window.theme.choose_look("dark"),
        places=(MenuPlace("look", 2),),
        group="theme",
    ),
    CommandSpec(
        "nextSection",
        "Next section",
        "Show the next section",
        lambda window: window.top.step_section(1),
        ("Ctrl+PgDown",),
        (MenuPlace("rounds", 3.2),),
    ),
    CommandSpec(
        "previousSection",
        "Previous section",
        "Show the previous section",
        lambda window: window.top.step_section(-1),
        ("Ctrl+PgUp",),
        (MenuPlace("rounds", 3.1),),
    ),
    CommandSpec(
        "switchSystem",
        "Next rating system",
        "Show the section in its other rating system",
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
    *rating_list.LIST_COMMANDS,
    files.BLANKS,
    CommandSpec(
        "nextPane",
        "Next pane",
        "Go to the next part of the window",
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
        "Previous pane",
        "Go to the part of the window before",
        lambda window: _next_pane(window, -1),
        ("Shift+F6",),
        places=(MenuPlace("layout", 3),),
    ),
    *steps.STEPS_COMMANDS,
    *what_if.WHAT_IF_COMMANDS,
    *reporting.REPORT_COMMANDS,
    *reporting.COMPARE_COMMANDS,
    *teaching.LESSONS,
    CommandSpec(
        "fillWindow",
        "Fill the window",
        "The panel that has the keyboard over everything, or back",
        lambda window: window.places.fill_with(window.places.in_front()),
        ("Shift+F11",),
        (MenuPlace("layout", 1),),
    ),
    CommandSpec(
        "float",
        "Windo&w of its own",
        "The panel that has the keyboard in a window of its own, or back",
        lambda window: window.places.toggle_floating(window.places.in_front()),
        ("Ctrl+F11",),
        (MenuPlace("layout", 1),),
    ),
    CommandSpec(
        "resetLayout",
        "Reset layout",
        "Lay every space out as at the first start",
        lambda window: window.spaces.reset_layout(),
        places=(MenuPlace("layout", 2),),
    ),
    teaching.PRESENT,
    CommandSpec(
        "commands",
        "Comman&ds…",
        "Find a command by its name",
        _show_palette,
        ("Ctrl+K",),
        (MenuPlace("help", 2),),
    ),
    CommandSpec(
        "viewHelp",
        "Help for this &view",
        "Open the help page of the view that you are using",
        lambda window: window.show_view_help(),
        ("F1",),
        (MenuPlace("help", 1),),
    ),
    CommandSpec(
        "guide",
        "Help &contents",
        "All help pages, with search: tutorials, how-to pages, reference (guide)",
        lambda window: window.show_guide(),
        ("Shift+F1",),
        (MenuPlace("help", 1),),
    ),
    CommandSpec(
        "shortcuts",
        "S&hortcuts",
        "Show every key that does something",
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
