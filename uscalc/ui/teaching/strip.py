"""The strip of the lesson: a question, its answer once it is asked for, and the way on."""

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from uscalc.explain.lesson import TOO_LITTLE, Stop
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.buttons import accessible_name, plain_button
from uscalc.ui.widgets.controls import CheckControl
from uscalc.ui.widgets.labels import ElidingLabel, plain_line, text_label

LINES: Final = 3
"""Lines that an answer has before it scrolls; always there, so that nothing jumps."""


class LessonStrip(QFrame):
    """`went` gives the stop that is asked, `shown` that its answer is to be seen.

    `left` comes when the lesson is closed.
    """

    went = Signal(object)
    shown = Signal(object)
    left = Signal()
    present = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._stops: tuple[Stop, ...] = ()
        self._place = 0
        self._open = False
        self.setObjectName("lessonStrip")
        self.setAccessibleName("Lesson")
        self.setProperty("card", True)
        self.title = ElidingLabel()
        self.title.setObjectName("lessonTitle")
        self.title.setTextFormat(Qt.TextFormat.PlainText)
        self.title.setProperty("role", "heading")
        self.count = plain_line("lessonCount", "note")
        self.question = text_label("lessonQuestion", "")
        self.answer = text_label("lessonAnswer", "")
        self.answer.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.answer.setProperty("page", True)
        # Its lines are counted when the width is known.
        self.answer.setMinimumHeight(1)
        self.hide_answers = CheckControl("&Hide answers first")
        self.hide_answers.setObjectName("lessonHides")
        self.hide_answers.setAccessibleName("Hide each answer until it is asked for")
        self.hide_answers.setChecked(True)
        self.hide_answers.toggled.connect(lambda _on: self.go(0))
        self.back = self._button("lessonBack", "&Back", "The stop before (Left)")
        self.on = self._button("lessonOn", "Show the a&nswer", "Space or Right")
        self.fill = self._button(
            "lessonPresent", "Fi&ll the screen", "The view alone, in large type (F11)"
        )
        self.close_button = self._button("lessonClose", "&Close", "Leave the lesson")
        self.back.clicked.connect(lambda: self.go(-1))
        self.on.clicked.connect(self.step)
        self.fill.clicked.connect(self.present)
        self.close_button.clicked.connect(self.left)
        self._lay_out()
        theme.changed.connect(self._measure)
        self._measure()
        self.hide()

    def _button(self, name: str, text: str, hint: str) -> QPushButton:
        return plain_button(name, text, f"Lesson: {accessible_name(text)}", hint=hint)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(2 * UNIT, UNIT, UNIT, UNIT)
        column.setSpacing(UNIT // 2)
        head = QHBoxLayout()
        head.setSpacing(UNIT)
        head.addWidget(self.title)
        head.addWidget(self.count)
        head.addStretch(1)
        for widget in (self.back, self.on, self.close_button):
            head.addWidget(widget)
        column.addLayout(head)
        column.addWidget(self.question)
        self._area = QScrollArea()
        self._area.setObjectName("lessonAnswerArea")
        self._area.setAccessibleName("Answer")
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setWidgetResizable(True)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        off = Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self._area.setHorizontalScrollBarPolicy(off)
        self._area.setWidget(self.answer)
        column.addWidget(self._area)
        # Not in the first row: with larger type it would widen the window.
        foot = QHBoxLayout()
        foot.setSpacing(UNIT)
        foot.addWidget(self.hide_answers)
        foot.addStretch(1)
        foot.addWidget(self.fill)
        column.addLayout(foot)

    def _measure(self) -> None:
        line = QFontMetrics(self._theme.font()).lineSpacing()
        self._area.setFixedHeight(LINES * line + 2)
        self.question.setMinimumHeight(2 * line)
        self.question.setAlignment(Qt.AlignmentFlag.AlignTop)

    # The way through

    @property
    def stop(self) -> Stop | None:
        """The stop that is shown; None where there is nothing to teach."""
        return self._stops[self._place] if self._stops else None

    @property
    def answered(self) -> bool:
        """Whether the answer of the stop is to be seen."""
        return self._open

    def begin(self, stops: tuple[Stop, ...]) -> None:
        """Starts with the first of these stops."""
        self._stops, self._place = stops, 0
        self.show()
        self.go(0)
        self.on.setFocus(Qt.FocusReason.OtherFocusReason)

    def renew(self, stops: tuple[Stop, ...]) -> None:
        """The same stop of another player, or of other ratings."""
        self._stops = stops
        self._place = min(self._place, max(len(stops) - 1, 0))
        self.go(0, self._open)

    def fills(self, on: bool) -> None:
        """Says what the button does next: fill the screen, or leave it."""
        text = "&Leave the screen" if on else "Fi&ll the screen"
        self.fill.setText(text)
        self.fill.setAccessibleName(f"Lesson: {text.replace('&', '')}")

    def step(self) -> None:
        """Shows the answer; or where it is shown, goes on."""
        if self.stop is None:
            return
        if not self._open:
            self._reveal()
        elif self._place + 1 < len(self._stops):
            self.go(1)
        else:
            self.left.emit()

    def go(self, by: int, answered: bool = False) -> None:
        """Goes to a neighbouring stop, where the question stands again."""
        self._place = min(max(self._place + by, 0), max(len(self._stops) - 1, 0))
        self._open = False
        stop = self.stop
        usable = stop is not None
        for button in (self.on, self.fill, self.hide_answers):
            button.setEnabled(usable)
        self.back.setEnabled(usable and self._place > 0)
        if stop is None:
            self.title.setText("Lesson")
            self.count.setText("")
            self.question.setText(TOO_LITTLE)
            self.answer.setText("")
            return
        self.title.setText(stop.title)
        self.count.setText(f"{self._place + 1} of {len(self._stops)}")
        self.question.setText(stop.question)
        self.answer.setText("")
        self.on.setText("Show the a&nswer")
        self.went.emit(stop)
        if answered or not self.hide_answers.isChecked():
            self._reveal()

    def _reveal(self) -> None:
        stop = self.stop
        if stop is None:
            return
        self._open = True
        self.answer.setText(stop.answer)
        last = self._place + 1 == len(self._stops)
        self.on.setText("E&nd" if last else "&Next")
        self._area.verticalScrollBar().setValue(0)
        self.shown.emit(stop)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Right and Space go on, Left goes back, Escape leaves."""
        key = Qt.Key(event.key())
        if key in (Qt.Key.Key_Right, Qt.Key.Key_Space, Qt.Key.Key_PageDown):
            self.step()
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_PageUp):
            self.go(-1)
        elif key == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)
