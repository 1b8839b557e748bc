"""Every action of the window in one table: name, words, shortcut."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QWidget

from uscalc.ui.shell.views import VIEWS, keys_of_view
from uscalc.ui.widgets.pending import Pending


class Spec(NamedTuple):
    """One action.

    `name` becomes the objectName; `group` joins actions of which one is chosen.
    """

    name: str
    text: str
    hint: str
    keys: tuple[QKeySequence.StandardKey | str, ...] = ()
    group: str = ""


_KEY = QKeySequence.StandardKey
ACTIONS: Final[tuple[Spec, ...]] = (
    Spec("new", "&New…", "Begin a new event", ("Ctrl+N",)),
    Spec(
        "myRating",
        "M&y rating…",
        "A sheet for one player: loss, draw and win at once",
        ("Ctrl+Shift+M",),
    ),
    Spec("open", "&Open…", "Open an event file", ("Ctrl+O",)),
    Spec("save", "&Save", "Save the event", ("Ctrl+S",)),
    Spec("saveAs", "Save &as…", "Save the event in another file", ("Ctrl+Shift+S",)),
    Spec("revert", "&Revert to saved", "Go back to what the file has; can be undone"),
    Spec(
        "earlier",
        "Earlier versio&ns…",
        "Take up what the file held before it was saved over",
    ),
    Spec(
        "service",
        "From the ratings ser&vice…",
        "Open an event from the service's answers, saved or pasted",
    ),
    Spec(
        "carry",
        "Carry to the ne&xt event…",
        "Begin an event with these players and what became of their ratings",
    ),
    Spec(
        "follow",
        "&Follow a pairing program's file…",
        "Take over whatever is saved in that file from now on",
    ),
    Spec("readNow", "Read the followed file now", "Read it again", ("F5",)),
    Spec("unlink", "Stop following", "Take nothing more over from the followed file"),
    Spec("recover", "Unsaved &work…", "Offer work that was not saved before a crash"),
    Spec(
        "wallSheets",
        "&Wall sheets…",
        "Print or save the ratings of every section",
        ("Ctrl+P",),
    ),
    Spec(
        "playerPage",
        "Page &for the player…",
        "Print or save one player's rating with the whole derivation",
        ("Ctrl+Shift+P",),
    ),
    Spec("undo", "&Undo", "Take the last edit back", ("Ctrl+Z",)),
    Spec("redo", "&Redo", "Make the undone edit again", ("Ctrl+Shift+Z", "Ctrl+Y")),
    Spec("cut", "Cu&t", "Copy the selected cells and empty them", ("Ctrl+X",)),
    Spec("copy", "&Copy", "Copy the selected cells", ("Ctrl+C",)),
    Spec("copySection", "Copy the section", "Copy the whole table", ("Ctrl+Shift+C",)),
    Spec(
        "copyTable",
        "Copy &as table",
        "Copy the section as a table for a mail, a forum or a spreadsheet",
        ("Ctrl+Alt+C",),
    ),
    Spec("paste", "&Paste", "Paste cells or a crosstable page", ("Ctrl+V",)),
    Spec("filter", "&Filter…", "Show only players of a name", ("Ctrl+F",)),
    Spec("addPlayer", "&Add player", "A new player at the end", ("Ins",)),
    Spec("insertPlayer", "Insert player", "A new player here", ("Alt+Ins",)),
    Spec(
        "removePlayers",
        "Remove players",
        "Remove the selected players and their games",
        ("Ctrl+Del", "Ctrl+Backspace"),
    ),
    Spec("movePlayerUp", "Move player up", "Move the row up", ("Alt+Up",)),
    Spec("movePlayerDown", "Move player down", "Move the row down", ("Alt+Down",)),
    Spec(
        "swapPlayers",
        "Swap places",
        "The first and the last selected player exchange their places; the numbers and "
        "results stay in the rows",
    ),
    Spec("renumber", "Renumber", "Numbers 1, 2, 3 down the table; results follow"),
    Spec("addRound", "Add round", "One more round, empty", ("Ctrl+Shift+Ins",)),
    Spec(
        "removeRound",
        "Remove round",
        "Remove the selected round, or the last, with its results",
        ("Ctrl+Shift+Del",),
    ),
    Spec("addSection", "Add section", "One more section", ("Ctrl+Shift+A",)),
    Spec("renameSection", "Rename section", "Another name here", ("Shift+F2",)),
    Spec("removeSection", "Remove section", "Remove the section; undo brings it back"),
    Spec("moveSectionLeft", "Move section left", "Show the section earlier"),
    Spec("moveSectionRight", "Move section right", "Show the section later"),
    Spec("zoomIn", "Larger", "Show everything larger", ("Ctrl++", "Ctrl+=")),
    Spec("zoomOut", "Smaller", "Show everything smaller", ("Ctrl+-",)),
    Spec("zoomReset", "Normal size", "Show everything at 100%", ("Ctrl+0",)),
    Spec("themeSystem", "As the system", "Light or dark, as the system", (), "theme"),
    Spec("themeLight", "Light", "Light colours", (), "theme"),
    Spec("themeDark", "Dark", "Dark colours", (), "theme"),
    Spec("nextSection", "Next section", "Show the next section", ("Ctrl+PgDown",)),
    Spec(
        "previousSection",
        "Previous section",
        "Show the previous section",
        ("Ctrl+PgUp",),
    ),
    Spec(
        "switchSystem",
        "Next rating system",
        "Show the section in its other rating system",
        ("Ctrl+T",),
    ),
    Spec(
        "memberIds",
        "Member IDs",
        "Show or hide the member IDs beside the names",
        ("Ctrl+Shift+I",),
        "-",
    ),
    Spec("findings", "Findings", "Show or hide the list of findings", ("F8",), "-"),
    Spec("importList", "&Import rating list…", "Bring a published rating list in"),
    Spec(
        "removeList",
        "&Remove rating list…",
        "Take the list that is asked off this computer",
    ),
    Spec(
        "fillSection",
        "Fill &section from list…",
        "Official ratings of the section's players, seen before they are taken",
    ),
    Spec(
        "fillEvent",
        "Fill &event from list…",
        "Official ratings of all players, seen before they are taken",
    ),
    Spec(
        "blanks",
        "E&ntries without a rating…",
        "Say of all of them at once that they are new",
    ),
    Spec("nextPane", "Next pane", "Go to the next part of the window", ("F6",)),
    *(Spec(view.action, view.title, view.hint, keys_of_view(view)) for view in VIEWS),
    Spec(
        "previousPane",
        "Previous pane",
        "Go to the part of the window before",
        ("Shift+F6",),
    ),
    Spec(
        "nextStep",
        "Next step",
        "Show one step more of the algorithm in Steps, Why and Solver",
        ("Alt+Right",),
    ),
    Spec(
        "previousStep",
        "Previous step",
        "Show one step less of the algorithm in Steps, Why and Solver",
        ("Alt+Left",),
    ),
    Spec("lesson", "&Lesson", "Be led through the player's rating", ("F9",)),
    Spec(
        "fillWindow",
        "Fill the window",
        "The panel that has the keyboard over everything, or back",
        ("Shift+F11",),
    ),
    Spec(
        "float",
        "Windo&w of its own",
        "The panel that has the keyboard in a window of its own, or back",
        ("Ctrl+F11",),
    ),
    Spec("present", "F&ill the screen", "One view in large type", ("F11",)),
    Spec("commands", "Comman&ds…", "Find a command by its name", ("Ctrl+K",)),
    Spec("guide", "&Guide", "How everything is done, with pictures", ("Shift+F1",)),
    Spec("shortcuts", "S&hortcuts", "Show every key that does something", ("F1",)),
    Spec("quit", "&Quit", "Close the window", (_KEY.Quit, "Ctrl+Q")),
)


def make_actions(
    window: QWidget, handlers: Mapping[str, Callable[[], object]], pending: Pending
) -> dict[str, QAction]:
    """The actions by name, at work in the whole window.

    Each enters what is half typed before it begins. So Undo in the menu takes back
    the text that was just typed, while Ctrl+Z in the field is the field's own.
    """
    groups: dict[str, QActionGroup] = {}
    actions = {}
    for spec in ACTIONS:
        action = QAction(spec.text, window)
        action.setObjectName(spec.name)
        keys = list(dict.fromkeys(QKeySequence(key).toString() for key in spec.keys))
        action.setShortcuts([QKeySequence(key) for key in keys if key])
        shown = f" ({keys[0]})" if keys and keys[0] else ""
        action.setToolTip(f"{spec.hint}{shown}")
        action.setWhatsThis(spec.hint)
        # Qt would take the dots away that say that a question follows.
        action.setIconText(spec.text.replace("&", ""))
        action.setCheckable(bool(spec.group))
        if spec.group not in ("", "-"):
            group = groups.setdefault(spec.group, QActionGroup(window))
            group.addAction(action)
        action.triggered.connect(_settled(pending, handlers[spec.name]))
        window.addAction(action)
        actions[spec.name] = action
    return actions


def _settled(pending: Pending, handler: Callable[[], object]) -> Callable[[bool], None]:
    def run(_checked: bool = False) -> None:
        pending.before(handler)

    return run
