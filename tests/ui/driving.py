"""Functions that drive the window: find cells by player and round, click, and type."""

from pathlib import Path
from typing import Any, TypeVar

from PySide6 import QtWidgets
from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, Qt, QTimer, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.ui.keys import CONTROL, LEFT, PLAIN, Key
from uscalc.document.model import Player, Section
from uscalc.formats import open_event
from uscalc.rules.resolve import resolve_rules
from uscalc.ui.crosstable.grid import CrosstableGrid
from uscalc.ui.enter.player_view import PlayerPanel
from uscalc.ui.enter.problems_view import ProblemsView
from uscalc.ui.enter.settings_dialog import SettingsPanel
from uscalc.ui.explain.explanation_view import ExplanationView
from uscalc.ui.explain.table import StepsTable
from uscalc.ui.frame.panel import ViewPanel
from uscalc.ui.frame.view import PagedView
from uscalc.ui.printing.page import TextItem
from uscalc.ui.printing.print_panel import PrintPanel
from uscalc.ui.rules.rules_page import RulesPage
from uscalc.ui.scheduling import Worker
from uscalc.ui.session.folders import Folders
from uscalc.ui.session.problems import ProblemRow
from uscalc.ui.session.session import Session
from uscalc.ui.theme.theme import Theme
from uscalc.ui.window.first_event import FirstEventLoader
from uscalc.ui.window.main_window import MainWindow
from uscalc.ui.window.views import VIEWS

What = str | int
"""The name of a column, or the number of a round."""


def column_of(window: MainWindow, what: What) -> int:
    columns = window.crosstable.model.columns
    if isinstance(what, int):
        return columns.results[what - 1]
    return columns.find_column(what)


def drag_border(qtbot: QtBot, window: MainWindow, panel: ViewPanel, size: int) -> None:
    """Drag the border of a panel until it has this width or height, if it fits."""
    middle, more = panel.geometry().center(), size - panel.extent
    if panel is window.right:
        border, way = QPoint(panel.x() - 4, middle.y()), QPoint(more, 0)
    else:
        border, way = QPoint(middle.x(), panel.y() - 4), QPoint(0, more)
    goal = border - way
    QTest.mousePress(window, LEFT, pos=border)
    QTest.mouseMove(window, goal)
    # Qt moves the border in a turn of its own.
    qtbot.wait(20)
    QTest.mouseRelease(window, LEFT, pos=goal)
    QtWidgets.QApplication.processEvents()


def in_view(window: MainWindow, number: int, what: What) -> QPoint:
    """Scroll to a cell, and return its middle in the table's view."""
    table, column = window.crosstable, column_of(window, what)
    table.bring_in_sight(number - 1, column)
    return table.view.visualRect(table.model.index(number - 1, column)).center()


def text(window: MainWindow, number: int, what: What) -> str:
    """Return the text of a cell of the crosstable."""
    model = window.crosstable.model
    return str(model.index(number - 1, column_of(window, what)).data())


def hint(window: MainWindow, number: int, what: What) -> str:
    index = window.crosstable.model.index(number - 1, column_of(window, what))
    return str(index.data(Qt.ItemDataRole.ToolTipRole))


def click(qtbot: QtBot, window: MainWindow, number: int, what: What) -> CrosstableGrid:
    """Click a cell with the mouse."""
    view = window.crosstable.view
    qtbot.mouseClick(view.viewport(), LEFT, pos=in_view(window, number, what))
    return view


def come_back(qtbot: QtBot, window: MainWindow) -> None:
    """Comes back from another program, which may have changed the file."""
    saving = window.files.saving
    activate(qtbot, window)
    QtWidgets.QApplication.sendEvent(window, QEvent(QEvent.Type.ActivationChange))
    qtbot.waitUntil(lambda: not any(one.busy for one in saving.findChildren(Worker)))


def click_into(widget: QtWidgets.QWidget) -> None:
    """Press the mouse where a widget is visible, as a person does.

    The focused widget loses the focus on the press, and may react before the release.
    """
    top = widget.window()
    place = widget.mapTo(top, widget.rect().center())
    assert widget.visibleRegion().contains(widget.rect().center())
    handle = top.windowHandle()
    QTest.mousePress(handle, LEFT, pos=place)
    QtWidgets.QApplication.processEvents()
    QTest.mouseRelease(handle, LEFT, pos=place)
    QtWidgets.QApplication.processEvents()


