"""Every command ends with one line on every odd file and every odd output."""

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.cli import running
from tests.rights import give_up_rights, without_root_rights
from tests.shared_data import load_cases

pytestmark = pytest.mark.skipif(
    not hasattr(os, "mkfifo"), reason="there are no such files and outputs here"
)
COMMANDS = load_cases("test_odd_files_and_outputs", "commands")
"""Every command that reads a file."""

WITHOUT_FILES = {
    "editions of all": ("editions",),
    "schema": ("schema",),
    "help": ("--help",),
    "list find": ("list", "find", "inventa"),
    "doctor": ("doctor",),
    "plan": (
        *("plan", "--rating", "1780", "--target", "1800", "--by", "1 month"),
        *("--against", "1700"),
    ),
}


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep all of the program's files in the test's folder."""
    monkeypatch.setenv("USCALC_STATE", str(tmp_path / "state"))


def commanded(words: list[str], folder: Path) -> tuple[int, str, str]:
    """Return a command's exit code and what it prints, with little memory and few rights."""

    def small() -> None:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))

    paths = folder / "said", folder / "told"
    with paths[0].open("wb") as out, paths[1].open("wb") as told, without_root_rights():
        code = running.branched(words, out.fileno(), told.fileno(), {}, small)
    return code, *(path.read_text("utf-8", "replace") for path in paths)


CONTENTS = {
    **{"empty": b"", "blank": b" \n\t\n", "binary": bytes(range(256)) * 40},
    **{"zeros": bytes(5000), "other data": b"[1, 2, 3]"},
    "not text": b'{"format": "uscalc-event", "name": "\xff\xfe"}',
    "torn": running.event(running.PAIR)[:-30].encode(),
    "unreadable": running.event(running.PAIR).encode(),
}
LINKS = {"dangling": "nowhere", "loop": "odd.uscalc", "device": "/dev/zero"}


def make_odd_file(kind: str, folder: Path) -> Path:
    path = folder / "odd.uscalc"
    if kind in CONTENTS:
        path.write_bytes(CONTENTS[kind])
    elif kind in LINKS:
        path.symlink_to(folder / LINKS[kind])
    match kind:
        case "unreadable":
            path.chmod(0)
        case "pipe":
            os.mkfifo(path)
        case "folder":
            path.mkdir()
        case "closed folder":
            path.mkdir(mode=0)
        case "too large":
            with path.open("wb") as file:
                file.write(b'{"format": "uscalc-event",')
                file.truncate(6_000_000_000)
        case "behind a closed folder":
            path = folder / "closed" / path.name
            path.parent.mkdir()
            path.write_text(running.event(running.PAIR))
            path.parent.chmod(0)
        case "name not text":
            path = Path(os.fsdecode(os.fsencode(folder / "odd") + b"\xff.uscalc"))
            path.write_text("{")
    return path


KINDS = (
    *(*CONTENTS, *LINKS, "pipe", "folder", "too large", "missing", "name not text"),
    *("closed folder", "behind a closed folder"),
)


def words(name: str, file: object, out: object) -> list[str]:
    return [word.format(file=file, out=out) for word in COMMANDS[name]]


def one_line(text: str) -> bool:
    """Check that a text is one line for users, without internals of the program."""
    lines = text.splitlines()
    return len(lines) == 1 and "Traceback" not in text and "Error:" not in text


