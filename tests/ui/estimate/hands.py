"""Functions that drive the rating estimator with the keyboard, and read what it shows."""

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from tests.formats.msa_pages import Entry, head, page, table
from tests.ui.driving import find_part, press
from tests.ui.keys import CONTROL, LEFT, SHIFT, Key
from uscalc.ui.estimate.estimator_view import RatingEstimatorView
from uscalc.ui.window.main_window import MainWindow

WORKED = "1780\n\n1702w\n1855d\n1760w\n1910l\n1824"
WORKED_FIGURES = {
    "Loss": "1786",
    "Draw": "1801",
    "Win": "1830",
    "No more games": "1800",
}


def give_whole_window(window: MainWindow) -> None:
    """Let the view in the drawer fill the places of crosstable and inspector too."""
    if not window.below.lifted:
        window.places.fill_with(window.below)
    assert window.below.isVisible()


def open_estimator(qtbot: QtBot, window: MainWindow) -> RatingEstimatorView:
    """Open the rating estimator with its keys; it has the focus and the window."""
    press(qtbot, window, Key.Key_M, CONTROL | SHIFT)
    sheet = find_part(window, RatingEstimatorView)
    give_whole_window(window)
    qtbot.waitUntil(sheet.own.rating.hasFocus)
    return sheet


def place(sheet: RatingEstimatorView) -> QWidget:
    focus = QApplication.focusWidget()
    assert sheet.isAncestorOf(focus) or sheet.planned.isAncestorOf(focus)
    return focus


def type_keys(qtbot: QtBot, sheet: RatingEstimatorView, typed: str) -> None:
    """Type where the focus is; a line end is Enter."""
    for key in typed:
        if key == "\n":
            qtbot.keyClick(place(sheet), Key.Key_Return)
        else:
            qtbot.keyClicks(place(sheet), key)


def wait_until_idle(qtbot: QtBot, sheet: RatingEstimatorView) -> None:
    qtbot.waitUntil(lambda: not sheet.busy)
    qtbot.waitUntil(lambda: not sheet.shelf.busy)


def answered(qtbot: QtBot, sheet: RatingEstimatorView) -> dict[str, str]:
    qtbot.waitUntil(lambda: not sheet.busy)
    return {card.title: card.figure for card in sheet.cards.list_shown()}


def type_and_wait(
    qtbot: QtBot, sheet: RatingEstimatorView, typed: str
) -> dict[str, str]:
    """Type, wait until it is answered and saved, and return the answered figures."""
    type_keys(qtbot, sheet, typed)
    wait_until_idle(qtbot, sheet)
    return answered(qtbot, sheet)


def begin_anew(qtbot: QtBot, sheet: RatingEstimatorView, typed: str) -> dict[str, str]:
    """Begin a new estimate, type, and return the answered figures."""
    push(qtbot, sheet, "myEmpty")
    return type_and_wait(qtbot, sheet, typed)


def paste_by_button(qtbot: QtBot, sheet: RatingEstimatorView, text: str) -> None:
    QGuiApplication.clipboard().setText(text)
    push(qtbot, sheet, "myPaste")


def push(qtbot: QtBot, sheet: RatingEstimatorView, name: str) -> None:
    qtbot.mouseClick(sheet.findChild(QPushButton, name), LEFT)


def lines(sheet: RatingEstimatorView) -> list[tuple[str, str | None]]:
    rows = [row for row in sheet.lines.rows if not row.empty]
    return [(row.rating.text(), row.result.letter) for row in rows]


def crosstable(last: tuple[str, ...] = ("",) * 6) -> str:
    """Return four rounds of six players; player 1 is the one of the worked example."""
    rows = (
        ("1780", "2.5", "W   2", "D   3", "W   4", "L   5"),
        ("1702", "2.0", "L   1", "W   5", "D   6", "D   3"),
        ("1855", "2.0", "W   6", "D   1", "H    ", "D   2"),
        ("1760", "2.0", "W   5", "D   6", "L   1", "D   6"),
        ("1910", "1.0", "L   4", "L   2", "U    ", "W   1"),
        ("1824", "1.5", "L   3", "D   4", "D   2", "D   4"),
    )
    entries = [
        Entry(
            number,
            points,
            [*cells, *([more] if more else [])],
            [f"R: {rating}   ->{rating}   "],
            member=f"9000000{number}",
        )
        for number, ((rating, points, *cells), more) in enumerate(
            zip(rows, last, strict=True), 1
        )
    ]
    return page((head(), table(*entries)))
