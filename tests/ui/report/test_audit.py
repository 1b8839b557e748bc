"""Audit: hidden facts, the ratings that they explain, and what is done with them."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.planted.plant import Plant, planted
from tests.shared_data import shared
from tests.ui.driving import column_of, hint, in_view
from uscalc.document.edit.cells import set_result
from uscalc.document.model import Document, PublishedRating
from uscalc.formats import open_event
from uscalc.monitor import Monitor
from uscalc.ui.report import audit_view as audit_view
from uscalc.ui.report.audit_view import NOTHING, STOPPED, AuditView
from uscalc.ui.report.model import COMES_OUT, EXPLAINS, FACT, NAME, OFF, SET
from uscalc.ui.report.why import ComparisonPage
from uscalc.ui.window.main_window import MainWindow

LONG = 60_000


@pytest.fixture
def audit(window: MainWindow) -> AuditView:
    return window.show_view("auditView")


@pytest.fixture
def plant() -> Plant:
    """Fourteen players; the eighth had lost every earlier game, which moves five."""
    found = planted(50)
    assert found.hidden == {(8, "record")}
    return found


def with_a_miss(document: Document) -> Document:
    """The same with a published rating that no fact makes come out."""
    section = document.sections[0]
    exact = next(p for p in section.players if p.number == 13)
    odd = replace(exact, published=(("R", PublishedRating(2711.0)),))
    players = tuple(odd if p is exact else p for p in section.players)
    return replace(document, sections=(replace(section, players=players),))


def opened(qtbot: QtBot, window: MainWindow, view: AuditView, event: Document) -> None:
    window.session.show_document(event, None)
    rating = window.session.find_system_rating()
    qtbot.waitUntil(lambda: view.model.rowCount() > 0 and view.shown_of is rating)


def row_of(view: AuditView, number: int) -> int:
    numbers = [row.number for row in view.model.rows]
    return numbers.index(number)


def comes_out(view: AuditView, number: int) -> str:
    return str(view.model.index(row_of(view, number), COMES_OUT).data())


def test_an_event_without_published_ratings_has_a_sentence(qtbot, audit):
    qtbot.waitUntil(lambda: audit.heading.text() == NOTHING)
    assert not audit.table.isVisible()
    assert not audit.put.isEnabled()
    assert not audit.why.isEnabled()


def test_the_hidden_fact_stands_there_with_the_ratings_that_it_explains(
    qtbot, window, audit, plant
):
    opened(qtbot, window, audit, plant.file)
    assert audit.heading.text() == (
        "9 of 14 published ratings come out exactly. "
        "One hidden fact explains the other 5."
    )
    facts = audit.facts
    assert facts.rowCount() == 1
    assert facts.index(0, FACT).data() == "8 Player 8 had lost every earlier game"
    explained = str(facts.index(0, EXPLAINS).data()).split(", ")
    assert len(explained) == 5
    for number in explained:
        assert comes_out(audit, int(number)) == "with the facts"
    assert {row.number for row in audit.model.rows[:5]} == set(map(int, explained))
    assert "every earlier game" in audit.settle.text()
    # With one set there is nothing to tell apart.
    assert audit.facts_table.isColumnHidden(SET)


def test_what_is_left_stands_first_and_is_said(qtbot, window, audit, plant):
    opened(qtbot, window, audit, with_a_miss(plant.file))
    assert audit.model.rows[0].number == 13
    assert comes_out(audit, 13) == "not explained"
    assert audit.heading.text().endswith("explains 5 more. 1 is left.")


def edge(window: MainWindow, number: int, high: float) -> QColor:
    in_view(window, number, "number")
    table = window.crosstable
    view = table.view
    place = view.visualRect(table.model.index(number - 1, 0))
    picture = view.viewport().grab().toImage()
    ratio = picture.devicePixelRatio()
    down = place.top() + high * (place.height() - 1)
    return QColor(picture.pixel(int((place.left() + 1) * ratio), int(down * ratio)))


def test_the_crosstable_tells_explained_rows_from_left_ones_by_color_and_shape(
    qtbot, window, audit, plant
):
    opened(qtbot, window, audit, with_a_miss(plant.file))
    colors = window.theme.colors
    assert edge(window, 8, 0.1) == QColor(colors.gain)
    assert edge(window, 8, 0.3) == QColor(colors.gain)
    assert edge(window, 13, 0.1) == QColor(colors.loss)
    # Its bar is broken.
    assert edge(window, 13, 0.3) != QColor(colors.loss)
    exact = next(row.number for row in audit.model.rows if row.exact)
    assert edge(window, exact, 0.1) not in (
        QColor(colors.gain),
        QColor(colors.loss),
    )


def test_the_crosstable_says_it_to_who_hovers_and_who_listens(
    qtbot, window, audit, plant
):
    opened(qtbot, window, audit, with_a_miss(plant.file))
    said = "comes out if 8 Player 8 had lost every earlier game"
    assert said in hint(window, 8, "post")
    model, column = window.crosstable.model, column_of(window, "post")
    aloud = model.index(7, column).data(Qt.ItemDataRole.AccessibleTextRole)
    assert said in aloud
    assert "Published 2711: not explained" in hint(window, 13, "post")


def test_marks_go_with_the_view_and_come_back_with_it(qtbot, window, audit, plant):
    opened(qtbot, window, audit, plant.file)
    blue = QColor(window.theme.colors.gain)
    assert edge(window, 8, 0.1) == blue
    window.show_view("view-steps")
    assert edge(window, 8, 0.1) != blue
    window.show_view("auditView")
    qtbot.waitUntil(lambda: edge(window, 8, 0.1) == blue)


def test_put_in_is_one_step_that_can_be_undone(qtbot, window, audit, plant):
    opened(qtbot, window, audit, plant.file)
    session = window.session
    qtbot.mouseClick(audit.put, Qt.MouseButton.LeftButton)
    assert session.document.sections[0].players[7].facts("R").record == "all_losses"
    qtbot.waitUntil(
        lambda: audit.heading.text() == "14 of 14 published ratings come out exactly.",
    )
    assert not audit.put.isEnabled()
    assert edge(window, 8, 0.1) != QColor(window.theme.colors.gain)
    session.undo_edit()
    assert session.document == plant.file
    assert not window.named_actions["undo"].isEnabled()
    qtbot.waitUntil(audit.put.isEnabled)


def test_equals_stand_below_each_other_and_a_click_shows_another(qtbot, window, audit):
    plant = planted(36)
    opened(qtbot, window, audit, plant.file)
    text = audit.heading.text()
    assert "A guess: one hidden fact explains the other one." in text
    assert text.endswith("Two sets explain as much; the likeliest is first.")
    facts = audit.facts
    assert [facts.index(row, SET).data() for row in (0, 1)] == ["A", "B"]
    place = audit.facts_table.visualRect(facts.index(1, FACT)).center()
    viewport = audit.facts_table.viewport()
    qtbot.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=place)
    assert facts.chosen == 1
    assert "came with" in hint(window, 11, "post")
    qtbot.mouseClick(audit.put, Qt.MouseButton.LeftButton)
    player = window.session.document.sections[0].players[10]
    assert player.facts("R").rating in (1429.0, 1430.0)
    assert player.facts("R").floor is None


def test_why_shows_the_derivation_before_and_after_where_the_two_part(
    qtbot, window, audit, plant
):
    opened(qtbot, window, audit, plant.file)
    place = audit.table.visualRect(audit.model.index(row_of(audit, 8), NAME)).center()
    qtbot.mouseClick(audit.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.mouseClick(audit.why, Qt.MouseButton.LeftButton)
    pages = [w for w in QApplication.topLevelWidgets() if isinstance(w, ComparisonPage)]
    (page,) = [one for one in pages if one.isVisible()]
    row = audit.model.rows[row_of(audit, 8)]
    text = page.page.toPlainText()
    assert f"Published: {row.published:g}" in text
    before, after = text.split("With the facts", 1)
    assert "had lost every earlier game" in before
    assert f"{row.computed:g}" in after
    assert f"{row.published:g}" in after
    assert "had lost every earlier game" in before
    # What is the same in both is not repeated.
    assert "N* says how many games" not in text
    page.reject()


def test_a_command_without_facts_says_why_nothing_happens(qtbot, window, audit):
    qtbot.waitUntil(lambda: audit.heading.text() == NOTHING)
    before = window.session.document
    for name, said in (
        ("auditPutFactsIn", audit_view.NO_FACTS),
        ("auditShowWhy", audit_view.NO_PLAYER),
    ):
        with qtbot.waitSignal(window.session.refused) as refused:
            window.named_actions[name].trigger()
        assert refused.args == [said]
    assert window.session.document is before


def test_a_click_chooses_the_player(qtbot, window, audit, plant):
    opened(qtbot, window, audit, plant.file)
    place = audit.table.visualRect(audit.model.index(1, NAME)).center()
    qtbot.mouseClick(audit.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert window.session.player.number == audit.model.rows[1].number


def test_a_real_section_is_counted(qtbot, window, audit):
    path = sorted(shared("realdata").glob("*.uscalc"))[0]
    opened(qtbot, window, audit, open_event(path).document)
    assert "published ratings come out exactly" in audit.heading.text()


def test_how_far_it_is_is_shown_and_cancel_ends_it_until_the_next_change(
    qtbot, window, audit, plant, monkeypatch
):
    ended: list[bool] = []

    def endless(
        _rated: object,
        _index: int,
        _system: str,
        _rulebook: object,
        monitor: Monitor,
    ) -> None:
        monitor.report(3, 10)
        while not monitor.is_cancelled():
            pass
        ended.append(True)

    with monkeypatch.context() as patched:
        patched.setattr(audit_view, "audit_rating", endless)
        window.session.show_document(plant.file, None)
        working = audit.working
        qtbot.waitUntil(working.isVisible)
        assert (working.bar.value(), working.bar.maximum()) == (3, 10)
        qtbot.mouseClick(working.cancel, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: bool(ended))
    assert audit.heading.text() == STOPPED
    assert not working.isVisible()
    assert audit.model.rowCount() == 0
    window.session.apply_edit(lambda shown: set_result(shown, 0, 0, 0, "H"))
    qtbot.waitUntil(lambda: audit.model.rowCount() == 14)
    assert not working.isVisible()


def test_an_edit_takes_the_marks_of_the_section_that_was(qtbot, window, audit, plant):
    opened(qtbot, window, audit, plant.file)
    session = window.session
    assert session.as_audited is not None
    session.apply_edit(lambda shown: set_result(shown, 0, 0, 0, "H"))
    assert session.as_audited is None
    qtbot.waitUntil(lambda: session.as_audited is not None)


def test_a_figure_that_is_off_has_its_sign(qtbot, window, audit, plant):
    opened(qtbot, window, audit, with_a_miss(plant.file))
    shown = str(audit.model.index(row_of(audit, 13), OFF).data())
    assert shown.startswith("+")
    exact = next(row.number for row in audit.model.rows if row.exact)
    assert audit.model.index(row_of(audit, exact), OFF).data() == "0"


def test_the_picture_shows_a_fact_and_takes_no_other_event_with_it(qtbot, window):
    from uscalc.ui.report.pictures import make_audited_window

    names = [player.name for player in window.session.document.sections[0].players]
    make_audited_window(window)
    view = window.get_view("auditView")
    assert str(view.facts.index(0, FACT).data()).startswith("Round 1: ")
    shown = window.session.document.sections[0].players
    assert [player.name for player in shown] == names
    window.session.undo_edit()
    assert not any(
        player.published for player in window.session.document.sections[0].players
    )
