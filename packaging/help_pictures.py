"""Paints the guide's pictures: QT_QPA_PLATFORM=offscreen python packaging/help_pictures.py."""

import re
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtCore import QSize
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from uscalc.formats import open_event
from uscalc.resources import get_resource_path
from uscalc.ui.theme.theme import Theme
from uscalc.ui.window.tour import take_tour

SIZE = QSize(1280, 800)


def main() -> None:
    """Writes those pictures of the tour that the guide shows."""
    app = QApplication(sys.argv[:1])
    guide = get_resource_path("help", "guide.md").read_text(encoding="utf-8")
    wanted = set(re.findall(r"\(pictures/([\w-]+\.png)\)", guide))
    folder = get_resource_path("help") / "pictures"
    folder.mkdir(exist_ok=True)
    document = open_event(get_resource_path("samples", "autumn-open.uscalc")).document
    with TemporaryDirectory() as taken:
        for path in take_tour(Path(taken), document, Theme(app, "light"), SIZE):
            if path.name in wanted:
                # Quality 0 is the strongest compression of a PNG; nothing is lost.
                QImage(str(path)).save(str(folder / path.name), "PNG", 0)


if __name__ == "__main__":
    main()