def keyboard(window: MainWindow) -> QtWidgets.QWidget:
    """Return the widget that has the focus."""
    widget = QtWidgets.QApplication.focusWidget() or window.focusWidget()
    assert widget is not None
    return widget


def type_text(qtbot: QtBot, window: MainWindow, typed: str) -> None:
    """Type where the focus is, as a person does; the editor opens by itself."""
    for letter in typed:
        qtbot.keyClicks(keyboard(window), letter)


def press(
    qtbot: QtBot, window: MainWindow, key: Qt.Key, modifier: Qt.KeyboardModifier = PLAIN
) -> None:
    qtbot.keyClick(keyboard(window), key, modifier)


Pressed = str | Qt.Key | tuple[Qt.Key, Qt.KeyboardModifier]
"""A text to type, or a key to press, alone or with a modifier."""


def press_keys(qtbot: QtBot, window: MainWindow, *keys: Pressed) -> None:
    """Type texts and press keys, one after the other."""
    for key in keys:
        if isinstance(key, str):
            type_text(qtbot, window, key)
        else:
            press(qtbot, window, *(key if isinstance(key, tuple) else (key,)))


def type_at(
    qtbot: QtBot, window: MainWindow, number: int, what: What, *keys: Pressed
) -> None:
    """Click a cell, and type texts and press keys there."""
    click(qtbot, window, number, what)
    press_keys(qtbot, window, *keys)


def press_in(
    qtbot: QtBot, window: MainWindow, part: QtWidgets.QWidget, *keys: Pressed
) -> None:
    """Focus a part of the window, and type texts and press keys there."""
    part.setFocus()
    press_keys(qtbot, window, *keys)


def retype(field: QtWidgets.QWidget, typed: str) -> None:
    """Replace the text of a field."""
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, typed)


def enter(
    qtbot: QtBot, window: MainWindow, number: int, what: What, typed: str
) -> None:
    """Click a cell, type, and press Enter."""
    type_at(qtbot, window, number, what, typed, Key.Key_Return)
    qtbot.waitUntil(lambda: window.session.up_to_date)


