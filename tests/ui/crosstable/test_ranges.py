"""How far missing data may move a rating: shown beside it, and counted in the status bar."""

from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFontMetrics
from pytestqt.qtbot import QtBot

from tests.ui.driving import column_of, enter, hint, open_file, press_button
from tests.ui.large_event import large_event
from tests.ui.what_if.on_screen import stale_cells, wait_until_current
from tests.ui.what_if.trying import cell_rect, table_image, try_result
from uscalc.document.model import Document, Player
from uscalc.document.queries.unknowns import find_relevant_assumptions
from uscalc.document.rate.whole import rate_document
from uscalc.formats.native.reader import save_event
from uscalc.rules.resolve import resolve_rules
from uscalc.ui.crosstable.cells import COUNT
from uscalc.ui.crosstable.what_if_marks import SMALL
from uscalc.ui.crosstable.widths import MARGIN
from uscalc.ui.window.main_window import MainWindow

WIDE, MATTERS = 25, 10


def without_counts(players: int) -> Document:
    """Return a section in which the numbers of games of all ratings are unknown."""
    document = large_event(players, 5)
    (section,) = document.sections

    def bare(player: Player) -> Player:
        return replace(
            player,
            ratings=tuple((key, replace(f, games=None)) for key, f in player.ratings),
        )

    entered = tuple(map(bare, section.players))
    return replace(document, sections=(replace(section, players=entered),))


def wait_for_assumptions(qtbot: QtBot, window: MainWindow) -> None:
    """Wait until the assumptions of the ratings are found, though no view is open for them."""
    qtbot.waitUntil(lambda: window.session.assumptions is not None)
    wait_until_current(qtbot, window)


def opened(qtbot, window, document: Document, folder: Path) -> MainWindow:
    path = folder / "counts.uscalc"
    save_event(document, path)
    open_file(qtbot, window, path)
    wait_for_assumptions(qtbot, window)
    return window


def reaches(document: Document) -> dict[int, tuple[int, int, int]]:
    """Return, by number, the lowest, displayed and highest rating that one fact may give."""
    rated = rate_document(document, resolve_rules).sections[0]
    rating = rated.in_system("R")
    found: dict[int, tuple[int, int, int]] = {}
    for assumption in find_relevant_assumptions(rated, rating):
        for moved in assumption.moved:
            number = rating.trace.players[moved.place].entrant.number
            low, _, high = found.get(number, (moved.low, moved.shown, moved.high))
            low, high = min(low, moved.low), max(high, moved.high)
            found[number] = low, moved.shown, high
    return found


def points_at_stake(reach: tuple[int, int, int]) -> int:
    low, now, high = reach
    return max(now - low, high - now)


def painted(window: MainWindow) -> dict[int, tuple[str, bool]]:
    """Return, by number, the painted range of a new rating, and whether it has a dot."""
    model, section = window.crosstable.model, window.session.section
    found = {}
    for row, player in enumerate(section.players):
        cell = model.make_painted(row, column_of(window, "post"))
        found[player.number] = cell.range, cell.assumes
    return found


def inked(window: MainWindow, number: int) -> int:
    """Return the number of inked pixels where the range is painted, left of the rating."""
    image, rect = table_image(window), cell_rect(window, number, "post")
    image.setDevicePixelRatio(1.0)
    digit = QFontMetrics(window.theme.make_font(strong=True)).horizontalAdvance("0")
    right = rect.right() - 7 * digit
    ground = image.pixel(rect.right() - 1, rect.top() + 3)
    return sum(
        image.pixel(x, y) != ground
        for x in range(rect.left() + 16, right)
        for y in range(rect.top() + 4, rect.bottom() - 4)
    )


