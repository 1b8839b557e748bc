"""The rating explorer in the real window: dragged by the mouse, moved by keys, read aloud."""

import random
from collections.abc import Iterator
from itertools import product

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.build import as_type
from tests.ui import driving as ui
from tests.ui import odd_events
from tests.ui.drawing import svg_text
from tests.ui.keys import LEFT, SHIFT, Key
from uscalc.document.edit.cells import set_result
from uscalc.engine.trace import PlayerTrace, SpecialTrace, StandardTrace
from uscalc.explain.numbers import format_number, format_points, speak_name
from uscalc.explain.picture import GameBar, SpecialPicture, StandardPicture
from uscalc.explain.picture_words import format_dragged_rating
from uscalc.explain.scene.scene import Scene
from uscalc.rules.resolve import resolve_rules
from uscalc.ui.charts.chart_look import KINDS
from uscalc.ui.charts.export import picture_bytes
from uscalc.ui.explorer.canvas import ExplorerCanvas
from uscalc.ui.explorer.explorer_view import DRAG, TRIALS, WHAT_IF, RatingExplorerView
from uscalc.ui.explorer.layout import ExplorerLayout, RowPlace
from uscalc.ui.explorer.room import explorer_of
from uscalc.ui.explorer.strokes import sums_bar
from uscalc.ui.session.session import POST, Session
from uscalc.ui.theme.theme import Theme
from uscalc.ui.widgets.text_pieces import select_link
from uscalc.ui.window.main_window import MainWindow

TOM = 12
"""The sample's player without a rating; the search has seven moves."""
IRIS = 5
"""A player with the standard formula."""


@pytest.fixture
def explorer(qtbot: QtBot, window: MainWindow) -> RatingExplorerView:
    window.resize(1280, 900)
    ui.click(qtbot, window, TOM, "name")
    view = explorer_of(window)
    qtbot.waitUntil(
        lambda: view.scene is not None and marker_rating(view) == start(window)
    )
    return view


def trace(window: MainWindow, number: int = TOM) -> PlayerTrace:
    return window.session.shown.find_trace(number - 1)


def special(window: MainWindow) -> SpecialTrace:
    return as_type(trace(window).step5, SpecialTrace)


def start(window: MainWindow) -> float:
    return special(window).start


def hand(view: RatingExplorerView) -> Scene:
    return view.scene


def marker_rating(view: RatingExplorerView) -> float:
    return hand(view).at


def layout(view: RatingExplorerView) -> ExplorerLayout:
    return view.canvas.get_layout()


def row(view: RatingExplorerView, i: int) -> tuple[GameBar, RowPlace]:
    return hand(view).picture.rows[i], layout(view).places[i]


def knob(view: RatingExplorerView) -> QPoint:
    return QPoint(
        round(layout(view).pixel_of_rating(marker_rating(view))),
        round(layout(view).axis),
    )


def drag(view: RatingExplorerView, start: QPoint, *way: QPoint) -> None:
    canvas = view.canvas
    QTest.mouseMove(canvas, start)
    QTest.mousePress(canvas, LEFT, pos=start)
    for place in way:
        QTest.mouseMove(canvas, place)
    QTest.mouseRelease(canvas, LEFT, pos=way[-1])


def drag_row(view: RatingExplorerView, i: int) -> None:
    game, place = row(view, i)
    x = (
        place.bar.middle[0]
        if isinstance(hand(view).picture, SpecialPicture)
        else layout(view).pixel_of_rating(game.rating)
    )
    begun = QPoint(round(x), round(place.middle))
    drag(view, begun, begun + QPoint(20, 0))


def pixels(canvas: ExplorerCanvas) -> QImage:
    return canvas.grab().toImage()


