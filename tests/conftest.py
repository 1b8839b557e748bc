"""For every test: nothing reaches the network."""

import socket
from collections.abc import Iterator
from typing import Any

import pytest

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
