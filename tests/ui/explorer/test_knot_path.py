"""The search of the trace, move by move, and dragging its marker."""

import random
from collections.abc import Iterator
from itertools import product

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QToolButton
from pytestqt.qtbot import QtBot

from tests.build import as_type
from tests.explain.test_picture import people, some_section, special, traces
from tests.ui import odd_events
from tests.ui.driving import click, show_alone
from tests.ui.keys import LEFT, Key
from uscalc.document.edit.cells import set_result
from uscalc.engine.special import REACH
from uscalc.engine.trace import SectionTrace, SpecialTrace
from uscalc.explain.curve import make_objective_curve
from uscalc.explain.numbers import MINUS, format_rating
from uscalc.explain.picture import StandardPicture, list_steps
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
    show_alone(qtbot, view, 480, 760)
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


def test_the_walk_is_moved_and_played_and_shows_each_m(qtbot, solver):
    transport = solver.transport
    assert shown(solver).startswith(say(solver, 0))
    assert not transport.back.isEnabled()
    qtbot.mouseClick(transport.forward, LEFT)
    assert transport.position == 1.0
    qtbot.mouseClick(transport.back, LEFT)
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


def test_in_the_window_it_follows_the_table_with_every_text_in_sight(qtbot, window):
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
    window.spaces.switch_to("explain")
    view = window.show_view("view-knot-path")
    texts = view.value, view.saying, view.notes, view.legend
    for size, number in product(((1024, 768), (1280, 800)), (TOM, 10)):
        window.resize(*size)
        window.session.select(row=number - 1)
        qtbot.waitUntil(lambda: view.solved is not None and not view._following.behind)
        for stop in range(view.transport.moves + 1):
            view.transport.jump_to(float(stop))
            # The panels may share the resized window's width a moment later.
            qtbot.waitUntil(
                lambda: all(x.visibleRegion().boundingRect() == x.rect() for x in texts)
            )


def test_each_step_has_its_curve_and_the_others_with_free_labels(qtbot, solver):
    player = solver._session.shown.find_trace(TOM - 1)
    drawn = {}
    for step, done in ((3, player.step3), (4, player.step4), (5, player.step5)):
        qtbot.mouseClick(solver.findChild(QToolButton, f"solverStep{step}"), LEFT)
        assert walk(solver) is done
        chart = solver.curve.chart
        lines = [mark for mark in chart.marks if isinstance(mark, ChartLine)]
        drawn[step] = next(line for line in lines if line.hint == "f(R)").points
        ghosts = {line.hint for line in lines if line.dashed}
        assert ghosts == {f"f(R) in Step {s}" for s in (3, 4, 5) if s != step}
    assert len(set(drawn.values())) == 3
    assert "Since Step 4: Otto King (no. 6) is now" in solver.notes.text()
    trace = solver._session.shown.find_trace(TOM - 1)
    steps = trace.step3, trace.step4, trace.step5
    curves = [make_objective_curve(done, trace.entrant) for done in steps]
    for step in (4, 5):
        qtbot.mouseClick(solver.steps.button(step), LEFT)
        layout = solver.curve.get_layout()
        boxes = [x.box for x in layout.labels if x.label.text.startswith("Step ")]
        assert len(boxes) == 2
        for box, curve in product(boxes, curves):
            for x in (box.x, box.x + box.width / 2, box.right):
                y = layout.point_to_pixel((0.0, curve.compute_f(layout.value_at(x))))[1]
                assert not box.y + 1 < y < box.bottom - 1, (box, x)


def test_all_steps_stand_side_by_side_in_one_scale(qtbot, session, solver, tmp_path):
    player = session.shown.find_trace(TOM - 1)
    qtbot.mouseClick(solver.findChild(QToolButton, "solverAllSteps"), LEFT)
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
    path, kind = tmp_path / "steps.svg", next(k for k in KINDS if k.name == "svgText")
    solver.picture.save_image(kind, path)
    text = path.read_text(encoding="utf-8")
    assert text.count("<circle") == 3
    assert all(f">Step {step}: zero at" in text for step in (3, 4, 5))
    session.select(row=9)
    qtbot.waitUntil(lambda: not solver.beside.charts[3].isVisible())
    assert solver.beside.charts[4].isVisible()
    qtbot.mouseClick(solver.findChild(QToolButton, "solverStep4"), LEFT)
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
    lines = [m.hint for m in view.curve.chart.marks if isinstance(m, ChartLine)]
    assert any("flat from" in x and "every rating here fits" in x for x in lines)
    qtbot.keyClick(view.start, Key.Key_Up)
    assert view.solved.walk.p > 0


def test_without_a_search_the_view_says_why_with_a_link(qtbot, session, solver):
    session.select(row=4)
    qtbot.waitUntil(lambda: solver.solved is None)
    assert "standard formula" in solver.reason.text()
    assert not solver.curve.isVisible()
    solver.ensureWidgetVisible(solver.other)
    qtbot.mouseClick(solver.other, LEFT)
    qtbot.waitUntil(lambda: solver.solved is not None)
    assert session.shown.find_trace(session.selection.row or 0).formula == "special"
    assert solver.curve.isVisible()
    for words, *events in (
        ("no players", odd_events.no_section, odd_events.nobody),
        ("no rated game", odd_events.one_player, odd_events.no_games),
        ("no rated game", odd_events.undecided),
        ("", odd_events.broken),
    ):
        for event in events:
            session.show_document(event(), None)
            solver._following.refresh_now()
            assert solver.solved is None
            assert words in solver.reason.text(), event
            assert solver.reason.isVisible()
            assert not solver.transport.isVisible()


