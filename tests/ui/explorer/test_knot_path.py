"""The search of the trace, move by move, and dragging its marker."""

import random
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QToolButton
from pytestqt.qtbot import QtBot

from tests.build import as_type
from tests.explain.test_picture import people, some_section, special, traces
from tests.ui import odd_events
from tests.ui.driving import click
from tests.ui.keys import LEFT, Key
from uscalc.document.edit.cells import set_result
from uscalc.engine.special import REACH
from uscalc.engine.trace import SectionTrace, SpecialTrace
from uscalc.explain.curve import make_objective_curve
from uscalc.explain.numbers import MINUS, format_rating
from uscalc.explain.picture import SpecialPicture, StandardPicture, list_steps
from uscalc.explain.scene.scene import Scene, SceneSubject
from uscalc.ui.charts.chart_look import KINDS
from uscalc.ui.charts.scene import (
    ChartBand,
    ChartDot,
    ChartLine,
    ChartRule,
    ChartStroke,
)
from uscalc.ui.explorer.knot_path_view import KnotPathView
from uscalc.ui.session.session import Session
from uscalc.ui.theme.theme import Theme

TOM = 12
"""The sample's player without a rating, whose search has seven moves."""


@pytest.fixture
def solver(qtbot: QtBot, session: Session, theme: Theme) -> Iterator[KnotPathView]:
    session.select(row=TOM - 1)
    view = KnotPathView(session, theme)
    qtbot.addWidget(view)
    view.resize(480, 760)
    view.show()
    qtbot.waitExposed(view)
    assert view.solved is not None
    yield view
    session.close()
    theme.set_zoom(100)


def walk(solver: KnotPathView) -> SpecialTrace:
    return solver.solved.walk


def shown(solver: KnotPathView) -> str:
    return f"{solver.transport.count.text()}; {solver.value.text()}"


def say(solver: KnotPathView, stop: int) -> str:
    done = walk(solver)
    m = done.moves[stop].m if stop < len(done.moves) else done.end
    return f"move {stop} of {len(done.moves)}; M = {format_rating(m)}"


def moving_dot(solver: KnotPathView) -> float:
    dots = [mark for mark in solver.curve.overlay.marks if isinstance(mark, ChartDot)]
    return dots[-1].x


@pytest.mark.parametrize("size", [(1024, 768), (1280, 800)])
def test_every_text_is_in_sight_without_scrolling(qtbot, window, size):
    window.resize(*size)
    window.spaces.switch_to("explain")
    view = window.show_view("view-knot-path")
    for number in (TOM, 10):
        window.session.select(row=number - 1)
        qtbot.waitUntil(lambda: view.solved is not None and not view._following.behind)
        for stop in range(view.transport.moves + 1):
            view.transport.jump_to(float(stop))
            QApplication.processEvents()
            for text in (view.value, view.saying, view.notes, view.legend):
                assert text.visibleRegion().boundingRect() == text.rect()


def test_keys_buttons_and_slider_move_the_walk_and_show_each_m(qtbot, solver):
    transport = solver.transport
    left = LEFT
    assert shown(solver).startswith(say(solver, 0))
    assert not transport.back.isEnabled()
    qtbot.mouseClick(transport.forward, left)
    assert transport.position == 1.0
    qtbot.mouseClick(transport.back, left)
    assert transport.position == 0.0
    transport.slider.setValue(7)
    assert not transport.forward.isEnabled()
    player = solver._session.shown.find_trace(TOM - 1)
    assert walk(solver) is player.step5
    moves = walk(solver).moves
    assert len(moves) == 7
    for stop in (0, 3, len(moves), 1):
        solver.transport.slider.setValue(stop)
        assert shown(solver).startswith(say(solver, stop))
        m = moves[stop].m if stop < len(moves) else walk(solver).end
        assert moving_dot(solver) == m
        assert solver.curve.overlay.upto == stop + 1
        sentence = solver.saying.text()
        if stop == 0:
            assert sentence.startswith("M is the rating that the search is trying.")
        elif stop < len(moves):
            assert format_rating(moves[stop - 1].knot) in sentence
            assert "f(M) is negative" in sentence
        else:
            assert sentence.endswith("M is the result.")
    solver.curve.setFocus()
    last = len(walk(solver).moves)
    for key, stop in (
        *((Key.Key_Home, 0), (Key.Key_Right, 1), (Key.Key_Right, 2), (Key.Key_Left, 1)),
        *((Key.Key_End, last), (Key.Key_Right, last)),
    ):
        qtbot.keyClick(solver.curve, key)
        assert solver.transport.slider.value() == stop
        assert shown(solver).startswith(say(solver, stop))


