"""Numbers in a text that can be changed: dragged with the mouse, or moved with keys."""

from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QUrl, Signal
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QMouseEvent,
    QTextCursor,
)
from PySide6.QtWidgets import QTextBrowser

from uscalc.explain.scene.causes import Cause, CauseKind
from uscalc.explain.scene.scene import Scene
from uscalc.ui.session.shared_scene import SharedScene
from uscalc.ui.theme.theme import Colors
from uscalc.ui.widgets.grabbing import (
    COUNT_STEPS,
    GRAB,
    RATING_STEPS,
    SCORE_STEPS,
    KeySteps,
    announce,
    move_to_multiple,
    read_step,
)
from uscalc.ui.widgets.text_pieces import select_link

TRY: Final = "try:"
"""The beginning of the link on a number that can be dragged."""
HOW_TO_TRY: Final = "Enter or Space: grab this number. Then Left/Right: move it."
HOW_DRAG: Final = "Drag left or right to change this."
TINT: Final = 0.14
"""The opacity of the box behind a number that can be dragged."""
STEPS: Final[dict[CauseKind, KeySteps]] = {
    "rating": RATING_STEPS,
    "score": SCORE_STEPS,
    "games": COUNT_STEPS,
}
PER_PIXEL: Final[dict[CauseKind, float]] = {
    "rating": 2.0,
    "score": 0.025,
    "games": 0.125,
}
"""How much a drag by one pixel changes each kind of number."""
SLACK: Final = 3
"""A press that moves by at most this many pixels is a click."""


def read_cause(link: str) -> Cause | None:
    """Return the number that a link stands for; None for other links."""
    return (
        Cause.parse(link.removeprefix(TRY).partition("/")[0])
        if link.startswith(TRY)
        else None
    )


def style_number(colors: Colors) -> str:
    """Return the CSS of a number that can be dragged: a tinted box, a dashed line."""
    box = QColor(colors.accent)
    return (
        f"background-color:rgba({box.red()},{box.green()},{box.blue()},{TINT}); "
        f"text-underline-style:dashed; text-decoration-color:{colors.accent};"
    )


