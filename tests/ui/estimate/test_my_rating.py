"""My rating in the window: typed by keys alone, read in large figures, narrowed."""

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from tests.ui.estimate.hands import WORKED, answered, crosstable, push, type_keys
from tests.ui.keys import LEFT, Key
from uscalc.engine.rounding import round_for_display
from uscalc.ui.estimate.estimator_view import RatingEstimatorView
from uscalc.ui.estimate.pasted_crosstable import ADDED, NO_PAGE, NOBODY, WHICH
from uscalc.ui.estimate.split_pane import BEGIN


def test_the_worked_case_is_typed_copied_and_survives_another_view(qtbot, mine, window):
    assert mine.source.text() == BEGIN
    type_keys(qtbot, mine, WORKED)
    assert answered(qtbot, mine) == {
        "Loss": "1786",
        "Draw": "1801",
        "Win": "1830",
        "No more games": "1800",
    }
    cards = {card.title: card for card in mine.cards.list_shown()}
    assert cards["No more games"].beside == "2.5 of 4"
    # Every figure has its range.
    for card in cards.values():
        assert card.lines[0].startswith("usually ")
        low, high = card.lines[1].removeprefix("always ").split("\N{EN DASH}")
        assert int(low) < int(card.figure) < int(high)
    assert not mine.problem.isVisible()
    # It is copied as text.
    push(qtbot, mine, "myCopy")
    text = QGuiApplication.clipboard().text()
    assert "Regular rating: 1780, established" in text
    assert "5. 1824: to play" in text
    assert "So far 2.5 of 4: 1800" in text
    assert "Draw: 1801 (usually" in text
    type_keys(qtbot, mine, WORKED)
    before = answered(qtbot, mine)
    window.show_view("view-forecast")
    qtbot.waitUntil(lambda: not mine.isVisible())
    window.named_actions["myRating"].trigger()
    qtbot.waitUntil(mine.isVisible)
    assert answered(qtbot, mine) == before
    push(qtbot, mine, "myEmpty")
    qtbot.waitUntil(mine.cards.isHidden)
    assert mine.source.text() == BEGIN
    assert window.session.history.undo_name is None


def test_figures_come_while_the_lines_are_typed(qtbot, mine):
    type_keys(qtbot, mine, "1780\n\n1702")
    first = answered(qtbot, mine)
    assert set(first) == {"Loss", "Draw", "Win"}
    type_keys(qtbot, mine, "w")
    stopped = answered(qtbot, mine)
    assert stopped == {"1 of 1": first["Win"]}
    # There is always one line more than are filled.
    count = len(mine.lines.rows)
    type_keys(qtbot, mine, "\n1855d\n1760w")
    assert len(mine.lines.rows) > count
    assert mine.lines.rows[-1].empty


def test_a_target_is_described_in_words_and_draws_have_a_factor(qtbot, mine):
    type_keys(qtbot, mine, WORKED)
    answered(qtbot, mine)
    before = mine.cards.list_shown()[1].beside
    assert mine.asked.drawn.text() == f"1 = usual ({before} draws)"
    assert mine.asked.draws.isVisible()
    mine.asked.draws.setFocus()
    type_keys(qtbot, mine, "2")
    answered(qtbot, mine)
    after = mine.cards.list_shown()[1].beside
    assert int(after.rstrip("%")) > int(before.rstrip("%"))
    assert mine.asked.drawn.text() == f"{after} draws (usual: {before})"
    assert "Affects chances only, not ratings" in mine.hint.text()
    type_keys(qtbot, mine, "x")
    qtbot.waitUntil(lambda: "isn't a number" in mine.problem.text())
    mine.target.setFocus()
    type_keys(qtbot, mine, "1800")
    answered(qtbot, mine)
    assert mine.answer_panel.sentence.text().startswith(
        "Your rating now would be 1800 (+20). With a loss: 1786. Draw: 1801. Win: 1830. "
        "For 1800, a draw should be enough: about "
    )
    verdicts = {card.title: card.verdict for card in mine.cards.list_shown()}
    assert verdicts["Draw"].startswith("likely, ")
    assert verdicts["Win"] == "certain"
    mine.target.selectAll()
    type_keys(qtbot, mine, "50")
    answered(qtbot, mine)
    assert "100 or more" in mine.problem.text()
    assert "For 50" not in mine.answer_panel.sentence.text()


@pytest.mark.parametrize(
    ("typed", "wide"),
    [
        ("1780/5\n\n1702w\n1824", True),
        ("1780P5\n\nw 1702\n1824", True),
        (WORKED, False),
    ],
)
def test_a_provisional_rating_is_based_on_few_games(qtbot, mine, typed, wide):
    type_keys(qtbot, mine, typed)
    figures = answered(qtbot, mine)
    assert (int(figures["Win"]) - int(figures["Loss"]) > 75) is wide


def test_a_new_player_has_no_rating(qtbot, mine):
    type_keys(qtbot, mine, "new\n\n1702w\n1855d\n1760")
    figures = answered(qtbot, mine)
    assert set(figures) == {"Loss", "Draw", "Win", "No more games"}
    assert int(figures["Win"]) > int(figures["Loss"])


