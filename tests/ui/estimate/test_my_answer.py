"""The rating estimator on the screen: typed, answered, explained, and used for plans."""

import re
from itertools import product

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor, QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QLabel, QLineEdit, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from tests.build import as_type
from tests.ui.driving import type_at
from tests.ui.estimate import hands
from tests.ui.keys import ALT, CONTROL, LEFT, Key
from uscalc.engine.rounding import round_for_display
from uscalc.monitor import Monitor
from uscalc.report.as_plan import make_chance_sentence
from uscalc.ui.charts.scene import ChartBar
from uscalc.ui.estimate import planner_view
from uscalc.ui.estimate.answer_panel import ExplanationWindow
from uscalc.ui.estimate.estimator_view import RatingEstimatorView
from uscalc.ui.estimate.pasted_crosstable import ADDED, NOBODY
from uscalc.ui.estimate.planner_view import NO_DAY, NO_OPPONENTS, NO_RATING, NO_TARGET
from uscalc.ui.estimate.split_pane import BEGIN
from uscalc.ui.explorer.explorer_view import RatingExplorerView


def into(qtbot, sheet: RatingEstimatorView, field: QLineEdit, typed: str) -> None:
    qtbot.mouseClick(field, LEFT)
    field.selectAll()
    if not typed:
        qtbot.keyClick(field, Key.Key_Delete)
    hands.type_and_wait(qtbot, sheet, typed)


def test_sentence_strip_and_hints_are_those_of_the_figures(qtbot, mine):
    figures = hands.type_and_wait(qtbot, mine, hands.WORKED)
    said = mine.answer_panel.sentence
    assert said.isVisible()
    assert said.text() == (
        f"Your rating now would be {figures['No more games']} (+20). "
        f"With a loss: {figures['Loss']}. Draw: {figures['Draw']}. "
        f"Win: {figures['Win']}."
    )
    changes = [(card.title, card.change) for card in mine.cards.list_shown()]
    assert changes[:3] == [("Loss", "+6"), ("Draw", "+21"), ("Win", "+50")]
    assert changes[3:] == [("No more games", "+20")]
    assert "a change of +21" in mine.cards.cards[1].accessibleName()
    assert said.y() < mine.cards.y() < mine.answer_panel.strip.y()
    hands.answered(qtbot, mine)
    assert re.fullmatch(
        r"Your opponents’ other games could change this by \d+ points either way, \d+ "
        r"at most\. For the exact rating, paste the crosstable\.",
        mine.answer_panel.open.text(),
    )
    mine.own.end.setText("2013-05-05")
    hands.paste_by_button(qtbot, mine, hands.crosstable())
    qtbot.waitUntil(lambda: mine.real.answer is not None)
    assert "paste the crosstable" not in mine.answer_panel.open.text()


def test_the_legend_says_why_the_darkest_bar_is_not_the_new_rating(qtbot, mine):
    panel = mine.answer_panel
    hands.type_keys(qtbot, mine, "1500\n\n1500w\n1600l\n")
    assert hands.answered(qtbot, mine) == {"1 of 2": "1506"}
    bars = [mark for mark in panel.strip.chart.marks if isinstance(mark, ChartBar)]
    darkest = max(bars, key=lambda bar: bar.strength)
    assert (darkest.x0, darkest.x1) == (1507.5, 1508.5)
    assert mine.answer.now.open.high == 1508
    assert "The bars at both ends of a range also count" in panel.legend.text()
    # With an unplayed game there are several figures, so the sentence doesn't apply.
    hands.type_and_wait(qtbot, mine, "1550\n")
    assert panel.legend.text() == "Possible ratings: stronger color means more likely"


