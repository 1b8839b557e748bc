"""The main window: the crosstable, the views around it, and the bars."""

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt, QUrl
from PySide6.QtGui import QAction, QCloseEvent, QDragEnterEvent, QDropEvent, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QMainWindow,
    QVBoxLayout,
    QWidget,
)

from uscalc.ui.storage.folders import Folders
from uscalc.ui.storage.preferences import Preferences
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.screen_room import Available, FittedWindow, available_to

# What fills the window is imported by `fill`, after the frame is on the screen.
if TYPE_CHECKING:
    from uscalc.document.findings import Finding
    from uscalc.document.model import Document
    from uscalc.ui.clipboard.clipboard import Clipboard
    from uscalc.ui.clipboard.panel import PastePanel
    from uscalc.ui.crosstable.structure import StructureCommands
    from uscalc.ui.crosstable.view import Crosstable
    from uscalc.ui.files.files import Files
    from uscalc.ui.files.recovery import Recovery
    from uscalc.ui.frame.panel import Panel
    from uscalc.ui.frame.strip import Strip
    from uscalc.ui.session.session import Session
    from uscalc.ui.shell.bottom_bar import BottomBar
    from uscalc.ui.shell.findings import FindingsList
    from uscalc.ui.shell.palette import Palette
    from uscalc.ui.shell.places import Places
    from uscalc.ui.shell.shortcuts import ShortcutPage
    from uscalc.ui.shell.top_bar import TopBar
    from uscalc.ui.teaching.coach import CoachStrip
    from uscalc.ui.teaching.coach_steps import FirstSteps
    from uscalc.ui.teaching.presentation import Presentation
    from uscalc.ui.widgets.message_bar import MessageBar

SMALLEST = QSize(640, 400)
LONGEST_NAME = 60


