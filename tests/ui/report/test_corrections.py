"""Corrections: the ratings that they explain, and how they are applied."""

import threading
from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.planted.plant import Plant, planted
from tests.ui.driving import column_of, hint, in_view, press_button, press_in
from tests.ui.keys import LEFT, Key
from uscalc.document.edit.cells import set_result
from uscalc.document.model import Document, PublishedRating, with_player
from uscalc.document.overlay.ratings import RatingComparison
from uscalc.ui.report import comparison as comparing
from uscalc.ui.report.compare_view import CompareView
from uscalc.ui.report.comparison import EARLIER
from uscalc.ui.report.corrections_page import (
    EXPLAINS,
    FACT,
    NO_FACTS,
    NO_PLAYER,
    SET,
    SYSTEM,
    CorrectionsPage,
)
from uscalc.ui.report.derivations_page import ComparisonPage
from uscalc.ui.window.main_window import MainWindow

VIEW = "view-compare-with-us-chess"


@pytest.fixture
def view(window: MainWindow) -> CompareView:
    return window.show_view(VIEW)


@pytest.fixture
def corrections(view: CompareView) -> CorrectionsPage:
    return view.corrections


@pytest.fixture
def plant() -> Plant:
    """Return fourteen players; the eighth lost every earlier game, which moves five ratings."""
    found = planted(50)
    assert found.hidden == {(8, "record")}
    return found


def with_a_miss(document: Document) -> Document:
    """Return the same event with a published rating that no correction explains."""
    places = {p.number: place for place, p in enumerate(document.sections[0].players)}
    exact = document.sections[0].players[places[13]]
    odd = replace(exact, published=(("R", PublishedRating(2711.0)),))
    return with_player(document, 0, places[13], odd)


def opened(qtbot, window, view: CompareView, event: Document) -> None:
    window.session.show_document(event, None)
    searched(qtbot, view)


def searched(qtbot: QtBot, view: CompareView) -> None:
    """Wait until every mismatch was searched, and the page shows the result."""

    def search_is_done() -> bool:
        rows = view.corrections.model.rows
        shown = [line.audit for line in rows if line.first and not line.place]
        return view.comparison.explained and shown == [*view.comparison.audits]

    qtbot.waitUntil(search_is_done)


def test_a_correction_is_applied_in_one_step(qtbot, window, view, plant, corrections):
    opened(qtbot, window, view, plant.file)
    assert view.heading.text() == (
        "5 of 14 post-event ratings don't match. Corrections explain them."
    )
    qtbot.waitUntil(lambda: len(view.differences.model.rows) == 5)
    players = {player.number: player for player in plant.file.sections[0].players}
    for row in view.differences.model.rows:
        published = players[row.player].published_in("R").rating
        assert float(row.theirs) == published
        assert row.ours != row.theirs
    blue = QColor(window.theme.colors.gain)
    assert edge_color(window, 8, 0.1) == blue
    window.show_view("view-steps")
    assert edge_color(window, 8, 0.1) != blue
    window.show_view(VIEW)
    qtbot.waitUntil(lambda: edge_color(window, 8, 0.1) == blue)
    model = corrections.model
    assert model.rowCount() == 1
    assert model.index(0, FACT).data() == "Player 8 (#8) had lost every earlier game"
    explained = str(model.index(0, EXPLAINS).data()).split(", ")
    rows = {str(row.player) for row in view.differences.model.rows}
    assert set(explained) == rows
    view.show_page(1)
    qtbot.waitUntil(corrections.settle.isVisible)
    assert "every earlier game" in corrections.settle.text()
    # With one set, section and system, there is nothing to distinguish.
    assert corrections.table.isColumnHidden(SET)
    assert corrections.table.isColumnHidden(SYSTEM)
    session = window.session
    press_button(qtbot, window, "correctionsApply")
    assert session.document.sections[0].players[7].facts("R").record == "all_losses"
    searched(qtbot, view)
    assert view.heading.text() == "All post-event ratings match."
    assert not corrections.one.isVisible()
    assert edge_color(window, 8, 0.1) != QColor(window.theme.colors.gain)
    session.undo_edit()
    assert session.document == plant.file
    assert not window.named_actions["undo"].isEnabled()
    searched(qtbot, view)
    assert corrections.one.isEnabled()


