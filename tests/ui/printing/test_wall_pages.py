"""Wall charts on paper: the PDF has the charts' texts, in large type and well divided."""

import random
import re
from collections import Counter
from functools import cache
from itertools import accumulate, pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from tests.often import often
from tests.pdf_text import page_texts
from tests.pdf_type import Word, words_of
from tests.report.wall.make import (
    BORN,
    HOSTILE,
    IDS,
    crowd,
    player,
    rate,
    section,
    sheets,
)
from uscalc.document.model import RatingFacts, Section
from uscalc.report.player_page import make_player_page
from uscalc.report.tables import clean_line
from uscalc.report.wall.model import (
    CONTENTS,
    ORDERS,
    ListOrder,
    WallChoices,
    WallContent,
    WallSheet,
    make_wall_sheets,
)
from uscalc.report.wall.outputs import Paper
from uscalc.ui.printing.flow import fit_text, wrap_text
from uscalc.ui.printing.heading import BIG
from uscalc.ui.printing.page import (
    POINT,
    BoxItem,
    PrintedPage,
    TextItem,
    TypeFace,
    get_paper_size,
    make_pdf,
    measure_width,
    paint_page,
)
from uscalc.ui.printing.pages import (
    RowRooms,
    SheetPages,
    count_fewest_pages,
    divide_into_pages,
)
from uscalc.ui.printing.plan import WallPlan, lay_out, lay_out_sheets, make_plan
from uscalc.ui.printing.player_layout import lay_out_player
from uscalc.ui.printing.table import (
    fit_row_name,
    get_row_height,
    make_faces,
    make_grid,
    measure_table,
)

MANY = 300
LOOKS: list[tuple[Paper, bool]] = [
    *(("letter", False), ("letter", True), ("a4", False), ("a4", True))
]


@pytest.fixture(scope="module")
def long_sheet(qapp: QApplication) -> WallSheet:
    choices = WallChoices(performance=True)
    return make_wall_sheets(rate(crowd(MANY)), False, choices)[0]


def words(text: str) -> str:
    return " ".join(text.split())


def text_items(page: PrintedPage) -> list[TextItem]:
    return [item for item in page.items if isinstance(item, TextItem)]


def texts(page: PrintedPage) -> list[str]:
    return [item.text for item in text_items(page)]


def person_sizes(pages: tuple[PrintedPage, ...]) -> list[int]:
    """Return the sizes of the players' names on these pages."""
    items = [item for page in pages for item in text_items(page)]
    return [i.face.size for i in items if i.text.startswith(("Person ", *FAMILY))]


def right_of(item: TextItem) -> float:
    return item.x + measure_width(item.text, item.face)


def extracted(pages: tuple[PrintedPage, ...]) -> list[str]:
    """Return the text that another program reads on each page of the PDF."""
    return page_texts(make_pdf(pages, "Test"))


def visual(name: str) -> str:
    """Return a name as a PDF stores it: right-to-left words are reversed."""
    if not "\u05d0" <= name[0] <= "\u05ea":
        return name
    return " ".join(word[::-1] for word in name.split())


@pytest.mark.parametrize(("paper", "big"), LOOKS[::3])
def test_the_pdf_says_what_the_sheet_says(long_sheet, paper, big):
    pages = extracted(lay_out((long_sheet,), paper, big))
    assert not any("\t" in page for page in pages), "spaces can be searched for"
    found = Counter(word for page in pages for word in page.split())
    joined = "".join(words(page).replace(" ", "") for page in pages)
    for row in long_sheet.rows:
        assert visual(row.name).replace(" ", "") in joined, row.name
        figures = [f for f in row.figures[0].shown if f]
        for text in (str(row.number), row.points, *figures):
            assert all(found[word] > 0 for word in text.split()), text
    marked = [row.figures[0].marked for row in long_sheet.rows]
    expected = Counter(word for text in marked for word in text.split())
    assert all(found[word] >= n for word, n in expected.items() if len(word) > 3)
    for place, page in enumerate(pages):
        flat = words(page)
        assert long_sheet.section in flat
        assert "If the event ended after round 2" in flat
        assert "Unofficial" in flat
        for line in long_sheet.footer:
            assert (line in flat) == (place == 0), "elsewhere rows have the notes' room"
        points, change = ("Pts", "+/\N{MINUS SIGN}") if big else ("Points", "Change")
        for head in ("No.", "Name", points, "Pre", "Post", change):
            assert head in page.split()


