"""Run tests as root, for example in a container, without root's special permissions."""

import ctypes
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

READING_AND_WRITING = (1 << 1) | (1 << 2)
"""CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH: with these, file permissions have no effect."""
VERSION = 0x20080522


@contextmanager
def without_root_rights() -> Iterator[None]:
    """Apply file permissions to this thread, whoever runs it.

    Skip the test if root can't give up its permissions.
    """
    if not hasattr(os, "geteuid"):
        pytest.skip("there are no such rights here")
    if os.geteuid() != 0:
        yield
        return
    if sys.platform != "linux":
        pytest.skip("root may do everything here")
    libc = ctypes.CDLL(None, use_errno=True)
    head = (ctypes.c_uint32 * 2)(VERSION, 0)
    had = (ctypes.c_uint32 * 6)()
    assert libc.capget(head, had) == 0
    less = (ctypes.c_uint32 * 6)(*had)
    # The first of three words has the current permissions; the second, those allowed.
    less[0] &= ~READING_AND_WRITING
    assert libc.capset(head, less) == 0
    try:
        yield
    finally:
        assert libc.capset(head, had) == 0


def give_up_rights() -> None:
    """Give up root's permissions permanently, before a new process begins."""
    drop, capabilities = 24, (1, 2)
    if os.geteuid() == 0:
        for one in capabilities:
            assert ctypes.CDLL(None).prctl(drop, one) == 0
