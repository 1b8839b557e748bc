"""Builds everything that can be built on this machine: python packaging/build.py [--out DIR].

Wheel and source; the frozen program, which needs no Python; and what each system
installs it from: on Linux an archive, an AppDir and a package for Debian, on Windows an
archive and an installer, on macOS a disk image. With Python, what it builds with is
installed into an environment of its own, below build/. On Debian it needs binutils,
python3-venv, libpython3.11 and the libraries of a window, too.
"""

import argparse
import ctypes.util
import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
WORK: Final = ROOT / "build"
INSIDE: Final = "USCALC_BUILD_INSIDE"


def main() -> int:
    """Builds, in an environment of its own."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    out = parser.parse_args().out.resolve()
    if INSIDE in os.environ:
        try:
            build(out)
        except (LookupError, OSError, subprocess.SubprocessError) as error:
            print(f"not built: {error}", file=sys.stderr)
            return 1
        return 0
    if lacking := list(not_on_this_machine()):
        print(f"this machine lacks {', '.join(lacking)}", file=sys.stderr)
        return 2
    try:
        python = environment()
    except subprocess.CalledProcessError as error:
        print(f"what the build needs can't be installed: {error}", file=sys.stderr)
        return 1
    even = {
        INSIDE: "1",
        "SOURCE_DATE_EPOCH": os.environ.get("SOURCE_DATE_EPOCH") or commit_time(),
        "PYTHONHASHSEED": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC",
        "QT_QPA_PLATFORM": "offscreen",
    }
    done = subprocess.run(
        [python, __file__, "--out", str(out)], env={**os.environ, **even}, check=False
    )
    return done.returncode


def not_on_this_machine() -> Iterator[str]:
    """What the build stands on and nobody installs for it, with Debian's packages."""
    number = f"{sys.version_info.major}.{sys.version_info.minor}"
    if find_spec("ensurepip") is None:
        yield f"ensurepip (apt install python{number}-venv)"
    if sys.platform != "linux":
        return
    for program, package in (("objdump", "binutils"), ("dpkg-query", "dpkg")):
        if shutil.which(program) is None:
            yield f"{program} (apt install {package})"
    known = Path(*map(str, map(sysconfig.get_config_var, ("LIBDIR", "INSTSONAME"))))
    there = ".so" in known.name and known.is_file()
    if not there and ctypes.util.find_library(f"python{number}") is None:
        yield f"Python as a library (apt install libpython{number})"


