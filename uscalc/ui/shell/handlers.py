"""What each action of the window does; a feature is imported when it is first used."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from uscalc.ui.shell.views import VIEWS
from uscalc.ui.widgets.focus import next_pane

if TYPE_CHECKING:
    from types import ModuleType

    from uscalc.ui.shell.window import Window

Handler = Callable[[], object]


def handlers(window: "Window") -> dict[str, Handler]:
    """The handlers by the actions' names; what they use may be made after them."""
    theme, session = window.theme, window.session
    return {
        "new": window.ask_new,
        "myRating": lambda: _my_rating(window),
        "open": lambda: window.files.ask_open(),
        "save": lambda: _save(window, window.files.save),
        "saveAs": lambda: _save(window, window.files.ask_save),
        "revert": lambda: window.files.revert(),
        "recover": window.offer_work,
        "earlier": lambda: window.files.others.ask_earlier(),
        "service": lambda: window.files.others.ask_service(),
        "carry": lambda: window.files.others.ask_carry(),
        "follow": lambda: window.files.linked.ask_follow(),
        "readNow": lambda: window.files.linked.read_now(),
        "unlink": lambda: window.files.linked.unlink(),
        "wallSheets": lambda: _wall_sheets(window),
        "playerPage": lambda: _player_page(window),
        "undo": session.undo,
        "redo": session.redo,
        **window.structure.handlers(),
        "copy": lambda: window.clipboard.copy(),
        "cut": lambda: window.clipboard.cut(),
        "copySection": lambda: window.clipboard.copy_section(),
        "copyTable": lambda: window.clipboard.copy_table(),
        "paste": lambda: window.clipboard.paste(),
        "filter": window.crosstable.filter,
        "renameSection": lambda: window.top.tabs.rename(),
        "zoomIn": lambda: theme.zoom_by(1),
        "zoomOut": lambda: theme.zoom_by(-1),
        "zoomReset": lambda: theme.set_zoom(100),
        "themeSystem": lambda: theme.choose("system"),
        "themeLight": lambda: theme.choose("light"),
        "themeDark": lambda: theme.choose("dark"),
        "nextSection": lambda: window.top.step(1),
        "previousSection": lambda: window.top.step(-1),
        "switchSystem": lambda: window.top.switch.next(),
        "memberIds": window.toggle_ids,
        "findings": window.toggle_findings,
        **{view.action: partial(window.show_view, view.name) for view in VIEWS},
        "rules": window.show_rules,
        "importList": lambda: _list_commands().ask_import(window),
        "removeList": lambda: _list_commands().ask_remove(window),
        "fillSection": lambda: _list_commands().ask_fill(window, False),
        "fillEvent": lambda: _list_commands().ask_fill(window, True),
        "blanks": lambda: window.files.blanks.ask_again(),
        "nextPane": lambda: next_pane(window.panes(), 1),
        "previousPane": lambda: next_pane(window.panes(), -1),
        "nextStep": lambda: _step(window, 1),
        "previousStep": lambda: _step(window, -1),
        "lesson": lambda: _lesson(window),
        "fillWindow": lambda: window.places.fill_with(window.places.in_front()),
        "float": lambda: window.places.float(window.places.in_front()),
        "present": lambda: _present(window),
        "commands": lambda: _commands(window),
        "guide": lambda: _guide(window),
        "shortcuts": window.show_shortcuts,
        "quit": window.close,
    }


def _save(window: "Window", save: Handler) -> None:
    """Writes the event without a row that still waits for its name."""
    window.crosstable.new_rows.leave()
    save()


def _list_commands() -> "ModuleType":
    from uscalc.ui.rating_list import commands as rating_list_commands

    return rating_list_commands


def _my_rating(window: "Window") -> None:
    from uscalc.ui.my_rating.dialog import my_rating

    my_rating(window)


def _wall_sheets(window: "Window") -> None:
    from uscalc.ui.printing.commands import ask_wall_sheets

    ask_wall_sheets(window)


def _player_page(window: "Window") -> None:
    from uscalc.ui.printing.commands import ask_player_page

    ask_player_page(window)


def _step(window: "Window", by: int) -> None:
    from uscalc.ui.steps.view import move_step

    move_step(window, by)


def _lesson(window: "Window") -> None:
    from uscalc.ui.teaching.lesson import lesson_of

    lesson_of(window).begin()


def _present(window: "Window") -> None:
    from uscalc.ui.teaching.presentation import toggle

    toggle(window)


def _commands(window: "Window") -> None:
    from uscalc.ui.shell.commands import ask_command

    ask_command(window)


def _guide(window: "Window") -> None:
    from uscalc.ui.shell.guide import GuidePage

    GuidePage(window.theme, window).show()