def test_a_card_leads_to_its_explanation(qtbot, window, mine):
    event = window.session.document
    hands.type_and_wait(qtbot, mine, hands.WORKED)
    figures = ("1786", 5), ("1801", 5), ("1830", 5), ("1800", 4)
    for card, (figure, games) in zip(mine.cards.cards, figures, strict=False):
        window.activateWindow()
        qtbot.mouseClick(card, LEFT)
        because = as_type(mine.because, ExplanationWindow)
        qtbot.waitUntil(because.isVisible)
        assert isinstance(because.stack.currentWidget(), RatingExplorerView)
        button = because.findChild(QAbstractButton, "myBecauseExplanation")
        qtbot.mouseClick(button, LEFT)
        page = because.stack.currentWidget()
        qtbot.waitUntil(lambda page=page, said=figure: said in page.toPlainText())
        post = because.session.shown.find_post(0)
        assert post == pytest.approx(float(figure), abs=0.5)
        assert len(because.session.document.sections[0].players[0].results) == games
        qtbot.keyClick(because, Key.Key_Escape)
        qtbot.waitUntil(lambda shown=because: not shown.isVisible())
    assert window.session.document is event


def test_the_explanation_announces_the_current_line_to_keyboard_users(qtbot, mine):
    figures = hands.type_and_wait(qtbot, mine, "1500\n\n1400w\nunrw\n1450l\n")
    qtbot.keyClick(mine, Key.Key_W, ALT)
    qtbot.waitUntil(lambda: mine.because is not None)
    because = mine.because
    # The unrated opponent has the strength from the estimate.
    (figure,) = figures.values()
    assert because.session.shown.find_post(0) == pytest.approx(float(figure), abs=0.5)
    because.reject()


def test_the_explanation_of_a_crosstable_uses_the_crosstable(qtbot, mine):
    mine.own.end.setText("2013-05-05")
    hands.type_keys(qtbot, mine, hands.WORKED)
    hands.paste_by_button(qtbot, mine, hands.crosstable())
    qtbot.waitUntil(lambda: mine.real.answer is not None)
    hands.wait_until_idle(qtbot, mine)
    win = next(card for card in mine.cards.cards if card.card.title == "Win")
    qtbot.mouseClick(win, LEFT)
    because = mine.because
    assert len(because.session.document.sections[0].players) == 6
    assert because.session.player.name == "INVENTED 1"
    post = because.session.shown.find_post(0)
    assert post == pytest.approx(float(win.card.figure), abs=0.5)
    because.reject()


def test_each_control_says_what_it_changes(qtbot, mine):
    hands.type_and_wait(qtbot, mine, hands.WORKED)
    assert mine.own.count.isVisible()
    assert mine.own.count.text() == (
        "At 1780, every number of games above 21 gives the same rating, and every number "
        "above 25 the same chances."
    )
    mine.own.fold.button.click()
    for field, words in (
        (mine.own.floor, "a lower floor has no effect"),
        (mine.own.birth, "No effect for rated players"),
        (mine.own.games, "every number of games above 21"),
        (mine.target, "changes no ratings"),
    ):
        qtbot.mouseClick(field, LEFT)
        assert words in mine.hint.text()
        assert words in field.accessibleDescription()
        assert words in field.toolTip()
    before = hands.answered(qtbot, mine)
    into(qtbot, mine, mine.own.birth, "2010")
    assert hands.answered(qtbot, mine) == before
    into(qtbot, mine, mine.own.floor, "1790")
    assert hands.answered(qtbot, mine)["Loss"] == "1790"
    assert "The floor keeps the rating at 1790 here" in mine.hint.text()


def turn_to_plan(qtbot: QtBot, sheet: RatingEstimatorView) -> None:
    qtbot.keyClick(hands.place(sheet), Key.Key_M, CONTROL | ALT)
    qtbot.waitUntil(sheet.planned.isVisible)


def begin_plan(qtbot: QtBot, sheet: RatingEstimatorView) -> None:
    hands.type_and_wait(qtbot, sheet, "1780\n\n")
    turn_to_plan(qtbot, sheet)