def test_names_are_whole_and_private_facts_are_not_printed(long_sheet):
    pages = lay_out((long_sheet,), "letter")
    drawn = [text for page in pages for text in texts(page)]
    both = [f"{one} {other}" for one, other in pairwise(drawn)]
    for name in HOSTILE:
        assert clean_line(name) in drawn + both, "uncut, on two lines at most"
    data = make_pdf(pages, "Test")
    text = "\n".join(extracted(pages))
    for number in range(1, MANY + 1):
        assert str(IDS + number) not in text
        assert str(IDS + number).encode() not in data
    assert str(BORN) not in text
    assert str(BORN.year) not in text
    sizes = {item.text: item.face for item in text_items(pages[0])}
    row = next(r for r in long_sheet.rows if r.name in sizes and len(r.name) < 20)
    figures = row.figures[0]
    name = sizes[row.name]
    assert sizes[figures.marked].size == name.size
    assert sizes[figures.marked].strong
    assert sizes["Points"].size < name.size
    assert sizes[figures.before].size < name.size


@pytest.mark.parametrize(("paper", "big"), LOOKS)
def test_every_page_has_its_head_and_no_row_in_its_foot(long_sheet, paper, big):
    pages = lay_out((long_sheet,), paper, big)
    assert 5 < len(pages) < 40
    for place, page in enumerate(pages, 1):
        assert texts(page).count("Name") == 1
        assert f"page {place} of {len(pages)}" in texts(page)
        items = text_items(page)
        rules = [i.y for i in page.items if isinstance(i, BoxItem) and i.height == 5]
        foot = max(rules, default=page.size[1] - 200)
        assert all(i.y < foot for i in items if i.text.startswith("Person "))
        title = next(item for item in items if item.text == "Crowd")
        assert title.face.size == max(item.face.size for item in items)


def test_big_type_is_larger_and_a_short_section_larger_still():
    def size(big: bool, count: int) -> int:
        return max(person_sizes(lay_out(sheets(crowd(count)), "letter", big)))

    assert size(True, 60) > size(False, 60)
    assert size(False, 16) > size(False, 24)
    assert len(lay_out(sheets(crowd(36)), "letter")) <= 2


def test_a_system_that_has_no_room_beside_the_others_has_pages_of_its_own():
    names = {"R": "Regular", "Q": "Quick", "B": "Blitz"}
    for systems, shown in (("RQ", [{"R", "Q"}]), ("RQB", [{"R"}, {"Q", "B"}])):
        facts = tuple((system, RatingFacts(1400.0)) for system in systems)
        made = section(
            replace(player(1, 1500, "W2"), ratings=facts),
            replace(player(2, 1400, "L1"), ratings=facts),
            systems=tuple(systems),
        )
        wall = sheets(made)
        (normal,) = lay_out(wall, "letter")
        assert {names[system] for system in systems} <= set(texts(normal))
        pages = lay_out(wall, "letter", True)
        assert {page.paper for page in pages} == {"letter-across"}
        told = [{s for s in systems if names[s] in texts(page)} for page in pages]
        assert told == shown


def test_a_section_that_is_not_rated_has_no_page_but_a_chart():
    broken = section(player(1, 1500, "W2"), player(2, 1400, "W1"))
    assert lay_out(sheets(broken), "letter") == ()
    chart = make_wall_sheets(rate(broken), False, WallChoices(content="both"))
    (page,) = lay_out(chart, "letter")
    assert {"W2", "W1", "Rd 1"} <= set(texts(page))
    assert "Unofficial" not in words(" ".join(texts(page)))
    assert chart[0].problems[0] not in words(" ".join(texts(page)))


