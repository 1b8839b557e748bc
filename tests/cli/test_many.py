"""Many files at once give the same result on several processors, and no file stops the others."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from shutil import copyfile

import pytest

from tests.cli.running import PAIR, ROOT, event, player, refused, run_python
from tests.cli.running import run_anew as run
from tests.shared_data import shared
from uscalc.cli.common import ReadingOptions
from uscalc.cli.processes import FileJob, ProcessPool, split_files


@pytest.fixture
def folder(tmp_path):
    """Write valid and invalid files, small and large, alternating."""
    for i in range(12):
        (tmp_path / f"{i:02}-good.uscalc").write_text(event(PAIR))
    (tmp_path / "03-bad.uscalc").write_text("{")
    (tmp_path / "05-broken.uscalc").write_text(
        event([player(1, 1700, "W9"), player(2, 1600, "U"), player(3, None, "")])
    )
    field = [player(n, 1000 + 7 * n, f"{'WL'[n % 2]}{n ^ 1}") for n in range(2, 80)]
    (tmp_path / "00-large.uscalc").write_text(event(field))
    published = [{**row, "published": {"R": {"rating": 1660}}} for row in PAIR]
    (tmp_path / "07-published.uscalc").write_text(event(published))
    return tmp_path


@pytest.mark.parametrize(
    ("words", "jobs"),
    [
        (("rate", "--json"), ("--jobs", "99")),
        (("rate", "--lenient"), ("--jobs", "3")),
        (("audit",), ("--jobs", "2")),
        (("audit",), ()),
    ],
    ids=" ".join,
)
def test_any_number_of_processes_prints_the_same(words, jobs, folder):
    command, *more = words
    given = sorted(folder.iterdir())[:12]
    alone, many = (
        run(command, *given, *more, *jobs, PYTHONIOENCODING="ascii")
        for jobs in (("--jobs", "1"), jobs)
    )
    assert len(alone.stdout + alone.stderr) > 1000
    assert (many.returncode, many.stdout) == (alone.returncode, alone.stdout)
    assert many.stderr == alone.stderr
    assert many.stdout.isascii()


def test_real_events_are_rated_the_same_by_several_processes():
    one, two = (
        run("rate", shared("realdata"), "--json", "--jobs", jobs) for jobs in "12"
    )
    assert one.stdout == two.stdout
    rated = [json.loads(line) for line in one.stdout.splitlines()]
    assert len(rated) == 211
    assert not any("error" in event for event in rated)
    assert "Traceback" not in one.stderr


@pytest.mark.parametrize("jobs", ["0", "-1", "two"])
def test_an_invalid_number_of_processes_is_an_error(jobs, folder):
    assert "--jobs" in refused("rate", folder, "--jobs", jobs)


DYING = """
import os
from pathlib import Path
from uscalc.cli.common import ReadingOptions
from uscalc.cli.output import print_line
from uscalc.cli.processes import FileJob, run_on_files

class Dying(FileJob):
    def run_on_file(self, path):
        if path.name == "3":
            os._exit(9)
        if path.name == "5":
            raise ZeroDivisionError("nothing to divide by")
        print_line(path.name)
        return 0

if __name__ == "__main__":
    job = Dying(None, None, None, ReadingOptions(), False)
    raise SystemExit(run_on_files(job, [Path(str(i)) for i in range(9)], 2, "Dying"))
"""


def test_a_killed_process_loses_only_its_file(tmp_path):
    script = tmp_path / "dying.py"
    script.write_text(DYING)
    done = run_python(script)
    assert done.stdout.split() == ["0", "1", "2", "4", "6", "7", "8"]
    killed, wrong = done.stderr.splitlines()
    assert killed.startswith("uscalc: 3: the worker process was killed")
    assert wrong == (
        "uscalc: 5: internal error (nothing to divide by); please report it"
    )
    assert done.returncode == 1


def read_stat(pid):
    """Return the state and the parent of a process; it may be gone."""
    with suppress(OSError):
        stat = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return stat[0], int(stat[1])
    return "Z", 0


def children(pid):
    every = [int(path.name) for path in Path("/proc").glob("[0-9]*")]
    own = [one for one in every if read_stat(one)[1] == pid]
    return own + [below for child in own for below in children(child)]


def copy_large(folder, count):
    for i in range(count):
        copyfile(folder / "00-large.uscalc", folder / f"more-{i}.uscalc")


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="processes are looked up there")
def test_ctrl_c_ends_every_process_with_one_line(folder):
    copy_large(folder, 120)
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "uscalc", "rate", folder, "--json", "--jobs", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        start_new_session=True,
    )
    assert process.stdout.readline().startswith("{")
    begun = children(process.pid)
    assert len(begun) >= 2
    # Like a terminal, send the signal to the whole process group.
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=120)
    assert (process.returncode, said) == (2, "uscalc: stopped\n")
    # Each process ends after the file that it is rating.
    patience = time.monotonic() + 60
    while [pid for pid in begun if read_stat(pid)[0] != "Z"]:
        assert time.monotonic() < patience
        time.sleep(0.05)


def test_a_closed_pipe_ends_every_process_quietly(folder):
    copy_large(folder, 60)
    done = subprocess.run(
        f'{sys.executable} -m uscalc rate "{folder}" --json --jobs 2 | head -c 10',
        shell=True,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        timeout=120,
    )
    assert done.stderr == ""


class LargeOutput(FileJob):
    """Prints so much that its result takes a while to transfer."""

    def run_on_file(self, path):
        print("x" * 100_000_000)
        path.touch()
        return 0


@pytest.mark.parametrize("delay", [0.1, 0.3])
def test_a_process_killed_while_sending_its_result_is_not_waited_for(delay, tmp_path):
    done = tmp_path / "done"
    pool = ProcessPool(LargeOutput(None, None, None, ReadingOptions(), False), 1)
    result = pool.submit_files([done])
    while not done.exists():
        time.sleep(0.001)
    time.sleep(delay)
    ending = threading.Thread(target=pool.terminate, daemon=True)
    ending.start()
    ending.join(60)
    assert not ending.is_alive()
    assert result.done()


@pytest.mark.parametrize(("count", "first"), [(1, 48), (2, 25), (8, 7)])
def test_all_processes_end_with_small_shares(tmp_path, count, first):
    paths = [tmp_path / f"{i}.uscalc" for i in range(100)]
    shares = split_files(paths, count)
    assert [at for share in shares for at in share] == [*range(100)]
    sizes = [len(share) for share in shares]
    assert sizes[0] == first
    assert sizes == sorted(sizes, reverse=True)
    assert count == 1 or sizes[-count:] == [1] * count
