"""Every case of what may be half typed when something else is done.

`python tests/tools/pending.py [PYTEST OPTIONS]` runs all of `tests/ui/window/test_pending.py`: each
place where one types, blank, filled, emptied and wrong, and each deed after it. It takes
some minutes; the usual tests take one in 60 of the cases, drawn with a seed.
"""

import os
import sys
from pathlib import Path

import pytest


def main() -> int:
    """Runs them from the root of the project."""
    os.environ["USCALC_PENDING"] = "all"
    os.chdir(Path(__file__).resolve().parents[2])
    return pytest.main(["tests/ui/window/test_pending.py", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
