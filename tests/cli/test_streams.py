"""Every command works with an output that is closed, full or no longer read."""

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import click
import pytest

from tests.cli.running import PAIR, branched, event, player, refused, run
from tests.cli.test_odd_files_and_outputs import EVERY
from uscalc.cli.commands import load_commands

pytestmark = pytest.mark.skipif(
    not Path("/dev/full").exists(), reason="there is no full device here"
)
QT = find_spec("PySide6") is not None
COMMANDS = {
    **EVERY,
    "convert json": ("convert", "{file}", "{out}.csv", "--json"),
    "trace": ("explain", "{file}", "--player", "1", "--json"),
    "page": ("explain", "{file}", "--player", "1", "--format", "html"),
    "season csv": ("season", "{file}", "--csv", "{out}.csv"),
    "version": ("--version",),
    "rate help": ("rate", "--help"),
    "list show": ("list", "show"),
    "guide": ("guide", "{out}.html"),
    "no command": ("nothing.uscalc",),
    "no option": ("rate", "--nothing"),
    "no file": ("rate", "nothing.uscalc"),
    "many": ("rate", "{file}", "{file}", "nothing.uscalc"),
}
if not QT:
    del COMMANDS["lesson"]
OF_MANY = {"audit"}
CLOSED, FULL, UNREAD = "closed", "full", "no longer read"


@contextmanager
def opened(state: str, folder: Path) -> Iterator[int | None]:
    """Give the descriptor of an output in a given state, or of a file; None for a closed one."""
    if state == CLOSED:
        yield None
        return
    if state == UNREAD:
        reading, number = os.pipe()
        os.close(reading)
    elif state == FULL:
        number = os.open("/dev/full", os.O_WRONLY)
    else:
        number = os.open(folder / state, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    try:
        yield number
    finally:
        os.close(number)


def outcome(words, folder: Path, output="output", errors="errors"):
    """Return a command's exit code and both outputs, without the line about free disk space."""
    for path in folder.glob("out*"):
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    for name in ("output", "errors"):
        (folder / name).write_bytes(b"")
    filled = [w.format(file=folder / "event.uscalc", out=folder / "out") for w in words]
    env = {"USCALC_STATE": str(folder / "state"), "DISPLAY": None}
    with opened(output, folder) as out, opened(errors, folder) as told:
        code = branched(filled, out, told, env)
    texts = [(folder / n).read_text() for n in ("output", "errors")]
    return code, *(re.sub(r"[\d,]+ MB free", "MB free", text) for text in texts)


@pytest.mark.parametrize("name", COMMANDS)
def test_outputs_that_are_closed_full_or_no_longer_read(name, tmp_path):
    # Every command has something to print: a published rating, and an unplayed game.
    one = player(1, 1700, "W2", "?2", published={"R": {"rating": 1710}})
    (tmp_path / "event.uscalc").write_text(event([one, player(2, 1600, "L1", "?1")]))
    words = COMMANDS[name]
    usual, printed, told = outcome(words, tmp_path)
    for state in (CLOSED, FULL):
        code, _, said = outcome(words, tmp_path, output=state)
        if not printed:
            assert (code, said) == (usual, told)
            continue
        assert code == 2
        assert said.splitlines()[-1].startswith("uscalc: can't write the output: ")
        assert "Traceback" not in said
    code, _, said = outcome(words, tmp_path, output=UNREAD)
    assert code == (0 if printed else usual)
    assert "Traceback" not in said
    for state in (CLOSED, FULL, UNREAD):
        code, said, _ = outcome(words, tmp_path, errors=state)
        if not told:
            assert (code, said) == (usual, printed)
        else:
            # A failure in one of many files doesn't end the command, but a closed pipe
            # does.
            ended = usual != 2 or name in OF_MANY
            assert code == (0 if state == UNREAD and ended else 2)


def paths_of(group: click.Group, before: tuple[str, ...] = ()):
    """Yield each command with an empty path in the place of each path."""
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from paths_of(command, (*before, name))
            continue
        given = [p for p in command.params if isinstance(p, click.Argument)]
        for at in range(len(given)):
            if isinstance(given[at].type, click.Path) and name != "open":
                words = ["x.uscalc"] * at + [""]
                yield (*before, name, *words)
        for option in command.params:
            if isinstance(option.type, click.Path) and option not in given:
                yield (*before, name, *["x"] * len(given), option.opts[0], "")


EMPTY = list(paths_of(load_commands()))


@pytest.mark.parametrize("words", EMPTY, ids=" ".join)
def test_an_empty_path_is_an_error(words, tmp_path, monkeypatch):
    # An empty path would mean the current folder.
    monkeypatch.chdir(tmp_path)
    assert "it's empty; give a file or a folder" in refused(*words)


def test_an_empty_name_opens_no_window():
    assert 'uscalc: "": no such file' in refused("")
    assert len(EMPTY) > 20


@pytest.mark.parametrize("name", [n for n in COMMANDS if "{file}" in COMMANDS[n]])
def test_a_line_end_in_a_file_name_prints_no_extra_line(name, tmp_path):
    said = []
    for end in (" ", "\n"):
        file, out = tmp_path / f"one{end}uscalc: two.uscalc", tmp_path / f"o{end}out"
        file.write_text(event(PAIR))
        words = [word.format(file=file, out=out) for word in COMMANDS[name]]
        state = tmp_path / f"state {end == ' '}"
        done = run(*words, USCALC_STATE=str(state))
        printed = done.stdout.replace("\\n", " ") if "--json" in words else done.stdout
        texts = (text.replace(str(state), "state") for text in (printed, done.stderr))
        said.append((done.returncode, *texts))
    assert said[0] == said[1]
