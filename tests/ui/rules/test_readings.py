"""The view of rules lists how every open point of the documents is read."""

from tests.ui.driving import press_button, rules_view
from uscalc.rules.resolve import load_rule_table


def test_every_reading_is_listed_with_where_it_is_shown(qtbot, window):
    press_button(qtbot, window, "rulesChip")
    text = " ".join(rules_view(window).detail.toPlainText().split())
    for reading in load_rule_table().readings:
        assert " ".join(reading.text.split()) in text
        assert f"Shown in: {reading.shown}." in text


def test_a_day_that_is_only_an_editions_says_so(qtbot, window):
    press_button(qtbot, window, "rulesChip")
    view = rules_view(window)
    names = [parameter.name for parameter in view.model.parameters]
    view.table.setCurrentIndex(view.model.index(names.index("prize_floor"), 0))
    assert "2020 edition, section 5; by the edition's date" in view.detail.toPlainText()
