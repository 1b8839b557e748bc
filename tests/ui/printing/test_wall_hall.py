"""Four hundred players on a wall: pages counted, and the type measured in the PDF."""

import random
import re
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication

from tests.pdf_type import Word, words_of
from tests.report.wall.make import crowd, player, rate, section
from uscalc.document.model import Section
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
)
from uscalc.ui.printing.pages import SheetPages
from uscalc.ui.printing.plan import WallPlan, lay_out_sheets, make_plan
from uscalc.ui.printing.table import (
    fit_row_name,
    get_row_height,
    make_faces,
    make_grid,
    measure_table,
)

MANY = 400
READ_FROM_AFAR = 5.0
"""Millimetres of a capital that is read from three metres."""
GIVEN = (
    *("Ada", "Bo", "Cleo", "Dmitri", "Eve"),
    *("Felicity", "Hugo", "Ida", "Jonas", "Kim"),
)
FAMILY = (
    *("Rook", "O'Knight", "Bishop", "Pawnsley", "Kingsmead", "Castleton", "Zugzwang"),
    *("Läufer", "Fianchetto", "Queensbury", "Springer", "Tempo-Gambit", "Endspiel"),
)
ONE_SYSTEM = ("R",)


@pytest.fixture(autouse=True)
def _letters(qapp: QApplication) -> None:
    """Letters can be measured."""


def hall(count: int, rounds: int = 5, name: str = "Hall", seed: int = 1) -> Section:
    """Players with names as they are in a hall."""
    chance = random.Random(seed)
    made = crowd(count, rounds, seed, name)
    players = tuple(
        replace(
            p,
            name=f"{chance.choice(FAMILY)}, {chance.choice(GIVEN)} "
            f"{chance.choice('ABCDEFGHKLMN')}",
        )
        for p in made.players
    )
    return replace(made, players=players)


@cache
def wall(content: WallContent, *lists: ListOrder) -> tuple[WallSheet, ...]:
    return make_wall_sheets(rate(hall(MANY)), False, WallChoices(lists, content))


def planned(
    sheets: tuple[WallSheet, ...], paper: Paper, big: bool
) -> tuple[WallPlan, list[tuple[WallSheet, tuple[PrintedPage, ...]]]]:
    plan = make_plan(sheets, paper, big)
    return plan, [(sheet, pages) for sheet, pages in lay_out_sheets(sheets, plan)]


def rows_on(page: PrintedPage) -> int:
    """The players who stand on a page: their numbers are right of the margin."""
    return len(numbers_on(page))


def numbers_on(page: PrintedPage) -> list[int]:
    """The pairing numbers on a page, from the top."""
    head = next(i for i in page.items if isinstance(i, TextItem) and i.text == "No.")
    right = head.x + measure_width(head.text, head.face)
    return [
        int(item.text)
        for item in page.items
        if isinstance(item, TextItem)
        and item.text.isdigit()
        and item.y > head.y
        and item.x + measure_width(item.text, item.face) <= right + 1
    ]


def table_words(words: list[Word]) -> list[Word]:
    """Those of the table, from its headings down to the line above the notes."""
    head = next(w for w in words if w.text == "No.")
    rows = [w for w in words if w.y <= head.y + 1]
    small = [w.y for w in rows if w.text in ("W:", "P:", "Until", "Starting")]
    end = max(small, default=0.0)
    return [w for w in rows if w.y > end + 1]


@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_four_hundred_by_name_take_few_pages_in_letters_as_large_as_those_allow(paper):
    plan, [(sheet, pages)] = planned(wall("ratings", "name"), paper, False)
    assert len(pages) == plan.pages <= 16
    assert [n for page in pages for n in numbers_on(page)] == [
        row.number for row in sheet.rows
    ]
    measured = words_of(make_pdf(pages, "Hall"))
    assert len(measured) == plan.pages
    names = [w for page in measured for w in page if w.text == "Fianchetto,"]
    assert len(names) > 20
    sizes = {round(w.capitals, 2) for w in names}
    assert sizes == {round(plan.capitals, 2)}, "one size on every page, as is said"
    assert plan.capitals > 3
    assert plan.larger is not None
    size, more = plan.larger
    if more is not None:
        larger = make_plan(wall("ratings", "name"), paper, False, size / 10)
        assert larger.pages == more > plan.pages


