"""What a frozen build holds and what is left out of it, the same on every system."""

import re
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
RESOURCES: Final = "uscalc/resources"
"""Where the program looks for its resources once it is installed."""
FONT: Final = "fonts/STIXTwoMath-Regular.ttf"
"""The font of formulas: of its package `ziamath` nothing else is used."""

LEFT_OUT: Final = (
    # Windows of another kind, and what only developers ask Python for.
    "tkinter",
    "unittest",
    "pydoc",
    "doctest",
    "lib2to3",
    "ensurepip",
    "idlelib",
    "turtledemo",
    "setuptools",
    "pkg_resources",
    "pip",
    # The program never opens a network connection; digests are made without OpenSSL.
    "ssl",
    "_ssl",
    "_hashlib",
    # Python does without these where they are not there.
    "_uuid",
    "_statistics",
    # Of these only what needs no further package is used.
    "ziamath",
    "ziafont",
    "latex2mathml",
    "pygments",
    "numpy.f2py",
    "numpy.testing",
    "PIL",
    "lxml",
)
"""Modules that other modules name and the program never comes to."""

_QT_PLUGINS: Final = (
    "platforms/(lib)?q(xcb|wayland|offscreen|windows|cocoa)",
    "imageformats/(lib)?q(svg|jpeg|ico|icns|gif|webp)",
    "iconengines/",
    "platformthemes/(lib)?q(xdgdesktopportal|gtk3)",
    "platforminputcontexts/(lib)?(compose|ibus)",
    "xcbglintegrations/",
    "wayland-(decoration|graphics-integration)-client/",
    "wayland-shell-integration/(lib)?xdg-shell",
    "printsupport/",
    "styles/",
    "accessiblebridge/",
)
"""The plugins of Qt that a window, its pictures and its printing need."""
_QT_LIBRARIES: Final = (
    "Core|Gui|Widgets|DBus|Svg|PrintSupport|OpenGL|XcbQpa|WaylandClient|"
    "WaylandEglClientHwIntegration|WlShellIntegration"
)
_NAMED: Final = re.compile(rf"^(lib)?Qt6?({_QT_LIBRARIES})(\.|$)")


def is_wanted(path: str) -> bool:
    """Whether a file of the frozen build is used; asked of Qt's own files alone.

    `path` is where it is to lie, from the folder of the build.
    """
    at = path.replace("\\", "/")
    name = at.rsplit("/", 1)[-1]
    if "PySide6" not in at and not re.match(r"(lib)?Qt6?[A-Z]", name):
        return True
    if "/plugins/" in at:
        inside = at.split("/plugins/", 1)[1]
        return any(re.match(wanted, inside) for wanted in _QT_PLUGINS)
    if "/translations/" in at or "/qml/" in at or "opengl32sw" in name.lower():
        return False
    framework = re.search(r"/(Qt\w+)\.framework/", at)
    if framework:
        return bool(re.fullmatch(rf"Qt({_QT_LIBRARIES})", framework[1]))
    if re.match(r"(lib)?Qt6?[A-Z]", name) and re.search(
        r"\.(so|dll|dylib|pyd)", name.lower()
    ):
        return bool(_NAMED.match(name))
    return True
