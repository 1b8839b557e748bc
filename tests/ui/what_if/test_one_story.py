"""While what-if results are shown, each view includes them or says that it doesn't."""

import re
from collections.abc import Callable, Sequence
from itertools import product

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QAbstractListModel, QModelIndex, QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QLabel, QTextEdit, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from tests.build import as_type
from tests.ui.driving import click, column_of, enter, open_file, press_button, quiet
from tests.ui.keys import LEFT, Key
from tests.ui.large_event import large_event
from tests.ui.what_if.on_screen import drag, stale_cells, wait_until_current
from tests.ui.what_if.trying import framed, glowing, try_result
from uscalc.document.cells import score_cell
from uscalc.document.model import Section
from uscalc.document.queries.scenario import Outcome, apply_changes
from uscalc.document.rate.rated import SystemRating
from uscalc.document.rate.whole import rate_document
from uscalc.formats.native.reader import save_event
from uscalc.rules.resolve import resolve_rules
from uscalc.ui.charts.view import ChartView
from uscalc.ui.explain.explanation_view import ExplanationView
from uscalc.ui.explorer.canvas import ExplorerCanvas
from uscalc.ui.printing.room import ask_player_page
from uscalc.ui.session.session import WITH, WITHOUT
from uscalc.ui.session.window_ratings import ShownRatings
from uscalc.ui.teach.lesson import LessonScreen, lesson_of
from uscalc.ui.teach.presentation import presentation_of
from uscalc.ui.theme.figures import format_change, format_whole, points_text
from uscalc.ui.what_if.slider import OutcomeSlider
from uscalc.ui.what_if.what_if_view import WhatIfView
from uscalc.ui.window.main_window import MainWindow
from uscalc.ui.window.views import VIEWS

MARKED = {"with": [WITH], "without": [WITHOUT], "unmarked": []}
NEWCOMER = 12
MARKS_THEM = "ideaScope"
"""The line of the rating explorer that says where what-if results apply."""


def marks(widget: QWidget) -> list[str]:
    labels = widget.findChildren(QLabel)
    seen = [label for label in labels if label.isVisible()]
    return [label.text() for label in seen if label.property("role") == "whatIf"]


def words(view: QWidget) -> list[str]:
    found = []
    for label in view.findChildren(QLabel):
        is_mark = label.property("role") == "whatIf"
        if label.isVisible() and not is_mark and label.objectName() != MARKS_THEM:
            found.append(label.text())
    for page in view.findChildren(QTextEdit):
        # The label of a what-if result disappears when it is applied.
        found.append(page.toPlainText().replace(" (what if)", ""))
    for table in view.findChildren(QAbstractItemView):
        found += cells(table)
    for chart in view.findChildren(ChartView):
        # The title's note of the tried values also disappears.
        written = re.sub(r" \(tried: [^)]*\)", "", repr(chart.chart))
        found.append(written if chart.isVisible() else "")
    for slides in view.findChildren(LessonScreen):
        found.append(repr(slides.lesson.slides) if slides.lesson else "")
    for canvas in view.findChildren(ExplorerCanvas):
        hand = canvas.scene
        found.append(repr(hand and (hand.r, hand.picture.done)))
    return found


def cells(table: QAbstractItemView) -> list[str]:
    model = table.model()
    if model is None or not table.isVisible():
        return []
    nowhere = QModelIndex()
    is_list = isinstance(model, QAbstractListModel)
    columns = range(1 if is_list else model.columnCount(nowhere))
    places = product(range(model.rowCount(nowhere)), columns)
    return [str(model.index(*place).data()) for place in places]


def shown(qtbot: QtBot, window: MainWindow, name: str) -> QWidget:
    """Show a view, and wait until it is up to date."""
    view = window.show_view(name)
    wait_until_current(qtbot, window)
    qtbot.waitUntil(lambda: quiet(view) and not window.session.busy)
    qtbot.waitUntil(lambda: not getattr(view, "behind", False))
    # Pages for the printer are made in the background.
    qtbot.waitUntil(lambda: not getattr(view, "busy", False))
    coming = ("Looking", "Checking")
    qtbot.waitUntil(
        lambda: any(words(view)) and not any(w.startswith(coming) for w in words(view))
    )
    return view


