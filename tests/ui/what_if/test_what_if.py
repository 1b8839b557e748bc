"""What if: sliders moved by mouse and keys, and the effects on the same game and player."""

from itertools import product

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.driving import click, enter, open_file, press_button, quiet, remove, text
from tests.ui.keys import CONTROL, LEFT, Key
from tests.ui.large_event import large_event
from tests.ui.what_if.trying import KEYS, framed, try_result
from uscalc.document.edit import structure
from uscalc.document.edit.cells import set_rating
from uscalc.document.queries.scenario import Outcome, set_outcome
from uscalc.document.rate.whole import rate_document
from uscalc.engine.rounding import round_for_display
from uscalc.rules.resolve import resolve_rules
from uscalc.ui.what_if.what_if_view import RIPPLE, WhatIfView
from uscalc.ui.window.main_window import MainWindow
from uscalc.ui.window.views import VIEWS


@pytest.fixture
def what_if(qtbot: QtBot, window: MainWindow) -> WhatIfView:
    click(qtbot, window, 1, "name")
    return window.show_view("view-what-if")


def expected(window: MainWindow, letter: str) -> dict[int, int]:
    document = set_outcome(window.session.document, 0, Outcome(5, 1, letter)).document
    rating = rate_document(document, resolve_rules).sections[0].in_system("R")
    posts = {number: rating.find_post(number) for number in rating.places}
    return {
        n: int(round_for_display(post)) for n, post in posts.items() if post is not None
    }


def test_sliders_are_moved_and_show_what_would_follow(qtbot, what_if, window):
    assert what_if.sliders[0].hasFocus()
    qtbot.keyClick(what_if.sliders[0], Key.Key_Down)
    assert what_if.sliders[1].hasFocus()
    qtbot.keyClick(what_if.sliders[1], Key.Key_Up)
    assert what_if.sliders[0].hasFocus()
    wanted = [expected(window, letter)[1] for letter in "WDL"]
    qtbot.waitUntil(lambda: len(what_if.scores.lines) == 3)
    assert [line.low for line in what_if.scores.lines] == wanted
    assert what_if.scores_title.text() == "Post-event rating by final score"
    assert str(wanted[0]) in what_if.scores.accessibleName()
    for letter, key in KEYS.items():
        before = text(window, 1, "post")
        slider = what_if.sliders[4]
        slider.setFocus()
        qtbot.keyClick(slider, key)
        wanted = str(expected(window, letter)[1])
        qtbot.waitUntil(lambda wanted=wanted: what_if.post.text() == wanted)
        assert what_if.real.text() == f"actual: {before}"
        assert text(window, 1, "post") == before
        assert window.session.history.undo_name is None
    slider = what_if.sliders[4]
    height = slider.height() // 2
    left, right = QPoint(4, height), QPoint(slider.width() - 4, height)
    loss, win = (str(expected(window, letter)[1]) for letter in "LW")
    qtbot.mousePress(slider, LEFT, pos=left)
    qtbot.waitUntil(lambda: what_if.post.text() == loss)
    qtbot.mouseMove(slider, right)
    qtbot.waitUntil(lambda: what_if.post.text() == win)
    qtbot.mouseRelease(slider, LEFT, pos=right)
    assert slider.letter == "W"


def test_the_score_needed_for_a_rating_is_that_of_the_table(qtbot, window, what_if):
    qtbot.waitUntil(lambda: len(what_if.scores.lines) == 3)
    loss, draw, win = (expected(window, letter)[1] for letter in "LDW")
    window.named_actions["scoreNeeded"].trigger()
    qtbot.waitUntil(what_if.target.hasFocus)
    for typed, said in (
        (f"{loss}", "Any score is enough."),
        (f"{draw}", "0.5 of 1 unplayed game."),
        (f"{win}", "1 of 1 unplayed game."),
        (f"{win + 1}", f"Out of reach. 1 of 1 unplayed game gives {win}."),
        ("", ""),
    ):
        what_if.target.selectAll()
        qtbot.keyClick(what_if.target, Key.Key_Delete)
        qtbot.keyClicks(what_if.target, typed)
        assert what_if.needed.text() == said
    qtbot.keyClicks(what_if.target, "high")
    assert "high" in what_if.needed.text()
    # The answer follows the selected player and the what-if results.
    qtbot.keyClick(what_if.target, Key.Key_A, CONTROL)
    qtbot.keyClicks(what_if.target, "1700")
    window.session.select(row=4)
    qtbot.waitUntil(lambda: what_if.needed.text().startswith("Out of reach. 5 of 5"))


