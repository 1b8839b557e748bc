"""The panels around the crosstable: each holds its views as tabs."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QDockWidget,
    QFrame,
    QMainWindow,
    QMenu,
    QStackedWidget,
    QTabBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from uscalc.ui.scheduling.first_paint import FirstPaint
from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.building import make_column, make_row, name_widget

Area = Qt.DockWidgetArea
BARS = 16
"""What the bars, and the gaps between the parts, take of the height, in units."""
MARGINS = {
    Area.RightDockWidgetArea: (0, UNIT, UNIT, UNIT),
    Area.BottomDockWidgetArea: (UNIT, 0, 0, UNIT),
}


def prepare(window: QMainWindow) -> None:
    """The panel at the right reaches down to the bottom."""
    window.setDockNestingEnabled(False)
    window.setCorner(Qt.Corner.BottomRightCorner, Area.RightDockWidgetArea)


class Views(QStackedWidget):
    """The views of a panel, of which one is shown."""

    def minimumSizeHint(self) -> QSize:
        """Return what they need at their width: a text that wraps is not as high as if narrow.

        Else a view would take from the table what it does not use.
        """
        least = super().minimumSizeHint()
        if not self.isVisible():
            return least
        high = 0
        for place in range(self.count()):
            page = self.widget(place)
            room = page.layout() if page is not None else None
            if room is not None:
                width = max(self.width(), room.totalMinimumSize().width())
                needed = room.totalMinimumSize().height()
                if room.hasHeightForWidth():
                    needed = min(needed, room.totalMinimumHeightForWidth(width))
                high = max(high, needed)
        return QSize(least.width(), high)


class Panel(QDockWidget):
    """A dock whose views share its place; it can also lie over the window, or float.

    `added` comes with each view that is added, `used` when it is clicked or one of its
    views is brought forward. `filling` asks to fill the window, or to
    end it; `leaving` to go back to the table; `closing` to be hidden.
    """

    added = Signal()
    used = Signal()
    filling = Signal()
    leaving = Signal()
    closing = Signal()

    def __init__(self, window: QMainWindow, name: str, title: str, area: Area) -> None:
        super().__init__(title, window)
        name_widget(self, name, title)
        # The tabs stand in for Qt's title bar.
        empty = name_widget(QWidget(self), f"{name}NoTitle")
        self.setTitleBarWidget(empty)
        self.tabs = name_widget(QTabBar(), f"{name}Tabs", f"{title}: views", "panel")
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self._area = area
        self._lifted = False
        self._begun = False
        """Whether the table is painted and the bars are there: no view comes before."""
        self._stack = name_widget(Views(), f"{name}Stack")
        self._places: dict[str, QVBoxLayout] = {}
        self._unmade: dict[str, Callable[[], QWidget]] = {}
        self._marks: dict[str, Callable[[QWidget], QWidget]] = {}
        self._made: dict[str, QWidget] = {}
        self.tabs.currentChanged.connect(self._turn)
        self.tabs.tabBarClicked.connect(self.used)
        # Other tabs may not make the panel wider than the crosstable can spare.
        self.tabs.setUsesScrollButtons(True)
        self.setWidget(self._card(name, MARGINS[area]))
        self.topLevelChanged.connect(self._floats)
        window.addDockWidget(area, self)

    def add(
        self,
        name: str,
        title: str,
        make: Callable[[], QWidget],
        mark: Callable[[QWidget], QWidget] | None = None,
    ) -> None:
        """Add a view at the end; `make` makes it when it is seen for the first time.

        It is known by `name`, its objectName. `mark` makes the line above it, a child of
        the widget that it is given.
        """
        empty = name_widget(QWidget(), f"{name}Place")
        room = make_column(empty, spacing=None)
        self._places[name] = room
        self._stack.addWidget(empty)
        self._unmade[name] = make
        if mark is not None:
            self._marks[name] = mark
        # The first tab of a bar becomes its current one at once.
        quiet = self.tabs.blockSignals(True)
        place = self.tabs.addTab(title)
        self.tabs.setTabData(place, name)
        self.tabs.blockSignals(quiet)
        self.added.emit()

    def view(self, name: str) -> QWidget:
        """Return a view by its name, made now if it was not yet seen.

        Raises KeyError where the panel has no such view.
        """
        if name not in self._made:
            view = self._made[name] = self._unmade[name]()
            del self._unmade[name]
            if name in self._marks:
                self._places[name].addWidget(self._marks[name](self))
            self._places[name].addWidget(view)
            # A layout shows what it is given only a turn later.
            view.show()
        return self._made[name]

    def current(self) -> str:
        """Return the name of the view in front; empty in a panel without views."""
        return str(self.tabs.tabData(self.tabs.currentIndex()) or "")

    def begin(self) -> None:
        """Make the view that is in front; from now on, each that comes there."""
        self._begun = True
        self._turn(self.tabs.currentIndex())

    def _turn(self, place: int) -> None:
        if place >= 0 and self._begun and self.isVisible():
            self.view(str(self.tabs.tabData(place)))
        self._stack.setCurrentIndex(place)

    def showEvent(self, event: QShowEvent) -> None:
        """Make the view that is in front, once the table beside it is painted."""
        super().showEvent(event)
        # It is painted in one go with the table.
        FirstPaint(self, self.begin)

    def has(self, name: str) -> bool:
        """Return whether a view stands here."""
        return name in self._unmade or name in self._made

    def views(self) -> list[tuple[str, str]]:
        """Return the views' names and titles, in the order of their tabs."""
        places = range(self.tabs.count())
        return [(str(self.tabs.tabData(i)), self.tabs.tabText(i)) for i in places]

    @property
    def front(self) -> str:
        """The name of the view whose tab is in front."""
        return str(self.tabs.tabData(self.tabs.currentIndex()))

    def bring_forward(self, name: str) -> None:
        """Put a view's tab in front, if there is such a view."""
        for place in range(self.tabs.count()):
            if self.tabs.tabData(place) == name:
                self.tabs.setCurrentIndex(place)

    def show_view(self, name: str, _checked: bool = False) -> None:
        """Show a view, and the panel if it was hidden."""
        self.bring_forward(name)
        self.show()
        self.begin()
        self.raise_()
        self.used.emit()

    def _card(self, name: str, margins: tuple[int, int, int, int]) -> QWidget:
        outer = name_widget(QWidget(), f"{name}Outer")
        self._around = around = make_column(outer, margins, spacing=None)
        card = name_widget(QFrame(), f"{name}Card", look="card")
        around.addWidget(card)
        column = make_column(card, (1, 1, 1, 1), spacing=0)
        row = make_row(margins=(UNIT, UNIT // 4, UNIT // 2, 0), spacing=0)
        row.addWidget(self.tabs, 1, Qt.AlignmentFlag.AlignBottom)
        for button in (self._all(), self._button("Fill"), self._button("Close")):
            row.addWidget(button)
        column.addLayout(row)
        column.addWidget(self._stack, 1)
        return outer

    def _all(self) -> QToolButton:
        """List every view: in a narrow panel not all tabs are in sight."""
        words = f"{self.windowTitle()}: all of them in a list"
        self._list = QMenu(self)
        self._list.setObjectName(f"{self.objectName()}List")
        self._list.setAccessibleName(words)
        self._list.aboutToShow.connect(self._list_views)
        button = name_widget(QToolButton(), f"{self.objectName()}All", words, "corner")
        button.setText("⋯")
        button.setToolTip("Every view of this panel")
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setMenu(self._list)
        return button

    def _list_views(self) -> None:
        self._list.clear()
        for name, title in self.views():
            action = self._list.addAction(title.replace("&", "&&"))
            action.setObjectName(f"{name}InList")
            action.setCheckable(True)
            action.setChecked(name == self.front)
            action.triggered.connect(partial(self.show_view, name))

    def _button(self, what: str) -> QToolButton:
        fills = what == "Fill"
        hint = (
            "Fill the window, or go back (Esc)" if fills else "Hide; the menu shows it"
        )
        button = name_widget(
            QToolButton(),
            f"{self.objectName()}{what}",
            f"{self.windowTitle()}: {hint}",
            "corner",
        )
        button.setText("⤢" if fills else "×")
        button.setToolTip(hint)
        button.clicked.connect(self.filling if fills else self.closing)
        return button

    # Where it stands

    @property
    def lifted(self) -> bool:
        """Whether it lies over the window instead of standing beside the table."""
        return self._lifted

    @property
    def extent(self) -> int:
        """Its width beside the table, or its height below it."""
        return self.width() if self._stands_beside else self.height()

    @property
    def _stands_beside(self) -> bool:
        return self._area == Area.RightDockWidgetArea

    def lift(self) -> None:
        """Take it out of its place, hidden; whoever shows it says where."""
        if not self._lifted:
            self._lifted = True
            self._window().removeDockWidget(self)
            self.setAutoFillBackground(True)
            self._around.setContentsMargins(*[UNIT] * 4)

    def settle(self) -> None:
        """Put it back into its place."""
        if self._lifted:
            self._lifted = False
            self.setAutoFillBackground(False)
            self._around.setContentsMargins(*MARGINS[self._area])
            self._window().addDockWidget(self._area, self)

    def give(self, extent: int) -> None:
        """Give it so many pixels of the window, where it stands in it."""
        beside = self._stands_beside
        way = Qt.Orientation.Horizontal if beside else Qt.Orientation.Vertical
        if not self._lifted and not self.isFloating():
            self._window().resizeDocks([self], [extent], way)

    def share_room(self, below: "Panel", table: int) -> None:
        """Size this panel and the one below a table that is so many pixels high.

        What the table leaves goes to the views below it, within limits.
        """
        window = self._window()
        wide, high = window.width(), window.height()
        least, most = high * 30 // 100, high * 45 // 100
        self.give(wide * 35 // 100)
        below.give(min(max(high - BARS * UNIT - table, least), most))

    def _window(self) -> QMainWindow:
        window = self.parentWidget()
        assert isinstance(window, QMainWindow)
        return window

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click where no control stands is one on the view."""
        self.used.emit()
        super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape leaves a panel that lies over the window, and else is the window's."""
        if event.key() == Qt.Key.Key_Escape and self._lifted:
            self.leaving.emit()
        elif event.key() == Qt.Key.Key_Escape and self.isFloating():
            QApplication.sendEvent(self._window(), event)
        else:
            super().keyPressEvent(event)

    def _floats(self, floating: bool) -> None:
        """A floating panel is a real window, in which every shortcut works too."""
        if floating:
            self.setWindowFlags(Qt.WindowType.Window)
            self.addActions(self._window().actions())
            self.show()
            self.raise_()
            self.activateWindow()
