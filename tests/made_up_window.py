"""Look at a window of a changed program, and print what it shows as JSON.

Run in the folder of that program.
"""

import json
import os
import tempfile
from pathlib import Path

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from uscalc.document.edit.settings import set_event
from uscalc.formats import open_event
from uscalc.resources import get_resource_path
from uscalc.rules.resolve import resolve_rules
from uscalc.ui.session.folders import Folders
from uscalc.ui.session.session import Session
from uscalc.ui.theme.theme import STYLE, Theme
from uscalc.ui.widgets.controls import TextControl
from uscalc.ui.window.main_window import MainWindow
from uscalc.ui.window.tour import RECIPES, take_picture


def colors(image: QImage) -> int:
    across, down = range(0, image.width(), 2), range(0, image.height(), 2)
    return len({image.pixel(x, y) for x in across for y in down})


def main() -> None:
    app = QApplication(["window", *STYLE])
    document = open_event(get_resource_path("samples", "autumn-open.uscalc")).document
    theme = Theme(app, "light")
    session = Session(document, resolve_rules)
    with tempfile.TemporaryDirectory() as own:
        window = MainWindow(session, theme, Folders.within_folder(Path(own)))
        window.resize(1280, 800)
        window.show()
        app.processEvents()
        seen = look(app, window)
    view = next(recipe for recipe in RECIPES if recipe.name == "rain")
    seen["picture"] = colors(take_picture(view, document, theme, QSize(1200, 760), 1.0))
    print(json.dumps(seen), flush=True)
    os._exit(0)


def look(app: QApplication, window: MainWindow) -> dict[str, object]:
    seen: dict[str, object] = {}
    menus = {m.objectName(): m for m in window.findChildren(QMenu)}
    for name in ("space-reportMenu", "playersMenu", "cellMenu"):
        seen[name] = [action.text() for action in menus[name].actions()]
    window.named_actions["commands"].trigger()
    rows = window.palette_of_commands.list
    seen["palette"] = [rows.item(row).text() for row in range(rows.count())]
    window.palette_of_commands.hide_palette()
    page = window.show_shortcuts()
    seen["shortcuts"] = page.page.toPlainText().splitlines()
    page.reject()
    window.spaces.switch_to("report")
    seen["tabs"] = [title for _, title in window.below.list_views()]
    table, model = window.crosstable, window.crosstable.model
    column = model.columns.find_column("wins")
    seen["heading"] = model.headerData(column, Qt.Orientation.Horizontal)
    seen["hint"] = model.headerData(
        column, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole
    )
    seen["wins"] = [model.index(row, column).data() for row in range(model.rowCount())]
    seen["accessible"] = model.index(0, column).data(Qt.ItemDataRole.AccessibleTextRole)
    cell = table.view.visualRect(model.index(0, column))
    seen["painted"] = colors(table.view.viewport().grab(cell).toImage())
    header = table.view.horizontalHeader()
    x = header.sectionViewportPosition(column) + header.sectionSize(column) // 2
    place = QPoint(x, header.height() // 2)
    QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=place)
    rows_now = range(model.rowCount())
    seen["sorted"] = [model.index(row, column).data() for row in rows_now]
    window.activateWindow()
    app.processEvents()
    table.focus_cell(0, 5)
    QTest.keyClicks(table.view, "w")
    app.processEvents()
    row = model.table_rows.get(0)
    seen["after a win"] = model.index(row or 0, column).data()
    window.activateWindow()
    app.processEvents()
    modifiers = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
    QTest.keyClick(table.view, Qt.Key.Key_U, modifiers)
    seen["told"] = window.messages.text
    window.messages.clear()
    QTest.keyClick(table.view, Qt.Key.Key_N, modifiers)
    seen["shown"] = window.get_view("view-rain").isVisible()
    window.named_actions["showPlayer"].trigger()
    app.processEvents()
    club = window.findChild(TextControl, "playerClub")
    seen["fact"] = [club.accessibleName(), club.toolTip(), club.placeholderText()]
    club.setFocus()
    QTest.keyClicks(club, " Rook  House")
    QTest.keyClick(club, Qt.Key.Key_Return)
    seen["fact typed"] = [club.text(), getattr(window.session.player, "club", None)]
    seen["edit"] = window.session.history.undo_name
    seen.update(try_rating(app, window))
    window.session.apply_edit(set_event, name="Wet Open")
    seen["asked"] = window.messages.text
    return seen


def try_rating(app: QApplication, window: MainWindow) -> dict[str, object]:
    session = window.session
    system = session.selection.system
    session.threshold = 60_000.0
    session.select(row=0)
    app.processEvents()
    action = window.named_actions["tryHigherRating"]
    action.trigger()
    app.processEvents()
    posts = session.shown.find_post(0), session.with_what_if.find_post(0)
    tried = [action.text(), session.what_if_overlay.find_direction(0), *posts]
    before = session.player.facts(system).rating
    session.what_if.apply_results()
    app.processEvents()
    return {
        "tried": tried,
        "applied": [before, session.player.facts(system).rating],
        "applied name": session.history.undo_name,
    }


if __name__ == "__main__":
    main()