def test_the_marker_is_dragged_or_pressed_and_snaps_to_the_rating(window, explorer):
    done = special(window)
    begun = knob(explorer)
    near = layout(explorer).pixel_of_rating(done.raw)
    drag(explorer, begun, begun + QPoint(60, 0), QPoint(round(near) + 4, 300))
    assert marker_rating(explorer) == done.raw
    said = "The two scores are equal, so 1761.95 is the special rating"
    assert said in explorer.saying.text()
    name = explorer.canvas.marker.accessibleName()
    assert name == "R: at 1761.95 expected 3.5 of 5, scored 3.5"
    drag(explorer, knob(explorer), QPoint(round(near) + 40, begun.y()))
    assert marker_rating(explorer) > done.raw + 20
    assert "R is too high" in explorer.saying.text()
    assert explorer.canvas.hint_at(QPointF(knob(explorer))).startswith(
        "Drag it. To move it by 1"
    )
    where = layout(explorer)
    knot = where.pixel_of_rating(1457.73 + 400)
    away = QPoint(round(knot) - 60, begun.y())
    for off, rests in ((1, True), (5, False)):
        drag(explorer, knob(explorer), away, QPoint(round(knot) + off, begun.y()))
        assert (marker_rating(explorer) == pytest.approx(1857.73, abs=0.01)) is rests
    place = QPoint(round(where.pixel_of_rating(1500)), round(where.curve.y + 4))
    QTest.mouseClick(explorer.canvas, LEFT, pos=place)
    assert abs(marker_rating(explorer) - 1500) <= where.points
    assert marker_rating(explorer) == round(marker_rating(explorer))


def test_a_bar_on_the_screen_is_filled_as_far_as_it_says(window, explorer):
    checked = 0
    for look, r in product(("light", "dark"), (1300.0, 1480.0, 1600.0, 1700.0)):
        window.theme.choose_look(look)
        explorer.canvas.put_marker(r)
        image, where = pixels(explorer.canvas), layout(explorer)
        for i in range(len(hand(explorer).picture.rows) - 1):
            one, place = row(explorer, i)
            part = min(max((r - one.rating + 400) / 800, 0), 1)
            said = explorer.canvas.grips[i].accessibleName()
            assert f"expected {format_number(part, 2)} of 1" in said
            mark = place.bar.x + one.score * place.bar.width
            y = round(place.middle)
            for x, filled in (
                (place.bar.x + 3, part > 0.05),
                (place.bar.x + part * place.bar.width - 4, part > 0.05),
                (place.bar.x + part * place.bar.width + 4, False),
                (place.bar.right - 3, part > 0.99),
            ):
                middle = place.bar.x + place.bar.width / 2
                inside = place.bar.x < x < place.bar.right
                hidden = min(abs(x - mark) - where.em, abs(x - middle) - 2)
                if not inside or hidden < 0 or abs(x - where.pixel_of_rating(r)) < 3:
                    continue
                color = image.pixelColor(round(x), y)
                assert (color.blue() - color.red() > 70) is filled, (look, r, i, x)
                checked += 1
    assert checked > 40


def test_the_line_of_the_marker_goes_through_every_bar(qtbot, window):
    window.session.select(row=TOM - 1)
    # Put the names beside the bars, where they cover no line.
    view = RatingExplorerView(window.session, window.theme)
    ui.show_alone(qtbot, view, 900, 900)
    qtbot.waitUntil(lambda: view.scene is not None)
    view.canvas.put_marker(1500.0)
    image, where = pixels(view.canvas), layout(view)
    x = round(where.pixel_of_rating(1500.0))
    for place in where.places:
        y = round(place.bar.bottom + 2)
        dark = [image.pixelColor(x + off, y).lightness() for off in (-1, 0, 1)]
        assert min(dark) < 110


def test_curve_and_sums_follow_the_marker_on_the_screen(window, explorer):
    def blue_at(r: float) -> bool:
        where, image = layout(explorer), pixels(explorer.canvas)
        x, curve = round(where.pixel_of_rating(r)), where.curve
        rows = range(round(curve.y), round(curve.bottom))
        colors = [image.pixelColor(x, y) for y in rows]
        return any(c.blue() - c.red() > 90 for c in colors)

    assert not blue_at(1500.0)
    explorer.canvas.put_marker(1400.0)
    assert blue_at(1200.0)
    assert not blue_at(1500.0)
    explorer.canvas.put_marker(1800.0)
    explorer.canvas.put_marker(700.0)
    assert blue_at(1500.0)
    assert not blue_at(1900.0)

    def filled() -> float:
        bar, image = sums_bar(layout(explorer)), pixels(explorer.canvas)
        y = round(bar.y + 2)
        blue = [
            x
            for x in range(round(bar.x), round(bar.right))
            if (c := image.pixelColor(x, y)).blue() - c.red() > 70
        ]
        return (blue[-1] + 1 - bar.x) / bar.width if blue else 0.0

    for r in (1400.0, 1600.0, 1900.0):
        explorer.canvas.put_marker(r)
        shown = sum(
            min(max((r - s + 400) / 800, 0), 1) for s in special(window).strengths
        )
        assert filled() == pytest.approx(shown / 5, abs=0.012)


