"""A word of a derivation tells its meaning: under the mouse, under Tab, to a reader."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QPoint, QRect
from PySide6.QtGui import QImage, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.driving import why
from tests.ui.keys import SHIFT, Key
from uscalc.report.data_pages import read_glossary
from uscalc.ui.charts.word_note import WordNote
from uscalc.ui.explain.explanation_view import ExplanationView
from uscalc.ui.explain.style import TERM
from uscalc.ui.widgets.text_pieces import iterate_fragments
from uscalc.ui.window.main_window import MainWindow

SPECIAL = 11
"""The row of the sample that starts unrated."""


@pytest.fixture
def view(qtbot: QtBot, window: MainWindow) -> Iterator[ExplanationView]:
    window.session.select(row=SPECIAL)
    made = why(window)
    window.show_view("view-explanation")
    qtbot.waitUntil(lambda: made.isVisible() and not made.behind)
    return made


def words(view: ExplanationView) -> list[tuple[str, int, int]]:
    """Every marked word of the page: its key, where it begins, how long it is."""
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
    corner = view.text.viewport().mapTo(view.window(), rect.topLeft())
    return QRect(corner, rect.size())


def line_of(view: ExplanationView, start: int) -> QRect:
    """The whole line of the derivation that a word stands in, in the viewport."""
    cursor = QTextCursor(view.text.document())
    cursor.setPosition(start)
    layout = view.text.document().documentLayout()
    table = cursor.currentTable()
    if table is None:
        blocks = [cursor.block()]
    else:
        cell = table.cellAt(cursor)
        ends = cell.firstCursorPosition(), cell.lastCursorPosition()
        blocks = [each.block() for each in ends]
    area = QRect()
    for block in blocks:
        area = area.united(layout.blockBoundingRect(block).toAlignedRect())
    return area.translated(0, -view.text.verticalScrollBar().value())


def said(note: WordNote) -> str:
    return " ".join(label.text() for label in note.findChildren(QLabel)).strip()


def test_a_word_under_the_mouse_tells_its_meaning(qtbot, view):
    seen = set()
    for key, start, length in words(view):
        if key in seen:
            continue
        seen.add(key)
        scroll_to(view, start, 0.4)
        hover(qtbot, view, rect_of(view, start, length).center())
        note = note_of(view)
        assert note is not None, key
        assert (
            said(note) == f"{read_glossary()[key].word} {read_glossary()[key].meaning}"
        )
    assert {"prior", "knot", "n_star", "s_prime", "step5", "floor"} <= seen


@pytest.mark.parametrize("part", [0.0, 0.3, 0.6, 1.0])
def test_the_note_lies_in_the_window_and_never_on_its_line(qtbot, window, view, part):
    for size in ((1024, 700), (1280, 740), (1800, 950)):
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
    under: QWidget | None = view.window().childAt(note.geometry().center())
    assert under is not note
    assert not isinstance(under, WordNote)

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


def test_the_keyboard_goes_from_word_to_word_aloud(qtbot, view, window):
    view.text.setFocus()
    tab_to_word(qtbot, view)
    first = note_of(view)
    key = focused(view).removeprefix(TERM)
    assert said(first).startswith(read_glossary()[key].word)
    tab_to_word(qtbot, view, "n_star")
    note = note_of(view)
    assert said(note).startswith("N* ")
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
    # A second one is the window's again.
    assert window.isVisible()
    window.crosstable.view.setFocus()
    assert note_of(view) is None
    assert view.text.accessibleDescription() == ""


@pytest.mark.parametrize("look", ["light", "dark"])
def test_the_drawing_is_painted_in_the_colors_of_the_theme(qtbot, theme, view, look):
    theme.choose_look(look)
    qtbot.waitUntil(lambda: not view.behind)
    key, start, length = next(word for word in words(view) if word[0] == "n_star")
    hover(qtbot, view, rect_of(view, start, length).center())
    note = note_of(view)
    drawing = note.findChild(QWidget, "wordDrawing")
    assert drawing.accessibleName() == read_glossary()[key].sketch.alt
    image: QImage = note.grab().toImage()
    found = {
        image.pixelColor(x, y).name()
        for x in range(image.width())
        for y in range(image.height())
    }
    assert theme.colors.accent in found
    assert theme.colors.raised in found


def test_words_are_dotted_and_copied_without_marks(view, qtbot, window):
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
    qtbot.waitUntil(
        lambda: not view.behind and "the result of" in view.text.toPlainText()
    )
    # A formula is drawn; its copy as text keeps the written form.
    assert "Rₛ, the result of this step" in view.text.toPlainText()
    assert "R_s, " not in view.text.toPlainText()