@pytest.mark.parametrize("content", CONTENTS)
@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_big_type_is_read_from_three_metres(paper, content):
    plan, [(_, pages)] = planned(wall(content, "name"), paper, True)
    assert plan.capitals >= READ_FROM_AFAR
    measured = words_of(make_pdf((*pages[:3], pages[-1]), "Hall"))
    for words in measured:
        table = table_words(words)
        assert len(table) > 10
        low = [w for w in table if w.capitals < READ_FROM_AFAR - 0.005]
        assert low == []
        section_name = next(w for w in words if w.text == "Hall")
        assert section_name.capitals >= READ_FROM_AFAR
    subtitle = next(w for w in measured[0] if w.text == "name")
    assert subtitle.capitals >= READ_FROM_AFAR, "whose list it is, of several"
    if content != "results":
        said = next(w for w in measured[0] if w.text == "Unofficial")
        assert said.capitals >= READ_FROM_AFAR


def test_where_results_are_all_they_are_as_large_as_the_names():
    for content, alike in (("results", True), ("both", False)):
        plan, [(_, pages)] = planned(wall(content, "name"), "letter", False)
        cells = [
            item.face.size
            for item in pages[0].items
            if isinstance(item, TextItem) and re.fullmatch(r"[WDL]\d+", item.text)
        ]
        assert len(cells) > 20
        assert (set(cells) == {plan.size}) == alike


def test_long_names_and_titles_are_parted_where_they_read_well():
    face = TypeFace(200, strong=True)
    name = "Vandersteen-Oppenhall-Castellan, Maximiliana"
    room = measure_width("Vandersteen-Oppenh", face)
    assert list(wrap_text(name, face, room)) == [
        "Vandersteen-",
        "Oppenhall-Castellan,",
        "Maximiliana",
    ]
    sheet = wall("ratings", "number")[0]
    names = "Ada van der Castleton", "Castleton-Rook, Maximilian", "Ada", "W" * 40
    rows = tuple(replace(sheet.rows[0], name=name, number=1) for name in names)
    sheet = replace(sheet, rows=rows)
    face = TypeFace(200, strong=True)
    lines = []
    for row in sheet.rows:
        table = measure_table(replace(sheet, rows=(row,)), BIG)
        grid = make_grid(table, (0,), make_faces(200, BIG), (0.0, 2900.0))
        assert grid.name_width < measure_width(row.name, face) or row.name == "Ada"
        found = fit_row_name(grid, row)
        assert get_row_height(grid, found) >= grid.faces.row * 0.8 * len(found.lines)
        lines.append(found.lines)
    assert lines[:3] == [
        ("Ada", "van der Castleton"),
        ("Castleton-Rook,", "Maximilian"),
        ("Ada",),
    ]
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
    # A word that no line holds is parted as before.
    parted = fit_text(f"Open {'W' * 60}", face, 2500, 1.0).lines
    assert "".join(parted).replace(" ", "") == "Open" + "W" * 60


@pytest.mark.parametrize("lists", [("name",), ("score",), ("number",)])
@pytest.mark.parametrize("big", [False, True])
@pytest.mark.parametrize("content", CONTENTS)
def test_no_page_holds_less_than_a_third_of_its_rows_but_the_last(lists, big, content):
    _, [(sheet, pages)] = planned(wall(content, *lists), "letter", big)
    counts = [rows_on(page) for page in pages]
    parts = sum(counts) // MANY
    assert sum(counts) == parts * MANY, "every player once in every part of the columns"
    # No part of the columns is written in rows of another height.
    most = max(counts)
    last = {place for place in range(len(counts)) if _ends(counts, place)}
    first = [place for place in range(len(counts)) if place not in last]
    assert all(counts[place] * 3 >= most - 3 for place in first)
    numbers = [n for page in pages for n in numbers_on(page)]
    assert numbers == [row.number for row in sheet.rows] * parts