@pytest.mark.parametrize("players", [12, 400])
def test_missing_data_gives_a_rating_its_range(qtbot, window, tmp_path, players):
    document = without_counts(players)
    opened(qtbot, window, document, tmp_path)
    found = reaches(document)
    wanted = {
        player.number: (
            f"{found[player.number][0]}–{found[player.number][2]}"
            if player.number in found and points_at_stake(found[player.number]) > WIDE
            else "",
            player.number in found and points_at_stake(found[player.number]) > MATTERS,
        )
        for player in document.sections[0].players
    }
    assert painted(window) == wanted
    assert {bool(said) for said, _ in wanted.values()} == {True, False}
    assert stale_cells(qtbot, window) == []
    number = next(n for n, (said, _) in wanted.items() if said)
    low, _, high = found[number]
    said = f"{low} to {high} if one assumption is wrong:"
    assert said in hint(window, number, "post")
    index = window.crosstable.model.index(number - 1, column_of(window, "post"))
    aloud = str(index.data(Qt.ItemDataRole.AccessibleTextRole))
    assert f"{low} to {high} if one assumption is wrong" in aloud
    rated = rate_document(document, resolve_rules).sections[0]
    found = find_relevant_assumptions(rated, rated.in_system("R"))
    count = sum(one.unknown.kind != "rounded" for one in found)
    assert bar(window) == f"{count} missing items"
    assert window.bottom.problems.accessibleName() == bar(window)


@pytest.mark.parametrize(("look", "zoom"), [("light", 100), ("dark", 150)])
@pytest.mark.parametrize("width", [1024, 2600])
def test_a_range_is_written_whole_or_not(qtbot, window, tmp_path, look, zoom, width):
    window.theme.choose_look(look)
    window.theme.set_zoom(zoom)
    window.resize(width, 740)
    opened(qtbot, window, without_counts(12), tmp_path)
    found, port = painted(window), window.crosstable.view.viewport().rect()
    rect, small = cell_rect(window, 1, "post"), window.theme.make_font(SMALL)
    widths = [QFontMetrics(small).horizontalAdvance(said) for said, _ in found.values()]
    strong = QFontMetrics(window.theme.make_font(strong=True)).horizontalAdvance("0000")
    room = rect.width() > max(widths) + strong
    assert room or width == 1024
    for number, (said, _) in found.items():
        if port.contains(cell_rect(window, number, "post")):
            # A range of nine characters is painted whole or not at all.
            assert (inked(window, number) > 40) == (room and bool(said)), number
        if said:
            assert said.replace("–", " to ") in hint(window, number, "post")
    assert port.contains(window.crosstable.figures_rect())


def test_a_rating_with_a_range_is_pale_in_the_table(qtbot, window, tmp_path):
    opened(qtbot, window, without_counts(12), tmp_path)
    found = painted(window)
    ink = {n: rating_ink(window, n) for n in found if n not in (1, 2)}
    open_ones = [ink[n] for n, (said, _) in found.items() if said and n in ink]
    settled_ones = [ink[n] for n, (said, _) in found.items() if not said and n in ink]
    assert open_ones
    assert settled_ones
    assert max(open_ones) < min(settled_ones)
    number = next(n for n, (said, _) in painted(window).items() if said)
    try_result(qtbot, window, number, 1, "D")
    wait_until_current(qtbot, window)
    assert stale_cells(qtbot, window) == []
    cell = window.crosstable.model.make_painted(number - 1, column_of(window, "post"))
    assert cell.what_if.ghost


def rating_ink(window: MainWindow, number: int) -> int:
    """Return how many pixels of a rating's four digits have exactly the color of text."""
    image, rect = table_image(window), cell_rect(window, number, "post")
    text = QColor(window.theme.colors.text).rgb()
    digit = QFontMetrics(window.theme.make_font(strong=True)).horizontalAdvance("0")
    return sum(
        image.pixel(x, y) == text
        for x in range(rect.right() - 7 * digit, rect.right())
        for y in range(rect.top() + 4, rect.bottom() - 4)
    )


def test_the_column_grows_only_when_there_is_a_range(qtbot, window, tmp_path):
    window.resize(2000, 700)
    wait_for_assumptions(qtbot, window)
    assert not any(said for said, _ in painted(window).values())
    before = cell_rect(window, 1, "post").width()
    opened(qtbot, window, without_counts(12), tmp_path)
    wide = cell_rect(window, 1, "post").width()
    assert wide > before
    # An edit keeps the width, so that the table doesn't jump while you type.
    for number, (said, _) in painted(window).items():
        if said:
            enter(qtbot, window, number, "games", "40")
    wait_for_assumptions(qtbot, window)
    assert cell_rect(window, 1, "post").width() == wide
    window.session.history.mark_saved()