def test_p_plays_to_the_end_and_pauses(qtbot, solver):
    solver.transport.speed.show_text("4")
    solver.curve.setFocus()
    qtbot.keyClick(solver.curve, Key.Key_Home)
    qtbot.keyClick(solver.curve, Key.Key_P)
    assert solver.transport.playing
    assert solver.transport.play.glyph == "pause"
    qtbot.waitUntil(lambda: solver.transport.position > 0.5)
    qtbot.keyClick(solver.curve, Key.Key_P)
    assert not solver.transport.playing
    resting = solver.transport.position
    qtbot.keyClick(solver.curve, Key.Key_P)
    qtbot.waitUntil(lambda: solver.transport.position > resting)
    qtbot.waitUntil(lambda: not solver.transport.playing)
    assert shown(solver).startswith(say(solver, len(walk(solver).moves)))


def test_r_away_from_the_search_shows_neither_m_nor_a_move(qtbot, solver):
    solver.transport.jump_to(7.0)
    solver.curve.setFocus()
    qtbot.keyClick(solver.curve, Key.Key_R)
    qtbot.keyClick(solver.curve, Key.Key_PageDown)
    assert shown(solver).startswith("7 moves; R = 1700")
    assert solver.transport.slider.value() == 0
    overlay = solver.curve.overlay
    assert not overlay.labels
    assert not overlay.settled
    assert moving_dot(solver) == 1700.0
    qtbot.keyClick(solver.curve, Key.Key_Return)
    qtbot.keyClick(solver.curve, Key.Key_Home)
    assert shown(solver).startswith(say(solver, 0))


def test_in_the_window_it_follows_the_table_and_rests_while_hidden(qtbot, window):
    window.show_view("view-knot-path")
    solver = window.findChild(KnotPathView, "view-knot-path")
    assert solver.solved is None
    click(qtbot, window, TOM, "name")
    qtbot.waitUntil(lambda: solver.solved is not None)
    solver.transport.jump_to(0.0)
    qtbot.mouseClick(solver.transport.play, LEFT)
    assert solver.transport.playing
    window.show_view("view-explanation")
    assert not solver.transport.playing


def test_each_step_has_its_own_curve_and_keeps_the_others_in_sight(qtbot, solver):
    player = solver._session.shown.find_trace(TOM - 1)
    drawn = {}
    for step, done in ((3, player.step3), (4, player.step4), (5, player.step5)):
        button = solver.findChild(QToolButton, f"solverStep{step}")
        qtbot.mouseClick(button, LEFT)
        assert walk(solver) is done
        chart = solver.curve.chart
        lines = [mark for mark in chart.marks if isinstance(mark, ChartLine)]
        drawn[step] = next(line for line in lines if line.hint == "f(R)").points
        ghosts = {line.hint for line in lines if line.dashed}
        assert ghosts == {f"f(R) in Step {s}" for s in (3, 4, 5) if s != step}
    assert len(set(drawn.values())) == 3
    assert "Since Step 4: Otto King (no. 6) is now" in solver.notes.text()


