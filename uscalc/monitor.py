"""Cancel long work, and receive its progress."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeVar

Item = TypeVar("Item")


class CancelledError(Exception):
    """Work was canceled because its result is not needed."""


class Monitor:
    """Tells long work whether it is canceled, and receives its progress.

    Work that can return a part of its result reads `is_canceled`; other work calls
    `check`, which raises an error.
    """

    def __init__(
        self,
        canceled: Callable[[], bool] | None = None,
        report: Callable[[int, int], object] | None = None,
    ) -> None:
        self._canceled = canceled
        self._report = report

    def is_canceled(self) -> bool:
        """Return whether the result is no longer needed."""
        return self._canceled is not None and self._canceled()

    def check(self) -> None:
        """Raise CancelledError if the work is canceled."""
        if self.is_canceled():
            raise CancelledError

    def watch(self, items: Iterable[Item]) -> Iterator[Item]:
        """Yield the items; raise CancelledError before one if the work is canceled."""
        for item in items:
            self.check()
            yield item

    def report(self, done: int, total: int) -> None:
        """Receive the number of finished parts, and of all parts."""
        if self._report is not None:
            self._report(done, total)

    def reporting_to(self, report: Callable[[int, int], object]) -> "Monitor":
        """Return a monitor that is canceled with this one and reports to `report`."""
        return Monitor(self.is_canceled, report)

    def without_progress(self) -> "Monitor":
        """Return a monitor that is canceled with this one and reports no progress."""
        return Monitor(self.is_canceled)


UNMONITORED: Final = Monitor()
"""Monitors work that is never canceled and whose progress is not shown."""
