"""The help in the window: its contents, its search, and the page of each view."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QImage, QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QListWidget, QPushButton
from pytestqt.qtbot import QtBot

from tests.ui.driving import find_part, press
from tests.ui.keys import LEFT, SHIFT, Key
from uscalc.report.help_pages import make_anchors, read_contents
from uscalc.resources import get_help_path
from uscalc.ui.window import guide
from uscalc.ui.window.guide import NOTHING_FOUND, PAGES_OF_VIEWS, GuideText, GuideWindow
from uscalc.ui.window.main_window import MainWindow
from uscalc.ui.window.views import VIEWS

IMAGE = QTextDocument.ResourceType.ImageResource.value
START = "uscalc help"


@pytest.fixture
def page(qtbot: QtBot, window: MainWindow) -> Iterator[GuideWindow]:
    press(qtbot, window, Key.Key_F1, SHIFT)
    shown = find_part(window, GuideWindow)
    yield shown
    shown.close()


def list_titles(page: GuideWindow) -> list[str]:
    contents = find_part(page, QListWidget, "guideContents")
    return [contents.item(row).text() for row in range(contents.count())]


def test_the_help_lists_its_pages_and_finds_words_and_links(page, qtbot):
    assert page.isVisible()
    assert page.text.toPlainText().startswith(START)
    assert page.text.verticalScrollBar().value() == 0
    assert {found.title for found in read_contents()} <= set(list_titles(page))
    contents = find_part(page, QListWidget, "guideContents")
    (item,) = contents.findItems("Enter results", Qt.MatchFlag.MatchExactly)
    place = contents.visualItemRect(item).center()
    qtbot.mouseClick(contents.viewport(), LEFT, pos=place)
    assert page.text.toPlainText().startswith("Enter results")
    back = find_part(page, QPushButton, "guideBack")
    qtbot.mouseClick(back, LEFT)
    assert page.text.toPlainText().startswith(START)
    assert not back.isEnabled()
    line = find_part(page, QLineEdit, "guideSearch")
    qtbot.keyClicks(line, "slips order")
    assert list_titles(page) == ["Enter results: Slips in any order"]
    qtbot.keyClick(line, Key.Key_Return)
    assert page.isVisible()
    assert page.text.toPlainText().startswith("Enter results")
    qtbot.keyClicks(line, " zugzwang")
    assert list_titles(page) == [NOTHING_FOUND]
    page.text.anchorClicked.emit(QUrl("command-line-options.md#uscalc-rate"))
    assert page.text.toPlainText().startswith("Commands and options")
    qtbot.waitUntil(lambda: page.text.verticalScrollBar().value() > 0)
    before = page.text.toPlainText()
    for name in ("../architecture.md", "/etc/hostname", "https://example.org/a"):
        page.text.anchorClicked.emit(QUrl(name))
        assert page.text.toPlainText() == before
        found = page.text.loadResource(IMAGE, QUrl(name))
        assert found is None or (isinstance(found, QImage) and found.isNull())


def test_f1_opens_the_page_of_every_view_at_its_heading(qtbot, window):
    helped = ["crosstable", *(view.name for view in VIEWS)]
    assert set(helped) == set(PAGES_OF_VIEWS)
    for view in helped:
        if view == "crosstable":
            window.crosstable.view.setFocus()
        else:
            window.show_view(view)
        press(qtbot, window, Key.Key_F1)
        page = find_part(window, GuideWindow)
        text = page.text
        _, _, anchor = PAGES_OF_VIEWS[view].partition("#")
        assert text.place == PAGES_OF_VIEWS[view]

        def is_at_heading(text=text, anchor=anchor) -> None:
            if not anchor:
                assert text.verticalScrollBar().value() == 0
            elif text.verticalScrollBar().value() < text.verticalScrollBar().maximum():
                block = text.cursorForPosition(QPoint(20, 4)).block()
                assert list(make_anchors([block.text()])) == [anchor]

        qtbot.waitUntil(is_at_heading)
        page.close()


def test_the_help_has_one_window_which_opens_again_after_it_was_closed(window):
    for by_key in (True, False):
        page = window.show_guide("view-results")
        assert window.show_guide("view-of-nothing") is page
        assert page.text.toPlainText().startswith(START)
        if by_key:
            QTest.keyClick(page, Key.Key_Escape)
        else:
            page.close()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        assert not page.isVisible()
        again = window.show_guide()
        assert again.isVisible()
        assert again.text.toPlainText().startswith(START)
        again.close()


def test_a_missing_page_is_reported(qtbot, theme, monkeypatch):
    text = GuideText(theme)
    qtbot.addWidget(text)
    nowhere = get_help_path("nowhere.md")
    monkeypatch.setattr(guide, "read_page", lambda _: nowhere.read_text())
    text.follow_link(QUrl("enter-results.md"))
    assert "missing" in text.toPlainText()


@pytest.mark.parametrize("shown", [True, False])
def test_the_help_opens_in_the_browser(qtbot, page, folders, monkeypatch, shown):
    asked: list[QUrl] = []

    def show(url: QUrl) -> bool:
        asked.append(url)
        return shown

    monkeypatch.setattr(QDesktopServices, "openUrl", show)
    qtbot.mouseClick(find_part(page, QPushButton, "guideBrowser"), LEFT)
    (url,) = asked
    path = folders.state / "guide.html"
    assert url.toLocalFile() == str(path)
    assert "How a rating works" in path.read_text(encoding="utf-8")
    said = find_part(page, QLabel, "guideSaid")
    assert said.isVisible() is not shown
    assert shown or str(path) in said.text()
