"""Which command lines open the window, and how few modules they import for that."""

import json
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from tests.cli.running import PAIR, SAMPLE, event, refused, run, run_anew, run_python
from uscalc.cli import names_window_file
from uscalc.cli.output import format_json

LOADED = """
import sys
import uscalc.app
uscalc.app.run_window = lambda path: print(path, *sorted(sys.modules)) or 0
from uscalc.cli import main
main(sys.argv[1:])
"""


@pytest.mark.parametrize("name", ["a.uscalc", "a b.csv", "what-if.txt"])
def test_nothing_or_a_file_opens_the_window(tmp_path, name, monkeypatch):
    path = tmp_path / name
    assert names_window_file([])
    assert not names_window_file([str(path)])
    path.write_text("")
    assert names_window_file([str(path)])
    assert not names_window_file([str(path), "--json"])
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


WRONG_CALL = """
import sys; from PySide6.QtCore import QTimer
print("pyside_type_init" in vars(sys.modules["shibokensupport.signature.parser"]))
try:
    QTimer.singleShot("soon", 3)
except TypeError as error:
    print(error, QTimer.singleShot.__doc__)
"""


@pytest.mark.skipif(find_spec("PySide6") is None, reason="the window is Qt's")
def test_qt_explains_a_wrong_call_as_usual_though_its_signatures_load_later():
    usual = run_python("-c", WRONG_CALL).stdout
    own_way = "from uscalc.ui.startup import import_qt\nimport_qt()"
    assert "Supported signatures" in usual
    later = run_python("-c", own_way + WRONG_CALL).stdout
    assert later == usual.replace("True", "False", 1)


def test_the_guide_is_one_page_and_overwrites_nothing(tmp_path):
    out = tmp_path / "guide.html"
    assert run("guide", out).returncode == 0
    text = out.read_text(encoding="utf-8")
    assert text.startswith("<!DOCTYPE html>")
    assert "How a rating works" in text
    assert "--force" in refused("guide", out)
    assert run("guide", out, "--force").returncode == 0
    refused("guide", tmp_path / "guide.pdf")


def offered(*words: str) -> list[str]:
    done = run_anew(
        _USCALC_COMPLETE="bash_complete",
        COMP_WORDS=" ".join(("uscalc", *words)),
        COMP_CWORD=str(len(words)),
    )
    assert done.stderr == ""
    return done.stdout.split()


def test_a_shell_is_offered_commands_options_and_files():
    for words, what in (
        (("wh",), "plain,what-if"),
        (("wor",), "plain,worksheet"),
        (("rate", "--sy"), "plain,--system"),
        (("rate", "--system", "O"), "plain,or"),
        (("list", "imp"), "plain,import"),
        (("tour", "--theme", "d"), "plain,dark"),
        (("rate", "resources/"), "file,resources/"),
        (("resources/",), "file,resources/"),
    ):
        assert what in offered(*words)


def test_what_opens_no_window_is_refused_or_run():
    done = run_anew(_USCALC_COMPLETE="nonsense")
    assert (done.returncode, done.stdout) == (1, "")
    assert "Traceback" not in done.stderr


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False).filter(
        lambda x: "e" not in repr(x)
    )
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=30,
)


@given(VALUES | st.lists(st.text(st.characters(categories=("Cs", "L")))))
def test_json_equals_that_of_python(value):
    assert format_json(value) == json.dumps(value)
    assert format_json(value, indent=1) == json.dumps(value, indent=1)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_every_number_in_json_is_exact(value):
    assert json.loads(format_json(value)) == value


def test_the_printed_schema_takes_events_and_refuses_a_misspelt_key():
    done = run("schema")
    assert (done.returncode, done.stderr) == (0, "")
    validator = Draft202012Validator(json.loads(done.stdout))
    assert validator.is_valid(json.loads(SAMPLE.read_text(encoding="utf-8")))
    small = json.loads(event(PAIR))
    assert validator.is_valid(small)
    small["sections"][0]["players"][0]["nmae"] = "Lantern"
    assert not validator.is_valid(small)
