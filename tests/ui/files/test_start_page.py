"""The start page and the coach: every choice, and the steps of each task."""

from itertools import product
from pathlib import Path

import pytest
from PySide6 import QtWidgets
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.ui import driving as ui
from tests.ui.keys import ALT, CONTROL, LEFT, PLAIN, SHIFT, Key
from uscalc.document.edit.settings import set_event
from uscalc.explain.picture import SpecialPicture
from uscalc.ui.files.choice import ChoiceButton
from uscalc.ui.files.files_questions import NewEventDialog
from uscalc.ui.files.samples import SAMPLES
from uscalc.ui.files.start_page import StartPage
from uscalc.ui.rating_list.importing import ImportListDialog
from uscalc.ui.teach.slide_view import SlideView
from uscalc.ui.window.first_steps import Task, list_steps
from uscalc.ui.window.main_window import MainWindow


@pytest.fixture
def page(qtbot: QtBot, window: MainWindow) -> StartPage:
    """Open the start page over an unchanged event."""
    window.resize(1280, 800)
    page = window.show_start_page()
    qtbot.waitUntil(page.isVisible)
    return page


def press_here(*keys: Key, modifier: Qt.KeyboardModifier = PLAIN) -> None:
    """Press keys where the focus is."""
    for key in keys:
        QTest.keyClick(QtWidgets.QApplication.focusWidget(), key, modifier)


def here() -> str:
    """Return the name of the focused widget."""
    focus = QtWidgets.QApplication.focusWidget()
    return "" if focus is None else focus.objectName()


def button(page: StartPage, name: str) -> ChoiceButton:
    return ui.find_part(page, ChoiceButton, name)


def test_the_page_covers_everything_and_has_its_names(window, page, qtbot):
    assert page.geometry().bottom() == window.rect().bottom()
    assert page.geometry().right() == window.rect().right()
    assert page.geometry().left() == window.rail.geometry().right() + 1
    for part in (window.crosstable, window.right, window.below, window.statusBar()):
        assert part.visibleRegion().isEmpty() or part.geometry().top() >= 0
        found = window.childAt(part.mapTo(window, part.rect().center()))
        assert found is page or page.isAncestorOf(found)
    # The window's panels fold and unfold with its width, but the page stays in front.
    for width in (1024, 1280, 1024):
        window.resize(width, 768)
        QtWidgets.QApplication.processEvents()
        found = window.childAt(QPoint(width - 40, 700))
        assert found is page or page.isAncestorOf(found)
    labels = [
        label
        for label in page.findChildren(QtWidgets.QLabel)
        if label.isVisible() and label.buddy() is not None
    ]
    letters = [label.text()[label.text().index("&") + 1].upper() for label in labels]
    assert len(letters) == len(set(letters)) == 11
    # The letters of the menu bar stay free.
    assert not set(letters) & set("FEPORVTH")
    for widget in page.findChildren(QtWidgets.QWidget):
        if widget.focusPolicy() != Qt.FocusPolicy.NoFocus and widget.isVisible():
            assert widget.objectName()
            assert widget.accessibleName(), widget.objectName()
    sample = button(page, "sampleAutumnOpen")
    assert sample.accessibleName() == "Autumn Open"
    assert sample.accessibleDescription() == SAMPLES[0].shows
    places = set()
    for _ in range(3):
        press_here(Key.Key_F6)
        places.add(page.isAncestorOf(QtWidgets.QApplication.focusWidget()))
        assert page.isVisible()
    assert places == {True, False}
    button(page, "sampleAutumnOpen").setFocus()
    press_here(Key.Key_L, modifier=ALT)
    qtbot.waitUntil(lambda: window.session.document.name == "Winter School Open")