def test_an_opponent_is_dragged_elsewhere_and_reset(qtbot, window, explorer):
    document, done = window.session.document, special(window)
    one, place = row(explorer, 0)
    grabbed = QPoint(round(place.bar.x + 0.7 * place.bar.width), round(place.middle))
    before = layout(explorer)
    drag(explorer, grabbed, QPoint(grabbed.x() - 30, grabbed.y()))
    now, _ = row(explorer, 0)
    assert now.rating == round(one.rating - 30 * before.points)
    assert now.is_tried
    assert hand(explorer).picture.done != done
    assert "(trial rating)" in explorer.canvas.grips[0].accessibleName()
    assert explorer.back.isEnabled()
    assert window.session.document is document
    assert trace(window).step5 is done
    ui.press_button(qtbot, window, "ideaBack")
    assert hand(explorer).picture.done is done
    assert not explorer.back.isEnabled()
    drag(explorer, grabbed, grabbed + QPoint(-40, 0), grabbed + QPoint(2, 0))
    assert hand(explorer).causes.is_empty
    assert hand(explorer).picture.done is special(window)
    _, place = row(explorer, 2)
    canvas, before = explorer.canvas, layout(explorer)
    grabbed = QPoint(round(place.bar.x + 0.75 * place.bar.width), round(place.middle))
    QTest.mousePress(canvas, LEFT, pos=grabbed)
    for off in (10, 30, 80):
        QTest.mouseMove(canvas, grabbed + QPoint(off, 0))
        now = layout(explorer)
        assert (now.low, now.high) == (before.low, before.high)
    QTest.mouseRelease(canvas, LEFT, pos=grabbed + QPoint(80, 0))
    one, place = row(explorer, 2)
    now = layout(explorer)
    assert now.low < one.low < one.high < now.high
    QTest.mousePress(explorer.canvas, LEFT, pos=knob(explorer))
    window.show_view("view-explanation")
    window.show_view("view-rating-explorer")
    before = marker_rating(explorer)
    QTest.mouseMove(explorer.canvas, knob(explorer) + QPoint(50, 0))
    assert marker_rating(explorer) == before


@pytest.mark.parametrize(("part", "score"), [(0.02, 0.0), (0.55, 0.5), (0.97, 1.0)])
def test_a_dragged_result_is_a_what_if_result(qtbot, window, explorer, part, score):
    what_if = window.session.what_if
    one, place = row(explorer, 4)
    assert one.score == 0.0
    mark = QPoint(round(place.bar.x), round(place.middle))
    there = QPoint(round(place.bar.x + part * place.bar.width), mark.y())
    reset = explorer.back.mapToGlobal(QPoint())
    drag(explorer, mark, QPoint(there.x() + 6, there.y()), there)
    assert row(explorer, 4)[0].score == score
    assert hand(explorer).picture.scored == 3.5 + score
    assert f"scored {format_number(3.5 + score)}" in explorer.saying.text()
    qtbot.waitUntil(lambda: what_if.up_to_date)
    assert bool(what_if.outcomes) is (score != 0.0)
    assert explorer.back.isEnabled() is (score != 0.0)
    # The line about what-if results already has reserved room.
    QApplication.processEvents()
    assert explorer.back.mapToGlobal(QPoint()) == reset
    post = window.session.with_what_if.find_trace(TOM - 1).step5
    qtbot.waitUntil(lambda: hand(explorer).picture.done is post)
    assert row(explorer, 4)[0].score == score
    assert row(explorer, 4)[0].is_tried is (score != 0.0)
    ui.press_button(qtbot, window, "ideaBack")
    assert not what_if.outcomes
    qtbot.waitUntil(lambda: hand(explorer).picture.done is special(window))


