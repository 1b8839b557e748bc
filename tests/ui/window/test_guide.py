"""The guide: read in the window, its links and pictures within the help folder."""

import re
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QImage, QTextDocument
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from tests.ui.driving import find_part, press
from uscalc.resources import get_resource_path
from uscalc.ui.theme.menu_text import strip_menu_marks
from uscalc.ui.window.guide import GuideText, GuideWindow, find_anchor
from uscalc.ui.window.main_window import MainWindow
from uscalc.ui.window.room import WINDOW_COMMANDS
from uscalc.ui.window.tour import RECIPES
from uscalc.ui.window.views import VIEWS

IMAGE = QTextDocument.ResourceType.ImageResource.value


@pytest.fixture
def page(qtbot: QtBot, window: MainWindow) -> Iterator[GuideWindow]:
    press(qtbot, window, Qt.Key.Key_F1, Qt.KeyboardModifier.ShiftModifier)
    pages = [w for w in window.children() if isinstance(w, GuideWindow)]
    assert len(pages) == 1
    yield pages[0]
    pages[0].close()


def test_the_guide_opens_at_its_beginning(page):
    assert page.isVisible()
    assert page.text.toPlainText().startswith("Guide")
    assert page.text.verticalScrollBar().value() == 0


def test_every_link_and_picture_of_the_guide_is_there():
    folder = get_resource_path("help")
    text = (folder / "guide.md").read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+)\)", text):
        assert (folder / target).is_file(), target
    headings = {
        line.lstrip("# ").lower().replace(" ", "-")
        for line in text.splitlines()
        if line.startswith("#")
    }
    anchors = re.findall(r"\]\(#([^)]+)\)", text)
    assert len(anchors) > 6
    assert set(anchors) <= headings


HELPED = [
    "crosstable",
    *(view.name for view in VIEWS if view.name.startswith("view-")),
]


@pytest.mark.parametrize("view", HELPED)
def test_every_view_has_its_section_at_the_top_of_the_page(qtbot, window, view):
    if view == "crosstable":
        window.crosstable.view.setFocus()
    else:
        window.show_view(view)
    press(qtbot, window, Qt.Key.Key_F1)
    page = find_part(window, GuideWindow)
    text = page.text
    heading = find_anchor(view).replace("-", " ")

    def is_at_heading() -> None:
        cursor = text.cursorForPosition(QPoint(20, 4))
        assert cursor.block().text().lower() == heading

    qtbot.waitUntil(is_at_heading)
    page.close()


def test_a_view_without_a_section_has_the_beginning(qtbot, window):
    page = window.show_guide("view-of-nothing")
    assert page.text.verticalScrollBar().value() == 0
    page.close()


def test_the_guide_shows_pictures_of_the_tour_alone():
    text = (get_resource_path("help") / "guide.md").read_text(encoding="utf-8")
    shown = re.findall(r"\(pictures/([\w-]+)-light\.png\)", text)
    assert len(shown) > 10
    assert set(shown) <= {recipe.name for recipe in RECIPES}


def test_a_key_of_the_guide_is_that_of_its_command():
    text = (get_resource_path("help") / "guide.md").read_text(encoding="utf-8")
    keys = {strip_menu_marks(spec.text): spec.keys for spec in WINDOW_COMMANDS}
    told = re.findall(r"\*([^*]+)\* \(((?:Ctrl|Alt|Shift|F\d)[^)]*)\)", text)
    assert told
    for name, key in told:
        assert key in keys[strip_menu_marks(name)], name


def test_a_question_of_the_guide_is_a_command():
    text = (get_resource_path("help") / "guide.md").read_text(encoding="utf-8")
    told = set(re.findall(r"\*([^*]+…)\*", text))
    assert len(told) > 4
    assert told <= {spec.text.replace("&", "") for spec in WINDOW_COMMANDS}


def test_a_link_leads_to_its_heading(qtbot, page):
    page.text.anchorClicked.emit(QUrl("#teach"))
    qtbot.waitUntil(lambda: page.text.verticalScrollBar().value() > 0)


def test_a_link_leads_to_the_other_page(page):
    page.text.anchorClicked.emit(QUrl("documents.md"))
    assert not page.text.toPlainText().startswith("Guide")


def test_nothing_is_read_outside_the_help_folder(qtbot, page):
    before = page.text.toPlainText()
    for name in ("../rules/readings.toml", "/etc/hostname", "https://example.org/a"):
        page.text.anchorClicked.emit(QUrl(name))
        assert page.text.toPlainText() == before
        found = page.text.loadResource(IMAGE, QUrl(name))
        assert found is None or (isinstance(found, QImage) and found.isNull())


def test_a_page_that_is_missing_is_said(qtbot, theme, monkeypatch):
    text = GuideText(theme)
    qtbot.addWidget(text)
    monkeypatch.setattr(text, "_folder", get_resource_path("help") / "nowhere")
    text.follow_link(QUrl("guide.md"))
    assert "missing" in text.toPlainText()


@pytest.mark.parametrize("shown", [True, False])
def test_the_guide_goes_to_the_browser_as_one_page(
    qtbot, page, folders, monkeypatch, shown
):
    asked: list[QUrl] = []

    def show(url: QUrl) -> bool:
        asked.append(url)
        return shown

    monkeypatch.setattr(QDesktopServices, "openUrl", show)
    button = find_part(page, QPushButton, "guideBrowser")
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    (url,) = asked
    path = folders.state / "guide.html"
    assert url.toLocalFile() == str(path)
    assert "How a rating works" in path.read_text(encoding="utf-8")
    said = find_part(page, QLabel, "guideSaid")
    assert said.isVisible() is not shown
    assert shown or str(path) in said.text()