def test_a_new_event_begins_with_its_questions_and_its_coach(qtbot, window, page):
    ui.click_into(button(page, "startNew"))
    ui.find_part(window, NewEventDialog).reject()
    assert page.isVisible()
    ui.click_into(button(page, "startNew"))
    ui.find_part(window, QtWidgets.QLineEdit, "newName").setText("October Quads")
    control = ui.find_part(window, QtWidgets.QLineEdit, "newControl")
    QTest.keyClick(control, Key.Key_Return)
    qtbot.waitUntil(lambda: not page.isVisible())
    assert window.session.document.name == "October Quads"
    assert window.spaces.current.name == "enter"
    assert window.coach.isVisible()
    assert window.coach.text.text().startswith("1 of 4")
    assert ui.keyboard(window) is window.crosstable.view


def test_a_pairing_programs_file_is_opened_in_enter(qtbot, window, page, file):
    ui.click_into(button(page, "startOpen"))
    ui.choose_path(window, "openDialog", file.path)
    qtbot.waitUntil(lambda: not page.isVisible())
    assert window.spaces.current.name == "enter"
    # The players are registered already.
    assert "results of round 1" in window.coach.text.text()


def test_a_sample_after_a_canceled_choice_has_no_coach(qtbot, window, page):
    ui.click_into(button(page, "startImportList"))
    ui.shown_dialog(window, ImportListDialog).reject()
    ui.activate(qtbot, window)
    assert page.isVisible()
    assert not window.coach.isVisible()
    ui.click_into(button(page, "startNew"))
    ui.find_part(window, NewEventDialog).reject()
    ui.click_into(button(page, "sampleClubMatch"))
    qtbot.waitUntil(lambda: not page.isVisible())
    assert not window.coach.isVisible()


def test_the_rating_estimator_opens_with_its_coach(window, page):
    ui.click_into(button(page, "startEstimate"))
    assert not page.isVisible()
    assert window.spaces.current.name == "what-if"
    assert ui.find_part(window, QtWidgets.QLineEdit, "myRatingBefore").isVisible()
    assert window.coach.isVisible()
    assert "your rating" in window.coach.text.text()


def test_how_ratings_work_shows_the_newcomer_in_the_explorer(qtbot, window, page):
    window.session.select(row=3)
    # Practice was left in front, but the page starts with the lesson.
    window.show_view("view-practice")
    window.spaces.switch_to("enter")
    window.show_start_page()
    ui.click_into(button(page, "startRatings"))
    qtbot.waitUntil(lambda: not page.isVisible())
    assert window.session.document.name == "Autumn Open"
    assert window.session.player.name == "Fianchetto, Tom"
    assert window.spaces.current.name == "teach"
    assert window.get_view("view-rating-explorer").isVisible()
    assert window.get_view("view-lesson").isVisible()
    assert window.coach.isVisible()
    assert "marker R" in window.coach.text.text()


@pytest.mark.parametrize("chosen", SAMPLES, ids=lambda s: s.name)
def test_a_sample_opens_as_an_event_of_your_own(qtbot, window, page, chosen):
    ui.click_into(button(page, chosen.action))
    qtbot.waitUntil(lambda: not page.isVisible())
    session = window.session
    assert session.document.name == chosen.title
    assert session.path is None
    assert session.history.saved
    assert window.spaces.current.name == "explain"
    assert window.preferences.recent == []
    assert not window.coach.isVisible()
    assert ui.keyboard(window) is window.crosstable.view
    window.named_actions[SAMPLES[1].action].trigger()
    qtbot.waitUntil(lambda: session.document.name == SAMPLES[1].title)


def test_escape_and_back_lead_to_the_event_behind_the_page(window, page):
    assert window.windowTitle() == "uscalc"
    assert not any(b.isChecked() for b in window.rail.buttons.values())
    assert not page.back.isVisible()
    press_here(Key.Key_Escape)
    assert not page.isVisible()
    assert window.windowTitle().startswith("Autumn Open")
    marked = [name for name, b in window.rail.buttons.items() if b.isChecked()]
    assert marked == [window.spaces.current.name]
    assert QtWidgets.QApplication.focusWidget() is window.crosstable.view
    window.session.apply_edit(set_event, name="Tom & Co")
    window.named_actions["start"].trigger()
    assert page.isVisible()
    QtWidgets.QApplication.processEvents()
    assert page.back.title.text() == "&Back to Tom && Co"
    # The text "No files yet" above it would contradict the button.
    assert page.back.isVisible()
    assert not page.none_yet.isVisible()
    assert not ui.find_part(page, QtWidgets.QLabel, "startRecent").isVisible()
    ui.click_into(page.back)
    assert not page.isVisible()


