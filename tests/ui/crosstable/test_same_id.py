"""A member ID typed for two people: both cells are marked until one is right."""

from PySide6.QtCore import Qt

from tests.ui.driving import click, column_of, enter, hint, press, text
from uscalc.ui.window.main_window import MainWindow

CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


def marked(window: MainWindow, kind: str) -> list[int]:
    model, column = window.crosstable.model, column_of(window, kind)
    painted = [model.make_painted(row, column) for row in range(model.rowCount())]
    return [row for row, cell in enumerate(painted, 1) if cell and cell.marked]


def test_an_id_of_somebody_else_is_an_error_until_the_right_one_is_typed(qtbot, window):
    click(qtbot, window, 4, "name")
    press(qtbot, window, Qt.Key.Key_I, CONTROL | SHIFT)
    right, names = text(window, 4, "id"), [text(window, n, "name") for n in (1, 4)]
    before = [text(window, n, "post") for n in range(1, 13)]
    wrong = text(window, 1, "id")
    enter(qtbot, window, 4, "id", wrong)
    said = f"{names[0]} and {names[1]} have the same member ID {wrong}."
    qtbot.waitUntil(lambda: bool(window.session.findings))
    (finding,) = window.session.findings
    assert finding.severity == "stops"
    assert marked(window, "name") == marked(window, "id") == [1, 4]
    assert said in hint(window, 1, "name")
    assert said in hint(window, 4, "id")
    assert "Correct the ID of one of them" in hint(window, 4, "id")
    assert said in window.bottom.first.text()
    assert "1 finding" in window.bottom.findings.text()
    # Until then they are two players, rated as before.
    assert [text(window, n, "post") for n in range(1, 13)] == before
    assert not window.session.shown.around
    enter(qtbot, window, 4, "id", right)
    qtbot.waitUntil(lambda: not window.session.findings)
    assert marked(window, "name") == marked(window, "id") == []
    assert window.bottom.findings.text() == "No findings"
    assert [text(window, n, "post") for n in range(1, 13)] == before