def test_what_if_results_and_trial_ratings_are_distinguished(qtbot, window, explorer):
    what_if, grips = window.session.what_if, explorer.canvas.grips
    ui.press_in(qtbot, window, grips[1], Key.Key_Return, Key.Key_PageUp)
    assert explorer.scope.text() == TRIALS
    tried = row(explorer, 1)[0].rating
    ui.press_in(qtbot, window, grips[0], Key.Key_L)
    qtbot.waitUntil(lambda: hand(explorer).causes.scores == ())
    # The result becomes a what-if result of the session; the rating stays here.
    assert [outcome.letter for outcome in what_if.outcomes] == ["L"]
    assert row(explorer, 0)[0].score == 0.0
    assert row(explorer, 1)[0].rating == tried
    assert explorer.scope.text() == f"{WHAT_IF} {TRIALS}"
    # Both notes are readable in a narrow panel too, on several lines.
    metrics = explorer.scope.fontMetrics()
    qtbot.waitUntil(
        lambda: (
            metrics.boundingRect(
                *(0, 0, explorer.scope.width(), 999),
                int(Qt.TextFlag.TextWordWrap),
                explorer.scope.text(),
            ).height()
            <= explorer.scope.height()
        )
    )
    assert metrics.horizontalAdvance(explorer.scope.text()) > explorer.scope.width()
    assert "(what if)" in grips[0].accessibleName()
    what_if.clear_results()
    qtbot.waitUntil(lambda: row(explorer, 0)[0].score == 1.0)
    assert explorer.scope.text() == TRIALS
    ui.press_keys(qtbot, window, Key.Key_D, Key.Key_Delete)
    assert not what_if.outcomes
    ui.press_keys(qtbot, window, Key.Key_D, Key.Key_Backspace)
    assert not what_if.outcomes
    assert hand(explorer).causes.is_empty
    qtbot.waitUntil(lambda: hand(explorer).picture.done is special(window))
    assert explorer.scope.text() == DRAG


def test_the_name_of_an_opponent_selects_the_opponent(qtbot, window, explorer):
    canvas = explorer.canvas
    box = canvas.get_layout().places[0].words
    spot = QPoint(round(box.x) + 8, round(box.y + box.height / 2))
    before = marker_rating(explorer)
    QTest.mouseMove(canvas, spot)
    assert canvas.cursor().shape() == Qt.CursorShape.PointingHandCursor
    assert canvas.hint_at(QPointF(spot)).endswith("select this player.")
    QTest.mouseClick(canvas, LEFT, pos=spot)
    assert window.session.player.name == "King, Otto"
    window.session.select(row=11)
    qtbot.waitUntil(lambda: hand(explorer).subject.place == 11)
    assert marker_rating(explorer) == before
    ui.press_in(qtbot, window, canvas.grips[0], Key.Key_S)
    assert window.session.player.name == "King, Otto"


def test_numbers_of_the_sentence_are_tried_by_mouse_and_keys(qtbot, window, explorer):
    causes = explorer.causes
    assert causes.toPlainText() == "R0 663.52, N 0. Otto King 1457.73: win."
    before, done = marker_rating(explorer), special(window)
    causes.drag.focus_link("try:rating.0.0")
    cursor = causes.textCursor()
    assert cursor.selectedText() == "1457.73"
    spot = causes.cursorRect(cursor).center() - QPoint(10, 0)
    area = causes.viewport()
    QTest.mousePress(area, LEFT, pos=spot)
    QTest.mouseMove(area, spot + QPoint(-20, 0))
    assert row(explorer, 0)[0].rating == 1418.0
    assert causes.textCursor().selectedText() == "1418"
    assert hand(explorer).picture.done.end < done.end
    QTest.mouseRelease(area, LEFT, pos=spot + QPoint(-20, 0))
    assert "Otto King 1418 (trial rating): win" in causes.toPlainText()
    assert marker_rating(explorer) == before
    ui.press_button(qtbot, window, "ideaBack")
    assert causes.toPlainText() == "R0 663.52, N 0. Otto King 1457.73: win."
    explorer.canvas.grips[2].setFocus()
    assert "Ada Castle 1794.96: draw" in causes.toPlainText()
    causes.drag.focus_link("try:games..0")
    ui.press_in(qtbot, window, causes, Key.Key_Return, Key.Key_PageUp)
    # With ten earlier games, the standard formula applies.
    assert isinstance(hand(explorer).picture, StandardPicture)
    assert "N 10" in causes.toPlainText()
    ui.press(qtbot, window, Key.Key_Escape)
    assert hand(explorer).picture.done is done
    window.theme.choose_look("dark")
    color = select_link(causes.document(), bool).charFormat().foreground().color()
    assert color == QColor(window.theme.colors.text)


