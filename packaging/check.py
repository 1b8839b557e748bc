"""Checks with the tools of Linux what was built for it: python packaging/check.py [DIST].

lintian for the package, desktop-file-validate, appstreamcli and man for what lies in it.
On Debian: apt install lintian desktop-file-utils appstream man-db.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent


def checks(package: Path, unpacked: Path) -> list[list[str]]:
    """The commands that must be content."""
    share = unpacked / "usr" / "share"
    (metainfo,) = (share / "metainfo").iterdir()
    quiet = ["--fail-on", "error", "--tag-display-limit", "0"]
    root = ["--allow-root"] if os.geteuid() == 0 else []
    page = str(share / "man" / "man1" / "uscalc.1.gz")
    return [
        ["desktop-file-validate", str(share / "applications" / "uscalc.desktop")],
        ["appstreamcli", "validate", "--no-net", str(metainfo)],
        ["man", "--warnings", "--encoding=UTF-8", "--local-file", page],
        ["lintian", *root, *quiet, str(package)],
    ]


def main() -> int:
    """Checks the package in a folder; 0 where all are content."""
    dist = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "dist"
    (package,) = dist.glob("uscalc_*.deb")
    refused = 0
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["dpkg-deb", "-x", str(package), folder], check=True)
        for command in checks(package, Path(folder)):
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            # man says on standard error what it warns of, and ends with 0.
            content = done.returncode == 0 and not (command[0] == "man" and done.stderr)
            print(f"{command[0]}: {'content' if content else 'not content'}")
            if not content:
                print((done.stdout + done.stderr)[-4000:])
                refused += 1
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
