"""Every example in a command's help runs as printed, and every option has a help text."""

import shlex
import shutil
from importlib.util import find_spec

import click
import pytest

from tests.cli.running import SAMPLE, refused, run
from tests.made_files.samples import made
from uscalc import __version__
from uscalc.cli.commands import COMMANDS, EXAMPLES, load_commands
from uscalc.exports import FILE_TYPES
from uscalc.formats.every import READERS

NEEDS_QT = "uscalc lesson"
"""Examples that need Qt."""
MEMBERS = 'Member ID,Name,Regular\n90000001,"Knight, Ada",1500\n'


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("examples")
    shutil.copy(SAMPLE, folder)
    shutil.copy(made("swisssys", "club-april.sjson"), folder)
    shutil.copy(made("msa", "single-1.html"), folder / "crosstable.html")
    (folder / "results").mkdir()
    shutil.copy(folder / "crosstable.html", folder / "results")
    (folder / "supplement.csv").write_text(MEMBERS)
    trace = run("explain", SAMPLE, "--player", "12", "--json").stdout
    (folder / "trace.json").write_text(trace)
    state = {"USCALC_STATE": str(folder / "state")}
    assert run(
        "list", "import", folder / "supplement.csv", "--date", "11/1/2025", **state
    )
    return folder


LINES = [
    # The example of tour takes long; the tests of tour run it.
    *(one for name, lines in EXAMPLES.items() if name != "tour" for one in lines)
]


@pytest.mark.parametrize("line", LINES)
def test_an_example_runs(line, folder, monkeypatch):
    if line.startswith(NEEDS_QT) and find_spec("PySide6") is None:
        pytest.skip("Qt is not installed")
    monkeypatch.chdir(folder)
    before = {*folder.iterdir()}
    done = run(*shlex.split(line)[1:], USCALC_STATE=str(folder / "state"))
    assert done.returncode in (0, 1), done.stderr
    assert done.stdout or {*folder.iterdir()} > before


def commands(group=None, path=()):
    for name, command in (group or load_commands()).commands.items():
        yield (*path, name), command
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))


def test_every_command_shows_examples_and_whole_sentences():
    first = run("--help").stdout
    assert run("--version").stdout.strip() == f"uscalc {__version__}"
    for path, command in commands():
        if command.hidden:
            continue
        page = run(*path, "--help").stdout
        if not isinstance(command, click.Group):
            assert page.count("Examples:\n") == 1
            assert " ".join(path) in EXAMPLES
        options = [one for one in command.params if isinstance(one, click.Option)]
        assert all(one.help or one.hidden for one in options), path
        if len(path) == 1:
            assert COMMANDS[path[0]][1] == command.get_short_help_str(limit=200)
    assert "Compare calculated ratings with published ones." in first
    assert "..." not in first.partition("Commands:")[2]


def test_convert_names_every_format_that_it_reads_and_writes(tmp_path):
    page = " ".join(run("convert", "--help").stdout.split())
    for reader in READERS:
        for word in ENDINGS[reader.key]:
            assert word in page, reader.name
    assert all(suffix in page for suffix in FILE_TYPES)
    for suffix in (".sjson", ".ptoz", ".dbf", ".html", ".docx"):
        said = refused("convert", SAMPLE, tmp_path / f"copy{suffix}")
        assert f'can\'t write "{suffix}" files' in said


ENDINGS = {
    **{"uscalc": [".uscalc"], "swisssys": [".sjson"], "wintd": [".ptoz"]},
    **{"xlsx": [".xlsx"], "xls": [".xls"], "ratings-service": [".json"]},
    **{"swisssys-round": [".S0C", ".S9C", ".SRR"], "trf": ["TRF16", "TRF26"]},
    "report-2c": ["THEXPORT.DBF", "TSEXPORT.DBF", "TDEXPORT.DBF"],
    **{"msa": [".html", "copied text"], "csv": [".csv", "tab-separated"]},
}

GOAL = ("--target", "1600", "--by", "June", "--against", "1500")


def test_a_renamed_option_keeps_its_former_name_out_of_the_help(folder):
    for path, former, more in (
        (("plan",), "--begin", ("yesterday", "--rating", "1500", *GOAL)),
        (("list", "find"), "--most", ("1", "Knight")),
    ):
        done = run(*path, former, *more, USCALC_STATE=str(folder / "state"))
        assert "No such option" not in done.stderr
        assert former not in run(*path, "--help").stdout
