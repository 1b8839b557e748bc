"""The rules of the project: imports point inward, no network, and a core without Qt."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parent.parent
CORE = (
    *("uscalc.engine", "uscalc.analysis", "uscalc.explain", "uscalc.document"),
    *("uscalc.rules", "uscalc.formats", "uscalc.ratinglist", "uscalc.report"),
    "uscalc.cli",
)

WITHOUT_QT = """
import importlib, pkgutil, sys

class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("PySide6", "shiboken6"):
            raise ImportError(f"{name} is not to be had here")

sys.meta_path.insert(0, Blocker())
for name in sys.argv[1:]:
    module = importlib.import_module(name)
    for found in pkgutil.walk_packages(getattr(module, "__path__", ()), name + "."):
        importlib.import_module(found.name)
assert not [name for name in sys.modules if name.split(".")[0] == "PySide6"]
print("imported", len([name for name in sys.modules if name.startswith("uscalc.")]))
"""


def run(*command: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": str(ROOT), "NO_COLOR": "1"}
    return subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120
    )


def test_the_core_and_the_rooms_need_no_qt_if_it_is_blocked():
    done = run(sys.executable, "-c", WITHOUT_QT, *CORE)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout.split()[1]) > 50
    paths = sorted(ROOT.glob("uscalc/ui/**/room.py"))
    rooms = [".".join(p.relative_to(ROOT).with_suffix("").parts) for p in paths]
    assert len(rooms) > 12
    views = "uscalc.ui.window.views"
    done = run(sys.executable, "-c", WITHOUT_QT, "uscalc.ui.specs", *rooms, views)
    assert done.returncode == 0, done.stderr
    done = run(sys.executable, "-c", WITHOUT_QT, "PySide6.QtCore")
    assert done.returncode != 0
    assert "is not to be had here" in done.stderr


def test_folders_are_small_and_arrows_point_inward():
    top = ROOT / "uscalc"
    for folder in [top, *(path for path in top.glob("**/*") if path.is_dir())]:
        modules = [path.name for path in folder.glob("*.py")]
        assert len(modules) <= 22, (folder.name, len(modules))
    pytest.importorskip("importlinter")
    code = (
        "import sys; from importlinter.cli import lint_imports; "
        "sys.exit(lint_imports(no_cache=True))"
    )
    done = run(sys.executable, "-c", code)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 broken" in done.stdout


def test_all_properties_are_tried_under_one_profile():
    used = settings()
    assert used.derandomize
    assert used.deadline is None
    for path in sorted((ROOT / "tests").rglob("*.py")):
        if path.name in ("conftest.py", "often.py", Path(__file__).name):
            continue
        for word in ("derandomize=", "deadline=", "@settings("):
            assert word not in path.read_text("utf-8"), f"{path}: use tests/often.py"


@pytest.mark.parametrize("connect", ["connect", "connect_ex"])
def test_the_network_is_refused(connect):
    with socket.socket() as one, pytest.raises(AssertionError, match="network"):
        getattr(one, connect)(("127.0.0.1", 9))


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="there are no such sockets")
def test_sockets_of_this_machine_are_allowed(tmp_path):
    with socket.socket(socket.AF_UNIX) as one, pytest.raises(FileNotFoundError):
        one.connect(str(tmp_path / "nobody"))
