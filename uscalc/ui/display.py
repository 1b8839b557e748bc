"""Looks, before Qt does, whether a window can be shown; Qt would abort instead.

Nothing here imports Qt.
"""

import ctypes
import sys
from collections.abc import Mapping, Sequence
from typing import Final

from uscalc.ui.libraries import BASE, WAYLAND, XCB, Load, absent, how_to_install

WITHOUT: Final = ("offscreen", "minimal", "vnc", "linuxfb", "eglfs")
"""Platforms of Qt that need no display server."""

INSTEAD: Final = "On the command line: uscalc rate FILE"


def display_problem(
    environ: Mapping[str, str],
    load: Load = ctypes.CDLL,
    platform: str = sys.platform,
) -> str | None:
    """Return why no window can be shown, in one line; None where it can."""
    if not platform.startswith("linux"):
        return None
    wanted = environ.get("QT_QPA_PLATFORM", "").split(":")[0].split(";")[0]
    missing = absent(BASE, load)
    if wanted in WITHOUT:
        return _install(missing) if missing else None
    x11 = environ.get("DISPLAY", "") if wanted in ("", "xcb") else ""
    wayland = environ.get("WAYLAND_DISPLAY", "") if wanted != "xcb" else ""
    if not x11 and not wayland:
        return (
            "There is no display (neither DISPLAY nor WAYLAND_DISPLAY is set). "
            f"{INSTEAD}"
        )
    if missing:
        return _install(missing)
    if wayland and not absent(WAYLAND, load) and _answers_wayland(load):
        return None
    if not x11:
        lacking = absent(WAYLAND, load)
        if lacking:
            return _install(lacking)
        return f"The display {_shown(wayland)} cannot be connected to. {INSTEAD}"
    missing = absent(XCB, load)
    if missing:
        return _install(missing)
    if not _answers_x11(load, x11):
        return f"The display {_shown(x11)} cannot be connected to. {INSTEAD}"
    return None


def import_problem(error: ImportError) -> str:
    """Return what to install when Qt cannot be imported, in one line."""
    said = " ".join(str(error).split())
    for library in (*BASE, *XCB, *WAYLAND):
        if library.split(".so")[0] in said:
            return _install([library])
    if "PySide6" in said and "No module" in said:
        return (
            "The window needs PySide6-Essentials, which is not installed: "
            f"pip install PySide6-Essentials. {INSTEAD}"
        )
    return (
        f"The window cannot be shown: {said}. A system library of Qt may be missing: "
        f"{how_to_install((*BASE, *XCB))}. {INSTEAD}"
    )


def _install(libraries: Sequence[str]) -> str:
    them = (
        "a system library that is"
        if len(libraries) == 1
        else "system libraries that are"
    )
    return (
        f"The window needs {them} not installed ({', '.join(libraries)}): "
        f"{how_to_install(libraries)}. {INSTEAD}"
    )


def _answers_x11(load: Load, display: str) -> bool:
    """Return whether the X server lets us in."""
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
    """Return whether the Wayland compositor lets us in."""
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


def _shown(name: str) -> str:
    clean = "".join(c if c.isprintable() else "?" for c in name)
    return f'"{clean[:60]}"'
