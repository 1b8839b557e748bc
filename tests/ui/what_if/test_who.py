"""Ripple effect: the network and its animation, the causes, and both at once."""

import json
import time
from itertools import combinations, product
from math import hypot
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QColor, QFontMetrics
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests import build
from tests.often import often
from tests.ui.drawing import measure
from tests.ui.driving import click, enter, open_file, press, press_in
from tests.ui.keys import LEFT, PLAIN, SHIFT, Key
from tests.ui.what_if.trying import followed, moves, show_ripples, try_result
from uscalc.analysis.ripple import RatingChangeReason, explain_change
from uscalc.analysis.whatif import RatedBase
from uscalc.document.model import Edit
from uscalc.monitor import Monitor
from uscalc.ui.charts.labels import PixelBox
from uscalc.ui.charts.layout import lay_out, lay_over
from uscalc.ui.teach.presentation import presentation_of
from uscalc.ui.what_if.graph import (
    ArrangedGraph,
    GraphLink,
    GraphNode,
    RippleGraph,
    arrange_graph,
)
from uscalc.ui.what_if.movers import CAUSES, FIGURES
from uscalc.ui.what_if.network import (
    NetworkView,
    network_chart,
    network_names,
    ripple_overlay,
)
from uscalc.ui.what_if.network_data import ALWAYS, STOPPED, PlayerNames, reached_words
from uscalc.ui.what_if.ripple_view import RippleView
from uscalc.ui.what_if.what_if_view import WhatIfView
from uscalc.ui.window.main_window import MainWindow

PLAYERS = 12


@pytest.fixture
def view(qtbot: QtBot, window: MainWindow) -> WhatIfView:
    view = try_result(qtbot, window, 1, 5, "W")
    show_ripples(qtbot, view)
    return view


@pytest.fixture
def idle(qtbot: QtBot, window: MainWindow) -> RippleView:
    view = window.show_view("view-what-if")
    show_ripples(qtbot, view)
    qtbot.waitUntil(lambda: view.ripple.weighing.found is not None)
    return view.ripple


def center_of(network: NetworkView, place: int) -> QPointF:
    spot = network.drawn.spots[place]
    return network.place_of(spot.x, spot.y)


def dot(who: RippleView, place: int) -> QColor:
    image = who.network.grab().toImage()
    return QColor(image.pixel(center_of(who.network, place).toPoint()))


def place_of(window: MainWindow, number: int) -> int:
    return window.session.find_system_rating().places[number]


def test_only_players_whose_rating_moves_have_a_dot(qtbot, window, view):
    wanted, pictures = moves(window, 1, 5, "W"), view.ripple.network
    for look, (number, moved) in product(("light", "dark"), wanted.items()):
        window.theme.choose_look(look)
        followed(qtbot, view)
        assert set(pictures.drawn.spots) == {place_of(window, n) for n in wanted}
        colors = window.theme.colors
        tone = QColor(colors.gain if moved > 0 else colors.loss)
        assert dot(view.ripple, place_of(window, number)) == tone
    sizes = {n: pictures.drawn.spots[place_of(window, n)].size for n in wanted}
    assert max(sizes, key=sizes.__getitem__) == 3


