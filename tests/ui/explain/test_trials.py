"""Numbers of the explanation are dragged, and its lines lead to the scene and back."""

from PySide6.QtCore import QPoint, QUrl
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.build import as_type
from tests.ui.driving import click, press, press_button
from tests.ui.keys import LEFT, Key
from uscalc.engine.special import compute_special_rating
from uscalc.engine.trace import SpecialTrace, StandardTrace
from uscalc.explain.numbers import format_rating
from uscalc.ui.explain.explanation_view import ExplanationView
from uscalc.ui.explorer.explorer_view import RatingExplorerView
from uscalc.ui.explorer.room import explorer_of

TOM, IRIS = 12, 5


def explain(qtbot: QtBot, window, number: int) -> ExplanationView:
    click(qtbot, window, number, "name")
    view = window.show_view("view-explanation")
    assert isinstance(view, ExplanationView)
    qtbot.waitUntil(lambda: view.derivation is not None)
    return view


def select(view: ExplanationView, link: str) -> QTextCursor:
    view._drag.focus_link(link)
    view.text.ensureCursorVisible()
    cursor = view.text.textCursor()
    assert cursor.hasSelection()
    return cursor


def announced(view: ExplanationView) -> str:
    return str(view.text.property("announced"))


def test_an_opponents_rating_is_dragged_with_the_mouse(qtbot, window):
    view = explain(qtbot, window, TOM)
    document = window.session.document
    done = as_type(window.session.shown.find_trace(TOM - 1).step5, SpecialTrace)
    cursor = select(view, "try:rating.0.5")
    assert cursor.selectedText() == "1457.73"
    spot = view.text.cursorRect(cursor).center() - QPoint(8, 0)
    area = view.text.viewport()
    QTest.mousePress(area, LEFT, pos=spot)
    QTest.mouseMove(area, spot + QPoint(50, 0))
    # The change is shown at once, and labeled as tried.
    strengths = (1558.0, *done.strengths[1:])
    expected = compute_special_rating(
        window.session.shown.find_trace(TOM - 1).start.r0, 0.0, strengths, 3.5
    )
    assert "1457.73 → 1558 (trial rating)" in view.trial.text()
    assert f"Step 5 gives {format_rating(expected.end)} instead of" in view.trial.text()
    assert view.text.textCursor().selectedText() == "1558"
    QTest.mouseRelease(area, LEFT, pos=spot + QPoint(50, 0))
    page = view.text.toPlainText()
    assert "trial rating" in page
    assert view._make_picture(True).title.endswith("(trial)")
    assert f"{format_rating(expected.end)}" in page
    # The event is as it was.
    assert window.session.document is document
    assert window.session.shown.find_trace(TOM - 1).step5 is done
    explorer = explorer_of(window)
    assert explorer.scene.find_row(0).rating == 1558.0
    window.show_view("view-explanation")
    press_button(qtbot, window, "derivationReset")
    qtbot.waitUntil(lambda: "trial rating" not in view.text.toPlainText())
    assert not view.tried.isVisible()


def test_keys_grab_a_number_of_the_standard_formula(qtbot, window):
    for link, key, shown, tried in [
        ("try:rating..0", Key.Key_Right, "1560", "own rating 1560"),
        # So few games that the special formula applies.
        ("try:games..0", Key.Key_Home, "1", "1 earlier game"),
        ("try:rating.1.5", Key.Key_PageUp, "1800", "1 trial rating"),
    ]:
        view = explain(qtbot, window, IRIS)
        done = as_type(window.session.shown.find_trace(IRIS - 1).step5, StandardTrace)
        select(view, link)
        before = view.text.toPlainText()
        view.text.setFocus()
        # Nothing moves that is not grabbed.
        press(qtbot, window, Key.Key_Return)
        assert announced(view).startswith("Grabbed. ")
        press(qtbot, window, key)
        assert view.text.textCursor().selectedText() == shown
        scene = window.session.scene.value
        assert scene.idea.done != done
        assert (
            f"Step {scene.step} gives {format_rating(scene.idea.result)}"
            in announced(view)
        )
        press(qtbot, window, Key.Key_Escape)
        assert window.session.scene.value.causes.is_empty
        assert view.text.toPlainText() == before
        press(qtbot, window, Key.Key_Space)
        press(qtbot, window, key)
        press(qtbot, window, Key.Key_Space)
        assert f"Tried here: {tried}" in view.text.toPlainText()
        assert view.text.textCursor().hasSelection()


