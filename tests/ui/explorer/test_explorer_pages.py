"""The explorer's pages as a person uses them: sweep, passes and contrasting cases."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QStyle, QStyleOptionSlider, QWidget
from pytestqt.qtbot import QtBot

from tests.ui import odd_events
from tests.ui.driving import click, find_part, press, press_button, quiet
from uscalc.document.edit.cells import set_result
from uscalc.explain.idea import TriedValues
from uscalc.ui.charts.chart_look import KINDS, ChartImage
from uscalc.ui.charts.export import save_picture
from uscalc.ui.explorer.cases_page import CasesPage
from uscalc.ui.explorer.explorer_view import RatingExplorerView
from uscalc.ui.explorer.passes_page import PassesPage
from uscalc.ui.explorer.sweep_page import SweepPage
from uscalc.ui.frame.pages import PagedView
from uscalc.ui.window.main_window import MainWindow

TOM = 12
"""The sample's player without a rating."""
EVA = 11
"""One with the standard formula and a bonus."""
Key = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
COMMANDS = {
    "sweepRating": SweepPage,
    "comparePasses": PassesPage,
    "contrastCases": CasesPage,
}


def open_page(qtbot: QtBot, window: MainWindow, command: str) -> QWidget:
    """The page that a command of the Teach menu shows, once it is computed."""
    window.resize(1280, 800)
    window.named_actions[command].trigger()
    view = window.get_view("view-rating-explorer")
    assert isinstance(view, PagedView)
    settle(qtbot, window, view.page)
    return view.page


def settle(qtbot: QtBot, window: MainWindow, page: QWidget) -> None:
    qtbot.waitUntil(lambda: quiet(page) and not window.session.busy)
    qtbot.waitUntil(lambda: not page.worker.busy)


def pages(window: MainWindow) -> PagedView:
    view = window.get_view("view-rating-explorer")
    assert isinstance(view, PagedView)
    return view


@pytest.fixture
def sweep(qtbot: QtBot, window: MainWindow) -> SweepPage:
    click(qtbot, window, TOM, "name")
    return open_page(qtbot, window, "sweepRating")


@pytest.fixture
def passes(qtbot: QtBot, window: MainWindow) -> PassesPage:
    click(qtbot, window, TOM, "name")
    return open_page(qtbot, window, "comparePasses")


@pytest.fixture
def cases(qtbot: QtBot, window: MainWindow) -> CasesPage:
    click(qtbot, window, EVA, "name")
    return open_page(qtbot, window, "contrastCases")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_opens_teach_with_its_page_and_arrows_turn(qtbot, window, command):
    page = open_page(qtbot, window, command)
    assert isinstance(page, COMMANDS[command])
    assert page.isVisible()
    assert window.spaces.current.name == "teach"
    pages(window).tabs.setFocus()
    while not isinstance(pages(window).page, RatingExplorerView):
        before = pages(window).page
        press(qtbot, window, Key.Key_Left)
        assert pages(window).page is not before
    assert not page.isVisible()


# Sweep


def choose_cause(qtbot: QtBot, window: MainWindow, page: SweepPage, words: str) -> None:
    box = find_part(window, QComboBox, "sweepCause")
    box.setFocus()
    box.setCurrentIndex(box.findText(words))
    box.activated.emit(box.currentIndex())
    settle(qtbot, window, page)


def mouse_at(page: SweepPage, x: float, y: float) -> QPoint:
    return page.chart.place_of(x, y).toPoint()


