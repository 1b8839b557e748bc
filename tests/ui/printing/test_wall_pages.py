"""Wall sheets on paper: the PDF says what the sheets say, and pages break well."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from tests.pdf_text import page_texts
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
from uscalc.document.model import RatingFacts
from uscalc.report.player_page import make_player_page
from uscalc.report.tables import clean_line
from uscalc.report.wall.model import WallChoices, WallSheet, make_wall_sheets
from uscalc.report.wall.outputs import Paper
from uscalc.ui.printing.flow import fit_text, wrap_text
from uscalc.ui.printing.page import (
    BoxItem,
    PrintedPage,
    TextItem,
    TypeFace,
    make_pdf,
    measure_width,
    paint_page,
)
from uscalc.ui.printing.plan import lay_out
from uscalc.ui.printing.player_layout import lay_out_player

MANY = 300
LOOKS: list[tuple[Paper, bool]] = [
    ("letter", False),
    ("letter", True),
    ("a4", False),
    ("a4", True),
]


@pytest.fixture(scope="module")
def long_sheet(qapp: QApplication) -> WallSheet:
    choices = WallChoices(performance=True)
    return make_wall_sheets(rate(crowd(MANY)), False, choices)[0]


def words(text: str) -> str:
    return " ".join(text.split())


def texts(page: PrintedPage) -> list[str]:
    return [item.text for item in page.items if isinstance(item, TextItem)]


def extracted(pages: tuple[PrintedPage, ...]) -> list[str]:
    """What another program reads on each page of the PDF."""
    return page_texts(make_pdf(pages, "Test"))


def visual(name: str) -> str:
    """A name as a PDF keeps it: words written from the right stand reversed."""
    if not "\u05d0" <= name[0] <= "\u05ea":
        return name
    return " ".join(word[::-1] for word in name.split())


# The text


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
    assert all(
        found[text] >= count for text, count in expected.items() if len(text) > 3
    )
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


def test_hostile_names_are_whole_and_only_text(long_sheet):
    pages = lay_out((long_sheet,), "letter")
    drawn = [text for page in pages for text in texts(page)]
    both = [f"{one} {other}" for one, other in pairwise(drawn)]
    for name in HOSTILE:
        assert clean_line(name) in drawn + both, "uncut, on two lines at most"


def test_no_id_birth_date_or_age_is_in_the_pdf(long_sheet):
    pages = lay_out((long_sheet,), "letter")
    data = make_pdf(pages, "Test")
    text = "\n".join(extracted(pages))
    for number in range(1, MANY + 1):
        assert str(IDS + number) not in text
        assert str(IDS + number).encode() not in data
    assert str(BORN) not in text
    assert str(BORN.year) not in text


# Breaking


@pytest.mark.parametrize(("paper", "big"), LOOKS)
def test_every_page_has_its_head_and_number_and_no_row_in_its_foot(
    long_sheet, paper, big
):
    pages = lay_out((long_sheet,), paper, big)
    assert 5 < len(pages) < 40
    for place, page in enumerate(pages, 1):
        assert texts(page).count("Name") == 1
        assert f"page {place} of {len(pages)}" in texts(page)
        items = [item for item in page.items if isinstance(item, TextItem)]
        rules = [i.y for i in page.items if isinstance(i, BoxItem) and i.height == 5]
        foot = max(rules, default=page.size[1] - 200)
        assert all(i.y < foot for i in items if i.text.startswith("Person "))
        title = next(item for item in items if item.text == "Crowd")
        assert title.face.size == max(item.face.size for item in items)


def test_names_and_new_ratings_are_read_before_the_rest(long_sheet):
    page = lay_out((long_sheet,), "letter")[0]
    sizes = {item.text: item.face for item in page.items if isinstance(item, TextItem)}
    row = next(r for r in long_sheet.rows if r.name in sizes and len(r.name) < 20)
    figures = row.figures[0]
    name = sizes[row.name]
    assert sizes[figures.marked].size == name.size
    assert sizes[figures.marked].strong
    assert sizes["Points"].size < name.size
    assert sizes[figures.before].size < name.size


def test_big_type_is_larger_and_a_short_section_larger_still():
    def size(big: bool, count: int) -> int:
        pages = lay_out(sheets(crowd(count)), "letter", big)
        return max(
            item.face.size
            for page in pages
            for item in page.items
            if isinstance(item, TextItem) and item.text.startswith("Person ")
        )

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
    assert all(
        item.x + measure_width(item.text, item.face) <= page.size[0]
        for item in page.items
        if isinstance(item, TextItem)
    )


def test_lines_are_wrapped_without_losing_a_letter(qapp):
    face = TypeFace(100)
    text = "one two  three " + "x" * 300 + " four"
    lines = list(wrap_text(text, face, 900))
    assert all(measure_width(line, face) <= 900 for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert fit_text("short", face, 900) == (("short",), face)


# The picture


def test_preview_and_paper_are_painted_by_one_function(long_sheet):
    page = lay_out((long_sheet,), "letter")[1]
    image = QImage(612, 792, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    painter.scale(0.1, 0.1)
    paint_page(painter, page)
    painter.end()
    dark = [
        y
        for y in range(792)
        if any(QColor(image.pixel(x, y)).lightness() < 90 for x in range(40, 570))
    ]
    assert min(dark) > 30
    assert max(dark) < 792 - 30
    assert len(dark) > 250


@pytest.mark.parametrize(
    "text",
    [
        "AV To, W 17.5  and 3 ",
        "\u05d0\u05d1 \u05d2\u05d3 12 ab",
        "ab \u05d0\u05d1 12 \u05d2 cd",
    ],
)
def test_words_drawn_one_by_one_stand_where_they_stand_in_the_line(qapp, text):
    at, face = QPointF(50, 200), TypeFace(100)
    whole, by_words = (QImage(1600, 300, QImage.Format.Format_RGB32) for _ in range(2))
    for image in (whole, by_words):
        image.fill(QColor("white"))
    painter = QPainter(by_words)
    paint_page(
        painter, PrintedPage("letter", (TextItem(at.x(), at.y(), text, face),), "")
    )
    font = painter.font()
    painter.end()
    painter = QPainter(whole)
    painter.setFont(font)
    painter.setPen(QColor(face.ink))
    painter.drawText(at, text)
    painter.end()
    assert by_words == whole


# One player


@pytest.mark.parametrize("number", [6, 20])
def test_a_players_pages_have_the_whole_derivation(qapp, number):
    page = make_player_page(rate(crowd(30)), 0, number)
    assert page is not None
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
            for item in sheet_page.items:
                if isinstance(item, TextItem):
                    assert item.x + measure_width(item.text, item.face) <= width
                    assert item.y < height - 200
