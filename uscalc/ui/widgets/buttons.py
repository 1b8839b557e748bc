"""Buttons with their names: plain ones, small tools, and choices that stay pressed."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QToolButton

from uscalc.ui.widgets.building import name_widget


def make_plain_button(
    name: str,
    text: str,
    words: str = "",
    pressed: Callable[[], object] | None = None,
    hint: str | None = None,
) -> QPushButton:
    """Return a button with words on it.

    `words` are read aloud in place of its text, and are the tooltip unless
    `hint` is given; `pressed` is what it does. Return in a dialog does not press it unless
    it is made the default.
    """
    button = name_widget(QPushButton(text), name, words or spoken_text(text), "plain")
    button.setToolTip(words if hint is None else hint)
    button.setAutoDefault(False)
    if pressed is not None:
        button.clicked.connect(lambda _checked=False: pressed())
    return button


def make_tool_button(name: str, text: str, words: str, hint: str = "") -> QToolButton:
    """Return a small button without a frame; `words` are read aloud."""
    button = name_widget(QToolButton(), name, words, "tool")
    button.setText(text)
    button.setToolTip(hint)
    return button


def make_choice_button(name: str, text: str, words: str, hint: str = "") -> QToolButton:
    """Return a button that stays pressed while its choice holds."""
    button = name_widget(QToolButton(), name, words, "choice")
    button.setText(text)
    button.setToolTip(hint)
    button.setCheckable(True)
    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    return button


def spoken_text(text: str) -> str:
    """Return a button's text for screen readers."""
    return text.replace("&", "").rstrip("\N{HORIZONTAL ELLIPSIS}")
