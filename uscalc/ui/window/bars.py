"""The bars around the table, the menu, and what opens and keeps files."""

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFrame

from uscalc.ui.enter.panel import PastePanel
from uscalc.ui.files.files import FileController
from uscalc.ui.files.recovery import RecoveryController
from uscalc.ui.frame.bottom_bar import BottomBar
from uscalc.ui.frame.top_bar import TopBar
from uscalc.ui.teach.coach import CoachStrip, FirstSteps
from uscalc.ui.widgets.message_bar import MessageBar
from uscalc.ui.window.menus import (
    make_actions,
    make_context_menus,
    make_filled_menu,
    make_menu,
)
from uscalc.ui.window.room import WINDOW_COMMANDS

if TYPE_CHECKING:
    from uscalc.ui.window.window import Window


def build_bars(window: "Window") -> None:
    """Make the bars around the table and the panels of a window."""
    session = window.session
    window.messages = MessageBar()
    session.opened.connect(window.messages.forget_open_questions)
    window.first_steps = FirstSteps(window)
    window.coach = CoachStrip(window.preferences, window.show_step, window.first_steps)
    # Else the next button in the window would get the Return that is typed next.
    for strip in (window.messages, window.coach):
        strip.left.connect(window.crosstable.view.setFocus)
    window.paste_panel = PastePanel()
    session.opened.connect(window.paste_panel.hide)
    window.stage.add_bars((window.messages, window.coach, window.paste_panel))
    actions = window.named_actions = make_actions(window, WINDOW_COMMANDS)
    window.bottom = BottomBar(
        session, window.problems, actions["missing"], window.theme
    )
    link_menu = make_filled_menu(window, "linkMenu", "Linked file", "link")
    window.bottom.offer_for_link(link_menu)
    window.files = FileController(window, window.bottom)
    window.recovery = RecoveryController(window, window.files)
    window.menu = make_menu(window)
    window.top = TopBar(session, actions, window.menu)
    window.top.switch.chosen.connect(window.crosstable.view.setFocus)
    window.top.tabs.menu = make_context_menus(window)
    window.setMenuWidget(window.top)
    bar = window.statusBar()
    empty = bar.findChild(QFrame, "bottomBar")
    assert isinstance(empty, QFrame)
    bar.removeWidget(empty)
    empty.deleteLater()
    bar.addWidget(window.bottom, 1)