def environment() -> Path:
    """An environment with what the build needs, in the versions that are pinned."""
    folder = WORK / "env"
    print(f"what the build needs -> {folder}", flush=True)
    venv.create(folder, clear=True, with_pip=True, symlinks=os.name != "nt")
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    constraints = ROOT / "packaging" / "constraints.txt"
    pip = [python, "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    subprocess.run([*pip, "-c", constraints, f"{ROOT}[build,xls]"], check=True)
    return python


def commit_time() -> str:
    """When this state of the folder was made, in seconds; a source without a history
    has the time of its own files.
    """
    newest = str(int((ROOT / "pyproject.toml").stat().st_mtime))
    if shutil.which("git") is None:
        return newest
    done = subprocess.run(
        ["git", "log", "-1", "--format=%ct"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout.strip() or newest


def build(out: Path) -> None:
    """Builds one after the other, and says what is there."""
    from uscalc import __version__

    made: list[Path] = []
    out.mkdir(parents=True, exist_ok=True)
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-d", str(out)],
        cwd=ROOT,
        check=True,
    )
    made += [
        out / f"uscalc-{__version__}-py3-none-any.whl",
        out / f"uscalc-{__version__}.tar.gz",
    ]
    folder = frozen()
    systems: dict[str, Callable[[Path, Path], list[Path]]] = {
        "linux": for_linux,
        "win32": for_windows,
        "darwin": for_macos,
    }
    from making.sbom import SUMS, sbom, sums

    built = systems[sys.platform](folder, out)
    name = re.sub(r"\.(tar\.xz|zip|dmg)$", "", built[0].name)
    parts = out / f"{name}.cdx.json"
    parts.write_bytes(sbom(folder, name))
    made += [*built, parts]
    (out / SUMS).write_bytes(sums(made))
    for path in made:
        print(f"{path.name}: {size(path) / 1e6:.1f} MB")


def frozen() -> Path:
    """The folder with the program and everything it needs; the help is beside it."""
    from making.archives import even_out
    from making.licences import licences
    from uscalc.report.help_pages import make_guide_html

    freeze(ROOT / "packaging" / "uscalc.spec")
    folder = WORK / "frozen" / "uscalc"
    if sys.platform == "linux":
        from making.libraries import not_to_be_had

        lacking = not_to_be_had(folder)
        if lacking:
            raise LookupError(
                f"this machine lacks {', '.join(sorted(lacking))}; "
                "docs/linux-libraries.md names the packages"
            )
    start(folder)
    (folder / "LICENCES.txt").write_text(licences(folder), encoding="utf-8")
    (folder / "guide.html").write_text(make_guide_html(), encoding="utf-8")
    even_out(folder)
    return folder


def start(folder: Path) -> None:
    """Has the program say its version. Raises CalledProcessError where it can't."""
    from uscalc import __version__

    program = folder / ("uscalc.exe" if sys.platform == "win32" else "uscalc")
    # Nothing of the build's own environment is to help it.
    kept = {name: os.environ[name] for name in ("SYSTEMROOT",) if name in os.environ}
    said = subprocess.run(
        [program, "--version"], env=kept, check=True, stdout=subprocess.PIPE, text=True
    ).stdout
    if __version__ not in said:
        raise LookupError(f"{program} says {said!r} instead of its version")


def freeze(spec: Path, name: str = "frozen") -> None:
    """Has PyInstaller make a folder below build/."""
    command = ["--noconfirm", "--clean", "--log-level", "ERROR"]
    where = ["--distpath", str(WORK / name), "--workpath", str(WORK / f"{name}-work")]
    subprocess.run(
        [sys.executable, "-m", "PyInstaller", *command, *where, str(spec)], check=True
    )


def for_linux(folder: Path, out: Path) -> list[Path]:
    """An archive to be unpacked anywhere, an AppDir, and a package for Debian."""
    from making.archives import copy, even_out, tar_xz
    from making.desktop import LINUX, desktop_files, lay_out
    from uscalc import __version__

    name = f"uscalc-{__version__}-linux-{platform.machine()}"
    plain = WORK / name
    shutil.rmtree(plain, ignore_errors=True)
    copy(folder, plain)
    lay_out(desktop_files(), plain)
    for extra in ("READ-ME.txt", "add-to-menu"):
        shutil.copy2(LINUX / extra, plain)
    even_out(plain)
    archive = out / f"{name}.tar.xz"
    tar_xz(plain, archive)

    app = out / f"uscalc-{__version__}-{platform.machine()}.AppDir"
    shutil.rmtree(app, ignore_errors=True)
    (app / "usr" / "lib").mkdir(parents=True)
    copy(folder, app / "usr" / "lib" / "uscalc")
    lay_out(desktop_files(), app / "usr")
    shutil.copy2(LINUX / "AppRun", app)
    shutil.copy2(LINUX / "uscalc.desktop", app)
    shutil.copy2(ROOT / "resources" / "icons" / "uscalc.svg", app)
    (app / ".DirIcon").symlink_to("uscalc.svg")
    (app / "usr" / "bin").mkdir()
    (app / "usr" / "bin" / "uscalc").symlink_to("../lib/uscalc/uscalc")
    even_out(app)
    if shutil.which("dpkg-deb") is None:
        print("no package for Debian: dpkg-deb is not on this machine")
        return [archive, app]

    from making.deb import deb

    return [archive, app, deb(folder, out, WORK)]


def for_windows(folder: Path, out: Path) -> list[Path]:
    """An archive, and an installer where Inno Setup is there to make it."""
    from uscalc import __version__

    name = f"uscalc-{__version__}-windows-x86_64"
    archive = Path(shutil.make_archive(str(out / name), "zip", folder.parent, "uscalc"))
    compiler = shutil.which("iscc") or r"C:\Program Files (x86)\Inno Setup 6\ISCC.exe"
    if not Path(compiler).is_file():
        print("no installer: Inno Setup is not on this machine")
        return [archive]
    given = {"Version": __version__, "Source": str(folder), "Out": str(out)}
    recipe = ROOT / "packaging" / "windows" / "uscalc.iss"
    options = [f"/D{key}={value}" for key, value in given.items()]
    subprocess.run([compiler, "/Q", *options, str(recipe)], check=True)
    return [archive, out / f"{name}-setup.exe"]


def for_macos(folder: Path, out: Path) -> list[Path]:
    """A disk image with the bundle."""
    from uscalc import __version__

    bundle = folder.parent / "uscalc.app"
    image = WORK / "image"
    shutil.rmtree(image, ignore_errors=True)
    image.mkdir()
    shutil.copytree(bundle, image / "uscalc.app", symlinks=True)
    for name in ("LICENCES.txt", "guide.html"):
        shutil.copy2(folder / name, image)
    (image / "Applications").symlink_to("/Applications")
    made = out / f"uscalc-{__version__}-macos-{platform.machine()}.dmg"
    made.unlink(missing_ok=True)
    what = ["-volname", "uscalc", "-srcfolder", str(image), "-format", "UDZO"]
    subprocess.run(["hdiutil", "create", *what, str(made)], check=True)
    return [made]


def size(path: Path) -> int:
    """The bytes of a file, or of all in a folder."""
    if path.is_file():
        return path.stat().st_size
    files = (one for one in path.rglob("*") if one.is_file() and not one.is_symlink())
    return sum(one.stat().st_size for one in files)


if __name__ == "__main__":
    sys.exit(main())
