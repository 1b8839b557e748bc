"""The panels around the crosstable: each holds its views as tabs."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QDockWidget,
    QFrame,
    QHBoxLayout,
    QMainWindow,
    QMenu,
    QStackedWidget,
    QTabBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from uscalc.ui.first_paint import FirstPaint
from uscalc.ui.theme import UNIT

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


class Panel(QDockWidget):
    """A dock whose views share its place; it can float and fill a screen."""

    def __init__(self, window: QMainWindow, name: str, title: str, area: Area) -> None:
        super().__init__(title, window)
        self.setObjectName(name)
        self.setAccessibleName(title)
        # The tabs stand in for Qt's title bar.
        empty = QWidget(self)
        empty.setObjectName(f"{name}NoTitle")
        self.setTitleBarWidget(empty)
        self.tabs = QTabBar()
        self.tabs.setObjectName(f"{name}Tabs")
        self.tabs.setAccessibleName(f"{title}: views")
        self.tabs.setProperty("panel", True)
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self._stack = QStackedWidget()
        self._stack.setObjectName(f"{name}Stack")
        self._unmade: dict[str, Callable[[], QWidget]] = {}
        self._made: dict[str, QWidget] = {}
        self.tabs.currentChanged.connect(self._turn)
        # Other tabs may not make the panel wider than the crosstable can spare.
        self.tabs.setUsesScrollButtons(True)
        self.setWidget(self._card(name, MARGINS[area]))
        self.topLevelChanged.connect(self._floats)
        window.addDockWidget(area, self)

    def add(self, name: str, title: str, make: Callable[[], QWidget]) -> None:
        """Adds a view at the end; `make` makes it when it is seen for the first time.

        It is known by `name`, its objectName.
        """
        empty = QWidget()
        empty.setObjectName(f"{name}Place")
        room = QVBoxLayout(empty)
        room.setContentsMargins(0, 0, 0, 0)
        self._stack.addWidget(empty)
        self._unmade[name] = make
        # The first tab of a bar becomes its current one at once.
        quiet = self.tabs.blockSignals(True)
        place = self.tabs.addTab(title)
        self.tabs.setTabData(place, name)
        self.tabs.blockSignals(quiet)

    def view(self, name: str) -> QWidget:
        """A view by its name, made now if it was not yet seen.

        Raises KeyError where the panel has no such view.
        """
        if name not in self._made:
            make = self._unmade.pop(name)
            view = self._made[name] = make()
            place = self.findChild(QWidget, f"{name}Place")
            room = place.layout() if place is not None else None
            assert room is not None
            room.addWidget(view)
            # A layout shows what it is given only a turn later.
            view.show()
        return self._made[name]

    def current(self) -> str:
        """The name of the view in front; empty in a panel without views."""
        return str(self.tabs.tabData(self.tabs.currentIndex()) or "")

    def begin(self) -> None:
        """Makes the view that is in front."""
        self._turn(self.tabs.currentIndex())

    def _turn(self, place: int) -> None:
        if place >= 0 and self.isVisible():
            self.view(str(self.tabs.tabData(place)))
        self._stack.setCurrentIndex(place)

    def showEvent(self, event: QShowEvent) -> None:
        """Makes the view that is in front, once the table beside it is painted."""
        super().showEvent(event)
        # It is painted in one go with the table.
        FirstPaint(self, self.begin)

    def views(self) -> list[tuple[str, str]]:
        """The views' names and titles, in the order of their tabs."""
        places = range(self.tabs.count())
        return [(str(self.tabs.tabData(i)), self.tabs.tabText(i)) for i in places]

    @property
    def front(self) -> str:
        """The name of the view whose tab is in front."""
        return str(self.tabs.tabData(self.tabs.currentIndex()))

    def bring_forward(self, name: str) -> None:
        """Puts a view's tab in front, if there is such a view."""
        for place in range(self.tabs.count()):
            if self.tabs.tabData(place) == name:
                self.tabs.setCurrentIndex(place)

    def show_view(self, name: str, _checked: bool = False) -> None:
        """Shows a view, and the panel if it was hidden."""
        self.bring_forward(name)
        self.show()
        self.begin()
        self.raise_()

    def _card(self, name: str, margins: tuple[int, int, int, int]) -> QWidget:
        outer = QWidget()
        outer.setObjectName(f"{name}Outer")
        around = QVBoxLayout(outer)
        around.setContentsMargins(*margins)
        card = QFrame()
        card.setObjectName(f"{name}Card")
        card.setProperty("card", True)
        around.addWidget(card)
        column = QVBoxLayout(card)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        row = QHBoxLayout()
        row.setContentsMargins(UNIT, UNIT // 4, UNIT // 2, 0)
        row.setSpacing(0)
        row.addWidget(self.tabs, 1, Qt.AlignmentFlag.AlignBottom)
        for button in (self._all(), self._button("Float"), self._button("Close")):
            row.addWidget(button)
        column.addLayout(row)
        column.addWidget(self._stack, 1)
        return outer

    def _all(self) -> QToolButton:
        """Lists every view: in a narrow panel not all tabs are in sight."""
        words = f"{self.windowTitle()}: all of them in a list"
        self._list = QMenu(self)
        self._list.setObjectName(f"{self.objectName()}List")
        self._list.setAccessibleName(words)
        self._list.aboutToShow.connect(self._list_views)
        button = QToolButton()
        button.setText("⋯")
        button.setProperty("corner", True)
        button.setObjectName(f"{self.objectName()}All")
        button.setAccessibleName(words)
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
        floats = what == "Float"
        hint = (
            "In a window of its own, or back" if floats else "Hide; the menu shows it"
        )
        button = QToolButton()
        button.setText("⤢" if floats else "×")
        button.setProperty("corner", True)
        button.setObjectName(f"{self.objectName()}{what}")
        button.setAccessibleName(f"{self.windowTitle()}: {hint}")
        button.setToolTip(hint)
        button.clicked.connect(self._toggle_floating if floats else self.close)
        return button

    def share_room(self, below: "Panel", table: int) -> None:
        """Sizes this panel and the one below a table that is so many pixels high.

        What the table leaves goes to the views below it, within limits.
        """
        window = self.parentWidget()
        assert isinstance(window, QMainWindow)
        wide, high = window.width(), window.height()
        least, most = high * 30 // 100, high * 45 // 100
        given = min(max(high - BARS * UNIT - table, least), most)
        window.resizeDocks([self], [wide * 35 // 100], Qt.Orientation.Horizontal)
        window.resizeDocks([below], [given], Qt.Orientation.Vertical)

    def _toggle_floating(self) -> None:
        self.setFloating(not self.isFloating())

    def _floats(self, floating: bool) -> None:
        """A floating panel is a real window, which can be made to fill a screen."""
        if floating:
            self.setWindowFlags(Qt.WindowType.Window)
            self.show()
