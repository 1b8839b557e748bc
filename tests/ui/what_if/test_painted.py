"""After every what-if action, the pixels of the crosstable show the results tried out."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.ui.driving import click, column_of, enter, open_file, press_button
from tests.ui.keys import LEFT, Key
from tests.ui.large_event import large_event
from tests.ui.what_if.on_screen import drag, settled, stale_cells
from uscalc.document.cells import score_cell
from uscalc.document.queries.scenario import apply_changes
from uscalc.document.rate.whole import rate_document
from uscalc.formats.native.reader import save_event
from uscalc.rules.resolve import resolve_rules
from uscalc.ui.session.window_ratings import ShownRatings
from uscalc.ui.theme.figures import format_change, format_whole, points_text
from uscalc.ui.what_if.slider import OutcomeSlider
from uscalc.ui.what_if.what_if_view import WhatIfView
from uscalc.ui.window.main_window import MainWindow

Deed = Callable[[QtBot, MainWindow], object]


def what_if(window: MainWindow) -> WhatIfView:
    return window.show_view("view-what-if")


def slider(window: MainWindow, place: int) -> OutcomeSlider:
    view = what_if(window)
    view.following.refresh_now()
    return view.sliders[place]


def key(place: int, *keys: Qt.Key) -> Deed:
    def press(qtbot: QtBot, window: MainWindow) -> None:
        for one in keys:
            slider(window, place).setFocus()
            qtbot.keyClick(slider(window, place), one)
            settled(qtbot, window)

    return press


def dragged(place: int, *letters: str) -> Deed:
    return lambda qtbot, window: drag(qtbot, window, slider(window, place), *letters)


def chosen(number: int) -> Deed:
    return lambda qtbot, window: click(qtbot, window, number, "name")


def pressed(name: str) -> Deed:
    def press(qtbot: QtBot, window: MainWindow) -> None:
        what_if(window)
        press_button(qtbot, window, name)

    return press


def action(name: str) -> Deed:
    return lambda _, window: window.named_actions[name].trigger()


def typed(number: int, what: str | int, text: str) -> Deed:
    return lambda qtbot, window: enter(qtbot, window, number, what, text)


def double_clicked(place: int) -> Deed:
    def twice(_: QtBot, window: MainWindow) -> None:
        thumb = slider(window, place)
        middle = QPoint(thumb.width() // 2, thumb.height() // 2)
        QTest.mouseDClick(thumb, LEFT, pos=middle)

    return twice


def selected(**where: object) -> Deed:
    return lambda _, window: window.session.select(**where)  # type: ignore[arg-type]


def sorted_by(what: str) -> Deed:
    def sort(_: QtBot, window: MainWindow) -> None:
        header = window.crosstable.view.horizontalHeader()
        left = header.sectionViewportPosition(column_of(window, what))
        place = QPoint(left + 6, header.height() // 2)
        QTest.mouseClick(header.viewport(), LEFT, pos=place)

    return sort


DEEDS: Sequence[tuple[str, Deed]] = (
    ("drag over two stops", dragged(0, "W", "D", "L")),
    ("drag back", dragged(0, "L", "D", "W")),
    ("drag to and fro", dragged(1, "L", "W", "D", "L")),
    ("keys", key(0, Key.Key_L, Key.Key_D, Key.Key_W)),
    ("arrows", key(2, Key.Key_Left, Key.Key_Right, Key.Key_Right)),
    ("ends", key(3, Key.Key_Home, Key.Key_End, Key.Key_Home)),
    ("take back", key(3, Key.Key_Delete)),
    ("double click", double_clicked(2)),
    ("another player", chosen(4)),
    ("another player's game", dragged(0, "L", "D", "W")),
    ("another player's keys", key(1, Key.Key_L, Key.Key_D)),
    ("the wave a step back", action("waveBack")),
    ("the wave two steps back", action("waveBack")),
    ("the wave on", action("waveOn")),
    ("another letter ends the wave", key(1, Key.Key_W)),
    ("type a name", typed(2, "name", "Sample, Sue")),
    ("type a rating", typed(3, "rating", "1700")),
    ("undo the rating", action("undo")),
    ("redo the rating", action("redo")),
    ("take a result away", typed(6, 2, " ")),
    ("undo that", action("undo")),
    ("another system", selected(system="Q")),
    ("try out there", key(0, Key.Key_D)),
    ("the first system", selected(system="R")),
    ("another section", selected(section=1)),
    ("try out there as well", key(0, Key.Key_L)),
    ("the first section", selected(section=0)),
    ("sort by points", sorted_by("points")),
    ("drag in the sorted table", dragged(0, "L", "D", "W")),
    ("sort by points again", sorted_by("points")),
    ("as paired", sorted_by("points")),
    ("apply", pressed("whatIfApply")),
    ("undo apply", action("undo")),
    ("try out again", dragged(0, "W", "D", "L")),
    ("insert a player", action("insertPlayer")),
    ("undo the player", action("undo")),
    ("reset", pressed("whatIfReset")),
)


@pytest.fixture(params=[12, 400])
def tried(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, request: pytest.FixtureRequest
) -> MainWindow:
    event, small = large_event(request.param, 5), large_event(6, 3)
    first, second = event.sections[0], small.sections[0]
    dual = replace(first, time_control="G/45;d5")
    path = tmp_path / "tried.uscalc"
    save_event(replace(event, sections=(dual, replace(second, name="Small"))), path)
    open_file(qtbot, window, path)
    qtbot.waitUntil(lambda: len(window.session.list_systems()) == 2)
    click(qtbot, window, 1, "name")
    what_if(window)
    settled(qtbot, window)
    return window


def wrong_texts(window: MainWindow) -> list[tuple[int, str, str, str]]:
    session, model = window.session, window.crosstable.model
    at = session.selection
    made = apply_changes(
        session.document, at.section, session.what_if.outcomes
    ).document
    section = made.sections[at.section]
    rating = (
        rate_document(made, resolve_rules).sections[at.section].in_system(at.system)
    )
    shown, found = ShownRatings(section, rating, False), []
    for view_row in range(model.rowCount()):
        row = model.player_row(view_row)
        player = section.players[row]
        wanted = {
            column_of(window, i + 1): text for i, text in enumerate(player.results)
        }
        points = sum(map(score_cell, player.results))
        wanted[column_of(window, "points")] = points_text(points)
        wanted[column_of(window, "post")] = format_whole(shown.find_post(row))
        wanted[column_of(window, "change")] = format_change(shown.find_change(row))
        for column, text in wanted.items():
            painted = model.make_painted(view_row, column)
            if painted.text != text:
                title = model.columns.find_title(column)
                found.append((player.number, title, painted.text, text))
    return found


def test_every_painted_cell_is_as_tried_out(qtbot, tried):
    seen = set()
    for name, deed in DEEDS:
        deed(qtbot, tried)
        assert stale_cells(qtbot, tried) == [], name
        seen.add(tried.session.what_if.outcomes)
        if not name.startswith("the wave"):
            assert wrong_texts(tried) == [], name
    # The deeds did try results out, and reset dropped them.
    assert len(seen) > 4
    assert tried.session.what_if.outcomes == ()