def test_titles_of_pictures_name_r_and_what_is_tried(window, explorer):
    chance = random.Random(29)
    start_scene = hand(explorer)
    for _ in range(40):
        scene = start_scene
        for _ in range(chance.randrange(4)):
            game = chance.randrange(5)
            scene = chance.choice(
                [
                    lambda s, g=game: s.try_rating(g, float(chance.randint(200, 2600))),
                    lambda s, g=game: s.try_score(g, chance.choice([0.0, 0.5, 1.0])),
                    lambda s, g=game: s.try_games(chance.randint(1, 8)),
                    lambda s, g=game: s.put_marker(float(chance.randint(500, 2000))),
                    lambda s, g=game: s.put_marker(s.picture.catch_rating),
                ]
            )(scene)
        window.session.scene.put(scene)
        title = explorer.canvas.make_image().title
        assert explorer._make_picture().title == title
        solved = scene.r == scene.picture.catch_rating
        assert ("R at " in title) is not solved
        if not solved:
            assert f"R at {format_dragged_rating(scene.r)}" in title
        tried = sum(r.rating != r.true_rating for r in scene.picture.rows[:5])
        results = sum(r.score != r.true_score for r in scene.picture.rows[:5])
        assert ("trial rating" in title) is (tried > 0)
        assert ("what-if result" in title) is (results > 0)
        assert ("earlier game" in title) is (scene.causes.games is not None)
        points = format_points(sum(r.score for r in scene.picture.rows[:5]))
        assert f"expected to score {points} of 5" in title


def announced(view: RatingExplorerView) -> str:
    return str(view.canvas.property("announced"))


def test_keys_grab_the_marker_move_it_and_drop_it(qtbot, window, explorer):
    begun = marker_rating(explorer)
    marker, canvas = explorer.canvas.marker, explorer.canvas
    ui.press_in(qtbot, window, marker, Key.Key_Right)
    assert marker_rating(explorer) == begun
    assert ui.keyboard(window) is canvas.grips[0]
    ui.press_in(qtbot, window, marker, Key.Key_Return)
    assert announced(explorer).startswith("Grabbed. At 663.52")
    low, high = hand(explorer).bounds
    for key, r in (
        *((Key.Key_Right, 670.0), (Key.Key_PageUp, 700.0), (Key.Key_Up, 710.0)),
        *((Key.Key_PageDown, 700.0), (Key.Key_Left, 690.0), (Key.Key_Home, low)),
        (Key.Key_End, high),
    ):
        ui.press(qtbot, window, key)
        assert marker_rating(explorer) == r
    assert "R is too high" in announced(explorer)
    ui.press(qtbot, window, Key.Key_Escape)
    assert marker_rating(explorer) == begun
    assert announced(explorer).startswith("Canceled. ")
    ui.press(qtbot, window, Key.Key_Space)
    qtbot.keyClick(ui.keyboard(window), Key.Key_Right, SHIFT)
    assert marker_rating(explorer) == 664.0
    for _ in range(60):
        ui.press(qtbot, window, Key.Key_PageUp)
        if hand(explorer).caught:
            break
    assert marker_rating(explorer) == special(window).raw
    assert "is the special rating" in announced(explorer)
    ui.press(qtbot, window, Key.Key_Space)
    assert announced(explorer).startswith("Dropped. ")
    ui.press_keys(qtbot, window, Key.Key_Down, Key.Key_Up)
    assert ui.keyboard(window) is marker
    assert marker_rating(explorer) == special(window).raw
    ui.press(qtbot, window, Key.Key_Backspace)
    assert marker_rating(explorer) == begun


