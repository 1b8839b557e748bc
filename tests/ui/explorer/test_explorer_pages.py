"""The pages of the rating explorer, its curve, and the scene that they share."""

import re
from itertools import product

import pytest
from PySide6 import QtWidgets
from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.shared_data import DATA
from tests.ui import odd_events
from tests.ui.drawing import svg_text
from tests.ui.driving import (
    click,
    find_part,
    press,
    press_button,
    press_in,
    quiet,
)
from tests.ui.keys import ALT, CONTROL, LEFT, SHIFT, Key
from tests.ui.pixels import colors_in
from uscalc.document.edit.cells import set_result
from uscalc.document.edit.structure import remove_players
from uscalc.explain.numbers import speak_name
from uscalc.explain.picture import TriedValues
from uscalc.explain.scene.words import find_spot
from uscalc.formats import open_event
from uscalc.ui.charts.scene import ChartArea, ChartRule
from uscalc.ui.explorer.cases_page import CasesPage
from uscalc.ui.explorer.curve_chart import CurveChart
from uscalc.ui.explorer.explorer_view import RatingExplorerView
from uscalc.ui.explorer.passes_page import PassesPage
from uscalc.ui.explorer.room import explorer_of
from uscalc.ui.explorer.strokes import em_of
from uscalc.ui.explorer.sweep_page import SweepPage
from uscalc.ui.frame.view import PagedView
from uscalc.ui.window.main_window import MainWindow

TOM = 12
"""The sample's player without a rating."""
EVA = 11
"""A player with the standard formula and a bonus."""
COMMANDS = {
    "sweepRating": SweepPage,
    "comparePasses": PassesPage,
    "contrastCases": CasesPage,
}
IGNORES = "It ignores trial values. Click a point to explore it."


def open_page(qtbot: QtBot, window: MainWindow, command: str) -> QtWidgets.QWidget:
    """Return the page that a command of the Teach menu shows, once it is computed."""
    window.resize(1280, 800)
    window.named_actions[command].trigger()
    page = pages(window).page
    settle(qtbot, window, page)
    return page


def settle(qtbot: QtBot, window: MainWindow, page: QtWidgets.QWidget) -> None:
    qtbot.waitUntil(lambda: quiet(page) and not window.session.busy)
    qtbot.waitUntil(lambda: not page.worker.busy)


def pages(window: MainWindow) -> PagedView:
    return window.get_view("view-rating-explorer")


@pytest.fixture
def sweep(qtbot: QtBot, window: MainWindow) -> SweepPage:
    click(qtbot, window, TOM, "name")
    page = open_page(qtbot, window, "sweepRating")
    press_button(qtbot, window, "sweepNoIdea")
    return page


@pytest.fixture
def passes(qtbot: QtBot, window: MainWindow) -> PassesPage:
    click(qtbot, window, TOM, "name")
    page = open_page(qtbot, window, "comparePasses")
    press_button(qtbot, window, "passesNoIdea")
    qtbot.waitUntil(page.chart.isVisible)
    QtWidgets.QApplication.processEvents()
    return page


@pytest.fixture
def cases(qtbot: QtBot, window: MainWindow) -> CasesPage:
    click(qtbot, window, EVA, "name")
    return open_page(qtbot, window, "contrastCases")


def test_a_command_opens_teach_with_its_page_and_arrows_turn(qtbot, window):
    for command, kind in COMMANDS.items():
        window.spaces.switch_to("explain")
        page = open_page(qtbot, window, command)
        assert isinstance(page, kind)
        assert page.isVisible()
        assert window.spaces.current.name == "teach"
        pages(window).tabs.setFocus()
        while not isinstance(pages(window).page, RatingExplorerView):
            before = pages(window).page
            press(qtbot, window, Key.Key_Left)
            assert pages(window).page is not before
        assert not page.isVisible()


def choose_cause(qtbot: QtBot, window: MainWindow, page: SweepPage, words: str) -> None:
    box = find_part(window, QtWidgets.QComboBox, "sweepCause")
    box.setFocus()
    box.setCurrentIndex(box.findText(words))
    box.activated.emit(box.currentIndex())
    settle(qtbot, window, page)


def mouse_at(page: SweepPage, x: float, y: float) -> QPoint:
    return page.chart.place_of(x, y).toPoint()


