"""Hands for the tests: cells found by player and round, clicked and typed into."""

from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QLineEdit,
    QMessageBox,
    QPushButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from tests.ui.keys import CONTROL, LEFT, PLAIN, Key
from uscalc.document.model import Section
from uscalc.ui.crosstable.grid import CrosstableGrid
from uscalc.ui.enter.player_view import PlayerPanel
from uscalc.ui.enter.problems_view import ProblemsView
from uscalc.ui.enter.settings_dialog import SettingsDialog, SettingsPanel
from uscalc.ui.explain.explanation_view import ExplanationView
from uscalc.ui.explain.steps_view import StepsView
from uscalc.ui.explain.table import StepsTable
from uscalc.ui.frame.view import PagedView
from uscalc.ui.printing.page import TextItem
from uscalc.ui.printing.print_panel import PrintPanel
from uscalc.ui.rules.rules_page import RulesPage
from uscalc.ui.scheduling import Worker
from uscalc.ui.session.problems import ProblemRow
from uscalc.ui.window.main_window import MainWindow
from uscalc.ui.window.views import VIEWS


def column_of(window: MainWindow, what: str | int) -> int:
    columns = window.crosstable.model.columns
    if isinstance(what, int):
        return columns.find_round_column(what)
    return columns.find_column(what)


def in_view(window: MainWindow, number: int, what: str | int) -> QPoint:
    """The middle of a cell in the table's view, after it was brought in sight."""
    table, column = window.crosstable, column_of(window, what)
    table.bring_in_sight(number - 1, column)
    return table.view.visualRect(table.model.index(number - 1, column)).center()


def text(window: MainWindow, number: int, what: str | int) -> str:
    """What a cell of the crosstable says."""
    model = window.crosstable.model
    return str(model.index(number - 1, column_of(window, what)).data())


def hint(window: MainWindow, number: int, what: str | int) -> str:
    index = window.crosstable.model.index(number - 1, column_of(window, what))
    return str(index.data(Qt.ItemDataRole.ToolTipRole))


def click(
    qtbot: QtBot, window: MainWindow, number: int, what: str | int
) -> CrosstableGrid:
    """Clicks a cell with the mouse."""
    view = window.crosstable.view
    place = in_view(window, number, what)
    qtbot.mouseClick(view.viewport(), LEFT, pos=place)
    return view


def come_back(qtbot: QtBot, window: MainWindow) -> None:
    """Comes back from another program, which may have changed the file."""
    saving = window.files.saving
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    QApplication.sendEvent(window, QEvent(QEvent.Type.ActivationChange))
    qtbot.waitUntil(lambda: not any(one.busy for one in saving.findChildren(Worker)))


def click_into(widget: QWidget) -> None:
    """Presses the mouse where a widget is seen, as a person does.

    What has the keyboard loses it on the press, and works on before the release.
    """
    top = widget.window()
    place = widget.mapTo(top, widget.rect().center())
    assert widget.visibleRegion().contains(widget.rect().center())
    handle = top.windowHandle()
    QTest.mousePress(handle, LEFT, pos=place)
    QApplication.processEvents()
    QTest.mouseRelease(handle, LEFT, pos=place)
    QApplication.processEvents()


def keyboard(window: MainWindow) -> QWidget:
    """The widget that has the keyboard."""
    widget = QApplication.focusWidget() or window.focusWidget()
    assert widget is not None
    return widget


def type_text(qtbot: QtBot, window: MainWindow, typed: str) -> None:
    """Types where the keyboard is, as a person does: the editor opens by itself."""
    for letter in typed:
        qtbot.keyClicks(keyboard(window), letter)


def press(
    qtbot: QtBot, window: MainWindow, key: Qt.Key, modifier: Qt.KeyboardModifier = PLAIN
) -> None:
    qtbot.keyClick(keyboard(window), key, modifier)


