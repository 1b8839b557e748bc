"""Samples that are too many, or too much other people's, to stand in the repository."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"


def shared(*parts: str) -> Path:
    """A shared sample; the test is skipped without it, but fails in CI."""
    path = SHARED.joinpath(*parts)
    if not path.exists():
        reason = f"the shared samples are missing: {path}"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    return path
