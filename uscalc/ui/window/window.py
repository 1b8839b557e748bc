"""The window with its parts by name, as the shell's own handlers and menus know it."""

from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from uscalc.ui.frame.frame import HasLines, MainFrame

# The contents of the window are imported after the frame is on the screen.
if TYPE_CHECKING:
    from uscalc.document.findings import Finding
    from uscalc.document.model import Document
    from uscalc.ui.crosstable.stage import TableStage
    from uscalc.ui.enter.clipboard import ClipboardCommands
    from uscalc.ui.enter.panel import PastePanel
    from uscalc.ui.files.files import FileController
    from uscalc.ui.files.files_questions import NewEventDialog
    from uscalc.ui.files.recovery import RecoveryController
    from uscalc.ui.frame.bottom_bar import BottomBar
    from uscalc.ui.frame.strip import PanelStrip
    from uscalc.ui.frame.top_bar import TopBar
    from uscalc.ui.session.session import Session
    from uscalc.ui.teach.coach import CoachStrip, FirstSteps
    from uscalc.ui.what_if.dropping import DropQuestion
    from uscalc.ui.window.guide import GuideWindow
    from uscalc.ui.window.palette import CommandPalette
    from uscalc.ui.window.places import PanelPlaces
    from uscalc.ui.window.shortcuts import ShortcutPage


class Window(MainFrame):
    """A frame with everything in it, and what can be asked of the whole."""

    column: QVBoxLayout
    """The table and what stands below it."""
    stage: "TableStage"
    coach: "CoachStrip"
    first_steps: "FirstSteps"
    paste_panel: "PastePanel"
    strip: "PanelStrip"
    places: "PanelPlaces"
    bottom: "BottomBar"
    files: "FileController"
    recovery: "RecoveryController"
    top: "TopBar"
    menu: QMenu

    def views_of(self, session: "Session") -> "tuple[tuple[str, QWidget], ...]":
        """Idea and derivation of another event than the open one, each with its title."""
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

        It is a child of `parent`.
        """
        from uscalc.ui.frame.view import WhatIfMark
        from uscalc.ui.window.views import VIEWS

        (view,) = (view for view in VIEWS if view.name == name)
        return WhatIfMark(self.session, name, view.what_if, parent)

    # Made when they are first used

    @cached_property
    def clipboard(self) -> "ClipboardCommands":
        """The commands for copying and pasting."""
        from uscalc.ui.enter.clipboard import ClipboardCommands

        return ClipboardCommands(
            self.session,
            self.crosstable,
            self.paste_panel,
            self.messages,
            self.show_published,
        )

    @cached_property
    def dropping(self) -> "DropQuestion":
        """The question of Escape in a window with what-if results."""
        from uscalc.ui.what_if.dropping import DropQuestion

        return DropQuestion(self)

    @cached_property
    def palette_of_commands(self) -> "CommandPalette":
        """The palette of commands."""
        from uscalc.ui.window.palette import CommandPalette

        return CommandPalette(self.theme, self)

    # Getting about

    def list_panes(self) -> list[QWidget]:
        """Return the parts of the window, in the order in which F6 visits them."""
        return [
            self.messages,
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

        dialog = NewEventDialog(
            self.theme,
            lambda document: self.files.unsaved.run_unless_unsaved(
                lambda: self._show_event(document)
            ),
            self,
        )
        dialog.open()
        return dialog

    def _show_event(self, document: "Document") -> None:
        """Show a new event, its first name ready to be typed."""
        self.session.show_document(document, None)
        self.crosstable.focus_cell(0, None)

    def show_step(self, place: str) -> None:
        """Show what a step of the coach strip is about."""
        if place == "table":
            section, row, round_number = self.first_steps.game
            self.session.select(section=section)
            self.crosstable.focus_cell(row, round_number)
        elif place == "why":
            self.show_view("view-explanation")
        elif place == "missing":
            self.show_view("view-problems")
        elif place == "mine":
            self.named_actions["myRating"].trigger()
        else:
            self.ask_new()

    def show_shortcuts(self) -> "ShortcutPage":
        """Open the page of shortcuts."""
        from uscalc.ui.window.shortcuts import ShortcutPage

        page = ShortcutPage(self.named_actions, self.theme, self)
        page.open()
        return page

    def show_guide(self) -> "GuideWindow":
        """Open the guide beside the work."""
        from uscalc.ui.window.guide import GuideWindow

        page = GuideWindow(self.theme, self, self.folders.state)
        page.show()
        return page

    # Rooms that others lead to

    def show_audit(self) -> QWidget:
        """Show the view that looks for corrections."""
        from uscalc.ui.report.room import AUDIT_VIEW

        return self.show_view(AUDIT_VIEW.name)

    def show_published(self) -> QWidget:
        """Show the comparison of the event with its published page."""
        from uscalc.ui.report.room import PUBLISHED_VIEW

        return self.show_view(PUBLISHED_VIEW.name)

    def show_derivation(self) -> HasLines:
        """Show the derivation of the selected player."""
        from uscalc.ui.explain.room import EXPLANATION_VIEW

        view = self.show_view(EXPLANATION_VIEW.name)
        assert isinstance(view, HasLines)
        return view

    def show_rules(self) -> None:
        """Show the rating rules, ready for the arrow keys."""
        from uscalc.ui.rules.room import RULES_VIEW

        assert RULES_VIEW.show is not None
        RULES_VIEW.show(self)

    def show_settings(self) -> QWidget:
        """Show the settings of the event and its sections."""
        from uscalc.ui.enter.room import SETTINGS_VIEW

        return self.show_view(SETTINGS_VIEW.name)

    def follow_what_if(self) -> None:
        """Bring What if to the front of its panel, unless a view fills the screen."""
        from uscalc.ui.what_if.room import WHAT_IF_VIEW

        if self.presenting is None:
            self.right.show_view(WHAT_IF_VIEW.name)

    def follow_steps(self) -> None:
        """Bring Steps to the front of its panel, if no view in sight follows a step.

        A view that fills the screen stays.
        """
        from uscalc.ui.window.views import FOLLOWING_STEPS, STEPS

        fronts = {self.right.get_current_name(), self.below.get_current_name()}
        seen = any(
            name in fronts and self.get_view(name).isVisible()
            for name in FOLLOWING_STEPS
        )
        if not seen and self.presenting is None:
            self.below.show_view(STEPS)

    def ask_fill_event(self) -> None:
        """Open the dialog that fills everybody's rating in from a list."""
        from uscalc.ui.rating_list.commands import open_fill_dialog

        open_fill_dialog(self, True)

    # Display

    def go_to(self, finding: "Finding") -> None:
        """Show the place of a finding."""
        session = self.session
        if finding.section is not None:
            session.select(section=finding.section)
        if finding.system is not None:
            session.select(system=finding.system)
        section = session.section
        if section is None or finding.player is None:
            return
        for row, player in enumerate(section.players):
            if player.number == finding.player:
                self.crosstable.focus_cell(row, finding.round)
                return

    def toggle_ids(self) -> None:
        """Show or hides the member IDs, as their action is checked, at every start."""
        shown = self.named_actions["memberIds"].isChecked()
        self.crosstable.show_ids(shown)
        self.preferences.set_flag("member-ids", shown)
