"""The view Season, with mouse and keys; the Python API gives the expected figures."""

import threading
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

import uscalc
from tests.test_seasons import make_events
from tests.ui import driving as ui
from tests.ui.keys import ALT, CONTROL, LEFT, Key
from uscalc.formats import open_event
from uscalc.report.seasons import describe_entry, format_difference
from uscalc.ui.charts.scene import ChartLine
from uscalc.ui.season import folder as season_folder
from uscalc.ui.season.room import SEASON_VIEW
from uscalc.ui.season.season_view import SeasonView
from uscalc.ui.widgets.grabbing import ANNOUNCED
from uscalc.ui.window.main_window import MainWindow


def as_event(document, path):
    return uscalc.Event(document.name, document.end_date, str(path), document)


def write(document, path):
    uscalc.write(as_event(document, path), path)
    return path


@pytest.fixture
def club(tmp_path):
    """Return seven events; the last one is outside the folder."""
    there = tmp_path / "club"
    there.mkdir()
    *events, late = make_events(2, 7)
    for one in events:
        write(one.document, there / one.file)
    write(late.document, tmp_path / "late.uscalc")
    return there


@pytest.fixture
def view(qtbot: QtBot, window: MainWindow) -> SeasonView:
    window.resize(1280, 800)
    QTest.keyClick(window.crosstable.view, Key.Key_S, CONTROL | ALT)
    view = window.get_view("view-season")
    qtbot.waitUntil(view.isVisible)
    return view


def settle(qtbot: QtBot, view: SeasonView) -> None:
    qtbot.waitUntil(lambda: not view.folder.busy)


def read(qtbot: QtBot, view: SeasonView, folder: Path) -> None:
    """Type the path of a folder, and press Enter."""
    ui.click_into(view.path)
    view.path.selectAll()
    ui.press_keys(qtbot, view.window(), str(folder), Key.Key_Return)
    settle(qtbot, view)


