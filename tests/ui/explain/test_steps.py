"""The Steps: a shown step that views follow and paper does not, kinds, figures asked."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QPointF
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QSlider, QToolButton
from pytestqt.qtbot import QtBot

from tests.build import as_type, event, player
from tests.ui.driving import click, keyboard, press, press_button, text, why
from tests.ui.keys import ALT, LEFT, Key
from uscalc.document.edit.cells import set_result
from uscalc.document.edit.structure import add_section
from uscalc.document.model import RulesChoice
from uscalc.explain.model import find_full_key, shorten_chapter
from uscalc.ui.explain.explanation_view import ExplanationView
from uscalc.ui.explain.model import COLUMNS
from uscalc.ui.explain.scene import ratings_at
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
    """What the chart says for those who do not see it, once it is up to date."""
    qtbot.waitUntil(lambda: not view._charting.behind)
    return view.chart.accessibleDescription()


def click_figure(qtbot: QtBot, view: StepsView, place: int, title: str) -> None:
    index = view.table.model().index(place, TITLES.index(title))
    view.table.scrollTo(index)
    where = view.table.visualRect(index).center()
    qtbot.mouseClick(view.table.viewport(), LEFT, pos=where)


def marked(view: ExplanationView) -> str:
    marks = view.text.extraSelections()
    cursor = marks[0].cursor if marks else None  # type: ignore[attr-defined]
    return str(cursor.selectedText()) if cursor else ""


def is_at(view: ExplanationView, key: str) -> bool:
    derivation = view.derivation
    found = find_full_key(derivation, key)
    for chapter in derivation.chapters:
        if chapter.key == found:
            return chapter.title in marked(view)
        unfolded = chapter.key in view._unfolded
        for line in (chapter if unfolded else shorten_chapter(chapter)).lines:
            if line.key == found:
                return line.text[:20].replace("_", "") in marked(view)
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
        # Why goes to the chapter, the table and the chart stop at the step.
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
                solver.solved is not None and solver.solved.idea.step == max(s, 3)
            )
        )
        window.show_view("view-explanation")
        seen.append((said, marked(page), tuple(figures.values())))
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
    assert marked(page) == ""
    window.show_view("view-explanation")
    qtbot.waitUntil(lambda: is_at(page, "step4"))


def test_another_player_is_shown_at_the_same_step(qtbot, window, steps):
    page = why(window)
    steps.bar.slider.setValue(5)
    qtbot.waitUntil(lambda: is_at(page, "step5"))
    # The line is marked once more in the turn that follows.
    QApplication.processEvents()
    page.text.setExtraSelections([])
    click(qtbot, window, 11, "name")
    qtbot.waitUntil(lambda: is_at(page, "step5"))
    # Step 3 does nothing for a rated player, and says so.
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
    # The arrows go on in the table.
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
    layout = chart.laid_out()
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

    def moved(row: int) -> float:
        trace = window.session.shown.find_trace(row)
        return (trace.post or 0.0) - trace.start.r0

    # From the one at the top of the chart down.
    ranks = sorted(range(12), key=lambda row: -moved(row))
    window.session.select(row=ranks[0])
    for row in ranks[1:]:
        qtbot.keyClick(steps.chart, Key.Key_Down)
        assert window.session.selection.row == row
    qtbot.keyClick(steps.chart, Key.Key_Up)
    assert window.session.selection.row == ranks[-2]
    # Somebody with the special formula, whose Step 5 ends a walk.
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
def test_little_to_show_is_shown(qtbot, window, steps, players, shown):
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
