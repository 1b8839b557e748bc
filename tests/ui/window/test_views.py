"""The views show the same figures of the same player, and have room for all of them."""

import pytest
from PySide6 import QtWidgets
from PySide6.QtCore import Qt

from tests.ui import driving as ui
from tests.ui.keys import CONTROL, LEFT, SHIFT, Key
from uscalc.document.edit.settings import set_section
from uscalc.document.model import Document, RulesChoice
from uscalc.formats import open_event
from uscalc.rules.resolve import resolve_rules
from uscalc.ui.enter.problems_view import FillDialog
from uscalc.ui.explain.model import POST
from uscalc.ui.rating_list.commands import open_import_dialog
from uscalc.ui.rules.rules_model import OVERRIDE, TITLE, VALUE
from uscalc.ui.scheduling import at_rest
from uscalc.ui.session.session import Session
from uscalc.ui.teach.presentation import presentation_of
from uscalc.ui.theme.theme import DARK, LIGHT, UNIT
from uscalc.ui.window.main_window import MainWindow
from uscalc.ui.window.views import SPACES


def test_a_chosen_player_is_explained_and_the_steps_follow(qtbot, window):
    ui.click(qtbot, window, 12, "name")
    page = ui.why(window).toPlainText()
    assert "Fianchetto, Tom" in page
    assert ui.text(window, 12, "post") in page
    ui.click(qtbot, window, 2, 3)
    assert "Knightly, Ben" in ui.why(window).toPlainText()
    ui.click(qtbot, window, 5, "name")
    qtbot.waitUntil(lambda: ui.steps(window).currentIndex().row() == 4)
    index = ui.steps(window).model().index(1, 3)
    ui.steps(window).scrollTo(index)
    place = ui.steps(window).visualRect(index).center()
    qtbot.mouseClick(ui.steps(window).viewport(), LEFT, pos=place)
    assert window.session.selection.row == 1
    assert "Knightly, Ben" in ui.why(window).toPlainText()
    for number in range(1, 13):
        shown = ui.steps(window).model().index(number - 1, POST).data()
        assert shown == ui.text(window, number, "post")


def test_names_systems_and_editions_are_shown_as_they_are(qtbot, window):
    fresh = window.session.document
    assert [ui.text(window, n, "rating") for n in (1, 10)] == ["1794", "1181"]
    ui.press_button(qtbot, window, "systemQ")
    assert [ui.text(window, n, "rating") for n in (1, 10)] == ["1756", "unr"]
    assert "Quick" in ui.why(window).toPlainText()
    ui.press(qtbot, window, Key.Key_T, CONTROL)
    assert ui.text(window, 1, "rating") == "1794"
    window.session.show_document(fresh, None)
    assert (ui.text(window, 1, "post"), ui.text(window, 12, "post")) == ("1798", "1762")
    window.session.apply_edit(set_section, 0, rules=RulesChoice("2001-guide"))
    qtbot.waitUntil(lambda: ui.text(window, 1, "post") == "1797")
    assert ui.text(window, 12, "post") == ""
    assert "The rating rules on the end date give 1798." in ui.why(window).toPlainText()
    window.session.show_document(fresh, None)
    ui.enter(qtbot, window, 12, "name", "<b>Fianchetto</b> & Co")
    ui.click(qtbot, window, 12, "name")
    assert "<b>Fianchetto</b> & Co" in ui.why(window).toPlainText()
    assert "&lt;b&gt;Fianchetto&lt;/b&gt; &amp; Co" in ui.hint(window, 12, "name")
    ui.enter(qtbot, window, 12, 1, "<img src=x>")
    assert "&lt;img src=x&gt;" in ui.hint(window, 12, 1)
    assert "<img src=x>" in window.problems.rows[0].text
    assert "&lt;img src=x&gt;" in window.named_actions["undo"].toolTip()
    assert "<img src=x>" in ui.why(window).toPlainText()


def test_colors_and_zoom_change_while_the_window_is_open(window, theme):
    window.named_actions["themeDark"].trigger()
    assert window.palette().base().color().name() == DARK.surface
    window.named_actions["themeLight"].trigger()
    assert window.palette().base().color().name() == LIGHT.surface
    for change in (2, -2):
        size = theme.make_font().pointSizeF()
        row = window.crosstable.view.rowHeight(0)
        name = "zoomIn" if change > 0 else "zoomOut"
        for _ in range(abs(change)):
            window.named_actions[name].trigger()
        assert (theme.make_font().pointSizeF() > size) == (change > 0)
        assert (window.crosstable.view.rowHeight(0) > row) == (change > 0)
        window.named_actions["zoomReset"].trigger()
        assert theme.zoom == 100


LONG = (
    "The file and what was typed here differ in two places. What was typed stays. "
    "Player 4, round 3: the result is a win here and a draw in the file. Player 5, "
    "round 3: the result is a loss here and a draw in the file."
)


