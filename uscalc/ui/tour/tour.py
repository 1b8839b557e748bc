"""Pictures of every view and dialog, for the guide and for eyes.

Each view has one recipe here: how the window is brought to show it, and what of it is
painted.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QCursor, QGuiApplication, QImage
from PySide6.QtWidgets import QApplication, QDialog, QMenu, QWidget

from uscalc.document.edit.cells import set_result
from uscalc.document.model import Document
from uscalc.document.queries.imagine import own_games
from uscalc.document.queries.scenario import Outcome
from uscalc.rules.resolve import rules_for
from uscalc.ui.missing.paste import FillDialog
from uscalc.ui.missing.view import MissingView
from uscalc.ui.printing.dialog import PrintingDialog
from uscalc.ui.scheduling.worker import Worker
from uscalc.ui.session.session import Session
from uscalc.ui.session.step import POST
from uscalc.ui.shell.guide import GuidePage
from uscalc.ui.shell.main_window import MainWindow
from uscalc.ui.shell.new_event import NewEvent
from uscalc.ui.shell.views import VIEWS
from uscalc.ui.steps.bar import Mode
from uscalc.ui.steps.view import StepsView
from uscalc.ui.storage.folders import Folders
from uscalc.ui.teaching.lesson import lesson_of
from uscalc.ui.theme.theme import Theme
from uscalc.ui.tour.following import (
    picture_of_carry,
    picture_of_end,
    picture_of_followed,
    picture_of_service,
)
from uscalc.ui.tour.forecast import picture_of_forecast, picture_of_sheet
from uscalc.ui.tour.rating_list import (
    picture_of_fill,
    picture_of_import,
    picture_of_view,
)

SIZE: Final = QSize(1440, 900)
PATIENCE: Final = 20.0
"""Seconds to wait for ratings."""
CALM: Final = 0.25
"""Seconds until nothing fades any more."""
PASTED: Final = "One, Player\t1500\nTwo, Player\tmany\n"


@dataclass(frozen=True, slots=True)
class Recipe:
    """A picture: its file's name, what it shows, and how to get there."""

    name: str
    shows: str
    prepare: Callable[[MainWindow], QWidget]


def _window(window: MainWindow) -> QWidget:
    return window


def _crosstable(window: MainWindow) -> QWidget:
    return window.crosstable


def _view(name: str) -> Callable[[MainWindow], QWidget]:
    def prepare(window: MainWindow) -> QWidget:
        window.show_view(name)
        where = next(view.where for view in VIEWS if view.name == name)
        return window.right if where == "right" else window.below

    return prepare


def _solver(window: MainWindow) -> QWidget:
    window.session.select(row=11)
    return _view("solverView")(window)


def _steps(mode: Mode, step: int = POST) -> Callable[[MainWindow], QWidget]:
    def prepare(window: MainWindow) -> QWidget:
        window.session.select(row=11)
        panel = _view("stepsView")(window)
        view = window.view("stepsView")
        assert isinstance(view, StepsView)
        view.show_mode(mode)
        window.session.step.show(step)
        return panel

    return prepare


def _curves(window: MainWindow) -> QWidget:
    window.session.select(row=5)
    return _view("curvesView")(window)


def _findings(window: MainWindow) -> QWidget:
    """A result that the opponent's row does not have."""
    session, section = window.session, window.session.section
    if section is not None and len(section.players) > 4 and section.rounds:
        place = session.selection.section, 1, 0
        session.edit(set_result, *place, "W5")
        _settle(window)
    if session.findings:
        window.named_actions["findings"].trigger()
    return window


def _palette(window: MainWindow) -> QWidget:
    window.named_actions["commands"].trigger()
    window.palette_of_commands.line.setText("se")
    return window


def _menu(window: MainWindow) -> QWidget:
    menu = window.findChild(QMenu, "menu")
    assert menu is not None
    menu.resize(menu.sizeHint())
    return menu


def _coach(window: MainWindow) -> QWidget:
    window.coach.begin()
    return window


