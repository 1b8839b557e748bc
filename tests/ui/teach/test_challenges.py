"""Challenge cards and practice problems: selected, tried, judged, kept."""

from itertools import combinations, product

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from tests.build import as_type
from tests.ui.driving import press_button, show_alone
from tests.ui.keys import LEFT, Key
from tests.ui.pixels import pixels
from uscalc.document.queries.scenario import Outcome
from uscalc.explain.scene.scene import Scene
from uscalc.ui.explorer.explorer_view import CURVE, RatingExplorerView
from uscalc.ui.frame.view import PagedView
from uscalc.ui.session.preferences import Preferences
from uscalc.ui.teach.challenges_view import (
    BEFORE,
    GUESS_FIRST,
    KEY,
    MOVE_R,
    RESET,
    ChallengesView,
)
from uscalc.ui.teach.practice_view import HOW, MARKS, SOLVED, PracticeView
from uscalc.ui.widgets.controls import ChoiceControl
from uscalc.ui.window.main_window import MainWindow
from uscalc.worksheet.cards import list_cards
from uscalc.worksheet.challenge import Card
from uscalc.worksheet.kinds import KINDS


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
    return window.session.scene.value


def shown_explorer(window: MainWindow) -> RatingExplorerView:
    view = as_type(window.get_view("view-rating-explorer"), PagedView)
    return as_type(view.page, RatingExplorerView)


def test_the_first_of_the_listed_cards_is_open_and_judged(qtbot, window, view):
    rows = [view.cards.item(row) for row in range(view.cards.count())]
    cards = [row.data(KEY) for row in rows if isinstance(row.data(KEY), Card)]
    assert cards == list(list_cards())
    heads = [row.text() for row in rows if not isinstance(row.data(KEY), Card)]
    assert heads == ["Easy", "Medium", "Hard"]
    assert view.level.text() == "Easy"
    assert view.question.text() == "Make Ada Castle lose points with 3 of 4."
    assert view.status.text() == "Not solved yet"
    assert view.reason.text() == GUESS_FIRST
    assert not view.hint.isVisible()
    press_button(qtbot, window, "challengeShowHint")
    assert view.hint.isVisible()
    assert view.hint.text() == f"Hint: {cards[0].hint}"
    choose(qtbot, view, "lose")
    for rating in range(1000, 1539):
        window.session.scene.put(scene(window).try_rating(1, float(rating)))
        done = scene(window).picture.done
        if done.gain and round(scene(window).picture.result) == 1794:
            break
    assert "gains and loses nothing, rounded to whole points" in view.reason.text()


def test_a_card_is_solved_with_keys_in_the_explorer(qtbot, window, view):
    explorer = shown_explorer(window)
    qtbot.waitUntil(lambda: bool(explorer.canvas.grips))
    places = [part.geometry() for part in (view.help, view.cards)]
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
    assert [part.geometry() for part in (view.help, view.cards)] == places
    press_button(qtbot, window, "challengeShowHint")
    assert view.help.geometry() == places[0]
    window.session.scene.put(scene(window).reset_causes())
    assert view.status.text().endswith("Solved before")
    # The solution is kept for the next start, unless it is forgotten.
    assert window.preferences.read_choice("teach", "solved") == "lose:Ada-Castle"
    # Another player has not solved it, so only the count shows that the card was
    # solved.
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


def test_values_tried_or_r_put_before_do_not_solve_a_card(qtbot, window, view):
    choose(qtbot, view, "half")
    half, picture = view.task.goal, scene(window).picture
    at = next(r for r in range(3000) if picture.compute_expected(r) >= half)
    qtbot.keyClick(view.cards, Key.Key_Down)
    window.session.scene.put(scene(window).put_marker(float(at)))
    qtbot.keyClick(view.cards, Key.Key_Up)
    assert view.reason.text() == BEFORE.format(MOVE_R)
    assert not shown_explorer(window).back.isEnabled()
    choose(qtbot, view, "quarters")
    shared = window.session.scene
    shared.put(scene(window).try_rating(0, 100.0).try_rating(1, 100.0))
    first = view.cards.visualItemRect(view.cards.item(1)).center()
    qtbot.mouseClick(view.cards.viewport(), LEFT, pos=first)
    assert view.status.text() == "Not solved yet"
    assert view.reason.text() == BEFORE.format(RESET)
    assert shown_explorer(window).back.isEnabled()
    shared.put(scene(window).reset_causes())
    assert "gains 4 points" in view.reason.text()
    shared.put(scene(window).try_rating(0, 100.0).try_rating(1, 100.0))
    assert view.status.text().endswith("Solved")