class NumberDrag(QObject):
    """Tries other numbers in the shared scene; after a drag, the page is written again.

    `moved` is emitted after each change, `dropped` at the end of a drag, and `clicked`
    for a press without a drag.
    """

    moved = Signal()
    dropped = Signal(str)
    clicked = Signal(str)

    def __init__(self, text: QTextBrowser, shared: SharedScene) -> None:
        super().__init__(text)
        self._text = text
        self._shared = shared
        self._link = ""
        self._before: Scene | None = None
        self._pressed: QPoint | None = None
        self._far = False
        self._number = QTextCursor()
        """Selects the number that was written last, until the page is written again."""
        text.installEventFilter(self)
        text.viewport().installEventFilter(self)
        text.highlighted.connect(self._show_cursor)

    @property
    def cause(self) -> Cause | None:
        """The number that is being dragged, or None."""
        return read_cause(self._link)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Handle presses, moves and keys on a number."""
        kind = event.type()
        if isinstance(event, QMouseEvent) and watched is self._text.viewport():
            if kind == QEvent.Type.MouseButtonPress:
                return self._press(event)
            if kind == QEvent.Type.MouseMove and self._pressed is not None:
                self._move_to(event.position().toPoint())
                return True
            if kind == QEvent.Type.MouseButtonRelease and self._pressed is not None:
                link, self._pressed = self._link, None
                self._drop(canceled=False)
                if not self._far:
                    self.clicked.emit(link)
                return True
        if isinstance(event, QKeyEvent) and kind == QEvent.Type.KeyPress:
            return self._handle_key(event)
        left = kind in (QEvent.Type.FocusOut, QEvent.Type.Hide)
        if left and watched is self._text and self._before is not None:
            self._drop(canceled=False)
        return False

    # The mouse

    def _show_cursor(self, link: QUrl) -> None:
        """Show over a number that it moves; Qt shows a hand over every link."""
        if link.isEmpty():
            self._text.viewport().setCursor(Qt.CursorShape.ArrowCursor)
        elif read_cause(link.toString()) is not None:
            self._text.viewport().setCursor(Qt.CursorShape.SizeHorCursor)

    def _press(self, event: QMouseEvent) -> bool:
        place = event.position().toPoint()
        link = self._text.anchorAt(place)
        if event.button() != Qt.MouseButton.LeftButton or read_cause(link) is None:
            return False
        self._text.setFocus(Qt.FocusReason.MouseFocusReason)
        self.focus_link(link)
        if self._grab(link):
            self._pressed, self._far = place, False
        return True

    def _move_to(self, place: QPoint) -> None:
        cause, before = self.cause, self._before
        if cause is None or before is None or self._pressed is None:
            return
        off = place.x() - self._pressed.x()
        self._far = self._far or abs(off) > SLACK
        if self._far:
            fine = STEPS[cause.kind].fine
            value = cause.read_value(before) + off * PER_PIXEL[cause.kind]
            low, high = cause.bounds
            self._try(cause, min(max(round(value / fine) * fine, low), high))

    # Keys

    def _handle_key(self, event: QKeyEvent) -> bool:
        key = Qt.Key(event.key())
        cause = self.cause
        if self._before is None or cause is None:
            link = self._text.textCursor().charFormat().anchorHref()
            if key not in GRAB or event.modifiers() or read_cause(link) is None:
                return False
            if self._grab(link):
                self._announce("Grabbed. ")
            return True
        if key in GRAB or key == Qt.Key.Key_Escape:
            self._drop(canceled=key == Qt.Key.Key_Escape)
            return True
        step, scene = read_step(event, STEPS[cause.kind]), self._shared.value
        if step is None or scene is None:
            return False
        self._try(cause, move_to_multiple(cause.read_value(scene), step, *cause.bounds))
        self._announce()
        return True

    # The mouse and keys

    def _grab(self, link: str) -> bool:
        scene, cause = self._shared.follow(), read_cause(link)
        if (
            scene is None
            or cause is None
            or (cause.step and cause.step not in scene.subject.steps)
        ):
            return False
        self._link = link
        self._before = scene.select_step(cause.step) if cause.step else scene
        self._shared.put(self._before.hold_axis(True))
        return True

    def _try(self, cause: Cause, value: float) -> None:
        scene = self._shared.value
        if scene is not None:
            self._shared.put(cause.try_value(scene, value))
            self._write_number(cause)
            self.moved.emit()

    def _drop(self, canceled: bool) -> None:
        cause, before, scene = self.cause, self._before, self._shared.value
        assert before is not None
        link, self._before = self._link, None
        self._pressed = None
        if canceled:
            self._shared.put(before)
        elif scene is not None:
            self._shared.put(scene.hold_axis(False))
            if cause is not None and cause.kind == "score" and cause.game is not None:
                self._shared.share_result(cause.game)
        self._announce("Canceled. " if canceled else "Dropped. ")
        self._link = ""
        self.dropped.emit(link)

    def _announce(self, how: str = "") -> None:
        cause, scene = self.cause, self._shared.value
        if cause is not None and scene is not None:
            announce(self._text, how + cause.describe_trial(scene))

    def _write_number(self, cause: Cause) -> None:
        """Show the tried value in place of the number."""
        scene = self._shared.value
        cursor = self._select(self._link)
        if scene is not None and cursor is not None:
            start = cursor.selectionStart()
            cursor.insertText(cause.format_value(scene), cursor.charFormat())
            end = cursor.position()
            cursor.setPosition(start)
            cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            self._text.setTextCursor(cursor)
            self._number = cursor

    def focus_link(self, link: str) -> None:
        """Select a number, as Tab would."""
        cursor = self._select(link)
        if cursor is not None:
            self._text.setTextCursor(cursor)

    def _select(self, link: str) -> QTextCursor | None:
        wanted, number = read_cause(link), self._number
        if (
            number.hasSelection()
            and read_cause(number.charFormat().anchorHref()) == wanted
        ):
            return number
        return select_link(
            self._text.document(), lambda href: read_cause(href) == wanted
        )
