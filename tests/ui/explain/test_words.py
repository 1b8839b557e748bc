"""Words of a derivation show their meaning, and its numbers can be dragged."""

from collections.abc import Iterator
from itertools import product

import pytest
from PySide6.QtCore import QEvent, QPoint, QRect, Qt, QUrl
from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from tests.build import as_type
from tests.ui.driving import click, press, press_button, press_in, why
from tests.ui.keys import LEFT, SHIFT, Key
from tests.ui.pixels import colors_in
from uscalc.engine.special import compute_special_rating
from uscalc.engine.trace import SpecialTrace, StandardTrace
from uscalc.explain.numbers import format_rating
from uscalc.report.data_pages import read_glossary
from uscalc.ui.charts.word_note import WordNote
from uscalc.ui.explain.explanation_view import ExplanationView
from uscalc.ui.explain.style import TERM
from uscalc.ui.explorer.explorer_view import RatingExplorerView
from uscalc.ui.explorer.room import explorer_of
from uscalc.ui.widgets.text_pieces import find_links, iterate_fragments, select_link
from uscalc.ui.window.main_window import MainWindow

SPECIAL = 11
"""The row of the sample with the player who starts unrated."""


@pytest.fixture
def view(qtbot: QtBot, window: MainWindow) -> Iterator[ExplanationView]:
    window.session.select(row=SPECIAL)
    made = why(window)
    window.show_view("view-explanation")
    qtbot.waitUntil(lambda: made.isVisible() and not made.behind)
    return made


def words(view: ExplanationView) -> list[tuple[str, int, int]]:
    """Return every marked word of the page: its key, its start, its length."""
    found = []
    block = view.text.document().begin()
    while block.isValid():
        for piece in iterate_fragments(block):
            link = piece.charFormat().anchorHref()
            if link.startswith(TERM):
                place = piece.position(), piece.length()
                found.append((link.removeprefix(TERM), *place))
        block = block.next()
    return found


def rect_of(view: ExplanationView, start: int, length: int) -> QRect:
    cursor = QTextCursor(view.text.document())
    cursor.setPosition(start)
    first = view.text.cursorRect(cursor)
    cursor.setPosition(start + length)
    return first.united(view.text.cursorRect(cursor))


def scroll_to(view: ExplanationView, start: int, part: float) -> None:
    bar = view.text.verticalScrollBar()
    top = rect_of(view, start, 1).top() + bar.value()
    bar.setValue(round(top - part * (view.text.viewport().height() - 24)))


def hover(qtbot: QtBot, view: ExplanationView, place: QPoint) -> None:
    qtbot.mouseMove(view.text.viewport(), QPoint(1, 1))
    qtbot.mouseMove(view.text.viewport(), place)
    QApplication.processEvents()


def note_of(view: ExplanationView) -> WordNote | None:
    notes = view.window().findChildren(WordNote)
    return next((note for note in notes if note.isVisible()), None)


def in_window(view: ExplanationView, rect: QRect) -> QRect:
    return QRect(view.text.viewport().mapTo(view.window(), rect.topLeft()), rect.size())


def line_of(view: ExplanationView, start: int) -> QRect:
    """Return the whole line of the derivation that contains a word, in the viewport."""
    cursor = QTextCursor(view.text.document())
    cursor.setPosition(start)
    layout = view.text.document().documentLayout()
    table = cursor.currentTable()
    ends = [cursor]
    if table is not None:
        cell = table.cellAt(cursor)
        ends = [cell.firstCursorPosition(), cell.lastCursorPosition()]
    area = QRect()
    for end in ends:
        area = area.united(layout.blockBoundingRect(end.block()).toAlignedRect())
    return area.translated(0, -view.text.verticalScrollBar().value())


def note_text(note: WordNote) -> str:
    return " ".join(label.text() for label in note.findChildren(QLabel)).strip()


