"""The package of Debian and of what is made of it: the frozen build in /usr/lib."""

import datetime as dt
import gzip
import hashlib
import shutil
import subprocess
from email.utils import format_datetime
from pathlib import Path
from typing import Final

from making.archives import copy, even_out, moment
from making.contents import ROOT
from making.desktop import desktop_files, lay_out
from making.libraries import packages_for
from uscalc import __version__

MAINTAINER: Final = "The uscalc authors <uscalc@users.noreply.github.com>"
RECOMMENDED: Final = "libcups2t64 | libcups2, fonts-dejavu-core | fonts-noto-core"
SUGGESTED: Final = "libgtk-3-0t64 | libgtk-3-0"
CONTROL: Final = """\
Package: uscalc
Version: {version}
Architecture: {architecture}
Maintainer: {maintainer}
Installed-Size: {size}
Depends: {depends}
Recommends: {recommends}
Suggests: {suggests}
Section: math
Priority: optional
Description: US Chess ratings, computed exactly, with every step shown
 Calculates US Chess ratings exactly as the rating rules specify, under the
 rules in force or any edition, and shows every step: in a window with an
 editable crosstable, and on the command line.
 .
 It links SwissSys and WinTD files, prints wall charts and standings, shows
 what-if results, compares with published ratings, and makes lessons and
 worksheets for a class. It never opens a network connection.
"""
COPYRIGHT: Final = """\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: uscalc

Files: *
Copyright: 2026 The uscalc authors
License: Expat

Files: usr/lib/uscalc/_internal/*
Copyright: The authors named in /usr/lib/uscalc/LICENCES.txt
License: LGPL-3 and others
 Qt and PySide have the GNU Lesser General Public License, version 3, whose
 text is in /usr/share/common-licenses/LGPL-3. Every other work in this folder
 and its licence is named in /usr/lib/uscalc/LICENCES.txt.

License: Expat
"""


def deb(frozen: Path, out: Path, work: Path) -> Path:
    """Makes the package of a frozen folder; gives its file."""
    root = work / "deb"
    shutil.rmtree(root, ignore_errors=True)
    (root / "usr" / "lib").mkdir(parents=True)
    (root / "usr" / "bin").mkdir()
    copy(frozen, root / "usr" / "lib" / "uscalc")
    (root / "usr" / "bin" / "uscalc").symlink_to("../lib/uscalc/uscalc")
    lay_out(desktop_files(), root / "usr")
    _document(root)
    even_out(root)
    architecture = _said("dpkg", "--print-architecture")
    control = CONTROL.format(
        version=__version__,
        architecture=architecture,
        maintainer=MAINTAINER,
        size=_kilobytes(root),
        depends=", ".join(packages_for(frozen)),
        recommends=RECOMMENDED,
        suggests=SUGGESTED,
    )
    sums = _sums(root)
    lay_out({"control": control.encode(), "md5sums": sums.encode()}, root / "DEBIAN")
    even_out(root / "DEBIAN")
    made = out / f"uscalc_{__version__}_{architecture}.deb"
    _said("dpkg-deb", "--build", "--root-owner-group", "-Zxz", str(root), str(made))
    return made


def _document(root: Path) -> None:
    """What Debian wants to read of a package, and why lintian is to pass some things."""
    licence = (ROOT / "LICENSE").read_text("utf-8").split("\n\n", 2)[2]
    indented = "\n".join(
        f" {line}" if line.strip() else " ." for line in licence.strip().split("\n")
    )
    overrides = ROOT / "packaging" / "linux" / "lintian-overrides"
    day = dt.datetime.fromtimestamp(moment(), dt.UTC)
    changes = (
        f"uscalc ({__version__}) stable; urgency=medium\n\n"
        "  * See CHANGELOG.md in the source.\n\n"
        f" -- {MAINTAINER}  {format_datetime(day)}\n"
    )
    lay_out(
        {
            "doc/uscalc/copyright": f"{COPYRIGHT}{indented}\n".encode(),
            "doc/uscalc/changelog.gz": gzip.compress(changes.encode(), 9, mtime=0),
            "lintian/overrides/uscalc": overrides.read_bytes(),
        },
        root / "usr" / "share",
    )


def _kilobytes(root: Path) -> int:
    files = (
        path for path in root.rglob("*") if path.is_file() and not path.is_symlink()
    )
    return sum(-(-path.stat().st_size // 1024) for path in files)


def _sums(root: Path) -> str:
    return "".join(
        f"{hashlib.md5(path.read_bytes()).hexdigest()}  {path.relative_to(root)}\n"
        for path in sorted((root / "usr").rglob("*"))
        if path.is_file() and not path.is_symlink()
    )


def _said(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return done.stdout.strip()
