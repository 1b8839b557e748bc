"""Commands to copy, cut and paste."""

from typing import TYPE_CHECKING, Final, Protocol

from uscalc.ui.specs.command import CommandSpec, Place

if TYPE_CHECKING:
    from uscalc.ui.clipboard.clipboard import Clipboard

    class HasClipboard(Protocol):
        """A window whose cells are copied and pasted."""

        @property
        def clipboard(self) -> Clipboard:
            """Return the window's clipboard commands."""


COMMANDS: "Final[tuple[CommandSpec[HasClipboard], ...]]" = (
    CommandSpec(
        "cut",
        "Cu&t",
        "Copy the selected cells and empty them",
        lambda window: window.clipboard.cut(),
        ("Ctrl+X",),
        (Place("edit", 2), Place("cells", 1)),
    ),
    CommandSpec(
        "copy",
        "&Copy",
        "Copy the selected cells",
        lambda window: window.clipboard.copy(),
        ("Ctrl+C",),
        (Place("edit", 2), Place("cells", 1)),
    ),
    CommandSpec(
        "copySection",
        "Copy the section",
        "Copy the whole table",
        lambda window: window.clipboard.copy_section(),
        ("Ctrl+Shift+C",),
        (Place("edit", 2),),
    ),
    CommandSpec(
        "copyTable",
        "Copy &as table",
        "Copy the section as a table for a mail, a forum or a spreadsheet",
        lambda window: window.clipboard.copy_table(),
        ("Ctrl+Alt+C",),
        (Place("edit", 2),),
    ),
    CommandSpec(
        "paste",
        "&Paste",
        "Paste cells or a crosstable page",
        lambda window: window.clipboard.paste(),
        ("Ctrl+V",),
        (Place("edit", 2), Place("cells", 1)),
    ),
)