def test_the_mouse_reads_the_curve_and_a_click_explores_the_same_rating(
    qtbot, window, sweep
):
    choose_cause(qtbot, window, sweep, "Rating of King, Otto (round 1)")
    assert "King, Otto" in sweep.chart.chart.title
    assert "all other facts unchanged" in sweep.chart.chart.title
    place = mouse_at(sweep, 2000.0, 1850.0)
    QTest.mouseMove(sweep.chart, place)
    assert abs(sweep.point.x - 2000.0) < 5
    said = sweep.saying.text()
    assert said.startswith(f"With King, Otto (round 1) rated {sweep.point.x:.0f}")
    assert f"would be {sweep.point.shown:.0f} instead of 1762." in said
    before = window.session.document
    QTest.mouseClick(sweep.chart, Qt.MouseButton.LeftButton, pos=place)
    shown = pages(window).page
    assert isinstance(shown, RatingExplorerView)
    assert shown.isVisible()
    assert shown.scene.causes == TriedValues(ratings=((0, sweep.point.x),))
    assert shown.scene.idea.result == sweep.point.shown
    assert shown.scene.idea.rows[0].rating == sweep.point.x
    assert window.session.document is before


def test_near_a_knot_the_mouse_reads_the_knot_itself(qtbot, window, sweep):
    choose_cause(qtbot, window, sweep, "Rating of King, Otto (round 1)")
    for mark in sweep.sweep.marks:
        place = mouse_at(sweep, mark.after.x, mark.after.y)
        QTest.mouseMove(sweep.chart, place + QPoint(30, 0))
        QTest.mouseMove(sweep.chart, place + QPoint(2, 0))
        assert sweep.point.x == mark.after.x
        assert sweep.saying.text().endswith(mark.words)
    assert len(sweep.sweep.marks) == 3


def test_keys_read_round_ratings_and_jump_from_mark_to_mark(qtbot, window, sweep):
    choose_cause(qtbot, window, sweep, "Rating of King, Otto (round 1)")
    sweep.slider.setFocus()
    press(qtbot, window, Key.Key_Right)
    assert sweep.point.x == 1460.0
    press(qtbot, window, Key.Key_Right, SHIFT)
    assert sweep.point.x == 1461.0
    press(qtbot, window, Key.Key_PageUp)
    assert sweep.point.x == 1500.0
    assert "rated 1500" in sweep.slider.property("announced")
    press(qtbot, window, Key.Key_Right, CONTROL)
    first = sweep.point.x
    assert "Knot" in sweep.saying.text()
    press(qtbot, window, Key.Key_Right, CONTROL)
    assert sweep.point.x > first
    press(qtbot, window, Key.Key_Left, CONTROL)
    assert sweep.point.x == first
    press(qtbot, window, Key.Key_End)
    assert sweep.point.x == 2800.0
    press(qtbot, window, Key.Key_Return)
    shown = pages(window).page
    assert shown.scene.idea.rows[0].rating == 2800.0


def test_the_slider_stands_under_the_line_of_the_chart(qtbot, window, sweep):
    choose_cause(qtbot, window, sweep, "Score")
    slider, chart = sweep.slider, sweep.chart
    slider.setFocus()
    for key, x in ((Key.Key_Home, 0.0), (Key.Key_End, 5.0)):
        press(qtbot, window, key)
        option = QStyleOptionSlider()
        slider.initStyleOption(option)
        knob = slider.style().subControlRect(
            QStyle.ComplexControl.CC_Slider,
            option,
            QStyle.SubControl.SC_SliderHandle,
            slider,
        )
        middle = slider.mapTo(sweep, knob.center()).x()
        line = chart.mapTo(sweep, chart.place_of(x, 1500.0).toPoint()).x()
        assert abs(middle - line) <= 3, key


def test_a_score_of_the_curve_becomes_what_if_results(qtbot, window, sweep):
    choose_cause(qtbot, window, sweep, "Score")
    sweep.slider.setFocus()
    press(qtbot, window, Key.Key_End)
    assert sweep.point.x == 5.0
    expected = sweep.point.shown
    press_button(qtbot, window, "sweepPick")
    qtbot.waitUntil(lambda: not window.session.busy)
    assert len(window.session.what_if.outcomes) == 2
    shown = pages(window).page
    qtbot.waitUntil(lambda: shown.scene.idea.scored == 5.0)
    # The other players' ratings follow the results too, so the rating is near only.
    assert shown.scene.idea.result == pytest.approx(expected, abs=40)
    window.named_actions["sweepRating"].trigger()
    settle(qtbot, window, sweep)
    qtbot.waitUntil(lambda: sweep.sweep.cause.now == 5.0)
    assert sweep.saying.text().startswith(
        "With 5 of 5, as in the event with your what-if results, the "
    )
    assert sweep.start.text() == (
        "The curve starts from the event with your what-if results. It ignores trial "
        "values. Click a point to explore it."
    )


