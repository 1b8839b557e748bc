"""Objects of Qt are destroyed in the window's thread, whoever allocates meanwhile."""

import threading
import weakref

from PySide6.QtCore import QObject

from uscalc.ui.scheduling.following import Worker


class Holder:
    """Holds itself, and an object of Qt."""

    def __init__(self) -> None:
        self.itself = self
        self.held = QObject()


def test_a_cycle_with_an_object_of_qt_is_collected_in_the_window_s_thread(
    qtbot, window
):
    threads: list[threading.Thread] = []
    for _ in range(50):
        holder = Holder()
        weakref.finalize(holder, lambda: threads.append(threading.current_thread()))
    del holder
    results: list[object] = []
    worker = Worker(window, results.append, window.session.closing)

    def allocate(asked: object) -> list[list[list[object]]]:
        # What is kept counts until the collector has looked at it.
        return [[[]] for _ in range(60_000)]

    worker.start_job(allocate)
    qtbot.waitUntil(lambda: len(results) == 1)
    qtbot.waitUntil(lambda: len(threads) == 50)
    assert set(threads) == {threading.main_thread()}
