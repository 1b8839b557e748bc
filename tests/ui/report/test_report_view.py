"""The rating report: findings, details, files, and a table whose words are all readable."""

import datetime as dt
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QFileDialog,
    QLabel,
    QPushButton,
    QScrollBar,
)
from pytestqt.qtbot import QtBot

from tests.document.reporting.test_checks import (
    SAID,
    changed,
    event,
    player,
    report_problems,
    section,
)
from tests.often import often
from tests.rights import without_root_rights
from tests.ui import driving as ui
from tests.ui.keys import CONTROL, LEFT, SHIFT, Key
from tests.ui.truncated import svg_of
from uscalc.document.edit.settings import set_event
from uscalc.document.model import Document, EventReport
from uscalc.formats.report2c.writer import FILE_NAMES
from uscalc.ui.frame.form import HELP, Form
from uscalc.ui.report.report_view import ReportModel, ReportTable, ReportView
from uscalc.ui.widgets.plain_table import share_width
from uscalc.ui.window.main_window import MainWindow

TODAY = dt.date.today()


def of_today(document: Document, report: EventReport = SAID) -> Document:
    own = {"start_date": None, "time_control": "G/60;d5"}
    sections = tuple(replace(section, **own) for section in document.sections)
    return replace(document, sections=sections, end_date=TODAY, report=report)


def shown(qtbot: QtBot, window: MainWindow, document: Document) -> ReportView:
    window.session.show_document(document, None)
    window.activateWindow()
    QTest.keyClick(window.crosstable.view, Key.Key_R, (CONTROL | SHIFT))
    view = window.get_view("view-rating-report")
    qtbot.waitUntil(view.isVisible)
    return view


def lines(view: ReportView) -> list[str]:
    if not view.table.isVisible():
        return []
    model = view.model
    return [
        " | ".join(str(model.index(row, column).data()) for column in range(4))
        for row in range(model.rowCount())
    ]


def until(qtbot: QtBot, view: ReportView, heading: str) -> None:
    def report_lines() -> None:
        assert view.heading.text() == f"Report checks: {heading}", view.heading.text()

    qtbot.waitUntil(report_lines)


IN_ORDER = "Ready to submit. No errors or warnings."
ONE = "1 error to fix."


def test_the_answer_follows_each_result_as_it_is_typed(qtbot, window):
    view = shown(qtbot, window, of_today(event()))
    until(qtbot, view, IN_ORDER)
    assert lines(view) == []
    ui.type_at(qtbot, window, 2, "name", "Madeup, " + "o" * 28, Key.Key_Return)
    until(qtbot, view, ONE)
    (line,) = lines(view)
    assert line.startswith("Error | Madeup (#2) | ")
    assert line.endswith("the limit is 30 | Shorten it by 6")
    window.named_actions["undo"].trigger()
    until(qtbot, view, IN_ORDER)
    assert not view.table.isVisible()


def test_a_click_on_a_line_goes_to_its_cell(qtbot, window):
    other = section(
        player(1, id="90000011", name="Other, Ed", results=("W2b",)),
        player(2, id="90000012", name="Other, Fay", results=("D1b",)),
        name="Side",
    )
    view = shown(qtbot, window, of_today(event(section(), other)))
    until(qtbot, view, "2 errors to fix.")
    place = view.table.visualRect(view.model.index(1, 2)).center()
    QTest.mouseClick(view.table.viewport(), LEFT, pos=QPoint(place))
    chosen = window.session.selection
    assert (chosen.section, chosen.row, chosen.round) == (1, 1, 1)
    assert ui.keyboard(window) is window.crosstable.view
    ui.press_keys(qtbot, window, "L1w", Key.Key_Return)
    until(qtbot, view, IN_ORDER)


def facts(window: MainWindow) -> QDialog:
    return window.findChild(QDialog, "reportFacts")


def ready(qtbot: QtBot, window: MainWindow) -> QDialog:
    """Open the dialog of details, with the focus in its first field."""
    dialog = facts(window)
    form = dialog.findChild(Form, "reportForm")
    qtbot.waitUntil(lambda: QApplication.focusWidget() is form.get_control("affiliate"))
    return dialog


def test_facts_are_asked_once_and_known_for_the_next_event(qtbot, window):
    lacking = of_today(event(), EventReport())
    view = shown(qtbot, window, lacking)
    until(qtbot, view, "2 errors to fix, 1 warning to confirm.")
    assert not view.again.isVisible()
    ui.press_button(qtbot, window, "reportAskFacts")
    dialog = ready(qtbot, window)
    for text in ("A6000001", "90000099", "", "", "Sampletown", "MA", "00000", "USA"):
        line = QApplication.focusWidget()
        QTest.keyClicks(line, text)
        QTest.keyClick(line, Key.Key_Tab)
    QTest.keyClick(dialog, Key.Key_Escape)
    until(qtbot, view, IN_ORDER)
    assert window.session.document.report == SAID
    window.session.history.mark_saved()
    window.session.show_document(lacking, None)
    until(qtbot, view, "2 errors to fix, 1 warning to confirm.")
    assert view.again.isVisible()
    ui.press_button(qtbot, window, "reportAsLastTime")
    until(qtbot, view, IN_ORDER)
    assert window.session.document.report == SAID
    assert not view.again.isVisible()
    # The Save button offers the same, and then asks for the folder.
    window.session.history.mark_saved()
    window.session.show_document(lacking, None)
    ui.press_button(qtbot, window, "reportWrite")
    QTest.mouseClick(way(window, "Use last event"), LEFT)
    assert window.session.document.report == SAID
    folder_dialog(window).close()