def test_the_curve_starts_from_the_event_and_says_that_trials_are_ignored(
    qtbot, window, sweep
):
    before = sweep.sweep
    shared = window.session.scene
    shared.put(sweep.scene.try_rating(0, 2500.0))
    settle(qtbot, window, sweep)
    assert sweep.sweep is before
    assert sweep.start.isVisible()
    assert (
        sweep.start.text()
        == "The curve starts from the event. It ignores trial values. "
        "Click a point to explore it."
    )


def test_the_number_of_games_is_kept_for_the_next_player(qtbot, window, sweep):
    choose_cause(qtbot, window, sweep, "Number of earlier games")
    window.session.select(row=EVA - 1)
    qtbot.waitUntil(lambda: "Zugzwang" in sweep.chart.chart.title)
    settle(qtbot, window, sweep)
    assert "across the number of earlier games" in sweep.chart.chart.title
    sweep.slider.setFocus()
    while sweep.point.x > 9:
        press(qtbot, window, Key.Key_Left)
    assert "From 9 earlier games on, the standard formula" in sweep.saying.text()
    press_button(qtbot, window, "sweepPick")
    scene = pages(window).page.scene
    assert scene.causes == TriedValues(games=9)
    assert scene.idea.result == sweep.point.shown


def test_the_curve_follows_an_edit(qtbot, window, sweep):
    before = sweep.sweep.now.shown
    window.session.apply_edit(set_result, 0, TOM - 1, 0, "L6")
    qtbot.waitUntil(lambda: sweep.sweep.now.shown < before)


# Passes


def test_one_slider_moves_every_player_and_the_step_of_all_views(qtbot, window, passes):
    chart = passes.chart
    names = [label.text for label in chart.chart.labels]
    players = [player.name for player in window.session.section.players]
    assert names == players
    assert window.session.step.step == 6
    passes.transport.slider.setFocus()
    press(qtbot, window, Key.Key_Left)
    assert window.session.step.step == 4
    assert passes.saying.text() == (
        "After Step 4, the first pass. Fianchetto, Tom is at 1765. The later passes move "
        "this rating down by 3.05. "
    )
    ratings = [label.text for label in chart.overlay.labels]
    traces = window.session.shown.rating.trace.players
    wanted = [round(trace.step4.result, 2) for trace in traces]
    assert [float(rating) for rating in ratings] == pytest.approx(wanted, abs=0.006)
    window.session.step.show_step(5)
    assert passes.transport.stop == 2


def test_ten_passes_are_named_as_not_the_rules_on_screen_and_in_pictures(
    qtbot, window, passes, tmp_path
):
    assert passes.chart.chart.title.startswith("Steps 3, 4 and 5 of every player")
    press_button(qtbot, window, "passesTen")
    settle(qtbot, window, passes)
    assert passes.transport.moves == 10
    assert passes.chart.chart.title.startswith("Not the rules: 10 passes")
    assert "Two passes are within 3.4 points of the limit" in passes.saying.text()
    assert "The largest difference is 3.32, for Fianchetto, Tom." in (
        passes.saying.text()
    )
    assert "Not the rules" in save_svg(passes.chart.make_image(True), tmp_path)
    press_button(qtbot, window, "passesTen")
    settle(qtbot, window, passes)
    assert "Not the rules" not in passes.chart.chart.title


def save_svg(picture: ChartImage, folder: Path) -> str:
    """A picture as a file with text."""
    kind = next(kind for kind in KINDS if kind.name == "svgText")
    path = folder / "picture.svg"
    save_picture(picture, kind, path)
    return path.read_text("utf-8")


