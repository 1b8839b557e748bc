"""Tries the source and what was built in a bare Debian 12: python packaging/fresh.py [DIST].

debootstrap makes the root, or --root names one that it made. In it: the build without its
tools says what it lacks; README's command runs the source; the package and the archive
are installed and rate the sample; the tests of files and rights pass for a user who is
not root; the build with its tools starts what it made. It needs Linux and the rights of
root. Without debootstrap it ends with 3, and says so.
"""

import argparse
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
MIRROR: Final = "http://deb.debian.org/debian"
WINDOW: Final = (
    *("libglib2.0-0", "libgl1", "libegl1", "libdbus-1-3", "libfontconfig1"),
    "libxkbcommon0",
)
X11: Final = (
    *("libxcb-cursor0", "libxcb-icccm4", "libxcb-image0", "libxcb-keysyms1"),
    *("libxcb-randr0", "libxcb-render-util0", "libxcb-shape0", "libxcb-xkb1"),
    *("libxkbcommon-x11-0", "libx11-xcb1"),
)
BUILD: Final = ("binutils", "libpython3.11")
OF_RIGHTS: Final = (
    *(
        "tests/packaging",
        "tests/formats/shared/test_files.py",
        "tests/ui/session/test_folders.py",
    ),
    *("tests/cli/test_odd_files_and_outputs.py", "tests/cli/test_report.py"),
)
INSIDE: Final = (
    *("unshare", "--mount", "sh", "-c"),
    'mount -t proc proc "$0/proc" && mount -t devpts -o ptmxmode=0666 devpts '
    '"$0/dev/pts" && exec chroot "$0" "$@"',
)
"""In the root, with its processes and terminals; both end with the command."""
FROM_HERE: Final = (
    *("etc/resolv.conf", "etc/pip.conf", "etc/xdg/pip/constraints.txt"),
    "etc/ssl/certs/ca-certificates.crt",
)
"""How this machine reaches its registries, with the variables of pip."""


class Fresh:
    """A root, and what is run in it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.failed = 0

    def run(self, command: str, user: str = "root") -> subprocess.CompletedProcess[str]:
        """Has a shell in the root run a command in the source's folder."""
        kept = {n: v for n, v in os.environ.items() if n.startswith(("PIP_", "SSL_"))}
        kept |= {
            "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
            "QT_QPA_PLATFORM": "offscreen",
        }
        kept |= {"LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"}
        kept |= {"HOME": "/root" if user == "root" else f"/home/{user}"}
        around = [] if user == "root" else ["setpriv", f"--reuid={user}"]
        around += [] if user == "root" else [f"--regid={user}", "--clear-groups"]
        return subprocess.run(
            [*INSIDE, self.root, *around, "sh", "-c", f"cd /src && {command}"],
            env=kept,
            capture_output=True,
            text=True,
            check=False,
        )

    def expect(
        self, what: str, command: str, code: int, words: str = "", **more
    ) -> None:
        """Runs a command, and says whether it did what it has to do."""
        done = self.run(command, **more)
        said = done.stdout + done.stderr
        right = done.returncode == code and words in said and "Traceback" not in said
        print(f"{'right' if right else 'WRONG'}: {what}", flush=True)
        if not right:
            self.failed += 1
            print(f"{command}: code {done.returncode}\n{said[-3000:]}")

    def install(self, *packages: str) -> None:
        """Has apt install packages. Raises CalledProcessError."""
        self.run(
            "apt-get update -q && apt-get install -y -q --no-install-recommends "
            + shlex.join(packages)
        ).check_returncode()
        reach(self.root)


def prepare(root: Path, mirror: str) -> None:
    """Makes the root where there is none, and puts the source of this commit into it."""
    if not (root / "usr" / "bin").is_dir():
        command = ["debootstrap", "--variant=minbase", "bookworm", str(root), mirror]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    source = root / "src"
    shutil.rmtree(source, ignore_errors=True)
    source.mkdir()
    archive = subprocess.run(
        ["git", "archive", "HEAD"], cwd=ROOT, check=True, stdout=subprocess.PIPE
    )
    subprocess.run(["tar", "-x", "-C", source], input=archive.stdout, check=True)
    reach(root)