def test_the_panel_says_whether_a_view_shows_what_if_results(qtbot, window):
    for view in VIEWS:
        shown(qtbot, window, view.name)
        panel = window.right if window.right.has_view(view.name) else window.below
        assert marks(panel) == []
        window.session.what_if.set_result(Outcome(1, 1, "L"))
        wait_until_current(qtbot, window)
        assert marks(panel) == MARKED[view.what_if]
        window.session.what_if.clear_results()
        wait_until_current(qtbot, window)
        assert marks(panel) == []


def test_a_view_with_what_if_results_shows_the_same_after_apply(qtbot, window):
    for name in [view.name for view in VIEWS if view.what_if == "with"]:
        view = shown(qtbot, window, name)
        for choice in ("curvesExpectancy", "lessonSubject2"):
            for button in view.findChildren(QToolButton, choice):
                button.click()
        try_result(qtbot, window, NEWCOMER, 1, "L")
        shown(qtbot, window, name)
        before = [w.replace(f", {WITH.lower()}", "") for w in words(view)]
        shown(qtbot, window, "view-what-if")
        press_button(qtbot, window, "whatIfApply")
        view = shown(qtbot, window, name)
        assert before == words(view)
        window.session.undo_edit()
        shown(qtbot, window, name)
        assert before != words(view)


def test_a_view_without_what_if_results_stays_and_others_follow(qtbot, window):
    click(qtbot, window, NEWCOMER, "name")
    names = [view.name for view in VIEWS if view.what_if == "without"]
    before = {name: words(shown(qtbot, window, name)) for name in names}
    try_result(qtbot, window, NEWCOMER, 1, "L")
    for name in names:
        said = words(shown(qtbot, window, name))
        assert [one for one in said if one != WITHOUT] == before[name]
    try_result(qtbot, window, 1, 1, "D")
    wait_until_current(qtbot, window)
    steps = shown(qtbot, window, "view-steps")
    qtbot.waitUntil(lambda: quiet(steps))
    post = window.session.what_if.find_rating().find_post(1)
    assert any(f"\N{RIGHTWARDS ARROW} {round(post)}" in said for said in words(steps))


def test_copies_images_prints_lessons_and_full_screen_name_them(qtbot, window):
    view = as_type(shown(qtbot, window, "view-explanation"), ExplanationView)
    view.copy_text()
    assert WITH not in QGuiApplication.clipboard().text()
    try_result(qtbot, window, 1, 1, "L")
    shown(qtbot, window, "view-explanation")
    view.copy_text()
    assert QGuiApplication.clipboard().text().startswith(f"{WITH}.\n")
    assert WITH.lower() in view._make_picture(True).source
    screen = presentation_of(window)
    others = "view-compare-with-us-chess"
    for name, said in (("view-explanation", WITH), (others, WITHOUT)):
        window.show_view(name)
        screen.present_view(name)
        qtbot.waitUntil(lambda said=said: marks(screen) == [said])
    screen.leave_presentation()
    assert marks(screen) == []
    dialog = ask_player_page(window)
    assert marks(dialog) == [WITHOUT]
    dialog.close()
    for name in ("copy", "copyTable"):
        window.messages.clear()
        window.named_actions[name].trigger()
        assert WITHOUT.lower() in window.messages.text
    window.named_actions["lesson"].trigger()
    lesson = lesson_of(window)
    assert WITH in lesson.lesson.about
    post = window.session.with_what_if.find_post(0)
    assert str(round(post)) in repr(lesson.lesson.slides)
    lesson.leave_lesson()


Action = Callable[[QtBot, MainWindow], object]


def what_if(window: MainWindow) -> WhatIfView:
    return window.show_view("view-what-if")


def slider(window: MainWindow, place: int) -> OutcomeSlider:
    view = what_if(window)
    view.following.refresh_now()
    return view.sliders[place]


def key(place: int, *keys: Qt.Key) -> Action:
    def press(qtbot: QtBot, window: MainWindow) -> None:
        for one in keys:
            slider(window, place).setFocus()
            qtbot.keyClick(slider(window, place), one)
            wait_until_current(qtbot, window)

    return press


def dragged(place: int, *letters: str) -> Action:
    return lambda qtbot, window: drag(qtbot, window, slider(window, place), *letters)


def pressed(name: str) -> Action:
    def press(qtbot: QtBot, window: MainWindow) -> None:
        what_if(window)
        press_button(qtbot, window, name)

    return press


def action(name: str) -> Action:
    return lambda _, window: window.named_actions[name].trigger()


def typed(number: int, what: str | int, text: str) -> Action:
    return lambda qtbot, window: enter(qtbot, window, number, what, text)


