"""Every case of unfinished typing while something else is done.

`python tests/tools/pending.py [PYTEST OPTIONS]` runs all of
`tests/ui/window/test_pending.py`: each place for typing, with blank, filled, emptied
and invalid text, and each action after it. This takes some minutes; the usual tests run
one in 60 of the cases, drawn with a seed.
"""

import os
import sys
from pathlib import Path

import pytest


def main() -> int:
    os.environ["USCALC_PENDING"] = "all"
    os.chdir(Path(__file__).resolve().parents[2])
    return pytest.main(["tests/ui/window/test_pending.py", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
