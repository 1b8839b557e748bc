"""uscalc doctor shows the parts of the installation and their problems, and no names."""

import json
import os
import re
import sys
from importlib.metadata import PackageNotFoundError
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.cli.running import run_anew, run_python
from uscalc import __version__
from uscalc.ui.diagnostics import doctor as examining
from uscalc.ui.session.folders import Folders

QT = find_spec("PySide6") is not None
FOLDERS = ("USCALC_STATE", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")
LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="of Linux")


def doctor(tmp_path: Path, *arguments: str, **env: str):
    around = {"QT_QPA_PLATFORM": "offscreen", "USCALC_STATE": str(tmp_path / "state")}
    done = run_anew("doctor", *arguments, **{**around, **env})
    assert "Traceback" not in done.stderr
    return done


def test_doctor_lists_versions_folders_and_log_in_words_and_json(tmp_path):
    done = doctor(tmp_path)
    lines = done.stdout.splitlines()
    assert lines[0] == f"uscalc {__version__}"
    if QT:
        assert (done.returncode, lines[1]) == (0, "No problems found.")
        assert "STIX Two Math" in done.stdout
    else:
        assert done.returncode == 1
        assert "pip install PySide6-Essentials" in lines[1]
    for said in ("Python", "numpy", "state", "complete, ", "none imported", "Log"):
        assert said in done.stdout
    assert not (tmp_path / "state").exists()
    told = json.loads(doctor(tmp_path, "--json").stdout)
    assert told["version"] == __version__
    assert told["problems"] == [] or not QT
    facts = [facts for facts in told.values() if isinstance(facts, dict)]
    assert len(facts) == 7
    for name, value in (item for topic in facts for item in topic.items()):
        assert name in done.stdout
        assert "free" in value or value.splitlines()[0] in done.stdout


def test_an_optional_package_is_listed_with_its_purpose(tmp_path, monkeypatch):
    def missing(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setenv("USCALC_STATE", str(tmp_path))
    monkeypatch.setattr(examining, "version", missing)
    found = examining.examine_system(Folders.find_usual(), lambda: ({}, []))
    facts = found.topics["Program"]
    assert facts["xlrd"].startswith("not installed: can't read older workbooks (.xls)")
    assert facts["numpy"] == "not installed"


@LINUX
def test_a_missing_display_and_a_closed_folder_are_findings(tmp_path):
    (tmp_path / "state").write_text("a file in the folder's place")
    done = doctor(tmp_path, QT_QPA_PLATFORM="", DISPLAY="", WAYLAND_DISPLAY="")
    assert done.returncode == 1
    for said in ("No display found", "Can't write to the state folder", "USCALC_STATE"):
        assert said in done.stdout
    assert "STIX Two Math" in done.stdout or not QT


def test_log_work_and_supplements_are_counted_without_names(tmp_path):
    state, source = tmp_path / "state", tmp_path / "list.tsv"
    (state / "journals").mkdir(parents=True)
    (state / "journals" / "7.journal").write_text("Zugzwang, Zora" * 100)
    (state / "uscalc.log").write_text(
        "2025-01-01 10:00:00,000 ERROR uscalc\nOldError\n  a.place, line 1, in f\n"
        "2025-01-02 10:00:00,000 ERROR uscalc\nNewError\n  a.place, line 2, in g\x1b[2J\n"
    )
    source.write_text("MEM_ID\tMEM_NAME\tR_LPB_RAT\n16000001\tRook, Ada\t1500\n")
    words = ("list", "import", source, "--date", "2025-11-01")
    done = run_anew(*words, USCALC_STATE=str(state))
    assert done.returncode == 0, done.stderr
    said = doctor(tmp_path).stdout
    for words in ("NewError", "a.place, line 2, in g?[2J", "2025-11-01  1 member, R"):
        assert words in said
    assert re.search(r"entries +2$", said, re.MULTILINE)
    assert "unsaved work      1 file, 2 kB" in said
    for hidden in ("OldError", "Rook", "Zora"):
        assert hidden not in said
    (state / "lists" / "broken.ratinglist").write_text("no list at all")
    done = doctor(tmp_path)
    assert done.returncode == 1
    assert "is damaged" in "".join(done.stdout.splitlines()[1:3])


@LINUX
def test_the_home_folder_is_shown_without_the_user_name(tmp_path):
    home = tmp_path / "zora"
    home.mkdir()
    said = doctor(tmp_path, **dict.fromkeys(FOLDERS, ""), HOME=str(home)).stdout
    assert "~/.local/state/uscalc" in said
    assert "zora" not in said


@LINUX
def test_an_unknown_user_sees_where_files_are_stored(tmp_path):
    code = (
        "import pathlib\ndef home(): raise RuntimeError('no home')\npathlib.Path.home = home\n"
        "from uscalc.cli import main\nmain(['doctor'])"
    )
    environ = {"QT_QPA_PLATFORM": "offscreen", "TMPDIR": str(tmp_path)}
    done = run_python(
        "-c", code, **dict.fromkeys((*FOLDERS, "HOME")), **environ, NO_COLOR="1"
    )
    assert (done.returncode, done.stderr) == (1, "")
    assert "No home folder found" in done.stdout
    assert "USCALC_STATE" in done.stdout
    assert f"{tmp_path}/uscalc-{os.getuid()}/.local/state/uscalc" in done.stdout