@pytest.mark.parametrize("step", [4, 5])
def test_no_curve_goes_through_the_label_of_another_step(qtbot, solver, step):
    qtbot.mouseClick(solver.steps.button(step), LEFT)
    layout, trace = solver.curve.get_layout(), solver._session.shown.find_trace(TOM - 1)
    curves = [
        make_objective_curve(done, trace.entrant)
        for done in (trace.step3, trace.step4, trace.step5)
    ]
    boxes = [x.box for x in layout.labels if x.label.text.startswith("Step ")]
    assert len(boxes) == 2
    for box in boxes:
        for curve in curves:
            for x in (box.x, box.x + box.width / 2, box.right):
                f = curve.compute_f(layout.value_at(x))
                y = layout.point_to_pixel((0.0, f))[1]
                assert not box.y + 1 < y < box.bottom - 1, (box, x)


def test_all_steps_stand_side_by_side_in_one_scale(qtbot, session, solver, tmp_path):
    player = session.shown.find_trace(TOM - 1)
    button = solver.findChild(QToolButton, "solverAllSteps")
    qtbot.mouseClick(button, LEFT)
    assert not solver.curve.isVisible()
    assert not solver.transport.isVisible()
    bounds = set()
    for step, done in ((3, player.step3), (4, player.step4), (5, player.step5)):
        view = solver.beside.charts[step]
        assert view.isVisible()
        bounds.add((view.chart.x.low, view.chart.x.high, view.chart.y.low))
        dots = [mark for mark in view.chart.marks if isinstance(mark, ChartDot)]
        assert [dot.x for dot in dots] == [done.end]
        assert view.chart.y.title == f"Step {step}: zero at {format_rating(done.end)}"
    assert len(bounds) == 1
    path = tmp_path / "steps.svg"
    solver.picture.save_image(
        next(kind for kind in KINDS if kind.name == "svgText"), path
    )
    text = path.read_text(encoding="utf-8")
    assert text.count("<circle") == 3
    assert all(f">Step {step}: zero at" in text for step in (3, 4, 5))
    # A player who was rated before has no Step 3.
    session.select(row=9)
    qtbot.waitUntil(lambda: not solver.beside.charts[3].isVisible())
    assert solver.beside.charts[4].isVisible()
    step4 = solver.findChild(QToolButton, "solverStep4")
    qtbot.mouseClick(step4, LEFT)
    assert solver.curve.isVisible()
    assert solver.transport.isVisible()
    assert not solver.beside.isVisible()


def test_knots_and_ground_show_which_opponents_decide(solver):
    chart = solver.curve.chart
    done = walk(solver)
    labels = {label.text: label for label in chart.labels if label.place == "bottom"}
    names = ("Castle", "Knightly", "Bishop", "King", "Gambit", "R'0")
    assert set(labels) == {
        f"{name}{sign}400" for name in names for sign in ("+", MINUS)
    }
    strong = sorted(label.x for label in labels.values() if label.strong)
    assert strong[0] < done.end < strong[1]
    upright = [m.x for m in chart.marks if isinstance(m, ChartRule) and m.x is not None]
    assert upright == strong
    strokes = [mark for mark in chart.marks if isinstance(mark, ChartStroke)]
    assert len(strokes) == len(solver.solved.picture.curve.knots) == 12
    assert sum(stroke.role == "text" for stroke in strokes) == 2
    bands = [mark for mark in chart.marks if isinstance(mark, ChartBand)]
    assert bands
    for band in bands:
        assert band.x0 is not None
        assert band.x1 is not None
        middle = (band.x0 + band.x1) / 2
        out = sum(abs(middle - s) > 400 for s in done.strengths)
        assert band.hint.startswith(f"{out} of {len(done.strengths)} games")
    shades = {(int(band.hint.split()[0]), band.strength) for band in bands}
    assert len(shades) == len({out for out, _ in shades}) > 2
    assert [s for _, s in sorted(shades)] == sorted(s for _, s in shades)
    assert max(shades)[0] == 5