def test_a_plan_is_asked_piece_by_piece_and_answered(qtbot, mine):
    begin_plan(qtbot, mine)
    plan = mine.planned
    assert plan.problem.text() == NO_TARGET
    for letter, typed, problem in (
        (Key.Key_G, "1800", NO_DAY),
        (None, "\nJune", NO_OPPONENTS),
        (Key.Key_I, "1700", ""),
    ):
        if letter is not None:
            qtbot.keyClick(hands.place(mine), letter, ALT)
        hands.type_and_wait(qtbot, mine, typed)
        assert plan.problem.text() == problem
    found = plan.answer
    assert len(found.days) == 9
    assert plan.sentence.text() == make_chance_sentence(found)
    titles = [card.title for card in plan.cards.list_shown()]
    assert titles == ["Score needed", "1800 at the end", "A bad first event"]
    need = found.outlook.need
    assert plan.cards.list_shown()[0].figure == f"{need.score:g} of 45"
    assert plan.cards.list_shown()[2].change.startswith("\N{MINUS SIGN}")
    assert "9 events of 5 games against 1700" in plan.notes.text()
    # The middle of the fan is the median, and the target is at its rating.
    chart = plan.fan.chart
    middle = found.outlook.fan[-1].find_quantile(0.5)
    assert f"median {middle}" in [label.text for label in chart.labels]
    assert plan.fan.isVisible()
    assert plan.fan.hint_at(plan.fan.place_of(4.0, 1800.0)) == "Target 1800"


def test_an_impossible_goal_can_be_corrected(qtbot, mine):
    begin_plan(qtbot, mine)
    plan = mine.planned
    into(qtbot, mine, plan.target, "1800")
    into(qtbot, mine, plan.by, "December")
    into(qtbot, mine, plan.against, "1600-1800")
    before = plan.answer
    assert before is not None
    for line, typed, words in (
        (plan.by, "soon", "isn't a date"),
        (plan.by, "2025-09-03", "No event finishes by 9/3/2025"),
        (plan.rounds, "0", "1 to 15 rounds"),
        (plan.rounds, "many", '"many" isn\'t a whole number'),
        (plan.against, "50", "50 isn't a valid rating"),
        (plan.against, "strong", "no rating"),
        (plan.against, "1600-1800w", "A played game needs"),
        (plan.against, "unr", "Enter your opponents"),
    ):
        was = line.text()
        into(qtbot, mine, line, typed)
        assert words in plan.problem.text()
        assert not plan.fan.isVisible()
        into(qtbot, mine, line, was)
        assert plan.answer == before
        assert plan.fan.isVisible()


def test_a_plan_begins_at_the_estimate_and_is_saved(qtbot, window, mine):
    hands.type_and_wait(qtbot, mine, hands.WORKED)
    turn_to_plan(qtbot, mine)
    into(qtbot, mine, mine.planned.target, "1850")
    into(qtbot, mine, mine.planned.by, "January")
    into(qtbot, mine, mine.planned.against, "1700")
    found = mine.planned.answer
    assert round(found.begins_at) == 1800
    said = "Starting rating: 1800, after the 4 games of this estimate"
    assert said in mine.planned.notes.text()
    qtbot.mouseClick(mine._copy_plan, LEFT)
    assert make_chance_sentence(found) in QGuiApplication.clipboard().text()
    # A new estimate is empty, and the old one returns with its plan.
    hands.push(qtbot, mine.planned, "myPlanToEstimate")
    qtbot.waitUntil(mine.isVisible)
    hands.push(qtbot, mine, "myEmpty")
    hands.wait_until_idle(qtbot, mine)
    assert mine.planned.by.text() == ""
    mine.shelf.menu.aboutToShow.emit()
    kept = [action for action in mine.shelf.menu.actions() if not action.isChecked()]
    next(action for action in kept if "1780" in action.text()).trigger()
    hands.wait_until_idle(qtbot, mine)
    assert mine.planned.by.text() == "January"
    turn_to_plan(qtbot, mine)
    hands.wait_until_idle(qtbot, mine)
    assert mine.planned.answer == found


