"""Make the bars around the table and the panels of a window."""

from PySide6.QtWidgets import QFrame, QWidget

from uscalc.ui.enter.paste_panel import PastePanel
from uscalc.ui.files.files import FileController
from uscalc.ui.files.recovery import RecoveryController
from uscalc.ui.frame.bars import BottomBar, PlayerRow, ToolRow, TopBar
from uscalc.ui.teach.coach import CoachStrip
from uscalc.ui.widgets.building import add_parts, make_column, name_widget
from uscalc.ui.widgets.message_bar import MessageBar
from uscalc.ui.window.menus import (
    fill_menu_bar,
    make_actions,
    make_context_menus,
    make_filled_menu,
)
from uscalc.ui.window.room import WINDOW_COMMANDS
from uscalc.ui.window.views import SPACES
from uscalc.ui.window.window import Window


def build_bars(window: Window) -> None:
    """Make the bars around the table and the panels of a window."""
    session = window.session
    window.messages = MessageBar()
    session.opened.connect(window.messages.forget_open_questions)
    window.coach = CoachStrip(window.preferences)
    # Otherwise, the next button in the window would get the next Enter.
    for strip in (window.messages, window.coach):
        strip.left.connect(window.crosstable.view.setFocus)
    window.paste_panel = PastePanel()
    session.opened.connect(window.paste_panel.hide)
    window.stage.add_bars((window.messages, window.paste_panel))
    actions = window.named_actions = make_actions(window, WINDOW_COMMANDS)
    window.bottom = BottomBar(
        session, window.problems, actions["missing"], window.theme
    )
    link_menu = make_filled_menu(window, "linkMenu", "Linked file", "link")
    window.bottom.link.setMenu(link_menu)
    window.files = FileController(window, window.bottom)
    opening, spaces = window.files.opening, window.spaces
    opening.arrived.connect(window.enter_space)
    spaces.changed.connect(lambda: opening.remember_space(spaces.current.name))
    window.recovery = RecoveryController(window, window.files)
    spaces.changed.connect(
        lambda: session.scene.ask_for_guess(spaces.current.name == "teach")
    )
    header = window.header
    header.menu_bar.clear()
    window.menus = fill_menu_bar(window, header.menu_bar)
    window.top = TopBar(session, actions)
    window.rail.find_command.clicked.connect(actions["commands"].trigger)
    window.top.switch.chosen.connect(window.crosstable.view.setFocus)
    window.top.tabs.menu = make_context_menus(window)
    header.put_bar(window.top)
    _add_tools(window)
    bar = window.statusBar()
    empty = bar.findChild(QFrame, "bottomBar")
    assert isinstance(empty, QFrame)
    bar.removeWidget(empty)
    empty.deleteLater()
    # The coach is visible in every space, and covers nothing.
    foot = name_widget(QWidget(), "foot")
    window.foot = add_parts(make_column(foot), window.coach, window.bottom)
    bar.addWidget(foot, 1)
    window.places.crosstable_shown.connect(window.place_messages)
    window.place_messages()


def _add_tools(window: Window) -> None:
    """Add the tools of each space, which are visible while the space is shown."""
    header, spaces = window.header, window.spaces
    for space in SPACES:
        if space.tools:
            groups = [
                [window.named_actions[name] for name in group] for group in space.tools
            ]
            header.add_tools(space.name, ToolRow(f"{space.name}Tools", groups))
        if not space.has_crosstable:
            row = PlayerRow(f"{space.name}Tools", window.session)
            header.add_tools(space.name, row)
    spaces.changed.connect(lambda: header.show_tools(spaces.current.name))
    header.show_tools(spaces.current.name)
