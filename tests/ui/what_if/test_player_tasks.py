"""A player's tasks from What if and Forecast: at most three actions, by mouse or keys."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.driving import click, press
from tests.ui.estimate.hands import WORKED
from tests.ui.keys import CONTROL, LEFT, SHIFT, Key
from uscalc.document.queries.scenario import Outcome
from uscalc.ui.estimate.estimator_view import RatingEstimatorView
from uscalc.ui.window.main_window import MainWindow

MOST = 3
CONTROL_SHIFT = CONTROL | SHIFT


class Actions:
    """Counts what a person does: a key with its modifiers, a text, a click."""

    def __init__(self, window: MainWindow) -> None:
        self.window, self.count = window, 0

    def press(self, action: str) -> None:
        """Press the first keys of a command."""
        self.count += 1
        keys = self.window.named_actions[action].shortcut()
        QTest.keySequence(self.window, keys)

    def type_text(self, text: str) -> None:
        """Type where the keyboard is; a line end is Enter."""
        self.count += 1
        for key in text:
            place = QApplication.focusWidget()
            if key == "\n":
                QTest.keyClick(place, Key.Key_Return)
            else:
                QTest.keyClicks(place, key)

    def press_key(self, key: Qt.Key) -> None:
        """Press one key where the keyboard is."""
        self.count += 1
        QTest.keyClick(QApplication.focusWidget(), key)

    def click(self, widget: QWidget, at: QPoint | None = None) -> None:
        """Click a widget, in its middle or elsewhere."""
        self.count += 1
        QTest.mouseClick(widget, LEFT, pos=at or widget.rect().center())

    def click_tab(self, name: str) -> None:
        """Click the tab of a view of the drawer."""
        self.count += 1
        tabs = self.window.below.tabs
        place = next(i for i in range(tabs.count()) if tabs.tabData(i) == name)
        tabs.setCurrentIndex(place)


@pytest.fixture
def actions(qtbot: QtBot, window: MainWindow) -> Actions:
    """A player is selected; What if is at the right, Forecast below."""
    window.show_view("view-what-if")
    window.show_view("view-forecast")
    click(qtbot, window, 1, "name")
    forecast = window.get_view("view-forecast")
    qtbot.waitUntil(lambda: forecast.answer is not None)
    return Actions(window)


@pytest.mark.parametrize("by", ["mouse", "keys"])
def test_a_win_in_the_last_round(qtbot, window, actions, by):
    view = window.get_view("view-what-if")
    if by == "mouse":
        slider = view.sliders[-1]
        at = QPoint(slider.width() * 5 // 6, slider.height() // 3)
        actions.click(slider, at)
    else:
        actions.press("showWhatIf")
        actions.press_key(Key.Key_PageDown)
        actions.press_key(Key.Key_W)
    assert actions.count <= MOST
    assert view.what_if.outcomes == (Outcome(5, 1, "W"),)
    qtbot.waitUntil(lambda: view.post.text() == "1806")
    # The crosstable shows the same.
    assert window.session.what_if_overlay is not None


@pytest.mark.parametrize("by", ["mouse", "keys"])
def test_the_score_needed_for_a_target(window, actions, by):
    forecast = window.get_view("view-forecast")
    if by == "mouse":
        actions.click(forecast.settings.fields["Target"])
    else:
        actions.press("showForecast")
    actions.type_text("1800")
    assert actions.count <= MOST
    assert forecast.sentence.text().startswith("Castle, Ada needs a win for 1800")
    assert forecast.sentence.visibleRegion().boundingRect() == forecast.sentence.rect()


@pytest.mark.parametrize("way", ["mouse", "keys", "pasted"])
def test_an_estimate_from_a_typed_list(qtbot, window, actions, way):
    if way == "mouse":
        actions.click_tab("view-rating-estimator")
        sheet = window.findChild(RatingEstimatorView)
        actions.click(sheet.own.rating)
    else:
        actions.press("myRating")
        sheet = window.findChild(RatingEstimatorView)
    qtbot.waitUntil(sheet.own.rating.hasFocus)
    if way == "pasted":
        QGuiApplication.clipboard().setText(f"My rating: {WORKED}")
        actions.count += 1
        press(qtbot, window, Key.Key_V, CONTROL)
        qtbot.waitUntil(lambda: len(sheet.lines.collect_filled_lines()) == 5)
    else:
        actions.type_text(WORKED)
    assert actions.count <= MOST
    qtbot.waitUntil(lambda: not sheet.busy)
    figures = {card.title: card.figure for card in sheet.cards.list_shown()}
    assert list(figures) == ["Loss", "Draw", "Win", "No more games"]
    QGuiApplication.clipboard().clear()


@pytest.mark.parametrize("size", [(700, 500), (1280, 800)])
def test_estimator_and_planner_ask_for_the_whole_window(window, size):
    from uscalc.ui.window.views import VIEWS

    window.resize(*size)
    full = {view.name for view in VIEWS if view.full}
    assert full == {"view-rating-estimator", "view-goal-planner"}
    for name in full:
        view = window.show_view(name)
        assert view.minimumSizeHint().width() <= 560
        assert view.minimumSizeHint().height() <= 300