def in_sight(bar: QtWidgets.QTabBar) -> list[str]:
    """Return the tabs that are completely visible."""
    return [
        bar.tabText(i)
        for i in range(bar.count())
        if bar.isTabVisible(i) and bar.rect().contains(bar.tabRect(i))
    ]


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1920, 1080)])
def test_every_tab_of_every_space_is_in_sight(qtbot, window, width, height):
    assert window.right.front == "view-explanation"
    window.resize(width, height)
    for space in SPACES:
        window.spaces.switch_to(space.name)
        for panel in (window.right, window.below):
            titles = [title for _, title in panel.list_views()]
            assert titles
            qtbot.waitUntil(lambda p=panel, t=titles: in_sight(p.tabs) == t)  # type: ignore[misc]


@pytest.mark.parametrize(
    "make", [lambda w: FillDialog(w.session, w.theme, w), open_import_dialog]
)
def test_a_dialog_in_large_type_fits_the_window(qtbot, window, make):
    window.resize(1280, 800)
    window.theme.set_zoom(200)
    dialog = make(window)
    dialog.open()
    qtbot.waitExposed(dialog)
    assert dialog.width() <= window.width()
    assert dialog.height() <= window.height()
    for button in dialog.findChildren(QtWidgets.QPushButton):
        corner = button.mapTo(dialog, button.rect().bottomRight())
        assert not button.isVisible() or dialog.rect().contains(corner)


def test_the_buttons_of_a_long_message_are_below_it(qtbot, window):
    window.resize(1280, 800)
    bar = window.messages
    label = bar.findChild(QtWidgets.QLabel, "messageText")
    close = bar.findChild(QtWidgets.QPushButton, "messageClose")
    bar.show_message("It cannot be written.")
    qtbot.waitUntil(lambda: close.geometry().left() > label.geometry().right())
    window.theme.set_zoom(200)
    bar.show_message(LONG, "Keep what was typed", lambda: None)
    qtbot.waitUntil(lambda: close.geometry().top() >= label.geometry().bottom())
    assert label.height() >= label.heightForWidth(label.width())


def list_needless_scrolling(window: MainWindow) -> list[str]:
    """Return the names of parts that scroll sideways, or further than their content."""
    found = [
        bar.parent().parent().objectName()
        for bar in window.findChildren(QtWidgets.QScrollBar)
        if bar.isVisible() and bar.orientation() == Qt.Orientation.Horizontal
    ]
    for area in window.findChildren(QtWidgets.QScrollArea):
        page, room = area.widget(), area.viewport().height()
        layout = page.layout() if area.isVisible() else None
        if layout is not None and layout.hasHeightForWidth():
            needed = layout.minimumHeightForWidth(page.width())
            if page.height() > max(needed, room):
                found.append(area.objectName())
    return found


def test_no_view_scrolls_sideways_nor_beyond_its_content(qtbot, window):
    for size in ((1280, 800), (1920, 1080)):
        window.resize(*size)
        for space in SPACES:
            window.spaces.switch_to(space.name)
            for view in space.views:
                window.show_view(view.name)
                qtbot.waitUntil(at_rest)
                qtbot.waitUntil(lambda: list_needless_scrolling(window) == [])


def test_rule_value_and_override_are_in_sight_and_no_text_is_cut(qtbot, window):
    for width in (1024, 1280, 1920):
        window.resize(width, 800)
        window.show_view("view-rating-rules")
        table = ui.rules_page(window).table
        qtbot.waitUntil(
            lambda table=table: (
                table.viewport().width() >= table.horizontalHeader().length()
            )
        )
        assert not any(map(table.isColumnHidden, (TITLE, VALUE, OVERRIDE)))
        metrics = table.fontMetrics()
        for row in range(table.model().rowCount()):
            for column in (TITLE, VALUE):
                index = table.model().index(row, column)
                within = table.visualRect(index).adjusted(UNIT, 0, -UNIT, 0)
                wraps = Qt.TextFlag.TextWordWrap
                words = str(index.data())
                assert metrics.boundingRect(within, wraps, words).height() <= (
                    table.rowHeight(row)
                ), words


def test_the_first_size_of_the_window_shares_the_room(qtbot, theme, sample, folders):
    session = Session(open_event(sample).document, resolve_rules)
    window = MainWindow(session, theme, folders)
    qtbot.addWidget(window)
    window.resize(1920, 1080)
    window.show()
    qtbot.waitUntil(lambda: window.right.width() > 600)
    assert window.below.height() > 400
    window.close()


def test_an_empty_table_says_how_to_begin(qtbot, window):
    said = ui.find_part(window.crosstable, QtWidgets.QLabel, "crosstableEmpty")
    assert not said.isVisible()
    window.session.show_document(
        Document("Empty", window.session.document.end_date), None
    )
    assert said.isVisible()
    assert "No sections yet" in said.text()
    ui.press_keys(qtbot, window, (Key.Key_A, CONTROL | SHIFT), Key.Key_Insert)
    qtbot.waitUntil(lambda: not said.isVisible())


def test_leaving_the_screen_moves_no_panel(qtbot, window):
    window.resize(1280, 800)
    QtWidgets.QApplication.processEvents()
    before = window.right.width(), window.below.height()
    ui.press_in(qtbot, window, window.crosstable.view, Key.Key_F11)
    presentation_of(window).leave_presentation()
    qtbot.waitUntil(lambda: (window.right.width(), window.below.height()) == before)
    across = ui.find_part(window.crosstable, QtWidgets.QScrollBar, "crosstableAcross")
    qtbot.waitUntil(lambda: across.maximum() == 0)