def test_a_newcomer_without_a_game_gets_no_plan_but_a_sentence(qtbot, mine):
    hands.type_keys(qtbot, mine, "new\n\n")
    turn_to_plan(qtbot, mine)
    into(qtbot, mine, mine.planned.target, "1200")
    into(qtbot, mine, mine.planned.by, "June")
    into(qtbot, mine, mine.planned.against, "1100")
    assert "needs a starting rating" in mine.planned.problem.text()


def test_estimator_and_planner_share_rating_and_target(qtbot, window, mine):
    hands.type_keys(qtbot, mine, "1780\n\n1702w\n")
    turn_to_plan(qtbot, mine)
    plan = mine.planned
    assert plan.rating.text() == "1780"
    into(qtbot, mine, plan.target, "1850")
    assert mine.target.text() == "1850"
    into(qtbot, mine, plan.rating, "1700")
    assert mine.own.rating.text() == "1700"
    plan.rating.setCursorPosition(1)
    qtbot.keyClicks(plan.rating, "8")
    assert plan.rating.text() == "18700"
    assert plan.rating.cursorPosition() == 2
    turn_to_plan(qtbot, mine)
    hands.push(qtbot, mine.planned, "myPlanThisEvent")
    qtbot.waitUntil(window.get_view("view-what-if").target.hasFocus)


def fits(label: QLabel) -> bool:
    return label.height() >= label.heightForWidth(label.width())


def test_nothing_of_the_answer_is_cut(qtbot, window, mine):
    hands.type_and_wait(qtbot, mine, hands.WORKED)
    sizes = (700, 500), (1024, 768), (1280, 800)
    panel, problem = mine.answer_panel, mine.planned.problem
    for view, zoom, size in product((mine, mine.planned), (100, 150), sizes):
        if not view.isVisible():
            turn_to_plan(qtbot, mine)
        window.theme.set_zoom(zoom)
        window.resize(*size)
        page = view.panes.answer
        for label in (panel.sentence, panel.open, problem):
            if label.isVisible():
                qtbot.waitUntil(lambda at=label: fits(at))
        for field in (mine.target, mine.asked.draws):
            if field.isVisible():
                assert field.mapTo(page, QPoint(field.width(), 0)).x() <= page.width()
        for area in view.findChildren(QScrollArea):
            if area.isVisible() and area.widget() is not None:
                needed = as_type(area.widget(), QWidget).minimumSizeHint().width()
                assert needed <= area.viewport().width(), area.objectName()


def test_a_narrow_view_has_the_answer_below_the_games(qtbot, window, mine):
    hands.type_and_wait(qtbot, mine, hands.WORKED)
    answer, games = mine.answer_panel, mine.lines
    for width, beside in ((1280, True), (700, True), (640, False), (1280, True)):
        window.theme.set_zoom(150 if width == 640 else 100)
        window.resize(width, 700)
        qtbot.waitUntil(answer.isVisible)
        left = games.mapTo(mine, QPoint(games.width(), 0)).x()
        qtbot.waitUntil(
            lambda at=left, wanted=beside: (
                (answer.mapTo(mine, QPoint(0, 0)).x() > at) is wanted
            )
        )
    fold = mine.own.fold.button
    whole = "Event: Regular, 9/1/2025, 2025 rating rules"
    qtbot.waitUntil(lambda: fold.text() == whole)
    window.resize(700, 500)
    # If there is no room, the text is shortened with an ellipsis, not cut off.
    mine.own.fold.set_note("Regular over the board, " * 4)
    qtbot.waitUntil(lambda: fold.text().endswith("\N{HORIZONTAL ELLIPSIS}"))
    assert fold.text().startswith("Event: Regular")
    assert fold.accessibleName().count("Regular") == 4
    assert fold.toolTip().count("Regular") == 4