def _message(window: MainWindow) -> QWidget:
    window.messages.tell(
        "autumn-open.uscalc: it cannot be written: the permission is missing; change "
        "the file's permissions, or choose another place",
        "Save somewhere else",
        lambda: None,
        ways=(("Try again", lambda: None),),
    )
    return window


def _question(window: MainWindow) -> QWidget:
    nothing = (("Restore", _nothing), ("Discard", _nothing), ("Later", _nothing))
    window.messages.ask(
        "tour", "Autumn Open was not saved: work of today, 14:02 is here.", nothing
    )
    return window


def _nothing() -> None:
    """What the buttons of a picture do."""


def _paste(window: MainWindow) -> QWidget:
    clipboard = QGuiApplication.clipboard()
    clipboard.setText(PASTED)
    window.crosstable.focus_cell(0, None)
    window.named_actions["paste"].trigger()
    return window


def _shortcuts(window: MainWindow) -> QWidget:
    return window.show_shortcuts()


def _dialog(trigger: str, kind: type[QDialog]) -> Callable[[MainWindow], QWidget]:
    def prepare(window: MainWindow) -> QWidget:
        window.named_actions[trigger].trigger()
        return _open_dialog(window, kind)

    return prepare


def _printed(trigger: str) -> Callable[[MainWindow], QWidget]:
    def prepare(window: MainWindow) -> QWidget:
        window.named_actions[trigger].trigger()
        dialog = _open_dialog(window, PrintingDialog)
        assert isinstance(dialog, PrintingDialog)
        begun = time.monotonic()
        while dialog.busy and time.monotonic() < begun + PATIENCE:
            QApplication.processEvents()
            time.sleep(0.005)
        return dialog

    return prepare


def _fill(window: MainWindow) -> QWidget:
    missing = window.show_view("missingView")
    assert isinstance(missing, MissingView)
    missing.ask_rows()
    return _open_dialog(window, FillDialog)


def _open_dialog(window: MainWindow, kind: type[QDialog]) -> QWidget:
    return next(d for d in window.findChildren(kind) if d.isVisible())


def _what_if(window: MainWindow) -> QWidget:
    """The first player's first game to come imagined won, or the first otherwise."""
    window.session.select(row=0)
    section, player = window.session.section, window.session.player
    games = own_games(section, 0) if section and player else ()
    to_come = [game for game in games if game.letter is None] or list(games)
    if player and to_come:
        letter = "L" if to_come[0].letter == "W" else "W"
        outcome = Outcome(to_come[0].round, player.number, letter)
        window.session.imagination.set(outcome)
    return _view("whatIfView")(window)


def _ripple(window: MainWindow) -> QWidget:
    _what_if(window)
    return _view("rippleView")(window)


def _lesson(window: MainWindow) -> QWidget:
    """The second stop of the selected player's lesson, with its answer."""
    window.session.select(row=0)
    window.named_actions["lesson"].trigger()
    for _ in range(3):
        lesson_of(window).strip.step()
    return window


def _guide(window: MainWindow) -> QWidget:
    window.named_actions["guide"].trigger()
    return _open_dialog(window, GuidePage)