def test_a_word_under_the_mouse_tells_its_meaning(qtbot, view):
    seen = set()
    for key, start, length in words(view):
        if key in seen:
            continue
        seen.add(key)
        scroll_to(view, start, 0.4)
        hover(qtbot, view, rect_of(view, start, length).center())
        entry = read_glossary()[key]
        assert note_text(note_of(view)) == f"{entry.word} {entry.meaning}"
    assert {"prior", "knot", "n_star", "s_prime", "step5", "floor"} <= seen


def test_the_note_lies_in_the_window_and_never_on_its_line(qtbot, window, view):
    sizes = (1024, 700), (1280, 740), (1800, 950)
    for size, part in product(sizes, (0.0, 0.3, 0.6, 1.0)):
        window.resize(*size)
        QApplication.processEvents()
        viewport = view.text.viewport().rect()
        for key, start, length in words(view)[::5]:
            scroll_to(view, start, part)
            place = rect_of(view, start, length).center()
            if not viewport.contains(place):
                continue
            hover(qtbot, view, place)
            note = note_of(view)
            assert note is not None, key
            assert window.rect().contains(note.geometry()), key
            row = in_window(view, rect_of(view, start, length))
            assert not note.geometry().intersects(row), key
            line = in_window(view, line_of(view, start))
            if line.height() + note.height() < window.height() // 2:
                assert not note.geometry().intersects(line), key