def test_tab_reaches_the_sliders_and_keys_move_a_row(qtbot, window, explorer):
    canvas = explorer.canvas
    canvas.marker.setFocus()
    for grip in canvas.grips[: len(hand(explorer).picture.rows)]:
        ui.press(qtbot, window, Key.Key_Tab)
        assert ui.keyboard(window) is grip
    ui.press(qtbot, window, Key.Key_Tab)
    assert ui.keyboard(window) not in canvas.grips
    explorer.canvas.put_marker(1500.0)
    game = "Round 1: King, Otto 1457.73, win: at 1500 expected 0.55 of 1"
    for grip, value, name in (
        (canvas.marker, 1500, "R: at 1500 expected 1.86 of 5, scored 3.5"),
        (canvas.grips[0], 1458, game),
    ):
        interface = QAccessible.queryAccessibleInterface(grip)
        assert interface.role() == QAccessible.Role.Slider
        assert interface.text(QAccessible.Text.Name) == name
        assert interface.text(QAccessible.Text.Description)
        assert interface.valueInterface().currentValue() == value
    done, grip = special(window), explorer.canvas.grips[0]
    assert round(done.strengths[0]) == 1458
    ui.press_in(qtbot, window, grip, Key.Key_Return)
    for key, there in (
        *((Key.Key_Right, 1460.0), (Key.Key_Right, 1470.0), (Key.Key_PageDown, 1400.0)),
        *((Key.Key_Home, 100.0), (Key.Key_End, 3000.0)),
    ):
        ui.press(qtbot, window, key)
        assert row(explorer, 0)[0].rating == there
    assert "(trial rating)" in announced(explorer)
    given = f"Step {hand(explorer).step} gives {hand(explorer).picture.result:.2f}"
    assert given in announced(explorer)
    ui.press(qtbot, window, Key.Key_Escape)
    assert hand(explorer).picture.done is done
    for key, score in ((Key.Key_L, 0.0), (Key.Key_D, 0.5), (Key.Key_W, 1.0)):
        ui.press(qtbot, window, key)
        assert row(explorer, 0)[0].score == score
    assert hand(explorer).causes.is_empty
    ui.press_keys(qtbot, window, Key.Key_L, Key.Key_Delete)
    assert hand(explorer).picture.done is done
    ui.press(qtbot, window, Key.Key_L)
    ui.press_in(qtbot, window, explorer.canvas.grips[1], Key.Key_Return, Key.Key_Left)
    explorer.canvas.grips[5].setFocus()
    assert len(hand(explorer).causes.ratings) == len(hand(explorer).causes.scores) == 1
    ui.press(qtbot, window, Key.Key_Backspace)
    assert hand(explorer).picture.done is done
    # The row of earlier games has a rating, but no result to change.
    ui.press(qtbot, window, Key.Key_W)
    assert hand(explorer).causes.is_empty
    ui.press_keys(qtbot, window, Key.Key_Return, Key.Key_Right)
    assert hand(explorer).causes.r0 == 670.0


def test_each_step_shows_its_opponents_and_moves_nothing_below(qtbot, window, explorer):
    player = trace(window)
    explorer.canvas.put_marker(1500.0)
    for step, done in ((3, player.step3), (4, player.step4), (5, player.step5)):
        ui.press_button(qtbot, window, f"ideaStep{step}")
        assert hand(explorer).picture.done is done
        assert marker_rating(explorer) == 1500.0
    window.session.step.show_step(4)
    qtbot.waitUntil(lambda: hand(explorer).picture.done is player.step4)
    window.session.step.show_step(POST)
    qtbot.waitUntil(lambda: hand(explorer).picture.done is player.step5)
    parts = (explorer.canvas, explorer.saying, explorer.notes, explorer.transport)
    places = set()
    for move, at in (
        *((explorer.canvas.put_marker, r) for r in (664.0, 1300.0, 1761.95, 2100.0)),
        *((explorer.transport.jump_to, float(stop)) for stop in range(8)),
    ):
        move(at)
        places.add(tuple(part.geometry().getRect() for part in parts))
    assert len(places) == 1