RECIPES: Final[tuple[Recipe, ...]] = (
    Recipe("window", "The whole window", _window),
    Recipe("crosstable", "The crosstable editor", _crosstable),
    Recipe("why", "Why this rating", _view("derivationView")),
    Recipe("solver", "The walk of the special formula", _solver),
    Recipe("player", "Every fact of a player", _view("playerPanel")),
    Recipe("settings", "Event and section", _view("settingsPanel")),
    Recipe("what-if", "Results imagined otherwise", _what_if),
    Recipe("ripple", "Who else moves", _ripple),
    Recipe("forecast", "What games to come can make of a rating", picture_of_forecast),
    Recipe("my-rating", "A sheet for one player", picture_of_sheet),
    Recipe("steps", "The five steps as lines", _steps("chart")),
    Recipe("steps-table", "The five steps in figures", _steps("table")),
    Recipe("steps-to-4", "The steps up to Step 4", _steps("chart", 4)),
    Recipe("editions", "The section under every edition", _view("editionsView")),
    Recipe("audit", "Computed beside published", _view("auditView")),
    Recipe("lesson", "A lesson over the real views", _lesson),
    Recipe("missing", "Missing facts", _view("missingView")),
    Recipe("boards", "A round's results, one key a board", _view("boardsView")),
    Recipe("rules", "The rules in force", _view("rulesView")),
    Recipe("curves", "The curves of the formulas", _curves),
    Recipe("findings", "Everything inconsistent", _findings),
    Recipe("paste", "A paste before it is made", _paste),
    Recipe("fill", "Facts from pasted rows", _fill),
    Recipe("ratinglist", "A member looked up in a rating list", picture_of_view),
    Recipe("ratinglist-fill", "An event filled from a list", picture_of_fill),
    Recipe("ratinglist-import", "What a list does not say", picture_of_import),
    Recipe("new", "A new event", _dialog("new", NewEvent)),
    Recipe("end", "A day that a file does not say", picture_of_end),
    Recipe("service", "Answers of the ratings service", picture_of_service),
    Recipe("carry", "The next event from this one", picture_of_carry),
    Recipe("followed", "A followed file that differs", picture_of_followed),
    Recipe("coach", "The first minute", _coach),
    Recipe("message", "What went wrong, and the way out", _message),
    Recipe("recovery", "Unsaved work offered back", _question),
    Recipe("wall", "Wall sheets before they are printed", _printed("wallSheets")),
    Recipe("page", "The page for one player", _printed("playerPage")),
    Recipe("menu", "The menu", _menu),
    Recipe("commands", "The command palette", _palette),
    Recipe("guide", "The guide", _guide),
    Recipe("shortcuts", "Every key", _shortcuts),
)


def picture(
    recipe: Recipe, document: Document, theme: Theme, size: QSize, scale: float
) -> QImage:
    """What a recipe shows of an event, in a window of its own."""
    with _fresh_window(document, theme, size) as window:
        widget = recipe.prepare(window)
        _settle(window)
        image = QImage(widget.size() * scale, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(scale)
        image.fill(Qt.GlobalColor.white)
        widget.render(image, QPoint(0, 0))
        return image


def pictures(folder: Path, dark: bool) -> list[Path]:
    """Where the pictures go, in their order."""
    look = "dark" if dark else "light"
    return [folder / f"{recipe.name}-{look}.png" for recipe in RECIPES]


def take_tour(
    folder: Path,
    document: Document,
    theme: Theme,
    size: QSize = SIZE,
    scale: float = 1.0,
) -> Iterator[Path]:
    """Writes every picture, and gives each file once it is there."""
    for recipe, path in zip(RECIPES, pictures(folder, theme.dark), strict=True):
        image = picture(recipe, document, theme, size, scale)
        if not image.save(str(path)):
            raise OSError(f"{path}: it cannot be written; choose another folder")
        yield path


@contextmanager
def _fresh_window(
    document: Document, theme: Theme, size: QSize
) -> Iterator[MainWindow]:
    """A window that remembers nothing and leaves nothing."""
    with TemporaryDirectory(prefix="uscalc-tour-") as own:
        session = Session(document, rules_for)
        window = MainWindow(session, theme, Folders.within(Path(own)))
        window.resize(size)
        window.show()
        window.activateWindow()
        if QGuiApplication.platformName() == "offscreen":
            # Nothing shall look as if the mouse stood on it.
            QCursor.setPos(window.pos() + QPoint(2, 2))
        QApplication.processEvents()
        try:
            yield window
        finally:
            window.session.pending.settle()
            for dialog in window.findChildren(QDialog):
                dialog.reject()
            session.history.mark_saved()
            window.close()
            window.deleteLater()
            session.deleteLater()
            QApplication.processEvents()


def _settle(window: MainWindow) -> None:
    """Waits until everything is computed and nothing moves."""
    begun = time.monotonic()
    calm = begun + CALM
    while time.monotonic() < calm and time.monotonic() < begun + PATIENCE:
        QApplication.processEvents()
        workers = window.findChildren(Worker)
        if not window.session.up_to_date or any(worker.busy for worker in workers):
            calm = time.monotonic() + CALM
        time.sleep(0.01)
