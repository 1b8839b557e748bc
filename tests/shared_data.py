"""Sample files: those of the project in `tests/data`, and more that are not part of it.

`tests/data` holds `realdata` (published sections whose players are numbers) and `repro`.
`../shared` beside the project holds more: real files whose names were replaced, and the
rating documents. They are other people's and are not included. Tests that need them are
skipped where they are missing, and fail there if `USCALC_SHARED_SAMPLES=required`.
"""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "tests" / "data"
SHARED = ROOT.parent / "shared"
DEMAND = "USCALC_SHARED_SAMPLES"


def shared(*parts: str) -> Path:
    """Return the path of a sample; skip the test, or fail it on demand, without it."""
    own = DATA.joinpath(*parts)
    if own.exists():
        return own
    path = SHARED.joinpath(*parts)
    if not path.exists():
        reason = f"the shared samples are missing: {path}"
        if os.environ.get(DEMAND) == "required":
            pytest.fail(reason)
        pytest.skip(reason)
    return path