def test_the_crosstable_marks_explained_and_other_rows(qtbot, window, view, plant):
    opened(qtbot, window, view, with_a_miss(plant.file))
    assert view.heading.text() == (
        "6 of 14 post-event ratings don't match. Corrections explain 5 of them."
    )
    colors = window.theme.colors
    assert edge_color(window, 8, 0.1) == QColor(colors.gain)
    assert edge_color(window, 8, 0.3) == QColor(colors.gain)
    assert edge_color(window, 13, 0.1) == QColor(colors.loss)
    # The line at the edge of this row is broken.
    assert edge_color(window, 13, 0.3) != QColor(colors.loss)
    (audit,) = view.comparison.audits
    exact = next(row.number for row in audit.compared if row.exact)
    marks = QColor(colors.gain), QColor(colors.loss)
    assert edge_color(window, exact, 0.1) not in marks
    said = "matches if Player 8 (#8) had lost every earlier game"
    assert said in hint(window, 8, "post")
    model, column = window.crosstable.model, column_of(window, "post")
    assert said in model.index(7, column).data(Qt.ItemDataRole.AccessibleTextRole)
    assert "Published 2711: no match" in hint(window, 13, "post")


def edge_color(window: MainWindow, number: int, high: float) -> QColor:
    in_view(window, number, "number")
    table = window.crosstable
    view = table.view
    place = view.visualRect(table.model.index(number - 1, 0))
    picture = view.viewport().grab().toImage()
    ratio = picture.devicePixelRatio()
    down = place.top() + high * (place.height() - 1)
    return QColor(picture.pixel(int((place.left() + 1) * ratio), int(down * ratio)))


def test_sets_that_explain_as_much_are_listed(qtbot, window, view, corrections):
    opened(qtbot, window, view, planted(36).file)
    model, table = corrections.model, corrections.table
    assert [model.index(row, SET).data() for row in (0, 1)] == ["A", "B"]
    assert str(model.index(0, FACT).data()).startswith("Low confidence: ")
    place = table.visualRect(model.index(1, FACT)).center()
    qtbot.mouseClick(table.viewport(), LEFT, pos=place)
    (audit,) = view.comparison.audits
    assert view.comparison.get_set(audit) == 1
    assert "had a pre-event rating of" in hint(window, 11, "post")
    press_button(qtbot, window, "correctionsApply")
    player = window.session.document.sections[0].players[10]
    assert player.facts("R").rating in (1429.0, 1430.0)
    assert player.facts("R").floor is None


def test_corrections_of_all_sections_apply(qtbot, window, view, corrections, plant):
    (section,) = plant.file.sections
    both = section, replace(section, name=f"{section.name} 2")
    opened(qtbot, window, view, replace(plant.file, sections=both))
    table, session = corrections.table, window.session
    press_in(qtbot, window, table, Key.Key_Down)
    assert session.selection.section == 1
    session.select(section=0)
    qtbot.waitUntil(lambda: table.currentIndex().row() == 0)
    before = window.session.document
    assert corrections.model.rowCount() == 2
    press_button(qtbot, window, "correctionsApplyAll")
    for section in window.session.document.sections:
        assert section.players[7].facts("R").record == "all_losses"
    window.session.undo_edit()
    assert window.session.document == before


