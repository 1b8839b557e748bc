"""Forecast in the window: figures, a target, settings, and a click that tries a result."""

import itertools

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from tests.build import document, player, section
from tests.ui.driving import click, enter, press_button, quiet, retype, type_text
from tests.ui.keys import LEFT, Key
from uscalc.analysis.goals import find_goals
from uscalc.document.model import Document
from uscalc.document.queries.scenario import Outcome, set_outcome
from uscalc.document.rate.whole import rate_document
from uscalc.engine.rounding import round_for_display
from uscalc.monitor import Monitor
from uscalc.rules.resolve import resolve_rules
from uscalc.ui.charts.scene import ChartBar, ChartRule
from uscalc.ui.what_if import forecast_answer as forecast_told
from uscalc.ui.what_if.forecast_answer import HOW
from uscalc.ui.what_if.forecast_view import UNKNOWN, ForecastView
from uscalc.ui.window.main_window import MainWindow

LETTERS = "LDW"


def shown_forecast(qtbot: QtBot, window: MainWindow) -> ForecastView:
    click(qtbot, window, 1, "name")
    return window.show_view("view-forecast")


@pytest.fixture
def forecast(qtbot: QtBot, window: MainWindow) -> ForecastView:
    view = shown_forecast(qtbot, window)
    qtbot.waitUntil(lambda: view.answer is not None)
    return view


def aim(qtbot: QtBot, view: ForecastView, name: str, typed: str) -> None:
    field = view.settings.fields[name]
    fold = view.settings.fold.button
    if not field.isVisible():
        fold.setFocus()
        qtbot.keyClick(fold, Key.Key_Space)
        qtbot.waitUntil(field.isVisible)
    retype(field, typed)


def posts(made: Document, number: int, *outcomes: Outcome) -> int:
    for outcome in outcomes:
        made = set_outcome(made, 0, outcome).document
    rating = rate_document(made, resolve_rules).sections[0].in_system("R")
    return int(round_for_display(rating.find_post(number)))


def two_to_come() -> Document:
    return document(
        section(
            player(1, "W2", "D3", "?4", "?5", rating=1780.0),
            player(2, "L1", "W4", "?3", "?6", rating=1702.0),
            player(3, "W4", "D1", "?2", "?4", rating=1855.0),
            player(4, "L3", "L2", "?1", "?3", rating=1760.0),
            player(5, "W6", "L6", "?6", "?1", rating=1824.0),
            player(6, "L5", "W5", "?5", "?2", rating=1650.0),
        )
    )


def forecast_of(qtbot: QtBot, window: MainWindow, event: Document) -> ForecastView:
    window.session.show_document(event, None)
    view = shown_forecast(qtbot, window)
    qtbot.waitUntil(lambda: view.answer is not None)
    return view


def test_figures_are_large_and_a_target_is_updated(window, forecast, qtbot):
    cards = forecast.cards.list_shown()
    assert [card.title for card in cards] == ["Loss", "Draw", "Win"]
    now = window.session.document
    assert [card.figure for card in cards] == [
        str(posts(now, 1, Outcome(5, 1, letter))) for letter in LETTERS
    ]
    assert [card.beside for card in cards] == ["27%", "17%", "55%"]
    # Rounded ratings leave one point open.
    assert cards[0].lines == ("always 1777\N{EN DASH}1778",)
    assert all(card.figure in card.words for card in cards)
    assert forecast.chart.isVisible()
    assert "Chances are based on past results" in forecast.how.text()
    assert "Round 5 against 3 Bishop, Alma" in forecast.how.text()
    aim(qtbot, forecast, "Target", "1800")
    verdicts = [card.verdict for card in forecast.cards.list_shown()]
    assert verdicts == ["out of reach by 22", "out of reach by 8", "certain"]
    assert forecast.sentence.text().startswith(
        "Castle, Ada needs a win for 1800. A win guarantees it."
    )
    assert "Chance of reaching 1800: 55%" in forecast.sentence.text()
    chart = forecast.chart.chart
    assert chart.title.endswith(": 55% chance of 1800 or more")
    assert any(isinstance(mark, ChartRule) for mark in chart.marks)
    strong = [m for m in chart.marks if isinstance(m, ChartBar) and m.role == "accent"]
    assert sum(bar.y1 for bar in strong) == pytest.approx(55.0, abs=0.6)
    aim(qtbot, forecast, "Target", "1700")
    assert forecast.sentence.text() == "1700 is guaranteed, whatever the results."
    aim(qtbot, forecast, "Target", "2500")
    assert "out of reach" in forecast.sentence.text()