def test_each_card_about_r_is_solved_by_dragging(qtbot, window, view):
    """The marker is dragged pixel by pixel, at a width at which one pixel is several points."""
    window.resize(1024, 768)
    canvas = shown_explorer(window).canvas
    for row, key in product((9, 11), ("half", "one-less", "full")):
        window.session.select(row=row)
        view.refresh()
        choose(qtbot, view, key)
        assert window.session.selection.row == row
        qtbot.waitUntil(lambda at=row: canvas.scene.subject.place == at)
        QApplication.processEvents()
        layout = canvas.get_layout()
        r, y = round(layout.pixel_of_rating(canvas.scene.at)), round(layout.axis)
        QTest.mousePress(canvas, LEFT, pos=QPoint(r, y))
        for x in range(round(layout.x0), round(layout.x1) + 1):
            QTest.mouseMove(canvas, QPoint(x, y))
            if view.status.text().endswith("Solved"):
                break
        QTest.mouseRelease(canvas, LEFT, pos=QPoint(x, y))
        assert view.status.text().endswith("Solved"), view.reason.text()


def test_a_card_shows_step_5_and_selects_its_player(qtbot, window, view):
    press_button(qtbot, window, "ideaStep4")
    assert view.reason.text().endswith(
        "Cards are judged in Step 5. The Rating explorer shows Step 4."
    )
    choose(qtbot, view, "quarters")
    assert scene(window).step == 5
    assert "Step" not in view.reason.text()
    choose(qtbot, view, "flat")
    name = view.task.case.name
    qtbot.waitUntil(lambda: window.session.player.number == view.task.case.number)
    assert name in view.question.text()
    # If the next selected player fits the card, the card is about that player.
    window.session.select(row=11)
    qtbot.waitUntil(lambda: "Tom Fianchetto" in view.question.text())
    # A player who doesn't fit leaves the card unchanged.
    window.session.select(row=0)
    said = "Click the card to select Tom Fianchetto."
    qtbot.waitUntil(lambda: said in view.reason.text())
    assert "about Tom Fianchetto, but you selected Ada Castle" in view.reason.text()
    assert "Tom Fianchetto" in view.question.text()
    place = view.cards.visualItemRect(view.cards.currentItem()).center()
    QTest.mouseClick(view.cards.viewport(), LEFT, pos=place)
    assert window.session.player.number == 12
    qtbot.waitUntil(shown_explorer(window).steps.button(3).isEnabled)
    # The verdict follows the step even while another view is in front.
    window.named_actions["showLesson"].trigger()
    press_button(qtbot, window, "ideaStep3")
    window.named_actions["showChallenges"].trigger()
    qtbot.waitUntil(lambda: "shows Step 3." in view.reason.text())
    window.named_actions["showLesson"].trigger()
    press_button(qtbot, window, "ideaStep5")
    window.named_actions["showChallenges"].trigger()
    qtbot.waitUntil(lambda: "shows Step" not in view.reason.text())


def test_results_and_pairs_of_other_players_count_as_attempts(qtbot, window, view):
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
                session.what_if.set_result(Outcome(game.round, entrant.number, "W"))
    qtbot.waitUntil(lambda: view.status.text().endswith("Solved"))
    session.what_if.clear_results()
    choose(qtbot, view, "pair")
    for pair in combinations(range(11), 2):
        for row in pair:
            window.session.select(row=row)
            view.refresh()
        if view.status.text().endswith("Solved"):
            break
        assert view.reason.text().endswith("Keep looking.")
    assert view.status.text().endswith("Solved")


def test_a_section_without_games_offers_the_sample(qtbot, window, view):
    window.named_actions["addSection"].trigger()
    qtbot.waitUntil(lambda: view.task is None)
    assert "No card fits" in view.empty.text()
    assert view.sample.isVisible()
    assert not view.cards.isVisible()
    assert not view.help.isEnabled()