def test_recent_files_are_listed_and_opened(qtbot, window, page, other_event, tmp_path):
    assert page.none_yet.isVisible()
    page.close_page()
    for path in (other_event, tmp_path / "gone.uscalc"):
        window.preferences.add_recent(path)
    window.show_start_page()
    first = button(page, "startRecent1")
    assert not page.none_yet.isVisible()
    assert page.findChild(QtWidgets.QWidget, "startRecent2") is None
    assert first.accessibleName() == other_event.name
    assert first.toolTip() == str(other_event)
    QtWidgets.QApplication.processEvents()
    ui.click_into(first)
    qtbot.waitUntil(lambda: window.session.path == other_event)
    assert not page.isVisible()
    assert not window.coach.isVisible()


def test_a_space_or_view_that_is_selected_closes_the_page(qtbot, window, page):
    for way, name in product(("command", "click"), ("enter", "explain", "teach")):
        window.show_start_page()
        QtWidgets.QApplication.processEvents()
        if way == "command":
            window.named_actions[f"space-{name}"].trigger()
        else:
            ui.click_into(window.rail.buttons[name])
        assert not page.isVisible()
        assert window.spaces.current.name == name
    window.show_start_page()
    press_here(Key.Key_I, modifier=CONTROL)
    qtbot.waitUntil(lambda: not page.isVisible())


def test_the_command_palette_is_over_the_page(qtbot, window, page):
    press_here(Key.Key_K, modifier=CONTROL)
    qtbot.waitUntil(window.palette_of_commands.line.isVisible)
    QtWidgets.QApplication.processEvents()
    assert page.isVisible()
    assert not window.palette_of_commands.visibleRegion().isEmpty()
    middle = window.palette_of_commands.geometry().center()
    assert not page.isAncestorOf(window.childAt(middle))
    window.palette_of_commands.hide_palette()


def test_arrows_tab_and_enter_reach_every_choice(qtbot, window, page):
    assert here() == "startNew"
    press_here(Key.Key_Down, Key.Key_Down)
    assert here() == "startImportList"
    press_here(Key.Key_Down)
    assert here() == "sampleAutumnOpen"
    press_here(Key.Key_Right, Key.Key_Right)
    assert here() == "sampleClubMatch"
    press_here(Key.Key_Right)
    assert here() == "sampleClubMatch"
    press_here(Key.Key_Up)
    assert here() == "startRatings"
    press_here(Key.Key_Left)
    assert here() == "startEstimate"
    press_here(Key.Key_Left)
    assert here() in ("startNew", "startOpen")
    seen = []
    for _ in range(len(page.findChildren(ChoiceButton))):
        press_here(Key.Key_Tab)
        seen.append(here())
    assert len(set(seen)) == 5 + len(SAMPLES)
    press_here(Key.Key_Tab, modifier=SHIFT)
    assert here() in seen
    button(page, "sampleFridayQuick").setFocus()
    press_here(Key.Key_Return)
    qtbot.waitUntil(lambda: window.session.document.name == "Friday Night Quick")
    qtbot.waitUntil(page.isHidden)
    # A late key may still come to a button of the page.
    qtbot.keyClick(button(page, "startNew"), Key.Key_Right)


