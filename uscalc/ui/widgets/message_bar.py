"""The message bar: problems and questions, each with its place, its reason, and its fixes."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QPushButton, QSizePolicy, QWidget

from uscalc.ui.scheduling import EventWatch, Worker, make_timer
from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.building import (
    STRETCH,
    add_parts,
    make_plain_button,
    make_plain_line,
    make_progress_bar,
    make_row,
    name_widget,
    set_look,
    turn_box,
    write_label,
)
from uscalc.ui.widgets.grabbing import announce

Way = tuple[str, Callable[[], object]]
"""A fix: the text of its button, and the action."""
MOST_WAYS = 4
MOST_LINES = 3
"""If a message has at most this many lines, its buttons are beside the text, not below it."""
AT_ONCE: Final = 0
CONFLICT: Final = 1
WAITS: Final = 2
"""The order of questions: about what the user is doing now, about the linked file, and
all others."""


class Message(Struct, frozen=True):
    """A message with its fixes.

    With a key, it is a question that waits for an answer. A refusal says why something
    was not done, and is removed when something is done. A question with a `place` is
    about the event's data: Problems lists it under that place until it is answered,
    even after the bar was closed. `about` is the code of the findings that its fixes
    belong to. If it is not `closable`, one of its own buttons closes it.
    """

    text: str
    ways: tuple[Way, ...] = ()
    error: bool = True
    key: str = ""
    refusal: bool = False
    order: int = AT_ONCE
    place: str = ""
    about: str = ""
    closable: bool = True


def unsaved_of(path: Path | None) -> str:
    """Return the key of the question about restoring unsaved work of a file."""
    return f"unsaved {path or ''}"


class MessageBar(QFrame):
    """Shows one message at a time, until it is closed or replaced.

    Questions wait behind messages and other questions, and the bar shows how many wait.
    `left` is emitted when the bar disappears while it has the focus, `asked` when the
    open questions about the event's data change.
    """

    left = Signal()
    asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._questions: list[Message] = []
        self._open: dict[str, Message] = {}
        """The unanswered questions about the event's data, even if their message was closed."""
        self._shown: Message | None = None
        name_widget(self, "messageBar", "Message")
        self._row = make_row(self, (2 * UNIT, UNIT, UNIT, UNIT))
        self._label = make_plain_line("messageText", "", wraps=True)
        self._label.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
        )
        self._label.setSizePolicy(
            QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred
        )
        self._buttons = make_row()
        self._ways = [self._make_button(place) for place in range(MOST_WAYS)]
        self._close = name_widget(
            QPushButton("Close"), "messageClose", "Close the message"
        )
        self._close.clicked.connect(self.close_message)
        self._count = make_plain_line("messageCount", "note")
        add_parts(self._buttons, STRETCH, self._count, *self._ways, self._close)
        add_parts(self._row, (self._label, 1), self._buttons)
        EventWatch(self, self._arrange_buttons, QEvent.Type.Resize)
        self.hide()

    def hasHeightForWidth(self) -> bool:
        """Return False, because the size hints already have the height for the current width.

        The status bar would use the height at the smallest width.
        """
        return False

    def sizeHint(self) -> QSize:
        """Return the height that the text needs at the current width."""
        return QSize(super().sizeHint().width(), self.heightForWidth(self.width()))

    def minimumSizeHint(self) -> QSize:
        """Return the height that the text needs at the current width."""
        least = super().minimumSizeHint()
        return QSize(least.width(), self.heightForWidth(self.width()))

    def _make_button(self, place: int) -> QPushButton:
        button = name_widget(
            QPushButton(), f"messageWayOut{place + 1 if place else ''}", "No other fix"
        )
        button.clicked.connect(lambda: self._answer(place))
        return button

    @property
    def text(self) -> str:
        """The shown message; empty if there is none."""
        return "" if self.isHidden() else self._label.text()

    @property
    def ways(self) -> tuple[str, ...]:
        """The texts of the message's buttons."""
        return tuple(b.text().replace("&", "") for b in self._ways if not b.isHidden())

    def show_message(
        self,
        text: str,
        way_out: str = "",
        handler: Callable[[], object] | None = None,
        error: bool = True,
        ways: Sequence[Way] = (),
    ) -> None:
        """Show a message, with buttons for its fixes."""
        first = ((way_out, handler),) if handler is not None else ()
        self._show_now(Message(text, (*first, *ways)[:MOST_WAYS], error))

    def show_refusal(self, text: str) -> None:
        """Show why something was not done."""
        self._show_now(Message(text, refusal=True))

    def clear_refusal(self) -> None:
        """Remove a refusal, because something was done."""
        if self._shown is not None and self._shown.refusal:
            self.close_message()

    def ask_question(
        self,
        key: str,
        text: str,
        ways: Sequence[Way],
        error: bool = False,
        *,
        order: int = AT_ONCE,
        place: str = "",
        about: str = "",
        closable: bool = True,
    ) -> None:
        """Show a question that waits for an answer; there is only one with each key."""
        question = Message(
            text,
            tuple(ways)[:MOST_WAYS],
            error,
            key,
            order=order,
            place=place,
            about=about,
            closable=closable,
        )
        self._enqueue(question)
        if place:
            self._open[key] = question
        shown = self._shown
        # An error stays until it is closed; other messages are replaced.
        stays = (
            shown is not None and not shown.key and shown.error and not shown.refusal
        )
        if self._questions[0] is question and not (stays and order > AT_ONCE):
            self._show_now(question)
        else:
            self._count_waiting()
        self.asked.emit()

    def _enqueue(self, question: Message) -> None:
        """Add a question to the waiting ones in its order; replace one with the same key."""
        queue = self._questions
        old = next((i for i, q in enumerate(queue) if q.key == question.key), None)
        if old is not None:
            before = queue.pop(old)
            if before.order == question.order > AT_ONCE:
                queue.insert(old, question)
                return
        ahead = sum(other.order <= question.order for other in queue)
        queue.insert(0 if question.order == AT_ONCE else ahead, question)

    @property
    def open_questions(self) -> tuple[Message, ...]:
        """The unanswered questions about the event's data, in the order they were asked."""
        return tuple(self._open.values())

    def answer_question(self, key: str, place: int) -> None:
        """Answer an open question with the fix at an index; without an index, dismiss it."""
        question = self._open.get(key)
        self.withdraw_question(key)
        if question is not None and place < len(question.ways):
            question.ways[place][1]()

    def forget_open_questions(self) -> None:
        """Remove the questions about the data of the previous event."""
        for key in tuple(self._open):
            self.withdraw_question(key)

    def reword_question(self, key: str, text: str) -> None:
        """Change the text of a waiting question, without announcing it again."""
        self._questions = [
            replace(q, text=text) if q.key == key else q for q in self._questions
        ]
        if self._shown is not None and self._shown.key == key:
            self._shown = replace(self._shown, text=text)
            write_label(self._label, text)
            self._arrange_buttons()

    def withdraw_question(self, key: str) -> None:
        """Remove a question that no longer needs an answer."""
        self._remove_question(key)
        if self._shown is not None and self._shown.key == key:
            self._show_next()
        if self._open.pop(key, None) is not None:
            self.asked.emit()

    def has_question(self, key: str) -> bool:
        """Return whether a question is open."""
        return key in self._open or any(q.key == key for q in self._questions)

    def is_showing_question(self, key: str) -> bool:
        """Return whether a question is shown, rather than waiting."""
        return self._shown is not None and self._shown.key == key

    def clear(self) -> None:
        """Remove the message, unless it is a question."""
        if self._shown is None or not self._shown.key:
            self._show_next()

    def close_notice(self) -> bool:
        """Close a message that is neither a question nor a refusal; return False without one."""
        shown = self._shown
        found = shown is not None and not (shown.key or shown.error)
        if found:
            self.close_message()
        return found

    def close_message(self) -> None:
        """Close the message, and show the next one."""
        shown = self._shown
        if shown is not None:
            self._remove_question(shown.key)
        self._show_next()

    def take_keyboard(self, place: int) -> None:
        """Focus one of the buttons of the message."""
        self._ways[place].setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Press a button by its underlined letter, without Alt."""
        typed = event.text().casefold()
        for place, button in enumerate(self._ways):
            _, underlined, after = button.text().partition("&")
            if underlined and typed and after.casefold().startswith(typed):
                self._answer(place)
                return
        super().keyPressEvent(event)

    def _remove_question(self, key: str) -> None:
        self._questions = [q for q in self._questions if not key or q.key != key]
        self._count_waiting()

    def _count_waiting(self) -> None:
        """Show the number of messages if others wait."""
        count = len(self._questions) + (self._shown is not None and not self._shown.key)
        text = f"1 of {count}" if count > 1 else ""
        write_label(self._count, text)
        self._count.setVisible(bool(text))
        self._arrange_buttons()

    def _show_next(self) -> None:
        if self._questions:
            self._show_now(self._questions[0])
        else:
            self._shown = None
            # This works even beside a dialog, which has the focus while it is open.
            focus = self.window().focusWidget()
            here = focus is not None and self.isAncestorOf(focus)
            self.hide()
            if here:
                self.left.emit()

    def _show_now(self, message: Message) -> None:
        self._shown = message
        write_label(self._label, message.text)
        set_look(self, "tone", "error" if message.error else "notice")
        for place, button in enumerate(self._ways):
            words = message.ways[place][0] if place < len(message.ways) else ""
            button.setText(words)
            button.setAccessibleName(words.replace("&", "") or "No other fix")
            button.setVisible(bool(words))
        self._close.setVisible(message.closable)
        holder = self.parentWidget()
        if self.isHidden() and holder is not None:
            # The layout asks for the height before it sets the width.
            self.resize(holder.width(), self.height())
        self._count_waiting()
        self.show()
        announce(self, message.text)

    def _arrange_buttons(self) -> None:
        """Put the buttons beside the text or, if it would be too narrow, below it."""
        beside = self.width() - self._buttons.sizeHint().width() - 4 * UNIT
        letters = self._label.fontMetrics().horizontalAdvance(self._label.text())
        turn_box(self._row, down=letters > MOST_LINES * beside)
        self.updateGeometry()

    def _answer(self, place: int) -> None:
        if self._shown is None or place >= len(self._shown.ways):
            return
        handler = self._shown.ways[place][1]
        self.withdraw_question(self._shown.key)
        handler()


MESSAGE_DELAY: Final = 150
"""The milliseconds until progress is shown, and between its updates."""
INDICATOR_DELAY: Final = 500
"""The milliseconds until a view shows the progress of its work."""


class ProgressMessage(QObject):
    """A message with a Cancel button during background work; none for short work."""

    def __init__(
        self,
        key: str,
        messages: MessageBar,
        worker: Worker,
        cancel: Callable[[], object],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._key = key
        self._messages = messages
        self._worker = worker
        self._cancel = cancel
        self._what = ""
        self._shown = False
        self._timer = make_timer(self, MESSAGE_DELAY, self.update_message, repeats=True)

    def begin_work(self, what: str) -> None:
        """Begin the work, or begin again; `what` is its name."""
        self._what = what
        if not self._timer.isActive():
            self._shown = False
            self._timer.start()

    def end_work(self) -> None:
        """Remove the message, because the work has ended."""
        self._timer.stop()
        self._messages.withdraw_question(self._key)

    def update_message(self) -> None:
        """Show the progress, unless the user has closed the message."""
        text = self._worker.progress
        words = f"{self._what}: {text}" if text else f"{self._what}…"
        if self._shown:
            self._messages.reword_question(self._key, words)
        else:
            self._shown = True
            self._messages.ask_question(self._key, words, (("Cancel", self._cancel),))


class WorkIndicator(QWidget):
    """A progress bar and a button, at the end of a view's top line."""

    def __init__(
        self, name: str, counted: str, stop: str, cancel: Callable[[], object]
    ) -> None:
        """Make a bar that counts `counted`, with a button labeled `stop`."""
        super().__init__()
        name_widget(self, f"{name}Working")
        self.bar = make_progress_bar(f"{name}Progress", counted)
        self.bar.setFixedSize(12 * UNIT, UNIT // 2)
        self.cancel = make_plain_button(f"{name}Cancel", "Cancel", stop, cancel)
        add_parts(make_row(self), self.bar, self.cancel)
        self._long = make_timer(self, INDICATOR_DELAY, self.show)
        self.hide()

    def begin_work(self) -> None:
        """Begin the work, or continue it."""
        if not self._long.isActive() and self.isHidden():
            self.set_progress(0, 1)
            self._long.start()

    def set_progress(self, done: int, of: int) -> None:
        """Show that `done` of `of` pieces are done."""
        self.bar.setRange(0, of)
        self.bar.setValue(done)

    def end_work(self) -> None:
        """Hide the bar, because the work has ended."""
        self._long.stop()
        self.hide()
