"""Functions that try results with a slider, and read what the table shows."""

from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from tests.ui.driving import click, column_of
from tests.ui.keys import LEFT, Key
from uscalc.document.queries.scenario import Outcome, set_outcome
from uscalc.document.rate.whole import rate_document
from uscalc.rules.resolve import resolve_rules
from uscalc.ui.what_if.what_if_view import RIPPLE, WhatIfView
from uscalc.ui.window.main_window import MainWindow

KEYS = {"W": Key.Key_W, "D": Key.Key_D, "L": Key.Key_L}


def try_result(
    qtbot: QtBot, window: MainWindow, number: int, round_number: int, letter: str
) -> WhatIfView:
    click(qtbot, window, window.crosstable.model.table_rows.get(number - 1) + 1, "name")  # type: ignore[operator]
    view = window.show_view("view-what-if")
    qtbot.waitUntil(lambda: not view.following.behind)
    name = f"whatIfSlider{round_number}"
    slider = next(slider for slider in view.sliders if slider.objectName() == name)
    slider.setFocus()
    qtbot.keyClick(slider, KEYS[letter])
    followed(qtbot, view)
    return view


def show_ripples(qtbot: QtBot, view: WhatIfView) -> None:
    """Show the second page of What if."""
    qtbot.mouseClick(view.pages[RIPPLE], LEFT)
    qtbot.waitUntil(view.ripple.isVisible)
    followed(qtbot, view)


def followed(qtbot: QtBot, view: WhatIfView) -> None:
    qtbot.waitUntil(lambda: view.what_if.up_to_date)
    if view.ripple.isVisible():
        qtbot.waitUntil(lambda: not view.ripple.following.behind)


def moves(
    window: MainWindow, number: int, round_number: int, letter: str
) -> dict[int, float]:
    session = window.session
    index, system = session.selection.section, session.selection.system
    outcome = Outcome(round_number, number, letter)
    made = set_outcome(session.document, index, outcome).document
    now, then = (
        rate_document(one, resolve_rules).sections[index].in_system(system)
        for one in (session.document, made)
    )
    posts = {n: (now.find_post(n), then.find_post(n)) for n in now.places}
    return {
        n: new - old
        for n, (old, new) in posts.items()
        if old is not None and new is not None and old != new
    }


def table_image(window: MainWindow) -> QImage:
    return window.crosstable.view.viewport().grab().toImage()


def cell_rect(window: MainWindow, number: int, what: str | int) -> QRect:
    table = window.crosstable
    row = table.model.table_rows.get(number - 1)
    return table.view.visualRect(table.model.index(row, column_of(window, what)))


def glowing(window: MainWindow) -> dict[int, int]:
    """Return the numbers whose rows have the bar of a changed rating, with its direction."""
    image, colors = table_image(window), window.theme.colors
    ways = {QColor(colors.gain).rgb(): 1, QColor(colors.loss).rgb(): -1}
    section, found = window.session.section, {}
    for row, player in enumerate(section.players):
        if window.crosstable.model.table_rows.get(row) is None:
            continue
        rect = cell_rect(window, row + 1, "number")
        seen = image.pixel(rect.left() + 1, rect.center().y())
        if seen in ways:
            found[player.number] = ways[seen]
    return found


def framed(window: MainWindow) -> set[tuple[int, int]]:
    """Return number and round of every cell with the dashed frame of a what-if result."""
    image, accent = table_image(window), QColor(window.theme.colors.accent).rgb()
    section, found = window.session.section, set()
    for row, player in enumerate(section.players):
        for round_number in range(1, section.rounds + 1):
            if window.crosstable.model.table_rows.get(row) is None:
                continue
            rect = cell_rect(window, row + 1, round_number).adjusted(2, 2, -3, -4)
            if not image.rect().contains(rect):
                # The cell is below the visible part.
                continue
            line = range(rect.left(), rect.right())
            part = sum(image.pixel(x, rect.top()) == accent for x in line) / len(line)
            if 0.3 < part < 0.9:
                found.add((player.number, round_number))
    return found


def struck(window: MainWindow, number: int, what: str | int) -> int:
    """Return the longest level line in the left half of a cell, in pixels: the strikethrough."""
    image, rect = table_image(window), cell_rect(window, number, what)
    soft = QColor(window.theme.colors.soft).rgb()
    longest = 0
    for y in range(rect.top() + 5, rect.bottom() - 5):
        run = 0
        for x in range(rect.left(), rect.right() - 2):
            run = run + 1 if image.pixel(x, y) == soft else 0
            longest = max(longest, run)
    return longest