def test_the_ripple_is_stepped_and_played_with_keys(window, view, qtbot):
    wanted = moves(window, 1, 5, "W")
    assert view.ripple.heading.text() == (
        f"Round 5: Castle, Ada beats Bishop, Alma: {len(wanted)} ratings change; "
        f"biggest change Bishop, Alma, \N{MINUS SIGN}{abs(wanted[3]):.2f}"
    )
    who, network = view.ripple, view.ripple.network
    network.setFocus()
    gone = [QColor(window.theme.colors.surface), QColor(window.theme.colors.soft)]
    one, other = place_of(window, 1), place_of(window, 4)
    qtbot.keyClick(network, Key.Key_Home)
    assert who.transport.count.text() == "The games with what-if results"
    assert dot(who, one) in gone
    qtbot.keyClick(network, Key.Key_Right)
    assert who.transport.count.text() == "Step 4: 2 players affected"
    assert "Castle, Bishop" in who.sentence.text()
    assert dot(who, one) == QColor(window.theme.colors.gain)
    assert dot(who, other) in gone
    qtbot.keyClick(network, Key.Key_Right)
    assert who.transport.count.text() == "Step 5: 6 more players affected"
    assert dot(who, other) == QColor(window.theme.colors.loss)
    qtbot.keyClick(network, Key.Key_Left)
    assert dot(who, other) in gone
    qtbot.keyClick(network, Key.Key_End)
    assert dot(who, other) == QColor(window.theme.colors.loss)
    # The slider of the ripple effect has the same keys as other sliders.
    who.transport.slider.setFocus()
    qtbot.keyClick(who.transport.slider, Key.Key_Left)
    assert dot(who, other) in gone
    assert window.session.what_if_overlay.stop == 1
    network.setFocus()
    qtbot.keyClick(network, Key.Key_Space)
    assert who.transport.playing
    qtbot.waitUntil(lambda: 0.2 < who.transport.position < 2.0)
    qtbot.keyClick(network, Key.Key_Space)
    assert not who.transport.playing
    stands = who.transport.position
    if stands != int(stands):
        # The ripple effect is moving along the lines.
        assert network.overlay.marks
    QApplication.processEvents()
    assert who.transport.position == stands
    window.named_actions["wavePlay"].trigger()
    assert who.transport.playing
    qtbot.waitUntil(lambda: not who.transport.playing)
    assert who.transport.position == 2.0
    assert window.session.what_if_overlay.stop == 2
    who.transport.toggle_playing()
    window.show_view("view-explanation")
    assert not who.transport.playing


def test_dots_and_lines_lead_to_the_table(qtbot, window, view):
    network = view.ripple.network
    here = center_of(network, place_of(window, 4))
    qtbot.mouseClick(network, LEFT, pos=here.toPoint())
    assert window.session.player.number == 4
    # The players it moves stay in place, and so does the ripple effect.
    followed(qtbot, view)
    one, other = (center_of(network, place_of(window, n)) for n in (1, 3))
    half = (one + other) / 2
    qtbot.mouseMove(network, half.toPoint())
    qtbot.mouseClick(network, LEFT, pos=half.toPoint())
    assert window.session.selection.round == 5
    assert window.session.player.number in (1, 3)
    assert network.hint_at(half) == "Round 5: Castle, Ada beats Bishop, Alma"
    try_result(qtbot, window, 1, 2, "L")
    drawn = view.ripple.network.drawn
    assert view.ripple.heading.text().startswith("2 changed results: ")
    games = [link.pair for link in drawn.graph.links if link.stop == 0]
    wanted = [{place_of(window, 1), place_of(window, n)} for n in (3, 5)]
    assert sorted(map(sorted, games)) == sorted(map(sorted, wanted))


def test_every_cause_is_whole_and_a_click_chooses_its_player(qtbot, window, view):
    wanted, who = moves(window, 1, 5, "W"), view.ripple
    order = sorted(wanted, key=lambda n: -abs(wanted[n]))
    model = who.model
    assert [r.number for r in model.rows] == order
    figures = [model.index(row, 0).data(FIGURES) for row in range(model.rowCount())]
    assert [f[2][1:] for f in figures] == [f"{abs(wanted[n]):.2f}" for n in order]
    causes = [str(model.index(row, 0).data(CAUSES)) for row in range(model.rowCount())]
    assert causes[0] == "Because of the player’s own result."
    others = [said for n, said in zip(order, causes, strict=True) if n not in (1, 3)]
    for said in others:
        assert said.startswith("Opponents whose Step 4 ratings changed: ")
        assert "\N{RIGHTWARDS ARROW}" in said
    assert not any("…" in said for said in causes)
    # The lines they need are there, in a low view and in a high one.
    for high in (False, True):
        window.resize(1280, 800 if high else 480)
        # If there is room for both, there is no choice between them.
        qtbot.waitUntil(lambda wanted=high: who.list_button.isVisible() is not wanted)
        assert who.network_button.isVisible() is not high
        who.select_kind("list")
        qtbot.waitUntil(who.list.isVisible)
        assert who.network.isVisible() is high
        metrics = QFontMetrics(window.theme.make_font(0.9))
        for row, said in enumerate(causes):
            index = model.index(row, 0)
            size = who.list.itemDelegate().sizeHint(None, index)
            room = QRect(0, 0, size.width() - 24, 10_000)
            flags = int(Qt.TextFlag.TextWordWrap)
            needed = metrics.boundingRect(room, flags, said).height()
            assert who.list.visualRect(index).height() >= needed + metrics.height()
    place = who.list.visualRect(model.index(2, 0)).center()
    qtbot.mouseClick(who.list.viewport(), LEFT, pos=place)
    assert window.session.player.number == who.model.rows[2].number
    followed(qtbot, view)
    assert who.list.currentIndex().row() == 2
    press_in(qtbot, window, who.list, Key.Key_Down, Key.Key_Return)
    assert window.session.player.number == who.model.rows[3].number


