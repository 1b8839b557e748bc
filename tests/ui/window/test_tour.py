"""The tour paints every view and dialog without a display."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QDialog

from uscalc.ui.theme.theme import DARK
from uscalc.ui.window.tour import RECIPES
from uscalc.ui.window.views import VIEWS

SIZE = QSize(1200, 760)


def colors_in(image: QImage) -> set[int]:
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    rows = np.frombuffer(plain.constBits(), np.uint32).reshape(plain.height(), -1)
    return set(np.unique(rows[::5, : plain.width() : 5]).tolist())


def assert_painted(image: QImage, ground: str) -> None:
    seen = colors_in(image)
    assert len(seen) > 8
    assert any(f"#{pixel & 0xFFFFFF:06x}" == ground for pixel in seen)


def test_the_tour_visits_every_view_of_the_panels(window):
    views = {view.name for view in VIEWS}
    visited = set()
    for recipe in RECIPES:
        widget = recipe.prepare(window)
        if widget is window.right or widget is window.below:
            assert isinstance(widget, type(window.right))
            visited.add(widget.tabs.tabData(widget.tabs.currentIndex()))
    for dialog in window.findChildren(QDialog):
        dialog.reject()
    assert visited == views


NAMED = [view for view in VIEWS if view.name.startswith("view-")]


@pytest.mark.parametrize("view", NAMED, ids=lambda view: view.name)
def test_the_first_picture_of_a_view_is_named_after_it(view):
    names = [picture.name for picture in view.pictures]
    assert names[0] == view.name.removeprefix("view-")
    assert all(name.startswith(names[0]) for name in names)


def test_the_command_writes_every_picture_in_dark_and_says_which(tmp_path):
    kept = {k: v for k, v in os.environ.items() if k != "QT_QPA_PLATFORM"}
    done = subprocess.run(
        [
            *(sys.executable, "-m", "uscalc", "tour", str(tmp_path / "new" / "t")),
            *("--theme", "dark", "--size", "900x600", "--scale", "1.5"),
        ],
        cwd=Path(__file__).parents[3],
        env={**kept, "DISPLAY": ""},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    written = [Path(line) for line in done.stdout.splitlines()]
    assert [path.name for path in written] == [f"{r.name}-dark.png" for r in RECIPES]
    assert QImage(str(written[0])).size() == QSize(1350, 900)
    for path in written:
        assert_painted(QImage(str(path)), DARK.surface)
