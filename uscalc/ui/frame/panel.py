"""The panels around the crosstable, and the strip with the tabs of folded ones."""

from collections.abc import Callable, Collection

from PySide6.QtCore import QRect, QSignalBlocker, QSize, Qt, Signal, SignalInstance
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QDockWidget,
    QFrame,
    QMainWindow,
    QSizePolicy,
    QStackedWidget,
    QTabBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from uscalc.ui.scheduling import FirstPaint, make_timer
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import (
    STRETCH,
    add_parts,
    bring_to_front,
    make_column,
    make_row,
    make_tool_button,
    name_widget,
)

Area = Qt.DockWidgetArea
MARGINS = {
    Area.RightDockWidgetArea: (0, UNIT, UNIT, UNIT),
    Area.BottomDockWidgetArea: (UNIT, 0, 0, UNIT),
}


class ViewStack(QStackedWidget):
    """The views of a panel, one of which is shown."""

    def __init__(self) -> None:
        super().__init__()
        self.selected: list[int] = []
        """The indexes of the views that the current space has."""

    def minimumSizeHint(self) -> QSize:
        """Return the size that the selected views need at their current width.

        Text that wraps is higher in a narrow view. With Qt's own hint, a view would
        take room from the table that it doesn't use.
        """
        if not self.isVisible():
            return super().minimumSizeHint()
        least = QSize(0, 0)
        for place in self.selected:
            page = self.widget(place)
            room = page.layout() if page is not None else None
            if room is not None:
                whole = room.totalMinimumSize()
                width, high = max(self.width(), whole.width()), whole.height()
                if room.hasHeightForWidth():
                    high = min(high, room.totalMinimumHeightForWidth(width))
                least = least.expandedTo(QSize(whole.width(), high))
        # A view that was never shown needs no room yet, and a wide one could be narrower.
        # Neither may move other parts later.
        return least.boundedTo(self.window().size() * 3 / 10)