def test_in_teach_r_does_not_snap_to_the_solution_until_the_answer(qtbot, window, view):
    window.session.select(row=11)
    explorer = shown_explorer(window)
    qtbot.waitUntil(explorer.guess.isVisible)
    shared = window.session.scene
    catch = scene(window).picture.catch_rating
    shared.put(scene(window).drag_marker(catch, 10.0))
    assert not scene(window).caught
    assert not explorer.transport.isVisible()
    curve = explorer.zooms.button(CURVE)
    assert not curve.isVisible()
    assert explorer.scope.text().startswith("Guess this rating first: drag R")
    assert "is the special rating" not in explorer.saying.text()
    shared.put(scene(window).drag_marker(1500.0, 10.0))
    window.named_actions["zoomToKnotPath"].trigger()
    assert not curve.isChecked()
    assert explorer.typed.field.hasFocus()
    assert explorer.saying.text().startswith("At 1500 expected 1.86 of 5, scored 3.5.")
    assert explorer.guess.text() == "Guess 1500"
    press_button(qtbot, window, "ideaGuess")
    # A guess shows nothing yet, because others of the class have not guessed.
    assert scene(window).waits
    assert not explorer.guess.isEnabled()
    assert explorer.reveal.text() == "Show answer"
    press_button(qtbot, window, "ideaNoIdea")
    assert explorer.curve.isVisible()
    explorer.show_curve(False, moves=False)
    assert curve.isEnabled()
    assert explorer.verdict.text() == f"Guess 1500: {round(catch - 1500)} too low"
    for part in (explorer.guess, explorer.typed, explorer.reveal):
        assert not part.isVisible()
    shared.put(scene(window).drag_marker(catch, 10.0))
    assert scene(window).caught
    # Another player needs another guess; other spaces hide nothing.
    explorer.show_curve(True, moves=False)
    window.session.select(row=9)
    qtbot.waitUntil(explorer.guess.isVisible)
    shared.put(scene(window).drag_marker(1816.0, 10.0))
    assert explorer.saying.text().startswith("At 1816 expected ")
    window.spaces.switch_to("explain")
    assert not scene(window).waits


def test_the_search_moves_no_guess_and_a_right_one_is_kept(qtbot, window, view):
    window.session.select(row=11)
    explorer = shown_explorer(window)
    qtbot.waitUntil(explorer.guess.isVisible)
    shared = window.session.scene
    shared.put(scene(window).put_marker(1600.0))
    for position in (0.5, 1.0):
        shared.put(scene(window).to_position(position))
        assert explorer.guess.text() == "Guess 1600"
    catch = scene(window).picture.catch_rating
    shared.put(scene(window).put_marker(float(round(catch))))
    press_button(qtbot, window, "ideaGuess")
    press_button(qtbot, window, "ideaNoIdea")
    right = f"Guess {round(catch)}: exactly right"
    assert explorer.verdict.text() == right
    assert "The two scores are equal here" in explorer.saying.text()
    # One point away, it isn't right, and no difference is shown as 0.
    shared.put(scene(window).put_marker(catch - 0.9))
    assert "R is too low" in explorer.saying.text()
    assert "score is 0 " not in explorer.saying.text()
    for number in (9, 11):
        window.session.select(row=number)
        qtbot.waitUntil(lambda n=number: scene(window).subject.place == n)
    assert explorer.verdict.text() == right
    assert scene(window).guesses == (float(round(catch)),)
    window.spaces.switch_to("explain")
    qtbot.wait(100)
    window.spaces.switch_to("teach")
    qtbot.waitUntil(explorer.isVisible)
    assert explorer.verdict.text() == right
    assert explorer.verdict.isVisible()


def test_the_fix_of_a_problem_is_shown_completely(qtbot, window):
    view, said = practice(qtbot, window), practice(qtbot, window).page.said
    for kind in KINDS:
        select(qtbot, view.kind, kind, view)
        assert said.text() == HOW
        for width in range(330, 900, 15):
            view.page.setFixedWidth(width)
            QApplication.processEvents()
            assert said.heightForWidth(said.width()) <= said.height(), (kind, width)


