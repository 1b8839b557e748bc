"""The rating rules in force, their graphs, and the comparison of editions."""

from collections.abc import Iterator
from functools import partial
from itertools import groupby

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor, QFontMetrics
from PySide6.QtWidgets import QMenu, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from tests import build
from tests.ui.driving import click, enter, find_part, keyboard, press, rules_page
from tests.ui.keys import ALT, CONTROL, LEFT, Key
from tests.ui.odd_events import broken, no_games, no_section, nobody
from tests.ui.what_if.trying import try_result
from uscalc.document.queries.compare import compare_editions
from uscalc.explain.curves import USED
from uscalc.monitor import CancelledError, Monitor
from uscalc.rules.resolve import load_rule_table, resolve_rules
from uscalc.ui.charts.chart_look import KINDS
from uscalc.ui.charts.scene import ChartDot, ChartLine
from uscalc.ui.frame.view import PagedView, ViewPage, WhatIfMark
from uscalc.ui.rules.editions_model import FIRST, OFF
from uscalc.ui.rules.editions_page import NOT_RATED, EditionsPage
from uscalc.ui.rules.graphs_page import GraphsPage
from uscalc.ui.rules.rules_page import RulesPage
from uscalc.ui.session.session import WITH, WITHOUT, Session
from uscalc.ui.teach.presentation import presentation_of
from uscalc.ui.theme.theme import Theme
from uscalc.ui.window.main_window import MainWindow

VIEW = "view-rating-rules"


@pytest.fixture
def rules(window: MainWindow) -> PagedView:
    """Return the view in a window that shows something else."""
    window.show_view("view-steps")
    return window.get_view(VIEW)


def shows_every_edition(page: QWidget) -> bool:
    return (
        isinstance(page, EditionsPage)
        and page.table.isVisible()
        and {"2009", "2025"} <= {column.rules for column in page.model.choices}
    )


def test_the_figure_of_another_edition_has_its_reasons(qtbot, window, rules):
    press(qtbot, window, Key.Key_R, CONTROL)
    press(qtbot, window, Key.Key_C, ALT)
    page = rules.page
    qtbot.waitUntil(lambda: shows_every_edition(page))
    page.table.setFocus()
    page.table.go_to(0, FIRST)
    press(qtbot, window, Key.Key_Right)
    assert "2009 edition" in page.heading.text() or "guide" in page.heading.text()


def test_arrows_turn_the_pages_and_the_view_opens_where_left(qtbot, window, rules):
    assert window.findChild(GraphsPage) is None
    press(qtbot, window, Key.Key_R, CONTROL)
    assert isinstance(rules.page, RulesPage)
    assert keyboard(window) is rules.page.table
    rules.tabs.setFocus()
    press(qtbot, window, Key.Key_Right)
    assert isinstance(rules.page, EditionsPage)
    assert keyboard(window) is rules.tabs
    press(qtbot, window, Key.Key_Right)
    assert isinstance(rules.page, GraphsPage)
    assert find_part(window, GraphsPage) is rules.page
    window.show_view("view-steps")
    press(qtbot, window, Key.Key_R, CONTROL)
    assert isinstance(rules.page, GraphsPage)


def test_editions_are_compared_from_the_rules_button(qtbot, window, rules):
    row = window.session.selection.row
    menu = find_part(window, QMenu, "rulesMenu")
    menu.popup(window.top.rules.mapToGlobal(QPoint(0, 0)))
    compare = next(one for one in menu.actions() if "Compare" in one.text())
    qtbot.mouseClick(menu, LEFT, pos=menu.actionGeometry(compare).center())
    qtbot.waitUntil(lambda: shows_every_edition(rules.page))
    assert window.session.selection.row == row


def test_the_shown_page_says_if_it_shows_what_if_results(qtbot, window, rules):
    try_result(qtbot, window, 1, 1, "L")
    window.show_view(VIEW)
    for place, said in ((0, []), (1, [WITHOUT]), (2, [WITH])):
        rules.show_page(place)
        heads = [rules.get_page(at).page_head.isVisible() for at in range(3)]
        assert heads == [at == place for at in range(3)]
        marks = rules.findChildren(WhatIfMark)
        qtbot.waitUntil(
            lambda said=said, marks=marks: (
                [mark.text() for mark in marks if mark.isVisible()] == said
            )
        )


@pytest.fixture
def curves(qtbot: QtBot, session: Session, theme: Theme) -> Iterator[GraphsPage]:
    session.select(row=5)
    pages = (ViewPage("Graphs", "", partial(GraphsPage, session, theme)),)
    view = PagedView("view-graphs", "Graphs", session, theme, pages)
    qtbot.addWidget(view)
    view.resize(840, 240)
    view.show()
    qtbot.waitExposed(view)
    yield view.page
    session.close()
    theme.set_zoom(100)