def test_the_walk_is_the_traces_and_is_stepped_or_played(qtbot, window, explorer):
    done = special(window)
    stops = [*(move.m for move in done.moves), done.end]
    transport = explorer.transport
    assert transport.moves == len(done.moves) == 7
    for stop in range(1, len(stops)):
        qtbot.mouseClick(transport.forward, LEFT)
        assert marker_rating(explorer) == stops[stop]
        assert ("R rises" in explorer.saying.text()) is (stop < len(done.moves))
    assert hand(explorer).caught
    qtbot.mouseClick(transport.back, LEFT)
    assert marker_rating(explorer) == stops[-2]
    drag(explorer, knob(explorer), knob(explorer) + QPoint(20, 0))
    assert transport.position == 0.0
    assert "R is too" in explorer.saying.text()
    explorer.transport.speed.show_text("4")
    ui.press_in(qtbot, window, explorer.canvas.marker, Key.Key_P)
    assert explorer.transport.playing
    qtbot.waitUntil(lambda: marker_rating(explorer) > start(window) + 20)
    qtbot.waitUntil(lambda: not explorer.transport.playing)
    assert marker_rating(explorer) == special(window).raw


def test_another_player_is_another_picture(qtbot, window, explorer):
    explorer.canvas.put_marker(1500.0)
    before = hand(explorer)
    window.session.apply_edit(set_result, 0, TOM - 1, 4, "D2")
    window.session.apply_edit(set_result, 0, 1, 4, "D12")
    qtbot.waitUntil(lambda: hand(explorer).picture.scored == 4.0)
    assert hand(explorer) is not before
    assert marker_rating(explorer) == 1500.0
    ui.click(qtbot, window, IRIS, "name")
    qtbot.waitUntil(lambda: isinstance(hand(explorer).picture, StandardPicture))
    assert not explorer.transport.isVisible()
    done = as_type(trace(window, IRIS).step5, StandardTrace)
    assert hand(explorer).picture.done is done
    assert "Times K (" in explorer.saying.text()
    # The other step keeps its trial, and the sentence is about the focused row.
    window.session.step.show_step(4)
    qtbot.waitUntil(lambda: hand(explorer).step == 4)
    ui.press_button(qtbot, window, "ideaStep5")
    window.session.select(row=0)
    qtbot.waitUntil(lambda: hand(explorer).subject.place == 0)
    assert hand(explorer).step == 5
    drag_row(explorer, 1)
    assert speak_name(row(explorer, 1)[0].name) in explorer.causes.toPlainText()
    ui.press_button(qtbot, window, "ideaStep4")
    drag_row(explorer, 1)
    assert speak_name(row(explorer, 1)[0].name) in explorer.causes.toPlainText()


def test_the_standard_picture_is_moved_too(qtbot, window, explorer):
    ui.click(qtbot, window, IRIS, "name")
    qtbot.waitUntil(lambda: isinstance(hand(explorer).picture, StandardPicture))
    done = as_type(hand(explorer).picture.done, StandardTrace)
    image = pixels(explorer.canvas)
    for i, part in enumerate(done.expectations):
        one, place = row(explorer, i)
        y = round(place.bar.y + 2)
        blue = [
            x
            for x in range(round(place.bar.x) + 1, round(place.bar.right))
            if (c := image.pixelColor(x, y)).blue() - c.red() > 70
        ]
        end = place.bar.x + part * place.bar.width
        mark = place.bar.x + one.score * place.bar.width
        if abs(end - mark) > 1.2 * layout(explorer).em:
            assert blue[-1] == pytest.approx(end, abs=1.6)
    drag(explorer, knob(explorer), knob(explorer) + QPoint(30, 0))
    assert marker_rating(explorer) > 1560
    assert hand(explorer).causes.r0 == marker_rating(explorer)
    ui.press(qtbot, window, Key.Key_Backspace)
    assert hand(explorer).picture.done is done
    one, place = row(explorer, 0)
    drag_row(explorer, 0)
    assert row(explorer, 0)[0].rating > one.rating
    ui.press(qtbot, window, Key.Key_Backspace)
    one, place = row(explorer, 0)
    mark = QPoint(round(place.bar.right), round(place.middle))
    drag(explorer, mark, mark - QPoint(round(place.bar.width), 0))
    assert row(explorer, 0)[0].score == 0.0
    ui.press(qtbot, window, Key.Key_Backspace)
    assert hand(explorer).picture.done is done


@pytest.fixture
def large_view(qtbot: QtBot, theme: Theme) -> Iterator[RatingExplorerView]:
    session = Session(odd_events.large(70, 60), resolve_rules)
    view = RatingExplorerView(session, theme)
    ui.show_alone(qtbot, view, 460, 700)
    yield view
    session.close()