@pytest.mark.parametrize("modifier", [SHIFT, PLAIN], ids=["panel", "screen"])
def test_the_ripple_fills_the_screen_with_its_sliders(qtbot, window, view, modifier):
    assert not view.sliders[0].isVisible()
    press(qtbot, window, Key.Key_F11, modifier)
    whole = window.right if modifier is SHIFT else presentation_of(window)
    who = view.ripple
    qtbot.waitUntil(who.list.isVisible)
    qtbot.waitUntil(who.network.isVisible)
    for part in [*view.sliders, who.network, who.list, who.transport, view.post]:
        assert part.isVisible()
        place = QRect(part.mapTo(whole, QPoint(0, 0)), part.size())
        assert whole.rect().contains(place)
        assert not part.visibleRegion().isEmpty()
    sliders = view.sliders[0].mapTo(whole, QPoint(0, 0)).x()
    assert sliders < who.mapTo(whole, QPoint(0, 0)).x()
    qtbot.keyClick(view.sliders[4], Key.Key_L)
    followed(qtbot, view)
    assert "loses to Bishop, Alma" in who.heading.text()
    press(qtbot, window, Key.Key_Escape)
    assert window.session.what_if.outcomes


def wait_for_stop(_base: RatedBase, monitor: Monitor) -> None:
    while not monitor.is_canceled():
        time.sleep(0.005)


def test_games_are_evaluated_again_after_an_edit(qtbot, window, idle, monkeypatch):
    assert set(idle.network.drawn.spots) == set(range(PLAYERS))
    assert idle.heading.text().startswith("Game with the most effect: round ")
    assert not idle.transport.isVisible()
    assert not idle.list.isVisible()
    # The game with the most effect is the thickest line, in the only accent color.
    found = idle.weighing.found
    heaviest = max(range(29), key=lambda c: max(found.swings[c].values(), default=0.0))
    meeting = found.meetings[heaviest]
    one, other = (center_of(idle.network, p) for p in (meeting.place, meeting.opponent))
    image = idle.network.grab().toImage()
    accent = QColor(window.theme.colors.accent)
    spots = [one + (other - one) * part for part in (0.3, 0.4, 0.6, 0.7)]
    seen = [QColor(image.pixel(spot.toPoint())) for spot in spots]
    assert any(abs(c.hue() - accent.hue()) < 8 and c.saturation() > 90 for c in seen)
    before = idle.weighing.found
    enter(qtbot, window, 1, 5, "w3")
    qtbot.waitUntil(lambda: idle.weighing.found not in (None, before))
    found = idle.weighing.found
    assert len(found.meetings) == 30
    qtbot.waitUntil(lambda: not idle.following.behind)
    assert idle.heading.text().startswith("Game with the most effect: round ")
    enter(qtbot, window, 2, 1, "w99")
    qtbot.waitUntil(lambda: window.session.find_system_rating() is None)
    qtbot.waitUntil(lambda: not idle.weighs.behind)
    qtbot.waitUntil(lambda: not idle.following.behind)
    assert idle.heading.text() == "No effects to show: the section needs rated games."
    assert not idle.picture.isEnabled()
    assert not idle.network_button.isEnabled()
    click(qtbot, window, 1, "name")
    click(qtbot, window, 2, 1)
    window.session.undo_edit()
    window.session.undo_edit()
    monkeypatch.setattr(
        "uscalc.ui.what_if.network_data.compute_influence", wait_for_stop
    )
    enter(qtbot, window, 1, 5, "w3")
    qtbot.waitUntil(idle.stop.isVisible)
    qtbot.mouseClick(idle.stop, LEFT)
    assert idle.weighing.message == STOPPED
    qtbot.waitUntil(lambda: not idle.following.behind)
    assert idle.heading.text() == STOPPED
    assert not idle.stop.isVisible()
    assert not idle.progress.isVisible()
    monkeypatch.undo()
    # Selecting another player doesn't change the effects of the games.
    click(qtbot, window, 4, "name")
    qtbot.waitUntil(lambda: not idle.weighs.behind)
    assert idle.weighing.message == STOPPED
    enter(qtbot, window, 1, 5, "d3")
    qtbot.waitUntil(lambda: idle.weighing.found is not None)


