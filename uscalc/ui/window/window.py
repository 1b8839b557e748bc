"""The window with its parts by name, for the functions that handle its commands."""

from abc import abstractmethod
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from uscalc.ui.frame.frame import MainFrame
from uscalc.ui.widgets.building import open_dialog

# The contents of the window are imported after the frame is shown.
if TYPE_CHECKING:
    from pathlib import Path

    from uscalc.document.model import Document
    from uscalc.engine.inputs import System
    from uscalc.ui.crosstable.stage import TableStage
    from uscalc.ui.enter.clipboard import ClipboardCommands
    from uscalc.ui.enter.paste_panel import PastePanel
    from uscalc.ui.files.files import FileController
    from uscalc.ui.files.files_questions import NewEventDialog
    from uscalc.ui.files.recovery import RecoveryController
    from uscalc.ui.files.samples import Sample
    from uscalc.ui.files.start_page import StartPage
    from uscalc.ui.frame.bars import BottomBar, TopBar
    from uscalc.ui.frame.empty_bars import Header
    from uscalc.ui.frame.panel import PanelStrip
    from uscalc.ui.frame.rail import SpaceRail
    from uscalc.ui.session.session import Session
    from uscalc.ui.teach.coach import CoachStrip
    from uscalc.ui.what_if.discard_question import DropQuestion
    from uscalc.ui.window.guide import GuideWindow
    from uscalc.ui.window.palette import CommandPalette
    from uscalc.ui.window.panel_places import PanelPlaces
    from uscalc.ui.window.shortcuts import ShortcutPage
    from uscalc.ui.window.spaces import SpaceSwitch


