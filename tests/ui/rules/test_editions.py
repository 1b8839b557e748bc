"""Editions: a section under every edition, and the rules behind each difference."""

import pytest
from pytestqt.qtbot import QtBot

from tests import build
from tests.ui.driving import click, enter, press, rules_page
from tests.ui.keys import CONTROL, LEFT, Key
from uscalc.document.queries.compare import compare_editions
from uscalc.monitor import CancelledError, Monitor
from uscalc.rules.resolve import load_rule_table, resolve_rules
from uscalc.ui.rules.editions_model import FIRST, OFF
from uscalc.ui.rules.editions_page import NOT_RATED, EditionsPage
from uscalc.ui.teach.presentation import presentation_of
from uscalc.ui.window.main_window import MainWindow

LONG = 30_000
IN_FORCE, COMPARE, GRAPHS = range(3)


@pytest.fixture
def editions(qtbot: QtBot, window: MainWindow) -> EditionsPage:
    view = window.show_view("view-rating-rules").show_page(COMPARE)
    qtbot.waitUntil(lambda: view.model.rowCount() == 12)
    return view


def rules_of(view: EditionsPage) -> list[str]:
    return [column.rules for column in view.model.choices]


def test_every_edition_has_a_column_and_is_in_the_chart(window, editions, qtbot):
    assert rules_of(editions) == ["by date", *load_rule_table().editions]
    session = window.session
    keys = tuple(load_rule_table().editions)
    compared = compare_editions(session.document, 0, keys, resolve_rules)
    wanted = [column for column in compared.columns if column.system == "R"]
    for row, player in enumerate(compared.section.players):
        for place, column in enumerate(wanted):
            index = editions.model.index(row, FIRST + place)
            post = column.find_post(player.number)
            said = "" if post is None else str(int(post + 0.5))
            assert index.data().strip() == said
    model, table = editions.model, editions.table
    place = rules_of(editions).index("2009")
    row = next(
        r for r in range(12) if model.index(r, FIRST + place).data(OFF) not in (None, 0)
    )
    index = model.index(row, FIRST + place)
    table.scrollTo(index)
    qtbot.mouseClick(table.viewport(), LEFT, pos=table.visualRect(index).center())
    said = editions.heading.text()
    assert "The 2009 edition" in said
    titles = [p.title.lower() for p in load_rule_table().parameters.values()]
    assert any(title in said.lower() for title in titles)
    assert window.session.selection.row == row
    click(qtbot, window, 7, "name")
    chart = editions.chart
    qtbot.waitUntil(
        lambda: chart.chart is not None and "Queen, Vera" in chart.chart.title
    )
    assert "2009 edition" in chart.chart.description
    # The headline is the edition that is furthest away.
    words = chart.chart.description.split("; ")
    sizes = {w.split(": ")[0]: abs(int(w.split(": ")[1][1:] or 0)) for w in words}
    edition = chart.chart.title.partition(": ")[0]
    assert sizes[edition] == max(sizes.values())


def test_edits_new_players_and_systems_are_compared_again(qtbot, window, editions):
    before = editions.model.index(0, FIRST).data()
    enter(qtbot, window, 1, 5, "w3")
    qtbot.waitUntil(lambda: editions.model.index(0, FIRST).data() != before)
    window.named_actions["addPlayer"].trigger()
    window.session.select(row=12)
    editions.refresh()
    assert editions.model.get_post(13, editions.model.choices[0]) is None
    qtbot.waitUntil(lambda: editions.model.rowCount() == 13)
    window.named_actions["switchSystem"].trigger()
    qtbot.waitUntil(lambda: {c.system for c in editions.model.choices} == {"Q"})


def test_a_section_without_ratings_has_a_sentence(qtbot, window):
    view = window.show_view("view-rating-rules").show_page(COMPARE)
    window.session.show_document(build.event(kind="unrated"), None)
    qtbot.waitUntil(lambda: view.heading.text() == NOT_RATED)
    assert view.model.rowCount() == 0


def test_comparing_can_be_stopped(window):
    left = [False] * 3

    def cancelled() -> bool:
        return not left or left.pop()

    keys = tuple(load_rule_table().editions)
    with pytest.raises(CancelledError):
        compare_editions(
            window.session.document, 0, keys, resolve_rules, Monitor(cancelled)
        )


def test_no_empty_table_is_shown_while_it_compares(qtbot, window):
    view = window.show_view("view-rating-rules").show_page(COMPARE)
    assert not view.table.isVisible()
    qtbot.waitUntil(view.table.isVisible)
    assert view.model.rowCount() == 12


def test_every_edition_is_in_sight_beside_few_players(qtbot, window, editions):
    window.resize(1280, 800)
    click(qtbot, window, 1, "name")
    across = editions.table.horizontalScrollBar()
    qtbot.waitUntil(lambda: across.maximum() == 0)
    assert editions.reasons.text().count("\n") == 4
    # Beside the crosstable twelve players fill the height; alone they leave room.
    assert not editions.reasons.isVisible()
    editions.table.setFocus()
    press(qtbot, window, Key.Key_F11)
    qtbot.waitUntil(editions.reasons.isVisible)
    presentation = presentation_of(window)

    def below() -> bool:
        table = editions.table.mapTo(presentation, editions.table.rect().bottomLeft())
        reasons = editions.reasons.mapTo(
            presentation, editions.reasons.rect().topLeft()
        )
        return table.y() < reasons.y()

    qtbot.waitUntil(below)
    assert editions.table.verticalScrollBar().maximum() == 0
    presentation.leave_presentation()


def test_without_room_for_both_the_chart_gives_way(qtbot, window, editions):
    across = editions.table.horizontalScrollBar()
    for width, high, charted in ((1920, 1080, True), (1280, 800, False)):
        window.resize(width, high)
        qtbot.waitUntil(lambda charted=charted: editions.chart.isVisible() == charted)
        qtbot.waitUntil(lambda: across.maximum() == 0)


# The view of rules lists how every open point of the documents is read


def test_interpretations_and_dates_of_editions_are_marked(qtbot, window):
    press(qtbot, window, Key.Key_R, CONTROL)
    text = " ".join(rules_page(window).detail.toPlainText().split())
    for reading in load_rule_table().readings:
        assert " ".join(reading.text.split()) in text
        assert f"Shown in: {reading.shown}." in text
    view = rules_page(window)
    names = [parameter.name for parameter in view.model.parameters]
    view.table.setCurrentIndex(view.model.index(names.index("prize_floor"), 0))
    assert "2020 edition, section 5; by the edition's date" in view.detail.toPlainText()
