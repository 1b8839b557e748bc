"""The first tutorial of the help, followed step by step with the keyboard."""

import re

from PySide6.QtWidgets import QLineEdit

from tests.ui.driving import enter, find_part, press, section_of, text, type_text
from tests.ui.keys import CONTROL, SHIFT, Key
from uscalc.report.help_pages import read_page
from uscalc.ui.files.files_questions import NewEventDialog


def test_the_tutorial_ends_with_four_new_ratings(qtbot, window):
    codes = re.findall(r"`([^`]+)`", read_page("first-tournament.md"))
    assert codes == [
        *("G/90;d5", "1450/12", "1620", "1333/40", "unr"),
        *("w2", "d4", "l3", "w4"),
    ]
    control, *ratings = codes[:5]
    press(qtbot, window, Key.Key_N, CONTROL)
    dialog = find_part(window, NewEventDialog)
    qtbot.keyClicks(find_part(dialog, QLineEdit, "newName"), "Club night")
    line = find_part(dialog, QLineEdit, "newControl")
    qtbot.keyClicks(line, control)
    qtbot.keyClick(line, Key.Key_Return)
    qtbot.waitUntil(lambda: window.findChild(NewEventDialog) is None)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    for number, rating in enumerate(ratings, start=1):
        type_text(qtbot, window, f"Player {number}")
        press(qtbot, window, Key.Key_Tab)
        press(qtbot, window, Key.Key_Tab)
        type_text(qtbot, window, rating)
        press(qtbot, window, Key.Key_Return)
    press(qtbot, window, Key.Key_Escape)
    qtbot.waitUntil(lambda: len(section_of(window).players) == 4)
    first, second = ((1, codes[5]), (3, codes[6])), ((1, codes[7]), (2, codes[8]))
    for place, results in enumerate((first, second), start=1):
        press(qtbot, window, Key.Key_Insert, CONTROL | SHIFT)
        for number, typed in results:
            enter(qtbot, window, number, place, typed)
    posts = [text(window, number, "post") for number in range(1, 5)]
    assert all(re.match(r"\d{3,4}", post) for post in posts), posts
    assert text(window, 2, 1) == "L1"


def test_the_second_tutorial_has_the_numbers_of_the_sample(qtbot, window):
    qtbot.waitUntil(lambda: window.session.up_to_date)
    page = read_page("why-did-my-rating-change.md")
    name, pre, post = re.findall(
        r"player 2, ([\w ]+)\. His \*Pre\* is (\d+) and his \*Post\* is (\d+)", page
    )[0]
    family, given = text(window, 2, "name").split(", ")
    assert name == f"{given} {family}"
    assert (pre, post) == (text(window, 2, "rating"), text(window, 2, "post"))
    assert text(window, 12, "rating") == "unr"
