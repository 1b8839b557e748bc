"""The rail at the left edge of the window, with a button for each space."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QMainWindow,
    QSizePolicy,
)

from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import (
    make_column,
    make_tool_button,
    name_widget,
    set_ink,
)

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from uscalc.ui.frame.frame import MainFrame
    from uscalc.ui.specs import SpaceSpec

GRID: Final = 24
"""The side of an icon, in the units of `LINES` and `DOTS`."""
ICON: Final = 1.7
"""The side of an icon, in heights of a line of text."""
LINES: Final[dict[str, tuple[tuple[tuple[float, float], ...], ...]]] = {
    "enter": (
        ((3, 4), (21, 4), (21, 20), (3, 20), (3, 4)),
        ((3, 9), (21, 9)),
        ((3, 14.5), (21, 14.5)),
        ((9, 4), (9, 20)),
    ),
    "explain": (((3, 19), (8, 17), (13, 9), (21, 4)),),
    "what-if": (
        ((3, 6), (21, 6)),
        ((3, 12), (21, 12)),
        ((3, 18), (21, 18)),
    ),
    "report": (
        ((5, 3), (19, 3), (19, 21), (5, 21), (5, 3)),
        ((8.5, 8), (15.5, 8)),
        ((8.5, 12), (15.5, 12)),
        ((8.5, 16), (13, 16)),
    ),
    "teach": (
        ((2, 9), (12, 4), (22, 9), (12, 14), (2, 9)),
        ((6, 11.5), (6, 17), (12, 20), (18, 17), (18, 11.5)),
        ((22, 9), (22, 15)),
    ),
}
"""The lines of each icon."""
RETURNS: Final = frozenset(
    {
        Qt.FocusReason.ActiveWindowFocusReason,
        Qt.FocusReason.MenuBarFocusReason,
        Qt.FocusReason.PopupFocusReason,
    }
)
"""The focus reasons that mean that the focus returns to the widget that had it before."""
DOTS: Final[dict[str, tuple[tuple[float, float], ...]]] = {
    "explain": ((8, 17), (13, 9)),
    "what-if": ((8, 6), (16, 12), (10, 18)),
}
"""The dots of each icon."""


class SpaceRail(QFrame):
    """The rail; it reserves its width at the left of the window."""

    def __init__(
        self,
        window: QMainWindow,
        spaces: "Sequence[SpaceSpec[MainFrame, QWidget]]",
        theme: Theme,
    ) -> None:
        super().__init__(window)
        self._window = window
        name_widget(self, "rail", "Spaces")
        column = make_column(self, (UNIT // 2, 3 * UNIT, UNIT // 2, UNIT), UNIT)
        self.buttons: dict[str, RailButton] = {}
        for place, space in enumerate(spaces, 1):
            button = RailButton(space.name, space.title, theme)
            button.setToolTip(f"{space.title}: {space.hint} (Ctrl+{place})")
            column.addWidget(button)
            self.buttons[space.name] = button
        column.addStretch(1)
        self.find_command = make_tool_button(
            "railCommands",
            "Ctrl+K",
            "Find a command",
            "Find a command, a view or a player (Ctrl+K)",
            "corner",
        )
        self.find_command.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        column.addWidget(self.find_command, 0, Qt.AlignmentFlag.AlignHCenter)
        theme.changed.connect(self._fit_width)
        self._fit_width()
        self.show()

    def mark_space(self, name: str | None) -> None:
        """Mark the button of the current space; None marks no button."""
        for space, button in self.buttons.items():
            button.setChecked(space == name)
        if name is not None:
            self.setFocusProxy(self.buttons[name])

    def _fit_width(self) -> None:
        """Fit the width to the texts, and move the window's contents to the right of it."""
        wide = max(button.sizeHint().width() for button in self.buttons.values())
        self.setFixedWidth(wide + UNIT)
        self._window.setContentsMargins(self.width(), 0, 0, 0)
        self.fit_height()

    def fit_height(self) -> None:
        """Use the whole height of the window."""
        self.setGeometry(0, 0, self.width(), self._window.height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to another button with the arrow keys."""
        by = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()))
        buttons = list(self.buttons.values())
        here = next((i for i, button in enumerate(buttons) if button.hasFocus()), None)
        if by is None or here is None:
            super().keyPressEvent(event)
        else:
            buttons[min(max(here + by, 0), len(buttons) - 1)].setFocus()


class RailButton(QAbstractButton):
    """An icon with a word below it.

    The focus is framed, unless it came with `NoFocusReason`: then the user didn't ask
    for it.
    """

    def __init__(self, space: str, title: str, theme: Theme) -> None:
        super().__init__(text=title, checkable=True)
        self._theme = theme
        self._lines = [
            QPolygonF([QPointF(x, y) for x, y in line]) for line in LINES[space]
        ]
        self._dots = [QPointF(x, y) for x, y in DOTS.get(space, ())]
        self._framed = False
        name_widget(self, f"space-{space}", title)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def sizeHint(self) -> QSize:
        """Return the size of the icon and the text."""
        metrics = self._metrics()
        high = metrics.height()
        wide = metrics.horizontalAdvance(self.text()) + 2 * UNIT
        return QSize(max(wide, 7 * UNIT), round(high * (1 + ICON)) + 2 * UNIT)

    def minimumSizeHint(self) -> QSize:
        """Return a smaller size, because icons shrink in a low window."""
        return QSize(self.sizeHint().width(), self._metrics().height() + 2)

    def _metrics(self) -> QFontMetrics:
        return QFontMetrics(self._theme.make_font(0.9, strong=True))

    def nextCheckState(self) -> None:
        """Do nothing, because a button is checked while its space is shown, not by a click."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Show the space with Enter or Space; leave the arrow keys to the rail."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        elif event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            event.ignore()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Remember whether the focus is framed."""
        if event.reason() not in RETURNS:
            self._framed = event.reason() != Qt.FocusReason.NoFocusReason
        super().focusInEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the icon and the text; if the space is shown, on a colored background."""
        colors, here = self._theme.colors, self.isChecked()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            ground = colors.selected if here else colors.raised
            framed = self.hasFocus() and self._framed
            if here or self.underMouse() or framed:
                set_ink(
                    painter, QColor(colors.accent) if framed else None, QColor(ground)
                )
                painter.drawRoundedRect(
                    QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6
                )
            color = QColor(colors.accent if here else colors.soft)
            font = self._theme.make_font(0.9, here)
            high = QFontMetrics(font).height()
            word = QRect(0, self.height() - high - UNIT // 2, self.width(), high)
            painter.setFont(font)
            painter.setPen(color)
            painter.drawText(word, Qt.AlignmentFlag.AlignCenter, self.text())
            side = min(ICON * high, word.top() - UNIT // 2)
            if side > UNIT:
                self._paint_icon(
                    painter, color, QColor(ground), side, word.top() - side
                )

    def _paint_icon(
        self, painter: QPainter, color: QColor, ground: QColor, side: float, end: float
    ) -> None:
        """Paint the lines and dots of the icon, with a gap of `end` / 2 pixels above it."""
        painter.translate((self.width() - side) / 2, end / 2)
        painter.scale(side / GRID, side / GRID)
        set_ink(
            painter,
            QPen(
                color,
                1.7,
                Qt.PenStyle.SolidLine,
                Qt.PenCapStyle.RoundCap,
                Qt.PenJoinStyle.RoundJoin,
            ),
            None,
        )
        for line in self._lines:
            painter.drawPolyline(line)
        painter.setBrush(
            ground if self.isChecked() else QColor(self._theme.colors.surface)
        )
        for dot in self._dots:
            painter.drawEllipse(dot, 2.4, 2.4)