def test_the_causes_stay_where_the_network_does_not(qtbot, window, view, monkeypatch):
    who = view.ripple
    assert who.network.isVisible()
    with monkeypatch.context() as small:
        small.setattr("uscalc.ui.what_if.network.arrange_graph", lambda *_: None)
        who.network.arrange_in(who.network.size())
        who.network.resized.emit()
        qtbot.waitUntil(lambda: not who.network.isVisible())
        assert who.list.isVisible()
        assert not who.network_button.isEnabled()
        assert not who.picture.isEnabled()
    who.network.resized.emit()
    qtbot.waitUntil(who.network.isVisible)


def test_games_evaluated_early_belong_to_the_new_section(qtbot, window, idle):
    """The effects may be computed before the names of the section are known."""
    session = window.session
    window.show_view("view-player-details")
    assert not idle.isVisible()
    section = session.document.sections[0]
    first, last = section.players[0], section.players[-1]
    byes = ("U",) * len(first.results)
    newcomer = replace(last, number=PLAYERS + 1, id=None, results=(*byes, "L1"))
    played = replace(first, results=(*first.results, f"W{PLAYERS + 1}"))
    players = (played, *section.players[1:], newcomer)
    session.apply_edit(
        lambda document: Edit(
            replace(document, sections=(replace(section, players=players),)), "Typed"
        )
    )
    qtbot.waitUntil(lambda: session.up_to_date)
    rating = session.find_system_rating()
    assert len(rating.trace.players) == PLAYERS + 1
    assert idle.following.behind
    with qtbot.captureExceptions() as raised:
        idle.weighing.weigh_section(session.section, rating)
        qtbot.waitUntil(lambda: idle.weighing.found is not None)
    assert raised == []


def test_causes_are_found_once_for_all_paintings(qtbot, window, monkeypatch):
    asked: list[int] = []

    def counted(*pair: Any) -> tuple[RatingChangeReason, ...]:
        asked.append(pair[2])
        return explain_change(*pair)

    monkeypatch.setattr("uscalc.ui.what_if.movers.explain_change", counted)
    who = try_result(qtbot, window, 1, 5, "W").ripple
    window.places.fill_with(window.right)
    qtbot.waitUntil(who.list.isVisible)
    for wide in (900, 700, 900):
        who.list.resize(wide, who.list.height())
        who.list.doItemsLayout()
        who.list.grab()
    assert len(asked) == len(set(asked)) == len(who.model.rows)


def opened(qtbot, window, path: Path, *players: tuple[str, str, str]) -> None:
    rows = [
        {
            "number": number,
            "id": id_,
            "name": f"Player {id_}",
            "ratings": {"R": {"rating": 1400 + 30 * number, "games": 40}},
            "results": results,
        }
        for number, (id_, *results) in enumerate(players, 1)
    ]
    path.write_text(json.dumps(build.event_file(*rows, systems=["R"])))
    open_file(qtbot, window, path)


def test_a_line_leads_to_its_game_where_two_met_twice(qtbot, window, tmp_path):
    two, others = [("11", "W2", "W2"), ("12", "L1", "L1")], [("13", "W4", "D4")]
    pairs = [*two, *others, ("14", "L3", "D3")]
    opened(qtbot, window, tmp_path / "twice.uscalc", *pairs)
    view = try_result(qtbot, window, 1, 2, "L")
    show_ripples(qtbot, view)
    pictures = view.ripple.network
    qtbot.waitUntil(view.ripple.list.isVisible)
    pictures.resized.emit()
    qtbot.waitUntil(lambda: pictures.drawn is not None)

    def click_line() -> bool:
        """Click the middle of the line, where the last layout has it."""
        one, other = (center_of(pictures, place_of(window, n)) for n in (1, 2))
        half = ((one + other) / 2).toPoint()
        qtbot.mouseMove(pictures, half)
        qtbot.mouseClick(pictures, LEFT, pos=half)
        return window.session.selection.round == 2

    qtbot.waitUntil(click_line)


