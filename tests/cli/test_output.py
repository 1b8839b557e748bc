"""The commands never overwrite a file, and can write to any encoding and any kind of output."""

import os
from importlib.util import find_spec

import click
import pytest

from tests.cli import running
from uscalc.cli.commands import load_commands

WRITING = {
    "convert": ("convert", "{file}", "{out}.uscalc"),
    "carry": ("carry", "{file}", "{out}.uscalc", "--end-date", "2026-01-01"),
    "sheets html": ("sheets", "{file}", "{out}.html"),
    "sheets csv": ("sheets", "{file}", "{out}.csv"),
    "sheets xlsx": ("sheets", "{file}", "{out}.xlsx"),
    "sheets pdf": ("sheets", "{file}", "{out}.pdf"),
    "player": ("sheets", "{file}", "{out}.html", "--player", "1"),
    "player pdf": ("sheets", "{file}", "{out}.pdf", "--player", "1"),
    "lesson pdf": ("lesson", "{file}", "{out}.pdf", "--player", "1"),
    "worksheet": ("worksheet", "{file}", "{out}.html", "--kind", "k"),
}
"""Every command with an OUT."""


def words(name, file, out):
    return [word.format(file=file, out=out) for word in WRITING[name]]


def suffix_of(name):
    return WRITING[name][2].removeprefix("{out}")


NEEDS_QT = pytest.mark.skipif(
    find_spec("PySide6") is None, reason="pictures are painted by Qt"
)

OUTPUTS = [
    pytest.param(n, marks=NEEDS_QT if "pdf" in WRITING[n][2] else ()) for n in WRITING
]


def test_every_command_with_an_out_is_tried():
    def named(group):
        for name, command in group.commands.items():
            if isinstance(command, click.Group):
                yield from named(command)
            elif any(p.name in ("out", "folder") for p in command.params) or any(
                p.metavar == "[FILE] OUT" for p in command.params
            ):
                yield name

    tried = {words[0] for words in WRITING.values()}
    # tour and guide need no event, a report is three files, and season reads a folder.
    # They have their own tests.
    assert set(named(load_commands())) == tried | {"tour", "guide", "report", "season"}


@pytest.fixture
def given(file):
    return file(running.event(running.PAIR))


@pytest.mark.parametrize("name", OUTPUTS)
def test_no_command_writes_over_a_file(name, given, tmp_path):
    out = tmp_path / f"out{suffix_of(name)}"
    for content in ("something", ""):
        out.write_text(content)
        said = running.refused(*words(name, given, tmp_path / "out"))
        assert "file already exists; choose another name or use --force" in said
        assert out.read_text() == content
    done = running.run(*words(name, given, tmp_path / "out"), "--force")
    assert done.returncode in (0, 1), done.stderr
    assert len(out.read_bytes()) > 100


@pytest.mark.parametrize("name", WRITING)
@pytest.mark.parametrize("how", ["itself", "another path", "symlink", "hard link"])
def test_no_command_writes_over_its_own_input(name, how, given, tmp_path):
    suffix = suffix_of(name)
    read = given.rename(given.with_suffix(suffix))
    before = read.read_bytes()
    if how == "itself":
        out = read
    elif how == "another path":
        (tmp_path / "folder").mkdir()
        out = tmp_path / "folder" / ".." / read.name
    else:
        out = tmp_path / f"link{suffix}"
        (out.symlink_to if how == "symlink" else out.hardlink_to)(read)
    said = running.refused(*words(name, read, out.with_suffix("")), "--force")
    assert "output is the same as the input; choose another name" in said
    assert read.read_bytes() == before


def test_files_in_the_folder_and_minus_signs_are_kept(given, tmp_path):
    out = tmp_path / "out.html"
    out.write_text("x")
    said = running.refused("sheets", tmp_path, out, "--force")
    assert "output is the same as the input" in said
    said = running.run("rate", running.SAMPLE, PYTHONIOENCODING="ascii").stdout
    king, *_ = [line for line in said.splitlines() if "King, Otto" in line]
    assert " -28." in king
    assert "?" not in said


