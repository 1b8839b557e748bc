"""Ctrl-C at random moments: `python tests/tools/interrupts.py N [SEED] [--only tour]`.

Each command that writes a file is started and stopped so many times in turn. It must say
one line, end with 2 and leave nothing behind, or have its output whole. The process
stands still while it is looked at, so no time decides which of the two it must be. The
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
    "rate": ("rate", "many", "--jobs", "2"),
    "window": (),
}
LONGEST: Final = 5.0
"""Seconds from which moments are drawn: many of a tour's pictures are alike."""
SAID: Final = "uscalc: stopped\n"
PATIENCE: Final = 120
STARTED: Final = """
import os, sys
from uscalc.cli import main
os.write(int(sys.argv[1]), b"x")
main(sys.argv[2:])
"""
"""Before `main` is there, Python itself ends at Ctrl-C, and no program can help it."""


class Stopped(NamedTuple):
    """How a command ended, and what is wrong with it; nothing where all is well."""

    how: str
    wrong: str = ""


def start(words: tuple[str, ...], place: Path) -> subprocess.Popen[str]:
    """A command in an empty folder, once its first line is about to run."""
    temporary = place / "temporary"
    temporary.mkdir()
    ours, theirs = os.pipe()
    process = subprocess.Popen(
        [sys.executable, "-c", STARTED, str(theirs), *words],
        cwd=place,
        pass_fds=[theirs],
        stdout=subprocess.DEVNULL,
        stderr=(place / "told").open("w"),
        text=True,
        start_new_session=True,
        # A shell's background jobs ignore Ctrl-C, and so would their children.
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


def prepare(place: Path) -> None:
    """Make the files that `rate` reads."""
    many = place / "many"
    many.mkdir()
    for i in range(40):
        shutil.copy(SAMPLE, many / f"{i}.uscalc")


def measure(words: tuple[str, ...]) -> float:
    """The seconds that a command takes, at most `LONGEST`."""
    with tempfile.TemporaryDirectory() as made:
        prepare(Path(made))
        process = start(words, Path(made))
        begun = time.monotonic()
        try:
            process.wait(LONGEST)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        return time.monotonic() - begun


def interrupt(words: tuple[str, ...], moment: float) -> Stopped:
    """How a command ends that gets Ctrl-C after so many seconds."""
    with tempfile.TemporaryDirectory() as made:
        place = Path(made)
        prepare(place)
        before = {path.name for path in place.iterdir()}
        process = start(words, place)
        try:
            process.wait(moment)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGSTOP)
            os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
            written = {path.name for path in place.iterdir()} - before
            os.killpg(process.pid, signal.SIGINT)
            os.killpg(process.pid, signal.SIGCONT)
        else:
            failed = process.returncode not in (0, 1)
            return Stopped("ended before", (place / "told").read_text() * failed)
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            return Stopped("hung", f"it still ran after {PATIENCE} s")
        told = (place / "told").read_text()
        usual = {"temporary", "told", "state"}
        left = {path.name for path in place.iterdir()} - before - usual
        left |= {path.name for path in (place / "temporary").iterdir()}
        if process.returncode == 2:
            if words[:1] == ("tour",):
                left.discard("out")
            if told != SAID:
                return Stopped("stopped", f"it said {told!r}")
            return Stopped("stopped", f"it left {left}" if left else "")
        if process.returncode in (0, 1) and (written - usual or words[:1] == ("rate",)):
            whole = SAID not in told and "Traceback" not in told
            whole &= left <= {"out.pdf", "out.html", "out.xlsx", "out"}
            return Stopped("done", "" if whole else f"it left {left}, said {told!r}")
        return Stopped("ended", f"code {process.returncode}, said {told[-300:]!r}")


def main() -> int:
    """Stops commands from the root of the project; 1 where anything was wrong."""
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
