"""Ctrl-C at any moment gives one line and exit code 2, and leaves nothing behind."""

import os
import random
import signal
import subprocess
import sys
from importlib.util import find_spec

import pytest

from tests.cli.running import ROOT, SAMPLE, run_python
from tests.tools.interrupts import COMMANDS, interrupt

pytestmark = [
    pytest.mark.skipif(os.name != "posix", reason="signals are sent otherwise there"),
    pytest.mark.skipif(find_spec("PySide6") is None, reason="pictures need Qt"),
]
OFFSCREEN = {"QT_QPA_PLATFORM": "offscreen", "QT_LOGGING_RULES": "*=false"}
LATEST = 2.0
"""Seconds; most commands take this long."""


@pytest.mark.parametrize("name", COMMANDS)
def test_ctrl_c_at_a_random_moment_leaves_nothing(name):
    assert interrupt(COMMANDS[name], random.Random(name).uniform(0, LATEST)).wrong == ""


IMPORTING = """
import os, signal, sys

count = {count}
def look(frame, event, argument):
    global count
    if event == "call" and frame.f_globals.get("__name__", "").startswith({module!r}):
        count -= 1
        if count == 0:
            sys.setprofile(None)
            os.kill(os.getpid(), signal.SIGINT)

signal.signal(signal.SIGINT, signal.{before})
from uscalc.cli import main
sys.setprofile(look)
main({words!r})
"""
"""Send Ctrl-C at a call of a module's function."""


# Qt imports these modules from C++, which aborts if an error is raised there.
@pytest.mark.parametrize("count", [1, 100])
@pytest.mark.parametrize("command", ["lesson", "tour", "window"])
def test_ctrl_c_while_qt_is_imported(command, count, tmp_path):
    words = [word.replace("out", str(tmp_path / "out")) for word in COMMANDS[command]]
    code = IMPORTING.format(
        count=count, module="shibokensupport", before="default_int_handler", words=words
    )
    done = run_python("-c", code, **OFFSCREEN, USCALC_STATE=str(tmp_path))
    assert (done.returncode, done.stderr) == (2, "uscalc: stopped\n")


PAINTING = """
import os, signal, sys
import uscalc.ui.{module} as painting

signal.signal(signal.SIGINT, signal.default_int_handler)
paint = painting.{name}
def interrupted(*given, **named):
    os.kill(os.getpid(), signal.SIGINT)
    return paint(*given, **named)
painting.{name} = interrupted
from uscalc.cli import main
main({words!r})
"""


@pytest.mark.parametrize(
    ("command", "module", "name"),
    [
        ("lesson", "printing.page", "paint_page"),
        ("sheets", "printing.page", "words_of"),
        ("tour", "charts.chart_look", "paint_text"),
        ("tour", "window.tour", "wait_until_settled"),
        ("window", "window.main_window", "connect_each"),
    ],
)
def test_ctrl_c_while_qt_paints(command, module, name, tmp_path):
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    words = [word.replace("out", str(tmp_path / "out")) for word in COMMANDS[command]]
    code = PAINTING.format(module=module, name=name, words=words)
    folders = {"TMPDIR": str(temporary), "USCALC_STATE": str(tmp_path / "state")}
    done = run_python("-c", code, **OFFSCREEN, **folders)
    assert (done.returncode, done.stderr) == (2, "uscalc: stopped\n")
    assert list(temporary.iterdir()) == []
    assert not (tmp_path / "out.pdf").exists()


def test_ctrl_c_shows_the_cursor_again_that_a_progress_bar_hid(tmp_path):
    import pty

    for at in range(300):
        (tmp_path / f"{at}.uscalc").symlink_to(SAMPLE)
    leader, follower = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "uscalc", "rate", tmp_path, "--jobs", "1"],
        stdout=subprocess.DEVNULL,
        stderr=follower,
        env={**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm"},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    os.close(follower)
    said = b""
    while b"\x1b[?25l" not in said:
        said += os.read(leader, 65536)
    process.send_signal(signal.SIGINT)
    assert process.wait(60) == 2
    while b"stopped" not in said:
        said += os.read(leader, 65536)
    os.close(leader)
    assert said.rindex(b"\x1b[?25h") > said.rindex(b"\x1b[?25l")
    assert said.count(b"uscalc: stopped") == 1


def test_a_shell_that_ignores_ctrl_c_is_obeyed():
    given = {"module": "uscalc.cli.rate", "words": ["rate", str(SAMPLE)]}
    done = run_python("-c", IMPORTING.format(count=1, before="SIG_IGN", **given))
    assert (done.returncode, done.stderr) == (0, "")