SIZES = [(364, 606), (468, 638), (730, 900), (1200, 420)]
"""Sizes in pixels: the drawer of Teach at 1024x768, 1280x800 and 1920x1080, and a wide panel."""


def practice(qtbot: QtBot, window: MainWindow) -> PracticeView:
    window.named_actions["showExercise"].trigger()
    return ready(qtbot, as_type(window.get_view("view-practice"), PracticeView))


def ready(qtbot: QtBot, view: PracticeView) -> PracticeView:
    qtbot.waitUntil(lambda: view.exercise is not None and not view.behind)
    return view


def select(qtbot: QtBot, choice: ChoiceControl, key: str, view: PracticeView) -> None:
    place = choice.findData(key)
    choice.setCurrentIndex(place)
    choice.activated.emit(place)
    ready(qtbot, view)


def answer(view: PracticeView) -> str:
    return view.progress.blank.answer.replace("\N{MINUS SIGN}", "-")


def enter(view: PracticeView, text: str) -> None:
    line = view.page.line
    line.selectAll()
    QTest.keyClicks(line, text)
    QTest.keyClick(line, Key.Key_Return)


def page_text(view: PracticeView) -> str:
    return view.page.said.text()


def shown(view: PracticeView) -> str:
    labels = [label for label in view.findChildren(QLabel) if label.isVisibleTo(view)]
    return "\n".join(label.text() for label in labels)


def place_of(part: QWidget, view: PracticeView) -> QRect:
    return QRect(part.mapTo(view.area.viewport(), QPoint()), part.size())


def test_it_begins_easy_and_a_mistake_gets_its_reason(qtbot, window):
    view = practice(qtbot, window)
    assert (view.kind.value, view.level.value) == ("expectation", "1")
    assert page_text(view) == HOW
    assert view.page.line.hasFocus()
    fields = [f for f in view.findChildren(QLineEdit) if f.isVisible()]
    assert fields == [view.page.line]
    label, line = place_of(view.page.ask, view), place_of(view.page.line, view)
    assert 0 < line.left() - label.right() < 20
    assert label.top() <= line.center().y() <= label.bottom()
    assert "Rules for this question" in shown(view)
    assert "The table gives it for multiples of 100" in shown(view)
    assert "E is the sum" not in shown(view), "a rule of another question"
    right = answer(view)
    other = f"{1 - float(right):.2f}"
    enter(view, other)
    side = "Too high" if float(other) > float(right) else "Too low"
    assert page_text(view).startswith(f"{side}: this is what the opponent expects")
    assert view.page.mark.text() == MARKS["wrong"]
    assert page_text(view) == view.page.line.accessibleDescription()
    assert view.progress.at == 0
    QTest.keyClicks(view.page.line, right[0])
    assert view.page.mark.text() == "", "typing takes the mark away"
    enter(view, right)
    assert view.progress.at == 1
    assert page_text(view) == "Right."
    assert right in shown(view).split()


def test_no_problem_takes_the_focus_or_is_about_a_player(qtbot, window):
    window.named_actions["showExercise"].trigger()
    view = as_type(window.get_view("view-practice"), PracticeView)
    assert view.exercise is None
    window.rail.setFocus()
    ready(qtbot, view)
    assert not view.isAncestorOf(QApplication.focusWidget())
    view = practice(qtbot, window)
    first = view.exercise
    window.session.select(row=3)
    qtbot.waitUntil(lambda: window.session.up_to_date)
    ready(qtbot, view)
    assert view.exercise == first
    names = [p.name.split(", ") for p in window.session.section.players]
    assert not any(f"{given} {own}" in first.question for own, given in names)


def test_a_problem_of_every_type_is_solved_by_keys(qtbot, window):
    view, count = practice(qtbot, window), 0
    for kind, level in product(KINDS, ("1", "3")):
        select(qtbot, view.kind, kind, view)
        select(qtbot, view.level, level, view)
        view.page.line.setFocus()
        first = view.exercise
        for place in range(len(view.progress.blanks)):
            assert view.progress.at == place
            assert view.page.line.hasFocus()
            assert view.page.line.text() == ""
            enter(view, answer(view))
            count += 1
        assert page_text(view) == f"Right. {SOLVED}"
        assert f"Streak: {count}" in view.score.text()
        assert QApplication.focusWidget() is view.another
        QTest.keyClick(view.another, Key.Key_Return)
        ready(qtbot, view)
        assert view.exercise != first
        assert (view.kind.value, view.level.value) == (kind, level)
        assert view.page.line.hasFocus()
        assert f"Streak: {count}" in view.score.text()


