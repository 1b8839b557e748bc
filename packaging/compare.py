"""Compares two builds of one commit, file by file: python packaging/compare.py DIST DIST.

Every archive is looked into. What may differ is named here with its reason; anything else
that does ends the comparison with 1.
"""

import argparse
import fnmatch
import hashlib
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

MAY_DIFFER: Final[Mapping[str, str]] = {}
"""Patterns of files within an archive, and why two builds need not agree on them."""


def files(path: Path) -> Iterator[tuple[str, str]]:
    """What lies in a folder or an archive: names, with rights and what is inside."""
    if path.is_dir():
        for one in sorted(path.rglob("*")):
            name = one.relative_to(path).as_posix()
            if one.is_symlink():
                yield name, f"-> {one.readlink()}"
            elif one.is_file():
                mode = one.stat().st_mode & 0o777
                yield name, f"{mode:o} {_digest(one.read_bytes())}"
    elif path.suffix == ".deb":
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["dpkg-deb", "-R", str(path), folder], check=True)
            yield from files(Path(folder))
    elif path.suffix in (".whl", ".zip"):
        with zipfile.ZipFile(path) as opened:
            for name in opened.namelist():
                yield name, _digest(opened.read(name))
    elif path.suffix == ".json":
        yield path.name, _digest(path.read_bytes())
    else:
        with tarfile.open(path) as archive:
            for entry in archive:
                said = f"{entry.mode:o} {entry.mtime} {entry.linkname}"
                inside = archive.extractfile(entry) if entry.isfile() else None
                data = b"" if inside is None else inside.read()
                yield entry.name, f"{said} {_digest(data)}"


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def differences(one: Path, other: Path) -> list[str]:
    """The names of what is not the same, but for what may differ."""
    first, second = dict(files(one)), dict(files(other))
    return [
        name
        for name in sorted(first.keys() | second.keys())
        if first.get(name) != second.get(name)
        and not any(fnmatch.fnmatch(name, pattern) for pattern in MAY_DIFFER)
    ]


def main() -> int:
    """Compares what has the same name in two folders."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("first", type=Path)
    parser.add_argument("second", type=Path)
    asked = parser.parse_args()
    names = {path.name for path in asked.first.glob("uscalc*")}
    if not names or names != {path.name for path in asked.second.glob("uscalc*")}:
        print("the two folders do not hold the same builds", file=sys.stderr)
        return 1
    different = 0
    for name in sorted(names):
        one, other = asked.first / name, asked.second / name
        found = differences(one, other)
        byte = one.is_file() and one.read_bytes() == other.read_bytes()
        said = "the same to the byte" if byte else "the same contents"
        print(f"{name}: {f'{len(found)} differ' if found else said}")
        for line in found[:20]:
            print(f"  {line}")
        different += len(found)
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