def test_a_click_on_a_small_chart_selects_its_player(qtbot, window, passes):
    grid = passes._grid
    x, y = grid.corner_of(4)
    place = passes.chart.place_of(x + 0.5, y + 0.9).toPoint()
    QTest.mouseClick(passes.chart, Qt.MouseButton.LeftButton, pos=place)
    assert window.session.selection.row == 4
    qtbot.waitUntil(lambda: "Pawn, Iris is at" in passes.saying.text())


def test_only_looking_at_the_passes_keeps_the_step(qtbot, window, passes):
    window.session.select(row=2)
    settle(qtbot, window, passes)
    assert window.session.step.step == 6


# Cases


@pytest.mark.parametrize(
    ("key", "labels", "own"),
    [
        ("Games", ("8 earlier games", "9 earlier games"), True),
        ("K", ("Rated 1200", "Rated 2400"), True),
        ("Cap", ("Below the cap", "Capped"), False),
        ("Editions", ("Rules of 2025", "Rules of 2020"), True),
    ],
)
def test_each_button_shows_its_pair_and_says_whose_it_is(
    qtbot, window, cases, key, labels, own, tmp_path
):
    press_button(qtbot, window, f"cases{key}")
    settle(qtbot, window, cases)
    case = cases.canvas.case
    assert (case.left.label, case.right.label) == labels
    assert cases.same.text().startswith("Same: ")
    assert "\nDifferent: " in cases.same.text()
    assert cases.reason.text() == f"Why: {case.reason}"
    assert case.is_example is not own
    assert cases.note.isVisible() is not own
    assert ("Zugzwang, Eva" in case.title) is own
    written = save_svg(cases.canvas.make_image(True), tmp_path)
    for text in (case.title, *labels):
        assert text in written
    for side in (case.left, case.right):
        assert f"{side.label}: {side.result}" in cases.canvas.accessibleDescription()


def test_a_bonus_that_is_printed_as_zero_is_left_out(qtbot, window, cases, tmp_path):
    press_button(qtbot, window, "casesBonus")
    settle(qtbot, window, cases)
    done = cases.canvas.case.right.scene.idea.done
    assert 0.0 < done.bonus < 0.1
    written = save_svg(cases.canvas.make_image(True), tmp_path)
    assert "bonus threshold" in written
    assert "and bonus" not in written


def test_a_difference_that_is_printed_as_zero_is_no_loss(
    qtbot, window, cases, tmp_path
):
    pages(window).tabs.setCurrentIndex(0)
    explorer = pages(window).page
    settle(qtbot, window, cases)
    row = next(row for row in explorer.scene.idea.rows if row.score == 0.0)
    window.session.scene.put(explorer.scene.try_rating(row.game, 2800.0))
    written = save_svg(explorer.canvas.make_image(True), tmp_path)
    before, zero, _ = written.partition(">0.00<")
    assert zero
    assert f'<text fill="{window.theme.colors.loss}"' in written
    assert window.theme.colors.loss not in before[before.rindex("<text") :]


def test_the_two_scenes_are_painted_beside_each_other_and_differ(qtbot, window, cases):
    picture = cases.canvas.grab().toImage()
    half = picture.width() // 2
    left, right = (
        picture.copy(x, 0, half, picture.height()) for x in (0, picture.width() - half)
    )
    assert left != right
    for image in (left, right):
        colors = {
            image.pixel(x, y)
            for x in range(0, image.width(), 3)
            for y in range(0, image.height(), 3)
        }
        assert len(colors) > 10
    cases.canvas.resize(300, 300)
    assert cases.canvas.height() > 1.5 * picture.height() / picture.devicePixelRatio()


def test_pages_without_ratings_say_what_to_do(qtbot, window):
    window.session.show_document(odd_events.nobody(), None)
    sweep = open_page(qtbot, window, "sweepRating")
    assert sweep.empty.isVisible()
    assert sweep.empty.text().startswith("No rated games yet.")
    passes = open_page(qtbot, window, "comparePasses")
    assert passes.empty.text().startswith("No rated games yet.")
    cases = open_page(qtbot, window, "contrastCases")
    qtbot.waitUntil(lambda: cases.canvas.case is not None)
    assert cases.canvas.case.is_example
