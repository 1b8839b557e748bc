"""Asks whether the program can be installed where this machine is not.

python packaging/elsewhere.py: for each Python that is named in pyproject.toml the types are
checked, and for each of the systems what it stands on is resolved to wheels, in the pinned
versions. Nothing is installed.
"""

import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
SYSTEMS: Final = {
    "Linux": ("manylinux_2_28_x86_64", "manylinux_2_34_x86_64", "manylinux2014_x86_64"),
    "Windows": ("win_amd64",),
    "macOS, Apple's processors": ("macosx_13_0_arm64", "macosx_13_0_universal2"),
    "macOS, Intel's processors": ("macosx_13_0_x86_64", "macosx_13_0_universal2"),
}


def pythons(classifiers: list[str]) -> list[str]:
    """The versions of Python that it says it is for."""
    start = "Programming Language :: Python :: "
    found = [line.removeprefix(start) for line in classifiers if line.startswith(start)]
    return [version for version in found if "." in version]


def resolves(python: str, platforms: tuple[str, ...], needs: list[str]) -> str:
    """Empty where every need has a wheel; else why not."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "install", "--dry-run", "-q"]
        command += ["--only-binary", ":all:", "--target", folder, "--ignore-installed"]
        command += ["--python-version", python, "--implementation", "cp"]
        command += [word for platform in platforms for word in ("--platform", platform)]
        command += ["-c", str(ROOT / "packaging" / "constraints.txt"), *needs]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    errors = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
    return "" if done.returncode == 0 else " ".join(errors) or done.stderr[-500:]


def main() -> int:
    """Tries every Python on every system."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    needs = [*project["dependencies"], *project["optional-dependencies"]["xls"]]
    refused = 0
    for python in pythons(project["classifiers"]):
        types = subprocess.run(
            [sys.executable, "-m", "mypy", "--strict", "--python-version", python],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        print(f"{python}: types: {types.stdout.strip().splitlines()[-1]}", flush=True)
        refused += types.returncode != 0
        for system, platforms in SYSTEMS.items():
            why = resolves(python, platforms, needs)
            print(f"{python}: {system}: {why or 'every wheel is there'}", flush=True)
            refused += bool(why)
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
