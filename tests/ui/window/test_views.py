"""The views point at the same player and show the same figures."""

from PySide6.QtWidgets import QLabel, QWidget

from tests.ui.driving import click, enter, hint, press, press_button, steps, text, why
from tests.ui.keys import CONTROL, LEFT, Key
from uscalc.document.edit.settings import set_section
from uscalc.document.model import RulesChoice
from uscalc.ui.explain.model import POST
from uscalc.ui.theme.theme import DARK, LIGHT


def test_a_chosen_player_is_explained_and_the_steps_follow(qtbot, window):
    click(qtbot, window, 12, "name")
    page = why(window).toPlainText()
    assert "Fianchetto, Tom" in page
    assert text(window, 12, "post") in page
    click(qtbot, window, 2, 3)
    assert "Knightly, Ben" in why(window).toPlainText()
    click(qtbot, window, 5, "name")
    qtbot.waitUntil(lambda: steps(window).currentIndex().row() == 4)
    index = steps(window).model().index(1, 3)
    steps(window).scrollTo(index)
    place = steps(window).visualRect(index).center()
    qtbot.mouseClick(steps(window).viewport(), LEFT, pos=place)
    assert window.session.selection.row == 1
    assert "Knightly, Ben" in why(window).toPlainText()
    for number in range(1, 13):
        shown = steps(window).model().index(number - 1, POST).data()
        assert shown == text(window, number, "post")


def test_the_switch_shows_the_other_system(qtbot, window):
    assert (text(window, 1, "rating"), text(window, 10, "rating")) == ("1794", "1181")
    press_button(qtbot, window, "systemQ")
    assert (text(window, 1, "rating"), text(window, 10, "rating")) == ("1756", "unr")
    assert "Quick" in why(window).toPlainText()
    press(qtbot, window, Key.Key_T, CONTROL)
    assert text(window, 1, "rating") == "1794"


def test_a_name_with_markup_is_shown_literally(qtbot, window):
    enter(qtbot, window, 12, "name", "<b>Fianchetto</b> & Co")
    click(qtbot, window, 12, "name")
    assert "<b>Fianchetto</b> & Co" in why(window).toPlainText()
    assert "&lt;b&gt;Fianchetto&lt;/b&gt; &amp; Co" in hint(window, 12, "name")
    enter(qtbot, window, 12, 1, "<img src=x>")
    assert "&lt;img src=x&gt;" in hint(window, 12, 1)
    assert "<img src=x>" in window.problems.rows[0].text
    assert "&lt;img src=x&gt;" in window.named_actions["undo"].toolTip()
    assert "<img src=x>" in why(window).toPlainText()


def test_colors_and_zoom_change_while_the_window_is_open(window, theme):
    window.named_actions["themeDark"].trigger()
    assert window.palette().base().color().name() == DARK.surface
    window.named_actions["themeLight"].trigger()
    assert window.palette().base().color().name() == LIGHT.surface
    for change in (2, -2):
        size = theme.make_font().pointSizeF()
        row = window.crosstable.view.rowHeight(0)
        name = "zoomIn" if change > 0 else "zoomOut"
        for _ in range(abs(change)):
            window.named_actions[name].trigger()
        assert (theme.make_font().pointSizeF() > size) == (change > 0)
        assert (window.crosstable.view.rowHeight(0) > row) == (change > 0)
        window.named_actions["zoomReset"].trigger()
        assert theme.zoom == 100


def test_views_of_a_panel_are_tabs(qtbot, window):
    made: list[QWidget] = []

    def make() -> QWidget:
        other = QWidget()
        other.setObjectName("otherView")
        made.append(other)
        return other

    window.right.add_view("otherView", "Other", make, QLabel)
    assert not made
    place = window.right.tabs.tabRect(window.right.tabs.count() - 1).center()
    qtbot.mouseClick(window.right.tabs, LEFT, pos=place)
    assert [other.isVisible() for other in made] == [True]
    window.right.show_view("view-explanation")
    assert why(window).isVisible()


def test_the_guides_answer_is_in_the_crosstable_when_its_rules_apply(qtbot, window):
    assert (text(window, 1, "post"), text(window, 12, "post")) == ("1798", "1762")
    rules = RulesChoice("2001-guide")
    window.session.apply_edit(set_section, 0, rules=rules)
    qtbot.waitUntil(lambda: text(window, 1, "post") == "1797")
    assert text(window, 12, "post") == ""
    assert "The rating rules on the end date give 1798." in why(window).toPlainText()
