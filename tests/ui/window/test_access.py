"""Everything has a name and a way by keyboard; what is seen is also read aloud."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QApplication,
    QComboBox,
    QDockWidget,
    QHeaderView,
    QLineEdit,
    QMenu,
    QScrollBar,
    QTabBar,
    QTextEdit,
    QWidget,
)

from tests.ui.driving import click, column_of, make_every_view, press, type_text
from tests.ui.keys import CONTROL, SHIFT, Key
from uscalc.document.cells import describe_cell
from uscalc.ui.estimate.row import ResultControl
from uscalc.ui.storage.preferences import Preferences
from uscalc.ui.theme.menu_text import rank_names, score_match, strip_menu_marks
from uscalc.ui.window.main_window import MainWindow

CONTROLS = (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QLineEdit,
    QTabBar,
    QTextEdit,
)


NAMED = (QMenu, *CONTROLS, QDockWidget, QAbstractScrollArea, QScrollBar)


def controls(window: MainWindow) -> list[QWidget]:
    """What a person can use, without the parts Qt makes inside its own controls."""
    inside = (QTabBar, QComboBox, QLineEdit, QAbstractItemView)
    return [
        control
        for control in window.findChildren(QWidget)
        if isinstance(control, CONTROLS)
        and not isinstance(control, QHeaderView)
        and not control.objectName().startswith("qt_")
        and not isinstance(control.parentWidget(), inside)
        and not control.parentWidget().inherits("QComboBoxPrivateContainer")
    ]


def has_keyboard_way(window: MainWindow, control: QWidget) -> bool:
    if control.focusPolicy() & Qt.FocusPolicy.TabFocus:
        return True
    if control is window.palette_of_commands.list:
        return True  # The palette's line moves it.
    if isinstance(control.parentWidget(), ResultControl):
        return True  # The letters W, D and L press them.
    words = control.accessibleName()
    return any(
        strip_menu_marks(a.text()) == words for a in window.named_actions.values()
    )


def test_every_control_menu_and_bar_has_a_name_and_a_keyboard_way(window):
    make_every_view(window)
    found = controls(window)
    assert len(found) > 40
    lacking = [
        f"{type(c).__name__} {c.objectName()!r} {c.accessibleName()!r}"
        for c in found
        if not (c.objectName() and c.accessibleName() and has_keyboard_way(window, c))
    ]
    assert lacking == []
    window.messages.show_message("Something to read", "A way out", lambda: None)
    for part in window.findChildren(QWidget):
        parent = part.parentWidget()
        inside = parent.objectName().startswith("qt_scrollarea")
        if isinstance(part, NAMED) and not isinstance(parent, QTabBar) and not inside:
            named = part.objectName() and part.accessibleName()
            assert named or part.objectName().startswith("qt_"), part
    names = [action.objectName() for action in window.named_actions.values()]
    assert all(names)
    assert len(set(names)) == len(names)


def test_every_result_has_words_that_are_read_aloud(session, window):
    for text, said in [
        ("", "nothing entered"),
        ("D3", "draws with 3, Bishop, Alma"),
        ("?3", "is to play 3, Bishop, Alma"),
        ("H", "has a half-point bye"),
        ("X99", "wins by forfeit against 99"),
        ("W3|L2", "beats 3, Bishop, Alma; loses to 2, Knightly, Ben"),
        ("?1400-1600", "is to play an opponent rated 1400 to 1600"),
        ("odd", '"odd" isn\'t a valid result'),
    ]:
        assert session.section is not None
        assert describe_cell(session.section, text) == said
    index = window.crosstable.model.index(0, column_of(window, 1))
    said = index.data(Qt.ItemDataRole.AccessibleTextRole)
    assert said == "Round 1: beats 7, Queen, Vera"


def test_f6_goes_round_the_panes_and_back(qtbot, window):
    click(qtbot, window, 1, 1)
    first = QApplication.focusWidget()
    seen = []
    for _ in range(9):
        press(qtbot, window, Key.Key_F6)
        focus = QApplication.focusWidget()
        assert focus is not None
        seen.append(focus)
        if window.crosstable.isAncestorOf(focus):
            break
    for pane in (window.top, window.right, window.below):
        assert any(pane.isAncestorOf(focus) for focus in seen)
    press(qtbot, window, Key.Key_F6, SHIFT)
    assert QApplication.focusWidget() is not first


def test_the_palette_finds_commands_and_players_by_letters_and_arrows(qtbot, window):
    press(qtbot, window, Key.Key_K, CONTROL)
    type_text(qtbot, window, "fianch")
    press(qtbot, window, Key.Key_Return)
    assert window.session.selection.row == 11
    listed = window.palette_of_commands.list
    first = listed.currentRow()
    press(qtbot, window, Key.Key_Down)
    assert listed.currentRow() == first + 1
    press(qtbot, window, Key.Key_Up)
    press(qtbot, window, Key.Key_Up)
    assert listed.currentRow() == listed.count() - 1
    press(qtbot, window, Key.Key_Escape)
    assert window.palette_of_commands.isHidden()
    click(qtbot, window, 1, 1)
    before = QApplication.focusWidget()
    press(qtbot, window, Key.Key_K, CONTROL)
    assert window.palette_of_commands.isVisible()
    type_text(qtbot, window, "zoom in")
    press(qtbot, window, Key.Key_Return)
    assert window.palette_of_commands.isHidden()
    assert window.theme.zoom == 110
    assert QApplication.focusWidget() is before


def test_letters_that_begin_words_come_first():
    names = ["Close the window", "Save as", "Settings", "Undo"]
    assert next(names[i] for i in rank_names("sa", names)) == "Save as"
    assert score_match("xyz", "Save as") is None
    assert list(rank_names("", names)) == [0, 1, 2, 3]
    assert score_match("sas", "Save as") is not None


def test_look_and_layout_are_remembered(qtbot, window, theme, folders):
    window.named_actions["themeDark"].trigger()
    window.named_actions["zoomIn"].trigger()
    window.below.hide()
    window.resize(800, 560)
    window.close()
    theme.choose_look("light")
    theme.set_zoom(100)
    kept = Preferences(folders.settings)
    kept.apply_theme(theme)
    assert (theme.choice, theme.zoom) == ("dark", 110)
    second = MainWindow(window.session, theme, folders)
    qtbot.addWidget(second)
    second.show()
    assert second.below.isHidden()
    assert (second.width(), second.height()) == (800, 560)


def test_settings_that_make_no_sense_are_passed_over(tmp_path, theme):
    path = tmp_path / "window.ini"
    path.write_text("[look]\ncolors=pink\nzoom=large\n[files]\nrecent=5\n")
    kept = Preferences(path)
    kept.apply_theme(theme)
    assert (theme.choice, theme.zoom) == ("light", 100)
