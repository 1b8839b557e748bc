"""A view that nobody sees does nothing, and has caught up when it is seen."""

import pytest
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QTabWidget, QWidget

from uscalc.ui.scheduling.following import RefreshSchedule


class Source(QObject):
    changed = Signal()


class Counted(QWidget):
    def __init__(self, source: Source) -> None:
        super().__init__()
        self.times = 0
        self.following = RefreshSchedule(self, self.refresh, source.changed)

    def refresh(self) -> None:
        self.times += 1


@pytest.fixture
def source(qapp: object) -> Source:
    return Source()


def test_a_hidden_view_waits_until_it_is_shown(qtbot, source):
    tabs = QTabWidget()
    qtbot.addWidget(tabs)
    front, behind = Counted(source), Counted(source)
    tabs.addTab(front, "front")
    tabs.addTab(behind, "behind")
    tabs.show()
    assert (front.times, behind.times) == (1, 0)
    source.changed.emit()
    source.changed.emit()
    qtbot.waitUntil(lambda: not front.following.behind)
    assert (front.times, behind.times) == (2, 0)
    assert behind.following.behind
    tabs.setCurrentIndex(1)
    assert (front.times, behind.times) == (2, 1)
    tabs.setCurrentIndex(0)
    assert front.times == 2


def test_a_view_can_be_had_up_to_date_unseen(qtbot, source):
    view = Counted(source)
    qtbot.addWidget(view)
    view.following.refresh_now()
    view.following.refresh_now()
    assert view.times == 1
    source.changed.emit()
    assert isinstance(view.following, RefreshSchedule)
    view.following.refresh_now()
    assert view.times == 2