def test_the_other_start_ends_elsewhere_on_a_plateau(qtbot, session, solver):
    view, before = solver, solver.solved
    session.show_document(odd_events.plateau_event(), None)
    qtbot.waitUntil(lambda: view.solved is not before)
    view.start.setFocus()
    qtbot.keyClick(view.start, Key.Key_Down)
    assert view.solved.scene.start == "closed form"
    assert view.solved.walk.p == 0
    assert "p = 0" in view.saying.text()
    assert view.saying.text().count("R0 is below") == 1
    assert "The two starts give different results" in view.notes.text()
    chart = view.curve.chart
    flat = [
        m for m in chart.marks if isinstance(m, ChartLine) and "flat from" in m.hint
    ]
    assert any("every rating here fits" in line.hint for line in flat)
    qtbot.keyClick(view.start, Key.Key_Up)
    assert view.solved.walk.p > 0


def test_a_standard_player_gets_the_reason_and_a_link(qtbot, session, solver):
    session.select(row=4)
    qtbot.waitUntil(lambda: solver.solved is None)
    assert "standard formula" in solver.reason.text()
    assert not solver.curve.isVisible()
    solver.ensureWidgetVisible(solver.other)
    qtbot.mouseClick(solver.other, LEFT)
    qtbot.waitUntil(lambda: solver.solved is not None)
    trace = session.shown.find_trace(session.selection.row or 0)
    assert trace.formula == "special"
    assert solver.curve.isVisible()


def test_another_round_of_the_player_keeps_the_walk(qtbot, session, solver):
    solver.transport.jump_to(1.0)
    qtbot.mouseClick(solver.transport.play, LEFT)
    before = solver.solved
    session.select(row=TOM - 1, round_number=3)
    solver._following.refresh_now()
    assert solver.solved is before
    assert solver.transport.playing
    session.select(row=9)
    solver._following.refresh_now()
    assert solver.solved is not before
    assert not solver.transport.playing


def test_an_edit_moves_the_curve_and_keeps_the_place(qtbot, session, solver):
    solver.transport.jump_to(2.0)
    before = walk(solver)
    session.apply_edit(set_result, 0, TOM - 1, 4, "W2")
    qtbot.waitUntil(lambda: walk(solver) is not before)
    assert walk(solver).end > before.end
    assert solver.transport.position == 2.0
    assert shown(solver).startswith(say(solver, 2))


@pytest.mark.parametrize(
    ("event", "words"),
    [
        *((odd_events.no_section, "no players"), (odd_events.nobody, "no players")),
        *(
            (odd_events.one_player, "no rated game"),
            (odd_events.no_games, "no rated game"),
        ),
        *((odd_events.undecided, "no rated game"), (odd_events.broken, "")),
    ],
)
def test_without_a_search_the_view_says_so(qtbot, session, solver, event, words):
    session.show_document(event(), None)
    qtbot.waitUntil(lambda: solver.solved is None)
    assert words in solver.reason.text()
    assert solver.reason.isVisible()
    assert not solver.transport.isVisible()


@pytest.mark.parametrize(("players", "opponents"), [(201, 200), (1000, 9)])
def test_many_players_and_opponents_work(qtbot, theme, session, players, opponents):
    session.show_document(odd_events.large(players, opponents), None)
    view = KnotPathView(session, theme)
    qtbot.addWidget(view)
    view.resize(480, 800)
    view.show()
    qtbot.waitUntil(lambda: view.solved is not None)
    assert len(view.solved.picture.done.strengths) == opponents
    layout = view.curve.get_layout()
    boxes = [label.box for label in layout.labels]
    assert not any(a.overlaps(b) for i, a in enumerate(boxes) for b in boxes[:i])
    view.transport.jump_to(1.0)
    assert shown(view).startswith(say(view, 1))
    session.close()


@pytest.mark.parametrize("zoom", [100, 200])
def test_no_move_shifts_what_is_below_it(solver, theme, zoom):
    theme.set_zoom(zoom)
    solver.transport.jump_to(0.0)
    QApplication.processEvents()
    places = set()
    for stop in range(len(walk(solver).moves) + 1):
        solver.transport.jump_to(float(stop))
        QApplication.processEvents()
        places.add(solver.notes.mapTo(solver.widget(), solver.notes.rect().topLeft()))
        flags = int(Qt.TextFlag.TextWordWrap)
        needed = solver.saying.fontMetrics().boundingRect(
            solver.saying.rect().adjusted(0, 0, 0, 10_000), flags, solver.saying.text()
        )
        assert needed.height() <= solver.saying.height()
    assert len(places) == 1


