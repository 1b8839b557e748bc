"""For every test: nothing reaches the network, and properties are tried alike.

One profile for all: the same examples each time, and no clock that ends one. `whole` has
as many examples as a test names, `usual` six of ten, so that the gate stays short; `few`
is for a second run in other surroundings, `unshrunk` for runs that want only to know
that something fails.
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
    """Add the choice of a tier of tests."""
    add_options(parser)


def pytest_collection_finish() -> None:
    """Never look through the tests themselves for unused cycles."""
    gc.collect()
    gc.freeze()


MUCH = 50_000
"""Objects made since the last collection, from which on one is worth its time."""


_ON_INTERRUPT = signal.getsignal(signal.SIGINT)


def pytest_runtest_teardown() -> None:
    """Collect unused cycles where a window of an earlier test does so no more.

    A command that is run in this process ignores Ctrl-C at its end; the processes of
    later tests would inherit that.
    """
    if signal.getsignal(signal.SIGINT) is not _ON_INTERRUPT:
        signal.signal(signal.SIGINT, _ON_INTERRUPT)
    if not gc.isenabled() and gc.get_count()[0] > MUCH:
        gc.collect()


def pytest_configure(config: pytest.Config) -> None:
    """Run the tier that was chosen."""
    config.pluginmanager.register(Tiers(config), "tiers")


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are processors, as windows often wait for what comes later."""
    return (os.cpu_count() or 1) + 1


_connect = socket.socket.connect


def _refuse(self: socket.socket, address: Any) -> Any:
    if self.family == getattr(socket, "AF_UNIX", None):
        return _connect(self, address)
    raise AssertionError(f"a test tried to reach the network: {address!r}")


@pytest.fixture(autouse=True)
def _no_network() -> Iterator[None]:
    """Connecting fails, but for sockets that stay on this machine."""
    patch = pytest.MonkeyPatch()
    patch.setattr(socket.socket, "connect", _refuse)
    patch.setattr(socket.socket, "connect_ex", _refuse)
    yield
    patch.undo()
