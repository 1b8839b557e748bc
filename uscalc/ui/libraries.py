"""The system libraries that a window needs, and what installs them on each Linux.

Nothing here imports Qt.
"""

import ctypes
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Final, NamedTuple

Load = Callable[[str], object]
OS_RELEASE: Final = (Path("/etc/os-release"), Path("/usr/lib/os-release"))


class Package(NamedTuple):
    """What has a library on Debian, on Fedora and on Arch, and whatever is made of them."""

    debian: str
    fedora: str
    arch: str


BASE: Final[Mapping[str, Package]] = {
    "libglib-2.0.so.0": Package("libglib2.0-0", "glib2", "glib2"),
    "libgthread-2.0.so.0": Package("libglib2.0-0", "glib2", "glib2"),
    "libGL.so.1": Package("libgl1", "libglvnd-glx", "libglvnd"),
    "libEGL.so.1": Package("libegl1", "libglvnd-egl", "libglvnd"),
    "libdbus-1.so.3": Package("libdbus-1-3", "dbus-libs", "dbus"),
    "libfontconfig.so.1": Package("libfontconfig1", "fontconfig", "fontconfig"),
    "libxkbcommon.so.0": Package("libxkbcommon0", "libxkbcommon", "libxkbcommon"),
}
"""What Qt itself needs."""

XCB: Final[Mapping[str, Package]] = {
    "libxcb-cursor.so.0": Package(
        "libxcb-cursor0", "xcb-util-cursor", "xcb-util-cursor"
    ),
    "libxcb-icccm.so.4": Package("libxcb-icccm4", "xcb-util-wm", "xcb-util-wm"),
    "libxcb-keysyms.so.1": Package(
        "libxcb-keysyms1", "xcb-util-keysyms", "xcb-util-keysyms"
    ),
    "libxcb-shape.so.0": Package("libxcb-shape0", "libxcb", "libxcb"),
    "libxcb-image.so.0": Package("libxcb-image0", "xcb-util-image", "xcb-util-image"),
    "libxcb-render-util.so.0": Package(
        "libxcb-render-util0", "xcb-util-renderutil", "xcb-util-renderutil"
    ),
    "libxcb-randr.so.0": Package("libxcb-randr0", "libxcb", "libxcb"),
    "libxcb-xkb.so.1": Package("libxcb-xkb1", "libxcb", "libxcb"),
    "libxkbcommon-x11.so.0": Package(
        "libxkbcommon-x11-0", "libxkbcommon-x11", "libxkbcommon-x11"
    ),
    "libX11-xcb.so.1": Package("libx11-xcb1", "libX11-xcb", "libx11"),
}
"""What a window on X11 needs besides."""

WAYLAND: Final[Mapping[str, Package]] = {
    "libwayland-client.so.0": Package(
        "libwayland-client0", "libwayland-client", "wayland"
    ),
    "libwayland-cursor.so.0": Package(
        "libwayland-cursor0", "libwayland-cursor", "wayland"
    ),
}

FAMILIES: Final[Mapping[str, str]] = {
    "debian": "apt install",
    "fedora": "dnf install",
    "arch": "pacman -S",
}
"""The kinds of Linux that are known by name, and how each installs."""
_MADE_OF: Final = {
    "ubuntu": "debian",
    "linuxmint": "debian",
    "raspbian": "debian",
    "rhel": "fedora",
    "centos": "fedora",
    "manjaro": "arch",
}


def absent(libraries: Iterable[str], load: Load = ctypes.CDLL) -> list[str]:
    """Return those that this machine does not have."""
    found = []
    for library in libraries:
        try:
            load(library)
        except OSError:
            found.append(library)
    return found


def family(files: Iterable[Path] = OS_RELEASE) -> str:
    """Return which kind of Linux this is; empty where it is none that is known."""
    for path in files:
        try:
            text = path.read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue
        said = dict(line.split("=", 1) for line in text.splitlines() if "=" in line)
        names = f"{said.get('ID', '')} {said.get('ID_LIKE', '')}".replace('"', "")
        for name in names.lower().split():
            known = _MADE_OF.get(name, name)
            if known in FAMILIES:
                return known
    return ""


def how_to_install(libraries: Iterable[str], on: str | None = None) -> str:
    """Return the command that installs them here, or one for each Linux where it is unknown."""
    every = {**BASE, **XCB, **WAYLAND}
    packages = [every[library] for library in libraries]
    here = family() if on is None else on
    commands = {
        kind: f"{command} "
        + " ".join(dict.fromkeys(getattr(package, kind) for package in packages))
        for kind, command in FAMILIES.items()
    }
    if here:
        return commands[here]
    return ", or ".join(
        f"on {kind.capitalize()}: {command}" for kind, command in commands.items()
    )
