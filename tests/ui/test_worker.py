"""Background work: stopped, continued when shown, and cleaned up in its own thread."""

import sys
import threading
import weakref
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QTabWidget, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from tests.cli.running import run_python
from tests.document.rate.test_rerating import field
from tests.report.wall.make import crowd, sheets
from uscalc.document.edit.cells import set_result
from uscalc.document.merge.merge import merge_file
from uscalc.monitor import CancelledError, Monitor
from uscalc.rules.resolve import resolve_rules
from uscalc.ui.printing.page import make_pdf
from uscalc.ui.printing.plan import lay_out
from uscalc.ui.scheduling import JobMonitor, RefreshSchedule, Worker, at_rest
from uscalc.ui.session.session import Session
from uscalc.ui.session.window_ratings import rate_for_window

PLAYERS = 40


@pytest.fixture
def worker(qtbot: QtBot) -> Iterator[Worker]:
    made = Worker()
    yield made
    made.close()


class Stops(Monitor):
    """A monitor that cancels the work at the n-th check."""

    def __init__(self, at: int) -> None:
        super().__init__()
        self.calls, self._at = 0, at

    def check(self) -> None:
        self.calls += 1
        if self.calls == self._at:
            raise CancelledError


def merged(monitor: Monitor) -> object:
    base = field(PLAYERS)
    fresh = set_result(base, 0, 0, 2, "W5").document
    return merge_file(base, fresh, base, monitor=monitor)


JOBS: dict[str, Callable[[Monitor], object]] = {
    "rating": lambda monitor: rate_for_window(
        field(PLAYERS), resolve_rules, None, monitor
    ),
    "merging": merged,
    "pages": lambda monitor: lay_out(
        sheets(crowd(4)), "letter", False, monitor=monitor
    ),
}


@pytest.mark.parametrize("name", JOBS)
def test_a_long_job_can_be_ended_wherever_it_pauses(qapp, name):
    job, whole = JOBS[name], Stops(0)
    job(whole)
    assert whole.calls >= (4 * PLAYERS if name == "rating" else 1)
    for at in range(1, whole.calls + 1):
        stop = Stops(at)
        with pytest.raises(CancelledError):
            job(stop)
        assert stop.calls == at


def test_a_pdf_pauses_before_every_page(qapp):
    pages = lay_out(sheets(crowd(60)), "letter")
    counted = Stops(0)
    make_pdf(pages, "Test", counted)
    assert counted.calls == len(pages) > 1


def test_a_job_that_is_forgotten_ends_without_a_result(qtbot, worker):
    begun, ended = threading.Event(), threading.Event()
    arrived: list[object] = []
    worker.done.connect(arrived.append)

    def endless(asked: JobMonitor) -> object:
        begun.set()
        try:
            while True:
                asked.check()
        finally:
            ended.set()

    worker.start_job(endless)
    assert begun.wait(10)
    worker.drop_job()
    assert ended.wait(10)
    worker.start_job(lambda _: "later")
    qtbot.waitUntil(lambda: bool(arrived))
    assert arrived == ["later"]


def test_closing_an_event_ends_a_rating_that_is_being_made(qtbot):
    session = Session(field(PLAYERS), resolve_rules)
    session.threshold = 0.0
    at_work = threading.Event()

    def slow(asked: JobMonitor) -> object:
        at_work.set()
        while True:
            rate_for_window(field(PLAYERS), resolve_rules, None, asked)

    session._worker.start_job(slow)
    assert at_work.wait(10)
    session.close()
    assert not session.busy


def test_the_interpreter_is_shared_as_every_program_shares_it(qtbot):
    before = sys.getswitchinterval()
    session = Session(field(PLAYERS), resolve_rules)
    worker = Worker(session)
    worker.start_job(lambda _: sys.getswitchinterval())
    with qtbot.waitSignal(worker.done) as done:
        pass
    assert done.args == [before]
    worker.close()
    session.close()


def test_nothing_is_at_rest_until_every_awaited_answer_is_there(qtbot, worker):
    one, other = threading.Event(), threading.Event()
    second = Worker()
    assert at_rest()
    worker.start_job(lambda asked: one.wait())
    second.start_job(lambda asked: other.wait())
    assert not at_rest()
    with qtbot.waitSignal(worker.done):
        one.set()
    assert not at_rest()
    # A dropped job continues for a while, and nothing waits for it.
    second.drop_job()
    assert at_rest()
    other.set()
    second.close()


def test_a_worker_that_went_with_its_window_is_not_waited_for(qtbot):
    goes_on, owner = threading.Event(), QObject()
    lost = Worker(owner)
    lost.start_job(lambda asked: goes_on.wait())
    assert not at_rest()
    delete(owner)
    assert at_rest()
    goes_on.set()
    for thread in threading.enumerate():
        if thread.name == "uscalc worker":
            thread.join()


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
    view.following.refresh_now()
    assert view.times == 2


class Holder:
    """Refers to itself and to a Qt object."""

    def __init__(self) -> None:
        self.itself = self
        self.held = QObject()


def test_a_cycle_with_an_object_of_qt_is_collected_in_its_thread(qtbot, window):
    threads: list[threading.Thread] = []
    for _ in range(50):
        holder = Holder()
        weakref.finalize(holder, lambda: threads.append(threading.current_thread()))
    del holder
    results: list[object] = []
    worker = Worker(window, results.append, window.session.closing)

    def allocate(asked: object) -> list[list[list[object]]]:
        # Objects count until the collector has examined them.
        return [[[]] for _ in range(60_000)]

    worker.start_job(allocate)
    qtbot.waitUntil(lambda: len(results) == 1)
    qtbot.waitUntil(lambda: len(threads) == 50)
    assert set(threads) == {threading.main_thread()}


FAILING = """
import sys
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QWidget
from uscalc.ui.scheduling import EventWatch, RefreshSchedule
from uscalc.ui.theme.theme import STYLE
sys.excepthook = lambda *error: print("reported", error[1])
app = QApplication(["failing", *STYLE])
outer, inner = QWidget(), QWidget()
inner.setParent(outer)
RefreshSchedule(inner, [].pop)
EventWatch(inner, {}.popitem, QEvent.Type.Show)
outer.show()
print("shown")
"""


def test_a_view_that_fails_while_it_is_shown_is_reported_and_the_window_lives():
    done = run_python("-c", FAILING)
    assert done.stdout.splitlines() == [
        "reported 'popitem(): dictionary is empty'",
        "reported pop from empty list",
        "shown",
    ], done.stderr
    assert done.returncode == 0