def test_the_planner_has_keys_of_its_own_and_enter_goes_through_it(qtbot, window, mine):
    hands.type_keys(qtbot, mine, "1780\n")
    plan = mine.planned
    turn_to_plan(qtbot, mine)
    qtbot.waitUntil(plan.target.hasFocus)
    assert plan.hint.text().startswith("The rating that you want to reach")
    hands.type_keys(qtbot, mine, "1800\n")
    assert plan.by.hasFocus()
    assert "June, 6 months, or a date" in plan.hint.text()
    hands.type_keys(qtbot, mine, "June\n")
    assert plan.rounds.hasFocus()
    hands.type_and_wait(qtbot, mine, "4\n1700\n")
    assert plan.draws.hasFocus()
    assert plan.answer.plan.rounds == 4
    assert "of 4 games against 1700" in plan.notes.text()
    plan.games.setFocus()
    hands.type_and_wait(qtbot, mine, "1650\n")
    assert "1650 games?" in plan.problem.text()
    assert "lines" not in plan.problem.text()


def test_the_planner_alone_is_enough(qtbot, window):
    type_at(qtbot, window, 1, "name", (Key.Key_M, CONTROL | ALT))
    sheet = window.findChild(RatingEstimatorView)
    plan = sheet.planned
    qtbot.waitUntil(plan.rating.hasFocus)
    assert not sheet.isVisible()
    assert plan.problem.text() == NO_RATING
    hands.type_and_wait(qtbot, sheet, "1780\n\n1800\nJune\n\n1700\n")
    assert plan.problem.isHidden()
    assert plan.sentence.text() == make_chance_sentence(plan.answer)


def test_a_long_plan_can_be_stopped(qtbot, mine, monkeypatch):
    begun = []

    def endless(*_args: object, monitor: Monitor) -> None:
        begun.append(True)
        while True:
            monitor.check()

    begin_plan(qtbot, mine)
    monkeypatch.setattr(planner_view, "answer_plan", endless)
    mine.planned.target.setText("1800")
    mine.planned.by.setText("June")
    mine.planned.against.setText("1700")
    plan = mine.planned
    qtbot.waitUntil(plan.stop.isVisible)
    qtbot.mouseClick(plan.stop, LEFT)
    qtbot.waitUntil(lambda: not plan.worker.busy)
    assert plan.problem.text() == planner_view.STOPPED
    assert begun
    assert not plan.stop.isVisible()


def test_the_worked_case_is_typed_copied_and_kept_behind_a_view(qtbot, mine, window):
    assert mine.source.text() == BEGIN
    hands.type_keys(qtbot, mine, hands.WORKED)
    assert hands.answered(qtbot, mine) == hands.WORKED_FIGURES
    cards = {card.title: card for card in mine.cards.list_shown()}
    assert cards["No more games"].beside == "2.5 of 4"
    for card in cards.values():
        assert card.lines[0].startswith("usually ")
        low, high = card.lines[1].removeprefix("always ").split("\N{EN DASH}")
        assert int(low) < int(card.figure) < int(high)
    assert not mine.problem.isVisible()
    hands.push(qtbot, mine, "myCopy")
    text = QGuiApplication.clipboard().text()
    assert "Regular rating: 1780, established" in text
    assert "5. 1824: to play" in text
    assert "So far 2.5 of 4: 1800" in text
    assert "Draw: 1801 (usually" in text
    before = hands.answered(qtbot, mine)
    window.show_view("view-forecast")
    qtbot.waitUntil(lambda: not mine.isVisible())
    window.named_actions["myRating"].trigger()
    qtbot.waitUntil(mine.isVisible)
    assert hands.answered(qtbot, mine) == before
    hands.push(qtbot, mine, "myEmpty")
    qtbot.waitUntil(mine.cards.isHidden)
    assert mine.source.text() == BEGIN
    assert window.session.history.undo_name is None


