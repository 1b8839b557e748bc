"""Parts of the window of My rating: what it says, and how its pieces are made."""

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QPushButton, QScrollArea, QWidget

from uscalc.ui.widgets.building import make_scroll_area
from uscalc.ui.widgets.buttons import make_plain_button

BEGIN: Final = (
    "What your games make of your rating stands here once your rating and a game are "
    "typed."
)
TARGET: Final = "The rating that you would like to reach; nothing if there is none."
BACK: Final = "Return goes back to your games."
ON: Final = "Return goes on to the plan."
DRAWS: Final = (
    "How often games are drawn: 1 is as games came out, 2 twice as often against wins "
    "and losses."
)
WHO: Final = (
    "Type the first letters of your name, or open the list with Alt and Down; Return "
    "takes the one that is shown."
)
PASTED_NOTHING: Final = "There is nothing on the clipboard to paste."


def give_focus(field: QLineEdit) -> None:
    """Give a field the keyboard, what stands there ready to be typed over."""
    field.setFocus(Qt.FocusReason.TabFocusReason)
    field.selectAll()


def put_in_scroll_area(name: str, words: str, content: QWidget) -> QScrollArea:
    """Return a part that is scrolled where there is no room for all of it."""
    scroll = make_scroll_area(name, words, content)
    return scroll


def push_button(name: str, text: str, hint: str) -> QPushButton:
    """Return a button that leaves the keyboard where one was typing."""
    button = make_plain_button(name, text, hint)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button
