"""Without a display or a library, there is one plain line and never a crash."""

import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import run_python
from uscalc.ui.diagnostics.display import BASE, PAGE, WAYLAND, XCB, display_problem

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="only Linux has displays to miss"
)
RUN = """
import sys
from pathlib import Path
{before}
from uscalc.app import run_window
sys.exit(run_window({path}))
"""


def run(
    *, before: str = "", path: str = "None", **environ: str
) -> subprocess.CompletedProcess[str]:
    none = dict.fromkeys(("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))
    with tempfile.TemporaryDirectory() as own:
        # Without this, the last event of the person who runs the tests would be opened.
        surroundings = {**none, "USCALC_STATE": own, **environ}
        return run_python("-c", RUN.format(before=before, path=path), **surroundings)


def one_line(result: subprocess.CompletedProcess[str]) -> str:
    assert result.returncode == 2, result.stderr
    assert result.stdout == ""
    lines = result.stderr.splitlines()
    assert len(lines) == 1, result.stderr
    return lines[0]


def lacking(libraries: Iterable[str]) -> Any:
    def load(name: str) -> object:
        if name in libraries:
            raise OSError(f"{name}: cannot open shared object file")
        return object()

    return load


def test_without_a_display_or_a_library_one_line_says_why():
    line = one_line(run())
    assert line.startswith("No display found")
    assert "uscalc rate FILE" in line
    # No library is missing here, whatever this machine has.
    fake = (
        "import contextlib, ctypes\n"
        "real = ctypes.CDLL.__init__\n"
        "def load(self, name, *more, **named):\n"
        "    with contextlib.suppress(OSError):\n"
        "        real(self, name, *more, **named)\n"
        "ctypes.CDLL.__init__ = load\n"
    )
    line = one_line(run(before=fake, DISPLAY=":98765"))
    assert 'connect to the display ":98765"' in line
    one_line(run(WAYLAND_DISPLAY="nobody-0", XDG_RUNTIME_DIR="/nonexistent"))
    lacks = fake.replace(
        "    with contextlib",
        "    if 'cursor' in name: raise OSError(name)\n    with contextlib",
    )
    line = one_line(run(before=lacks, DISPLAY=":98765"))
    assert "libxcb-cursor.so.0" in line
    assert PAGE in line


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("No module named 'PySide6'", "PySide6-Essentials"),
        ("libEGL.so.1: cannot open shared object file", "installed: libEGL.so.1. "),
        ("libglib-2.0.so.0: cannot open", "installed: libglib-2.0.so.0. "),
        ("libodd.so.3: cannot open", "libodd.so.3"),
    ],
)
def test_qt_that_cannot_be_imported(message, said):
    fake = (
        "class Finder:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name.startswith('PySide6'):\n"
        f"            raise ImportError({message!r})\n"
        "sys.meta_path.insert(0, Finder())\n"
    )
    assert said in one_line(run(before=fake, QT_QPA_PLATFORM="offscreen"))


BEFORE_FILLING = """
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from uscalc.ui.window.main_window import MainWindow
fill = MainWindow.fill_window
def fill_and_do(do):
    def filled(self, *event):
        global window
        window = self
        fill(self, *event)
        do()
    MainWindow.fill_window = filled
"""


def test_an_exception_in_a_slot_is_shown_and_the_window_stays():
    before = BEFORE_FILLING + (
        "def fail():\n"
        "    QTimer.singleShot(0, look)\n"
        "    raise ValueError('a test of trouble')\n"
        "def look():\n"
        "    if not window.messages.text:\n"
        "        return QTimer.singleShot(10, look)\n"
        "    print(window.messages.text)\n"
        "    QApplication.exit(0)\n"
        "fill_and_do(lambda: QTimer.singleShot(0, fail))\n"
    )
    result = run(before=before, QT_QPA_PLATFORM="offscreen")
    assert result.returncode == 0
    assert "(ValueError)" in result.stdout
    # An error message may contain the name of a person or a file.
    assert "a test of trouble" not in result.stdout + result.stderr


def test_the_frame_is_painted_before_the_event_is_read():
    before = BEFORE_FILLING + (
        "painted = []\n"
        "paint = MainWindow.paintEvent\n"
        "def painting(self, event):\n"
        "    painted.append(not hasattr(self, 'session'))\n"
        "    paint(self, event)\n"
        "MainWindow.paintEvent = painting\n"
        "def filled(self, *event):\n"
        "    print(painted, self.windowTitle())\n"
        "    fill(self, *event)\n"
        "    print(self.windowTitle())\n"
        "    QTimer.singleShot(0, self.close)\n"
        "MainWindow.fill_window = filled\n"
    )
    result = run(before=before, QT_QPA_PLATFORM="offscreen")
    assert result.returncode == 0, result.stderr
    first, then = result.stdout.splitlines()
    assert first == "[True] uscalc"
    assert then.startswith("Autumn Open")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "can't be read: the file doesn't exist"),
        ("{", "line 1, column 2: the file ends too early"),
    ],
)
def test_an_unreadable_file_ends_it_with_one_line(tmp_path, content, said):
    path = tmp_path / "damaged.uscalc"
    if content is not None:
        path.write_text(content)
    line = one_line(run(path=f"Path({str(path)!r})", QT_QPA_PLATFORM="offscreen"))
    assert f"{path}: {said}" in line


def test_a_frame_closed_before_it_is_filled_ends_the_program(tmp_path):
    before = BEFORE_FILLING + (
        "show = MainWindow.show\n"
        "def shown(self):\n"
        "    show(self)\n"
        "    self.close()\n"
        "MainWindow.show = shown\n"
        "def filled(self, *event): print('filled')\n"
        "MainWindow.fill_window = filled\n"
    )
    result = run(before=before, QT_QPA_PLATFORM="offscreen", USCALC_STATE=str(tmp_path))
    assert result.returncode == 0, result.stderr
    assert result.stdout == ""
    assert not list(tmp_path.rglob("*.journal"))


def test_every_missing_library_is_named_at_once_where_a_display_is_needed():
    for variable, libraries in (
        *(("DISPLAY", XCB), ("DISPLAY", (*BASE, *XCB))),
        ("WAYLAND_DISPLAY", (*BASE, *WAYLAND)),
    ):
        line = display_problem({variable: ":0"}, lacking(libraries), "linux")
        assert all(library in line for library in libraries)
    environ = {"QT_QPA_PLATFORM": "offscreen"}
    assert display_problem(environ, lacking(XCB), "linux") is None
    assert display_problem({}, lacking(XCB), "win32") is None


def test_the_page_has_every_library_with_three_packages():
    page = (Path(__file__).parents[2] / PAGE).read_text(encoding="utf-8")
    rows = {
        cells[0].strip("` "): [cell.strip() for cell in cells[1:]]
        for line in page.splitlines()
        if len(cells := line.strip("|").split("|")) == 4
    }
    for library in (*BASE, *XCB, *WAYLAND):
        assert all(rows[library]), library
