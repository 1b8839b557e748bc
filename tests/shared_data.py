"""Sample files: those of the project in `tests/data`, and others outside of it.

`tests/data` holds `realdata` (published sections whose players are numbers), `repro`
and `cases` (input and expected output, row by row). `../shared` beside the project
holds real files with replaced names, and the rating documents. They belong to other
people and are not included. Without them, the tests that need them are skipped, or fail
if `USCALC_SHARED_SAMPLES=required`.
"""

import json
import os
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "tests" / "data"
SHARED = ROOT.parent / "shared"
DEMAND = "USCALC_SHARED_SAMPLES"


def shared(*parts: str) -> Path:
    """Return the path of a sample; without it, skip the test, or fail if samples are required."""
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


def load_cases(module: str, table: str) -> Any:
    """Return a table of `tests/data/cases`: rows become tuples, keys stay keys."""
    text = DATA.joinpath("cases", f"{module}.json").read_text("utf-8")
    found = json.loads(text)[table]
    if isinstance(found, dict):
        return {key: _to_tuples(value) for key, value in found.items()}
    return [_to_tuples(value) for value in found]


def load_rows(module: str, table: str) -> list[Any]:
    """Return the rows of a table of cases that are grouped by their reason."""
    return [row for rows in load_cases(module, table).values() for row in rows]


def _to_tuples(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(map(_to_tuples, value))
    if isinstance(value, dict):
        return {key: _to_tuples(item) for key, item in value.items()}
    return value
