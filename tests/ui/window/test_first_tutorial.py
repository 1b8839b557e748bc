"""The tutorials have the program's numbers, and the tour pictures every view."""

import re
import shlex
import shutil

from PySide6.QtCore import QSize
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QDialog, QLineEdit

from tests.cli.running import SAMPLE, run_anew
from tests.ui import driving as ui
from tests.ui.keys import CONTROL, SHIFT, Key
from tests.ui.pixels import colors_in
from uscalc.cli.commands import EXAMPLES
from uscalc.report.help_pages import read_page
from uscalc.ui.files.files_questions import NewEventDialog
from uscalc.ui.theme.theme import DARK
from uscalc.ui.window.tour import RECIPES
from uscalc.ui.window.views import VIEWS


def test_the_tutorial_ends_with_four_new_ratings(qtbot, window):
    codes = re.findall(r"`([^`]+)`", read_page("first-tournament.md"))
    assert codes == [
        *("G/90;d5", "1450/12", "1620", "1333/40", "unr"),
        *("w2", "d4", "l3", "w4"),
    ]
    control, *ratings = codes[:5]
    ui.press(qtbot, window, Key.Key_N, CONTROL)
    dialog = ui.find_part(window, NewEventDialog)
    qtbot.keyClicks(ui.find_part(dialog, QLineEdit, "newName"), "Club night")
    line = ui.find_part(dialog, QLineEdit, "newControl")
    qtbot.keyClicks(line, control)
    qtbot.keyClick(line, Key.Key_Return)
    qtbot.waitUntil(lambda: window.findChild(NewEventDialog) is None)
    ui.activate(qtbot, window)
    for number, rating in enumerate(ratings, start=1):
        ui.press_keys(qtbot, window, f"Player {number}", Key.Key_Tab, Key.Key_Tab)
        ui.press_keys(qtbot, window, rating, Key.Key_Return)
    ui.press(qtbot, window, Key.Key_Escape)
    qtbot.waitUntil(lambda: len(ui.section_of(window).players) == 4)
    for number, place, typed in zip((1, 3, 1, 2), (1, 1, 2, 2), codes[5:], strict=True):
        if number == 1:
            ui.press(qtbot, window, Key.Key_Insert, CONTROL | SHIFT)
        ui.enter(qtbot, window, number, place, typed)
    posts = [ui.text(window, number, "post") for number in range(1, 5)]
    assert all(re.match(r"\d{3,4}", post) for post in posts), posts
    assert ui.text(window, 2, 1) == "L1"


def test_the_second_tutorial_has_the_numbers_of_the_sample(qtbot, window):
    qtbot.waitUntil(lambda: window.session.up_to_date)
    page = read_page("why-did-my-rating-change.md")
    name, pre, post = re.findall(
        r"player 2, ([\w ]+)\. His \*Pre\* is (\d+) and his \*Post\* is (\d+)", page
    )[0]
    family, given = ui.text(window, 2, "name").split(", ")
    assert name == f"{given} {family}"
    assert (pre, post) == (ui.text(window, 2, "rating"), ui.text(window, 2, "post"))
    assert ui.text(window, 12, "rating") == "unr"


def test_the_tour_visits_every_view_of_the_panels(window):
    visited = set()
    for recipe in RECIPES:
        widget = recipe.prepare(window)
        if widget is window.right or widget is window.below:
            visited.add(widget.front)
    for dialog in window.findChildren(QDialog):
        dialog.reject()
    assert visited == {view.name for view in VIEWS}


def test_the_pictures_of_a_view_are_named_after_it():
    for view in VIEWS:
        if view.name.startswith("view-"):
            names = [picture.name for picture in view.pictures]
            assert names[0] == view.name.removeprefix("view-")
            assert all(name.startswith(names[0]) for name in names)


def test_the_command_writes_every_picture_in_dark_and_says_which(tmp_path):
    shutil.copy(SAMPLE, tmp_path)
    (example,) = EXAMPLES["tour"]
    words = [*shlex.split(example)[1:], "--theme", "dark", "--scale", "1.25"]
    done = run_anew(*words, cwd=tmp_path, seconds=600, QT_QPA_PLATFORM=None, DISPLAY="")
    assert (done.returncode, done.stderr) == (0, "")
    written = [tmp_path / line for line in done.stdout.splitlines()]
    assert [path.name for path in written] == [f"{r.name}-dark.png" for r in RECIPES]
    assert QImage(str(written[0])).size() == QSize(1600, 1000)
    for path in written:
        seen = colors_in(QImage(str(path)))
        assert len(seen) > 8
        assert DARK.surface in seen