def choose(qtbot: QtBot, view: GraphsPage, key: str) -> None:
    button = view.page_head.findChild(QToolButton, f"curves{key.capitalize()}")
    qtbot.mouseClick(button, LEFT)
    assert view.key == key


def dots(view: GraphsPage, own: bool) -> list[tuple[float, float]]:
    chart = view.chart.chart
    role = "loss" if own else "accent"
    return [
        (m.x, m.y) for m in chart.marks if isinstance(m, ChartDot) and m.role == role
    ]


def test_the_selected_player_is_marked_and_followed(qtbot, session, curves):
    trace = session.shown.find_trace(5)
    assert trace.step5 is not None
    choose(qtbot, curves, "effective")
    assert dots(curves, True) == [(1490.0, trace.effective.n_star)]
    choose(qtbot, curves, "k")
    assert dots(curves, True)[0][0] == trace.effective.n_eff
    choose(qtbot, curves, "expectancy")
    assert len(dots(curves, True)) == trace.entrant.m
    session.select(row=1)
    choose(qtbot, curves, "bonus")
    qtbot.waitUntil(lambda: bool(dots(curves, True)))
    other = session.shown.find_trace(1)
    assert dots(curves, True) == [(other.entrant.m, other.step5.gain)]  # type: ignore[union-attr]
    curves.controls["rating"].slider.setValue(500)
    session.select(row=9)
    qtbot.waitUntil(lambda: curves.controls["rating"].value == 1181.0)
    assert curves.controls["games"].value == 6.0


def test_a_variable_moves_the_mark_and_the_button_returns(qtbot, curves):
    choose(qtbot, curves, "effective")
    assert not curves.back.isEnabled()
    control = curves.controls["rating"]
    before = dots(curves, False)[0]
    control.slider.setFocus()
    qtbot.keyClick(control.slider, Key.Key_Right)
    assert control.value == 1491.0
    after = dots(curves, False)[0]
    assert after[0] == 1491.0
    assert after[1] > before[1]
    assert "1491" in curves.saying.text()
    control.field.setFocus()
    control.field.selectAll()
    qtbot.keyClicks(control.field, "2400")
    qtbot.keyClick(control.field, Key.Key_Return)
    assert dots(curves, False)[0] == (2400.0, 50.0)
    assert control.slider.value() == 2300
    # The player's own mark stays in place.
    assert dots(curves, True)[0][0] == 1490.0
    assert curves.back.isEnabled()
    curves.ensureWidgetVisible(curves.back)
    qtbot.mouseClick(curves.back, LEFT)
    assert curves.controls["rating"].value == 1490.0
    assert not curves.back.isEnabled()


def test_each_formula_has_its_variables_and_is_saved(qtbot, curves, tmp_path):
    path, svg = tmp_path / "curve.svg", next(k for k in KINDS if k.name == "svgText")
    for key, used in USED.items():
        choose(qtbot, curves, key)
        assert {k for k, c in curves.controls.items() if c.isVisible()} == set(used)
        curves.picture.save_image(svg, path)
        text = path.read_text(encoding="utf-8")
        chart = curves.chart.chart
        dots, lines = (
            sum(isinstance(mark, kind) for mark in chart.marks)
            for kind in (ChartDot, ChartLine)
        )
        assert text.count("<circle") == dots
        assert text.count("<polyline") >= lines
        assert f"<title>{chart.title}</title>" in text
        assert "Autumn Open" in text
    choose(qtbot, curves, "effective")
    shown = {label.text for label in curves.chart.chart.labels}
    assert {"until 2013", "from 2013"} <= shown


@pytest.mark.parametrize("event", [nobody, no_games, no_section, broken])
def test_the_formulas_are_there_without_a_rated_player(qtbot, session, curves, event):
    session.show_document(event(), None)
    curves.refresh()
    for key in USED:
        choose(qtbot, curves, key)
        assert dots(curves, False) or key == "expectancy"
        assert curves.saying.text()


def test_nothing_is_wider_than_the_view(qtbot, curves, theme):
    for zoom in (100, 200):
        theme.set_zoom(zoom)
        for key in USED:
            choose(qtbot, curves, key)
            qtbot.waitUntil(
                lambda: curves.widget().width() <= curves.viewport().width()
            )
            assert curves.chart.width() >= 160
            assert curves.chart.geometry().right() <= curves.viewport().width()


COMPARE = 1


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
    cells = [model.index(row, FIRST + place) for row in range(12)]
    index = next(cell for cell in cells if cell.data(OFF) not in (None, 0))
    table.scrollTo(index)
    qtbot.mouseClick(table.viewport(), LEFT, pos=table.visualRect(index).center())
    said = editions.heading.text()
    assert "The 2009 edition" in said
    titles = [p.title.lower() for p in load_rule_table().parameters.values()]
    assert any(title in said.lower() for title in titles)
    assert window.session.selection.row == index.row()
    click(qtbot, window, 7, "name")
    chart = editions.chart
    qtbot.waitUntil(
        lambda: chart.chart is not None and "Queen, Vera" in chart.chart.title
    )
    assert "2009 edition" in chart.chart.description
    # The headline names the edition with the largest difference.
    words = chart.chart.description.split("; ")
    sizes = {w.split(": ")[0]: abs(int(w.split(": ")[1][1:] or 0)) for w in words}
    assert sizes[chart.chart.title.partition(": ")[0]] == max(sizes.values())