def marked_score(window: MainWindow, what_if: WhatIfView) -> int | None:
    """Return the highlighted line of the table of scores."""
    table = what_if.scores
    image = table.grab().toImage()
    ground = QColor(window.theme.colors.selected).rgb()
    high = table._measure_height()
    if image.height() < high * len(table.lines):
        # The layout follows in a moment.
        return None
    found = [
        place
        for place in range(len(table.lines))
        if image.pixel(1, int((place + 0.5) * high)) == ground
    ]
    assert len(found) <= 1
    return found[0] if found else None


def test_the_score_of_the_rating_above_is_marked(qtbot, window, what_if):
    qtbot.waitUntil(lambda: len(what_if.scores.lines) == 3)
    # The unplayed game counts in every line, but not yet in the rating above.
    assert what_if.post.text() not in {str(x.low) for x in what_if.scores.lines}
    assert marked_score(window, what_if) is None
    for letter, place in (("L", 2), ("W", 0), ("D", 1)):
        qtbot.keyClick(what_if.sliders[4], KEYS[letter])
        wanted = str(expected(window, letter)[1])
        qtbot.waitUntil(lambda text=wanted: what_if.post.text() == text)
        qtbot.waitUntil(lambda at=place: marked_score(window, what_if) == at)
        assert str(what_if.scores.lines[place].low) == wanted
    qtbot.keyClick(what_if.sliders[4], Key.Key_Delete)
    qtbot.waitUntil(lambda: marked_score(window, what_if) is None)
    click(qtbot, window, 2, "name")
    qtbot.waitUntil(lambda: len(what_if.scores.lines) == 11)
    qtbot.waitUntil(lambda: marked_score(window, what_if) is not None)
    place = marked_score(window, what_if)
    line = what_if.scores.lines[place]
    assert line.score == 3.5
    assert line.low <= int(what_if.post.text()) <= line.high


def test_apply_is_one_step_and_another_player_has_other_sliders(qtbot, window, what_if):
    before = window.session.document
    qtbot.keyClick(what_if.sliders[4], Key.Key_W)
    qtbot.keyClick(what_if.sliders[0], Key.Key_L)
    assert what_if.state.text() == "2 what-if results"
    press_button(qtbot, window, "whatIfApply")
    assert (text(window, 1, 5), text(window, 3, 5)) == ("W3", "L1")
    assert (text(window, 1, 1), text(window, 7, 1)) == ("L7", "W1")
    assert window.session.history.undo_name == "2 results from What if"
    assert not what_if.apply.isEnabled()
    window.session.undo_edit()
    assert window.session.document == before
    qtbot.keyClick(what_if.sliders[4], Key.Key_W)
    click(qtbot, window, 3, "name")
    wanted = str(expected(window, "W")[3])
    qtbot.waitUntil(lambda: what_if.post.text() == wanted)
    # This is the same game, from the other side.
    assert what_if.sliders[4].letter == "L"


def test_a_key_on_the_slider_of_the_previous_player_changes_nothing(
    qtbot, window, what_if
):
    slider = what_if.sliders[-1]
    window.session.select(row=3)
    qtbot.keyClick(slider, Key.Key_W)
    assert what_if.what_if.outcomes == ()


