"""Puts the frozen program beside a frozen window with nothing in it: size, first paint.

python packaging/beside_empty.py [ROUNDS], after packaging/build.py. Both are frozen by the
same means. They are started in turns on a display that nobody sees; first paint is when a
point inside the window is no longer black. It fails above 1.4 times the empty window.
"""

import ctypes
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from build import WORK, size
from prove import display

MOST: Final = 1.4
PROGRAM: Final = WORK / "frozen" / "uscalc" / "uscalc"
EMPTY: Final = """\
import sys
from PySide6.QtWidgets import QApplication, QWidget
app = QApplication(sys.argv)
window = QWidget()
window.resize(800, 600)
window.show()
app.exec()
"""
POINT: Final = 200, 200


def freeze_empty() -> Path:
    """The empty window as PyInstaller makes it by itself."""
    WORK.mkdir(exist_ok=True)
    source = WORK / "empty.py"
    source.write_text(EMPTY, encoding="utf-8")
    options = {
        "--log-level": "ERROR",
        "--distpath": WORK / "frozen-empty",
        "--workpath": WORK / "empty",
        "--specpath": WORK,
    }
    words = [str(word) for option in options.items() for word in option]
    python = WORK / "env" / "bin" / "python"
    command = [python, "-m", "PyInstaller", "--noconfirm", *words, source]
    subprocess.run(command, check=True)
    return WORK / "frozen-empty" / "empty" / "empty"


class Screen:
    """One point of a display, looked at without more ado."""

    def __init__(self, name: str) -> None:
        self._x11 = ctypes.CDLL("libX11.so.6")
        for function in ("XOpenDisplay", "XGetImage"):
            getattr(self._x11, function).restype = ctypes.c_void_p
        self._x11.XDefaultRootWindow.restype = ctypes.c_ulong
        self._x11.XGetPixel.restype = ctypes.c_ulong
        self._display = ctypes.c_void_p(self._x11.XOpenDisplay(name.encode()))
        self._root = ctypes.c_ulong(self._x11.XDefaultRootWindow(self._display))

    @property
    def is_painted(self) -> bool:
        """Whether the point is not black."""
        every = ctypes.c_ulong(0xFFFFFFFF)
        x, y = POINT
        image = ctypes.c_void_p(
            self._x11.XGetImage(self._display, self._root, x, y, 1, 1, every, 2)
        )
        value = self._x11.XGetPixel(image, 0, 0)
        self._x11.XDestroyImage(image)
        return bool(value & 0xFFFFFF)


def first_paint(program: Path, screen: Screen, number: str, folder: Path) -> float:
    """Milliseconds from the start of a program to the first paint of its window."""
    environ = {"DISPLAY": number, "QT_QPA_PLATFORM": "xcb", "USCALC_STATE": str(folder)}
    while screen.is_painted:
        time.sleep(0.01)
    begun = time.perf_counter()
    started = subprocess.Popen([program], env=environ, stderr=subprocess.DEVNULL)
    try:
        while not screen.is_painted:
            if started.poll() is not None or time.perf_counter() - begun > 60:
                raise SystemExit(f"{program.name} shows no window")
            time.sleep(0.001)
        return 1000 * (time.perf_counter() - begun)
    finally:
        started.kill()
        started.wait()


def main() -> int:
    """Measures both, and says what comes out."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    empty = freeze_empty()
    sizes = [size(path.parent) for path in (PROGRAM, empty)]
    times: dict[Path, list[float]] = {PROGRAM: [], empty: []}
    with display() as number, tempfile.TemporaryDirectory() as folder:
        if number is None:
            print("it needs Xvfb", file=sys.stderr)
            return 2
        screen = Screen(number)
        for _ in range(rounds):
            for program, found in times.items():
                found.append(first_paint(program, screen, number, Path(folder)))
    ours, theirs = (statistics.median(found) for found in times.values())
    ratios = sizes[0] / sizes[1], ours / theirs
    print(
        f"size: {sizes[0] / 1e6:.0f} MB beside {sizes[1] / 1e6:.0f} MB: {ratios[0]:.2f}"
    )
    print(f"first paint: {ours:.0f} ms beside {theirs:.0f} ms: {ratios[1]:.2f}")
    print(f"processors {os.cpu_count()}, load {os.getloadavg()[0]:.1f}")
    return 0 if max(ratios) <= MOST else 1


if __name__ == "__main__":
    sys.exit(main())
