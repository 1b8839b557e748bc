"""Open a window on the screens of a file, in a program of its own that prints JSON."""

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NoReturn

from PySide6.QtWidgets import QApplication

from uscalc.formats import open_event
from uscalc.rules.resolve import resolve_rules
from uscalc.ui.session.folders import Folders
from uscalc.ui.session.session import Session
from uscalc.ui.theme.theme import STYLE, Theme
from uscalc.ui.window.main_window import MainWindow


def start_program() -> QApplication:
    """Start Qt on the screens of the file that is the program's first argument."""
    os.environ["QT_QPA_PLATFORM"] = f"offscreen:configfile={sys.argv[1]}"
    return QApplication(["probing", *STYLE])


@contextmanager
def open_window(theme: Theme, event: Path) -> Iterator[MainWindow]:
    """Open a window on an event, with folders of its own."""
    session = Session(open_event(event).document, resolve_rules)
    with TemporaryDirectory() as own:
        window = MainWindow(session, theme, Folders.within_folder(Path(own)))
        window.show()
        yield window


def print_and_end(found: object) -> NoReturn:
    """Print what was found, and end without closing the window."""
    print(json.dumps(found), flush=True)
    os._exit(0)
