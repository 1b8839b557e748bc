"""Steps: the shown step that views follow, the filters, the links of figures, the chart."""

from collections.abc import Iterator
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QPointF
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QSlider, QToolButton
from pytestqt.qtbot import QtBot

from tests.build import as_type, event, player
from tests.often import often
from tests.ui.drawing import measure
from tests.ui.driving import click, keyboard, press, press_button, text, why
from tests.ui.keys import ALT, LEFT, Key
from uscalc.document.edit.cells import set_result
from uscalc.document.edit.structure import add_section
from uscalc.document.model import Player, RulesChoice
from uscalc.explain.model import find_full_key, shorten_chapter
from uscalc.ui.charts.layout import lay_out
from uscalc.ui.charts.scene import Chart, ChartDot, ChartLabel, ChartLine, ChartRule
from uscalc.ui.explain.explanation_view import ExplanationView
from uscalc.ui.explain.model import COLUMNS
from uscalc.ui.explain.scene import (
    CROWD,
    KINDS,
    MOVERS,
    PlayerSlope,
    crowd_words,
    kinds_of,
    nobody_sentence,
    ratings_at,
    short_names,
    slope_chart,
)
from uscalc.ui.explain.steps_view import GUIDE, NOBODY, StepsView
from uscalc.ui.explain.table import StepsTable
from uscalc.ui.printing.page import TextItem
from uscalc.ui.printing.print_panel import PrintPanel
from uscalc.ui.session.session import POST, ShownStep
from uscalc.ui.teach.presentation import presentation_of
from uscalc.ui.window.main_window import MainWindow

LONG = 20_000
TITLES = [column.title for column in COLUMNS]
TOM = 11


@pytest.fixture
def steps(qtbot: QtBot, window: MainWindow) -> Iterator[StepsView]:
    window.resize(1280, 800)
    view = as_type(window.show_view("view-steps"), StepsView)
    yield view
    window.session.step.show_step(POST)


def mode(qtbot: QtBot, window: MainWindow, title: str) -> None:
    press_button(qtbot, window, f"steps{title}")


def row_of(view: StepsView, place: int) -> dict[str, str]:
    model = view.table.model()
    return {
        title: str(model.index(place, column).data())
        for column, title in enumerate(TITLES)
    }


def drawn(qtbot: QtBot, view: StepsView) -> str:
    """Return the chart's text for screen readers, once it is up to date."""
    qtbot.waitUntil(lambda: not view._charting.behind)
    return view.chart.accessibleDescription()


def click_figure(qtbot: QtBot, view: StepsView, place: int, title: str) -> None:
    index = view.table.model().index(place, TITLES.index(title))
    view.table.scrollTo(index)
    where = view.table.visualRect(index).center()
    qtbot.mouseClick(view.table.viewport(), LEFT, pos=where)


def marked_text(view: ExplanationView) -> str:
    marks = view.text.extraSelections()
    cursor = marks[0].cursor if marks else None  # type: ignore[attr-defined]
    return str(cursor.selectedText()) if cursor else ""


def is_at(view: ExplanationView, key: str) -> bool:
    derivation = view.derivation
    found = find_full_key(derivation, key)
    for chapter in derivation.chapters:
        if chapter.key == found:
            return chapter.title in marked_text(view)
        unfolded = chapter.key in view._unfolded
        for line in (chapter if unfolded else shorten_chapter(chapter)).lines:
            if line.key == found:
                return line.text[:20].replace("_", "") in marked_text(view)
    return False


def printed(qtbot: QtBot, window: MainWindow, action: str) -> list[str]:
    window.named_actions[action].trigger()
    panel = next(p for p in window.findChildren(PrintPanel) if p.isVisible())
    qtbot.waitUntil(lambda: not panel.busy)
    assert panel.made is not None
    found = [
        item.text
        for page in panel.made.pages
        for item in page.items
        if isinstance(item, TextItem)
    ]
    if panel.window() is window:
        window.show_view("view-steps")
    else:
        panel.window().close()
    qtbot.waitUntil(lambda: not panel.isVisible())
    return found