def test_an_invalid_setting_is_reported_and_the_others_stay(qtbot, forecast):
    for name, typed, word in [
        ("Target", "50", "100 or more"),
        ("Target", "much", 'Target: "much" isn\'t a number'),
        ("Draws", "11", "from 0 to 10"),
        ("Draws", "-0.1", "from 0 to 10"),
        ("Draws", "nan", 'Draw factor: "nan" isn\'t a number'),
        ("Scenarios", "5", "from 100 to"),
        ("Scenarios", "99999999999", 'Scenarios: "99999999999" is too large'),
        ("Seed", "x", 'Seed: "x" isn\'t a whole number'),
    ]:
        before = [card.figure for card in forecast.cards.list_shown()]
        aim(qtbot, forecast, name, typed)
        assert forecast.problem.isVisible()
        assert word in forecast.problem.text()
        assert [card.figure for card in forecast.cards.list_shown()] == before
        field = forecast.settings.fields[name]
        field.selectAll()
        qtbot.keyClick(field, Key.Key_Delete)
        assert not forecast.problem.isVisible()
        assert forecast.sentence.isVisible()


def test_settings_are_folded_away_and_draws_are_scaled(qtbot, window, forecast):
    fields, fold = forecast.settings.fields, forecast.settings.fold
    assert not fields["Scenarios"].isVisible()
    assert not fields["Seed"].isVisible()
    assert fields["Target"].isVisible()
    for zoom in (150, 100):
        window.theme.set_zoom(zoom)
        qtbot.waitUntil(lambda: fold.button.text() == "Advanced")
    qtbot.mouseClick(fold.button, LEFT)
    qtbot.waitUntil(fields["Seed"].isVisible)
    assert fields["Scenarios"].isVisible()
    # It opens beside or below the other fields, and covers none of them.
    parts = fold, fields["Target"]
    one, other = (place_in(forecast, part) for part in parts)
    assert not one.intersects(other)
    assert forecast.settings.fields["Draws"].text() == "1"
    assert forecast.settings.drawn.isVisible()
    assert forecast.settings.drawn.text() == "1 = usual (17% draws)"
    aim(qtbot, forecast, "Draws", "3")
    qtbot.waitUntil(lambda: "3 times as frequent" in forecast.how.text())
    beside = [card.beside for card in forecast.cards.list_shown()]
    assert beside == ["20%", "38%", "41%"]
    assert forecast.settings.drawn.text() == "38% draws (usual: 17%)"


def test_a_combination_is_tried_in_what_if(qtbot, window, forecast):
    card = forecast.cards.cards[2]
    qtbot.mouseClick(card, LEFT)
    assert forecast.what_if.outcomes == (Outcome(5, 1, "W"),)
    view = window.get_view("view-what-if")
    wanted = forecast.cards.list_shown()[2].figure
    qtbot.waitUntil(lambda: view.post.text() == wanted)
    assert view.isVisible()
    qtbot.waitUntil(lambda: card.marked)
    # With the keyboard, pressing the same card again removes the result.
    card.setFocus()
    qtbot.keyClick(card, Key.Key_Space)
    assert forecast.what_if.outcomes == ()
    qtbot.waitUntil(lambda: not card.marked)
    assert window.session.history.undo_name is None
    click(qtbot, window, 3, "name")
    now = window.session.document
    wanted = [str(posts(now, 3, Outcome(5, 3, letter))) for letter in LETTERS]
    qtbot.waitUntil(lambda: [c.figure for c in forecast.cards.list_shown()] == wanted)
    # A player without an unplayed game, whose opponent still has one.
    click(qtbot, window, 9, "name")
    qtbot.waitUntil(
        lambda: [c.title for c in forecast.cards.list_shown()] == ["Current score"]
    )
    assert forecast.cards.cards[0].focusPolicy() == Qt.FocusPolicy.NoFocus


