"""Worksheets on paper: everything within the margins, no exercise torn, room to write."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from tests.pdf_text import page_texts
from tests.worksheet.make import EVERY, LEVEL_NUMBERS, invented_sheets, sample_sheet
from tests.worksheet.reading import read_page
from uscalc.report.lessons import make_invented_worksheet, make_worksheet_html
from uscalc.report.wall.outputs import Paper
from uscalc.ui.printing.flow import MARGIN, PageBlock, split_into_pages
from uscalc.ui.printing.page import (
    BoxItem,
    PrintedPage,
    TextItem,
    make_pdf,
    measure_width,
    paint_page,
)
from uscalc.ui.printing.worksheet_layout import FRAME_INK, lay_out_worksheet
from uscalc.worksheet.model import Worksheet

PAPERS: tuple[Paper, ...] = ("letter", "a4")
SEEDS = range(1, 11)


@pytest.fixture(scope="module")
def sheets(qapp: QApplication) -> list[Worksheet]:
    return list(invented_sheets(SEEDS))


def texts(page: PrintedPage) -> list[TextItem]:
    return [item for item in page.items if isinstance(item, TextItem)]


def boxes(page: PrintedPage) -> list[BoxItem]:
    return [item for item in page.items if isinstance(item, BoxItem)]


def check_within(page: PrintedPage) -> None:
    """Nothing is over a margin, and nothing runs into the line above the foot."""
    width, height = page.size
    foot = max(b.y for b in boxes(page) if b.width > width / 2 and b.height == 5)
    for item in page.items:
        assert item.x >= MARGIN - 1, (item, page.about)
        across = (
            measure_width(item.text, item.face)
            if isinstance(item, TextItem)
            else item.width
        )
        assert item.x + across <= width - MARGIN + 1, (item, page.about)
        end = item.y if isinstance(item, TextItem) else item.y + item.height
        assert 0 < end < height - 100
    above = [item for item in texts(page) if item.y < foot]
    assert max((item.y for item in above), default=0) <= foot
    for box in boxes(page):
        assert box.y + box.height <= foot + 6


def titles(pages: tuple[PrintedPage, ...]) -> Iterator[tuple[int, str]]:
    """The heads of exercises and the pages on which they stand."""
    for place, page in enumerate(pages):
        for item in texts(page):
            if item.face.strong and re.match(r"\d+\. ", item.text):
                yield place, item.text


def torn(sheet: Worksheet, pages: tuple[PrintedPage, ...]) -> list[int]:
    """The exercises, by place, that go on from one page to the next."""
    heads = list(titles(pages))
    assert [text.partition(". ")[2] for _, text in heads] == [
        exercise.title for exercise in sheet.exercises
    ]
    found = []
    for place, page in enumerate(pages[1:], 1):
        top = min(texts(page), key=lambda text: text.y)
        if not re.match(r"\d+\. ", top.text):
            begun = [i for i, (where, _) in enumerate(heads) if where < place]
            found.append(begun[-1])
    return found


def alone(sheet: Worksheet, place: int) -> Worksheet:
    """One exercise of a sheet, with nothing before it."""
    return replace(sheet, rules=(), table=None, exercises=(sheet.exercises[place],))


@pytest.mark.parametrize("paper", PAPERS)
def test_two_hundred_sheets_fit_their_pages(sheets, paper):
    assert len(sheets) >= 200
    for sheet in sheets:
        for key in (False, True):
            pages = lay_out_worksheet(sheet, key, paper)
            for page in pages:
                check_within(page)
            for place in torn(sheet, pages):
                # Seven moves in both steps are longer than a page.
                one = lay_out_worksheet(alone(sheet, place), key, paper)
                assert len(one) > 1, (sheet.mark, key)
            assert len(pages) <= 12


@pytest.mark.parametrize("paper", PAPERS)
def test_big_type_fits_as_well(sheets, paper):
    for sheet in sheets[::7]:
        for key in (False, True):
            for page in lay_out_worksheet(sheet, key, paper, big=True):
                check_within(page)


@pytest.mark.parametrize("paper", PAPERS)
def test_no_ink_is_painted_over_the_margins(sheets, paper):
    """The pages painted, with room around them in which ink would be seen."""
    around, scale = 40, 1 / 10
    for sheet in sheets[::24]:
        for page in lay_out_worksheet(sheet, False, paper):
            width, height = (round(side * scale) for side in page.size)
            image = QImage(
                width + 2 * around, height + 2 * around, QImage.Format.Format_RGB32
            )
            image.fill(QColor("white"))
            painter = QPainter(image)
            painter.translate(around, around)
            painter.scale(scale, scale)
            paint_page(painter, page)
            painter.end()
            inner = round(MARGIN * scale) - 3
            assert ink(image, around + inner, around + width - inner) == 0


def ink(image: QImage, left: int, right: int) -> int:
    """How many pixels left and right of these are not white."""
    white = QColor("white").rgb()
    return sum(
        image.pixel(x, y) != white
        for y in range(0, image.height(), 2)
        for x in (*range(left), *range(right, image.width()))
    )


def test_a_heading_and_its_question_stay_with_the_table_below():
    """Each stays with the next; alone, the heading would just fit on the first page."""
    heights = ((50, False), (10, True), (20, True), (60, False))
    parts = split_into_pages([PageBlock((), h, stays) for h, stays in heights], 0, 100)
    assert [[block.height for _, block in part] for part in parts] == [
        [50],
        [10, 20, 60],
    ]


def test_a_blank_has_a_box_for_each_digit_and_no_digit(qapp):
    sheet = make_invented_worksheet(("expectation",), 1, 3)
    blanks = [b for e in sheet.exercises for b in e.iterate_blanks()]
    digits = sum(sum(blank.figures) for blank in blanks)
    pages = lay_out_worksheet(sheet)
    sides = [box for page in pages for box in boxes(page) if box.ink == FRAME_INK]
    assert len(sides) == 4 * digits
    tall = [box.height for box in sides if box.height > box.width]
    assert min(tall) >= 150, "a pencil needs a fifth of an inch"
    printed = {"0.50", "0.64", "0.36", "0.76", "0.24"}
    answers = {blank.answer for blank in blanks} - printed
    said = {t.text for page in pages for t in texts(page)}
    assert answers
    assert not answers & said


def test_the_key_has_every_answer_and_how_it_is_found(qapp):
    sheet = sample_sheet()
    data = make_pdf(lay_out_worksheet(sheet, key=True), "Answers")
    text = "".join("".join(page_texts(data)).split())
    for exercise in sheet.exercises:
        for blank in exercise.iterate_blanks():
            assert blank.answer in text
            assert blank.working.replace(" ", "") in text


@pytest.mark.parametrize("level", LEVEL_NUMBERS)
def test_the_paper_says_in_words_what_the_web_page_says(qapp, level):
    """Also how many decimals each figure is asked with."""
    sheet = make_invented_worksheet(EVERY, level, 1)
    data = make_pdf(lay_out_worksheet(sheet), "Exercises")
    text = "".join("".join(page_texts(data)).split())
    for task in read_page(make_worksheet_html(sheet)).tasks:
        words = [task.question, *(part.label for part in task.parts)]
        words += [head for part in task.parts for head in part.heads]
        for said in words:
            assert "".join(said.split()) in text