def test_the_picture_describes_the_answer_and_marks_it(solver):
    chart = solver.curve.chart
    assert chart.title == "Tom Fianchetto scored 3.5 points in 5 games: rating 1762"
    assert " ".join(solver.curve.get_headline_lines()) == chart.title
    picture = solver.curve.make_image()
    assert picture.title == chart.title
    assert "rules of 2025 on 9/21/2025" in picture.source
    # The answer appears with the last move, and not before.
    solver.transport.jump_to(7.0)
    answer = solver.curve.overlay.labels[-1]
    assert answer.text.endswith(": 1761.95")
    assert solver.curve.overlay.upto == len(solver.curve.overlay.labels)
    solver.transport.jump_to(2.0)
    assert solver.curve.overlay.upto == 3
    solver.transport.jump_to(0.0)
    step4 = solver.findChild(QToolButton, "solverStep4")
    step4.click()
    assert (
        solver.curve.chart.title
        == "Tom Fianchetto scored 3.5 points in 5 games: rating 1765 in Step 4"
    )


def test_the_walk_is_saved_as_a_numbered_row_and_never_over_files(solver, tmp_path):
    before = solver.transport.position, solver.saying.text(), solver.curve.overlay
    failed: list[str] = []
    solver.picture.failed.connect(failed.append)
    assert "solverSaveFrames" in {
        a.objectName() for a in solver.picture.choices.actions()
    }
    solver.picture.save_frames(tmp_path)
    names = [
        f"tom-fianchetto-scored-3-5-points-in-5-games-rating-1762-{i:03}.png"
        for i in range(8)
    ]
    assert sorted(path.name for path in tmp_path.iterdir()) == names
    assert len(solver.solved.stops) == len(names)
    contents = [(tmp_path / name).read_bytes() for name in names]
    assert len(set(contents)) == len(contents)
    assert (solver.transport.position, solver.saying.text()) == before[:2]
    assert solver.curve.overlay == before[2]
    (tmp_path / names[0]).write_bytes(b"mine")
    solver.picture.save_frames(tmp_path)
    assert (tmp_path / names[0]).read_bytes() == b"mine"
    assert failed
    assert names[0] in failed[0]
    solver.picture.save_frames(tmp_path / "nowhere")
    assert len(failed) == 2


def hand_of(trace: SectionTrace, place: int, step: int) -> Scene:
    return SceneSubject(trace, place, people(trace)).make_scene(step)


def test_the_marker_snaps_to_the_result_by_drag_and_keys():
    for trace, place, step in traces(500):
        hand = hand_of(trace, place, step)
        picture = special(trace, place, step)
        assert hand.r == picture.done.start
        low, high = hand.bounds
        for off in (-4.0, 4.0, 0.3):
            hand = hand.drag_marker(
                min(max(picture.catch_rating + off, low), high), 5.0
            )
            assert hand.caught
            assert hand.r == picture.catch_rating
        hand = hand.drag_marker(picture.catch_rating + 20.0, 5.0)
        assert hand.r != picture.catch_rating
        assert not hand.caught
        assert hand.found
    for trace, place, step in traces(120):
        hand = hand_of(trace, place, step)
        catch = special(trace, place, step).catch_rating
        for side in (-1.0, 1.0):
            hand = hand.put_marker(catch + side * 60.5)
            for _ in range(70):
                if hand.caught:
                    break
                hand = hand.nudge_marker(-side)
            assert hand.r == catch
            hand = hand.put_marker(catch + side * 60.5)
            for _ in range(4):
                if hand.caught:
                    break
                hand = hand.nudge_marker(-side * 25.0)
            assert hand.r == catch
            # The next key moves on.
            hand = hand.nudge_marker(-side)
            assert hand.r != catch
            assert abs(hand.r - catch) <= 1.0
    trace, place, step = next(iter(traces(1)))
    hand = hand_of(trace, place, step)
    start = hand.r
    hand = hand.put_marker(start + 50.0)
    hand = hand.put_marker(start - 20.0)
    assert hand.seen == (start - 20.0, start + 50.0)
    hand = hand.to_start()
    assert (hand.r, hand.seen) == (start, (start, start))


