"""The panels around the crosstable: each holds its views as tabs."""

from collections.abc import Callable, Collection

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal, SignalInstance
from PySide6.QtGui import QKeyEvent, QMouseEvent, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QDockWidget,
    QFrame,
    QMainWindow,
    QStackedWidget,
    QTabBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from uscalc.ui.scheduling import FirstPaint
from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.building import (
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
        self.tabs = name_widget(QTabBar(), f"{name}Tabs", f"{title}: views", "panel")
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
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
            place = self.tabs.addTab(title)
            self.tabs.setTabData(place, name)

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
