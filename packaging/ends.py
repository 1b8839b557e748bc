"""Runs the tests with other versions of what the program stands on than the pinned ones.

python packaging/ends.py lowest|newest [PYTEST ARGUMENTS]: the lowest versions that
pyproject.toml allows, or the newest that are published within its bounds, in an
environment of their own.
"""

import re
import subprocess
import sys
import tomllib
import venv
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
ENDS: Final = ("lowest", "newest")


def lowest(needs: list[str]) -> list[str]:
    """Each need in the first version that it names. Raises ValueError without one."""
    found = []
    for need in needs:
        named = re.match(r"([\w.-]+)>=([\w.]+)", need)
        if named is None:
            raise ValueError(f"{need} has no lower bound")
        found.append(f"{named[1]}=={named[2]}")
    return found


def main() -> int:
    """Makes the environment, and runs the tests in it."""
    if len(sys.argv) < 2 or sys.argv[1] not in ENDS:
        print(__doc__, file=sys.stderr)
        return 2
    end, *arguments = sys.argv[1:]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    named = [*project["dependencies"], *extras["xls"]]
    needs = named if end == "newest" else lowest(named)
    folder = ROOT / f".venv-{end}"
    venv.create(folder, clear=True, with_pip=True)
    python = str(folder / "bin" / "python")
    pip = [python, "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    # What tests is the same at both ends: only what the program stands on changes.
    subprocess.run([*pip, *needs, *extras["test"]], check=True)
    subprocess.run([*pip, "--no-deps", "-e", str(ROOT)], check=True)
    subprocess.run([python, "-m", "pip", "check"], check=True)
    return subprocess.run(
        [python, "-m", "pytest", "--all", *arguments], cwd=ROOT
    ).returncode


if __name__ == "__main__":
    sys.exit(main())