def test_reset_returns_every_trial_to_the_trace():
    chance = random.Random(11)
    tried = 0
    while tried < 200:
        trace = some_section(chance)
        before = repr(trace)
        for place, player in enumerate(trace.players):
            for step, done in list_steps(player).items():
                tried += 1
                hand = hand_of(trace, place, step)
                game = chance.randrange(player.entrant.m)
                for _ in range(3):
                    hand = hand.try_rating(game, float(chance.randint(100, 2900)))
                    hand = hand.try_score(game, chance.choice([0.0, 0.5, 1.0]))
                    hand = hand.try_rating(None, float(chance.randint(100, 2900)))
                hand = hand.reset_causes()
                assert hand.causes.is_empty
                assert hand.picture.done is done
                # Values can also be tried one after the other.
                row = hand.find_row(game)
                hand = hand.try_rating(game, row.rating + 3.0)
                hand = hand.try_score(
                    game, 1.0 - row.score if row.score != 0.5 else 1.0
                )
                assert not hand.causes.is_empty
                hand = hand.try_rating(game, row.true_rating)
                hand = hand.try_score(game, row.true_score)
                assert hand.causes.is_empty
                assert hand.picture.done is done
        assert repr(trace) == before


def test_the_row_of_earlier_games_moves_the_players_own_rating():
    aside = {"all_wins": -REACH, "all_losses": REACH, "mixed": 0.0}
    seen = set()
    for trace, place, step in traces(400):
        hand = hand_of(trace, place, step)
        assert isinstance(hand.picture, SpecialPicture)
        record = hand.picture.record
        wanted = min(max(hand.picture.prior.rating + 7.0, 500.0), 2400.0)
        hand = hand.try_rating(None, wanted)
        assert isinstance(hand.picture, SpecialPicture)
        assert hand.picture.record == record
        assert hand.picture.prior.rating == wanted
        assert hand.picture.player.start.r0 == wanted - aside[record]
        assert hand.picture.prior.is_tried
        seen.add(record)
    assert seen == set(aside)


def test_another_step_has_other_opponents_ratings_and_keeps_the_marker():
    several = 0
    for trace, place, _ in traces(300):
        hand = hand_of(trace, place, 5)
        hand = hand.put_marker(hand.r + 33.0)
        at = hand.r
        for step in hand.subject.steps:
            hand = hand.select_step(step)
            done = as_type(list_steps(trace.players[place])[step], SpecialTrace)
            assert hand.r == at
            ratings = tuple(row.rating for row in hand.picture.rows[:-1])
            assert ratings == done.strengths
            several += step == 3
    assert several > 10


def test_with_the_standard_formula_the_handle_is_the_players_rating():
    chance, tried = random.Random(5), 0
    while tried < 50:
        trace = some_section(chance)
        for place, player in enumerate(trace.players):
            if player.formula != "standard":
                continue
            tried += 1
            hand = hand_of(trace, place, 5)
            assert isinstance(hand.picture, StandardPicture)
            assert hand.at == player.start.r0
            hand = hand.nudge_marker(10.0)
            assert hand.at == min(player.start.r0 // 10 * 10 + 10.0, 3000.0)
            assert isinstance(hand.picture, StandardPicture)
            held = sum(hand.picture.done.expectations)
            assert held >= sum(player.step5.expectations)  # type: ignore[union-attr]
            hand = hand.to_start()
            assert hand.picture.done is player.step5
