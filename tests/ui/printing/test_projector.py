"""Standings on a projector: page by page, live, and no row is cut off."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QCheckBox, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from tests.report.wall.make import crowd, document, rate
from tests.ui.driving import enter, find_part, open_file, shown_dialog
from tests.ui.keys import CONTROL, LEFT, SHIFT, Key
from tests.ui.pixels import pixels
from tests.ui.two_screens import run_on_two_screens
from uscalc.document.model import Edit
from uscalc.monitor import UNMONITORED
from uscalc.ui.printing import projector as projecting
from uscalc.ui.printing.page import TextItem, measure_width
from uscalc.ui.printing.projected_pages import (
    HEIGHT,
    PROJECTED_LISTS,
    ProjectorRequest,
    Screenful,
    make_screenfuls,
)
from uscalc.ui.theme.theme import DARK, LIGHT
from uscalc.ui.widgets.controls import ChoiceControl
from uscalc.ui.window.main_window import MainWindow

EVERY = tuple(PROJECTED_LISTS)
SHAPES = (16 / 9, 4 / 3, 16 / 10)


def ask(window: MainWindow) -> projecting.ProjectorDialog:
    window.named_actions["projector"].trigger()
    return shown_dialog(window, projecting.ProjectorDialog)


def started(qtbot: QtBot, window: MainWindow) -> projecting.ProjectorWindow:
    """Start with the selection in the dialog, by Enter."""
    QTest.keyClick(ask(window), Key.Key_Return)
    return ready(qtbot, window)


def ready(qtbot: QtBot, window: MainWindow) -> projecting.ProjectorWindow:
    projector = projecting.projector_of(window)
    qtbot.waitUntil(lambda: projector.isVisible() and not projector.busy)
    return projector


def text_items(screenful: Screenful) -> list[TextItem]:
    return [item for item in screenful.page.items if isinstance(item, TextItem)]


def all_words(projector: projecting.ProjectorWindow) -> str:
    return " ".join(i.text for one in projector.screenfuls for i in text_items(one))


def tick(dialog: projecting.ProjectorDialog, name: str) -> None:
    box = find_part(dialog, QCheckBox, name)
    QTest.mouseClick(box, LEFT, pos=QPoint(8, box.height() // 2))


def test_standings_fill_the_screen_until_they_are_ended(qtbot, window):
    before = window.grab().toImage()
    projector = started(qtbot, window)
    assert projector.isFullScreen()
    assert projector.size() == projector.screen().size()
    qtbot.waitUntil(projector.isActiveWindow)
    assert not projector.findChildren(QAbstractButton), "no control is in sight"
    assert projector.cursor().shape() == Qt.CursorShape.BlankCursor
    QTest.keyClick(projector, Key.Key_Escape)
    assert projector.isHidden()
    qtbot.waitUntil(window.isActiveWindow)
    assert window.grab().toImage().size() == before.size()
    projector = started(qtbot, window)
    QTest.keyClick(projector, Key.Key_J, CONTROL | SHIFT)
    qtbot.waitUntil(projector.isHidden)
    projector = started(qtbot, window)
    window.named_actions["projector"].trigger()
    assert projector.isHidden()
    projector = started(qtbot, window)
    projector.close()
    qtbot.waitUntil(projector.isHidden)
    assert started(qtbot, window) is projector
    projector.end_projection()
    dialog = ask(window)
    assert find_part(dialog, QLabel, "projectorNote").text() == projecting.ONE_SCREEN
    dialog.reject()


def test_choices_are_remembered(qtbot, window, theme, folders):
    dialog = ask(window)
    assert find_part(dialog, QCheckBox, "projectorList-standings").isChecked()
    assert dialog.findChild(QPushButton, "projectorAccept").isDefault()
    for name in EVERY:
        tick(dialog, f"projectorList-{name}")
    QTest.keyClick(find_part(dialog, ChoiceControl, "projectorSeconds"), Key.Key_End)
    QTest.keyClick(dialog, Key.Key_Return)
    projector = ready(qtbot, window)
    assert projector.choices[:2] == (("pairing",), 60)
    assert {one.place[1] for one in projector.screenfuls} == {"pairing"}
    projector.end_projection()
    again = MainWindow(window.session, theme, folders)
    qtbot.addWidget(again)
    dialog = projecting.ProjectorDialog(again)
    assert [dialog.lists[name].isChecked() for name in EVERY] == [False, False, True]
    assert dialog.seconds.value == "60"


def test_a_section_can_be_left_out_but_not_all(qtbot, window, other_event):
    open_file(qtbot, window, other_event)
    dialog = ask(window)
    start = find_part(dialog, QPushButton, "projectorAccept")
    assert dialog.findChild(type(dialog.lists["ratings"]), "projectorSection2")
    tick(dialog, "projectorSection1")
    assert start.isEnabled()
    tick(dialog, "projectorSection2")
    assert not start.isEnabled()
    tick(dialog, "projectorSection2")
    QTest.mouseClick(start, LEFT)
    projector = ready(qtbot, window)
    assert "Lower & last" in all_words(projector)
    assert "Upper" not in all_words(projector)
    projector.end_projection()
    dialog = ask(window)
    left_out = dialog.sections.find_left_out(window.session.document)
    assert left_out == {0}, "as it was selected last"
    dialog.reject()


def test_time_and_keys_turn_the_pages(qtbot, window):
    projector = projecting.projector_of(window)
    projector.start_projection(projecting.ProjectorChoices(EVERY, seconds=1))
    qtbot.waitUntil(lambda: len(projector.screenfuls) > 2)
    shown = projector.shown
    picture = projector.grab().toImage()
    qtbot.waitUntil(lambda: projector.shown is not shown)
    assert projector.grab().toImage() != picture
    assert projector.accessibleDescription() == projector.shown.page.about
    projector.end_projection()
    place = projector.place
    qtbot.wait(1200)
    assert projector.place == place, "nobody sees it any more"
    window.session.show_document(document(crowd(60)), None)
    projector = started(qtbot, window)
    count = len(projector.screenfuls)
    assert count > 4
    places = [projector.place]
    for key in (Key.Key_Space, Key.Key_Right, Key.Key_Left, Key.Key_Up, Key.Key_Up):
        QTest.keyClick(projector, key)
        places.append(projector.place)
    assert places == [0, 1, 2, 1, 0, count - 1]
    projector.end_projection()


def test_results_and_edits_show_up_on_the_page_that_is_shown(qtbot, window):
    projector = started(qtbot, window)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    before = all_words(projector)
    enter(qtbot, window, 1, 5, "w3")
    qtbot.waitUntil(lambda: all_words(projector) != before)
    assert "v3" in before.split()
    assert "v3" not in all_words(projector).split()
    assert projector.isVisible()
    projector.end_projection()
    window.session.show_document(document(crowd(60, 3)), None)
    projector = started(qtbot, window)
    QTest.keyClick(projector, Key.Key_Space)
    place = projector.shown.place
    (section,) = window.session.document.sections
    renamed = [replace(p, name=f"Zebra, Zoe {p.number}") for p in section.players]

    def rename(before):
        sections = (replace(section, players=tuple(renamed)),)
        return Edit(replace(before, sections=sections), "Changed")

    picture = projector.grab().toImage()
    window.session.apply_edit(rename)
    qtbot.waitUntil(lambda: "Zebra, Zoe 7" in all_words(projector))
    assert projector.shown.place == place
    assert projector.grab().toImage() != picture
    projector.end_projection()


def test_the_projector_has_the_windows_colors(qtbot, window, theme):
    projector = started(qtbot, window)
    assert QColor(projector.grab().toImage().pixel(2, 2)) == QColor(LIGHT.surface)
    theme.choose_look("dark")
    qtbot.waitUntil(lambda: not projector.busy)
    picture = projector.grab().toImage()
    assert QColor(picture.pixel(2, 2)) == QColor(DARK.surface)
    inks = {item.face.ink for item in text_items(projector.screenfuls[0])}
    assert inks == {DARK.text, DARK.soft}
    projector.end_projection()
    window.session.show_document(document(), None)
    projector = projecting.projector_of(window)
    projector.start_projection(projecting.ProjectorChoices())
    ready(qtbot, window)
    assert projector.screenfuls == ()
    assert projector.accessibleDescription() == projecting.NO_LISTS
    picture = projector.grab().toImage()
    middle = picture.height() // 2
    assert (pixels(picture)[middle - 30 : middle + 30] != picture.pixel(2, 2)).any()
    projector.end_projection()


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("count", [1, 12, 150])
def test_no_row_is_cut_and_none_is_left_out(qapp, shape, count):
    found = screenfuls(crowd(count, 7), shape)
    for name in EVERY:
        screens = [one for one in found if one.place[1] == name]
        assert [one.place[2] for one in screens] == list(range(len(screens)))
        numbers: list[int] = []
        for screen in screens:
            page, items = screen.page, text_items(screen)
            head = next(item for item in items if item.text == "No.")
            edge = head.x + measure_width(head.text, head.face)
            for item in items:
                right = item.x + measure_width(item.text, item.face)
                assert item.x > 0
                assert right < page.size[0], item
                assert item.y + 0.3 * item.face.size < HEIGHT, item
                if item.y > head.y and item.text.isdigit() and right <= edge + 1:
                    numbers.append(int(item.text))
        assert sorted(numbers) == list(range(1, count + 1))


@pytest.mark.parametrize("shape", [16 / 9, 16 / 10])
def test_names_of_40_letters_are_on_one_line(qapp, shape):
    name = "Featherstonehaugh-Smythe, Bartholomew-Xi"
    assert len(name) == 40
    section = crowd(40, 7)
    players = tuple(replace(player, name=name) for player in section.players)
    for screenful in screenfuls(replace(section, players=players), shape):
        items = text_items(screenful)
        names = [i for i in items if len(i.text) > 5 and i.text in name]
        assert {item.text for item in names} == {name}
        for item in names:
            right = item.x + measure_width(name, item.face)
            assert right < min([i.x for i in items if i.y == item.y and i.x > item.x])


def test_type_is_large(qapp):
    """Twelve players fill the screen; a name has at least a thirtieth of its height."""
    for count in (8, 12, 150):
        for screenful in screenfuls(crowd(count, 5), 16 / 9, ("standings",)):
            people = [i for i in text_items(screenful) if "Person" in i.text]
            assert min((i.face.size for i in people), default=HEIGHT) >= HEIGHT / 31


def screenfuls(section, shape, lists=EVERY) -> tuple[Screenful, ...]:
    wanted = ProjectorRequest(rate(section), lists, frozenset(), shape, LIGHT)
    return make_screenfuls(wanted, UNMONITORED)


def test_the_other_screen_is_used_and_the_keyboard_stays(tmp_path):
    assert run_on_two_screens("projector_probe.py", tmp_path) == {
        "window": "own",
        "standings": "wall",
        "size": [1024, 768],
        "active": "mainWindow",
        "edited": True,
        "ended": True,
    }