class MainWindow(QMainWindow):
    """One window for entering, asking and teaching.

    `folders` say where it keeps what is its own; usually the person's folders. Without
    a session it is an empty frame, which `fill` makes a window of.
    """

    session: "Session"
    messages: "MessageBar"
    coach: "CoachStrip"
    first_steps: "FirstSteps"
    crosstable: "Crosstable"
    paste_panel: "PastePanel"
    structure: "StructureCommands"
    findings: "FindingsList"
    right: "Panel"
    below: "Panel"
    strip: "Strip"
    places: "Places"
    named_actions: dict[str, QAction]
    bottom: "BottomBar"
    files: "Files"
    recovery: "Recovery"
    top: "TopBar"

    def __init__(
        self,
        session: "Session | None",
        theme: Theme,
        folders: Folders | None = None,
        available: Available = available_to,
    ) -> None:
        super().__init__()
        self.theme = theme
        self.folders = folders or Folders.usual()
        self.preferences = Preferences(self.folders.settings)
        self.presenting: Presentation | None = None
        """What fills the screen; None: the window itself is used."""
        self._filled = False
        self._arranged = False
        self._closing = False
        self._gone = False
        self.setObjectName("mainWindow")
        self.setAccessibleName("uscalc")
        self.setWindowTitle("uscalc")
        self.setMinimumSize(SMALLEST)
        FittedWindow(self, self.preferences.place, available)
        if session is not None:
            self.fill(session)
        else:
            self._show_emptiness()

    def _show_emptiness(self) -> None:
        """The bars and the card of a window in which nothing stands yet."""
        bar = QFrame()
        bar.setObjectName("topBar")
        bar.setFixedHeight(6 * UNIT)
        self.setMenuWidget(bar)
        centre = QWidget()
        column = QVBoxLayout(centre)
        # Room for the bar below; itself, like any text, it would cost a font now.
        column.setContentsMargins(UNIT, UNIT, UNIT, 5 * UNIT)
        card = QFrame()
        card.setProperty("card", True)
        column.addWidget(card)
        self.setCentralWidget(centre)

    def fill(self, session: "Session") -> None:
        """Puts everything into the window, for this event."""
        from uscalc.ui.shell.build import furnish

        self.session = session
        furnish(self)
        session.edited.connect(self._refresh)
        session.opened.connect(self._refresh)
        session.filed.connect(self._refresh)
        session.rated.connect(self._findings_gone)
        session.refused.connect(self.report)
        session.pending.unentered.connect(self._tell_unentered)
        session.pending.mended.connect(self.messages.withdraw)
        self._refresh()
        self.right.share_room(self.below, self.crosstable.height_of_rows())
        if self.preferences.flag("member-ids"):
            self.named_actions["memberIds"].setChecked(True)
            self.crosstable.show_ids(True)
        self._arranged = self.places.begin(self.preferences.layouts())
        for panel in (self.right, self.below):
            panel.bring_forward(self.preferences.front(panel.objectName()))
        self.theme.changed.connect(self._remember_look)
        self.setAcceptDrops(True)
        self._filled = True
        self.crosstable.view.setFocus()

    @property
    def filled(self) -> bool:
        """Whether everything stands in the frame."""
        return self._filled

    @property
    def gone(self) -> bool:
        """Whether the window was closed for good."""
        return self._gone

    def showEvent(self, event: QShowEvent) -> None:
        """Shares the room anew: the first size may be another than usual."""
        super().showEvent(event)
        if self._filled and not self._arranged:
            self._arranged = True
            self.right.share_room(self.below, self.crosstable.height_of_rows())

    # Keeping in step

    def _refresh(self) -> None:
        from uscalc.ui.wording.hints import plain_hint

        session, actions = self.session, self.named_actions
        name = session.document.name or "Event without a name"
        file = f" – {session.path.name}" if session.path else ""
        # Doubled, Qt shows the mark of unsaved changes as the text that it is.
        said, file = (text.replace("[*]", "[*][*]") for text in (name, file))
        self.setWindowTitle(f"{said}[*]{file} – uscalc")
        self.setWindowModified(not session.history.saved)
        actions["revert"].setEnabled(
            session.path is not None and not session.history.saved
        )
        for name, verb, edit in (
            ("undo", "Undo", session.history.undo_name),
            ("redo", "Redo", session.history.redo_name),
        ):
            action = actions[name]
            action.setEnabled(edit is not None)
            action.setText(f"&{verb} {shortened(edit)}" if edit else f"&{verb}")
            keys = action.shortcut().toString()
            hint = f"{verb}: {edit} ({keys})" if edit else f"{verb} ({keys})"
            action.setToolTip(plain_hint(hint))

    def report(self, text: str) -> None:
        """Shows what went wrong in the bar."""
        self.messages.tell(text)

    def _tell_unentered(self, where: str, text: str) -> None:
        """Says which text is not in the event, until that is closed or mended."""
        self.messages.ask(where, text, (), error=True)

    def toggle_findings(self) -> None:
        """Shows or hides the list of findings, as its action is checked."""
        self.findings.setVisible(self.named_actions["findings"].isChecked())

    def toggle_ids(self) -> None:
        """Shows or hides the member IDs, as their action is checked, at every start."""
        shown = self.named_actions["memberIds"].isChecked()
        self.crosstable.show_ids(shown)
        self.preferences.set_flag("member-ids", shown)

    def _findings_gone(self) -> None:
        if not self.session.findings:
            self.named_actions["findings"].setChecked(False)

    def go_to(self, finding: "Finding") -> None:
        """Shows the place of a finding."""
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

    # Made when they are first used

    @cached_property
    def clipboard(self) -> "Clipboard":
        """What copies and pastes."""
        from uscalc.ui.clipboard.clipboard import Clipboard

        return Clipboard(self.session, self.crosstable, self.paste_panel, self.messages)

    @cached_property
    def palette_of_commands(self) -> "Palette":
        """The palette of commands."""
        from uscalc.ui.shell.palette import Palette

        return Palette(self.theme, self)

    # Getting about

    def panes(self) -> list[QWidget]:
        """The parts of the window, in the order in which F6 visits them."""
        return [
            self.messages,
            self.top,
            self.crosstable,
            self.findings,
            self.strip,
            self.right,
            self.below,
            self.bottom,
        ]

    def ask_new(self) -> None:
        """Asks the three questions of a new event."""
        from uscalc.ui.shell.new_event import NewEvent

        NewEvent(self.theme, self._begin_event, self).open()

    def _begin_event(self, document: "Document") -> None:
        """Shows a new event, its first name ready to be typed."""
        self.files.unless_unsaved(lambda: self._show_event(document))

    def _show_event(self, document: "Document") -> None:
        self.session.open(document, None)
        self.crosstable.focus_cell(0, None)

    def view(self, name: str) -> QWidget:
        """A view by its objectName, made now if nobody has seen it yet."""
        return self._panel_of(name).view(name)

    def _panel_of(self, name: str) -> "Panel":
        from uscalc.ui.shell.views import VIEWS

        place = next(view.where for view in VIEWS if view.name == name)
        return self.right if place == "right" else self.below

    def show_view(self, name: str) -> QWidget:
        """Brings a view to the front and gives it the keyboard."""
        from uscalc.ui.widgets.focus import first_control

        if self.presenting is not None:
            return self.presenting.show_view(name)
        self._panel_of(name).show_view(name)
        view = self.view(name)
        control = first_control(view)
        if control is None and self._panel_of(name).lifted:
            # Escape shall close it all the same.
            control = self._panel_of(name)
        if control is not None:
            control.setFocus(Qt.FocusReason.OtherFocusReason)
        return view

    def show_rules(self) -> None:
        """Shows the table of rules, ready for the arrows."""
        table = self.show_view("rulesView").findChild(QWidget, "rulesTable")
        if table is not None:
            table.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_step(self, place: str) -> None:
        """Shows what a step of the coach strip is about."""
        if place == "table":
            section, row, round_number = self.first_steps.game
            self.session.select(section=section)
            self.crosstable.focus_cell(row, round_number)
        elif place == "why":
            self.show_view("derivationView")
        elif place == "missing":
            self.show_view("missingView")
        elif place == "mine":
            self.named_actions["myRating"].trigger()
        else:
            self.ask_new()

    def ask_command(self) -> None:
        """Opens the palette of commands."""
        from uscalc.ui.shell.commands import commands

        self.palette_of_commands.ask(commands(self), QApplication.focusWidget())

    def show_shortcuts(self) -> "ShortcutPage":
        """Opens the page of shortcuts."""
        from uscalc.ui.shell.shortcuts import ShortcutPage

        page = ShortcutPage(self.named_actions, self.theme, self)
        page.open()
        return page

    def offer_work(self) -> None:
        """Offers what was not saved before a crash, or says that there is nothing."""
        if not self.recovery.offer():
            self.messages.tell("There is no unsaved work.", error=False)

    def _remember_look(self) -> None:
        self.preferences.remember_look(self.theme)

    def changeEvent(self, event: QEvent) -> None:
        """Looks at the file whenever the person comes back to the window."""
        super().changeEvent(event)
        if (
            self._filled
            and event.type() == QEvent.Type.ActivationChange
            and self.isActiveWindow()
        ):
            self.files.look()

    # Files dropped, window closed

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Takes one file."""
        if _dropped(event.mimeData().urls()) is not None:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Opens the file that was dropped."""
        path = _dropped(event.mimeData().urls())
        if path is not None:
            event.acceptProposedAction()
            self.files.open(path)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Closes when nothing can be lost; otherwise asks first."""
        if not self._filled:
            self._gone = True
            event.accept()
            return
        event.ignore()
        if not self._closing:
            self.files.unless_unsaved(self._close_now)
        if self._closing:
            self._let_go()
            event.accept()

    def _let_go(self) -> None:
        """Leaves nothing behind: no journal, no lock, no thread."""
        from uscalc.ui.scheduling.worker import Worker

        if self._gone:
            return
        self._gone = True
        self.theme.changed.disconnect(self._remember_look)
        self.preferences.remember_layout(self, self.places.layouts())
        for panel in (self.right, self.below):
            self.preferences.remember_front(panel.objectName(), panel.front)
        self.preferences.write()
        self.session.close()
        for worker in self.findChildren(Worker):
            worker.close()
        self.recovery.close()
        self.files.close()

    def _close_now(self) -> None:
        """Closes for good, at once or after the question was answered."""
        self._closing = True
        self.close()


def shortened(edit: str) -> str:
    """An edit's name for a menu."""
    short = edit if len(edit) <= LONGEST_NAME else f"{edit[: LONGEST_NAME - 1]}…"
    return short.replace("&", "&&")


def _dropped(urls: list[QUrl]) -> Path | None:
    if len(urls) == 1 and urls[0].isLocalFile():
        return Path(urls[0].toLocalFile())
    return None
