"""What is imagined of a game is never shown of another one after an edit."""

from pytestqt.qtbot import QtBot

from tests.ui.driving import open_file
from tests.ui.what_if.trying import framed, try_result
from uscalc.document.edit.cells import set_rating
from uscalc.document.edit.structure import (
    add_round,
    move_section,
    remove_round,
    rename_section,
    set_number,
)
from uscalc.document.queries.scenario import Outcome
from uscalc.ui.window.main_window import MainWindow

WON = (Outcome(5, 1, "W"),)


def shown(qtbot: QtBot, window: MainWindow) -> tuple[Outcome, ...]:
    session = window.session
    ready = lambda: session.up_to_date and session.what_if.up_to_date  # noqa: E731
    qtbot.waitUntil(ready)
    return session.what_if.outcomes


def test_a_number_given_to_another_player_keeps_nothing(qtbot, window):
    session = window.session
    try_result(qtbot, window, 2, 1, "L")
    assert session.what_if.outcomes
    for row, number in ((1, 40), (0, 2)):
        session.apply_edit(set_number, 0, row, number)
    assert shown(qtbot, window) == ()
    assert framed(window) == set()


def test_a_removed_round_takes_its_what_if_results_along(qtbot, window):
    session = window.session
    try_result(qtbot, window, 2, 1, "L")
    session.apply_edit(remove_round, 0, 0)
    assert shown(qtbot, window) == ()
    assert framed(window) == set()
    session.undo_edit()
    assert shown(qtbot, window) == ()


def test_an_added_round_keeps_the_what_if_results(qtbot, window):
    session = window.session
    try_result(qtbot, window, 1, 5, "W")
    session.apply_edit(add_round, 0)
    assert shown(qtbot, window) == WON
    session.undo_edit()
    assert shown(qtbot, window) == WON
    assert framed(window) == {(1, 5), (3, 5)}


def test_other_sections_forget_too(qtbot, window, other_event):
    open_file(qtbot, window, other_event)
    session = window.session
    session.what_if.set_result(Outcome(1, 1, "D"))
    assert session.what_if.outcomes
    session.select(section=1)
    assert session.what_if.outcomes == ()
    for row, number in ((0, 77), (1, 1)):
        session.apply_edit(set_number, 0, row, number)
    session.select(section=0)
    assert shown(qtbot, window) == ()


def test_sections_that_change_places_pass_nothing_over(qtbot, window, other_event):
    open_file(qtbot, window, other_event)
    session = window.session
    name = session.document.sections[1].name
    session.apply_edit(rename_section, 0, name)
    session.apply_edit(set_rating, 0, 0, "R", 1620.0, 12)
    session.what_if.set_result(Outcome(1, 1, "L"))
    assert session.what_if.outcomes
    session.apply_edit(move_section, 0, 1)
    for section in (0, 1):
        session.select(section=section)
        assert shown(qtbot, window) == ()
