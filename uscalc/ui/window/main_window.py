"""The main window: the crosstable, the views around it, and the bars."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt, QUrl
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QKeyEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QWidget,
)

from uscalc.counted import clip_text
from uscalc.ui.scheduling import collect_in_window_thread, connect_each, connect_pairs
from uscalc.ui.session.folders import Folders
from uscalc.ui.session.preferences import Preferences
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import add_parts, make_column, name_widget
from uscalc.ui.widgets.screen_room import Available, FittedWindow, available_to
from uscalc.ui.window.window import Window

# `fill_window` imports the contents of the window, after the frame is shown.
if TYPE_CHECKING:
    from uscalc.ui.files.start_page import StartPage
    from uscalc.ui.session.session import Session

SMALLEST = QSize(640, 400)
LONGEST_NAME = 60


class MainWindow(Window):
    """A window for an event.

    `folders` are the folders for its own files, usually the user's. Without a session,
    the window is empty until `fill_window` fills it.
    """

    def __init__(
        self,
        session: "Session | None",
        theme: Theme,
        folders: Folders | None = None,
        available: Available = available_to,
    ) -> None:
        super().__init__()
        collect_in_window_thread()
        self.theme = theme
        self.folders = folders or Folders.find_usual()
        self.preferences = Preferences(self.folders.settings)
        self._arranged = self._closing = self._keeps_work = False
        name_widget(self, "mainWindow", "uscalc")
        self.setWindowTitle("uscalc")
        self.setMinimumSize(SMALLEST)
        # Panels appear at once, without an animation.
        self.setAnimated(False)
        FittedWindow(self, self.preferences.restore_geometry, available)
        if session is not None:
            self.fill_window(session)
        else:
            self._show_emptiness()

    def _show_emptiness(self) -> None:
        """Show the bars and the card of a window without an event."""
        bar = name_widget(QFrame(), "topBar")
        bar.setFixedHeight(6 * UNIT)
        self.setMenuWidget(bar)
        centre = QWidget()
        # Reserve room for the status bar, because making it now would load a font.
        add_parts(
            make_column(centre, (UNIT, UNIT, UNIT, 5 * UNIT), spacing=None),
            name_widget(QFrame(), "", look="card"),
        )
        self.setCentralWidget(centre)

    def say_coming(self, words: str) -> None:
        """Show which file is being opened, in the empty window."""
        centre = self.centralWidget() or self
        coming = centre.findChild(QLabel, "coming")
        if coming is None:
            coming = name_widget(
                QLabel(
                    centre,
                    textFormat=Qt.TextFormat.PlainText,
                    alignment=Qt.AlignmentFlag.AlignCenter,
                ),
                "coming",
                "Opening file",
            )
            coming.setGeometry(centre.rect())
            coming.show()
        coming.setText(words)

    def fill_window(self, session: "Session", space: str = "explain") -> None:
        """Make all parts of the window for this event, in a space.

        The crosstable comes first, so that it can be read while the bars are made.
        """
        from uscalc.ui.window.build import build_table
        from uscalc.ui.window.spaces import find_space
        from uscalc.ui.window.views import SPACES

        self.session = session
        build_table(self, find_space(space))
        ids = self.wants_ids()
        if ids:
            self.crosstable.show_column("id", True)
        performance = self.preferences.find_flag("performance") is True
        self.crosstable.show_column("performance", performance)
        self.places.share_room()
        names = [space.name for space in SPACES]
        self._arranged = self.places.restore_layouts(
            self.preferences.read_layouts(names), self.preferences.read_shares(names)
        )
        self.spaces.read_fronts(self.preferences)
        self.paint_ratings()
        self._fill_bars(ids)
        self._lay_out()
        self.filled = True
        self.crosstable.view.setFocus()

    def show_start_page(self) -> "StartPage":
        """Show the start page over the event."""
        from uscalc.ui.window.start import StartController

        start = self.get_or_make(StartController, lambda: StartController(self))
        return start.show_page()

    def paint_ratings(self) -> None:
        """Paint the crosstable immediately, if the window is visible."""
        if self.isVisible():
            self._lay_out()
            self.repaint()

    def _lay_out(self) -> None:
        """Lay out all parts now, not in a later turn of the event loop."""
        frame = self.layout()
        assert frame is not None
        frame.activate()
        self.column.activate()

    def _fill_bars(self, ids: bool) -> None:
        from uscalc.ui.widgets.grabbing import announce
        from uscalc.ui.window.bars import build_bars

        session = self.session
        build_bars(self)
        connect_each(
            self._refresh_actions, session.edited, session.opened, session.filed
        )
        connect_each(
            self.show_title, session.restructured, session.opened, session.filed
        )
        session.opened.connect(self.follow_ids)
        connect_each(self._look_up_owners, session.after_edit, session.opened)
        connect_each(self._name_edits, session.after_edit, session.opened)
        connect_pairs(
            (
                session.after_edit,
                lambda: announce(self.crosstable.view, session.last_change),
            ),
            (session.refused, self.messages.show_refusal),
            (session.edited, self.messages.clear_refusal),
            (session.pending.unentered, self._tell_unentered),
            (session.pending.mended, self.messages.withdraw_question),
        )
        self._refresh_actions()
        self.show_title()
        self._name_edits()
        self.spaces.follow_keys()
        self.spaces.changed.connect(self.spaces.follow_keys)
        self.named_actions["memberIds"].setChecked(ids)
        shown = "performance" in self.crosstable.model.columns.extra
        self.named_actions["performance"].setChecked(shown)
        self.theme.changed.connect(self._remember_look)
        self.setAcceptDrops(True)

    def showEvent(self, event: QShowEvent) -> None:
        """Resize the panels, because the window may not have its usual size."""
        super().showEvent(event)
        if self.filled and not self._arranged:
            self._arranged = True
            self.places.share_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the parts that are not in a layout to the new size.

        A message outside the crosstable gets its height before it is painted: only its
        new width says how high it is, and Qt would lay it out a turn later.
        """
        super().resizeEvent(event)
        if not self.filled:
            return
        self.rail.fit_height()
        self.header.fit_tools()
        if self.messages.parent() is not self.stage.bars:
            part = self.messages.parentWidget()
            while part is not None:
                QCoreApplication.sendPostedEvents(part, QEvent.Type.LayoutRequest)
                part = part.parentWidget()

    # Updates

    def show_title(self, named: bool = True) -> None:
        """Show the program's name in the title bar; if `named`, also the event's name and file."""
        session = self.session
        event = session.document.name or "Untitled event"
        file = f" – {session.path.name}" if session.path else ""
        # A doubled [*] is plain text; a single one is Qt's mark for unsaved changes.
        event, file = (text.replace("[*]", "[*][*]") for text in (event, file))
        self.setWindowTitle(f"{event}[*]{file} – uscalc" if named else "uscalc")

    def _refresh_actions(self) -> None:
        session, actions = self.session, self.named_actions
        modified = not session.history.saved
        if modified != self.isWindowModified():
            # The title of the start page has no place for Qt's mark.
            self.show_title()
            self.setWindowModified(modified)
        actions["revert"].setEnabled(session.path is not None and modified)
        actions["undo"].setEnabled(session.history.undo_name is not None)
        actions["redo"].setEnabled(session.history.redo_name is not None)

    def _name_edits(self) -> None:
        """Show in the menu what Undo and Redo would change."""
        from uscalc.ui.theme.menu_text import escape_hint

        history = self.session.history
        for name, verb, edit in (
            ("undo", "Undo", history.undo_name),
            ("redo", "Redo", history.redo_name),
        ):
            action = self.named_actions[name]
            action.setText(
                f"&{verb}: {shorten_edit_name(edit)}" if edit else f"&{verb}"
            )
            keys = action.shortcut().toString()
            hint = f"{verb}: {edit} ({keys})" if edit else f"{verb} ({keys})"
            action.setToolTip(escape_hint(hint))

    def _tell_unentered(self, where: str, text: str) -> None:
        """Show a rejected text until the message is closed, or the text is corrected."""
        self.messages.ask_question(where, text, (), error=True, place="Not entered")

    def _look_up_owners(self) -> None:
        """Compare the member IDs with the rating supplements, if there are any."""
        if self.folders.lists.is_dir():
            from uscalc.ui.rating_list.lists import check_id_owners

            check_id_owners(self)

    def _remember_look(self) -> None:
        self.preferences.remember_look(self.theme)

    def changeEvent(self, event: QEvent) -> None:
        """Check the event's file when the user returns to the window."""
        super().changeEvent(event)
        if (
            self.filled
            and event.type() == QEvent.Type.ActivationChange
            and self.isActiveWindow()
        ):
            self.files.saving.check_file()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close a notice, or ask to discard what-if results, if nothing else handles Esc."""
        escape = event.key() == Qt.Key.Key_Escape and not event.modifiers()
        if not (
            escape
            and self.filled
            and (self.messages.close_notice() or self.dropping.on_escape())
        ):
            super().keyPressEvent(event)

    # Files dropped, window closed

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept one dropped file."""
        if self.filled and _file_of_drop(event.mimeData().urls()) is not None:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open a dropped file."""
        path = _file_of_drop(event.mimeData().urls())
        if path is not None:
            event.acceptProposedAction()
            self.files.opening.open_file(path)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Close if no data would be lost; otherwise, ask first."""
        if not self.filled:
            self.gone = True
            event.accept()
            return
        event.ignore()
        if not self._closing:
            self.files.saving.run_unless_unsaved(self._close_now)
        if self._closing:
            self._let_go()
            event.accept()

    def clean_up(self) -> None:
        """Remove files left behind by windows that were killed."""
        from uscalc.ui.session.file_on_disk import Leftovers

        found = self.get_or_make(Leftovers, lambda: Leftovers(self.folders, self))
        self.session.closing.connect(found.let_go)
        found.clean_folders(self.preferences.written_in)
        self.preferences.forget_writing()

    def end_now(self) -> bool:
        """Close without asking; return whether the next start will offer unsaved work.

        This is for a program that is ended from outside, for example with Ctrl+C in a
        terminal.
        """
        if self.filled:
            self.session.pending.commit_all()
            self._keeps_work = not self.session.history.saved
        self._close_now()
        return self._keeps_work

    def _let_go(self) -> None:
        """Release the journal and the lock, and end all threads."""
        if self.gone:
            return
        self.gone = True
        self.theme.changed.disconnect(self._remember_look)
        layouts = self.places.save_layouts()
        self.preferences.remember_layouts(self, layouts, self.places.shares)
        self.spaces.remember_fronts(self.preferences)
        self.preferences.write()
        # Some jobs stop only when they are done; the window is hidden meanwhile.
        self.hide()
        self.session.close()
        self.recovery.close(keep=self._keeps_work)
        self.files.close()

    def _close_now(self) -> None:
        """Close the window, because the user has answered all questions."""
        self._closing = True
        self.close()


def shorten_edit_name(edit: str) -> str:
    """Return an edit's name for the menu, for example "Round 5, 1 beats 9" after "Undo: "."""
    return clip_text(edit.replace(": ", ", ", 1), LONGEST_NAME).replace("&", "&&")


def _file_of_drop(urls: list[QUrl]) -> Path | None:
    return (
        Path(urls[0].toLocalFile())
        if len(urls) == 1 and urls[0].isLocalFile()
        else None
    )