@pytest.mark.parametrize("look", ["light", "dark"])
def test_nothing_is_cut_or_scrolled_at_usual_sizes(window, page, tmp_path, look):
    for size in ((1024, 768), (1280, 800), (1920, 1080)):
        window.theme.choose_look(look)
        window.resize(*size)
        for number in range(4):
            path = tmp_path / f"A-tournament-with-a-very-long-name-{number}.uscalc"
            path.touch()
            window.preferences.add_recent(path)
        page.close_page()
        window.show_start_page()
        for _ in range(5):
            QtWidgets.QApplication.processEvents()
        assert page.geometry().right() == size[0] - 1
        scroll = ui.find_part(page, QtWidgets.QScrollArea, "startScroll")
        assert scroll.verticalScrollBar().maximum() == 0
        for label in page.findChildren(QtWidgets.QLabel):
            if label.isVisible() and label.wordWrap():
                assert label.heightForWidth(label.width()) <= label.height() + 1
                wanted = label.fontMetrics().boundingRect(
                    QRect(0, 0, label.width(), 999),
                    int(Qt.TextFlag.TextWordWrap),
                    label.text(),
                )
                assert wanted.width() <= label.width()
        light = page.grab().toImage().pixelColor(2, page.height() - 2).lightness()
        assert light > 200 if look == "light" else light < 60


def test_the_page_scrolls_in_large_type(window, page):
    window.resize(1024, 768)
    window.theme.set_zoom(200)
    for _ in range(5):
        QtWidgets.QApplication.processEvents()
    scroll = ui.find_part(page, QtWidgets.QScrollArea, "startScroll")
    assert scroll.verticalScrollBar().maximum() > 0
    assert scroll.horizontalScrollBar().maximum() == 0
    last = button(page, SAMPLES[-1].action)
    for _ in range(12):
        if here() == last.objectName():
            break
        press_here(Key.Key_Tab)
    assert not last.visibleRegion().isEmpty()


def step(window: MainWindow) -> str:
    """Return the coach's current step; empty if there is none."""
    return window.coach.text.text() if window.coach.isVisible() else ""


def start_coach(window: MainWindow, task: Task) -> None:
    window.coach.start_task(task, list_steps(window, task))


def new_event(qtbot: QtBot, window: MainWindow) -> None:
    """Create an event from the start page."""
    page = window.show_start_page()
    ui.press_button(qtbot, window, "startNew")
    ui.find_part(window, QtWidgets.QLineEdit, "newName").setText("Quads")
    ui.press_button(qtbot, window, "newAccept")
    qtbot.waitUntil(lambda: not page.isVisible())


def test_a_tournaments_steps_are_completed_by_doing_them(qtbot, window, tmp_path: Path):
    new_event(qtbot, window)
    assert step(window).startswith("1 of 4   Register players: press F4")
    for name in ("Novice, Nan", "Other, Olga"):
        ui.press_keys(qtbot, window, name, Key.Key_Return, Key.Key_Down)
    qtbot.waitUntil(lambda: step(window).startswith("2 of 4   Enter the results"))
    ui.type_at(qtbot, window, 1, 1, "w2", Key.Key_Return)
    qtbot.waitUntil(lambda: step(window).startswith("3 of 4   See the problems"))
    window.show_view("view-problems")
    qtbot.waitUntil(lambda: step(window).startswith("4 of 4   Save the event"))
    window.files.saving.write_file(tmp_path / "quads.uscalc")
    qtbot.waitUntil(lambda: step(window) == "")
    # The task was finished, so it isn't shown again.
    new_event(qtbot, window)
    assert step(window) == ""


def test_the_estimates_steps_follow_what_is_typed(qtbot, window):
    start_coach(window, "estimate")
    assert step(window).startswith("1 of 4   Type your rating")
    ui.press_button(qtbot, window, "coachShow")
    for name, typed, then in (
        ("myRatingBefore", "1500", "2 of 4   Type the rating of an opponent"),
        ("myOpponent1", "1600", "3 of 4   Select loss, draw or win"),
    ):
        line = ui.find_part(window, QtWidgets.QLineEdit, name)
        line.setFocus()
        qtbot.keyClicks(line, typed)
        qtbot.waitUntil(lambda then=then: step(window).startswith(then))
    ui.find_part(window, QtWidgets.QWidget, "myResult1W").click()
    qtbot.waitUntil(lambda: step(window).startswith("4 of 4"))
    qtbot.keyClicks(ui.find_part(window, QtWidgets.QLineEdit, "myTarget"), "1550")
    qtbot.waitUntil(lambda: step(window) == "")


