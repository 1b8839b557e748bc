"""A page that scrolls takes one size; if its size depended on the bar, Qt would never end."""

from collections.abc import Iterable, Iterator
from itertools import product

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.driving import find_part
from tests.ui.test_models import wait_until_current
from uscalc.ui.frame.view import PagedView
from uscalc.ui.printing.print_panel import PagePreview
from uscalc.ui.window.views import VIEWS

MOST = 8
"""The most times that a page is resized for a new size of its view."""


class ResizeCounter(QObject):
    """Counts how often a page is resized, and stops the area from doing so without end."""

    count = 0

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802
        self.count += event.type() == QEvent.Type.Resize
        return event.type() == QEvent.Type.Resize and self.count > MOST


def find_restless_sizes(
    area: QAbstractScrollArea, page: QWidget, sizes: Iterable[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Return the sizes at which the page of an area is resized again and again."""
    counter, restless = ResizeCounter(), []
    page.installEventFilter(counter)
    for width, height in sizes:
        counter.count = 0
        area.resize(width, height)
        QApplication.processEvents()
        if counter.count > MOST:
            restless.append((width, height))
    page.removeEventFilter(counter)
    return restless


def list_critical_sizes(area: QScrollArea) -> Iterator[tuple[int, int]]:
    """Yield sizes about as high as the page needs; somewhere there, the bar appears."""
    page, beside = area.widget(), area.verticalScrollBar().sizeHint().width()
    for width in range(300, 760, 11):
        yield width, 2000
        needed = {page.heightForWidth(width), page.heightForWidth(width - beside)}
        needed.add(page.minimumSizeHint().height())
        heights = {max(high + by, 40) for high in needed for by in range(-14, 14, 3)}
        yield from ((width, height) for height in sorted(heights))


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
                sizes = list_critical_sizes(area)
                assert find_restless_sizes(area, area.widget(), sizes) == []


@pytest.mark.parametrize("zoom", range(3))
def test_the_preview_keeps_one_size_at_any_zoom(qtbot: QtBot, window, zoom):
    view = window.show_view("view-wall-charts")
    preview = find_part(view, PagePreview)
    qtbot.waitUntil(lambda: bool(preview.pages))
    for _ in range(zoom):
        qtbot.keyClicks(preview, "+")
    sizes = product(range(300, 760, 150), range(60, 500, 4))
    assert find_restless_sizes(preview, preview.viewport(), sizes) == []