def list_cells(table):
    model = table.model()
    return [
        [model.index(row, at).data() for at in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def list_dots(page):
    """Return the rating at each event of the chart, and its tooltip."""
    marks = [mark for mark in page.chart.chart.marks if mark.key is not None]
    assert [mark.x for mark in marks] == [at + 1.0 for at in range(len(marks))]
    (line,) = (one for one in page.chart.chart.marks if isinstance(one, ChartLine))
    assert line.points[-len(marks) :] == tuple((mark.x, mark.y) for mark in marks)
    return [(mark.y, mark.hint) for mark in marks]


def select(table, row):
    table.scrollTo(table.model().index(row, 0))
    at = table.visualRect(table.model().index(row, 0)).center()
    QTest.mouseClick(table.viewport(), LEFT, pos=at)
    return at


def expect_changes(changes):
    return [
        [one.name, one.member, format_difference(one.before, one.after)]
        for one in changes
        if None in (one.before, one.after) or abs(one.change) >= 0.005
    ]


def list_changes(page):
    return [[row[0], row[1], row[5]] for row in list_cells(page.table)]


def test_every_member_and_system_is_shown_from_a_typed_folder(qtbot, view, club):
    assert "drop the folder here" in view.page.empty.text()
    read(qtbot, view, club)
    season, page = uscalc.season(club), view.show_page(0)
    members = list_cells(page.members)
    assert sorted(member for _, member in members) == list(season.members)
    assert [name for name, _ in members] == sorted(season.members.values())
    ui.press(qtbot, view.window(), Key.Key_Tab)
    ui.click_into(page.search)
    ui.press(qtbot, view.window(), Key.Key_Return)
    assert ui.keyboard(view.window()) is page.members
    for _, member in members:
        history = season.history(member)
        assert [row[4:] for row in list_cells(page.history)] == [
            [
                "unr" if one.pre is None else f"{one.pre:.2f}".removesuffix(".00"),
                f"{one.post:.2f}".removesuffix(".00"),
                format_difference(one.pre, one.post),
                str(one.games),
            ]
            for one in history
        ]
        for place in range(page.system.count()):
            ui.press_in(qtbot, view.window(), page.system, Key.Key_Home)
            for _ in range(place):
                ui.press(qtbot, view.window(), Key.Key_Down)
            system = page.system.value
            own = [one for one in history if one.system == system]
            assert list_dots(page) == [(one.post, describe_entry(one)) for one in own]
            assert page.entry == own[-1]
        ui.press_in(qtbot, view.window(), page.members, Key.Key_Down)


def test_the_next_view_offers_the_folder_that_was_read_last(qtbot, view, club, window):
    assert not view.again.isEnabled()
    read(qtbot, view, club)
    other = SeasonView(window)
    qtbot.addWidget(other)
    assert other.path.text() == str(club)
    assert other.again.isEnabled()
    assert other.folder.read is None


def test_the_example_is_rated_on_different_days(qtbot, view, window):
    SEASON_VIEW.pictures[0].prepare(window)
    histories = view.folder.read.season.histories.values()
    assert {len({entry.date for entry in one}) for one in histories} == {6}


def test_a_member_is_searched_for_and_the_chart_read_by_mouse_and_keys(
    qtbot, view, club
):
    read(qtbot, view, club)
    page = view.show_page(0)
    (_, member) = list_cells(page.members)[3]
    ui.click_into(page.search)
    ui.type_text(qtbot, view.window(), f"{member[-3:]} MEMBER")
    assert [key for _, key in list_cells(page.members)] == [member]
    assert page.entry.member == member
    ui.type_text(qtbot, view.window(), "x")
    assert page.nobody.isVisible()
    assert page.chart.chart is None
    page.search.clear()
    assert not page.nobody.isVisible()
    assert len(list_cells(page.members)) > 1
    chart, dots = page.chart, list_dots(page)
    at = chart.place_of(1.0, dots[0][0]).toPoint()
    place = chart.mapToGlobal(at)
    QApplication.sendEvent(chart, QHelpEvent(QEvent.Type.ToolTip, at, place))
    assert dots[0][1] in QToolTip.text()
    assert "Event of" in dots[0][1]
    QTest.mouseClick(chart, LEFT, pos=at)
    assert describe_entry(page.entry) == dots[0][1]
    assert chart.hasFocus()
    for key, place in ((Key.Key_Right, 1), (Key.Key_End, -1), (Key.Key_Left, -2)):
        ui.press(qtbot, view.window(), key)
        assert describe_entry(page.entry) == dots[place][1]
        assert chart.property(ANNOUNCED) == dots[place][1]
        (ring,) = chart.overlay.marks
        assert ring.y == dots[place][0]
    assert dots[0][1] in chart.accessibleDescription()


@pytest.mark.parametrize("by", ["mouse", "keys"])
def test_an_event_opens_with_its_player_explained(qtbot, view, club, window, by):
    read(qtbot, view, club)
    page = view.show_page(0)
    at = select(page.history, 1)
    entry = page.entry
    if by == "mouse":
        QTest.mouseDClick(page.history.viewport(), LEFT, pos=at)
    else:
        ui.press_in(qtbot, window, page.chart, Key.Key_Return)
    explanation = window.get_view("view-explanation")
    qtbot.waitUntil(explanation.isVisible)
    session = window.session
    assert session.path == Path(entry.file)
    assert session.player.member == entry.member
    assert session.selection.system == entry.system
    window.show_view("view-season")
    ui.press_in(qtbot, window, page.history, Key.Key_Return)
    assert explanation.isVisible()


def test_another_result_shows_whose_ratings_change(qtbot, view, club):
    read(qtbot, view, club)
    select(view.show_page(0).history, 0)
    entry = view.show_page(0).entry
    page = view.changes
    assert page.event_choice.value == entry.file
    assert page.player.words.startswith(f"{entry.number}  {entry.name}")
    round_ = int(page.game.words.split()[1].rstrip(":"))
    ui.press_in(qtbot, view.window(), page.result, Key.Key_Down)
    settle(qtbot, view)
    right = uscalc.season(club).with_results(
        entry.file, entry.section, {(round_, entry.number): page.result.value}
    )
    assert right.changes
    assert list_changes(page) == expect_changes(right.changes)
    assert page.sentence.text().startswith(f"If {entry.name} had ")
    assert f"{len(right.changes)} ratings would be different" in page.sentence.text()
    assert page.property(ANNOUNCED) == page.sentence.text()
    ui.press_button(qtbot, view.window(), "seasonReset")
    assert page.table.isHidden()
    assert page.result.words == "As played"
    assert "stay unchanged" in page.sentence.text()


def test_every_game_of_the_season_can_be_selected(qtbot, view, club):
    read(qtbot, view, club)
    page, season = view.changes, uscalc.season(club)
    assert page.event_choice.count() == len(season.events)
    for event in season.events:
        ui.press_in(qtbot, view.window(), page.event_choice, Key.Key_Home)
        for _ in range(season.events.index(event)):
            ui.press(qtbot, view.window(), Key.Key_Down)
        (section,) = event.document.sections
        assert page.player.count() == len(section.players)
        ui.press_in(qtbot, view.window(), page.player, Key.Key_End)
        assert page.player.words.startswith(f"{section.players[-1].number} ")
        assert page.game.count() == 3
        assert {page.result.itemData(at) for at in range(3)} < {"-", "W", "D", "L"}


def test_each_of_several_games_in_a_round_can_be_selected(qtbot, view, club):
    for file in club.iterdir():
        file.unlink()
    document = open_event(club.parent / "late.uscalc").document
    (section,) = document.sections
    first, second, *others = (replace(one, results=()) for one in section.players)
    first = replace(first, results=(f"W{second.number}|D{second.number}",))
    second = replace(second, results=(f"L{first.number}|D{first.number}",))
    section = replace(section, players=(first, second, *others))
    path = write(replace(document, sections=(section,)), club / "blitz.uscalc")
    read(qtbot, view, club)
    page, season = view.changes, uscalc.season(club)
    assert (page.player.count(), page.game.count()) == (2, 2)
    ui.press_in(qtbot, view.window(), page.player, Key.Key_Home)
    for place, (letter, results) in enumerate([("D", "D2|D2"), ("W", "W2|W2")]):
        page.game.setFocus()
        ui.press(qtbot, view.window(), Key.Key_End if place else Key.Key_Home)
        assert page.game.words.startswith(f"Round 1, game {place + 1}: ")
        ui.press_in(qtbot, view.window(), page.result, Key.Key_Down)
        settle(qtbot, view)
        assert page.result.value == letter
        other = results.translate(str.maketrans("W2", "L1"))
        rows = (replace(first, results=(results,)), replace(second, results=(other,)))
        right = replace(section, players=(*rows, *others))
        event = as_event(replace(document, sections=(right,)), path)
        changes = season.with_event(event, replacing=str(path)).changes
        assert list_changes(page) == expect_changes(changes) != []


@pytest.mark.parametrize("replaced", [None, 1])
def test_a_late_or_corrected_event_is_inserted(qtbot, view, club, replaced):
    read(qtbot, view, club)
    season, late = uscalc.season(club), club.parent / "late.uscalc"
    assert ui.drop(view, late)
    settle(qtbot, view)
    page = view.changes
    old = None
    if replaced is not None:
        old = season.events[replaced].file
        page.replaced.setFocus()
        for _ in range(replaced + 1):
            ui.press(qtbot, view.window(), Key.Key_Down)
        settle(qtbot, view)
        assert page.replaced.value == old
    right = season.with_event(late, replacing=old)
    assert right.changes
    assert list_changes(page) == expect_changes(right.changes)
    assert page.sentence.text().startswith("With late.uscalc (Event of ")
    assert f"of {len(right.events)} events again" in page.sentence.text()


def test_an_inserted_file_that_fits_nothing_is_refused(qtbot, view, club):
    assert ui.drop(view, club)
    settle(qtbot, view)
    assert view.path.text() == str(club)
    own = Path(view.folder.events[0].file)
    page = view.changes
    ui.press_button(qtbot, view.window(), "seasonInsert")
    ui.choose_path(view.window(), "seasonInsertDialog", own)
    settle(qtbot, view)
    # An event with the same file name is replaced.
    assert "no rating would be different" in page.sentence.text()
    ui.press_in(qtbot, view.window(), page.replaced, Key.Key_Home)
    settle(qtbot, view)
    assert "is already an event of the season" in page.sentence.text()
    assert page.table.isHidden()
    (club.parent / "note.txt").write_text("no event")
    assert ui.drop(view, club.parent / "note.txt")
    settle(qtbot, view)
    assert "note.txt" in page.sentence.text()


def test_a_folder_that_gives_no_season_is_reported(qtbot, view, club, window, tmp_path):
    (tmp_path / "empty").mkdir()
    read(qtbot, view, tmp_path / "missing")
    assert window.messages.text.endswith("Choose the folder with the event files.")
    assert "missing: isn't a folder" in window.messages.text
    assert view.path.text() == str(tmp_path / "missing")
    assert "drop the folder here" in view.page.empty.text()
    read(qtbot, view, tmp_path / "empty")
    assert "empty: no readable files" in window.messages.text
    late = tmp_path / "late.uscalc"
    (club / "broken.uscalc").write_bytes(late.read_bytes()[:90])
    (club / "noise.uscalc").write_bytes(bytes(range(256)))
    for number in (2, 1):
        write(open_event(late).document, club / f"late {number}.uscalc")
    ui.press_button(qtbot, window, "seasonBrowse")
    ui.choose_path(window, "seasonDialog", club)
    settle(qtbot, view)
    assert "missing" not in window.messages.text
    assert "8 events" in view.summary.text()
    assert view.tabs.tabText(2).endswith("(3)")
    found = [row for (row,) in list_cells(view.show_page(2).table)]
    for file, words in (
        ("broken.uscalc", "ends too early"),
        ("noise.uscalc", "."),
        ("late 2.uscalc", "end on the same day"),
    ):
        assert any(file in row and words in row for row in found)
    (club / "broken.uscalc").unlink()
    ui.press_button(qtbot, window, "seasonAgain")
    settle(qtbot, view)
    assert view.tabs.tabText(2).endswith("(2)")


def test_players_without_a_member_id_are_no_season(qtbot, view, other_event):
    read(qtbot, view, other_event.parent)
    assert "Enter the member IDs" in view.page.empty.text()
    assert "1 event, 0 members" in view.summary.text()


def test_reading_can_be_canceled(qtbot, view, club, window, monkeypatch):
    goes_on = threading.Event()

    def wait_and_open(path):
        goes_on.wait(20)
        return open_event(path)

    monkeypatch.setattr(season_folder, "open_event", wait_and_open)
    ui.click_into(view.path)
    ui.press_keys(qtbot, window, str(club), Key.Key_Return)
    qtbot.waitUntil(lambda: "file 1 of 6" in window.messages.text)
    assert view.page.empty.text() == season_folder.READING
    assert window.messages.ways == ("Cancel",)
    ui.press_button(qtbot, window, "messageWayOut")
    goes_on.set()
    assert not view.folder.busy
    assert "drop the folder here" in view.page.empty.text()
    read(qtbot, view, f"{club}/")
    assert view.show_page(0).entry is not None