def test_the_mouse_reads_the_curve_and_a_click_explores(qtbot, window, sweep):
    choose_cause(qtbot, window, sweep, "Rating of Otto King (round 1)")
    assert "Otto King" in sweep.chart.chart.title
    assert "all other facts unchanged" in sweep.chart.chart.title
    place = mouse_at(sweep, 2000.0, 1850.0)
    QTest.mouseMove(sweep.chart, place)
    assert abs(sweep.point.x - 2000.0) < 5
    said = sweep.saying.text()
    assert said.startswith(f"With Otto King (round 1) rated {sweep.point.x:.0f}")
    assert f"would be {sweep.point.shown:.0f} instead of 1762." in said
    before = window.session.document
    QTest.mouseClick(sweep.chart, LEFT, pos=place)
    shown = pages(window).page
    assert isinstance(shown, RatingExplorerView)
    assert shown.isVisible()
    assert shown.scene.causes == TriedValues(ratings=((0, sweep.point.x),))
    assert shown.scene.picture.result == sweep.point.shown
    assert shown.scene.picture.rows[0].rating == sweep.point.x
    assert window.session.document is before
    # The whole question is visible, R is the point's rating, and the button back stays
    # until another player is selected.
    assert shown.verticalScrollBar().value() == 0
    assert shown.scene.at == sweep.point.shown
    assert shown.sweep.isVisible()
    window.session.select(row=0)
    qtbot.waitUntil(lambda: not shown.sweep.isVisible())


def test_keys_read_round_ratings_and_jump_from_mark_to_mark(qtbot, window, sweep):
    choose_cause(qtbot, window, sweep, "Rating of Otto King (round 1)")
    press_in(qtbot, window, sweep.slider, Key.Key_Right)
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
    assert pages(window).page.scene.picture.rows[0].rating == 2800.0


def test_the_slider_is_below_the_chart_whose_knots_are_read(qtbot, window, sweep):
    choose_cause(qtbot, window, sweep, "Score")
    slider, chart = sweep.slider, sweep.chart
    slider.setFocus()
    for key, x in ((Key.Key_Home, 0.0), (Key.Key_End, 5.0)):
        press(qtbot, window, key)
        option = QtWidgets.QStyleOptionSlider()
        slider.initStyleOption(option)
        knob = slider.style().subControlRect(
            QtWidgets.QStyle.ComplexControl.CC_Slider,
            option,
            QtWidgets.QStyle.SubControl.SC_SliderHandle,
            slider,
        )
        middle = slider.mapTo(sweep, knob.center()).x()
        line = chart.mapTo(sweep, chart.place_of(x, 1500.0).toPoint()).x()
        assert abs(middle - line) <= 3, key
    choose_cause(qtbot, window, sweep, "Rating of Otto King (round 1)")
    for mark in sweep.sweep.marks:
        place = mouse_at(sweep, mark.after.x, mark.after.y)
        QTest.mouseMove(sweep.chart, place + QPoint(30, 0))
        QTest.mouseMove(sweep.chart, place + QPoint(2, 0))
        assert sweep.point.x == mark.after.x
        assert sweep.saying.text().endswith(mark.words)
    assert len(sweep.sweep.marks) == 3


def test_a_score_of_the_curve_becomes_what_if_results(qtbot, window, sweep):
    choose_cause(qtbot, window, sweep, "Score")
    press_in(qtbot, window, sweep.slider, Key.Key_End)
    assert sweep.point.x == 5.0
    expected = sweep.point.shown
    press_button(qtbot, window, "sweepPick")
    qtbot.waitUntil(lambda: not window.session.busy)
    assert len(window.session.what_if.outcomes) == 2
    shown = pages(window).page
    qtbot.waitUntil(lambda: shown.scene.picture.scored == 5.0)
    # The results also change the other players' ratings, so this rating is only close.
    assert shown.scene.picture.result == pytest.approx(expected, abs=40)
    window.named_actions["sweepRating"].trigger()
    settle(qtbot, window, sweep)
    qtbot.waitUntil(lambda: sweep.sweep.cause.now == 5.0)
    assert sweep.saying.text().startswith(
        "With 5 of 5, as in the event with your what-if results, the "
    )
    start = "The curve starts from the event with your what-if results."
    assert sweep.start.text() == f"{start} {IGNORES}"


