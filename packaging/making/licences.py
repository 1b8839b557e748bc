"""The licences of everything inside a frozen build, collected into one file."""

import re
import subprocess
import sys
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import Final

from making.contents import FONT, ROOT

OURS: Final = ROOT / "LICENSE"
TEXTS: Final = ROOT / "packaging" / "licences"
QT: Final = ("PySide6-Essentials", "shiboken6")
TAKEN: Final = "xls"
"""What a frozen build has of what the program can do without."""
FROZEN_BY: Final = "pyinstaller"
FONT_OF: Final = "ziamath"
HEAD: Final = """\
uscalc and everything that lies beside it
=========================================

uscalc itself has the MIT licence. This folder also holds the works of others; what
follows are their names and licences.

Qt and PySide are used under the GNU Lesser General Public License, version 3. Their
libraries lie here as files of their own, in _internal/PySide6 and _internal/shiboken6.
You may replace them with others of the same version, also such as you have changed
yourself: put them in their place under their names. Nothing in uscalc checks or prevents
that. Their source code is that of the release named below, as The Qt Company publishes it.
"""


def licences(folder: Path) -> str:
    """The text for a frozen folder. Raises LookupError where a licence is not found."""
    parts = [HEAD, _part("uscalc", OURS.read_text("utf-8"))]
    parts.append(_part(f"Python {sys.version.split()[0]}", _pythons()))
    for name in QT:
        found = distribution(name)
        parts.append(
            _part(f"{name} {found.version}", "LGPL-3.0-only; the text is below.")
        )
    for name in sorted(packages_within(), key=str.lower):
        found = distribution(name)
        parts.append(_part(f"{name} {found.version}", _of_package(found)))
    parts.append(_part(f"The font {Path(FONT).name}", _of_font(folder)))
    starter = distribution(FROZEN_BY)
    parts.append(
        _part(
            f"The starting program, of PyInstaller {starter.version}",
            "GPL-2.0-or-later with an exception that lets it start any program.\n\n"
            + _of_package(starter),
        )
    )
    if sys.platform == "linux":
        for package, text in _of_system(folder).items():
            parts.append(_part(f"{package}, a library of the system", text))
    for name in ("LGPL-3.0", "GPL-3.0"):
        parts.append(_part(name, (TEXTS / f"{name}.txt").read_text("utf-8")))
    return "\n\n".join(parts)


def _part(title: str, text: str) -> str:
    line = "-" * 78
    return f"{line}\n{title}\n{line}\n\n{text.strip()}\n"


def packages_within() -> set[str]:
    """The packages of Python that the program stands on, but Qt, and itself."""
    found: set[str] = set()
    named = {name.lower() for name in QT}
    todo = ["uscalc"]
    while todo:
        for needed in distribution(todo.pop()).requires or ():
            name = needed.split(";")[0].strip()
            name = re.split(r"[^\w.-]", name, maxsplit=1)[0]
            extra = re.search(r"extra == ['\"]([\w-]+)", needed)
            unused = extra is not None and extra[1] != TAKEN
            known = name in found or name.lower() in named or unused
            if not known and _is_here(name):
                found.add(name)
                todo.append(name)
    return found


def _is_here(name: str) -> bool:
    """Whether a package is installed: some are for other systems or Pythons alone."""
    try:
        distribution(name)
    except LookupError:
        return False
    return True


def _of_package(found: Distribution) -> str:
    names = [
        file
        for file in found.files or ()
        if re.search(r"(licen[cs]e|copying|notice|authors)", file.name, re.IGNORECASE)
        and ".dist-info" in str(file)
        and not str(file).endswith((".py", ".pyc"))
    ]
    texts = [file.read_text(encoding="utf-8").strip() for file in sorted(names)]
    said = found.metadata.get("License-Expression") or found.metadata.get("License")
    if texts:
        return "\n\n".join(dict.fromkeys(texts))
    if said:
        return f"{said.strip()}\n{found.metadata.get('Author', '')}"
    raise LookupError(f"{found.name} does not say under which licence it is")


def _pythons() -> str:
    """Python's own licence, with those of what is in it."""
    for place in (
        Path(sys.base_prefix) / "LICENSE.txt",
        Path(sys.base_prefix) / "LICENSE",
        *Path(sys.base_prefix).glob("lib/python3*/LICENSE.txt"),
        Path(f"/usr/share/doc/python3.{sys.version_info.minor}/copyright"),
    ):
        if place.is_file():
            return place.read_text("utf-8")
    raise LookupError("Python's licence is not found")


def _of_font(folder: Path) -> str:
    """What the font says of itself, which its licence asks to go with it."""
    from fontTools.ttLib import TTFont

    path = next(folder.rglob(Path(FONT).name))
    with TTFont(path) as font:
        names = [font["name"].getDebugName(number) for number in (5, 0, 13, 14)]
    said = [name for name in names if name]
    if not any("Open Font License" in name for name in said):
        raise LookupError(f"{path.name} says nothing of its licence")
    return "\n\n".join(said)


def _of_system(folder: Path) -> dict[str, str]:
    """The libraries that were taken along from the machine of the build."""
    found: dict[str, str] = {}
    for package in libraries_of_system(folder):
        text = Path("/usr/share/doc", package, "copyright")
        if not text.is_file():
            raise LookupError(f"{package} has no text of its licence")
        found[package] = text.read_text("utf-8", "replace")
    return found


def libraries_of_system(folder: Path) -> dict[str, str]:
    """The version of each Debian package from which a library was taken along."""
    found: dict[str, str] = {}
    for path in sorted((folder / "_internal").glob("lib*.so*")):
        if path.is_symlink() or re.match(
            r"lib(python|pyside6|shiboken6|Qt6|icu|gfortran-|quadmath-|scipy_)",
            path.name,
        ):
            continue
        package = _told("-S", f"*/{path.name}*").split(":")[0]
        found[package] = _told("-W", "-f=${Version}\n", package).split()[0]
    return found


def _told(*question: str) -> str:
    return subprocess.run(
        ["dpkg-query", *question], capture_output=True, text=True, check=True
    ).stdout
