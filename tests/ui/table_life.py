"""Using the table: a person's actions, and the texts that the screen shows afterward."""

import datetime as dt
import random
from collections.abc import Callable
from typing import Final, NamedTuple

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.paired import random_results
from tests.ui import driving as ui
from tests.ui.bar_font import Pixels, pixels, read
from tests.ui.keys import ALT, CONTROL, LEFT, PLAIN, SHIFT, Key
from uscalc.document.cells import score_cell
from uscalc.document.edit import structure
from uscalc.document.edit.cells import set_name, set_result
from uscalc.document.model import Document, Edit, Player, RatingFacts, Section
from uscalc.ui.crosstable.cells import split_cell
from uscalc.ui.theme import figures
from uscalc.ui.window.main_window import MainWindow


def section(name: str, players: int, rounds: int, seed: int) -> Section:
    """Return a full section whose players have short, unique names."""
    chance = random.Random(seed)
    entered = tuple(
        Player(
            row + 1,
            f"{name}{row + 1}",
            ratings=(("R", RatingFacts(float(chance.randint(500, 2200)), games=40)),),
            results=tuple(cells),
        )
        for row, cells in enumerate(random_results(players, rounds, chance, "B"))
    )
    return Section(name, systems=("R",), players=entered)


def event(players: int, rounds: int, seed: int = 7) -> Document:
    """Return two sections; the first has this many players."""
    sections = section("A", players, rounds, seed), section("Z", 30, 4, seed + 1)
    return Document("Afternoon", dt.date(2025, 9, 1), sections)


def settle(qtbot: QtBot, window: MainWindow) -> None:
    """Wait until the ratings belong to the document, and everything is painted.

    The assumptions of the ratings are found later, and may widen a column.
    """
    session = window.session

    def is_settled() -> bool:
        known = session.assumptions is not None or session.find_system_rating() is None
        return session.up_to_date and known

    qtbot.waitUntil(is_settled)
    for _ in range(3):
        QApplication.processEvents()


def come_to_rest(qtbot: QtBot, window: MainWindow) -> None:
    """Wait until no column of the table has moved for a moment."""
    view = window.crosstable.view

    def list_places() -> list[int]:
        columns = range(window.crosstable.model.columnCount())
        size = view.viewport().width(), view.viewport().height()
        return [*size, *map(view.columnViewportPosition, columns)]

    before: list[int] = []
    while before != (now := list_places()):
        before = now
        qtbot.wait(20)


def screen(window: MainWindow) -> Pixels:
    """Return the image that the window left on the screen."""
    return pixels(window.screen().grabWindow(window.winId()).toImage())


class Line(NamedTuple):
    """A row of the screen: the texts by column, as painted."""

    texts: dict[int, str]
    top: int


def lines(window: MainWindow) -> list[Line]:
    """Return every row that is completely visible, at the places that Qt gives for its cells."""
    view, model = window.crosstable.view, window.crosstable.model
    shot, port = screen(window), view.viewport()
    offset = port.mapTo(window, QPoint(0, 0))
    shown = [c for c in range(model.columnCount()) if not view.isColumnHidden(c)]
    found = []
    for row in range(max(view.rowAt(0), 0), model.rowCount()):
        rects = {c: view.visualRect(model.index(row, c)) for c in shown}
        if rects[1].top() >= port.height():
            break
        if not port.rect().contains(rects[1]):
            continue
        texts = {
            column: read(shot, rect.translated(offset))
            for column, rect in rects.items()
            if port.rect().contains(rect)
        }
        found.append(Line(texts, rects[1].top()))
    return found


