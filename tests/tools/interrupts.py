"""Ctrl-C at random moments: `python tests/tools/interrupts.py N [SEED] [--only tour]`.

Each command that writes a file is started and interrupted N times. It must print one
line, end with code 2 and leave nothing behind, or have its output complete. The process
is stopped while it is examined, so that timing doesn't decide between the two. The
usual tests do this a few times.
"""

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parents[2]
SAMPLE: Final = str(ROOT / "resources" / "samples" / "autumn-open.uscalc")
COMMANDS: Final[Mapping[str, tuple[str, ...]]] = {
    "lesson": ("lesson", "out.pdf"),
    "handout": ("lesson", SAMPLE, "out.pdf", "--player", "1", "--handout"),
    "sheets": ("sheets", SAMPLE, "out.pdf"),
    "player": ("sheets", SAMPLE, "out.pdf", "--player", "1"),
    "worksheet": ("worksheet", "out.pdf"),
    "guide": ("guide", "out.html"),
    "tour": ("tour", "out", "--size", "1000x700"),
    "convert": ("convert", SAMPLE, "out.xlsx"),
    "report": ("report", SAMPLE, "out", "--anyway"),
    "rate": ("rate", "many", "--jobs", "2"),
    "adopt": ("audit", "published", "--adopt", "out", "--jobs", "2"),
    "list": ("list", "import", "list.csv", "--date", "2025-11-01"),
    "window": (),
}
PUBLISHED: Final = ROOT / "tests" / "data" / "realdata"
MANY: Final = 40
ROWS: Final = 30_000
OUTPUTS: Final = frozenset({"out", "out.pdf", "out.html", "out.xlsx"})
SEVERAL: Final = frozenset({"tour", "audit"})
"""Commands with several outputs, which may have written some of them."""
LONGEST: Final = 5.0
"""The most seconds from which moments are drawn, because many pictures of a tour are alike."""
SAID: Final = "uscalc: stopped\n"
STOPPED: Final = 2
PATIENCE: Final = 120
STARTED: Final = """
import os, sys
from uscalc import ending
from uscalc.cli import main
handle = ending.end_at_interrupt
def started():
    handle()
    os.write(int(sys.argv[1]), b"x")
ending.end_at_interrupt = started
main(sys.argv[2:])
"""
"""Until `main` has its own handler, Ctrl-C ends Python itself, like any Python program."""


class Stopped(NamedTuple):
    """How a command ended, and what was wrong with it; empty if nothing was."""

    how: str
    wrong: str = ""


def start(words: tuple[str, ...], place: Path) -> subprocess.Popen[str]:
    """Start a command in an empty folder, and wait until its first line is about to run."""
    temporary = place / "temporary"
    temporary.mkdir()
    ours, theirs = os.pipe()
    with (place / "told").open("w") as told:
        process = subprocess.Popen(
            [sys.executable, "-c", STARTED, str(theirs), *words],
            cwd=place,
            pass_fds=[theirs],
            stdout=subprocess.DEVNULL,
            stderr=told,
            text=True,
            start_new_session=True,
            # Background jobs of a shell ignore Ctrl-C, and so would their children.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
            env={
                **os.environ,
                "PYTHONPATH": str(ROOT),
                "QT_QPA_PLATFORM": "offscreen",
                "QT_LOGGING_RULES": "*.warning=false",
                "TMPDIR": str(temporary),
                "USCALC_STATE": str(place / "state"),
            },
        )
    os.close(theirs)
    os.read(ours, 1)
    os.close(ours)
    return process


def prepare(words: tuple[str, ...], place: Path) -> None:
    if "many" in words:
        (place / "many").mkdir()
        for at in range(MANY):
            shutil.copy(SAMPLE, place / "many" / f"{at}.uscalc")
    elif "published" in words:
        (place / "published").mkdir()
        for path in sorted(PUBLISHED.iterdir())[:MANY]:
            shutil.copy(path, place / "published")
    elif "list.csv" in words:
        with (place / "list.csv").open("w") as file:
            print("Member ID,Name,Regular", file=file)
            for at in range(ROWS):
                print(90_000_000 + at, f"Invented {at}", 1000, sep=",", file=file)


def measure(words: tuple[str, ...]) -> float:
    with tempfile.TemporaryDirectory() as made:
        prepare(words, Path(made))
        process = start(words, Path(made))
        begun = time.monotonic()
        wait_or_kill(process, LONGEST)
        return time.monotonic() - begun


def wait_or_kill(process: subprocess.Popen[str], seconds: float) -> bool:
    """Return whether a process ended within some seconds; if not, kill it."""
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        return False
    return True


def interrupt(words: tuple[str, ...], moment: float) -> Stopped:
    """Return how a command ends that gets Ctrl-C after some seconds."""
    with tempfile.TemporaryDirectory() as made:
        place = Path(made)
        prepare(words, place)
        before = {path.name for path in place.iterdir()}
        process = start(words, place)
        try:
            process.wait(moment)
        except subprocess.TimeoutExpired:
            # After a stop, any thread may get the signal; one that waits for processes
            # wouldn't notice it.
            if "--jobs" not in words:
                process.send_signal(signal.SIGSTOP)
                os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
            written = {path.name for path in place.iterdir()} - before
            os.killpg(process.pid, signal.SIGINT)
            os.killpg(process.pid, signal.SIGCONT)
        else:
            failed = process.returncode not in (0, 1)
            return Stopped("ended before", (place / "told").read_text() * failed)
        if not wait_or_kill(process, PATIENCE):
            return Stopped("hung", f"it still ran after {PATIENCE} s")
        return judge(words, place, process.returncode, before, written)


def judge(words, place, code, before, written) -> Stopped:
    """Judge a command that had written these files when Ctrl-C came."""
    told = (place / "told").read_text()
    kept = before | {"temporary", "told", "state"}
    left = {path.name for path in place.iterdir()} - kept
    left |= {path.name for path in (place / "temporary").iterdir()}
    left |= {path.name for path in place.rglob("*.tmp*")}
    if code == STOPPED:
        if words and words[0] in SEVERAL:
            left.discard("out")
        if told != SAID:
            return Stopped("stopped", f"it said {told!r}")
        return Stopped("stopped", f"it left {left}" if left else "")
    late = written - kept or words[0] in ("rate", "list")
    if code in (0, 1) and late:
        whole = SAID not in told and "Traceback" not in told and left <= OUTPUTS
        return Stopped("done", "" if whole else f"it left {left}, said {told!r}")
    return Stopped("ended", f"code {code}, said {told[-300:]!r}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("number", type=int)
    parser.add_argument("seed", type=int, nargs="?", default=1)
    parser.add_argument("--only", choices=COMMANDS)
    given = parser.parse_args()
    chance = random.Random(given.seed)
    names = [given.only] if given.only else list(COMMANDS)
    seconds = {name: measure(COMMANDS[name]) for name in names}
    found: Counter[tuple[str, str]] = Counter()
    broken = 0
    for at in range(given.number):
        name = names[at % len(names)]
        moment = chance.uniform(0, seconds[name])
        how, wrong = interrupt(COMMANDS[name], moment)
        found[name, how] += 1
        if wrong:
            broken += 1
            print(f"{name} after {moment:.3f} s: {wrong}", flush=True)
    for (name, how), count in sorted(found.items()):
        print(f"{count:5} {name}: {how}")
    print(f"{given.number} commands stopped, {broken} with something wrong")
    return int(broken > 0)


if __name__ == "__main__":
    sys.exit(main())