@pytest.mark.parametrize("name", ["W" * 500, "Many words " * 60, "م" * 90])
def test_a_name_of_any_length_stays_whole(qapp, name):
    made = section(replace(player(1, 1500, "W2"), name=name), player(2, 1400, "L1"))
    wall = sheets(made)
    page = lay_out(wall, "letter")[0]
    drawn = "".join(texts(page)).replace(" ", "")
    assert wall[0].rows[0].name.replace(" ", "") in drawn
    assert all(right_of(item) <= page.size[0] for item in text_items(page))


def test_preview_and_paper_are_painted_by_one_function(long_sheet):
    image = show_page(lay_out((long_sheet,), "letter")[1], 792)
    dark = [
        y
        for y in range(792)
        if any(QColor(image.pixel(x, y)).lightness() < 90 for x in range(40, 570))
    ]
    assert min(dark) > 30
    assert max(dark) < 792 - 30
    assert len(dark) > 250


RIGHT_TO_LEFT = "\u05d0\u05d1 \u05d2\u05d3 12 ab", "ab \u05d0\u05d1 12 \u05d2 cd"


@pytest.mark.parametrize("text", ["AV To, W 17.5  and 3 ", *RIGHT_TO_LEFT])
def test_words_drawn_separately_are_where_they_would_be_in_the_line(qapp, text):
    at, face = QPointF(50, 200), TypeFace(100)
    whole, by_words = (QImage(1600, 300, QImage.Format.Format_RGB32) for _ in range(2))
    for image in (whole, by_words):
        image.fill(QColor("white"))
    painter, item = QPainter(by_words), TextItem(at.x(), at.y(), text, face)
    paint_page(painter, PrintedPage("letter", (item,), ""))
    font = painter.font()
    painter.end()
    painter = QPainter(whole)
    painter.setFont(font)
    painter.setPen(QColor(face.ink))
    painter.drawText(at, text)
    painter.end()
    assert by_words == whole


@pytest.mark.parametrize("number", [6, 20])
def test_a_players_pages_have_the_whole_derivation(qapp, number):
    page = make_player_page(rate(crowd(30)), 0, number)
    for paper, big in LOOKS[::3]:
        pages = lay_out_player(page, paper, big)
        flat = words(" ".join(extracted(pages))).replace("\N{NO-BREAK SPACE}", " ")
        assert page.name in flat
        assert page.status in flat
        for part in page.systems:
            assert part.derivation.answer in flat
            for line in part.derivation.iterate_lines():
                assert words(line.text) in flat
                assert line.value in flat
        for sheet_page in pages:
            width, height = sheet_page.size
            for item in text_items(sheet_page):
                assert right_of(item) <= width
                assert item.y < height - 200


ROW = 10.0