def test_without_unplayed_games_the_forecast_says_what_to_type(qtbot, window, forecast):
    enter(qtbot, window, 1, 5, "w3")
    qtbot.waitUntil(forecast.empty.isVisible)
    assert forecast.empty.text() == HOW
    assert "?12" in HOW
    assert "?1400-1600" in HOW
    assert forecast.cards.isHidden()
    assert forecast.chart.isHidden()
    enter(qtbot, window, 1, 6, "?1400-1600")
    click(qtbot, window, 1, "name")
    qtbot.waitUntil(lambda: len(forecast.cards.list_shown()) == 3)
    assert forecast.empty.isHidden()
    assert "an opponent rated 1400" in forecast.how.text()
    qtbot.mouseClick(forecast.cards.cards[0], LEFT)
    assert forecast.sentence.text() == UNKNOWN
    assert forecast.what_if.outcomes == ()


def test_several_games_have_a_card_a_score(qtbot, window):
    forecast_view = forecast_of(qtbot, window, two_to_come())
    found = forecast_view.answer.forecast
    assert found.samples is None
    for way in (found.ways[0], found.ways[-1]):
        letter = LETTERS[(way.halves or (0,))[0]]
        mine = (Outcome(3, 1, letter), Outcome(4, 1, letter))
        rest = ((3, 2), (3, 5), (4, 2), (4, 3))
        other = ([Outcome(*game, letter) for letter in LETTERS] for game in rest)
        ways = itertools.product(*other)
        seen = {posts(two_to_come(), 1, *mine, *theirs) for theirs in ways}
        assert way.spread.low == min(seen)
        assert way.spread.high == max(seen)
    titles = [card.title for card in forecast_view.cards.list_shown()]
    assert titles == ["0 of 2", "0.5 of 2", "1 of 2", "1.5 of 2", "2 of 2"]
    assert forecast_view.model.rowCount() == 9
    # A click on a score goes to its combinations; a click on a combination tries it.
    qtbot.mouseClick(forecast_view.cards.cards[4], LEFT)
    assert forecast_view.ways.currentIndex().row() == 8
    assert forecast_view.what_if.outcomes == ()
    qtbot.keyClick(forecast_view.ways, Key.Key_Return)
    assert forecast_view.what_if.outcomes == (Outcome(3, 1, "W"), Outcome(4, 1, "W"))


def test_what_was_stopped_is_begun_again(qtbot, window, forecast, monkeypatch):
    asked = []
    real = forecast_told.compute_forecast

    def endless(question: object, settings: object, monitor: Monitor) -> object:
        asked.append(question)
        if len(asked) > 1:
            return real(question, settings, monitor)  # type: ignore[arg-type]
        done = 0
        while True:
            monitor.check()
            done += 1
            monitor.report(done % 100, 100)

    monkeypatch.setattr(forecast_told, "compute_forecast", endless)
    aim(qtbot, forecast, "Seed", "7")
    qtbot.waitUntil(forecast.stop.isVisible)
    assert forecast.progress.isVisible()
    press_button(qtbot, window, "forecastStop")
    assert not forecast.progress.isVisible()
    assert forecast.sentence.text() == "Stopped. Press Restart to continue."
    assert forecast.stop.text().replace("&", "") == "Restart"
    press_button(qtbot, window, "forecastStop")
    qtbot.waitUntil(lambda: len(asked) == 2)
    qtbot.waitUntil(lambda: "average" in forecast.sentence.text())
    assert not forecast.stop.isVisible()


def test_a_hidden_forecast_does_nothing(qtbot, window, forecast, monkeypatch):
    asked: list[object] = []
    monkeypatch.setattr(
        "uscalc.ui.what_if.forecast_view.compute_answer", lambda *a: asked.append(a)
    )
    window.show_view("view-steps")
    enter(qtbot, window, 2, 5, "d12")
    click(qtbot, window, 3, "name")
    qtbot.waitUntil(lambda: window.session.up_to_date)
    # Nothing was requested, and nothing is postponed.
    assert quiet(forecast)
    assert asked == []
    window.show_view("view-forecast")
    qtbot.waitUntil(lambda: len(asked) == 1)


def test_sliders_have_three_ratings_and_say_what_is_left_open(qtbot, window):
    view, now = window.show_view("view-what-if"), window.session.document
    for number in (1, 9):
        click(qtbot, window, number, "name")
        wanted = [
            tuple(str(posts(now, number, Outcome(n, number, at))) for at in LETTERS)
            for n in range(1, 6)
        ]
        qtbot.waitUntil(lambda now=wanted: [s.figures for s in view.sliders] == now)
    click(qtbot, window, 7, "name")
    view = window.show_view("view-what-if")
    qtbot.waitUntil(lambda: bool(view.open.text()))
    low, to, high = view.open.text().replace(",", "").split()[:3]
    assert to == "to"
    assert int(low) < int(high)
    assert int(low) <= int(view.post.text()) <= int(high)
    assert view.open.text().endswith("allowing for missing data")
    place = view.open.geometry()
    # Moving a slider removes the range, and no part moves because of that.
    qtbot.keyClick(view.sliders[0], Key.Key_W)
    assert view.open.text() == ""
    assert view.open.geometry() == place
    qtbot.waitUntil(lambda: bool(view.open.text()))
    assert view.open.geometry() == place


