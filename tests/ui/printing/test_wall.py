"""Wall charts from the window: preview, save, print, only changed pages, copied tables."""

import datetime as dt
import re
from math import floor
from pathlib import Path

import pytest
from msgspec.structs import replace
from pypdf import PdfReader
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QFileDialog,
    QLabel,
    QPushButton,
    QScrollArea,
)
from pytestqt.qtbot import QtBot

from tests.pdf_text import page_texts
from tests.report.wall.make import crowd, document
from tests.report.wall.read import Shown
from tests.ui import driving as ui
from tests.ui.keys import ALT, CONTROL, LEFT, SHIFT, Key
from uscalc.counted import format_day
from uscalc.document.model import Edit, Player, Section
from uscalc.formats import open_event
from uscalc.report.tables_section import make_section_table
from uscalc.report.wall.model import ListOrder, make_wall_sheets
from uscalc.rules.resolve import resolve_rules
from uscalc.ui.enter.paste import SPREADSHEET
from uscalc.ui.printing.page import TextItem
from uscalc.ui.printing.player_panel import PlayerPagePanel
from uscalc.ui.printing.print_panel import LAG, PrintDialog, PrintPanel
from uscalc.ui.printing.section_ticks import CHANGED
from uscalc.ui.printing.wall_pages import PrintHistory
from uscalc.ui.printing.wall_view import WallChartsView
from uscalc.ui.session.session import Session
from uscalc.ui.widgets.controls import ChoiceControl
from uscalc.ui.window.main_window import MainWindow


def player_page(qtbot: QtBot, window: MainWindow) -> PlayerPagePanel:
    """Open the page of the selected player."""
    window.named_actions["playerPage"].trigger()
    panel = ui.shown_dialog(window, PlayerPagePanel)
    ui.printable(qtbot, panel)
    return panel


def edit(qtbot: QtBot, window: MainWindow, *sections: Section) -> None:
    """Replace the event's sections with these, as one edit."""
    session = window.session
    session.apply_edit(lambda now: Edit(replace(now, sections=sections), "Changed"))
    qtbot.waitUntil(lambda: session.up_to_date)


def wall(qtbot: QtBot, window: MainWindow) -> WallChartsView:
    """Open the wall charts by their keys."""
    return ui.open_print_panel(qtbot, window, WallChartsView, Key.Key_P)


def closed(qtbot: QtBot, window: MainWindow) -> None:
    qtbot.waitUntil(
        lambda: not any(d.isVisible() for d in window.findChildren(PrintDialog))
    )