def enter(
    qtbot: QtBot, window: MainWindow, number: int, what: str | int, typed: str
) -> None:
    """Clicks a cell, types, and presses Return."""
    click(qtbot, window, number, what)
    type_text(qtbot, window, typed)
    press(qtbot, window, Key.Key_Return)
    qtbot.waitUntil(lambda: window.session.up_to_date)


def press_button(qtbot: QtBot, window: MainWindow, name: str) -> None:
    """Clicks a button, found by its objectName; what it opens is there then."""
    button = find_part(window, QWidget, name)
    assert button.isVisible()
    qtbot.mouseClick(button, LEFT, pos=QPoint(8, button.height() // 2))
    arrived(qtbot, window)


def editor(window: MainWindow) -> QLineEdit | None:
    """The editor that is open."""
    editors = window.findChildren(QLineEdit, "cellEditor")
    return next((line for line in editors if line.isVisible()), None)


def quiet(view: QObject) -> bool:
    """Whether nothing that a view has put off is still to come."""
    return not any(
        timer.isActive() for timer in view.findChildren(QTimer) if timer.isSingleShot()
    )


def make_every_view(window: MainWindow) -> None:
    """Makes also the views that nobody has looked at."""
    for view in VIEWS:
        made = window.get_view(view.name)
        for place in range(made.tabs.count() if isinstance(made, PagedView) else 0):
            made.get_page(place)


V = TypeVar("V", bound=QWidget)


def find_part(root: QObject, kind: type[V], name: str = "") -> V:
    """Finds a part of the window by its kind and objectName; it must be there."""
    part = root.findChild(kind, name) if name else root.findChild(kind)
    assert part is not None, name or kind.__name__
    return part


def half_type(window: MainWindow, name: str, typed: str) -> QLineEdit:
    """Types into a field of the player panel, and leaves it at that."""
    window.show_view("view-player-details")
    field = find_part(window, QLineEdit, name)
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, typed)
    return field


def section_of(window: MainWindow) -> Section:
    """Gives the section that is shown."""
    section = window.session.section
    assert section is not None
    return section


def choose_path(window: MainWindow, dialog: str, path: Path) -> None:
    """Chooses a path in a file dialog that is open, and closes it."""
    asks = find_part(window, QFileDialog, dialog)
    asks.fileSelected.emit(str(path))
    asks.reject()


def answer_save_question(
    qtbot: QtBot, window: MainWindow, button: QMessageBox.StandardButton
) -> None:
    """Answers what is asked about changes that are not saved."""
    question = find_part(window, QMessageBox, "saveQuestion")
    qtbot.mouseClick(question.button(button), LEFT)


def _seen(window: MainWindow, name: str, kind: type[V]) -> V:
    view = window.get_view(name)
    assert isinstance(view, kind)
    return view


def why(window: MainWindow) -> ExplanationView:
    return _seen(window, "view-explanation", ExplanationView)


def steps(window: MainWindow) -> StepsTable:
    view = _seen(window, "view-steps", StepsView)
    view.show_mode("table")
    return view.table


def player_panel(window: MainWindow) -> PlayerPanel:
    return _seen(window, "view-player-details", PlayerPanel)


def settings_panel(window: MainWindow) -> SettingsPanel:
    """The settings in their dialog, opened if need be."""
    dialog = window.show_settings()
    assert isinstance(dialog, SettingsDialog)
    return dialog.panel


def rules_page(window: MainWindow) -> RulesPage:
    """The rules in force, in the view that is shown."""
    page = _seen(window, "view-rating-rules", PagedView).page
    assert isinstance(page, RulesPage)
    return page


def problems_view(window: MainWindow) -> ProblemsView:
    return _seen(window, "view-problems", ProblemsView)


def problem_count(window: MainWindow) -> str:
    """The number of problems in the status bar, in words."""
    return window.bottom.problems.text()


def missing_kinds(window: MainWindow) -> list[str]:
    """The kind of missing data in each row of the list; empty for other rows."""
    items = problems_view(window).model.rows
    missing = [item.missing if isinstance(item, ProblemRow) else None for item in items]
    return [one.kind if one else "" for one in missing]


def problem_row(window: MainWindow, words: str) -> int:
    """The row of the list whose place or sentence has these words."""
    for place, item in enumerate(problems_view(window).model.rows):
        if isinstance(item, ProblemRow) and words in f"{item.place}: {item.text}":
            return place
    raise AssertionError(words)


def click_fix(qtbot: QtBot, window: MainWindow, words: str, label: str = "") -> None:
    """Clicks a fix in the row with these words; without a label, the row itself."""
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
    """Opens a file, and waits until it is shown, or something is asked or told of it."""
    window.files.opening.open_file(path)
    arrived(qtbot, window)


def arrived(qtbot: QtBot, window: MainWindow) -> None:
    """Waits until nothing is being read or made for the window any more."""
    qtbot.waitUntil(lambda: not window.files.arriving.busy)


P = TypeVar("P", bound=PrintPanel)


def open_print_panel(
    qtbot: QtBot,
    window: MainWindow,
    kind: type[P],
    key: Qt.Key,
    modifier: Qt.KeyboardModifier = CONTROL,
) -> P:
    """Opens a print preview by its keys, and waits until its pages are made."""
    window.activateWindow()
    qtbot.waitUntil(
        lambda: window.isActiveWindow() and window.isAncestorOf(keyboard(window))
    )
    press(qtbot, window, key, modifier)
    panel = shown_dialog(window, kind)
    printable(qtbot, panel)
    return panel


def click_tab(window: MainWindow, name: str, before: str) -> None:
    """Clicks a view's tab while another view of its panel is shown."""
    window.show_view(before)
    tabs = window.panel_of(name).tabs
    place = next(i for i in range(tabs.count()) if tabs.tabData(i) == name)
    assert tabs.isTabVisible(place)
    QTest.mouseClick(tabs, LEFT, pos=tabs.tabRect(place).center())


def shown_dialog(window: MainWindow, kind: type[V]) -> V:
    """Finds the dialog or view of a kind that is shown."""
    return next(d for d in window.findChildren(kind) if d.isVisible())


def printable(qtbot: QtBot, panel: PrintPanel) -> None:
    """Waits until a preview has made its pages."""
    qtbot.waitUntil(lambda: not panel.busy)


def wait_for_printer(
    qtbot: QtBot, window: MainWindow, path: Path | None = None
) -> QPrintDialog:
    """Waits for the printer's dialog; with a path it prints into that file."""
    qtbot.waitUntil(lambda: any(d.isVisible() for d in printer_dialogs(window)))
    asks = next(d for d in printer_dialogs(window) if d.isVisible())
    if path is not None:
        asks.printer().setOutputFormat(QPrinter.OutputFormat.PdfFormat)
        find_part(asks, QLineEdit, "filename").setText(str(path))
    return asks


def printer_dialogs(window: MainWindow) -> list[QPrintDialog]:
    return window.findChildren(QPrintDialog)


def page_words(panel: PrintPanel) -> list[str]:
    """The texts of the pages in the preview."""
    return [
        item.text
        for page in panel.preview.pages
        for item in page.items
        if isinstance(item, TextItem)
    ]


def remove(qtbot: QtBot, window: MainWindow, name: str) -> None:
    """Chooses a command that removes something, and says yes where it asks."""
    window.named_actions[name].trigger()
    answer_removal(qtbot)


def removal() -> QMessageBox | None:
    """The question whether games shall go too; None where it is not asked."""
    boxes = [
        box
        for box in QApplication.topLevelWidgets()
        if isinstance(box, QMessageBox)
        and box.objectName() == "removeQuestion"
        and box.isVisible()
    ]
    return boxes[-1] if boxes else None


def answer_removal(qtbot: QtBot) -> None:
    """Says yes to the question whether games shall go too, if it is asked."""
    box = removal()
    if box is not None:
        button = find_part(box, QPushButton, "removeAnswer")
        window = box.parentWidget()
        qtbot.mouseClick(button, LEFT)
        # Nothing else gives the keyboard back where there is no desktop.
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow)
