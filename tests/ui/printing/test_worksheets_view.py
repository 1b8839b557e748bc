"""Worksheets and lessons on paper: selected, laid out, previewed, saved, printed."""

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QScrollArea
from pytestqt.qtbot import QtBot

from tests.pdf_text import page_texts
from tests.ui.driving import click, open_print_panel, page_words, printable, show_alone
from tests.ui.keys import CONTROL, SHIFT, Key
from tests.ui.pixels import pixels
from tests.worksheet.make import EVERY, LEVEL_NUMBERS, invented_sheets, sample_sheet
from tests.worksheet.reading import read_page
from uscalc.document.edit.cells import set_result
from uscalc.explain.lesson.lessons import TOO_LITTLE
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
from uscalc.ui.printing.print_panel import PrintPanel
from uscalc.ui.printing.worksheet_layout import FRAME_INK, lay_out_worksheet
from uscalc.ui.printing.worksheets_view import NO_EXERCISES, NO_NUMBER, WorksheetsView
from uscalc.ui.session.preferences import Preferences
from uscalc.ui.window.main_window import MainWindow
from uscalc.worksheet.model import Worksheet

BOTH = CONTROL | SHIFT


def opened(qtbot: QtBot, window: MainWindow) -> WorksheetsView:
    """Open the lesson by its keys."""
    return open_print_panel(qtbot, window, WorksheetsView, Key.Key_F9, BOTH)


def open_worksheet(qtbot: QtBot, window: MainWindow) -> WorksheetsView:
    return open_print_panel(qtbot, window, WorksheetsView, Key.Key_K, BOTH)


def saved(qtbot: QtBot, view: PrintPanel, out: Path) -> bytes:
    view.save(out)
    printable(qtbot, view)
    return out.read_bytes()


def test_lessons_with_or_without_a_player_are_saved(qtbot, window, tmp_path):
    click(qtbot, window, 12, "name")
    view = opened(qtbot, window)
    assert view.lesson_of.currentText() == "Lesson: this player"
    assert view.state.text() == "The slides on 18 pages."
    # Slides are for a screen, so they can be saved but not printed.
    assert view.buttons["Save"].isEnabled()
    assert not view.buttons["Print"].isEnabled()
    assert not view.paper.isEnabled()
    texts = page_texts(saved(qtbot, view, tmp_path / "slides.pdf"))
    assert len(texts) == 18
    assert "1765: the expected score there is 3.5 out of 5." in " ".join(texts)
    view = opened(qtbot, window)
    QTest.keyClick(view.lesson_of, Key.Key_Down)
    assert view.lesson_of.currentText() == "Lesson: how ratings work"
    printable(qtbot, view)
    texts = page_texts(saved(qtbot, view, tmp_path / "basics.pdf"))
    assert texts[0].startswith("The meaning of a rating")
    view = opened(qtbot, window)
    picture = view.preview.viewport().grab().toImage()
    assert len(np.unique(pixels(picture)[20:, 20:-20])) > 5
    assert "Slide 1 of" in view.preview.accessibleDescription()


def test_handout_and_notes_are_sheets_of_paper(qtbot, window, tmp_path):
    click(qtbot, window, 12, "name")
    view = opened(qtbot, window)
    for count, notes in ((4, False), (3, True)):
        QTest.keyClick(view.what, Key.Key_Down)
        printable(qtbot, view)
        assert view.buttons["Print"].isEnabled()
        assert view.paper.isEnabled()
        pages = page_texts(saved(qtbot, view, tmp_path / "sheets.pdf"))
        assert len(pages) == count
        said = " ".join(pages)
        assert ("Answer:" in said) is ("1765" in said.split()) is notes


def test_the_lesson_follows_the_selected_player(qtbot, window):
    view = opened(qtbot, window)
    slides = view.made
    window.session.select(row=1)
    qtbot.waitUntil(lambda: view.made is not slides)
    QTest.keyClick(view.what, Key.Key_Down)
    printable(qtbot, view)
    assert "Ben Knightly" in " ".join(page_words(view))
    window.named_actions["addPlayer"].trigger()
    qtbot.waitUntil(lambda: window.session.up_to_date)
    window.session.select(row=12)
    view = opened(qtbot, window)
    assert TOO_LITTLE in view.preview.accessibleDescription()
    assert not view.buttons["Save"].isEnabled()


def test_pages_can_be_read_in_a_narrow_panel(qtbot, window):
    """At 1024x768, the options are above the preview and don't scroll."""
    view = WorksheetsView(window)
    show_alone(qtbot, view, 364, 606)
    options = view.findChild(QScrollArea, "worksheetOptions")
    for what in ("worksheet", "slides"):
        view.show_what(what)
        printable(qtbot, view)
        qtbot.waitUntil(lambda: view.preview.width() == view.width() == options.width())
        qtbot.waitUntil(lambda: view.preview.y() == options.geometry().bottom() + 1)
        assert not options.verticalScrollBar().isVisible()
        assert view.preview.geometry().bottom() >= view.height() - 60
    view.resize(730, 900)
    qtbot.waitUntil(lambda: options.x() == view.preview.geometry().right() + 1)