def _ends(counts: list[int], place: int) -> bool:
    return sum(counts[: place + 1]) % MANY == 0


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
    # One may be divided where a page would be nearly empty else.
    assert sum(len(set(found)) > 1 for found in whole) <= 1
    for found in groups.values():
        on = Counter(found)
        assert min(on.values()) > 2 or len(on) == 1, "nobody stands apart"


def test_all_sections_have_letters_of_one_size():
    sections = [hall(n, 5, f"Section {n}", n) for n in (6, 22, 60, 35)]
    sheets = make_wall_sheets(
        rate(*sections), False, WallChoices(("name", "score"), "both")
    )
    plan, found = planned(sheets, "letter", False)
    pages = [page for _, own in found for page in own]
    assert len(pages) == plan.pages
    sizes = {
        item.face.size
        for page in pages
        for item in page.items
        if isinstance(item, TextItem) and item.text.startswith(FAMILY)
    }
    assert sizes == {plan.size}
    assert {page.paper for page in pages} == {plan.paper}
    # No larger letters would have done on as many pages.
    for more in range(plan.size + 5, plan.look.largest * 10 + 1, 5):
        larger = make_plan(sheets, "letter", False, more / 10)
        assert larger.pages > plan.pages or larger.paper != plan.paper


def test_a_size_by_hand_is_taken_and_what_it_costs_is_said():
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
                    assert item.x >= 0
                    assert item.x + item.width <= width
                    continue
                assert isinstance(item, TextItem)
                assert item.x >= 299.9
                assert item.x + measure_width(item.text, item.face) <= width - 300
                assert item.y <= height - 300
                lines.setdefault(item.y, []).append(item)
            for line in lines.values():
                for one, other in pairwise(sorted(line)):
                    assert one.x + measure_width(one.text, one.face) < other.x


def test_gains_and_losses_differ_without_color():
    made = section(player(1, 1500, "W2", "W2"), player(2, 1400, "L1", "L1"), name="Two")
    sheets = make_wall_sheets(rate(made))
    (page,) = lay_out_sheets(sheets, make_plan(sheets))[0].pages
    shown = {i.text: i.face for i in page.items if isinstance(i, TextItem)}
    gain, loss = (row.figures[0].change for row in sheets[0].rows)
    assert gain.startswith("+")
    assert loss.startswith("\N{MINUS SIGN}")
    assert shown[gain].strong
    assert not shown[loss].strong
    for face in shown.values():
        # Dark enough on any printer.
        assert QColor(face.ink).lightness() < 90


@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_big_type_takes_few_pages(paper):
    """Rows take the most of every page: about as many as letters of 5 mm can have."""
    for content, most in (("ratings", 24), ("results", 24), ("both", 48)):
        for order in ORDERS:
            plan, [(_, pages)] = planned(wall(content, order), paper, True)
            assert len(pages) == plan.pages <= most, (content, order)


@pytest.mark.parametrize("rounds", range(4, 9))
def test_points_never_fill_pages_of_their_own_where_columns_are_divided(rounds):
    (sheet,) = make_wall_sheets(
        rate(crowd(30, rounds)), False, WallChoices(content="both")
    )
    for size in range(BIG.compute_floor(), 2 * BIG.compute_floor(), POINT):
        heads = [
            {item.text for item in page.items if isinstance(item, TextItem)}
            for page in SheetPages(sheet, "letter", BIG).make_pages(size)
        ]
        for found in heads:
            beside = {t for t in found if t == "Post" or t.startswith("Rd ")}
            assert "Pts" not in found or beside, size


def test_what_figures_suppose_and_are_worth_is_parted_without_a_dash_left_over():
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
            lines = [item.text for item in page.items if isinstance(item, TextItem)]
            whole = f"{condition} \N{EN DASH} Unofficial" in lines
            assert whole or {condition, "Unofficial"} <= set(lines)
            assert not any(line.strip() == "\N{EN DASH}" for line in lines)
            broken += not whole
    assert broken
