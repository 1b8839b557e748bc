"""Check whether a window can be shown before Qt starts, because Qt would end the program.

This module does not import Qt.
"""

import ctypes
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

Load = Callable[[str], object]

BASE: Final = (
    "libglib-2.0.so.0",
    "libgthread-2.0.so.0",
    "libGL.so.1",
    "libEGL.so.1",
    "libdbus-1.so.3",
    "libfontconfig.so.1",
    "libxkbcommon.so.0",
)
"""The system libraries that Qt itself needs on Linux."""
XCB: Final = (
    "libxcb-cursor.so.0",
    "libxcb-icccm.so.4",
    "libxcb-keysyms.so.1",
    "libxcb-shape.so.0",
    "libxcb-image.so.0",
    "libxcb-render-util.so.0",
    "libxcb-randr.so.0",
    "libxcb-xkb.so.1",
    "libxkbcommon-x11.so.0",
    "libX11-xcb.so.1",
)
"""The additional libraries that a window on X11 needs."""
WAYLAND: Final = (
    "libwayland-client.so.0",
    "libwayland-cursor.so.0",
)
"""The additional libraries that a window on Wayland needs."""
PAGE: Final = "docs/linux-libraries.md"
"""The page that lists each library's package for common Linux distributions."""

WITHOUT: Final = ("offscreen", "minimal", "vnc", "linuxfb", "eglfs")
"""The platforms of Qt that need no display server."""

INSTEAD: Final = "You can use the command line: uscalc rate FILE"


def display_problem(
    environ: Mapping[str, str],
    load: Load = ctypes.CDLL,
    platform: str = sys.platform,
) -> str | None:
    """Return why no window can be shown, in one line; None if it can."""
    if not platform.startswith("linux"):
        return None
    wanted = environ.get("QT_QPA_PLATFORM", "").split(":")[0].split(";")[0]
    missing = find_missing(BASE, load)
    if wanted in WITHOUT:
        return _describe_missing(missing) if missing else None
    x11 = environ.get("DISPLAY", "") if wanted in ("", "xcb") else ""
    wayland = environ.get("WAYLAND_DISPLAY", "") if wanted != "xcb" else ""
    if not x11 and not wayland:
        return f"No display found (DISPLAY and WAYLAND_DISPLAY aren't set). {INSTEAD}"
    if missing:
        # The libraries for the display are named on the same line.
        more = find_missing(XCB if x11 else WAYLAND, load)
        return _describe_missing([*missing, *more])
    if wayland and not find_missing(WAYLAND, load) and _answers_wayland(load):
        return None
    if not x11:
        lacking = find_missing(WAYLAND, load)
        return (
            _describe_missing(lacking)
            if lacking
            else f"Can't connect to the display {_quote_name(wayland)}. {INSTEAD}"
        )
    missing = find_missing(XCB, load)
    if missing:
        return _describe_missing(missing)
    if not _answers_x11(load, x11):
        return f"Can't connect to the display {_quote_name(x11)}. {INSTEAD}"
    return None


def import_problem(error: ImportError) -> str:
    """Return what to install if Qt cannot be imported, in one line."""
    text = " ".join(str(error).split())
    for library in (*BASE, *XCB, *WAYLAND):
        if library.split(".so")[0] in text:
            return _describe_missing([library])
    if "PySide6" in text and "No module" in text:
        return (
            "The window needs PySide6-Essentials, which isn't installed. "
            f"Run: pip install PySide6-Essentials. {INSTEAD}"
        )
    return (
        f"Can't show the window: {text}. A system library that Qt needs "
        f"may be missing; {PAGE} lists them. {INSTEAD}"
    )


def find_missing(libraries: Iterable[str], load: Load = ctypes.CDLL) -> list[str]:
    """Return the libraries that are not on this computer."""
    found = []
    for library in libraries:
        try:
            load(library)
        except OSError:
            found.append(library)
    return found


def _describe_missing(libraries: Sequence[str]) -> str:
    return (
        f"The window needs system libraries that aren't installed: "
        f"{', '.join(libraries)}. Install the packages that {PAGE} lists for them. "
        f"{INSTEAD}"
    )


def _answers_x11(load: Load, display: str) -> bool:
    """Return whether the X server accepts a connection."""
    try:
        xcb = load("libxcb.so.1")
    except OSError:
        return False
    if not isinstance(xcb, ctypes.CDLL):
        return True
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connect.argtypes = [ctypes.c_char_p, ctypes.c_void_p]
    xcb.xcb_connection_has_error.argtypes = [ctypes.c_void_p]
    xcb.xcb_disconnect.argtypes = [ctypes.c_void_p]
    connection = xcb.xcb_connect(display.encode(), None)
    if not connection:
        return False
    failed = xcb.xcb_connection_has_error(connection)
    xcb.xcb_disconnect(connection)
    return not failed


def _answers_wayland(load: Load) -> bool:
    """Return whether the Wayland compositor accepts a connection."""
    client = load("libwayland-client.so.0")
    if not isinstance(client, ctypes.CDLL):
        return True
    client.wl_display_connect.restype = ctypes.c_void_p
    client.wl_display_connect.argtypes = [ctypes.c_char_p]
    client.wl_display_disconnect.argtypes = [ctypes.c_void_p]
    display = client.wl_display_connect(None)
    if not display:
        return False
    client.wl_display_disconnect(display)
    return True


def _quote_name(name: str) -> str:
    clean = "".join(c if c.isprintable() else "?" for c in name)
    return f'"{clean[:60]}"'