def test_a_dragged_result_is_a_what_if_result_everywhere(qtbot, window):
    view = explain(qtbot, window, IRIS)
    select(view, "try:score.0.5")
    view.text.setFocus()
    press(qtbot, window, Key.Key_Return)
    press(qtbot, window, Key.Key_Left)
    assert "win → draw (what if)" in view.trial.text()
    press(qtbot, window, Key.Key_Return)
    outcomes = window.session.what_if.outcomes
    assert [(o.round, o.letter) for o in outcomes] == [(1, "D")]
    qtbot.waitUntil(lambda: window.session.shows_what_if)


def test_lines_lead_to_their_moment_and_the_scene_back_to_its_line(qtbot, window):
    view = explain(qtbot, window, TOM)
    done = as_type(window.session.shown.find_trace(TOM - 1).step5, SpecialTrace)
    for key, position, r in (
        ("step5.move3", 3.0, done.moves[3].m),
        ("step5.f", 7.0, done.end),
        ("step4.walk", 0.0, done.start),
    ):
        window.show_view("view-explanation")
        assert view.show_line(key)
        view.text.anchorClicked.emit(QUrl(f"show:{key}"))
        explorer = explorer_of(window)
        assert isinstance(explorer, RatingExplorerView)
        assert explorer.scene.step == int(key[4])
        assert explorer.scene.position == position
        assert explorer.scene.at == r
        window.named_actions["showInExplanation"].trigger()
        assert view.isVisible()
        qtbot.waitUntil(lambda: bool(view.text.extraSelections()))
    explorer = explorer_of(window)
    explorer.transport.jump_to(2.0)
    press_button(qtbot, window, "ideaStep5")
    window.named_actions["showInExplanation"].trigger()
    selections = view.text.extraSelections()
    marked = selections[0].cursor.selectedText()
    assert marked.startswith("Move 2: ")


def test_a_trial_stays_in_its_step_when_another_is_followed(qtbot, window):
    view = explain(qtbot, window, IRIS)
    select(view, "try:rating.1.4")
    view.text.setFocus()
    for key in (Key.Key_Return, Key.Key_PageUp, Key.Key_Return):
        press(qtbot, window, key)
    said, page = view.trial.text(), view.text.toPlainText()
    assert "1 trial rating. Step 4 gives " in said
    assert page.count("trial rating") > 1
    view.text.anchorClicked.emit(QUrl("show:step5.expected"))
    explorer = explorer_of(window)
    assert explorer.scene.step == 5
    assert explorer.scene.find_row(1).rating == explorer.scene.find_row(1).true_rating
    assert explorer.back.isEnabled()
    window.show_view("view-explanation")
    qtbot.waitUntil(lambda: not view._following.behind)
    assert view.trial.text() == said
    assert view.text.toPlainText() == page
    press_button(qtbot, window, "derivationReset")
    qtbot.waitUntil(lambda: "trial rating" not in view.text.toPlainText())


def test_a_press_on_the_mark_of_a_line_shows_the_explorer(qtbot, window):
    view = explain(qtbot, window, IRIS)
    places = view.text._terms._find_links("show:")
    assert len(places) > 8
    cursor = QTextCursor(view.text.document())
    cursor.setPosition(places[-1][0] + 1)
    view.text.setTextCursor(cursor)
    view.text.ensureCursorVisible()
    spot = view.text.cursorRect(cursor).center() - QPoint(6, 0)
    QTest.mouseClick(view.text.viewport(), LEFT, pos=spot)
    qtbot.waitUntil(lambda: not view.isVisible())
    explorer = window.findChild(RatingExplorerView)
    assert explorer.isVisible()
    assert explorer.scene.step == 5
