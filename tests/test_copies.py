"""Files that are copied from `../shared` into the project are the same as there."""

import pytest

from tests.shared_data import DATA, ROOT, SHARED

COPIES = [
    *(
        (path, SHARED / path.relative_to(DATA))
        for folder in ("realdata", "repro")
        for path in sorted((DATA / folder).iterdir())
    ),
    (ROOT / "tests" / "tools" / "yardstick.py", SHARED / "yardstick.py"),
]


def test_every_copy_is_complete_and_unchanged():
    if not SHARED.exists():
        pytest.skip(f"there is nothing to compare with: {SHARED}")
    assert len(COPIES) > 200
    different = [
        str(copy.relative_to(ROOT))
        for copy, original in COPIES
        if not original.exists() or copy.read_bytes() != original.read_bytes()
    ]
    assert not different
    copied, original = (
        {path.name for path in (place / "realdata").iterdir()}
        for place in (DATA, SHARED)
    )
    assert copied == original