def way(window: MainWindow, words: str) -> QPushButton:
    return next(
        button
        for button in window.messages.findChildren(QPushButton)
        if button.isVisible() and words in button.text()
    )


def test_what_is_half_typed_in_the_facts_is_not_lost(qtbot, window):
    view = shown(qtbot, window, of_today(event()))
    ui.press_button(qtbot, window, "reportAskFacts")
    dialog = ready(qtbot, window)
    form = dialog.findChild(Form, "reportSectionForm")
    control = form.get_control("grand_prix_points")
    control.setFocus()
    QTest.keyClicks(control, "150")
    dialog.close()
    (only,) = window.session.document.sections
    assert only.report.grand_prix_points == "150"
    until(qtbot, view, IN_ORDER)


def test_the_help_below_the_facts_is_that_of_the_field_in_use(qtbot, window):
    shown(qtbot, window, of_today(event()))
    ui.press_button(qtbot, window, "reportAskFacts")
    dialog = ready(qtbot, window)
    hint = dialog.findChild(QLabel, "reportFactsHint")
    assert "Affiliate ID" in hint.text()
    QTest.keyClick(QApplication.focusWidget(), Key.Key_Tab)
    assert "chief" in hint.text()
    dialog.findChild(QPushButton, "reportFactsClose").setFocus()
    assert hint.text() == HELP
    dialog.close()


def folder_dialog(window: MainWindow) -> QFileDialog:
    return window.findChild(QFileDialog, "reportFolderDialog")


def write_in(qtbot: QtBot, window: MainWindow, folder: Path) -> None:
    dialog = folder_dialog(window)
    dialog.fileSelected.emit(str(folder))
    dialog.close()
    message(qtbot, window, f"Rating report saved to {folder}")


def message(qtbot: QtBot, window: MainWindow, said: str) -> None:
    def says() -> None:
        assert said in window.messages.text, window.messages.text

    qtbot.waitUntil(says)


def test_the_report_is_written_and_never_over_another(qtbot, window, tmp_path):
    view = shown(qtbot, window, of_today(event()))
    until(qtbot, view, IN_ORDER)
    folder = tmp_path / "report"
    folder.mkdir()
    ui.press_button(qtbot, window, "reportWrite")
    write_in(qtbot, window, folder)
    assert sorted(p.name for p in folder.iterdir()) == sorted(FILE_NAMES.values())
    before = {p.name: p.read_bytes() for p in folder.iterdir()}
    window.session.apply_edit(set_event, name="Renamed Open")
    view.write_report(folder)
    message(qtbot, window, "Nothing was saved.")
    assert {p.name: p.read_bytes() for p in folder.iterdir()} == before


def test_a_report_with_two_people_of_one_id_is_refused(qtbot, window, tmp_path):
    wrong = player(2, id=player(1).id)
    names = player(1).name, wrong.name
    made = event(section(player(1), wrong, player(3), player(4)))
    view = shown(qtbot, window, of_today(made))
    said = f"{names[0]} and {names[1]} have the same member ID {wrong.id}"
    qtbot.waitUntil(lambda: any(said in line for line in lines(view)))
    (line,) = [line for line in lines(view) if said in line]
    assert line.startswith("Error | ")
    assert line.endswith(" | Correct the ID of one of them")
    ui.press_button(qtbot, window, "reportWrite")
    assert "The report can't be written." in window.messages.text
    assert f"{said}. Correct the ID of one of them." in window.messages.text
    assert window.messages.ways == ("Show errors",)
    assert window.findChild(QFileDialog, "reportFolderDialog") is None
    view.write_report(tmp_path)
    qtbot.waitUntil(lambda: "Nothing was saved" in window.messages.text)
    assert not set(FILE_NAMES.values()) & {p.name for p in tmp_path.iterdir()}
    ui.enter(qtbot, window, 2, "id", "90000002")
    ui.press_button(qtbot, window, "reportWrite")
    write_in(qtbot, window, tmp_path)
    assert {p.name for p in tmp_path.iterdir()} >= set(FILE_NAMES.values())


def test_a_folder_that_cannot_be_written_is_reported(qtbot, window, tmp_path):
    view = shown(qtbot, window, of_today(event()))
    (tmp_path / "file").write_text("mine")
    (tmp_path / "closed").mkdir(mode=0o500)
    for name, said in (
        ("gone", "the folder doesn't exist"),
        ("file", "this is a file, not a folder"),
        ("closed", "permission denied"),
    ):
        with without_root_rights():
            view.write_report(tmp_path / name)
            message(qtbot, window, f"{tmp_path / name}: ")
        assert said in window.messages.text
        end = "Nothing was saved. Select another folder."
        assert window.messages.text.endswith(end)
    assert list((tmp_path / "closed").iterdir()) == []