def test_typing_a_target_by_keyboard_alone(qtbot, window):
    window.named_actions["showForecast"].trigger()
    type_text(qtbot, window, "1790")
    view = window.get_view("view-forecast")
    qtbot.waitUntil(lambda: view.answer is not None)
    assert view.settings.target == 1790.0


def three_to_come() -> Document:
    """Return a round robin of six players, one of them new, with two rounds played."""
    return document(
        section(
            player(1, "W2", "D3", "?4", "?5", "?6", rating=1780.0),
            player(2, "L1", "W4", "?3", "?6", "?5", rating=1702.0),
            player(3, "W4", "D1", "?2", "?4", "", rating=1855.0),
            player(4, "L3", "L2", "?1", "?3", "", rating=1760.0),
            player(5, "W6", "L6", "?6", "?1", "?2", rating=None),
            player(6, "L5", "W5", "?5", "?2", "?1", rating=1650.0),
        )
    )


def place_in(view: ForecastView, widget: QWidget) -> QRect:
    return QRect(widget.mapTo(view, QPoint(0, 0)), widget.size())


def test_with_three_games_target_and_verdict_stay_in_sight(qtbot, window):
    window.resize(1024, 768)
    view = forecast_of(qtbot, window, three_to_come())
    assert len(view.cards.list_shown()) == 7
    assert view.model.rowCount() == 27
    aim(qtbot, view, "Target", "1800")
    sentence = view.sentence.text()
    sought = find_goals(view.answer.scores, 1800.0)
    assert sentence.startswith(f"Player 1 needs {sought.needed_score:g} of 3 for 1800")
    verdicts = [card.verdict for card in view.cards.list_shown()]
    assert verdicts[0].startswith("out of reach")
    assert verdicts[-1] in ("certain", "as good as certain")
    # Scroll down to the last combination, with the selected one visible.
    scroll = view.findChild(QScrollArea, "forecastScroll")
    bar = scroll.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    bar.setValue(bar.maximum())
    for kept in (view.settings.fields["Target"], view.sentence):
        assert kept.isVisible()
        assert view.rect().contains(place_in(view, kept))
        assert not kept.visibleRegion().isEmpty()
        assert not scroll.isAncestorOf(kept)
    # Each combination shows beside its rating whether it reaches the target.
    heads = [column.title for column in view.model.columns]
    assert heads == ["Round 3, 4, 5", "Chance", "Rating", "1800", "Usually", "Range"]
    best = view.model.index(26, 0)
    assert best.data() == "W   W   W"
    spoken = best.data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "Win in round 3, win in round 4, win in round 5"
    assert view.model.index(26, 3).data() == verdicts[-1]
    aim(qtbot, view, "Target", "1790")
    assert "1790" in view.sentence.text()


def test_an_unrated_player_without_a_game_has_a_sentence(qtbot, window):
    made = document(
        section(
            player(1, "?3", "?2", rating=None),
            player(2, "U", "?1", rating=1702.0),
            player(3, "?1", "", rating=1655.0),
        )
    )
    view = forecast_of(qtbot, window, made)
    aim(qtbot, view, "Target", "1400")
    said = view.sentence.text()
    assert "No chances available: 1 Player 1 is unrated and has no games yet." in said
    assert "Enter a result" in said
    cards = view.cards.list_shown()
    assert [card.beside for card in cards] == [""] * 5
    figures = [int(card.figure) for card in cards]
    assert figures == sorted(figures)
    assert "%" not in said + view.how.text()
    assert not view.chart.isVisible()
    assert not view.settings.drawn.isVisible()
    # With one decided game, there are chances based on that game.
    enter(qtbot, window, 1, 1, "w3")
    click(qtbot, window, 1, "name")
    qtbot.waitUntil(view.chart.isVisible)
    assert [card.title for card in view.cards.list_shown()] == ["Loss", "Draw", "Win"]
    assert all(card.beside.endswith("%") for card in view.cards.list_shown())
