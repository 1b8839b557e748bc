"""Challenge cards in the window: chosen, tried, judged, kept; and the explorer's guess."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.build import as_type
from tests.ui.driving import press_button
from uscalc.challenge.cards import list_cards
from uscalc.challenge.model import Card
from uscalc.document.queries.scenario import Outcome
from uscalc.explain.scene.scene import Scene
from uscalc.ui.explorer.explorer_view import (
    CURVE,
    GUESS_FIRST,
    RatingExplorerView,
)
from uscalc.ui.frame.pages import PagedView
from uscalc.ui.teach.challenges_view import (
    BEFORE,
    KEY,
    MOVE_R,
    RESET,
    START,
    ChallengesView,
)
from uscalc.ui.window.main_window import MainWindow

Key = Qt.Key


@pytest.fixture
def view(qtbot: QtBot, window: MainWindow) -> ChallengesView:
    window.session.select(row=0)
    window.named_actions["showChallenges"].trigger()
    view = as_type(window.get_view("view-challenges"), ChallengesView)
    qtbot.waitUntil(lambda: view.task is not None and view.isVisible())
    qtbot.waitUntil(lambda: view.reason.text() != "")
    return view


def choose(qtbot: QtBot, view: ChallengesView, key: str) -> None:
    """Go to a card by keys."""
    view.cards.setFocus()
    while view.cards.currentRow() > 1:
        qtbot.keyClick(view.cards, Key.Key_Up)
    for _ in range(40):
        card = view.cards.currentItem().data(KEY)
        if isinstance(card, Card) and card.key == key:
            return
        qtbot.keyClick(view.cards, Key.Key_Down)
    raise AssertionError(key)


def scene(window: MainWindow) -> Scene:
    found = window.session.scene.value
    assert found is not None
    return found


def shown_explorer(window: MainWindow) -> RatingExplorerView:
    view = as_type(window.get_view("view-rating-explorer"), PagedView)
    return as_type(view.page, RatingExplorerView)


def test_the_cards_are_listed_by_level_and_the_first_is_open(qtbot, window, view):
    rows = [view.cards.item(row) for row in range(view.cards.count())]
    cards = [row.data(KEY) for row in rows if isinstance(row.data(KEY), Card)]
    assert cards == list(list_cards())
    heads = [row.text() for row in rows if not isinstance(row.data(KEY), Card)]
    assert heads == ["Easy", "Medium", "Hard"]
    assert view.level.text() == "Easy"
    assert view.question.text() == "Make Ada Castle lose points with 3 of 4."
    assert view.status.text() == "Not solved yet"
    # Nothing gives the answer away before a first try.
    assert view.reason.text() == START
    assert not view.hint.isVisible()
    press_button(qtbot, window, "challengeShowHint")
    assert view.hint.isVisible()
    assert view.hint.text() == f"Hint: {cards[0].hint}"


def test_a_card_is_solved_by_keys_in_the_explorer_and_it_is_said(qtbot, window, view):
    explorer = shown_explorer(window)
    qtbot.waitUntil(lambda: bool(explorer.canvas.grips))
    for grip in explorer.canvas.grips[:2]:
        grip.setFocus()
        qtbot.keyClick(grip, Key.Key_Return)
        qtbot.keyClick(grip, Key.Key_Home)
        qtbot.keyClick(grip, Key.Key_Return)
    assert scene(window).causes.ratings == ((0, 100.0), (1, 100.0))
    assert view.status.text().endswith("Solved")
    assert view.reason.text().startswith("Ada Castle loses 5 points. Against weaker")
    said = view.status.property("announced")
    assert said == "Solved. Make Ada Castle lose points with 3 of 4."
    assert view.count.text().startswith("1 of 24 cards solved")
    assert view.cards.currentItem().text().startswith("\N{CHECK MARK}")
    # Kept for the next start, until it is forgotten.
    assert window.preferences.read_choice("teach", "solved") == "lose:Ada-Castle"
    # Another player has not solved it: only the count still knows that the card was.
    window.session.select(row=1)
    qtbot.waitUntil(lambda: "Ada Castle" not in view.cards.item(1).text())
    assert view.cards.item(1).text() == "Make Ben Knightly lose points with 3.5 of 5."
    assert view.count.text().startswith("1 of 24 cards solved")
    window.session.select(row=0)
    qtbot.waitUntil(lambda: "Ada Castle" in view.cards.item(1).text())
    assert view.cards.item(1).text().startswith("\N{CHECK MARK}")
    press_button(qtbot, window, "challengeNext")
    assert view.question.text() != "Make Ada Castle lose points with 3 of 4."
    press_button(qtbot, window, "challengeReset")
    assert window.preferences.read_choice("teach", "solved") == ""
    assert view.count.text().startswith("0 of 24")


def test_values_tried_before_do_not_solve_a_card(qtbot, window, view):
    choose(qtbot, view, "quarters")
    shared = window.session.scene
    shared.put(scene(window).try_rating(0, 100.0).try_rating(1, 100.0))
    first = view.cards.visualItemRect(view.cards.item(1)).center()
    qtbot.mouseClick(view.cards.viewport(), Qt.MouseButton.LeftButton, pos=first)
    assert view.status.text() == "Not solved yet"
    assert view.reason.text() == BEFORE.format(RESET)
    assert shown_explorer(window).back.isEnabled()
    shared.put(scene(window).reset_causes())
    assert "gains 4 points" in view.reason.text()
    shared.put(scene(window).try_rating(0, 100.0).try_rating(1, 100.0))
    assert view.status.text().endswith("Solved")


def test_r_put_before_is_moved_away_and_no_grey_button_is_named(qtbot, window, view):
    choose(qtbot, view, "half")
    half = view.task.goal
    at = next(r for r in range(3000) if scene(window).idea.compute_expected(r) >= half)
    qtbot.keyClick(view.cards, Key.Key_Down)
    window.session.scene.put(scene(window).put_marker(float(at)))
    qtbot.keyClick(view.cards, Key.Key_Up)
    assert view.reason.text() == BEFORE.format(MOVE_R)
    assert not shown_explorer(window).back.isEnabled()


@pytest.mark.parametrize("key", ["half", "one-less", "full"])
@pytest.mark.parametrize("row", [9, 11])
def test_each_card_about_r_is_solved_by_dragging_r_with_the_mouse(
    qtbot, window, view, key, row
):
    """From pixel to pixel along the axis, at a width at which one is several points."""
    window.resize(1024, 768)
    window.session.select(row=row)
    view.refresh()
    choose(qtbot, view, key)
    assert window.session.selection.row == row
    canvas = shown_explorer(window).canvas
    qtbot.waitUntil(lambda: canvas.scene is not None and canvas.isVisible())
    QApplication.processEvents()
    layout = canvas.laid_out()
    knob = QPoint(round(layout.pixel_of_rating(canvas.scene.at)), round(layout.axis))
    QTest.mousePress(canvas, Qt.MouseButton.LeftButton, pos=knob)
    for x in range(round(layout.x0), round(layout.x1) + 1):
        QTest.mouseMove(canvas, QPoint(x, knob.y()))
        if view.status.text().endswith("Solved"):
            break
    QTest.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=QPoint(x, knob.y()))
    assert view.status.text().endswith("Solved"), view.reason.text()


def test_a_card_shows_step_5_and_says_so_beside_another_step(qtbot, window, view):
    press_button(qtbot, window, "ideaStep4")
    assert view.reason.text().endswith(
        "Step 5 counts, and the Rating explorer shows Step 4."
    )
    choose(qtbot, view, "quarters")
    assert scene(window).step == 5
    assert "Step" not in view.reason.text()


def test_a_card_selects_the_player_that_it_is_about(qtbot, window, view):
    choose(qtbot, view, "flat")
    name = view.task.case.name
    qtbot.waitUntil(lambda: window.session.player.number == view.task.case.number)
    assert name in view.question.text()
    # A card that fits the player who is selected next is about that one.
    window.session.select(row=11)
    qtbot.waitUntil(lambda: "Tom Fianchetto" in view.question.text())
    # A player whom it doesn't fit leaves it as it is.
    window.session.select(row=0)
    qtbot.waitUntil(lambda: "Select Tom Fianchetto again" in view.reason.text())
    assert view.reason.text().startswith("This card doesn't fit Ada Castle, so it ")
    assert "Tom Fianchetto" in view.question.text()


def test_results_of_other_players_count_as_attempts(qtbot, window, view):
    choose(qtbot, view, "raise-by-others")
    shared = window.session.scene
    shared.put(scene(window).try_rating(0, 2500.0))
    assert "Reset the ratings" in view.reason.text()
    shared.put(scene(window).reset_causes())
    session, case = window.session, view.task.case
    section = session.section
    own = {player.number for player in section.players} - {case.number}
    met = set(case.subject.player.entrant.opponents)
    trace = case.people.section
    for place in met:
        entrant = trace.players[place].entrant
        for game in entrant.own:
            other = trace.players[game.opponent].entrant.number
            if other in own and game.opponent not in met and game.score < 1.0:
                outcome = Outcome(game.round, entrant.number, "W")
                session.what_if.set_result(outcome)
    qtbot.waitUntil(lambda: view.status.text().endswith("Solved"))
    session.what_if.clear_results()


def test_two_players_one_after_the_other_solve_the_pair(qtbot, window, view):
    choose(qtbot, view, "pair")
    solved: list[tuple[int, int]] = []
    for first in range(11):
        for second in range(first + 1, 11):
            for row in (first, second):
                window.session.select(row=row)
                view.refresh()
            if view.status.text().endswith("Solved"):
                solved.append((first, second))
                break
        if solved:
            break
        assert view.reason.text().endswith("Keep looking.")
    assert solved


def test_a_section_without_games_offers_the_sample(qtbot, window, view):
    window.named_actions["addSection"].trigger()
    qtbot.waitUntil(lambda: view.task is None)
    assert "No card fits" in view.empty.text()
    assert view.sample.isVisible()
    assert not view.cards.isVisible()
    assert not view.help.isEnabled()


def test_in_teach_r_passes_the_solution_until_a_guess_was_dropped(qtbot, window, view):
    window.session.select(row=11)
    explorer = shown_explorer(window)
    qtbot.waitUntil(explorer.guess.isVisible)
    shared = window.session.scene
    catch = scene(window).idea.catch_rating
    shared.put(scene(window).drag_marker(catch, 10.0))
    assert not scene(window).caught
    assert not explorer.transport.isVisible()
    curve = explorer.zooms.button(CURVE)
    assert curve.isVisible()
    assert not curve.isEnabled()
    assert curve.toolTip() == GUESS_FIRST
    assert explorer.scope.text().endswith(GUESS_FIRST)
    assert "is the special rating" not in explorer.saying.text()
    shared.put(scene(window).drag_marker(1500.0, 10.0))
    window.named_actions["zoomToKnotPath"].trigger()
    assert not curve.isChecked()
    assert explorer.saying.text().startswith(GUESS_FIRST)
    assert explorer.guess.text() == "Guess 1500"
    press_button(qtbot, window, "ideaGuess")
    assert explorer.curve.isVisible()
    explorer.show_curve(False, moves=False)
    assert not explorer.guess.isEnabled()
    assert curve.isEnabled()
    assert GUESS_FIRST not in (curve.toolTip(), explorer.scope.text())
    assert explorer.saying.text().endswith("Your guess: 1500.")
    shared.put(scene(window).drag_marker(1550.0, 10.0))
    assert explorer.guess.text() == "Guess again: 1550"
    press_button(qtbot, window, "ideaGuess")
    assert scene(window).guesses == (1500.0, 1550.0)
    before = explorer.canvas.grab().toImage()
    shared.put(scene(window).drag_marker(catch, 10.0))
    assert scene(window).caught
    said = explorer.saying.text()
    assert f"Your guess, 1550, was {round(catch - 1550)} too low." in said
    assert not explorer.guess.isVisible()
    assert explorer.canvas.grab().toImage() != before
    # Another player asks for another guess; elsewhere nothing is hidden.
    window.session.select(row=9)
    qtbot.waitUntil(explorer.guess.isVisible)
    window.spaces.switch_to("explain")
    assert not scene(window).waits