@pytest.mark.parametrize("zoom", [100, 150])
@pytest.mark.parametrize("off", [-15, -151])
def test_rating_and_difference_are_apart(window, editions, monkeypatch, off, zoom):
    model, table = editions.model, editions.table
    window.theme.set_zoom(zoom)
    monkeypatch.setattr(model, "get_post", lambda *_: 2124)
    monkeypatch.setattr(model, "get_difference", lambda *_: off)
    model.show_section(model.compared, "R")
    cell = table.visualRect(model.index(3, FIRST + 2))
    image = table.viewport().grab(cell.adjusted(2, 2, -2, -3)).toImage()
    ground = QColor(window.theme.colors.surface).rgb()
    empty = [
        all(image.pixel(x, y) == ground for y in range(image.height()))
        for x in range(image.width())
    ]
    gaps = [len(list(run)) for blank, run in groupby(empty) if blank]
    # Within the cell, the gap between the two numbers is the only wide one.
    digit = QFontMetrics(window.theme.make_font()).horizontalAdvance("0")
    assert max(gaps[1:-1]) >= digit / 2


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


def test_comparing_can_be_stopped(session):
    left = [False] * 3

    def cancelled() -> bool:
        return not left or left.pop()

    keys = tuple(load_rule_table().editions)
    with pytest.raises(CancelledError):
        compare_editions(session.document, 0, keys, resolve_rules, Monitor(cancelled))


def test_a_section_without_ratings_has_a_sentence(qtbot, window):
    view = window.show_view("view-rating-rules").show_page(COMPARE)
    assert not view.table.isVisible()
    qtbot.waitUntil(view.table.isVisible)
    assert view.model.rowCount() == 12
    window.session.show_document(build.event(kind="unrated"), None)
    qtbot.waitUntil(lambda: view.heading.text() == NOT_RATED)
    assert view.model.rowCount() == 0


def test_every_edition_is_in_sight_and_the_chart_if_there_is_room(
    qtbot, window, editions
):
    window.resize(1280, 800)
    click(qtbot, window, 1, "name")
    across = editions.table.horizontalScrollBar()
    qtbot.waitUntil(lambda: across.maximum() == 0)
    assert editions.reasons.text().count("\n") == 4
    # Beside the crosstable, twelve players fill the height; without it, there is room.
    assert not editions.reasons.isVisible()
    editions.table.setFocus()
    press(qtbot, window, Key.Key_F11)
    qtbot.waitUntil(editions.reasons.isVisible)
    presentation = presentation_of(window)
    table, reasons = editions.table, editions.reasons
    qtbot.waitUntil(
        lambda: (
            table.mapTo(presentation, table.rect().bottomLeft()).y()
            < reasons.mapTo(presentation, QPoint(0, 0)).y()
        )
    )
    assert editions.table.verticalScrollBar().maximum() == 0
    presentation.leave_presentation()
    for width, high, charted in ((1920, 1080, True), (1280, 800, False)):
        window.resize(width, high)
        qtbot.waitUntil(lambda charted=charted: editions.chart.isVisible() == charted)
        qtbot.waitUntil(lambda: across.maximum() == 0)


def test_the_details_of_another_rule_begin_at_their_top(qtbot, window):
    press(qtbot, window, Key.Key_R, CONTROL)
    page = rules_page(window)
    bar = page.detail.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    assert bar.isVisible()
    bar.setValue(bar.maximum())
    page.table.setCurrentIndex(page.model.index(page.model.rowCount() - 1, 0))
    assert bar.value() == 0


def test_interpretations_and_dates_of_editions_are_marked(qtbot, window):
    press(qtbot, window, Key.Key_R, CONTROL)
    detail = rules_page(window).detail
    assert "other ambiguous points are interpreted" in detail.toPlainText()
    detail.setFocus()
    press(qtbot, window, Key.Key_Tab)
    press(qtbot, window, Key.Key_Return)
    text = " ".join(detail.toPlainText().split())
    for reading in load_rule_table().readings:
        assert " ".join(reading.text.split()) in text
        assert f"Shown in: {reading.shown}." in text
    view = rules_page(window)
    names = [parameter.name for parameter in view.model.parameters]
    view.table.setCurrentIndex(view.model.index(names.index("prize_floor"), 0))
    assert "2020 edition, section 5; by the edition's date" in view.detail.toPlainText()