def about(view: WorksheetsView) -> str:
    return view.preview.accessibleDescription()


def test_invented_players_are_a_choice_that_no_edit_changes(qtbot, window, tmp_path):
    view = open_worksheet(qtbot, window)
    assert view.made is not None
    assert view.whose.currentText() == "This section: Open"
    texts = page_texts(saved(qtbot, view, tmp_path / "sheet.pdf"))
    assert "Autumn Open, Open, Regular." in texts[0]
    view = open_worksheet(qtbot, window)
    QTest.keyClick(view.whose, Key.Key_Down)
    printable(qtbot, view)
    assert "Made-up players." in saved(qtbot, view, tmp_path / "invented.html").decode()
    QTest.keyClick(view.whose, Key.Key_Down)
    printable(qtbot, view)
    before = view.made
    window.session.apply_edit(set_result, 0, 0, 1, "L5")
    qtbot.waitUntil(lambda: window.session.up_to_date)
    assert view.made is before
    QTest.keyClick(view.whose, Key.Key_Up)
    printable(qtbot, view)
    first = view.made
    assert first is not before
    window.session.apply_edit(set_result, 0, 0, 1, "W5")
    printable(qtbot, view)
    assert view.made is not first


def test_answers_kind_and_number_change_the_pages(qtbot, window):
    view = open_worksheet(qtbot, window)
    first = view.made
    assert "answers" in about(view)
    QTest.keyClick(view.parts, Key.Key_Down)
    printable(qtbot, view)
    assert "answers" not in about(view)
    QTest.keyClick(view.parts, Key.Key_Down)
    printable(qtbot, view)
    assert about(view).count("answers") == len(view.preview.pages)
    QTest.keyClick(view.kind, Key.Key_Down)
    printable(qtbot, view)
    assert about(view).startswith("Expected score")
    pages = view.made
    view.show_next_worksheet()
    printable(qtbot, view)
    assert view.seed.text() == "2"
    assert view.made.pages != pages.pages != first.pages
    view.seed.setFocus()
    view.seed.selectAll()
    QTest.keyClicks(view.seed, "many")
    QTest.keyClick(view.seed, Key.Key_Tab)
    assert view.state.text() == NO_NUMBER
    assert view.seed.text() == "2"
    place = view.kind.findData("special-3")
    view.kind.setCurrentIndex(place)
    view.kind.activated.emit(place)
    printable(qtbot, view)
    assert about(view) == NO_EXERCISES
    assert not view.buttons["Save"].isEnabled()


def test_a_web_page_has_the_answers_after_the_exercises(qtbot, window, tmp_path):
    said = saved(qtbot, open_worksheet(qtbot, window), tmp_path / "class.html").decode()
    assert said.count("<h1") == 2
    exercises, answers = said.split('<h1 class="next">')
    assert 'class="blank"' in exercises
    assert 'class="answer"' not in exercises
    assert 'class="answer"' in answers


def test_every_choice_is_kept_for_the_next_start(qtbot, window, tmp_path):
    view = open_worksheet(qtbot, window)
    for control in (view.whose, view.kind, view.level, view.parts, view.paper):
        QTest.keyClick(control, Key.Key_Down)
    QTest.keyClick(view.big, Key.Key_Space)
    view.show_next_worksheet()
    printable(qtbot, view)
    QTest.keyClick(view.format, Key.Key_Down)
    selected = choices(view)
    assert selected == [
        *("Made-up players", "Expected score", "3: Full calculation", "Exercises only"),
        *("A4", "Web page", "2", "yes"),
    ]
    said = saved(qtbot, view, tmp_path / "class.html").decode()
    assert choices(view) == selected
    # The form of the lesson is a separate choice, and has only one file format.
    opened(qtbot, window)
    QTest.keyClick(view.what, Key.Key_Down)
    QTest.keyClick(view.lesson_of, Key.Key_Down)
    printable(qtbot, view)
    window.preferences = Preferences(window.folders.settings)
    again = WorksheetsView(window)
    show_alone(qtbot, again)
    printable(qtbot, again)
    assert again.what.currentText() == "Lesson handout"
    assert again.lesson_of.currentText() == "Lesson: how ratings work"
    again.show_what("worksheet")
    printable(qtbot, again)
    assert choices(again) == selected
    assert saved(qtbot, again, tmp_path / "again.html").decode() == said


def choices(view: WorksheetsView) -> list[str]:
    controls = (view.whose, view.kind, view.level, view.parts, view.paper, view.format)
    chosen = [control.currentText() for control in controls]
    return [*chosen, view.seed.text(), view.big.value]


PAPERS: tuple[Paper, ...] = ("letter", "a4")
SEEDS = range(1, 5)