def test_sixty_games_scroll_between_handle_and_sums(large_view):
    canvas, where = large_view.canvas, layout(large_view)
    assert canvas.bar.isVisible()
    assert canvas.bar.maximum() > 500
    assert where.sums.bottom <= canvas.height()
    last = canvas.grips[60]
    last.setFocus()
    assert canvas.bar.value() == canvas.bar.maximum()
    inside = last.geometry()
    assert where.view.y - 1 <= inside.top()
    assert inside.bottom() <= where.view.bottom + 1
    # The tooltip belongs to what is visible there.
    assert pixels(canvas).height() == canvas.height()
    wanted = hand(large_view).picture.rows[59]
    place = layout(large_view).places[59]
    y = place.middle - canvas.scrolled
    assert canvas.target_at(QPointF(place.bar.x + 0.8 * place.bar.width, y)) in (
        ("row", wanted.game),
        ("mark", wanted.game),
    )
    assert f"Round {wanted.round}" in canvas.hint_at(QPointF(5, y))


def test_the_samples_games_show_on_a_small_screen(qtbot, window, explorer):
    for space in ("explain", "teach"):
        window.resize(1024, 768)
        window.spaces.switch_to(space)
        for number in (TOM, IRIS, 10):
            window.session.select(row=number - 1)
            qtbot.waitUntil(
                lambda: explorer.isVisible() and hand(explorer).picture.games > 3
            )
            assert not explorer.canvas.bar.isVisible()
            rows = layout(explorer).places[-1].box.bottom
            assert rows <= layout(explorer).view.bottom + 1
            seen = explorer.viewport().rect()
            corner = explorer.canvas.mapTo(explorer.viewport(), QPoint(0, round(rows)))
            assert seen.contains(corner)


def test_an_empty_explorer_says_so_until_the_first_result(qtbot, theme, session):
    view = RatingExplorerView(session, theme)
    ui.show_alone(qtbot, view)
    for document, said in (
        (odd_events.nobody(), "no players"),
        (odd_events.no_games(), "No rated games"),
    ):
        session.show_document(document, None)
        qtbot.waitUntil(lambda said=said: said in view.reason.text())
        assert not view.canvas.isVisible()
        assert view.canvas.make_image() is None
    session.apply_edit(set_result, 0, 0, 0, "W2")
    session.apply_edit(set_result, 0, 1, 0, "L1")
    qtbot.waitUntil(view.canvas.isVisible)
    assert hand(view).picture.games == 1
    assert not view.reason.isVisible()
    session.undo_edit()
    session.undo_edit()
    qtbot.waitUntil(lambda: not view.canvas.isVisible())


def test_the_picture_has_every_row_in_every_kind(window, explorer, large_view):
    explorer.canvas.put_marker(1500.0)
    picture = explorer.canvas.make_image(light=True)
    for kind in KINDS:
        assert len(picture_bytes(picture, kind)) > 1000
    text = svg_text(picture)
    for said in ("King, Otto 1457.73", "expected 1.86", "scored 3.5", "R  1500"):
        assert said in text
    text = svg_text(large_view.canvas.make_image())
    rows = hand(large_view).picture.rows
    assert all(one.name in text for one in rows if one.game is not None)


def test_everything_has_its_room_at_every_size(qtbot, window, explorer):
    for zoom, size, number_of in product(
        (90, 100, 150, 200), ((1024, 768), (1280, 800), (1920, 1080)), (TOM, IRIS, 10)
    ):
        window.theme.set_zoom(zoom)
        window.resize(*size)
        window.show_view("view-rating-explorer")
        window.session.select(row=number_of - 1)
        qtbot.waitUntil(lambda: explorer.isVisible() and explorer.scene is not None)
        where, canvas = layout(explorer), explorer.canvas
        assert where.head.bottom <= where.view.y + 0.1
        assert max(where.sums.bottom, where.scale.bottom) <= canvas.height() + 1
        assert where.x1 - where.x0 >= 4 * where.em
        for place in where.places:
            assert place.words.y >= place.box.y - 0.1
            assert place.bar.bottom <= place.box.bottom + 0.1
            assert place.figure.right <= canvas.width()
        for label in (explorer.saying, explorer.notes):
            needed = label.heightForWidth(label.width())
            assert not label.text() or label.height() >= needed - 2
    assert isinstance(hand(explorer).picture, SpecialPicture)
