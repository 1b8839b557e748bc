"""A page that scrolls takes one size; if its size depended on the bar, Qt would never end."""

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QScrollArea
from pytestqt.qtbot import QtBot

from tests.ui.test_models import wait_until_current
from uscalc.ui.frame.view import PagedView
from uscalc.ui.window.views import VIEWS

MOST = 8
"""The most times that a page is resized for a new size of its view."""


class ResizeCounter(QObject):
    """Counts how often a page is resized, and stops the area from doing so without end."""

    count = 0

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802
        self.count += event.type() == QEvent.Type.Resize
        return event.type() == QEvent.Type.Resize and self.count > MOST


def find_restless_sizes(area: QScrollArea) -> list[tuple[int, int]]:
    """Return the sizes at which the page of an area is resized again and again."""
    page, counter, restless = area.widget(), ResizeCounter(), []
    page.installEventFilter(counter)
    beside = area.verticalScrollBar().sizeHint().width()
    for width in range(300, 760, 11):
        area.resize(width, 2000)
        QApplication.processEvents()
        needed = {page.heightForWidth(width), page.heightForWidth(width - beside)}
        needed.add(page.minimumSizeHint().height())
        # Somewhere around the height that the page needs, the scroll bar appears.
        for height in sorted(
            {max(h + d, 40) for h in needed for d in range(-14, 14, 3)}
        ):
            counter.count = 0
            area.resize(width, height)
            QApplication.processEvents()
            if counter.count > MOST:
                restless.append((width, height))
    return restless


@pytest.mark.parametrize("name", [view.name for view in VIEWS])
def test_a_page_keeps_one_size_at_any_size_of_its_view(qtbot: QtBot, window, name):
    view = window.show_view(name)
    for place in range(view.tabs.count() if isinstance(view, PagedView) else 1):
        if isinstance(view, PagedView):
            view.tabs.setCurrentIndex(place)
        wait_until_current(qtbot, window)
        areas = [view] if isinstance(view, QScrollArea) else []
        for area in (*areas, *view.findChildren(QScrollArea)):
            if area.isVisible() and area.widget() is not None:
                assert find_restless_sizes(area) == [], area.objectName()
