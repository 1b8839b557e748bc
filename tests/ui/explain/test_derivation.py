"""The Explanation as a person uses it: select, read, hover, fold, copy, save."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter, QTextCursor
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QApplication, QToolButton
from pytestqt.qtbot import QtBot

from tests.build import event
from tests.ui.driving import show_alone
from tests.ui.keys import CONTROL, LEFT, Key
from tests.ui.pixels import colors_in, pixels
from uscalc.document.edit.cells import set_result
from uscalc.document.model import Edit, Player, RatingFacts, with_player
from uscalc.ui.charts.chart_look import KINDS
from uscalc.ui.explain import explanation_view as derivation_view
from uscalc.ui.explain.explanation_view import ExplanationView
from uscalc.ui.explain.text import OBJECT
from uscalc.ui.session.session import Session
from uscalc.ui.theme.theme import DARK, LIGHT, Theme

SPECIAL, BONUS = 11, 10
"""Rows of the sample: Fianchetto, who starts unrated, and Zugzwang, who gets a bonus."""


def member(number: int, *results: str, rating: float | None = 1500.0) -> Player:
    facts = () if rating is None else (("R", RatingFacts(rating, games=40)),)
    return Player(number, f"Player {number}", ratings=facts, results=results)


@pytest.fixture
def view(qtbot: QtBot, theme: Theme, session: Session) -> Iterator[ExplanationView]:
    made = ExplanationView(session, theme)
    show_alone(qtbot, made, 460, 700)
    yield made
    theme.choose_look("light")
    theme.set_zoom(100)
    session.close()


def shown(qtbot: QtBot, view: ExplanationView, session: Session, row: int) -> str:
    session.select(row=row)
    qtbot.waitUntil(lambda: not view.behind)
    return view.toPlainText()


def place_of_text(view: ExplanationView, text: str, after: str = "") -> QPoint:
    """Scroll to a text, and return its rectangle in the viewport."""
    document = view.text.document()
    found = document.find(text, document.find(after) if after else QTextCursor())
    assert not found.isNull()
    view.text.setTextCursor(found)
    view.text.ensureCursorVisible()
    start = QTextCursor(found)
    start.setPosition(found.selectionStart() + 1)
    return view.text.cursorRect(start).center()


def test_the_page_follows_selection_and_edits_when_shown(qtbot, view, session):
    assert "exactly 3.5 points from 5 games" in shown(qtbot, view, session, SPECIAL)
    text = shown(qtbot, view, session, BONUS)
    assert "1762" not in text
    assert view.heading.text() == "Zugzwang, Eva, Regular"
    assert "1148 = 1003 + 83.7 + 61.3 bonus" in text
    assert "48.379 · (2.5 − 0.77) = 48.379 · 1.73" in text
    assert OBJECT not in text
    shown(qtbot, view, session, SPECIAL)
    before = view.heading.text()
    view.hide()
    session.select(row=0)
    QApplication.processEvents()
    assert view.heading.text() == before
    view.show()
    qtbot.waitUntil(lambda: view.heading.text() != before)
    shown(qtbot, view, session, SPECIAL)
    assert session.apply_edit(set_result, 0, SPECIAL, 4, "W2")
    qtbot.waitUntil(lambda: session.up_to_date and not view.behind)
    assert "4.5 points from 5 games" in view.toPlainText()


def test_a_figure_elsewhere_opens_its_line_of_the_last_step(qtbot, view, session):
    for key, words in [
        ("step4", "Step 4: an intermediate rating"),
        ("k", "K, the rating points"),
        ("bonus", "The gain, 83.7, is above the threshold"),
        ("floor", "The highest floor"),
        ("step4.gain", "The gain is K times the points"),
        ("result", "The result"),
    ]:
        shown(qtbot, view, session, BONUS)
        assert view.show_line(key)
        (mark,) = view.text.extraSelections()
        assert mark.cursor.selectedText().startswith(words)
        rect = view.text.cursorRect(QTextCursor(mark.cursor.block()))
        assert view.text.viewport().rect().contains(rect.center())
    shown(qtbot, view, session, BONUS)
    view.show_line("step4.k")
    (earlier,) = view.text.extraSelections()
    before = earlier.cursor.position()
    view.show_line("k")
    (later,) = view.text.extraSelections()
    assert later.cursor.position() > before
    assert not view.show_line("nothing of the kind")


def test_folded_lines_are_shown_by_mouse_or_when_asked_for(qtbot, view, session):
    shown(qtbot, view, session, SPECIAL)
    knots, start = (
        "makes two knots: xᵢ = Rᵢ",
        "Step 5 starts from the player's starting",
    )
    folded = "Move 7:", f"Each rating Rᵢ {knots}", start
    assert not any(words in view.toPlainText() for words in folded)
    place = place_of_text(view, "Show every line", after="Step 5: the same")
    qtbot.mouseClick(view.text.viewport(), LEFT, pos=place)
    assert all(view.toPlainText().count(words) == 1 for words in folded)
    place = place_of_text(view, "Show less")
    qtbot.mouseClick(view.text.viewport(), LEFT, pos=place)
    assert not any(words in view.toPlainText() for words in folded)
    text = shown(qtbot, view, session, SPECIAL)
    assert "Move 3:" not in text
    assert "Show every line" in text
    assert view.show_line("step5.move3")
    text = view.toPlainText()
    assert text.count("Move 3:") == 1
    (mark,) = view.text.extraSelections()
    assert mark.cursor.selectedText().startswith("Move 3:")


def test_the_walk_can_be_shown_with_the_keyboard(qtbot, view, session):
    shown(qtbot, view, session, SPECIAL)
    links = view.text.document().toHtml().split('href="fold:step4"')[0].count('href="')
    view.text.setFocus()
    for _ in range(links + 1):
        qtbot.keyClick(view.text, Key.Key_Tab)
    qtbot.keyClick(view.text, Key.Key_Return)
    assert "Move 7:" in view.toPlainText()


def test_the_derivation_is_copied_and_hovering_says_the_step(qtbot, view, session):
    shown(qtbot, view, session, SPECIAL)
    assert view.text.hint_at(place_of_text(view, "1457.73")) == (
        "King, Otto: 1490 pre-event, 1457.73 after Step 4, 1461.98 post-event. "
        "Drag left or right to change this."
    )
    assert view.text.hint_at(place_of_text(view, "Step 2: effective")) == ""
    qtbot.mouseClick(view.findChild(QToolButton, "derivationCopyText"), LEFT)
    copied = QGuiApplication.clipboard().text()
    assert copied.startswith(
        "Fianchetto, Tom, Regular\n2025 rating rules, in force on the end date"
    )
    assert "\nAt 1762 a player is expected to score exactly 3.5 points" in copied
    assert "Move 7:" in copied
    assert re.search(r"\n {6}\S.* ≈ 1762 ", copied)
    shown(qtbot, view, session, BONUS)
    view.text.selectAll()
    qtbot.keyClick(view.text, Key.Key_C, CONTROL)
    copied = QGuiApplication.clipboard().text()
    assert re.search(r"\nK ≈ 800 / \(11\.53627 \+ 5\)\n≈\s48\.379\n", copied)
    assert OBJECT not in copied


def test_every_kind_of_picture_shows_all_of_it(qtbot, view, session, tmp_path):
    shown(qtbot, view, session, BONUS)
    for kind in KINDS:
        view.picture.save_image(kind, tmp_path / f"{kind.name}.{kind.suffix}")
    single = QImage(str(tmp_path / "png1.png"))
    assert QImage(str(tmp_path / "png2.png")).size() == single.size() * 2
    assert "<text" not in (tmp_path / "svg.svg").read_text("utf-8")
    assert (tmp_path / "svgText.svg").read_text("utf-8").count("<text") > 100
    drawing = QSvgRenderer(str(tmp_path / "svg.svg"))
    assert drawing.isValid()
    assert drawing.viewBox().size() == single.size()
    assert (tmp_path / "pdf.pdf").read_bytes().startswith(b"%PDF")


def drawn_parts(path: Path, theme: Theme) -> set[str]:
    image = QImage(str(path)) if path.suffix == ".png" else rendered(path)
    roles = ("surface", "selected", "raised", "accent")
    seen = colors_in(image)
    return {role for role in roles if getattr(theme.colors, role) in seen}


def rendered(path: Path) -> QImage:
    renderer = QSvgRenderer(str(path))
    image = QImage(renderer.viewBox().size(), QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.magenta)
    painter = QPainter(image)
    renderer.render(painter)
    painter.end()
    return image


def ink(image: QImage, ground: str) -> list[int]:
    """Return the number of inked pixels in bands of 120 rows, one every 40 rows.

    The bands overlap, so that a line of letters that is half a pixel off is complete in
    one of them. The last band ends where the image does.
    """
    inked = pixels(image) != QColor(ground).rgb()
    last = max(image.height() - 120, 0)
    tops = (*range(0, last, 40), last)
    return [int(inked[top : top + 120 : 2, ::2].sum()) for top in tops]


@pytest.mark.parametrize("choice", ["light", "dark"])
def test_the_outlined_picture_is_equal(qtbot, view, session, theme, tmp_path, choice):
    theme.choose_look("dark" if choice == "dark" else "light")
    shown(qtbot, view, session, BONUS)
    png, svg = (kind for kind in KINDS if kind.name in ("png1", "svg"))
    view.picture.save_image(png, tmp_path / "a.png")
    view.picture.save_image(svg, tmp_path / "a.svg")
    wanted = {"surface", "selected", "raised", "accent"}
    assert drawn_parts(tmp_path / "a.png", theme) == wanted
    assert drawn_parts(tmp_path / "a.svg", theme) == wanted
    ground = theme.colors.surface
    screen = ink(QImage(str(tmp_path / "a.png")), ground)
    shapes = ink(rendered(tmp_path / "a.svg"), ground)
    for one, other in zip(screen, shapes, strict=True):
        assert abs(one - other) <= 60 + 0.25 * one


@pytest.mark.parametrize(("zoom", "colors"), [(100, DARK), (200, LIGHT)])
def test_the_page_follows_colors_and_zoom(qtbot, view, session, theme, zoom, colors):
    shown(qtbot, view, session, BONUS)
    narrow = view.text.document().size().height()
    theme.choose_look("dark" if colors is DARK else "light")
    theme.set_zoom(zoom)
    qtbot.waitUntil(lambda: not view.behind)
    assert theme.colors.accent in view.text.document().toHtml()
    if zoom == 200:
        assert view.text.document().size().height() > 1.5 * narrow
    # Qt rounds table columns up; the margin beside them is larger than that.
    width = view.text.viewport().width() + 1
    assert view.text.document().idealWidth() <= width or zoom == 200


def test_no_formula_is_cut_when_the_page_becomes_narrower(qtbot, view, session):
    view.resize(468, 640)
    shown(qtbot, view, session, 0)
    wide = view.text.document().toHtml()
    view.resize(412, 640)
    qtbot.waitUntil(lambda: not view.behind)
    text = view.text
    # Qt rounds table columns up.
    assert text.document().idealWidth() <= text.viewport().width() + 1
    view.resize(468, 640)
    qtbot.waitUntil(lambda: not view.behind)
    assert view.text.document().toHtml() == wide


def test_a_section_with_little_in_it_has_a_sentence(qtbot, view, session):
    for words, *players in (
        ("No players yet",),
        ("No rated game: 1500 stays", member(1)),
        ("the player stays unrated", member(1, rating=None)),
        ("isn't played yet and isn't counted", member(1, "?2"), member(2, "?1")),
        ("Games with errors are skipped", member(1, "W2"), member(2, "W1")),
    ):
        session.show_document(event(*players), None)
        qtbot.waitUntil(lambda: not view.behind)
        assert words in view.toPlainText()
        known = view.derivation is not None
        assert known is bool(players)
        assert view.picture.isVisible() is known
        assert bool(view.as_text()) is known
        assert view.show_line("step5.k") is False


def test_a_player_with_two_hundred_games_is_described(qtbot, view, session):
    numbers = range(2, 202)
    winner = member(1, *(f"W{n}" for n in numbers))
    others = [member(n, *[""] * (n - 2), "L1", rating=1400.0 + n) for n in numbers]
    session.show_document(event(winner, *others), None)
    qtbot.waitUntil(lambda: not view.behind)
    assert "200 games" in view.toPlainText() or "times K" in view.toPlainText()
    # The long sum is split into rows, so nothing extends beyond the page.
    assert view.text.document().idealWidth() <= view.text.viewport().width()
    # The first of many games are shown; a link shows and hides the others.
    assert "Player 41\n" in view.toPlainText()
    assert "Player 42\n" not in view.toPlainText()
    for word, seen in (("Show", False), ("Hide", True), ("Show", False)):
        assert ("Player 201\n" in view.toPlainText()) is seen
        place = place_of_text(view, f"{word} 160 more games")
        qtbot.mouseClick(view.text.viewport(), LEFT, pos=place)
    assert "Player 201" in view.as_text()


def test_only_a_changed_page_is_made_after_a_pause(qtbot, view, session, monkeypatch):
    shown(qtbot, view, session, BONUS)
    written = QSignalSpy(view.text.document().contentsChanged)
    session.rated.emit()
    qtbot.waitUntil(lambda: not view.behind)
    assert written.count() == 0
    session.select(row=SPECIAL)
    qtbot.waitUntil(lambda: not view.behind)
    assert written.count() > 0
    shown(qtbot, view, session, BONUS)
    written = QSignalSpy(view.text.document().contentsChanged)
    player = session.document.sections[0].players[BONUS]
    lost = replace(player, results=tuple(f"L{c[1:]}" for c in player.results))
    session.apply_edit(lambda now: Edit(with_player(now, 0, BONUS, lost), "Lose all"))
    # Even if the delay is an hour, it doesn't update earlier.
    hour = 3_600_000
    monkeypatch.setattr(derivation_view, "CALM", hour)
    session.rated.emit()
    waiting = [timer for timer in view.findChildren(QTimer) if timer.isActive()]
    assert waiting
    assert min(timer.remainingTime() for timer in waiting) > hour / 2
    QApplication.processEvents()
    assert view.behind
    assert written.count() == 0
    monkeypatch.undo()
    session.rated.emit()
    qtbot.waitUntil(lambda: not view.behind)
    assert written.count() > 0


@pytest.mark.parametrize("row", [SPECIAL, BONUS])
def test_a_narrow_page_has_every_figure_in_sight(qtbot, view, session, theme, row):
    wide = shown(qtbot, view, session, row)
    theme.set_zoom(200)
    view.resize(480, 700)
    # The page is laid out again some turns after its size is known.
    qtbot.waitUntil(
        lambda: (
            not view.behind
            and view.text.document().idealWidth() <= view.text.viewport().width()
        )
    )
    narrow = view.toPlainText()
    figures = re.compile(r"\d+\.\d+")
    assert sorted(figures.findall(narrow)) == sorted(figures.findall(wide))
    view.resize(1200, 700)
    qtbot.waitUntil(lambda: not view.behind and "Opponent" in view.toPlainText())
