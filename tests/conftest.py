"""Fixtures for every test: no access to the network, and the same examples of properties.

All runs try the same examples each time, without a time limit for one. The profile
`whole` has as many examples as a test states, `usual` six of ten, so that the gate
stays short. `few` is for a second run in another environment, and `unshrunk` for runs
that only need to know that something fails.
"""

import gc
import os
import signal
import socket
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings

from tests.tiers import Tiers, add_options

settings.register_profile(
    "whole",
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("usual", settings.get_profile("whole"), max_examples=60)
settings.register_profile("few", settings.get_profile("usual"), max_examples=20)
settings.register_profile(
    "unshrunk", settings.get_profile("whole"), phases=[Phase.explicit, Phase.generate]
)
settings.load_profile("usual")


def pytest_addoption(parser: pytest.Parser) -> None:
    add_options(parser)


def pytest_collection_finish() -> None:
    """Exclude the tests themselves from garbage collection."""
    gc.collect()
    gc.freeze()


MUCH = 50_000
"""With more objects than this made since the last collection, a collection is worth its time."""

_ON_INTERRUPT = signal.getsignal(signal.SIGINT)


def pytest_runtest_teardown() -> None:
    """Collect garbage if a window of an earlier test is gone and can't do so any more.

    A command that runs in this process ignores Ctrl-C at its end, and the processes of
    later tests would inherit that.
    """
    if signal.getsignal(signal.SIGINT) is not _ON_INTERRUPT:
        signal.signal(signal.SIGINT, _ON_INTERRUPT)
    if not gc.isenabled() and gc.get_count()[0] > MUCH:
        gc.collect()


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Tiers(config), "tiers")


def pytest_xdist_auto_num_workers() -> int:
    """Return one worker more than processors, because windows often wait."""
    return (os.cpu_count() or 1) + 1


_connect = socket.socket.connect


def _refuse(self: socket.socket, address: Any) -> Any:
    if self.family == getattr(socket, "AF_UNIX", None):
        return _connect(self, address)
    raise AssertionError(f"a test tried to reach the network: {address!r}")


@pytest.fixture(autouse=True)
def _no_network() -> Iterator[None]:
    """Make connecting fail, except for sockets that stay on this machine."""
    patch = pytest.MonkeyPatch()
    patch.setattr(socket.socket, "connect", _refuse)
    patch.setattr(socket.socket, "connect_ex", _refuse)
    yield
    patch.undo()