@pytest.fixture(scope="module")
def sheets(qapp: QApplication) -> list[Worksheet]:
    return list(invented_sheets(SEEDS))


def texts(page: PrintedPage) -> list[TextItem]:
    return [item for item in page.items if isinstance(item, TextItem)]


def boxes(page: PrintedPage) -> list[BoxItem]:
    return [item for item in page.items if isinstance(item, BoxItem)]


def check_within(page: PrintedPage) -> None:
    """Check that nothing crosses a margin or the line above the footer."""
    width, height = page.size
    foot = max(b.y for b in boxes(page) if b.width > width / 2 and b.height == 5)
    for item in page.items:
        assert item.x >= MARGIN - 1, (item, page.about)
        across, end = (
            (measure_width(item.text, item.face), item.y)
            if isinstance(item, TextItem)
            else (item.width, item.y + item.height)
        )
        assert item.x + across <= width - MARGIN + 1, (item, page.about)
        assert 0 < end < height - 100
    above = [item for item in texts(page) if item.y < foot]
    assert max((item.y for item in above), default=0) <= foot
    for box in boxes(page):
        assert box.y + box.height <= foot + 6


def titles(pages: tuple[PrintedPage, ...]) -> Iterator[tuple[int, str]]:
    """Yield the headings of exercises, and the pages that they are on."""
    for place, page in enumerate(pages):
        for item in texts(page):
            if item.face.strong and re.match(r"\d+\. ", item.text):
                yield place, item.text


def torn(sheet: Worksheet, pages: tuple[PrintedPage, ...]) -> list[int]:
    """Return the exercises, by position, that continue on the next page."""
    heads = list(titles(pages))
    assert [text.partition(". ")[2] for _, text in heads] == [
        exercise.title for exercise in sheet.exercises
    ]
    found = []
    for place, page in enumerate(pages[1:], 1):
        if not re.match(r"\d+\. ", min(texts(page), key=lambda text: text.y).text):
            found.append([i for i, (where, _) in enumerate(heads) if where < place][-1])
    return found


def alone(sheet: Worksheet, place: int) -> Worksheet:
    """Return a worksheet with one exercise and nothing before it."""
    return replace(sheet, rules=(), table=None, exercises=(sheet.exercises[place],))


@pytest.mark.parametrize("paper", PAPERS)
def test_a_hundred_sheets_fit_their_pages(sheets, paper):
    assert len(sheets) >= 90
    for sheet, key in product(sheets, (False, True)):
        pages = lay_out_worksheet(sheet, key, paper)
        for page in pages:
            check_within(page)
        for place in torn(sheet, pages):
            # Seven moves in both steps take more than a page.
            one = lay_out_worksheet(alone(sheet, place), key, paper)
            assert len(one) > 1, (sheet.mark, key)
        assert len(pages) <= 12
    for sheet, key in product(sheets[::4], (False, True)):
        for page in lay_out_worksheet(sheet, key, paper, big=True):
            check_within(page)


@pytest.mark.parametrize("paper", PAPERS)
def test_no_ink_is_painted_over_the_margins(sheets, paper):
    """The pages are painted with extra room around them, where such ink would be visible."""
    around, scale = 40, 1 / 10
    for sheet in sheets[::11]:
        for page in lay_out_worksheet(sheet, False, paper):
            width, height = (round(side * scale) for side in page.size)
            size = QSize(width + 2 * around, height + 2 * around)
            image = QImage(size, QImage.Format.Format_RGB32)
            image.fill(QColor("white"))
            painter = QPainter(image)
            painter.translate(around, around)
            painter.scale(scale, scale)
            paint_page(painter, page)
            painter.end()
            inner = round(MARGIN * scale) - 3
            assert ink(image, around + inner, around + width - inner) == 0


def ink(image: QImage, left: int, right: int) -> int:
    """Count the pixels before `left` and after `right` that are not white."""
    inked = pixels(image)[::2] != QColor("white").rgb()
    return int(inked[:, :left].sum() + inked[:, right:].sum())


def test_a_heading_and_its_question_stay_with_the_table_below():
    """Each stays with the next; alone, the heading would just fit on the first page."""
    heights = ((50, False), (10, True), (20, True), (60, False))
    parts = split_into_pages([PageBlock((), h, stays) for h, stays in heights], 0, 100)
    heights = [[block.height for _, block in part] for part in parts]
    assert heights == [[50], [10, 20, 60]]


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
    """This includes the number of decimals asked for each figure."""
    sheet = make_invented_worksheet(EVERY, level, 1)
    data = make_pdf(lay_out_worksheet(sheet), "Exercises")
    text = "".join("".join(page_texts(data)).split())
    for task in read_page(make_worksheet_html(sheet)).tasks:
        words = [task.question, *(part.label for part in task.parts)]
        words += [head for part in task.parts for head in part.heads]
        for said in words:
            assert "".join(said.split()) in text