def test_without_trials_or_games_nothing_changes(qtbot, window, what_if):
    before = text(window, 1, "post")
    for way in ("reset", "delete", "real"):
        slider = what_if.sliders[0]
        qtbot.keyClick(slider, Key.Key_L)
        qtbot.waitUntil(lambda: what_if.post.text() != before)
        if way == "reset":
            press_button(qtbot, window, "whatIfReset")
        elif way == "delete":
            qtbot.keyClick(slider, Key.Key_Delete)
        else:
            qtbot.keyClick(slider, Key.Key_W)
        qtbot.waitUntil(lambda: what_if.post.text() == before)
        assert what_if.what_if.outcomes == ()
    what_if.what_if.set_result(Outcome(1, 1, "W"))
    assert text(window, 1, 1) == "W7"
    assert what_if.what_if.outcomes == ()
    assert what_if.state.text() == "No what-if results"
    window.named_actions["addPlayer"].trigger()
    window.session.select(row=12)
    qtbot.waitUntil(lambda: not what_if.sliders)
    assert what_if.empty.isVisible()
    assert "no game" in what_if.empty.text()
    window.session.select(row=0)
    window.spaces.switch_to("enter")
    qtbot.waitUntil(lambda: quiet(what_if))
    window.spaces.switch_to("what-if")
    qtbot.waitUntil(lambda: all(what_if.sliders[0].figures))
    qtbot.keyClick(what_if.sliders[4], Key.Key_W)
    assert what_if.what_if.outcomes == (Outcome(5, 1, "W"),)
    enter(qtbot, window, 1, 5, "w3")
    qtbot.waitUntil(lambda: what_if.what_if.outcomes == ())


@pytest.mark.parametrize(
    ("section", "view"), [(0, "view-what-if"), (1, "view-forecast")]
)
def test_a_section_tried_out_can_be_removed(qtbot, window, other_event, section, view):
    open_file(qtbot, window, other_event)
    window.show_view("view-what-if")
    window.show_view(view)
    session = window.session
    session.select(section=section)
    imagined = session.what_if
    imagined.set_result(Outcome(1, 1, "L"))
    assert imagined.outcomes
    names = [one.name for one in session.document.sections]
    remove(qtbot, window, "removeSection")
    assert [one.name for one in session.document.sections] == [names[1 - section]]
    # The same players meet in the other section, which has no what-if results.
    assert imagined.outcomes == ()
    qtbot.waitUntil(lambda: session.up_to_date and imagined.up_to_date)
    assert imagined.find_rating() is session.find_system_rating()
    imagined.set_result(Outcome(1, 1, "L"))
    session.undo_edit()
    assert imagined.outcomes == ()
    qtbot.waitUntil(lambda: session.up_to_date and imagined.up_to_date)
    remove(qtbot, window, "removeSection")
    remove(qtbot, window, "removeSection")
    qtbot.waitUntil(lambda: session.up_to_date and imagined.up_to_date)


@pytest.fixture
def seven(qtbot: QtBot, window: MainWindow) -> WhatIfView:
    """Show What if for a player with seven games, as large as the inspector at 1280x800."""
    window.session.show_document(large_event(24, 7), None)
    window.resize(1280, 800)
    window.session.select(row=0)
    view = window.show_view("view-what-if")
    window.right.set_extent(432)
    qtbot.waitUntil(lambda: view.width() <= 424, timeout=3000)
    assert view.height() <= 700
    qtbot.waitUntil(lambda: len(view.sliders) == 7)
    qtbot.waitUntil(lambda: all(slider.figures[0] for slider in view.sliders))
    return view