def test_a_target_is_described_in_words_and_drawn_on_the_strip(qtbot, mine):
    hands.type_and_wait(qtbot, mine, hands.WORKED)
    mine.target.setFocus()
    hands.type_and_wait(qtbot, mine, "1800")
    assert mine.answer_panel.sentence.text().startswith(
        "Your rating now would be 1800 (+20). With a loss: 1786. Draw: 1801. Win: 1830. "
        "For 1800, a draw should be enough: about "
    )
    verdicts = {card.title: card.verdict for card in mine.cards.list_shown()}
    assert verdicts["Draw"].startswith("likely, ")
    assert verdicts["Win"] == "certain"
    into(qtbot, mine, mine.target, "50")
    assert "100 or more" in mine.problem.text()
    assert "For 50" not in mine.answer_panel.sentence.text()
    into(qtbot, mine, mine.target, "1810")
    strip = mine.answer_panel.strip
    assert strip.isVisible()
    assert "1810 or more is" in strip.accessibleDescription()
    picture = strip.grab().toImage()

    def color(rating: float) -> QColor:
        return picture.pixelColor(strip.place_of(rating, 0.5).toPoint())

    # The line may lie between two pixels.
    line = strip.place_of(1809.5, 0.5).toPoint()
    beside = [picture.pixelColor(line + QPoint(by, 0)) for by in (-1, 0, 1)]
    assert min(pixel.lightness() for pixel in beside) < 110
    assert color(1830.0).lightness() > 110
    assert color(1830.0).lightness() < color(1812.0).lightness()
    assert re.search(r"\d+%", strip.hint_at(strip.place_of(1830.0, 0.5)))
    into(qtbot, mine, mine.target, "2400")
    assert any(label.text.startswith("2400") for label in strip.chart.labels)


def test_the_factor_for_draws_is_in_sight_beside_the_models_own(qtbot, mine):
    hands.type_and_wait(qtbot, mine, hands.WORKED)
    before = mine.cards.list_shown()[1].beside
    assert mine.asked.drawn.text() == f"1 = usual ({before} draws)"
    assert mine.asked.draws.isVisible()
    mine.asked.draws.setFocus()
    hands.type_and_wait(qtbot, mine, "2")
    after = mine.cards.list_shown()[1].beside
    assert int(after.rstrip("%")) > int(before.rstrip("%"))
    assert mine.asked.drawn.text() == f"{after} draws (usual: {before})"
    assert "Affects chances only, not ratings" in mine.hint.text()
    hands.type_keys(qtbot, mine, "x")
    qtbot.waitUntil(lambda: "isn't a number" in mine.problem.text())


def test_new_and_provisional_ratings_are_based_on_few_games(qtbot, mine):
    provisional = "1780/5\n\n1702w\n1824", "1780P5\n\nw 1702\n1824"
    for typed in (*provisional, hands.WORKED, "new\n\n1702w\n1855d\n1760"):
        figures = hands.type_and_wait(qtbot, mine, typed)
        assert set(figures) >= {"Loss", "Draw", "Win"}
        apart = int(figures["Win"]) - int(figures["Loss"])
        assert (apart > 75) is (typed != hands.WORKED)
        hands.push(qtbot, mine, "myEmpty")


def test_results_are_chosen_and_corrected_by_mouse_and_keys(qtbot, mine):
    hands.type_keys(qtbot, mine, "1780\n\n1702\n1855\n1760\n1910\n1824")
    for row, letter in enumerate("WDWL"):
        qtbot.mouseClick(mine.lines.rows[row].result.buttons[letter], LEFT)
    assert hands.answered(qtbot, mine)["Draw"] == "1801"
    qtbot.mouseClick(mine.lines.rows[3].result.buttons["L"], LEFT)
    assert len(hands.answered(qtbot, mine)) == 6
    assert "0.5 of 2" in hands.answered(qtbot, mine)
    hands.begin_anew(qtbot, mine, hands.WORKED)
    rows = mine.lines.rows
    qtbot.keyClick(rows[4].rating, Key.Key_Up)
    assert rows[3].rating.hasFocus()
    # Tab goes to the result; Delete empties it, and a letter selects one and moves on.
    qtbot.keyClick(rows[3].rating, Key.Key_Tab)
    assert rows[3].result.hasFocus()
    qtbot.keyClick(rows[3].result, Key.Key_Delete)
    assert rows[3].result.letter is None
    qtbot.keyClicks(rows[3].result, "=")
    assert rows[3].result.letter == "D"
    assert rows[4].rating.hasFocus()
    assert rows[3].result.accessibleName() == "Opponent 4: result: draw"
    for _ in range(5):
        qtbot.keyClick(hands.place(mine), Key.Key_Up)
    assert mine.own.rating.hasFocus()


