"""Folders as archives that are the same whenever they are made of the same."""

import os
import shutil
import stat
import tarfile
from pathlib import Path
from typing import Final

WHEN: Final = "SOURCE_DATE_EPOCH"
"""The variable with the time that everything in a build has, in seconds."""


def moment() -> int:
    """The time that files have: that of the commit, or the one which was asked for."""
    return int(os.environ[WHEN])


def even_out(folder: Path) -> None:
    """Gives every file the same time, and the rights that files have anywhere."""
    for path in [folder, *folder.rglob("*")]:
        if path.is_symlink():
            os.utime(path, (moment(), moment()), follow_symlinks=False)
            continue
        # A library is loaded, and never started by itself.
        runs = path.is_dir() or (
            path.stat().st_mode & stat.S_IXUSR and ".so" not in path.name
        )
        path.chmod(0o755 if runs else 0o644)
    for path in sorted(folder.rglob("*"), reverse=True):
        if not path.is_symlink():
            os.utime(path, (moment(), moment()))
    os.utime(folder, (moment(), moment()))


def tar_xz(folder: Path, out: Path) -> None:
    """Everything in a folder, under its name, packed."""

    def even(entry: tarfile.TarInfo) -> tarfile.TarInfo:
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = "root"
        entry.mtime = moment()
        return entry

    with tarfile.open(out, "w:xz", preset=6, format=tarfile.GNU_FORMAT) as archive:
        for path in [folder, *sorted(folder.rglob("*"))]:
            name = path.relative_to(folder.parent).as_posix()
            archive.add(path, name, recursive=False, filter=even)


def unpack(archive: Path, into: Path) -> None:
    """What such an archive holds, with its rights; Python 3.11.2 knows no filters."""
    with tarfile.open(archive) as opened:
        known = {"filter": "tar"} if hasattr(tarfile, "tar_filter") else {}
        opened.extractall(into, **known)


def copy(source: Path, target: Path) -> None:
    """A folder once more, without taking the room twice where that can be done."""

    def linked(one: str, other: str) -> None:
        try:
            os.link(one, other, follow_symlinks=False)
        except OSError:
            shutil.copy2(one, other, follow_symlinks=False)

    shutil.copytree(source, target, symlinks=True, copy_function=linked)