def crosstable(window: MainWindow) -> list[list[str]]:
    model = window.crosstable.model
    return [
        [str(model.index(row, column).data()) for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def out_of_the_window(qtbot: QtBot, window: MainWindow) -> list[object]:
    window.clipboard.copy_section()
    return [
        *(crosstable(window), printed(qtbot, window, "wallSheets")),
        *(printed(qtbot, window, "playerPage"), QGuiApplication.clipboard().text()),
        why(window).as_text(),
    ]


def spot(place: tuple[float, float], origin: QPointF) -> QPoint:
    return (QPointF(*place) + origin).toPoint()


def test_the_slider_changes_every_result_view_and_no_printout(qtbot, window, steps):
    window.session.select(row=TOM)
    mode(qtbot, window, "Both")
    solver = window.get_view("view-knot-path")
    page = why(window)
    before = out_of_the_window(qtbot, window)
    steps.bar.slider.setFocus()
    seen = []
    later = {5: ["Floor", "Post", "Change"], 4: ["Step 5"], 3: ["Step 4"]}
    hidden: list[str] = []
    for step in (5, 4, 3, 2, 1):
        qtbot.keyClick(steps.bar.slider, Key.Key_Left)
        assert steps.bar.step.text() == f"Step {step}"
        hidden += later.get(step, {2: ["Step 3"], 1: ["N′", "Formula"]}.get(step, []))
        # Explanation goes to the chapter; the table and the chart end at the step.
        qtbot.waitUntil(lambda s=step: is_at(page, f"step{s}"))
        figures = row_of(steps, TOM)
        assert [title for title in TITLES if not figures[title]] == (
            [title for title in TITLES if title in hidden or title == "Change"]
        )
        said = drawn(qtbot, steps)
        assert ("Step 4" in said, "Post" in said) == (step >= 4, False)
        window.show_view("view-knot-path")
        qtbot.waitUntil(
            lambda s=step: (
                solver.solved is not None and solver.solved.picture.step == max(s, 3)
            )
        )
        window.show_view("view-explanation")
        seen.append((said, marked_text(page), tuple(figures.values())))
        assert out_of_the_window(qtbot, window) == before
        steps.bar.slider.setFocus()
    assert len({said for said, _, _ in seen}) == 4  # Steps 1 and 2 both end at R0.
    assert len({line for _, line, _ in seen}) == 5
    assert len({figures for _, _, figures in seen}) == 5
    qtbot.keyClick(steps.bar.slider, Key.Key_End)
    qtbot.waitUntil(lambda: is_at(page, "result"))
    assert row_of(steps, TOM)["Post"] == "1762"
    assert "Post 1762" in drawn(qtbot, steps)


def test_a_hidden_view_goes_to_the_step_when_it_is_shown(qtbot, window, steps):
    window.session.select(row=TOM)
    window.show_view("view-explanation")
    page = why(window)
    qtbot.waitUntil(lambda: not page.behind)
    window.show_view("view-knot-path")
    steps.bar.slider.setValue(4)
    assert marked_text(page) == ""
    window.show_view("view-explanation")
    qtbot.waitUntil(lambda: is_at(page, "step4"))


def test_another_player_is_shown_at_the_same_step(qtbot, window, steps):
    page = why(window)
    steps.bar.slider.setValue(5)
    qtbot.waitUntil(lambda: is_at(page, "step5"))
    # The line is marked once more in the next turn of the event loop.
    QApplication.processEvents()
    page.text.setExtraSelections([])
    click(qtbot, window, 11, "name")
    qtbot.waitUntil(lambda: is_at(page, "step5"))
    # Step 3 doesn't apply to a rated player, and the text says so.
    steps.bar.slider.setValue(3)
    qtbot.waitUntil(lambda: is_at(page, "step3"))


def test_the_step_ends_at_the_ends_and_is_one_for_all_views(window, steps, qtbot):
    shown = window.session.step
    assert window.session.findChildren(ShownStep) == [shown]
    shown.show_step(3)
    window.session.show_document(window.session.document, None)
    assert shown.step == POST
    assert steps.bar.slider.value() == POST
    click(qtbot, window, 1, "name")
    for step in (5, 4, 3, 2, 1, 1):
        press(qtbot, window, Key.Key_Left, ALT)
        assert shown.step == step
    press(qtbot, window, Key.Key_Right, ALT)
    assert shown.step == 2
    shown.show_step(99)
    assert (shown.step, shown.name) == (POST, "Post")


def test_the_step_is_never_moved_unseen(window):
    window.show_view("view-rating-explorer")
    window.show_view("view-rating-rules")
    window.named_actions["previousStep"].trigger()
    assert window.below.front == "view-steps"
    assert window.session.step.step == 5
    window.show_view("view-explanation")
    window.show_view("view-rating-rules")
    window.named_actions["previousStep"].trigger()
    assert window.below.front == "view-rating-rules"
    assert window.session.step.step == 4


@pytest.mark.parametrize(
    ("row", "title", "key"),
    [
        (TOM, "R0", "r0"),
        (TOM, "N", "n"),
        (0, "N", "r0"),
        (0, "N′", "n_eff"),
        (0, "Formula", "formula"),
        (TOM, "Step 3", "step3.end"),
        (TOM, "Step 4", "step4.end"),
        (0, "Step 4", "step4.result"),
        (0, "Step 5", "step5.result"),
        (0, "Floor", "floor"),
        (0, "Post", "post"),
        (0, "Change", "post"),
    ],
)
def test_a_click_on_a_figure_opens_its_line(qtbot, window, steps, row, title, key):
    window.session.select(row=5)
    window.show_view("view-knot-path")
    mode(qtbot, window, "Table")
    click_figure(qtbot, steps, row, title)
    assert window.session.selection.row == row
    page = why(window)
    assert page.isVisible()
    qtbot.waitUntil(lambda: is_at(page, key))
    # The arrow keys still work in the table.
    assert keyboard(window) is steps.table


def test_return_on_a_figure_goes_to_its_line(qtbot, window, steps):
    mode(qtbot, window, "Table")
    click_figure(qtbot, steps, 3, "Name")
    window.show_view("view-knot-path")
    steps.table.setFocus()
    for _ in range(TITLES.index("Step 5") - TITLES.index("Name")):
        qtbot.keyClick(steps.table, Key.Key_Right)
    qtbot.keyClick(steps.table, Key.Key_Return)
    page = why(window)
    qtbot.waitUntil(lambda: is_at(page, "step5.result"))
    assert page.isAncestorOf(keyboard(window))


def test_names_and_missing_figures_open_nothing(qtbot, window, steps):
    window.show_view("view-knot-path")
    mode(qtbot, window, "Table")
    for title in ("#", "Name", "Step 3"):
        click_figure(qtbot, steps, 0, title)
    steps.bar.slider.setValue(4)
    click_figure(qtbot, steps, 0, "Step 5")
    assert window.right.front == "view-knot-path"
    assert window.session.selection.row == 0


def test_the_chart_selects_by_its_lines_and_opens_by_its_points(qtbot, window, steps):
    window.session.select(row=TOM)
    window.show_view("view-knot-path")
    mode(qtbot, window, "Chart")
    assert "Step 4 1765" in drawn(qtbot, steps)
    chart = steps.chart
    layout = chart.get_layout()
    trace = window.session.shown.find_trace(TOM)
    origin = chart.get_origin()
    point = chart.place_of(2.0, ratings_at(trace)[2] - trace.start.r0).toPoint()
    qtbot.mouseClick(chart, LEFT, pos=point)
    page = why(window)
    qtbot.waitUntil(lambda: is_at(page, "step4.end"))
    label = next(p for p in layout.labels if p.text.startswith("Zugzwang"))
    qtbot.mouseClick(chart, LEFT, pos=spot(label.box.middle, origin))
    assert window.session.selection.row == 10
    qtbot.waitUntil(lambda: is_at(page, "post"))
    assert drawn(qtbot, steps).startswith("Zugzwang: R0 1003")
    window.show_view("view-knot-path")
    between = chart.place_of(1.5, 76.0).toPoint()
    key = as_type(chart.key_at(between), tuple)
    assert key[1] == 0
    qtbot.mouseClick(chart, LEFT, pos=between)
    assert window.session.selection.row == key[0]
    assert window.right.front == "view-knot-path"


def test_the_chart_is_used_by_keys(qtbot, window, steps):
    mode(qtbot, window, "Chart")
    steps.chart.setFocus()

    def rating_change(row: int) -> float:
        trace = window.session.shown.find_trace(row)
        return (trace.post or 0.0) - trace.start.r0

    # Go down from the player at the top of the chart.
    ranks = sorted(range(12), key=lambda row: -rating_change(row))
    window.session.select(row=ranks[0])
    for row in ranks[1:]:
        qtbot.keyClick(steps.chart, Key.Key_Down)
        assert window.session.selection.row == row
    qtbot.keyClick(steps.chart, Key.Key_Up)
    assert window.session.selection.row == ranks[-2]
    # A player with the special formula, whose Step 5 ends a search.
    window.session.select(row=9)
    qtbot.keyClick(steps.chart, Key.Key_Left)
    assert window.session.step.step == 5
    qtbot.keyClick(steps.chart, Key.Key_Return)
    page = why(window)
    qtbot.waitUntil(lambda: is_at(page, "step5.end"))


def chip(view: StepsView, kind: str) -> QToolButton:
    return view.findChild(QToolButton, f"stepsOnly{kind}")


def names(view: StepsView) -> list[str]:
    return [row_of(view, place)["#"] for place in range(view.table.model().rowCount())]


def test_kinds_of_players_are_chosen_and_combined(qtbot, window, steps):
    mode(qtbot, window, "Both")
    window.session.select(row=TOM)
    assert chip(steps, "Special").text() == "Special formula: 2"
    assert "2:" in chip(steps, "Special").accessibleName()
    press_button(qtbot, window, "stepsOnlySpecial")
    assert names(steps) == ["10", "12"]
    press_button(qtbot, window, "stepsOnlyUnrated")
    assert names(steps) == ["12"]
    drawn(qtbot, steps)
    assert [x.text for x in steps.chart.chart.labels if x.place == "right"] == [
        "Fianchetto new, 1762"
    ]
    chip(steps, "Special").setFocus()
    press(qtbot, window, Key.Key_Space)
    press_button(qtbot, window, "stepsOnlyUnrated")
    assert len(names(steps)) == 12
    mode(qtbot, window, "Table")
    window.session.select(row=9)
    press_button(qtbot, window, "stepsOnlySpecial")
    click_figure(qtbot, steps, 1, "Name")
    assert window.session.selection.row == TOM
    qtbot.waitUntil(lambda: not steps._following.behind)
    assert names(steps) == ["10", "12"]


def test_a_missing_kind_of_player_is_reported(qtbot, window, steps):
    mode(qtbot, window, "Table")
    press_button(qtbot, window, "stepsOnlyFloor")
    assert names(steps) == ["1"]
    assert steps.note.isVisible()
    assert steps.note.text() == (
        "No player in this section was raised to a floor. "
        "Only the selected player, Castle, Ada, is shown."
    )
    click(qtbot, window, 5, "name")
    qtbot.waitUntil(lambda: names(steps) == ["5"])
    assert steps.table.currentIndex().row() == 0
    press_button(qtbot, window, "stepsOnlyFloor")
    assert not steps.note.isVisible()
    assert steps.table.currentIndex().row() == 4


def test_the_kinds_follow_an_edit(qtbot, window, steps):
    mode(qtbot, window, "Table")
    press_button(qtbot, window, "stepsOnlyBonus")
    assert names(steps) == ["1", "11"]
    document = window.session.document
    for round_index in (2, 3):
        window.session.apply_edit(set_result, 0, 10, round_index, "H")
    qtbot.waitUntil(lambda: names(steps) == ["1"])
    assert window.session.document is not document


def test_an_empty_section_says_so(qtbot, window, steps):
    for title in ("Chart", "Table", "Both"):
        window.session.show_document(event(), None)
        mode(qtbot, window, title)
        qtbot.waitUntil(lambda: steps.note.text() == NOBODY)
        if title != "Table":
            assert drawn(qtbot, steps) == ""
            assert steps.chart.chart is None
        press_button(qtbot, window, "stepsOnlyBonus")
        assert steps.note.text() == NOBODY
        press_button(qtbot, window, "stepsOnlyBonus")
        steps.bar.slider.setValue(2)
    steps.chart.setFocus()
    for key in (Key.Key_Down, Key.Key_Return, Key.Key_Left):
        qtbot.keyClick(steps.chart, key)


@pytest.mark.parametrize(
    ("players", "shown"),
    [
        ((player(1, "", rating=None),), []),
        ((player(1, ""),), ["Player 1 1500"]),
        ((player(1), player(2)), ["Player 1 1500", "Player 2 1500"]),
        ((player(1, "?2"), player(2, "?1")), ["Player 1 1500", "Player 2 1500"]),
    ],
    ids=["new alone", "alone", "no games", "undecided"],
)
def test_a_small_section_is_shown(qtbot, window, steps, players, shown):
    mode(qtbot, window, "Both")
    window.session.show_document(event(*players), None)
    for step in (POST, 1, 4):
        steps.bar.slider.setValue(step)
        drawn(qtbot, steps)
        chart = steps.chart.chart
        labels = chart.labels if chart else ()
        assert sorted(x.text for x in labels if x.place == "right") == shown
        assert steps.picture.isEnabled() is bool(shown)
    assert names(steps) == [str(one.number) for one in players]


def test_a_section_under_the_worksheet_says_whose_steps_these_are(qtbot, window, steps):
    document = window.session.document
    guided = replace(document.sections[0], rules=RulesChoice("2001-guide"))
    window.session.show_document(replace(document, sections=(guided,)), None)
    qtbot.waitUntil(lambda: steps.note.text() == GUIDE)
    assert text(window, 1, "post") == "1797"
    mode(qtbot, window, "Table")
    assert row_of(steps, 0)["Post"] == "1798"
    click_figure(qtbot, steps, 0, "Step 4")
    assert why(window).isVisible()


def test_what_is_shown_is_remembered_for_the_size(qtbot, window, steps):
    assert steps.mode == "chart"
    mode(qtbot, window, "Table")
    assert steps.table.isVisible()
    assert not steps.chart.isVisible()
    assert not steps.picture.isVisible()
    window.show_view("view-rating-rules")
    window.show_view("view-steps")
    assert steps.mode == "table"
    window.named_actions["present"].trigger()
    presentation = presentation_of(window)
    presentation.showNormal()
    presentation.resize(1280, 1000)
    qtbot.waitUntil(lambda: steps.mode == "both")
    assert steps.table.isVisible()
    assert steps.chart.isVisible()
    presentation.leave_presentation()
    qtbot.waitUntil(lambda: steps.mode == "table")
    assert not steps.chart.isVisible()


def test_nothing_of_the_bar_moves_with_the_step(window, steps):
    slider = steps.findChild(QSlider, "stepsSlider")
    assert slider.accessibleName() == "Shown step"
    places = set()
    for step in range(1, POST + 1):
        slider.setValue(step)
        assert slider.accessibleDescription() == steps.bar.step.text()
        places.add(tuple(c.geometry().getRect() for c in steps.bar.chips.values()))
    assert len(places) == 1


def test_resizing_before_the_table_follows_is_harmless(qtbot, session, theme):
    tables: list[StepsTable] = []

    def another_size() -> None:
        table = tables[0]
        table.resize(table.width() + 40, table.height())

    session.selected.connect(another_size)
    table = StepsTable(session, theme)
    qtbot.addWidget(table)
    tables.append(table)
    table.resize(600, 300)
    table.show()
    assert table.figures.rowCount() > 0
    session.apply_edit(add_section)
    session.select(section=len(session.document.sections) - 1)
    assert table.figures.rowCount() == 0


WIDE, HIGH = 800.0, 180.0
ROOM = 10

ratings = st.floats(100, 2900).map(lambda rating: round(rating, 2))
ways = st.lists(
    st.tuples(st.tuples(ratings, ratings, ratings, ratings, ratings), st.booleans()),
    min_size=1,
    max_size=60,
)


def slopes_of(found: list[tuple[tuple[float, ...], bool]]) -> list[PlayerSlope]:
    return [
        PlayerSlope(row, f"Player {row}", way, unrated)
        for row, (way, unrated) in enumerate(found)
    ]


def chart_of(
    slopes: list[PlayerSlope], chosen: int | None, step: int, room: int = ROOM
) -> Chart:
    return slope_chart(slopes, chosen, step, "Invented.", room)


def ways_of(chart: Chart, row: int) -> list[ChartLine]:
    """Return the solid line of a player; later steps are a dashed level line."""
    return [
        mark
        for mark in chart.marks
        if isinstance(mark, ChartLine) and mark.key == (row, 0) and mark.role != "line"
    ]


@often(40)
@given(ways, st.integers(1, POST), st.data())
def test_no_two_labels_overlap_and_the_selected_is_named(found, step, data):
    slopes = slopes_of(found)
    chosen = data.draw(st.integers(0, len(slopes) - 1))
    layout = lay_out(chart_of(slopes, chosen, step), WIDE, HIGH, measure)
    for one, other in combinations([placed.box for placed in layout.labels], 2):
        assert not one.overlaps(other)
    named = [p.label for p in layout.labels if p.label.place == "right"]
    (own,) = [label for label in named if label.strong]
    assert own.text.startswith(f"Player {chosen} ")
    assert own.role == "accent"


@often(40)
@given(ways, st.data())
def test_lines_are_changes_and_end_at_the_shown_step_and_no_axis_moves(found, data):
    slopes = slopes_of(found)
    row = data.draw(st.integers(0, len(slopes) - 1))
    way = slopes[row].ratings
    moves = [rating - way[0] for rating in way]
    axes = set()
    for step, upto in ((1, 1), (2, 1), (3, 2), (4, 3), (5, 4), (POST, 5)):
        chart = chart_of(slopes, row, step)
        axes.add((chart.x, chart.y))
        lines = ways_of(chart, row)
        if upto == 1:
            assert lines == []
        else:
            assert [y for _, y in lines[0].points] == moves[:upto]
        dots = [
            m for m in chart.marks if isinstance(m, ChartDot) and m.role == "accent"
        ]
        assert [dot.y for dot in dots] == moves[:upto]
        (own,) = [x for x in chart.labels if x.strong and x.place == "right"]
        assert own.x == upto - 1
        # No line crosses the names, which begin where the lines end.
        ends = [x for m in chart.marks if isinstance(m, ChartLine) for x, _ in m.points]
        assert max(ends) == upto - 1
        assert not any(isinstance(mark, ChartRule) for mark in chart.marks)
        assert abs(int(own.text.split()[-1]) - way[upto - 1]) <= 0.5
    assert len(axes) == 1


def test_a_label_is_right_of_its_step():
    slopes = [
        PlayerSlope(
            row, f"P{row}", (1500.0, 1500.0, 1510.0 + row, 1520.0, 1500.0 + 9 * row)
        )
        for row in range(6)
    ]
    for step, stage in ((1, 0), (3, 1), (4, 2), (5, 3), (POST, 4)):
        layout = lay_out(chart_of(slopes, 2, step), WIDE, HIGH, measure)
        heads = [tick.at for tick in layout.x_ticks]
        ends = [p.box for p in layout.labels if p.label.place == "right"]
        assert ends
        for box in ends:
            assert heads[stage] < box.x < heads[stage] + 60


def test_of_sixty_four_players_the_selected_and_the_most_moved_are_named():
    slopes = [
        PlayerSlope(row, f"P{row}", (1500.0,) * 4 + (1500.0 + (row - 20) / 4,))
        for row in range(62)
    ]
    slopes += [
        PlayerSlope(62, "Up", (1400.0, 1400.0, 1450.0, 1470.0, 1480.0)),
        PlayerSlope(63, "Down", (1400.0, 1400.0, 1350.0, 1330.0, 1320.0)),
    ]
    chart = chart_of(slopes, 20, POST, 20)
    named = {x.text.split()[0] for x in chart.labels if x.place == "right"}
    assert {"P20", "Up", "Down"} <= named
    assert len(named) <= MOVERS + 1
    roles = {
        row: ways_of(chart, row)[0].role for row in range(64) if ways_of(chart, row)
    }
    assert roles[20] == "accent"
    assert (roles[62], roles[63]) == ("gain", "loss")
    grey = [row for row, role in roles.items() if role == "pale"]
    assert len(grey) == 64 - MOVERS - 1


def test_the_headline_says_who_moved_how_far():
    slopes = [
        PlayerSlope(0, "Mine", (1728.0, 1728.0, 1740.0, 1750.0, 1762.0)),
        PlayerSlope(1, "Other", (1500.0, 1500.0, 1490.0, 1470.0, 1460.0)),
    ]
    assert (
        chart_of(slopes, 0, POST).title == "Mine: 1728 \N{RIGHTWARDS ARROW} 1762 (+34)"
    )
    assert chart_of(slopes, 0, 4).title == (
        "Mine: 1728 \N{RIGHTWARDS ARROW} 1740 (+12) after Step 4"
    )
    assert chart_of(slopes, 0, 1).title == "Mine starts at 1728"
    assert chart_of(slopes, None, POST).title == (
        "Largest gain: Mine, +34; Largest loss: Other, \N{MINUS SIGN}40"
    )


def test_a_newcomer_far_away_leaves_the_others_their_room():
    slopes = [
        PlayerSlope(0, "Old", (1500.0, 1500.0, 1510.0, 1512.0, 1512.0)),
        PlayerSlope(1, "New", (700.0, 1300.0, 1500.0, 1510.0, 1510.0), unrated=True),
    ]
    chart = chart_of(slopes, 0, POST)
    assert chart.y.high < 100
    (text,) = [x.text for x in chart.labels if "New" in x.text]
    assert text == "▲ New new, 1510"
    assert chart_of(slopes, 1, POST).y.high > 810


def test_the_unrated_differ_in_stroke_and_the_selected_in_strength():
    slopes = [
        PlayerSlope(0, "Old", (1500.0,) * 5),
        PlayerSlope(1, "New", (750.0, 900.0, 950.0, 960.0, 960.0), unrated=True),
        PlayerSlope(2, "Mine", (1600.0, 1600.0, 1610.0, 1612.0, 1612.0)),
    ]
    chart = chart_of(slopes, 2, POST)
    (old,), (new,), (mine,) = (ways_of(chart, row) for row in range(3))
    assert (old.role, old.dashed) == ("pale", False)
    assert (new.role, new.dashed) == ("gain", True)
    assert mine.role == "accent"
    assert mine.width > new.width > old.width
    assert chart.marks.index(mine) > chart.marks.index(old)


def test_only_the_filtered_and_the_selected_have_a_line():
    slopes = [
        PlayerSlope(row, f"P{row}", (1000.0 + row,) * 5, among=row == 3)
        for row in range(5)
    ]
    assert {
        m.key
        for m in chart_of(slopes, 1, POST).marks
        if isinstance(m, ChartLine) and m.key
    } == {(1, 0), (3, 0)}
    assert slope_chart(slopes[:3], None, POST, "", ROOM) is None
    assert slope_chart([], 0, POST, "", ROOM) is None
    assert slope_chart([PlayerSlope(0, "Nobody", ())], 0, POST, "", ROOM) is None


def test_a_crowd_is_thinned_evenly_and_says_so():
    slopes = [
        PlayerSlope(
            row, f"P{row}", (1000.0 + row,) * 4 + (1000.0 + row + (row == 77) * 300,)
        )
        for row in range(1000)
    ]
    chart = chart_of(slopes, 500, POST)
    drawn = {m.key[0] for m in chart.marks if isinstance(m, ChartLine) and m.key}
    assert len(drawn) == CROWD
    assert {500, 77} <= drawn
    assert max(b - a for a, b in pairwise(sorted(drawn))) < 40
    names = [x for x in chart.labels if x.place == "right"]
    assert {name.text.split()[0] for name in names} == {"P500", "P77"}
    assert f"{CROWD} of 1,000 players" in crowd_words(1000)
    assert crowd_words(CROWD) == ""


def test_few_players_are_all_named_and_equal_ratings_lie_in_the_middle():
    slopes = [PlayerSlope(row, f"P{row}", (1500.0,) * 5) for row in range(ROOM)]
    chart = chart_of(slopes, 0, POST)
    assert len([x for x in chart.labels if x.place == "right"]) == ROOM
    crowded = chart_of(slopes, 0, POST, ROOM - 1)
    assert [x.text for x in crowded.labels if x.place == "right"] == ["P0 1500"]
    chart = chart_of([PlayerSlope(0, "One", (1500.0,) * 5)], 0, POST)
    assert chart.y.high - chart.y.low >= 20
    assert chart.y.low + chart.y.high == 0


def test_labels_lead_to_the_rating_they_name():
    slopes = [PlayerSlope(0, "One", (1500.0, 1500.0, 1520.0, 1530.0, 1540.0))]
    for step, stage in ((2, 1), (3, 3), (4, 4), (5, 5), (POST, POST)):
        (own,) = [x for x in chart_of(slopes, 0, step).labels if x.place == "right"]
        assert own.key == (0, stage)
        before = [x for x in chart_of(slopes, 0, step).labels if x.place == "near"]
        assert [x.key for x in before] == [(0, s) for s in (1, 3, 4, 5) if s < stage]
        assert all(isinstance(label, ChartLabel) for label in before)


def test_the_ratings_are_those_of_the_trace(session):
    section = session.section
    for row in range(len(section.players)):
        trace = session.shown.find_trace(row)
        r0, three, four, five, post = ratings_at(trace)
        assert r0 == trace.start.r0
        assert three == (trace.step3.result if trace.step3 else r0)
        assert (four, five) == (trace.step4.result, trace.step5.result)
        assert post == trace.post
    kinds = [kinds_of(session.shown.find_trace(row)) for row in range(12)]
    assert kinds[11] == {"unrated", "special"}
    assert kinds[9] == {"special"}
    assert kinds[10] == {"bonus"}
    assert kinds_of(None) == frozenset()


def test_names_are_short_and_a_sentence_says_that_no_player_is_selected():
    players = [
        *(Player(1, "Castle, Ada"), Player(2, "Rook, Milo"), Player(3, "Rook, Nora")),
        *(Player(4, ""), Player(5, "Single")),
    ]
    assert short_names(players) == [
        *("Castle", "Rook, Milo", "Rook, Nora", "Player 4", "Single")
    ]
    assert nobody_sentence(["bonus"]) == "No player in this section has a bonus."
    assert nobody_sentence(["floor", "unrated", "bonus"]) == (
        "No player in this section was unrated, has a bonus and was raised to a floor."
    )
    assert set(KINDS) == {"unrated", "special", "bonus", "floor"}