def reach(root: Path) -> None:
    """Has the root reach registries as this machine does, also after an installation."""
    for name in FROM_HERE:
        here, there = Path("/", name), root / name
        if here.is_file():
            there.parent.mkdir(parents=True, exist_ok=True)
            # A link in the root would lead out of it.
            there.unlink(missing_ok=True)
            shutil.copyfile(here, there)


def try_all(fresh: Fresh, dist: Path) -> None:
    """Everything in its order: what needs less comes first."""
    fresh.install("python3", "python3-venv")
    lacking = "this machine lacks objdump (apt install binutils), Python as a library"
    fresh.expect(
        "the build says what it lacks", "python3 packaging/build.py", 2, lacking
    )
    command = next(
        line.removesuffix(" resources/samples/autumn-open.uscalc")
        for line in (ROOT / "README.md").read_text("utf-8").splitlines()
        if line.endswith("autumn-open.uscalc")
    )
    missing = "system libraries that aren't installed: libglib-2.0.so.0"
    fresh.expect("a window names its libraries", command, 2, missing)
    sample = "resources/samples/autumn-open.uscalc"
    fresh.expect("the source rates", f".venv/bin/uscalc rate {sample}", 0, "Castle")
    fresh.install(*WINDOW)
    fresh.expect(
        "the source paints", f".venv/bin/uscalc sheets {sample} /tmp/wall.pdf", 0
    )
    for path in (*dist.glob("uscalc_*.deb"), *dist.glob("uscalc-*-linux-*.tar.xz")):
        shutil.copyfile(path, fresh.root / "tmp" / path.name)
        place = f"/tmp/{path.name}"
        if path.suffix == ".deb":
            fresh.install(place)
            program = "uscalc"
        else:
            fresh.run(f"apt-get install -y -q xz-utils && tar -xf {place} -C /opt")
            program = f"/opt/{path.name.removesuffix('.tar.xz')}/uscalc"
        fresh.expect(f"{path.name} rates", f"{program} rate {sample}", 0, "Castle")
    test = ".venv-test/bin/python -m pytest"
    fresh.run("useradd -m tester; chown -R tester /src")
    fresh.install("git")
    made = next(
        line.strip()
        for line in (ROOT / "CONTRIBUTING.md").read_text("utf-8").splitlines()
        if line.endswith("-e '.[test]'")
    )
    fresh.expect("the tests are installed", made, 0, user="tester")
    named = f"{test} -n 0 {' '.join(OF_RIGHTS)}"
    fresh.expect("the tests pass for another user", named, 0, " passed", user="tester")
    fresh.install(*BUILD)
    build, lacking = "python3 packaging/build.py", "docs/linux-libraries.md names"
    fresh.expect("the build names the libraries of X11", build, 1, lacking)
    fresh.install(*X11)
    fresh.expect("the build starts what it made", build, 0, ".deb")


def main() -> int:
    """Tries everything in a root; 0 where all is right."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("dist", type=Path, nargs="?", default=ROOT / "dist")
    parser.add_argument("--root", type=Path, help="a root of debootstrap")
    parser.add_argument("--mirror", default=MIRROR)
    asked = parser.parse_args()
    if sys.platform != "linux" or os.geteuid() != 0:
        print("it needs Linux and the rights of root", file=sys.stderr)
        return 2
    if asked.root is None and shutil.which("debootstrap") is None:
        print("nothing tried: debootstrap is not on this machine", file=sys.stderr)
        return 3
    with tempfile.TemporaryDirectory() as folder:
        root = asked.root or Path(folder) / "root"
        prepare(root, asked.mirror)
        fresh = Fresh(root)
        try_all(fresh, asked.dist)
    return 1 if fresh.failed else 0


if __name__ == "__main__":
    sys.exit(main())
