"""Tries an installed uscalc as somebody has it who never saw this folder.

python packaging/trial.py [--like "COMMAND"] [--event FILE]... [--frozen] -- COMMAND...

It is started in an empty folder and an environment in which nothing is set, without a
display: it says its version, rates the sample and every FILE, writes a ratings report,
paints every view, and opens a window. With --like the ratings have to be those that
another command gives. With --frozen it has to read older workbooks too, for which a
plain installation may lack the package.
Only the standard library is needed, so that it runs beside any installation.
"""

import argparse
import json
import os
import runpy
import shlex
import signal
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent
SAMPLE: Final = ROOT / "resources" / "samples" / "autumn-open.uscalc"
HANGS: Final = 600
"""Seconds; only what hangs takes so long."""
PNG: Final = b"\x89PNG\r\n\x1a\n"
REPORT: Final = ("THEXPORT.DBF", "TSEXPORT.DBF", "TDEXPORT.DBF")
TABLE: Final = (
    ("No.", "Name", "Rating", "Rd 1"),
    ("1", "Inventa, Ada", "1500", "W2"),
    ("2", "Inventa, Bea", "1400", "L1"),
)
KEPT: Final = ("SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "TEMP", "TMP", "USERPROFILE")
"""What Windows itself needs of an environment."""


class TrialError(Exception):
    """What did not do what an installation has to do."""


@dataclass(frozen=True)
class Trial:
    """A command, and what stands around it: other folders, another user, no network."""

    command: Sequence[str]
    work: Path
    around: Sequence[str] = ()
    environ: Mapping[str, str] = field(default_factory=dict)

    @property
    def environment(self) -> dict[str, str]:
        """Nothing of the environment that this runs in."""
        kept = {name: os.environ[name] for name in KEPT if name in os.environ}
        return {
            **kept,
            "QT_QPA_PLATFORM": "offscreen",
            **(self.environ or {"USCALC_STATE": str(self.work / "state")}),
        }

    def run(self, *arguments: str, codes: Sequence[int] = (0,)) -> str:
        """What a command prints. Raises TrialError where it fails."""
        done = subprocess.run(
            [*self.around, *self.command, *arguments],
            cwd=self.work,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=HANGS,
            check=False,
        )
        out, told = (
            text.decode("utf-8", "replace") for text in (done.stdout, done.stderr)
        )
        if done.returncode not in codes or "Traceback" in told:
            raise TrialError(
                f"{' '.join(arguments) or 'the window'}: code {done.returncode}\n{told[-2000:]}"
            )
        return out

    def rated(self, event: Path) -> Any:
        """The ratings of an event, every figure of them."""
        return json.loads(self.run("rate", str(event), "--json", codes=(0, 1)))

    def report(self) -> int:
        """Writes the sample's ratings report; gives how many tables."""
        folder = self.work / "report"
        self.run("report", str(self.sample()), str(folder), "--anyway", codes=(0, 1))
        for name in REPORT:
            if not (folder / name).read_bytes().startswith(b"\x03"):
                raise TrialError(f"{name} is no table")
            (folder / name).unlink()
        folder.rmdir()
        return len(REPORT)

    def sample(self) -> Path:
        """The sample in the folder, where every user can read it and write it."""
        event = self.work / "opened.uscalc"
        event.write_bytes(SAMPLE.read_bytes())
        event.chmod(0o666)
        return event

    def old_workbook(self) -> None:
        """Reads a crosstable in a workbook of the older kind."""
        table, event = self.work / "table.xls", self.work / "table.uscalc"
        table.write_bytes(workbook(TABLE))
        facts = ("--end-date", "2025-05-04", "--time-control", "G/90;d5", "--force")
        self.run("convert", str(table), str(event), *facts)
        if "Inventa, Bea" not in event.read_text("utf-8"):
            raise TrialError("a player of an older workbook is lost")
        table.unlink()
        event.unlink()

    def tour(self) -> int:
        """Paints every view; gives how many."""
        painted = self.run("tour", str(self.work / "tour")).splitlines()
        for line in painted:
            path = self.work / line
            data = path.read_bytes()
            if not data.startswith(PNG) or len(data) < 1000:
                raise TrialError(f"{path.name} is no picture")
        if len(painted) < 40:
            raise TrialError(f"only {len(painted)} pictures were painted")
        return len(painted)

    def window(self) -> None:
        """Opens a window on an event, and ends it once the event is there."""
        event = self.sample()
        started = subprocess.Popen(
            [*self.around, *self.command, str(event)],
            cwd=self.work,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        until = time.monotonic() + HANGS
        try:
            # The lock says that the event stands in the window.
            while not any(self.work.rglob("locks/*.lock")):
                if started.poll() is not None or time.monotonic() > until:
                    raise TrialError(f"the window did not open: {_said(started)}")
                time.sleep(0.05)
            if os.name == "nt":
                started.terminate()
            else:
                started.send_signal(signal.SIGINT)
            started.wait(HANGS)
        finally:
            started.kill()
        said = _said(started)
        if "Traceback" in said or (os.name != "nt" and "stopped" not in said):
            raise TrialError(f"the window ended otherwise than it should: {said}")


def _said(process: "subprocess.Popen[bytes]") -> str:
    process.kill()
    out, _ = process.communicate()
    return out.decode("utf-8", "replace")[-2000:]


def workbook(rows: Sequence[Sequence[str]]) -> bytes:
    """A sheet of texts as spreadsheet programs of 1987 saved it, and later ones read it."""

    def record(kind: int, data: bytes = b"") -> bytes:
        return struct.pack("<HH", kind, len(data)) + data

    cells = [
        record(4, struct.pack("<HH3xB", i, j, len(text)) + text.encode("ascii"))
        for i, row in enumerate(rows)
        for j, text in enumerate(row)
    ]
    return b"".join((record(9, struct.pack("<HH", 2, 16)), *cells, record(10)))


def version() -> str:
    """Return the version in the source."""
    return str(runpy.run_path(str(ROOT / "uscalc" / "version.py"))["__version__"])


def tried(
    trial: Trial,
    events: Sequence[Path],
    like: Trial | None,
    paint: bool = True,
    frozen: bool = False,
) -> list[str]:
    """Everything that is tried, in words. Raises TrialError."""
    said = trial.run("--version").strip()
    if said != f"uscalc {version()}":
        raise TrialError(f"it says {said!r} and is to be {version()}")
    lines = [said]
    for event in events:
        ratings = trial.rated(event)
        if like is not None and ratings != like.rated(event):
            raise TrialError(
                f"{event.name}: other ratings than {shlex.join(like.command)}"
            )
        players = [
            player
            for section in ratings["sections"]
            for rating in section["ratings"]
            for player in rating["players"]
        ]
        if not players:
            raise TrialError(f"{event.name}: nobody was rated")
        lines.append(f"{event.name}: {len(players)} ratings")
    lines.append(f"{trial.report()} tables of a report")
    if frozen:
        trial.old_workbook()
        lines.append("an older workbook")
    if paint:
        lines.append(f"{trial.tour()} pictures")
    trial.window()
    lines.append("the window opened an event and was ended")
    return lines


def main() -> int:
    """Tries the command of the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--like", help="a command whose ratings are the right ones")
    parser.add_argument("--event", type=Path, action="append", default=[])
    parser.add_argument("--frozen", action="store_true", help="it has every package")
    parser.add_argument("command", nargs="+")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        trial = Trial(asked.command, Path(folder))
        like = None
        if asked.like is not None:
            beside = {"PYTHONPATH": str(ROOT)}
            like = Trial(shlex.split(asked.like), Path(folder), environ=beside)
        events = [SAMPLE, *(path.resolve() for path in asked.event)]
        try:
            lines = tried(trial, events, like, frozen=asked.frozen)
        except TrialError as error:
            print(f"not as it has to be: {error}", file=sys.stderr)
            return 1
    print("\n".join(lines))
    return 0


if __name__ == "__main__":
    sys.exit(main())