def test_an_unreadable_line_is_reported(qtbot, mine):
    for typed, word in [
        ("99\n", "99\" isn't a valid rating"),
        ("178x\n", "178x\" isn't a valid rating"),
        ("1780w\n", "1780w\" isn't a valid rating"),
    ]:
        hands.type_keys(qtbot, mine, typed)
        qtbot.waitUntil(lambda word=word: word in mine.problem.text())
        assert mine.problem.isVisible()
        assert mine.cards.isHidden()


def test_a_day_of_older_rules_has_older_rules(qtbot, mine):
    hands.type_keys(qtbot, mine, hands.WORKED)
    before = hands.answered(qtbot, mine)["Win"]
    mine.own.fold.button.click()
    into(qtbot, mine, mine.own.end, "2018-09-01")
    assert hands.answered(qtbot, mine)["Win"] != before
    assert "9/1/2018" in mine.own.fold.button.text()
    into(qtbot, mine, mine.own.end, "9/2/2018")
    qtbot.waitUntil(lambda: "9/2/2018" in mine.own.fold.button.text())
    into(qtbot, mine, mine.own.end, "soon")
    qtbot.waitUntil(lambda: "isn't a date" in mine.problem.text())


def end_of_card(sheet: RatingEstimatorView, title: str) -> tuple[int, int]:
    card = next(card for card in sheet.cards.list_shown() if card.title == title)
    said = [line for line in card.lines if line.startswith("always ")]
    if not said:
        return int(card.figure), int(card.figure)
    low, high = said[0].removeprefix("always ").split("\N{EN DASH}")
    return int(low), int(high)


def test_the_crosstable_narrows_it_to_the_real_answer(qtbot, mine):
    # The page is from 2013, so the rules of 2013 apply.
    mine.own.end.setText("2013-05-05")
    hands.type_and_wait(qtbot, mine, hands.WORKED)
    before = {title: end_of_card(mine, title) for title in ("Loss", "Draw", "Win")}
    hands.paste_by_button(qtbot, mine, hands.crosstable())
    qtbot.waitUntil(lambda: mine.real.answer is not None)
    assert mine.source.text().startswith("From the crosstable of LANTERN & LAMP")
    assert "INVENTED 1" in mine.source.text()
    # The unplayed game comes from the estimate: against the only player rated 1824.
    assert mine.real.status.text() == ADDED
    real = mine.real.answer
    for title, way in zip(("Loss", "Draw", "Win"), real.forecast.ways, strict=True):
        low, high = end_of_card(mine, title)
        assert low <= round_for_display(way.value) <= high
        assert before[title][0] <= low
        assert high <= before[title][1]
        assert high - low < before[title][1] - before[title][0]
    hands.push(qtbot, mine, "myCopy")
    assert "From the crosstable of" in QGuiApplication.clipboard().text()
    hands.push(qtbot, mine, "myRealBack")
    assert {t: end_of_card(mine, t) for t in before} == before


def test_a_crosstable_is_used_once_the_rating_is_right(qtbot, mine):
    hands.type_and_wait(qtbot, mine, "1781\n\n1702w\n1855d\n1824")
    hands.paste_by_button(qtbot, mine, hands.crosstable())
    qtbot.waitUntil(lambda: mine.real.status.text() == NOBODY)
    assert "Win" in hands.answered(qtbot, mine)
    # Once the rating is right, the same crosstable is used again.
    into(qtbot, mine, mine.own.rating, "1780")
    qtbot.waitUntil(lambda: mine.real.answer is not None)
