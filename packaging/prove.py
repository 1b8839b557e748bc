"""Proves that what was built runs where it has to: python packaging/prove.py [DIST].

The archive and the package for Debian are unpacked and tried in places that a person may
have: with an empty environment and no home; without a network; as another user, and as
one that nobody knows; with everything read-only; in a folder with spaces and letters of
other scripts; on a display; and with all of that at once. The ratings have to be those of
this folder. It needs Linux and the rights of root.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from making.archives import unpack
from trial import ROOT, SAMPLE, Trial, TrialError, tried

ODD: Final = "Ein Ördner, mit Leerzeichen 国际象棋"
WITHOUT_NETWORK: Final = ("unshare", "--net")
NOBODY: Final = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups")
UNKNOWN: Final = ("setpriv", "--reuid=54321", "--regid=54321", "--clear-groups")
READ_ONLY: Final = (
    "unshare",
    "--mount",
    "sh",
    "-c",
    'mount --bind "$0" "$0" && mount -o remount,bind,ro / && cd "$0" && exec "$@"',
)
"""Nothing can be written but in the folder that is named after it."""


def places(folder: Path) -> Iterator[tuple[str, list[str], bool]]:
    """What stands around the program, in words and as a command; whether all is tried."""
    read_only = [*READ_ONLY, str(folder)]
    yield "with an empty environment, without a home", [], False
    yield "without a network", [*WITHOUT_NETWORK], False
    yield "as another user", [*NOBODY], False
    yield "as a user that nobody knows", [*UNKNOWN], False
    yield "with everything read-only", read_only, False
    yield "with all of that at once", [*WITHOUT_NETWORK, *read_only, *UNKNOWN], True


def unpacked(dist: Path, into: Path) -> Iterator[tuple[str, Path]]:
    """The program of each thing that was built, in a folder of its own."""
    for archive in sorted(dist.glob("uscalc-*-linux-*.tar.xz")):
        unpack(archive, into / ODD)
        name = archive.name.removesuffix(".tar.xz")
        yield archive.name, into / ODD / name / "uscalc"
    for package in sorted(dist.glob("uscalc_*.deb")):
        root = into / "deb"
        subprocess.run(["dpkg-deb", "-x", str(package), str(root)], check=True)
        yield package.name, root / "usr" / "bin" / "uscalc"
    for folder in sorted(dist.glob("uscalc-*.AppDir")):
        # Others may not look into the home that it was built in.
        copied = into / folder.name
        shutil.copytree(folder, copied, symlinks=True)
        yield folder.name, copied / "AppRun"


def readable(events: Sequence[Path], into: Path) -> list[Path]:
    """Copies of files that every user can read, each in a folder of its own."""
    copies = []
    for number, event in enumerate(events):
        folder = into / f"event-{number}"
        folder.mkdir(mode=0o755)
        copies.append(Path(shutil.copyfile(event, folder / event.name)))
        copies[-1].chmod(0o644)
    return copies


@contextmanager
def work_folder(parent: Path) -> Iterator[Path]:
    """A folder in which anybody may write."""
    with tempfile.TemporaryDirectory(dir=parent) as name:
        folder = Path(name)
        folder.chmod(0o777)
        yield folder


@contextmanager
def display() -> Iterator[str | None]:
    """A display that nobody sees; None where there is no server for one."""
    if shutil.which("Xvfb") is None:
        yield None
        return
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x800x24"],
        pass_fds=[writing],
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    try:
        with os.fdopen(reading) as told:
            number = told.readline().strip()
        yield f":{number}"
    finally:
        server.terminate()
        server.wait()


def prove(name: str, program: Path, events: Sequence[Path], work: Path) -> None:
    """Tries one program in every place. Raises TrialError."""
    print(f"{name}, {program}")
    source = {"PYTHONPATH": str(ROOT)}
    like = Trial([*_python(), "-m", "uscalc"], work, environ=source)
    with work_folder(work) as folder:
        for words, around, paint in places(folder):
            # Where nobody says where to keep things, it finds a place.
            environ = {"TMPDIR": str(folder)} if paint else {}
            trial = Trial([str(program)], folder, around, environ)
            lines = tried(trial, events, like, paint, frozen=True)
            print(f"  {words}: {'; '.join(lines)}", flush=True)
            for state in folder.glob("state"):
                shutil.rmtree(state)
            (folder / "opened.uscalc").unlink()
    with display() as number, work_folder(work) as folder:
        if number is not None:
            environ = {
                "QT_QPA_PLATFORM": "xcb",
                "DISPLAY": number,
                "USCALC_STATE": str(folder / "state"),
            }
            Trial([str(program)], folder, environ=environ).window()
            print("  on a display: the window opened an event and was ended")


def _python() -> list[str]:
    """The Python in which the program runs from this folder."""
    built = ROOT / "build" / "env" / "bin" / "python"
    return [str(built if built.is_file() else sys.executable)]


def main() -> int:
    """Proves everything that lies in a folder."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("dist", type=Path, nargs="?", default=ROOT / "dist")
    parser.add_argument("--event", type=Path, action="append", default=[])
    asked = parser.parse_args()
    if sys.platform != "linux" or os.geteuid() != 0:
        print("it needs Linux and the rights of root", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        work.chmod(0o755)
        events = readable([SAMPLE, *(path.resolve() for path in asked.event)], work)
        proved = 0
        try:
            for name, program in unpacked(asked.dist.resolve(), work):
                prove(name, program, events, work)
                proved += 1
        except TrialError as error:
            print(f"not as it has to be: {error}", file=sys.stderr)
            return 1
    print(f"{proved} proved")
    return 0 if proved else 2


if __name__ == "__main__":
    sys.exit(main())