@NEEDS_QT
def test_the_tour_writes_over_no_picture(tmp_path):
    (tmp_path / "space-enter-light.png").write_bytes(b"")
    assert "space-enter-light.png: file already exists" in running.refused(
        "tour", tmp_path
    )
    assert [path.name for path in tmp_path.iterdir()] == ["space-enter-light.png"]


@pytest.mark.parametrize("length", ["name", "path"])
@pytest.mark.parametrize("name", [*OUTPUTS, "rate", "explain", "editions", "audit"])
def test_a_name_of_too_many_bytes_gives_one_line_and_code_2(
    name, length, given, tmp_path
):
    # The name has few enough letters, but too many bytes.
    long = tmp_path / ("é" * 200 if length == "name" else "/".join(["a" * 200] * 30))
    if name in WRITING:
        said = running.refused(*words(name, given, long))
    else:
        said = running.refused(name, long, *(("--player", "1") * (name == "explain")))
    assert "file name too long" in said


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31"])
@pytest.mark.parametrize(
    "words", [("rate",), ("explain", "--player", "1"), ("editions",), ("forecast",)]
)
def test_the_first_and_the_last_possible_dates_work(words, day, file):
    players = [running.player(1, None, "W2", "?3"), running.player(2, 1600, "L1")]
    players.append(running.player(3, 1500, "", "?1"))
    command, *more = words
    done = running.run(
        command, file(running.event(players).replace("2025-03-02", day)), *more
    )
    assert done.returncode in (0, 1), done.stderr
    assert "Traceback" not in done.stderr


def test_an_undecodable_file_name_can_be_printed(tmp_path):
    path = os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.uscalc")
    with open(path, "w", encoding="utf-8") as file:
        file.write(running.event([running.player(1, 1700, "W2")]))
    done = running.run_anew("rate", path)
    assert (done.returncode, "Traceback" in done.stderr) == (2, False)
    assert "caf?.uscalc" in done.stderr


TERMINAL = {"TERM": "xterm", "NO_COLOR": "1"}
EVIL = "\x1b]0;owned\x07\x1b[31mRed\x9b\u202e"


@pytest.mark.parametrize(
    "words",
    [("rate",), ("explain", "--player", "1"), ("editions",), ("audit",)],
    ids=lambda words: words[0],
)
def test_control_characters_never_reach_a_terminal(words, file):
    players = [
        running.player(1, 1700, "W2", name=EVIL, published={"R": {"rating": 1710}}),
        running.player(2, 1600, "L1" + EVIL, name=EVIL),
        running.player(3, 1600, "", name=EVIL),
    ]
    path = file(running.event(players, name=EVIL), f"a{EVIL[:5]}.uscalc")
    command, *more = words
    for lenient in ((), ("--lenient",)) if command == "rate" else ((),):
        _, said = running.on_a_terminal(command, path, *more, *lenient, **TERMINAL)
        assert said.strip()
        for evil in ("]0;owned\x07", "\x1b[31m", "\x9b", "\u202e", "\x1b]"):
            assert evil not in said
    _, said = running.on_a_terminal(command, f"no such {EVIL}", *more, **TERMINAL)
    assert "\x1b]" not in said
    assert "\u202e" not in said


INTERRUPTED = """
import os, signal, sys

class Interrupts:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupts())
from uscalc.cli import main
main(["rate", {folder!r}])
"""


@pytest.mark.parametrize(
    "module", ["uscalc.cli.commands", "uscalc.cli.rate", "uscalc.formats", "rich"]
)
def test_ctrl_c_while_modules_are_imported_gives_one_line_and_code_2(
    module, given, tmp_path
):
    (tmp_path / "one.uscalc").write_text(given.read_text())
    done = running.run_python(
        "-c", INTERRUPTED.format(module=module, folder=str(tmp_path))
    )
    assert (done.returncode, done.stderr) == (2, "uscalc: stopped\n")


AT_THE_END = """
import atexit, os, signal, sys

atexit.register(os.kill, os.getpid(), signal.SIGINT)
from uscalc.cli import main
main(["rate", {file!r}])
"""


def test_ctrl_c_after_everything_is_done_changes_nothing(given):
    usual = running.run("rate", given)
    done = running.run_python("-c", AT_THE_END.format(file=str(given)))
    assert (done.returncode, done.stderr) == (usual.returncode, usual.stderr)
    assert done.stdout == usual.stdout
