"""The bar for what went wrong: the place, the reason, and the ways out."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QKeyEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.building import make_row, name_widget
from uscalc.ui.widgets.labels import plain_line

Way = tuple[str, Callable[[], object]]
"""A way out: what the button says, and what it does."""
MOST_WAYS = 4
MOST_LINES = 3
"""Lines of a text that has its buttons beside it."""


@dataclass(frozen=True, slots=True)
class Message:
    """A message with its ways out. One with a key is a question that waits.

    A refusal says why something was not done, and goes when something is.
    """

    text: str
    ways: tuple[Way, ...] = ()
    error: bool = True
    key: str = ""
    refusal: bool = False


def unsaved_of(path: Path | None) -> str:
    """Return the key of the question whether unsaved work of a file is to be restored."""
    return f"unsaved {path or ''}"


class MessageBar(QFrame):
    """One message at a time, in the window, until it is closed or replaced.

    Questions wait below what is told, and come back when that is closed. `left` says
    that the bar goes while the keyboard is in it.
    """

    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._questions: list[Message] = []
        self._shown: Message | None = None
        name_widget(self, "messageBar", "Message")
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(2 * UNIT, UNIT, UNIT, UNIT)
        self._row.setSpacing(UNIT)
        self._label = plain_line("messageText", "")
        self._label.setWordWrap(True)
        self._label.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
        )
        self._label.setSizePolicy(
            QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred
        )
        self._row.addWidget(self._label, 1)
        self._buttons = make_row()
        self._buttons.addStretch(1)
        self._ways = [self._button(place) for place in range(MOST_WAYS)]
        for button in self._ways:
            self._buttons.addWidget(button)
        close = name_widget(QPushButton("Close"), "messageClose", "Close the message")
        close.clicked.connect(self.dismiss)
        self._buttons.addWidget(close)
        self._row.addLayout(self._buttons)
        self.hide()

    def _button(self, place: int) -> QPushButton:
        button = name_widget(
            QPushButton(), f"messageWayOut{place + 1 if place else ''}", "No other way"
        )
        button.clicked.connect(lambda: self._go(place))
        return button

    @property
    def text(self) -> str:
        """The message; empty while none is shown."""
        return "" if self.isHidden() else self._label.text()

    @property
    def ways(self) -> tuple[str, ...]:
        """What the buttons of the message say."""
        return tuple(b.text().replace("&", "") for b in self._ways if not b.isHidden())

    def tell(
        self,
        text: str,
        way_out: str = "",
        handler: Callable[[], object] | None = None,
        error: bool = True,
        ways: Sequence[Way] = (),
    ) -> None:
        """Show a message, and buttons for the ways out where there are any."""
        first = ((way_out, handler),) if handler is not None else ()
        self._show(Message(text, (*first, *ways)[:MOST_WAYS], error))

    def refuse(self, text: str) -> None:
        """Show why something was not done."""
        self._show(Message(text, refusal=True))

    def settle(self) -> None:
        """Take a refusal away: something was done after it."""
        if self._shown is not None and self._shown.refusal:
            self.dismiss()

    def ask(
        self, key: str, text: str, ways: Sequence[Way], error: bool = False
    ) -> None:
        """Show a question that waits for an answer; one at a time of each key."""
        self._forget(key)
        question = Message(text, tuple(ways)[:MOST_WAYS], error, key)
        self._questions.append(question)
        self._show(question)

    def reword(self, key: str, text: str) -> None:
        """Say a waiting question in other words, where it stands; aloud no more."""
        self._questions = [
            replace(q, text=text) if q.key == key else q for q in self._questions
        ]
        if self._shown is not None and self._shown.key == key:
            self._shown = replace(self._shown, text=text)
            self._label.setText(text)
            self._label.setAccessibleName(text)
            self._share()

    def withdraw(self, key: str) -> None:
        """Take a question away that has answered itself."""
        self._forget(key)
        if self._shown is not None and self._shown.key == key:
            self._next()

    def asks(self, key: str) -> bool:
        """Return whether a question waits."""
        return any(question.key == key for question in self._questions)

    def shows(self, key: str) -> bool:
        """Return whether a question is the one that is shown, and waits below nothing."""
        return self._shown is not None and self._shown.key == key

    def clear(self) -> None:
        """Take what was told away; a question stays."""
        if self._shown is None or not self._shown.key:
            self._next()

    def dismiss(self) -> None:
        """Close what is shown; the next question comes."""
        if self._shown is not None:
            self._forget(self._shown.key)
        self._next()

    def take_keyboard(self, place: int) -> None:
        """Give the keyboard to one of the ways out of what is shown."""
        self._ways[place].setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """In the bar an underlined letter is enough, without Alt."""
        typed = event.text().casefold()
        for place, button in enumerate(self._ways):
            _, underlined, after = button.text().partition("&")
            if underlined and typed and after.casefold().startswith(typed):
                self._go(place)
                return
        super().keyPressEvent(event)

    def _forget(self, key: str) -> None:
        self._questions = [q for q in self._questions if not key or q.key != key]

    def _next(self) -> None:
        if self._questions:
            self._show(self._questions[-1])
        else:
            self._shown = None
            # Beside a dialog too, which has the keyboard while it is open.
            focus = self.window().focusWidget()
            here = focus is not None and self.isAncestorOf(focus)
            self.hide()
            if here:
                self.left.emit()

    def _show(self, message: Message) -> None:
        self._shown = message
        self._label.setText(message.text)
        self._label.setAccessibleName(message.text)
        self.setProperty("tone", "error" if message.error else "notice")
        # A style sheet looks at properties only when it is applied.
        self.style().unpolish(self)
        self.style().polish(self)
        for place, button in enumerate(self._ways):
            words = message.ways[place][0] if place < len(message.ways) else ""
            button.setText(words)
            button.setAccessibleName(words.replace("&", "") or "No other way")
            button.setVisible(bool(words))
        self._share()
        self.show()
        if QAccessible.isActive():
            QAccessible.updateAccessibility(
                QAccessibleEvent(self, QAccessible.Event.Alert)
            )

    def _share(self) -> None:
        """The buttons stand below a text that would be a narrow column beside them."""
        beside = self.width() - self._buttons.sizeHint().width() - 4 * UNIT
        letters = self._label.fontMetrics().horizontalAdvance(self._label.text())
        direction = QBoxLayout.Direction
        below = letters > MOST_LINES * beside
        self._row.setDirection(
            direction.TopToBottom if below else direction.LeftToRight
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Larger type or a narrow window: the buttons find another place."""
        super().resizeEvent(event)
        self._share()

    def _go(self, place: int) -> None:
        if self._shown is None or place >= len(self._shown.ways):
            return
        handler = self._shown.ways[place][1]
        self.dismiss()
        handler()