def test_a_what_if_game_of_a_double_entry_is_named(qtbot, window, tmp_path):
    # Players 1 and 3 are one person, with two games in the first round.
    rows = [("11", "W2", ""), ("12", "L1", ""), ("11", "L4", ""), ("14", "W3", "")]
    opened(qtbot, window, tmp_path / "again.uscalc", *rows)
    view = try_result(qtbot, window, 3, 1, "D")
    show_ripples(qtbot, view)
    assert view.ripple.heading.text().startswith(
        "Round 1: Player 11 draws with Player 14: "
    )


def test_names_are_distinguished_and_as_many_are_named_as_fit(window, view):

    section, rating = window.session.section, window.session.find_system_rating()
    same = tuple(
        replace(player, name="Twin, Kim") if player.number in (2, 5) else player
        for player in section.players
    )
    people = PlayerNames(replace(section, players=same), rating)
    shorts = {n: people.name_forms_of(place)[1] for n, place in rating.places.items()}
    assert (shorts[2], shorts[5]) == ("Twin 2", "Twin 5")
    others = "".join(said for n, said in shorts.items() if n not in (2, 5))
    assert not any(map(str.isdigit, others))
    people, stop = PlayerNames(section, rating), view.what_if.shown.effect.stops[-1]
    names = [people.name_forms_of(place)[1] for place in stop.reached]
    assert len(names) > 2
    for room in range(1, 200):
        said = reached_words(stop, people, lambda text, room=room: len(text) <= room)
        named = [name for name in names if name in said]
        assert named == names[: len(named)]
        more = len(names) - len(named)
        assert len(said) <= room or not named
        assert said.endswith(f" {more} more" if named else f" {more}") or not more
    assert len(named) == len(names)


LINE = 14.0