@pytest.mark.parametrize("rounds", [8, 12])
def test_the_round_that_is_typed_into_stays_in_sight(qtbot, window, tmp_path, rounds):
    document = without_counts(60)
    (section,) = document.sections
    players = tuple(
        replace(player, results=(*player.results, *[""] * (rounds - 7)))
        for player in section.players
    )
    path = tmp_path / "rounds.uscalc"
    save_event(replace(document, sections=(replace(section, players=players),)), path)
    open_file(qtbot, window, path)
    window.session.cancel_assumptions()
    table = window.crosstable
    assert not any(said for said, _ in painted(window).values())
    narrow = cell_rect(window, 1, "post").width()
    enter(qtbot, window, 1, 7, "B")
    wait_for_assumptions(qtbot, window)
    assert cell_rect(window, 1, "post").width() >= narrow
    seven = column_of(window, 7)
    assert table.at.index.column() == seven
    assert not table.view.isColumnHidden(seven)
    assert not cell_rect(window, 2, 7).isEmpty()


def test_only_what_decides_more_than_ten_points_has_a_dot_and_is_counted(qtbot, window):
    wait_for_assumptions(qtbot, window)
    found = reaches(window.session.document)
    assert [n for n, reach in found.items() if 1 < points_at_stake(reach) <= MATTERS]
    dots = {n for n, (_, dot) in painted(window).items() if dot}
    assert dots == {n for n, reach in found.items() if points_at_stake(reach) > MATTERS}
    assert dots
    amber = QColor(window.theme.colors.warning).rgb()
    figure = QFontMetrics(window.theme.make_font(strong=True)).horizontalAdvance("0000")
    count = QFontMetrics(window.theme.make_font(COUNT)).horizontalAdvance("/00")
    for number in range(1, 13):
        image, rect = table_image(window), cell_rect(window, number, "post")
        # The dot belongs to the figure, not to the column before.
        start = rect.right() - 2 * MARGIN - count - figure
        seen = any(
            image.pixel(start + x, rect.center().y() + y) == amber
            for x in range(-3, 4)
            for y in range(-3, 4)
        )
        assert seen == (number in dots)
    assert bar(window) == "2 missing items"
    press_button(qtbot, window, "problemsButton")
    qtbot.waitUntil(window.get_view("view-problems").isVisible)


def test_a_new_rating_has_no_old_range_nor_a_known_one(qtbot, window, tmp_path):
    opened(qtbot, window, without_counts(12), tmp_path)
    for _ in range(2):
        number = next(n for n, (said, _) in painted(window).items() if said)
        enter(qtbot, window, number, "games", "300")
        wait_for_assumptions(qtbot, window)
        found = reaches(window.session.document)
        now = {n: said for n, (said, _) in painted(window).items()}
        assert {n for n, said in now.items() if said} == {
            n for n, reach in found.items() if points_at_stake(reach) > WIDE
        }
        assert stale_cells(qtbot, window) == []
    session, before = window.session, painted(window)
    posts = {row: session.shown.find_post(row) for row in range(12)}
    enter(qtbot, window, 12, "rating", "2000")
    # The search for assumptions is stopped, so the shown ranges stay.
    session.cancel_assumptions()
    after = painted(window)
    moved = {row + 1 for row in range(12) if session.shown.find_post(row) != posts[row]}
    assert any(before[number][0] for number in moved)
    assert all(after[number] == ("", False) for number in moved)
    assert stale_cells(qtbot, window) == []


def bar(window: MainWindow) -> str:
    return window.bottom.problems.text()


def test_the_count_is_of_the_section_that_is_shown(qtbot, window, tmp_path):
    document = without_counts(12)
    (section,) = document.sections
    sure = large_event(6, 2).sections[0]
    facts = [
        replace(p.facts("R"), rating=1500, games=40, peak=1900) for p in sure.players
    ]
    players = tuple(
        replace(player, ratings=(("R", known),))
        for player, known in zip(sure.players, facts, strict=True)
    )
    two = (section, replace(sure, name="Sure", players=players))
    opened(qtbot, window, replace(document, sections=two), tmp_path)
    here = bar(window)
    assert here
    window.session.select(section=1)
    assert bar(window) == "No problems"
    wait_for_assumptions(qtbot, window)
    assert bar(window) == "No problems"
    window.session.select(section=0)
    wait_for_assumptions(qtbot, window)
    assert bar(window) == here