def test_the_curve_follows_edits_and_keeps_its_cause(qtbot, window, sweep):
    before = sweep.sweep
    window.session.scene.put(sweep.scene.try_rating(0, 2500.0))
    settle(qtbot, window, sweep)
    assert sweep.sweep is before
    assert sweep.start.isVisible()
    assert sweep.start.text() == f"The curve starts from the event. {IGNORES}"
    before = sweep.sweep.now.shown
    window.session.apply_edit(set_result, 0, TOM - 1, 0, "L6")
    qtbot.waitUntil(lambda: sweep.sweep.now.shown < before)
    choose_cause(qtbot, window, sweep, "Number of earlier games")
    window.session.select(row=EVA - 1)
    qtbot.waitUntil(sweep.empty.isVisible)
    press_button(qtbot, window, "sweepNoIdea")
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
    assert scene.picture.result == sweep.point.shown


def test_the_sweep_starts_where_the_curve_of_the_first_player_moves(qtbot, window):
    sweep = open_page(qtbot, window, "sweepRating")
    now = sweep.sweep.now
    assert sweep.cause.value.startswith("opponent")
    press_in(qtbot, window, sweep.slider, Key.Key_PageUp)
    assert sweep.point.shown != now.shown
    # Each player has a first opponent, until the user chooses a cause.
    first = {sweep.cause.value}
    for row in (1, 2):
        window.session.select(row=row)
        settle(qtbot, window, sweep)
        first.add(sweep.cause.value)
    assert len(first) > 1


def test_one_slider_moves_every_player_and_a_click_selects_one(qtbot, window, passes):
    chart = passes.chart
    names = [label.text for label in chart.chart.labels]
    assert names == [player.name for player in window.session.section.players]
    assert window.session.step.step == 6
    press_in(qtbot, window, passes.transport.slider, Key.Key_Left)
    assert window.session.step.step == 4
    assert passes.saying.text() == (
        "After Step 4, the first pass. Tom Fianchetto is at 1765. The later passes move "
        "this rating down by 3.05. "
    )
    ratings = [label.text for label in chart.overlay.labels]
    traces = window.session.shown.rating.trace.players
    wanted = [round(trace.step4.result, 2) for trace in traces]
    assert [float(rating) for rating in ratings] == pytest.approx(wanted, abs=0.006)
    window.session.step.show_step(5)
    assert passes.transport.stop == 2
    x, y = passes._grid.corner_of(4)
    place = passes.chart.place_of(x + 0.5, y + 0.9).toPoint()
    QTest.mouseClick(passes.chart, LEFT, pos=place)
    assert window.session.selection.row == 4
    QTest.mouseMove(passes.chart, place)
    assert passes.chart.cursor().shape() == Qt.CursorShape.PointingHandCursor
    qtbot.waitUntil(lambda: "Iris Pawn is at" in passes.saying.text())


def test_ten_passes_are_not_the_rules_and_looking_keeps_the_step(qtbot, window, passes):
    assert passes.chart.chart.title.startswith("Steps 3, 4 and 5 of every player")
    place = passes.ten.mapToGlobal(QPoint())
    press_button(qtbot, window, "passesTen")
    settle(qtbot, window, passes)
    assert passes.ten.mapToGlobal(QPoint()) == place
    assert passes.transport.moves == 10
    assert passes.chart.chart.title.startswith("Not the rules: 10 passes")
    assert "Two passes are within 3.4 points of the limit" in passes.saying.text()
    assert "The largest difference is 3.32, for Tom Fianchetto." in passes.saying.text()
    assert "Not the rules" in svg_text(passes.chart.make_image(True))
    press_button(qtbot, window, "passesTen")
    settle(qtbot, window, passes)
    assert "Not the rules" not in passes.chart.chart.title
    window.session.select(row=2)
    settle(qtbot, window, passes)
    assert window.session.step.step == 6


def test_the_passes_keep_their_names_until_others_are_there(qtbot, window, passes):
    session = window.session
    before = passes.chart.chart
    session.apply_edit(remove_players, 0, (6, 7, 8, 9, 10, 11))
    with qtbot.captureExceptions() as raised:
        # Select both before the passes of six players are computed.
        for row in (1, 0):
            session.scene.skip_guess(row)
            session.select(row=row)
            passes.refresh()
            shown = {one.text for one in passes.chart.chart.labels}
            assert shown <= {one.text for one in before.labels}
        settle(qtbot, window, passes)
    assert raised == []
    assert len(passes.chart.chart.labels) == 6


