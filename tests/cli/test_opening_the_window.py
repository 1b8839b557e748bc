"""Which command lines open the window, and how little is imported for that."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.cli.running import run_python
from uscalc.cli import names_window_file

LOADED = """
import sys
import uscalc.app
uscalc.app.run_window = lambda path: print(path, *sorted(sys.modules)) or 0
from uscalc.cli import main
main(sys.argv[1:])
"""


@pytest.mark.parametrize("name", ["a.uscalc", "a b.csv", "what-if.txt"])
def test_nothing_or_a_file_opens_the_window(tmp_path, name):
    path = tmp_path / name
    assert names_window_file([])
    assert not names_window_file([str(path)])
    path.write_text("")
    assert names_window_file([str(path)])
    assert not names_window_file([str(path), "--json"])


def test_commands_and_options_do_not_open_the_window(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("rate", "--version.uscalc"):
        Path(name).write_text("")
        assert not names_window_file([name])
    assert not names_window_file(["rate", "a.uscalc"])


def test_the_window_waits_for_no_command_and_no_other_reader(tmp_path):
    path = tmp_path / "a.uscalc"
    path.write_text("")
    said, *loaded = run_python("-c", LOADED, path).stdout.split()
    assert said == str(path)
    assert "uscalc.cli" in loaded
    slow = ("click", "rich", "pydantic", "uscalc.cli.commands", "uscalc.formats.every")
    assert not [name for name in slow if name in loaded]


@pytest.mark.skipif(find_spec("PySide6") is None, reason="the window is Qt's")
def test_the_frame_of_the_window_waits_for_no_pydantic():
    said = "import sys, uscalc.ui.window.main_window; print('pydantic' in sys.modules)"
    assert run_python("-c", said).stdout.split() == ["False"]
