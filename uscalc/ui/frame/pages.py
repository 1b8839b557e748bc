"""A view of several pages, selected by tabs at its top."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTabBar, QWidget

from uscalc.ui.frame.frame import MainFrame
from uscalc.ui.frame.view import View, ViewParts, WhatIfMark
from uscalc.ui.session.session import Session
from uscalc.ui.specs import ViewPage
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import add_parts, make_column, make_row, name_widget


class PagedView(View):
    """A view that shows one of several pages below a row of tabs.

    The tabs and the top line of the page share one row. A page is made when it is first
    shown. The view opens at the page that was shown last.
    """

    def __init__(
        self,
        name: str,
        title: str,
        session: Session,
        theme: Theme,
        pages: Sequence[ViewPage],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(name, title, session, theme, parent)
        self._specs = tuple(pages)
        self._pages: dict[int, tuple[ViewParts, QWidget]] = {}
        """The pages that were made, and the widgets that hold them."""
        self.tabs = name_widget(
            QTabBar(), f"{name.removeprefix('view-')}-pages", f"{title}: pages", "pages"
        )
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        for place, page in enumerate(pages):
            self.tabs.addTab(page.title)
            self.tabs.setTabToolTip(place, page.hint)
        self._head = make_row(margins=(UNIT, UNIT // 4, 0, 0), spacing=0)
        self._head.addWidget(self.tabs, 0, Qt.AlignmentFlag.AlignTop)
        self._column = make_column(self, spacing=0)
        self._column.addLayout(self._head)
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
        """Return a page; make it if it was never shown."""
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
            # A part at the end of the line stays there.
            self._head.insertWidget(
                1 + len(self._pages), page.page_head, 1, Qt.AlignmentFlag.AlignTop
            )
            self._column.addWidget(holder, 1)
            self._pages[place] = page, holder
        return self._pages[place][0]

    def _turn_to(self, place: int) -> None:
        """Show a page; the focus moves to it from the page before."""
        shown = self.get_page(place)
        focus = self.window().focusWidget()
        inside = focus is not None and self.isAncestorOf(focus) and focus != self.tabs
        for page, holder in self._pages.values():
            page.page_head.setVisible(page is shown)
            holder.setVisible(page is shown)
        self.setFocusProxy(shown)
        if inside:
            self.setFocus()


def make_paged_view(
    window: MainFrame, name: str, title: str, pages: Sequence[ViewPage]
) -> PagedView:
    """Return a view whose pages are made for a window."""
    made = [page._replace(make=partial(page.make, window)) for page in pages]
    return PagedView(name, title, window.session, window.theme, made)
