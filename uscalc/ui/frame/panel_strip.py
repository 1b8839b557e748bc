"""The strip at the right edge of a narrow window, with a tab for each view of a folded panel."""

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QDockWidget,
    QFrame,
    QMainWindow,
    QSizePolicy,
    QWidget,
)

from uscalc.ui.frame.panel import Area, ViewPanel
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import STRETCH, add_parts, make_column, name_widget

LINE = 2
"""The width of the line beside the tab of the open view, in pixels."""


class PanelStrip(QDockWidget):
    """The strip, which is hidden at first; `chosen` is emitted with the name of a view."""

    chosen = Signal(str)

    def __init__(self, window: QMainWindow, panel: ViewPanel, theme: Theme) -> None:
        super().__init__(panel.windowTitle(), window)
        self._panel = panel
        self._theme = theme
        self._tabs: dict[str, StripTab] = {}
        name = f"{panel.objectName()}Strip"
        name_widget(self, name, f"{panel.windowTitle()}: folded")
        self.setFeatures(QDockWidget.DockWidgetFeature.NoDockWidgetFeatures)
        self.setTitleBarWidget(name_widget(QWidget(self), f"{name}NoTitle"))
        outer = name_widget(QWidget(), f"{name}Outer")
        card = name_widget(QFrame(), f"{name}Card", look="card")
        add_parts(make_column(outer, (0, UNIT, UNIT, UNIT), spacing=None), card)
        self._column = add_parts(
            make_column(card, (1, UNIT // 2, 1, UNIT // 2), spacing=0), STRETCH
        )
        self.setWidget(outer)
        window.addDockWidget(Area.RightDockWidgetArea, self)
        panel.tabs.currentChanged.connect(self.refresh)
        theme.changed.connect(self._fit_width)
        self.hide()
        self.refresh()
        self._fit_width()

    def _fit_width(self) -> None:
        """Make the strip as narrow as its texts allow."""
        metrics = QFontMetrics(self._theme.make_font())
        self.setFixedWidth(metrics.height() + 2 * UNIT + UNIT + 2)

    def refresh(self) -> None:
        """Make a tab for each view, and mark the open one."""
        for name, title in self._panel.list_views():
            if name not in self._tabs:
                tab = StripTab(name, title, self._theme)
                tab.clicked.connect(lambda _=False, name=name: self.chosen.emit(name))
                tab.stepped.connect(self._step_tab)
                self._column.insertWidget(self._column.count() - 1, tab)
                self._tabs[name] = tab
        selected = dict(self._panel.list_views())
        open_one = "" if self._panel.isHidden() else self._panel.front
        for name, tab in self._tabs.items():
            tab.setVisible(name in selected)
            tab.setChecked(name == open_one)
        # F6 goes to the tab of the view that was open last.
        if self._panel.front in self._tabs:
            self.setFocusProxy(self._tabs[self._panel.front])

    def _step_tab(self, by: int) -> None:
        """Go to a neighboring tab with the keyboard."""
        tabs = [self._tabs[name] for name, _ in self._panel.list_views()]
        here = next((i for i, tab in enumerate(tabs) if tab.hasFocus()), 0)
        tabs[min(max(here + by, 0), len(tabs) - 1)].setFocus()


class StripTab(QAbstractButton):
    """A tab whose text reads downward; `stepped` is emitted for the arrow keys."""

    stepped = Signal(int)

    def __init__(self, name: str, title: str, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setText(title)
        name_widget(self, f"{name}Folded", f"Show or hide {title}")
        self.setToolTip(f"Show or hide {title} (Esc)")
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def sizeHint(self) -> QSize:
        """Return the size of the turned text with its margins."""
        metrics = self.fontMetrics()
        word = metrics.horizontalAdvance(self.text())
        return QSize(metrics.height() + 2 * UNIT, word + 3 * UNIT)

    def minimumSizeHint(self) -> QSize:
        """Return a smaller size, because the text is shortened in a low window."""
        return QSize(self.sizeHint().width(), 4 * UNIT)

    def nextCheckState(self) -> None:
        """Do nothing, because the tab is checked while its view is open, not by a click."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open the view with Enter or Space; go to another tab with the arrow keys."""
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.stepped.emit(1 if key == Qt.Key.Key_Down else -1)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the text, and a line beside it if the view is open."""
        colors, rect = self._theme.colors, self.rect()
        with QPainter(self) as painter:
            if self.underMouse() or self.hasFocus():
                painter.fillRect(rect, QColor(colors.raised))
            if self.isChecked() or self.hasFocus():
                painter.fillRect(
                    QRect(0, 0, LINE, rect.height()), QColor(colors.accent)
                )
            strong = self.isChecked() or self.underMouse() or self.hasFocus()
            painter.setPen(QColor(colors.text if strong else colors.soft))
            painter.translate(rect.width(), 0)
            painter.rotate(90)
            turned = QRect(0, 0, rect.height(), rect.width())
            word = self.fontMetrics().elidedText(
                self.text(), Qt.TextElideMode.ElideRight, turned.width() - UNIT
            )
            painter.drawText(turned, Qt.AlignmentFlag.AlignCenter, word)
