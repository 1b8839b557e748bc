"""The controls of a form: each shows a text, and emits a signal when the user changes it."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QLineEdit,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QWidget,
)

from uscalc.document.edit.settings import Field
from uscalc.engine.inputs import SYSTEM_NAMES, SYSTEMS
from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.building import make_choice_button, make_grid, name_widget

TICK = ((0.22, 0.52), (0.43, 0.73), (0.8, 0.28))
"""The points of the check mark in a check box, as parts of the box's side."""


class NextNumberField(QLineEdit):
    """A field for one number after another: a click selects the one that was taken."""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Select a number that was taken, so that typing replaces it."""
        super().mouseReleaseEvent(event)
        if not self.isModified() and not self.hasSelectedText():
            self.selectAll()


class TextControl(QLineEdit):
    """A text field. Enter, or leaving the field, commits the text; Esc restores it."""

    committed = Signal(str)
    entered = Signal()

    def __init__(self, empty: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent, placeholderText=empty)
        self._shown = ""
        self._blank = empty
        self._refused: str | None = None
        self.setProperty("form", True)
        self.editingFinished.connect(self.commit_typed)

    def show_text(self, text: str) -> None:
        """Show the document's text, and forget the typed one."""
        self._shown, self._refused = text, None
        if self.text() != text or self.isUndoAvailable():
            # If the user typed the same text, keep the cursor, because more may follow.
            place = self.cursorPosition() if self.text() == text else 0
            self.setText(text)
            self.setCursorPosition(place)

    def show_blank(self, means: bool) -> None:
        """Show what an empty field means; nothing if the field doesn't apply."""
        self.setPlaceholderText(self._blank if means else "")

    @property
    def value(self) -> str:
        """The current text of the field."""
        return self.text()

    words = value
    """The text shown for the value: here, the text itself."""

    @property
    def pending(self) -> bool:
        """True if the typed text is not in the document."""
        return self.text() != self._shown

    @property
    def refused(self) -> bool:
        """True if the current text was rejected."""
        return self.pending and self.text() == self._refused

    @property
    def was_refused(self) -> bool:
        """True if a text was rejected, and none has been accepted since."""
        return self._refused is not None

    def mark_rejected(self) -> None:
        """Remember that the current text was rejected, so that it isn't committed again."""
        self._refused = self.text()

    def commit_typed(self) -> None:
        """Emit the typed text, unless it is unchanged or was rejected."""
        if self.pending and not self.refused:
            self.committed.emit(self.text())

    def event(self, event: QEvent) -> bool:
        """Leave Undo to the window while nothing is typed."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(
            event, QKeyEvent
        ):
            undo = event.matches(QKeySequence.StandardKey.Undo)
            redo = event.matches(QKeySequence.StandardKey.Redo)
            if (undo or redo) and not self.pending:
                event.ignore()
                return False
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Show the document's text again on Esc."""
        if event.key() == Qt.Key.Key_Escape and self.pending:
            self.show_text(self._shown)
            self.committed.emit(self._shown)
            return
        super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Emit a signal that the control got the focus."""
        super().focusInEvent(event)
        self.entered.emit()


class ChoiceControl(QComboBox):
    """A choice of several items.

    If `waits` is True, the arrow keys only show other items: Enter, or leaving the
    control, commits the shown item, and Esc restores the committed one.
    """

    committed = Signal(str)
    entered = Signal()
    refused = False
    """Always False: a choice that is rejected returns to the document's value immediately."""

    def __init__(
        self,
        choices: Sequence[tuple[str, str]],
        parent: QWidget | None = None,
        *,
        waits: bool = False,
    ) -> None:
        super().__init__(
            parent,
            minimumContentsLength=6,
            sizeAdjustPolicy=QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon,
        )
        self._shown = ""
        self._waits = waits
        self._stepping = self._committing = False
        self.setProperty("form", True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        for key, words in choices:
            self.addItem(words, key)
        self.view().setProperty("form", True)
        self.activated.connect(self._handle_choice)

    def sizeHint(self) -> QSize:
        """Return the size in the style of the form, because Qt keeps the first one it finds."""
        self.ensurePolished()
        return super().sizeHint()

    def setAccessibleName(self, name: str) -> None:
        """Set the name, and begin the description with it.

        On Linux, Qt gives screen readers the selected item instead of the name.
        """
        super().setAccessibleName(name)
        super().setAccessibleDescription(name)

    def setAccessibleDescription(self, description: str) -> None:
        """Set the description, which begins with the name."""
        super().setAccessibleDescription(f"{self.accessibleName()}: {description}")

    def set_names(self, name: str, words: str) -> None:
        """Set the names of the box and its list."""
        name_widget(self, name, words)
        name_widget(self.view(), f"{name}List", f"{words}: choices")

    def show_text(self, text: str) -> None:
        """Show the item with this key."""
        self._shown = text
        self.setCurrentIndex(self.findData(text))

    def show_known(self, text: str) -> None:
        """Show the item with this key; if there is none, keep the shown one."""
        self.show_text(text if self.findData(text) >= 0 else self.value)

    def mark_rejected(self) -> None:
        """Show the committed item again."""
        self.setCurrentIndex(self.findData(self._shown))

    def show_blank(self, means: bool) -> None:
        """Show no item, because the field doesn't apply or has no value."""
        if not means:
            self.setCurrentIndex(-1)

    @property
    def value(self) -> str:
        """The key of the shown item."""
        return str(self.currentData())

    @property
    def words(self) -> str:
        """The text of the shown item."""
        return self.currentText()

    @property
    def pending(self) -> bool:
        """True if the shown item is not the committed one."""
        key = self.currentData()
        return key is not None and key != self._shown

    def commit_typed(self) -> None:
        """Commit the item that the arrow keys have shown."""
        if self._waits and self.pending:
            self._emit_once(str(self.currentData()))

    def _handle_choice(self, index: int) -> None:
        key = str(self.itemData(index))
        if key != self._shown and not self._stepping:
            self._emit_once(key)

    def _emit_once(self, key: str) -> None:
        """Emit a choice only once, even if it moves the focus away."""
        if not self._committing:
            self._committing = True
            try:
                self.committed.emit(key)
            finally:
                self._committing = False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let arrow keys and letters show other items without committing them."""
        key = event.key()
        if self._waits and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.commit_typed()
            return
        if self._waits and key == Qt.Key.Key_Escape and self.pending:
            self.mark_rejected()
            return
        self._stepping = self._waits
        super().keyPressEvent(event)
        self._stepping = False

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Commit the shown item, unless the list was just opened."""
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.commit_typed()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the box, and an arrow in the color of the text."""
        super().paintEvent(event)
        middle = QPointF(self.width() - 1.5 * UNIT, self.height() / 2)
        reach = UNIT / 2
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(
                QPen(self.palette().color(QPalette.ColorRole.ButtonText), 1.5)
            )
            painter.drawPolyline(
                [
                    middle + QPointF(-reach, -reach / 2),
                    middle + QPointF(0, reach / 2),
                    middle + QPointF(reach, -reach / 2),
                ]
            )

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Ignore the wheel, so that scrolling the form doesn't change a choice."""
        event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Emit a signal that the control got the focus."""
        super().focusInEvent(event)
        self.entered.emit()


def make_choice(
    name: str,
    words: str,
    choices: Sequence[tuple[str, str]] = (),
    picked: Callable[[str], object] | None = None,
    *,
    shown: str = "",
    hint: str = "",
    letters: int | None = None,
    waits: bool = False,
) -> ChoiceControl:
    """Return a choice that calls `picked`; the item `shown` is selected.

    It has room for some letters, and if `waits` is True, Enter commits.
    """
    choice = ChoiceControl(choices, waits=waits)
    choice.set_names(name, words)
    choice.setToolTip(hint)
    if letters is not None:
        choice.setMinimumContentsLength(letters)
    if shown:
        choice.show_text(shown)
    if picked is not None:
        choice.committed.connect(picked)
    return choice


class CheckControl(QCheckBox):
    """A check box whose value is "yes" or "no"."""

    committed = Signal(str)
    entered = Signal()
    refused = False
    """Always False: a choice that is rejected returns to the document's value immediately."""

    def __init__(self, words: str, parent: QWidget | None = None) -> None:
        super().__init__(words, parent)
        self._shown = "no"
        self.setProperty("form", True)
        self.clicked.connect(lambda: self.committed.emit(self.value))

    def show_text(self, text: str) -> None:
        """Check the box for "yes", clear it for "no"."""
        self._shown = text or "no"
        self.setChecked(text == "yes")

    def mark_rejected(self) -> None:
        """Show the committed state again."""
        self.setChecked(self._shown == "yes")

    @property
    def value(self) -> str:
        """ "yes" or "no"."""
        return "yes" if self.isChecked() else "no"

    words = value
    """The text shown for the value: here, the value itself."""

    @property
    def pending(self) -> bool:
        """True if a click is not in the document yet."""
        return self.value != self._shown

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the box, with a check mark if it is checked."""
        super().paintEvent(event)
        if not self.isChecked():
            return
        option = QStyleOptionButton()
        self.initStyleOption(option)
        box = QRectF(
            self.style().subElementRect(
                QStyle.SubElement.SE_CheckBoxIndicator, option, self
            )
        )
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            color = self.palette().color(QPalette.ColorRole.HighlightedText)
            painter.setPen(QPen(color, box.width() / 8))
            painter.drawPolyline(
                [
                    box.topLeft() + QPointF(box.width() * x, box.height() * y)
                    for x, y in TICK
                ]
            )

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Emit a signal that the control got the focus."""
        super().focusInEvent(event)
        self.entered.emit()


class SystemsControl(QWidget):
    """The six rating systems as buttons; if none is pressed, the time control decides."""

    committed = Signal(str)
    entered = Signal()
    refused = False
    """Always False: a choice that is rejected returns to the document's value immediately."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._shown = ""
        grid = make_grid(self, UNIT // 4, UNIT // 4)
        self._buttons = {}
        for place, system in enumerate(SYSTEMS):
            button = make_choice_button(
                f"{name}{system}",
                system,
                f"Rated in {SYSTEM_NAMES[system]}",
                f"Rate it in {SYSTEM_NAMES[system]}",
            )
            button.setSizePolicy(
                QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred
            )
            button.clicked.connect(self._emit_committed)
            grid.addWidget(button, place // 3, place % 3)
            self._buttons[system] = button
        self.setFocusProxy(self._buttons["R"])

    def show_text(self, text: str) -> None:
        """Press the buttons of these systems."""
        self._shown = text
        for system, button in self._buttons.items():
            button.setChecked(system in text.split())

    def mark_rejected(self) -> None:
        """Show the committed systems again."""
        self.show_text(self._shown)

    @property
    def value(self) -> str:
        """The systems whose buttons are pressed."""
        return " ".join(s for s, button in self._buttons.items() if button.isChecked())

    words = value
    """The text shown for the value: here, the value itself."""

    @property
    def pending(self) -> bool:
        """True if a click is not in the document yet."""
        return set(self.value.split()) != set(self._shown.split())

    def _emit_committed(self) -> None:
        self.entered.emit()
        self.committed.emit(self.value)


Control = TextControl | ChoiceControl | CheckControl | SystemsControl


def make_control(field: Field, name: str) -> Control:
    """Return a control that suits a field."""
    control: Control
    if field.name == "systems":
        control = SystemsControl(name)
    elif field.is_check:
        control = CheckControl(field.empty or field.label)
    elif field.choices:
        control = ChoiceControl(field.choices, waits=True)
    else:
        control = TextControl(field.empty)
    name_widget(control, name, field.label)
    if isinstance(control, ChoiceControl):
        control.set_names(name, field.label)
    control.setAccessibleDescription(field.hint)
    control.setToolTip(field.hint)
    return control
