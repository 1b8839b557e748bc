"""Steps: the shown step that views follow, the filters, the links of figures, the chart."""

from collections.abc import Iterator
from itertools import combinations, pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from PySide6.QtCore import QPointF
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QSlider, QToolButton
from pytestqt.qtbot import QtBot

from tests.build import as_type, event, player
from tests.often import often
from tests.ui import driving as ui
from tests.ui.drawing import measure
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
from uscalc.ui.printing.print_panel import PrintPanel
from uscalc.ui.session.session import POST, ShownStep
from uscalc.ui.teach.presentation import presentation_of
from uscalc.ui.window.main_window import MainWindow

TITLES = [column.title for column in COLUMNS]
TOM = 11


@pytest.fixture
def steps(qtbot: QtBot, window: MainWindow) -> Iterator[StepsView]:
    window.resize(1280, 800)
    yield as_type(window.show_view("view-steps"), StepsView)
    window.session.step.show_step(POST)


def mode(qtbot: QtBot, window: MainWindow, title: str) -> None:
    ui.press_button(qtbot, window, f"steps{title}")


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
    panel = ui.shown_dialog(window, PrintPanel)
    ui.printable(qtbot, panel)
    found = ui.page_words(panel)
    if panel.window() is window:
        window.show_view("view-steps")
    else:
        panel.window().close()
    qtbot.waitUntil(lambda: not panel.isVisible())
    return found


def out_of_the_window(qtbot: QtBot, window: MainWindow) -> list[object]:
    window.clipboard.copy_section()
    model = window.crosstable.model
    places = product(range(model.rowCount()), range(model.columnCount()))
    return [
        *(str(model.index(*place).data()) for place in places),
        *(printed(qtbot, window, "wallSheets"), printed(qtbot, window, "playerPage")),
        *(QGuiApplication.clipboard().text(), ui.why(window).as_text()),
    ]