def test_an_edit_or_another_round_keeps_the_place(qtbot, session, solver):
    solver.transport.jump_to(2.0)
    before = walk(solver)
    session.apply_edit(set_result, 0, TOM - 1, 4, "W2")
    qtbot.waitUntil(lambda: walk(solver) is not before)
    assert walk(solver).end > before.end
    assert solver.transport.position == 2.0
    assert shown(solver).startswith(say(solver, 2))
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


@pytest.mark.parametrize(("players", "opponents"), [(201, 200), (1000, 9)])
def test_many_players_and_opponents_work(qtbot, theme, session, players, opponents):
    session.show_document(odd_events.large(players, opponents), None)
    view = KnotPathView(session, theme)
    show_alone(qtbot, view, 480, 800)
    qtbot.waitUntil(lambda: view.solved is not None)
    assert len(view.solved.picture.done.strengths) == opponents
    layout = view.curve.get_layout()
    boxes = [label.box for label in layout.labels]
    assert not any(a.overlaps(b) for i, a in enumerate(boxes) for b in boxes[:i])
    view.transport.jump_to(1.0)
    assert shown(view).startswith(say(view, 1))
    session.close()


def test_no_move_shifts_what_is_below_it(solver, theme):
    said, notes, wraps = solver.saying, solver.notes, int(Qt.TextFlag.TextWordWrap)
    for zoom in (100, 200):
        theme.set_zoom(zoom)
        solver.transport.jump_to(0.0)
        QApplication.processEvents()
        places = set()
        for stop in range(len(walk(solver).moves) + 1):
            solver.transport.jump_to(float(stop))
            QApplication.processEvents()
            places.add(notes.mapTo(solver.widget(), notes.rect().topLeft()))
            room, metrics = said.rect().adjusted(0, 0, 0, 10_000), said.fontMetrics()
            needed = metrics.boundingRect(room, wraps, said.text())
            assert needed.height() <= said.height()
        assert len(places) == 1


def test_pictures_are_saved_as_a_numbered_row_and_describe_the_answer(solver, tmp_path):
    before = solver.transport.position, solver.saying.text(), solver.curve.overlay
    failed: list[str] = []
    solver.picture.failed.connect(failed.append)
    assert "solverSaveFrames" in {
        a.objectName() for a in solver.picture.choices.actions()
    }
    solver.picture.save_frames(tmp_path)
    name = "tom-fianchetto-scored-3-5-points-in-5-games-rating-1762"
    names = [f"{name}-{i:03}.png" for i in range(8)]
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
    chart = solver.curve.chart
    assert chart.title == "Tom Fianchetto scored 3.5 points in 5 games: rating 1762"
    assert " ".join(solver.curve.get_headline_lines()) == chart.title
    picture = solver.curve.make_image()
    assert picture.title == chart.title
    assert "rules of 2025 on 9/21/2025" in picture.source
    # The answer appears with the last move, and not before.
    solver.transport.jump_to(7.0)
    assert solver.curve.overlay.labels[-1].text.endswith(": 1761.95")
    assert solver.curve.overlay.upto == len(solver.curve.overlay.labels)
    solver.transport.jump_to(2.0)
    assert solver.curve.overlay.upto == 3
    solver.transport.jump_to(0.0)
    solver.findChild(QToolButton, "solverStep4").click()
    assert solver.curve.chart.title == chart.title.replace("1762", "1765 in Step 4")


def hand_of(trace: SectionTrace, place: int, step: int) -> Scene:
    return SceneSubject(trace, place, people(trace)).make_scene(step)


def test_the_marker_snaps_to_the_result_by_drag_and_keys():
    for trace, place, step in traces(500):
        hand = hand_of(trace, place, step)
        picture = special(trace, place, step)
        assert hand.r == picture.done.start
        catch, (low, high) = picture.catch_rating, hand.bounds
        for off in (-4.0, 4.0, 0.3):
            hand = hand.drag_marker(min(max(catch + off, low), high), 5.0)
            assert hand.caught
            assert hand.r == catch
        hand = hand.drag_marker(catch + 20.0, 5.0)
        assert hand.r != catch
        assert not hand.caught
        assert hand.found
    for trace, place, step in traces(120):
        hand = hand_of(trace, place, step)
        catch = special(trace, place, step).catch_rating
        for side, (step, most) in product((-1.0, 1.0), ((1.0, 70), (25.0, 4))):
            hand = hand.put_marker(catch + side * 60.5)
            for _ in range(most):
                hand = hand if hand.caught else hand.nudge_marker(-side * step)
            assert hand.r == catch
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
                row = hand.find_row(game)
                hand = hand.try_rating(game, row.rating + 3.0)
                hand = hand.try_score(game, 1.0 if row.score < 1.0 else 0.0)
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
        record = hand.picture.record
        wanted = min(max(hand.picture.prior.rating + 7.0, 500.0), 2400.0)
        hand = hand.try_rating(None, wanted)
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
            assert tuple(row.rating for row in hand.picture.rows[:-1]) == done.strengths
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
            assert sum(hand.picture.done.expectations) >= sum(player.step5.expectations)  # type: ignore[union-attr]
            hand = hand.to_start()
            assert hand.picture.done is player.step5