def test_why_shows_both_calculations(qtbot, window, view, corrections, plant):
    opened(qtbot, window, view, plant.file)
    window.session.select(row=7)
    qtbot.waitUntil(corrections.why.isEnabled)
    press_button(qtbot, window, "correctionsWhy")
    pages = [w for w in QApplication.topLevelWidgets() if isinstance(w, ComparisonPage)]
    (page,) = [one for one in pages if one.isVisible()]
    (row,) = [o for o in view.comparison.audits[0].compared if o.number == 8]
    text = page.page.toPlainText()
    assert f"Published: {row.published:g}" in text
    before, after = text.split("After corrections", 1)
    assert "had lost every earlier game" in before
    assert f"{row.computed:g}" in after
    assert f"{row.published:g}" in after
    # Lines that are the same in both are not repeated.
    assert "N* says how many games" not in text
    page.reject()
    session = window.session
    assert session.audit_marks is not None
    session.apply_edit(lambda shown: set_result(shown, 0, 0, 0, "H"))
    assert session.audit_marks is None
    qtbot.waitUntil(lambda: session.audit_marks is not None)


def test_a_command_needs_corrections_which_the_picture_has(qtbot, window, view):
    before = window.session.document
    for name, said in (("auditPutFactsIn", NO_FACTS), ("auditShowWhy", NO_PLAYER)):
        with qtbot.waitSignal(window.session.refused) as refused:
            window.named_actions[name].trigger()
        assert refused.args == [said]
    assert window.session.document is before
    from uscalc.ui.report.pictures import make_corrected_window

    names = [player.name for player in window.session.document.sections[0].players]
    make_corrected_window(window)
    said = str(window.get_view(VIEW).corrections.model.index(0, FACT).data())
    assert "round 1: " in said.lower()
    shown = window.session.document.sections[0].players
    assert [player.name for player in shown] == names
    window.session.undo_edit()
    shown = window.session.document.sections[0].players
    assert not any(player.published for player in shown)


def test_cancel_stops_until_a_change(
    qtbot, window, view, corrections, plant, monkeypatch
):
    ended: list[bool] = []

    def search_forever(*parts: Any) -> None:
        monitor = parts[-1]
        monitor.report(3, 10)
        while not monitor.is_canceled():
            pass
        ended.append(True)

    with monkeypatch.context() as patched:
        patched.setattr(comparing, "explain_next_sections", search_forever)
        window.session.show_document(plant.file, None)
        working = view.working
        qtbot.waitUntil(working.isVisible)
        qtbot.waitUntil(lambda: working.bar.maximum() == 10)
        assert working.bar.value() == 3
        press_button(qtbot, window, "compareCancel")
        qtbot.waitUntil(lambda: bool(ended))
    assert view.heading.text().endswith("Restarts after your next change.")
    assert not working.isVisible()
    assert corrections.model.rowCount() == 0
    window.session.apply_edit(lambda shown: set_result(shown, 0, 0, 0, "H"))
    searched(qtbot, view)
    assert not working.isVisible()


def test_an_edited_section_keeps_corrections(
    qtbot, window, view, corrections, plant, monkeypatch
):
    opened(qtbot, window, view, plant.file)
    view.show_page(1)
    held, search = threading.Event(), comparing.explain_next_sections

    def search_when_let_go(*parts: Any) -> RatingComparison | None:
        held.wait(20)
        return search(*parts)

    monkeypatch.setattr(comparing, "explain_next_sections", search_when_let_go)
    window.session.apply_edit(lambda shown: set_result(shown, 0, 0, 0, "H"))
    qtbot.waitUntil(lambda: view.heading.text().endswith(EARLIER))
    qtbot.waitUntil(view.working.isVisible)
    assert corrections.table.isVisible()
    assert corrections.model.index(0, FACT).data().startswith("Player 8 (#8)")
    # The corrections can be read, but not applied to the changed event.
    assert not corrections.one.isEnabled()
    corrections.table.setCurrentIndex(corrections.model.index(0, FACT))
    before = window.session.document
    window.named_actions["auditPutFactsIn"].trigger()
    assert window.session.document is before
    held.set()
    searched(qtbot, view)
    assert EARLIER not in view.heading.text()