def test_the_hint_comes_before_the_answer_and_ends_the_streak(qtbot, window):
    view = practice(qtbot, window)
    enter(view, answer(view))
    assert "Streak: 1, best: 1" in view.score.text()
    blank = view.progress.blank
    QTest.keyClicks(view.page.line, "?")
    assert page_text(view) == blank.hint
    assert view.page.line.text() == "", "the key types nothing"
    assert "Streak: 1" in view.score.text()
    assert view.help.text() == "Show answer"
    QTest.keyClicks(view.page.line, "?")
    assert page_text(view) == f"{blank.answer}: {blank.working}."
    assert view.progress.at == 2
    assert "Streak: 0, best: 1" in view.score.text()


def test_buttons_help_and_only_the_first_try_counts(qtbot, window):
    view = practice(qtbot, window)
    press_button(qtbot, window, "exerciseHelp")
    assert page_text(view) == view.progress.blank.hint
    QTest.keyClicks(view.page.line, answer(view))
    press_button(qtbot, window, "exerciseCheck")
    assert view.progress.at == 1
    first = view.exercise
    press_button(qtbot, window, "exerciseAnother")
    ready(qtbot, view)
    assert view.exercise != first
    assert view.progress.at == 0
    enter(view, "many")
    assert "isn't a number" in page_text(view)
    enter(view, answer(view))
    assert "Streak: 2" in view.score.text()
    enter(view, "9")
    enter(view, answer(view))
    assert "Streak: 0, best: 2" in view.score.text()


def test_choices_problem_and_streak_are_kept_for_the_next_start(qtbot, window):
    view = practice(qtbot, window)
    select(qtbot, view.kind, "k", view)
    select(qtbot, view.level, "2", view)
    press_button(qtbot, window, "exerciseAnother")
    ready(qtbot, view)
    enter(view, answer(view))
    window.preferences = Preferences(window.folders.settings)
    again = PracticeView(window)
    show_alone(qtbot, again)
    ready(qtbot, again)
    assert again.exercise == view.exercise
    assert (again.kind.value, again.level.value) == ("k", "2")
    assert "Streak: 1, best: 1" in again.score.text()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("kind", "level"), [("special-7", 1), ("two-passes", 3)])
def test_field_and_rules_are_seen_at_every_question(qtbot, window, size, kind, level):
    window.preferences.remember_choice("practice", "Kind", kind)
    window.preferences.remember_choice("practice", "Level", str(level))
    view = PracticeView(window)
    view.setParent(None)
    qtbot.addWidget(view)
    view.resize(*size)
    view.show()
    ready(qtbot, view)
    for _ in range(len(view.progress.blanks)):
        qtbot.waitUntil(lambda: sees(view, view.page.line))
        qtbot.waitUntil(lambda: sees(view, view.findChild(QLabel, "exerciseRule1")))
        assert not view.area.horizontalScrollBar().isVisible()
        top = place_of(view.page.said, view).bottom()
        enter(view, "12345")
        assert place_of(view.page.said, view).bottom() == top, "nothing moves"
        metrics = view.page.line.fontMetrics()
        room = view.page.line.width() - 16
        assert metrics.horizontalAdvance(view.progress.blank.answer) < room
        enter(view, answer(view))


def sees(view: PracticeView, part: QWidget) -> bool:
    return view.area.viewport().rect().contains(place_of(part, view))


@pytest.mark.parametrize(("dark", "zoom"), [(True, 100), (False, 200)])
def test_marks_are_seen_in_both_themes_and_sizes(qtbot, window, theme, dark, zoom):
    view = practice(qtbot, window)
    theme.choose_look("dark" if dark else "light")
    theme.set_zoom(zoom)
    enter(view, "99")
    assert view.page.mark.text() == MARKS["wrong"]
    image = view.page.grab().toImage()
    found = (pixels(image) == QColor(theme.colors.error).rgb()).sum()
    assert found > view.page.line.height(), "the frame and the mark"
