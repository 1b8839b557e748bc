"""Commands to copy, cut and paste."""

from typing import TYPE_CHECKING, Final, Protocol

from uscalc.ui.specs.view import CommandSpec, MenuPlace

if TYPE_CHECKING:
    from uscalc.ui.clipboard.clipboard import ClipboardCommands

    class HasClipboard(Protocol):
        """A window whose cells are copied and pasted."""

        @property
        def clipboard(self) -> ClipboardCommands:
            """Return the window's clipboard commands."""


PASTE_COMMANDS: "Final[tuple[CommandSpec[HasClipboard], ...]]" = (
    CommandSpec(
        "cut",
        "Cu&t",
        "Copy the selected cells and empty them",
        lambda window: window.clipboard.cut_block(),
        ("Ctrl+X",),
        (MenuPlace("edit", 2), MenuPlace("cells", 1)),
    ),
    CommandSpec(
        "copy",
        "&Copy",
        "Copy the selected cells",
        lambda window: window.clipboard.copy_block(),
        ("Ctrl+C",),
        (MenuPlace("edit", 2), MenuPlace("cells", 1)),
    ),
    CommandSpec(
        "copySection",
        "Copy the section",
        "Copy the whole table",
        lambda window: window.clipboard.copy_section(),
        ("Ctrl+Shift+C",),
        (MenuPlace("edit", 2),),
    ),
    CommandSpec(
        "copyTable",
        "Copy &as table",
        "Copy the section as a table for a mail, a forum or a spreadsheet",
        lambda window: window.clipboard.copy_table(),
        ("Ctrl+Alt+C",),
        (MenuPlace("edit", 2),),
    ),
    CommandSpec(
        "paste",
        "&Paste",
        "Paste cells or a crosstable page",
        lambda window: window.clipboard.paste_text(),
        ("Ctrl+V",),
        (MenuPlace("edit", 2), MenuPlace("cells", 1)),
    ),
)
