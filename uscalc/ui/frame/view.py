"""The base of every view: its names, its image button, and when it refreshes."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QSize, Qt, SignalInstance
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QLabel,
    QScrollArea,
    QSizePolicy,
    QStyle,
    QStyleOption,
    QTabBar,
    QWidget,
)

from uscalc.ui.charts.picture_button import ExportImageButton, GetFrames, GetPicture
from uscalc.ui.frame.frame import MainFrame
from uscalc.ui.scheduling import (
    RefreshSchedule,
    Worker,
    connect_each,
    make_timer,
)
from uscalc.ui.session.session import WITH, WITHOUT, Session
from uscalc.ui.specs import ViewPage, WhatIf
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import (
    add_parts,
    make_column,
    make_row,
    name_scroll_bars,
    name_widget,
    set_look,
    set_up_scroll_area,
)

if TYPE_CHECKING:
    Part = QWidget
else:
    Part = object


class ViewParts(Part):
    """The methods that all views share; a view also inherits from a Qt widget."""

    _session: Session
    _theme: Theme
    empty: QLabel
    """The label of the empty state, which says what is missing if there is nothing to show."""
    page_head: QWidget
    """The part of a page that is on the line of the tabs."""

    def show_empty(self, text: str) -> None:
        """Show the empty state with a text, or hide it if `text` is empty."""
        self.empty.setText(text)
        self.empty.setVisible(bool(text))

    def refresh(self) -> None:
        """Show the current event."""
        raise NotImplementedError

    def follow(self, *signals: SignalInstance, wait: int = 0) -> RefreshSchedule:
        """Refresh after any of these signals, or when the view is shown again.

        `wait` is the number of milliseconds by which the view may lag behind the
        crosstable.
        """
        return RefreshSchedule(self, self.refresh, *signals, wait=wait)

    def make_worker(self, show_result: Callable[[Any], object]) -> Worker:
        """Make a background worker that ends with the session."""
        return Worker(self, show_result, self._session.closing)

    def make_image_button(
        self,
        name: str,
        of_what: str,
        get: GetPicture,
        surface: QWidget | None = None,
        frames: GetFrames | None = None,
    ) -> ExportImageButton:
        """Make the button that copies and exports an image.

        `get` returns the image, and `frames` those of an animation. The same menu opens
        over `surface`. The message bar reports errors.
        """
        button = ExportImageButton(name, of_what, get, surface, frames)
        button.failed.connect(self._session.refused)
        return button


class View(ViewParts, QWidget):
    """A view of a panel; `name` is its object name, `label` its accessible name."""

    def __init__(
        self,
        name: str,
        label: str,
        session: Session,
        theme: Theme,
        parent: QWidget | None = None,
        look: str = "page",
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._theme = theme
        name_widget(self, name, label, look)


class ScrolledView(ViewParts, QScrollArea):
    """A view that scrolls up and down; the names of its scroll bars begin with `title`."""

    def __init__(
        self,
        name: str,
        label: str,
        title: str,
        session: Session,
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._theme = theme
        set_up_scroll_area(self, name, label)
        name_scroll_bars(self, name.removeprefix("view-"), title)


HINTS: Final = {
    WITH: "This view includes the what-if results",
    WITHOUT: "This view doesn't include the what-if results",
}


SHORT: Final = "What if"
"""The text of the mark if there is no room for the whole one."""
ROOM_KEPT: Final = 1000
"""The milliseconds for which a hidden line keeps its room."""


class WhatIfMark(QLabel):
    """A line above a view, shown while the selected section has what-if results.

    `what_if` says whether the view shows these results. If `is_beside_tabs` is True, it
    is on the line of the tabs, so that nothing moves when it appears, and gets shorter
    if there is no room. While a slider is dragged over the actual result, every line
    keeps its room.
    """

    def __init__(
        self,
        session: "Session",
        name: str,
        what_if: WhatIf,
        parent: QWidget,
        is_beside_tabs: bool = False,
    ) -> None:
        super().__init__(parent, textFormat=Qt.TextFormat.PlainText)
        self._session = session
        self._what_if = what_if
        self._is_beside_tabs = is_beside_tabs
        self._is_short = False
        name_widget(self, f"{name}WhatIf")
        self.setProperty("role", "whatIf")
        # The line never widens its parent.
        policy = QSizePolicy.Policy
        self.setSizePolicy(
            policy.Fixed if is_beside_tabs else policy.Ignored, policy.Fixed
        )
        self.hide()
        self._hidden = make_timer(self, ROOM_KEPT, partial(self._keep_room, False))
        session.closing.connect(self._hidden.stop)
        connect_each(
            self.refresh,
            session.overlay_changed,
            session.what_if_rated,
            session.settled,
        )
        self.refresh()

    def refresh(self) -> None:
        """Show the line if there are what-if results now, or hide it."""
        session = self._session
        words = WITH if self._what_if == "with" and session.shows_what_if else WITHOUT
        if words != self.text():
            self.setText(words)
            set_look(self, "without", words == WITHOUT)
            self.setAccessibleName(words)
            self.setToolTip(HINTS[words])
        shown = session.has_what_if and self._what_if != "unmarked"
        if shown == self.isHidden():
            self._keep_room(not self._is_beside_tabs)
            self.setVisible(shown)
            if shown:
                self._hidden.stop()
            else:
                self._hidden.start()

    def _keep_room(self, keeps: bool) -> None:
        """Reserve the room of the hidden line, or free it."""
        policy = self.sizePolicy()
        policy.setRetainSizeWhenHidden(keeps)
        self.setSizePolicy(policy)

    def fit_room(self, room: int) -> None:
        """Beside tabs, become shorter if the whole text is wider than `room` pixels."""
        self._is_short = super().sizeHint().width() > room
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size of the text, or of the shorter one."""
        size = super().sizeHint()
        if self._is_short:
            whole, short = map(self.fontMetrics().horizontalAdvance, (WITH, SHORT))
            size.setWidth(size.width() - whole + short)
        return size

    def minimumSizeHint(self) -> QSize:
        """Return the usual size, so that nothing is cut off beside tabs."""
        return self.sizeHint() if self._is_beside_tabs else super().minimumSizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the text, or a shorter one if there is no room."""
        if not self._is_short:
            super().paintEvent(event)
            return
        option = QStyleOption()
        option.initFrom(self)
        with QPainter(self) as painter:
            ground = QStyle.PrimitiveElement.PE_Widget
            self.style().drawPrimitive(ground, option, painter, self)
            painter.setPen(self.palette().windowText().color())
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, SHORT)


class PagedView(View):
    """A view that shows one of several pages below a row of tabs.

    The tabs, the mark of what-if results and the top line of the page share one row. A
    page is made when it is first shown. The view opens with the page that was shown
    last. `what_if` says whether all pages show what-if results.
    """

    def __init__(
        self,
        name: str,
        title: str,
        session: Session,
        theme: Theme,
        pages: Sequence[ViewPage],
        what_if: WhatIf = "unmarked",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(name, title, session, theme, parent)
        self._specs = tuple(pages)
        self._pages: dict[int, tuple[ViewParts, QWidget]] = {}
        """The pages that were made, and the widgets that contain them."""
        self.tabs = name_widget(
            QTabBar(drawBase=False, expanding=False),
            f"{name.removeprefix('view-')}-pages",
            f"{title}: pages",
            "pages",
        )
        for place, page in enumerate(pages):
            self.tabs.addTab(page.title)
            self.tabs.setTabToolTip(place, page.hint)
        self._head = make_row(margins=(UNIT, UNIT // 4, 0, 0), spacing=0)
        self._head.addWidget(self.tabs, 0, Qt.AlignmentFlag.AlignTop)
        self._mark = WhatIfMark(session, name, what_if, self, is_beside_tabs=True)
        self._head.addWidget(self._mark, 0, Qt.AlignmentFlag.AlignVCenter)
        self._column = add_parts(make_column(self, spacing=0), self._head)
        self.tabs.currentChanged.connect(self._turn_to)
        self._turn_to(0)

    @property
    def page(self) -> ViewParts:
        """The shown page."""
        return self.get_page(self.tabs.currentIndex())

    def show_page(self, place: int) -> ViewParts:
        """Show a page, and return it."""
        self.tabs.setCurrentIndex(place)
        return self.page

    def get_page(self, place: int) -> ViewParts:
        """Return a page; make it at the first call."""
        if place not in self._pages:
            spec = self._specs[place]
            page = spec.make()
            holder = name_widget(QWidget(), f"{page.objectName()}Place")
            column = make_column(holder, spacing=0)
            if spec.what_if != "unmarked":
                name = page.objectName()
                column.addWidget(WhatIfMark(self._session, name, spec.what_if, holder))
            add_parts(column, (page, 1))
            holder.hide()
            page.page_head.hide()
            # If a part is at the end of the line, keep it there.
            self._head.insertWidget(
                2 + len(self._pages), page.page_head, 1, Qt.AlignmentFlag.AlignTop
            )
            self._column.addWidget(holder, 1)
            self._pages[place] = page, holder
        return self._pages[place][0]

    def _turn_to(self, place: int) -> None:
        """Show a page, and focus it if the previous page had the focus."""
        shown = self.get_page(place)
        focus = self.window().focusWidget()
        inside = focus is not None and self.isAncestorOf(focus) and focus != self.tabs
        for page, holder in self._pages.values():
            page.page_head.setVisible(page is shown)
            holder.setVisible(page is shown)
        self._fit_mark()
        self.setFocusProxy(shown)
        if inside:
            self.setFocus()

    def _fit_mark(self) -> None:
        """Give the mark the room that tabs and page head leave."""
        taken = self.tabs.sizeHint().width() + self.page.page_head.sizeHint().width()
        self._mark.fit_room(self.width() - taken - 2 * UNIT)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the mark to the new width."""
        super().resizeEvent(event)
        self._fit_mark()


def make_paged_view(
    window: MainFrame,
    name: str,
    title: str,
    pages: Sequence[ViewPage],
    what_if: WhatIf = "unmarked",
) -> PagedView:
    """Return a view whose pages are made for a window.

    If `what_if` is given, the mark of what-if results is on the line of the tabs.
    """
    made = [page._replace(make=partial(page.make, window)) for page in pages]
    return PagedView(name, title, window.session, window.theme, made, what_if)