@pytest.mark.skipif(sys.platform != "linux", reason="takes rights of Linux away")
@pytest.mark.parametrize("kind", ["unreadable", "closed folder"])
def test_an_unreadable_argument_leaves_the_others_rated(kind, tmp_path):
    closed, good = make_odd_file(kind, tmp_path), tmp_path / "good.uscalc"
    good.write_text(running.event(running.PAIR))
    done = subprocess.run(
        [sys.executable, "-m", "uscalc", "rate", closed, good, "--json"],
        cwd=running.ROOT,
        preexec_fn=give_up_rights,
        capture_output=True,
        text=True,
    )
    refused, rated = map(json.loads, done.stdout.splitlines())
    assert done.returncode == 1
    assert "permission denied" in refused["error"]
    assert rated["sections"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", COMMANDS)
def test_an_unreadable_file_is_one_line(name, kind, tmp_path, own):
    place = tmp_path / "in"
    place.mkdir()
    file = make_odd_file(kind, place)
    code, said, told = commanded(words(name, file, tmp_path / "out"), tmp_path)
    assert code == 2, told
    if (name, kind) == ("rate json", "closed folder"):
        # In a folder, a file that can't be rated is one line of the output.
        told += json.loads(said)["error"]
    assert one_line(told), told
    assert [p.name for p in tmp_path.iterdir() if p.name.startswith("out")] == []


EVERY = COMMANDS | WITHOUT_FILES
PAINTING = {"lesson"} if find_spec("PySide6") is None else set()
"""Commands that need Qt; without it, they report that before anything else."""
WRITING = tuple(
    name
    for name, given in COMMANDS.items()
    if "{out}" in str(given) and name not in PAINTING
)


@pytest.mark.parametrize("name", WRITING)
@pytest.mark.parametrize("mode", [0o000, 0o500])
def test_a_folder_that_may_not_be_written_into_is_one_line(
    name, mode, tmp_path, given, own
):
    place = tmp_path / "closed"
    place.mkdir(mode=mode)
    code, _, told = commanded(words(name, given, place / "out"), tmp_path)
    assert code == 2, told
    assert one_line(told), told
    assert "permission" in told
    place.chmod(0o700)
    assert list(place.iterdir()) == []


PRINTING = {
    *("rate", "rate json", "explain", "editions", "forecast", "audit", "what-if"),
    *("season", *WITHOUT_FILES),
}


@pytest.fixture
def given(tmp_path: Path) -> Path:
    path = tmp_path / "event.uscalc"
    # A name that few encodings can write, and a loss, whose minus sign is U+2212.
    published = {"R": {"rating": 1710}}
    named = [
        running.player(1, 1700, "W2", "?2", name="Ĵoão ☃", published=published),
        running.player(2, 1600, "L1", "?1"),
    ]
    path.write_text(running.event(named), encoding="utf-8")
    return path


CODES = {"list find": (2,)}
"""There is no supplement here; every other command works, perhaps with findings."""


@pytest.mark.parametrize("name", sorted(PRINTING))
@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "koi8-r"])
def test_another_encoding_gets_substitutes(name, encoding, given, tmp_path, own):
    told = tmp_path / "told"
    with told.open("wb") as errors:
        code, text = running.on_a_terminal(
            *(word.format(file=given, out="") for word in EVERY[name]),
            errors=errors.fileno(),
            PYTHONIOENCODING=encoding,
        )
    text += told.read_text(encoding, "replace")
    assert "Traceback" not in text
    assert code in CODES.get(name, (0, 1)), text
    assert len(text) > 20


def test_every_command_is_tried_here():
    from uscalc.cli.commands import load_commands

    tried = {given[0] for given in EVERY.values()}
    assert set(load_commands().commands) - tried == {"guide", "open", "tour"}


@pytest.mark.skipif(find_spec("PySide6") is None, reason="pictures need Qt")
@pytest.mark.parametrize("kind", ["empty", "pipe", "too large"])
def test_the_tour_and_the_window_refuse_odd_files_in_one_line(kind, tmp_path, own):
    place = tmp_path / "in"
    place.mkdir()
    file = make_odd_file(kind, place)
    for command in (["tour", str(tmp_path / "shots"), str(file)], [str(file)]):
        done = running.run_anew(*command, QT_QPA_PLATFORM="offscreen")
        assert done.returncode == 2, done.stderr
        assert "Traceback" not in done.stderr
        said = done.stderr.splitlines()
        assert len([line for line in said if "plugin does not" not in line]) == 1