class ViewPanel(QDockWidget):
    """A dock whose views are tabs. It can be maximized over the window, or float in its own window.

    `used` is emitted when the panel is clicked or one of its views comes to the front;
    `resetting` to reset the layout; `filling` to fill the window, or to end this;
    `leaving` to return to the table; `closing` to hide the panel.
    """

    used = Signal()
    resetting = Signal()
    filling = Signal()
    leaving = Signal()
    closing = Signal()

    def __init__(self, window: QMainWindow, name: str, title: str, area: Area) -> None:
        super().__init__(title, window)
        name_widget(self, name, title)
        # Use the tabs as the title bar.
        self.setTitleBarWidget(name_widget(QWidget(self), f"{name}NoTitle"))
        self.tabs = name_widget(
            QTabBar(drawBase=False, expanding=False),
            f"{name}Tabs",
            f"{title}: views",
            "panel",
        )
        self._area = area
        self._at_edge = False
        self.lifted = False
        """True if the panel covers the window instead of being beside the table."""
        self._begun = False
        """True if the table is painted and the bars are made, so that views may be made."""
        self._stack = name_widget(ViewStack(), f"{name}Stack")
        self._places: dict[str, QVBoxLayout] = {}
        self._unmade: dict[str, Callable[[], QWidget]] = {}
        self._marks: dict[str, Callable[[QWidget], QWidget]] = {}
        self._made: dict[str, QWidget] = {}
        self.tabs.currentChanged.connect(self._turn_to)
        self.tabs.tabBarClicked.connect(self.used)
        # Tabs must not widen the panel, because the crosstable needs the width.
        self.tabs.setUsesScrollButtons(True)
        self.setWidget(self._make_card(name, MARGINS[area]))
        self.topLevelChanged.connect(self._handle_floating)
        # Qt can't remove a dock while it restores a layout.
        leave = make_timer(self, 0, self._leave_dock)
        self.dockLocationChanged.connect(lambda _area: leave.start())
        window.addDockWidget(area, self)

    def add_view(
        self,
        name: str,
        title: str,
        make: Callable[[], QWidget],
        mark: Callable[[QWidget], QWidget],
    ) -> None:
        """Add a view at the end; `make` makes it when it is first shown.

        `name` is its object name. `mark` makes the line above it, as a child of its
        argument.
        """
        empty = name_widget(QWidget(), f"{name}Place")
        self._places[name] = make_column(empty, spacing=None)
        self._stack.addWidget(empty)
        self._unmade[name] = make
        self._marks[name] = mark
        # Qt makes the first tab of a bar the current one.
        with QSignalBlocker(self.tabs):
            self.tabs.setTabData(self.tabs.addTab(title), name)

    def get_view(self, name: str) -> QWidget:
        """Return the view with this name; make it at the first call.

        Raises KeyError if the panel has no such view.
        """
        if name not in self._made:
            view = self._made[name] = self._unmade[name]()
            del self._unmade[name]
            add_parts(self._places[name], self._marks[name](self), view)
            # Show it now, because the layout would show it later.
            view.show()
        return self._made[name]

    def show_first_view(self) -> None:
        """Make the front view now, and other views when they come to the front."""
        self._begun = True
        self._turn_to(self.tabs.currentIndex())

    def _turn_to(self, place: int) -> None:
        if place >= 0 and self._begun and self.isVisible():
            self.get_view(str(self.tabs.tabData(place)))
        self._stack.setCurrentIndex(place)

    def showEvent(self, event: QShowEvent) -> None:
        """Make the front view, after the table beside it is painted."""
        super().showEvent(event)
        # The view is then painted together with the table.
        FirstPaint(self, self.show_first_view)

    def has_view(self, name: str) -> bool:
        """Return whether the panel has a view."""
        return name in self._places

    def list_views(self) -> list[tuple[str, str]]:
        """Return the names and titles of the selected views, in the order of their tabs."""
        return [
            (str(self.tabs.tabData(place)), self.tabs.tabText(place))
            for place in range(self.tabs.count())
            if self.tabs.isTabVisible(place)
        ]

    def select_views(self, names: Collection[str], front: str) -> None:
        """Show only the tabs of these views, with `front` in front.

        A view that was never shown is made after the window is painted with its tab.
        """
        with QSignalBlocker(self.tabs):
            for place in range(self.tabs.count()):
                seen = self.tabs.tabData(place) in names
                # Qt lays out the tabs only if the last call changed something.
                if seen != self.tabs.isTabVisible(place):
                    self.tabs.setTabVisible(place, seen)
            self.bring_forward(front)
        self._stack.selected = [
            place for place in range(self.tabs.count()) if self.tabs.isTabVisible(place)
        ]
        self._stack.updateGeometry()
        # Qt doesn't notice that other tabs need a different size.
        self.tabs.updateGeometry()
        if self._begun and front in self._unmade:
            self._begun = False
            FirstPaint(self, self.show_first_view)
        self.tabs.currentChanged.emit(self.tabs.currentIndex())

    def get_title(self, name: str) -> str:
        """Return the text on the tab of a view."""
        (place,) = (i for i in range(self.tabs.count()) if self.tabs.tabData(i) == name)
        return self.tabs.tabText(place)

    @property
    def front(self) -> str:
        """The name of the view whose tab is in front; empty if the panel has no views."""
        return str(self.tabs.tabData(self.tabs.currentIndex()) or "")

    def bring_forward(self, name: str) -> None:
        """Bring a view's tab to the front, if the panel has the view."""
        for place in range(self.tabs.count()):
            if self.tabs.tabData(place) == name:
                self.tabs.setCurrentIndex(place)

    def show_view(self, name: str) -> None:
        """Show a view, and the panel if it is hidden."""
        self.bring_forward(name)
        self.show()
        self.show_first_view()
        self.raise_()
        self.used.emit()

    def _make_card(self, name: str, margins: tuple[int, int, int, int]) -> QWidget:
        outer = name_widget(QWidget(), f"{name}Outer")
        self._around = around = make_column(outer, margins, spacing=None)
        card = name_widget(QFrame(), f"{name}Card", look="card")
        around.addWidget(card)
        row = make_row(margins=(UNIT, UNIT // 4, UNIT // 2, 0), spacing=0)
        row.addWidget(self.tabs, 1, Qt.AlignmentFlag.AlignBottom)
        add_parts(
            row,
            self._make_button("Reset", "↺", "Reset layout", self.resetting),
            self._make_button(
                "Fill", "⤢", "Maximize or restore panel (Esc)", self.filling
            ),
            self._make_button(
                "Close", "×", "Hide panel (reopen it from View > Layout)", self.closing
            ),
        )
        add_parts(make_column(card, (1, 1, 1, 1), spacing=0), row, (self._stack, 1))
        return outer

    def _make_button(
        self, name: str, words: str, hint: str, asked: SignalInstance
    ) -> QToolButton:
        own = f"{self.objectName()}{name}", words, f"{self.windowTitle()}: {hint}"
        button = make_tool_button(*own, hint, "corner")
        button.clicked.connect(asked)
        return button

    # Position and size

    @property
    def extent(self) -> int:
        """The width of a panel beside the table, or the height of one below it, in pixels."""
        return self.width() if self._stands_beside else self.height()

    @property
    def _stands_beside(self) -> bool:
        return self._area == Area.RightDockWidgetArea

    def lift_out(self) -> None:
        """Take the panel out of its dock, so that the caller can show it elsewhere."""
        if not self.lifted:
            self.lifted = True
            self._get_window().removeDockWidget(self)
            self.setAutoFillBackground(True)
            self._around.setContentsMargins(*[UNIT] * 4)

    def _leave_dock(self) -> None:
        """Leave the dock to which Qt has returned a lifted panel with a restored layout.

        There it would take the place of the strip.
        """
        window, seen = self._get_window(), self.isVisible()
        if self.lifted and window.dockWidgetArea(self) != Area.NoDockWidgetArea:
            window.removeDockWidget(self)
            self.setVisible(seen)

    def put_back(self) -> None:
        """Return the panel to its dock."""
        if self.lifted:
            self.lifted = False
            self.setAutoFillBackground(False)
            self.reach_right_edge(self._at_edge)
            self._get_window().addDockWidget(self._area, self)

    def reach_right_edge(self, reaches: bool) -> None:
        """Add a right margin if the panel reaches the right edge of the window."""
        self._at_edge = reaches
        if not self.lifted:
            left, top, right, bottom = MARGINS[self._area]
            right = UNIT if reaches else right
            self._around.setContentsMargins(left, top, right, bottom)

    def set_extent(self, extent: int) -> None:
        """Set the width or height in pixels, unless the panel covers the window."""
        beside = self._stands_beside
        way = Qt.Orientation.Horizontal if beside else Qt.Orientation.Vertical
        if not self.lifted and not self.isFloating():
            self._get_window().resizeDocks([self], [extent], way)

    def _get_window(self) -> QMainWindow:
        window = self.parentWidget()
        assert isinstance(window, QMainWindow)
        return window

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Treat a click beside the controls as a click in the view."""
        self.used.emit()
        super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave a panel that covers the window on Esc; ignore all other keys."""
        if event.key() == Qt.Key.Key_Escape and self.lifted:
            self.leaving.emit()
        elif event.key() == Qt.Key.Key_Escape and self.isFloating():
            QApplication.sendEvent(self._get_window(), event)
        else:
            super().keyPressEvent(event)

    def _handle_floating(self, floating: bool) -> None:
        """Make a floating panel a normal window, in which all shortcuts work."""
        if floating:
            self.setWindowFlags(Qt.WindowType.Window)
            self.addActions(self._get_window().actions())
            bring_to_front(self)


LINE = 2
"""The width of the line beside the tab of the open view, in pixels."""


class PanelStrip(QDockWidget):
    """The strip, which is hidden at first; `chosen` is emitted with the name of a view."""

    chosen = Signal(str)

    def __init__(self, window: QMainWindow, panel: ViewPanel, theme: Theme) -> None:
        super().__init__(
            panel.windowTitle(),
            window,
            features=QDockWidget.DockWidgetFeature.NoDockWidgetFeatures,
        )
        self._panel = panel
        self._theme = theme
        self._tabs: dict[str, StripTab] = {}
        name = f"{panel.objectName()}Strip"
        name_widget(self, name, f"{panel.windowTitle()}: folded")
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
        super().__init__(text=title, checkable=True)
        self._theme = theme
        name_widget(self, f"{name}Folded", f"Show or hide {title}")
        self.setToolTip(f"Show or hide {title} (Esc)")
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