def test_the_mouse_does_the_same(qtbot, mine):
    type_keys(qtbot, mine, "1780\n\n1702\n1855\n1760\n1910\n1824")
    for place, letter in enumerate("WDWL"):
        button = mine.lines.rows[place].result.buttons[letter]
        qtbot.mouseClick(button, LEFT)
    assert answered(qtbot, mine)["Draw"] == "1801"
    # A second click leaves the game to play.
    again = mine.lines.rows[3].result.buttons["L"]
    qtbot.mouseClick(again, LEFT)
    assert len(answered(qtbot, mine)) == 6
    assert "0.5 of 2" in answered(qtbot, mine)


def test_the_keyboard_goes_up_and_down_and_corrects(qtbot, mine):
    type_keys(qtbot, mine, WORKED)
    rows = mine.lines.rows
    qtbot.keyClick(rows[4].rating, Key.Key_Up)
    assert rows[3].rating.hasFocus()
    # Tab comes to the result: Delete empties it, a letter chooses and goes on.
    qtbot.keyClick(rows[3].rating, Key.Key_Tab)
    assert rows[3].result.hasFocus()
    qtbot.keyClick(rows[3].result, Key.Key_Delete)
    assert rows[3].result.letter is None
    qtbot.keyClicks(rows[3].result, "=")
    assert rows[3].result.letter == "D"
    assert rows[4].rating.hasFocus()
    assert rows[3].result.accessibleName() == "Opponent 4: result: draw"
    for _ in range(5):
        focus = QApplication.focusWidget()
        qtbot.keyClick(focus, Key.Key_Up)
    assert mine.own.rating.hasFocus()


def test_an_unreadable_line_is_reported(qtbot, mine):
    for typed, word in [
        ("99\n", "99\" isn't a valid rating"),
        ("178x\n", "178x\" isn't a valid rating"),
        ("1780w\n", "1780w\" isn't a valid rating"),
    ]:
        type_keys(qtbot, mine, typed)
        qtbot.waitUntil(lambda word=word: word in mine.problem.text())
        assert mine.problem.isVisible()
        assert mine.cards.isHidden()


def test_a_day_of_older_rules_has_older_rules(qtbot, mine):
    type_keys(qtbot, mine, WORKED)
    before = answered(qtbot, mine)["Win"]
    mine.own.fold.button.click()
    mine.own.end.setFocus()
    mine.own.end.selectAll()
    type_keys(qtbot, mine, "2018-09-01")
    assert answered(qtbot, mine)["Win"] != before
    assert "9/1/2018" in mine.own.fold.button.text()
    mine.own.end.selectAll()
    type_keys(qtbot, mine, "9/2/2018")
    qtbot.waitUntil(lambda: "9/2/2018" in mine.own.fold.button.text())
    mine.own.end.selectAll()
    type_keys(qtbot, mine, "soon")
    qtbot.waitUntil(lambda: "isn't a date" in mine.problem.text())


def ends(sheet: RatingEstimatorView, title: str) -> tuple[int, int]:
    card = next(card for card in sheet.cards.list_shown() if card.title == title)
    said = [line for line in card.lines if line.startswith("always ")]
    if not said:
        return int(card.figure), int(card.figure)
    low, high = said[0].removeprefix("always ").split("\N{EN DASH}")
    return int(low), int(high)


def test_the_crosstable_narrows_it_to_the_real_answer(qtbot, mine):
    # The page is of 2013, and its rules go with it.
    mine.own.end.setText("2013-05-05")
    type_keys(qtbot, mine, WORKED)
    answered(qtbot, mine)
    before = {title: ends(mine, title) for title in ("Loss", "Draw", "Win")}
    QGuiApplication.clipboard().setText(crosstable())
    push(qtbot, mine, "myPaste")
    qtbot.waitUntil(lambda: mine.real.answer is not None)
    assert mine.source.text().startswith("From the crosstable of LANTERN & LAMP")
    assert "INVENTED 1" in mine.source.text()
    # The game to come is the sheet's: against the one player rated 1824.
    assert mine.real.status.text() == ADDED
    real = mine.real.answer
    for title, way in zip(("Loss", "Draw", "Win"), real.forecast.ways, strict=True):
        low, high = ends(mine, title)
        assert low <= round_for_display(way.value) <= high
        assert before[title][0] <= low
        assert high <= before[title][1]
        assert high - low < before[title][1] - before[title][0]
    push(qtbot, mine, "myCopy")
    assert "From the crosstable of" in QGuiApplication.clipboard().text()
    push(qtbot, mine, "myRealBack")
    assert {t: ends(mine, t) for t in before} == before


def test_a_crosstable_without_the_player_says_so(qtbot, mine):
    QGuiApplication.clipboard().setText(crosstable())
    push(qtbot, mine, "myPaste")
    qtbot.waitUntil(lambda: mine.real.status.text() == WHICH)
    mine.own.rating.setFocus()
    type_keys(qtbot, mine, "1781\n\n1702w\n1855d\n1824")
    answered(qtbot, mine)
    push(qtbot, mine, "myPaste")
    qtbot.waitUntil(lambda: mine.real.status.text() == NOBODY)
    assert "Win" in answered(qtbot, mine)
    # The same crosstable again once the rating is right.
    mine.own.rating.setFocus()
    mine.own.rating.selectAll()
    type_keys(qtbot, mine, "1780")
    qtbot.waitUntil(lambda: mine.real.answer is not None)
    QGuiApplication.clipboard().setText("no page at all")
    push(qtbot, mine, "myPaste")
    qtbot.waitUntil(lambda: mine.real.status.text() == NO_PAGE)
