"""The main window: the crosstable, the views around it, and the bars."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QSize, Qt, QUrl
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import (
    QApplication,
    QMainWindow,
    QMenu,
    QVBoxLayout,
    QWidget,
)

from uscalc.document.findings import Finding
from uscalc.document.model import Document
from uscalc.ui import docks
from uscalc.ui.actions import make_actions
from uscalc.ui.bottom_bar import BottomBar
from uscalc.ui.clipboard import Clipboard
from uscalc.ui.coach import CoachStrip
from uscalc.ui.commands import commands
from uscalc.ui.context_menus import CELLS, PLAYERS, SECTIONS, context_menus, fill
from uscalc.ui.crosstable import Crosstable
from uscalc.ui.derivation_view import DerivationView
from uscalc.ui.files import Files
from uscalc.ui.findings_list import FindingsList
from uscalc.ui.folders import Folders
from uscalc.ui.message_bar import MessageBar
from uscalc.ui.missing_view import MissingView
from uscalc.ui.new_event import NewEvent
from uscalc.ui.notes import plain_hint
from uscalc.ui.palette import Palette
from uscalc.ui.pane_cycle import first_control, next_pane
from uscalc.ui.paste_panel import PastePanel
from uscalc.ui.player_panel import PlayerPanel
from uscalc.ui.preferences import Preferences
from uscalc.ui.recent_menu import RecentMenu
from uscalc.ui.recovery import Recovery
from uscalc.ui.rules_view import RulesView
from uscalc.ui.session import Session
from uscalc.ui.settings_panel import SettingsPanel
from uscalc.ui.shortcut_page import ShortcutPage
from uscalc.ui.steps_view import StepsView
from uscalc.ui.structure_commands import StructureCommands
from uscalc.ui.theme import UNIT, Theme
from uscalc.ui.top_bar import TopBar

SIZE = QSize(1280, 800)
SMALLEST = QSize(800, 480)
LONGEST_NAME = 60


class MainWindow(QMainWindow):
    """One window for entering, asking and teaching.

    `folders` say where it keeps what is its own; usually the person's folders.
    """

    def __init__(
        self, session: Session, theme: Theme, folders: Folders | None = None
    ) -> None:
        super().__init__()
        self.session = session
        self._theme = theme
        folders = folders or Folders.usual()
        self.preferences = Preferences(folders.settings)
        self._closing = False
        self._gone = False
        self.setObjectName("mainWindow")
        self.setAccessibleName("uscalc")
        self.setAcceptDrops(True)
        self.setMinimumSize(SMALLEST)
        docks.prepare(self)
        self.messages = MessageBar()
        self.crosstable = Crosstable(session, theme)
        self.paste_panel = PastePanel()
        self.structure = StructureCommands(session, self.crosstable)
        self.clipboard = Clipboard(
            session, self.crosstable, self.paste_panel, self.messages
        )
        self.findings = FindingsList(session, theme)
        self.findings.chosen.connect(self._go_to)
        self.setCentralWidget(self._centre())
        self._add_docks()
        self.named_actions = make_actions(self, self._handlers())
        actions = self.named_actions
        self.bottom = BottomBar(session, actions["findings"])
        self.files = Files(
            self,
            session,
            self.messages,
            self.bottom,
            self.finish,
            folders,
            self.preferences,
        )
        self.recovery = Recovery(
            folders.journals,
            session,
            self.files.on_disk,
            self.messages,
            self.files.unless_unsaved,
            self,
        )
        self.palette_of_commands = Palette(theme, self)
        self.top = TopBar(session, actions, self._menu())
        self.top.leaving.connect(self.finish)
        self.top.tabs.menu = self._context.sections
        self.setMenuWidget(self.top)
        self._add_bottom()
        session.edited.connect(self._refresh)
        session.opened.connect(self._refresh)
        session.filed.connect(self._refresh)
        session.rated.connect(self._findings_gone)
        session.refused.connect(self.report)
        self._refresh()
        self.resize(SIZE)
        self._share_room()
        self.preferences.lay_out(self)
        theme.changed.connect(self._remember_look)
        self.crosstable.middle.setFocus()

    # Building

    def _centre(self) -> QWidget:
        centre = QWidget()
        centre.setObjectName("centre")
        column = QVBoxLayout(centre)
        column.setContentsMargins(UNIT, UNIT, 0, 0)
        column.setSpacing(UNIT)
        column.addWidget(self.messages)
        self.coach = CoachStrip(self.preferences, self._show_step)
        column.addWidget(self.coach)
        column.addWidget(self.paste_panel)
        column.addWidget(self.crosstable, 1)
        column.addWidget(self.findings)
        return centre

    def _add_docks(self) -> None:
        session, theme = self.session, self._theme
        self.why = DerivationView(session, theme)
        self.steps = StepsView(session, theme)
        area = Qt.DockWidgetArea
        self.right = docks.Panel(
            self, "rightPanel", "Player views", area.RightDockWidgetArea
        )
        self.right.add("Why", self.why)
        self.player = PlayerPanel(session, theme)
        self.right.add("Player", self.player)
        self.settings = SettingsPanel(session, theme, self._show_rules)
        self.right.add("Settings", self.settings)
        self.below = docks.Panel(
            self, "bottomPanel", "Section views", area.BottomDockWidgetArea
        )
        self.below.add("Steps", self.steps)
        self.rules = RulesView(session, theme)
        self.missing = MissingView(session, theme)
        self.below.add("Missing facts", self.missing)
        self.below.add("Rules", self.rules)

    def _add_bottom(self) -> None:
        bar = self.statusBar()
        bar.setObjectName("statusBar")
        bar.setAccessibleName("State")
        bar.setSizeGripEnabled(False)
        bar.addWidget(self.bottom, 1)

    def _share_room(self) -> None:
        self.resizeDocks(
            [self.right], [self.width() * 35 // 100], Qt.Orientation.Horizontal
        )
        self.resizeDocks(
            [self.below], [self.height() * 30 // 100], Qt.Orientation.Vertical
        )

    def _menu(self) -> QMenu:
        actions = self.named_actions
        menu = QMenu(self)
        menu.setObjectName("menu")
        menu.setAccessibleName("Menu")
        menu.addAction(actions["new"])
        menu.addAction(actions["open"])
        menu.addMenu(
            RecentMenu(self.preferences, lambda path: self.files.open(path), menu)
        )
        for name in ("save", "saveAs", "revert", "recover"):
            menu.addAction(actions[name])
        menu.addSeparator()
        for name in ("undo", "redo"):
            menu.addAction(actions[name])
        menu.addSeparator()
        for name in ("previousSection", "nextSection", "switchSystem", "findings"):
            menu.addAction(actions[name])
        editing = _submenu(menu, "edit", "&Edit")
        fill(editing, actions, CELLS)
        players = _submenu(menu, "players", "&Players and rounds")
        fill(players, actions, PLAYERS)
        sections = _submenu(menu, "sections", "Se&ctions")
        fill(sections, actions, SECTIONS)
        self._context = context_menus(self, actions, self.crosstable)
        views = _submenu(menu, "views", "&Views")
        for panel in (self.right, self.below):
            views.addAction(panel.toggleViewAction())
        for name in ("showPlayer", "settings", "missing", "rules"):
            views.addAction(actions[name])
        size = _submenu(menu, "size", "Si&ze")
        for name in ("zoomIn", "zoomOut", "zoomReset"):
            size.addAction(actions[name])
        theme = _submenu(menu, "theme", "&Colours")
        for name in ("themeSystem", "themeLight", "themeDark"):
            theme.addAction(actions[name])
        chosen = {"system": "themeSystem", "light": "themeLight", "dark": "themeDark"}
        actions[chosen[self._theme.choice]].setChecked(True)
        menu.addSeparator()
        for name in ("commands", "shortcuts", "quit"):
            menu.addAction(actions[name])
        return menu

    def _handlers(self) -> dict[str, Callable[[], object]]:
        theme, session = self._theme, self.session
        return {
            "new": self.ask_new,
            "open": lambda: self.files.ask_open(),
            "save": lambda: self.files.save(),
            "saveAs": lambda: self.files.ask_save(),
            "revert": lambda: self.files.revert(),
            "recover": self._offer_work,
            "undo": session.undo,
            "redo": session.redo,
            **self.structure.handlers(),
            **self.clipboard.handlers(),
            "filter": self.crosstable.filter,
            "renameSection": lambda: self.top.tabs.rename(),
            "zoomIn": lambda: theme.zoom_by(1),
            "zoomOut": lambda: theme.zoom_by(-1),
            "zoomReset": lambda: theme.set_zoom(100),
            "themeSystem": lambda: theme.choose("system"),
            "themeLight": lambda: theme.choose("light"),
            "themeDark": lambda: theme.choose("dark"),
            "nextSection": lambda: self.top.step(1),
            "previousSection": lambda: self.top.step(-1),
            "switchSystem": lambda: self.top.switch.next(),
            "findings": self._toggle_findings,
            "showPlayer": lambda: self._show_view(self.right, "playerPanel"),
            "settings": lambda: self._show_view(self.right, "settingsPanel"),
            "missing": lambda: self._show_view(self.below, "missingView"),
            "rules": self._show_rules,
            "nextPane": lambda: next_pane(self._panes(), 1),
            "previousPane": lambda: next_pane(self._panes(), -1),
            "commands": self._ask_command,
            "shortcuts": self.show_shortcuts,
            "quit": self.close,
        }

    # Keeping in step

    def _refresh(self) -> None:
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

    def _toggle_findings(self) -> None:
        self.findings.setVisible(self.named_actions["findings"].isChecked())

    def _findings_gone(self) -> None:
        if not self.session.rating.findings:
            self.named_actions["findings"].setChecked(False)

    def _go_to(self, finding: Finding) -> None:
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

    # Getting about

    def _panes(self) -> list[QWidget]:
        return [
            self.messages,
            self.top,
            self.crosstable,
            self.findings,
            self.right,
            self.below,
            self.bottom,
        ]

    def finish(self) -> None:
        """Ends what is still being typed anywhere, and keeps it."""
        self.crosstable.finish()
        self.player.finish()
        self.settings.finish()

    def ask_new(self) -> None:
        """Asks the three questions of a new event."""
        self.finish()
        NewEvent(self._theme, self._begin_event, self).open()

    def _begin_event(self, document: Document) -> None:
        """Shows a new event, its first name ready to be typed."""
        self.files.unless_unsaved(lambda: self._show_event(document))

    def _show_event(self, document: Document) -> None:
        self.session.open(document, None)
        self.crosstable.focus_cell(0, None)

    def _show_view(self, panel: docks.Panel, name: str) -> None:
        panel.show_view(name)
        view = self.findChild(QWidget, name)
        control = None if view is None else first_control(view)
        if control is not None:
            control.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_rules(self) -> None:
        self._show_view(self.below, "rulesView")
        self.rules.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_step(self, place: str) -> None:
        """Shows what a step of the coach strip is about."""
        if place == "table":
            self.crosstable.focus_cell(0, 5)
        elif place == "why":
            self.right.show_view("derivationView")
        elif place == "missing":
            self._show_view(self.below, "missingView")
        else:
            self.ask_new()

    def _ask_command(self) -> None:
        self.crosstable.finish()
        self.palette_of_commands.ask(commands(self), QApplication.focusWidget())

    def show_shortcuts(self) -> ShortcutPage:
        """Opens the page of shortcuts."""
        page = ShortcutPage(self.named_actions, self._theme, self)
        page.open()
        return page

    def _offer_work(self) -> None:
        if not self.recovery.offer():
            self.messages.tell("There is no unsaved work.", error=False)

    def _remember_look(self) -> None:
        self.preferences.remember_look(self._theme)

    def changeEvent(self, event: QEvent) -> None:
        """Looks at the file whenever the person comes back to the window."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
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
        event.ignore()
        if not self._closing:
            self.files.unless_unsaved(self._close_now)
        if self._closing:
            self._let_go()
            event.accept()

    def _let_go(self) -> None:
        """Leaves nothing behind: no journal, no lock, no thread."""
        if self._gone:
            return
        self._gone = True
        self._theme.changed.disconnect(self._remember_look)
        self.preferences.remember_layout(self)
        self.preferences.write()
        self.session.close()
        self.recovery.close()
        self.files.on_disk.release()

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


def _submenu(menu: QMenu, name: str, title: str) -> QMenu:
    sub = menu.addMenu(title)
    sub.setObjectName(f"{name}Menu")
    sub.setAccessibleName(title.replace("&", ""))
    return sub