def test_seven_games_are_seen_whole_beside_the_ripple(qtbot, window, seven):
    def is_whole(part: QWidget) -> bool:
        return part.visibleRegion().boundingRect() == part.rect()

    qtbot.waitUntil(lambda: all(map(is_whole, seven.sliders)))
    labels = seven.rows.findChildren(QLabel)
    kinds = "whatIfOpponent", "whatIfFacts"
    names = [label for label in labels if label.objectName().startswith(kinds)]
    assert len(names) == 14
    assert all(map(is_whole, names))
    # The three words are above the stops, and nowhere else.
    words = [seven.findChild(QLabel, f"whatIfWord{letter}") for letter in "LDW"]
    assert [word.text() for word in words] == ["loss", "draw", "win"]
    slider = seven.sliders[0]
    for word, part in zip(words, (1 / 6, 1 / 2, 5 / 6), strict=True):
        middle = word.mapTo(seven, word.rect().center()).x()
        stop = slider.mapTo(seven, QPoint(round(slider.width() * part), 0)).x()
        assert abs(middle - stop) <= 2
    assert is_whole(seven.apply)
    assert not seven.ripple.isVisible()
    qtbot.keyClick(seven.sliders[0], Key.Key_L)
    qtbot.waitUntil(lambda: seven.what_if.up_to_date)
    button = seven.pages[RIPPLE]
    button.setFocus()
    qtbot.keyClick(button, Key.Key_Space)
    qtbot.waitUntil(seven.ripple.isVisible)
    assert not seven.sliders[0].isVisible()
    qtbot.waitUntil(lambda: seven.ripple.list.isVisible())
    assert seven.post.isVisible()
    assert seven.apply.isVisible()


WON = (Outcome(5, 1, "W"),)


def shown(qtbot: QtBot, window: MainWindow) -> tuple[Outcome, ...]:
    session = window.session
    ready = lambda: session.up_to_date and session.what_if.up_to_date  # noqa: E731
    qtbot.waitUntil(ready)
    return session.what_if.outcomes


def test_a_new_number_or_removed_round_keeps_no_results(qtbot, window):
    session = window.session
    try_result(qtbot, window, 2, 1, "L")
    assert session.what_if.outcomes
    for row, number in ((1, 40), (0, 2)):
        session.apply_edit(structure.set_number, 0, row, number)
    assert shown(qtbot, window) == ()
    assert framed(window) == set()
    session.undo_edit()
    session.undo_edit()
    try_result(qtbot, window, 2, 1, "L")
    session.apply_edit(structure.remove_round, 0, 0)
    assert shown(qtbot, window) == ()
    assert framed(window) == set()
    session.undo_edit()
    assert shown(qtbot, window) == ()


def test_an_added_round_keeps_the_what_if_results(qtbot, window):
    session = window.session
    try_result(qtbot, window, 1, 5, "W")
    session.apply_edit(structure.add_round, 0)
    assert shown(qtbot, window) == WON
    session.undo_edit()
    assert shown(qtbot, window) == WON
    assert framed(window) == {(1, 5), (3, 5)}


def test_other_sections_forget_their_results_too(qtbot, window, other_event):
    open_file(qtbot, window, other_event)
    session = window.session
    session.what_if.set_result(Outcome(1, 1, "D"))
    assert session.what_if.outcomes
    session.select(section=1)
    assert session.what_if.outcomes == ()
    for row, number in ((0, 77), (1, 1)):
        session.apply_edit(structure.set_number, 0, row, number)
    session.select(section=0)
    assert shown(qtbot, window) == ()


def test_sections_that_change_places_exchange_no_results(qtbot, window, other_event):
    open_file(qtbot, window, other_event)
    session = window.session
    session.apply_edit(structure.rename_section, 0, session.document.sections[1].name)
    session.apply_edit(set_rating, 0, 0, "R", 1620.0, 12)
    session.what_if.set_result(Outcome(1, 1, "L"))
    assert session.what_if.outcomes
    session.apply_edit(structure.move_section, 0, 1)
    for section in (0, 1):
        session.select(section=section)
        assert shown(qtbot, window) == ()


def test_estimator_and_planner_ask_for_the_whole_window(window):
    full = {view.name for view in VIEWS if view.full}
    assert full == {"view-rating-estimator", "view-goal-planner", "view-season"}
    for size, name in product(((700, 500), (1280, 800)), full):
        window.resize(*size)
        view = window.show_view(name)
        assert view.minimumSizeHint().width() <= 560
        assert view.minimumSizeHint().height() <= 300
