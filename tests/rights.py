"""Tests that run as root, as those in a container do, without what root may do."""

import ctypes
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

READING_AND_WRITING = (1 << 1) | (1 << 2)
"""CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH: rights of files count for nothing."""
VERSION = 0x20080522


@contextmanager
def like_anybody() -> Iterator[None]:
    """Rights of files and folders hold for this thread, whoever runs it.

    Skips the test where root cannot do without.
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
    # The first of three words is what holds now; the second, what may be had back.
    less[0] &= ~READING_AND_WRITING
    assert libc.capset(head, less) == 0
    try:
        yield
    finally:
        assert libc.capset(head, had) == 0


def give_up_rights() -> None:
    """Before a new process begins: rights of files hold for it and for good."""
    drop, capabilities = 24, (1, 2)
    if os.geteuid() == 0:
        for one in capabilities:
            assert ctypes.CDLL(None).prctl(drop, one) == 0
