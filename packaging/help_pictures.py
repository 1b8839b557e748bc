"""Paint the pictures of README and the guide.

Run QT_QPA_PLATFORM=offscreen python packaging/help_pictures.py.
"""

import re
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtCore import QSize
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QWidget

from uscalc.document.model import Document
from uscalc.formats import open_event
from uscalc.resources import get_resource_path
from uscalc.ui.specs import PictureSpec
from uscalc.ui.theme.theme import Theme
from uscalc.ui.window.main_window import MainWindow
from uscalc.ui.window.tour import SIZE, take_picture, take_tour

GUIDE_SIZE = QSize(1280, 800)
README_PICTURE = Path(__file__).parents[1] / "docs" / "pictures" / "explain.png"
STONEWALL = 12
"""The row of a player with a special rating."""


def main() -> None:
    """Write the picture of README, and the tour's pictures that the guide shows."""
    theme = Theme(QApplication(sys.argv[:1]), "light")
    _save(_paint_explain_space(_open_sample("harvest-swiss"), theme), README_PICTURE)
    guide = get_resource_path("help", "guide.md").read_text(encoding="utf-8")
    wanted = set(re.findall(r"\(pictures/([\w-]+\.png)\)", guide))
    folder = get_resource_path("help") / "pictures"
    with TemporaryDirectory() as taken:
        sample = _open_sample("autumn-open")
        for path in take_tour(Path(taken), sample, theme, GUIDE_SIZE):
            if path.name in wanted:
                _save(QImage(str(path)), folder / path.name)


def _open_sample(name: str) -> Document:
    return open_event(get_resource_path("samples", f"{name}.uscalc")).document


def _paint_explain_space(document: Document, theme: Theme) -> QImage:
    """Return the Explain space with a player who has a special rating."""

    def prepare(window: MainWindow) -> QWidget:
        window.spaces.switch_to("explain")
        window.session.select(row=STONEWALL)
        window.show_view("view-explanation")
        return window

    recipe = PictureSpec("explain", "The Explain space", prepare)
    return take_picture(recipe, document, theme, SIZE, 1.0)


def _save(picture: QImage, path: Path) -> None:
    """Save a PNG as small as possible: quality 0 is its strongest compression."""
    path.parent.mkdir(exist_ok=True)
    picture.save(str(path), "PNG", 0)


if __name__ == "__main__":
    main()