def capacity(rooms: RowRooms, begin: int) -> int:
    """Return how many rows of one height fit on a page."""
    return int((rooms.other if begin else rooms.first) // ROW)


def rate_division(
    counts: tuple[int, ...], groups: list[int], rooms: RowRooms
) -> tuple[int, int, int, int]:
    """Return how good a division is.

    In this order: the divided small groups, the rows that are nearly alone, the pages,
    and the divided groups that would fit on a page.
    """
    ends = list(accumulate(counts))
    small = apart = long = begin = 0
    for size in groups:
        inside = [end for end in ends if begin < end < begin + size]
        small += len(inside) if size * ROW <= rooms.other / 2 else 0
        long += len(inside) if rooms.other / 2 < size * ROW <= rooms.other else 0
        apart += sum(min(end - begin, begin + size - end) <= 2 for end in inside)
        begin += size
    return small, apart, len(counts), long


def filled(counts: tuple[int, ...], rooms: RowRooms) -> bool:
    begins = zip(counts[:-1], [0, *accumulate(counts)], strict=False)
    return all(count * 3 >= capacity(rooms, begin) for count, begin in begins)


def every_division(total: int, rooms: RowRooms) -> list[tuple[int, ...]]:
    """Return all ways to put these rows on pages that hold them."""
    found = []
    for cuts in product((False, True), repeat=max(total - 1, 0)):
        ends = [0, *(i for i, cut in enumerate(cuts, 1) if cut), total]
        counts = tuple(end - begin for begin, end in pairwise(ends))
        if all(n <= capacity(rooms, b) for n, b in zip(counts, ends, strict=False)):
            found.append(counts)
    return found


@often(200)
@given(
    st.lists(st.integers(1, 6), min_size=1, max_size=5).filter(lambda g: sum(g) <= 12),
    st.integers(1, 6),
    st.integers(0, 4),
)
def test_no_division_keeps_more_small_groups_or_takes_fewer_pages(groups, first, more):
    rooms = RowRooms(first * ROW, (first + more) * ROW)
    total = sum(groups)
    counts = divide_into_pages([ROW] * total, groups, rooms)
    assert sum(counts) == total
    assert filled(counts, rooms)
    allowed = [c for c in every_division(total, rooms) if filled(c, rooms)]
    assert counts in allowed
    best = min(rate_division(c, groups, rooms) for c in allowed)
    assert rate_division(counts, groups, rooms) == best


@often(100)
@given(
    st.lists(st.integers(1, 90), min_size=1, max_size=20),
    st.integers(3, 40),
    st.integers(0, 5),
)
def test_pages_hold_what_fits_and_never_less_than_a_third(groups, first, more):
    rooms = RowRooms(first * ROW, (first + more) * ROW)
    counts = divide_into_pages([ROW] * sum(groups), groups, rooms)
    assert sum(counts) == sum(groups)
    assert filled(counts, rooms)
    for count, begin in zip(counts, [0, *accumulate(counts)], strict=False):
        assert 1 <= count <= capacity(rooms, begin)


def test_rows_fill_pages_and_large_groups_leave_no_row_alone():
    heights = [ROW] * 400
    rooms = RowRooms(25 * ROW, 28 * ROW)
    counts = divide_into_pages(heights, [1] * 400, rooms)
    assert counts == (25, *[28] * 13, 11)
    assert len(counts) == count_fewest_pages(heights, rooms)
    rooms = RowRooms(100, 100)
    assert divide_into_pages([ROW] * 24, [3, 21], rooms) == (10, 10, 4)
    # Two rows at the end would be too few, so others join them.
    counts = divide_into_pages([ROW] * 27, [5, 17, 5], rooms)
    assert counts[0] == 10
    ends = list(accumulate(counts))
    assert all(not 0 < 22 - end <= 2 for end in ends)
    assert divide_into_pages([300.0, 300.0], [1, 1], RowRooms(100, 100)) == (1, 1)


HALL = 400
READ_FROM_AFAR = 5.0
"""The height in millimeters of a capital letter that can be read from three meters."""
GIVEN = (
    "Ada",
    "Bo",
    "Cleo",
    "Dmitri",
    "Eve",
    "Felicity",
    "Hugo",
    "Ida",
    "Jonas",
    "Kim",
)
FAMILY = (
    *("Rook", "O'Knight", "Bishop", "Pawnsley", "Kingsmead", "Castleton", "Zugzwang"),
    *("Läufer", "Fianchetto", "Queensbury", "Springer", "Tempo-Gambit", "Endspiel"),
)


@pytest.fixture(autouse=True)
def _letters(qapp: QApplication) -> None:
    """Make sure that letters can be measured."""


def hall(count: int, rounds: int = 5, name: str = "Hall", seed: int = 1) -> Section:
    """Return players with the names of a real event."""
    chance = random.Random(seed)
    made = crowd(count, rounds, seed, name)
    parts = FAMILY, GIVEN, "ABCDEFGHKLMN"
    drawn = [[chance.choice(part) for part in parts] for _ in made.players]
    names = [f"{family}, {given} {middle}" for family, given, middle in drawn]
    named = zip(made.players, names, strict=True)
    return replace(made, players=tuple(replace(p, name=n) for p, n in named))


@cache
def wall(content: WallContent, *lists: ListOrder) -> tuple[WallSheet, ...]:
    return make_wall_sheets(rate(hall(HALL)), False, WallChoices(lists, content))


def planned(
    sheets: tuple[WallSheet, ...], paper: Paper, big: bool
) -> tuple[WallPlan, list[tuple[WallSheet, tuple[PrintedPage, ...]]]]:
    plan = make_plan(sheets, paper, big)
    return plan, [(sheet, pages) for sheet, pages in lay_out_sheets(sheets, plan)]


def rows_on(page: PrintedPage) -> int:
    return len(numbers_on(page))


def numbers_on(page: PrintedPage) -> list[int]:
    """Return the pairing numbers on a page, from the top."""
    head = next(item for item in text_items(page) if item.text == "No.")
    below = [i for i in text_items(page) if i.text.isdigit() and i.y > head.y]
    return [int(i.text) for i in below if right_of(i) <= right_of(head) + 1]


def table_words(words: list[Word]) -> list[Word]:
    """Return the words of the table, from its headings to the line above the notes."""
    head = next(w for w in words if w.text == "No.")
    rows = [w for w in words if w.y <= head.y + 1]
    small = [w.y for w in rows if w.text in ("W:", "P:", "Until", "Starting")]
    end = max(small, default=0.0)
    return [w for w in rows if w.y > end + 1]


@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_four_hundred_by_name_take_few_pages_in_letters_as_large_as_those_allow(paper):
    plan, [(sheet, pages)] = planned(wall("ratings", "name"), paper, False)
    assert len(pages) == plan.pages <= 16
    numbers = [n for page in pages for n in numbers_on(page)]
    assert numbers == [row.number for row in sheet.rows]
    measured = words_of(make_pdf(pages, "Hall"))
    assert len(measured) == plan.pages
    names = [w for page in measured for w in page if w.text == "Fianchetto,"]
    assert len(names) > 20
    sizes = {round(w.capitals, 2) for w in names}
    assert sizes == {round(plan.capitals, 2)}, "one size on every page, as is said"
    assert plan.capitals > 3
    size, more = plan.larger
    if more is not None:
        larger = make_plan(wall("ratings", "name"), paper, False, size / 10)
        assert larger.pages == more > plan.pages


@pytest.mark.parametrize("content", CONTENTS)
@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_big_type_can_be_read_from_three_meters(paper, content):
    plan, [(_, pages)] = planned(wall(content, "name"), paper, True)
    assert plan.capitals >= READ_FROM_AFAR
    measured = words_of(make_pdf((*pages[:3], pages[-1]), "Hall"))
    for words in measured:
        table = table_words(words)
        assert len(table) > 10
        assert [w for w in table if w.capitals < READ_FROM_AFAR - 0.005] == []
        assert next(w for w in words if w.text == "Hall").capitals >= READ_FROM_AFAR
    subtitle = next(w for w in measured[0] if w.text == "name")
    assert subtitle.capitals >= READ_FROM_AFAR, "whose list it is, of several"
    if content != "results":
        said = next(w for w in measured[0] if w.text == "Unofficial")
        assert said.capitals >= READ_FROM_AFAR


def test_where_results_are_all_they_are_as_large_as_the_names():
    for content, alike in (("results", True), ("both", False)):
        plan, [(_, pages)] = planned(wall(content, "name"), "letter", False)
        cells = [i for i in text_items(pages[0]) if re.fullmatch(r"[WDL]\d+", i.text)]
        assert len(cells) > 20
        assert ({item.face.size for item in cells} == {plan.size}) == alike


def test_long_names_and_titles_are_parted_where_they_read_well():
    face = TypeFace(200, strong=True)
    name = "Vandersteen-Oppenhall-Castellan, Maximiliana"
    room = measure_width("Vandersteen-Oppenh", face)
    parts = ["Vandersteen-", "Oppenhall-Castellan,", "Maximiliana"]
    assert list(wrap_text(name, face, room)) == parts
    sheet = wall("ratings", "number")[0]
    names = "Ada van der Castleton", "Castleton-Rook, Maximilian", "Ada", "W" * 40
    lines = []
    for row in (replace(sheet.rows[0], name=name, number=1) for name in names):
        table = measure_table(replace(sheet, rows=(row,)), BIG)
        grid = make_grid(table, (0,), make_faces(200, BIG), (0.0, 2900.0))
        assert grid.name_width < measure_width(row.name, face) or row.name == "Ada"
        found = fit_row_name(grid, row)
        assert get_row_height(grid, found) >= grid.faces.row * 0.8 * len(found.lines)
        lines.append(found.lines)
    dutch, long = ("Ada", "van der Castleton"), ("Castleton-Rook,", "Maximilian")
    assert lines[:3] == [dutch, long, ("Ada",)]
    assert "".join(lines[3]) == names[3], "no letter is lost"
    face = TypeFace(300, strong=True)
    text = "A section with a name that is far too long for any report"
    for width in (2500, 3100, 4000, 5200):
        lines = fit_text(text, face, width, 1.0).lines
        assert " ".join(lines) == text
        assert len(lines) == len(tuple(wrap_text(text, face, width)))
        widths = [measure_width(line, face) for line in lines]
        assert max(widths) <= width
        assert min(widths) > max(widths) * 0.5, lines
    parted = fit_text(f"Open {'W' * 60}", face, 2500, 1.0).lines
    assert "".join(parted).replace(" ", "") == "Open" + "W" * 60


@pytest.mark.parametrize("lists", [("name",), ("score",), ("number",)])
@pytest.mark.parametrize("big", [False, True])
@pytest.mark.parametrize("content", CONTENTS)
def test_no_page_holds_less_than_a_third_of_its_rows_but_the_last(lists, big, content):
    _, [(sheet, pages)] = planned(wall(content, *lists), "letter", big)
    counts = [rows_on(page) for page in pages]
    parts = sum(counts) // HALL
    assert sum(counts) == parts * HALL, "every player once in every part of the columns"
    # Rows have the same height in all parts of the columns.
    most = max(counts)
    ends = accumulate(counts)
    first = [count for count, end in zip(counts, ends, strict=True) if end % HALL]
    assert all(count * 3 >= most - 3 for count in first)
    numbers = [n for page in pages for n in numbers_on(page)]
    assert numbers == [row.number for row in sheet.rows] * parts


@pytest.mark.parametrize("paper", ["letter", "a4"])
@pytest.mark.parametrize("big", [False, True])
def test_equals_in_score_stay_on_one_page_where_a_page_holds_them(paper, big):
    _, [(sheet, pages)] = planned(wall("ratings", "score"), paper, big)
    page_of = {n: place for place, page in enumerate(pages) for n in numbers_on(page)}
    fits = min(rows_on(page) for page in pages[1:-1])
    groups: dict[str, list[int]] = {}
    for row in sheet.rows:
        groups.setdefault(row.points, []).append(page_of[row.number])
    whole = [found for found in groups.values() if len(found) <= fits]
    assert len(whole) >= 2
    # One group may be divided if a page would be nearly empty otherwise.
    assert sum(len(set(found)) > 1 for found in whole) <= 1
    for found in groups.values():
        on = Counter(found)
        assert min(on.values()) > 2 or len(on) == 1, "nobody stands apart"


def test_all_sections_have_one_type_size_or_the_selected():
    sections = [hall(n, 5, f"Section {n}", n) for n in (6, 22, 60, 35)]
    choices = WallChoices(("name", "score"), "both")
    sheets = make_wall_sheets(rate(*sections), False, choices)
    plan, found = planned(sheets, "letter", False)
    pages = [page for _, own in found for page in own]
    assert len(pages) == plan.pages
    assert set(person_sizes(tuple(pages))) == {plan.size}
    assert {page.paper for page in pages} == {plan.paper}
    for more in range(plan.size + 5, plan.look.largest * 10 + 1, 5):
        larger = make_plan(sheets, "letter", False, more / 10)
        assert larger.pages > plan.pages or larger.paper != plan.paper
    sheets = wall("ratings", "name")
    usual = make_plan(sheets)
    small = make_plan(sheets, points=9)
    assert small.size == 90
    assert small.pages < usual.pages
    assert ", readable from about 5 feet (1.5 m). " in small.describe_plan()
    assert small.describe_plan().endswith(f"Fit to page: {usual.size / 10:g} pt.")
    big = make_plan(sheets, big=True, points=9)
    assert big.capitals >= READ_FROM_AFAR, "big type is big"
    assert usual.describe_plan().startswith(f"{usual.pages} pages, ")


@pytest.mark.parametrize("paper", ["letter", "a4"])
@pytest.mark.parametrize("big", [False, True])
@pytest.mark.parametrize("content", CONTENTS)
def test_nothing_touches_anything_else_or_the_edge(paper, big, content):
    _, found = planned(wall(content, "name", "score"), paper, big)
    for _, pages in found:
        for page in (pages[0], pages[-1]):
            width, height = get_paper_size(page.paper)
            lines: dict[float, list[TextItem]] = {}
            for item in page.items:
                if isinstance(item, BoxItem):
                    assert 0 <= item.x <= width - item.width
                    continue
                assert item.x >= 299.9
                assert right_of(item) <= width - 300
                assert item.y <= height - 300
                lines.setdefault(item.y, []).append(item)
            for line in lines.values():
                for one, other in pairwise(sorted(line)):
                    assert right_of(one) < other.x


def test_gains_and_losses_differ_without_color():
    made = section(player(1, 1500, "W2", "W2"), player(2, 1400, "L1", "L1"), name="Two")
    sheets = make_wall_sheets(rate(made))
    (page,) = lay_out_sheets(sheets, make_plan(sheets))[0].pages
    shown = {item.text: item.face for item in text_items(page)}
    gain, loss = (row.figures[0].change for row in sheets[0].rows)
    assert gain.startswith("+")
    assert loss.startswith("\N{MINUS SIGN}")
    assert shown[gain].strong
    assert not shown[loss].strong
    for face in shown.values():
        assert QColor(face.ink).lightness() < 90


@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_big_type_takes_few_pages(paper):
    """Each page has about as many rows as letters of 5 mm allow."""
    for content, most in (("ratings", 24), ("results", 24), ("both", 48)):
        for order in ORDERS:
            plan, [(_, pages)] = planned(wall(content, order), paper, True)
            assert len(pages) == plan.pages <= most, (content, order)


@pytest.mark.parametrize("rounds", range(4, 9))
def test_points_never_fill_pages_of_their_own_where_columns_are_divided(rounds):
    choices = WallChoices(content="both")
    (sheet,) = make_wall_sheets(rate(crowd(30, rounds)), False, choices)
    for size in range(BIG.compute_floor(), 2 * BIG.compute_floor(), POINT):
        for page in SheetPages(sheet, "letter", BIG).make_pages(size):
            found = set(texts(page))
            beside = {t for t in found if t == "Post" or t.startswith("Rd ")}
            assert "Pts" not in found or beside, size


def test_conditions_are_split_without_a_leftover_dash():
    broken = 0
    for condition in (
        "If the event ended after round 2 of 5",
        "Before round 1",
        "If all of this event ended after round 12",
    ):
        sheet = replace(wall("ratings", "name")[0], condition=condition)
        plan = make_plan((sheet,), big=True)
        assert plan.paper == "letter"
        for page in lay_out_sheets((sheet,), plan)[0].pages[:2]:
            lines = texts(page)
            whole = f"{condition} \N{EN DASH} Unofficial" in lines
            assert whole or {condition, "Unofficial"} <= set(lines)
            assert not any(line.strip() == "\N{EN DASH}" for line in lines)
            broken += not whole
    assert broken


def test_marks_in_a_name_turn_no_text_of_a_page(qapp):
    marks = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
    items = [TextItem(900, 900, f"Castle{m}, Ada", TypeFace(120)) for m in ("", *marks)]
    plain, *marked = (PrintedPage("letter", (item,), "a name") for item in items)
    for page in marked:
        assert show_page(page) == show_page(plain)


def show_page(page: PrintedPage, high: int = 200) -> QImage:
    """Return the upper part of a page as it is printed."""
    image = QImage(612, high, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    with QPainter(image) as painter:
        painter.scale(0.1, 0.1)
        paint_page(painter, page)
    return image