def test_the_rating_is_found_before_the_lesson_and_the_practice(qtbot, window):
    window.session.select(row=11)
    window.named_actions["showIdea"].trigger()
    start_coach(window, "ratings")
    assert step(window).startswith("1 of 3   Drag the marker R")
    view = window.get_view("view-rating-explorer").page

    def special() -> SpecialPicture | None:
        picture = view.canvas.scene and view.canvas.scene.picture
        return picture if isinstance(picture, SpecialPicture) else None

    qtbot.waitUntil(lambda: special() is not None)
    picture = special()
    view.canvas.put_marker(picture.catch_rating)
    qtbot.waitUntil(lambda: step(window).startswith("2 of 3   Read the lesson"))
    ui.press_button(qtbot, window, "coachShow")
    slides = ui.find_part(window, QtWidgets.QListWidget, "lessonSlides")
    qtbot.waitUntil(lambda: slides.isVisible() and slides.count() > 1)
    slide = next(one for one in window.findChildren(SlideView) if one.isVisible())
    qtbot.mouseClick(slide.no_idea, LEFT)
    ui.press_button(qtbot, window, "lessonAnswer")
    ui.press_button(qtbot, window, "lessonNext")
    qtbot.waitUntil(lambda: step(window).startswith("3 of 3   Open Practice"))
    window.show_view("view-practice")
    qtbot.waitUntil(lambda: step(window) == "")


def test_steps_are_left_out_or_skipped_and_the_coach_closed_for_good(window, qtbot):
    start_coach(window, "tournament")
    assert step(window).startswith("1 of 2   See the problems")
    start_coach(window, "ratings")
    for number in (2, 3):
        ui.press(qtbot, window, Key.Key_K, ALT)
        # Qt shows a button pressed by its letter for a moment before it acts.
        qtbot.waitUntil(lambda n=number: step(window).startswith(f"{n} of 3"))
    window.coach.close_button.setFocus()
    ui.press_button(qtbot, window, "coachClose")
    assert step(window) == ""
    assert ui.keyboard(window) is window.crosstable.view
    start_coach(window, "ratings")
    assert step(window) == ""
    start_coach(window, "estimate")
    assert step(window).startswith("1 of 4")


def test_another_event_ends_the_steps_until_the_next_time(qtbot, window, other_event):
    new_event(qtbot, window)
    assert step(window)
    window.session.history.mark_saved()
    window.files.opening.open_file(other_event)
    qtbot.waitUntil(lambda: window.session.path == other_event)
    assert step(window) == ""
    new_event(qtbot, window)
    assert step(window).startswith("1 of 4")


@pytest.mark.parametrize(("size", "zoom"), [((1280, 800), 100), ((1920, 1080), 150)])
def test_the_coach_covers_no_row_of_the_crosstable(qtbot, window, size, zoom):
    window.theme.set_zoom(zoom)
    window.resize(*size)
    start_coach(window, "ratings")
    coach = window.coach
    qtbot.waitUntil(coach.isVisible)
    parts = coach.text, coach.show_button, coach.close_button
    qtbot.waitUntil(
        lambda: all(coach.rect().contains(part.geometry()) for part in parts)
    )
    top = window.coach.mapTo(window, window.coach.rect().topLeft()).y()
    for part in (window.crosstable, window.right, window.below):
        assert part.mapTo(window, part.rect().bottomLeft()).y() < top
    assert window.coach.height() < 60
    assert window.statusBar().height() < 110 * zoom / 100
    assert window.coach.isVisible()