def test_a_drawer_shows_the_lines_whole_and_scrolls_nowhere(qtbot, window, session):
    view = ReportView(window)
    ui.show_alone(qtbot, view, 900, 320)
    until(qtbot, view, "4 errors to fix, 2 warnings to confirm.")
    assert [bar for bar in view.findChildren(QScrollBar) if bar.isVisible()] == []
    metrics = view.table.fontMetrics()
    for row in range(view.model.rowCount()):
        for column in range(4):
            index = view.model.index(row, column)
            cell = view.table.visualRect(index)
            assert view.table.viewport().rect().contains(cell)
            assert metrics.horizontalAdvance(str(index.data())) < cell.width()


@pytest.mark.parametrize("key", [Key.Key_Return, Key.Key_Enter])
def test_return_on_a_line_of_the_event_opens_its_facts(qtbot, window, key):
    view = shown(qtbot, window, of_today(event(), replace(SAID, affiliate="")))
    until(qtbot, view, ONE)
    view.table.setFocus()
    view.table.setCurrentIndex(view.model.index(0, 0))
    QTest.keyClick(view.table, key)
    assert facts(window).isVisible()
    facts(window).close()


def test_a_report_that_will_be_refused_asks_first(qtbot, window, tmp_path):
    view = shown(qtbot, window, of_today(event(), replace(SAID, affiliate="")))
    until(qtbot, view, ONE)
    ui.press_button(qtbot, window, "reportWrite")
    assert "US Chess will reject this report (1 error)" in window.messages.text
    assert "Affiliate ID is missing" in window.messages.text
    assert window.findChild(QFileDialog, "reportFolderDialog") is None
    QTest.mouseClick(way(window, "Save anyway"), LEFT)
    write_in(qtbot, window, tmp_path)
    assert {p.name for p in tmp_path.iterdir()} >= set(FILE_NAMES.values())


LONG = "Longest-Of-Allthenamesthathave, Everbeen Written Ontothe Sheet"
HOSTILE = changed(1, name=LONG, id="12", results=("W9w", "zz", "L1"))


@pytest.mark.parametrize("width", [1400, 824, 560])
def test_every_word_of_a_finding_is_read_in_any_width(qapp, theme, width):
    model = ReportModel()
    table = ReportTable(model, theme)
    findings = report_problems(HOSTILE)
    assert len(findings) > 4
    table.resize(width, 2000)
    model.show_findings(findings, HOSTILE)
    table.ensurePolished()
    drawn = [t for t in ElementTree.fromstring(svg_of(table)).iter() if t.text]
    plain = "".join("".join(text.itertext()) for text in drawn).replace(" ", "")
    for finding in [row.finding for row in model.rows]:
        assert finding.message.replace(" ", "").lower() in plain.lower()
        assert finding.remedy.replace(" ", "").lower() in plain.lower()
    assert table.horizontalHeader().length() <= table.viewport().width(), "all in sight"
    heights = [table.rowHeight(row) for row in range(model.rowCount())]
    if width > 1000:
        assert len(set(heights)) == 1, "where there is room, nothing is broken"
    else:
        assert max(heights) > min(heights)
    table.close()


def test_a_row_is_as_high_as_its_words_are_now(qapp, theme):
    model = ReportModel()
    table = ReportTable(model, theme)
    table.resize(700, 400)
    model.show_findings(report_problems(HOSTILE), HOSTILE)
    low = table.rowHeight(0)
    tall = [table.rowHeight(row) for row in range(model.rowCount())]
    model.show_findings(report_problems(changed(1, id="12")), changed(1, id="12"))
    assert table.rowHeight(0) <= low
    model.show_findings(report_problems(HOSTILE), HOSTILE)
    assert [table.rowHeight(row) for row in range(model.rowCount())] == tall
    (section,) = HOSTILE.sections
    named = tuple(replace(player, name="Z") for player in section.players)
    other = replace(HOSTILE, sections=(replace(section, players=named),))
    model.show_findings(tuple(row.finding for row in model.rows), other)
    table.resize(1400, 400)
    assert sum(table.rowHeight(r) for r in range(model.rowCount())) < sum(tall)
    table.close()


@often(100)
@given(st.integers(-50, 900), st.dictionaries(st.integers(0, 5), st.integers(0, 900)))
def test_room_is_shared_and_never_more_than_there_is(free, wants):
    given_to = share_width(free, wants)
    assert set(given_to) == set(wants)
    assert sum(given_to.values()) <= max(free, 0)
    assert all(0 <= given_to[column] <= want for column, want in wants.items())
    if sum(wants.values()) <= free:
        assert given_to == wants
    for one, other in pairwise(sorted(wants, key=wants.__getitem__)):
        assert given_to[one] <= given_to[other] + 1, "who wants more has no less"
