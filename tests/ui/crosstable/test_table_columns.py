"""The columns of the crosstable: their widths, the visible rounds, the member IDs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor, QFontMetrics, QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests import build
from tests.ui import driving as ui
from tests.ui.keys import CONTROL, SHIFT, Key
from tests.ui.table_life import event, settle, turn_wheel
from uscalc.document.model import Document, PublishedRating, RatingFacts
from uscalc.document.queries.scenario import Outcome
from uscalc.ui.crosstable.layout import NAME
from uscalc.ui.crosstable.widths import MARGIN, WantedWidths, share_width
from uscalc.ui.window.main_window import MainWindow

NAMES = ("Castle, Ada", "Fianchetto, Tom", "Zugzwang, Eva", "Knightly, Ben")
NAME_WIDTHS = {"tight": 90, "usual": 150, "full": 210, "wide": 260}
OTHER_WIDTHS = {"fixed": 300, "round": 50, "next": 30, "extra": 60, "least_extra": 0}
WANTED = WantedWidths(**NAME_WIDTHS, **OTHER_WIDTHS, fewest=3, beside=0, spread=24)
TRIED = WANTED._replace(least_extra=60, beside=18)
WANTS = st.sampled_from([WANTED, TRIED])


@given(room=st.integers(0, 3000), rounds=st.integers(1, 40), wanted=WANTS)
def test_columns_fill_the_room_and_names_shrink_before_rounds(room, rounds, wanted):
    across = share_width(room, rounds, wanted)
    assert 1 <= across.shown <= rounds
    assert across.round >= wanted.round
    assert across.last >= (wanted.next if across.shown == rounds else wanted.round)
    assert wanted.tight <= across.name <= wanted.wide
    assert across.extra in (wanted.least_extra, wanted.extra)
    taken = across.name + across.round * (across.shown - 1) + across.last
    free = room - wanted.fixed - wanted.least_extra - wanted.tight
    if free >= wanted.round:
        assert taken + across.extra == room - wanted.fixed
    if rounds > 1:
        fits = free >= (rounds - 1) * wanted.round
        assert (across.shown >= rounds - 1) == (fits or rounds == 2)
    if across.name < wanted.full and across.shown >= rounds - 1:
        assert across.round == wanted.round
        assert across.last <= wanted.round
        assert across.extra == wanted.least_extra


@given(rounds=st.integers(1, 40), wanted=WANTS)
def test_more_room_never_shows_less(rounds, wanted):
    shown = [share_width(room, rounds, wanted).shown for room in range(3000)]
    assert shown == sorted(shown)


def headings(window: MainWindow) -> list[str]:
    """Return the visible rounds."""
    view, model = window.crosstable.view, window.crosstable.model
    shown = (c for c in model.columns.results if not view.isColumnHidden(c))
    return [model.columns.find_title(column) for column in shown]


@pytest.fixture
def long(qtbot: QtBot, window: MainWindow) -> MainWindow:
    """Return eighteen rounds, more than fit; the ratings have the width that they need."""
    window.resize(1100, 700)
    window.session.show_document(event(60, 18), None)
    qtbot.waitUntil(lambda: window.session.assumptions is not None)
    return window


def test_an_event_begins_at_round_1_and_its_figures_stay_visible(long):
    assert headings(long)[0] == "R1"
    for _ in range(12):
        turn_wheel(long, -120, 0)
    assert headings(long)[-1] == "+"
    long.session.show_document(event(20, 11), None)
    assert headings(long)[0] == "R1"
    long.session.show_document(event(60, 18), None)
    view, model = long.crosstable.view, long.crosstable.model
    for size in (1000, 1100, 1500):
        long.resize(size, 700)
        for across in (0, -120, -1200, 120):
            turn_wheel(long, across, 0)
            assert view.viewport().rect().contains(long.crosstable.figures_rect())
            cell = view.visualRect(model.index(0, 0))
            assert (cell.left(), model.index(0, 0).data()) == (0, "1")
            assert view.viewport().rect().contains(cell)


def test_keys_scroll_to_every_round_and_a_page_keeps_the_cell(qtbot, long):
    ui.type_at(qtbot, long, 9, "name", (Key.Key_End, CONTROL))
    assert headings(long)[-1] == "+"
    assert long.session.selection.row == 59
    ui.press(qtbot, long, Key.Key_Home, CONTROL)
    assert headings(long)[0] == "R1"
    assert long.session.selection.row == 0
    ui.press(qtbot, long, Key.Key_End)
    assert headings(long)[-1] == "+"
    ui.press(qtbot, long, Key.Key_Home)
    assert headings(long)[0] == "R1"
    ui.click(qtbot, long, 3, 1)
    for number in range(2, 12):
        ui.press(qtbot, long, Key.Key_Right)
        assert long.session.selection.round == number
        assert f"R{number}" in headings(long)
    for number in range(10, 0, -1):
        ui.press(qtbot, long, Key.Key_Left)
        assert f"R{number}" in headings(long)
    view, table = long.crosstable.view, long.crosstable
    ui.click(qtbot, long, 5, 2)
    before = view.visualRect(table.at.index)
    ui.press(qtbot, long, Key.Key_PageDown)
    assert long.session.selection.row == 4 + table.count_page_rows()
    assert view.visualRect(table.at.index) == before
    ui.press(qtbot, long, Key.Key_PageUp)
    assert long.session.selection.row == 4
    assert view.visualRect(table.at.index) == before
    ui.press(qtbot, long, Key.Key_PageDown, SHIFT)
    rows, columns = table.at.list_block()
    assert (rows, len(columns)) == (range(4, 5 + table.count_page_rows()), 1)


def test_a_line_says_where_rounds_are_out_of_sight(long):
    view = long.crosstable.view
    color = QColor(long.theme.colors.edge)

    def lines() -> set[int]:
        QApplication.processEvents()
        shot = long.screen().grabWindow(long.winId()).toImage()
        port = view.viewport()
        # Look between the lines of two rows, beside all text.
        origin = port.mapTo(long, QPoint(0, view.rowViewportPosition(7) + 2))
        width = range(port.width())
        row = (shot.pixelColor(origin + QPoint(x, 0)) for x in width)
        return {x for x, seen in enumerate(row) if seen == color}

    def left_of(what: int | str) -> int:
        return view.columnViewportPosition(ui.column_of(long, what))

    assert lines() == {left_of("points")}
    turn_wheel(long, -120, 0)
    first = int(headings(long)[0][1:])
    assert first > 1
    assert lines() == {left_of(first), left_of("points")}
    for _ in range(12):
        turn_wheel(long, -120, 0)
    assert lines() == {left_of(int(headings(long)[0][1:]))}


@pytest.mark.parametrize(
    ("at", "pasted", "ids"),
    [
        ("name", "Name\tID\tRating\nRook, Ada\t30000009\t1500", ["30000009"]),
        ("id", "30000002\t1234\n30000003\t1111", ["30000002", "30000003"]),
        # Names and ratings without IDs skip the column.
        ("name", "Rook, Ada\t1234\nBishop, Bo\t1111", None),
    ],
)
def test_ids_are_pasted_where_they_are_in_the_block(qtbot, window, at, pasted, ids):
    rows = [row.split("\t") for row in pasted.splitlines() if "Rating" not in row]
    people = ui.section_of(window).players[1 : 1 + len(rows)]
    ui.click(qtbot, window, 2, at)
    QApplication.clipboard().setText(pasted)
    ui.press(qtbot, window, Key.Key_V, CONTROL)
    after = ui.section_of(window).players[1 : 1 + len(rows)]
    assert [p.id for p in after] == (ids or [p.id for p in people])
    assert [p.facts("R").rating for p in after] == [float(row[-1]) for row in rows]
    names = [row[0] for row in rows] if at == "name" else [p.name for p in people]
    assert [p.name for p in after] == names


def test_games_are_shown_to_the_last_figure_and_names_get_room(qtbot, window):
    view, games = window.crosstable.view, ui.column_of(window, "games")
    for row, typed in enumerate(("1234", "1234", "1235"), 1):
        ui.enter(qtbot, window, row, "games", typed)
    ui.click(qtbot, window, 6, "name")
    model = view.model()
    rects = [view.visualRect(model.index(row, games)) for row in range(3)]
    first, same, other = (view.viewport().grab(r).toImage() for r in rects)
    assert first == same
    assert first != other
    window.resize(1900, 800)
    long_name = "Featherstonehaugh-Cholmondeley, Bartholomew Maximilian"
    ui.enter(qtbot, window, 3, "name", long_name)
    wide = view.columnWidth(NAME) - 2 * MARGIN
    assert wide >= QFontMetrics(window.theme.make_font()).horizontalAdvance(long_name)


@pytest.mark.parametrize("shown", [True, False])
def test_ids_are_shown_as_you_chose(qtbot, window, theme, folders, session, shown):
    assert "id" in window.crosstable.model.columns.extra
    for _ in range(2 if shown else 1):
        ui.press(qtbot, window, Key.Key_I, CONTROL | SHIFT)
    again = MainWindow(session, theme, folders)
    qtbot.addWidget(again, before_close_func=lambda w: w.session.history.mark_saved())
    for _ in range(2):
        assert ("id" in again.crosstable.model.columns.extra) == shown
        assert again.named_actions["memberIds"].isChecked() == shown
        session.show_document(published(session.document), None)


def test_ids_are_typed_and_their_column_is_shown_or_hidden(window, session, qtbot):
    own = session.document
    session.show_document(published(own), None)
    assert "id" not in window.crosstable.model.columns.extra
    assert not window.named_actions["memberIds"].isChecked()
    session.show_document(own, None)
    assert "id" in window.crosstable.model.columns.extra
    assert window.named_actions["memberIds"].isChecked()
    ui.click(qtbot, window, 4, 3)
    for _ in range(2):
        ui.press(qtbot, window, Key.Key_I, CONTROL | SHIFT)
        column = ui.column_of(window, 3)
        assert window.crosstable.at.index.column() == column
        block = range(3, 4), range(column, column + 1)
        assert window.crosstable.at.list_block() == block
        assert window.session.selection.round == 3
    ui.click(qtbot, window, 4, "name")
    assert window.named_actions["memberIds"].isChecked()
    assert window.crosstable.isAncestorOf(ui.keyboard(window))
    before = ui.text(window, 4, "id")
    ui.enter(qtbot, window, 4, "id", "30000004")
    ids = [p.id for p in ui.section_of(window).players]
    assert (ids.count("30000004"), ids[3]) == (1, "30000004")
    assert ui.text(window, 4, "id") == "30000004"
    window.session.undo_edit()
    assert ui.text(window, 4, "id") == before
    window.session.redo_edit()
    ui.type_at(qtbot, window, 4, "id", Key.Key_Delete)
    assert ui.section_of(window).players[3].id is None


def published(document: Document) -> Document:
    """Return an event as a US Chess page has it, with post-event ratings."""
    (first, *others), *rest = document.sections[0].players, *document.sections[1:]
    known = replace(first, published=(("R", PublishedRating(1800)),))
    section = replace(document.sections[0], players=(known, *others))
    return replace(document, sections=(section, *rest))


@pytest.mark.parametrize(("zoom", "width"), [(100, 790), (150, 1190)])
def test_seven_rounds_are_in_sight_with_ids_and_whole_names(qtbot, window, zoom, width):
    """The table has this width beside the rail and Player details.

    That is its width at 1280x800, and at 1920x1080 with a zoom of 150%.
    """
    window.theme.set_zoom(zoom)
    section = event(24, 7).sections[0]
    players = tuple(
        replace(player, name=NAMES[place % len(NAMES)], id=str(12340000 + place))
        for place, player in enumerate(section.players)
    )
    whole = replace(event(24, 7), sections=(replace(section, players=players),))
    window.session.show_document(whole, None)
    qtbot.waitUntil(lambda: window.session.assumptions is not None)
    table, view = window.crosstable, window.crosstable.view
    window.resize(window.width() + width - table.width(), 800)
    if table.width() != width:
        table.setParent(None)
        ui.show_alone(qtbot, table, width, 500)
    assert table.width() == width
    assert headings(window) == [*(f"R{number}" for number in range(1, 8)), "+"]
    assert not table.across.isVisible()
    plain = QFontMetrics(window.theme.make_font())
    strong = QFontMetrics(window.theme.make_font(strong=True))
    for row, player in enumerate(players):
        for column, said in ((1, player.name), (2, player.id or "")):
            cell = view.visualRect(table.model.index(row, column))
            assert cell.width() - 2 * MARGIN >= plain.horizontalAdvance(said)
        for number, result in enumerate(player.results, 1):
            cell = view.visualRect(table.model.index(row, ui.column_of(window, number)))
            wide = strong.horizontalAdvance(f"{result[0]} ")
            wide += plain.horizontalAdvance(result[1:])
            assert cell.width() - MARGIN >= wide
    header = view.horizontalHeader()
    for column in range(table.model.columns.count):
        title = table.model.columns.find_title(column)
        room = header.sectionSize(column) - 2 * MARGIN
        assert room >= strong.horizontalAdvance(title.strip()), title


def test_performance_is_a_column_on_demand(qtbot, window, theme, folders, session):
    assert "performance" not in window.crosstable.model.columns.extra
    window.named_actions["performance"].trigger()
    rating = session.shown.rating
    for player in ui.section_of(window).players:
        found = rating.find_performance(player.number)
        assert ui.text(window, player.number, "performance") == found.short
    again = MainWindow(session, theme, folders)
    qtbot.addWidget(again, before_close_func=lambda w: w.session.history.mark_saved())
    assert again.named_actions["performance"].isChecked()
    assert ui.text(again, 1, "performance") == ui.text(window, 1, "performance")
    window.named_actions["performance"].trigger()
    assert "performance" not in window.crosstable.model.columns.extra
    floored = RatingFacts(1500.0, games=50, floor=1500)
    session.show_document(
        build.event(
            build.player(1, "L2", "L3", facts=floored),
            build.player(2, "W1", "", "W3", rating=1200.0),
            build.player(3, "", "W1", "L2", rating=1000.0),
        ),
        None,
    )
    qtbot.waitUntil(lambda: session.up_to_date)
    window.named_actions["performance"].trigger()
    model, announced = window.crosstable.model, []
    column = model.columns.find_column("performance")
    model.dataChanged.connect(
        lambda first, last: announced.append(
            first.row() == 0 and first.column() <= column <= last.column()
        )
    )
    before = model.make_painted(0, column).text
    for round_, player, letter in ((3, 2, "L"), (1, 1, "D")):
        announced.clear()
        session.what_if.set_result(Outcome(round_, player, letter))
        qtbot.waitUntil(lambda: session.what_if.up_to_date and any(announced))
        rating = session.with_what_if.rating
        assert rating.find_post(1) == session.shown.find_post(0) == 1500.0
        after = model.make_painted(0, column).text
        assert after == rating.find_performance(1).short != before
    session.what_if.clear_results()
    qtbot.waitUntil(lambda: model.make_painted(0, column).text == before)
    window.named_actions["performance"].trigger()


MARKS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Characters that turn all text after them."""


def painted(qtbot: QtBot, window: MainWindow, between: str) -> QImage:
    """Paint the crosstable with such letters in a name."""
    document = event(6, 2)
    (first, *others) = document.sections[0].players
    named = replace(first, name=f"Castle{between}, Ada")
    section = replace(document.sections[0], players=(named, *others))
    window.session.show_document(replace(document, sections=(section,)), None)
    settle(qtbot, window)
    assert window.crosstable.model.index(0, NAME).data() == "Castle, Ada"
    return window.crosstable.view.viewport().grab().toImage()


def test_marks_in_a_name_turn_no_text_of_the_crosstable(qtbot, window):
    assert painted(qtbot, window, MARKS) == painted(qtbot, window, "")