def test_each_button_shows_its_pair(qtbot, window, cases):
    for key, own, *labels in (
        ("Games", True, "8 earlier games", "9 earlier games"),
        ("K", True, "Rated 1200", "Rated 2400"),
        ("Cap", False, "Below the cap", "Capped"),
        ("Editions", True, "Rules of 2025", "Rules of 2020"),
    ):
        press_button(qtbot, window, f"cases{key}")
        settle(qtbot, window, cases)
        case = cases.canvas.case
        sides = (case.left, case.right)
        assert [side.label for side in sides] == labels
        assert cases.same.text().startswith("Same: ")
        assert "\nDifferent: " in cases.same.text()
        assert cases.reason.text() == f"Why: {case.reason}"
        assert case.is_example is cases.note.isVisible() is not own
        assert ("Eva Zugzwang" in case.title) is own
        written = svg_text(cases.canvas.make_image(True))
        assert [text for text in (case.title, *labels) if text not in written] == []
        said = cases.canvas.accessibleDescription()
        assert all(f"{side.label}: {side.result}" in said for side in sides)


def test_a_narrow_case_is_named_and_only_the_keyboard_frames_it(qtbot, window, cases):
    window.session.select(row=0)
    press_button(qtbot, window, "casesEditions")
    settle(qtbot, window, cases)
    qtbot.waitUntil(lambda: "Ada Castle" in cases.canvas.case.title)
    for wide in (600, 640, 700, 560):
        cases.canvas.resize(wide, 700)
        written = svg_text(cases.canvas.make_image(True))
        assert written.count(">floor 1500<") == 2, wide
        assert len(re.findall(r">1[4-8]\d\d<", written)) >= 2, wide
    press_button(qtbot, window, "casesK")
    button = cases.choices.checkedButton()

    def frame() -> str:
        image = button.grab().toImage()
        return image.pixelColor(image.width() // 2, 0).name()

    for look in ("light", "dark"):
        window.theme.choose_look(look)
        window.rail.setFocus()
        assert frame() == window.theme.colors.edge
        cases.setFocus()
        assert button.hasFocus()
        assert frame() == window.theme.colors.accent


def test_the_question_of_a_tried_number_of_games_is_whole(qtbot, window):
    window.resize(1280, 800)
    shown = explorer(qtbot, window)
    window.session.scene.put(shown.scene.try_games(6))
    heading = shown.heading
    assert "with earlier games" in heading.text()
    assert heading.minimumHeight() >= heading.heightForWidth(heading.width())
    # The question asks to find R only while it isn't found.
    assert heading.text().endswith("Drag R to find it.")
    window.session.scene.put(shown.scene.to_solution())
    assert heading.text().endswith("be exactly what we expect?")


def test_both_scenes_are_painted_without_zeros(qtbot, window, cases):
    press_button(qtbot, window, "casesBonus")
    settle(qtbot, window, cases)
    case = cases.canvas.case
    written = svg_text(cases.canvas.make_image(True))
    assert "bonus threshold" in written
    assert written.count("and bonus") == 1
    # A bonus that would be printed as zero is left out.
    ((game, rating),) = case.left.scene.causes.ratings
    scenes = (case.left.scene.try_rating(game, rating + i) for i in range(200))
    barely = case.right._replace(scene=next(x for x in scenes if x.picture.done.bonus))
    assert 0.0 < barely.scene.picture.done.bonus < 0.1
    cases.canvas.show_case(case._replace(right=barely), "")
    assert "and bonus" not in svg_text(cases.canvas.make_image(True))
    press_button(qtbot, window, "casesK")
    settle(qtbot, window, cases)
    written = svg_text(cases.canvas.make_image(True))
    assert ">1200 → 1330" in written
    assert ">2400 → 2412.58" in written
    pages(window).tabs.setCurrentIndex(0)
    explorer = pages(window).page
    settle(qtbot, window, cases)
    row = next(row for row in explorer.scene.picture.rows if row.score == 0.0)
    window.session.scene.put(explorer.scene.try_rating(row.game, 2800.0))
    written = svg_text(explorer.canvas.make_image(True))
    before, zero, _ = written.partition(">0.00<")
    assert zero
    assert f'<text fill="{window.theme.colors.loss}"' in written
    assert window.theme.colors.loss not in before[before.rindex("<text") :]


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


@pytest.fixture
def curved(qtbot: QtBot, window) -> RatingExplorerView:
    view = explorer(qtbot, window)
    press_button(qtbot, window, "ideaCurve")
    qtbot.waitUntil(lambda: not view.morph.is_running)
    return view


def lit(chart: CurveChart) -> set[str]:
    return {m.hint for m in chart.overlay.marks if isinstance(m, ChartArea)}


def pixel(chart: CurveChart, r: float, f: float) -> QPoint:
    return chart.place_of(r, f).toPoint()


def test_bars_move_to_their_parts_of_the_curve_and_back(qtbot, window):
    view = explorer(qtbot, window)
    before = view.grab().toImage()
    press_button(qtbot, window, "ideaCurve")
    assert view.morph.isVisible()
    qtbot.waitUntil(lambda: view.morph.done > 0.2)
    half = view.morph.done
    # In the middle of the animation, the bars turn around.
    press_button(qtbot, window, "ideaBars")
    assert view.morph.isVisible()
    qtbot.waitUntil(lambda: view.morph.done < half)
    qtbot.waitUntil(lambda: not view.morph.isVisible())
    view.steps.button(5).setFocus()
    assert view.canvas.isVisible()
    assert not view.curve.isVisible()
    view.zooms.button(0).clearFocus()
    assert view.grab().toImage().size() == before.size()
    scene = view.scene
    press_button(qtbot, window, "ideaCurve")
    qtbot.waitUntil(lambda: not view.morph.isVisible())
    assert view.curve.isVisible()
    assert view.scene is scene
    window.theme.reduce_motion(True)
    press_button(qtbot, window, "ideaBars")
    assert not view.morph.isVisible()
    assert view.canvas.isVisible()
    window.theme.reduce_motion(False)


def test_the_parts_add_up_and_a_piece_lights_its_bars(curved, qtbot, window):
    picture, chart = curved.scene.picture, curved.curve
    parts = [m for m in chart.chart.marks if isinstance(m, ChartArea)]
    # Without earlier games, there is a part for each game.
    assert len(parts) == 5
    assert {y for _, y in parts[0].lower} == {-3.5}
    for (r, y), (r2, below) in zip(parts[-1].upper, parts[-2].upper, strict=True):
        expected = [min(max((r - s + 400) / 800, 0), 1) for s in picture.done.strengths]
        assert r == r2
        assert y == pytest.approx(sum(expected) - 3.5)
        assert y - below == pytest.approx(expected[-1])
    chart, picture = curved.curve, curved.scene.picture
    r = 1500.0
    rising = [row for row in picture.rows[:5] if row.low < r < row.high]
    QTest.mousePress(chart, LEFT, pos=pixel(chart, r, 0.5))
    assert lit(chart) == {f"The part of {speak_name(row.name)}" for row in rising}
    assert all(speak_name(row.name) in curved.saying.text() for row in rising)
    assert "f rises by" in curved.saying.text()
    # Drag along the curve to a knot: the text names the bars that begin to fill or are
    # full there.
    knot = next(k for k in picture.bends if k.r > r)
    QTest.mouseMove(chart, pixel(chart, knot.r, 0.5))
    QTest.mouseRelease(chart, LEFT, pos=pixel(chart, knot.r, 0.5))
    made = {picture.rows[i].name for i in (*knot.begins, *knot.full)}
    assert lit(chart) == {f"The part of {speak_name(name)}" for name in made}
    assert f"Knot at {knot.r:.2f}" in curved.saying.text()
    press(qtbot, window, Key.Key_Escape)
    assert not lit(chart)
    # The pointer shows that a piece or the name of a knot can be clicked, and R
    # dragged.
    QTest.mouseMove(chart, pixel(chart, r, 0.5))
    assert lit(chart) == {f"The part of {speak_name(row.name)}" for row in rising}
    assert chart.cursor().shape() == Qt.CursorShape.PointingHandCursor
    label = next(x for x in chart.get_layout().labels if x.label.text == "Gambit+400")
    name = chart.get_origin() + QPointF(*label.box.middle)
    QTest.mouseMove(chart, name.toPoint())
    assert lit(chart) == {"The part of Leo Gambit"}
    assert curved.scene.spot is None
    before = curved.scene.at
    QTest.mouseClick(chart, LEFT, pos=name.toPoint())
    said = curved.saying.text().splitlines()[1]
    assert said.startswith("Knot at 1798.85: the bar of")
    assert curved.scene.at == before
    QTest.mouseMove(chart, QPoint(name.toPoint().x(), chart.height() - 12))
    assert chart.cursor().shape() == Qt.CursorShape.SizeHorCursor
    press(qtbot, window, Key.Key_Escape)
    press_in(qtbot, window, chart, Key.Key_Return)
    last = curved.scene.spot
    assert "Grabbed." in chart.property("announced")
    press(qtbot, window, Key.Key_Left)
    assert curved.scene.spot == last - 1
    assert chart.property("announced").startswith("Knot at")
    press(qtbot, window, Key.Key_Home)
    assert "Below 263.52, no bar fills" in chart.property("announced")
    press(qtbot, window, Key.Key_Escape)
    assert curved.scene.spot is None


def test_r_is_dragged_on_the_curve_and_named_in_its_picture(qtbot, window, curved):
    chart = curved.curve
    assert curved.scope.text().startswith("Drag R along the axis")
    title = "Tom Fianchetto scored 3.5 points in 5 games: rating 1762"
    assert curved._make_picture().title == title
    # Click below the names of the knots, because those can be clicked themselves.
    foot = pixel(chart, 1510.0, chart.chart.y.low)
    foot.setY(
        round(chart.get_layout().x_ticks[0].box.middle[1] + chart.get_origin().y())
    )
    QTest.mouseClick(chart, LEFT, pos=foot)
    assert curved.scene.at == pytest.approx(1510, abs=6)
    rules = [m for m in chart.overlay.marks if isinstance(m, ChartRule)]
    assert [rule.x for rule in rules] == [curved.scene.at]
    said = curved.saying.text()
    assert f"R = {curved.scene.at:.0f}" in said
    assert "R is too low" in said
    # A piece selected before is no longer described once R has left it.
    QTest.mouseClick(chart, LEFT, pos=pixel(chart, 1700.0, 0.5))
    assert "R is too low" not in curved.saying.text()
    QTest.mouseClick(chart, LEFT, pos=foot)
    assert curved.saying.text() == said
    piece = curved.scene.picture.curve.pieces[
        find_spot(curved.scene.picture, 1510.0, 0.0) // 2
    ]
    assert f"From {piece.low:.2f} to {piece.high:.2f}, the bars of" in said
    assert f"(R at {curved.scene.at:.0f})" in curved._make_picture().title
    # The title of the chart names the tried values.
    window.session.scene.put(curved.scene.try_rating(0, 1500.0))
    assert chart.chart.title.endswith("rating 1770 (tried: 1 trial rating)")
    assert "R at" in curved._make_picture().title
    assert "tried: 1 trial rating" in curved._make_picture().title
    window.session.scene.reset_causes()
    press_in(qtbot, window, chart, Key.Key_R, Key.Key_PageDown, Key.Key_PageDown)
    assert curved.scene.at == 1400.0
    assert "R is too low" in chart.property("announced")
    assert "R = 1400" in window.show_view("view-knot-path").value.text()
    press_button(qtbot, window, "solverBars")
    assert curved.isVisible()
    qtbot.waitUntil(lambda: not curved.morph.isVisible())
    assert curved.canvas.isVisible()
    assert "(R at 1400)" in curved._make_picture().title


def test_the_teach_menu_opens_practice_and_the_curve_of_the_explorer(window, qtbot):
    window.session.select(row=11)
    entries = {one.objectName(): one for one in window.menus["teach"].actions()}
    entries["showExercise"].trigger()
    assert window.spaces.current.name == "teach"
    assert window.below.front == "view-practice"
    window.spaces.switch_to("explain")
    entries["zoomToKnotPath"].trigger()
    shown = window.spaces.current.name, window.right.front
    assert shown == ("teach", "view-rating-explorer")
    assert explorer_of(window).zooms.checkedButton().objectName() == "ideaBars"
    explorer_of(window).guess.click()
    explorer_of(window).reveal.click()
    assert explorer_of(window).zooms.checkedButton().objectName() == "ideaCurve"
    window.named_actions["sweepRating"].trigger()
    view = pages(window).show_page(0)
    for _ in range(2):
        press(qtbot, window, Key.Key_Left, ALT)
    qtbot.waitUntil(lambda: view.scene.step == 4)
    assert window.spaces.current.name == "teach"
    assert view.isVisible()


@pytest.mark.parametrize("number", [TOM, 5])
def test_no_page_shows_the_answer_in_teach_before_a_guess(qtbot, window, number):
    window.session.select(row=number - 1)
    window.spaces.switch_to("teach")
    view = window.show_view("view-rating-explorer")
    for place in (1, 2):
        page = view.show_page(place)
        qtbot.waitUntil(page.empty.isVisible)
        assert "Guess this rating on the Explore page first" in page.empty.text()
        assert not page.chart.isVisible()
    view.show_page(0)
    press_in(qtbot, window, explorer_of(window).typed, "1500", Key.Key_Return)
    for place in (1, 2):
        page = view.show_page(place)
        qtbot.waitUntil(lambda p=page: p.empty.text().startswith("Press Show answer"))
        assert not page.chart.isVisible()
    press_button(qtbot, window, "passesNoIdea")
    for place in (1, 2):
        page = view.show_page(place)
        qtbot.waitUntil(page.chart.isVisible)
        assert not page.empty.isVisible()


def test_who_has_no_idea_sees_the_answer_and_is_not_asked_again(qtbot, window):
    window.session.select(row=TOM - 1)
    window.spaces.switch_to("teach")
    shown = explorer_of(window)
    assert not shown.zooms.button(1).isEnabled()
    assert shown.reveal.text() == "No idea"
    press_button(qtbot, window, "ideaNoIdea")
    assert shown.zooms.button(1).isEnabled()
    assert shown.verdict.text() == "Answer: 1762"
    assert not shown.guess.isVisible()
    assert not shown.reveal.isVisible()
    for place in (4, TOM - 1):
        window.session.select(row=place)
        qtbot.waitUntil(lambda at=place: shown.scene.subject.place == at)
    assert not shown.scene.waits
    window.spaces.switch_to("explain")
    window.show_view("view-rating-explorer")
    qtbot.waitUntil(lambda: not shown.verdict.isVisible())
    window.spaces.switch_to("teach")
    assert not shown.scene.waits


@pytest.mark.parametrize("number", [TOM, 5])
def test_a_case_with_the_true_result_waits_for_a_guess_in_teach(qtbot, window, number):
    click(qtbot, window, number, "name")
    cases = open_page(qtbot, window, "contrastCases")
    post = window.session.shown.find_trace(number - 1).post
    for key in ("games", "k", "bonus", "cap", "editions"):
        press_button(qtbot, window, f"cases{key.capitalize()}")
        settle(qtbot, window, cases)
        case = cases.canvas.case
        results = [side.scene.picture.result for side in (case.left, case.right)]
        shows = not case.is_example and any(abs(r - post) < 0.5 for r in results)
        assert cases.canvas.isVisible() is not shows
        assert cases.reason.isVisible() is not shows
        assert cases.empty.isVisible() is shows
    assert cases.empty.isVisible()
    press_button(qtbot, window, "casesNoIdea")
    qtbot.waitUntil(cases.canvas.isVisible)
    assert not cases.empty.isVisible()


def test_the_two_scenes_are_side_by_side_on_every_screen(qtbot, window, cases):
    canvas, sizes = cases.canvas, ((1024, 768), (1280, 800), (1920, 1080))
    for size, name in product(sizes, ("Games", "Bonus")):
        window.resize(*size)
        press_button(qtbot, window, f"cases{name}")
        settle(qtbot, window, cases)
        QtWidgets.QApplication.processEvents()
        (_, x, y, wide, _), (_, right, top, *_) = canvas._list_places(
            canvas.case, em_of(canvas._make_look())
        )
        assert (x, y, top) == (0.0, 0.0, 0.0)
        assert right == wide == canvas.width() / 2
        assert canvas.height() <= cases.viewport().height()
        high = canvas.height()
    assert len(colors_in(canvas.grab().toImage())) > 10
    cases.resize(300, 300)
    assert canvas.height() > 1.5 * high


def test_the_results_of_two_scenes_stay_apart_in_a_small_window(qtbot, window):
    file = DATA / "realdata" / "201307281222-01.uscalc"
    window.session.show_document(open_event(file).document, None)
    cases = open_page(qtbot, window, "contrastCases")
    window.resize(1024, 768)
    settle(qtbot, window, cases)
    assert ", rounded up from" in cases.canvas.case.left.result
    lines = round(2.8 * em_of(cases.canvas._make_look()))
    middle = QRect(cases.canvas.width() // 2 - 4, 0, 8, lines)
    assert len(colors_in(cases.canvas.grab(middle).toImage())) == 1


def test_without_a_search_commands_say_so_and_offer_no_images(qtbot, window):
    for number, reason in ((4, "has no curve"), (TOM - 1, "Guess this rating first")):
        window.session.select(row=number)
        window.named_actions["zoomToKnotPath"].trigger()
        assert reason in window.messages.text
        assert not explorer_of(window).curve.isVisible()
    window.spaces.switch_to("explain")
    view = explorer(qtbot, window)
    for number, offered in ((TOM - 1, True), (4, False)):
        window.session.select(row=number)
        qtbot.waitUntil(lambda n=number: view.scene.subject.place == n)
        menu = view.picture.choices
        menu.popup(QPoint(0, 0))
        shown = [action.objectName() for action in menu.actions() if action.isVisible()]
        menu.hide()
        assert ("ideaSaveFrames" in shown) is offered


def test_another_start_and_a_clicked_knot_are_shown_and_let_go(qtbot, window):
    shown = explorer(qtbot, window)
    moves = shown.transport.moves
    assert not shown.prior.isVisible()
    knot = window.show_view("view-knot-path")
    knot.start.setFocus()
    qtbot.keyClick(knot.start, Key.Key_Down)
    explorer_of(window)
    assert shown.scene.start == "closed form"
    assert "The search starts at the closed form" in shown.scope.text()
    press_button(qtbot, window, "ideaPrior")
    assert shown.scene.start == "prior"
    assert shown.transport.moves == moves
    assert not shown.prior.isVisible()
    assert "closed form" not in shown.scope.text()
    qtbot.waitUntil(lambda: knot.solved is not None)

    def click_knot() -> None:
        window.show_view("view-knot-path")
        layout = knot.curve.get_layout()
        box = next(x.box for x in layout.labels if x.label.place == "bottom")
        place = QPointF(*box.middle) + knot.curve.get_origin()
        QTest.mouseClick(knot.curve, LEFT, pos=place.toPoint())

    def press_bars() -> None:
        explorer_of(window)
        QTest.mouseClick(shown.canvas, LEFT, pos=QPoint(2, shown.canvas.height() - 2))

    def escape_bars() -> None:
        press_in(qtbot, window, explorer_of(window).canvas.marker, Key.Key_Escape)

    for let_go in (click_knot, press_bars, escape_bars):
        click_knot()
        assert shown.scene.spot is not None
        let_go()
        assert shown.scene.spot is None, let_go


def explorer(qtbot: QtBot, window: MainWindow) -> RatingExplorerView:
    click(qtbot, window, TOM, "name")
    view = explorer_of(window)
    qtbot.waitUntil(lambda: view.scene is not None)
    return view


def test_the_search_step_and_trial_ratings_are_shared(qtbot, window):
    document = window.session.document
    shown = explorer(qtbot, window)
    shown.transport.jump_to(3.0)
    shown.canvas.grips[0].setFocus()
    m = shown.scene.at
    knot = window.show_view("view-knot-path")
    qtbot.waitUntil(lambda: knot.transport.position == 3.0)
    assert knot.solved.stops[3].m == m
    qtbot.mouseClick(knot.transport.forward, LEFT)
    qtbot.mouseClick(knot.steps.button(4), LEFT)
    assert knot.transport.position == 4.0
    at_stop = knot.solved.stops[4].m
    explorer_of(window)
    assert shown.steps.checkedId() == 4
    assert shown.scene.at == at_stop
    assert shown.transport.position == 4.0
    before = shown.scene.picture.done.end
    press_in(qtbot, window, shown.canvas.grips[0], Key.Key_Return, Key.Key_PageUp)
    window.show_view("view-knot-path")
    assert knot.solved.picture.done is shown.scene.picture.done
    assert knot.solved.picture.done.end > before
    assert knot.curve.chart.x.low == shown.scene.bounds[0]
    assert knot.curve.chart.x.high == shown.scene.bounds[1]
    assert window.session.document is document
