"""Take pictures of all views and dialogs, for the help and for checking their look.

Views and rooms declare their own pictures; those of the whole window are here.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPoint, QSize, Qt
from PySide6.QtGui import QCursor, QGuiApplication, QImage, QImageWriter
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from uscalc.document.model import Document
from uscalc.ending import hold_interrupts
from uscalc.formats.shared.files import replace_file
from uscalc.rules.resolve import resolve_rules
from uscalc.ui.diagnostics import room as trouble
from uscalc.ui.enter import room as problems
from uscalc.ui.files.pictures import FILES_PICTURES
from uscalc.ui.files.room import START_PICTURES
from uscalc.ui.frame.frame import MainFrame
from uscalc.ui.printing import room as printing
from uscalc.ui.rating_list.pictures import LIST_PICTURES
from uscalc.ui.report import room as reporting
from uscalc.ui.scheduling import PATIENCE, at_rest
from uscalc.ui.session.folders import Folders
from uscalc.ui.session.session import Session
from uscalc.ui.specs import PictureSpec, ViewSpec
from uscalc.ui.teach import room as teaching
from uscalc.ui.theme.theme import Theme
from uscalc.ui.window.first_steps import list_steps
from uscalc.ui.window.main_window import MainWindow
from uscalc.ui.window.views import SPACES, VIEWS

SIZE: Final = QSize(1440, 900)
CALM: Final = 25
"""The turns of the event loop, of at least 10 ms, after which no animation is running."""
PASTED: Final = "One, Player\t1500\nTwo, Player\tmany\n"


Recipe = PictureSpec[MainWindow, QWidget]


def recipe_of_view(view: ViewSpec[MainFrame, QWidget]) -> Iterator[Recipe]:
    """Yield the pictures of a view: its panel, after the view is prepared."""

    def show_view(
        prepare: Callable[[MainWindow], object], window: MainWindow
    ) -> QWidget:
        if prepare(window) is None:
            window.show_view(view.name)
        return window.panel_of(view.name)

    for spec in view.pictures:
        yield PictureSpec(spec.name, spec.shows, partial(show_view, spec.prepare))


def _show_space(name: str, window: MainWindow) -> QWidget:
    """Return the window in a space, with a player whose rating has many parts to explain."""
    window.spaces.switch_to(name)
    window.session.select(row=11)
    return window


def _show_palette(window: MainWindow) -> QWidget:
    window.named_actions["commands"].trigger()
    window.palette_of_commands.line.setText("se")
    return window


def _show_menu(window: MainWindow) -> QWidget:
    menu = window.menus["view"]
    menu.resize(menu.sizeHint())
    return menu


def _show_coach(window: MainWindow) -> QWidget:
    window.coach.start_task("ratings", list_steps(window, "ratings"))
    return window


def _show_message(window: MainWindow) -> QWidget:
    window.messages.show_message(
        "autumn-open.uscalc can't be saved: you don't have permission. Change the "
        "file's permissions, or save it somewhere else.",
        "Save somewhere else",
        lambda: None,
        ways=(("Try again", lambda: None),),
    )
    return window


def _show_question(window: MainWindow) -> QWidget:
    nothing = [(way, _do_nothing) for way in ("Restore", "Discard")]
    window.messages.ask_question(
        "tour", "Autumn Open has unsaved changes from today, 2:02 PM.", nothing
    )
    return window


def _do_nothing() -> None:
    """Do nothing when a button of a picture is pressed."""


def _show_paste(window: MainWindow) -> QWidget:
    QGuiApplication.clipboard().setText(PASTED)
    window.crosstable.focus_cell(0, None)
    window.named_actions["paste"].trigger()
    return window


def _show_linked_file(window: MainWindow) -> QWidget:
    """Return a window with a linked file that differs from the typed entries."""
    window.bottom.show_linked_file("Linked to autumn-open.sjson · synced 2:02 PM", "")
    window.messages.ask_question(
        "tour",
        "Round 3 of player 4 differs from autumn-open.sjson: you typed W7, the file "
        "has "
        "D7. uscalc keeps your entry until you decide.",
        (("Keep my entry", _do_nothing), ("Use the file's", _do_nothing)),
    )
    return window


RECIPES: Final[tuple[Recipe, ...]] = (
    *(
        PictureSpec(f"space-{space.name}", space.hint, partial(_show_space, space.name))
        for space in SPACES
    ),
    PictureSpec(
        "crosstable",
        "Editing a cell of the crosstable",
        lambda window: window.crosstable,
    ),
    *(recipe for view in VIEWS for recipe in recipe_of_view(view)),
    *teaching.LESSON_PICTURES,
    PictureSpec("paste", "The preview of a paste", _show_paste),
    *problems.PROBLEMS_PICTURES,
    *problems.SETTINGS_PICTURES,
    *reporting.REPORT_PICTURES,
    *LIST_PICTURES,
    PictureSpec("new", "A new event", lambda window: window.ask_new()),
    *FILES_PICTURES,
    PictureSpec("followed", "A linked file that differs", _show_linked_file),
    *START_PICTURES,
    PictureSpec("coach", "The steps of a task, at the foot of the window", _show_coach),
    PictureSpec("message", "An error message and its fix", _show_message),
    PictureSpec("recovery", "Unsaved work, offered for recovery", _show_question),
    *printing.PRINTING_PICTURES,
    PictureSpec("menu", "The menu", _show_menu),
    PictureSpec("commands", "The command palette", _show_palette),
    PictureSpec("guide", "The help", lambda window: window.show_guide()),
    PictureSpec(
        "shortcuts", "Keyboard shortcuts", lambda window: window.show_shortcuts()
    ),
    *trouble.TROUBLE_PICTURES,
)


def take_picture(
    recipe: Recipe, document: Document, theme: Theme, size: QSize, scale: float
) -> QImage:
    """Return the picture that a recipe gives for an event, taken in a separate window."""
    with open_fresh_window(document, theme, size) as window:
        widget = recipe.prepare(window)
        wait_until_settled(window)
        image = QImage(widget.size() * scale, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(scale)
        image.fill(Qt.GlobalColor.white)
        widget.render(image, QPoint(0, 0))
        return image


def _make_png(image: QImage) -> bytes:
    """Return the content of a picture's file."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"png")).write(image)
    return bytes(buffer.data().data())


