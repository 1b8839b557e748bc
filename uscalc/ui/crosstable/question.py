"""A question before a removal: the games that go too, and two answers."""

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from uscalc.ui.widgets.building import name_widget

MOST_LINES: Final = 12
"""The most games that are named; of more, the number of the others."""


def ask_to_remove(
    window: QWidget,
    title: str,
    question: str,
    games: Sequence[object],
    answer: str,
    remove: Callable[[], object],
) -> None:
    """Ask before games are removed, naming them; without games remove at once.

    `answer` is what the button says that removes. Enter and Esc keep everything.
    """
    if not games:
        remove()
        return
    box = name_widget(QMessageBox(window), "removeQuestion", title)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setIcon(QMessageBox.Icon.NoIcon)
    box.setWindowTitle(title)
    box.setText(question)
    box.setInformativeText("\n".join(_list_games(games)))
    yes = name_widget(
        box.addButton(answer, QMessageBox.ButtonRole.DestructiveRole), "removeAnswer"
    )
    keep = name_widget(box.addButton(QMessageBox.StandardButton.Cancel), "removeCancel")
    box.setDefaultButton(keep)
    box.setEscapeButton(keep)

    def decided(_result: int) -> None:
        if box.clickedButton() is yes:
            remove()

    box.finished.connect(decided)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.open()


def _list_games(games: Sequence[object]) -> list[str]:
    """Return the games that go too, one a line."""
    count = len(games)
    said = "This game goes too:" if count == 1 else f"These {count} games go too:"
    shown = games if count <= MOST_LINES + 1 else games[:MOST_LINES]
    lines = [said, *map(str, shown)]
    if count > len(shown):
        lines.append(f"and {count - len(shown)} more games")
    return [*lines, "", "You can undo this."]
