"""Unfinished text belongs to its player's field: every place, every action.

One in 60 of the cases is drawn with a seed; with `USCALC_PENDING=all`, all of them run,
which takes some minutes.
"""

import os
import random
from collections import defaultdict

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox

from tests.ui import driving as ui
from tests.ui.keys import CONTROL, SHIFT, Key
from tests.ui.pending_cases import INTO_A_FORM, WEIGHTY, Case, cases, check
from tests.ui.pending_places import FORM_OF_NEW_ROW, NEW_ROW, PLACES, event
from uscalc.formats.native.reader import save_event

SEED = 19
ALWAYS = (INTO_A_FORM, *WEIGHTY)
"""Actions that are always tried after a new row."""
ALL = os.environ.get("USCALC_PENDING") == "all"


def drawn() -> dict[str, list[Case]]:
    """Return the cases to run, by place."""
    found = list(cases())
    if not ALL:
        few = random.Random(SEED).sample(found, len(found) // 60)
        new = NEW_ROW, FORM_OF_NEW_ROW
        always = [c for c in found if c.place in new and c.action in ALWAYS]
        found = [*few, *(case for case in always if case not in few)]
    by_place = defaultdict(list)
    for case in found:
        by_place[case.place].append(case)
    return by_place


CASES = drawn()


@pytest.mark.parametrize("place", PLACES)
def test_unfinished_typing_is_entered_in_its_place(qtbot, window, tmp_path, place):
    save_event(event(False, False), tmp_path / "other.uscalc")
    wrong = []
    for case in CASES[place]:
        wrong += [f"{case}: {what}" for what in check(qtbot, window, tmp_path, case)]
    assert wrong == [], "\n".join(wrong)


def test_a_name_and_a_new_section_are_two_steps(qtbot, window):
    ui.half_type(window, "playerName", "Changed, Zoe")
    ui.press(qtbot, window, Key.Key_A, CONTROL | SHIFT)
    history = window.session.history
    assert len(history._documents) == 3
    assert history._documents[1].sections[0].players[0].name == "Changed, Zoe"
    assert history.undo_name == 'Section "Section 2" added'


def test_a_rejected_text_is_reported_until_it_is_corrected_or_removed(qtbot, window):
    field = ui.half_type(window, "playerBirth", "June")
    window.named_actions["zoomIn"].trigger()
    said = window.messages.text
    assert said.startswith("Player 1 (")
    assert 'Born was not accepted: "June" isn\'t a date' in said
    assert field.text() == "June"
    ui.half_type(window, "playerBirth", "2001-02-03")
    QTest.keyClick(field, Key.Key_Return)
    assert window.messages.text == ""
    assert window.session.document.sections[0].players[0].birth is not None
    before = window.session.document
    ui.half_type(window, "playerBirth", "June")
    window.named_actions["quit"].trigger()
    question = ui.find_part(window, QMessageBox, "saveQuestion")
    assert 'was not accepted: "June"' in question.informativeText()
    ui.answer_save_question(qtbot, window, QMessageBox.StandardButton.Cancel)
    assert window.isVisible()
    # It is removed with its player, and quoted.
    ui.click(qtbot, window, 4, "name")
    assert field.text() == ""
    assert 'was not accepted: "June"' in window.messages.text
    ui.click(qtbot, window, 1, "name")
    assert field.text() == "2/3/2001"
    assert window.session.document is before


def test_undo_takes_back_what_is_half_typed_and_its_keys_a_letter(qtbot, window):
    ui.half_type(window, "playerGames", "48")
    ui.press(qtbot, window, Key.Key_Return)
    field, before = ui.half_type(window, "playerGames", "51"), window.session.document
    window.named_actions["undo"].trigger()
    assert window.session.document is before
    assert field.text() == "48"
    window.named_actions["redo"].trigger()
    assert field.text() == "51"
    before = window.session.document
    ui.half_type(window, "playerGames", "52")
    ui.press(qtbot, window, Key.Key_Z, CONTROL)
    assert window.session.document is before
    assert field.text() != "52"


def test_late_figures_leave_a_cell_being_typed_alone(qtbot, window):
    ui.type_at(qtbot, window, 1, "name", "Half")
    window.session.moved = None
    window.session.rated.emit()
    assert ui.editor(window).text() == "Half"


def test_a_list_of_missing_facts_waits_for_the_one_that_is_typed(qtbot, window):
    window.named_actions["missing"].trigger()
    view = ui.problems_view(window)
    qtbot.waitUntil(lambda: view.model.rowCount() > 0)
    row, rows = ui.missing_kinds(window).index("floor"), view.model.rowCount()
    name = view.model.rows[row].missing.player.name
    view.table.setFocus()
    view.table.setCurrentIndex(view.model.index(row, 0))
    ui.type_text(qtbot, window, "17")
    section = window.session.document.sections[0]
    player = next(p for p in section.players if p.name == name)
    # The list is rebuilt meanwhile.
    view.problems._shown = None
    window.session.assumed.emit()
    qtbot.waitUntil(lambda: ui.quiet(view))
    assert view.model.rowCount() == rows
    ui.type_text(qtbot, window, "00")
    window.named_actions["movePlayerDown"].trigger()
    found = [p for p in window.session.document.sections[0].players if p.name == name]
    assert [p.facts("R").peak for p in found] == [1700]
    assert player.facts("R").peak is None
    assert len(window.session.history._documents) <= 3
