"""Which libraries of Linux go into a frozen build, and which are left to the machine.

What belongs to the desktop (its display, fonts, bus and printing) has to be the
machine's own: two of them in one process do not agree. What desktops often lack, or have
in another version, is taken along.
"""

import re
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

MACHINE: Final[Mapping[str, str]] = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libX11.so.6": "libx11-6",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libgcc_s.so.1": "libgcc-s1",
    "libglib-2.0.so.0": "libglib2.0-0t64 | libglib2.0-0",
    "libgobject-2.0.so.0": "libglib2.0-0t64 | libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0t64 | libglib2.0-0",
    "libstdc++.so.6": "libstdc++6",
    "libuuid.so.1": "libuuid1",
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
    "libxcb.so.1": "libxcb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libz.so.1": "zlib1g",
}
"""What the machine brings, and the Debian packages that have it."""

WHERE_THERE: Final[Mapping[str, str]] = {
    "libcups.so.2": "libcups2t64 | libcups2",
    "libgdk-3.so.0": "libgtk-3-0t64 | libgtk-3-0",
    "libgtk-3.so.0": "libgtk-3-0t64 | libgtk-3-0",
    "libcairo.so.2": "libgtk-3-0t64 | libgtk-3-0",
    "libcairo-gobject.so.2": "libgtk-3-0t64 | libgtk-3-0",
    "libgio-2.0.so.0": "libglib2.0-0t64 | libglib2.0-0",
    "libgmodule-2.0.so.0": "libglib2.0-0t64 | libglib2.0-0",
    "libharfbuzz.so.0": "libgtk-3-0t64 | libgtk-3-0",
    "libpangocairo-1.0.so.0": "libgtk-3-0t64 | libgtk-3-0",
    "libpangoft2-1.0.so.0": "libgtk-3-0t64 | libgtk-3-0",
    "libpango-1.0.so.0": "libgtk-3-0t64 | libgtk-3-0",
    "libgdk_pixbuf-2.0.so.0": "libgtk-3-0t64 | libgtk-3-0",
    "libatk-1.0.so.0": "libgtk-3-0t64 | libgtk-3-0",
}
"""What single plugins of Qt need: printers, and the dialogs of one desktop. Without it
they are passed over, and everything else is as it is."""

C_LIBRARY: Final = re.compile(
    r"(ld-linux.*|lib(c|m|dl|pthread|rt|util|resolv))\.so\.\d+"
)

Entry = tuple[str, str, str]
"""A file as PyInstaller lists it: where it is to lie, where it is, of what kind."""


def needed_by(path: Path) -> set[str]:
    """The libraries that a library or a program names."""
    return set(re.findall(r"NEEDED\s+(\S+)", _dump("-p", path)))


def c_library_of(paths: Iterable[Path]) -> str:
    """The lowest version of the C library with which all of these can be used."""
    found = {
        tuple(map(int, number.split(".")))
        for path in paths
        for number in re.findall(r"GLIBC_(\d+\.\d+)", _dump("-p", path))
    }
    return ".".join(map(str, max(found)))


def taken_along(entries: Iterable[Entry]) -> list[Entry]:
    """The entries without what the machine brings, and without what nothing needs.

    A module or a plugin is there for itself; a library of the system only where one
    of them leads to it.
    """
    left = {**MACHINE, **WHERE_THERE}
    own, shared = [], {}
    for entry in entries:
        name = Path(entry[0]).name
        if _is_systems(entry):
            if name not in left:
                shared[name] = entry
        else:
            own.append(entry)
    reached: dict[str, Entry] = {}
    todo = [Path(source) for _, source, kind in own if kind in ("BINARY", "EXTENSION")]
    while todo:
        for name in needed_by(todo.pop()):
            if name in shared and name not in reached:
                reached[name] = shared[name]
                todo.append(Path(shared[name][1]))
    return own + [entry for entry in shared.values() if entry in reached.values()]


def not_to_be_had(folder: Path) -> set[str]:
    """What files of a folder need that neither lies there nor is the machine's."""
    files = shared_files(folder)
    inside = {path.name for path in folder.rglob("*")}
    wanted = {name for path in files for name in needed_by(path)}
    return {
        name
        for name in wanted - inside - MACHINE.keys() - WHERE_THERE.keys()
        if not C_LIBRARY.fullmatch(name)
    }


def packages_for(folder: Path) -> list[str]:
    """The Debian packages that a frozen folder needs, the C library with its version."""
    files = shared_files(folder)
    inside = {path.name for path in folder.rglob("*")}
    wanted = {name for path in files for name in needed_by(path)} - inside
    named = {MACHINE[name] for name in wanted if name in MACHINE}
    return [f"libc6 (>= {c_library_of(files)})", *sorted(named)]


def shared_files(folder: Path) -> list[Path]:
    """The programs and libraries of a folder, each once."""
    found = [
        path
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.is_symlink()
    ]
    return [path for path in found if _is_elf(path)]


def _is_elf(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(4) == b"\x7fELF"


def _is_systems(entry: Entry) -> bool:
    """Whether it comes from the machine on which the build is made.

    Python's own library does not: the program that starts it loads it by its name.
    """
    return entry[2] == "BINARY" and bool(
        re.match(r"/(usr/)?lib(64)?/(?!python)(?!.*/libpython)", entry[1])
    )


def _dump(what: str, path: Path) -> str:
    done = subprocess.run(
        ["objdump", what, str(path)], capture_output=True, text=True, check=True
    )
    return done.stdout