def names(place: int, wide: int) -> tuple[str, ...]:
    return f"{'N' * wide}, Player {place}", "N" * (wide // 2), str(place)


@st.composite
def waves(draw: st.DrawFn) -> RippleGraph:
    """Generate up to three what-if games, the players they affect, and the games between them."""
    players = draw(st.integers(2, 5))
    count = players + draw(st.integers(0, 30))
    moved = st.floats(-300, 300).map(lambda moved: round(moved, 2))
    stops = draw(st.integers(1, 3))

    def node(place: int) -> GraphNode:
        forms = names(place, draw(st.integers(2, 20)))
        stop = 0 if place < players else draw(st.integers(1, stops))
        return GraphNode(place, forms, draw(moved), stop)

    nodes = tuple(map(node, range(count)))
    games = tuple(GraphLink(0, place, 0, text="R1") for place in range(1, players))
    hops = tuple(
        GraphLink(draw(st.integers(0, place - 1)), place, nodes[place].stop or 1, 0.5)
        for place in range(players, count)
    )
    steps = tuple(f"Step {s}" for s in range(3, 3 + stops))
    return RippleGraph(nodes, games + hops, steps)


def everybody(players: int, rounds: int) -> RippleGraph:
    nodes = tuple(GraphNode(place, names(place, 9)) for place in range(players))
    links = tuple(
        GraphLink(place, (place + number) % players, ALWAYS, 1 / number)
        for number in range(1, rounds + 1)
        for place in range(0, players, 2)
    )
    return RippleGraph(nodes, links)


def check(found: ArrangedGraph) -> None:
    """Check that every name is complete and visible, and that nothing overlaps."""
    bounds = PixelBox(0.0, 0.0, found.width, found.height)
    for node in found.graph.nodes:
        spot = found.spots[node.place]
        assert any(name in spot.text for name in node.names)
        assert spot.box.width == measure(spot.text, False)[0]
        assert spot.box.lies_within(bounds)
        assert PixelBox(spot.x, spot.y, 0.0, 0.0).grow_by(spot.size).lies_within(bounds)
    for one, other in combinations(found.spots.values(), 2):
        assert not one.box.overlaps(other.box)
        assert hypot(one.x - other.x, one.y - other.y) >= one.size + other.size
        for name, dot in ((one, other), (other, one)):
            assert not name.box.overlaps(PixelBox(dot.x, dot.y, 0, 0).grow_by(dot.size))


@often(150)
@given(waves(), st.integers(200, 1600), st.integers(100, 900))
def test_no_two_dots_or_names_ever_overlap(graph, width, height):
    found = arrange_graph(graph, width, height, measure)
    assert found == arrange_graph(graph, width, height, measure)
    if found is not None:
        check(found)
        assert len(found.spots) == len(graph.nodes)


@often(60)
@given(waves())
def test_the_chart_writes_every_name_where_it_was_arranged(graph):
    found = arrange_graph(graph, 1200.0, 760.0, measure)
    if found is None:
        return
    for stop in range(len(graph.captions) + 1):
        chart = network_chart(found, stop, LINE, 1.0, "t", "s", "d")
        layout = lay_out(chart, 1200.0, 760.0, measure)
        for node in graph.nodes:
            spot = found.spots[node.place]
            place = spot.x, spot.y
            assert layout.point_to_pixel(place) == pytest.approx(place)
        labels = network_names(found, stop, 1.0)
        placed = lay_over(layout, ripple_overlay(found, labels, stop + 0.5), measure)
        for node, label in zip(graph.nodes, placed, strict=False):
            spot = found.spots[node.place]
            assert label.box.lies_within(spot.box.grow_by(1.0))


@pytest.mark.parametrize(
    ("players", "rounds", "width", "height"),
    [(6, 5, 420, 200), (12, 5, 420, 300), (24, 5, 700, 500), (24, 5, 1100, 700)],
)
def test_a_section_of_up_to_24_players_can_be_read(players, rounds, width, height):
    check(arrange_graph(everybody(players, rounds), width, height, measure))


def test_the_longest_names_that_fit_are_written_and_nothing_overlaps():
    assert arrange_graph(everybody(64, 7), 1800, 1000, measure) is None
    assert arrange_graph(everybody(24, 7), 1800, 1000, measure) is None
    assert arrange_graph(everybody(24, 5), 300, 120, measure) is None
    graph = everybody(12, 3)
    wide, narrow = (arrange_graph(graph, width, 400, measure) for width in (900, 330))
    assert wide.spots[3].text == graph.nodes[3].names[0]
    assert narrow.spots[3].text in graph.nodes[3].names[1:]


def test_larger_changes_have_larger_dots_and_the_players_of_the_game_are_inside():
    nodes = (
        *(GraphNode(0, ("Ada",), 16.0, 0), GraphNode(1, ("Bea",), -4.0, 0)),
        *(GraphNode(2, ("Cy",), 1.0, 2), GraphNode(3, ("Di",), -0.25, 2)),
    )
    links = (GraphLink(0, 1, 0), GraphLink(0, 2, 2), GraphLink(1, 3, 2))
    graph = RippleGraph(nodes, links, ("Step 4", "Step 5"))
    found = arrange_graph(graph, 700, 400, measure)
    sizes = [found.spots[place].size for place in range(4)]
    assert sizes == sorted(sizes, reverse=True)
    middle = 350.0
    inside = [abs(found.spots[place].x - middle) for place in range(4)]
    assert max(inside[:2]) < min(inside[2:])
    assert (found.spots[2].x < middle) == (found.spots[0].x < middle)
    assert (found.spots[3].x < middle) == (found.spots[1].x < middle)


def test_the_ripple_runs_along_games_from_players_whose_ratings_moved():
    meeting = GraphNode(0, ("Ada",), 9.0, 0), GraphNode(1, ("Bea",), -9.0, 0)
    links = (GraphLink(0, 1, 0), GraphLink(0, 2, 2))
    nodes = (*meeting, GraphNode(2, ("Cy",), 1.0, 2))
    graph = RippleGraph(nodes, links, ("Step 4", "Step 5"))
    found = arrange_graph(graph, 700, 400, measure)
    assert ripple_overlay(found, (), 1.0).marks == ()
    (line, _) = ripple_overlay(found, (), 1.25).marks
    start, end = found.spots[0], found.spots[2]
    assert line.points[0] == (start.x, start.y)
    quarter = start.x + (end.x - start.x) / 4, start.y + (end.y - start.y) / 4
    assert line.points[1] == pytest.approx(quarter)
    # The effect first goes from the middle of the game to both players.
    heads = ripple_overlay(found, (), 0.999).marks[::2]
    ends = sorted(head.points[1][0] for head in heads)
    assert ends == pytest.approx(sorted((found.spots[0].x, found.spots[1].x)), abs=1.0)