def test_the_slider_changes_every_result_view_and_no_printout(qtbot, window, steps):
    window.session.select(row=TOM)
    mode(qtbot, window, "Both")
    solver = window.get_view("view-knot-path")
    page = ui.why(window)
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
        least = max(step, 3)
        qtbot.waitUntil(
            lambda s=least: solver.solved and solver.solved.picture.step == s
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


def test_a_hidden_view_and_another_player_are_shown_at_the_step(qtbot, window, steps):
    window.session.select(row=TOM)
    window.show_view("view-explanation")
    page = ui.why(window)
    qtbot.waitUntil(lambda: not page.behind)
    window.show_view("view-knot-path")
    steps.bar.slider.setValue(4)
    assert marked_text(page) == ""
    window.show_view("view-explanation")
    qtbot.waitUntil(lambda: is_at(page, "step4"))
    steps.bar.slider.setValue(5)
    qtbot.waitUntil(lambda: is_at(page, "step5"))
    # The line is marked once more in the next turn of the event loop.
    QApplication.processEvents()
    page.text.setExtraSelections([])
    ui.click(qtbot, window, 11, "name")
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
    ui.click(qtbot, window, 1, "name")
    for step in (5, 4, 3, 2, 1, 1):
        ui.press(qtbot, window, Key.Key_Left, ALT)
        assert shown.step == step
    ui.press(qtbot, window, Key.Key_Right, ALT)
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


def test_a_click_on_a_figure_opens_its_line(qtbot, window, steps):
    mode(qtbot, window, "Table")
    page = ui.why(window)
    for row, title, key in (
        *((TOM, "R0", "r0"), (TOM, "N", "n"), (0, "N", "r0"), (0, "N′", "n_eff")),
        *((0, "Formula", "formula"), (TOM, "Step 3", "step3.end")),
        *((TOM, "Step 4", "step4.end"), (0, "Step 4", "step4.result")),
        *((0, "Step 5", "step5.result"), (0, "Floor", "floor")),
        *((0, "Post", "post"), (0, "Change", "post")),
    ):
        window.session.select(row=5)
        window.show_view("view-knot-path")
        qtbot.waitUntil(lambda: not steps._following.behind)
        click_figure(qtbot, steps, row, title)
        assert window.session.selection.row == row
        assert page.isVisible()
        qtbot.waitUntil(lambda key=key: is_at(page, key))
        assert ui.keyboard(window) is steps.table


def test_return_goes_to_a_figures_line_and_names_open_nothing(qtbot, window, steps):
    mode(qtbot, window, "Table")
    click_figure(qtbot, steps, 3, "Name")
    window.show_view("view-knot-path")
    steps.table.setFocus()
    for _ in range(TITLES.index("Step 5") - TITLES.index("Name")):
        qtbot.keyClick(steps.table, Key.Key_Right)
    qtbot.keyClick(steps.table, Key.Key_Return)
    page = ui.why(window)
    qtbot.waitUntil(lambda: is_at(page, "step5.result"))
    assert page.isAncestorOf(ui.keyboard(window))
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
    point = chart.place_of(2.0, ratings_at(trace)[2] - trace.start.r0).toPoint()
    qtbot.mouseClick(chart, LEFT, pos=point)
    page = ui.why(window)
    qtbot.waitUntil(lambda: is_at(page, "step4.end"))
    label = next(p for p in layout.labels if p.text.startswith("Zugzwang"))
    middle = (QPointF(*label.box.middle) + chart.get_origin()).toPoint()
    qtbot.mouseClick(chart, LEFT, pos=middle)
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
    page = ui.why(window)
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
    ui.press_button(qtbot, window, "stepsOnlySpecial")
    assert names(steps) == ["10", "12"]
    ui.press_button(qtbot, window, "stepsOnlyUnrated")
    assert names(steps) == ["12"]
    drawn(qtbot, steps)
    named = [x.text for x in steps.chart.chart.labels if x.place == "right"]
    assert named == ["Fianchetto new, 1762"]
    ui.press_in(qtbot, window, chip(steps, "Special"), Key.Key_Space)
    ui.press_button(qtbot, window, "stepsOnlyUnrated")
    assert len(names(steps)) == 12
    mode(qtbot, window, "Table")
    window.session.select(row=9)
    ui.press_button(qtbot, window, "stepsOnlySpecial")
    click_figure(qtbot, steps, 1, "Name")
    assert window.session.selection.row == TOM
    qtbot.waitUntil(lambda: not steps._following.behind)
    assert names(steps) == ["10", "12"]


def test_a_missing_kind_is_reported_and_kinds_follow_an_edit(qtbot, window, steps):
    mode(qtbot, window, "Table")
    ui.press_button(qtbot, window, "stepsOnlyFloor")
    assert names(steps) == ["1"]
    assert steps.note.isVisible()
    assert steps.note.text() == (
        "No player in this section was raised to a floor. "
        "Only the selected player, Castle, Ada, is shown."
    )
    ui.click(qtbot, window, 5, "name")
    qtbot.waitUntil(lambda: names(steps) == ["5"])
    assert steps.table.currentIndex().row() == 0
    ui.press_button(qtbot, window, "stepsOnlyFloor")
    assert not steps.note.isVisible()
    assert steps.table.currentIndex().row() == 4
    window.session.select(row=0)
    ui.press_button(qtbot, window, "stepsOnlyBonus")
    assert names(steps) == ["1", "11"]
    document = window.session.document
    for round_index in (2, 3):
        window.session.apply_edit(set_result, 0, 10, round_index, "H")
    qtbot.waitUntil(lambda: names(steps) == ["1"])
    assert window.session.document is not document


def test_an_empty_section_says_so_and_a_small_one_is_shown(qtbot, window, steps):
    for title in ("Chart", "Table", "Both"):
        window.session.show_document(event(), None)
        mode(qtbot, window, title)
        qtbot.waitUntil(lambda: steps.note.text() == NOBODY)
        if title != "Table":
            assert drawn(qtbot, steps) == ""
            assert steps.chart.chart is None
        ui.press_button(qtbot, window, "stepsOnlyBonus")
        assert steps.note.text() == NOBODY
        ui.press_button(qtbot, window, "stepsOnlyBonus")
        steps.bar.slider.setValue(2)
    steps.chart.setFocus()
    for key in (Key.Key_Down, Key.Key_Return, Key.Key_Left):
        qtbot.keyClick(steps.chart, key)
    mode(qtbot, window, "Both")
    shown = ["Player 1 1500", "Player 2 1500"]
    for players, rated in (
        *(([player(1, "", rating=None)], 0), ([player(1, "")], 1)),
        *(([player(1), player(2)], 2), ([player(1, "?2"), player(2, "?1")], 2)),
    ):
        window.session.show_document(event(*players), None)
        for step in (POST, 1, 4):
            steps.bar.slider.setValue(step)
            drawn(qtbot, steps)
            chart = steps.chart.chart
            labels = chart.labels if chart else ()
            assert sorted(x.text for x in labels if x.place == "right") == shown[:rated]
            assert steps.picture.isEnabled() is bool(rated)
        assert names(steps) == [str(one.number) for one in players]


def test_a_section_under_the_worksheet_says_whose_steps_these_are(qtbot, window, steps):
    document = window.session.document
    guided = replace(document.sections[0], rules=RulesChoice("2001-guide"))
    window.session.show_document(replace(document, sections=(guided,)), None)
    qtbot.waitUntil(lambda: steps.note.text() == GUIDE)
    assert ui.text(window, 1, "post") == "1797"
    mode(qtbot, window, "Table")
    assert row_of(steps, 0)["Post"] == "1798"
    click_figure(qtbot, steps, 0, "Step 4")
    assert ui.why(window).isVisible()


def test_the_bar_stays_in_place_and_the_mode_is_kept_for_the_size(window, steps, qtbot):
    slider = steps.findChild(QSlider, "stepsSlider")
    assert slider.accessibleName() == "Shown step"
    places = set()
    for step in range(1, POST + 1):
        slider.setValue(step)
        assert slider.accessibleDescription() == steps.bar.step.text()
        places.add(tuple(c.geometry().getRect() for c in steps.bar.chips.values()))
    assert len(places) == 1
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


def test_resizing_before_the_table_follows_is_harmless(qtbot, session, theme):
    # The table is resized first, because it is connected later.
    session.selected.connect(lambda: table.resize(table.width() + 40, table.height()))
    table = StepsTable(session, theme)
    ui.show_alone(qtbot, table, 600, 300)
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
        dots = [mark for mark in chart.marks if isinstance(mark, ChartDot)]
        assert [dot.y for dot in dots if dot.role == "accent"] == moves[:upto]
        (own,) = [x for x in chart.labels if x.strong and x.place == "right"]
        assert own.x == upto - 1
        # No line crosses the names, which begin where the lines end.
        ends = [x for m in chart.marks if isinstance(m, ChartLine) for x, _ in m.points]
        assert max(ends) == upto - 1
        assert not any(isinstance(mark, ChartRule) for mark in chart.marks)
        assert abs(int(own.text.split()[-1]) - way[upto - 1]) <= 0.5
    assert len(axes) == 1


def test_a_label_is_right_of_its_step_and_leads_to_its_rating():
    slopes = [
        PlayerSlope(i, f"P{i}", (1500.0, 1500.0, 1510.0 + i, 1520.0, 1500.0 + 9 * i))
        for i in range(6)
    ]
    for step, stage in ((1, 0), (3, 1), (4, 2), (5, 3), (POST, 4)):
        layout = lay_out(chart_of(slopes, 2, step), WIDE, HIGH, measure)
        heads = [tick.at for tick in layout.x_ticks]
        ends = [p.box for p in layout.labels if p.label.place == "right"]
        assert ends
        for box in ends:
            assert heads[stage] < box.x < heads[stage] + 60
    slopes = [PlayerSlope(0, "One", (1500.0, 1500.0, 1520.0, 1530.0, 1540.0))]
    for step, stage in ((2, 1), (3, 3), (4, 4), (5, 5), (POST, POST)):
        (own,) = [x for x in chart_of(slopes, 0, step).labels if x.place == "right"]
        assert own.key == (0, stage)
        before = [x for x in chart_of(slopes, 0, step).labels if x.place == "near"]
        assert [x.key for x in before] == [(0, s) for s in (1, 3, 4, 5) if s < stage]
        assert all(isinstance(label, ChartLabel) for label in before)


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
    lines = {row: ways_of(chart, row) for row in range(64)}
    roles = {row: way[0].role for row, way in lines.items() if way}
    assert roles[20] == "accent"
    assert (roles[62], roles[63]) == ("gain", "loss")
    grey = [row for row, role in roles.items() if role == "pale"]
    assert len(grey) == 64 - MOVERS - 1


def test_the_headline_says_who_moved_how_far():
    slopes = [
        PlayerSlope(0, "Mine", (1728.0, 1728.0, 1740.0, 1750.0, 1762.0)),
        PlayerSlope(1, "Other", (1500.0, 1500.0, 1490.0, 1470.0, 1460.0)),
    ]
    for chosen, step, title in (
        (0, POST, "Mine: 1728 → 1762 (+34)"),
        (0, 4, "Mine: 1728 → 1740 (+12) after Step 4"),
        (0, 1, "Mine starts at 1728"),
        (None, POST, "Largest gain: Mine, +34; Largest loss: Other, −40"),
    ):
        assert chart_of(slopes, chosen, step).title == title
    slopes = [
        PlayerSlope(0, "Old", (1500.0, 1500.0, 1510.0, 1512.0, 1512.0)),
        PlayerSlope(1, "New", (700.0, 1300.0, 1500.0, 1510.0, 1510.0), unrated=True),
    ]
    chart = chart_of(slopes, 0, POST)
    assert chart.y.high < 100
    (text,) = [x.text for x in chart.labels if "New" in x.text]
    assert text == "▲ New new, 1510"
    assert chart_of(slopes, 1, POST).y.high > 810


def test_lines_differ_by_kind_and_only_the_filtered_have_one():
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
    slopes = [
        PlayerSlope(row, f"P{row}", (1000.0 + row,) * 5, among=row == 3)
        for row in range(5)
    ]
    marks = chart_of(slopes, 1, POST).marks
    keys = {m.key for m in marks if isinstance(m, ChartLine) and m.key}
    assert keys == {(1, 0), (3, 0)}
    assert slope_chart(slopes[:3], None, POST, "", ROOM) is None
    assert slope_chart([], 0, POST, "", ROOM) is None
    assert slope_chart([PlayerSlope(0, "Nobody", ())], 0, POST, "", ROOM) is None


def test_a_crowd_is_thinned_evenly_and_few_are_all_named():
    slopes = [PlayerSlope(i, f"P{i}", (1000.0 + i,) * 5) for i in range(1000)]
    slopes[77] = slopes[77]._replace(ratings=(1077.0,) * 4 + (1377.0,))
    chart = chart_of(slopes, 500, POST)
    drawn = {m.key[0] for m in chart.marks if isinstance(m, ChartLine) and m.key}
    assert len(drawn) == CROWD
    assert {500, 77} <= drawn
    assert max(b - a for a, b in pairwise(sorted(drawn))) < 40
    names = [x for x in chart.labels if x.place == "right"]
    assert {name.text.split()[0] for name in names} == {"P500", "P77"}
    assert f"{CROWD} of 1,000 players" in crowd_words(1000)
    assert crowd_words(CROWD) == ""
    slopes = [PlayerSlope(row, f"P{row}", (1500.0,) * 5) for row in range(ROOM)]
    chart = chart_of(slopes, 0, POST)
    assert len([x for x in chart.labels if x.place == "right"]) == ROOM
    crowded = chart_of(slopes, 0, POST, ROOM - 1)
    assert [x.text for x in crowded.labels if x.place == "right"] == ["P0 1500"]
    chart = chart_of([PlayerSlope(0, "One", (1500.0,) * 5)], 0, POST)
    assert chart.y.high - chart.y.low >= 20
    assert chart.y.low + chart.y.high == 0


def test_the_ratings_are_those_of_the_trace(session):
    for row in range(len(session.section.players)):
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
    whole = "Castle, Ada", "Rook, Milo", "Rook, Nora", "", "Single"
    short = ["Castle", "Rook, Milo", "Rook, Nora", "Player 4", "Single"]
    assert short_names([Player(i, name) for i, name in enumerate(whole, 1)]) == short
    assert nobody_sentence(["bonus"]) == "No player in this section has a bonus."
    said = "was unrated, has a bonus and was raised to a floor."
    all_three = nobody_sentence(["floor", "unrated", "bonus"])
    assert all_three == f"No player in this section {said}"
    assert set(KINDS) == {"unrated", "special", "bonus", "floor"}