class Window(MainFrame):
    """The main frame with all its parts, and the actions on the whole window."""

    column: QVBoxLayout
    """The crosstable and the parts below it."""
    stage: "TableStage"
    foot: QVBoxLayout
    """The parts above the status bar: messages without a crosstable, and the coach."""
    coach: "CoachStrip"
    paste_panel: "PastePanel"
    strip: "PanelStrip"
    rail: "SpaceRail"
    places: "PanelPlaces"
    spaces: "SpaceSwitch"
    bottom: "BottomBar"
    files: "FileController"
    recovery: "RecoveryController"
    top: "TopBar"
    header: "Header"
    menus: dict[str, QMenu]

    def switch_to_space_of(self, name: str) -> None:
        """Switch to a space that has a view, unless the current one has it."""
        self.spaces.switch_to_view(name)

    def views_of(self, session: "Session") -> "tuple[tuple[str, QWidget], ...]":
        """Return a rating explorer and an explanation of another event, each with its title."""
        from uscalc.ui.explain.explanation_view import ExplanationView
        from uscalc.ui.explorer.explorer_view import RatingExplorerView

        views = (
            RatingExplorerView(session, self.theme),
            ExplanationView(session, self.theme),
        )
        names = self.title_of("view-rating-explorer"), self.title_of("view-explanation")
        return tuple(zip(names, views, strict=True))

    def mark_of(self, name: str, parent: QWidget) -> QWidget:
        """Make the line above a view that says whether it shows what-if results.

        The line is a child of `parent`.
        """
        from uscalc.ui.frame.view import WhatIfMark
        from uscalc.ui.window.views import VIEWS

        (view,) = (view for view in VIEWS if view.name == name)
        # Dragging a result in the rating explorer may create the first what-if result
        # under the pointer. So that nothing moves, its mark is beside its tabs.
        beside = name == "view-rating-explorer"
        shown = "unmarked" if beside else view.what_if
        return WhatIfMark(self.session, f"{name}Above", shown, parent)

    # Parts that are made when they are first used

    @cached_property
    def clipboard(self) -> "ClipboardCommands":
        """The commands for copying and pasting."""
        from uscalc.ui.enter.clipboard import ClipboardCommands

        return ClipboardCommands(
            self.session,
            self.crosstable,
            self.paste_panel,
            self.messages,
            lambda: self.show_view("view-compare-with-us-chess"),
        )

    @cached_property
    def dropping(self) -> "DropQuestion":
        """The question that Esc asks if there are what-if results."""
        from uscalc.ui.what_if.discard_question import DropQuestion

        return DropQuestion(self)

    @cached_property
    def palette_of_commands(self) -> "CommandPalette":
        """The palette of commands."""
        from uscalc.ui.window.palette import CommandPalette

        return CommandPalette(self.theme, self)

    # Moving between parts

    def list_panes(self) -> list[QWidget]:
        """Return the parts of the window in the order in which F6 visits them."""
        start = self.findChild(QWidget, "startPage")
        if start is not None and start.isVisible():
            return [start, self.rail]
        return [
            self.messages,
            self.rail,
            self.top,
            self.crosstable,
            self.strip,
            self.right,
            self.below,
            self.bottom,
        ]

    def ask_new(self) -> "NewEventDialog":
        """Ask the three questions of a new event."""
        from uscalc.ui.files.files_questions import NewEventDialog

        return open_dialog(
            NewEventDialog(
                self.theme,
                lambda document: self.files.saving.run_unless_unsaved(
                    lambda: self._show_event(document)
                ),
                self,
            )
        )

    def _show_event(self, document: "Document") -> None:
        """Show a new event, with the editor of the first name open."""
        self.files.opening.show_new(document)
        self.crosstable.focus_cell(0, None)

    @abstractmethod
    def show_title(self, named: bool = True) -> None:
        """Show the program in the title bar, with the event's name and file if `named`."""

    @abstractmethod
    def show_start_page(self) -> "StartPage":
        """Show the start page over the event."""

    def open_sample(
        self, sample: "Sample", then: Callable[[], object] = lambda: None
    ) -> None:
        """Open a sample as an unsaved event; `then` is called once it is shown."""
        self.files.opening.open_copy(sample.path, sample.title, then)

    def open_event_at(
        self, path: "Path", section: str, number: int, system: "System"
    ) -> None:
        """Open an event, unless it is open, and explain a player's rating in a system."""

        def explain() -> None:
            for index, one in enumerate(self.session.document.sections):
                for row, player in enumerate(one.players):
                    if (one.name, player.number) == (section, number):
                        self.session.select(section=index, system=system, row=row)
            self.show_view("view-explanation")

        if self.session.path == path:
            explain()
        else:
            self.files.opening.read_unless_unsaved(path, explain)

    def place_messages(self) -> None:
        """Show messages below the crosstable or, where it is hidden, above the status bar."""
        if not self.crosstable.isHidden():
            self.stage.take_bar(self.messages)
        elif self.messages.parent() is not self.foot.parent():
            hidden = self.messages.isHidden()
            self.foot.insertWidget(0, self.messages)
            self.messages.setHidden(hidden)

    def enter_space(self, name: str) -> None:
        """Switch to the space of a task, or of an opened event."""
        self.spaces.switch_to(name, by_event=True)

    def show_shortcuts(self) -> "ShortcutPage":
        """Open the page of shortcuts."""
        from uscalc.ui.window.shortcuts import ShortcutPage

        return open_dialog(ShortcutPage(self.named_actions, self.theme, self))

    def show_guide(self, view: str = "") -> "GuideWindow":
        """Open the help in its window, at the page of a view."""
        from uscalc.ui.window.guide import GuideWindow

        page = self.get_or_make(
            GuideWindow, lambda: GuideWindow(self.theme, self, self.folders.state)
        )
        page.show_help(view)
        return page

    def show_view_help(self) -> "GuideWindow":
        """Open the help page of the view that was used last."""
        panel = self.attention.panel
        return self.show_guide("crosstable" if panel is None else panel.front)

    def show_settings(self) -> QWidget:
        """Show the settings of the event and its sections."""
        from uscalc.ui.enter.settings_dialog import SettingsDialog

        dialog = self.get_or_make(
            SettingsDialog,
            lambda: SettingsDialog(
                self.session,
                self.theme,
                lambda: self.show_view("view-rating-rules"),
                self,
            ),
        )
        dialog.show_settings()
        return dialog

    # Display

    def wants_ids(self) -> bool:
        """Return whether the open event is shown with member IDs.

        By default, they are hidden if an event was read from a US Chess page; only such
        events have published ratings.
        """
        chosen = self.preferences.find_flag("member-ids")
        if chosen is not None:
            return chosen
        sections = self.session.document.sections
        return not any(p.published for s in sections for p in s.players)

    def follow_ids(self) -> None:
        """Show or hide the member IDs for the event that was opened."""
        shown = self.wants_ids()
        self.crosstable.show_column("id", shown)
        self.named_actions["memberIds"].setChecked(shown)

    def toggle_ids(self) -> None:
        """Show or hide the member IDs from now on, because the user wants it."""
        shown = self.named_actions["memberIds"].isChecked()
        self.crosstable.show_column("id", shown)
        self.preferences.set_flag("member-ids", shown)

    def toggle_performance(self) -> None:
        """Show or hide the performance ratings from now on, because the user wants it."""
        shown = self.named_actions["performance"].isChecked()
        self.crosstable.show_column("performance", shown)
        self.preferences.set_flag("performance", shown)