def double_clicked(place: int) -> Action:
    def twice(_: QtBot, window: MainWindow) -> None:
        thumb = slider(window, place)
        middle = QPoint(thumb.width() // 2, thumb.height() // 2)
        QTest.mouseDClick(thumb, LEFT, pos=middle)

    return twice


def selected(**where: object) -> Action:
    return lambda _, window: window.session.select(**where)  # type: ignore[arg-type]


def sorted_by(what: str) -> Action:
    def sort(_: QtBot, window: MainWindow) -> None:
        header = window.crosstable.view.horizontalHeader()
        left = header.sectionViewportPosition(column_of(window, what))
        place = QPoint(left + 6, header.height() // 2)
        QTest.mouseClick(header.viewport(), LEFT, pos=place)

    return sort


ACTIONS: Sequence[tuple[str, Action]] = (
    ("drag over two stops", dragged(0, "W", "D", "L")),
    ("drag back", dragged(0, "L", "D", "W")),
    ("drag to and fro", dragged(1, "L", "W", "D", "L")),
    ("keys", key(0, Key.Key_L, Key.Key_D, Key.Key_W)),
    ("arrows", key(2, Key.Key_Left, Key.Key_Right, Key.Key_Right)),
    ("ends", key(3, Key.Key_Home, Key.Key_End, Key.Key_Home)),
    ("take back", key(3, Key.Key_Delete)),
    ("double click", double_clicked(2)),
    ("another player", (lambda qtbot, window: click(qtbot, window, 4, "name"))),
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


@pytest.fixture(params=[12, 120])
def tried(qtbot, window, tmp_path, request: pytest.FixtureRequest) -> MainWindow:
    event, small = large_event(request.param, 5), large_event(6, 3)
    first, second = event.sections[0], small.sections[0]
    dual = replace(first, time_control="G/45;d5")
    path = tmp_path / "tried.uscalc"
    save_event(replace(event, sections=(dual, replace(second, name="Small"))), path)
    open_file(qtbot, window, path)
    qtbot.waitUntil(lambda: len(window.session.list_systems()) == 2)
    click(qtbot, window, 1, "name")
    what_if(window)
    wait_until_current(qtbot, window)
    return window


def rate_tried(window: MainWindow) -> tuple[Section, SystemRating]:
    """Return the shown section with the tried results, and its rating."""
    session, at = window.session, window.session.selection
    outcomes = session.what_if.outcomes
    made = apply_changes(session.document, at.section, outcomes).document
    rated = rate_document(made, resolve_rules).sections[at.section]
    return made.sections[at.section], rated.in_system(at.system)


def wrong_texts(window: MainWindow) -> list[tuple[int, str, str, str]]:
    model, (section, rating) = window.crosstable.model, rate_tried(window)
    shown, found = ShownRatings(section, rating, False), []
    for view_row in range(model.rowCount()):
        row = model.rows[view_row]
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


def ways_of_those_who_move(window: MainWindow) -> dict[int, int]:
    """Return, by number, 1 or -1 for each player whose rating the tried results change."""
    at = window.session.selection
    rated = rate_document(window.session.document, resolve_rules).sections[at.section]
    now, (_, then) = rated.in_system(at.system), rate_tried(window)
    posts = {n: (now.find_post(n), then.find_post(n)) for n in now.places}
    return {n: 1 if new > old else -1 for n, (old, new) in posts.items() if old != new}


def cells_of_tried_results(window: MainWindow) -> set[tuple[int, int]]:
    """Return number and round of both players of each tried result."""
    players = {player.number: player for player in window.session.section.players}
    outcomes, found = window.session.what_if.outcomes, set()
    for one in outcomes:
        cell = players[one.player].results[one.round - 1]
        opponent = int("".join(filter(str.isdigit, cell)))
        found |= {(one.player, one.round), (opponent, one.round)}
    return found


def test_every_painted_cell_shows_the_tried_results(qtbot, tried):
    seen = set()
    for name, act in ACTIONS:
        act(qtbot, tried)
        assert stale_cells(qtbot, tried) == [], name
        seen.add(tried.session.what_if.outcomes)
        if not name.startswith("the wave"):
            assert wrong_texts(tried) == [], name
            if len(tried.session.section.players) < 20:
                assert glowing(tried) == ways_of_those_who_move(tried), name
                assert framed(tried) == cells_of_tried_results(tried), name
    assert len(seen) > 4
    assert tried.session.what_if.outcomes == ()