def write_pictures(folder: Path, dark: bool) -> list[Path]:
    """Return the paths of all pictures, in their order."""
    look = "dark" if dark else "light"
    return [folder / f"{recipe.name}-{look}.png" for recipe in RECIPES]


def take_tour(
    folder: Path,
    document: Document,
    theme: Theme,
    size: QSize = SIZE,
    scale: float = 1.0,
) -> Iterator[Path]:
    """Write every picture, and yield its path after that; raise FormatError."""
    for recipe, path in zip(RECIPES, write_pictures(folder, theme.dark), strict=True):
        # Otherwise Ctrl+C would leave the folder of the window's settings behind.
        with hold_interrupts():
            image = take_picture(recipe, document, theme, size, scale)
            replace_file(path, _make_png(image))
        yield path


@contextmanager
def open_fresh_window(
    document: Document, theme: Theme, size: QSize
) -> Iterator[MainWindow]:
    """Open a window that neither reads nor saves settings."""
    with TemporaryDirectory(prefix="uscalc-tour-") as own:
        session = Session(document, resolve_rules)
        window = MainWindow(session, theme, Folders.within_folder(Path(own)))
        window.resize(size)
        window.show()
        window.activateWindow()
        if QGuiApplication.platformName() == "offscreen":
            # Move the mouse away, so that no control is highlighted.
            QCursor.setPos(window.pos() + QPoint(2, 2))
        QApplication.processEvents()
        try:
            yield window
        finally:
            window.session.pending.commit_all()
            for dialog in window.findChildren(QDialog):
                dialog.reject()
            session.history.mark_saved()
            window.close()
            window.deleteLater()
            session.deleteLater()
            QApplication.processEvents()


def wait_until_settled(window: MainWindow) -> None:
    """Wait until all computations and animations have ended."""
    begun = time.monotonic()
    calm = 0
    while calm < CALM and time.monotonic() < begun + PATIENCE:
        QApplication.processEvents()
        session = window.session
        busy = session.looks_up_assumptions or not (session.up_to_date and at_rest())
        calm = 0 if busy else calm + 1
        time.sleep(0.01)