def tick(qtbot: QtBot, panel: PrintPanel, *names: str) -> None:
    for name in names:
        box = ui.find_part(panel, QCheckBox, name)
        qtbot.mouseClick(box, LEFT, pos=QPoint(8, box.height() // 2))
    ui.printable(qtbot, panel)


def push(qtbot: QtBot, panel: PrintPanel, name: str) -> None:
    button = ui.find_part(panel, QPushButton, f"{panel.prefix}{name}")
    assert button.isEnabled()
    qtbot.mouseClick(button, LEFT)


def save(qtbot: QtBot, window: MainWindow, panel: PrintPanel, path: Path) -> None:
    """Save to a path as if it had been selected in the file dialog."""
    panel.save(path)
    ui.printable(qtbot, panel)


def pdf_text(path: Path) -> str:
    return " ".join(" ".join(page_texts(path.read_bytes())).split())


@pytest.fixture
def two_sections(qtbot: QtBot, window: MainWindow, other_event: Path) -> MainWindow:
    ui.open_file(qtbot, window, other_event)
    return window


def test_files_are_saved_in_every_format_and_named(qtbot, window, tmp_path):
    QApplication.setAttribute(Qt.ApplicationAttribute.AA_DontUseNativeDialogs)
    view = wall(qtbot, window)
    push(qtbot, view, "Save")
    asks = ui.find_part(view, QFileDialog, "wallSaveDialog")
    assert Path(asks.selectedFiles()[0]).name == "autumn-open-wall-charts.pdf"
    asks.reject()
    view = wall(qtbot, window)
    save(qtbot, window, view, tmp_path / "missing" / "wall.pdf")
    window.show_view("view-steps")
    assert "can't be written" in window.messages.text
    assert "Nothing was saved." in window.messages.text
    assert window.messages.ways == ("Show print options",)
    ui.press_button(qtbot, window, "messageWayOut")
    assert view.isVisible()
    save(qtbot, window, view, tmp_path / "wall.pdf")
    assert (tmp_path / "wall.pdf").exists()
    view = wall(qtbot, window)
    assert [view.format.itemData(i) for i in range(view.format.count())] == [
        *(".pdf", ".html", ".xlsx", ".csv")
    ]
    for name, begin in (
        *(("wall.pdf", b"%PDF"), ("wall.html", b"<!DOCTYPE"), ("wall.xlsx", b"PK")),
        *(("WALL.HTML", b"<!DOCTYPE"), ("wall.csv", b"\xef\xbb\xbfEvent")),
    ):
        save(qtbot, window, view, tmp_path / name)
        assert (tmp_path / name).read_bytes().startswith(begin)
        assert view.isVisible()


def test_paper_type_and_sections_are_chosen(qtbot, two_sections, tmp_path):
    view = wall(qtbot, two_sections)
    before = view.preview.pages[0]
    qtbot.keyClick(view.paper, Key.Key_Down)
    tick(qtbot, view, "wallBigType", "wallSection1")
    (page,) = view.preview.pages
    assert page.about == "Lower & last, page 1 of 1"
    assert page.paper == "a4"
    assert before.paper == "letter"
    assert page.size[1] > before.size[1]
    save(qtbot, two_sections, view, tmp_path / "wall.pdf")
    said = two_sections.messages.text
    assert said == f"1 wall chart saved to {tmp_path / 'wall.pdf'}."
    assert "Upper" not in pdf_text(tmp_path / "wall.pdf")


def test_selecting_nothing_is_explained_and_cannot_be_printed(qtbot, window):
    view = wall(qtbot, window)
    tick(qtbot, view, "wallSection1")
    assert view.preview.pages == ()
    assert view.preview.accessibleDescription() == "Nothing to print. Select a section."
    assert not view.buttons["Save"].isEnabled()
    assert not view.buttons["Print"].isEnabled()
    push(qtbot, view, "All")
    ui.printable(qtbot, view)
    assert view.buttons["Print"].isEnabled()
    assert {s for sheet in view.chosen for s in sheet.systems} == {"Regular", "Quick"}
    tick(qtbot, view, "wallSystemR")
    assert {s for sheet in view.chosen for s in sheet.systems} == {"Quick"}
    assert view.preview.pages
    tick(qtbot, view, "wallSystemQ")
    said = view.preview.accessibleDescription()
    assert said == "Nothing to print. Select a rating system."
    assert not view.buttons["Print"].isEnabled()
    choose(qtbot, view, "Show", "results")
    assert view.preview.pages, "a chart needs none"


def test_unplayed_rounds_are_named_and_sections_left_out(qtbot, two_sections, tmp_path):
    view = wall(qtbot, two_sections)
    assert {sheet.condition for sheet in view.chosen} == {""}
    said = "If the event ended after round 1"
    tick(qtbot, view, "wallMoreRounds")
    assert {sheet.condition for sheet in view.chosen} == {said}
    window = two_sections
    sections = window.session.document.sections
    edit(qtbot, window, *(replace(s, planned_rounds=4) for s in sections))
    view = wall(qtbot, window)
    assert not view.more.isVisible(), "there is nothing to ask"
    save(qtbot, window, view, tmp_path / "wall.pdf")
    assert pdf_text(tmp_path / "wall.pdf").count(f"{said} of 4") == 2
    tick(qtbot, view, "wallSection1")
    first, second = window.session.document.sections
    edit(qtbot, window, second, first)
    ui.printable(qtbot, view)
    assert [sheet.section for sheet in view.chosen] == ["Lower & last"]
    qtbot.waitUntil(lambda: len(view.findChildren(QCheckBox, "wallSection2")) == 1)
    assert not ui.find_part(view, QCheckBox, "wallSection2").isChecked()


def test_choices_stay_and_other_events_are_new(qtbot, window, tmp_path, other_event):
    view = wall(qtbot, window)
    tick(qtbot, view, "wallPerformance")
    assert all(sheet.performance for sheet in view.chosen)
    assert "Perf" in ui.page_words(view)
    again = PrintHistory(window.session, window.folders.walls, window)
    assert again.printed.choices.performance
    save(qtbot, window, wall(qtbot, window), tmp_path / "wall.csv")
    view = wall(qtbot, window)
    assert view.since.text() == NEVER
    save(qtbot, window, view, tmp_path / "wall.pdf")
    ui.open_file(qtbot, window, other_event)
    assert wall(qtbot, window).since.text() == NEVER


NEVER = "Nothing printed yet for this event."
SAME = "No changes since the last printout."


def test_only_what_changed_is_printed_again(qtbot, two_sections, tmp_path):
    window = two_sections
    view = wall(qtbot, window)
    assert view.since.text() == NEVER
    assert not view.only.isEnabled()
    save(qtbot, window, view, tmp_path / "wall.pdf")
    view = wall(qtbot, window)
    assert view.since.text() == SAME
    assert not view.only.isEnabled()
    window.top.tabs.setCurrentIndex(1)
    ui.enter(qtbot, window, 1, 1, "l2")
    view = wall(qtbot, window)
    assert view.since.text() == "1 of 2 sections changed."
    assert view.only.text().startswith("Only changed pages since ")
    notes = [ui.find_part(view, QLabel, f"wallRemarks{place}") for place in (1, 2)]
    assert [CHANGED in note.text() for note in notes] == [False, True]
    assert len(view.chosen) == 2, "everything, unless something else is asked for"
    tick(qtbot, view, "wallOnlyChanged")
    assert [sheet.section for sheet in view.chosen] == ["Lower & last"]
    assert view.state.text() == "1 wall chart on 1 page."
    save(qtbot, window, view, tmp_path / "again.pdf")
    assert window.messages.text == f"1 wall chart saved to {tmp_path / 'again.pdf'}."
    assert "Upper" not in pdf_text(tmp_path / "again.pdf")
    view = wall(qtbot, window)
    assert view.since.text() == SAME


def test_the_next_start_knows_the_choices(
    qtbot, two_sections, theme, folders, other_event, tmp_path
):
    view = wall(qtbot, two_sections)
    select_lists(qtbot, view, "score", "rating")
    choose(qtbot, view, "Show", "both")
    qtbot.keyClick(view.paper, Key.Key_Down)
    tick(qtbot, view, "wallBigType")
    before = view.made
    save(qtbot, two_sections, view, tmp_path / "wall.pdf")
    two_sections.close()
    session = Session(open_event(other_event).document, resolve_rules)
    again = MainWindow(session, theme, folders)
    ui.show_alone(qtbot, again)
    ui.open_file(qtbot, again, other_event)
    view = wall(qtbot, again)
    assert view.choices.lists == ("score", "rating")
    assert view.content.value == "both"
    assert view.made.pages == before.pages
    assert view.since.text() == SAME
    again.close()
    session.close()


DAMAGED = (
    *(b"", b"[1, 2", b"[]", b"\xff\x00", b"[" * 100_000),
    b'{"printed": 7, "hanging": [], "since": 3}',
    b'{"printed": {"paper": "a0", "points": "x", "choices": {"lists": 5, "content": [], '
    b'"systems": {}}}, "hanging": {"1 a": 3, "b": {"sheet": 1}}}',
)


def test_a_damaged_record_is_ignored(qtbot, window, folders, tmp_path):
    for kept in DAMAGED:
        save(qtbot, window, wall(qtbot, window), tmp_path / "wall.pdf")
        records = list(folders.walls.glob("*.json"))
        assert len(records) == 2
        for record in records:
            record.write_bytes(kept)
        window.session.show_document(window.session.document, window.session.path)
        view = wall(qtbot, window)
        assert view.since.text() == NEVER
        assert view.preview.pages


def test_printing_works_where_nothing_can_be_stored(qtbot, window, folders, tmp_path):
    folders.walls.parent.mkdir(parents=True, exist_ok=True)
    folders.walls.write_text("a file stands in the way")
    save(qtbot, window, wall(qtbot, window), tmp_path / "wall.pdf")
    assert (tmp_path / "wall.pdf").exists()
    assert f"saved to {tmp_path / 'wall.pdf'}." in window.messages.text
    assert "Couldn't save the print history" in window.messages.text
    assert wall(qtbot, window).since.text() == SAME, "as long as the window stands"


def select_lists(qtbot: QtBot, view: WallChartsView, *orders: ListOrder) -> None:
    """Select only these lists."""
    for order, check in view.lists.items():
        if check.isChecked() != (order in orders):
            tick(qtbot, view, check.objectName())
    assert set(view.choices.lists) == set(orders)


def choose(qtbot: QtBot, view: WallChartsView, name: str, key: str) -> None:
    """Go to a choice with the arrow keys."""
    box = ui.find_part(view, ChoiceControl, f"wall{name}")
    qtbot.keyClick(box, Key.Key_Home)
    while box.value != key:
        before = box.value
        qtbot.keyClick(box, Key.Key_Down)
        assert box.value != before, f"no choice {key}"
    ui.printable(qtbot, view)


def test_long_lists_fit_scroll_and_can_be_stopped(qtbot, window, tmp_path):
    window.session.show_document(document(crowd(150)), None)
    view = wall(qtbot, window)
    select_lists(qtbot, view, "name")
    why = view.why.text()
    count = len(view.preview.pages)
    assert re.match(rf"{count} pages, readable from about 6 feet \(1\.8 m\)\. At ", why)
    choose(qtbot, view, "TypeSize", "9")
    assert len(view.preview.pages) < count
    assert "readable from about 5 feet (1.5 m). " in view.why.text()
    assert "Fit to page: " in view.why.text()
    choose(qtbot, view, "TypeSize", "auto")
    assert view.why.text() == why
    window.session.show_document(document(crowd(300)), None)
    view = wall(qtbot, window)
    assert len(view.preview.pages) > 5
    view.print_on(pdf_printer(tmp_path / "printed.pdf"))
    assert not view.buttons["Print"].isEnabled()
    push(qtbot, view, "Stop")
    ui.printable(qtbot, view)
    assert view.buttons["Print"].isEnabled()
    assert "Printing stopped" in window.messages.text
    window.session.show_document(document(crowd(120)), None)
    view = wall(qtbot, window)
    preview = view.preview
    image = preview.viewport().grab().toImage()
    page = preview.get_page_rect(0)
    middle = QColor(image.pixel(int(page.center().x()), int(page.top()) + 8))
    assert middle == QColor("white")
    assert QColor(image.pixel(2, 2)) != QColor("white")
    top = image.copy()
    preview.setFocus()
    qtbot.keyClick(preview, Key.Key_PageDown)
    assert preview.verticalScrollBar().value() > 0
    assert preview.viewport().grab().toImage() != top


def test_one_section_or_the_page_that_changed_is_printed(qtbot, window, tmp_path):
    two = document(crowd(90, name="Long"), crowd(8, name="Short"))
    window.session.show_document(two, None)
    view = wall(qtbot, window)
    short = [page for page in view.preview.pages if page.about.startswith("Short")]
    tick(qtbot, view, "wallSection1")
    assert list(view.preview.pages) == short
    window.session.show_document(document(crowd(150)), None)
    view = wall(qtbot, window)
    select_lists(qtbot, view, "name")
    count = len(view.preview.pages)
    assert count > 3
    save(qtbot, window, view, tmp_path / "wall.pdf")
    (section,) = window.session.document.sections
    others = [replace(p, name=f"Zz {p.name}") for p in section.players[-1:]]
    edit(qtbot, window, replace(section, players=(*section.players[:-1], *others)))
    view = wall(qtbot, window)
    assert view.choices.lists == ("name",)
    assert view.since.text() == "1 of 1 section changed."
    tick(qtbot, view, "wallOnlyChanged")
    # The change affects one page and the last one; the pages before don't change.
    assert 1 <= len(view.preview.pages) < count
    shown = {page.about for page in view.preview.pages}
    assert f"Crowd, page 1 of {count}" not in shown
    assert f"Crowd, page {count} of {count}" in shown


def test_what_is_not_known_is_in_the_view_and_on_no_page(qtbot, two_sections, tmp_path):
    window = two_sections
    ui.enter(qtbot, window, 1, 1, "zz")
    view = wall(qtbot, window)
    upper, lower = (view.findChild(QLabel, f"wallRemarks{place}") for place in (1, 2))
    assert upper.isVisible()
    assert upper.text().startswith("Not rated: player 1, round 1")
    assert "the source of 2 ratings is missing" in lower.text()
    box = ui.find_part(view, QCheckBox, "wallSection1")
    assert not box.isEnabled(), "there is nothing to print of it"
    assert [sheet.section for sheet in view.chosen] == ["Lower & last"]
    save(qtbot, window, view, tmp_path / "wall.pdf")
    text = pdf_text(tmp_path / "wall.pdf")
    assert "Not rated" not in text
    assert "missing" not in text
    dialog = player_page(qtbot, window)
    said = dialog.preview.accessibleDescription()
    assert said == "Nothing to print: the section isn't rated."
    assert not dialog.buttons["Save"].isEnabled()


def test_what_was_just_typed_is_printed_and_hidden_pages_rest(qtbot, two_sections):
    """Print waits for the pages of the current event."""
    window = two_sections
    view = wall(qtbot, window)
    window.session.threshold = -1.0
    ui.click(qtbot, window, 1, "name")
    ui.press_keys(qtbot, window, "Newcomer, Nell", (Key.Key_P, CONTROL), Key.Key_Return)
    assert not view.ready
    ui.wait_for_printer(qtbot, window).reject()
    assert "Newcomer, Nell" in ui.page_words(view)
    before = view.made
    window.show_view("view-steps")
    first, *others = window.session.document.sections
    edit(qtbot, window, replace(first, name="Renamed"), *others)
    qtbot.wait(3 * LAG)
    assert view.made is before
    window.show_view("view-wall-charts")
    ui.printable(qtbot, view)
    assert view.preview.pages[0].about == "Renamed, page 1 of 1"
    edit(qtbot, window, replace(first, name="Again"), *others)
    ui.printable(qtbot, view)
    assert view.preview.pages[0].about == "Again, page 1 of 1"


def test_the_time_of_printing_is_no_change(qtbot, two_sections, tmp_path):
    window = two_sections
    view = wall(qtbot, window)
    printed = [x for x in ui.page_words(view) if re.match(r"Printed \d+/\d+/20", x)]
    assert len(printed) == len(view.preview.pages) == 2
    for page in view.preview.pages:
        stamp = page.items[-1]
        rows = [item.y for item in page.items[:-1] if isinstance(item, TextItem)]
        assert max(rows) < stamp.y < page.size[1] - 100
    for name in ("wall.html", "wall.pdf"):
        save(qtbot, window, view, tmp_path / name)
    day = f"Printed {format_day(dt.date.today())}"
    assert (tmp_path / "wall.html").read_text("utf-8").count(f"<p>{day}") == 2
    pages = page_texts((tmp_path / "wall.pdf").read_bytes())
    assert all(day in page for page in pages)
    assert view.since.text() == SAME


def pdf_printer(path: Path) -> QPrinter:
    """Return a printer that prints into a file."""
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(path))
    return printer


def test_all_sections_are_printed_and_saved_at_once(qtbot, two_sections, tmp_path):
    view = wall(qtbot, two_sections)
    view.print_on(pdf_printer(tmp_path / "printed.pdf"))
    ui.printable(qtbot, view)
    saved = tmp_path / "printed.pdf"
    # No paper was printed, and the message says so.
    assert two_sections.messages.text == f"2 wall charts saved to {saved}."
    pages = PdfReader(saved).pages
    assert [p.extract_text().count("Unofficial") for p in pages] == [1, 1]
    assert round(float(pages[0].mediabox.width)) == 612
    view = wall(qtbot, two_sections)
    assert view.since.text() == SAME
    assert [sheet.section for sheet in view.chosen] == ["Upper", "Lower & last"]
    assert len(view.preview.pages) == 2
    said = view.preview.accessibleDescription()
    assert said == "Upper, page 1 of 1; Lower & last, page 1 of 1"
    assert view.state.text() == "2 wall charts on 2 pages."
    save(qtbot, two_sections, view, tmp_path / "wall.pdf")
    said = two_sections.messages.text
    assert said == f"2 wall charts saved to {tmp_path / 'wall.pdf'}."
    text = pdf_text(tmp_path / "wall.pdf")
    for words in ("Upper", "Lower & last", "Unofficial"):
        assert words in text
    select_lists(qtbot, view, "score", "name")
    assert view.state.text() == "4 wall charts on 4 pages."
    save(qtbot, two_sections, view, tmp_path / "wall.pdf")
    pages = page_texts((tmp_path / "wall.pdf").read_bytes())
    assert ["By name" in page for page in pages] == [False, True, False, True]
    assert ["By score" in page for page in pages] == [True, False, True, False]
    choose(qtbot, view, "Show", "results")
    save(qtbot, two_sections, view, tmp_path / "wall.pdf")
    words = pdf_text(tmp_path / "wall.pdf").split()
    assert [word in words for word in ("W2", "L1", "Pre")] == [True, True, False]


@pytest.mark.qt_log_ignore("Returned false", "This plugin does not support")
def test_a_failing_printer_is_reported_with_a_fix(qtbot, window, tmp_path):
    view = wall(qtbot, window)
    view.print_on(pdf_printer(tmp_path / "missing" / "printed.pdf"))
    ui.printable(qtbot, view)
    assert "The printer isn't responding." in window.messages.text
    assert window.messages.ways == ("Show print options",)


def test_the_preview_shows_half_a_page_unscrolled(qtbot, window, tmp_path):
    view = wall(qtbot, window)
    options, preview = ui.find_part(view, QScrollArea, "wallOptions"), view.preview
    # After the first printing, one more line says what changed.
    save(qtbot, window, view, tmp_path / "wall.pdf")
    for size in ((1024, 768), (1280, 800), (1440, 900)):
        window.resize(*size)
        wall(qtbot, window)
        qtbot.waitUntil(lambda: preview.width() > 1.5 * options.width())
        qtbot.waitUntil(view.since.isVisible)
        for label in (view.why, view.since, ui.find_part(view, QLabel, "wallRemarks1")):
            assert label.height() >= label.heightForWidth(label.width()), label.text()
        assert options.verticalScrollBar().maximum() == 0
        assert options.horizontalScrollBar().maximum() == 0
        page, sideways = preview.get_page_rect(0), preview.horizontalScrollBar()
        assert sideways.maximum() == 0
        assert page.center().y() <= preview.viewport().height()
        assert page.width() > 0.85 * preview.width()
    preview.setFocus()
    qtbot.keyClicks(preview, "+")
    assert view.zoom.currentText() == "150%"
    assert preview.get_page_rect(0).width() == pytest.approx(1.5 * page.width())
    before = preview.viewport().grab().toImage()
    sideways.setValue(sideways.maximum())
    assert sideways.value() > 0
    assert preview.viewport().grab().toImage() != before
    qtbot.keyClicks(preview, "-")
    assert view.zoom.currentText() == "Fit to view"
    assert preview.get_page_rect(0) == page


def test_a_players_page_is_saved_and_follows_the_event(qtbot, window, tmp_path):
    window.crosstable.focus_cell(11, None)
    both = CONTROL | SHIFT
    dialog = ui.open_print_panel(qtbot, window, PlayerPagePanel, Key.Key_P, both)
    assert dialog.window().windowTitle() == "Player report: Fianchetto, Tom"
    assert dialog.preview.width() == dialog.width()
    saved = tmp_path / "tom.pdf"
    dialog.save(saved)
    closed(qtbot, window)
    assert f"Tom saved to {saved}." in window.messages.text
    text = pdf_text(saved)
    assert "Fianchetto, Tom" in text
    assert "Step 5" in text
    window.named_actions["playerPage"].trigger()
    qtbot.keyClick(ui.shown_dialog(window, PlayerPagePanel).window(), Key.Key_Escape)
    closed(qtbot, window)
    qtbot.waitUntil(lambda: not window.findChildren(PlayerPagePanel))
    dialog = player_page(qtbot, window)
    before = dialog.preview.pages
    (section,) = window.session.document.sections
    edit(qtbot, window, replace(section, players=section.players[:1]))
    qtbot.waitUntil(lambda: dialog.preview.pages != before)
    edit(qtbot, window, replace(section, players=section.players[1:]))
    said = dialog.preview.accessibleDescription
    qtbot.waitUntil(lambda: "Nothing to print" in said())
    assert not dialog.buttons["Save"].isEnabled()


def test_a_section_is_copied_as_a_table_and_hostile_names_do_no_harm(qtbot, window):
    ui.press(qtbot, window, Key.Key_C, CONTROL | ALT)
    data = QApplication.clipboard().mimeData()
    assert window.messages.text == "Copied 12 players as a table."
    rows, lines = Shown(data.html()).rows, data.text().splitlines()
    cells = bytes(data.data(SPREADSHEET).data()).decode().splitlines()
    assert rows == [line.split("\t") for line in cells]
    assert rows[0][:3] == ["No.", "Name", "Pre"]
    assert rows[1][:4] == ["1", "Castle, Ada", "1794", "W7"]
    assert len(rows) == 13
    assert len(lines) == 14
    assert [line.split()[0] for line in lines[2:]] == [row[0] for row in rows[1:]]
    start = lines[0].index("Name")
    for line, row in zip(lines[2:], rows[1:], strict=True):
        assert line[start:].startswith(row[1])
    window.session.show_document(document(crowd(20)), None)
    window.named_actions["copyTable"].trigger()
    shown = Shown(QApplication.clipboard().mimeData().html())
    assert "script" not in shown.tags
    names = [row[1] for row in shown.rows[1:]]
    assert not any(name.startswith(("=", "+", "-", "@")) for name in names)
    window.named_actions["copySection"].trigger()
    text = QApplication.clipboard().text()
    copied = [line.split("\t") for line in text.splitlines()]
    assert not any(row[1].startswith(("=", "+", "-", "@")) for row in copied)
    QApplication.clipboard().setText("'=sum(B2)")
    window.crosstable.focus_cell(13, None)
    ui.press(qtbot, window, Key.Key_V, CONTROL)
    assert "=sum(B2)" in [p.name for p in window.session.document.sections[0].players]
    window.session.show_document(document(), None)
    window.named_actions["copyTable"].trigger()
    assert window.messages.text == "No players to copy."


def test_a_change_is_the_same_in_window_sheet_and_copied_table(qtbot, window):
    section = crowd(24, seed=3)

    def with_decimals(player: Player) -> Player:
        """Add decimals as US Chess has them: rounded separately, figures don't add up."""
        facts = [(key, f) for key, f in player.ratings if f.rating is not None]
        more = 0.037 * player.number
        known = ((key, replace(f, rating=f.rating + more)) for key, f in facts)
        return replace(player, ratings=tuple(known))

    players = tuple(map(with_decimals, section.players))
    idle = replace(players[-1], number=len(players) + 1, id=None, results=())
    edit(qtbot, window, replace(section, players=(*players, idle)))
    (sheet,) = make_wall_sheets(window.session.rating)
    assert len(sheet.rows) == 25
    rated = window.session.rating.sections[0].ratings[0]
    apart = 0
    for row in sheet.rows:
        (figures,) = row.figures
        assert ui.text(window, row.number, "change") == figures.change
        trace = rated.find_trace(row.number)
        if trace.change is not None and figures.change:
            moved = int(figures.change.replace("\N{MINUS SIGN}", "-"))
            apart += moved != floor(trace.change + 0.5)
    assert apart
    copied = make_section_table(window.session.document.sections[0], "R", rated)
    assert {line[0]: line[-1] for line in copied.rows} == {
        str(row.number): row.figures[0].change for row in sheet.rows
    }