def test_the_note_closes_on_leaving_scrolling_and_escape(qtbot, view, window):
    _, start, length = words(view)[0]
    place = rect_of(view, start, length).center()
    hover(qtbot, view, place)
    assert note_of(view) is not None
    hover(qtbot, view, QPoint(view.text.viewport().width() // 2, 2))
    assert note_of(view) is None
    hover(qtbot, view, place)
    assert note_of(view) is not None
    QApplication.sendEvent(view.text.viewport(), QEvent(QEvent.Type.Leave))
    assert note_of(view) is None
    window.crosstable.view.setFocus()
    _, start, length = words(view)[0]
    hover(qtbot, view, rect_of(view, start, length).center())
    assert note_of(view) is not None
    qtbot.keyClick(window.crosstable.view, Key.Key_Escape)
    assert note_of(view) is None
    hover(qtbot, view, rect_of(view, start, length).center())
    note = note_of(view)
    assert not isinstance(view.window().childAt(note.geometry().center()), WordNote)

    def tell() -> None:
        _, start, length = words(view)[0]
        view.text.verticalScrollBar().setValue(0)
        hover(qtbot, view, rect_of(view, start, length).center())
        assert note_of(view) is not None

    tell()
    view.text.verticalScrollBar().setValue(120)
    assert note_of(view) is None
    tell()
    window.session.select(row=0)
    qtbot.waitUntil(lambda: not view.behind)
    assert note_of(view) is None


def focused(view: ExplanationView) -> str:
    cursor = view.text.textCursor()
    return cursor.charFormat().anchorHref() if cursor.hasSelection() else ""


def tab_to_word(qtbot: QtBot, view: ExplanationView, key: str = "") -> None:
    for _ in range(120):
        qtbot.keyClick(view.text, Key.Key_Tab)
        link = focused(view)
        if link.startswith(TERM) and link.endswith(key):
            return
    raise AssertionError("Tab comes to no word")


def test_keys_move_between_words_which_are_read_aloud(qtbot, view, window):
    view.text.setFocus()
    tab_to_word(qtbot, view)
    first = note_of(view)
    key = focused(view).removeprefix(TERM)
    assert note_text(first).startswith(read_glossary()[key].word)
    tab_to_word(qtbot, view, "n_star")
    note = note_of(view)
    assert note_text(note).startswith("N* ")
    qtbot.keyClick(view.text, Key.Key_Backtab, SHIFT)
    assert focused(view) != f"{TERM}n_star"
    tab_to_word(qtbot, view, "n_star")
    entry = read_glossary()["n_star"]
    assert view.text.accessibleDescription() == f"{entry.word}: {entry.meaning}"
    note = note_of(view)
    assert note.accessibleName() == entry.word
    assert entry.sketch.alt in note.accessibleDescription()
    qtbot.keyClick(view.text, Key.Key_Escape)
    assert view.text.accessibleDescription() == ""
    tab_to_word(qtbot, view, "n_star")
    where = view.text.textCursor().position()
    qtbot.keyClick(view.text, Key.Key_Escape)
    assert note_of(view) is None
    assert view.text.textCursor().position() == where
    assert view.isVisible()
    assert QApplication.focusWidget() is view.text
    # A second Esc acts on the window again.
    assert window.isVisible()
    window.crosstable.view.setFocus()
    assert note_of(view) is None
    assert view.text.accessibleDescription() == ""


def test_words_are_dotted_drawn_and_copied_plain(qtbot, theme, view, window):
    for look in ("light", "dark"):
        theme.choose_look(look)
        qtbot.waitUntil(lambda: not view.behind)
        key, start, length = next(word for word in words(view) if word[0] == "n_star")
        hover(qtbot, view, rect_of(view, start, length).center())
        note = note_of(view)
        drawing = note.findChild(QWidget, "wordDrawing")
        assert drawing.accessibleName() == read_glossary()[key].sketch.alt
        seen = colors_in(note.grab().toImage())
        assert {theme.colors.accent, theme.colors.raised} <= seen
    for _, start, _ in words(view):
        cursor = QTextCursor(view.text.document())
        cursor.setPosition(start + 1)
        form = cursor.charFormat()
        assert form.underlineStyle() == QTextCharFormat.UnderlineStyle.DotLine
        assert not form.fontUnderline() or form.underlineStyle() != (
            QTextCharFormat.UnderlineStyle.SingleUnderline
        )
    text = view.toPlainText()
    assert "N', the number of effective games, is the smaller of N and N*" in text
    assert TERM not in text
    assert TERM not in view.as_text()
    window.session.select(row=0)
    qtbot.waitUntil(lambda: not view.behind and "Ada" in view.heading.text())
    # A formula is painted; its copy as text has the written form.
    assert "Rₛ, the result of this step" in view.text.toPlainText()
    assert "R_s, " not in view.text.toPlainText()


def test_no_value_is_cut_beside_a_wide_formula(qtbot, window):
    window.resize(1280, 800)
    window.spaces.switch_to("explain")
    view = window.show_view("view-explanation")
    for row in range(12):
        window.session.select(row=row)
        qtbot.waitUntil(lambda: not view.behind)
        assert view.text.horizontalScrollBar().maximum() == 0, row


TOM, IRIS = 12, 5


def explain(qtbot: QtBot, window, number: int) -> ExplanationView:
    click(qtbot, window, number, "name")
    view = window.show_view("view-explanation")
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
    assert window.session.document is document
    assert window.session.shown.find_trace(TOM - 1).step5 is done
    assert explorer_of(window).scene.find_row(0).rating == 1558.0
    window.show_view("view-explanation")
    press_button(qtbot, window, "derivationReset")
    qtbot.waitUntil(lambda: "trial rating" not in view.text.toPlainText())
    assert not view.tried.isVisible()


@pytest.mark.parametrize("name", ["view-explanation", "view-rating-explorer"])
def test_a_number_that_can_be_dragged_looks_like_no_link(qtbot, window, name):
    view = explain(qtbot, window, TOM)
    text = view.text
    if name == "view-rating-explorer":
        text = explorer_of(window).causes
    area, shape = text.viewport(), Qt.CursorShape
    for look in ("light", "dark"):
        window.theme.choose_look(look)
        QApplication.processEvents()
        cursor = select_link(text.document(), lambda link: "try:rating.0." in link)
        form, colors = cursor.charFormat(), window.theme.colors
        assert form.underlineStyle() == QTextCharFormat.UnderlineStyle.DashUnderline
        assert form.foreground().color() == QColor(colors.text)
        assert form.background().color().alphaF() > 0.1
        text.setTextCursor(cursor)
        text.ensureCursorVisible()
        spot = text.cursorRect(cursor).center() - QPoint(8, 0)
        QTest.mouseMove(area, spot)
        qtbot.waitUntil(lambda: area.cursor().shape() == shape.SizeHorCursor)
        if text is view.text:
            assert "Drag left or right" in view.text.hint_at(spot)
        QTest.mouseMove(area, QPoint(area.width() - 2, 1))
        qtbot.waitUntil(lambda: area.cursor().shape() == shape.ArrowCursor)


def test_keys_grab_a_number_of_the_formula(qtbot, window):
    view = explain(qtbot, window, IRIS)
    done = as_type(window.session.shown.find_trace(IRIS - 1).step5, StandardTrace)
    for link, key, shown, tried in (
        ("try:rating..0", Key.Key_Right, "1560", "own rating 1560"),
        # With this few games, the special formula applies.
        ("try:games..0", Key.Key_Home, "1", "1 earlier game"),
        ("try:rating.1.5", Key.Key_PageUp, "1800", "1 trial rating"),
    ):
        select(view, link)
        before = view.text.toPlainText()
        press_in(qtbot, window, view.text, Key.Key_Return)
        assert announced(view).startswith("Grabbed. ")
        press(qtbot, window, key)
        assert view.text.textCursor().selectedText() == shown
        scene = window.session.scene.value
        assert scene.picture.done != done
        said = f"Step {scene.step} gives {format_rating(scene.picture.result)}"
        assert said in announced(view)
        press(qtbot, window, Key.Key_Escape)
        assert window.session.scene.value.causes.is_empty
        assert view.text.toPlainText() == before
        for pressed in (Key.Key_Space, key, Key.Key_Space):
            press(qtbot, window, pressed)
        assert f"Tried here: {tried}" in view.text.toPlainText()
        assert view.text.textCursor().hasSelection()
        press_button(qtbot, window, "derivationReset")
        qtbot.waitUntil(lambda now=before: view.text.toPlainText() == now)


def test_a_dragged_result_counts_and_a_mark_leads_to_the_explorer(qtbot, window):
    view = explain(qtbot, window, IRIS)
    select(view, "try:score.0.5")
    press_in(qtbot, window, view.text, Key.Key_Return, Key.Key_Left)
    assert "win → draw (what if)" in view.trial.text()
    press(qtbot, window, Key.Key_Return)
    outcomes = window.session.what_if.outcomes
    assert [(o.round, o.letter) for o in outcomes] == [(1, "D")]
    qtbot.waitUntil(lambda: window.session.shows_what_if)
    view = explain(qtbot, window, IRIS)
    links = find_links(view.text.document())
    places = [place for link, place, _ in links if link.startswith("show:")]
    assert len(places) > 8
    cursor = QTextCursor(view.text.document())
    cursor.setPosition(places[-1] + 1)
    view.text.setTextCursor(cursor)
    view.text.ensureCursorVisible()
    spot = view.text.cursorRect(cursor).center() - QPoint(6, 0)
    QTest.mouseClick(view.text.viewport(), LEFT, pos=spot)
    qtbot.waitUntil(lambda: not view.isVisible())
    explorer = window.findChild(RatingExplorerView)
    assert explorer.isVisible()
    assert explorer.scene.step == 5


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
    assert view.text.extraSelections()[0].cursor.selectedText().startswith("Move 2: ")


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


def test_the_name_of_an_opponent_selects_the_opponent(qtbot, window):
    for way in ("mouse", "keys"):
        view = explain(qtbot, window, TOM)
        qtbot.waitUntil(lambda shown=view: "Tom" in shown.heading.text())
        cursor = select_link(view.text.document(), "player:6".__eq__)
        assert cursor.selectedText() == "6 King, Otto"
        view.text.setTextCursor(cursor)
        view.text.ensureCursorVisible()
        if way == "mouse":
            spot = view.text.cursorRect(cursor).center() - QPoint(6, 0)
            assert view.text.hint_at(spot) == "Select this player"
            QTest.mouseClick(view.text.viewport(), LEFT, pos=spot)
        else:
            press_in(qtbot, window, view.text, Key.Key_Return)
        assert window.session.player.name == "King, Otto"
        qtbot.waitUntil(lambda shown=view: "King, Otto" in shown.heading.text())