def written(window: MainWindow, player: Player, row: int, column: int) -> str:
    """Return the text of a player's cell, computed from the event and its ratings."""
    session, columns = window.session, window.crosstable.model.columns
    match columns.specs[column].kind:
        case "number":
            return str(player.number)
        case "name":
            return player.name
        case "id":
            return player.id or ""
        case "rating":
            return figures.format_facts(player.facts("R"))
        case "round":
            place = columns.rounds_of[column]
            text = player.results[place] if place < len(player.results) else ""
            return "".join(part.text for part in split_cell(text)).strip()
        case "points":
            return figures.points_text(sum(map(score_cell, player.results)))
        case "post":
            return figures.format_whole(session.shown.find_post(row))
        case "change":
            return figures.format_change(session.shown.find_change(row))
        case _:
            raise AssertionError(column)


def check(window: MainWindow) -> int:
    """Check that every painted row belongs to one player; return the number of rows."""
    section, model = window.session.section, window.crosstable.model
    rows = {player.name: row for row, player in enumerate(section.players)}
    seen = lines(window)
    places = [rows.get(line.texts[1]) for line in seen]
    assert None not in places, [line.texts[1] for line in seen]
    for line, row in zip(seen, places, strict=True):
        assert row is not None
        for column, text in line.texts.items():
            kind = model.columns.specs[column].kind
            if kind == "games":
                continue
            text = text.split("/")[0] if kind == "post" else text
            said = written(window, section.players[row], row, column)
            assert text == said, (section.players[row].name, kind, line.top, text, said)
    return len(seen)


def _place(window: MainWindow, value: int) -> int:
    """Return a row of the table, as shown."""
    return value % max(window.crosstable.model.rowCount(), 1)


def _go(qtbot: QtBot, window: MainWindow, value: int, what: str | int) -> bool:
    if not window.crosstable.model.rowCount():
        return False
    ui.click(qtbot, window, _place(window, value) + 1, what)
    return True


def _name(qtbot: QtBot, window: MainWindow) -> None:
    """Type an unused name into the row that waits for one."""
    taken = {player.name for player in ui.section_of(window).players}
    free = next(f"N{n}" for n in range(1, 1000) if f"N{n}" not in taken)
    ui.press_keys(qtbot, window, free, Key.Key_Return)


def insert(qtbot: QtBot, window: MainWindow, value: int) -> None:
    ui.press(qtbot, window, Key.Key_Insert)
    _name(qtbot, window)


def insert_here(qtbot: QtBot, window: MainWindow, value: int) -> None:
    _go(qtbot, window, value, "name")
    ui.press(qtbot, window, Key.Key_Insert, ALT)
    _name(qtbot, window)


def remove(qtbot: QtBot, window: MainWindow, value: int) -> None:
    section = window.session.section
    if section and len(section.players) > 3 and _go(qtbot, window, value, "name"):
        if value % 3 == 0:
            ui.press(qtbot, window, Key.Key_Down, SHIFT)
        ui.press(qtbot, window, Key.Key_Delete, CONTROL)
        ui.answer_removal(qtbot)