def press_button(qtbot: QtBot, window: MainWindow, name: str) -> None:
    """Click a button, found by its objectName, and wait until its effect is visible."""
    button = find_part(window, QtWidgets.QWidget, name)
    assert button.isVisible()
    qtbot.mouseClick(button, LEFT, pos=QPoint(8, button.height() // 2))
    arrived(qtbot, window)


def editor(window: MainWindow) -> QtWidgets.QLineEdit | None:
    """Return the open editor."""
    editors = window.findChildren(QtWidgets.QLineEdit, "cellEditor")
    return next((line for line in editors if line.isVisible()), None)


def quiet(view: QObject) -> bool:
    """Return whether no view has postponed work."""
    return not any(
        timer.isActive() for timer in view.findChildren(QTimer) if timer.isSingleShot()
    )


def make_every_view(window: MainWindow) -> None:
    """Make all views, even those that were never shown."""
    for view in VIEWS:
        made = window.get_view(view.name)
        for place in range(made.tabs.count() if isinstance(made, PagedView) else 0):
            made.get_page(place)


V = TypeVar("V", bound=QtWidgets.QWidget)


def find_part(root: QObject, kind: type[V], name: str = "") -> V:
    """Return a part of the window by its class and objectName; it must exist."""
    part = root.findChild(kind, name) if name else root.findChild(kind)
    assert part is not None, name or kind.__name__
    return part


def show_alone(qtbot: QtBot, view: QtWidgets.QWidget, *size: int) -> None:
    """Show a view in a window of its own, with this width and height."""
    qtbot.addWidget(view)
    if size:
        view.resize(*size)
    view.show()
    qtbot.waitExposed(view)


def half_type(window: MainWindow, name: str, typed: str) -> QtWidgets.QLineEdit:
    """Type into a field of the player panel without leaving the field."""
    window.show_view("view-player-details")
    field = find_part(window, QtWidgets.QLineEdit, name)
    retype(field, typed)
    return field


def section_of(window: MainWindow) -> Section:
    """Return the shown section."""
    section = window.session.section
    assert section is not None
    return section


def choose_path(window: MainWindow, dialog: str, path: Path) -> None:
    """Select a path in an open file dialog, and close the dialog."""
    asks = find_part(window, QtWidgets.QFileDialog, dialog)
    asks.fileSelected.emit(str(path))
    asks.reject()


def answer_save_question(
    qtbot: QtBot, window: MainWindow, button: QtWidgets.QMessageBox.StandardButton
) -> None:
    """Answer the question about unsaved changes."""
    question = find_part(window, QtWidgets.QMessageBox, "saveQuestion")
    qtbot.mouseClick(question.button(button), LEFT)


def why(window: MainWindow) -> ExplanationView:
    return window.get_view("view-explanation")


def steps(window: MainWindow) -> StepsTable:
    view = window.get_view("view-steps")
    view.show_mode("table")
    return view.table


def player_panel(window: MainWindow) -> PlayerPanel:
    return window.get_view("view-player-details")


def settings_panel(window: MainWindow) -> SettingsPanel:
    """Return the settings in their dialog, which is opened if necessary."""
    return window.show_settings().panel


def rules_page(window: MainWindow) -> RulesPage:
    """Return the rules in force, in their view."""
    return window.get_view("view-rating-rules").page


def problems_view(window: MainWindow) -> ProblemsView:
    return window.get_view("view-problems")


def problem_count(window: MainWindow) -> str:
    """Return the number of problems in the status bar, as text."""
    return window.bottom.problems.text()


def missing_kinds(window: MainWindow) -> list[str]:
    """Return the kind of missing data in each row of the list; empty for other rows."""
    items = problems_view(window).model.rows
    missing = [item.missing if isinstance(item, ProblemRow) else None for item in items]
    return [one.kind if one else "" for one in missing]


def problem_row(window: MainWindow, words: str) -> int:
    """Return the row of the list whose place or sentence contains these words."""
    for place, item in enumerate(problems_view(window).model.rows):
        if isinstance(item, ProblemRow) and words in f"{item.place}: {item.text}":
            return place
    raise AssertionError(words)


def click_fix(qtbot: QtBot, window: MainWindow, words: str, label: str = "") -> None:
    """Click a fix in the row with these words or, without a label, the row itself."""
    view = problems_view(window)
    row = problem_row(window, words)
    columns = range(view.model.columnCount())
    column = next((c for c in columns if view.model.index(row, c).data() == label), 0)
    assert not label or column, label
    index = view.model.index(row, column)
    view.table.scrollTo(index)
    place = view.table.visualRect(index).center()
    assert view.table.viewport().rect().contains(place)
    qtbot.mouseClick(view.table.viewport(), LEFT, pos=place)


def open_file(qtbot: QtBot, window: MainWindow, path: Path) -> None:
    """Open a file, and wait until it is shown, or a question or a message appears."""
    window.files.opening.open_file(path)
    arrived(qtbot, window)


def arrived(qtbot: QtBot, window: MainWindow) -> None:
    """Wait until nothing is being read or made for the window."""
    qtbot.waitUntil(lambda: not window.files.arriving.busy)


P = TypeVar("P", bound=PrintPanel)


def open_print_panel(
    qtbot: QtBot,
    window: MainWindow,
    kind: type[P],
    key: Qt.Key,
    modifier: Qt.KeyboardModifier = CONTROL,
) -> P:
    """Open a print preview by its keys, and wait until its pages are made."""
    window.activateWindow()
    qtbot.waitUntil(
        lambda: window.isActiveWindow() and window.isAncestorOf(keyboard(window))
    )
    press(qtbot, window, key, modifier)
    panel = shown_dialog(window, kind)
    printable(qtbot, panel)
    return panel


def click_tab(window: MainWindow, name: str, before: str) -> None:
    """Click a view's tab while another view of its panel is shown."""
    window.show_view(before)
    tabs = window.panel_of(name).tabs
    place = next(i for i in range(tabs.count()) if tabs.tabData(i) == name)
    assert tabs.isTabVisible(place)
    QTest.mouseClick(tabs, LEFT, pos=tabs.tabRect(place).center())


def shown_dialog(window: MainWindow, kind: type[V]) -> V:
    """Return the visible dialog or view of a class."""
    return next(d for d in window.findChildren(kind) if d.isVisible())


def printable(qtbot: QtBot, panel: PrintPanel) -> None:
    """Wait until a preview has made its pages."""
    qtbot.waitUntil(lambda: not panel.busy)


def wait_for_printer(
    qtbot: QtBot, window: MainWindow, path: Path | None = None
) -> QPrintDialog:
    """Wait for the printer's dialog; with a path, print into that file."""
    qtbot.waitUntil(lambda: any(d.isVisible() for d in printer_dialogs(window)))
    asks = next(d for d in printer_dialogs(window) if d.isVisible())
    if path is not None:
        asks.printer().setOutputFormat(QPrinter.OutputFormat.PdfFormat)
        find_part(asks, QtWidgets.QLineEdit, "filename").setText(str(path))
    return asks


def printer_dialogs(window: MainWindow) -> list[QPrintDialog]:
    return window.findChildren(QPrintDialog)


def page_words(panel: PrintPanel) -> list[str]:
    """Return the texts of the pages in the preview."""
    return [
        item.text
        for page in panel.preview.pages
        for item in page.items
        if isinstance(item, TextItem)
    ]


def remove(qtbot: QtBot, window: MainWindow, name: str) -> None:
    """Run a command that removes something, and confirm the question if there is one."""
    window.named_actions[name].trigger()
    answer_removal(qtbot)


def removal() -> QtWidgets.QMessageBox | None:
    """Return the question whether to remove games too; None if there is none."""
    tops = (top for top in QtWidgets.QApplication.topLevelWidgets() if top.isVisible())
    boxes = [box for box in tops if isinstance(box, QtWidgets.QMessageBox)]
    return next((b for b in boxes if b.objectName() == "removeQuestion"), None)


def answer_removal(qtbot: QtBot) -> None:
    """Confirm the question whether to remove games too, if there is one."""
    box = removal()
    if box is not None:
        button = find_part(box, QtWidgets.QPushButton, "removeAnswer")
        window = box.parentWidget()
        qtbot.mouseClick(button, LEFT)
        # Without a desktop, nothing else returns the focus.
        activate(qtbot, window)


def drop(widget: QtWidgets.QWidget, *paths: Path) -> bool:
    """Drop files on a widget; return whether it accepts them."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    place, parts = QPoint(20, 20), (Qt.DropAction.CopyAction, data, LEFT, PLAIN)
    entering = QDragEnterEvent(place, *parts)
    entering.ignore()
    QtWidgets.QApplication.sendEvent(widget, entering)
    if entering.isAccepted():
        QtWidgets.QApplication.sendEvent(widget, QDropEvent(place.toPointF(), *parts))
    return entering.isAccepted()


def players_of(window: MainWindow) -> tuple[Player, ...]:
    """Return the players of the first section."""
    return window.session.document.sections[0].players


def first_name(path: Path) -> str:
    """Return the name of the first player in an event file."""
    return open_event(path).document.sections[0].players[0].name


def wait_for_step(qtbot: QtBot, window: MainWindow, name: str) -> None:
    """Wait until the last step to undo has a name, for example an update from a file."""
    qtbot.waitUntil(lambda: window.session.history.undo_name == name)


def activate(qtbot: QtBot, window: QtWidgets.QWidget) -> None:
    """Activate a window, as the desktop does when a dialog above it closes."""
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)


def start_again(qtbot: QtBot, window: MainWindow, **more: Any) -> MainWindow:
    """Close a window, and open another one on its event, with the same folders."""
    window.close()
    session = Session(window.session.document, resolve_rules)
    again = MainWindow(session, window.theme, window.folders, **more)
    qtbot.addWidget(again, before_close_func=lambda w: w.session.history.mark_saved())
    again.show()
    qtbot.waitExposed(again)
    return again


def start_program(
    qtbot: QtBot, theme: Theme, folders: Folders, path: Path | None = None
) -> MainWindow:
    """Start the program, and wait until its window is filled."""
    window = MainWindow(None, theme, folders)
    qtbot.addWidget(window, before_close_func=lambda w: w.session.history.mark_saved())
    window.show()
    loader = FirstEventLoader(window, path)
    with qtbot.waitSignal(loader.filled):
        loader.start_loading()
    return window