def type_result(qtbot: QtBot, window: MainWindow, value: int) -> None:
    section = ui.section_of(window)
    if _go(qtbot, window, value // 7, value % (section.rounds + 1) + 1):
        player = window.session.player
        others = [p.number for p in section.players if p is not player]
        letter = "WLD"[value % 3]
        ui.type_text(qtbot, window, f"{letter}{others[value % len(others)]}")
        ui.press(qtbot, window, Key.Key_Return)


def sort(qtbot: QtBot, window: MainWindow, value: int) -> None:
    view, model = window.crosstable.view, window.crosstable.model
    header = view.horizontalHeader()
    shown = [c for c in range(model.columnCount()) if not view.isColumnHidden(c)]
    place = QPoint(header.sectionViewportPosition(shown[value % len(shown)]) + 12, 12)
    qtbot.mouseClick(header.viewport(), LEFT, pos=place)


def show_some(qtbot: QtBot, window: MainWindow, value: int) -> None:
    ui.press_keys(qtbot, window, (Key.Key_F, CONTROL), str(value % 10))
    ui.press(qtbot, window, Key.Key_Return if value % 2 else Key.Key_Escape)


def undo(qtbot: QtBot, window: MainWindow, value: int) -> None:
    for _ in range(value % 3 + 1):
        ui.press(qtbot, window, Key.Key_Z, CONTROL)


def redo(qtbot: QtBot, window: MainWindow, value: int) -> None:
    ui.press(qtbot, window, Key.Key_Z, CONTROL | SHIFT)


def turn_wheel(window: MainWindow, across: int, down: int) -> None:
    """Turn the wheel over the table."""
    port = window.crosstable.view.viewport()
    place = QPointF(port.width() / 2, port.height() / 2)
    places = place, port.mapToGlobal(place), QPoint(), QPoint(across, down)
    none = Qt.MouseButton.NoButton, PLAIN, Qt.ScrollPhase.NoScrollPhase
    QApplication.sendEvent(port, QWheelEvent(*places, *none, False))


def scroll(qtbot: QtBot, window: MainWindow, value: int) -> None:
    turn_wheel(window, 0, (value % 41 - 20) * 60)


def turn(qtbot: QtBot, window: MainWindow, value: int) -> None:
    turn_wheel(window, (value % 7 - 3) * 120, 0)


def jump(qtbot: QtBot, window: MainWindow, value: int) -> None:
    key, modifier = (
        *((Key.Key_PageDown, PLAIN), (Key.Key_PageUp, PLAIN), (Key.Key_End, CONTROL)),
        *((Key.Key_Home, CONTROL), (Key.Key_Down, CONTROL), (Key.Key_End, PLAIN)),
    )[value % 6]
    ui.press(qtbot, window, key, modifier)


def resize(qtbot: QtBot, window: MainWindow, value: int) -> None:
    window.resize(1100 + value % 9 * 90, 620 + value % 5 * 80)


def ids(qtbot: QtBot, window: MainWindow, value: int) -> None:
    ui.press(qtbot, window, Key.Key_I, CONTROL | SHIFT)


def from_outside(qtbot: QtBot, window: MainWindow, value: int) -> None:
    """Change the event as a linked file does: a result, an entry, a withdrawal or a round."""
    session = window.session
    document, place = session.document, session.selection.section
    players = document.sections[place].players
    row = value % len(players)
    kind = value % 4
    if kind == 0:
        session.apply_edit(set_result, place, row, 0, "H")
    elif kind == 1:
        taken = {player.name for player in players}
        free = next(f"F{n}" for n in range(1, 1000) if f"F{n}" not in taken)

        def enter(document: Document) -> Edit:
            entered = structure.add_player(document, place, row).document
            return set_name(entered, place, row, free)

        session.apply_edit(enter)
    elif kind == 2 and len(players) > 3:
        session.apply_edit(structure.remove_players, place, [row])
    else:
        session.apply_edit(structure.add_round, place)


def other_section(qtbot: QtBot, window: MainWindow, value: int) -> None:
    ui.press(qtbot, window, Key.Key_PageDown, CONTROL)
    if value % 2:
        ui.press(qtbot, window, Key.Key_PageUp, CONTROL)


Step = Callable[[QtBot, MainWindow, int], None]
STEPS: Final[tuple[Step, ...]] = (
    *(insert, insert_here, remove, type_result, sort, show_some, undo, redo, scroll),
    *(turn, jump, resize, ids, from_outside, other_section),
)


def take(qtbot: QtBot, window: MainWindow, step: Step, value: int) -> None:
    """Take one action, and wait until the screen has followed."""
    if not window.crosstable.isAncestorOf(ui.keyboard(window)):
        window.crosstable.view.setFocus()
    step(qtbot, window, value)
    if ui.editor(window) is not None:
        # Below the last row, Enter opens a row for one more name.
        ui.press(qtbot, window, Key.Key_Escape)
        qtbot.waitUntil(lambda: ui.editor(window) is None)
    window.messages.hide()
    settle(qtbot, window)
